//! §22: optional rules in Rhai that come with Muster for this game.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

use muster_conformance::{rule_text, under_rules};
use muster_contract::{Position, RuleText};
use muster_sdk::Native;
use us_civil_war::UsCivilWar;

#[path = "../rules/battlefield.rs"]
#[allow(dead_code, reason = "what the tests of the rules need besides")]
mod battlefield;
#[path = "../rules/position.rs"]
#[allow(dead_code, reason = "what the tests of the rules need besides")]
mod position;

mod political;
mod reinforcing;
mod salt;

const POLITICAL: &str = include_str!("../../../../scripts/political-restrictions.rhai");
const SALT: &str = include_str!("../../../../scripts/salt.rhai");
const REINFORCING: &str = include_str!("../../../../scripts/reinforce-under-attack.rhai");

/// A position under one rule.
#[track_caller]
fn under(position: Position, text: &str) -> Position {
    under_rules(&Native::<UsCivilWar>::new("us-civil-war"), position, &[rule_text("rule", text, &[])])
}

/// All of them.
fn rules() -> Vec<RuleText> {
    [("political-restrictions", POLITICAL), ("salt", SALT), ("reinforce-under-attack", REINFORCING)]
        .map(|(id, text)| rule_text(id, text, &[]))
        .to_vec()
}

/// A rule that nobody tested would be left out.
#[test]
fn every_rule_for_this_game_is_on() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let texts = files.map(|file| std::fs::read_to_string(file).unwrap());
    let of_this_game = texts.filter(|text| text.contains("modules: [\"us-civil-war\"]"));
    assert_eq!(of_this_game.count(), rules().len());
}
