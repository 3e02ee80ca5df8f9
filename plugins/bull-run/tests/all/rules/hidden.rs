//! What a seat can't know is dealt again in samples, and what it can work out is not.

use std::collections::BTreeSet;

use crate::rules::position::*;

/// All that samples for a seat say of where units stand.
fn places(play: &Play, seat: u8, units: &[&str]) -> BTreeSet<Vec<String>> {
    let owner = if units[0].starts_with("us") { US } else { CS };
    let samples = (0..400).map(|seed| {
        let view = play.game.sample(seat, seed).view(Some(owner));
        let at = |unit: &&str| {
            let found = view.units.iter().find(|seen| seen.id == **unit);
            found.map_or("off".to_owned(), |found| found.place.space.clone())
        };
        units.iter().map(at).collect()
    });
    samples.collect()
}

fn set(all: &[&[&str]]) -> BTreeSet<Vec<String>> {
    all.iter().map(|places| places.iter().map(|&place| place.to_owned()).collect()).collect()
}

fn field() -> String {
    board("1 2 3 4 5 9", &["1-2", "2-3", "3-4", "4-5", "5-9", "1-3"])
}

#[test]
fn a_face_down_unit_may_be_any_that_is_not_seen() {
    let units = ["us-a infantry 3 @1", "us-b cavalry 1 @2", "us-c artillery 1 @3 up", "cs-a infantry 1 @9"];
    let play = Play::new(&field(), &units);
    assert_eq!(places(&play, CS, &["us-a", "us-b", "us-c"]), set(&[&["1", "2", "3"], &["2", "1", "3"]]));
    assert_eq!(
        places(&play, US, &["us-a", "us-b"]),
        set(&[&["1", "2"]]),
        "one's own units are where they are"
    );
}

#[test]
fn shuffling_does_not_hide_who_was_there() {
    // The 3-strength unit was seen in 1, where it is shuffled with one that nobody has seen: it is one of these two.
    let units = ["us-a infantry 3 @1 up", "us-b infantry 1 @1", "us-c cavalry 1 @2", "cs-a infantry 1 @9"];
    let mut play = Play::begin(&position(&field(), &units, &[]), &[]);
    play.take(US, "shuffle 1");
    play.reach_field(6);
    assert_eq!(places(&play, CS, &["us-a", "us-b", "us-c"]), set(&[&["1", "1", "2"], &["1", "2", "1"]]));
    // One of the two marches off: it may be either.
    play.order(US, "us-b", "march 3");
    let after = places(&play, CS, &["us-a", "us-b", "us-c"]);
    assert_eq!(after, set(&[&["1", "3", "2"], &["3", "1", "2"], &["1", "2", "3"], &["3", "2", "1"]]));
    // It is seen; so the one that stayed is the other.
    play.flag("us-b", "face-up");
    assert_eq!(places(&play, CS, &["us-a", "us-b", "us-c"]), set(&[&["1", "3", "2"]]));
}

#[test]
fn of_two_mixes_each_keeps_its_own() {
    // Two pairs were seen and shuffled; one of each goes to 3, where they are shuffled with a fifth.
    let units = [
        "us-a infantry 3 @1 up",
        "us-b infantry 1 @1 up",
        "us-c cavalry 2 @2 up",
        "us-d artillery 1 @2 up",
        "us-e infantry 2 @3 up",
        "cs-a infantry 1 @9",
    ];
    let mut play = Play::begin(&position(&field(), &units, &[]), &[]);
    play.take(US, "shuffle-all");
    play.reach_field(6);
    play.order(US, "us-a", "march 3");
    play.order(US, "us-c", "march 3");
    play.pass(4);
    play.reach_administration();
    play.take(CS, "end-turn");
    play.take(US, "shuffle 3");
    play.reach_field(6);
    let seen = places(&play, CS, &["us-a", "us-b", "us-c", "us-d", "us-e"]);
    assert!(seen.iter().all(|at| at[4] == "3"), "the fifth was seen there");
    assert!(seen.iter().all(|at| (at[0] == "3") != (at[1] == "3") && (at[2] == "3") != (at[3] == "3")));
    assert_eq!(seen.len(), 4, "one of each pair stayed, and any of them");
}

