//! Where the armies stand at the start they can be fed: by a supply line, off the land, or by their leader (§9.2 to 9.4).

use std::collections::{BTreeMap, BTreeSet};

use crate::board::map::{Map, has, map};
use crate::board::rosters::{Unit, roster_of};

/// The hexes that a side can run trains or wagons through: its home unless the enemy is there, and in enemy country what it
/// occupies and, between two such hexes, one that isn't a major town (§7.1). The CSA has none in the North.
fn controlled<'m>(map: &'m Map, side: &str, units: &BTreeMap<&str, &str>) -> BTreeSet<&'m str> {
    let own = |id: &str| units.get(id) == Some(&side);
    let home = |id: &str| has(&map.space(id).features, "us-home") == (side == "us");
    let rail = |edge: &muster_contract::Edge| has(&edge.features, "railroad") || has(&edge.features, "road");
    map.hexes()
        .map(|hex| hex.id.as_str())
        .filter(|id| {
            let taken = units.get(id).is_some_and(|owner| *owner != side);
            let beside = map.around(id).filter(|(edge, there)| rail(edge) && own(there)).count();
            let between = beside >= 2 && !has(&map.space(id).features, "major-town");
            !taken && (own(id) || home(id) || (side == "us" && between))
        })
        .collect()
}

/// The friendly ports that ships from the bay reach without passing one that isn't.
fn by_sea<'m>(map: &'m Map, ways: &BTreeSet<&'m str>) -> BTreeSet<&'m str> {
    let mut reached = BTreeSet::from(["Chesapeake Bay"]);
    loop {
        let before = reached.len();
        for [seaward, there] in map.lanes() {
            let open = map.hexes().all(|hex| hex.title != there || ways.contains(hex.id.as_str()));
            if reached.contains(seaward) && open {
                reached.insert(there);
            }
        }
        if reached.len() == before {
            break;
        }
    }
    map.hexes().filter(|hex| reached.contains(hex.title.as_str())).map(|hex| hex.id.as_str()).collect()
}

/// The hexes on or beside a supply line.
fn supplied<'m>(map: &'m Map, side: &str, units: &BTreeMap<&str, &str>) -> BTreeSet<&'m str> {
    let ways = controlled(map, side, units);
    let mut fed: BTreeSet<&str> = map
        .hexes()
        .filter(|hex| {
            has(&hex.features, &format!("{side}-supply"))
                || (side == "us" && has(&hex.features, "major-port"))
        })
        .map(|hex| hex.id.as_str())
        .filter(|id| ways.contains(id))
        .collect();
    if side == "us" && fed.iter().any(|id| has(&map.space(id).features, "major-port")) {
        fed.extend(by_sea(map, &ways));
    }
    loop {
        let more: BTreeSet<&str> = fed
            .iter()
            .flat_map(|id| map.around(id))
            .filter(|(edge, there)| {
                let road = has(&edge.features, "road");
                (has(&edge.features, "railroad") || road) && ways.contains(there)
            })
            .map(|(_, there)| there)
            .collect();
        let before = fed.len();
        fed.extend(more);
        if fed.len() == before {
            break;
        }
    }
    let beside = fed.iter().flat_map(|id| map.around(id)).filter(|(edge, _)| !map.is_impassable(edge));
    let beside: Vec<&str> = beside.map(|(_, there)| there).collect();
    fed.extend(beside);
    fed
}

/// Units without supply at the start, by the name of their hex, less those that may forage at home: two in open country and
/// one in a forest.
fn hungry(scenario: &str) -> Vec<String> {
    let map = map();
    let roster: Vec<Unit> = roster_of(scenario).into_iter().filter(|unit| unit.at.is_some()).collect();
    let at = |unit: &Unit| unit.at.clone().expect("a place");
    let owners: BTreeMap<String, String> = roster.iter().map(|unit| (at(unit), unit.side.clone())).collect();
    let owners: BTreeMap<&str, &str> = owners.iter().map(|(at, side)| (at.as_str(), side.as_str())).collect();
    let mut left = Vec::new();
    for side in ["us", "cs"] {
        let fed = supplied(map, side, &owners);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for unit in roster.iter().filter(|unit| unit.side == side && !fed.contains(at(unit).as_str())) {
            *counts.entry(at(unit)).or_default() += 1;
        }
        for (id, count) in counts {
            let hex = map.space(&id);
            let home = has(&hex.features, "us-home") == (side == "us");
            let forage = if !home {
                0
            } else if has(&hex.features, "woods") {
                1
            } else {
                2
            };
            if count > forage {
                left.push(format!("{side} in {}", hex.title));
            }
        }
    }
    left
}

#[test]
fn nobody_starves_at_the_start() {
    for scenario in crate::board::map::SCENARIOS {
        assert_eq!(hungry(scenario), Vec::<String>::new(), "{scenario}");
    }
}

/// §7.1, the example: with Alexandria, Manassas Junction and Culpeper the Union has Centreville and Warrenton, but not Gainesville.
#[test]
fn the_railroad_example_works_out() {
    let map = map();
    let id = |name: &str| map.town(name).id.as_str();
    let units = BTreeMap::from(["Alexandria", "Manassas Junction", "Culpeper"].map(|name| (id(name), "us")));
    let ways = controlled(map, "us", &units);
    assert!(ways.contains(id("Centreville")) && ways.contains(id("Warrenton")));
    assert!(!ways.contains(id("Gainesville")));
    let fed = supplied(map, "us", &units);
    assert!(fed.contains(id("Culpeper")));
}

/// §9.2, the example: West Point lives by Yorktown, Williamsburg beside it too; without Yorktown neither does.
#[test]
fn the_york_example_works_out() {
    let map = map();
    let id = |name: &str| map.town(name).id.as_str();
    let held = ["Fair Oaks", "White House", "West Point", "Williamsburg", "Yorktown"];
    let units = BTreeMap::from(held.map(|name| (id(name), "us")));
    let fed = supplied(map, "us", &units);
    assert!(held.iter().all(|name| fed.contains(id(name))));
    assert!(!fed.contains(id("Suffolk")));
    let without: BTreeMap<&str, &str> = units.into_iter().filter(|(at, _)| *at != id("Yorktown")).collect();
    let fed = supplied(map, "us", &without);
    assert!(["Fair Oaks", "White House", "West Point"].iter().all(|name| !fed.contains(id(name))));
}
