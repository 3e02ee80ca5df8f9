//! The game under all checks that a module must pass.
//!
//! `MUSTER_FULL=1` looks longer.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

use bobby_lee::BobbyLee;
use facts::Hidden;
use muster_conformance::{scenario, suite};
use muster_contract::Position;
use muster_sdk::Native;

mod facts;

fn module() -> Native<BobbyLee> {
    Native::new("bobby-lee")
}

fn named(name: &str) -> Position {
    scenario(&module(), concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name)
}

suite!(one_year, module(), named("small-war"), Hidden::default());
suite!(campaign, module(), named("long-war"), Hidden::default());
