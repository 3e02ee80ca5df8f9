//! The game under all checks that a module must pass.
//!
//! `MUSTER_FULL=1` looks longer.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

use cw_strategy::CwStrategy;
use facts::Hidden;
use muster_conformance::{scenario, suite};
use muster_contract::Position;
use muster_sdk::Native;

mod facts;

fn module() -> Native<CwStrategy> {
    Native::new("cw-strategy")
}

fn named(name: &str) -> Position {
    scenario(&module(), concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name)
}

suite!(war, module(), named("cw-strategy"), Hidden::default());
