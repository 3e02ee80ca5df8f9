//! Corrections of a position by hand or by a rule.

use muster_contract::{Attribute, Change, Place, Value};
use muster_sdk::place;

use crate::rules::position::*;

fn field() -> String {
    board("1 2:2 3", &["1-2", "2-3"])
}

fn play() -> Play {
    Play::new(
        &field(),
        &["us-a infantry 2 @1", "us-b infantry 1 @2", "us-c artillery 1 @2", "cs-a infantry 2 @3"],
    )
}

#[track_caller]
fn refused(play: &mut Play, change: Change, why: &str) {
    let before = play.game.save();
    let refusal = play.game.edit(&[change]).expect_err("the change is made");
    assert!(refusal.reason.contains(why), "{}", refusal.reason);
    assert_eq!(play.game.save(), before);
}

fn to(unit: &str, space: &str, edge: Option<&str>) -> Change {
    let place = Place { edge: edge.map(str::to_owned), ..place(space) };
    Change::Place((unit.to_owned(), place))
}

#[test]
fn units_are_placed_where_they_may_stand() {
    let mut play = play();
    play.edit(to("us-c", "2", Some("2/3")));
    assert_eq!(play.at("us-c"), "2 2/3");
    refused(&mut play, to("us-a", "2", None), "does not fit into 2");
    refused(&mut play, to("us-a", "3", None), "with the enemy");
    refused(&mut play, to("us-a", "1", Some("1/2")), "no enemy is beyond");
    refused(&mut play, to("us-a", "9", None), "no locale");
    refused(&mut play, to("us-x", "1", None), "no unit");
}

#[test]
fn strength_faces_and_morale_can_be_set() {
    let mut play = play();
    let strength = |value: i32| {
        Change::Set((
            "us-a".to_owned(),
            Attribute { name: "strength".to_owned(), value: Value::Number(value) },
        ))
    };
    play.edit(strength(3));
    assert_eq!((play.strength("us-a"), play.knows(Some(CS), "us-a")), (3, true));
    refused(&mut play, strength(4), "can't have a strength of 4");
    let ranging = Attribute { name: "ranging".to_owned(), value: Value::Flag(true) };
    refused(&mut play, Change::Set(("us-a".to_owned(), ranging)), "us-a has no \"ranging\"");
    play.flag("us-a", "disrupted");
    assert!(play.is_disrupted("us-a"));
    play.fact("cs-morale", 3);
    assert_eq!(play.morale(), [20, 3]);
    let morale = Change::Fact(Attribute { name: "cs-morale".to_owned(), value: Value::Number(26) });
    refused(&mut play, morale, "can't become");
    play.edit(Change::Remove("us-b".to_owned()));
    assert_eq!(play.at("us-b"), "off");
}

#[test]
fn nothing_is_changed_within_a_command() {
    let mut play = play();
    play.take(US, "pick us-b");
    refused(&mut play, to("us-b", "1", None), "between two commands");
}

#[test]
fn a_unit_moved_by_hand_does_not_deploy_from_there() {
    let board = board("1 2 3 4", &["1-2", "2-3", "2-4", "3-4"]);
    let mut play = Play::new(&board, &["us-a cavalry 2 @1", "cs-a infantry 2 @3"]);
    play.order(US, "us-a", "march 2");
    assert!(play.offers(US, "deploy"));
    play.edit(to("us-a", "4", None));
    assert!(!play.offers(US, "deploy"));
}

#[test]
fn s4_1_1_nobody_is_disrupted_off_the_map() {
    let board = board("1:6:us-entry 2 3", &["1-2", "2-3"]);
    let mut play = Play::new(&board, &["us-a infantry 2 @1", "us-r infantry 1 +1", "cs-a infantry 2 @3"]);
    let flag = Attribute { name: "disrupted".to_owned(), value: Value::Flag(true) };
    refused(&mut play, Change::Set(("us-r".to_owned(), flag)), "is not on the map");
}
