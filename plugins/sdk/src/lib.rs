//! What every Muster module is written against.
//!
//! A module implements the chapters of [`Game`] for the type that holds its state, each in the file that the chapter is about,
//! and exports it with [`export!`]. The same code runs as a component inside Muster and natively in tests, through
//! [`Native`]. The SDK does for every module what is the same in all of them: it keeps the list of legal choices and accepts
//! nothing else, turns typed choices into ids and back, lends dice to the table's game and gives forks their own, saves,
//! loads, forks and samples, and plays on inside the component without building a single string.
//!
//! ```text
//! lib.rs            export!(MyGame);
//! impl Rules        read_world, start, begin, decide, apply, outcome: what there is, every legal choice, what comes of it
//! impl ChoiceOf     a choice as one row: its id, what it points at, its part in the decision, its label
//! impl Names        what units, spaces, edges and cards are called
//! impl Saves        the schema of the state, and whether a save can be one of this world
//! impl Labels       the words over a decision, and what a choice costs and brings
//! impl Views        what a seat may know
//! impl Explanations why something can't be chosen
//! impl Odds, Overlays, Secrets, Policies, Scripts, Edits
//! ```
//!
//! What these are written with:
//!
//! - [`Shared`] holds what never changes in a game, [`index!`] and [`Table`] number the units and other things of its state;
//! - [`StepRow`] says what a step of the sequence of play is, [`Frames`] which step the game is in and which wait for it to end;
//! - [`May`], [`Why`] and [`ensure`] say whether something may be done, and why not; [`require`] refuses scenarios and corrections;
//! - [`setting`] declares what scenarios may say and tables may switch on;
//! - [`Resolution`] rolls the dice and tells what happens.
//!
//! Tests play a game by its choice ids with arranged dice: [`play::Play`].

mod choice;
mod component;
mod decisions;
pub mod description;
mod event;
mod fixed;
mod frames;
mod game;
mod hosted;
mod house_rules;
mod index;
mod knowledge;
mod listed;
mod log;
mod native;
pub mod odds;
pub mod or_none;
#[cfg(not(target_arch = "wasm32"))]
pub mod play;
mod playout;
mod random;
mod redeal;
pub mod reports;
mod resolution;
mod ruled;
pub mod setting;
mod shared;
mod side;
mod step;
mod tokens;
pub mod walk;
mod why;

pub use choice::{ChoiceRow, Names, Thing};
pub use component::Component;
pub use decisions::Decisions;
pub use event::{attribute, capital, details, line, number, open_board, place, refuse, uncited};
pub use frames::Frames;
pub use game::{
    ChoiceOf, Edits, Explanations, Game, Labels, Odds, Overlays, Policies, Prompt, Rules, Saves, Scripts,
    Secrets, Views, details_of,
};
pub use hosted::{Hosted, corrupt_save, within};
pub use house_rules::{Answer, Facts, text_fact};
pub use index::{Count, Index, Table};
pub use knowledge::Knowledge;
pub use listed::{Listed, OpenDecision};
pub use log::log;
pub use muster_contract as contract;
pub use native::Native;
pub use random::Random;
pub use redeal::{redeal, take_places};
pub use resolution::{Faces, Resolution};
#[doc(hidden)]
pub use serde;
pub use shared::Shared;
pub use side::{Side, ids_of, two_seats};
pub use step::{StepRow, Who};
pub use tokens::{Tokens, TokensBySeat, UnitId};
pub use why::{May, Why, ensure, require};
