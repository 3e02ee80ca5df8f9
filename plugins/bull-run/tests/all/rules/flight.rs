//! §11 withdrawals and §12 retreats.

use crate::rules::position::*;

/// Those who stand in 2 are attacked from 1, and may go to 3 and 4.
fn field(boundary: &str) -> String {
    board("1 2:9 3:3 4:3 5", &[&format!("1-2 {boundary}"), "2-3", "2-4", "2-5 wide", "3-4"])
}

#[track_caller]
fn withdraw(units: &[&str]) -> Play {
    let mut all = vec!["us-a infantry 1 @1"];
    all.extend(units);
    let mut play = Play::new(&field(""), &all);
    play.order(US, "us-a", "maneuver 2");
    play
}

#[track_caller]
fn retreat(boundary: &str, units: &[&str]) -> Play {
    let mut all = vec!["us-a infantry 1 @1 1/2"];
    all.extend(units);
    let mut play = Play::new(&field(boundary), &all);
    play.order(US, "us-a", "advance 2");
    play
}

#[test]
fn s11_a_lone_disrupted_unit_is_eliminated_and_costs_nothing() {
    let play = withdraw(&["cs-d disrupted 0 @2", "cs-z infantry 1 @5"]);
    assert_eq!((play.at("cs-d"), play.at("us-a"), play.morale()), ("off".into(), "2".into(), [20, 20]));
}

#[test]
fn s11_losses_of_a_withdrawal_by_position() {
    let units = [
        "us-x infantry 1 @5",
        "cs-a infantry 2 @2",
        "cs-b infantry 3 @2",
        "cs-c cavalry 1 @2",
        "cs-g artillery 1 @2",
        "cs-e infantry 3 @2 2/5",
        "cs-f cavalry 2 @2 2/5",
    ];
    let mut play = withdraw(&units);
    play.take(CS, "give-way");
    assert!(play.knows(Some(US), "cs-c"), "all are turned face up");
    assert_eq!(play.at("cs-g"), "off", "artillery is eliminated");
    // One point from any infantry in reserve, by the Confederate's choice, not from cavalry there.
    assert_eq!(play.ids(CS), ["hit cs-a", "hit cs-b"]);
    play.take(CS, "hit cs-a");
    // One from the secured approach, wide or not.
    assert_eq!(play.ids(CS), ["hit cs-e", "hit cs-f"]);
    play.take(CS, "hit cs-f");
    // Then all must go, three to each locale at most.
    assert_eq!(play.next_decision().1, "give-way");
    assert!(!play.offers(CS, "flee-all"), "five don't fit into one");
    for (unit, to) in [("cs-a", "3"), ("cs-b", "3"), ("cs-c", "3"), ("cs-e", "4"), ("cs-f", "4")] {
        assert!(!play.lists(CS, &format!("flee {unit} 1")) && !play.lists(CS, &format!("flee {unit} 5")));
        if play.next_decision().1 == "give-way" {
            play.take(CS, &format!("flee {unit} {to}"));
        }
    }
    assert_eq!(["cs-a", "cs-c", "cs-e", "cs-f"].map(|unit| play.at(unit)), ["3", "3", "4", "4"]);
    assert_eq!(play.morale(), [21, 17], "the Union gains one for the artillery");
}

#[test]
fn s11_disrupted_infantry_survives_beside_one_who_is_disrupted_by_it() {
    let play = {
        let mut play = withdraw(&[
            "cs-d disrupted 0 @2",
            "cs-a infantry 1 @2",
            "cs-x infantry 1 @4",
            "cs-y infantry 1 @4",
            "cs-z infantry 1 @4",
        ]);
        play.take(CS, "give-way");
        play.take(CS, "flee-all 5");
        play
    };
    assert_eq!((play.at("cs-d"), play.at("cs-a"), play.is_disrupted("cs-a")), ("5".into(), "5".into(), true));
}

#[test]
fn s11_who_can_not_leave_is_eliminated() {
    let board = board("1 2 3", &["1-2", "2-3"]);
    let units = ["us-a infantry 1 @1", "us-b infantry 1 @3", "cs-a infantry 3 @2", "cs-c cavalry 2 @2"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "maneuver 2");
    play.take(CS, "give-way");
    assert_eq!((play.at("cs-a"), play.at("cs-c")), ("off".to_owned(), "off".to_owned()));
    assert_eq!(play.morale(), [20, 15], "every point of strength is a point of morale");
}

