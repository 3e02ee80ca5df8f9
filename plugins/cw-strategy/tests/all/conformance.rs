//! The game under all checks that a module must pass.
//!
//! `MUSTER_FULL=1` looks longer.

use std::path::Path;

use cw_strategy::CwStrategy;
use facts::Hidden;
use muster_conformance::{Guarded, Scale, Subject, citations, scenario, suite};
use muster_contract::Position;
use muster_sdk::Native;

pub(crate) mod facts;

pub(crate) fn module() -> Native<CwStrategy> {
    Native::new("cw-strategy")
}

pub(crate) fn named(name: &str) -> Position {
    scenario(&module(), concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name)
}

suite!(war, module(), named("cw-strategy"), Hidden::default());

/// Whatever is cited has a section of the rules summary that tells of it.
#[test]
fn citations_open_their_sections() {
    let (module, position) = (Guarded(module()), named("cw-strategy"));
    let hidden = Hidden::default();
    let subject =
        Subject { module: &module, position: &position, hidden: &hidden, scale: Scale::from_environment() };
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let met = citations(&subject, &rules).unwrap_or_else(|evidence| panic!("{evidence}"));
    assert!(met >= 20, "only {met} were met");
}
