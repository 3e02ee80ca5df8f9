//! §8.2 steps 8 and 9.

use std::collections::BTreeSet;

use crate::rules::explained::says;
use crate::rules::position::*;

fn field() -> String {
    board("34 35 36:8 37:8 39", &["36-37 wide", "35-37", "37-39 restricted", "34-35", "34-39"])
}

/// Two infantry units lead and win; cavalry is with them.
#[track_caller]
fn won(defenders: &[&str]) -> Play {
    won_with(defenders, &[])
}

#[track_caller]
fn won_with(defenders: &[&str], facts: &[(&str, i32)]) -> Play {
    let mut units = vec![
        "us-a infantry 3 @36 36/37",
        "us-b infantry 3 @36 36/37",
        "us-c cavalry 2 @36 36/37",
        "us-d cavalry 1 @36 36/37",
        "cs-a infantry 1 @37 36/37",
    ];
    units.extend(defenders);
    let mut play = Play::with(&field(), &units, facts);
    play.order(US, "us-a us-b us-c us-d", "assault 36/37 us-a us-b");
    play.take(CS, "lead cs-a");
    if play.next_decision().1 == "support" {
        play.take(CS, "support none");
    }
    play.take(CS, "hit us-a");
    play
}

#[test]
fn s8_2_cavalry_that_did_not_lead_pursues() {
    let mut play = won(&["cs-b infantry 3 @37", "cs-x infantry 2 @35"]);
    play.take(CS, "flee-all 35");
    let pursuits: Vec<String> = play.ids(US).into_iter().filter(|id| id.starts_with("pursue")).collect();
    assert_eq!(pursuits, ["pursue 35 us-c", "pursue 35 us-d", "pursue 35 us-c us-d"]);
    assert!(!play.knows(Some(CS), "us-c"));
    play.take(US, "pursue 35 us-c");
    assert!(play.knows(Some(CS), "us-c"), "declared, it is turned face up");
    assert_eq!(play.next_decision(), (CS, "answer".to_owned()));
    // Anybody in reserve there may stand against it, not only those who came.
    play.take(CS, "hold cs-x");
    play.take(CS, "enough");
    assert_eq!((play.at("cs-x"), play.at("us-c")), ("35 35/37".to_owned(), "37 35/37".to_owned()));
    assert!(!play.offers(US, "pursue"), "one locale is pursued to once");
}

#[test]
fn s13_4_an_assault_is_not_completely_resolved_before_its_pursuit() {
    for pursue in ["pursue 35 us-c us-d", "pursue 35 us-c"] {
        let mut play = won_with(&["cs-b infantry 3 @37"], &[("cs-morale", 2)]);
        play.take(CS, "flee-all 35");
        assert_eq!((play.morale()[1], play.outcome()), (0, None), "the cavalry has still to decide");
        play.take(US, pursue);
        assert_eq!(play.outcome(), None);
        play.take(CS, "give-way");
        let outcome = play.outcome().expect("now it is, for there is nobody else to pursue");
        assert_eq!(outcome.winner.as_deref(), Some("us"));
    }
}

/// An assault that demoralizes the Confederacy is won, and the enemy has fled to 35; this unit came along.
fn won_beside(other: &str) -> Play {
    let units = [
        "us-a infantry 3 @36 36/37",
        "us-b infantry 3 @36 36/37",
        other,
        "cs-a infantry 1 @37 36/37",
        "cs-b infantry 3 @37",
    ];
    let mut play = Play::with(&field(), &units, &[("cs-morale", 2)]);
    play.order(US, "us-a us-b us-x", "assault 36/37 us-a us-b");
    for answer in ["lead cs-a", "hit us-a", "flee-all 35"] {
        play.take(CS, answer);
    }
    assert_eq!(play.morale()[1], 0);
    play
}

#[test]
fn s13_4_an_assault_is_completely_resolved_where_all_see_that_nobody_can_pursue() {
    let winner = |play: &Play| play.outcome().and_then(|outcome| outcome.winner);
    let play = won_beside("us-x infantry 1 @36 36/37 up");
    assert_eq!(winner(&play).as_deref(), Some("us"), "infantry doesn't pursue");
    let play = won_beside("us-x cavalry 1 @36 36/37 up");
    assert_eq!(winner(&play), None);
    assert!(play.lists(US, "pursue 35 us-x"));
    let mut play = won_beside("us-x infantry 1 @36 36/37");
    assert_eq!(winner(&play), None, "the end would tell that it is no cavalry");
    assert_eq!(play.ids(US), ["end-field"]);
    play.take(US, "end-field");
    assert_eq!(winner(&play).as_deref(), Some("us"));
}

