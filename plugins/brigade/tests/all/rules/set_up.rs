//! What a scenario may not say, and how it is told.

use brigade::Brigade;
use muster_contract::{Attribute, Grid, Module, Position, Refusal, Value};
use muster_sdk::Native;

use crate::rules::position::{OPEN, Played, ground, position, road};
use crate::rules::{A, CS, US};

fn field(units: &[&str]) -> Position {
    position(OPEN, "", units, &[])
}

#[track_caller]
fn refusal(position: &Position) -> Refusal {
    let game = Native::<Brigade>::new("brigade").create(position).unwrap();
    game.err().expect("the position is taken")
}

/// Checks that the position is refused in these words.
#[track_caller]
fn refused(position: &Position, reason: &str, citation: &str) {
    let refusal = refusal(position);
    assert_eq!(
        (refusal.reason.as_str(), refusal.citation.as_deref().unwrap_or_default()),
        (reason, citation)
    );
}

fn with_fact(name: &str, value: Value) -> Position {
    let mut position = field(&[US, A, CS]);
    position.setup.facts.retain(|fact| fact.name != name);
    position.setup.facts.push(Attribute { name: name.to_owned(), value });
    position
}

#[test]
fn a_board_of_hexes_is_needed() {
    let mut none = field(&[US, A, CS]);
    none.boards.clear();
    refused(&none, "Brigade needs a board of hexes", "A1");
    let mut free = field(&[US, A, CS]);
    free.boards[0].grid = Grid::Free;
    assert!(!refusal(&free).reason.is_empty());
    let mut twice = field(&[US, A, CS]);
    let again = twice.boards[0].clone();
    twice.boards.push(again);
    assert!(!refusal(&twice).reason.is_empty(), "a board twice");
}

/// A landing to which no road leads.
const LANDING: &str = "[[hex]]\nid = \"0405\"\nfeatures = [\"landing\"]\n";

/// A field with a road down its second column from the upper edge, and the trains not agreed upon.
fn with_train(units: &[&str], agreed: bool) -> Position {
    let tall = [". . . . . . ."; 9].join("\n");
    let units = [&[US, CS][..], units].concat();
    let mut position = position(
        &tall,
        &[&road("0201 0202 0203 0204 0205"), &road("0601 0602"), LANDING].concat(),
        &units,
        &[],
    );
    position.setup.facts.retain(|fact| fact.name != "trains-as-agreed");
    if agreed {
        position
            .setup
            .facts
            .push(Attribute { name: "trains-as-agreed".to_owned(), value: Value::Flag(true) });
    }
    position
}

#[test]
fn a5_a_train_begins_within_six_hexes_of_every_unit_of_its_corps() {
    let train = "us-train train 0201 N I loc=0201";
    for (units, from) in [
        (&[train, "us-near infantry 0207 N I"][..], None),
        (&[train, "us-near infantry 0207 N I", "us-far infantry 0208 N I"], Some("7 hexes from us-far")),
        (&[train, "us-late infantry 0208 N I arrives=2"], None),
        (&[train, "us-other infantry 0209 N IV"], None),
        (&[train, "us-gun artillery 0209 N I"], Some("8 hexes from us-gun")),
        (&["us-late train 0201 N I loc=0201 arrives=2", "us-far infantry 0209 N I"], None),
    ] {
        let game =
            |agreed: bool| Native::<Brigade>::new("brigade").create(&with_train(units, agreed)).unwrap();
        let why = game(false).err();
        assert_eq!(why.is_some(), from.is_some(), "{units:?}: {why:?}");
        if let Some((refusal, from)) = why.zip(from) {
            assert!(
                refusal.reason.contains(from) && refusal.reason.contains("trains-as-agreed"),
                "{refusal:?}"
            );
            assert_eq!(refusal.citation.as_deref(), Some("A5"));
        }
        assert!(game(true).is_ok(), "as agreed upon: {units:?}");
    }
}

#[test]
fn a5_a_train_begins_on_a_road_to_its_line_of_communication() {
    for (train, leads) in [
        ("us-train train 0205 N I loc=0201", true),
        ("us-train train 0201 N I loc=0201", true),
        ("us-train train 0301 N I loc=0201", false),
        ("us-train train 0201 N I loc=0601", false),
        ("us-train train 0405 N I loc=0405", false),
        ("us-train train 0301 N I", true),
    ] {
        let game = Native::<Brigade>::new("brigade").create(&with_train(&[train], false)).unwrap();
        let why = game.err();
        assert_eq!(why.is_none(), leads, "{train}: {why:?}");
        assert!(why.is_none_or(|why| why.reason.contains("no road to 0")), "{train}");
    }
}

