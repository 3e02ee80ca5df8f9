//! Scenario scripts: how a folder with a Rhai script and data files becomes a position.
//!
//! A scenario is set up in three steps, each of which knows nothing of the next. [`Texts::read`] gathers the
//! files, so that a journal can keep them. The script runs in a sandbox and only writes down what it says. What it
//! said is then checked against the boards and against the module's description, so that an error names the
//! file, the line, what is wrong and what to write instead.

#![deny(unsafe_code)]

mod boards;
mod calls;
mod dialect;
mod doubts;
mod facing;
mod function;
mod grammar;
mod heading;
mod known;
mod library;
mod measured;
pub mod memory;
mod mention;
mod named_keys;
mod naming;
mod origin;
mod patience;
mod problem;
mod raw;
mod record;
mod resolve;
pub mod rules;
mod sample;
mod sandbox;
mod scenario;
mod set_up;
mod shared;
mod sizes;
mod sorting;
mod spot;
mod texts;
mod typed;

pub use boards::check_board;
pub use facing::FACINGS;
pub use function::Function;
pub use heading::{Brief, Heading};
pub use known::Known;
pub use library::{Entry, Found, Library, own_folder};
pub use measured::while_awaited;
pub use named_keys::KEYS;
pub use origin::Origin;
pub use problem::{At, ScenarioProblem, Wrong};
pub use record::{FUNCTIONS, LogLine};
pub use sample::{SampleProblem, copied_scenario, new_scenario, small_scenario};
pub use scenario::{Note, Scenario};
pub use shared::SHARED;
pub use texts::{LONGEST_FILE, SCRIPT, Texts};
