//! What the rulebook and the field itself say of places holds on the board.

use std::collections::BTreeSet;

use crate::board::field::{Field, LAST_UNION, Spot, number, text, whole};

/// The fords from south-east to north-west, the Union's bank first (§4.3.1).
const FORDS: [(&str, [u16; 2]); 9] = [
    ("Blackburn's Ford", [88, 90]),
    ("Mitchell's Ford", [87, 95]),
    ("Island Ford", [82, 101]),
    ("Ball's Ford", [80, 102]),
    ("Lewis Ford", [79, 106]),
    ("Farm Ford", [76, 108]),
    ("Poplar Ford", [75, 110]),
    ("Sudley Ford", [69, 114]),
    ("upper ford", [67, 117]),
];

/// Where a point of the ground lies, from metres east and north of the Stone Bridge.
fn on_the_ground(east: i64, north: i64) -> Spot {
    [(east + 5_000) / 5, (4_100 - north) / 5]
}

fn locale_at(field: &Field, spot: Spot) -> u16 {
    let holds = |outline: &[Spot]| {
        crate::board::field::sides(outline)
            .all(|[a, b]| (b[0] - a[0]) * (spot[1] - a[1]) >= (b[1] - a[1]) * (spot[0] - a[0]))
    };
    *field.locales.iter().find(|(_, locale)| holds(&locale.outline)).expect("the spot is on the field").0
}

#[test]
fn bull_run_is_crossed_at_its_fords_and_the_stone_bridge_alone() {
    let field = whole();
    let mut crossings = BTreeSet::new();
    for boundary in &field.boundaries {
        let banks = boundary.ends.map(|end| end > LAST_UNION);
        assert_eq!(banks[0] != banks[1], boundary.is_bull_run(), "{:?}", boundary.ends);
        if let Some(crossing) = text(&boundary.values, "crossing") {
            crossings.insert((crossing, boundary.ends));
            let kind =
                if crossing == "Stone Bridge" { ("passable", "bridge") } else { ("restricted", "ford") };
            assert!((boundary.kind(), true) == (kind.0, boundary.has(kind.1)), "{crossing}");
        } else if boundary.is_bull_run() {
            assert_eq!(boundary.kind(), "impassable", "{:?}", boundary.ends);
        }
    }
    let mut known = BTreeSet::from(FORDS);
    known.insert(("Stone Bridge", [77, 107]));
    assert_eq!(crossings, known);
}

#[test]
fn fords_follow_one_another_up_the_stream() {
    let field = whole();
    let places = FORDS.map(|(_, [a, b])| {
        let [one, other] = field.corners(field.between(a, b).unwrap());
        [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]
    });
    let river = &field.ways.iter().find(|way| way.feature == "river").unwrap().course;
    let along = places.map(|place| {
        let near = |spot: &Spot| (spot[0] - place[0]).pow(2) + (spot[1] - place[1]).pow(2);
        (0..river.len()).min_by_key(|index| near(&river[*index])).unwrap()
    });
    assert!(along.is_sorted_by(|down, up| down > up), "{along:?}");
}

/// Within 350 metres of where the fords were, as far as that is known.
#[test]
fn fords_are_where_they_were() {
    let field = whole();
    let places = [
        ("Blackburn's Ford", 4_420, -2_320),
        ("Mitchell's Ford", 3_400, -2_540),
        ("Island Ford", 1_980, -2_120),
        ("Ball's Ford", 1_420, -1_580),
        ("Lewis Ford", 680, -1_150),
        ("Stone Bridge", 0, 0),
        ("Farm Ford", -550, 840),
        ("Poplar Ford", -1_180, 1_580),
        ("Sudley Ford", -3_080, 2_140),
    ];
    for (name, east, north) in places {
        let boundary = field.boundaries.iter().find(|b| text(&b.values, "crossing") == Some(name)).unwrap();
        let [a, b] = field.corners(boundary);
        let middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
        let off = crate::board::field::metres([middle, on_the_ground(east, north)]);
        assert!(off <= 350.0, "{name} is {off:.0} m off");
    }
}

#[test]
fn places_lie_in_their_locales() {
    let field = whole();
    let places = [
        ("Centreville", 6_150, 1_800, 23),
        ("Groveton", -4_030, -1_130, 134),
        ("New Market", -1_260, -3_600, 153),
        ("Stone House", -2_170, -640, 144),
        ("Henry house", -1_990, -1_120, 143),
        ("Robinson house", -1_260, -900, 157),
        ("Matthews house", -2_520, 420, 128),
        ("Chinn house", -2_850, -1_550, 140),
        ("Portici", -380, -1_460, 104),
        ("Sudley Mill", -3_420, 2_200, 114),
        ("Van Pelt house", -640, 300, 108),
        ("Pittsylvania", -1_540, 760, 109),
    ];
    for (name, east, north, locale) in places {
        assert_eq!(locale_at(&field, on_the_ground(east, north)), locale, "{name}");
    }
    let on_edge = |locale: u16, axis: usize, limit: i64| {
        field.locales[&locale].outline.iter().any(|spot| spot[axis] == limit)
    };
    assert!(on_edge(23, 0, 2360), "Centreville lies on the eastern edge");
    assert!(on_edge(153, 1, 1620), "New Market lies on the southern edge");
}

