//! The locales lie side by side on the field, without gaps or slivers, and their boundaries are theirs.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::field::{FRAME, LAST_UNION, Spot, metres, number, sides, twice_area, whole};

#[test]
fn locales_are_numbered_without_a_gap() {
    let numbers: Vec<u16> = whole().locales.into_keys().collect();
    assert_eq!(numbers, (1..=158).collect::<Vec<u16>>());
}

/// Every side of a locale is another's, the other way round, or lies on the frame, and all areas together are the
/// frame's: so there is no gap and no overlap.
#[test]
fn locales_tile_the_field() {
    let field = whole();
    let mut owners: BTreeMap<[Spot; 2], u16> = BTreeMap::new();
    for (number, locale) in &field.locales {
        assert!(twice_area(&locale.outline) > 0, "the outline of {number} runs the wrong way round");
        for side in sides(&locale.outline) {
            let known = owners.insert(side, *number);
            assert_eq!(known, None, "{number} has a side that another has too");
        }
    }
    let [least, most] = FRAME;
    for ([a, b], number) in &owners {
        let on_frame = (0..2).any(|axis| a[axis] == b[axis] && [least[axis], most[axis]].contains(&a[axis]));
        assert!(on_frame != owners.contains_key(&[*b, *a]), "{number} has a side from {a:?} to {b:?} alone");
    }
    let areas: i64 = field.locales.values().map(|locale| twice_area(&locale.outline)).sum();
    assert_eq!(areas, 2 * (most[0] - least[0]) * (most[1] - least[1]));
}

#[test]
fn a_boundary_is_listed_once_for_each_side_that_two_locales_share() {
    let field = whole();
    let mut shared: BTreeMap<Spot, BTreeSet<u16>> = BTreeMap::new();
    for (number, locale) in &field.locales {
        locale.outline.iter().for_each(|spot| {
            shared.entry(*spot).or_default().insert(*number);
        });
    }
    let mut pairs = BTreeSet::new();
    for (number, locale) in &field.locales {
        for [a, b] in sides(&locale.outline) {
            let other = shared[&a].intersection(&shared[&b]).find(|other| *other != number);
            if let Some(other) = other {
                assert!(other < number || pairs.insert([*number, *other]), "{number}/{other} has two sides");
            }
        }
    }
    let listed: Vec<[u16; 2]> = field.boundaries.iter().map(|boundary| boundary.ends).collect();
    assert_eq!(
        listed,
        pairs.into_iter().collect::<Vec<_>>(),
        "boundaries stand in order, the smaller number first"
    );
}

#[test]
fn there_are_no_slivers() {
    let field = whole();
    for boundary in &field.boundaries {
        let length = metres(field.corners(boundary));
        assert!(length >= 150.0, "{:?} is {length:.0} m long", boundary.ends);
    }
    for (number, locale) in &field.locales {
        let area = twice_area(&locale.outline) as f64 / 2.0 * 25.0;
        let around: f64 = sides(&locale.outline).map(metres).sum();
        let round = 4.0 * std::f64::consts::PI * area / (around * around);
        assert!(round > 0.45, "{number} is long and thin ({round:.2})");
        assert!((180_000.0..1_700_000.0).contains(&area), "{number} has {area:.0} square metres");
    }
}

#[test]
fn a_locale_holds_its_middle_with_room_around_it() {
    for (number, locale) in whole().locales {
        for [a, b] in sides(&locale.outline) {
            let cross = (b[0] - a[0]) * (locale.at[1] - a[1]) - (b[1] - a[1]) * (locale.at[0] - a[0]);
            // Inside a convex outline and 125 metres from its sides, which is half a unit's front.
            let away = 5.0 * cross as f64 / (metres([a, b]) / 5.0);
            assert!(away >= 125.0, "the middle of {number} is {away:.0} m inside");
        }
    }
}

#[test]
fn every_locale_can_be_reached_and_each_bank_without_crossing_bull_run() {
    let field = whole();
    let all: BTreeSet<u16> = field.locales.keys().copied().collect();
    assert_eq!(field.reached(1, |boundary| boundary.kind() != "impassable"), all);
    for from in [1, LAST_UNION + 1] {
        let bank: BTreeSet<u16> =
            all.iter().copied().filter(|number| (*number > LAST_UNION) == (from > LAST_UNION)).collect();
        let over = |boundary: &crate::board::field::Boundary| {
            boundary.kind() != "impassable" && !boundary.is_bull_run()
        };
        assert_eq!(field.reached(from, over), bank);
    }
}

#[test]
fn locales_are_smaller_where_the_fighting_was() {
    let field = whole();
    let mean = |numbers: &[u16]| {
        let total: i64 = numbers.iter().map(|n| number(&field.locales[n].values, "hectares").unwrap()).sum();
        total / numbers.len() as i64
    };
    let fought_over = [109, 126, 127, 128, 129, 130, 140, 141, 142, 143, 144, 145, 146, 147, 148, 157, 158];
    let far_off = [5, 6, 8, 14, 16, 17, 35, 36, 37, 92, 98, 99, 136, 137, 138, 139, 152, 153, 154];
    assert!(mean(&fought_over) * 3 < mean(&far_off) * 2);
}

/// Numbers that follow one another touch, so that one finds a locale on the map; three pairs can't on such ground, and
/// 89 and 90 stand on either bank.
#[test]
fn following_numbers_are_neighbours() {
    let field = whole();
    let apart: Vec<u16> = (1..158).filter(|number| field.between(*number, number + 1).is_none()).collect();
    assert_eq!(apart, [34, 40, 89, 115]);
}
