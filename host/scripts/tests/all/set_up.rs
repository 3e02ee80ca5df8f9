//! What scripts say becomes the position.

use crate::fixture::{run, script, set_up};
use muster_contract::{Attribute, Place, Value};
use muster_scripts::SCRIPT;

fn number(name: &str, value: i32) -> Attribute {
    Attribute { name: name.into(), value: Value::Number(value) }
}

#[test]
fn a_unit_has_what_the_script_says() {
    let scenario = run(
        r#"unit("us", "infantry", "a", #{ name: "A's brigade", formation: "I Corps", at: "0102", facing: "NE", strength: 3 });"#,
    )
    .unwrap();
    let unit = &scenario.position.roster[0];
    assert_eq!((unit.id.as_str(), unit.side.as_str(), unit.kind.as_str()), ("a", "us", "infantry"));
    assert_eq!((unit.name.as_str(), unit.formation.as_str()), ("A's brigade", "I Corps"));
    assert_eq!(unit.attributes, [number("strength", 3)]);
    let place = Place { space: "0102".into(), edge: None, facing: Some(2), slot: None, carrier: None };
    assert_eq!(unit.place.as_ref(), Some(&place));
    assert_eq!(scenario.position.setup.seats, ["us", "cs"]);
}

#[test]
fn a_roster_file_lists_units_and_the_script_places_and_changes_them() {
    let roster = r#"
        [[unit]]
        id = "a"
        side = "us"
        kind = "infantry"
        strength = 3
        at = "0101"
        [[unit]]
        id = "g"
        side = "cs"
        kind = "general"
        corps = "I"
    "#;
    let lines = r#"
        roster("roster.toml");
        place("a", "0202", 4);
        set("a", "strength", 2);
        place("g", #{ at: "0101", slot: "reserve", carrier: "a" });
    "#;
    let scenario = set_up([(SCRIPT, script(lines)), ("roster.toml", roster.into())]).unwrap();
    let [a, g] = &scenario.position.roster[..] else { panic!("two units") };
    assert_eq!(a.attributes, [number("strength", 2)]);
    assert_eq!(a.place.as_ref().map(|place| (place.space.as_str(), place.facing)), Some(("0202", Some(4))));
    let place = g.place.as_ref().unwrap();
    assert_eq!((place.slot.as_deref(), place.carrier.as_deref()), (Some("reserve"), Some("a")));
}

#[test]
fn scripts_compute() {
    let scenario = run(r#"
        fn company(letter, row) { unit("us", "infantry", letter, #{ at: hex(1, row), strength: 1 + row }); }
        for letter in ["a", "b"] { company(letter, if letter == "a" { 1 } else { 2 }); }
        print(`${2} companies`);
        "#)
    .unwrap();
    let spaces: Vec<_> =
        scenario.position.roster.iter().map(|unit| unit.place.as_ref().unwrap().space.as_str()).collect();
    assert_eq!(spaces, ["0101", "0102"]);
    assert_eq!(scenario.log[0].text, "2 companies");
}

#[test]
fn facts_options_briefs_and_notes() {
    let scenario = run(
        r#"
        fact("turns", 12);
        option("late-war", true);
        brief("us", "Hold the line.");
        unit("us", "infantry", "a", #{ strength: 1 });
        note(#{ decision: "choose-unit", title: "Moving", text: "…", turn: 2, side: "us", unit: "a", cite: "D1" });
        "#,
    )
    .unwrap();
    assert_eq!(scenario.position.setup.facts, [number("turns", 12)]);
    assert_eq!(
        scenario.position.setup.options,
        [Attribute { name: "late-war".into(), value: Value::Flag(true) }]
    );
    assert_eq!(
        (scenario.heading.briefs[0].side.as_str(), scenario.heading.briefs[0].text.as_str()),
        ("us", "Hold the line.")
    );
    let note = &scenario.notes[0];
    assert_eq!(
        (note.decision.as_str(), note.turn, note.side.as_deref()),
        ("choose-unit", Some(2), Some("us"))
    );
    assert_eq!((note.unit.as_deref(), note.cite.as_deref()), (Some("a"), Some("D1")));
    assert!(scenario.position.roster[0].place.is_none(), "a unit without a place arrives later");
}

/// A board of four hexes, as a file; what is added begins at line 12.
const FIELD: &str = r##"id = "field"
title = "A field"
source = "Invented."
[hexes]
grid = "pointy"
shifted = "even"
terrain = """
. w
 . .
"""
key = { "." = ["clear"], w = ["woods"] }
"##;

#[test]
fn a_board_file_gives_the_board_and_its_picture() {
    let lines = "scenario(#{ module: \"drill\", title: \"T\" });\nboard(\"field.toml\");";
    let scenario = set_up([(SCRIPT, lines.to_owned()), ("field.toml", FIELD.into())]).unwrap();
    let spaces: Vec<_> = scenario.position.boards[0].spaces.iter().map(|space| space.id.as_str()).collect();
    assert_eq!(spaces, ["0101", "0201", "0102", "0202"]);
    assert_eq!(scenario.pictures.len(), 1);
}

/// What a module refuses about a board is reported where the board's file has it.
#[test]
fn a_refusal_that_names_a_space_stands_at_its_entry() {
    let board = format!(
        "{FIELD}[[hex]]\nid = \"0101\"\ntitle = \"Hay\"\n[[hex]]\nid = \"0202\"\n[[side]]\nbetween = \"0101/0102\"\nfeatures = [\"stream\"]\n"
    );
    let lines =
        "scenario(#{ module: \"drill\", title: \"T\" });\nboard(\"field.toml\");\nfact(\"turns\", 3);";
    let scenario = set_up([(SCRIPT, lines.to_owned()), ("field.toml", board)]).unwrap();
    let place_of = |reason: &str| {
        let refusal = muster_contract::Refusal { reason: reason.to_owned(), citation: None };
        let at = scenario.refused(&refusal).at;
        (at.file, at.line)
    };
    let in_board = |line| ("field.toml".to_owned(), Some(line));
    assert_eq!(place_of("0202 has no capacity"), in_board(16));
    assert_eq!(place_of("Hay has no capacity"), in_board(14));
    assert_eq!(place_of("a stream between 0101 and 0102 has no bridge"), in_board(18));
    assert_eq!(
        place_of("0201 has no capacity"),
        (SCRIPT.to_owned(), Some(1)),
        "a letter of a row has no entry"
    );
    assert_eq!(
        place_of("turns and 0202 differ"),
        (SCRIPT.to_owned(), Some(3)),
        "what the script says comes first"
    );
}

/// The values of spaces and edges are the module's, like their features.
#[test]
fn a_value_of_a_board_that_the_module_does_not_know_stands_at_its_line() {
    let board = |more: &str| {
        format!(
            "id = \"field\"\ntitle = \"A field\"\nsource = \"Invented.\"\n[hexes]\ngrid = \"pointy\"\nshifted = \"even\"\nterrain = \". .\"\n{more}"
        )
    };
    let lines = "scenario(#{ module: \"drill\", title: \"T\" });\nboard(\"field.toml\");";
    let check = |more: &str| {
        set_up([(SCRIPT, lines.to_owned()), ("field.toml", board(more))])
            .map(|_| ())
            .map_err(|why| why.to_string())
    };
    let hex = "[[hex]]\nid = \"0101\"\nvalues = { ";
    let side = "[[side]]\nbetween = \"0101/0201\"\nvalues = { ";
    assert_eq!(check(&format!("{hex}height = 2, height-from = \"w1\" }}\n{side}ford = true }}")), Ok(()));
    let wrong = |more: String, expected: &str| assert_eq!(check(&more).unwrap_err(), expected);
    wrong(
        format!("{hex}hieght = 2 }}"),
        "field.toml:10:12: there is no value \"hieght\" for the spaces of the module \"drill\". Did you mean \"height\"?",
    );
    wrong(
        format!("{hex}height = 1 }}\n{side}height = 1 }}"),
        "field.toml:13:12: there is no value \"height\" for the edges of the module \"drill\". There is \"ford\".",
    );
    wrong(
        format!("{hex}height = \"high\" }}"),
        "field.toml:10:12: \"height\" of \"0101\" is the text \"high\", where a number is wanted. Write a whole number without quotes, like 3.",
    );
    wrong(
        format!("{side}ford = true }}\n{hex}height = 10 }}"),
        "field.toml:13:12: \"height\" of \"0101\" is the number 10, where a number from 1 to 9 is wanted. How high it is, from 1 to 9.",
    );
    // One direction has values of its own.
    wrong(
        "[[side]]\nbetween = \"0101/0201\"\nbackward = { fjord = true }".to_owned(),
        "field.toml:10:14: there is no value \"fjord\" for the edges of the module \"drill\". Did you mean \"ford\"?",
    );
}

#[test]
fn the_same_texts_give_the_same_position() {
    let lines =
        r#"for row in 1..3 { unit("us", "infantry", "u" + row, #{ at: hex(2, row), strength: row }); }"#;
    assert_eq!(run(lines).unwrap().position, run(lines).unwrap().position);
}
