//! Rivers, ridges, railroads and home territory fit together.

use std::collections::BTreeSet;

use crate::board::map::{Map, has, map, number, text};

#[test]
fn there_is_one_land_and_every_hex_can_be_reached() {
    let map = map();
    let all: BTreeSet<&str> = map.hexes().map(|hex| hex.id.as_str()).collect();
    let from = &map.town("Richmond").id;
    assert_eq!(map.reached(from, |edge, _| !map.is_impassable(edge)), all);
}

#[test]
fn railroads_and_roads_cross_rivers_at_bridges_and_ridges_at_gaps() {
    let map = map();
    let mut crossings = 0;
    for line in map.lines.iter().filter(|line| ["railroad", "road"].contains(&line.feature.as_str())) {
        for pair in line.steps().windows(2) {
            let side = map.side(pair[0], pair[1]).unwrap_or_else(|| panic!("{pair:?} of {}", line.title));
            assert!(has(&side.features, &line.feature));
            if has(&side.features, "river") {
                crossings += 1;
                assert!(has(&side.features, "bridge"), "{} needs a bridge at {}", line.title, side.id);
            }
            if has(&side.features, "mountain") {
                assert!(has(&side.features, "gap"), "{} needs a gap at {}", line.title, side.id);
            }
        }
    }
    assert!(crossings >= 20, "{crossings}");
}

#[test]
fn crossings_lie_on_rivers_and_gaps_on_ridges() {
    let map = map();
    for side in map.sides() {
        let is = |feature: &str| has(&side.features, feature);
        assert!(is("river") || !(is("bridge") || is("ford")), "{}", side.id);
        assert!(!(is("bridge") && is("ford")), "{}", side.id);
        assert!(is("mountain") || !is("gap"), "{}", side.id);
        assert_eq!(is("mountain"), is("steep"), "{} is drawn as it is", side.id);
        assert!(!(is("marsh") && (is("river") || is("mountain"))), "{}", side.id);
        assert_eq!(text(&side.values, "crossing").is_some(), is("bridge") || is("ford"), "{}", side.id);
        assert_eq!(text(&side.values, "pass").is_some(), is("gap"), "{}", side.id);
        assert_eq!(text(&side.values, "swamp").is_some(), is("marsh"), "{}", side.id);
        // Where a river runs under a gap both have to let an army through.
        assert!(!(is("gap") && is("river")) || is("bridge") || is("ford"), "{}", side.id);
    }
}

/// §2.0: what lies north of the Potomac and its North Branch is all that can be reached without crossing them.
#[test]
fn the_potomac_divides_north_from_south() {
    let map = map();
    let rivers: BTreeSet<&str> = ["Potomac River", "North Branch"]
        .into_iter()
        .flat_map(|river| map.along("river", river))
        .map(|side| side.id.as_str())
        .collect();
    let north = map.reached(&map.town("Harrisburg").id, |edge, _| !rivers.contains(edge.id.as_str()));
    for hex in map.hexes() {
        assert_eq!(has(&hex.features, "north"), north.contains(hex.id.as_str()), "{} {}", hex.id, hex.title);
    }
    for (name, is_north) in [
        ("Washington", true),
        ("Rockville", true),
        ("Annapolis", true),
        ("Cumberland", true),
        ("Sharpsburg", true),
        ("Gettysburg", true),
        ("Alexandria", false),
        ("Leesburg", false),
        ("Harper's Ferry", false),
        ("Romney", false),
    ] {
        assert_eq!(north.contains(map.town(name).id.as_str()), is_north, "{name}");
    }
}

/// §2.71: of the South Branch both banks but Brandywine.
#[test]
fn the_south_branch_has_the_union_on_both_banks() {
    let map = map();
    let banks: BTreeSet<&str> = map
        .along("river", "South Branch")
        .into_iter()
        .flat_map(|side| [side.a.as_str(), side.b.as_str()])
        .collect();
    let foreign: Vec<&str> = banks
        .iter()
        .map(|id| map.space(id))
        .filter(|hex| !has(&hex.features, "us-home"))
        .map(|hex| hex.title.as_str())
        .collect();
    assert_eq!(foreign, ["Brandywine"]);
    let mut west = 0;
    for hex in map.hexes().filter(|hex| text(&hex.values, "home-from") == Some("h2")) {
        // West of the river, or on it: some bank in the same row lies at least as far east.
        let on_row = banks.iter().any(|id| map.space(id).at.y == hex.at.y && map.space(id).at.x >= hex.at.x);
        assert!(
            on_row || banks.contains(hex.id.as_str()) || hex.at.y < map.town("Romney").at.y,
            "{}",
            hex.id
        );
        west += 1;
    }
    assert_eq!(west, 27);
}