#[test]
fn a5_a_line_of_communication_is_where_a_road_leaves_the_board_or_at_a_landing() {
    for (train, fit) in [
        ("us-train train 0205 N I loc=0201", true),
        ("us-train train 0201 N I loc=0205", false),
        ("us-train train 0201 N I loc=0301", false),
        ("us-late train 0205 N I loc=0204 arrives=2", false),
        ("us-late train 0205 N I loc=0405 arrives=2", true),
    ] {
        let game =
            |agreed: bool| Native::<Brigade>::new("brigade").create(&with_train(&[train], agreed)).unwrap();
        let why = game(false).err();
        assert_eq!(why.is_none(), fit, "{train}: {why:?}");
        if let Some(why) = why {
            assert!(why.reason.starts_with("the line of communication of I is 0"), "{train}: {why:?}");
            assert!(why.reason.contains("trains-as-agreed"), "{train}: {why:?}");
            assert_eq!(why.citation.as_deref(), Some("A5"));
        }
        assert!(game(true).is_ok(), "as agreed upon: {train}");
    }
}

#[test]
fn numbers_are_within_their_bounds() {
    for (name, least, most, citation) in [
        ("days", 1, 9, "O2"),
        ("turns-per-day", 1, 99, "O2"),
        ("turns", 1, 200, "B1"),
        ("minutes-per-turn", 1, 240, "B1"),
        ("first-hour", 0, 1439, "B1"),
    ] {
        for (value, shown) in [
            (Value::Number(least - 1), (least - 1).to_string()),
            (Value::Number(most + 1), (most + 1).to_string()),
            (Value::Flag(true), "true".to_owned()),
        ] {
            let reason = format!("\"{name}\" is {shown}; it goes from {least} to {most}");
            refused(&with_fact(name, value), &reason, citation);
        }
        Played::new(&with_fact(name, Value::Number(least)));
        Played::new(&with_fact(name, Value::Number(most)));
    }
}

#[test]
fn facts_are_of_their_kind() {
    let wrong = |name: &str, value: Value, reason: &str, citation: &str| {
        refused(&with_fact(name, value), reason, citation);
    };
    wrong("first-side", Value::Number(1), "\"first-side\" is 1; it may be \"us\" or \"cs\"", "B1");
    let nobody = Value::Text("gb".to_owned());
    wrong("first-side", nobody, "\"first-side\" is \"gb\"; it may be \"us\" or \"cs\"", "B1");
    wrong("date", Value::Number(1862), "\"date\" is 1862; it must be a text", "B1");
    wrong("early-end", Value::Number(1), "\"early-end\" is 1; it must be true or false", "V1");
}

#[test]
fn b1_the_scenario_says_who_goes_first_or_else_it_is_the_confederates() {
    let game = Played::new(&with_fact("first-side", Value::Text("us".to_owned())));
    assert_eq!(game.game.view(None).turn.active.as_deref(), Some("us"));
    let mut position = field(&[US, A, CS]);
    position.setup.facts.clear();
    let mut game = Played::new(&position);
    assert_eq!(game.game.view(None).turn.active.as_deref(), Some("cs"));
    game.take("roll, end-moves");
    assert_eq!(game.game.view(None).turn.active.as_deref(), Some("us"));
    game.take("roll, end-moves");
    assert_eq!(game.game.view(None).turn.active.as_deref(), Some("cs"), "it stays the same");
}

#[test]
fn both_sides_are_played() {
    let mut position = field(&[US, A, CS]);
    position.setup.seats = vec!["us".to_owned(), "gb".to_owned()];
    refused(&position, "there is no side \"gb\" for a seat", "");
    position.setup.seats = vec!["us".to_owned(), "us".to_owned()];
    refused(&position, "no seat plays the side \"cs\"", "");
}

