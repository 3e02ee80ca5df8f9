//! §13.3.4, 13.4.3, 13.4.4, 10.3.2 on the real map: supply over water, by ports and in Coastal Forts; the stacks of the set-ups.

use us_civil_war::Side::{Cs, Us};
use us_civil_war::{Level, Side, UsCivilWar};

use crate::rules::position::Play;
use crate::rules::shores::Shores;

fn game(things: &[&str]) -> UsCivilWar {
    Shores::new(things).game()
}

#[track_caller]
fn level(game: &UsCivilWar, side: Side, id: &str) -> Level {
    game.supply(side).level(game.world.find(id).unwrap())
}

#[track_caller]
fn is_source(game: &UsCivilWar, side: Side, id: &str) -> bool {
    game.supply(side).is_primary(game.world.find(id).unwrap())
}

/// 13.3.4, its DESIGN NOTE: River Supply has no radius, a port has one of a hex.
#[test]
fn ports_have_a_radius_and_rivers_none() {
    // The Mississippi is the Union's as far as Fort St. Philip: nothing blocks a river of Type 2.
    let river = game(&[]);
    assert_eq!(level(&river, Us, "3012"), Level::Full);
    assert!(level(&river, Us, "3014") < Level::Full);
    assert_eq!(level(&game(&["us marker 3013"]), Us, "3014"), Level::Full, "Memphis");
}

/// M2, H3: Brashear City has River Supply from the Gulf, and leads a line inland only while an SP or a Fort is there.
#[test]
fn brashear_city_gives_limited_supply() {
    let held = game(&["us sp 5011"]);
    assert_eq!(level(&held, Us, "5011"), Level::Full);
    assert_eq!(level(&held, Us, "4911"), Level::Limited);
    assert_eq!(level(&game(&["us marker 5011"]), Us, "4911"), Level::Out);
    assert_eq!(level(&game(&["us fort 5011"]), Us, "4911"), Level::Limited);
}

/// H23, M2: between Pearlington and Proctorville lies Lake Borgne: a line leads over the Tidal River Path there, if the Confederacy has both
/// waters, and none by land.
#[test]
fn h23_proctorville_is_supplied_from_pearlington_over_lake_borgne() {
    let around = ["us sp 4814", "us sp 4914", "us sp 5014", "us sp 5015", "cs fort 4915"];
    let with = |more: &[&str]| game(&[&around, more].concat());
    assert_eq!(level(&with(&["cs fort 4815"]), Cs, "4915"), Level::Limited);
    let cut = with(&["cs sp 4815"]);
    assert_eq!(level(&cut, Cs, "4915"), Level::Fortress, "Pearlington's waters are the Union's");
    let [from, ashore, point] = ["4815", "4915", "4916"].map(|id| cut.world.find(id).unwrap());
    for to in [ashore, point] {
        let way = cut.world.way(from, to).unwrap();
        assert!(cut.may_cross(Cs, from, way).is_err());
    }
}

/// H29: who holds Florence and Tuscumbia brings supply from the Tennessee to the railroad.
#[test]
fn florence_serves_tuscumbia() {
    let with = game;
    let runs = |game: &UsCivilWar| game.rails().of(Us, game.world.find("3219").unwrap());
    let both = with(&["us marker 3120", "us marker 3219"]);
    let node = crate::rules::shores::node(&both.world, "3120/3219");
    assert!(both.naval().flows(Us, node), "the river is clear");
    assert!(runs(&both));
    assert!(both.supply(Us).is_full(both.world.find("3218").unwrap()));
    assert!(!runs(&with(&["us marker 3219"])), "Florence is Confederate");
}

