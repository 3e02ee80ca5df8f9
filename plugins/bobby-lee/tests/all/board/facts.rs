//! What the rulebook's text says of places holds on the map.

use std::collections::BTreeSet;

use muster_contract::Space;

use crate::board::map::{Map, has, map, number, text};

fn is(hex: &Space, feature: &str) -> bool {
    has(&hex.features, feature)
}

/// Named hexes that follow one another along one railroad (§7.1).
fn chain(map: &Map, railroad: &str, names: &[&str]) {
    for line in map.line("railroad", railroad) {
        let titles: Vec<&str> = line.steps().into_iter().map(|step| map.space(step).title.as_str()).collect();
        if titles.windows(names.len()).any(|window| window == names)
            || titles
                .iter()
                .rev()
                .copied()
                .collect::<Vec<_>>()
                .windows(names.len())
                .any(|window| window == names)
        {
            return;
        }
    }
    panic!("{names:?} don't follow one another on the {railroad}");
}

/// Whether a lane joins two places, in either order.
fn lane(map: &Map, a: &str, b: &str) -> bool {
    map.lanes().iter().any(|ends| *ends == [a, b] || *ends == [b, a])
}

/// The ports from the bay up to a head of navigation, and whether nothing lies beyond it.
fn up_from_the_bay(map: &Map, head: &str) -> Vec<String> {
    let mut way = vec![head.to_owned()];
    loop {
        let here = way.last().expect("a place").clone();
        let seaward: Vec<&str> =
            map.lanes().into_iter().filter_map(|[a, b]| if b == here { Some(a) } else { None }).collect();
        assert_eq!(seaward.len(), 1, "one lane leads from {here} to the sea");
        if seaward[0] == "Chesapeake Bay" {
            way.retain(|name| map.hexes().any(|hex| hex.title == *name));
            way.reverse();
            return way;
        }
        way.push(seaward[0].to_owned());
    }
}

#[test]
fn washington() {
    let map = map();
    let hex = map.town("Washington");
    assert!(is(hex, "fortress") && is(hex, "port") && is(hex, "us-capital") && is(hex, "us-home"));
    assert_eq!(text(&hex.values, "river"), Some("potomac"));
    assert_eq!(up_from_the_bay(map, "Washington"), ["Aquia Landing", "Washington"]);
}

#[test]
fn richmond() {
    let map = map();
    let hex = map.town("Richmond");
    assert!(is(hex, "fortress") && is(hex, "cs-capital") && !is(hex, "us-home") && !is(hex, "port"));
    // A hundred miles between the capitals, at twelve to the hex.
    assert!((8..=9).contains(&map.apart("Richmond", "Washington")));
}

#[test]
fn alexandria() {
    let map = map();
    let hex = map.town("Alexandria");
    assert!(is(hex, "fortress") && !is(hex, "us-home"));
    assert_eq!(map.apart("Alexandria", "Manassas Junction"), 2);
    assert!(has(&map.border("Alexandria", "Centreville").features, "railroad"));
}

#[test]
fn baltimore() {
    let map = map();
    let hex = map.town("Baltimore");
    assert!(is(hex, "fortress") && is(hex, "major-port") && is(hex, "us-home"));
    assert!(lane(map, "Chesapeake Bay", "Baltimore"));
    let road = map.line("road", "National Road")[0].steps();
    assert_eq!(road[0], hex.id);
}

#[test]
fn petersburg() {
    assert!(is(map().town("Petersburg"), "fortress"));
}

#[test]
fn the_fortresses_are_six() {
    let six = ["Alexandria", "Baltimore", "Petersburg", "Richmond", "Washington", "Fort Monroe"];
    assert_eq!(map().with("fortress"), BTreeSet::from(six));
}

#[test]
fn fort_monroe() {
    let map = map();
    let hex = map.town("Fort Monroe");
    assert!(["fortress", "major-port", "us-home", "us-cadre"].iter().all(|feature| is(hex, feature)));
    assert!(!is(hex, "north"));
    // In the south-east: nothing but Norfolk's country lies both farther south and farther east.
    let beyond: BTreeSet<&str> = map
        .hexes()
        .filter(|other| other.at.x > hex.at.x && other.at.y > hex.at.y)
        .map(|other| other.title.as_str())
        .filter(|title| !title.is_empty())
        .collect();
    assert_eq!(beyond, BTreeSet::from(["Norfolk"]));
    assert_eq!(map.with("major-port"), BTreeSet::from(["Baltimore", "Fort Monroe"]));
}