#[test]
fn a_unit_of_a_reinforcement_group_is_one_of_that_group() {
    let board = board("1:6:us-entry 2 9:6:cs-entry", &["1-2", "2-9"]);
    let units = ["us-a infantry 2 @1", "us-r infantry 3 +1", "us-s artillery 1 +1", "cs-a infantry 1 @9"];
    let mut play = Play::new(&board, &units);
    play.take(US, "end-field");
    play.take(US, "mobilize 1");
    play.take(US, "bring us-r");
    play.take(US, "end-mobilize");
    assert_eq!(places(&play, CS, &["us-a", "us-r", "us-s"]), set(&[&["1", "1", "off"], &["1", "off", "1"]]));
}

#[test]
fn the_opponents_hand_is_dealt_again_with_what_he_can_draw() {
    let play = Play::new(&field(), &["us-a infantry 2 @1", "cs-a infantry 1 @9"]);
    let hands: BTreeSet<usize> = (0..200)
        .map(|seed| {
            let cards = play.game.sample(US, seed).view(Some(CS)).cards;
            let ones = cards.iter().filter(|card| card.pile == "hand" && card.id.starts_with("cs-card-1"));
            ones.count()
        })
        .collect();
    assert_eq!(hands, BTreeSet::from([0, 1, 2, 3]));
}

#[test]
fn a_command_in_the_making_is_nobody_elses_business() {
    let mut play = Play::new(&field(), &["us-a infantry 2 @1", "us-b infantry 2 @1", "cs-a infantry 1 @9"]);
    let before = (play.view(CS), play.next_decision());
    play.pick(US, "us-a us-b");
    assert_eq!((play.view(CS), play.next_decision()), before);
    assert!(play.events.is_empty());
    let sample = play.game.sample(CS, 1);
    let ids: Vec<String> = sample.decisions()[0].choices.iter().map(|choice| choice.id.clone()).collect();
    assert!(ids.contains(&"end-field".to_owned()), "in a sample it has not been begun");
}

#[test]
fn units_drawn_blindly_are_hidden_from_their_owner_too() {
    let kinds = [
        "infantry 3",
        "infantry 2",
        "infantry 2",
        "infantry 1",
        "cavalry 2",
        "cavalry 1",
        "artillery 1",
        "artillery 1",
        "infantry 3",
    ];
    let army = |side: &str| {
        kinds.iter().enumerate().map(|(at, kind)| format!("{side}-{at} {kind}")).collect::<Vec<_>>()
    };
    let units = [army("us"), army("cs")].concat();
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let board = board(
        "1:9:us-setup 2:9:us-setup 3:9:us-setup 7:9:cs-setup 8:9:cs-setup 9:9:cs-setup",
        &["1-2", "2-3", "1-7", "2-8", "3-9"],
    );
    let mut play = Play::begin(&position(&board, &units, &[]), &[]);
    while play.next_decision().1 != "place-blindly" {
        let (seat, _) = play.next_decision();
        let ids = play.ids(seat);
        play.take(seat, &ids[0].clone());
    }
    play.take(US, "draw 9");
    for (seat, may) in [(US, 9), (CS, 5)] {
        let drawn: BTreeSet<String> = (0..300)
            .flat_map(|seed| {
                let sample = play.game.sample(seat, seed);
                let state = sample.state();
                let world = sample.world();
                let at = world.find("9").unwrap();
                let there = state
                    .in_locale(bull_run::Side::Cs, at)
                    .filter(|&unit| !state.unit(unit).known.has(Some(1)));
                there.map(|unit| world.unit(unit).id.clone()).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(drawn.len(), may, "its owner has placed four; to the other it may be any");
    }
}
