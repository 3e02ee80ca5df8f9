//! Values name the principle that gave them, and follow from it.

use std::collections::BTreeSet;

use muster_contract::{Attribute, Value};

use crate::board::map::{has, map, number, text, value};

/// The name of a principle, before what it was applied to.
fn principle(from: &str) -> &str {
    from.split(':').next().expect("a text has a beginning")
}

fn named(values: &[Attribute]) -> impl Iterator<Item = &str> {
    values.iter().filter(|value| value.name.ends_with("-from")).map(|value| match &value.value {
        Value::Text(text) => principle(text),
        other => panic!("{} is {other:?}", value.name),
    })
}

/// Every principle that a value names is explained in the file, and every one that is explained is used.
#[test]
fn principles_are_explained_and_used() {
    let map = map();
    let hexes = map.hexes().flat_map(|hex| named(&hex.values));
    let sides = map.sides().flat_map(|side| named(&side.values));
    let used: BTreeSet<&str> = hexes.chain(sides).collect();
    let explained: BTreeSet<&str> = map
        .board
        .values
        .iter()
        .filter(|value| matches!(value.value, Value::Text(_)))
        .map(|value| value.name.as_str())
        .collect();
    assert_eq!(used, explained);
}

#[test]
fn home_follows_from_its_principle() {
    for hex in map().hexes() {
        let from = text(&hex.values, "home-from").unwrap_or_else(|| panic!("{} has no home", hex.id));
        let ours = has(&hex.features, "us-home");
        assert_eq!(ours, from != "h5", "{}", hex.id);
        assert_eq!(has(&hex.features, "north"), from == "h1", "{}", hex.id);
        assert_eq!(text(&hex.values, "home"), Some(if ours { "us" } else { "cs" }), "{}", hex.id);
        assert_eq!(hex.title == "Fort Monroe", from == "h4", "{}", hex.id);
    }
}

#[test]
fn values_of_towns_follow_from_their_principle() {
    let map = map();
    for hex in map.hexes() {
        let worth = match text(&hex.values, "vp-from") {
            Some("v1") => 5,
            Some("v2") => 3,
            Some("v3") => 2,
            Some("v4" | "v5") => 1,
            Some(other) => panic!("{} has {other}", hex.title),
            None => {
                assert!(
                    value(&hex.values, "vp").is_none() && !has(&hex.features, "major-town"),
                    "{}",
                    hex.title
                );
                continue;
            }
        };
        assert_eq!(number(&hex.values, "vp"), Some(worth), "{}", hex.title);
        assert!(has(&hex.features, "major-town"), "{}", hex.title);
        let capital = has(&hex.features, "us-capital") || has(&hex.features, "cs-capital");
        assert_eq!(capital, worth == 5, "{}", hex.title);
    }
    let of = |from: &str| -> Vec<&str> {
        let hexes = map.hexes().filter(|hex| text(&hex.values, "vp-from") == Some(from));
        hexes.map(|hex| hex.title.as_str()).collect()
    };
    assert_eq!(of("v5"), ["Winchester"], "the only one that the rulebook prints");
    // What the South can lose and the North, so that neither side's towns alone decide the war.
    let worth = |ours: bool| -> i32 {
        let hexes = map.hexes().filter(|hex| has(&hex.features, "us-home") == ours);
        hexes.filter_map(|hex| number(&hex.values, "vp")).sum()
    };
    assert_eq!((worth(true), worth(false)), (17, 20));
}

#[test]
fn forests_follow_from_their_principle() {
    let map = map();
    let mut great = 0;
    for hex in map.hexes() {
        let woods = has(&hex.features, "woods");
        let from = text(&hex.values, "woods-from").map(principle);
        assert_eq!(woods, from.is_some(), "{}", hex.id);
        assert!(woods != has(&hex.features, "clear"), "{} is one or the other", hex.id);
        great += usize::from(from == Some("f1"));
        if let Some(relief) = number(&hex.values, "relief") {
            assert_eq!(from == Some("f2"), relief >= 400 && hex.title.is_empty(), "{}: {relief} m", hex.id);
        } else {
            assert_ne!(from, Some("f2"), "{}", hex.id);
        }
    }
    assert_eq!(great, 13);
}

/// Heights are given for the country west of Great North Mountain, and only for it.
#[test]
fn heights_are_those_of_the_alleghenies() {
    let map = map();
    let ridge: BTreeSet<&str> = ["Great North Mountain"]
        .into_iter()
        .flat_map(|name| map.along("mountain", name))
        .map(|side| side.id.as_str())
        .collect();
    let measured: BTreeSet<&str> = map
        .hexes()
        .filter(|hex| number(&hex.values, "relief").is_some())
        .map(|hex| hex.id.as_str())
        .collect();
    let reached = map.reached(&map.town("Moorefield").id, |edge, there| {
        !ridge.contains(edge.id.as_str()) && measured.contains(there)
    });
    assert_eq!(reached, measured);
    for name in ["Winchester", "Staunton", "Harrisonburg", "Strasburg"] {
        assert!(!measured.contains(map.town(name).id.as_str()), "{name}");
    }
}

#[test]
fn crossings_gaps_and_swamps_follow_from_their_principle() {
    let map = map();
    for side in map.sides() {
        let is = |feature: &str| has(&side.features, feature);
        let wanted = match (is("bridge"), is("railroad"), is("ford")) {
            (true, true, _) => Some("x1"),
            (true, false, _) => None,
            (_, _, true) => Some("x3"),
            _ => continue,
        };
        let from = text(&side.values, "crossing-from");
        match wanted {
            Some(wanted) => assert_eq!(from, Some(wanted), "{}", side.id),
            // A railroad's bridge that the map's railroad doesn't use is one all the same.
            None => assert!(
                from == Some("x2")
                    || text(&side.values, "crossing").is_some_and(|name| name.contains("White House")),
                "{}",
                side.id
            ),
        }
    }
    for (name, from, count) in [("pass", "pass-from", 20), ("swamp", "swamp-from", 15)] {
        let sides: Vec<_> = map.sides().filter(|side| text(&side.values, name).is_some()).collect();
        assert_eq!(sides.len(), count, "{name}");
        assert!(sides.iter().all(|side| text(&side.values, from).is_some()));
    }
}

#[test]
fn ports_and_supply_hexes_name_their_principle() {
    for hex in map().hexes() {
        let port = has(&hex.features, "port") || has(&hex.features, "major-port");
        assert_eq!(text(&hex.values, "port-from").is_some(), port, "{}", hex.title);
        assert_eq!(text(&hex.values, "port-from") == Some("t2"), hex.title == "Annapolis");
        let supply = has(&hex.features, "us-supply")
            .then_some("s1")
            .or(has(&hex.features, "cs-supply").then_some("s2"));
        assert_eq!(text(&hex.values, "supply-from"), supply, "{}", hex.title);
    }
}
