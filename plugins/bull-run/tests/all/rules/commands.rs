//! §8, §8.0.1, §8.0.2 and §8.1: field commands, deployment, advances.

use crate::rules::position::*;

/// The locales of the rulebook's example of an advance, without the boundary 13/14 that its text contradicts.
fn henry_hill() -> String {
    board("10 11 12 13 14", &["10-11", "10-13", "11-12", "11-13", "12-13", "12-14"])
}

#[test]
fn s8_the_example_of_command_points() {
    // Four command points, three field commands: one is left for the staff command phase.
    let units = [
        "us-a infantry 2 @10",
        "us-b infantry 3 @11 11/13",
        "us-c infantry 2 @12",
        "cs-a infantry 1 @13 11/13",
    ];
    let mut play = Play::new(&henry_hill(), &units);
    play.fact("points", 4);
    play.order(US, "us-a", "march 11");
    play.order(US, "us-b", "assault 11/13 us-b");
    play.take(CS, "lead cs-a");
    play.order(US, "us-c", "march 14");
    assert_eq!(play.points(), 1);
    play.take(US, "end-field");
    assert_eq!((play.next_decision().1.as_str(), play.points()), ("staff-command", 1));
}

#[test]
fn s8_no_unit_gets_two_commands_in_a_turn() {
    let units = ["us-a infantry 2 @10", "cs-a infantry 1 @13"];
    let mut play = Play::new(&henry_hill(), &units);
    play.order(US, "us-a", "march 11");
    assert!(!play.lists(US, "pick us-a"));
    assert!(play.explain(US, "us-a").contains("was issued a command"));
    play.pass(4);
    play.pass(4);
    assert!(play.lists(US, "pick us-a"), "but it does in the next");
}

#[test]
fn s8_units_are_commanded_together_only_from_one_position() {
    let units =
        ["us-a infantry 2 @11", "us-b infantry 2 @11 11/13", "us-c infantry 2 @10", "cs-a infantry 1 @13"];
    let mut play = Play::new(&henry_hill(), &units);
    play.take(US, "pick us-a");
    assert!(!play.offers(US, "also"), "one secures an approach, the other is elsewhere");
    play.take(US, "cancel");
    assert_eq!(play.points(), 6, "nothing was spent");
}

#[test]
fn s8_without_points_no_command_is_given() {
    let units = ["us-a infantry 2 @10", "cs-a infantry 1 @13"];
    let mut play = Play::new(&henry_hill(), &units);
    play.fact("points", 0);
    assert_eq!(play.ids(US), ["end-field"]);
    for what in ["us-a", "11"] {
        assert!(play.explain(US, what).contains("No command point is left"), "{what}");
    }
}

#[test]
fn s8_1_the_example_of_an_advance() {
    // B secures 11/13 and advances; A is in reserve and can't. The Confederates may not go where B comes from, nor into the
    // enemy's 10: 12 is left.
    let units = [
        "us-a infantry 1 @11",
        "us-b infantry 2 @11 11/13",
        "us-x infantry 1 @10",
        "cs-c infantry 2 @13",
        "cs-d infantry 2 @13 10/13",
    ];
    let mut play = Play::new(&henry_hill(), &units);
    play.take(US, "pick us-a");
    assert!(!play.offers(US, "advance"));
    play.take(US, "cancel");
    play.order(US, "us-b", "advance 13");
    assert_eq!((play.at("cs-c"), play.at("cs-d")), ("12".to_owned(), "12".to_owned()));
    assert_eq!(play.at("us-b"), "13", "in reserve");
    assert!(!play.offers(US, "deploy"), "it is no cavalry");
    // A point from the reserve and, since nobody stands opposite at 10/13 and the attack approach is narrow, one there.
    assert_eq!((play.strength("cs-c"), play.strength("cs-d")), (1, 1));
    assert_eq!(play.morale(), [20, 17], "two points lost, and the retreat");
}

