//! §4: components.

use crate::rules::position::*;

/// Two locales with the enemy in the second.
const TWO: &str = "1 2 3";

fn two() -> String {
    board(TWO, &["1-2 wide", "1-3"])
}

#[test]
fn s4_1_faces_say_type_and_strength() {
    let play = Play::new(
        &two(),
        &[
            "us-a infantry 3 @1",
            "us-b cavalry 2 @1",
            "us-c artillery 1 @1",
            "us-d disrupted 0 @1",
            "cs-a infantry 1 @2",
        ],
    );
    let face = |unit: &str| play.unit(unit).unwrap().face.unwrap();
    assert_eq!((face("us-a").symbol.as_str(), face("us-a").strength), ("infantry", Some(3)));
    assert_eq!((face("us-b").symbol.as_str(), face("us-b").strength), ("cavalry", Some(2)));
    assert_eq!((face("us-c").symbol.as_str(), face("us-c").strength), ("artillery", Some(1)));
    assert_eq!((face("us-d").strength, play.is_disrupted("us-d")), (Some(0), true));
}

#[test]
fn s4_1_1_disrupted_infantry_moves_only_with_another_unit() {
    let mut play = Play::new(
        &two(),
        &["us-a infantry 2 @1", "us-d disrupted 0 @1", "us-e disrupted 0 @3", "cs-a infantry 1 @2"],
    );
    assert!(!play.lists(US, "pick us-e"), "nobody is with it");
    assert!(play.explain(US, "us-e").contains("Disrupted infantry moves only with another"));
    play.take(US, "pick us-d");
    assert_eq!(play.ids(US), ["also us-a", "cancel"]);
    play.take(US, "also us-a");
    assert!(play.lists(US, "march 3"));
    assert!(!play.lists(US, "secure 1/2") && !play.lists(US, "maneuver 2"), "it takes no part in attacks");
    play.take(US, "march 3");
    assert_eq!((play.at("us-d"), play.at("us-a")), ("3".to_owned(), "3".to_owned()));
}

#[test]
fn s4_1_2_a_face_down_unit_is_known_to_its_owner_only() {
    let play = Play::new(&two(), &["us-a infantry 2 @1", "us-b infantry 1 @1 up", "cs-a infantry 1 @2"]);
    assert!(play.knows(Some(US), "us-a") && !play.knows(Some(CS), "us-a") && !play.knows(None, "us-a"));
    assert!(play.knows(Some(CS), "us-b") && play.knows(None, "us-b"));
    let backs = play.view(CS).units.into_iter().filter(|unit| unit.face.is_none());
    let backs: Vec<String> = backs.map(|unit| format!("{} {}", unit.id, unit.side.unwrap())).collect();
    assert_eq!(backs, ["?1 us"]);
}

#[test]
fn s4_1_2_ranging_artillery_shows_its_face_to_the_opponent_and_not_to_the_public() {
    let play = Play::new(&two(), &["us-a artillery 1 @1 1/2 ranging", "cs-a infantry 1 @2"]);
    assert!(play.knows(Some(US), "us-a") && play.knows(Some(CS), "us-a") && !play.knows(None, "us-a"));
    let markers = play.game.view(None).markers;
    let ranging =
        markers.iter().find(|marker| marker.kind == "ranging").expect("anybody sees how it is turned");
    assert_eq!(ranging.place.edge.as_deref(), Some("1/2"));
}

#[test]
fn s4_1_3_a_unit_that_loses_strength_is_replaced_face_up_where_it_stands() {
    let mut play = Play::new(
        &board(TWO, &["1-2 wide", "1-3"]),
        &["us-a artillery 1 @1 1/2 ranging", "cs-a infantry 3 @2 1/2", "cs-b infantry 1 @2"],
    );
    play.order(US, "us-a", "bombard 1/2");
    assert_eq!((play.strength("cs-a"), play.at("cs-a")), (2, "2 1/2".to_owned()));
    assert!(play.knows(Some(US), "cs-a") && play.knows(None, "cs-a") && !play.knows(Some(US), "cs-b"));
}

#[test]
fn s4_2_a_0_and_a_1_make_five_command_points() {
    // The first example of §4.2. The third card drawn is a 1.
    let board = board("1 2", &["1-2"]);
    let units = ["us-a infantry 2 @1", "cs-a infantry 2 @2"];
    let mut play = Play::begin(&position(&board, &units, &[]), &[1, 1, 4]);
    assert_eq!(play.ids(US), ["play 0 0", "play 0 1"]);
    play.take(US, "play 0 1");
    assert_eq!(play.points(), 5);
    let seen: Vec<_> = play.view(CS).cards.into_iter().filter(|card| card.pile == "discard").collect();
    assert_eq!(seen.len(), 2);
    assert!(seen.iter().all(|card| card.face.is_some()), "what was played lies open");
}

