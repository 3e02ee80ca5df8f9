//! §8.5.

use crate::rules::position::*;

fn field() -> String {
    board("1 2 3", &["1-2", "2-3"])
}

#[test]
fn s8_5_the_enemy_withdraws_and_the_maneuvering_units_move_in() {
    let mut play = Play::new(&field(), &["us-a infantry 1 @1", "us-b artillery 1 @1", "cs-a infantry 3 @2"]);
    play.order(US, "us-a us-b", "maneuver 2");
    assert_eq!(play.ids(CS), ["give-way", "hold cs-a"]);
    play.take(CS, "give-way");
    assert_eq!((play.at("us-a"), play.at("us-b"), play.at("cs-a")), ("2".into(), "2".into(), "3".into()));
    assert_eq!(
        (play.strength("cs-a"), play.morale()),
        (2, [20, 19]),
        "a point from the reserve, and no more"
    );
    assert!(!play.knows(Some(CS), "us-a"), "who only moves in stays face down");
}

#[test]
fn s8_5_the_enemy_stands_and_any_of_the_maneuvering_units_secure_the_approach() {
    let mut play = Play::new(
        &field(),
        &["us-a infantry 1 @1", "us-b infantry 2 @1", "cs-a infantry 3 @2", "cs-b infantry 1 @2"],
    );
    play.order(US, "us-a us-b", "maneuver 2");
    play.take(CS, "hold cs-b");
    assert!(play.knows(Some(US), "cs-b") && play.at("cs-b") == "2 1/2");
    assert_eq!(play.ids(CS), ["enough", "hold cs-a"]);
    play.take(CS, "enough");
    assert_eq!(play.ids(US), ["post-all", "post us-a", "post us-b", "enough"]);
    play.take(US, "post us-a");
    play.take(US, "enough");
    assert_eq!((play.at("us-a"), play.at("us-b"), play.points()), ("1 1/2".into(), "1".into(), 5));
    assert!(play.knows(Some(CS), "us-a") && !play.knows(Some(CS), "us-b"));
}

#[test]
fn s8_5_none_of_them_need_secure_it() {
    let mut play = Play::new(&field(), &["us-a infantry 1 @1", "cs-a infantry 3 @2"]);
    play.order(US, "us-a", "maneuver 2");
    play.take(CS, "hold cs-a");
    assert_eq!(play.next_decision(), (US, "post".to_owned()), "with one unit too: it may stay in reserve");
    play.take(US, "enough");
    assert_eq!(play.at("us-a"), "1");
}

#[test]
fn s8_5_with_nobody_in_reserve_to_stand_the_enemy_withdraws() {
    let board = board("1 2 3 4", &["1-2", "2-3", "2-4"]);
    let units = ["us-a infantry 1 @1", "us-z infantry 2 @4", "cs-a infantry 2 @2 2/4", "cs-d disrupted 0 @2"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "maneuver 2");
    assert_eq!((play.at("us-a"), play.at("cs-a"), play.at("cs-d")), ("2".into(), "3".into(), "3".into()));
    assert_eq!(play.strength("cs-a"), 1, "a point from the approach that was secured");
}

#[test]
fn s8_5_no_maneuver_against_a_secured_approach_or_with_disrupted_infantry() {
    let units = ["us-a infantry 1 @1", "us-d disrupted 0 @1", "cs-a infantry 2 @2"];
    let mut play = Play::new(&board("1 2 3 4", &["1-2", "2-3", "1-4"]), &units);
    play.pick(US, "us-a us-d");
    assert_eq!(play.ids(US), ["march 4", "cancel"], "no maneuver for disrupted infantry");
    let mut play = Play::new(&field(), &["us-a infantry 1 @1", "cs-a infantry 2 @2 1/2"]);
    play.take(US, "pick us-a");
    assert!(!play.offers(US, "maneuver"));
    assert!(play.explain(US, "2").contains("only an assault"));
}

#[test]
fn s8_5_cavalry_that_moved_in_may_deploy() {
    let mut play = Play::new(&field(), &["us-a cavalry 1 @1", "us-b infantry 1 @1", "cs-a infantry 3 @2"]);
    play.order(US, "us-a us-b", "maneuver 2");
    play.take(CS, "give-way");
    assert_eq!(play.details(US, "deploy us-a 2/3").cost, "1 command point", "us-b stays in reserve");
    play.take(US, "deploy us-a 2/3");
    assert_eq!((play.points(), play.at("us-a")), (4, "2 2/3".to_owned()));
    assert!(play.knows(Some(CS), "us-a") && !play.knows(Some(CS), "us-b"));
}

#[test]
fn s8_0_1_cavalry_left_by_a_maneuver_that_was_met_deploys_at_the_usual_price() {
    // 1 has an enemy in 2, and another in 4.
    let board = board("1 2 3 4", &["1-2", "2-3", "1-4", "3-4"]);
    let units = [
        "us-a infantry 1 @1",
        "us-b infantry 1 @1",
        "us-c cavalry 1 @1",
        "cs-a infantry 3 @2",
        "cs-b infantry 1 @4",
    ];
    let met = |posts: &[&str]| {
        let mut play = Play::new(&board, &units);
        play.order(US, "us-a us-b us-c", "maneuver 2");
        play.take(CS, "hold cs-a");
        posts.iter().for_each(|id| {
            play.take(US, id);
        });
        play
    };
    let play = met(&["post us-a", "enough"]);
    assert_eq!(play.details(US, "deploy us-c 1/4").cost, "1 command point", "us-b stays in reserve");
    let play = met(&["post us-a", "post us-b", "enough"]);
    assert_eq!(play.details(US, "deploy us-c 1/4").cost, "", "it leaves nobody");
}

#[test]
fn s8_5_all_of_the_maneuvering_units_secure_the_approach_at_once() {
    let units = ["us-a infantry 1 @1", "us-b infantry 2 @1", "cs-a infantry 3 @2"];
    let mut play = Play::new(&field(), &units);
    play.order(US, "us-a us-b", "maneuver 2");
    play.take(CS, "hold cs-a");
    play.take(US, "post-all");
    assert_eq!((play.at("us-a"), play.at("us-b")), ("1 1/2".into(), "1 1/2".into()));
    assert_ne!(play.next_decision().1, "post");
    let mut play = Play::new(&field(), &[units[0], units[2]]);
    play.order(US, "us-a", "maneuver 2");
    play.take(CS, "hold cs-a");
    assert_eq!(play.ids(US), ["post us-a", "enough"], "one alone is all of them already");
}
