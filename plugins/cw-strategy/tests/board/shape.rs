//! The shape of the maps: how many links, what they join, where they can be cut (§17).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use muster_contract::{Point, Space};

use crate::map::{Map, other, war};

/// How many links it is from a city to each that can be reached without going through `closed`.
fn distances<'m>(map: &'m Map, from: &'m str, closed: Option<&str>) -> BTreeMap<&'m str, usize> {
    let mut found = BTreeMap::from([(from, 0)]);
    let mut next = VecDeque::from([from]);
    while let Some(city) = next.pop_front() {
        let steps = found[city] + 1;
        for neighbour in &map.neighbours[city] {
            if Some(neighbour.as_str()) != closed && !found.contains_key(neighbour.as_str()) {
                found.insert(neighbour, steps);
                next.push_back(neighbour);
            }
        }
    }
    found
}

/// The cities without which others can't be reached, and which these are: all but the largest part.
fn cuts(map: &Map) -> BTreeMap<&str, BTreeSet<&str>> {
    let ids: BTreeSet<&str> = map.cities.iter().map(|city| city.id.as_str()).collect();
    let cut_off = |closed: &'_ str| {
        let open: BTreeSet<&str> = ids.iter().copied().filter(|city| *city != closed).collect();
        let parts = open.iter().map(|from| distances(map, from, Some(closed)).into_keys().collect::<BTreeSet<_>>());
        let largest = parts.max_by_key(BTreeSet::len).expect("cities");
        &open - &largest
    };
    ids.iter().map(|city| (*city, cut_off(city))).filter(|(_, lost)| !lost.is_empty()).collect()
}

/// The greatest number of links between two cities, and the pairs that are so far apart.
fn farthest(map: &Map) -> (usize, Vec<(&str, &str)>) {
    let mut found = (0, Vec::new());
    for from in &map.cities {
        for (to, steps) in distances(map, &from.id, None) {
            if from.id.as_str() < to && steps > found.0 {
                found = (steps, Vec::new());
            }
            if from.id.as_str() < to && steps == found.0 {
                found.1.push((from.id.as_str(), to));
            }
        }
    }
    found
}

/// §17.1: as many directed links as twice the links, none double, none to itself, each with its way back.
#[test]
fn links_go_both_ways_and_are_single() {
    for (map, links) in [(war(), 69), (other(), 75)] {
        assert_eq!(map.links, links);
        assert_eq!(map.neighbours.values().map(Vec::len).sum::<usize>(), 2 * links);
        for (city, neighbours) in &map.neighbours {
            assert!(!neighbours.contains(city), "{city}");
            assert!(neighbours.len() <= 6, "{city}: §1.1");
            assert_eq!(neighbours.iter().collect::<BTreeSet<_>>().len(), neighbours.len(), "{city}");
            for neighbour in neighbours {
                assert!(map.neighbours[neighbour].contains(city), "{neighbour} leads back to {city}");
            }
        }
    }
}

/// §17.1: everything hangs together, and the war's longest way is nine links.
#[test]
fn maps_are_connected() {
    for map in [war(), other()] {
        assert_eq!(distances(map, "washington", None).len(), 40);
    }
    assert_eq!(farthest(other()).0, 8);
    let (steps, pairs) = farthest(war());
    assert_eq!(steps, 9);
    assert!(pairs.contains(&("baton-rouge", "washington")), "{pairs:?}");
}

/// §17.2 and §17.6.
#[test]
fn some_cities_cut_off_others() {
    let wanted = [
        ("chattanooga", BTreeSet::from(["knoxville"])),
        ("savannah", BTreeSet::from(["jacksonville"])),
        ("st-louis", BTreeSet::from(["jefferson-city"])),
    ];
    assert_eq!(cuts(war()), BTreeMap::from(wanted));
    assert_eq!(cuts(other()), BTreeMap::from([("st-louis", BTreeSet::from(["jefferson-city"]))]));
}

/// §17.2: the crossroads of the war.
#[test]
fn nine_cities_have_five_links() {
    let crossroads: Vec<&str> =
        war().neighbours.iter().filter(|(_, of)| of.len() == 5).map(|(city, _)| city.as_str()).collect();
    assert_eq!(
        crossroads,
        [
            "chattanooga",
            "cincinnati",
            "front-royal",
            "harpers-ferry",
            "jackson",
            "louisville",
            "manassas",
            "nashville",
            "richmond"
        ]
    );
}

/// §17.4: no link leads from Tennessee to Virginia, and Knoxville's only one to Chattanooga.
#[test]
fn the_mountains_part_east_and_west() {
    assert_eq!(war().neighbours["knoxville"], ["chattanooga"]);
    let east = [
        "front-royal",
        "harrisburg",
        "columbia",
        "savannah",
        "baltimore",
        "charleston-sc",
        "fredericksburg",
        "harpers-ferry",
        "jacksonville",
        "manassas",
        "norfolk",
        "philadelphia",
        "raleigh",
        "richmond",
        "washington",
        "wilmington",
    ];
    let mut over: Vec<(&str, &str)> = Vec::new();
    for city in east {
        let west = war().neighbours[city].iter().filter(|to| !east.contains(&to.as_str()));
        over.extend(west.map(|to| (to.as_str(), city)));
    }
    assert_eq!(
        over,
        [
            ("charleston-wv", "front-royal"),
            ("pittsburgh", "harrisburg"),
            ("atlanta", "columbia"),
            ("atlanta", "savannah")
        ]
    );
}

/// §17.5: two ways of two links between the capitals.
#[test]
fn the_capitals_are_two_marches_apart() {
    let between = |city: &&String| war().neighbours[*city].iter().any(|to| to == "washington");
    let through: Vec<&String> = war().neighbours["richmond"].iter().filter(between).collect();
    assert_eq!(through, ["fredericksburg", "manassas"]);
    assert!(!war().neighbours["richmond"].iter().any(|to| to == "washington"));
}

fn apart(one: Point, two: Point) -> f32 {
    (one.x - two.x).hypot(one.y - two.y)
}

/// Signs of two cities never lie on each other: a sign is 0.3 wide.
#[test]
fn cities_stand_apart() {
    for map in [war(), other()] {
        let pairs = |city: &'static Space| map.cities.iter().map(move |to| (city, to));
        for (one, two) in map.cities.iter().flat_map(pairs).filter(|(one, two)| one.id < two.id) {
            assert!(apart(one.at, two.at) > 0.6, "{} and {}", one.id, two.id);
        }
    }
}
