//! Positions from scenario folders.

use std::path::{Path, PathBuf};

use muster_contract::{Module, Position};
use muster_scripts::{Known, Scenario, Texts};

/// The position that a scenario sets up. `near` is the folder of the crate that asks (`env!("CARGO_MANIFEST_DIR")`); the
/// scenario lies in a folder `scenarios` in it, or in one of the folders around it.
///
/// # Panics
///
/// If there is no such scenario, or it can't be set up; the message says what is wrong with it.
#[track_caller]
pub fn scenario(module: &dyn Module, near: &str, name: &str) -> Position {
    let texts = Texts::read(&folder(near, name)).unwrap_or_else(|problem| panic!("{problem}"));
    let scenario = Scenario::from_texts(&texts, &[Known::from(module)]);
    scenario.unwrap_or_else(|problem| panic!("{problem}")).position
}

/// The text of the file that a scenario's script names in its first call of `board` or `roster`, wherever it lies. `near` is as
/// in [`scenario`].
///
/// # Panics
///
/// If there is no such scenario, or its script has no such call with a written name.
#[track_caller]
pub fn file_of(near: &str, name: &str, function: &str) -> String {
    let texts = Texts::read(&folder(near, name)).unwrap_or_else(|problem| panic!("{problem}"));
    let script = texts.script().unwrap_or_else(|problem| panic!("{problem}"));
    let call = script.split_once(&format!("\n{function}(\"")).and_then(|(_, rest)| rest.split_once('"'));
    let (file, _) = call.unwrap_or_else(|| panic!("{name} has no {function}(\"…\")"));
    texts.files.get(file).unwrap_or_else(|| panic!("{name} has no {file}")).clone()
}

#[track_caller]
fn folder(near: &str, name: &str) -> PathBuf {
    let around = Path::new(near).ancestors().map(|folder| folder.join("scenarios").join(name));
    let found = around.into_iter().find(|folder| folder.is_dir());
    found.unwrap_or_else(|| panic!("there is no folder scenarios/{name} in {near}, or in one around it"))
}
