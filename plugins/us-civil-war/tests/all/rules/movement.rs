//! §5: costs of steps at the places that the rulebook names, and marches on the map of 1862.

use us_civil_war::Side;
use us_civil_war::state::UsCivilWar;

use crate::rules::battlefield;
use crate::rules::fleet::with;
use crate::rules::position::*;

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
    // Its enemy comes into it as over a Navigable River that he doesn't control.
    let mut position = changed(GAME, &[]);
    put(&mut position, "us", "control", "5101", &[]);
    let play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 4]));
    let game = play.state();
    assert_eq!([cost(game, Side::Us, "5101", "5001"), cost(game, Side::Cs, "5001", "5101")], [1, 3]);
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

/// §5.8.3, C8: one SP of an activation crosses Navigable Rivers of the enemy's, here the Green, which is the Union's; it may go on
/// over others, and none that takes its place does.
#[test]
fn s5_8_3_c8_one_sp_of_an_activation_crosses_enemy_rivers() {
    let mut position = changed(GAME, &[]);
    let jackson = position.roster.iter_mut().find(|unit| unit.id == "cs-jackson").unwrap();
    jackson.place = Some(muster_sdk::place("2322"));
    put(&mut position, "cs", "sp", "2322", &[("strength", 1)]);
    put(&mut position, "cs", "sp", "2323", &[("strength", 2)]);
    let across = || {
        let mut play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[4, 6]));
        assert_eq!(cost(play.state(), Side::Cs, "2322", "2323"), 3);
        play.all(CS, "activate cs-jackson, to 2323");
        play
    };
    assert!(across().lists(CS, "to 2322"), "the same SP goes back");
    let mut more = across();
    more.take(CS, "take 1");
    assert!(!more.lists(CS, "to 2322"), "two don't");
    more.take(CS, "drop 1");
    assert!(more.lists(CS, "to 2322"), "it is the same one that goes");
    let mut other = across();
    other.all(CS, "drop 1, take 1");
    assert!(!other.lists(CS, "to 2322") && other.lists(CS, "halt"), "another doesn't");
}

/// A march on the field for battles, in which the Union goes first.
#[track_caller]
fn field(lines: &[&str]) -> Play {
    Play::from(&battlefield::position(lines), Arranged::else_on(3).with("Initiative", &[6, 3]))
}

/// §5.1: a march on which nothing is left to decide ends by itself: what could be dropped off stays there too.
#[test]
fn s5_1_a_march_ends_by_itself_where_nothing_more_can_be_done() {
    let ground = ["0303/0304 ridge minor-river", "0304 marsh"];
    let grant = ["us 2 @0302", "us-grant 3* 3/2 @0302", "us-mcclernand 1* 1/0 @0302"];
    let mut play = field(&[&ground[..], &grant].concat());
    play.all(US, "activate us-grant, to 0303, to 0304");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    assert!(play.told().contains("us-grant halts in 0304."), "{}", play.told());
    assert_eq!((play.stands("us-grant"), play.sps(Side::Us, "0304")), ("0304".to_owned(), 2));
    // Where he can take up others he is asked.
    let mut play = field(&[&ground[..], &grant, &["us 1 @0304"]].concat());
    play.all(US, "activate us-grant, to 0303, to 0304");
    assert_eq!(play.next_decision(), (US, "march".to_owned()));
    assert!(play.lists(US, "take 1") && play.lists(US, "halt"));
    let prompt = play.game.decisions().swap_remove(0).prompt;
    assert_eq!(prompt, "Us-grant in 0304, 0 MPs left: what else?");
    // Nor does one end that has not set out.
    let mut play = field(&[&ground[..], &["us 1 @0303"]].concat());
    play.take(US, "activate us-0303");
    assert_eq!(play.next_decision(), (US, "march".to_owned()));
}

/// §5.1.1, C5: whoever has not moved goes a hex for which his MPs don't suffice, and no farther.
#[test]
fn s5_1_1_c5_one_hex_can_always_be_entered() {
    let ground = ["0303/0304 ridge minor-river", "0304 marsh", "us 2 @0303", "us 2 @0302"];
    let mut play = field(&ground);
    assert_eq!(cost(play.state(), Side::Us, "0303", "0304"), 4);
    play.all(US, "activate us-0303, to 0304");
    assert!(play.told().contains("0 MPs left"), "{}", play.told());
    assert_eq!(play.next_decision(), (US, "action".to_owned()), "and has halted there");
    let mut play = field(&ground);
    play.all(US, "activate us-0302, to 0303");
    assert!(!play.lists(US, "to 0304") && play.lists(US, "to 0203"), "it has moved, and has 2 MPs");
}

