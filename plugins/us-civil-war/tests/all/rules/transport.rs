//! §20.3: Naval Transport on the map of 1862, by choices.

use muster_contract::Value;
use muster_sdk::{Hosted, Saves as _};
use us_civil_war::UsCivilWar;
use us_civil_war::state::{Means, Post};
use us_civil_war::world::Theater;
use us_civil_war::{Piece, Side};

use crate::rules::fleet::*;
use crate::rules::position::*;

// -------- §20.3.1

#[test]
fn s20_3_1_a_stack_of_three_goes_by_river_for_a_point_whoever_goes_along() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark us-grant");
    assert_eq!(play.state().points.any, 2);
    let paducah = play.sps(Side::Us, "2317");
    play.take(US, "sail 2317").take(US, "halt");
    assert_eq!(play.sps(Side::Us, "2317"), paducah + 3);
    assert_eq!(play.stands("us-grant"), "2317");
    assert!(!play.offers(US, "activate us-grant") && !play.offers(US, "embark us-grant"), "5.1.2");
    assert!(play.officer("us-grant").moved);
}

#[test]
fn s20_3_1_a_stack_is_three_union_sps_or_one_confederate_and_generals_take_what_their_rank_allows() {
    let mut play = begin(&set_up(GAME), 3);
    assert_eq!(play.sps(Side::Us, "1647"), 12);
    play.take(US, "embark us-mcclellan");
    assert_eq!(play.state().march.as_ref().unwrap().sps, 3);
    assert_eq!(play.officer("us-sumner").post, Post::March, "without limit");
    assert!(!play.offers(US, "take "));
    play.take(US, "halt").take(US, "end-actions");
    play.until("action");
    assert_eq!(play.next_decision().0, CS);
    play.take(CS, "embark cs-4814");
    assert_eq!(play.state().march.as_ref().unwrap().sps, 1);
    let mut play = begin(&with(&["us 6 2316"]), 3);
    play.take(US, "embark us-2316");
    assert_eq!(play.state().march.as_ref().unwrap().sps, 3);
    assert!(!play.offers(US, "join "), "5.10: SPs by themselves have no subordinates");
}

#[test]
fn s20_3_1_three_sps_land_at_three_places_and_nobody_is_picked_up() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark us-grant").take(US, "sail 2317");
    assert!(!play.offers(US, "sail ") && !play.offers(US, "take ") && !play.offers(US, "join "));
    play.take(US, "drop 1");
    assert!(!play.offers(US, "take "), "they are ashore");
    has(&sails(&play, US), "2318 1926");
    play.take(US, "sail 2318").take(US, "drop 1").take(US, "sail 1926");
    play.take(US, "halt");
    let game = play.state();
    let moved = |id: &str| game.spot(game.world.find(id).unwrap()).force.unwrap().moved;
    assert_eq!(["2317", "2318", "1926"].map(moved), [1; 3]);
    assert_eq!(play.stands("us-grant"), "1926");
}

/// §10.3.2, §20.3.1: whoever is asked about ships that have put in is told why, and what for.
#[test]
fn s10_3_2_ships_that_put_in_at_a_fort_leave_as_many_as_it_holds() {
    let asked = |play: &Play| play.game.decisions().swap_remove(0).prompt;
    let mut play = begin(&with(&["us 2 fort-monroe", "us 3 4038"]), 3);
    play.take(US, "embark-ocean us-4038 three-points").take(US, "sail fort-monroe");
    assert_eq!(asked(&play), "3 SPs at Fort Monroe, where 1 SP more can stay: how many? The others go on.");
    assert_eq!(play.ids(US), ["drop 1"]);
    play.take(US, "drop 1");
    assert_eq!(asked(&play), "2 SPs at Fort Monroe, which is full: where to?");
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark us-grant");
    assert_eq!(asked(&play), "Grant aboard at Cairo: where to?");
    play.take(US, "sail 2317");
    assert_eq!(asked(&play), "Grant ashore at Paducah: does anybody stay, so that the others sail on?");
}

