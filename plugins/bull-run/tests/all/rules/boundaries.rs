//! What a boundary lets through (§4.3.1), and what is barred for the rest of the turn where there was fighting (§8.2, §8.4, §8.6).

use muster_contract::Change;

use crate::rules::position::*;

/// What has happened in this turn.
#[derive(Clone, Copy)]
enum After {
    /// Nothing has happened.
    Peace,
    /// The Union's assault over 1/2 has failed, and the Confederate is gone from the approach.
    Failed,
    /// The Union's assault over 1/2 has taken 2.
    Taken,
}

/// 1 and 2 side by side, 3 behind 1 and 4 behind 2, and a way round from 3 to 4. The enemy's home is 9.
fn field() -> String {
    board(
        "1 2 3 4 9",
        &[
            "1-2 main:pike",
            "1-3 main:pike",
            "2-4 main:pike",
            "3-4 main:lane",
            "4-9 main:pike",
            "3-2 main:path",
        ],
    )
}

/// The Union's turn after that, with `units` besides those who fought. Nobody of the enemy is in 2.
#[track_caller]
fn after(what: After, units: &[&str]) -> Play {
    let leader =
        if matches!(what, After::Taken) { "us-z infantry 3 @1 1/2" } else { "us-z infantry 2 @1 1/2" };
    let mut all = vec![leader, "cs-a infantry 1 @2 1/2", "cs-b infantry 1 @9"];
    all.extend(units);
    let mut play = Play::new(&field(), &all);
    match what {
        After::Peace => {
            play.edit(Change::Remove("us-z".to_owned()));
        }
        After::Failed | After::Taken => {
            play.order(US, "us-z", "assault 1/2 us-z");
            play.take(CS, "lead cs-a");
        }
    }
    if play.at("cs-a").starts_with('2') {
        play.edit(Change::Remove("cs-a".to_owned()));
    }
    if matches!(what, After::Taken) {
        // Those who took it are not in the way.
        play.edit(Change::Remove("us-z".to_owned()));
    }
    play
}

#[track_caller]
fn targets(play: &mut Play, unit: &str, start: &str) -> Vec<String> {
    play.take(US, &format!("pick {unit}"));
    let found = play.ids(US).into_iter().filter(|id| id.starts_with(start)).collect();
    play.take(US, "cancel");
    found
}

#[test]
fn s8_6_1_cavalry_rides_neither_over_a_boundary_that_was_fought_over_nor_into_a_stormed_locale() {
    let unit = ["us-a cavalry 1 @1", "us-b cavalry 1 @3"];
    let mut play = after(After::Peace, &unit);
    assert_eq!(targets(&mut play, "us-a", "ride"), ["ride 2 4", "ride 2 3", "ride 3 4", "ride 3 2"]);
    let mut play = after(After::Failed, &unit);
    assert_eq!(
        targets(&mut play, "us-a", "ride"),
        ["ride 3 4", "ride 3 2"],
        "round the boundary, into 2 too"
    );
    assert_eq!(targets(&mut play, "us-b", "ride"), ["ride 4 2", "ride 2 4"], "nor over it at last");
    let mut play = after(After::Taken, &unit);
    assert_eq!(targets(&mut play, "us-a", "ride"), ["ride 3 4"], "nor into 2 from another side");
    assert_eq!(targets(&mut play, "us-b", "ride"), Vec::<String>::new(), "nor through it");
}

#[test]
fn s8_6_2_a_field_march_goes_neither_over_a_boundary_that_was_fought_over_nor_into_a_stormed_locale() {
    let units = ["us-a infantry 1 @1", "us-b infantry 1 @3", "us-c infantry 1 @1 1/2"];
    let mut play = after(After::Peace, &units);
    assert_eq!(targets(&mut play, "us-a", "march"), ["march 2", "march 3"]);
    assert_eq!(targets(&mut play, "us-c", "march"), ["march 2"]);
    let mut play = after(After::Failed, &units);
    assert_eq!(targets(&mut play, "us-a", "march"), ["march 3"]);
    assert_eq!(targets(&mut play, "us-b", "march"), ["march 1", "march 4", "march 2"], "2 is open from 3");
    assert_eq!(
        targets(&mut play, "us-c", "march"),
        Vec::<String>::new(),
        "from its approach no more than from reserve"
    );
    let mut play = after(After::Taken, &units);
    assert_eq!(targets(&mut play, "us-b", "march"), ["march 1", "march 4"]);
}

