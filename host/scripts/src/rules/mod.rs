//! Optional rules and house rules: a Rhai script each.
//!
//! A script has two lives. When it is [compiled](Compiled::new) its top runs once and says what the rule is: its
//! title and modules, its settings, variables and decks, and which of its functions is called for which hook. In a game
//! only those functions run. They look at the facts that they are given and write down effects; the game carries them
//! out. Nothing that a function does outlives its call.

mod act;
mod argument;
mod bounds;
mod call;
mod compiled;
mod edited;
mod exchange;
mod flaws;
mod functions;
mod heading;
mod offers;
mod reference;
mod register;
mod registered;
mod sample;
mod shelf;

pub use compiled::{Compiled, Rhai};
pub use heading::{Allowed, RuleHeading, SettingInfo, settings_from};
pub use reference::{effect_function, reference, type_name};
pub use sample::new_rule;
pub use shelf::{RuleEntry, RuleShelf, check_name, own_rules, read};

pub use functions::FUNCTIONS as EFFECT_FUNCTIONS;
pub use register::FUNCTIONS as REGISTER_FUNCTIONS;

/// What the names of rules' files end in.
pub const ENDING: &str = ".rhai";

/// How large a rule may be, in bytes.
pub const MOST_BYTES: usize = 256 * 1024;

/// The file of a rule, for messages.
fn file_of(id: &str) -> String {
    format!("{id}{ENDING}")
}
