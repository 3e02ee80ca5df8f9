//! What a board, a roster or a scenario may not say: errors name the hex, hexside or unit, and the section. Damaged saves.

use bobby_lee::state::{Stage, Step};
use bobby_lee::world::{Edge, Hex};
use bobby_lee::{BobbyLee, Unit};
use muster_contract::{Position, Value};
use muster_sdk::walk::{Found, exchange, walk};
use muster_sdk::{Hosted, Index as _, Saves as _, attribute};

use crate::rules::position::*;

const UNITS: [&str; 2] = ["us-a infantry 2 @0402", "cs-a infantry 2 @0405"];

#[track_caller]
fn refused(map: &str, units: &[&str], facts: &[(&str, i32)], section: &str, why: &str) {
    let refusal = match Hosted::<BobbyLee>::create(&position(map, units, facts)) {
        Err(refusal) => refusal,
        Ok(_) => panic!("it is accepted, despite: {why}"),
    };
    assert!(refusal.reason.contains(why), "{}", refusal.reason);
    assert_eq!(refusal.citation.as_deref(), Some(section), "{}", refusal.reason);
}

#[test]
fn boards_are_refused_by_hex_and_rule() {
    for (from, to, section, why) in [
        (
            "features = [\"major-town\"]\nvalues = { vp = 1 }\n\n[[hex]]\nid = \"0405\"",
            "features = [\"major-town\"]\n\n[[hex]]\nid = \"0405\"",
            "2.3",
            "hex 0404 is a major town and needs a value \"vp\"",
        ),
        (
            "title = \"Manassas\"\nfeatures = [\"town\"]",
            "title = \"Manassas\"\nfeatures = [\"town\"]\nvalues = { vp = 1 }",
            "2.3",
            "hex 0403 has a value \"vp\" but is no major town",
        ),
        (
            "values = { vp = 2 }",
            "values = { vp = 12 }",
            "2.3",
            "hex 0406 has victory points out of the range 1 to 9",
        ),
        (
            "features = [\"town\"]",
            "features = [\"marsh\"]",
            "2.2",
            "hex 0403 is a marsh, and only hexsides are",
        ),
        (
            "features = [\"town\"]",
            "features = [\"north\"]",
            "2.71",
            "hex 0403 is north of the Potomac and must be us-home",
        ),
        ("features = [\"us-supply\"]", "features = [\"town\"]", "2.5", "no hex with the feature us-supply"),
        (
            "features = [\"us-supply\"]",
            "features = [\"us-supply\", \"cs-supply\"]",
            "2.5",
            "hex 0101 is a supply hex of both sides",
        ),
        ("features = [\"us-capital\", ", "features = [", "9.51", "one hex with the feature us-capital"),
        (
            "features = [\"us-capital\", ",
            "features = [\"us-capital\", \"cs-capital\", ",
            "9.51",
            "hex 0402 is the capital of both sides",
        ),
        (
            "between = \"0204/0304\"\nfeatures = [\"mountain\"]",
            "between = \"0404/0405\"\nfeatures = [\"mountain\"]",
            "2.21",
            "hexside 0404/0405 can't be crossed, yet a railroad or road crosses it",
        ),
        (
            "a = \"0605\"\nb = \"bay\"",
            "a = \"0606\"\nb = \"bay\"",
            "8.3",
            "lane lane-yorktown-bay leads to 0606, which is neither a port nor a box of the sea",
        ),
    ] {
        refused(&Play::map(from, to), &UNITS, &[], section, why);
    }
}