#[test]
fn s8_6_3_a_local_march_crosses_nothing_and_is_free_beside_a_boundary_that_was_fought_over() {
    let units =
        ["us-z infantry 2 @1 1/2", "us-a infantry 1 @1", "us-b infantry 1 @1 1/2", "cs-a infantry 3 @2 1/2"];
    let mut play = Play::new(&field(), &units);
    play.order(US, "us-z", "assault 1/2 us-z");
    play.take(CS, "lead cs-a");
    play.order(US, "us-a", "secure 1/2");
    play.order(US, "us-b", "reserve");
    assert_eq!((play.at("us-a"), play.at("us-b")), ("1 1/2".to_owned(), "1".to_owned()));
    // Nobody else has a command left in a locale that was stormed; by hand somebody may be there.
    let mut play = after(After::Taken, &["us-a infantry 1 @1", "us-y infantry 1 @3"]);
    play.edit(Change::Place(("us-a".to_owned(), muster_sdk::place("2"))));
    play.edit(Change::Place(("cs-b".to_owned(), muster_sdk::place("4"))));
    play.order(US, "us-a", "secure 2/4");
    assert_eq!(play.at("us-a"), "2 2/4");
}

#[test]
fn s8_6_4_no_road_march_over_a_boundary_that_was_fought_over_nor_into_a_stormed_locale() {
    let units = ["us-a infantry 1 @1", "us-b infantry 1 @3"];
    let steps = |what: After, unit: &str, so_far: &[&str]| {
        let mut play = after(what, &units);
        play.order(US, unit, "road");
        so_far.iter().for_each(|step| {
            play.take(US, step);
        });
        play.ids(US).into_iter().filter(|id| id.starts_with("by-road")).collect::<Vec<_>>()
    };
    assert_eq!(steps(After::Peace, "us-a", &[]), ["by-road 1/2 pike", "by-road 1/3 pike"]);
    assert_eq!(steps(After::Failed, "us-a", &[]), ["by-road 1/3 pike"]);
    assert_eq!(steps(After::Failed, "us-a", &["by-road 1/3 pike"]), ["by-road 3/4 lane", "by-road 3/2 path"]);
    assert_eq!(steps(After::Taken, "us-a", &["by-road 1/3 pike"]), ["by-road 3/4 lane"]);
    assert_eq!(steps(After::Taken, "us-b", &[]), ["by-road 1/3 pike", "by-road 3/4 lane"]);
}

#[test]
fn s8_6_4_no_column_goes_over_a_boundary_that_was_fought_over_nor_into_a_stormed_locale() {
    // The head leaves 2; who would follow comes into it over 1/2 or from 3.
    let followers = |what: After| {
        let mut play = after(what, &["us-h infantry 1 @4", "us-a infantry 1 @1", "us-c infantry 1 @3"]);
        play.edit(Change::Place(("us-h".to_owned(), muster_sdk::place("2"))));
        play.order(US, "us-h", "road");
        play.take(US, "by-road 2/4 pike");
        play.take(US, "halt");
        play.ids(US).into_iter().filter(|id| id.starts_with("follow")).collect::<Vec<_>>()
    };
    assert_eq!(followers(After::Peace), ["follow us-a", "follow us-c"]);
    assert_eq!(followers(After::Failed), ["follow us-c"]);
    assert_eq!(followers(After::Taken), Vec::<String>::new());
}

#[test]
fn s8_2_nobody_advances_or_maneuvers_over_a_boundary_that_was_fought_over() {
    let units =
        ["us-a infantry 1 @1", "us-c infantry 1 @1 1/2", "us-b infantry 1 @3 3/2", "cs-c infantry 1 @9"];
    let orders = |what: After| {
        let mut play = after(what, &units);
        play.edit(Change::Place(("cs-c".to_owned(), muster_sdk::place("2"))));
        let mut found = targets(&mut play, "us-a", "maneuver");
        for unit in ["us-c", "us-b"] {
            found.extend(targets(&mut play, unit, "advance"));
        }
        found
    };
    assert_eq!(orders(After::Peace), ["maneuver 2", "advance 2", "advance 2"]);
    assert_eq!(orders(After::Failed), ["advance 2"], "only over the other boundary");
    assert_eq!(orders(After::Taken), Vec::<String>::new(), "nobody else enters a stormed locale in any way");
}

