//! §21.1, §21.2.4, §21.2.5, §21.2.8: ships sail.

use us_civil_war::state::Vessel;

use crate::rules::fleet::{has, has_none};
use crate::rules::navy::*;
use crate::rules::position::*;

/// The Union's stack of a berth on its way, in a position.
#[track_caller]
fn sailing(things: &[&str], berth: &str) -> Play {
    let mut play = begin(&bare(5, things), 3);
    play.until("action");
    play.take(US, &format!("set-sail {berth} free"));
    play
}

#[test]
fn s21_1_one_stack_sails_for_nothing_in_each_action_phase() {
    let things = ["us river-nsp 2 2316 2316/2415", "us river-nsp 1 1712", "cs flotilla 4814"];
    let mut play = begin(&bare(5, &things), 3);
    play.until("action");
    let first = "set-sail 2316 2316/2415";
    for pay in ["", " free", " card-naval"] {
        assert!(play.lists(US, &format!("{first}{pay}")), "{pay:?} in {:?}", play.ids_from(US, "set-sail"));
    }
    let points = play.state().points.left();
    play.take(US, "set-sail 2316 2316/2415 free");
    let to = play.ids_from(US, "sail-to 2317 ")[0].clone();
    play.all(US, &format!("{to}, anchor"));
    assert_eq!(play.state().points.left(), points);
    assert_eq!(count(play.state(), Vessel::River, "2317"), 2);
    assert!(!play.offers(US, "set-sail 2317"), "no unit is activated twice");
    let second = play.ids_from(US, "set-sail 1712");
    assert!(second.iter().all(|id| !id.ends_with("free")) && !second.is_empty(), "{second:?}");
    let point = second.iter().find(|id| !id.contains("card")).unwrap().clone();
    play.take(US, &point).take(US, "anchor");
    assert_eq!(play.state().points.left(), points - 1);
    // The other side has its own, and the next Action Phase brings another.
    play.take(US, "end-actions");
    play.until("action");
    assert!(play.lists(CS, "set-sail 4814 4814/4914 free"));
    play.take(CS, "end-actions");
    play.until("action");
    assert!(play.offers(US, "set-sail 2317"));
}

#[test]
fn s21_2_5_river_nsps_go_on_rivers_and_coasts_and_not_to_sea() {
    let play = sailing(&["us river-nsp 2 2316 2316/2415"], "2316 2316/2415");
    let sails = sails(&play, US);
    has(&sails, "1139 1712 2722 3120 3013 4011 4814 5015 4407 3107");
    has_none(&sails, "3221 5101 ship-island chesapeake");
    // From the coast of Mississippi over the paths, however they are drawn, but not over the sea.
    let play = sailing(&["us river-nsp 2 4718"], "4718");
    let sails = crate::rules::navy::sails(&play, US);
    has(&sails, "4719 ship-island 4815 4915");
    has_none(&sails, "chesapeake 4814 fort-pickens 5101");
}

#[test]
fn s21_2_5_oceangoing_nsps_keep_to_the_sea_its_coasts_and_the_mississippi_up_to_vicksburg() {
    let play = sailing(&["us oceangoing 2 chesapeake"], "chesapeake");
    let here = sails(&play, US);
    has(&here, "ship-island fort-pickens fort-monroe 2449 4718 5101 brownsville 4722");
    // No river, no dotted path, nothing behind Hatteras Inlet. What is behind a Confederate Coastal Fort is reached past its guns.
    has_none(&here, "1647 2245 4815 roanoke-island 5011 2847");
    has(&here, "hatteras-inlet fort-fisher 3839");
    let things = ["us oceangoing 2 4814", "us control fort-st-philip-jackson"];
    let play = sailing(&things, "4814 4814/4914");
    let here = sails(&play, US);
    has(&here, "4011 4711 fort-st-philip-jackson ship-island");
    has_none(&here, "3911 3013 4407");
}

#[test]
fn s21_2_5_ships_stop_at_new_orleans() {
    let fort = "us control fort-st-philip-jackson";
    let play = sailing(&["us oceangoing 2 5101", fort], "5101");
    let here = sails(&play, US);
    has(&here, "4814 fort-st-philip-jackson 4915");
    has_none(&here, "4711 4011");
    let play = sailing(&["us oceangoing 2 4011", fort], "4011 4010/4011");
    let here = sails(&play, US);
    has(&here, "4814 4711 fort-st-philip-jackson");
    has_none(&here, "5101 ship-island");
    // Between New Orleans and the forts nobody has stopped.
    let play = sailing(&["us oceangoing 2 5014 4915/5014", fort], "5014 4915/5014");
    let here = sails(&play, US);
    has(&here, "4814 fort-st-philip-jackson");
    has_none(&here, "4711 ship-island");
    let why = play.state().may_sail(berth(play.state(), "ship-island")).unwrap_err();
    assert_eq!(why.citation, "21.2.5");
}

/// §21.10.3: up a river Ironclads pass one port and reach a second; down there is no limit.
#[test]
fn s21_10_3_ironclads_pass_one_port_upriver() {
    let mut play = begin(&bare(5, &["cs ironclad 4711 4710/4711", "cs flotilla 4011 4010/4011"]), 3);
    play.until("action");
    play.take(US, "end-actions");
    play.until("action");
    let mut up = begin(&bare(5, &["cs ironclad 4711 4710/4711"]), 3);
    up.until("action");
    up.take(US, "end-actions");
    up.until("action");
    up.take(CS, "set-sail 4711 4710/4711 free");
    let here = sails(&up, CS);
    // Bayou Sara is the first port, Natchez the second.
    has(&here, "4610 4310 4814");
    has_none(&here, "4111 4011 3511");
    // Flotillas go as far as they like (§21.10.5).
    play.take(CS, "set-sail 4011 4010/4011 free");
    has(&sails(&play, CS), "3013 3511 4814");
}

