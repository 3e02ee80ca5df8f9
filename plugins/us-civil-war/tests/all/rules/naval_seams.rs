//! §21 where its parts meet: ships of several kinds, damaged ones, leaders, swamps, several stacks.

use muster_sdk::Saves;
use us_civil_war::state::Vessel;

use crate::rules::navy::*;
use crate::rules::position::*;

const CAIRO: &str = "2316 2316/2415";

/// A stack of a side's on its way, with dice.
#[track_caller]
fn sailing(things: &[&str], (seat, berth): (u8, &str), dice: &[(&'static str, &[u8])]) -> Play {
    let mut all = Arranged::else_highest().with("Initiative", &[4, 1, 4, 1]);
    for (reason, faces) in dice {
        all = all.with(reason, faces);
    }
    let mut play = Play::from(&bare(5, things), all);
    play.until("action");
    if seat == CS {
        play.take(US, "end-actions");
        play.until("action");
    }
    play.take(seat, &format!("set-sail {berth} free"));
    play
}

/// It sails to the first berth of those whose ids begin so; what the other side is asked then, it lets be. Gives what was told.
#[track_caller]
fn sail(play: &mut Play, seat: u8, to: &str) -> String {
    let id = play.ids_from(seat, &format!("sail-to {to}")).first().unwrap_or_else(|| panic!("{to}")).clone();
    play.take(seat, &id);
    let mut told = play.told();
    while let (asked, kind @ ("naval-reaction" | "naval-battle")) =
        (play.next_decision().0, &*play.next_decision().1)
    {
        is_valid(play);
        play.take(asked, if kind == "naval-battle" { "engage" } else { "await" });
        told.push_str(&play.told());
    }
    is_valid(play);
    told
}

/// The game reads back what it saves.
#[track_caller]
fn is_valid(play: &Play) {
    Saves::validate(play.state()).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
}

#[track_caller]
fn afloat(play: &Play, ship: &str) {
    let all = ships(play.state());
    assert!(all.iter().any(|one| one.contains(ship)), "{ship} in {all:?}");
}

/// §21.6.6, §21.10.3, worked example of 21.6.9: an Ironclad that the battle damages goes back with its stack.
#[test]
fn s21_10_3_an_ironclad_that_is_damaged_when_it_attacks_goes_back() {
    let things = ["us river-nsp 2 2316 2316/2415", "cs ironclad 2516 2415/2516"];
    // Column 2: 1 is a diamond, 2 an asterisk.
    let dice: [(&str, &[u8]); 3] = [("naval attack", &[1]), ("naval defense", &[2]), ("armor", &[3])];
    let mut play = sailing(&things, (CS, "2516 2415/2516"), &dice);
    let told = sail(&mut play, CS, CAIRO);
    assert!(told.contains("1 Ironclad is damaged"), "{told}");
    if play.next_decision().1 == "naval-retreat" {
        let back = play.ids_from(CS, "retreat-to 2516")[0].clone();
        play.take(CS, &back);
    }
    assert!(play.told().contains("1 unfinished Ironclad goes back to Columbus"), "{}", play.told());
    afloat(&play, "ironclad 2516 2415/2516 damaged");
}

/// The same of one that is attacked; but one that was under construction can't leave (§21.10.3).
#[test]
fn s21_10_3_an_ironclad_that_is_damaged_when_attacked_retreats_an_unfinished_one_is_lost() {
    for (state, lost) in [("", false), ("unfinished ", true)] {
        let ironclad = format!("cs ironclad {state}2516 2415/2516");
        let things = ["us river-nsp 5 2316 2316/2415", &ironclad];
        // Column 5-6: 2 is a 1, which armor makes a damage; a diamond of column 4 and less does nothing.
        let dice: [(&str, &[u8]); 3] =
            [("naval attack", &[if lost { 1 } else { 2 }]), ("naval defense", &[1]), ("armor", &[4])];
        let mut play = sailing(&things, (US, CAIRO), &dice);
        let told = sail(&mut play, US, "2516 2415/2516");
        if lost {
            assert!(play.state().fleets.ships.iter().all(|ship| ship.vessel != Vessel::Ironclad), "{told}");
            continue;
        }
        assert_eq!(play.next_decision(), (CS, "naval-retreat".to_owned()), "{told}");
        let to = play.ids_from(CS, "retreat-to 3013")[0].clone();
        play.take(CS, &to);
        is_valid(&play);
        afloat(&play, "ironclad 3013");
        // It is one under construction now, and doesn't sail.
        play.all(US, "anchor, end-actions");
        play.until("action");
        assert!(!play.offers(CS, "set-sail 3013"));
    }
}

/// §21.4.4, §21.10.3: when finished Ironclads leave a port that protects them, the unfinished one stays in it.
#[test]
fn s21_4_4_an_unfinished_ironclad_stays_in_the_port_that_others_leave() {
    let things = [
        "us river-nsp 8 3112 3112/3212",
        "cs ironclad 3013 2913/3013",
        "cs ironclad unfinished 3013 2913/3013",
        "cs battery 1 3013",
    ];
    let dice: [(&str, &[u8]); 2] = [("naval attack", &[4, 3]), ("naval defense", &[1])];
    let mut play = sailing(&things, (US, "3112 3112/3212"), &dice);
    sail(&mut play, US, "3013 2913/3013");
    assert!(play.lists(CS, "seek-port"), "{:?}", play.ids(CS));
    let to = play.ids_from(CS, "retreat-to 2516")[0].clone();
    play.take(CS, &to);
    is_valid(&play);
    afloat(&play, "ironclad 2516");
    afloat(&play, "ironclad 3013 2913/3013 damaged");
}

/// §21.6.6: a battle that takes all attackers goes on until the defender's losses are shared out.
#[test]
fn s21_6_6_hits_are_shared_out_though_nothing_is_left_of_the_attacker() {
    let things =
        ["us river-nsp 1 2316 2316/2415", "cs flotilla 2516 2415/2516", "cs flotilla damaged 2516 2415/2516"];
    // Both columns: 6 is a 1 at least.
    let dice: [(&str, &[u8]); 2] = [("naval attack", &[6]), ("naval defense", &[6])];
    let mut play = sailing(&things, (US, CAIRO), &dice);
    let told = sail(&mut play, US, "2516 2415/2516");
    assert!(told.contains("1 River NSP is sunk"), "{told}");
    assert_eq!(play.next_decision(), (US, "hits".to_owned()));
    play.take(US, "hit flotilla");
    is_valid(&play);
    assert_eq!(play.next_decision().1, "action");
}

/// §5.7: ships pass swamps, and something can happen there.
#[test]
fn s5_7_ships_that_pass_a_swamp_can_be_met_there() {
    let things = ["us river-nsp 1 3443", "cs flotilla fort-fisher"];
    let mut play = sailing(&things, (US, "3443"), &[]);
    play.take(US, "sail-to fort-fisher");
    assert_eq!(play.next_decision(), (CS, "naval-reaction".to_owned()), "{}", play.told());
    afloat(&play, "river-nsp 3444");
    is_valid(&play);
}

/// §21.4.2, §21.2.5: of ships that lie together those intercept that can go where the enemy has come to.
#[test]
fn s21_4_2_who_can_not_float_there_does_not_intercept() {
    for sound in ["", "damaged "] {
        let deep = format!("us oceangoing {sound}1 4011 4010/4011");
        let things = ["us river-nsp 2 4011 4010/4011", &deep, "cs flotilla 3013 2913/3013"];
        let dice: [(&str, &[u8]); 1] = [("Interception", &[6, 6])];
        let mut play = sailing(&things, (CS, "3013 2913/3013"), &dice);
        let id = play.ids_from(CS, "sail-to 4111")[0].clone();
        play.take(CS, &id);
        assert_eq!(play.next_decision(), (US, "naval-reaction".to_owned()), "{}", play.told());
        play.take(US, "intercept-ships 4011 4010/4011");
        is_valid(&play);
        afloat(&play, "oceangoing 4011 4010/4011");
    }
}

/// §21.4.2, §10.3.2: from a port nobody needs dice against those who pass its Coastal Fort.
#[test]
fn s21_4_2_ships_in_port_meet_those_who_pass_its_fort_without_dice() {
    let things = ["us oceangoing 3 chesapeake", "cs flotilla 3345"];
    let mut play = sailing(&things, (US, "chesapeake"), &[]);
    let id = play.ids_from(US, "sail-to 3345")[0].clone();
    let told: Vec<String> = play.details(US, &id).consequences.into_iter().map(|line| line.text).collect();
    assert!(
        told.iter().any(|line| line == "The ships in Wilmington can intercept without dice."),
        "{told:?}"
    );
    play.take(US, &id);
    assert_eq!(play.next_decision(), (CS, "naval-reaction".to_owned()), "{}", play.told());
    let state = play.state();
    let found = state.may_intercept_at_sea(berth(state, "3345")).unwrap();
    assert!(found.automatic, "{found:?}");
    play.take(CS, "intercept-ships 3345");
    let sheet = play.state().naval_sheet(berth(play.state(), "fort-fisher"), false, false);
    assert_eq!(sheet.defender.nsps, 5, "the Fort fights with them");
}

/// §21.13.1: who is turned back without damage goes back without damage, past whatever lies there; the damaged are lost by it.
#[test]
fn s21_13_1_a_diamond_sends_back_without_damage() {
    let things = ["us river-nsp 3 3112 3112/3212", "cs fort 1 3013", "cs fort 1 2516"];
    for (face, back) in [(3, 1), (4, 0)] {
        let dice: [(&str, &[u8]); 2] = [("guns of Memphis", &[1, 1]), ("guns of Columbus", &[face, 1])];
        let mut play = sailing(&things, (US, "3112 3112/3212"), &dice);
        let told = sail(&mut play, US, "2316 ");
        assert_eq!(count(play.state(), Vessel::River, "3112"), back, "{told}");
        assert_eq!(count(play.state(), Vessel::River, "2316"), 2, "{told}");
        assert_eq!(play.state().fleets.pool, [0, 1 - back as u8], "{told}");
    }
}

/// §21.2.3, §21.1: with no enemy near, those who lie in a hex are one stack, at whichever of its joined hexsides.
#[test]
fn s21_2_3_ships_at_two_hexsides_of_a_hex_are_one_stack() {
    let things = ["us river-nsp 1 2317 2316/2317", "us river-nsp 1 2317 2217/2317"];
    let mut play = sailing(&things, (US, "2317 2316/2317"), &[]);
    sail(&mut play, US, "1712");
    play.take(US, "anchor");
    assert_eq!(count(play.state(), Vessel::River, "1712"), 2, "{:?}", ships(play.state()));
    // Not in sight of the enemy: there it matters where they lie.
    let things = ["us river-nsp 1 2317 2316/2317", "us river-nsp 1 2317 2217/2317", "cs fort 1 2318"];
    let mut play = sailing(&things, (US, "2317 2316/2317"), &[]);
    sail(&mut play, US, "1712");
    assert_eq!(count(play.state(), Vessel::River, "1712"), 1, "{:?}", ships(play.state()));
}

/// §21.2.6, §21.2.1: an Entrenchment is an NSP, past which nobody is redeployed.
#[test]
fn s21_2_6_nobody_is_redeployed_past_nsps_of_none() {
    let works = ["cs entrenchment 2315", "cs sp 2 2315"];
    for (more, comes) in [(&[][..], true), (&works[..], false)] {
        let things = [&["us river-nsp 1 1712", "us river-nsp 1 2516 2415/2516"][..], more].concat();
        let mut play = begin(&bare(5, &things), 3);
        play.until("strategic");
        let to = play.ids_from(US, "redeploy river-nsp 2316")[0].clone();
        play.take(US, &to);
        assert_eq!(
            play.offers(US, "bring 1712"),
            comes,
            "{more:?}: {:?} {:?}",
            play.ids(US),
            ships(play.state())
        );
    }
}

/// §21.2.8: a Naval Leader whose ships are sunk beside others stays with them.
#[test]
fn s21_2_8_a_leader_whose_ships_are_sunk_stays_with_ships_that_lie_there() {
    let things = ["us river-nsp 1 2316 2316/2415", "us river-nsp 1 2913 2913/3013", "cs fort 1 3013"];
    let mut position = bare(5, &things);
    let leader = navies("us-civil-war-1862").roster.into_iter().find(|unit| unit.id == "us-foote").unwrap();
    let place = position.roster[0].place.clone();
    position.roster.push(muster_contract::Unit { place, ..leader });
    let dice = Arranged::else_highest().with("Initiative", &[4, 1, 4, 1]).with("guns of", &[6]);
    let mut play = Play::from(&position, dice);
    play.until("action");
    play.take(US, &format!("set-sail {CAIRO} free"));
    let told = sail(&mut play, US, "3112");
    assert!(told.contains("1 River NSP is sunk"), "{told}");
    assert_eq!(play.next_decision().1, "action", "{told} {:?}", play.ids(US));
    let state = play.state();
    let leader = state.world.admiralty.as_ref().unwrap().leader_named("us-foote").unwrap();
    assert_eq!(state.leader_at(leader), Some(berth(state, "2913 2913/3013")), "{told}");
}