#[test]
fn s11_whom_no_room_is_left_for_is_eliminated() {
    let board = board("1 2 3:1 4", &["1-2", "2-3", "3-4"]);
    let units = ["us-a infantry 1 @1", "cs-a infantry 3 @2", "cs-b infantry 2 @2", "cs-x infantry 1 @4"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "maneuver 2");
    play.take(CS, "give-way");
    play.take(CS, "hit cs-b");
    play.take(CS, "flee cs-a 3");
    assert_eq!((play.at("cs-a"), play.at("cs-b")), ("3".to_owned(), "off".to_owned()));
}

#[test]
fn s12_a_lone_disrupted_unit_that_retreats_costs_the_penalty() {
    let play = retreat("", &["cs-d disrupted 0 @2", "cs-z infantry 1 @5"]);
    assert_eq!((play.at("cs-d"), play.morale()), ("off".to_owned(), [20, 19]));
}

#[test]
fn s12_the_reserve_loses_one_over_a_narrow_attack_approach_and_two_over_a_wide_one() {
    let enemies = ["cs-a infantry 3 @2", "cs-b infantry 3 @2"];
    let mut play = retreat("", &enemies);
    play.take(CS, "hit cs-a");
    play.take(CS, "flee-all 3");
    assert_eq!((play.strength("cs-a"), play.morale()), (2, [20, 18]));
    let mut play = retreat("wide", &enemies);
    play.take(CS, "hit cs-a");
    play.take(CS, "hit cs-b");
    play.take(CS, "flee-all 3");
    assert_eq!((play.strength("cs-a"), play.strength("cs-b"), play.morale()), (2, 2, [20, 17]));
}

#[test]
fn s12_losses_of_secured_approaches() {
    // By the attack approach, who stands opposite, and what secures the approach at 2/3 (narrow) or 2/5 (wide).
    let lost = |attack: &str, enemy: &str, unit: &str| {
        let mut play = retreat(attack, &[enemy, unit]);
        if play.next_decision().1 == "give-way" {
            let id = play.ids(CS)[0].clone();
            play.take(CS, &id);
        }
        20 - 1 - play.morale()[1]
    };
    let (away, opposite) = ("us-x infantry 1 @3", "us-x infantry 1 @3 2/3");
    assert_eq!(lost("", away, "cs-a infantry 3 @2 2/3"), 1, "narrow, nobody opposite, narrow attack");
    assert_eq!(lost("", opposite, "cs-a infantry 3 @2 2/3"), 2, "narrow, the enemy opposite");
    assert_eq!(lost("wide", away, "cs-a infantry 3 @2 2/3"), 2, "narrow, but a wide attack");
    assert_eq!(lost("wide", opposite, "cs-a cavalry 2 @2 2/3"), 1, "only cavalry");
    assert_eq!(lost("", "us-x infantry 1 @5", "cs-a infantry 3 @2 2/5"), 2, "wide");
    assert_eq!(lost("", away, "cs-a infantry 1 @2 2/3"), 1, "no more than it has");
}

#[test]
fn s12_losses_beyond_a_units_strength_are_ignored() {
    let mut play = retreat("wide", &["cs-a infantry 1 @2"]);
    assert_eq!(play.next_decision().1, "give-way");
    play.take(CS, "flee cs-a 3");
    assert_eq!((play.is_disrupted("cs-a"), play.morale()), (true, [20, 18]));
}

#[test]
fn s12_who_defended_in_the_assault_loses_nothing_more_but_his_artillery() {
    let units = [
        "us-a infantry 3 @1 1/2",
        "us-b infantry 3 @1 1/2",
        "cs-a infantry 3 @2 1/2",
        "cs-b infantry 3 @2 1/2",
        "cs-g artillery 1 @2 1/2",
        "cs-r infantry 3 @2",
    ];
    let mut play = Play::with(&field("wide"), &units, &[("us-morale", 10)]);
    play.order(US, "us-a us-b", "assault 1/2 us-a us-b");
    play.take(CS, "lead cs-a");
    play.take(CS, "support none");
    // 6 - 3 - 1: 2. Three losses disrupt the leader; cs-b, who defended too, goes unhurt; the reserve loses two.
    play.take(CS, "hit us-a");
    play.take(CS, "flee cs-a 3");
    play.take(CS, "flee cs-b 3");
    play.take(CS, "flee cs-r 4");
    assert_eq!((play.strength("cs-b"), play.strength("cs-r"), play.at("cs-g")), (3, 1, "off".to_owned()));
    assert_eq!(play.morale(), [10, 20 - 3 - 1 - 2 - 1], "the Union lost one and gained one");
}