/// §5.10, §7.3: three SPs go without a General, 3 MPs; they drop SPs off, and pick none up.
#[test]
fn s5_10_three_sps_march_by_themselves() {
    let mut play = field(&["us 5 @0303", "us 2 @0304"]);
    play.take(US, "activate us-0303");
    let march = play.state().march.as_ref().unwrap();
    assert_eq!((march.sps, march.moves), (3, 3));
    play.take(US, "to 0304");
    assert!(play.lists(US, "drop 2") && !play.lists(US, "drop 3"), "somebody must go on");
    play.take(US, "drop 1");
    assert!(play.ids_from(US, "take").is_empty(), "{:?}", play.ids(US));
    let mut led = field(&["us 5 @0303", "us 2 @0304", "us-grant 2* 1/1 @0303"]);
    led.all(US, "activate us-grant, drop 1, to 0304");
    assert!(led.lists(US, "take 2"), "a General picks up: {:?}", led.ids(US));
}

/// §5.9: for an MP a General of two stars calls in up to six SPs that haven't moved, over what costs an MP.
#[test]
fn s5_9_six_sps_of_the_next_hex_regroup() {
    let near = ["us 1 @0303", "us 8 @0304", "us-grant 3* 1/1 @0303", "us-hooker 2* 1/1 @0304"];
    let mut play = field(&near);
    play.all(US, "activate us-grant, regroup 0304, send-off");
    let march = play.state().march.as_ref().unwrap();
    assert_eq!((march.sps, march.moves, march.allowance), (7, 4, 5));
    assert_eq!(
        (play.sps(Side::Us, "0304"), play.officer("us-hooker").post),
        (2, us_civil_war::state::Post::March)
    );
    for (changed, why) in
        [("us-grant 1* 1/1 @0303", "a General of one star"), ("0303/0304 minor-river", "2 MPs away")]
    {
        let mut lines = near.to_vec();
        lines.retain(|line| line.split(' ').next() != changed.split(' ').next());
        lines.push(changed);
        let mut play = field(&lines);
        play.take(US, "activate us-grant");
        assert!(!play.lists(US, "regroup 0304"), "{why}");
    }
}

/// §5.4.2, C6: two SPs a phase go 10 MPs along an own railroad; they don't dig, nor pick anybody up.
#[test]
fn s5_4_2_two_sps_go_by_rail_in_a_phase() {
    let mut play = Play::of(GAME, &[6, 4]);
    play.take(US, "activate us-1448").take(US, "by-rail");
    assert_eq!(play.state().march.as_ref().map(|march| march.moves), Some(10));
    let listed = play.ids_from(US, "to ");
    let ways = play.state().world.find("1448").map_or(0, |at| play.state().world.space(at).ways.len());
    assert!(!listed.is_empty() && listed.len() < ways, "{listed:?}");
    for id in &listed {
        let at = play.state().world.find(&id[3..]).unwrap();
        assert!(play.state().rails().of(Side::Us, at), "{id}");
    }
    assert!(play.ids_from(US, "take").is_empty());
    play.take(US, &listed[0]).take(US, "halt");
    assert_eq!(play.state().rail_sps, 1);
    play.take(US, "activate us-banks");
    for sps in [3, 2, 1] {
        assert_eq!(play.state().march.as_ref().map(|march| march.sps), Some(sps));
        assert_eq!(play.lists(US, "by-rail"), sps == 1, "{sps} more");
        if sps > 1 {
            play.take(US, "drop 1");
        }
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

/// §M1, §9.1: zones reach over the bay before Galveston as over a river with a bridge, which whoever has the town controls.
#[test]
fn m1_zones_cross_the_bay_for_who_has_galveston() {
    let crosses = |game: &UsCivilWar, side: Side| {
        let [town, hex] = ["5101", "5001"].map(|id| game.world.find(id).unwrap());
        let ways = [game.world.way(town, hex).unwrap(), game.world.way(hex, town).unwrap()];
        ways.map(|way| game.zone_crosses(side, way))
    };
    let play = Play::of(GAME, &[6, 4]);
    assert_eq!(Side::ALL.map(|side| crosses(play.state(), side)), [[false; 2], [true; 2]]);
    let mut position = changed(GAME, &[]);
    put(&mut position, "us", "control", "5101", &[]);
    let play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 4]));
    assert_eq!(Side::ALL.map(|side| crosses(play.state(), side)), [[true; 2], [false; 2]]);
}

/// §5.7, §11.5, §H21: the railroad leads past Lake Pontchartrain to New Orleans, and no river is crossed there, whoever has the town.
#[test]
fn h21_past_lake_pontchartrain_they_march_as_by_land() {
    let mut position = changed("us-civil-war-1862", &[]);
    for at in ["4714", "4814"] {
        clear(&mut position, "cs", at);
    }
    put(&mut position, "us", "sp", "4714", &[("strength", 3)]);
    put(&mut position, "cs", "sp", "4814", &[("strength", 2)]);
    let mut play = Play::from(&position, Arranged::else_on(3).with("Initiative", &[6, 3]));
    play.take(US, "activate us-4714");
    let march = play.state().march.as_deref().unwrap();
    let town = play.state().world.find("4814").unwrap();
    let way = play.state().world.way(march.at, town).unwrap();
    assert_eq!(play.state().march_cost(march, way), 1);
    play.take(US, "to 4814");
    while play.next_decision().1 == "react" {
        play.take(CS, "no-reaction");
    }
    assert_eq!(play.next_decision(), (US, "battle".to_owned()));
    assert_eq!(play.state().crossing_limit(), None);
}
