//! §21.13: Running the Guns.

use muster_contract::Place;
use us_civil_war::state::Vessel;

use crate::rules::fleet::has;
use crate::rules::navy::*;
use crate::rules::position::*;

const SHIPS: &str = "us river-nsp 3 2316 2316/2415";

/// They sail to a berth of a space, and the other side does nothing. Gives what was told.
#[track_caller]
fn sail(play: &mut Play, to: &str) -> String {
    let id = play.ids_from(US, &format!("sail-to {to} ")).first().unwrap_or_else(|| panic!("{to}")).clone();
    play.take(US, &id);
    let mut told = play.told();
    while play.next_decision().1 == "naval-reaction" {
        play.take(CS, "await");
        told.push_str(&play.told());
    }
    told
}

/// River NSPs at Cairo, or at another berth, on their way, with dice of the guns.
#[track_caller]
fn sailing(things: &[&str], berth: &str, guns: &[u8]) -> Play {
    let dice = Arranged::else_highest().with("Initiative", &[4, 1, 4, 1]).with("guns of", guns);
    let mut play = Play::from(&bare(5, things), dice);
    play.until("action");
    play.take(US, &format!("set-sail {berth} free"));
    play
}

fn fired(play: &Play) -> usize {
    shots(&play.told())
}

fn shots(told: &str) -> usize {
    told.matches("fire on ships").count()
}

/// §21.13.2: a Fort fires once on those who pass it, however many hexsides it has there.
#[test]
fn s21_13_2_a_fort_fires_once_on_those_who_pass() {
    let mut play = sailing(&[SHIPS, "cs fort 1 2516"], "2316 2316/2415", &[1]);
    play.take(US, "sail-to 3013 2913/3013");
    assert_eq!(fired(&play), 1, "{}", play.told());
    assert_eq!(count(play.state(), Vessel::River, "3013"), 3);
    // Column 2 with 6 - 2 = 4: 1. It comes back by a replacement (§21.9.2).
    let mut play = sailing(&[SHIPS, "cs fort 1 2516"], "2316 2316/2415", &[6]);
    play.take(US, "sail-to 3013 2913/3013");
    assert_eq!(count(play.state(), Vessel::River, "3013"), 2, "{}", play.told());
    assert_eq!(play.state().fleets.pool, [0, 1]);
    // Back past it: it fires anew.
    let mut play = sailing(&[SHIPS, "cs fort 1 2516"], "2316 2316/2415", &[1, 1, 1]);
    play.all(US, "sail-to 3013 2913/3013, leave-ship river-nsp");
    assert_eq!(shots(&sail(&mut play, "2316")), 1);
}

/// §21.13.4, C58: up the river two rolls are added; diamonds turn back whoever is undamaged.
#[test]
fn s21_13_4_up_the_river_guns_roll_twice() {
    let at = "3013 2913/3013";
    let things = ["us river-nsp 4 3013 2913/3013", "cs fort 1 2516"];
    // Column 2: 6 - 2 is a 1, 1 - 2 nothing.
    let mut play = sailing(&things, at, &[6, 6]);
    sail(&mut play, "2316");
    assert_eq!(count(play.state(), Vessel::River, "2316"), 2, "{}", play.told());
    let mut play = sailing(&things, at, &[6, 1]);
    sail(&mut play, "2316");
    assert_eq!(count(play.state(), Vessel::River, "2316"), 3, "{}", play.told());
    // 3 - 2 = 1 is a diamond: one goes back where it came from, undamaged.
    let mut play = sailing(&things, at, &[3, 1]);
    sail(&mut play, "2316");
    assert_eq!(count(play.state(), Vessel::River, "2316"), 3, "{}", play.told());
    assert!(
        ships(play.state()).contains(&"river-nsp 3013 2913/3013".to_owned()),
        "{:?}",
        ships(play.state())
    );
    // Down the river a diamond is nothing.
    let mut play = sailing(&[SHIPS, "cs fort 1 2516"], "2316 2316/2415", &[3]);
    play.take(US, "sail-to 3013 2913/3013");
    assert_eq!(count(play.state(), Vessel::River, "3013"), 3, "{}", play.told());
}