#[test]
fn s8_4_one_charge_over_a_boundary_in_a_turn_and_none_where_there_was_an_assault() {
    let board = board("20 21 22 23 24", &["20-21", "21-22", "22-23", "20-24"]);
    let units = ["us-a cavalry 2 @20", "us-b cavalry 2 @20", "cs-a infantry 3 @22"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "charge 21 22");
    play.take(CS, "hold cs-a");
    play.take(CS, "lead cs-a");
    play.edit(Change::Place(("cs-a".to_owned(), muster_sdk::place("22"))));
    play.take(US, "pick us-b");
    assert!(!play.offers(US, "charge"));
    let units = ["us-b cavalry 2 @20", "us-a infantry 2 @21 21/22", "cs-a infantry 3 @22 21/22"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "assault 21/22 us-a");
    play.take(CS, "lead cs-a");
    play.edit(Change::Place(("cs-a".to_owned(), muster_sdk::place("22"))));
    play.take(US, "pick us-b");
    assert!(play.offers(US, "march 21") && !play.offers(US, "charge"));
}

#[test]
fn s4_3_1_a_restricted_boundary_hinders_no_advance_assault_maneuver_or_retreat() {
    let board = board("1 2 3", &["1-2 restricted", "2-3 restricted"]);
    let mut play = Play::new(&board, &["us-a infantry 3 @1", "cs-a infantry 1 @2"]);
    play.order(US, "us-a", "maneuver 2");
    play.take(CS, "give-way");
    assert_eq!((play.at("us-a"), play.at("cs-a")), ("2".to_owned(), "3".to_owned()));
    let mut play = Play::new(&board, &["us-a infantry 3 @1 1/2", "cs-a infantry 2 @2"]);
    play.order(US, "us-a", "advance 2");
    assert_eq!((play.at("us-a"), play.at("cs-a")), ("2".to_owned(), "3".to_owned()));
    let mut play =
        Play::new(&board, &["us-a infantry 3 @1 1/2", "cs-a infantry 2 @2 1/2", "cs-b infantry 2 @2"]);
    play.order(US, "us-a", "assault 1/2 us-a");
    play.take(CS, "lead none");
    assert_eq!((play.at("us-a"), play.at("cs-b")), ("2".to_owned(), "3".to_owned()));
}

#[test]
fn s4_3_1_over_an_impassable_boundary_goes_no_advance_assault_or_retreat() {
    let board = board("1 2 3 4", &["1-2 impassable", "1-3", "2-3", "3-4"]);
    let mut play = Play::new(&board, &["us-a infantry 3 @1 1/2", "cs-a infantry 2 @2"]);
    assert_eq!(targets(&mut play, "us-a", ""), ["reserve", "cancel"]);
    let mut play = Play::new(&board, &["us-a infantry 3 @1 1/2", "cs-a infantry 2 @2 1/2"]);
    assert_eq!(targets(&mut play, "us-a", ""), ["reserve", "cancel"]);
    // From 2 the only other way is the one that the attack comes over.
    for attack in ["maneuver 2", "advance 2"] {
        let from = if attack == "advance 2" { "us-a infantry 3 @3 2/3" } else { "us-a infantry 3 @3" };
        let mut play = Play::new(&board, &[from, "cs-a infantry 2 @2", "cs-z infantry 1 @4"]);
        play.order(US, "us-a", attack);
        if play.lists(CS, "give-way") {
            play.take(CS, "give-way");
        }
        assert_eq!((play.at("us-a"), play.at("cs-a")), ("2".to_owned(), "off".to_owned()), "{attack}");
    }
}

#[test]
fn s11_nobody_withdraws_over_a_boundary_that_was_fought_over() {
    // 1 has failed to take 2 and is empty now; 3 makes a maneuver. The way to 1 is barred.
    let mut play = after(After::Failed, &["us-b infantry 1 @3", "cs-c infantry 2 @9"]);
    play.edit(Change::Remove("us-z".to_owned()));
    play.edit(Change::Place(("cs-c".to_owned(), muster_sdk::place("2"))));
    play.order(US, "us-b", "maneuver 2");
    play.take(CS, "give-way");
    assert_eq!(play.at("cs-c"), "4");
}

#[test]
fn s4_3_1_units_at_approaches_count_against_capacity() {
    let board = board("1 2:2 3", &["1-2", "2-3"]);
    let units = ["us-a infantry 2 @1", "us-b infantry 2 @1", "us-c infantry 1 @2 2/3", "cs-a infantry 2 @3"];
    let mut play = Play::new(&board, &units);
    assert_eq!(targets(&mut play, "us-a", "march"), ["march 2"]);
    play.pick(US, "us-a");
    assert!(!play.lists(US, "also us-b"), "there is room for one");
}
