//! Positions from scenario folders.

use std::path::{Path, PathBuf};

use muster_contract::{Attribute, Module, Position, RuleText, Rulebook as _, Value};
use muster_scripts::rules::Rhai;
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

/// A position with rules of these texts in force.
///
/// # Panics
///
/// If a text is no rule for the module; the message says where and why.
#[track_caller]
pub fn under_rules(module: &dyn Module, mut position: Position, texts: &[RuleText]) -> Position {
    position.in_force = Rhai.compile(module, texts).unwrap_or_else(|problem| panic!("{problem}"));
    position.setup.rules = texts.iter().map(|text| text.id.clone()).collect();
    position
}

/// A rule's text with numbers for its settings.
pub fn rule_text(id: &str, text: &str, settings: &[(&str, i32)]) -> RuleText {
    let setting =
        |&(name, value): &(&str, i32)| Attribute { name: name.to_owned(), value: Value::Number(value) };
    RuleText { id: id.to_owned(), text: text.to_owned(), settings: settings.iter().map(setting).collect() }
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
