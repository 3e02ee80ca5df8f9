//! §6 and §7: the sequence of play, and the preparation phase.

use crate::rules::position::*;

fn lane() -> String {
    board("1 2 3 4", &["1-2 wide", "2-3", "3-4"])
}

#[test]
fn s6_the_union_has_the_first_turn_of_every_round() {
    let units = ["us-a infantry 2 @1", "cs-a infantry 2 @4"];
    let mut play = Play::with(&lane(), &units, &[("last-round", 3)]);
    for round in 1..=3 {
        for (seat, side) in [(US, "us"), (CS, "cs")] {
            let turn = play.view(US).turn;
            assert_eq!((turn.number, turn.active.as_deref()), (round, Some(side)));
            play.take(seat, "end-field");
            play.take(seat, "end-staff");
            if (round, seat) == (3, CS) {
                break;
            }
            play.take(seat, "end-turn");
            play.reach_field(4);
        }
    }
    assert!(play.outcome().is_some() && play.game.decisions().is_empty());
}

#[test]
fn s6_a_round_is_an_hour_from_6am() {
    let units = ["us-a infantry 2 @1", "cs-a infantry 2 @4"];
    let clock = |round: i32| Play::with(&lane(), &units, &[("first-round", round)]).view(US).turn.clock;
    assert_eq!([clock(1), clock(7), clock(15)], ["6am", "noon", "8pm"]);
}

#[test]
fn s7_1_units_that_stand_face_up_together_are_hidden_again() {
    let units = ["us-a infantry 3 @1 up", "us-b infantry 1 @1", "cs-a infantry 2 @4"];
    let mut play = Play::begin(&position(&lane(), &units, &[]), &[]);
    assert_eq!(play.next_decision(), (US, "shuffle".to_owned()));
    assert!(play.knows(Some(CS), "us-a"));
    play.take(US, "shuffle 1");
    assert!(!play.knows(Some(CS), "us-a") && play.knows(Some(US), "us-a"));
    assert_eq!(play.next_decision().1, "play-cards");
}

#[test]
fn s7_1_a_unit_alone_or_all_alike_are_not_shuffled() {
    let alone = ["us-a infantry 3 @1 up", "us-b infantry 2 @2", "cs-a infantry 2 @4"];
    let play = Play::begin(&position(&lane(), &alone, &[]), &[]);
    assert_eq!(play.next_decision().1, "play-cards");
    let alike = ["us-a infantry 2 @1 up", "us-b infantry 2 @1 up", "cs-a infantry 2 @4"];
    assert_eq!(Play::begin(&position(&lane(), &alike, &[]), &[]).next_decision().1, "play-cards");
    let unlike = ["us-a infantry 2 @1 up", "us-b cavalry 2 @1 up", "cs-a infantry 2 @4"];
    assert_eq!(Play::begin(&position(&lane(), &unlike, &[]), &[]).next_decision().1, "shuffle");
    let disrupted = ["us-a infantry 2 @1 up", "us-b disrupted 0 @1", "cs-a infantry 2 @4"];
    assert_eq!(Play::begin(&position(&lane(), &disrupted, &[]), &[]).next_decision().1, "play-cards");
}

#[test]
fn s7_1_units_in_contact_are_not_shuffled() {
    let units = ["us-a infantry 3 @1 1/2 up", "us-b infantry 2 @1 1/2 up", "cs-a infantry 2 @2"];
    assert_eq!(Play::begin(&position(&lane(), &units, &[]), &[]).next_decision().1, "play-cards");
}

#[test]
fn s7_1_at_an_approach_units_are_shuffled_once_the_enemy_is_gone_but_for_ranging_artillery() {
    let units = [
        "us-a infantry 3 @1 1/2 up",
        "us-b infantry 2 @1 1/2 up",
        "us-g artillery 1 @1 1/2 ranging",
        "cs-a infantry 2 @2",
    ];
    let mut play = Play::new(&lane(), &units);
    play.take(US, "end-field");
    play.take(US, "end-staff");
    play.take(US, "end-turn");
    play.reach_field(4);
    play.order(CS, "cs-a", "march 3");
    play.reach_administration();
    play.take(CS, "end-turn");
    assert_eq!(play.ids(US), ["shuffle 1 1/2", "end-shuffle"]);
    play.take(US, "shuffle 1 1/2");
    assert!(!play.knows(Some(CS), "us-a") && !play.knows(Some(CS), "us-b") && play.knows(Some(CS), "us-g"));
    assert!(play.knows(None, "us-g"), "it has limbered, which comes after");
}

