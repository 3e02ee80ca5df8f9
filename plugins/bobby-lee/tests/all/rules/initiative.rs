//! §1: the bid, player turns and passes.

use crate::rules::position::*;

const UNITS: [&str; 6] = [
    "us-s supreme 4 f1 s1 4 @0402",
    "us-l leader 4 c1 f1 s1 3 @0402",
    "us-a infantry 3 @0402",
    "cs-s supreme 3 f1 s1 3 @0405",
    "cs-l leader 4 c1 f2 s2 1 @0403",
    "cs-a infantry 3 @0403",
];

#[test]
fn s1_1_a_bid_is_secret_and_no_higher_than_there_are_leaders() {
    let mut play = Play::new(&UNITS);
    assert_eq!(play.ids(US), ["bid 0", "bid 1", "bid 2"]);
    assert_eq!(play.ids(CS), ["bid 0", "bid 1"], "at one step a leader can't be activated (5.11)");
    let before = play.view(CS);
    play.take(US, "bid 2");
    assert_eq!(play.view(CS), before);
}

#[test]
fn s1_1_the_higher_bid_has_the_first_turn_and_must_be_honored() {
    let mut play = Play::new(&UNITS);
    play.take(CS, "bid 1");
    play.take(US, "bid 2");
    assert_eq!(play.next_decision(), (US, "activate".to_owned()));
    assert!(!play.lists(US, "pass"));
    let asked = |play: &Play| play.game.decisions().into_iter().find(|open| open.waits).unwrap().prompt;
    assert_eq!(asked(&play), "Activate 2 leaders, as you have bid.");
    play.take(US, "activate us-l");
    assert_eq!(asked(&play), "Activate 1 more of the 2 leaders that you have bid.");
    assert!(!play.lists(US, "end-activation"), "two were bid");
    play.take(US, "activate-supreme us-s");
    assert_eq!(play.next_decision(), (US, "move".to_owned()), "and no third can be activated");
}

#[test]
fn s1_1_of_equal_bids_the_confederate_wins() {
    let mut play = Play::new(&UNITS);
    play.take(US, "bid 1");
    play.take(CS, "bid 1");
    assert_eq!(play.next_decision(), (CS, "activate".to_owned()));
}

#[test]
fn s1_1_two_bids_of_nothing_end_the_quarter() {
    let mut play = Play::new(&UNITS);
    play.take(US, "bid 0");
    play.take(CS, "bid 0");
    assert_eq!(play.next_decision().1, "replacements");
}

#[test]
fn s1_1_the_losing_bidder_may_do_as_he_likes() {
    let mut play = Play::new(&UNITS);
    play.take(US, "bid 1");
    play.take(CS, "bid 1");
    play.all(CS, "activate-supreme cs-s, end-moves, end-moves");
    assert_eq!(play.next_decision(), (US, "activate".to_owned()));
    assert!(play.lists(US, "pass"));
    play.take(US, "activate us-l");
    assert!(play.lists(US, "end-activation") && play.lists(US, "activate-supreme us-s"));
}

#[test]
fn s1_2_two_passes_running_end_the_quarter_but_not_one() {
    let mut play = Play::first(&UNITS, US, "activate us-l");
    play.all(US, "end-moves, end-moves");
    play.take(CS, "pass");
    play.all(US, "activate us-l, end-activation, end-moves, end-moves");
    play.take(CS, "pass");
    assert_eq!(play.next_decision(), (US, "activate".to_owned()), "the Union's turn lay between the passes");
    play.take(US, "pass");
    assert_eq!(play.next_decision().1, "replacements");
}

#[test]
fn s5_11_active_leaders_lose_a_step_and_then_move() {
    let mut play = Play::first(&UNITS, US, "activate us-l");
    play.take(US, "end-moves");
    assert_eq!(play.strength("us-l"), 2);
    assert_eq!(play.next_decision(), (US, "move-leader".to_owned()));
    play.all(US, "pick us-l, to 0302");
    assert_eq!(play.at("us-l"), "0302");
}

#[test]
fn s3_2_an_active_leader_is_seen_and_stands_upright_again() {
    let mut play = Play::first(&UNITS, US, "activate us-l");
    let seen = |play: &Play| play.view(CS).units.iter().any(|unit| unit.id == "us-l");
    assert!(seen(&play));
    play.take(US, "end-moves");
    assert!(!seen(&play));
}