/// Neighbours, kinds and room that the examples of the rulebook take for granted (§8.1, §8.2, §8.4, §8.6.4).
#[test]
fn the_examples_can_be_laid_out() {
    let field = whole();
    let passable = |a: u16, b: u16| field.between(a, b).is_some_and(|found| found.kind() == "passable");
    let neighbours = [
        (10, 11),
        (10, 13),
        (11, 12),
        (11, 13),
        (12, 13),
        (13, 14),
        (20, 21),
        (21, 22),
        (35, 36),
        (36, 37),
        (36, 39),
    ];
    for (a, b) in neighbours {
        assert!(passable(a, b), "{a}/{b}");
    }
    assert!(field.between(20, 22).is_none(), "the charge starts two locales away");
    for (a, b) in [(20, 21), (21, 22)] {
        let boundary = field.between(a, b).unwrap();
        assert!(boundary.approaches.iter().all(|approach| !approach.contains_key("obstructed")), "{a}/{b}");
    }
    assert_eq!(number(field.between(21, 22).unwrap().approach(22), "cavalry").unwrap_or(0), 0);
    let assaulted = field.between(36, 37).unwrap();
    assert!(assaulted.has("wide"));
    assert_eq!(number(assaulted.approach(36), "infantry").unwrap_or(0), 0);
    for (locale, least) in [(11, 2), (12, 3), (13, 2), (14, 3), (23, 6), (36, 5), (37, 7)] {
        assert!(field.capacity(locale) >= least, "{locale} holds {least}");
    }
    assert!(field.around(35).any(|(boundary, there)| there != 36 && boundary.kind() != "impassable"));
}

/// The roads of the march examples (§8.6.4): one local road through 11, 12, 13 and 14, a second over 12/13, none by 10.
#[test]
fn the_marches_of_the_examples_have_their_roads() {
    let field = whole();
    let local = |a: u16, b: u16| field.between(a, b).unwrap().roads("local-roads");
    let common = |road: &&&str| local(12, 13).contains(road) && local(13, 14).contains(road);
    assert_eq!(local(11, 12).iter().filter(common).count(), 1);
    assert_eq!(local(12, 13).len(), 2);
    for class in ["main-roads", "local-roads"] {
        assert_eq!(field.between(11, 13).unwrap().roads(class), Vec::<&str>::new());
        let by_ten = [(11, 10), (10, 13)].map(|(a, b)| field.between(a, b).unwrap().roads(class).len());
        assert!(by_ten.contains(&0), "no road leads from 11 by 10 to 13");
    }
}

#[test]
fn there_is_room_to_set_up() {
    let field = whole();
    for (side, least, most, cubes) in [("cs", 8, 24, 3), ("us", 6, 24, 4)] {
        let locales = field.with(&format!("{side}-setup"));
        assert!((least..=most).contains(&locales.len()), "{side}: {locales:?}");
        let room: i64 = locales.iter().map(|locale| field.capacity(*locale).min(cubes)).sum();
        assert!(room >= 24, "{side} has room for {room}");
        assert!(locales.iter().all(|locale| (*locale > LAST_UNION) == (side == "cs")), "{side}: {locales:?}");
    }
    assert!(field.with("us-setup").contains(&43), "43 screens Centreville");
}

/// §13.3: the Union's stars lie near the southern edge, a locale in from it; the others around Centreville, none in it.
#[test]
fn objectives_leave_room_behind_them() {
    let field = whole();
    let south = |locale: u16| field.locales[&locale].outline.iter().any(|spot| spot[1] == 1620);
    let blue = field.with("us-objective");
    assert!(blue.contains(&151));
    for star in &blue {
        assert!(!south(*star), "{star} lies on the edge itself");
        assert!(field.around(*star).any(|(_, there)| south(there)), "{star} lies farther in");
    }
    let gray = field.with("cs-objective");
    let around: BTreeSet<u16> = field.around(23).map(|(_, there)| there).collect();
    assert!(gray.len() == 4 && gray.is_subset(&around) && !gray.contains(&23), "{gray:?}");
}

#[test]
fn entries_lie_on_the_edge_where_a_road_leads_off() {
    let field = whole();
    for side in ["us", "cs"] {
        let entries = field.with(&format!("{side}-entry"));
        assert!(!entries.is_empty());
        for entry in entries {
            assert_eq!(entry > LAST_UNION, side == "cs");
            let leads_off = field.ways.iter().filter(|way| way.feature == "road").any(|way| {
                [way.course.first(), way.course.last()].into_iter().flatten().any(|end| {
                    let edge = end[0] == 0 || end[1] == 0 || end[0] == 2360 || end[1] == 1620;
                    edge && locale_at(&field, *end) == entry
                })
            });
            assert!(leads_off, "no road leads off the map from {entry}");
        }
    }
}