/// An SP by itself has nobody to drop off, and stays where it lands.
#[test]
fn s20_3_1_a_voyage_takes_the_whole_movement_allowance() {
    let mut play = begin(&with(&["us 1 2317"]), 3);
    play.take(US, "embark us-2317").take(US, "sail 1926");
    assert_eq!(play.next_decision(), (US, "action".to_owned()));
    assert!(!play.offers(US, "activate us-1926") && !play.offers(US, "embark us-1926"));
}

#[test]
fn s7_7_a_cautious_general_lands_near_an_enemy_for_two_points_or_a_card() {
    let begin = |fare: &str| {
        let mut play = begin(&set_up(GAME), 3);
        play.take(US, &format!("embark us-mcclellan{fare}"));
        let there = sails(&play, US);
        has(&there, "fort-monroe chesapeake 1749");
        // Hampton lies before Yorktown.
        (play, there)
    };
    let (_, there) = begin("");
    has_none(&there, "2349");
    let (play, there) = begin(" two-points");
    has(&there, "2349");
    assert_eq!(play.state().points.any, 1);
    has(&begin(" card-naval").1, "2349");
}

// -------- §20.3.2, §20.3.5

#[test]
fn s20_3_1_by_sea_each_sp_costs_a_point_and_s20_3_2_three_sps_go_in_a_phase() {
    let mut play = begin(&set_up(GAME), 3);
    let fares = play.ids_from(US, "embark-ocean us-4038");
    assert_eq!(
        fares,
        ["", " two-points", " three-points", " card-naval"].map(|fare| format!("embark-ocean us-4038{fare}"))
    );
    play.take(US, "embark-ocean us-4038 two-points");
    assert_eq!((play.state().points.any, play.state().march.as_ref().unwrap().sps), (1, 2));
    let there = play.sps(Side::Us, "ship-island");
    play.take(US, "sail ship-island").take(US, "halt");
    assert_eq!(play.sps(Side::Us, "ship-island"), there + 2);
    assert_eq!(play.state().ocean_sps, 2);
    // A card takes no more than is left of three.
    play.take(US, "embark-ocean us-burnside card-naval");
    assert_eq!(play.state().march.as_ref().unwrap().sps, 1);
    play.take(US, "sail fort-monroe").take(US, "halt");
    assert!(!play.offers(US, "embark-ocean us-4038") && play.offers(US, "embark us-"));
    // By river there is no such limit.
    play.take(US, "end-actions");
    play.until("action");
    play.take(CS, "end-actions");
    play.until("action");
    assert_eq!(play.state().ocean_sps, 0);
}

#[test]
fn c72_points_of_different_theaters_pay_for_no_one_voyage() {
    let mut play = Play::from(&set_up(GAME), Arranged::else_highest().with("Initiative", &[2, 1]));
    assert_eq!(
        play.ids_from(US, "embark-ocean us-4038"),
        ["embark-ocean us-4038", "embark-ocean us-4038 card-naval"]
    );
    assert!(!play.lists(US, "embark us-mcclellan two-points"));
    play.take(US, "embark-ocean us-4038");
    assert_eq!(play.state().points.theaters[Theater::East as usize], 0);
    assert_eq!(play.state().march.as_ref().unwrap().sps, 1);
}

#[test]
fn s7_5_3_generals_alone_go_by_sea_for_a_point_to_friends() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark-ocean us-4038 two-points").take(US, "sail ship-island").take(US, "halt");
    play.take(US, "embark-ocean us-butler");
    let aboard = play.state().march.as_ref().unwrap().sps;
    assert_eq!(aboard, 1);
    play.take(US, "drop 1");
    let there = sails(&play, US);
    has(&there, "fort-pickens fort-monroe hatteras-inlet");
    // An enemy's port, empty or not, and one without friends are nothing for him (7.6).
    has_none(&there, "chesapeake atchafalaya-bay 4928 2349");
    play.take(US, "sail fort-pickens");
    assert_eq!((play.stands("us-butler").as_str(), play.state().ocean_sps), ("fort-pickens", 2));
}

