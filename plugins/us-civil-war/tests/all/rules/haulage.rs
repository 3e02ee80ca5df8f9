//! §21.10.4: Naval Batteries by rail and ship; §12.5.2, §21.14: ships Rally; §21.3.3: what crosses no river under ships.

use us_civil_war::Side::{Cs, Us};
use us_civil_war::retreat::Withdrawal;
use us_civil_war::state::{Activity, Vessel};
use us_civil_war::{Side, UsCivilWar};

use crate::rules::battlefield::Field;
use crate::rules::field::laid;
use crate::rules::fleet::{has, has_none};
use crate::rules::navy::*;
use crate::rules::position::*;

/// The Confederates act in a position, with three points.
#[track_caller]
fn acting(things: &[&str]) -> Play {
    let mut play = begin(&bare(5, things), 3);
    play.until("action");
    play.take(US, "end-actions");
    play.until("action");
    play
}

/// Where the battery goes.
fn sites(play: &Play) -> Vec<String> {
    play.ids_from(CS, "emplace ").iter().map(|id| id["emplace ".len()..].to_owned()).collect()
}

#[test]
fn s21_10_4_a_battery_goes_by_rail_ten_mps_and_counts_as_an_sp() {
    // From Memphis along the railroad to Corinth and beyond.
    let things =
        ["cs battery 2 3013", "cs sp 2 3013", "cs sp 1 2917", "cs entrenchment 2917", "cs fort 1 3017"];
    let mut play = acting(&things);
    let points = play.state().points.any;
    play.take(CS, "haul-by-rail 3013");
    assert_eq!(play.state().points.any, points - 1);
    let here = sites(&play);
    has(&here, "2917");
    has_none(&here, "3013 4619 3839");
    play.take(CS, "emplace 2917");
    let at = |play: &Play, id: &str| play.state().batteries_in(play.state().world.find(id).unwrap());
    assert_eq!((at(&play, "3013"), at(&play, "2917")), (1, 1));
    assert_eq!(play.state().rail_sps, 1);
    // With the other the bonus of the phase is used up (§5.4.2).
    play.all(CS, "haul-by-rail 3013, emplace 2917");
    assert!(!play.offers(CS, "haul-by-rail"));
    assert_eq!(
        play.state()
            .may_haul(play.state().world.find("2917").unwrap(), us_civil_war::state::Means::Rail)
            .unwrap_err()
            .citation,
        "5.4.2"
    );
}

#[test]
fn s21_10_4_by_rail_it_enters_no_enemy_zone_and_needs_a_railroad() {
    // The Union before Decatur, which is a port on the railroad.
    let go = |more: &[&str]| {
        let mut play = acting(&[&["cs battery 1 3013", "us sp 3 3322"], more].concat());
        let decatur = play.state().world.find("3221").unwrap();
        assert_eq!(play.state().is_in_zone(Us, decatur), more.is_empty());
        play.take(CS, "haul-by-rail 3013");
        sites(&play)
    };
    has_none(&go(&[]), "3221");
    has(&go(&["cs sp 1 3221"]), "3221");
    // Fort Morgan has no railroad.
    assert!(!acting(&["cs battery 1 fort-morgan"]).offers(CS, "haul-by-rail"));
}

#[test]
fn s21_10_4_by_ship_it_goes_where_confederate_control_leads() {
    let mut play = acting(&["cs fort 1 2516", "cs battery 1 3013"]);
    play.take(CS, "haul-by-ship 3013");
    let here = sites(&play);
    has(&here, "4011 4310 3511");
    has_none(&here, "2316 3913 3017");
    play.take(CS, "emplace 4011");
    assert_eq!(play.state().batteries_in(play.state().world.find("4011").unwrap()), 1);
    assert_eq!(play.state().rail_sps, 0);
    // Above it, without that Fort, the Union has the river.
    let mut open = acting(&["cs battery 1 3013"]);
    open.take(CS, "haul-by-ship 3013");
    has(&sites(&open), "4011");
    has_none(&sites(&open), "2516");
    // Enemy ships stop it (§21.4.1).
    let things = ["cs fort 1 2516", "cs battery 1 3013", "us river-nsp 1 4011 4010/4011"];
    let mut play = acting(&things);
    play.take(CS, "haul-by-ship 3013");
    has(&sites(&play), "3511");
    has_none(&sites(&play), "4011 4310");
}

// -------- §12.5.2

/// Ships of the Union's in Cairo, Demoralized.
#[track_caller]
fn shaken(change: fn(&mut us_civil_war::state::Ship)) -> UsCivilWar {
    let mut game = laid(bare(5, &["us river-nsp 2 2316 2316/2415"])).0;
    for ship in &mut game.fleets.ships {
        ship.demoralized = true;
        change(ship);
    }
    game
}

