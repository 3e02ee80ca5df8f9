//! §21.7: whom ships take along, and what becomes of those aboard where none of the ships is left.

use us_civil_war::Side::Us;
use us_civil_war::battle::Plan;

use crate::rules::carriage::{CAIRO, COLUMBUS, acting};
use crate::rules::navy::*;
use crate::rules::position::*;

/// Dover's port is on the Cumberland; ships on the Tennessee aren't in it.
#[test]
fn s21_7_2_ships_on_another_water_of_the_hex_are_not_in_its_port() {
    let carries = |water: &str| {
        let ships = format!("us river-nsp 2 2619 {water}");
        let mut play =
            acting(US, &[&ships, "us sp 3 2619", "us control 2619", "us sp 1 2316", "us sp 1 2317"]);
        play.take(US, &format!("set-sail 2619 {water}"));
        play.offers(US, "carry")
    };
    assert!(carries("2520/2619"), "the Cumberland");
    assert!(!carries("2618/2619"), "the Tennessee");
}

/// Why SPs or a general don't go along is told as the rule has it.
#[test]
fn s21_7_2_why_ships_take_somebody_not_along_is_told() {
    let why = |things: &[&str], orders: &str, unit: &str| {
        let mut play = acting(US, things);
        play.all(US, orders);
        let target = muster_contract::Target::Unit(unit.to_owned());
        play.explain(US, &target).swap_remove(0).text
    };
    let sail = |pay: &str| format!("set-sail {CAIRO}{pay}");
    let free = "By the free naval action ships carry nobody.";
    assert_eq!(why(&COLUMBUS, &sail(" free"), "us-2316"), free);
    let others = [&COLUMBUS[..], &["us sp 1 2317"]].concat();
    let elsewhere = "It isn't in the port that the ships lie in.";
    assert_eq!(why(&others, &sail(""), "us-2317"), elsewhere);
    let aboard = format!("{}, carry us-2316 3", sail(""));
    assert_eq!(why(&others, &aboard, "us-2317"), "Ships carry one stack.");
    let dover = ["us river-nsp 2 2619 2618/2619", "us sp 3 2619", "us control 2619", "us sp 1 2316"];
    let water = "The ships lie on another water than the port.";
    assert_eq!(why(&dover, "set-sail 2619 2618/2619", "us-2619"), water);
}

/// §21.6.7: a battle can be won by ships of which none is left: those aboard land without support, the game is saved, and they come back alone.
#[test]
fn s21_7_3_who_has_won_may_land_though_no_ship_is_left() {
    let things = ["us river-nsp 1 2316 2316/2415", "us sp 3 2316", "us sp 1 2317", "cs fort 1 2516"];
    let mut play = acting(US, &things);
    play.all(US, &format!("set-sail {CAIRO}, carry us-2316 3"));
    play.dice.clear();
    play.dice.arrange("naval attack at", &[6]).arrange("naval defense at", &[4]);
    play.dice.arrange(" attack at", &[1]).arrange(" defense at", &[6]);
    play.all(US, "sail-to 2516 2415/2516, naval-card card-naval, engage");
    assert!(ships(play.state()).is_empty(), "{}", play.told());
    assert_eq!(play.next_decision(), (US, "battle".to_owned()), "{}", play.told());
    assert!(play.state().sheet(Plan::default()).unwrap().attacker.modifiers.is_empty());
    let schema = <us_civil_war::UsCivilWar as muster_sdk::Saves>::STATE_SCHEMA;
    play.game.load_another(schema, &play.game.save()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    play.take(US, "attack");
    let told = play.told();
    assert_eq!(play.next_decision(), (US, "action".to_owned()), "{told}");
    assert_eq!((play.sps(Us, "2316"), play.sps(Us, "2516")), (2, 0), "{told}");
    assert!(!told.contains("ships sail back"), "{told}");
}

/// Ships that are sunk before they have won bring nobody ashore: who is aboard comes back without them.
#[test]
fn s21_7_3_whose_ships_are_all_sunk_in_a_lost_battle_lands_nowhere() {
    let guns = ["cs fort 1 2516", "cs battery 2 2516"];
    let things = ["us river-nsp 1 2316 2316/2415", "us sp 3 2316", "us sp 1 2317"];
    let mut play = acting(US, &[&things[..], &guns].concat());
    play.all(US, &format!("set-sail {CAIRO}, carry us-2316 3"));
    play.dice.clear();
    play.dice.arrange("naval attack at", &[1]).arrange("naval defense at", &[6]);
    play.take(US, "sail-to 2516 2415/2516");
    while play.next_decision().1 == "naval-battle" {
        play.take(US, "engage");
    }
    assert!(ships(play.state()).is_empty(), "sunk: {}", play.told());
    assert_eq!(play.next_decision(), (US, "action".to_owned()), "{}", play.told());
    assert_eq!((play.sps(Us, "2316"), play.sps(Us, "2516")), (3, 0), "{}", play.told());
    assert!(!play.offers(US, "activate us-2316"), "they have been activated");
}

/// §21.13.1: nor do those whom guns on the other bank have sunk or turned back where they were to land.
#[test]
fn s21_7_2_whose_ships_guns_have_taken_lands_nowhere() {
    let things = [
        "us river-nsp 1 2316 2316/2415",
        "us sp 3 2316",
        "us sp 1 2317",
        "cs fort 1 2516",
        "cs battery 2 2516",
    ];
    let mut play = acting(US, &things);
    play.all(US, &format!("set-sail {CAIRO}, carry us-2316 3"));
    play.dice.clear();
    play.dice.arrange("guns of", &[6]);
    play.take(US, "sail-to 2415 2415/2516");
    while play.next_decision().1 != "action" {
        let (seat, _) = play.next_decision();
        let id = play.ids(seat).pop().expect("a choice");
        play.take(seat, &id);
    }
    assert_eq!((play.sps(Us, "2316"), play.sps(Us, "2415")), (3, 0), "{}", play.told());
}