#[test]
fn s20_3_5_by_sea_from_ocean_port_to_ocean_port_and_not_up_the_rivers() {
    let mut play = begin(&set_up(GAME), 3);
    let piece = |play: &Play, id: &str| Piece::Force(Side::Us, play.state().world.find(id).unwrap());
    for id in ["1647", "2316"] {
        let may = play.state().may_embark(piece(&play, id), Means::Ocean);
        assert!(may.is_err(), "{id} is no Ocean Port (H31)");
    }
    play.take(US, "embark-ocean us-burnside two-points");
    let there = sails(&play, US);
    // H2, H4, M1, M2, M5: Ocean Ports, Islands among them, also those to be assaulted.
    has(
        &there,
        "fort-monroe chesapeake 4038 ship-island fort-pickens 2349 2449 3047 3148 brownsville 5101 4903 4928",
    );
    has(&there, "atchafalaya-bay");
    has_none(&there, "1647 4718 4719 2847 4901 4814 5015 4915 5011 3345 3839 4137 4619 2245");
    // A Fort, Coastal Fort or not, needs a card (20.5.6).
    has_none(&there, "roanoke-island fort-macon fort-st-philip-jackson fort-morgan");
}

#[test]
fn s20_3_5_over_the_sea_they_stop_in_the_delta() {
    let mut position = with(&["cs 0 4814"]);
    position.roster.retain(|unit| !(unit.kind == "militia" && unit.side == "cs"));
    put(&mut position, "us", "control", "fort-st-philip-jackson", &[]);
    put(&mut position, "us", "control", "4814", &[]);
    let mut play = begin(&position, 3);
    play.take(US, "embark-ocean us-butler");
    has(&sails(&play, US), "fort-st-philip-jackson 4814");
    has_none(&sails(&play, US), "4711 4610");
    play.take(US, "sail fort-st-philip-jackson");
    assert_eq!(play.next_decision().1, "action", "there they stay");
    let mut play = begin(&position, 3);
    play.take(US, "embark-ocean us-butler").take(US, "sail fort-pickens");
    assert_eq!(play.next_decision().1, "voyage", "elsewhere they may drop somebody off");
}

// -------- §20.3.3, §20.3.4

#[test]
fn s20_3_3_ships_go_where_naval_control_leads() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark us-grant");
    let there = sails(&play, US);
    has(&there, "2317 2318 2415 1712 1926 2418");
    // Columbus has a Fort, and below it the Mississippi is Confederate; Dover's bars the rivers.
    has_none(&there, "2516 2515 3013 2619 2620 3120 2722");
}

#[test]
fn s20_3_4_who_doesnt_start_in_a_port_ends_in_one() {
    // The bank across from Columbus.
    let mut play = begin(&with(&["us 2 2415"]), 3);
    play.take(US, "embark us-2415");
    let there = sails(&play, US);
    has(&there, "2316 2317 1712");
    has_none(&there, "2416 2417 2418");
    let mut play = begin(&with(&["us 2 2316"]), 3);
    play.take(US, "embark us-2316");
    has(&sails(&play, US), "2416 2417 2418");
}

#[test]
fn s20_3_4_river_transport_enters_no_sea_and_passes_no_enemy_island() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark us-burnside");
    let there = sails(&play, US);
    // From Hatteras Inlet over the sounds (M5); Roanoke Island, which is Confederate, bars Albemarle Sound.
    has(&there, "3047 3148 2948");
    has_none(&there, "fort-monroe 2649 2748 4038 roanoke-island fort-macon");
    let mut position = changed(GAME, &[]);
    position.roster.retain(|unit| unit.place.as_ref().is_none_or(|place| place.space != "roanoke-island"));
    put(&mut position, "us", "control", "roanoke-island", &[]);
    let mut play = begin(&position, 3);
    play.take(US, "embark us-burnside");
    has(&sails(&play, US), "roanoke-island 2649 2748");
}

