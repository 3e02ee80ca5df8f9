//! Section 17: what the links make of the map.

use std::collections::BTreeSet;

use crate::board::map::{City, MAIN, OTHER, cities, distances, file_of, titles};

fn read(scenario: &str) -> Vec<City> {
    cities(&file_of(scenario).board)
}

fn named(cities: &[City], title: &str) -> usize {
    let city = cities.iter().find(|city| city.title == title);
    city.unwrap_or_else(|| panic!("{title}")).number
}

/// 17.1, 17.6: so many links, each from both ends, none twice, none from a city to itself, no gap in an order.
#[test]
fn links_are_symmetric_and_without_gaps() {
    for (scenario, links) in [(MAIN[0], 69), (OTHER, 75)] {
        let board = file_of(scenario).board;
        assert_eq!(board.edges.len(), links, "{scenario}");
        assert!(board.edges.iter().all(|edge| edge.features == ["road"]), "{scenario}");
        let pairs: BTreeSet<[&str; 2]> = board
            .edges
            .iter()
            .map(|edge| if edge.a < edge.b { [&*edge.a, &*edge.b] } else { [&*edge.b, &*edge.a] })
            .collect();
        assert_eq!(pairs.len(), links, "{scenario}: none twice");
        let cities = read(scenario);
        let directed: usize = cities.iter().map(|city| city.neighbours.len()).sum();
        assert_eq!(directed, 2 * links, "{scenario}: an order with a gap would lose neighbours");
        for city in &cities {
            for &there in &city.neighbours {
                assert!(
                    there != city.number && cities[there - 1].neighbours.contains(&city.number),
                    "{city:?}"
                );
            }
        }
    }
}

/// 17.1, 17.6: connected; the longest shortest path, and between whom.
#[test]
fn the_longest_way_has_nine_links() {
    for (scenario, longest) in [(MAIN[0], 9), (OTHER, 8)] {
        let cities = read(scenario);
        let far = |city: &City| distances(&cities, city.number, None);
        assert!(cities.iter().all(|city| far(city).len() == 40), "{scenario} is connected");
        let longest_found = cities.iter().flat_map(|city| far(city).into_values()).max();
        assert_eq!(longest_found, Some(longest), "{scenario}");
    }
    let cities = read(MAIN[0]);
    let far = distances(&cities, named(&cities, "Washington"), None);
    assert_eq!(far[&named(&cities, "Baton Rouge")], 9);
}

/// 17.2, 17.6: the cities without which the map falls apart.
#[test]
fn cut_cities() {
    let expected: [(&str, &[&str]); 2] =
        [(MAIN[0], &["Chattanooga", "Savannah", "St. Louis"]), (OTHER, &["St. Louis"])];
    for (scenario, expected) in expected {
        let cities = read(scenario);
        let cuts = titles(&cities, |city| {
            let other = if city.number == 1 { 2 } else { 1 };
            distances(&cities, other, Some(city.number)).len() < 39
        });
        assert_eq!(cuts, expected.iter().copied().collect(), "{scenario}");
    }
}

/// 17.2: the three dead ends hang on the cut cities, and no other link is a bridge; nine cities have five links.
#[test]
fn dead_ends_and_crossroads() {
    let cities = read(MAIN[0]);
    let ends = titles(&cities, |city| city.neighbours.len() == 1);
    assert_eq!(ends, BTreeSet::from(["Jacksonville", "Jefferson City", "Knoxville"]));
    for (end, at) in
        [("Jacksonville", "Savannah"), ("Jefferson City", "St. Louis"), ("Knoxville", "Chattanooga")]
    {
        assert_eq!(cities[named(&cities, end) - 1].neighbours, [named(&cities, at)]);
    }
    for city in cities.iter().filter(|city| city.neighbours.len() > 1) {
        for &there in city.neighbours.iter().filter(|&&there| cities[there - 1].neighbours.len() > 1) {
            let mut without = cities.clone();
            without[city.number - 1].neighbours.retain(|&n| n != there);
            without[there - 1].neighbours.retain(|&n| n != city.number);
            assert_eq!(distances(&without, city.number, None).len(), 40, "{} is a bridge", city.title);
        }
    }
    let five = titles(&cities, |city| city.neighbours.len() == 5);
    let named = [
        "Chattanooga",
        "Cincinnati",
        "Front Royal",
        "Harpers Ferry",
        "Jackson",
        "Louisville",
        "Manassas",
        "Nashville",
        "Richmond",
    ];
    assert_eq!(five, BTreeSet::from(named));
    assert!(cities.iter().all(|city| city.neighbours.len() <= 5), "1.1");
}

/// 17.4: east and west meet by four links only.
#[test]
fn four_links_join_east_and_west() {
    let mut cities = read(MAIN[0]);
    for (a, b) in [
        ("Charleston, West Virginia", "Front Royal"),
        ("Pittsburgh", "Harrisburg"),
        ("Atlanta", "Columbia"),
        ("Atlanta", "Savannah"),
    ] {
        let (a, b) = (named(&cities, a), named(&cities, b));
        assert!(cities[a - 1].neighbours.contains(&b));
        cities[a - 1].neighbours.retain(|&n| n != b);
        cities[b - 1].neighbours.retain(|&n| n != a);
    }
    let west = distances(&cities, named(&cities, "Nashville"), None);
    assert!(
        !west.contains_key(&named(&cities, "Richmond")) && !west.contains_key(&named(&cities, "Savannah"))
    );
}

/// 17.5: two links between the capitals.
#[test]
fn the_capitals_are_two_links_apart() {
    let cities = read(MAIN[0]);
    let (richmond, washington) = (named(&cities, "Richmond"), named(&cities, "Washington"));
    assert_eq!(distances(&cities, richmond, None)[&washington], 2);
    let between = titles(&cities, |city| {
        [richmond, washington].iter().all(|capital| city.neighbours.contains(capital))
    });
    assert_eq!(between, BTreeSet::from(["Fredericksburg", "Manassas"]));
}