#[test]
fn s8_1_the_example_of_an_advance_leaves_one_locale_to_retreat_to() {
    // The example's own boundary 13/14, impassable.
    let refuges = |last: &str, more: &[&str]| {
        let board = board("10 11 12 13 14", &["10-11", "10-13", "11-12", "11-13", "12-13", "12-14", last]);
        let mut units = vec!["us-b infantry 2 @11 11/13", "cs-c infantry 2 @13"];
        units.extend(more);
        let mut play = Play::new(&board, &units);
        play.order(US, "us-b", "advance 13");
        match play.at("cs-c").as_str() {
            "13" => play.ids(CS).into_iter().map(|id| id.replace("flee cs-c ", "")).collect(),
            went => vec![went.to_owned()],
        }
    };
    let taken = ["us-x infantry 1 @10"];
    assert_eq!(refuges("13-14 impassable", &taken), ["12"], "as in the example");
    assert_eq!(
        refuges("13-14 impassable", &[]),
        ["10", "12"],
        "10 is closed only because it is enemy-occupied"
    );
    assert_eq!(refuges("13-14", &taken), ["12", "14"], "14 only because the boundary is impassable");
    assert_eq!(refuges("13-14", &[]), ["10", "12", "14"], "and 11 in any case");
}

#[test]
fn s8_1_no_advance_against_a_secured_approach() {
    let units = ["us-b infantry 2 @11 11/13", "cs-c infantry 2 @13 11/13"];
    let mut play = Play::new(&henry_hill(), &units);
    play.take(US, "pick us-b");
    assert!(!play.offers(US, "advance") && play.offers(US, "assault"));
}

/// The deployments that are listed.
fn deployments(play: &Play) -> Vec<String> {
    play.ids(US).into_iter().filter(|id| id.starts_with("deploy")).collect()
}

#[test]
fn s8_0_1_cavalry_that_leaves_others_in_reserve_pays_to_deploy() {
    let units = ["us-a cavalry 2 @10", "us-b infantry 2 @10", "cs-a infantry 1 @13"];
    let mut play = Play::new(&henry_hill(), &units);
    play.order(US, "us-a us-b", "march 11");
    assert_eq!(play.points(), 5);
    assert_eq!(deployments(&play), ["deploy us-a 11/13"], "not all of them ride");
    assert_eq!(play.details(US, "deploy us-a 11/13").cost, "1 command point");
    play.take(US, "deploy us-a 11/13");
    assert_eq!((play.points(), play.at("us-a")), (4, "11 11/13".to_owned()));
    assert!(play.knows(Some(CS), "us-a") && !play.knows(Some(CS), "us-b"), "who deploys is turned face up");
}

#[test]
fn s8_0_1_cavalry_that_leaves_nobody_behind_deploys_for_nothing() {
    let units = ["us-a cavalry 2 @10", "us-b cavalry 1 @10", "us-c infantry 1 @11", "cs-a infantry 1 @13"];
    let mut play = Play::new(&henry_hill(), &units);
    play.order(US, "us-a us-b", "march 11");
    assert_eq!(deployments(&play), ["deploy-all 11/13", "deploy us-a 11/13", "deploy us-b 11/13"]);
    assert_eq!(play.details(US, "deploy-all 11/13").cost, "");
    assert_eq!(
        play.details(US, "deploy us-a 11/13").cost,
        "1 command point",
        "one alone would leave the other"
    );
    play.take(US, "deploy-all 11/13");
    assert_eq!(
        (play.points(), play.at("us-a"), play.at("us-b")),
        (5, "11 11/13".to_owned(), "11 11/13".to_owned())
    );
    assert!(!play.offers(US, "deploy"));
}

#[test]
fn s8_0_1_cavalry_sent_one_after_the_other_to_one_approach_pays_nothing() {
    let board = board("1 2 3 4", &["1-2", "2-3", "2-4", "3-4"]);
    let march = |more: &[&str]| {
        let mut units =
            vec!["us-a cavalry 2 @1", "us-b cavalry 1 @1", "cs-a infantry 1 @3", "cs-b infantry 1 @4"];
        units.extend(more);
        let mut play = Play::new(&board, &units);
        play.take(US, "pick us-a");
        play.take(US, if more.is_empty() { "also us-b" } else { "everyone" });
        play.take(US, "march 2");
        assert_eq!(play.points(), 5);
        play.take(US, "deploy us-a 2/3");
        assert_eq!(play.points(), 4, "so far it has left others behind");
        play
    };
    let says_so = |play: &Play, id: &str| {
        let said = play.details(US, id).consequences;
        said.iter().any(|line| line.text.contains("the command point comes back"))
    };
    let mut play = march(&[]);
    assert!(says_so(&play, "deploy us-b 2/3") && !says_so(&play, "deploy us-b 2/4"));
    play.take(US, "deploy us-b 2/3");
    assert_eq!(play.points(), 5, "all together to one approach");
    let mut play = march(&[]);
    play.take(US, "deploy us-b 2/4");
    assert_eq!(play.points(), 3, "to two approaches");
    let mut play = march(&["us-c infantry 1 @1"]);
    assert!(!says_so(&play, "deploy us-b 2/3"));
    play.take(US, "deploy us-b 2/3");
    assert_eq!(play.points(), 4, "infantry stays in reserve");
    let mut play = march(&["us-c cavalry 1 @1"]);
    play.take(US, "deploy us-b 2/3");
    assert_eq!(play.points(), 4, "one is still in reserve");
    play.take(US, "deploy us-c 2/3");
    assert_eq!(play.points(), 5);
}

