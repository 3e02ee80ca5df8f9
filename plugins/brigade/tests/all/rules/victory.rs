//! V. Victory.

use muster_contract::{Attribute, Value};

use crate::rules::position::{OPEN, Played, position, threes};
use crate::rules::{A, CS, US};

#[test]
fn v1_the_battle_ends_after_its_turns_and_the_higher_tally_wins() {
    let mut game = Played::new(&position(OPEN, "", &[US, A, CS, "cs-a infantry 0404 S II"], &[("turns", 1)]));
    game.dice(&[3, 5, 1]).take("roll, end-moves, attack cs-a 0405, stand us-a, attack us-a 0404");
    game.take("roll, end-moves, attack us-a 0404, attack cs-a 0405");
    assert_eq!(game.game.outcome().unwrap().winner.as_deref(), Some("cs"));
}

#[test]
fn v1_a_corps_whose_line_of_communication_is_occupied_counts() {
    let units = [US, A, "us-train train 0107 N I loc=0101", CS, "cs-a infantry 0101 S II"];
    assert_eq!(Played::open(&units).points(), ["0".to_owned(), "1".to_owned()]);
}

#[test]
fn v1_both_may_have_had_enough() {
    let mut game = Played::open(&[US, A, CS]);
    game.game.apply(0, "had-enough", &mut threes()).unwrap();
    game.game.apply(1, "had-enough", &mut threes()).unwrap();
    game.take("roll, end-moves, roll, end-moves");
    assert!(game.game.outcome().is_some());
}

/// The Union's tally in words.
fn tally(game: &mut Played) -> String {
    game.game.view(None).panels[1].rows[0].note.clone()
}

/// A Confederate corps of two brigades and guns with a train, and a brigade of another corps.
const CORPS: [&str; 7] = [
    US,
    CS,
    "cs-train train 0701 S II loc=0601",
    "cs-a infantry 0702 S II",
    "cs-b infantry 0702 S II",
    "cs-c artillery 0703 S II",
    "cs-d infantry 0704 S III",
];

#[test]
fn v1_a_marker_is_a_point_and_a_unit_destroyed_two() {
    let mut game = Played::open(&CORPS);
    game.mark(&["cs-a", "cs-c"]);
    assert_eq!(tally(&mut game), "2 with heavy casualties, 0 lost, 0 cut off");
    assert_eq!(game.points()[0], "2");
    game.destroy(&["cs-b"]);
    assert_eq!(game.points()[0], "4");
    game.destroy(&["cs-a"]);
    assert_eq!(tally(&mut game), "1 with heavy casualties, 2 lost, 0 cut off", "its marker counts no more");
    assert_eq!(game.points(), ["5".to_owned(), "0".to_owned()]);
}

#[test]
fn v1_a_lost_train_costs_a_point_for_each_unit_left_in_the_corps() {
    let mut game = Played::open(&CORPS);
    game.destroy(&["cs-train"]);
    assert_eq!(tally(&mut game), "0 with heavy casualties, 0 lost, 3 cut off");
    game.destroy(&["cs-a"]);
    assert_eq!(tally(&mut game), "0 with heavy casualties, 1 lost, 2 cut off");
}

#[test]
fn v1_without_train_and_line_of_communication_a_unit_counts_once() {
    let units = [&CORPS[..], &["us-a infantry 0601 N I"]].concat();
    let mut game = Played::open(&units);
    assert_eq!(tally(&mut game), "0 with heavy casualties, 0 lost, 3 cut off");
    game.destroy(&["cs-train"]);
    assert_eq!(tally(&mut game), "0 with heavy casualties, 0 lost, 3 cut off");
}

#[test]
fn v1_a_general_does_not_occupy_a_line_of_communication_nor_its_own_side() {
    for unit in ["us-two general 0601 N J", "us-train train 0601 N I", "cs-e infantry 0601 N II"] {
        let mut game = Played::open(&[&CORPS[..], &[unit]].concat());
        assert_eq!(tally(&mut game), "0 with heavy casualties, 0 lost, 0 cut off", "{unit}");
    }
}

#[test]
fn v1_a_corps_that_never_had_a_train_has_not_lost_it() {
    let mut game = Played::open(&[US, CS, "cs-a infantry 0702 S II"]);
    assert_eq!(tally(&mut game), "0 with heavy casualties, 0 lost, 0 cut off");
}

