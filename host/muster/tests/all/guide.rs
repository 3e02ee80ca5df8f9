//! What the guides in `docs/` show works as it stands there.

use std::collections::BTreeMap;

use crate::fixture::{Desk, root};
use clap::Parser;
use muster::Arguments;
use muster_contract::Module;
use muster_scripts::{Known, Scenario, Texts, new_scenario};
use muster_sdk::Native;

/// The files that a guide shows, by scenario: its code blocks that are headed by `name=scenario/file`.
fn shown(guide: &str) -> BTreeMap<String, Texts> {
    let text = std::fs::read_to_string(root().join("docs").join(guide)).expect("the guide");
    let mut scenarios = BTreeMap::<String, Texts>::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some((_, name)) = line.strip_prefix("```").and_then(|head| head.split_once(" name=")) else {
            continue;
        };
        let (scenario, file) = name.split_once('/').expect("a scenario and a file");
        let body: String =
            lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        let texts = scenarios
            .entry(scenario.into())
            .or_insert_with(|| Texts::new(scenario, Vec::<(&str, &str)>::new()));
        texts.files.insert(file.into(), body);
    }
    scenarios
}

#[test]
fn the_scenarios_of_the_guide_can_be_played() {
    let module = Native::<brigade::Brigade>::new("brigade");
    let known = Known { id: "brigade", description: module.describe() };
    let scenarios = shown("scenarios.md");
    assert_eq!(scenarios.keys().collect::<Vec<_>>(), ["bridge", "small"]);
    for texts in scenarios.values() {
        let scenario = Scenario::from_texts(texts, &[known]).unwrap_or_else(|problem| panic!("{problem}"));
        module
            .create(&scenario.position)
            .unwrap()
            .map(|_| ())
            .unwrap_or_else(|refusal| panic!("{}", refusal.reason));
    }
}

#[test]
fn the_sample_is_the_one_that_the_guide_shows() {
    let module = Native::<brigade::Brigade>::new("brigade");
    let desk = Desk::new("guide-sample");
    let folder = desk.path("two-hills");
    new_scenario(&folder, "brigade", module.describe()).unwrap();
    let written = Texts::read(&folder).unwrap();
    assert_eq!(written.files["scenario.rhai"], shown("scenarios.md")["small"].files["scenario.rhai"]);
}

/// Plays the session of the guide: lines that begin with `>` go in, and those with `<` must come out in this order,
/// where `…` stands for anything.
#[test]
fn the_session_of_the_guide_goes_as_it_says() {
    let text = std::fs::read_to_string(root().join("docs/protocol.md")).unwrap();
    let (_, rest) = text.split_once("```text name=session\n").unwrap();
    let (session, _) = rest.split_once("```").unwrap();
    let mut lines = session.lines();
    let typed = lines.next().unwrap().strip_prefix("$ muster ").unwrap();
    let typed: Vec<&str> = typed.split(' ').collect();
    let (input, expected): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("> "));
    let input: String = input.iter().map(|line| format!("{}\n", &line[2..])).collect();
    let out = Desk::new("guide-session").type_with(&typed, input.as_bytes()).unwrap();
    let mut said = out.lines();
    for pattern in expected {
        let pattern = pattern.strip_prefix("< ").unwrap_or_else(|| panic!("neither > nor <: {pattern}"));
        assert!(said.any(|line| fits(line, pattern)), "nothing like\n  {pattern}\nin\n{out}");
    }
}

fn fits(line: &str, pattern: &str) -> bool {
    let Some((first, others)) = pattern.split_once('…') else { return line == pattern };
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut pieces: Vec<&str> = others.split('…').collect();
    let last = pieces.pop().unwrap_or_default();
    for piece in pieces {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

/// What the guide to modules tells one to type, as `muster` would get it: behind `cargo muster`, or `cargo xtask play`,
/// which passes on what it doesn't know.
#[test]
fn the_commands_of_the_module_guide_are_understood() {
    let text = std::fs::read_to_string(root().join("docs/modules.md")).expect("the guide");
    let typed = text.lines().filter_map(|line| {
        line.strip_prefix("cargo muster ").or_else(|| line.strip_prefix("cargo xtask play "))
    });
    let typed: Vec<&str> = typed.collect();
    assert!(typed.len() >= 4, "{typed:?}");
    for line in typed {
        let words = std::iter::once("muster").chain(line.split(' '));
        Arguments::try_parse_from(words).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
}
