//! §21.5: Oceangoing Ironclads.

use us_civil_war::charts::Card;
use us_civil_war::fleets::ironclad_strength;
use us_civil_war::{Pay, Side};

use crate::rules::navy::*;
use crate::rules::position::*;

const NAVAL: Pay = Pay::Card(Card::Naval);

/// The section by which the Ironclads don't fight in a space with ships that sail from a berth, paid for so; none if they do.
#[track_caller]
fn barred(play: &Play, paid: Pay, at: &str) -> Option<&'static str> {
    let at = play.state().world.find(at).unwrap();
    play.state().may_join_ironclads(paid, at).err().map(|why| why.citation)
}

/// A side's stack of a berth on its way.
#[track_caller]
fn underway(turn: i32, side: u8, things: &[&str], berth: &str) -> Play {
    let mut play = begin(&bare(turn, things), 3);
    play.until("action");
    if side == CS {
        play.take(US, "end-actions");
        play.until("action");
    }
    play.take(side, &format!("set-sail {berth} free"));
    play
}

#[test]
fn s21_5_they_grow_by_an_nsp_every_even_turn() {
    let turns = [1, 2, 3, 4, 15, 16, 20];
    assert_eq!(turns.map(ironclad_strength), [0, 1, 1, 2, 7, 8, 10], "the examples are of turns 15 and 16");
}

#[test]
fn s21_5_they_fight_at_coastal_forts_islands_and_ports_of_blockade_runners() {
    let play = underway(5, US, &["us oceangoing 2 chesapeake"], "chesapeake");
    for at in ["fort-fisher", "fort-sumter", "roanoke-island", "ship-island", "3345", "3839", "4814", "5101"]
    {
        assert_eq!(barred(&play, NAVAL, at), None, "{at}");
    }
    // Ocean Ports without a modifier, river ports, a coast; Brownsville runs only instead of Galveston (§14.4.6).
    for at in ["2349", "4903", "4011", "2316", "4723", "brownsville"] {
        assert_eq!(barred(&play, NAVAL, at), Some("21.5"), "{at}");
    }
    let things = ["us oceangoing 2 chesapeake", "us control 5101"];
    assert_eq!(barred(&underway(5, US, &things, "chesapeake"), NAVAL, "brownsville"), None);
}

#[test]
fn s21_5_they_go_with_oceangoing_nsps_that_a_naval_or_any_card_has_sent() {
    let play = underway(5, US, &["us oceangoing 2 chesapeake"], "chesapeake");
    assert_eq!(barred(&play, Pay::Card(Card::Any), "fort-sumter"), None);
    for paid in [Pay::Free, Pay::Point, Pay::Card(Card::East)] {
        assert_eq!(barred(&play, paid, "fort-sumter"), Some("21.5"), "{paid:?}");
    }
    let river = underway(5, US, &["us river-nsp 3 4718"], "4718");
    assert_eq!(barred(&river, NAVAL, "ship-island"), Some("21.5"), "no Oceangoing NSP");
    let things = ["us oceangoing 1 damaged chesapeake"];
    assert_eq!(barred(&underway(5, US, &things, "chesapeake"), NAVAL, "fort-sumter"), Some("21.5"));
    // One that stays behind doesn't lead them.
    let both = ["us oceangoing 1 damaged chesapeake", "us oceangoing 1 chesapeake"];
    let mut play = underway(5, US, &both, "chesapeake");
    assert_eq!(barred(&play, NAVAL, "fort-sumter"), None);
    play.take(US, "leave-ship oceangoing");
    assert_eq!(barred(&play, NAVAL, "fort-sumter"), Some("21.5"));
}

#[test]
fn s21_5_there_are_none_on_the_first_turn_nor_for_the_confederacy() {
    let mut position = bare(1, &["us oceangoing 2 chesapeake"]);
    position.setup.facts.retain(|fact| fact.name != "last");
    let mut play = begin(&position, 3);
    play.until("action");
    play.take(US, "set-sail chesapeake free");
    assert_eq!(barred(&play, NAVAL, "fort-sumter"), Some("21.5"));
    let play = underway(5, CS, &["cs flotilla 4814"], "4814 4814/4914");
    assert_eq!(play.state().phasing, Side::Cs);
    assert_eq!(barred(&play, NAVAL, "fort-st-philip-jackson"), Some("21.5"));
}

/// With one stack in an Action Phase.
#[test]
fn s21_5_they_go_with_one_stack_in_an_action_phase() {
    let things = ["us oceangoing 2 chesapeake", "us oceangoing 2 fort-monroe", "us control fort-monroe"];
    let mut play = begin(&bare(8, &things), 3);
    play.until("action");
    let attacks = |play: &mut Play, from: &str, at: &str| {
        play.all(US, &format!("set-sail {from} card-naval, sail-to {at}"));
        let asked = play.lists(US, "ironclads");
        if asked {
            play.take(US, "ironclads");
        }
        while play.next_decision().1 != "action" {
            let (seat, kind) = play.next_decision();
            let id = if kind == "naval-battle" { "engage".to_owned() } else { play.ids(seat)[0].clone() };
            play.take(seat, &id);
        }
        asked
    };
    assert!(attacks(&mut play, "chesapeake", "fort-sumter"));
    assert!(!attacks(&mut play, "fort-monroe", "fort-pulaski"));
}

/// They stay with a stack that has won with twice as many NSPs and sails on (§21.6.7).
#[test]
fn s21_5_a_stack_that_sails_on_after_a_battle_has_them_in_the_next() {
    let all = Arranged::else_highest().with("Initiative", &[4, 1, 4, 1]);
    let all = all.with("naval attack", &[6, 6, 6, 6]).with("naval defense", &[1, 1, 1, 1]);
    let mut play = Play::from(&bare(8, &["us oceangoing 5 chesapeake"]), all);
    play.until("action");
    play.all(US, "set-sail chesapeake card-naval, sail-to fort-sumter");
    for fort in ["fort-sumter", "fort-pulaski"] {
        assert!(play.lists(US, "ironclads"), "{fort}: {:?}", play.ids(US));
        play.all(US, "ironclads, engage");
        if fort == "fort-sumter" {
            play.take(US, "sail-to fort-pulaski");
        }
    }
}
