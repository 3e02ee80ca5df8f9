//! Roads: they go on from locale to locale, and what is drawn is what the boundaries say.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::field::{Boundary, Field, Spot, whole};

/// The boundaries of each road.
fn roads(field: &Field) -> BTreeMap<&str, Vec<&Boundary>> {
    let mut roads: BTreeMap<&str, Vec<&Boundary>> = BTreeMap::new();
    for boundary in &field.boundaries {
        for class in ["main-roads", "local-roads"] {
            boundary.roads(class).into_iter().for_each(|road| roads.entry(road).or_default().push(boundary));
        }
    }
    roads
}

/// The locales of a road and how many of its boundaries each has.
fn locales(boundaries: &[&Boundary]) -> BTreeMap<u16, usize> {
    let mut locales = BTreeMap::new();
    for end in boundaries.iter().flat_map(|boundary| boundary.ends) {
        *locales.entry(end).or_default() += 1;
    }
    locales
}

#[test]
fn a_road_is_one_line_without_gaps() {
    let field = whole();
    for (road, boundaries) in roads(&field) {
        let locales = locales(&boundaries);
        assert!(locales.values().all(|count| *count <= 2), "{road} forks: {locales:?}");
        assert_eq!(locales.len(), boundaries.len() + 1, "{road} is broken or goes in a ring: {locales:?}");
    }
}

#[test]
fn roads_cross_what_can_be_crossed() {
    let field = whole();
    for (road, boundaries) in roads(&field) {
        for boundary in boundaries {
            let fine = match boundary.kind() {
                "passable" => true,
                "restricted" if road.starts_with("railroad") => !boundary.is_bull_run(),
                "restricted" => boundary.has("ford"),
                _ => false,
            };
            assert!(fine, "{road} crosses {:?}, which is {}", boundary.ends, boundary.kind());
        }
    }
}

#[test]
fn the_roads_are_one_net() {
    let field = whole();
    let roads = roads(&field);
    let mut net: BTreeSet<u16> = locales(&roads["warrenton-turnpike"]).into_keys().collect();
    let mut left: BTreeSet<&str> = roads.keys().copied().collect();
    loop {
        let joined: Vec<&str> = left
            .iter()
            .copied()
            .filter(|road| locales(&roads[road]).keys().any(|n| net.contains(n)))
            .collect();
        if joined.is_empty() {
            break;
        }
        for road in joined {
            left.remove(road);
            net.extend(locales(&roads[road]).into_keys());
        }
    }
    assert_eq!(left, BTreeSet::new(), "these meet no other road");
}

#[test]
fn roads_end_at_the_edge_of_the_map_or_at_another_road() {
    let field = whole();
    let roads = roads(&field);
    let edge = |number: &u16| {
        let outline = &field.locales[number].outline;
        outline.iter().any(|spot| spot[0] == 0 || spot[1] == 0 || spot[0] == 2360 || spot[1] == 1620)
    };
    for (road, boundaries) in &roads {
        for end in locales(boundaries).iter().filter(|(_, count)| **count == 1).map(|(number, _)| *number) {
            let met = roads.iter().any(|(other, theirs)| other != road && locales(theirs).contains_key(&end));
            assert!(met || edge(&end), "{road} ends in {end}, where nothing is");
        }
    }
}

#[test]
fn main_roads_are_those_that_both_armies_marched_by() {
    let field = whole();
    let main: BTreeSet<&str> =
        field.boundaries.iter().flat_map(|boundary| boundary.roads("main-roads")).collect();
    let known = [
        "blackburns-ford-road",
        "braddock-road",
        "braddock-road-east",
        "mitchells-ford-road",
        "railroad-bed",
        "railroad-bed-east",
        "sudley-road",
        "warrenton-turnpike",
    ];
    assert_eq!(main, BTreeSet::from(known));
}

/// Whether two lines cross.
fn cross([a, b]: [Spot; 2], [c, d]: [Spot; 2]) -> bool {
    let turn =
        |p: Spot, q: Spot, r: Spot| ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])).signum();
    turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0
}

/// What is drawn across a boundary is what it says of its roads: as many main ones (the railroad bed is one) and as many
/// local ones.
#[test]
fn roads_are_drawn_where_they_are() {
    let field = whole();
    for boundary in &field.boundaries {
        let corners = field.corners(boundary);
        let drawn = |main: bool| {
            let of_class = |way: &&crate::board::field::Way| match way.feature.as_str() {
                "railroad" => main,
                "road" => main == (way.rank == 3),
                _ => false,
            };
            let crosses = |way: &&crate::board::field::Way| {
                way.course.windows(2).any(|step| cross([step[0], step[1]], corners))
            };
            field.ways.iter().filter(of_class).filter(crosses).count()
        };
        let said = ["main-roads", "local-roads"].map(|class| boundary.roads(class).len());
        assert_eq!([drawn(true), drawn(false)], said, "{:?}", boundary.ends);
        assert_eq!(boundary.has("road") || boundary.has("railroad"), said != [0, 0], "{:?}", boundary.ends);
    }
}

/// Bull Run as it is drawn keeps within 150 metres of the boundaries that it makes.
#[test]
fn bull_run_is_drawn_along_its_boundaries() {
    let field = whole();
    let river = &field.ways.iter().find(|way| way.feature == "river").unwrap().course;
    for boundary in field.boundaries.iter().filter(|boundary| boundary.is_bull_run()) {
        let [a, b] = field.corners(boundary);
        for part in 0..=4 {
            let at = [a[0] + (b[0] - a[0]) * part / 4, a[1] + (b[1] - a[1]) * part / 4];
            let away = river.windows(2).map(|step| distance(at, [step[0], step[1]])).fold(f64::MAX, f64::min);
            assert!(away <= 150.0, "{:?} lies {away:.0} m from the stream", boundary.ends);
        }
    }
}

/// How many metres a point lies from a line.
fn distance(at: Spot, [a, b]: [Spot; 2]) -> f64 {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]].map(|length| length as f64);
    let along = ((at[0] - a[0]) as f64 * dx + (at[1] - a[1]) as f64 * dy) / (dx * dx + dy * dy).max(1.0);
    let along = along.clamp(0.0, 1.0);
    5.0 * (at[0] as f64 - a[0] as f64 - along * dx).hypot(at[1] as f64 - a[1] as f64 - along * dy)
}