#[test]
fn v1_generals_and_trains_score_nothing_themselves() {
    let mut game = Played::open(&[US, CS, "cs-train train 0701 S II"]);
    game.mark(&["cs-train"]);
    assert_eq!(game.points()[0], "0");
    game.destroy(&["cs-gen", "cs-train"]);
    assert_eq!(game.points()[0], "0");
}

#[test]
fn v1_units_that_have_not_come_are_not_scored() {
    let mut game = Played::open(&[&CORPS[..], &["cs-e infantry 0701 S II arrives=3"]].concat());
    game.destroy(&["cs-train"]);
    assert_eq!(tally(&mut game), "0 with heavy casualties, 0 lost, 3 cut off");
}

#[test]
fn v1_an_attached_unit_counts_with_its_new_corps() {
    let units = [
        "us-grant general 0405 N - army-general=yes",
        US,
        "us-train train 0405 N I",
        "us-guns artillery 0405 N -",
        CS,
    ];
    let mut game = Played::open(&units);
    game.destroy(&["us-train"]);
    assert_eq!(game.points()[1], "0");
    game.take("roll, attach us-guns us-gen");
    assert_eq!(game.points()[1], "1");
}

#[test]
fn v1_equal_tallies_are_nobodys_victory() {
    let mut game = Played::new(&position(OPEN, "", &[US, A, CS, "cs-a infantry 0701 S II"], &[("turns", 1)]));
    game.mark(&["us-a", "cs-a"]).take("roll, end-moves, roll, end-moves");
    let outcome = game.game.outcome().unwrap();
    assert_eq!(outcome.winner, None);
    assert_eq!(
        outcome.reasons[0].text,
        "Union 1 point (1 enemy unit with heavy casualties, 0 lost, 0 cut off from supply)."
    );
}

#[test]
fn v1_one_point_more_wins_for_the_union_too() {
    let mut game = Played::new(&position(OPEN, "", &[US, A, CS, "cs-a infantry 0701 S II"], &[("turns", 1)]));
    game.mark(&["cs-a"]).take("roll, end-moves, roll, end-moves");
    assert_eq!(game.game.outcome().unwrap().winner.as_deref(), Some("us"));
}

#[test]
fn v1_a_battle_is_twenty_turns_unless_the_scenario_says_otherwise() {
    let mut game = Played::open(&[US, A, CS]);
    for turn in 1..=20 {
        assert_eq!(game.game.view(None).turn.number, turn);
        assert!(game.game.outcome().is_none());
        game.take("roll, end-moves, roll, end-moves");
    }
    assert!(game.game.outcome().is_some());
    assert_eq!(game.choices(), [""; 0]);
}

/// A side says that it has had enough, or goes on after all.
fn says(game: &mut Played, seat: u8, id: &str) {
    game.game.apply(seat, id, &mut threes()).unwrap();
}

#[test]
fn v1_both_must_have_had_enough_by_the_end_of_a_turn() {
    let mut game = Played::open(&[US, A, CS]);
    says(&mut game, 0, "had-enough");
    game.take("roll, end-moves, roll, end-moves");
    assert!(game.game.outcome().is_none(), "one side alone ends nothing");
    says(&mut game, 1, "had-enough");
    assert!(game.game.outcome().is_none(), "the turn is played out");
    says(&mut game, 0, "fight-on");
    game.take("roll, end-moves, roll, end-moves");
    assert!(game.game.outcome().is_none(), "one has taken it back");
    says(&mut game, 0, "had-enough");
    game.take("roll, end-moves, roll, end-moves");
    assert!(game.game.outcome().is_some());
}

#[test]
fn v1_a_scenario_may_forbid_an_early_end() {
    let mut fresh = position(OPEN, "", &[US, A, CS], &[]);
    fresh.setup.facts.push(Attribute { name: "early-end".to_owned(), value: Value::Flag(false) });
    let mut game = Played::new(&fresh);
    assert!(game.game.decisions().iter().all(|open| open.kind != "had-enough"));
    assert!(game.game.apply(0, "had-enough", &mut threes()).is_err());
}
