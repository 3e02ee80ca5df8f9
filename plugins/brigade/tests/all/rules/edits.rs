//! Corrections of a position, and why some are refused.

use muster_contract::{Attribute, Change, Custom, Place, Value};

use crate::rules::position::{Played, ground, position};
use crate::rules::{A, CS, US};

fn place(id: &str, hex: &str, facing: Option<u8>) -> Change {
    let place = Place { space: hex.to_owned(), edge: None, facing, slot: None, carrier: None };
    Change::Place((id.to_owned(), place))
}

fn set(id: &str, name: &str, value: Value) -> Change {
    Change::Set((id.to_owned(), Attribute { name: name.to_owned(), value }))
}

fn fact(name: &str, value: Value) -> Change {
    Change::Fact(Attribute { name: name.to_owned(), value })
}

fn field() -> Played {
    let rows = ground(&[("0101", "~")]);
    let units = [US, A, "us-b infantry 0405 N I", "us-c infantry 0407 N I", CS, "cs-a infantry 0601 S II"];
    Played::new(&position(&rows, "", &units, &[]))
}

#[test]
fn what_can_be_corrected() {
    let mut game = field();
    game.edit(place("us-c", "0404", Some(4)));
    assert_eq!(game.at("us-c"), "0404");
    game.destroy(&["us-c"]);
    assert_eq!((game.at("us-c"), game.points()[1].as_str()), ("off".to_owned(), "2"));
    game.edit(place("us-c", "0407", None));
    assert_eq!((game.at("us-c"), game.points()[1].as_str()), ("0407".to_owned(), "0"));
    game.take("roll");
    game.edit(set("us-gen", "pips", Value::Number(12)));
    assert_eq!(game.pips("us-gen"), 12);
    game.edit(set("us-a", "spent", Value::Flag(true)));
    game.lacks("move us-a");
    game.edit(fact("turn", Value::Number(20)));
    assert_eq!(game.game.view(None).turn.number, 20);
}

#[test]
fn corrections_of_what_is_not_there_are_refused() {
    let mut game = field();
    for change in [
        place("us-x", "0404", None),
        set("us-x", "heavy-casualties", Value::Flag(true)),
        Change::Remove("us-x".to_owned()),
    ] {
        assert_eq!(game.refuses(change).0, "there is no unit \"us-x\"");
    }
    assert_eq!(game.refuses(place("us-a", "9999", None)).0, "there is no hex \"9999\"");
}

#[test]
fn corrections_against_the_rules_are_refused() {
    let mut game = field();
    assert_eq!(
        game.refuses(place("us-c", "0404", Some(3))),
        ("us-c must face a corner of its hex".to_owned(), "A2".to_owned())
    );
    for (change, reason) in [
        (place("us-c", "0101", None), "us-c can't be in 0101: it is water"),
        (place("us-c", "0601", None), "us-c can't be in 0601 with the enemy"),
        (place("us-c", "0701", None), "us-c can't be in 0701 with the enemy"),
        (place("us-c", "0405", None), "there are 3 units in 0405; two can be there"),
    ] {
        assert_eq!(game.refuses(change), (reason.to_owned(), "A1".to_owned()));
    }
    game.edit(place("us-gen", "0404", None));
    game.edit(place("us-gen", "0405", None));
    assert_eq!(game.at("us-gen"), "0405", "a general fits into any hex of his side");
}

#[test]
fn corrections_of_attributes_that_cannot_be_are_refused() {
    let mut game = field();
    let points = "His pips, 0 to 12.";
    for (id, name, value, reason) in [
        (
            "us-a",
            "heavy-casualties",
            Value::Number(1),
            "\"heavy-casualties\" of us-a can't become 1 (Gives or takes the marker.)".to_owned(),
        ),
        (
            "us-a",
            "spent",
            Value::Text("yes".to_owned()),
            "\"spent\" of us-a can't become \"yes\" (Whether the unit was activated.)".to_owned(),
        ),
        ("us-a", "pips", Value::Number(3), format!("us-a has no \"pips\"; it is of a general ({points})")),
        ("us-gen", "pips", Value::Number(13), format!("\"pips\" of us-gen can't become 13 ({points})")),
        ("us-gen", "pips", Value::Number(-1), format!("\"pips\" of us-gen can't become -1 ({points})")),
        ("us-gen", "pips", Value::Flag(true), format!("\"pips\" of us-gen can't become true ({points})")),
        (
            "us-a",
            "kind",
            Value::Text("cavalry".to_owned()),
            "us-a has no attribute \"kind\" that can be changed; what can be is \"heavy-casualties\", \"spent\", \"pips\""
                .to_owned(),
        ),
    ] {
        assert_eq!(game.refuses(set(id, name, value)).0, reason);
    }
}

#[test]
fn corrections_of_facts_that_cannot_be_are_refused() {
    let mut game = field();
    let turn = "The turn, from 1 to the last.";
    for (name, value, reason) in [
        ("turn", Value::Number(0), format!("\"turn\" can't become 0 ({turn})")),
        ("turn", Value::Number(21), format!("\"turn\" can't become 21 ({turn})")),
        ("turn", Value::Flag(true), format!("\"turn\" can't become true ({turn})")),
        (
            "weather",
            Value::Text("rain".to_owned()),
            "\"weather\" is no fact that can be changed; what can be is \"turn\"".to_owned(),
        ),
    ] {
        assert_eq!(game.refuses(fact(name, value)).0, reason);
    }
    let custom = Change::Custom(Custom { name: "rain".to_owned(), json: "{}".to_owned() });
    assert_eq!(game.refuses(custom).0, "there is no change \"rain\"");
}

#[test]
fn nothing_is_corrected_in_the_midst_of_a_move_or_of_hits() {
    let late = ("finish the hits that are being carried out first".to_owned(), "B1".to_owned());
    let mut game = field();
    game.take("roll, move us-c");
    let marching = ("us-c takes part in the move that is being carried out".to_owned(), "B1".to_owned());
    assert_eq!(game.refuses(place("us-c", "0404", None)), marching);
    assert_eq!(game.refuses(Change::Remove("us-c".to_owned())), marching);
    game.edit(place("us-a", "0404", None));
    game.edit(place("us-a", "0405", None));
    game.take("cancel");
    game.edit(place("us-c", "0404", None));
    let mut game = Played::open(&[US, A, CS, "cs-a infantry 0404 S II"]);
    game.dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0405");
    assert_eq!(game.refuses(Change::Remove("us-a".to_owned())), late);
}

#[test]
fn who_is_moved_away_in_combat_fires_no_more() {
    let units = [US, A, CS, "cs-a infantry 0404 S II", "cs-b infantry 0404 S II"];
    let mut game = Played::open(&units);
    game.take("roll, end-moves").offers("attack cs-b 0405");
    game.edit(place("cs-b", "0402", None));
    game.lacks("attack cs-b 0405");
    game.offers("attack cs-a 0405");
}