#[test]
fn s20_3_4_confederates_keep_out_of_the_chesapeake_and_off_the_sea() {
    let mut play = Play::of(GAME, &[1, 4]);
    assert!(!play.offers(CS, "embark-ocean"));
    play.take(CS, "embark cs-2248");
    has_none(&sails(&play, CS), "2348 2048 1749 fort-monroe");
    let mut play = Play::of(GAME, &[1, 4]);
    play.take(CS, "embark cs-4814");
    has(&sails(&play, CS), "5014 5015 3013 4011 2614");
    has_none(&sails(&play, CS), "ship-island 2316 4619");
}

/// H3: on its Gulf side Brashear City is no port, and the lake on its other side is reached from the rivers alone.
#[test]
fn h3_from_brashear_city_ships_go_to_atchafalaya_bay() {
    let mut position = with(&["us 2 5011"]);
    put(&mut position, "us", "control", "5011", &[]);
    put(&mut position, "us", "sp", "atchafalaya-bay", &[("strength", 1)]);
    put(&mut position, "us", "control", "atchafalaya-bay", &[]);
    let mut play = begin(&position, 3);
    assert!(!play.offers(US, "embark-ocean us-5011"));
    play.take(US, "embark us-5011");
    assert_eq!(sails(&play, US), ["atchafalaya-bay"]);
}

#[test]
fn s20_2_2_the_chesapeake_bay_is_a_port_of_the_unions() {
    let mut position = set_up(GAME);
    put(&mut position, "us", "sp", "chesapeake", &[("strength", 2)]);
    let mut play = begin(&position, 3);
    assert!(play.offers(US, "embark us-chesapeake") && play.offers(US, "embark-ocean us-chesapeake"));
    play.take(US, "embark us-chesapeake");
    has(&sails(&play, US), "1647 fort-monroe");
    play.take(US, "sail 1647").take(US, "halt");
    assert_eq!(play.sps(Side::Us, "1647"), 14);
}

/// 10.3.2
#[test]
fn s10_3_2_no_more_than_three_sps_come_to_a_coastal_fort() {
    let mut play = begin(&set_up(GAME), 3);
    play.take(US, "embark-ocean us-4038 two-points").take(US, "sail fort-monroe");
    // They put in there, but only one finds room.
    assert_eq!(play.ids_from(US, ""), ["drop 1"]);
    play.take(US, "drop 1").take(US, "sail chesapeake");
    assert_eq!(["fort-monroe", "chesapeake"].map(|at| play.sps(Side::Us, at)), [3, 1]);
}

/// §10.3.2, §20.3.1: ships put in at a Fort that doesn't hold all only where the others can sail on.
#[test]
fn s10_3_2_no_ships_put_in_at_a_full_fort_and_find_no_other_place() {
    let mut position = with(&["us 3 3939", "cs 0 3939", "cs 0 fort-sumter", "us 2 fort-sumter", "us 0 4038"]);
    put(&mut position, "us", "control", "fort-sumter", &[]);
    let mut play = begin(&position, 3);
    play.take(US, "embark us-3939");
    assert_eq!(sails(&play, US), Vec::<String>::new());
    assert_eq!(
        play.state().may_land(play.state().world.find("fort-sumter").unwrap()).unwrap_err().citation,
        "10.3.2"
    );
    play.take(US, "drop 2");
    assert_eq!(sails(&play, US), ["fort-sumter"]);
    play.take(US, "sail fort-sumter");
    assert_eq!([play.sps(Side::Us, "fort-sumter"), play.sps(Side::Us, "3939")], [3, 2]);
}

/// §10.3.2, §20.3.5: over the sea they stay in the Coastal Fort of the delta, and so no more than it holds come there.
#[test]
fn s10_3_2_over_the_sea_no_more_come_to_the_fort_of_the_delta_than_it_holds() {
    let mut position =
        with(&["us 2 fort-st-philip-jackson", "cs 0 fort-st-philip-jackson", "us 3 ship-island"]);
    put(&mut position, "us", "control", "fort-st-philip-jackson", &[]);
    let mut play = begin(&position, 3);
    play.take(US, "embark-ocean us-ship-island two-points");
    has(&sails(&play, US), "fort-pickens");
    has_none(&sails(&play, US), "fort-st-philip-jackson");
    play.take(US, "drop 1").take(US, "sail fort-st-philip-jackson");
    assert_eq!(play.sps(Side::Us, "fort-st-philip-jackson"), 3);
}

