//! Leaders by the rulebook's words (§5.1, §5.2), and where the marker starts.

use std::collections::BTreeMap;

use crate::board::map::{SCENARIOS, has, map, number, text_of};
use crate::board::rosters::{Unit, YEARS, roster_of};

fn leaders(scenario: &str, side: &str) -> Vec<Unit> {
    roster_of(scenario).into_iter().filter(|unit| unit.side == side && unit.is_leader()).collect()
}

fn named<'l>(leaders: &'l [Unit], name: &str) -> &'l Unit {
    leaders.iter().find(|leader| leader.name == name).unwrap_or_else(|| panic!("{name} is there"))
}

#[test]
fn ratings_are_within_bounds() {
    for scenario in SCENARIOS {
        for leader in ["us", "cs"].into_iter().flat_map(|side| leaders(scenario, side)) {
            let [steps, fire, speed] =
                [leader.steps, leader.firepower, leader.speed].map(|n| n.expect("a rating"));
            assert!(
                (2..=4).contains(&steps) && (0..=3).contains(&fire) && (1..=3).contains(&speed),
                "{}",
                leader.name
            );
            match leader.command {
                Some(command) => {
                    assert!(leader.kind == "leader" && (0..=2).contains(&command), "{}", leader.name)
                }
                None => assert_eq!(leader.kind, "supreme", "{}", leader.name),
            }
        }
    }
}

/// One supreme leader in his capital, and in the four years three army leaders, one of them with four steps.
#[test]
fn each_side_has_its_leaders_in_play() {
    for (side, supreme, capital) in
        [("us", "Abraham Lincoln", "Washington"), ("cs", "Jefferson Davis", "Richmond")]
    {
        for scenario in SCENARIOS {
            let all = leaders(scenario, side);
            let supremes: Vec<&Unit> = all.iter().filter(|leader| leader.kind == "supreme").collect();
            assert_eq!(supremes.len(), 1);
            assert_eq!(supremes[0].name, supreme);
            assert_eq!(map().space(supremes[0].at.as_ref().expect("a place")).title, capital);
        }
        for (year, scenario) in YEARS {
            let all = leaders(scenario, side);
            let armies: Vec<&Unit> = all.iter().filter(|l| l.kind == "leader" && l.at.is_some()).collect();
            assert_eq!(armies.len(), 3, "{year}, {side}");
            assert_eq!(armies.iter().filter(|leader| leader.steps == Some(4)).count(), 1, "{year}, {side}");
        }
    }
}

/// Both kinds can be drawn in the campaign: pools have leaders of four steps and of fewer.
#[test]
fn pools_can_be_drawn_from() {
    for side in ["us", "cs"] {
        let pool: Vec<Unit> =
            leaders("bobby-lee", side).into_iter().filter(|leader| leader.at.is_none()).collect();
        assert!(pool.iter().any(|leader| leader.steps == Some(4)), "{side}");
        assert!(pool.iter().filter(|leader| leader.steps < Some(4)).count() >= 3, "{side}");
    }
}

#[test]
fn those_who_return_are_the_rulebooks_three() {
    for scenario in SCENARIOS {
        let returning = ["James Longstreet", "P. G. T. Beauregard", "Benjamin F. Butler"];
        for leader in ["us", "cs"].into_iter().flat_map(|side| leaders(scenario, side)) {
            assert_eq!(leader.returns, returning.contains(&leader.name.as_str()), "{}", leader.name);
        }
    }
}

/// §5.2, §5.22: Grant and Sheridan come in the winter in which 1864 begins, and Grant in Lincoln's place.
#[test]
fn grant_and_sheridan_wait_for_1864() {
    for (_, scenario) in YEARS.into_iter().chain([(1861, "bobby-lee")]) {
        let union = leaders(scenario, "us");
        for leader in &union {
            let waits = ["Ulysses S. Grant", "Philip H. Sheridan"].contains(&leader.name.as_str());
            let joins = (leader.joins_year, leader.joins_quarter);
            assert_eq!(joins, (waits.then_some(1863), waits.then_some(4)), "{}", leader.name);
            assert!(!waits || leader.at.is_none(), "{}", leader.name);
        }
        let grant = named(&union, "Ulysses S. Grant");
        assert!(grant.replaces_supreme && grant.steps == Some(4) && grant.kind == "leader");
        assert_eq!(union.iter().filter(|leader| leader.replaces_supreme).count(), 1);
        assert!(leaders(scenario, "cs").iter().all(|l| l.joins_year.is_none() && !l.replaces_supreme));
    }
}

/// A leader has the same ratings wherever he appears.
#[test]
fn ratings_do_not_change() {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for scenario in SCENARIOS {
        for leader in ["us", "cs"].into_iter().flat_map(|side| leaders(scenario, side)) {
            let ratings =
                format!("{:?}", (leader.steps, leader.command, leader.firepower, leader.speed, leader.side));
            let before = known.entry(leader.name.clone()).or_insert_with(|| ratings.clone());
            assert_eq!(*before, ratings, "{scenario}: {}", leader.name);
        }
    }
    assert!(known.len() >= 20);
}

/// What the Union holds of the South's towns, less what the South holds of the North's, as a year's armies stand.
fn towns(scenario: &str) -> i32 {
    let map = map();
    let roster = roster_of(scenario);
    let holds = |side: &str, hex: &str| {
        roster.iter().any(|unit| unit.side == side && unit.at.as_deref() == Some(hex))
    };
    map.hexes()
        .filter_map(|hex| Some((hex, number(&hex.values, "vp")?)))
        .map(|(hex, worth)| match has(&hex.features, "us-home") {
            true => -worth * i32::from(holds("cs", &hex.id)),
            false => worth * i32::from(holds("us", &hex.id)),
        })
        .sum()
}

fn start(scenario: &str) -> i32 {
    let text = text_of(scenario, "scenario.rhai");
    let (_, rest) = text.split_once("fact(\"victory\", ").unwrap_or_else(|| panic!("{scenario} has a start"));
    rest.split(')').next().expect("a number").parse().expect("a number")
}

/// The rulebook prints 1863 on the Union's 2 and 1864 on the Confederacy's 2 (§4.33, §5.2). The others follow: each
/// year begins where the one before did, less a point for each of its quarters, with the towns that changed hands by the
/// set-ups and three for emancipation in 1862 (§4.32, §4.4, §4.6).
#[test]
fn the_marker_starts_where_the_year_before_leads() {
    let starts = YEARS.map(|(_, scenario)| start(scenario));
    assert_eq!(starts[2..], [2, -2]);
    let held = YEARS.map(|(_, scenario)| towns(scenario));
    for ((index, quarters), emancipation) in [(0, 3), (1, 4), (2, 4)].into_iter().zip([0, 3, 0]) {
        let next = starts[index] - quarters + held[index + 1] - held[index] + emancipation;
        assert_eq!(next, starts[index + 1], "{} leads to {}", YEARS[index].0, YEARS[index + 1].0);
    }
    assert_eq!(start("bobby-lee"), starts[0]);
    // The Valley begins within 1862, with Winchester taken since.
    assert_eq!(start("bobby-lee-valley"), starts[1] + 1);
}