#[test]
fn the_blue_ridge_is_crossed_at_its_gaps_alone() {
    let map = map();
    let ridge: BTreeSet<&str> =
        map.along("mountain", "Blue Ridge").into_iter().map(|side| side.id.as_str()).collect();
    let passes: Vec<&str> = map
        .sides()
        .filter(|side| ridge.contains(side.id.as_str()))
        .filter_map(|side| text(&side.values, "pass"))
        .collect();
    let mut sorted = passes.clone();
    sorted.sort_unstable();
    assert_eq!(
        sorted,
        [
            "Ashby's Gap",
            "Brown's Gap",
            "Manassas Gap",
            "Milam's Gap",
            "Rockfish Gap",
            "Snicker's Gap",
            "Swift Run Gap",
            "Thornton's Gap",
            "Vestal's Gap",
            "White's Gap",
        ]
    );
    // Between the Potomac and the James nobody comes from the Valley to the Piedmont but by them.
    let walls = |edge: &muster_contract::Edge| {
        ridge.contains(edge.id.as_str())
            || has(&edge.features, "river") && text(&edge.values, "navigable").is_none()
    };
    let valley = map.reached(&map.town("Winchester").id, |edge, _| !walls(edge));
    for east in ["Leesburg", "Salem", "Warrenton", "Charlottesville", "Lynchburg"] {
        assert!(!valley.contains(map.town(east).id.as_str()), "{east}");
    }
    assert!(valley.contains(map.town("Strasburg").id.as_str()));
}

/// The places of armies in the Valley and about Washington lie to one another as they did.
#[test]
fn places_lie_on_their_banks() {
    let map = map();
    for (a, b, crossing) in [
        ("Washington", "Alexandria", "Long Bridge"),
        ("Culpeper", "Warrenton", "Rappahannock Station"),
        ("Aquia Landing", "Fredericksburg", "Fredericksburg bridge"),
        ("Chancellorsville", "Culpeper", "Germanna Ford"),
        ("Front Royal", "Strasburg", "Manassas Gap railroad bridge"),
        ("Front Royal", "Winchester", "North Fork bridge"),
        ("Harrisonburg", "Port Republic", "Port Republic bridge"),
        ("Richmond", "Drewry's Bluff", "Richmond bridges"),
        ("Petersburg", "Drewry's Bluff", "Pocahontas bridge"),
        ("Centreville", "Manassas Junction", "Bull Run railroad bridge"),
        ("Centreville", "Gainesville", "Stone Bridge"),
    ] {
        assert_eq!(text(&map.border(a, b).values, "crossing"), Some(crossing), "{a}, {b}");
    }
    for (a, b) in
        [("Fair Oaks", "Drewry's Bluff"), ("Williamsburg", "Gloucester"), ("Sharpsburg", "Harper's Ferry")]
    {
        assert!(map.is_impassable(map.border(a, b)), "{a}, {b}");
    }
    assert_eq!(text(&map.border("Fair Oaks", "White House").values, "swamp"), Some("Chickahominy"));
    assert!(has(&map.town("Chancellorsville").features, "woods"), "the Wilderness");
}

/// The distances of the rulebook's map would be those of the ground: sixteen pairs of towns, within a hex in six.
#[test]
fn distances_are_those_of_the_ground() {
    let map = map();
    let miles = |map: &Map, a: &str, b: &str| {
        let [one, other] = [a, b].map(|name| map.town(name).at);
        let (x, y) = (f64::from(one.x - other.x), f64::from(one.y - other.y));
        (x * x + y * y).sqrt() / 1000.0 * 12.0
    };
    for (a, b, ground) in [
        ("Washington", "Richmond", 96.0),
        ("Washington", "Baltimore", 36.0),
        ("Washington", "Winchester", 64.0),
        ("Baltimore", "Harrisburg", 69.0),
        ("Winchester", "Staunton", 87.0),
        ("Staunton", "Charlottesville", 34.0),
        ("Charlottesville", "Richmond", 66.0),
        ("Richmond", "Petersburg", 22.0),
        ("Petersburg", "Norfolk", 67.0),
        ("Richmond", "Fredericksburg", 53.0),
        ("Fredericksburg", "Culpeper", 32.0),
        ("Richmond", "Yorktown", 55.0),
        ("Yorktown", "Fort Monroe", 20.0),
        ("Lynchburg", "Petersburg", 96.0),
        ("Harper's Ferry", "Cumberland", 58.0),
        ("Gettysburg", "Harrisburg", 35.0),
    ] {
        let found = miles(map, a, b);
        assert!((found - ground).abs() <= 12.0, "{a} to {b}: {found:.0} miles, on the ground {ground}");
    }
}

#[test]
fn supply_hexes_are_where_railroads_leave_the_map() {
    let map = map();
    let mut ends = BTreeSet::new();
    for line in map.lines.iter().filter(|line| line.feature == "railroad" && line.leaves()) {
        ends.insert(map.space(line.steps().last().expect("a way")).title.as_str());
    }
    let us = map.with("us-supply");
    let cs = map.with("cs-supply");
    for name in us.union(&cs) {
        // The Pennsylvania enters at Harrisburg, where it comes on the map.
        assert!(ends.contains(name) || *name == "Harrisburg", "{name}");
        assert!(map.around(&map.town(name).id).count() < 6, "{name} lies on the edge");
    }
    assert!(us.iter().all(|name| has(&map.town(name).features, "us-home")));
    assert!(cs.iter().all(|name| !has(&map.town(name).features, "us-home")));
    assert_eq!((us.len(), cs.len()), (4, 4));
}

#[test]
fn major_towns_stand_on_railroads_or_roads() {
    let map = map();
    for name in map.with("major-town") {
        let hex = map.town(name);
        let way = map
            .around(&hex.id)
            .any(|(edge, _)| has(&edge.features, "railroad") || has(&edge.features, "road"));
        assert!(way, "{name}");
        assert!(has(&hex.features, "town") && number(&hex.values, "vp").is_some(), "{name}");
    }
}
