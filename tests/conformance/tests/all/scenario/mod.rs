//! Positions from scenario folders.
#![allow(dead_code, reason = "each program of tests takes what it needs")]

use std::path::Path;

use muster_conformance::scenario;
use muster_contract::{Attribute, Module, Position, RuleText, Value};

/// The position that the scenario of this name sets up.
#[track_caller]
pub fn position(module: &dyn Module, name: &str) -> Position {
    scenario(module, env!("CARGO_MANIFEST_DIR"), name)
}

/// A position as two days of so many turns, with the night between; who would come after the end comes in the last turn.
pub fn two_days(mut position: Position, turns: i32) -> Position {
    position.setup.facts.retain(|fact| !["turns", "days", "turns-per-day"].contains(&fact.name.as_str()));
    for (name, value) in [("days", 2), ("turns-per-day", turns)] {
        position.setup.facts.push(Attribute { name: name.to_owned(), value: Value::Number(value) });
    }
    let attributes = position.roster.iter_mut().flat_map(|unit| &mut unit.attributes);
    for arrives in attributes.filter(|one| one.name == "arrives") {
        if let Value::Number(turn) = &mut arrives.value {
            *turn = (*turn).min(2 * turns);
        }
    }
    position
}

/// A position with rules of a folder of the repository in force.
#[track_caller]
pub fn under_files(module: &dyn Module, position: Position, folder: &str, rules: &[&str]) -> Position {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let read = |id: &&str| {
        let text = std::fs::read_to_string(folder.join(format!("{id}.rhai")));
        RuleText { id: (*id).to_owned(), text: text.expect("the rule is there"), settings: Vec::new() }
    };
    muster_conformance::under_rules(module, position, &rules.iter().map(read).collect::<Vec<_>>())
}
