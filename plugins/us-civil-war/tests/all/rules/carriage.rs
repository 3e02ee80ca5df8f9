//! §21.7: landings where Naval Units are played: by transports after ships, and by ships that carry SPs.

use us_civil_war::Side::{Cs, Us};
use us_civil_war::battle::Plan;
use us_civil_war::state::{Escort, Vessel};

use crate::rules::fleet::{has, has_none, sails as landings};
use crate::rules::landings::falls;
use crate::rules::navy::*;
use crate::rules::position::*;

/// A side acts in a position, with three points.
#[track_caller]
pub fn acting(side: u8, things: &[&str]) -> Play {
    let mut play = begin(&bare(5, things), 3);
    play.until("action");
    if side == CS {
        play.take(US, "end-actions");
        play.until("action");
    }
    play
}

pub const CAIRO: &str = "2316 2316/2415";
pub const COLUMBUS: [&str; 3] = ["us river-nsp 2 2316 2316/2415", "us sp 3 2316", "cs sp 1 2516"];

/// Three SPs with the ships of Cairo to Columbus.
#[track_caller]
fn to_columbus(attack: u8, defense: u8) -> Play {
    let mut play = acting(US, &COLUMBUS);
    play.all(US, &format!("set-sail {CAIRO}, carry us-2316 3"));
    falls(&mut play, attack, defense);
    play.take(US, "sail-to 2516 2415/2516");
    play.take(US, "anchor");
    play
}

#[test]
fn s21_7_2_ships_that_points_or_a_card_have_sent_carry_three_sps_by_river_for_nothing_more() {
    let offers = |pay: &str| {
        let mut play = acting(US, &COLUMBUS);
        play.take(US, &format!("set-sail {CAIRO}{pay}"));
        (play.ids_from(US, "carry"), play.state().points.any)
    };
    let by_river =
        |pay: &str| -> Vec<String> { (1..=3).map(|sps| format!("carry us-2316 {sps}{pay}")).collect() };
    assert_eq!(offers(" free"), (Vec::new(), 3), "not the free naval action");
    assert_eq!(offers(""), (by_river(""), 2));
    assert_eq!(offers(" card-naval"), (by_river(" card-naval"), 3));
    let mut play = acting(US, &COLUMBUS);
    play.all(US, &format!("set-sail {CAIRO}, carry us-2316 3"));
    assert_eq!(play.state().points.any, 2, "a point for the stack by river");
    assert!(!play.offers(US, "carry"), "one stack");
    assert_eq!(play.sps(Us, "2316"), 3, "they stay in port until the ships have come there");
}

#[test]
fn s21_7_3_they_go_ashore_where_the_ships_end_and_these_support_them() {
    let mut play = to_columbus(6, 1);
    assert_eq!(play.next_decision().1, "battle");
    let game = play.state();
    assert_eq!((game.march.as_ref().unwrap().sps, game.march.as_ref().unwrap().escort), (3, Escort::Ships));
    let sheet = game.sheet(Plan::default()).unwrap();
    assert_eq!(sheet.attacker.modifiers.iter().map(|one| one.section()).collect::<Vec<_>>(), ["21.3.1"]);
    play.take(US, "attack");
    while play.next_decision().1 == "retreat" {
        let path = play.ids(CS)[0].clone();
        play.take(CS, &path);
    }
    assert_eq!(play.next_decision(), (US, "action".to_owned()), "nobody goes on");
    assert_eq!((play.sps(Us, "2516"), play.sps(Us, "2316"), play.sps(Cs, "2516")), (3, 0, 0));
    assert_eq!(count(play.state(), Vessel::River, "2516"), 2, "21.7.4: the ships remain");
    assert!(play.state().fleets.cargo.is_none() && play.state().fleets.sortie.is_none());
    assert!(!play.offers(US, "set-sail") && !play.offers(US, "activate us-2516"));
}