#[test]
fn s8_2_those_who_withdraw_from_a_pursuit_are_followed() {
    let mut play = won(&["cs-b infantry 3 @37"]);
    play.take(CS, "flee-all 35");
    assert_eq!(play.strength("cs-b"), 1);
    play.take(US, "pursue 35 us-c us-d");
    play.take(CS, "give-way");
    // A point from the infantry in reserve, which is disrupted; it goes on with nobody else: the only way is 34.
    assert!(play.is_disrupted("cs-b"));
    assert_eq!(
        (play.at("cs-b"), play.at("us-c"), play.at("us-d")),
        ("34".into(), "35 34/35".into(), "35 34/35".into())
    );
}

#[test]
fn s8_2_where_all_who_withdrew_are_gone_the_pursuers_stay_in_reserve() {
    // Only disrupted infantry has fled: a pursuit scatters it.
    let mut play = won(&["cs-g artillery 1 @37 36/37", "cs-b infantry 2 @37"]);
    play.take(CS, "flee-all 35");
    assert!(play.is_disrupted("cs-b"), "two points from the reserve");
    play.take(US, "pursue 35 us-c");
    assert_eq!((play.at("cs-b"), play.at("us-c")), ("off".to_owned(), "35".to_owned()));
    assert!(!play.offers(US, "deploy us-c"));
    assert!(play.lists(US, "end-field"), "the command is over");
}

#[test]
fn s8_2_no_pursuit_of_cavalry_nor_over_a_restricted_boundary() {
    let mut play = won(&["cs-b infantry 3 @37", "cs-c cavalry 1 @37"]);
    play.take(CS, "flee-all 35");
    assert!(!play.offers(US, "pursue"), "cavalry is among those who fled");
    let mut play = won(&["cs-b infantry 3 @37"]);
    play.take(CS, "flee-all 39");
    assert!(!play.offers(US, "pursue"), "the boundary 37/39 is restricted");
}

#[test]
fn s8_2_cavalry_that_deployed_does_not_pursue() {
    let mut play = won(&["cs-b infantry 3 @37", "cs-x infantry 2 @39"]);
    play.take(CS, "flee cs-b 35");
    play.take(CS, "flee cs-a 35");
    play.take(US, "deploy us-c 37/39");
    let pursuits: Vec<String> = play.ids(US).into_iter().filter(|id| id.starts_with("pursue")).collect();
    assert_eq!(pursuits, ["pursue 35 us-d"]);
}

#[test]
fn s8_2_infantry_that_came_along_does_not_pursue() {
    let units = [
        "us-a infantry 3 @36 36/37",
        "us-i infantry 1 @36 36/37",
        "us-c cavalry 1 @36 36/37",
        "cs-a infantry 1 @37 36/37",
        "cs-b infantry 3 @37",
    ];
    let mut play = Play::new(&field(), &units);
    play.order(US, "us-a us-i us-c", "assault 36/37 us-a");
    play.take(CS, "lead cs-a");
    play.take(CS, "flee-all 35");
    assert_eq!((play.at("us-i"), play.at("us-c")), ("37".to_owned(), "37".to_owned()));
    let pursuits: Vec<String> = play.ids(US).into_iter().filter(|id| id.starts_with("pursue")).collect();
    assert_eq!(pursuits, ["pursue 35 us-c"]);
}

/// An assault on 37 with two units of cavalry that don't lead it, against two units and these; the defender is to choose who leads.
fn assaulted(board: &str, more: &[&str]) -> Play {
    let units = [
        "us-a infantry 3 @36 36/37",
        "us-b infantry 3 @36 36/37",
        "us-c cavalry 2 @36 36/37",
        "us-d cavalry 1 @36 36/37",
        "cs-a infantry 1 @37 36/37",
        "cs-b infantry 3 @37",
    ];
    let mut play = Play::new(board, &[&units[..], more].concat());
    play.order(US, "us-a us-b us-c us-d", "assault 36/37 us-a us-b");
    play
}

