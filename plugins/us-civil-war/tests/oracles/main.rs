//! Second models of rules that work together, written from the rulebook's text and not from the code: deliberately simple, by another
//! way than the module's, and compared with it over random positions of the map.
//!
//! The quick count takes seconds; `MUSTER_FULL=1` looks at many more.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

mod battles;
mod encounters;
#[allow(dead_code, reason = "the tests of the rules use all of it")]
#[path = "../rules/field.rs"]
mod field;
#[allow(dead_code, reason = "the tests of the rules use all of it")]
#[path = "../rules/fleet.rs"]
mod fleet;
#[allow(dead_code, reason = "the tests of the rules use all of it")]
#[path = "../rules/flotsam.rs"]
mod flotsam;
mod lines;
mod naval;
#[allow(dead_code, reason = "the tests of the rules use all of it")]
#[path = "../rules/navy.rs"]
mod navy;
mod passages;
#[allow(dead_code, reason = "the tests of the rules use all of it")]
#[path = "../rules/position.rs"]
mod position;
mod reactions;
mod retreats;
#[allow(dead_code, reason = "the tests of the rules use all of it")]
#[path = "../rules/shores.rs"]
mod shores;
mod steps;
mod supply;
