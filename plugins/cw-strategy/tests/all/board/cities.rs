//! Every city's figures, and what they add up to.

use std::collections::BTreeSet;

use crate::board::map::{MAIN, OTHER, cities, file_of, named, sheet, titles};
use crate::board::sheet::{CITIES, OTHER_CITIES};

#[test]
fn every_city_and_every_neighbour_is_as_the_sheet_has_it() {
    for (scenario, rows) in [(MAIN[0], CITIES), (OTHER, OTHER_CITIES)] {
        let (found, wanted) = (cities(&file_of(scenario).board), sheet(rows));
        assert_eq!(found.len(), 40, "{scenario} (1.1)");
        for (found, wanted) in found.iter().zip(&wanted) {
            assert_eq!(found, wanted, "{scenario}");
        }
        let in_order: Vec<usize> = found.iter().map(|city| city.number).collect();
        assert_eq!(in_order, (1..=40).collect::<Vec<_>>(), "{scenario}: file order is id order");
    }
}

#[test]
fn the_main_board_is_one_board() {
    for scenario in &MAIN[1..] {
        assert!(named(MAIN[0], "board") == named(scenario, "board"), "{scenario}");
    }
}

/// 2.5: who holds how many cities of what worth.
#[test]
fn owners_add_up() {
    let cities = cities(&file_of(MAIN[0]).board);
    let of = |owner: &str| {
        let own = || cities.iter().filter(|city| city.owner == owner);
        (own().count(), own().map(|city| city.worth).sum::<i32>())
    };
    assert_eq!([of("us"), of("cs"), of("none")], [(11, 190), (23, 241), (6, 64)]);
    let neutral = titles(&cities, |city| city.owner == "none");
    let named = ["Baltimore", "Jefferson City", "Knoxville", "Lexington", "Louisville", "Paducah"];
    assert_eq!(neutral, BTreeSet::from(named));
}

/// 1.2: the nine ports, on both boards.
#[test]
fn there_are_nine_ports() {
    for scenario in [MAIN[0], OTHER] {
        let cities = cities(&file_of(scenario).board);
        let named = [
            "Baltimore",
            "Charleston, South Carolina",
            "Jacksonville",
            "Mobile",
            "New Orleans",
            "Norfolk",
            "Philadelphia",
            "Savannah",
            "Wilmington",
        ];
        assert_eq!(titles(&cities, |city| city.port), BTreeSet::from(named), "{scenario}");
    }
}

/// 1.1: worth 1 to 50 (on the alternate board Philadelphia has 80), forts of 0 to 2 levels.
#[test]
fn figures_are_within_their_ranges() {
    for (scenario, most) in [(MAIN[0], 50), (OTHER, 80)] {
        for city in cities(&file_of(scenario).board) {
            assert!((1..=most).contains(&city.worth) && (0..=2).contains(&city.fort), "{city:?}");
        }
    }
}

/// 19 C: the states that a house rule looks at.
#[test]
fn kentucky_has_its_three_cities() {
    let cities = cities(&file_of(MAIN[0]).board);
    let kentucky = titles(&cities, |city| city.state == "Kentucky");
    assert_eq!(kentucky, BTreeSet::from(["Lexington", "Louisville", "Paducah"]));
}
