//! §5: costs of steps at the places that the rulebook names, and marches on the map of 1862.

use us_civil_war::Side;
use us_civil_war::state::UsCivilWar;

use crate::fleet::with;
use crate::position::*;

const GAME: &str = "us-civil-war-1862";

/// MPs of a step between neighbours.
#[track_caller]
fn cost(game: &UsCivilWar, side: Side, from: &str, to: &str) -> u8 {
    let [one, other] = [from, to].map(|id| game.world.find(id).unwrap_or_else(|| panic!("no space {id}")));
    let way = game.world.way(one, other).unwrap_or_else(|| panic!("{to} isn't next to {from}"));
    game.step_cost(side, one, way, false)
}

/// Whether a side may go from one to the other at all.
#[track_caller]
fn crosses(game: &UsCivilWar, side: Side, from: &str, to: &str) -> bool {
    let [one, other] = [from, to].map(|id| game.world.find(id).unwrap());
    let way = game.world.way(one, other).unwrap();
    game.may_cross(side, one, way).is_ok()
}

#[test]
fn h5_from_cairo_over_the_ferry_the_marsh_is_avoided_by_rail() {
    let play = Play::of(GAME, &[6, 4]);
    assert_eq!(cost(play.state(), Side::Us, "2316", "2415"), 2);
}

#[test]
fn h20_a_road_leads_through_new_madrid() {
    let play = Play::of(GAME, &[6, 4]);
    let game = play.state();
    assert_eq!(cost(game, Side::Cs, "2615", "2515") + cost(game, Side::Cs, "2515", "2414"), 2);
}

#[test]
fn h14_georgetown_has_prices_of_its_own() {
    let play = Play::of(GAME, &[6, 4]);
    let game = play.state();
    assert_eq!([cost(game, Side::Cs, "3641", "3542"), cost(game, Side::Cs, "3542", "3641")], [1, 2]);
}

#[test]
fn m1_galveston_is_left_for_one_mp_and_entered_for_one_by_its_holder() {
    let play = Play::of(GAME, &[6, 4]);
    let game = play.state();
    assert_eq!([cost(game, Side::Cs, "5101", "5001"), cost(game, Side::Cs, "5001", "5101")], [1, 1]);
}

#[test]
fn s10_3_2_a_coastal_fort_and_its_port_are_one_mp_apart() {
    let play = Play::of(GAME, &[6, 4]);
    let game = play.state();
    for (fort, port) in [("fort-monroe", "2349"), ("fort-sumter", "3839"), ("fort-morgan", "4620")] {
        assert_eq!([cost(game, Side::Cs, fort, port), cost(game, Side::Cs, port, fort)], [1, 1], "{fort}");
    }
    // B10: as over the Mississippi, which the Confederacy controls there.
    assert_eq!(cost(game, Side::Cs, "5015", "fort-st-philip-jackson"), 2);
    assert_eq!(cost(game, Side::Us, "5015", "fort-st-philip-jackson"), 3);
}

#[test]
fn s5_8_5_the_ferry_over_mobile_bay_is_its_holders() {
    let play = Play::of(GAME, &[6, 4]);
    let game = play.state();
    assert!(crosses(game, Side::Cs, "4619", "4620") && crosses(game, Side::Cs, "4620", "4619"));
    assert!(!crosses(game, Side::Us, "4619", "4620"));
    assert_eq!(cost(game, Side::Cs, "4619", "4620"), 2);
}

#[test]
fn m6_nobody_goes_from_hex_a_to_vicksburg() {
    let play = Play::of(GAME, &[6, 4]);
    assert!(!crosses(play.state(), Side::Us, "3911", "4011"));
}

