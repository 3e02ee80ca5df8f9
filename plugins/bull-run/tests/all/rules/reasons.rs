//! Reasons in the preparation, the set-up, staff commands and flights: who, and what, has no part in them and why.

use muster_contract::{Seat, Target};

use crate::rules::explained::says;
use crate::rules::position::*;
use crate::rules::set_up::{chosen, cubed};

fn lane() -> String {
    board("1:8 2 3 4", &["1-2 wide", "2-3", "3-4"])
}

#[track_caller]
fn of_card(play: &Play, seat: Seat, card: &str, text: &str, section: &str) {
    let last = play.game.explain(seat, &Target::Card(card.to_owned())).pop().unwrap();
    assert_eq!((last.text.as_str(), last.citation.as_deref()), (text, Some(section)), "{card}");
}

#[test]
fn s7_1_who_is_never_shuffled_is_told_so_though_others_beside_it_are() {
    let units = [
        "us-a infantry 3 @1 up",
        "us-b infantry 1 @1",
        "us-d disrupted 0 @1",
        "us-c infantry 2 @2 up",
        "us-e disrupted 0 @2",
        "cs-a infantry 2 @4",
    ];
    let play = Play::begin(&position(&lane(), &units, &[]), &[]);
    assert_eq!(play.ids(US), ["shuffle 1", "end-shuffle"]);
    let never = "Ranging artillery and disrupted infantry are never shuffled.";
    says(&play, US, "us-d", never, "7.1");
    says(&play, US, "us-e", never, "7.1");
    says(&play, US, "us-a", "Choose the locale", "7.1");
    says(&play, US, "us-c", "A unit alone is not shuffled", "7.1");
    says(&play, US, "2", "A unit alone is not shuffled", "7.1");
    says(&play, US, "3", "None of your units is there", "7.1");
    says(&play, CS, "3", "The Union player decides now", "7.1");
}

#[test]
fn s7_1_units_that_are_face_up_and_alike_are_not_shuffled_beside_disrupted_infantry() {
    let units =
        ["us-a infantry 2 @1 up", "us-b infantry 2 @1 up", "us-d disrupted 0 @1", "cs-a infantry 2 @4"];
    let play = Play::begin(&position(&lane(), &units, &[]), &[]);
    assert_eq!(play.next_decision().1, "play-cards");
}

#[test]
fn s7_3_a_card_is_refused_for_what_stands_in_its_way_now() {
    let units = ["us-a infantry 3 @1 up", "us-b infantry 1 @1", "cs-a infantry 2 @4"];
    let mut play = Play::begin(&position(&lane(), &units, &[]), &[]);
    let before = "Cards are played when units are shuffled and artillery has limbered.";
    of_card(&play, US, "us-card-0", before, "7.3");
    of_card(&play, CS, "cs-card-0", "The Union player decides now.", "7.1");
    play.take(US, "end-shuffle");
    // Three worth nothing are in hand: the third is played with another.
    assert_eq!(play.ids(US), ["play 0 0"]);
    of_card(&play, US, "us-card-0-2", "Two cards are played together: choose a pair.", "7.3");
    of_card(&play, US, "cs-hand-1", "It isn't in your hand.", "7.3");
    of_card(&play, US, "us-deck-1", "It isn't in your hand.", "7.3");
    of_card(&play, CS, "cs-card-0", "The Union player decides now.", "7.3");
    play.take(US, "play 0 0");
    of_card(&play, US, "us-card-0", "The cards of this turn have been played.", "7.3");
    of_card(&cubed(), CS, "cs-card-0", "No cards are played in the set-up.", "7.3");
}

#[test]
fn s4_1_3_s9_1_a_split_is_refused_for_room_or_for_units_that_are_left() {
    let mut many = Vec::new();
    for (locale, count) in [(1, 4), (2, 4), (3, 3)] {
        many.extend((1..=count).map(|number| format!("us-{locale}{number} infantry 3 @{locale}")));
    }
    let mut units: Vec<&str> = many.iter().map(String::as_str).collect();
    units.extend(["us-a infantry 2 @4", "cs-a infantry 2 @5"]);
    let board = board("1:12 2:12 3:12 4:1 5", &["1-2", "2-3", "3-4", "4-5"]);
    let mut play = Play::new(&board, &units);
    play.take(US, "end-field");
    says(&play, US, "us-a", "There is no room for the units", "4.3.1");
    // Each takes two of the twenty units off the board.
    for (locale, count) in [(1, 4), (2, 4), (3, 2)] {
        for number in 1..=count {
            play.take(US, &format!("split us-{locale}{number} 1+1+1"));
        }
        if locale < 3 {
            play.take(US, "end-reorganize");
        }
    }
    says(&play, US, "us-33", "No unit that it could split into is left off the board", "4.1.3");
}

