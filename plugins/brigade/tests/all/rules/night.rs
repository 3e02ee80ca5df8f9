//! O. Options: the night.

use crate::rules::position::{OPEN, Played, position, with_option};
use crate::rules::{A, CS, US};

#[test]
fn o2_a_night_move_and_a_hex_entrenched_for_each_pip() {
    let facts = [("days", 2), ("turns-per-day", 1)];
    let mut game = Played::new(&position(OPEN, "", &[US, A, CS, "cs-a infantry 0402 N II"], &facts));
    game.take("roll, end-moves, roll, end-moves");
    assert_eq!(game.phase(), "night-roll");
    game.take("roll, move us-a").lacks("to 0403");
    game.take("cancel, end-moves, entrench 0405");
    let view = game.game.view(None);
    assert_eq!(view.markers[0].place.space, "0405");
}

/// The evening of the first of two days of one turn each.
fn evening(units: &[&str], option: Option<&str>) -> Played {
    let facts = [("days", 2), ("turns-per-day", 1)];
    let mut fresh = position(OPEN, "", units, &facts);
    if let Some(option) = option {
        fresh = with_option(fresh, option);
    }
    let mut game = Played::new(&fresh);
    game.take("roll, end-moves, roll, end-moves");
    game
}

const CAMP: [&str; 4] = [US, A, "us-b infantry 0505 N I", "us-c infantry 0605 N I"];

fn camp(option: Option<&str>) -> Played {
    evening(&[&CAMP[..], &["us-d infantry 0601 N J", CS, "cs-a infantry 0101 S II"]].concat(), option)
}

#[test]
fn o2_a_pip_entrenches_one_hex() {
    let mut game = camp(None);
    game.dice(&[1, 2]).take("roll, end-moves");
    assert_eq!(game.phase(), "entrench");
    game.take("entrench 0405").lacks("entrench 0405");
    game.take("entrench 0505");
    assert_eq!(game.phase(), "night-roll", "the pips are spent: it is the other side's night");
    assert_eq!(game.game.view(None).markers.len(), 2);
}

#[test]
fn o2_after_1863_a_pip_entrenches_two_hexes() {
    let mut game = camp(Some("after-1863"));
    game.dice(&[1, 1]).take("roll, end-moves, entrench 0405").offers("entrench 0505");
    game.take("entrench 0605");
    assert_eq!(game.phase(), "night-roll");
    assert_eq!(game.game.view(None).markers.len(), 2);
}

#[test]
fn o2_after_1863_the_night_move_has_no_more_pips() {
    let mut game = camp(Some("after-1863"));
    game.dice(&[1]).take("roll");
    assert_eq!(game.pips("us-gen"), 1);
}

#[test]
fn o2_a_corps_digs_with_the_pips_of_its_own_general() {
    let mut game = camp(None);
    game.dice(&[1, 6]).take("roll, end-moves").lacks("entrench 0601");
}

#[test]
fn o2_where_only_a_general_or_train_stands_nobody_digs() {
    let units = [US, A, "us-two general 0601 N J", "us-train train 0602 N I", CS];
    let mut game = evening(&units, None);
    game.dice(&[1, 1, 6, 6]).take("roll, end-moves").lacks("entrench 0601");
    game.lacks("entrench 0602");
    game.offers("entrench 0405");
}

#[test]
fn o2_digging_may_be_left_off() {
    let mut game = camp(None);
    game.take("roll, end-moves, end-night");
    assert_eq!(game.phase(), "night-roll");
    assert!(game.game.view(None).markers.is_empty());
}

#[test]
fn o2_nobody_bombards_or_fires_at_night() {
    let units = [US, "us-guns artillery 0405 N I", A, CS, "cs-a infantry 0404 S II"];
    let facts = [("days", 2), ("turns-per-day", 1)];
    let mut game = Played::new(&position(OPEN, "", &units, &facts));
    game.dice(&[3]).take("roll, end-moves, end-bombard, attack cs-a 0405, fire-all");
    game.take("roll, end-moves, fire-all, attack cs-a 0405");
    assert_eq!(game.phase(), "night-roll");
    game.take("roll, end-moves");
    assert_eq!(game.phase(), "entrench");
}

#[test]
fn o2_both_sides_have_their_night_and_then_the_next_day_begins() {
    let mut game = camp(None);
    game.take("roll, end-moves, end-night, roll, end-moves, end-night");
    let turn = game.game.view(None).turn;
    assert_eq!((turn.phase.as_str(), turn.number), ("roll", 2));
    assert_eq!(turn.clock, "day 2, 6.00 a.m.");
    assert_eq!(turn.active.as_deref(), Some("us"));
}

#[test]
fn o2_after_the_last_day_there_is_no_night() {
    let mut game = camp(None);
    game.take("roll, end-moves, end-night, roll, end-moves, end-night");
    game.take("roll, end-moves, roll, end-moves");
    assert!(game.game.outcome().is_some());
}

#[test]
fn o2_night_falls_only_at_the_end_of_a_day() {
    let facts = [("days", 2), ("turns-per-day", 2)];
    let mut game = Played::new(&position(OPEN, "", &[US, A, CS], &facts));
    game.take("roll, end-moves, roll, end-moves");
    assert_eq!(game.phase(), "roll");
    game.take("roll, end-moves, roll, end-moves");
    assert_eq!(game.phase(), "night-roll");
}

#[test]
fn o2_five_turns_in_two_days_make_the_first_day_the_longer() {
    let mut game = Played::new(&position(OPEN, "", &[US, A, CS], &[("days", 2), ("turns", 5)]));
    for _ in 0..3 {
        assert_eq!(game.phase(), "roll");
        game.take("roll, end-moves, roll, end-moves");
    }
    assert_eq!(game.phase(), "night-roll");
}

#[test]
fn o2_entrenchments_are_cover_and_stay() {
    let mut game = evening(&[US, A, "cs-gen general 0403 S II", "cs-a infantry 0403 S II"], None);
    game.take("roll, end-moves, entrench 0405, roll, end-moves, end-night, roll, end-moves");
    game.dice(&[3, 3, 3, 5, 1]).take("roll, move cs-a, to 0404, done, end-moves, attack us-a 0404");
    game.take("attack cs-a 0405");
    assert!(game.game.outcome().is_some(), "cover took the only hit");
    assert_eq!(game.game.view(None).markers.len(), 1);
}

#[test]
fn o2_nobody_is_attached_at_night() {
    let units = ["us-grant general 0405 N - army-general=yes", US, "us-guns artillery 0405 N -", CS];
    let mut game = evening(&units, None);
    game.take("roll").lacks("attach us-guns us-gen");
}

#[test]
fn o2_a_battle_of_one_day_lists_no_steps_of_the_night() {
    let listed = |days: i32| {
        let facts = [("days", days), ("turns-per-day", 2)];
        let game = Played::new(&position(OPEN, "", &[US, A, CS, "cs-a infantry 0101 S II"], &facts));
        game.game.view(None).phases
    };
    assert_eq!(listed(1), ["roll", "move", "bombard", "combat-inactive", "combat-active"]);
    assert_eq!(listed(2), Vec::<String>::new(), "it can come to every step of the description");
}

#[test]
fn o2_a_corps_digs_with_its_own_generals_pips_before_the_armys() {
    let units = [
        "us-grant general 0405 N - army-general=yes",
        US,
        A,
        "us-guns artillery 0505 N -",
        CS,
        "cs-a infantry 0101 S II",
    ];
    let mut game = evening(&units, None);
    game.dice(&[1, 1, 1, 1]).take("roll, end-moves, entrench 0405").offers("entrench 0505");
}
