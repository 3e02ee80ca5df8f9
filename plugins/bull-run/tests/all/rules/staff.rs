//! §9: staff commands.

use crate::rules::position::*;

fn field() -> String {
    board("1:4 2 3:3:us-entry 4:3:cs-entry", &["1-2", "2-4", "1-3"])
}

#[track_caller]
fn staff(units: &[&str]) -> Play {
    let mut play = Play::new(&field(), units);
    play.take(US, "end-field");
    play
}

const ENEMY: &str = "cs-a infantry 1 @4";

#[test]
fn s9_1_the_example_of_two_cavalry_units_that_merge() {
    let mut play = staff(&["us-a cavalry 1 @1", "us-b cavalry 1 @1", "us-c infantry 1 @1", ENEMY]);
    assert!(!play.lists(US, "merge us-a us-c"), "not of one type");
    play.take(US, "merge us-a us-b");
    assert_eq!((play.strength("us-a"), play.at("us-b"), play.points()), (2, "off".to_owned(), 5));
    assert!(play.knows(Some(CS), "us-a"));
    play.take(US, "end-reorganize");
    play.take(US, "end-staff");
    assert_eq!(play.morale(), [20, 20]);
}

#[test]
fn s9_1_the_example_of_a_3_strength_unit_that_splits() {
    let split = |into: &str| {
        let mut play = staff(&["us-a infantry 3 @1", ENEMY]);
        assert!(play.lists(US, "split us-a 2+1") && play.lists(US, "split us-a 1+1+1"));
        play.take(US, &format!("split us-a {into}"));
        let units = play.view(CS).units.into_iter().filter(|unit| unit.id.starts_with("us"));
        units.map(|unit| unit.face.unwrap().strength.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(split("2+1"), [2, 1]);
    assert_eq!(split("1+1+1"), [1, 1, 1]);
}

#[test]
fn s9_1_a_3_strength_unit_is_not_made_by_merging_nor_artillery_reorganized() {
    let play = staff(&[
        "us-a infantry 2 @2",
        "us-b infantry 1 @2",
        "us-g artillery 1 @2",
        "us-h artillery 1 @2",
        ENEMY,
    ]);
    assert_eq!(play.ids(US), ["split us-a 1+1", "end-staff"]);
}

#[test]
fn s9_1_one_command_reorganizes_a_whole_locale() {
    let mut play = staff(&[
        "us-a infantry 1 @1",
        "us-b infantry 1 @1",
        "us-c cavalry 2 @1",
        "us-d infantry 2 @2",
        ENEMY,
    ]);
    play.take(US, "merge us-a us-b");
    assert_eq!(
        play.ids(US),
        ["split us-c 1+1", "end-reorganize"],
        "who merged doesn't split, and other locales wait"
    );
    play.take(US, "split us-c 1+1");
    play.take(US, "end-reorganize");
    assert_eq!(play.points(), 5);
    assert!(play.lists(US, "split us-d 1+1"), "another locale for another point");
}

#[test]
fn s9_1_who_had_a_command_or_secures_an_approach_does_not_reorganize() {
    let mut play = Play::new(&field(), &["us-a infantry 2 @1", "us-b infantry 2 @2 2/4", ENEMY]);
    play.order(US, "us-a", "march 3");
    play.take(US, "end-field");
    assert_eq!(play.ids(US), ["end-staff"]);
}

#[test]
fn s9_1_parts_need_room() {
    let play = staff(&["us-a infantry 3 @1", "us-b infantry 2 @1", "us-c artillery 1 @1", ENEMY]);
    assert!(play.lists(US, "split us-a 2+1") && !play.lists(US, "split us-a 1+1+1"), "one more fits");
}

#[test]
fn s9_2_pairs_of_disrupted_infantry_rally_beside_another_unit() {
    let units =
        ["us-d disrupted 0 @1", "us-e disrupted 0 @1", "us-f disrupted 0 @1", "us-g artillery 1 @1", ENEMY];
    let mut play = Play::with(&field(), &units, &[("us-morale", 10)]);
    play.take(US, "end-field");
    assert!(play.lists(US, "rally 1 1") && !play.lists(US, "rally 1 2"));
    play.take(US, "rally 1 1");
    assert_eq!((play.strength("us-d"), play.at("us-e"), play.morale()[0]), (1, "off".to_owned(), 11));
    assert!(play.is_disrupted("us-f"), "one alone can't rally");
    assert!(!play.offers(US, "split") && !play.offers(US, "merge"), "reorganizing comes before rallying");
}

#[test]
fn s9_2_nobody_rallies_alone_or_after_a_march() {
    let play = staff(&["us-d disrupted 0 @1", "us-e disrupted 0 @1", "us-a infantry 1 @2", ENEMY]);
    assert!(!play.offers(US, "rally"), "no other unit is there");
    let mut play = Play::new(
        &field(),
        &["us-d disrupted 0 @1", "us-e disrupted 0 @1", "us-a infantry 1 @1", "us-b infantry 1 @2", ENEMY],
    );
    play.order(US, "us-d us-e us-a", "march 2");
    play.take(US, "end-field");
    assert!(!play.offers(US, "rally"));
}

#[test]
fn s9_2_the_other_unit_may_have_had_a_command() {
    let mut play =
        Play::new(&field(), &["us-d disrupted 0 @1", "us-e disrupted 0 @1", "us-a infantry 1 @2", ENEMY]);
    play.order(US, "us-a", "march 1");
    play.take(US, "end-field");
    assert!(play.lists(US, "rally 1 1"));
}

const GROUPS: [&str; 6] = [
    "us-a infantry 1 @1",
    "us-r infantry 3 +1",
    "us-s artillery 1 +1",
    "us-t infantry 2 +2",
    "us-u cavalry 1 +1",
    ENEMY,
];

#[test]
fn s9_3_a_group_mobilizes_at_an_entry_and_costs_two_morale_once() {
    let mut play = staff(&GROUPS);
    play.take(US, "mobilize 3");
    assert!(play.ids(US).contains(&"bring-all".to_owned()));
    assert!(!play.lists(US, "end-mobilize"), "at least one comes");
    play.take(US, "bring us-r");
    play.take(US, "end-mobilize");
    assert_eq!((play.at("us-r"), play.morale()[0], play.points()), ("3".to_owned(), 18, 5));
    assert!(!play.knows(Some(CS), "us-r"), "face down, and which of the group it is nobody knows");
    assert!(!play.offers(US, "mobilize"), "one mobilize command in a turn");
    play.take(US, "end-staff");
    play.take(US, "end-turn");
    play.reach_field(4);
    play.pass(4);
    play.take(US, "end-field");
    play.take(US, "mobilize 3");
    assert!(
        play.lists(US, "bring us-s") && !play.lists(US, "bring us-t"),
        "all of the first group before the second"
    );
    play.take(US, "bring-all");
    assert_eq!(play.morale()[0], 18, "the rest of the group costs nothing more");
}

#[test]
fn s9_3_what_does_not_fit_stays_behind() {
    let mut units = GROUPS.to_vec();
    units.extend(["us-x infantry 1 @3", "us-y infantry 1 @3"]);
    let mut play = staff(&units);
    play.take(US, "mobilize 3");
    assert!(!play.lists(US, "bring-all"), "one fits");
    play.take(US, "bring us-s");
    assert_eq!(play.next_decision().1, "staff-command");
    assert!(play.lists(US, "end-staff"), "the command is carried out");
}

#[test]
fn s9_3_an_enemy_occupied_or_full_entry_is_closed() {
    let mut units = GROUPS.to_vec();
    units.push("cs-b infantry 1 @3");
    assert!(!staff(&units).offers(US, "mobilize"));
    let mut units = GROUPS.to_vec();
    units.extend(["us-x infantry 1 @3", "us-y infantry 1 @3", "us-z infantry 1 @3"]);
    assert!(!staff(&units).offers(US, "mobilize"));
}

#[test]
fn s9_3_mobilizing_can_demoralize() {
    let mut play = Play::with(&field(), &GROUPS, &[("us-morale", 2)]);
    play.take(US, "end-field");
    play.take(US, "mobilize 3");
    play.take(US, "bring-all");
    assert_eq!(play.outcome().unwrap().winner.as_deref(), Some("cs"));
}

#[test]
fn s9_the_sequence_is_strict_and_points_run_out() {
    let mut units = GROUPS.to_vec();
    units.extend(["us-d disrupted 0 @1", "us-e disrupted 0 @1"]);
    let mut play = staff(&units);
    play.take(US, "mobilize 3");
    play.take(US, "bring-all");
    assert!(!play.offers(US, "rally"), "nobody rallies after mobilizing");
    let mut play = Play::new(&field(), &units);
    play.fact("points", 1);
    play.take(US, "end-field");
    play.take(US, "rally 1 1");
    assert_eq!(play.next_decision().1, "administer");
}

#[test]
fn s9_2_two_pairs_rally_by_one_command_and_more_by_a_second() {
    // Six disrupted units and another: the locale holds them all.
    let board = board("1:8 2 4", &["1-2", "2-4"]);
    let mut units: Vec<String> = (0..6).map(|at| format!("us-d{at} disrupted 0 @1")).collect();
    units.extend(["us-a infantry 1 @1".to_owned(), "cs-a infantry 1 @4".to_owned()]);
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut play = Play::with(&board, &units, &[("us-morale", 10)]);
    play.take(US, "end-field");
    assert!(play.lists(US, "rally 1 3"));
    play.take(US, "rally 1 2");
    assert_eq!((play.points(), play.morale()[0]), (5, 12));
    play.take(US, "rally 1 1");
    assert_eq!((play.points(), play.morale()[0]), (4, 13), "another command in the same locale");
    let left = play.view(US).units.into_iter().filter(|unit| unit.id.starts_with("us-d")).count();
    assert_eq!(left, 3);
}

#[test]
fn s9_3_each_group_costs_its_own_two_morale() {
    let mut play = staff(&GROUPS);
    play.take(US, "mobilize 3");
    play.take(US, "bring-all");
    assert_eq!(play.morale()[0], 18);
    play.take(US, "end-staff");
    play.take(US, "end-turn");
    play.reach_field(4);
    play.pass(4);
    // Somebody makes room.
    play.order(US, "us-r", "march 1");
    play.take(US, "end-field");
    play.take(US, "mobilize 3");
    play.take(US, "bring us-t");
    assert_eq!(play.morale()[0], 16);
}

#[test]
fn s9_1_who_has_reorganized_does_not_again() {
    let mut play = staff(&["us-a cavalry 1 @1", "us-b cavalry 1 @1", "us-c infantry 2 @1", ENEMY]);
    play.take(US, "merge us-a us-b");
    play.take(US, "end-reorganize");
    assert_eq!(
        play.ids(US),
        ["split us-c 1+1", "end-staff"],
        "another command in the locale, but not for us-a"
    );
}

#[test]
fn s9_2_who_secures_an_approach_helps_nobody_to_rally() {
    let units = ["us-d disrupted 0 @2", "us-e disrupted 0 @2", "us-a infantry 1 @2 2/4", ENEMY];
    assert!(!staff(&units).offers(US, "rally"), "it is not in reserve with them");
}

#[test]
fn s9_2_who_has_rallied_is_face_up() {
    let mut play = staff(&["us-d disrupted 0 @1", "us-e disrupted 0 @1", "us-g artillery 1 @1", ENEMY]);
    play.take(US, "rally 1 1");
    assert!(play.knows(Some(CS), "us-d") && !play.is_disrupted("us-d"));
}

#[test]
fn s9_3_a_locale_that_was_stormed_is_closed_to_reinforcements() {
    let board = board("1 3:6:us-entry 4", &["1-3", "3-4"]);
    let units = ["us-a infantry 3 @1 1/3", "us-r infantry 1 +1", "cs-a infantry 1 @3 1/3"];
    let mut play = Play::new(&board, &units);
    play.order(US, "us-a", "assault 1/3 us-a");
    play.take(CS, "lead cs-a");
    assert_eq!(play.at("us-a"), "3");
    play.take(US, "end-field");
    assert!(!play.offers(US, "mobilize"));
    play.take(US, "end-staff");
    play.take(US, "end-turn");
    play.reach_field(4);
    play.pass(4);
    play.take(US, "end-field");
    assert!(play.lists(US, "mobilize 3"), "in the next turn it is open");
}
