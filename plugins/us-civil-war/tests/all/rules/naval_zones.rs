//! §21.4.1, §21.3.3, §20.1.5: what ships control, and their zones.

use us_civil_war::{Side, UsCivilWar};

use crate::rules::field::laid;
use crate::rules::navy::*;

#[track_caller]
fn map(things: &[&str]) -> UsCivilWar {
    laid(bare(5, things)).0
}

/// §21.2.1: in their hex; §21.4.1: one hexside farther along a river.
#[test]
fn s21_4_1_a_flotilla_on_a_river_controls_its_hex_and_reaches_one_hexside_on() {
    let open = map(&[]);
    for water in ["2913/3013", "3012/3013", "3112/3212"] {
        assert_eq!(control(&open, water), "us", "{water}: the Union's control flows down the Mississippi");
    }
    let game = map(&["cs flotilla 3013 2913/3013"]);
    let held = names(&game, &game.waters_held(Side::Cs));
    assert!(held.contains(&"2913/3013".to_owned()) && held.contains(&"3012/3013".to_owned()), "{held:?}");
    let zone = names(&game, &game.naval_zone(Side::Cs));
    assert!(zone.contains(&"2913/2914".to_owned()), "{zone:?}");
    assert_eq!(control(&game, "3012/3013"), "cs");
    assert_ne!(control(&game, "2913/2914"), "us", "a zone blocks");
    assert_eq!(control(&game, "3112/3212"), "cs", "below it the Confederacy's ports give it");
    assert_eq!(control(&game, "2813/2814"), "us");
    // Who is damaged has no zone, and control all the same.
    let game = map(&["cs flotilla damaged 3013 2913/3013"]);
    assert!(game.naval_zone(Side::Cs).is_empty());
    assert_eq!(control(&game, "3012/3013"), "cs");
}

/// §21.4.1: a unit on a coast reaches along the coasts and one hexside up the rivers; never over the sea or Tidal River Paths.
#[test]
fn s21_4_1_a_unit_on_a_coast_reaches_the_next_coasts() {
    let game = map(&["us oceangoing 1 4137", "us control fort-pulaski"]);
    let zone = names(&game, &game.naval_zone(Side::Us));
    assert!(zone.contains(&"fort-pulaski".to_owned()), "{zone:?}");
    assert!(!zone.contains(&"atlantic".to_owned()), "{zone:?}");
    let game = map(&["us oceangoing 1 ship-island"]);
    let zone = names(&game, &game.naval_zone(Side::Us));
    assert!(
        !zone.contains(&"gulf".to_owned()) && !zone.contains(&"Mississippi Sound".to_owned()),
        "{zone:?}"
    );
    // M3: out of Mobile into the waters of Blakeley, not into the enemy's Coastal Fort.
    let game = map(&["us oceangoing 5 4619"]);
    let zone = names(&game, &game.naval_zone(Side::Us));
    assert!(zone.contains(&"4620".to_owned()), "{zone:?}");
    assert!(!zone.contains(&"fort-morgan".to_owned()), "{zone:?}");
}

#[test]
fn s21_4_1_a_zone_enters_nothing_that_the_unit_could_not_or_that_is_guarded() {
    // Oceangoing NSPs don't go up other rivers, so their zone doesn't.
    let game = map(&["us oceangoing 1 2449"]);
    let zone = names(&game, &game.naval_zone(Side::Us));
    assert!(zone.iter().all(|water| !water.starts_with("2347/")), "{zone:?}");
    let game = map(&["cs flotilla 3013 2913/3013", "us fort 1 2914"]);
    let zone = names(&game, &game.naval_zone(Side::Cs));
    assert!(!zone.contains(&"2913/2914".to_owned()), "{zone:?}");
    let game = map(&["cs flotilla 3013 2913/3013", "us river-nsp 1 2914 2913/2914"]);
    let zone = names(&game, &game.naval_zone(Side::Cs));
    assert!(!zone.contains(&"2913/2914".to_owned()), "{zone:?}");
}

/// §20.1.5: Naval Units come before Forts.
#[test]
fn s20_1_5_ships_trump_forts() {
    assert_eq!(control(&map(&["cs fort 1 2516"]), "2415/2516"), "cs");
    assert_eq!(control(&map(&["cs fort 1 2516", "us river-nsp 1 2415 2415/2516"]), "2415/2516"), "us");
    // Two stacks that face each other cancel out.
    let both = ["cs flotilla 2516 2415/2516", "us river-nsp 1 2415 2415/2516"];
    assert_eq!(control(&map(&both), "2415/2516"), "-");
    // A battery is like a Fort (§21.10.4).
    assert_eq!(control(&map(&["cs battery 1 2516"]), "2415/2516"), "cs");
}

#[test]
fn s21_3_3_nobody_crosses_a_river_under_enemy_ships() {
    let game = map(&["cs flotilla 3013 2913/3013"]);
    let (from, to) = (game.world.find("2913").unwrap(), game.world.find("3013").unwrap());
    let way = *game.world.way(from, to).unwrap();
    assert_eq!(game.may_cross(Side::Us, from, &way).unwrap_err().citation, "21.3.3");
    game.may_cross(Side::Cs, from, &way).expect("its own side does");
    // A zone bars the next hexside too.
    let (from, to) = (game.world.find("2913").unwrap(), game.world.find("2914").unwrap());
    let way = *game.world.way(from, to).unwrap();
    assert_eq!(game.may_cross(Side::Us, from, &way).unwrap_err().citation, "21.3.3");
}

/// §21.4.1, §13.4.3: a zone ends Naval Transport and Supply Paths.
#[test]
fn s21_4_1_zones_stop_transport() {
    let from = |game: &UsCivilWar| {
        let at = game.world.find("2316").unwrap();
        names(game, &game.reach(Side::Us, at))
    };
    assert!(from(&map(&[])).contains(&"3112/3212".to_owned()));
    let barred = from(&map(&["cs flotilla 3013 2913/3013"]));
    assert!(!barred.contains(&"2913/2914".to_owned()) && !barred.contains(&"3112/3212".to_owned()));
}