/// 6.3: who holds a port by standing in it can sail from there, though he is aboard.
#[test]
fn s6_3_a_stack_holds_the_port_that_it_sails_from() {
    let mut position = set_up(GAME);
    position.roster.retain(|unit| {
        !(unit.side == "us" && unit.kind == "control" && unit.place.as_ref().unwrap().space == "4038")
    });
    let mut play = begin(&position, 3);
    play.take(US, "embark-ocean us-4038 three-points");
    has(&sails(&play, US), "fort-pickens 3641");
}

// -------- S1.3

#[test]
fn s1_3_ships_are_few_in_1861() {
    let capacity = |turn: i32| {
        let position =
            changed("us-civil-war-1861", &[("turn", Value::Number(turn)), ("last", Value::Number(8))]);
        let play = Play::from(&position, Arranged::else_highest().with("Initiative", &[4, 1]));
        Side::ALL.map(|side| play.state().capacity(side))
    };
    assert_eq!([1, 2, 3].map(capacity), [[0, 0], [1, 1], [2, 1]]);
    let play = Play::of("us-civil-war-1861", &[4, 1]);
    assert!(!play.offers(US, "embark"));
    let play = Play::of(GAME, &[4, 1]);
    assert_eq!(play.state().capacity(Side::Us), 3);
}

/// A voyage and a landing that has failed stand in a save as they are.
#[test]
fn a_voyage_is_saved_as_it_is() {
    let position = set_up(GAME);
    let again = |play: &Play| {
        let saved = play.game.save();
        let loaded = Hosted::<UsCivilWar>::load(position.clone(), UsCivilWar::STATE_SCHEMA, &saved);
        let loaded = loaded.unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        assert_eq!(loaded.save(), saved);
        assert_eq!(loaded.state().march, play.state().march);
        assert_eq!(loaded.state().ocean_sps, play.state().ocean_sps);
    };
    let mut play = begin(&position, 3);
    play.take(US, "embark-ocean us-burnside card-naval");
    again(&play);
    play.take(US, "sail fort-pickens").take(US, "drop 1");
    assert_eq!(play.state().ocean_sps, 3);
    again(&play);
    play.take(US, "sail 2449");
    while play.next_decision().1 == "react" {
        play.take(CS, "no-reaction");
    }
    play.dice.clear();
    play.dice.arrange(" attack at", &[1]).arrange(" defense at", &[6]);
    play.take(US, "attack");
    assert_eq!(play.next_decision().1, "reembark");
    again(&play);
}

/// §7.2.2: where a stack embarks and where it drops Generals off their owner says who leads of equals.
#[test]
fn s7_2_2_the_owner_chooses_who_leads_where_ships_leave_them() {
    let mut position = with(&["us 6 2316"]);
    for (general, ratings) in [("us-sherman", "2 1 5"), ("us-thomas", "1 2 5")] {
        let unit = position.roster.iter_mut().find(|unit| unit.id == general).unwrap();
        unit.place = Some(muster_sdk::place("2316"));
        let rank = unit.attributes.iter_mut().find(|attribute| attribute.name == "rank-1").unwrap();
        rank.value = Value::Text(ratings.to_owned());
    }
    let asked = |choices: &str| {
        let mut play = begin(&position, 3);
        play.all(US, choices);
        (play.next_decision().1, play.ids(US))
    };
    let lead = ("lead".to_owned(), vec!["lead us-sherman".to_owned(), "lead us-thomas".to_owned()]);
    assert_eq!(asked("embark us-grant, leave us-sherman, leave us-thomas, sail 2317"), lead);
    let ashore = "embark us-grant, sail 2318, drop 1, leave us-sherman, leave us-thomas, sail 1926";
    assert_eq!(asked(ashore), lead);
}