#[test]
fn a_roster_is_of_250_units_and_64_corps_at_most() {
    let names: Vec<String> = (0..251).map(|number| format!("us-{number} general 0405 N -")).collect();
    let units: Vec<&str> = names.iter().map(String::as_str).collect();
    refused(&field(&units), "251 units are too many; there can be 250", "A1");
    Played::new(&field(&units[..250]));
    let names: Vec<String> = (0..65).map(|number| format!("us-{number} general 0405 N K{number}")).collect();
    let units: Vec<&str> = names.iter().map(String::as_str).collect();
    refused(&field(&units), "there can be 64 corps", "A5");
    Played::new(&field(&units[..64]));
}

#[test]
fn a1_units_are_of_a_side_and_a_kind() {
    refused(&field(&["gb-a infantry 0405 N I"]), "gb-a: there is no side \"gb\"", "");
    refused(&field(&["us-a elephants 0405 N I"]), "us-a: \"elephants\" is no kind of unit here", "A1");
}

#[test]
fn a1_units_are_in_hexes_that_are_there() {
    let lake = ground(&[("0404", "~")]);
    for (rows, unit, reason) in [
        (OPEN, "us-a infantry 9999 N I", "us-a: there is no hex \"9999\" to be in"),
        (&lake, "us-a infantry 0404 N I", "us-a: there is no hex \"0404\" to be in"),
        (OPEN, "us-a infantry 9999 N I entry=0405", "us-a: there is no hex \"9999\" to be in"),
        (OPEN, "us-a infantry 0405 N I entry=9999", "us-a: there is no hex \"9999\" to be in"),
        (OPEN, "us-a train 0405 N I loc=9999", "us-a: there is no hex \"9999\" to be in"),
    ] {
        refused(&position(rows, "", &[US, unit, CS], &[]), reason, "A1");
    }
    let mut nowhere = field(&[US, A, CS]);
    nowhere.roster[1].place = None;
    refused(&nowhere, "us-a: it needs a hex, or `arrives` with `entry`", "A1");
}

#[test]
fn a1_no_more_than_two_units_and_no_enemies_share_a_hex() {
    let three = [US, A, "us-b infantry 0405 N I", "us-c artillery 0405 N I", CS];
    refused(&field(&three), "there are 3 units in 0405; two can be there", "A1");
    let enemies = [US, A, CS, "cs-a infantry 0405 N II"];
    refused(&field(&enemies), "us-gen can't be in 0405 with the enemy", "A1");
}

#[test]
fn attributes_of_units_are_of_their_kind() {
    for (name, value, reason, citation) in [
        ("army-general", Value::Number(1), "is 1; it must be true or false", "A4"),
        ("heavy", Value::Number(1), "is 1; it must be true or false", "E1"),
        ("arrives", Value::Number(201), "is 201; it goes from 1 to 200", "A5"),
        ("arrives", Value::Flag(true), "is true; it goes from 1 to 200", "A5"),
        ("entry", Value::Number(405), "is 405; it must be a text", "A5"),
        ("loc", Value::Number(405), "is 405; it must be a text", "A5"),
    ] {
        let mut position = field(&[US, A, CS]);
        position.roster[1].attributes.push(Attribute { name: name.to_owned(), value });
        refused(&position, &format!("us-a: \"{name}\" {reason}"), citation);
    }
}

#[test]
fn a5_a_unit_with_an_entry_and_no_place_comes_in_its_first_turn() {
    let mut fresh = field(&[US, "us-a infantry 0405 N I entry=0103", CS]);
    fresh.roster[1].place = None;
    assert_eq!(Played::new(&fresh).at("us-a"), "0103");
}

#[test]
fn a4_a_side_has_four_generals_of_the_army_at_most() {
    let generals: Vec<String> =
        (1..=5).map(|number| format!("us-g{number} general 0405 N - army-general=yes")).collect();
    let units: Vec<&str> = generals.iter().map(String::as_str).chain([A, CS]).collect();
    refused(&field(&units), "us-g5: a side has 4 generals of the army at most", "A4");
    assert!(Native::<Brigade>::new("brigade").create(&field(&units[1..])).unwrap().is_ok());
}

#[test]
fn a1_the_game_is_played_on_one_board() {
    let mut two = field(&[US, A, CS]);
    let mut other = two.boards[0].clone();
    other.id = "other".to_owned();
    for space in &mut other.spaces {
        space.id.insert(0, 'o');
    }
    other.edges.clear();
    two.boards.push(other);
    refused(&two, "Brigade is played on one board", "A1");
}
