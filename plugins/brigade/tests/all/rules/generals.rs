//! What becomes of generals and trains without troops (A1, A4): a decision of RULES.md.

use crate::rules::position::{OPEN, Played, position};
use crate::rules::{A, CS, ROAD, US};

#[test]
fn a4_a_brigade_takes_a_train_and_drives_its_general_to_his_corps() {
    let units = [
        US,
        A,
        "cs-gen general 0404 S II",
        "cs-train train 0404 S II",
        "cs-near infantry 0402 N III",
        "cs-far infantry 0701 N II",
        "cs-next infantry 0601 N II",
    ];
    let mut game = Played::open(&units);
    game.take("roll, move us-a, to 0404");
    assert_eq!(game.at("us-a"), "0404");
    assert_eq!(game.at("cs-train"), "off");
    assert_eq!(game.at("cs-gen"), "0601", "the nearest unit of his own corps");
    assert_eq!(game.points(), ["2".to_owned(), "0".to_owned()], "a point for each unit of the corps");
    game.lacks("to 0403");
}

#[test]
fn a4_a_general_without_a_corps_left_rides_to_his_side() {
    let units = [US, A, "cs-gen general 0404 S II", "cs-x infantry 0701 N III", "cs-y infantry 0602 N III"];
    let mut game = Played::open(&units);
    game.take("roll, move us-a, to 0404");
    assert_eq!(game.at("cs-gen"), "0602");
}

#[test]
fn a4_a_general_with_nobody_to_ride_to_is_captured() {
    let mut game = Played::open(&[US, A, "cs-gen general 0404 S II", "cs-train train 0701 S II"]);
    game.take("roll, move us-a, to 0404");
    assert_eq!(game.at("cs-gen"), "off");
    assert!(game.events.iter().any(|event| event.text.starts_with("cs-gen is taken")));
    assert_eq!(game.points(), ["0".to_owned(), "0".to_owned()], "he is worth nothing");
}

#[test]
fn a4_guns_generals_and_trains_overrun_nobody() {
    for unit in ["us-x artillery 0405 N I", "us-x train 0405 N I"] {
        let mut game = Played::open(&["us-gen general 0405 N I", unit, "cs-gen general 0404 S II"]);
        game.take("roll, move us-x").lacks("to 0404");
        game.take("cancel, move us-gen").lacks("to 0404");
    }
}

#[test]
fn a4_cavalry_and_lines_overrun_too() {
    let mut game = Played::open(&[US, "us-x cavalry 0405 N I", CS, "cs-train train 0404 S II"]);
    game.take("roll, move us-x, to 0404").lacks("to 0403");
    assert_eq!(game.at("cs-train"), "off");
    let units = [US, A, "us-b infantry 0505 N I", CS, "cs-train train 0504 S II"];
    let mut game = Played::open(&units);
    game.take("roll, move line us-a 2, to 0404").lacks("to 0403");
    assert_eq!(game.at("cs-train"), "off");
}

/// cs-a, already shaken, is destroyed in 0404, where cs-gen is with it.
fn orphaned(more: &[&str]) -> Played {
    let units = [US, A, "cs-gen general 0404 S II", "cs-a infantry 0404 S II"];
    let mut game = Played::open(&[&units[..], more].concat());
    game.mark(&["cs-a"]).dice(&[3, 1, 1, 5, 6]);
    game.take("roll, end-moves, attack cs-a 0405, attack us-a 0404");
    assert_eq!(game.at("cs-a"), "off");
    game
}

#[test]
fn a4_a_general_whose_last_unit_is_lost_rides_off() {
    assert_eq!(orphaned(&["cs-b infantry 0701 N II"]).at("cs-gen"), "0701");
}

#[test]
fn a4_a_general_with_nobody_left_stays_until_he_is_driven() {
    assert_eq!(orphaned(&[]).at("cs-gen"), "0404");
}

#[test]
fn a4_a_general_away_from_the_enemy_stays_where_he_is() {
    // cs-a is shot down by guns, with no enemy beside.
    let units = [
        US,
        "us-guns artillery 0405 N I",
        "us-more artillery 0405 N I",
        "cs-gen general 0402 S II",
        "cs-a infantry 0402 S II",
        "cs-b infantry 0701 N II",
    ];
    let mut game = Played::open(&units);
    game.mark(&["cs-a"]).dice(&[3, 5, 5]);
    game.take("roll, end-moves, bombard us-guns 0402, bombard us-more 0402");
    assert_eq!((game.at("cs-a"), game.at("cs-gen")), ("off".to_owned(), "0402".to_owned()));
}

#[test]
fn a4_a_general_stays_with_the_unit_that_stays() {
    let units = [US, A, "us-b infantry 0405 N I", CS, "cs-a infantry 0404 S II"];
    let mut game = Played::open(&units);
    game.dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0405, hit us-a, retreat us-a 0406");
    assert_eq!((game.at("us-a"), game.at("us-gen")), ("0406".to_owned(), "0405".to_owned()));
}

#[test]
fn a4_a_general_whose_unit_leaves_the_table_rides_to_another() {
    let units = [
        "us-gen general 0407 N I",
        "us-a infantry 0407 N I",
        "us-b infantry 0307 N I",
        "us-c infantry 0307 N I",
        "us-d infantry 0507 N I",
        "us-e infantry 0507 N I",
        CS,
        "cs-a infantry 0406 S II",
        "cs-b infantry 0306 N II",
    ];
    let mut game = Played::open(&units);
    game.dice(&[3, 5, 5]).take("roll, end-moves, attack cs-a 0407, retreat us-a off");
    assert_eq!(game.at("us-gen"), "0307");
}

#[test]
fn c2_a_general_rides_along_with_any_unit_of_a_line_or_column() {
    let units = ["us-gen general 0505 N I", A, "us-b infantry 0505 N I", CS];
    let mut game = Played::open(&units);
    game.take("roll, move line us-a 2, take us-gen").lacks("take us-gen");
    game.take("to 0404, done");
    assert_eq!((game.at("us-b"), game.at("us-gen")), ("0504".to_owned(), "0504".to_owned()));
    let units = ["us-gen general 0305 N I", "us-jay general 0305 N J", A, "us-b infantry 0305 N I", CS];
    let mut game = Played::new(&position(OPEN, ROAD, &units, &[]));
    game.take("roll, move column us-a 2, take us-gen, to 0505, to 0605, done");
    assert_eq!(["us-a", "us-b", "us-gen", "us-jay"].map(|id| game.at(id)), ["0605", "0505", "0505", "0305"]);
    game.lacks("move us-gen");
}

#[test]
fn a4_a_general_rides_along_with_a_line_that_takes_a_train() {
    let units = [US, A, "us-b infantry 0505 N I", CS, "cs-train train 0404 S II"];
    let mut game = Played::open(&units);
    game.take("roll, move line us-a 2, take us-gen, to 0404");
    assert_eq!((game.at("us-gen"), game.at("cs-train")), ("0404".to_owned(), "off".to_owned()));
}