#[test]
fn s21_7_4_if_the_landing_fails_the_ships_sail_back_with_those_who_are_left() {
    let failed = || {
        let mut play = to_columbus(1, 6);
        play.take(US, "attack");
        assert_eq!(play.next_decision(), (US, "reembark".to_owned()));
        play
    };
    let (mut play, mut other) = (failed(), failed());
    play.take(US, "sail-back 2316");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    assert_eq!(ships(play.state()), ["2 river-nsp 2316 2316/2415"]);
    assert_eq!(play.sps(Us, "2316"), 2);
    assert!(play.state().fleets.cargo.is_none() && play.state().fleets.sortie.is_none());
    assert!(!play.offers(US, "set-sail"), "they have been activated");
    // To another port the ships go too.
    other.take(US, "sail-back 2317");
    assert_eq!((count(other.state(), Vessel::River, "2317"), other.sps(Us, "2317")), (2, 2));
}

/// How they go, and how many, is told.
#[test]
fn s21_7_2_who_is_carried_and_how_is_said() {
    let mut play = acting(US, &COLUMBUS);
    play.take(US, &format!("set-sail {CAIRO}"));
    let labels = ["carry us-2316 1", "carry us-2316 2"].map(|id| play.details(US, id).label);
    assert_eq!(labels, ["1", "2"].map(|go| format!("By River Transport: of the 3 SPs in Cairo, {go}")));
    let mut play = begin(&navies("us-civil-war-1862"), 3);
    play.until("action");
    let sails = play.ids_from(US, "set-sail hatteras-inlet");
    let sail = sails.iter().find(|id| !id.ends_with("free")).expect("a point").clone();
    play.take(US, &sail);
    let labels: Vec<String> =
        play.ids_from(US, "carry-ocean us-burnside").iter().map(|id| play.details(US, id).label).collect();
    let sps = ["0 SPs", "1 SP", "2 SPs", "3 SPs"];
    assert_eq!(labels, sps.map(|sps| format!("Burnside goes along by Ocean Transport, with {sps}")));
}

#[test]
fn s21_7_2_ships_carry_to_friends_too_and_nobody_sails_on_from_there() {
    let things = ["us river-nsp 1 2316 2316/2415", "us sp 3 2316", "us sp 1 2317"];
    let mut play = acting(US, &things);
    play.all(US, &format!("set-sail {CAIRO}, carry us-2316 2"));
    let to = play.ids_from(US, "sail-to 2317 ")[0].clone();
    play.take(US, &to);
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    assert_eq!((play.sps(Us, "2317"), play.sps(Us, "2316")), (3, 1));
    // The one who stayed hasn't moved.
    assert!(play.offers(US, "activate us-2316") && play.offers(US, "activate us-2317"));
}

#[test]
fn s21_7_2_ships_that_do_not_sail_carry_nobody() {
    let mut play = acting(US, &COLUMBUS);
    play.all(US, &format!("set-sail {CAIRO}, carry us-2316 3, anchor"));
    assert_eq!(play.sps(Us, "2316"), 3);
    assert!(play.state().fleets.cargo.is_none());
    assert!(play.offers(US, "activate us-2316"), "they haven't moved");
}

#[test]
fn s21_7_2_they_start_in_one_port_with_the_ships() {
    let things = ["us river-nsp 2 2317 2316/2317", "us sp 3 2316", "cs sp 1 2516"];
    let mut play = acting(US, &things);
    play.take(US, "set-sail 2317 2316/2317");
    assert!(!play.offers(US, "carry"), "the SPs are in Cairo");
    // 2415 is no port.
    let things = ["us river-nsp 2 2415 2316/2415", "us sp 3 2415", "us sp 1 2316"];
    let mut play = acting(US, &things);
    play.take(US, "set-sail 2415 2316/2415");
    assert!(!play.offers(US, "carry"));
}

#[test]
fn s21_7_2_by_sea_each_sp_costs_a_point_and_counts_for_the_limit_of_three() {
    let things = ["us oceangoing 2 chesapeake", "us sp 3 chesapeake", "us sp 3 fort-monroe"];
    let mut play = acting(US, &things);
    play.take(US, "set-sail chesapeake");
    let fares = play.ids_from(US, "carry-ocean");
    let expected =
        ["1", "2 two-points", "3 three-points"].map(|fare| format!("carry-ocean us-chesapeake {fare}"));
    assert_eq!(fares, expected);
    play.take(US, "carry-ocean us-chesapeake 2 two-points");
    assert_eq!(play.state().points.any, 1);
    has(&sails(&play, US), "4038 4537 ship-island");
    // By sea nobody lands but in Ocean Ports and on Islands (§20.3.5).
    has_none(&sails(&play, US), "4718 3047 4723 1746");
    play.take(US, "sail-to 4038");
    play.take(US, "anchor");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    assert_eq!((play.sps(Us, "4038"), play.state().ocean_sps), (2, 2));
    let rest = play.ids_from(US, "embark-ocean us-fort-monroe");
    assert_eq!(rest, ["embark-ocean us-fort-monroe", "embark-ocean us-fort-monroe card-naval"]);
    // A card pays for all.
    let mut play = acting(US, &things);
    play.all(US, "set-sail chesapeake card-naval, carry-ocean us-chesapeake 3 card-naval");
    assert_eq!(play.state().points.any, 3);
}

