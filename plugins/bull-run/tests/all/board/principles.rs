//! Every value of the board follows from what the file says of the ground, by the principle that it names.

use std::collections::BTreeSet;

use crate::board::field::{Boundary, metres, number, text, twice_area, whole};

/// A share of trees, in a hundred, that hides guns and breaks up horsemen; that stops them; and that is open ground.
const WOODED: i64 = 60;
const DENSE: i64 = 85;
const OPEN: i64 = 30;

#[test]
fn measures_are_those_of_the_outlines() {
    let field = whole();
    for boundary in &field.boundaries {
        let length = metres(field.corners(boundary)).round() as i64;
        assert_eq!(number(&boundary.values, "metres"), Some(length), "{:?}", boundary.ends);
        let [one, other] = boundary.approaches.each_ref().map(|approach| number(approach, "rise").unwrap());
        assert_eq!(one, -other, "{:?} rises both ways", boundary.ends);
    }
    for (locale, found) in &field.locales {
        let hectares = twice_area(&found.outline) as f64 / 2.0 * 25.0 / 10_000.0;
        let said = number(&found.values, "hectares").unwrap();
        assert!((hectares - said as f64).abs() <= 0.51, "{locale} has {hectares:.1} hectares, not {said}");
    }
}

#[test]
fn width_follows_from_length() {
    for boundary in whole().boundaries {
        let wide = number(&boundary.values, "metres").unwrap() >= 530;
        assert_eq!(boundary.has("wide"), wide, "{:?}", boundary.ends);
        let principle = if wide { "w1" } else { "w2" };
        assert_eq!(text(&boundary.values, "width-from"), Some(principle), "{:?}", boundary.ends);
    }
}

fn wooded(boundary: &Boundary) -> [i64; 2] {
    boundary.approaches.each_ref().map(|approach| number(approach, "wooded").expect("a measure"))
}

/// The kind of a boundary and its principle.
fn kind(boundary: &Boundary) -> (&'static str, &'static str) {
    let crossing = text(&boundary.values, "crossing");
    match text(&boundary.values, "water") {
        Some("Bull Run") if crossing == Some("Stone Bridge") => ("passable", "b3"),
        Some("Bull Run") if crossing.is_some() => ("restricted", "b2"),
        Some("Bull Run") => ("impassable", "b1"),
        Some("Cub Run" | "Catharpin Run") if boundary.has("road") => ("passable", "b5"),
        Some("Cub Run" | "Catharpin Run") => ("restricted", "b4"),
        _ if !has_way(boundary) && wooded(boundary).iter().all(|share| *share >= DENSE) => {
            ("restricted", "b6")
        }
        _ => ("passable", "b7"),
    }
}

fn has_way(boundary: &Boundary) -> bool {
    boundary.has("road") || boundary.has("railroad")
}

#[test]
fn kind_follows_from_waters_woods_and_roads() {
    for boundary in whole().boundaries {
        let said = (boundary.kind(), text(&boundary.values, "kind-from").unwrap());
        assert_eq!(said, kind(&boundary), "{:?}", boundary.ends);
    }
}

/// The penalties in an approach: infantry, artillery, cavalry, obstructed, and their principles.
fn penalties(boundary: &Boundary, index: usize) -> ([i64; 3], bool, BTreeSet<&'static str>) {
    let approach = &boundary.approaches[index];
    let [rise, brow] = ["rise", "brow"].map(|name| number(approach, name).expect("a measure"));
    let (mine, theirs) = (wooded(boundary)[index], wooded(boundary)[1 - index]);
    let (kind, from) = kind(boundary);
    let mut principles = BTreeSet::new();
    let mut holds = |principle, so: bool| {
        if so {
            principles.insert(principle);
        }
        i64::from(so)
    };
    let artillery = holds("a1", mine >= WOODED) | holds("a2", mine < WOODED && brow >= 5);
    if kind == "impassable" {
        return ([0, artillery, 0], false, principles);
    }
    let infantry = holds("i1", boundary.is_bull_run())
        + holds("i2", rise >= 6)
        + holds("i3", mine >= WOODED && theirs <= OPEN);
    let obstructed = holds("o1", from == "b2")
        + holds("o2", from == "b4")
        + holds("o3", !matches!(from, "b2" | "b4") && mine >= DENSE && !has_way(boundary))
        + holds("o4", from == "b3" && boundary.ends[index] > crate::board::field::LAST_UNION);
    if obstructed > 0 {
        return ([infantry, artillery, 0], true, principles);
    }
    let water = text(&boundary.values, "water").is_some();
    let cavalry = holds("c1", water) | holds("c2", !water && mine >= WOODED) | holds("c3", rise >= 10);
    ([infantry, artillery, cavalry], false, principles)
}