#[test]
fn s12_nobody_retreats_over_a_boundary_that_was_fought_over() {
    let board = board("1 2 3 4 5", &["1-2", "2-3", "2-4", "3-5"]);
    let units = [
        "us-a infantry 3 @1 1/2",
        "us-b infantry 2 @3 2/3",
        "us-c infantry 2 @5",
        "cs-a infantry 1 @2 1/2",
        "cs-b infantry 3 @2 2/3",
        "cs-z infantry 1 @4",
    ];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-b", "assault 2/3 us-b");
    play.take(CS, "lead cs-b");
    // The Union has failed at 2/3 and fallen back into 3, which it goes on holding.
    play.order(US, "us-a", "assault 1/2 us-a");
    play.take(CS, "lead cs-a");
    assert_eq!((play.at("cs-b"), play.at("cs-a")), ("4".to_owned(), "4".to_owned()));
}

#[test]
fn s11_an_approach_loses_one_in_a_withdrawal_though_the_enemy_stands_opposite() {
    let mut play = withdraw(&["us-x infantry 1 @5 2/5", "cs-a infantry 3 @2 2/5", "cs-r infantry 1 @2"]);
    play.take(CS, "give-way");
    assert_eq!(play.strength("cs-a"), 2, "wide, and pressed: two only in a retreat");
}

#[test]
fn s12_cavalry_is_alone_at_an_approach_once_artillery_there_is_eliminated() {
    let mut play =
        retreat("wide", &["us-x infantry 1 @3 2/3", "cs-c cavalry 2 @2 2/3", "cs-g artillery 1 @2 2/3"]);
    if play.next_decision().1 == "give-way" {
        let id = play.ids(CS)[0].clone();
        play.take(CS, &id);
    }
    assert_eq!((play.at("cs-g"), play.strength("cs-c")), ("off".to_owned(), 1), "cavalry alone loses one");
}

#[test]
fn s12_disrupted_infantry_that_no_room_is_left_for_costs_nothing() {
    // One fits into 3, and the enemy holds the rest.
    let board = board("1 2:9 3:1 4 5", &["1-2", "2-3", "2-4", "2-5", "3-4", "4-5"]);
    let units = [
        "us-a infantry 1 @1 1/2",
        "us-x infantry 1 @4",
        "us-y infantry 1 @5",
        "cs-a infantry 3 @2",
        "cs-d disrupted 0 @2",
    ];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "advance 2");
    play.take(CS, "flee cs-a 3");
    assert_eq!((play.at("cs-a"), play.at("cs-d")), ("3".to_owned(), "off".to_owned()));
    assert_eq!(play.morale(), [20, 20 - 1 - 1], "a point of strength and one for the retreat");
}

#[test]
fn s11_s12_cavalry_in_reserve_takes_no_loss() {
    let mut play = withdraw(&["cs-c cavalry 2 @2"]);
    play.take(CS, "give-way");
    play.take(CS, "flee cs-c 3");
    assert_eq!((play.strength("cs-c"), play.morale()), (2, [20, 20]));
    let mut play = retreat("wide", &["cs-c cavalry 2 @2"]);
    play.take(CS, "flee cs-c 3");
    assert_eq!((play.strength("cs-c"), play.morale()), (2, [20, 19]), "the penalty for the retreat is paid");
}

#[test]
fn s12_disrupted_infantry_survives_beside_one_who_is_eliminated_by_it() {
    let mut play = retreat("", &["cs-d disrupted 0 @2", "cs-g artillery 1 @2"]);
    play.take(CS, "flee cs-d 3");
    assert_eq!((play.at("cs-d"), play.at("cs-g"), play.morale()), ("3".into(), "off".into(), [21, 18]));
}
