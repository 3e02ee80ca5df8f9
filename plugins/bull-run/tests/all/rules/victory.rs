//! §13 and §14: morale, demoralization, victory.

use crate::rules::position::*;

fn field() -> String {
    board("1 2 3", &["1-2", "2-3"])
}

#[test]
fn s13_morale_stays_within_0_and_25() {
    let guns = ["us-a artillery 1 @1 1/2 ranging", "us-b infantry 1 @1", "cs-g artillery 1 @2"];
    let mut play = Play::with(&field(), &guns, &[("us-morale", 25)]);
    play.order(US, "us-a", "bombard 1/2");
    assert_eq!(play.morale(), [25, 19]);
}

#[test]
fn s13_1_each_strength_point_lost_is_a_point_of_morale() {
    let mut play = Play::new(&field(), &["us-a artillery 1 @1 1/2 ranging", "cs-a infantry 1 @2"]);
    play.order(US, "us-a", "bombard 1/2");
    assert_eq!((play.is_disrupted("cs-a"), play.at("cs-a"), play.morale()), (true, "2".to_owned(), [20, 19]));
}

#[test]
fn s13_4_a_demoralized_army_loses_at_once() {
    let units = ["us-a artillery 1 @1 1/2 ranging", "us-b infantry 1 @1", "cs-a infantry 1 @2"];
    let mut play = Play::with(&field(), &units, &[("cs-morale", 1)]);
    play.order(US, "us-a", "bombard 1/2");
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.winner.as_deref(), outcome.degree.as_str()), (Some("us"), "decisive"));
    assert!(play.game.decisions().is_empty());
}

#[test]
fn s13_4_an_objective_can_demoralize() {
    let board = board("1 2:6:us-objective 3", &["1-2", "2-3"]);
    let units = ["us-a infantry 2 @2 up", "cs-a infantry 1 @3"];
    let mut play = Play::with(&board, &units, &[("cs-morale", 5)]);
    play.take(US, "end-field");
    play.take(US, "end-staff");
    assert_eq!(play.outcome().unwrap().degree, "decisive");
}

#[test]
fn s14_with_both_demoralized_the_passive_player_wins_marginally() {
    // The assault costs the winner a point and the loser more than he has.
    let units = ["us-a infantry 3 @1 1/2", "cs-a infantry 1 @2 1/2"];
    let mut play = Play::with(&field(), &units, &[("us-morale", 1), ("cs-morale", 1)]);
    play.order(US, "us-a", "assault 1/2 us-a");
    play.take(CS, "lead cs-a");
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.winner.as_deref(), outcome.degree.as_str()), (Some("cs"), "marginal"));
}

#[test]
fn s14_the_union_has_the_burden_of_victory() {
    let winner = |us: i32, cs: i32, margin: Option<i32>| {
        let mut facts = vec![("last-round", 1), ("us-morale", us), ("cs-morale", cs)];
        facts.extend(margin.map(|margin| ("margin", margin)));
        let mut play = Play::with(&field(), &["us-a infantry 1 @1", "cs-a infantry 1 @3"], &facts);
        play.pass(4);
        play.take(CS, "end-field");
        play.take(CS, "end-staff");
        let outcome = play.outcome().unwrap();
        assert_eq!(outcome.degree, "marginal");
        outcome.winner.unwrap()
    };
    assert_eq!(winner(20, 13, None), "us");
    assert_eq!(winner(20, 14, None), "cs");
    assert_eq!(winner(20, 16, Some(4)), "us");
}

#[test]
fn s10_1_what_the_confederate_claims_in_the_last_turn_counts() {
    // Ahead by 7 before, by 2 after the Confederacy has claimed its objective.
    let board = board("1 2 3:6:cs-objective", &["1-2", "2-3"]);
    let units = ["us-a infantry 2 @1", "cs-a infantry 2 @3 up"];
    let facts = [("last-round", 1), ("us-morale", 20), ("cs-morale", 13)];
    let winner = |units: &[&str]| {
        let mut play = Play::with(&board, units, &facts);
        play.pass(4);
        play.take(CS, "end-field");
        play.take(CS, "end-staff");
        let outcome = play.outcome().expect("it is over");
        (play.morale(), outcome.winner.unwrap_or_default(), outcome.degree)
    };
    assert_eq!(
        winner(&units),
        ([15, 13], "cs".to_owned(), "marginal".to_owned()),
        "the Union's lead is gone"
    );
    let weak = ["us-a infantry 2 @1", "cs-a infantry 1 @3 up"];
    assert_eq!(
        winner(&weak),
        ([20, 13], "us".to_owned(), "marginal".to_owned()),
        "1-strength captures nothing"
    );
}

#[test]
fn s13_morale_lost_below_0_is_not_owed() {
    let board = board("1 2:6:us-objective 3", &["1-2", "2-3"]);
    let mut play = Play::with(&board, &["us-a infantry 2 @2 up", "cs-a infantry 1 @3"], &[("cs-morale", 3)]);
    play.take(US, "end-field");
    play.take(US, "end-staff");
    assert_eq!(play.morale(), [20, 0]);
}

#[test]
fn s13_4_an_army_is_demoralized_only_when_the_command_is_completely_resolved() {
    // The winner's leading unit costs the Union its last point; the artillery that goes with the retreat gives one back.
    let units = ["us-a infantry 3 @1 1/2", "cs-a infantry 1 @2 1/2", "cs-g artillery 1 @2"];
    let mut play = Play::with(&field(), &units, &[("us-morale", 1)]);
    play.order(US, "us-a", "assault 1/2 us-a");
    play.take(CS, "lead cs-a");
    assert_eq!((play.at("cs-g"), play.morale()[0]), ("off".to_owned(), 1));
    assert!(play.outcome().is_none());
}

#[test]
fn s14_with_both_demoralized_by_a_charge_that_drives_the_enemy_off_the_passive_player_wins_marginally() {
    // The retreat costs the one his last point, the charge the other.
    let board = board("20 21 22 23", &["20-21", "21-22", "22-23"]);
    let both = [("us-morale", 1), ("cs-morale", 1)];
    let mut play = Play::with(&board, &["us-a cavalry 2 @20", "cs-a cavalry 1 @22"], &both);
    play.order(US, "us-a", "charge 21 22");
    play.take(CS, "give-way");
    assert_eq!(play.morale(), [0, 0]);
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.winner.as_deref(), outcome.degree.as_str()), (Some("cs"), "marginal"));
    let mut play = Play::with(&board, &["cs-a cavalry 2 @20", "us-a cavalry 1 @22"], &both);
    play.pass(4);
    play.order(CS, "cs-a", "charge 21 22");
    play.take(US, "give-way");
    let outcome = play.outcome().unwrap();
    assert_eq!((outcome.winner.as_deref(), outcome.degree.as_str()), (Some("us"), "marginal"));
}