#[test]
fn s5_in_blind_placing_the_opponents_units_are_drawn_and_not_commanded() {
    let mut play = chosen();
    assert_eq!(play.next_decision(), (US, "place-blindly".to_owned()));
    let seen = play.view(US).units;
    let placed = |side: &str| seen.iter().find(|unit| unit.side.as_deref() == Some(side)).unwrap().id.clone();
    // Of either army six are left, which stand on no display of this board.
    let left = |side: &str| {
        let mut ids = (1..=20).map(|number| format!("?{number}"));
        let hidden = |id: &String| seen.iter().all(|unit| unit.id != *id);
        ids.find(|id| hidden(id) && play.explain(US, id).contains(side)).unwrap()
    };
    let drawn = "It is drawn blindly: choose a cube that it may replace.";
    says(&play, US, &left("Confederate"), drawn, "5");
    says(&play, US, &left("Union"), "Units of your opponent's are placed now", "5");
    says(&play, US, &placed("cs"), "It is placed already", "5");
    says(&play, US, &placed("us"), "It is placed already", "5");
    says(&play, US, "1", "None of your opponent's cubes lies there", "5");
    play.take(US, "draw 7");
    assert_eq!(play.next_decision(), (US, "place-blindly".to_owned()));
}

#[test]
fn s5_in_placing_a_locale_is_refused_for_want_of_a_cube_or_of_a_unit() {
    let mut play = cubed();
    assert_eq!(play.next_decision(), (CS, "place-unit".to_owned()));
    says(&play, CS, "1", "None of your cubes lies there", "5");
    says(&play, CS, "7", "Choose first which unit takes the place of a cube", "5");
    play.take(CS, "take cs-0");
    says(&play, CS, "cs-0", "It is being placed: choose its cube", "5");
    says(&play, CS, "cs-1", "Another unit is being placed", "5");
}

#[test]
fn s9_3_a_locale_is_refused_to_reinforcements_for_a_reason() {
    let board =
        board("1:6:us-entry 2:1:us-entry 3:6:us-entry 4 5:6:us-entry", &["1-2", "2-4", "1-4", "3-4", "4-5"]);
    let units = [
        "us-a infantry 2 @1",
        "us-b infantry 1 @2",
        "us-x infantry 3 @4 4/5",
        "us-r infantry 1 +1",
        "us-s infantry 1 +1",
        "cs-a infantry 1 @3 up",
        "cs-b infantry 1 @5 4/5",
        "cs-z infantry 1 @3",
    ];
    let mut play = Play::new(&board, &units);
    says(&play, US, "4", "Choose first which units are commanded", "8");
    says(&play, US, "1/2", "It has no part in what is decided now", "8");
    play.take(US, "pick us-a");
    says(&play, US, "1", "They are there", "8");
    play.take(US, "cancel");
    play.take(US, "end-field");
    says(&play, US, "2", "It is full", "4.3.1");
    says(&play, US, "3", "It is enemy-occupied", "9.3");
    says(&play, US, "4", "None of your reinforcements enter here", "9.3");
    play.take(US, "split us-a 1+1");
    says(&play, US, "1", "Units of 1 reorganize now", "9.1");
    play.take(US, "end-reorganize");
    play.take(US, "mobilize 1");
    says(&play, US, "1", "Reinforcements come to 1 now", "9.3");
    play.take(US, "bring us-r");
    play.take(US, "end-mobilize");
    says(&play, US, "1", "Only one mobilize command", "9.3");
    play.take(US, "end-staff");
    says(&play, US, "4", "It has no part in what is decided now", "10");
}

#[test]
fn s9_3_no_reinforcements_are_left_or_enter_where_there_was_an_assault() {
    let field = board("1 2:6:us-entry 3:6:us-entry 4", &["1-2", "2-4", "2-3"]);
    let assault = |more: &[&'static str]| {
        let units =
            [&["us-a infantry 3 @1 1/2", "cs-a infantry 1 @2 1/2", "cs-z infantry 1 @4"][..], more].concat();
        let mut play = Play::new(&field, &units);
        play.order(US, "us-a", "assault 1/2 us-a");
        while play.next_decision().0 == CS {
            let id = play.ids(CS)[0].clone();
            play.take(CS, &id);
        }
        play.take(US, "end-field");
        play
    };
    says(&assault(&["us-r infantry 1 +1"]), US, "2", "It was taken by assault this turn", "8.2");
    says(&assault(&[]), US, "3", "All reinforcements have been mobilized", "9.3");
}

