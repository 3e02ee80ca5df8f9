//! The game under all checks that a module must pass.
//!
//! `MUSTER_FULL=1` looks longer.

use bull_run::BullRun;
use muster_conformance::{NothingHidden, scenario, suite};
use muster_contract::Position;
use muster_sdk::Native;

fn module() -> Native<BullRun> {
    Native::new("bull-run")
}

fn position() -> Position {
    scenario(&module(), concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), "ten-locales")
}

suite!(natively, module(), position(), NothingHidden);
