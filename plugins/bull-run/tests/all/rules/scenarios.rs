//! What a board, a roster or a scenario may not say: errors name the locale or unit, and the section.

use bull_run::BullRun;
use muster_sdk::Hosted;

use crate::rules::position::*;

#[track_caller]
fn refused(board: &str, units: &[&str], facts: &[(&str, i32)], section: &str, why: &str) {
    let refusal = match Hosted::<BullRun>::create(&position(board, units, facts)) {
        Err(refusal) => refusal,
        Ok(_) => panic!("it is accepted, despite: {why}"),
    };
    assert!(refusal.reason.contains(why), "{}", refusal.reason);
    assert_eq!(refusal.citation.as_deref(), Some(section));
}

const UNITS: [&str; 2] = ["us-a infantry 2 @1", "cs-a infantry 2 @3"];

#[test]
fn boards_are_refused_by_locale_and_rule() {
    let sound = board("1 2 3", &["1-2", "2-3"]);
    refused(&board("1:0 2 3", &["1-2", "2-3"]), &UNITS, &[], "4.3.1", "locale 1 has a capacity of 0");
    refused(
        &sound.replace("capacity = 6", "room = 6"),
        &UNITS,
        &[],
        "4.3.1",
        "locale 1 needs a value \"capacity\"",
    );
    refused(&board("1 2 3", &["1-2", "2-3 impassable"]), &UNITS, &[], "4.3.1", "locale 3 can't be reached");
    refused(
        &board("1 2 3", &["1-2 restricted impassable", "2-3"]),
        &UNITS,
        &[],
        "4.3.1",
        "boundary 1/2 is both",
    );
    let twice = sound.clone() + "[[edge]]\nid = \"again\"\na = \"2\"\nb = \"1\"\n";
    refused(&twice, &UNITS, &[], "4.3.1", "1/2 and again join the same two locales");
    refused(
        &board("1 2 3", &["1-2 into2:infantry=4", "2-3"]),
        &UNITS,
        &[],
        "4.3.1",
        "4 infantry penalties in locale 2's approach of 1/2",
    );
    refused(
        &board("1 2 3", &["1-2 main:pike local:pike", "2-3"]),
        &UNITS,
        &[],
        "8.6.4",
        "road pike crosses boundary 1/2 twice",
    );
    refused(
        &board("1 2:6:apart=pike 3", &["1-2", "2-3 main:lane"]),
        &UNITS,
        &[],
        "8.6.4",
        "no road pike enters locale 2",
    );
    refused(
        &board("1:6:us-setup,cs-setup 2 3", &["1-2", "2-3"]),
        &UNITS,
        &[],
        "5",
        "locale 1 is a setup locale of both",
    );
}

#[test]
fn rosters_are_refused_by_unit_and_rule() {
    let sound = board("1:2 2 3", &["1-2", "2-3"]);
    refused(&sound, &["us-a infantry 4 @1", UNITS[1]], &[], "4.1", "us-a needs a strength from 1 to 3");
    refused(&sound, &["us-a artillery 2 @1", UNITS[1]], &[], "4.1", "us-a needs a strength from 1 to 1");
    refused(&sound, &["us-a wagons 1 @1", UNITS[1]], &[], "4.1", "us-a is of no kind");
    refused(&sound, &["us-a infantry 1 @7", UNITS[1]], &[], "4.3.1", "us-a is in 7, which is no locale");
    refused(&sound, &["us-a infantry 1 @3", UNITS[1]], &[], "4.3.1", "units of both armies are in locale 3");
    refused(
        &sound,
        &["us-a infantry 1 @1 1/2", UNITS[1]],
        &[],
        "4.3.1",
        "us-a secures 1/2, but no enemy is in locale 2",
    );
    refused(
        &sound,
        &["us-a infantry 1 @1", "us-b infantry 1 @1", "us-c infantry 1 @1", UNITS[1]],
        &[],
        "4.3.1",
        "3 units are in locale 1, which holds 2",
    );
    refused(&sound, &["us-a infantry 1 @1", "us-b infantry 1", UNITS[1]], &[], "5", "us-b has none");
    refused(&sound, &["us-a infantry 1 @1", "us-b infantry 1 +1", UNITS[1]], &[], "9.3", "no entry locale");
    refused(
        &sound,
        &["us-a infantry 1 @1", "us-b infantry 1 +2", UNITS[1]],
        &[],
        "9.3",
        "leave a number out",
    );
    refused(&sound, &["us-a infantry 1 @1 ranging", UNITS[1]], &[], "10.4", "us-a can't range");
    refused(&sound, &UNITS[..1], &[], "5", "the Confederate has no starting unit");
    refused(&sound, &["us-a infantry 1", "cs-a infantry 1"], &[], "5", "set-up needs 9");
}

#[test]
fn facts_have_their_ranges() {
    let sound = board("1 2 3", &["1-2", "2-3"]);
    refused(&sound, &UNITS, &[("us-morale", 26)], "4.3.2", "\"us-morale\" is 26");
    refused(&sound, &UNITS, &[("first-round", 16)], "6", "\"first-round\" is 16");
    refused(&sound, &UNITS, &[("first-round", 9), ("last-round", 8)], "6", "after the last");
}
