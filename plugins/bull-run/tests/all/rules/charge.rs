//! §8.4.

use crate::rules::position::*;

/// Start, attack and defense locale; the first and the last are not adjacent.
fn field(first: &str, second: &str) -> String {
    board("20 21 22 23 24", &[&format!("20-21 {first}"), &format!("21-22 {second}"), "22-23", "20-24"])
}

#[test]
fn s8_4_cavalry_in_reserve_charges_through_a_locale() {
    let mut play = Play::new(&field("", ""), &["us-a cavalry 2 @20", "cs-a infantry 1 @22"]);
    play.order(US, "us-a", "charge 21 22");
    assert!(play.knows(None, "us-a"), "all charging units are turned face up");
    assert_eq!(play.at("us-a"), "21 21/22");
    assert_eq!(play.next_decision(), (CS, "answer".to_owned()));
    assert_eq!(play.ids(CS), ["give-way", "hold cs-a"]);
}

#[test]
fn s8_4_the_enemy_who_retreats_costs_a_leading_unit_a_point() {
    let mut play =
        Play::new(&field("", ""), &["us-a cavalry 2 @20", "us-b cavalry 1 @20", "cs-a infantry 2 @22"]);
    play.order(US, "us-a us-b", "charge 21 22");
    play.take(CS, "give-way");
    assert_eq!(
        (play.at("cs-a"), play.strength("cs-a")),
        ("23".to_owned(), 1),
        "narrow: one point from the reserve"
    );
    assert_eq!((play.at("us-a"), play.at("us-b"), play.strength("us-a")), ("22".into(), "22".into(), 1));
    assert_eq!(play.morale(), [19, 18]);
    assert!(play.lists(US, "deploy us-b 22/23"), "it may deploy");
}

#[test]
fn s8_4_a_charge_that_is_met_is_an_assault() {
    // 2 against 1: cavalry that charges pays nothing for infantry. Artillery supports nobody in a charge.
    let units = ["us-a cavalry 2 @20", "cs-a infantry 1 @22", "cs-g artillery 1 @22"];
    let mut play = Play::new(&field("", ""), &units);
    play.order(US, "us-a", "charge 21 22");
    play.take(CS, "hold cs-a");
    play.take(CS, "hold cs-g");
    assert!(
        play.knows(Some(US), "cs-a") && play.knows(Some(US), "cs-g"),
        "who secures the approach is turned face up"
    );
    play.take(CS, "lead cs-a");
    // Outcome 1: two losses, the leading unit and then the artillery; what is left is disrupted and alone.
    assert_eq!(
        (play.at("cs-g"), play.at("cs-a"), play.at("us-a")),
        ("off".into(), "off".into(), "22".into())
    );
    assert_eq!(play.morale(), [20, 20 - 2 - 1], "the Union lost a point and gained one for the artillery");
}

#[test]
fn s8_4_a_charge_that_fails_falls_back_to_the_attack_locale() {
    let mut play =
        Play::new(&field("", ""), &["us-a cavalry 2 @20", "us-b cavalry 1 @20", "cs-a infantry 3 @22"]);
    play.order(US, "us-a us-b", "charge 21 22");
    play.take(CS, "hold cs-a");
    play.take(CS, "lead cs-a");
    // 2 - 3: -1. Two losses: the leading unit is eliminated; the other falls back.
    assert_eq!((play.at("us-a"), play.at("us-b"), play.strength("cs-a")), ("off".into(), "21".into(), 2));
}

#[test]
fn s8_4_who_has_nobody_in_reserve_retreats() {
    let units = ["us-a cavalry 2 @20", "us-z infantry 2 @23", "cs-a infantry 2 @22 22/23"];
    let mut play = Play::new(&field("", ""), &units);
    play.order(US, "us-a", "charge 21 22");
    // Nobody could be asked; and there is nowhere to go.
    assert_eq!((play.at("cs-a"), play.at("us-a")), ("off".to_owned(), "22".to_owned()));
    assert_eq!(play.morale(), [19, 17], "a point of the charge; two of strength, and one for the retreat");
}

