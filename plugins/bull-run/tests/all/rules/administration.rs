//! §10.

use crate::rules::position::*;

fn field() -> String {
    board("1 2:6:us-objective 3:6:us-objective 4", &["1-2", "2-3", "3-4", "1-4"])
}

#[test]
fn s10_1_a_face_up_2_strength_unit_captures_an_objective_every_turn() {
    let mut play = Play::new(&field(), &["us-a infantry 2 @2 up", "cs-a infantry 1 @4"]);
    play.take(US, "end-field");
    play.take(US, "end-staff");
    assert_eq!((play.next_decision().1.as_str(), play.morale()), ("administer", [20, 15]));
    play.take(US, "end-turn");
    play.reach_field(4);
    play.pass(4);
    play.take(US, "end-field");
    play.take(US, "end-staff");
    assert_eq!(play.morale(), [20, 10], "and every turn again");
}

#[test]
fn s10_1_a_face_down_unit_shows_its_face_to_claim() {
    let units = ["us-a infantry 2 @2", "us-b infantry 1 @2", "us-c infantry 3 @3", "cs-a infantry 1 @4"];
    let mut play = Play::new(&field(), &units);
    play.take(US, "end-field");
    play.take(US, "end-staff");
    assert_eq!(
        (play.next_decision().1.as_str(), play.ids(US)),
        ("claim", vec!["claim us-a".into(), "no-claim".into()])
    );
    play.take(US, "claim us-a");
    assert!(play.knows(Some(CS), "us-a"));
    play.take(US, "no-claim");
    assert_eq!((play.next_decision().1.as_str(), play.morale()), ("administer", [20, 15]));
}

#[test]
fn s10_1_weak_units_claim_nothing_though_the_question_is_asked() {
    let units = ["us-a infantry 1 @2", "us-b cavalry 2 @3", "cs-a infantry 1 @4"];
    let mut play = Play::new(&field(), &units);
    play.take(US, "end-field");
    play.take(US, "end-staff");
    for _ in 0..2 {
        assert_eq!(play.ids(US), ["no-claim"]);
        play.take(US, "no-claim");
    }
    assert_eq!(play.morale(), [20, 20]);
}

#[test]
fn s10_1_the_opponents_objectives_count_nothing() {
    let mut play = Play::new(&field(), &["us-a infantry 2 @1", "cs-a infantry 3 @2 up"]);
    play.pass(4);
    play.take(CS, "end-field");
    play.take(CS, "end-staff");
    assert_eq!(play.morale(), [20, 20]);
}

#[test]
fn s10_2_units_stand_down_where_the_enemy_has_gone() {
    let units = [
        "us-a infantry 2 @1 1/4",
        "us-g artillery 1 @1 1/4 ranging",
        "us-b cavalry 2 @3",
        "cs-a infantry 1 @4",
    ];
    let board = board("1 3 4 5", &["1-4", "3-4", "4-5", "3-5"]);
    let mut play = Play::new(&board, &units);
    play.order(US, "us-b", "maneuver 4");
    play.take(CS, "give-way");
    assert_eq!(play.at("us-a"), "1 1/4");
    play.reach_administration();
    assert_eq!((play.at("us-a"), play.at("us-g")), ("1".to_owned(), "1".to_owned()));
    assert!(play.knows(None, "us-g"), "its ranging is cancelled, and it is turned face up");
}

#[test]
fn s10_3_spiked_artillery_costs_its_own_army_a_point_and_gives_the_enemy_none() {
    let mut play = Play::with(
        &field(),
        &["us-g artillery 1 @1", "us-a infantry 1 @1", "cs-a infantry 1 @4"],
        &[("cs-morale", 10)],
    );
    play.reach_administration();
    play.take(US, "spike us-g");
    assert_eq!((play.at("us-g"), play.morale()), ("off".to_owned(), [19, 10]));
}

#[test]
fn s10_4_artillery_ranges_at_an_approach_next_to_the_enemy() {
    let units =
        ["us-g artillery 1 @1 1/4", "us-h artillery 1 @1", "us-a infantry 2 @1 1/4", "cs-a infantry 1 @4"];
    let mut play = Play::new(&field(), &units);
    play.reach_administration();
    assert_eq!(play.ids(US), ["range us-g", "spike us-g", "spike us-h", "end-turn"]);
    assert!(!play.knows(Some(CS), "us-g"));
    play.take(US, "range us-g");
    assert!(play.knows(Some(CS), "us-g") && !play.knows(None, "us-g"));
    assert!(!play.offers(US, "spike"), "spiking comes before ranging");
    play.take(US, "end-turn");
    play.reach_field(4);
    play.pass(4);
    play.order(US, "us-g", "bombard 1/4");
    assert!(play.is_disrupted("cs-a"));
}

#[test]
fn s10_5_the_time_marker_moves_after_the_confederate_turn() {
    let mut play = Play::new(&field(), &["us-a infantry 1 @1", "cs-a infantry 1 @4"]);
    let time = |play: &Play| play.view(US).tracks[0].marks[0].value;
    assert_eq!(time(&play), 1);
    play.pass(4);
    assert_eq!(time(&play), 1);
    play.pass(4);
    assert_eq!(time(&play), 2);
}

#[test]
fn s10_1_each_objective_costs_five_and_is_claimed_from_an_approach_too() {
    let units =
        ["us-a infantry 2 @2 up", "us-b infantry 3 @3 3/4 up", "us-c infantry 2 @2 up", "cs-a infantry 1 @4"];
    let mut play = Play::new(&field(), &units);
    play.take(US, "end-field");
    play.take(US, "end-staff");
    assert_eq!(
        (play.next_decision().1.as_str(), play.morale()),
        ("administer", [20, 10]),
        "two units in one count once"
    );
}

#[test]
fn s10_3_ranging_artillery_can_be_spiked_and_spiking_can_demoralize() {
    let units = ["us-g artillery 1 @1 1/4 ranging", "us-a infantry 1 @1", "cs-a infantry 1 @4"];
    let mut play = Play::with(&field(), &units, &[("us-morale", 1)]);
    play.reach_administration();
    play.take(US, "spike us-g");
    let outcome = play.outcome().expect("its army is demoralized, and can't recover in the sub-phase");
    assert_eq!((outcome.winner.as_deref(), outcome.degree.as_str()), (Some("cs"), "decisive"));
}

#[test]
fn s10_1_a_claim_that_demoralizes_the_enemy_ends_the_game_at_once() {
    // Whether there is another objective that could be claimed is not asked any more.
    let units = ["us-a infantry 2 @2 up", "us-b infantry 2 @3", "cs-a infantry 1 @4"];
    let mut play = Play::with(&field(), &units, &[("cs-morale", 5)]);
    play.take(US, "end-field");
    play.take(US, "end-staff");
    assert_eq!(play.outcome().expect("it is over").winner.as_deref(), Some("us"));
    let units = ["us-a infantry 2 @2", "us-b infantry 2 @3", "cs-a infantry 1 @4"];
    let mut play = Play::with(&field(), &units, &[("cs-morale", 5)]);
    play.take(US, "end-field");
    play.take(US, "end-staff");
    play.take(US, "claim us-a");
    assert_eq!(play.outcome().expect("it is over").winner.as_deref(), Some("us"));
}