/// §21.13.1: a damaged ship goes back to where it was activated, and is lost if guns bear on the way there.
#[test]
fn s21_13_1_damaged_ships_go_back_or_are_lost() {
    // Column 2 with 4 - 2 = 2: an asterisk.
    let mut play = sailing(&[SHIPS, "cs fort 1 2516"], "2316 2316/2415", &[4]);
    play.take(US, "sail-to 3013 2913/3013");
    let all = ships(play.state());
    assert_eq!(all, ["river-nsp 2316 2316/2415 damaged", "2 river-nsp 3013 2913/3013"], "{}", play.told());
    // A second Fort damages one, and the first bars its way.
    let things = [SHIPS, "cs fort 1 2516", "cs fort 1 3013"];
    let mut play = sailing(&things, "2316 2316/2415", &[1, 4]);
    let told = sail(&mut play, "3212");
    assert_eq!(shots(&told), 2, "{told}");
    assert_eq!(count(play.state(), Vessel::River, "3212"), 2, "{told}");
    assert_eq!(play.state().fleets.ships.len(), 2, "{told}");
    assert_eq!(play.state().fleets.pool, [0, 1]);
}

/// §21.13.1, §21.6.4: what has 0 NSPs fires on nobody; batteries and ships do, damaged ones don't.
#[test]
fn s21_13_1_guns_are_works_batteries_and_ships_with_nsps() {
    for (thing, expected) in [
        ("cs battery 1 2516", 1),
        ("cs entrenchment 2516", 0),
        ("cs flotilla 2516 2415/2516", 1),
        ("cs flotilla damaged 2516 2415/2516", 0),
        ("cs ironclad unfinished 2516 2415/2516", 0),
        ("us fort 1 2516", 0),
    ] {
        let mut play = sailing(&[SHIPS, thing], "2316 2316/2415", &[1]);
        let told = sail(&mut play, "3013");
        assert_eq!(shots(&told), expected, "{thing}: {told}");
        assert_eq!(count(play.state(), Vessel::River, "3013"), 3, "{thing}");
    }
}

/// §21.13: what fires is told before one sails, with its chances.
#[test]
fn s21_13_guns_on_the_way_are_told_before() {
    let play = sailing(&[SHIPS, "cs fort 1 2516"], "2316 2316/2415", &[]);
    let details = play.details(US, "sail-to 3013 2913/3013");
    let lines: Vec<&str> = details.consequences.iter().map(|line| line.text.as_str()).collect();
    assert!(lines.iter().any(|line| line.contains("fire with 2 NSPs.")), "{lines:?}");
    // The way goes by hexsides of the river, but where that flows through a hex.
    let (sides, hexes): (Vec<&Place>, Vec<&Place>) =
        details.path.iter().partition(|place| place.edge.is_some());
    assert_eq!(hexes.iter().map(|place| place.space.as_str()).collect::<Vec<_>>(), ["2515"]);
    let sides: Vec<&str> = sides.iter().filter_map(|place| place.edge.as_deref()).collect();
    assert_eq!((sides.first(), sides.last()), (Some(&"2316/2415"), Some(&"2913/3013")));
    let play = sailing(&["us river-nsp 4 3013 2913/3013", "cs fort 1 2516"], "3013 2913/3013", &[]);
    let details = play.details(US, &play.ids_from(US, "sail-to 2316 ")[0]);
    let lines: Vec<&str> = details.consequences.iter().map(|line| line.text.as_str()).collect();
    assert!(lines.iter().any(|line| line.contains("up the river")), "{lines:?}");
    has(&sails(&play, US), "2516 2316");
}

/// §21.2.8
#[test]
fn s21_13_1_naval_leaders_by_themselves_run_no_guns() {
    let things = [SHIPS, "cs fort 1 2516", "us river-nsp 1 3013 2913/3013"];
    let mut position = bare(5, &things);
    let leader = navies("us-civil-war-1862").roster.into_iter().find(|unit| unit.id == "us-foote").unwrap();
    let place = position.roster[0].place.clone();
    position.roster.push(muster_contract::Unit { place, ..leader });
    let mut play = begin(&position, 3);
    play.until("action");
    assert!(!play.offers(US, "send-leader us-foote"), "no ships are reached but past the Fort");
}