#[test]
fn s8_2_pursuers_go_to_several_locales_one_after_the_other() {
    let board = board("34 35 36:8 37:8 38", &["36-37 wide", "35-37", "37-38", "34-35", "34-38"]);
    let mut play = assaulted(&board, &["cs-c infantry 3 @37"]);
    play.take(CS, "lead cs-a");
    play.take(CS, "hit us-a");
    play.take(CS, "hit cs-b");
    play.take(CS, "hit cs-c");
    play.take(CS, "flee cs-b 35");
    play.take(CS, "flee cs-c 38");
    play.take(CS, "flee cs-a 35");
    assert!(!play.offers(US, "pursue"), "first it is declared who pursues");
    assert_eq!(
        play.ids(US).into_iter().filter(|id| id.starts_with("declare")).collect::<Vec<_>>(),
        ["declare-pursuit us-c", "declare-pursuit us-d", "declare-pursuit us-c us-d"]
    );
    play.take(US, "declare-pursuit us-c us-d");
    assert!(play.knows(Some(CS), "us-c") && play.knows(Some(CS), "us-d"), "all are turned face up together");
    assert!(!play.offers(US, "deploy") && !play.offers(US, "declare"));
    play.take(US, "pursue 35 us-c");
    play.take(CS, "hold cs-b");
    assert!(play.lists(US, "pursue 38 us-d"));
    play.take(US, "pursue 38 us-d");
    play.take(CS, "hold cs-c");
    assert_eq!((play.at("us-c"), play.at("us-d")), ("37 35/37".to_owned(), "37 37/38".to_owned()));
    assert_eq!(play.points(), 5, "it is all one assault");
}

#[test]
fn s8_2_who_is_not_declared_does_not_pursue_later() {
    let board = board("34 35 36:8 37:8 38", &["36-37 wide", "35-37", "37-38", "34-35", "34-38"]);
    let mut play = assaulted(&board, &["cs-c infantry 3 @37"]);
    for answer in
        ["lead cs-a", "hit us-a", "hit cs-b", "hit cs-c", "flee cs-b 35", "flee cs-c 38", "flee cs-a 35"]
    {
        play.take(CS, answer);
    }
    play.take(US, "declare-pursuit us-c");
    assert!(!play.knows(Some(CS), "us-d"));
    play.take(US, "pursue 35 us-c");
    play.take(CS, "hold cs-b");
    assert!(!play.offers(US, "pursue") && !play.offers(US, "deploy"), "{:?}", play.ids(US));
}

#[test]
fn s8_2_nobody_deploys_after_a_pursuit() {
    // An enemy in 39 to deploy against.
    let mut play = won(&["cs-b infantry 3 @37", "cs-x infantry 2 @39"]);
    play.take(CS, "flee cs-b 35");
    play.take(CS, "flee cs-a 35");
    assert!(play.lists(US, "deploy us-d 37/39"));
    play.take(US, "pursue 35 us-c");
    play.take(CS, "hold cs-b");
    assert!(!play.offers(US, "deploy"), "deployment is step 7, the pursuit steps 8 and 9");
}

#[test]
fn s8_2_cavalry_that_led_does_not_pursue_and_who_stands_against_a_pursuit_is_turned_face_up() {
    let units = [
        "us-c cavalry 2 @36 36/37",
        "us-d cavalry 1 @36 36/37",
        "cs-a infantry 1 @37 36/37",
        "cs-b infantry 3 @37",
        "cs-x infantry 2 @35",
    ];
    let mut play = Play::new(&field(), &units);
    play.order(US, "us-c us-d", "assault 36/37 us-c");
    play.take(CS, "lead none");
    // 2: the loser's three points are more than cs-a has; the reserve loses two in the retreat.
    play.take(CS, "flee-all 35");
    let pursuits: Vec<String> = play.ids(US).into_iter().filter(|id| id.starts_with("pursue")).collect();
    assert_eq!(pursuits, ["pursue 35 us-d"]);
    play.take(US, "pursue 35 us-d");
    assert!(!play.knows(Some(US), "cs-x"));
    play.take(CS, "hold cs-x");
    assert!(play.knows(Some(US), "cs-x") && play.knows(None, "cs-x"));
}

#[test]
fn s13_4_while_a_pursuit_may_be_declared_nothing_else_is_commanded_and_players_are_told_why() {
    let mut play = won_with(&["cs-b infantry 3 @37", "us-e infantry 1 @36"], &[("cs-morale", 2)]);
    play.take(CS, "flee-all 35");
    assert_eq!((play.morale()[1], play.outcome()), (0, None));
    assert!(!play.offers(US, "pick") && play.lists(US, "pursue 35 us-c"));
    says(&play, US, "us-e", "An army's morale is at 0: no other command is given", "13.4");
    says(&play, US, "34", "An army's morale is at 0: no other command is given", "13.4");
    let prompt = play.game.decisions().remove(0).prompt;
    assert!(prompt.contains("No other command is given"), "{prompt}");
    assert_eq!(play.details(US, "end-field").warning, None, "no point is lost that could be used");
}