#[test]
fn manassas_junction() {
    chain(
        map(),
        "Orange & Alexandria",
        &["Alexandria", "Centreville", "Manassas Junction", "Warrenton", "Culpeper"],
    );
    chain(map(), "Manassas Gap", &["Manassas Junction", "Gainesville", "Salem"]);
}

/// Held from both ends or not at all, so no major towns (§7.1).
#[test]
fn centreville_warrenton_and_gainesville_are_controlled_from_their_ends() {
    let map = map();
    for name in ["Centreville", "Warrenton", "Gainesville", "Salem"] {
        assert!(!is(map.town(name), "major-town"), "{name}");
    }
    let rails = |name: &str| {
        map.around(&map.town(name).id).filter(|(edge, _)| has(&edge.features, "railroad")).count()
    };
    assert_eq!(["Centreville", "Warrenton", "Gainesville"].map(rails), [2, 2, 2]);
}

#[test]
fn culpeper() {
    let map = map();
    assert_eq!(map.apart("Culpeper", "Manassas Junction"), 2);
    assert_eq!(map.apart("Culpeper", "Warrenton"), 1);
}

#[test]
fn aquia_landing() {
    let map = map();
    let hex = map.town("Aquia Landing");
    assert!(is(hex, "port") && !is(hex, "us-home"));
    assert_eq!(text(&hex.values, "river"), Some("potomac"));
    // Without it there is no way by sea from Washington to Fort Monroe (§8.1, example 1).
    assert_eq!(map.lanes().iter().filter(|ends| ends.contains(&"Washington")).count(), 1);
    assert!(lane(map, "Aquia Landing", "Washington"));
}

#[test]
fn fredericksburg_and_bowling_green() {
    let map = map();
    assert!(is(map.town("Fredericksburg"), "major-town"));
    chain(map, "Richmond, Fredericksburg & Potomac", &["Aquia Landing", "Fredericksburg", "Bowling Green"]);
    assert_eq!(map.apart("Aquia Landing", "Bowling Green"), 2);
}

#[test]
fn heads_of_navigation() {
    let map = map();
    for (river, head, line) in [
        ("potomac", "Washington", "Potomac River"),
        ("rappahannock", "Port Royal", "Rappahannock River"),
        ("york", "West Point", "York River"),
        ("james", "Bermuda Hundred", "James River"),
        ("susquehanna", "Harrisburg", "Susquehanna River"),
    ] {
        let hex = map.town(head);
        assert!(is(hex, "port") && text(&hex.values, "river") == Some(river), "{head}");
        // No lane leads on, and no port of the river is left beside the way up.
        assert!(map.lanes().iter().all(|ends| ends[0] != head), "{head} is the highest port");
        let way: BTreeSet<String> = up_from_the_bay(map, head).into_iter().collect();
        let ports = map.hexes().filter(|hex| text(&hex.values, "river") == Some(river));
        assert_eq!(ports.map(|hex| hex.title.clone()).collect::<BTreeSet<_>>(), way, "{river}");
        // From the head to the mouth the river is navigable, above it nowhere.
        let sides = map.along("river", line);
        let first =
            sides.iter().position(|side| text(&side.values, "navigable").is_some()).expect("a tidal part");
        let tidal = sides[first..].iter().all(|side| text(&side.values, "navigable") == Some(river));
        assert!(tidal, "{line}");
        assert!([&sides[first].a, &sides[first].b].contains(&&hex.id), "{line} is navigable from {head} on");
        assert!(sides[first..].iter().all(|side| has(&side.features, "river")));
    }
    let rivers: BTreeSet<&str> = map.sides().filter_map(|side| text(&side.values, "navigable")).collect();
    assert_eq!(rivers.len(), 5, "{rivers:?}");
}

#[test]
fn port_royal() {
    let map = map();
    assert_eq!(up_from_the_bay(map, "Port Royal"), ["Port Royal"]);
    assert_eq!(map.apart("Port Royal", "Fredericksburg"), 1);
}

#[test]
fn west_point_white_house_and_fair_oaks() {
    let map = map();
    chain(map, "Richmond & York River", &["Richmond", "Fair Oaks", "White House", "West Point"]);
    assert_eq!(up_from_the_bay(map, "West Point"), ["Yorktown", "West Point"]);
}