#[test]
fn penalties_follow_from_waters_woods_and_heights() {
    for boundary in whole().boundaries {
        for index in 0..2 {
            let approach = &boundary.approaches[index];
            let counted =
                ["infantry", "artillery", "cavalry"].map(|name| number(approach, name).unwrap_or(0));
            let obstructed = approach.get("obstructed").is_some_and(|flag| flag.as_bool().unwrap());
            let principles = text(approach, "from").unwrap_or_default().split_whitespace().collect();
            let said = (counted, obstructed, principles);
            assert_eq!(
                said,
                penalties(&boundary, index),
                "{:?}, on {}'s side",
                boundary.ends,
                boundary.ends[index]
            );
        }
    }
}

#[test]
fn roads_name_their_principle() {
    for boundary in whole().boundaries {
        let classes = [("main-roads", "r1"), ("local-roads", "r2")];
        let wanted: Vec<&str> = classes
            .into_iter()
            .filter(|(class, _)| !boundary.roads(class).is_empty())
            .map(|(_, from)| from)
            .collect();
        let said = text(&boundary.values, "roads-from").unwrap_or_default();
        assert_eq!(said.split_whitespace().collect::<Vec<_>>(), wanted, "{:?}", boundary.ends);
    }
}

#[test]
fn capacity_follows_from_room_and_woods() {
    for (locale, found) in whole().locales {
        let [hectares, wooded] = ["hectares", "wooded"].map(|name| number(&found.values, name).unwrap());
        // Hundredths of a unit: 2.4, and 7 a square kilometre, less three tenths of what is wooded.
        let room = 240_000 + 7 * hectares * (1_000 - 3 * wooded);
        let capacity = (room / 100_000).clamp(3, 9);
        assert_eq!(number(&found.values, "capacity"), Some(capacity), "{locale}");
        assert_eq!(text(&found.values, "capacity-from"), Some("n1"), "{locale}");
    }
}

/// Every principle that a value names is explained in the file, and every one that is explained is used.
#[test]
fn principles_are_explained() {
    let field = whole();
    let first = |said: &str| said.split(':').next().unwrap().to_owned();
    let mut used = BTreeSet::new();
    for locale in field.locales.values() {
        let named = ["capacity-from", "setup-from", "entry-from", "objective-from"];
        used.extend(named.iter().filter_map(|name| text(&locale.values, name)).map(first));
    }
    for boundary in &field.boundaries {
        used.extend(
            ["width-from", "kind-from"].iter().filter_map(|name| text(&boundary.values, name)).map(first),
        );
        let roads = text(&boundary.values, "roads-from").into_iter();
        let approaches = boundary.approaches.iter().filter_map(|approach| text(approach, "from"));
        used.extend(approaches.chain(roads).flat_map(str::split_whitespace).map(str::to_owned));
    }
    let explained: BTreeSet<String> =
        field.principles.iter().filter(|(_, value)| value.is_str()).map(|(name, _)| name.clone()).collect();
    assert_eq!(used, explained);
}

#[test]
fn flags_say_what_they_stand_for() {
    for (locale, found) in whole().locales {
        for (kind, from) in [("setup", "s1"), ("entry", "e1"), ("objective", "t")] {
            let flagged = ["us", "cs"].iter().any(|side| found.features.contains(&format!("{side}-{kind}")));
            let said = text(&found.values, &format!("{kind}-from"));
            assert_eq!(said.is_some_and(|said| said.starts_with(from)), flagged, "{kind} of {locale}");
        }
    }
}