#[test]
fn s4_2_1_a_hand_of_three_is_drawn_for_its_owners_eyes() {
    let board = board("1 2", &["1-2"]);
    let play = Play::begin(&position(&board, &["us-a infantry 2 @1", "cs-a infantry 2 @2"], &[]), &[]);
    let hand = |seat: u8, pile: &str| {
        let cards = play.view(seat).cards.into_iter().filter(|card| card.side.as_deref() == Some("us"));
        cards.filter(|card| card.pile == pile).map(|card| card.face.is_some()).collect::<Vec<_>>()
    };
    assert_eq!(hand(US, "hand"), [true; 3]);
    assert_eq!(hand(CS, "hand"), [false; 3]);
    assert_eq!(hand(US, "deck"), [false; 3], "nobody sees what can be drawn");
}

#[test]
fn s4_2_2_a_hand_is_filled_up_and_an_empty_deck_shuffled() {
    let board = board("1 2", &["1-2"]);
    let mut play = Play::begin(&position(&board, &["us-a infantry 2 @1", "cs-a infantry 2 @2"], &[]), &[]);
    let piles = |play: &Play| {
        let cards = play.view(US).cards;
        ["hand", "deck", "discard"].map(|pile| {
            cards.iter().filter(|card| card.side.as_deref() == Some("us") && card.pile == pile).count()
        })
    };
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push(piles(&play));
        let id = play.ids(US)[0].clone();
        play.take(US, &id);
        play.pass(4);
        play.reach_administration();
        play.take(CS, "end-turn");
    }
    assert_eq!(seen, [[3, 3, 0], [3, 1, 2], [2, 0, 4], [3, 3, 0]]);
}

#[test]
fn s4_2_without_luck_all_six_cards_are_in_hand() {
    let board = board("1 2", &["1-2"]);
    let mut position = position(&board, &["us-a infantry 2 @1", "cs-a infantry 2 @2"], &[]);
    position.setup.options.push(muster_contract::Attribute {
        name: "no-luck".to_owned(),
        value: muster_contract::Value::Flag(true),
    });
    let mut play = Play::begin(&position, &[]);
    let mut hands = Vec::new();
    for _ in 0..4 {
        let cards = play.view(US).cards.into_iter();
        hands.push(cards.filter(|card| card.side.as_deref() == Some("us") && card.pile == "hand").count());
        let id = play.ids(US)[0].clone();
        play.take(US, &id);
        play.pass(4);
        play.reach_administration();
        play.take(CS, "end-turn");
    }
    assert_eq!(hands, [6, 4, 2, 6]);
}

#[test]
fn s4_3_1_units_secure_approaches_only_next_to_the_enemy() {
    let mut play = Play::new(&two(), &["us-a infantry 2 @1", "cs-a infantry 2 @2"]);
    play.take(US, "pick us-a");
    assert!(play.lists(US, "secure 1/2") && !play.lists(US, "secure 1/3"));
    assert!(play.explain(US, "1/3").contains("only next to an enemy-occupied locale"));
}

#[test]
fn s4_3_1_an_impassable_boundary_is_secured_but_not_crossed() {
    let board = board("1 2 3", &["1-2 impassable", "1-3", "2-3"]);
    let mut play = Play::new(&board, &["us-a infantry 2 @1", "cs-a infantry 2 @2"]);
    play.take(US, "pick us-a");
    assert!(play.lists(US, "secure 1/2") && !play.lists(US, "maneuver 2") && play.lists(US, "march 3"));
    assert!(play.explain(US, "2").contains("impassable"));
}

#[test]
fn s4_3_1_no_more_units_enter_than_a_locale_holds() {
    let units = ["us-a infantry 2 @1", "us-b infantry 2 @1", "us-c infantry 1 @2", "cs-a infantry 2 @3"];
    let mut play = Play::new(&board("1 2:2 3", &["1-2", "2-3"]), &units);
    play.take(US, "pick us-a");
    assert!(play.lists(US, "march 2"), "one fits");
    assert!(!play.lists(US, "also us-b"), "two do not, and there is nowhere else to go");
    let board = board("1 2:2 3 4", &["1-2", "2-3", "1-4"]);
    let mut play = Play::new(&board, &units);
    play.pick(US, "us-a us-b");
    assert!(play.lists(US, "march 4") && !play.lists(US, "march 2"));
    assert!(play.explain(US, "2").contains("holds 2 units, and 1 are there"));
}

#[test]
fn s4_1_2_disrupted_infantry_is_face_up() {
    let play = Play::new(&two(), &["us-a infantry 2 @1", "us-d disrupted 0 @1", "cs-a infantry 1 @2"]);
    assert!(play.knows(Some(CS), "us-d") && play.knows(None, "us-d") && !play.knows(Some(CS), "us-a"));
}