/// §9.2, example: Williamsburg lives on Yorktown beside it, and is no link itself.
#[test]
fn yorktown_and_williamsburg() {
    let map = map();
    assert!(is(map.town("Yorktown"), "port"));
    let side = map.border("Yorktown", "Williamsburg");
    assert!(!map.is_impassable(side));
    let williamsburg = map.town("Williamsburg");
    assert!(!is(williamsburg, "port"));
    assert!(map.around(&williamsburg.id).all(|(edge, _)| !has(&edge.features, "railroad")));
    // Beyond the James lies Suffolk's country, out of its reach.
    assert!(map.around(&williamsburg.id).any(|(edge, _)| text(&edge.values, "navigable") == Some("james")));
}

/// §8.1, example 2, and §9.2: Norfolk is next up from Fort Monroe, and nothing beyond it can be reached past it.
#[test]
fn norfolk_and_suffolk() {
    let map = map();
    let way = up_from_the_bay(map, "Bermuda Hundred");
    assert_eq!(way, ["Fort Monroe", "Norfolk", "Suffolk", "Bermuda Hundred"]);
    assert!(is(map.town("Norfolk"), "port") && is(map.town("Suffolk"), "port"));
}

#[test]
fn winchester() {
    let map = map();
    let hex = map.town("Winchester");
    assert!(number(&hex.values, "vp") == Some(1) && !is(hex, "us-home"));
}

#[test]
fn the_valley_pike_joins_staunton_and_martinsburg() {
    let map = map();
    let steps = map.line("road", "Valley Pike")[0].steps();
    let ends = [steps[0], steps[steps.len() - 1]].map(|step| map.space(step).title.as_str());
    assert_eq!(ends, ["Martinsburg", "Staunton"]);
    assert!(steps.contains(&map.town("Winchester").id.as_str()));
}

#[test]
fn the_national_road_leads_from_baltimore_by_cumberland_to_the_west() {
    let map = map();
    let line = map.line("road", "National Road")[0];
    let steps = line.steps();
    assert!(steps.contains(&map.town("Cumberland").id.as_str()) && line.leaves());
    // It runs north of the Potomac all the way.
    assert!(steps.iter().all(|step| is(map.space(step), "north")));
}

/// §2.71, §7.1: the Baltimore & Ohio from Cumberland to Harper's Ferry is home of the USA, on the southern bank too.
#[test]
fn the_railroad_from_cumberland_to_harpers_ferry_is_the_unions() {
    let map = map();
    let steps = map.line("railroad", "Baltimore & Ohio")[0].steps();
    let at = |name: &str| steps.iter().position(|step| map.space(step).title == name).expect("on the way");
    let stretch = &steps[at("Harper's Ferry")..=at("Cumberland")];
    assert!(stretch.iter().all(|step| is(map.space(step), "us-home")));
    let south = stretch.iter().filter(|step| !is(map.space(step), "north")).count();
    assert!(south >= 5, "{south}");
    assert!(is(map.town("Harper's Ferry"), "us-cadre"));
    assert_eq!(map.with("us-cadre"), BTreeSet::from(["Fort Monroe", "Harper's Ferry"]));
}

#[test]
fn moorefield() {
    let map = map();
    let hex = map.town("Moorefield");
    assert!(is(hex, "town") && is(hex, "us-home") && is(hex, "no-cadre"));
    // No railroad in it or beside it, so no supply (§9.52).
    let rails = |id: &str| map.around(id).any(|(edge, _)| has(&edge.features, "railroad"));
    assert!(!rails(&hex.id) && map.around(&hex.id).all(|(_, there)| !rails(there)));
}

#[test]
fn brandywine_lies_on_the_south_branch_and_is_not_the_unions() {
    let map = map();
    let hex = map.town("Brandywine");
    assert!(!is(hex, "us-home"));
    let banks = map.along("river", "South Branch");
    assert!(banks.iter().any(|side| side.a == hex.id || side.b == hex.id));
}

/// §2.2, erratum: at Crampton's Gap a bridge leads over Antietam Creek.
#[test]
fn cramptons_gap_has_its_bridge() {
    let map = map();
    let side =
        map.sides().find(|side| text(&side.values, "pass") == Some("Crampton's Gap")).expect("the gap");
    assert!(["mountain", "gap", "river", "bridge"].iter().all(|feature| has(&side.features, feature)));
    assert!(map.along("river", "Antietam Creek").iter().any(|other| other.id == side.id));
}
