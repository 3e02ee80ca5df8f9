//! Scenario scripts: how a folder with a Rhai script and data files becomes a position.
//!
//! A scenario is set up in three steps, each of which knows nothing of the next. [`Texts::read`] gathers the
//! files, so that a journal can keep them. The script runs in a sandbox and only writes down what it says. What it
//! said is then checked against the boards and against the module's description, so that an error names the
//! file, the line, what is wrong and what to write instead.

#![forbid(unsafe_code)]

mod boards;
mod calls;
mod doubts;
mod facing;
mod grammar;
mod library;
mod mention;
mod naming;
mod patience;
mod problem;
mod record;
mod resolve;
pub mod rules;
mod said;
mod sample;
mod sandbox;
mod scenario;
mod shared;
mod spot;
mod texts;
mod typed;

pub use boards::check_board;
pub use facing::FACINGS;
pub use library::{Entry, Found, Library, Origin, own_folder};
pub use problem::{At, ScenarioProblem, Wrong};
pub use record::{FUNCTIONS, Function, LogLine};
pub use sample::{SampleProblem, copied_scenario, new_scenario, small_scenario};
pub use scenario::{Brief, Heading, Known, Note, Scenario};
pub use shared::SHARED;
pub use texts::{LONGEST_FILE, SCRIPT, Texts};
