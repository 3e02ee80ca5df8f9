//! Positions from scenario folders.
#![allow(dead_code, reason = "each program of tests takes what it needs")]

use muster_conformance::scenario;
use muster_contract::{Attribute, Module, Position, Value};

/// The position that the scenario of this name sets up.
#[track_caller]
pub fn position(module: &dyn Module, name: &str) -> Position {
    scenario(module, env!("CARGO_MANIFEST_DIR"), name)
}

/// A position as two days of so many turns, with the night between.
pub fn two_days(mut position: Position, turns: i32) -> Position {
    position.setup.facts.retain(|fact| !["turns", "days", "turns-per-day"].contains(&fact.name.as_str()));
    for (name, value) in [("days", 2), ("turns-per-day", turns)] {
        position.setup.facts.push(Attribute { name: name.to_owned(), value: Value::Number(value) });
    }
    position
}