/// 13.3.1, 20.2.1: ocean ports that the Union holds are sources if the way to the sea passes no Confederate Fort, and no inlet of theirs.
#[test]
fn ocean_ports_need_a_free_way_to_sea() {
    assert!(is_source(&game(&[]), Us, "chesapeake") && is_source(&game(&[]), Us, "fort-monroe"));
    assert!(!is_source(&game(&["us marker 4814"]), Us, "4814"), "below New Orleans are the forts");
    assert!(is_source(&game(&["us marker 4814", "us marker fort-st-philip-jackson"]), Us, "4814"));
    let new_bern = game(&[])
        .world
        .spaces
        .iter()
        .find(|(_, info)| info.called == "New Bern")
        .map(|(_, info)| info.id.clone());
    let marker = format!("us marker {}", new_bern.as_deref().unwrap());
    assert!(!is_source(&game(&[&marker]), Us, new_bern.as_deref().unwrap()), "M5");
    assert!(is_source(&game(&[&marker, "us marker hatteras-inlet"]), Us, new_bern.as_deref().unwrap()));
}

/// 10.3.2, 10.3.5: Confederate Forts go with their port; the Union's are always in Full Supply.
#[test]
fn coastal_forts_have_their_own_supply() {
    let at_first = game(&[]);
    assert_eq!(level(&at_first, Cs, "fort-sumter"), level(&at_first, Cs, "3839"));
    assert_eq!(level(&at_first, Cs, "fort-sumter"), Level::Full);
    let lost = game(&["us sp 3839"]);
    assert_eq!(level(&lost, Cs, "fort-sumter"), Level::Fortress);
    let fort = lost.world.find("fort-sumter").unwrap();
    let isolation = lost.isolation(Cs);
    let group = isolation.group_of(fort).unwrap();
    assert!(lost.supply(Cs).is_isolated(fort) && !group.provided && !group.relieved, "10.3.5");
    assert_eq!(level(&game(&["us marker fort-sumter"]), Us, "fort-sumter"), Level::Full);
}

/// M3: Fort Morgan is in supply from Montgomery by water while both towns of the bay are lost.
#[test]
fn fort_morgan_lives_by_the_bay() {
    let game = game(&["us marker 4619", "us marker 4620"]);
    assert!(level(&game, Cs, "fort-morgan") >= Level::Limited);
    assert!(!game.supply(Cs).is_isolated(game.world.find("fort-morgan").unwrap()));
    assert!(game.isolation(Cs).groups.is_empty());
}

/// 15.2: Baltimore and the Chesapeake Bay are joined beyond the north edge.
#[test]
fn the_bay_is_joined_by_rail() {
    let game = game(&[]);
    let at = |id| game.world.find(id).unwrap();
    assert!(
        game.railroad_joins(Us, at("1448"), at("chesapeake"))
            && game.railroad_joins(Us, at("1448"), at("1323"))
    );
    assert!(!game.railroad_joins(Cs, at("2245"), at("chesapeake")));
}

/// Every stack of the set-ups has a line to a Primary Supply Source; of the towns but a few of 1863 haven't:
/// Martinsburg, Manassas Junction, Elizabeth City, Pittsburg Landing and Proctorville.
#[test]
fn the_set_ups_are_in_supply() {
    let scenarios = [
        ("us-civil-war-1861", ""),
        ("us-civil-war-1862", ""),
        ("us-civil-war-1863", "1544 1746 2649 3017 4915"),
    ];
    for (name, towns) in scenarios {
        let play = Play::of(name, &[6, 2]);
        let game = play.state();
        for (space, spot) in game.laid() {
            let Some(force) = spot.force else { continue };
            let info = game.world.space(space);
            let supply = game.supply(force.side);
            assert!(supply.reaches_primary(space), "{name}: {:?} in {}", force.side, info.called);
            assert!(!supply.is_isolated(space), "{name}: {}", info.called);
        }
        let out = |side: Side| {
            let cut = |&(space, info): &(_, &us_civil_war::world::SpaceInfo)| {
                info.town != us_civil_war::world::Town::None
                    && game.controls(side, space)
                    && !game.supply(side).reaches_primary(space)
            };
            game.world.spaces.iter().filter(cut).map(|(_, info)| info.id.clone()).collect::<Vec<_>>()
        };
        assert_eq!((out(Us).join(" "), out(Cs).join(" ")), (String::new(), towns.to_owned()), "{name}");
    }
}
