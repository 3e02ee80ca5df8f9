//! Positions from scenario folders.

use std::path::Path;

use muster_contract::{Module, Position};
use muster_scripts::{Known, Scenario, Texts};

/// The position that the scenario in this folder of the repository sets up.
#[track_caller]
pub fn position(module: &dyn Module, folder: &str) -> Position {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let texts = Texts::read(&folder).unwrap_or_else(|problem| panic!("{problem}"));
    let scenario = Scenario::from_texts(&texts, &[Known::from(module)]);
    scenario.unwrap_or_else(|problem| panic!("{problem}")).position
}
