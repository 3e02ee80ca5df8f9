//! The whole suite on the two scenarios of the whole field.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

use bull_run::BullRun;
use facts::Hidden;
use muster_conformance::{Scale, scenario, suite};
use muster_contract::Position;
use muster_sdk::Native;

#[path = "conformance/facts.rs"]
mod facts;

fn module() -> Native<BullRun> {
    Native::new("bull-run")
}

fn named(name: &str) -> Position {
    scenario(&module(), concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name)
}

/// A game here has some thousand choices, and each position much to ask; of two games one follows the module's weights.
fn scale() -> Scale {
    let scale = Scale::from_environment();
    Scale { games: scale.games / 6, positions: scale.positions / 4, ..scale }
}

suite!(noon, module(), named("bull-run-noon"), Hidden::default(), scale());
suite!(battle, module(), named("bull-run"), Hidden::default(), scale());
