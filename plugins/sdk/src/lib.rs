//! What every Muster module is written against.
//!
//! A module implements [`Game`] for the type that holds its state, and exports it with [`export!`]. The same code
//! runs as a component inside Muster and natively in tests, through [`Native`]. The kit does for every module what
//! is the same in all of them: it keeps the list of legal choices and accepts nothing else, turns typed choices
//! into ids and back, lends dice to the table's game and gives forks their own, saves, loads, forks and samples, and
//! plays on inside the component without building a single string.
//!
//! ```text
//! lib.rs          export!(MyGame);
//! impl Game for MyGame
//!     describe    title, sides, phases, kinds of unit, schema
//!     world       what never changes: the boards' index, the roster, the options
//!     start       the position before the first choice
//!     decide      every legal choice, typed
//!     apply       one choice, with dice and events
//!     view …      what a seat may know
//! ```

mod component;
mod decisions;
pub mod description;
mod event;
mod game;
mod ground;
mod happenings;
mod hosted;
mod house;
mod knowledge;
mod native;
pub mod odds;
mod playout;
mod random;
mod ruled;
mod tokens;

pub use component::{Component, log};
pub use decisions::{Decisions, Open};
pub use event::{attribute, capital, details, event, line, number, open_board, place, refuse, remark, row};
pub use game::{Game, Heading};
pub use happenings::{Faces, Happenings};
pub use hosted::{Hosted, misfit, within};
pub use house::{Answer, Facts, asked_text};
pub use knowledge::Knowledge;
pub use muster_contract as contract;
pub use native::Native;
pub use random::Random;
pub use tokens::{Tokens, TokensBySeat, UnitId, redeal};