#[test]
fn s8_0_1_each_approach_costs_a_point_and_the_point_must_be_there() {
    let board = board("1 2 3 4", &["1-2", "2-3", "2-4", "3-4"]);
    let units = [
        "us-a cavalry 2 @1",
        "us-b cavalry 1 @1",
        "us-c infantry 2 @1",
        "cs-a infantry 1 @3",
        "cs-b infantry 1 @4",
    ];
    let mut play = Play::new(&board, &units);
    play.fact("points", 2);
    play.order(US, "us-a us-b us-c", "march 2");
    play.take(US, "deploy us-a 2/3");
    assert_eq!(play.points(), 0);
    assert!(play.lists(US, "deploy us-b 2/3"), "the same approach costs nothing more");
    assert!(!play.lists(US, "deploy us-b 2/4"));
}

#[test]
fn s8_0_1_deployment_is_over_when_the_next_command_is_given() {
    let units = ["us-a cavalry 2 @10", "us-b infantry 2 @12", "cs-a infantry 1 @13"];
    let mut play = Play::new(&henry_hill(), &units);
    play.order(US, "us-a", "march 11");
    assert_eq!(deployments(&play), ["deploy us-a 11/13"]);
    play.order(US, "us-b", "march 14");
    assert!(!play.offers(US, "deploy"));
}

#[test]
fn s8_0_2_ranging_artillery_does_nothing_but_bombard() {
    let units = [
        "us-g artillery 1 @11 11/13 ranging",
        "us-h artillery 1 @11 11/13",
        "us-b infantry 2 @11 11/13",
        "cs-c infantry 2 @13",
    ];
    let mut play = Play::new(&henry_hill(), &units);
    play.take(US, "pick us-g");
    assert_eq!(play.ids(US), ["bombard 11/13", "cancel"]);
    play.take(US, "cancel");
    play.take(US, "pick us-b");
    assert!(play.lists(US, "also us-h") && !play.lists(US, "also us-g"));
}

#[test]
fn s8_1_cavalry_that_advanced_may_deploy() {
    let units = [
        "us-c cavalry 1 @11 11/13",
        "us-b infantry 2 @11 11/13",
        "cs-c infantry 2 @13",
        "cs-d infantry 1 @10",
    ];
    let mut play = Play::new(&henry_hill(), &units);
    play.order(US, "us-c us-b", "advance 13");
    play.take(CS, "flee cs-c 12");
    play.take(US, "deploy us-c 10/13");
    assert_eq!((play.at("us-c"), play.at("us-b"), play.points()), ("13 10/13".into(), "13".into(), 4));
}

#[test]
fn s8_6_3_cavalry_that_went_into_reserve_may_deploy() {
    let units = ["us-c cavalry 1 @11 11/13", "cs-c infantry 2 @13", "cs-d infantry 1 @10"];
    let mut play = Play::new(&henry_hill(), &units);
    play.order(US, "us-c", "reserve");
    play.take(US, "deploy us-c 10/11");
    assert_eq!((play.at("us-c"), play.points()), ("11 10/11".to_owned(), 5));
    assert!(play.knows(Some(CS), "us-c"), "it is turned face up");
}

#[test]
fn s4_2_command_points_that_are_left_are_lost() {
    let units = ["us-a infantry 2 @10", "cs-a infantry 1 @13"];
    let mut play = Play::new(&henry_hill(), &units);
    assert_eq!(play.points(), 6);
    play.pass(5);
    play.reach_administration();
    play.take(CS, "end-turn");
    assert_eq!(play.next_decision(), (US, "play-cards".to_owned()));
    // Two cards of value 0 were played in the first turn; one is left.
    play.take(US, "play 0 1");
    assert_eq!(play.points(), 5, "four and what the two cards show");
}