#[test]
fn s21_7_2_a_cautious_general_needs_another_point_to_land_near_an_enemy() {
    let washington = || {
        let mut play = begin(&fleet(&["us river-nsp 2 1647 1647/1747"]), 3);
        play.until("action");
        play.take(US, "set-sail 1647 1647/1747");
        play
    };
    let (mut play, mut bold) = (washington(), washington());
    let fares = play.ids_from(US, "carry us-mcclellan 3");
    assert_eq!(fares, ["carry us-mcclellan 3", "carry us-mcclellan 3 two-points"]);
    play.take(US, "carry us-mcclellan 3");
    has_none(&sails(&play, US), "2349");
    bold.take(US, "carry us-mcclellan 3 two-points");
    has(&sails(&bold, US), "2349");
    assert_eq!(bold.state().points.any, 1);
    // Whoever may follow him goes along unless he is told to stay.
    let aboard = |play: &Play| play.state().fleets.cargo.as_ref().unwrap().generals.len();
    let all = aboard(&play);
    assert!(all > 1 && !play.lists(US, "aboard us-mcclellan"));
    play.take(US, "aboard us-sumner");
    assert_eq!(aboard(&play), all - 1);
    play.take(US, "aboard us-sumner");
    assert_eq!(aboard(&play), all);
}

#[test]
fn s21_7_2_on_the_first_turn_of_1861_nothing_is_carried() {
    let mut position = navies("us-civil-war-1861");
    sink_all(&mut position);
    float(&mut position, "us oceangoing 1 chesapeake");
    float(&mut position, "us sp 2 chesapeake");
    let mut play = begin(&position, 3);
    play.until("action");
    assert_eq!(play.state().turn, 1);
    play.take(US, "set-sail chesapeake");
    assert!(!play.offers(US, "carry") && play.offers(US, "sail-to"), "C54");
}

/// §21.4.1: zones stop transports, and neither ships that carry SPs nor assaults behind Gunboats.
#[test]
fn s21_7_2_ships_carry_sps_through_enemy_zones() {
    let flotilla = "cs flotilla 3013 2913/3013";
    let things = ["us river-nsp 2 2316 2316/2415", "us sp 3 2316", "us sp 1 2913", flotilla];
    let (mut play, mut by_transport) = (acting(US, &things), acting(US, &things));
    by_transport.take(US, "embark us-2316");
    has_none(&landings(&by_transport, US), "2913");
    play.all(US, &format!("set-sail {CAIRO}, carry us-2316 3"));
    has(&sails(&play, US), "2913");
}