#[test]
fn s13_4_an_assault_is_completely_resolved_when_the_last_who_could_pursue_has_deployed() {
    let mut play = won_with(&["cs-b infantry 3 @37", "cs-x infantry 2 @39"], &[("cs-morale", 2)]);
    play.take(CS, "flee cs-b 35");
    play.take(CS, "flee cs-a 35");
    play.take(US, "deploy us-c 37/39");
    assert_eq!((play.morale()[1], play.outcome()), (0, None), "us-d may still pursue");
    play.take(US, "deploy us-d 37/39");
    assert_eq!(play.outcome().expect("nobody is left who could").winner.as_deref(), Some("us"));
}

#[test]
fn s8_2_each_pursuer_secures_an_approach_towards_those_who_went_different_ways() {
    let board = board("33 34 35 36:8 37:8", &["36-37 wide", "35-37", "34-35", "33-35", "33-34"]);
    let mut play = assaulted(&board, &[]);
    play.take(CS, "lead cs-a");
    play.take(CS, "hit us-a");
    play.take(US, "pursue 35 us-c us-d");
    play.take(CS, "give-way");
    play.take(CS, "flee cs-a 33");
    play.take(CS, "flee cs-b 34");
    assert_eq!(play.next_decision(), (US, "post".to_owned()));
    let ids: BTreeSet<String> = play.ids(US).into_iter().collect();
    let posts = ["post us-c 33/35", "post us-c 34/35", "post us-d 33/35", "post us-d 34/35"];
    assert_eq!(ids, BTreeSet::from(posts.map(str::to_owned)), "none stays in reserve");
    play.take(US, "post us-c 34/35");
    play.take(US, "post us-d 33/35");
    assert_eq!((play.at("us-c"), play.at("us-d")), ("35 34/35".to_owned(), "35 33/35".to_owned()));
}

#[test]
fn s8_4_after_a_charge_that_was_met_who_did_not_lead_it_pursues() {
    let board = board("20 21 22 23 24", &["20-21", "21-22", "22-23", "23-24"]);
    let units = ["us-a cavalry 2 @20", "us-b cavalry 1 @20", "cs-a infantry 1 @22", "cs-b infantry 3 @22"];
    let charge = |answers: &[&str]| {
        let mut play = Play::new(&board, &units);
        play.order(US, "us-a us-b", "charge 21 22");
        answers.iter().for_each(|id| {
            play.take(CS, id);
        });
        play
    };
    let mut play = charge(&["hold cs-a", "enough", "lead cs-a"]);
    let pursuits: Vec<String> = play.ids(US).into_iter().filter(|id| id.starts_with("pursue")).collect();
    assert_eq!(pursuits, ["pursue 23 us-b"]);
    play.take(US, "pursue 23 us-b");
    play.take(CS, "hold cs-b");
    assert_eq!((play.at("us-a"), play.at("us-b")), ("22".to_owned(), "22 22/23".to_owned()));
    let mut play = charge(&["give-way"]);
    while play.next_decision().0 == CS {
        let id = play.ids(CS)[0].clone();
        play.take(CS, &id);
    }
    assert!(!play.offers(US, "pursue"), "who only retreated is not pursued: there was no assault");
}

#[test]
fn s8_2_pursuers_of_those_who_withdraw_two_ways_each_choose_whom_to_face() {
    let board = board("34 35:8 36:8 37:8 38", &["36-37 wide", "35-37", "34-35", "35-38"]);
    let mut play = assaulted(&board, &["cs-c infantry 3 @37"]);
    for answer in ["lead cs-a", "hit us-a", "hit cs-b", "hit cs-c"] {
        play.take(CS, answer);
    }
    play.take(US, "pursue 35 us-c us-d");
    play.take(CS, "give-way");
    while play.next_decision().0 == CS {
        let ids = play.ids(CS);
        let next =
            ids.iter().find(|id| *id == "flee cs-b 38").or_else(|| ids.iter().find(|id| !id.ends_with("38")));
        play.take(CS, &next.unwrap().replace("flee-all", "flee cs-c"));
    }
    assert_eq!((play.at("cs-b"), play.at("cs-c")), ("38".to_owned(), "34".to_owned()));
    let posts = ["post us-c 34/35", "post us-c 35/38", "post us-d 34/35", "post us-d 35/38"];
    assert_eq!(
        (play.next_decision(), play.ids(US)),
        ((US, "post".to_owned()), posts.map(str::to_owned).to_vec())
    );
    play.take(US, posts[0]);
    assert_eq!(play.ids(US), posts[2..]);
    play.take(US, posts[3]);
    assert_eq!((play.at("us-c"), play.at("us-d")), ("35 34/35".to_owned(), "35 35/38".to_owned()));
    assert_ne!(play.next_decision().1, "post", "the pursuit is over");
}