/// §7.3, §7.5.1: a General takes all that he can, drops off and picks up, and what was dropped off has moved (§5.1.2).
#[test]
fn s7_5_1_a_general_drops_off_and_picks_up() {
    let mut play = Play::of(GAME, &[6, 4]);
    let louisville = play.state().world.find("2224").unwrap();
    let before = play.state().sps(Side::Us, louisville);
    play.take(US, "activate us-buell");
    let marching = play.state().march.as_ref().unwrap().sps;
    assert_eq!(marching + play.state().sps(Side::Us, louisville), before);
    assert!(marching >= 3, "{marching}");
    play.take(US, "drop 2");
    assert_eq!(play.state().march.as_ref().unwrap().sps, marching - 2);
    play.take(US, "take 2");
    let next = play.ids_from(US, "to ")[0].clone();
    play.take(US, &next);
    play.take_ending(US, "halt");
    let at = play.state().world.find(&next[3..]).unwrap();
    let force = play.state().spot(at).force.unwrap();
    assert_eq!((force.sps, force.moved), (marching, marching));
    assert!(!play.offers(US, "activate us-buell") && !play.lists(US, &format!("activate us-{}", &next[3..])));
}

/// §7.7: a Cautious General goes near no enemy for one point.
#[test]
fn s7_7_mcclellan_needs_two_points_to_go_near_an_enemy() {
    let mut play = Play::of(GAME, &[6, 3]);
    play.take(US, "activate us-mcclellan");
    let near = |play: &Play| {
        let game = play.state();
        let march = game.march.as_ref().unwrap();
        game.world.space(march.at).ways.iter().filter(|way| game.is_in_zone(Side::Cs, way.to)).count()
    };
    assert!(near(&play) > 0 || play.offers(US, "to "));
    let listed = play.ids_from(US, "to ");
    for id in &listed {
        let at = play.state().world.find(&id[3..]).unwrap();
        assert!(!play.state().is_in_zone(Side::Cs, at), "{id}");
    }
}

/// §6.2.2: an enemy's Control marker goes where a stack comes in, without a fight, after Automatic Displacement and after a battle.
#[test]
fn s6_2_2_a_marker_goes_after_a_battle_too() {
    let taken = |sps: &str| {
        let mut position = with(&[&format!("us {sps} 1747")]);
        put(&mut position, "us", "control", "1747", &[]);
        let dice = Arranged::else_highest().with("Initiative", &[1, 4]);
        let dice = dice.with(" attack at", &[6, 6, 6]).with(" defense at", &[1, 1, 1]);
        let mut play = Play::from(&position, dice);
        play.take(CS, "activate cs-j-johnston").take(CS, "to 1747");
        while !matches!(play.next_decision().1.as_str(), "march" | "action") {
            let seat = play.next_decision().0;
            let ids = play.ids(seat);
            let usual = ["attack", "no-reaction"].into_iter().find(|id| play.lists(seat, id));
            play.take(seat, &usual.map_or(ids[0].clone(), str::to_owned));
        }
        assert!(play.sps(Side::Us, "1747") == 0);
        play.state().spot(play.state().world.find("1747").unwrap()).marker
    };
    assert_eq!(["0", "1", "2"].map(taken), [None; 3]);
}

/// §19.3.2: nobody comes into Washington without a battle.
#[test]
fn s19_3_2_confederates_who_take_washington_spread_panic() {
    // A Fort on the near bank lets three cross the Potomac (H31).
    let mut position = with(&["us 0 1647", "us 0 1747", "cs 3 1747"]);
    put(&mut position, "cs", "fort", "1747", &[("level", 1)]);
    // No general is there to help the garrison.
    for general in position.roster.iter_mut().filter(|unit| unit.kind == "general") {
        if general.place.as_ref().is_some_and(|place| place.space == "1647") {
            general.place = Some(muster_sdk::place("1546"));
        }
    }
    let dice = Arranged::else_highest().with("Initiative", &[1, 4]).with(" defense at", &[1]);
    let mut play = Play::from(&position, dice);
    play.take(CS, "activate cs-1747").take(CS, "to 1647").take(CS, "attack");
    play.take(CS, "halt");
    assert!(play.sps(Side::Cs, "1647") > 0);
    assert!(play.state().panic);
}