#[test]
fn rosters_are_refused_by_unit_and_rule() {
    let map = Play::map("n n", "n n");
    for (unit, section, why) in [
        ("xx-a infantry 2 @0101", "3.1", "xx-a is of no side"),
        ("us-b dragoons 2 @0101", "3.6", "us-b is of no kind of unit: \"dragoons\""),
        ("us-b infantry 4 @0101", "3.3", "us-b: \"strength\" is 4; it goes from 1 to 3"),
        ("us-b infantry @0101", "3.3", "us-b: it must have \"strength\""),
        ("us-b cavalry 3 @0101", "3.3", "us-b: \"strength\" is 3; it goes from 1 to 2"),
        ("us-b infantry 2 @9901", "2.1", "us-b is in 9901, which is no hex of the map"),
        ("us-b infantry 2 @bay", "2.1", "us-b is in bay, which is no hex of the map"),
        ("us-b infantry 2 @0405", "5.32", "units of both sides start in 0405"),
        ("us-l leader 5 c1 f1 s1 3 @0101", "5.1", "us-l: \"steps\" is 5; it goes from 2 to 4"),
        ("us-l leader 4 c3 f1 s1 3 @0101", "5.12", "us-l: \"command\" is 3; it goes from 0 to 2"),
        ("us-l leader 4 c1 f4 s1 3 @0101", "6.61", "us-l: \"firepower\" is 4; it goes from 0 to 3"),
        ("us-l leader 4 c1 f1 s4 3 @0101", "3.51", "us-l: \"speed\" is 4; it goes from 1 to 3"),
        ("us-l leader 3 c1 f1 s1 4 @0101", "3.3", "us-l: \"strength\" is 4; it goes from 1 to 3"),
        ("us-g leader 4 c1 f1 s1 3 grant @0101", "5.22", "us-g can't join later"),
        ("us-b infantry 2 lHeintzelman's @0101", "3", "us-b needs a \"label\" of 1 to 12 letters"),
    ] {
        refused(&map, &[UNITS[0], UNITS[1], unit], &[], section, why);
    }
    let majors = ["us-k leader 4 c1 f1 s1 3 @0101", "us-l leader 4 c1 f1 s1 3 @0102"];
    refused(
        &map,
        &[&UNITS[..], &majors].concat(),
        &[],
        "5.1",
        "the Union side has two major leaders in play",
    );
    let supreme = ["us-s supreme 4 f1 s1 3 @0101", "us-t supreme 4 f1 s1"];
    refused(&map, &[&UNITS[..], &supreme].concat(), &[], "3.61", "the Union side has two supreme leaders");
    refused(&map, &UNITS[..1], &[], "4.2", "the Confederate side has no unit on the map");
    let many: Vec<String> = (0..60).map(|number| format!("us-{number:02} infantry")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).chain(UNITS).collect();
    refused(&map, &many, &[], "3", "us-a is one unit too many; 60 fit a side");
}

#[test]
fn labels_are_what_players_call_a_unit_for_short() {
    let mut position = position(
        &Play::map("n n", "n n"),
        &["us-a infantry 2 @0402", "cs-a infantry 2 @0405", "cs-l leader 4 c1 f1 s1 2 @0405"],
        &[],
    );
    let named = |position: &Position, unit: usize, name: &str| {
        let mut position = position.clone();
        position.roster[unit].name = name.to_owned();
        Hosted::<BobbyLee>::create(&position).ok().unwrap().world().unit(Unit::nth(unit)).label.clone()
    };
    assert_eq!(named(&position, 0, "Averell's and Gregg's Divisions"), "Averell");
    assert_eq!(named(&position, 0, "Pennsylvania levies"), "Pennsylvania");
    assert_eq!(named(&position, 2, "Joseph E. Johnston"), "Johnston");
    position.roster[0].attributes.push(attribute("label", Value::Text("A.P. Hill".to_owned())));
    assert_eq!(named(&position, 0, "Hill's Light Division"), "A.P. Hill");
    position.roster[0].attributes.pop();
    position.roster[0].attributes.push(attribute("label", Value::Text("a long story".repeat(2))));
    let refusal = Hosted::<BobbyLee>::create(&position).err().unwrap();
    assert_eq!(refusal.reason, "us-a needs a \"label\" of 1 to 12 letters");
}

#[test]
fn facts_have_their_ranges() {
    let map = Play::map("n n", "n n");
    for (fact, value, section, why) in [
        ("year", 1860, "4.2", "\"year\" is 1860; it goes from 1861 to 1865"),
        ("quarter", 5, "4.2", "\"quarter\" is 5; it goes from 1 to 4"),
        ("victory", 7, "4.3", "\"victory\" is 7; it goes from -6 to 6"),
        ("last-quarter", 0, "4.61", "\"last-quarter\" is 0; it goes from 1 to 4"),
        ("last-year", 1861, "4.21", "\"last-year\" is 1861; it goes from 1862 to 1870"),
    ] {
        refused(&map, &UNITS, &[(fact, value)], section, why);
    }
}