#[test]
fn s7_1_shuffling_may_be_left_off() {
    let units = [
        "us-a infantry 3 @1 up",
        "us-b infantry 1 @1",
        "us-c infantry 1 @2 up",
        "us-d artillery 1 @2",
        "cs-a infantry 2 @4",
    ];
    let mut play = Play::begin(&position(&lane(), &units, &[]), &[]);
    assert_eq!(play.ids(US), ["shuffle-all", "shuffle 1", "shuffle 2", "end-shuffle"]);
    play.take(US, "end-shuffle");
    assert!(play.knows(Some(CS), "us-a") && play.next_decision().1 == "play-cards");
}

#[test]
fn s7_2_ranging_artillery_may_limber() {
    let units = ["us-a artillery 1 @1 1/2 ranging", "cs-a infantry 2 @2"];
    let mut play = Play::begin(&position(&lane(), &units, &[]), &[]);
    assert_eq!(play.ids(US), ["limber us-a", "end-limber"]);
    play.take(US, "limber us-a");
    assert!(play.knows(None, "us-a"), "it is turned face up");
    play.reach_field(4);
    play.take(US, "pick us-a");
    assert!(play.lists(US, "reserve") && !play.offers(US, "bombard"));
}

#[test]
fn s7_2_with_no_enemy_left_before_it_artillery_limbers() {
    let units = ["us-a artillery 1 @1 1/2 ranging", "us-b infantry 2 @1", "cs-a infantry 2 @2"];
    let mut play = Play::new(&lane(), &units);
    play.pass(4);
    play.order(CS, "cs-a", "march 3");
    play.pass(4);
    assert!(play.knows(None, "us-a"), "it has limbered");
    assert_eq!(play.at("us-a"), "1 1/2", "and stands where it stood until it marches or stands down");
}

#[test]
fn s7_3_two_cards_are_played_in_any_case() {
    let units = ["us-a infantry 2 @1", "cs-a infantry 2 @4"];
    let play = Play::begin(&position(&lane(), &units, &[]), &[]);
    assert_eq!(play.ids(US), ["play 0 0"], "asked even with three cards alike");
    assert_eq!(play.next_decision(), (US, "play-cards".to_owned()));
}

#[test]
fn s7_3_each_pair_of_cards_is_pointed_at_by_a_card_of_its_own() {
    let units = ["us-a infantry 2 @1", "cs-a infantry 2 @4"];
    let mut position = position(&lane(), &units, &[]);
    position.setup.options = vec![muster_contract::Attribute {
        name: "no-luck".to_owned(),
        value: muster_contract::Value::Flag(true),
    }];
    let play = Play::begin(&position, &[]);
    assert_eq!(play.next_decision().1, "play-cards");
    let choices = play.game.decisions().remove(0).choices;
    let targets: Vec<String> = choices.iter().map(|choice| format!("{:?}", choice.target)).collect();
    let hand: Vec<String> = play.view(US).cards.into_iter().map(|card| card.id).collect();
    assert_eq!(targets, ["us-card-0", "us-card-1", "us-card-1-2"].map(|id| format!("Target::Card({id:?})")));
    assert!(hand.contains(&"us-card-1-2".to_owned()));
}

#[test]
fn s7_3_command_points_are_four_and_the_values_of_the_cards() {
    let mut position = position(&lane(), &["us-a infantry 2 @1", "cs-a infantry 2 @4"], &[]);
    position.setup.options = vec![muster_contract::Attribute {
        name: "no-luck".to_owned(),
        value: muster_contract::Value::Flag(true),
    }];
    let points = |id: &str| {
        let mut play = Play::begin(&position, &[]);
        play.take(US, id);
        play.points()
    };
    assert_eq!([points("play 0 0"), points("play 0 1"), points("play 1 1")], [4, 5, 6]);
}
