//! All tests of Baptism at Bull Run in one program: each that stands apart would be linked from all that a game stands on.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

mod battle;
mod board;
mod bots;
mod conformance;
mod house_rules;
mod oracles;
mod rules;