#[test]
fn s12_5_2_demoralized_ships_rally_in_supply_with_coal_and_before_they_move() {
    let may = |game: &UsCivilWar| {
        game.may_rally_ships(Us, berth(game, "2316 2316/2415")).map_err(|why| why.citation)
    };
    assert_eq!(may(&shaken(|_| ())), Ok(()));
    assert_eq!(may(&shaken(|ship| ship.demoralized = false)), Err("21.14"));
    assert_eq!(may(&shaken(|ship| ship.low_on_coal = true)), Err("21.2.7"));
    assert_eq!(may(&shaken(|ship| ship.activity = Activity::Moved)), Err("12.5.2"));
    // At Corpus Christi no port of the Union's is.
    let mut game = laid(bare(5, &["us river-nsp 1 4011 4010/4011", "cs fort 1 3013", "cs fort 1 2516"])).0;
    game.fleets.ships[0].demoralized = true;
    let why = game.may_rally_ships(Us, berth(&game, "4011 4010/4011")).unwrap_err();
    assert_eq!(why.citation, "12.5.2");
}

// -------- §21.3.3, §21.4.1

/// Whether a side's SPs step back over the railroad bridge of the Tennessee before Dover, and march over it.
fn crossings(side: Side, things: &[&str]) -> [Option<&'static str>; 2] {
    let game = laid(bare(5, things)).0;
    let (from, to) = (game.world.find("2619").unwrap(), game.world.find("2618").unwrap());
    let way = *game.world.way(from, to).unwrap();
    let who = Withdrawal { side, sps: 2, foe: None, beaten: true };
    let back = game.may_step_back(&who, from, &way).err().map(|why| why.citation);
    [back, game.may_cross(side, from, &way).err().map(|why| why.citation)]
}

#[test]
fn s21_3_3_nobody_retreats_over_a_bridge_under_enemy_ships_or_in_their_zone() {
    let entrenched = "cs entrenchment 2619";
    assert_eq!(crossings(Cs, &[entrenched]), [None, None]);
    let by = Some("21.3.3");
    assert_eq!(crossings(Cs, &[entrenched, "us river-nsp 1 2618 2618/2619"]), [by, by], "under them");
    assert_eq!(crossings(Cs, &[entrenched, "us river-nsp 1 2519 2519/2618"]), [by, by], "in their zone");
    // Damaged ships have no zone, and bar the hexside that they lie along.
    assert_eq!(crossings(Cs, &[entrenched, "us river-nsp 1 damaged 2519 2519/2618"])[1], None);
    assert_eq!(crossings(Cs, &[entrenched, "us river-nsp 1 damaged 2618 2618/2619"])[1], by);
    // Its own ships bar a side nothing.
    assert_eq!(crossings(Cs, &[entrenched, "cs flotilla 2618 2618/2619"]), [None, None]);
}

/// §21.2.5, §10.3.2: between a Coastal Fort and its port.
#[test]
fn s21_3_3_ships_at_a_coastal_fort_bar_the_way_to_its_port() {
    let may = |things: &[&str]| {
        let game = laid(bare(5, things)).0;
        let (from, to) = (game.world.find("4137").unwrap(), game.world.find("fort-pulaski").unwrap());
        let way = *game.world.way(from, to).unwrap();
        game.may_cross(Cs, from, &way).err().map(|why| why.citation)
    };
    assert_eq!(may(&["us control fort-pulaski"]), None);
    assert_eq!(may(&["us control fort-pulaski", "us oceangoing 1 fort-pulaski"]), Some("21.3.3"));
}

/// §9.2.1: who would come over the river is stopped by ships there.
#[test]
fn s21_4_1_nobody_intercepts_over_a_bridge_in_a_zone_of_enemy_ships() {
    let may = |ships: &[&str]| {
        let mut position = fleet(ships);
        position.roster.retain(|unit| {
            let at = unit.place.as_ref().map(|place| place.space.as_str());
            unit.kind == "general"
                || NAVAL_KINDS.contains(&&*unit.kind)
                || !["2618", "2619", "2617"].map(Some).contains(&at)
        });
        put(&mut position, "cs", "sp", "2619", &[("strength", 3)]);
        put(&mut position, "cs", "entrenchment", "2619", &[]);
        put(&mut position, "us", "sp", "2617", &[("strength", 3)]);
        let general = position.roster.iter_mut().find(|unit| unit.id == "cs-polk").unwrap();
        general.place = Some(muster_sdk::place("2619"));
        let mut field = Field::at(&position);
        field.march(Us, "2617", 3, &[], "2618");
        let from = field.space("2619");
        field.game.may_intercept(from).err().map(|why| why.citation)
    };
    assert_eq!(may(&[]), None);
    assert_eq!(may(&["us river-nsp 1 2519 2519/2618"]), Some("21.3.3"));
}

#[test]
fn s12_5_2_a_point_or_a_naval_card_rallies_ships() {
    let mut play = begin(&bare(5, &["us river-nsp 2 2316 2316/2415"]), 3);
    play.until("action");
    assert!(!play.offers(US, "rally-ships"), "they are in order");
    let count = count(play.state(), Vessel::River, "2316");
    assert_eq!(count, 2);
}