#[test]
fn s8_4_the_example_of_what_allows_a_charge() {
    let ready = ["us-a cavalry 2 @20", "cs-a infantry 1 @22"];
    let charges = |board: &str, units: &[&str]| {
        let mut play = Play::new(board, units);
        play.take(US, "pick us-a");
        play.lists(US, "charge 21 22")
    };
    assert!(charges(&field("", ""), &ready));
    assert!(!charges(&field("restricted", ""), &ready) && !charges(&field("", "restricted"), &ready));
    assert!(!charges(&field("into21:obstructed", ""), &ready), "the approach beyond the first boundary");
    assert!(charges(&field("into20:obstructed", ""), &ready), "not the one behind");
    assert!(!charges(&field("", "into22:obstructed"), &ready));
    assert!(!charges(&field("", ""), &["us-a cavalry 1 @20", "cs-a infantry 1 @22"]), "1-strength cavalry");
    assert!(!charges(&field("", ""), &["us-a infantry 2 @20", "cs-a infantry 1 @22"]));
    let adjacent = board("20 21 22", &["20-21", "21-22", "20-22"]);
    assert!(!charges(&adjacent, &ready), "the defense locale is adjacent to the start");
    let secured = ["us-a cavalry 2 @20", "us-b infantry 1 @21 21/22", "cs-a infantry 1 @22"];
    assert!(!charges(&field("", ""), &secured), "the attack approach is secured");
    let defended = ["us-a cavalry 2 @20", "us-b infantry 1 @21", "cs-a infantry 1 @22 21/22"];
    assert!(!charges(&field("", ""), &defended), "the defense approach is secured");
    let taken = ["us-a cavalry 2 @20", "cs-b infantry 1 @21", "cs-a infantry 1 @22"];
    assert!(!charges(&field("", ""), &taken), "the attack locale is enemy-occupied");
}

#[test]
fn s8_4_two_lead_a_charge_over_a_wide_boundary() {
    let mut play =
        Play::new(&field("", "wide"), &["us-a cavalry 2 @20", "us-b cavalry 2 @20", "cs-a infantry 3 @22"]);
    play.order(US, "us-a us-b", "charge 21 22");
    assert_eq!(play.ids(US), ["lead-charge us-a", "lead-charge us-a us-b", "lead-charge us-b"]);
    play.take(US, "lead-charge us-a us-b");
    play.take(CS, "give-way");
    assert_eq!(
        (play.next_decision(), play.ids(US)),
        ((US, "apply-losses".to_owned()), vec!["hit us-a".into(), "hit us-b".into()])
    );
    play.take(US, "hit us-b");
    assert_eq!((play.strength("us-a"), play.strength("us-b"), play.strength("cs-a")), (2, 1, 1));
}

#[test]
fn s8_4_nobody_crosses_either_boundary_after_a_charge() {
    let units = ["us-a cavalry 2 @20", "us-b infantry 2 @20", "us-c infantry 2 @21", "cs-a infantry 1 @22"];
    let mut play = Play::new(&field("", ""), &units);
    play.order(US, "us-a", "charge 21 22");
    play.take(CS, "give-way");
    play.take(US, "pick us-b");
    assert!(!play.lists(US, "march 21") && play.lists(US, "march 24"));
    play.take(US, "cancel");
    assert!(!play.lists(US, "pick us-c"), "it stands between the two");
}

#[test]
fn s8_2_no_assault_over_a_boundary_where_a_charge_was_performed() {
    let units = ["us-a cavalry 2 @20", "us-b infantry 3 @21", "cs-a infantry 3 @22"];
    let mut play = Play::new(&field("", ""), &units);
    play.order(US, "us-a", "charge 21 22");
    play.take(CS, "hold cs-a");
    play.take(CS, "lead cs-a");
    assert_eq!(play.at("us-a"), "off", "it failed");
    play.order(US, "us-b", "secure 21/22");
    play.pass(4);
    play.pass(4);
    play.pick(US, "us-b");
    assert!(play.offers(US, "assault"), "in the next turn it can assault");
    let mut play =
        Play::new(&field("", ""), &["us-a cavalry 2 @20", "us-b infantry 3 @21", "cs-a infantry 3 @22"]);
    play.order(US, "us-a", "charge 21 22");
    play.take(CS, "hold cs-a");
    play.take(CS, "lead cs-a");
    play.edit(muster_contract::Change::Place((
        "us-b".to_owned(),
        muster_contract::Place { edge: Some("21/22".to_owned()), ..muster_sdk::place("21") },
    )));
    play.pick(US, "us-b");
    assert!(!play.offers(US, "assault"), "in the turn of the charge it can't");
}

#[test]
fn s8_4_penalties_for_cavalry_count_in_a_charge_but_not_infantry_itself() {
    // 2 less 1 for the penalty, less 1: 0 fails.
    let mut play =
        Play::new(&field("", "into22:cavalry,infantry"), &["us-a cavalry 2 @20", "cs-a infantry 1 @22"]);
    play.order(US, "us-a", "charge 21 22");
    play.take(CS, "hold cs-a");
    play.take(CS, "lead cs-a");
    assert!(play.events.iter().any(|event| event.text.contains("outcome 0")), "{:?}", play.events);
    assert_eq!((play.at("us-a"), play.strength("us-a")), ("21".to_owned(), 1));
}

#[test]
fn s8_4_who_secures_an_approach_or_is_disrupted_does_not_meet_a_charge() {
    let units = [
        "us-a cavalry 2 @20",
        "us-z infantry 2 @23",
        "cs-a infantry 2 @22 22/23",
        "cs-b infantry 1 @22",
        "cs-d disrupted 0 @22",
    ];
    let mut play = Play::new(&field("", ""), &units);
    play.order(US, "us-a", "charge 21 22");
    assert_eq!(play.ids(CS), ["give-way", "hold cs-b"]);
}
