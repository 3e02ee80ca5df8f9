//! The whole suite on the two scenarios of the whole field. That takes a quarter of an hour, so that it is only run when it is
//! asked for: `cargo test -p bull-run --test battle`.

use bull_run::BullRun;
use facts::Hidden;
use muster_conformance::{scenario, suite};
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

suite!(noon, module(), named("bull-run-noon"), Hidden::default());
suite!(battle, module(), named("bull-run"), Hidden::default());