#[test]
fn ships_with_sps_aboard_are_saved() {
    let mut play = acting(US, &COLUMBUS);
    play.all(US, &format!("set-sail {CAIRO}, carry us-2316 3"));
    let schema = <us_civil_war::UsCivilWar as muster_sdk::Saves>::STATE_SCHEMA;
    let anew =
        play.game.load_another(schema, &play.game.save()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert_eq!(anew.state().fleets, play.state().fleets);
    let wrong = |change: fn(&mut us_civil_war::UsCivilWar)| {
        let mut game = play.state().clone();
        change(&mut game);
        muster_sdk::Saves::validate(&game).expect_err("it can't be").reason
    };
    assert!(wrong(|game| game.fleets.cargo.as_mut().unwrap().sps = 4).contains("carry whom they can't"));
    let landed = to_columbus(6, 1);
    let schema = <us_civil_war::UsCivilWar as muster_sdk::Saves>::STATE_SCHEMA;
    landed.game.load_another(schema, &landed.game.save()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
}

// -------- §21.7.1: by transports

#[test]
fn s21_7_1_naval_transport_is_enough_against_a_fort_once_ships_are_there() {
    let fort = ["us sp 3 2316", "cs fort 1 2516", "us river-nsp 1 2516 2415/2516"];
    let mut play = acting(US, &fort);
    play.take(US, "embark us-2316");
    has(&landings(&play, US), "2516");
    falls(&mut play, 6, 1);
    play.take(US, "sail 2516");
    assert_eq!(play.next_decision().1, "battle");
    // The ships may be damaged and let them land, but don't support them (§21.7.3).
    let damaged = ["us sp 3 2316", "cs fort 1 2516", "us river-nsp 1 damaged 2516 2415/2516"];
    let mut play = acting(US, &damaged);
    play.take(US, "embark us-2316");
    has(&landings(&play, US), "2516");
    play.take(US, "sail 2516");
    assert!(play.state().sheet(Plan::default()).unwrap().attacker.modifiers.is_empty());
}

#[test]
fn s21_7_3_without_ships_enemy_nsps_are_fought_first() {
    for (guard, what) in [
        ("cs fort 1 2516", "a Fort"),
        ("cs battery 1 2516", "a Naval Battery"),
        ("cs entrenchment 2516", "an Entrenchment, of 0 NSPs"),
        ("cs flotilla 2516 2415/2516", "ships"),
    ] {
        let mut play = acting(US, &["us sp 3 2316", "cs sp 1 2516", "us sp 1 2317", guard]);
        play.take(US, "embark us-2316");
        has(&landings(&play, US), "2516");
        let columbus = play.state().world.find("2516").unwrap();
        let game = play.state();
        let berth = game.guard_before(game.march.as_ref().unwrap(), columbus).expect(what);
        assert_eq!(berth, crate::rules::navy::berth(game, "2516 2415/2516"), "{what}");
        play.take(US, "sail 2516");
        assert_eq!(play.next_decision(), (US, "naval-battle".to_owned()), "{what}");
    }
    // SPs, a town and its port are no NSPs.
    let mut play = acting(US, &["us sp 3 2316", "cs sp 1 2516"]);
    play.take(US, "embark us-2316");
    has(&landings(&play, US), "2516");
    play.take(US, "sail 2516");
    assert_eq!(play.next_decision().1, "battle");
}

/// Ships with SPs from Cairo attack the Fort at Columbus; the dice of the Naval Battle and of that on land fall so.
#[track_caller]
fn stormed(at_sea: [u8; 2], on_land: [u8; 2]) -> Play {
    let things = ["us river-nsp 2 2316 2316/2415", "us sp 3 2316", "us sp 1 2317", "cs fort 1 2516"];
    let mut play = acting(US, &things);
    play.all(US, &format!("set-sail {CAIRO}, carry us-2316 3"));
    play.dice.clear();
    play.dice
        .arrange("naval attack at", &at_sea[..1])
        .arrange("naval defense at", &at_sea[1..])
        .arrange(" attack at", &on_land[..1])
        .arrange(" defense at", &on_land[1..]);
    play.take(US, "sail-to 2516 2415/2516");
    while play.next_decision().1 == "naval-battle" {
        play.take(US, "engage");
    }
    play
}

#[test]
fn s21_7_3_ships_win_their_naval_battle_and_then_those_aboard_land() {
    let mut play = stormed([6, 1], [6, 1]);
    assert_eq!(play.next_decision(), (US, "battle".to_owned()), "{}", play.told());
    assert_eq!(play.state().march.as_ref().unwrap().escort, Escort::Ships);
    play.take(US, "attack");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    assert_eq!((play.sps(Us, "2516"), count(play.state(), Vessel::River, "2516")), (3, 2));
}

#[test]
fn s21_7_3_ships_that_are_beaten_bring_them_back_and_nobody_has_landed() {
    let mut play = stormed([1, 6], [6, 1]);
    assert_eq!(play.next_decision(), (US, "naval-retreat".to_owned()));
    let home = play.ids_from(US, "retreat-to 2316 ")[0].clone();
    play.take(US, &home);
    assert_eq!(play.next_decision(), (US, "action".to_owned()), "{}", play.told());
    assert_eq!((play.sps(Us, "2316"), play.sps(Us, "2516")), (3, 0));
    assert_eq!(count(play.state(), Vessel::River, "2516"), 0);
    assert!(play.state().fleets.cargo.is_none());
    assert!(!play.offers(US, "activate us-2316"), "they have been activated");
}

/// §21.7.2: by sea they have gone all the same, as those who are beaten back when they land (§20.5.4): it counts for the three of the phase.
#[test]
fn s21_7_2_who_is_brought_back_by_sea_counts_for_the_limit() {
    let mut play =
        acting(US, &["us oceangoing 2 ship-island", "us sp 2 ship-island", "cs control fort-morgan"]);
    play.all(US, "set-sail ship-island, carry-ocean us-ship-island 2 two-points");
    falls(&mut play, 1, 6);
    play.take(US, "sail-to fort-morgan");
    while play.next_decision().1 != "action" {
        let (seat, _) = play.next_decision();
        let id = play.ids(seat).pop().expect("a choice");
        play.take(seat, &id);
    }
    assert_eq!((play.sps(Us, "ship-island"), play.sps(Us, "fort-morgan")), (2, 0), "{}", play.told());
    assert_eq!(play.state().ocean_sps, 2);
}

#[test]
fn s21_7_4_ships_that_have_won_sail_back_from_a_fort_that_holds() {
    let mut play = stormed([6, 1], [1, 6]);
    play.take(US, "attack");
    while play.next_decision().1 == "reembark" {
        play.take(US, "sail-back 2316");
    }
    assert_eq!(play.next_decision(), (US, "action".to_owned()), "{}", play.told());
    assert_eq!(count(play.state(), Vessel::River, "2316"), 2);
}

/// §21.4.2: who is met before he has come to where he was sent lands nobody there.
#[test]
fn s21_7_3_ships_that_are_met_on_the_way_and_stop_bring_those_aboard_back() {
    let things =
        ["us river-nsp 1 2316 2316/2415", "us sp 3 2316", "us sp 1 2317", "cs flotilla 3013 2913/3013"];
    let mut play = acting(US, &things);
    play.all(US, &format!("set-sail {CAIRO}, carry us-2316 3"));
    play.dice.clear();
    play.dice
        .arrange("Interception by", &[6, 6])
        .arrange("naval attack at", &[6])
        .arrange("naval defense at", &[1]);
    play.take(US, "sail-to 3013 2913/3013");
    assert_eq!(play.next_decision(), (CS, "naval-reaction".to_owned()));
    play.take(CS, "intercept-ships 3013 2913/3013");
    while play.next_decision().1 != "action" {
        let (seat, kind) = play.next_decision();
        assert!(kind.starts_with("naval-"), "{kind}");
        let id = if play.lists(seat, "engage") { "engage".to_owned() } else { play.ids(seat)[0].clone() };
        play.take(seat, &id);
    }
    assert_eq!(count(play.state(), Vessel::River, "2316") + count(play.state(), Vessel::River, "3013"), 0);
    assert_eq!((play.sps(Us, "2316"), play.state().fleets.cargo.is_none()), (3, true));
    assert!(!play.offers(US, "activate us-2316"), "they have been activated");
}

/// §20.5.4, §21.7.4: they sail back together, so that the ships must have a berth there too.
#[test]
fn s21_7_4_those_whom_ships_carry_go_back_where_the_ships_can_lie() {
    let back = |ships: &str| {
        let things = [ships, "us control fort-monroe", "us sp 3 fort-monroe", "cs sp 1 2449"];
        let mut play = acting(US, &things);
        play.all(US, "set-sail fort-monroe, carry us-fort-monroe 3");
        falls(&mut play, 1, 6);
        let to = play.ids_from(US, "sail-to 2449")[0].clone();
        play.all(US, &format!("{to}, anchor, attack"));
        assert_eq!(play.next_decision(), (US, "reembark".to_owned()));
        play.ids(US)
    };
    let oceangoing = back("us oceangoing 2 fort-monroe");
    assert_eq!(oceangoing[0], "sail-back fort-monroe");
    assert!(oceangoing.contains(&"sail-back chesapeake".to_owned()), "{oceangoing:?}");
    // Up the Potomac such ships don't go.
    assert!(!oceangoing.contains(&"sail-back 1647".to_owned()), "{oceangoing:?}");
    let river = back("us river-nsp 2 fort-monroe");
    assert!(river.contains(&"sail-back 1647".to_owned()), "{river:?}");
}