#[test]
fn s11_a_refuge_is_told_to_be_chosen_with_the_unit_that_goes_there() {
    let field = board("1 2:9 3:1 4:3 5", &["1-2", "2-3", "2-4", "3-4", "4-5"]);
    let units = ["us-a infantry 1 @1", "cs-a infantry 2 @2", "cs-b infantry 2 @2"];
    let mut play = Play::new(&field, &units);
    play.order(US, "us-a", "maneuver 2");
    play.take(CS, "give-way");
    while play.next_decision().1 == "apply-losses" {
        play.take(CS, "hit cs-a");
    }
    assert!(play.lists(CS, "flee-all 4") && !play.lists(CS, "flee-all 3"));
    says(&play, CS, "3", "It hasn't room for all: choose one that goes there", "11");
    says(&play, CS, "2", "They have to leave it", "11");
    says(&play, CS, "1", "The enemy comes from there", "11");
    says(&play, CS, "5", "It is not adjacent", "11");
    play.take(CS, "flee cs-a 3");
    assert_eq!(play.at("cs-b"), "4");
}

#[test]
fn s7_1_a_locale_is_refused_for_each_position_in_it() {
    let units = [
        "us-a infantry 3 @1 up",
        "us-b infantry 1 @1",
        "us-d disrupted 0 @2",
        "us-e disrupted 0 @2",
        "us-c infantry 2 @3 3/4 up",
        "us-f infantry 1 @3 up",
        "cs-a infantry 2 @4",
    ];
    let play = Play::begin(&position(&lane(), &units, &[]), &[]);
    assert_eq!(play.ids(US), ["shuffle 1", "end-shuffle"]);
    says(&play, US, "2", "Ranging artillery and disrupted infantry are never shuffled", "7.1");
    let said = play.explain(US, "3");
    assert!(said.contains("The reserve of 3: A unit alone is not shuffled."), "{said}");
    assert!(
        said.contains("The approach 3/4 in 3: Units that secure an approach next to the enemy"),
        "{said}"
    );
}

#[test]
fn s4_3_1_a_locale_that_the_enemy_holds_is_too_small_for_so_many() {
    let field = board("1 2:2 3 4", &["1-2", "2-3", "1-4"]);
    let units = ["us-a infantry 1 @1", "us-b infantry 1 @1", "us-c infantry 1 @1", "cs-a infantry 1 @2"];
    let mut play = Play::new(&field, &units);
    play.pick(US, "us-a us-b us-c");
    assert!(!play.offers(US, "maneuver"));
    says(&play, US, "2", "2 holds 2 units: so many don't fit", "4.3.1");
}

#[test]
fn s9_1_who_could_merge_with_nobody_but_one_who_had_a_command_is_told_so() {
    let field = board("1:6:us-entry 2 3", &["1-2", "2-3"]);
    let units = [
        "us-a infantry 1 @2",
        "us-b infantry 1 @1",
        "us-c cavalry 2 @1",
        "us-r infantry 1 +1",
        "cs-a infantry 1 @3",
    ];
    let mut play = Play::new(&field, &units);
    play.order(US, "us-a", "march 1");
    play.take(US, "end-field");
    says(&play, US, "us-b", "of its type in its reserve that had no command", "9.1");
    play.take(US, "split us-c 1+1");
    says(&play, US, "us-r", "Units on the map reorganize now", "9.1");
}

#[test]
fn s8_6_4_who_comes_by_a_road_that_does_not_meet_the_columns_is_told_so() {
    let field =
        board("0 1 2:6:apart=railroad 3 9", &["0-2 main:pike", "1-2 main:railroad", "2-3 main:pike", "3-9"]);
    let units = ["us-a infantry 1 @2", "us-b infantry 1 @1", "us-c infantry 1 @0", "cs-a infantry 1 @9"];
    let mut play = Play::new(&field, &units);
    play.order(US, "us-a", "road");
    play.take(US, "by-road 2/3 pike");
    assert!(play.lists(US, "follow us-c") && !play.lists(US, "follow us-b"));
    says(&play, US, "us-b", "doesn't meet the column's", "8.6.4");
}