#[test]
fn damaged_saves_are_refused() {
    let play = Play::new(&UNITS);
    let saved = play.game.save();
    let fresh = position(&Play::map("n n", "n n"), &UNITS, &[]);
    let load = |schema: u32, bytes: &[u8]| Hosted::<BobbyLee>::load(fresh.clone(), schema, bytes);
    assert_eq!(load(3, &saved).ok().unwrap().save(), saved);
    let why = |schema: u32, bytes: &[u8]| load(schema, bytes).err().unwrap().reason;
    assert!(why(3, &saved[..saved.len() - 1]).contains("damaged"));
    assert!(why(3, &[&saved[..], &[0]].concat()).contains("more in it than a state"));
    assert!(why(2, &saved).contains("saved in schema 2; this build reads only 3"));
}

#[test]
fn saves_of_other_armies_and_maps_are_refused_by_name() {
    let play = Play::new(&UNITS);
    let refused = |change: fn(&mut BobbyLee), why: &str| {
        let mut state = play.game.state().clone();
        assert_eq!(state.validate(), Ok(()));
        change(&mut state);
        let reason = state.validate().unwrap_err().reason;
        assert!(reason.contains(why), "{reason}");
    };
    let first = play.game.world().unit(Unit::nth(0)).id.clone();
    refused(|state| state.units[Unit::nth(0)].strength = 9, &format!("{first} has 9 steps of "));
    refused(|state| state.units[Unit::nth(0)].strength = 0, "on the map without a step (3.4)");
    refused(|state| state.seats[1] = state.seats[0], "both seats play one side (1)");
    refused(|state| state.quarter = 5, "there is no quarter 5 of 1862 (1)");
    refused(|state| state.stage = Stage::Battle(Step::Combat), "there is none (6)");
    refused(|state| state.stage = Stage::Over, "it is over without an end (4)");
    refused(|state| state.victory = 100, "the marker stands 100 spaces from the middle (4.1)");
}

#[test]
fn saves_that_name_what_is_not_there_are_refused() {
    let map = Play::map("n n", "n n");
    let units = ["us-l leader 4 c1 f1 s1 2 @0402", "us-a infantry 2 @0402", "cs-a infantry 2 @0405"];
    let swapped = [units[0], units[2], units[1]];
    let mut play = Play::first(&swapped, US, "activate us-l");
    play.take(US, "pick us-a");
    let why = |units: &[&str]| {
        Hosted::<BobbyLee>::load(position(&map, units, &[]), 3, &play.game.save()).err().unwrap().reason
    };
    assert!(why(&swapped[..2]).contains("\"picked\" is number 2 of 2 units"), "{}", why(&swapped[..2]));
    let more = [&swapped[..], &["cs-b infantry 2 @0405"]].concat();
    assert!(why(&more).contains("\"units\" is for 3 units; there are 4"), "{}", why(&more));
    let world = play.game.world();
    let (spaces, edges) = (world.atlas.space_count(), world.atlas.edge_count());
    assert_eq!(BobbyLee::counts(world), [Unit::count(3), Hex::count(spaces), Edge::count(edges)]);
}

/// A way and a port by which a unit came are seen by who checks a save, and none is no number.
#[test]
fn where_a_unit_came_from_is_checked_if_it_came() {
    let mut state = Play::new(&UNITS).game.state().clone();
    let places = |state: &BobbyLee| {
        let mut seen = Vec::new();
        walk(state, |path, what| {
            let path = path.to_string();
            if path.ends_with(".came") || path.ends_with(".sailed") {
                seen.push((path, what));
            }
        });
        seen
    };
    assert_eq!(places(&state), []);
    let block = &mut state.units[Unit::nth(1)];
    (block.came, block.sailed) = (Some(Edge::nth(3)), Some(Hex::nth(9)));
    let came = ("units[1].came".to_owned(), Found::Number("EdgeId", 3));
    let sailed = ("units[1].sailed".to_owned(), Found::Number("SpaceId", 9));
    assert_eq!(places(&state), [came, sailed]);
    let read: BobbyLee = exchange(&state, |unit: Unit| unit);
    assert_eq!(
        read.units.rows().map(|block| (block.came, block.sailed)).collect::<Vec<_>>(),
        [(None, None), (Some(Edge::nth(3)), Some(Hex::nth(9)))]
    );
}
