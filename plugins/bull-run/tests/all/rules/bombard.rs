//! §8.3.

use crate::rules::explained::says;
use crate::rules::position::*;

fn field(boundary: &str) -> String {
    board("1 2 3", &[&format!("1-2 {boundary}"), "2-3"])
}

#[test]
fn s8_3_the_example_of_three_against_two_over_a_wide_approach() {
    let units = [
        "us-a artillery 1 @1 1/2 ranging",
        "us-b artillery 1 @1 1/2 ranging",
        "us-c artillery 1 @1 1/2 ranging",
        "cs-a artillery 1 @2 1/2 ranging",
        "cs-b artillery 1 @2 1/2 ranging",
    ];
    let mut play = Play::new(&field("wide"), &units);
    play.take(US, "pick us-a");
    assert!(play.lists(US, "bombard 1/2"));
    assert_eq!(play.ids(US), ["bombard 1/2", "cancel"], "one more than the enemy has: one bombards");
}

#[test]
fn s8_3_the_example_of_two_over_a_narrow_approach() {
    let units = ["us-a artillery 1 @1 1/2 ranging", "us-b artillery 1 @1 1/2 ranging", "cs-a infantry 2 @2"];
    let mut play = Play::new(&field(""), &units);
    play.take(US, "pick us-a");
    assert_eq!(play.ids(US), ["bombard 1/2", "cancel"], "one over a narrow approach");
    play.take(US, "bombard 1/2");
    assert!(!play.lists(US, "pick us-b"), "one bombardment over a boundary in a turn");
}

#[test]
fn s8_3_two_bombard_over_a_wide_approach_for_one_point() {
    let units = [
        "us-a artillery 1 @1 1/2 ranging",
        "us-b artillery 1 @1 1/2 ranging",
        "cs-a infantry 3 @2",
        "cs-b infantry 3 @2",
    ];
    let mut play = Play::new(&field("wide"), &units);
    play.order(US, "us-a us-b", "bombard 1/2");
    assert_eq!((play.points(), play.next_decision()), (5, (CS, "apply-losses".to_owned())));
    play.take(CS, "hit cs-a");
    play.take(CS, "hit cs-b");
    assert_eq!((play.strength("cs-a"), play.strength("cs-b"), play.morale()), (2, 2, [20, 18]));
    assert!(play.knows(None, "us-a"), "it is turned face up");
    play.reach_administration();
    assert!(!play.lists(US, "range us-a"), "who bombarded doesn't range in the same turn");
}

#[test]
fn s8_3_equal_numbers_of_ranging_artillery_silence_one_another() {
    let units = ["us-a artillery 1 @1 1/2 ranging", "cs-a artillery 1 @2 1/2 ranging"];
    let play = Play::new(&field(""), &units);
    assert!(!play.lists(US, "pick us-a"));
    assert!(
        play.explain(US, "us-a")
            .contains("1 ranging artillery unit of the enemy at the opposite approach silences")
    );
}

#[test]
fn s8_3_a_secured_approach_is_the_target_then_the_reserve_then_another_approach() {
    let guns = "us-a artillery 1 @1 1/2 ranging";
    let mut play = Play::new(&field(""), &[guns, "cs-a infantry 2 @2 1/2", "cs-b infantry 2 @2"]);
    play.order(US, "us-a", "bombard 1/2");
    assert_eq!((play.strength("cs-a"), play.strength("cs-b")), (1, 2));
    let mut play =
        Play::new(&field(""), &[guns, "us-z infantry 1 @3", "cs-a infantry 2 @2 2/3", "cs-b infantry 2 @2"]);
    play.order(US, "us-a", "bombard 1/2");
    assert_eq!((play.strength("cs-a"), play.strength("cs-b")), (2, 1));
    let board = board("1 2 3 4", &["1-2", "2-3", "2-4"]);
    let beyond =
        ["us-y infantry 1 @3", "us-z infantry 1 @4", "cs-a infantry 2 @2 2/3", "cs-b infantry 2 @2 2/4"];
    let mut play = Play::new(&board, &[&[guns][..], &beyond].concat());
    play.take(US, "pick us-a");
    assert_eq!(play.ids(US), ["bombard 1/2 2/3", "bombard 1/2 2/4", "cancel"], "the active player chooses");
    says(&play, US, "1/2", "Choose which approach beyond it is bombarded", "8.3");
    play.take(US, "bombard 1/2 2/4");
    assert_eq!((play.strength("cs-a"), play.strength("cs-b")), (2, 1));
}

#[test]
fn s8_3_artillery_penalties_count_only_where_the_approach_is_secured() {
    let guns = "us-a artillery 1 @1 1/2 ranging";
    let board = field("into2:artillery");
    let mut play = Play::new(&board, &[guns, "cs-a infantry 2 @2 1/2"]);
    play.order(US, "us-a", "bombard 1/2");
    assert_eq!((play.strength("cs-a"), play.morale()), (2, [20, 20]), "it has no effect");
    let mut play = Play::new(&board, &[guns, "cs-a infantry 2 @2"]);
    play.order(US, "us-a", "bombard 1/2");
    assert_eq!(play.strength("cs-a"), 1);
}

#[test]
fn s8_3_bombardment_crosses_an_impassable_boundary() {
    let board = board("1 2 3", &["1-2 impassable", "2-3", "1-3"]);
    let mut play = Play::new(&board, &["us-a artillery 1 @1 1/2 ranging", "cs-a cavalry 1 @2"]);
    play.order(US, "us-a", "bombard 1/2");
    assert_eq!((play.at("cs-a"), play.morale()), ("off".to_owned(), [20, 19]));
}

#[test]
fn s8_3_disrupted_infantry_takes_no_loss() {
    let guns = "us-a artillery 1 @1 1/2 ranging";
    let mut play = Play::new(&field(""), &[guns, "cs-d disrupted 0 @2", "cs-a infantry 1 @2"]);
    play.order(US, "us-a", "bombard 1/2");
    assert!(play.is_disrupted("cs-a"), "the only one that can be hit");
    let mut play = Play::new(&field(""), &[guns, "cs-d disrupted 0 @2", "cs-a infantry 1 @3"]);
    play.order(US, "us-a", "bombard 1/2");
    assert_eq!(play.morale(), [20, 20]);
}

#[test]
fn s8_3_artillery_that_is_hit_gives_the_enemy_morale() {
    let mut play = Play::with(
        &field(""),
        &["us-a artillery 1 @1 1/2 ranging", "cs-a artillery 1 @2"],
        &[("us-morale", 10)],
    );
    play.order(US, "us-a", "bombard 1/2");
    assert_eq!((play.at("cs-a"), play.morale()), ("off".to_owned(), [11, 19]));
}