#[test]
fn s21_10_3_ironclads_under_construction_do_not_sail() {
    let mut play = begin(&bare(5, &["cs ironclad unfinished 4814"]), 3);
    play.until("action");
    play.take(US, "end-actions");
    play.until("action");
    assert!(!play.offers(CS, "set-sail"));
    let why = play.state().may_set_sail(us_civil_war::Side::Cs, berth(play.state(), "4814 4814/4914"));
    assert_eq!(why.unwrap_err().citation, "21.10.3");
}

#[test]
fn s21_2_3_nobody_stays_at_hatteras_inlet_but_who_controls_it() {
    let play = sailing(&["us oceangoing 1 chesapeake", "us control hatteras-inlet"], "chesapeake");
    has(&sails(&play, US), "hatteras-inlet 2847 3047");
    // One comes to Roanoke Island, and not past it (§21.13.1).
    has(&sails(&play, US), "roanoke-island");
    has_none(&sails(&play, US), "2649");
    let state = play.state();
    let why = state.may_anchor(us_civil_war::Side::Us, berth(state, "roanoke-island")).unwrap_err();
    assert_eq!(why.citation, "21.2.3");
}

#[test]
fn s21_2_4_ships_are_dropped_off_on_the_way_and_the_others_sail_on() {
    let mut play = sailing(&["us river-nsp 3 2316 2316/2415"], "2316 2316/2415");
    play.take(US, "leave-ship river-nsp");
    play.take(US, "sail-to 3013 2913/3013");
    assert!(play.told().contains("2 River NSPs sail to Memphis"), "{}", play.told());
    // They have come somewhere; only who drops something off sails on.
    assert!(!play.offers(US, "sail-to"));
    play.take(US, "leave-ship river-nsp");
    let last = play.ids_from(US, "sail-to 4011 ").first().unwrap().clone();
    play.take(US, &last);
    let game = play.state();
    let there = ["2316", "3013", "4011"].map(|at| count(game, Vessel::River, at));
    assert_eq!(there, [1, 1, 1]);
    assert_eq!(play.next_decision().1, "action", "with nothing to drop off it is over");
    // What stayed before they sailed wasn't activated.
    assert!(play.offers(US, "set-sail 2316"));
    assert!(!play.offers(US, "set-sail 3013") && !play.offers(US, "set-sail 4011"));
}

#[test]
fn s21_2_8_naval_leaders_sail_with_ships_or_to_others() {
    let mut position = navies("us-civil-war-1862");
    float(&mut position, "us river-nsp 1 1712");
    let mut play = begin(&position, 3);
    play.until("action");
    assert!(!play.offers(US, "send-leader us-farragut"), "no other Oceangoing NSPs are there");
    play.take(US, "send-leader us-foote free");
    let here = sails(&play, US);
    assert_eq!(here, ["1712"], "he ends with NSPs");
    let to = play.ids_from(US, "sail-to 1712")[0].clone();
    play.take(US, &to);
    let leader = play.state().world.admiralty.as_ref().unwrap().leader_named("us-foote").unwrap();
    let at = play.state().leader_at(leader).unwrap().space;
    assert_eq!(play.state().world.space(at).id, "1712");
    assert_eq!(play.next_decision().1, "action");
    assert_eq!(count(play.state(), Vessel::River, "2316"), 4, "the ships stayed");
    // He has been activated, and the only NSP there doesn't leave him.
    let there = play.ids_from(US, "set-sail 1712")[0].clone();
    play.take(US, &there);
    assert_eq!(play.ids(US), ["anchor"]);
    // With a stack he goes along, and stays only with NSPs.
    let mut play = begin(&navies("us-civil-war-1862"), 3);
    play.until("action");
    play.take(US, "set-sail 2316 2315/2316 free");
    assert!(!play.lists(US, "leave-leader us-foote"));
    play.all(US, "leave-ship river-nsp, leave-leader us-foote");
    let to = play.ids_from(US, "sail-to 1712")[0].clone();
    play.take(US, &to);
    play.take(US, "anchor");
    let leader = play.state().world.admiralty.as_ref().unwrap().leader_named("us-foote").unwrap();
    assert_eq!(play.state().leader_at(leader), Some(berth(play.state(), "2316 2315/2316")));
}

/// §17.1.3: ships that come into neutral Kentucky have invaded it.
#[test]
fn s17_1_3_ships_invade_neutral_kentucky() {
    let mut position = bare(2, &["us river-nsp 1 2316 2316/2317"]);
    position.setup.facts.retain(|fact| fact.name != "kentucky");
    let value = muster_contract::Value::Text("neutral".to_owned());
    position.setup.facts.push(muster_contract::Attribute { name: "kentucky".to_owned(), value });
    let mut play = begin(&position, 3);
    play.until("action");
    play.take(US, "set-sail 2316 2316/2317 free");
    let kentucky = play.state().world.find("2119").unwrap();
    assert!(play.state().world.space(kentucky).kentucky);
    let to = play.ids_from(US, "sail-to 2119 ")[0].clone();
    play.take(US, &to);
    let holder = play.state().state_of(us_civil_war::State::Kentucky);
    assert_eq!(holder, Some(us_civil_war::Side::Cs));
}
