//! Leaders, armies and fleets.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::board::map::{MAIN, OTHER, SCENARIOS, cities, file_of, named};
use crate::board::sheet::{ARMIES, LEADERS, OTHER_ARMIES};

#[derive(Deserialize)]
struct File {
    source: String,
    unit: Vec<Unit>,
}

/// A row of a roster.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    id: String,
    side: String,
    kind: String,
    name: String,
    label: Option<String>,
    rating: Option<i32>,
    at: Option<String>,
    size: Option<i32>,
    experience: Option<i32>,
    supply: Option<i32>,
    ships: Option<String>,
}

fn roster(scenario: &str) -> Vec<Unit> {
    let file: File = toml::from_str(&named(scenario, "roster")).unwrap_or_else(|e| panic!("{scenario}: {e}"));
    assert!(file.source.contains("Hutsell (1994) and David Mackey") && file.source.contains("MIT"));
    file.unit
}

fn leaders(scenario: &str) -> Vec<Unit> {
    roster(scenario).into_iter().filter(|unit| unit.kind == "leader").collect()
}

/// 1.4: twenty a side, in the slots of the list, with its ratings.
#[test]
fn leaders_are_as_the_sheet_has_them() {
    for scenario in SCENARIOS {
        let leaders = leaders(scenario);
        let found: Vec<String> = leaders
            .iter()
            .map(|unit| format!("{} {} {}", unit.id, unit.rating.unwrap(), unit.name))
            .collect();
        assert_eq!(found, LEADERS.lines().collect::<Vec<_>>(), "{scenario}");
        for unit in &leaders {
            assert!(unit.id.starts_with(&unit.side), "{scenario}: an id is its side's and its slot");
            assert!((1..=10).contains(&unit.rating.unwrap()), "{unit:?}");
        }
        let names: BTreeSet<&str> = leaders.iter().map(|unit| unit.label.as_deref().unwrap()).collect();
        assert_eq!(names.len(), 40, "{scenario}: no two flags say the same");
    }
}

fn armies(scenario: &str) -> Vec<String> {
    let line = |unit: &Unit| {
        let at = unit.at.as_deref()?;
        let [size, experience, supply] = [unit.size, unit.experience, unit.supply].map(Option::unwrap);
        Some(format!("{} {at} {size} {experience} {supply}", unit.id))
    };
    leaders(scenario).iter().filter_map(line).collect()
}

/// 2.2, 2.3: the armies, and how many men each side has.
#[test]
fn armies_are_as_the_sheet_has_them() {
    for (scenario, rows) in [(MAIN[0], ARMIES), (MAIN[1], ARMIES), (OTHER, OTHER_ARMIES)] {
        assert_eq!(armies(scenario), rows.lines().collect::<Vec<_>>(), "{scenario}");
    }
    let men = |side: &str| {
        let own = leaders(MAIN[0]).into_iter().filter(|unit| unit.side == side);
        own.filter_map(|unit| unit.size).sum::<i32>()
    };
    assert_eq!([men("us"), men("cs")], [980, 715]);
    let count = |side: &str| armies(OTHER).iter().filter(|row| row.starts_with(side)).count();
    assert_eq!([count("us"), count("cs")], [7, 8]);
}

/// The lesson has fewer armies, each as on the main sheet.
#[test]
fn the_lesson_has_some_of_the_armies() {
    let lesson = armies("cw-strategy-lesson");
    assert_eq!(lesson.len(), 6);
    assert!(lesson.iter().all(|row| ARMIES.lines().any(|wanted| wanted == row)), "{lesson:?}");
}

/// 2.4, 17.6: fleets, and where they lie.
#[test]
fn fleets_are_as_the_sheet_has_them() {
    let fleets = |scenario: &str| -> Vec<String> {
        let own = roster(scenario).into_iter().filter(|unit| unit.kind == "fleet");
        own.map(|unit| format!("{} {} {}", unit.id, unit.at.unwrap(), unit.ships.unwrap())).collect()
    };
    for scenario in &MAIN[..2] {
        assert_eq!(fleets(scenario), ["us-fleet philadelphia WWWW", "cs-fleet mobile W"], "{scenario}");
    }
    assert_eq!(fleets(OTHER), ["us-fleet philadelphia IWWW", "cs-fleet mobile W"]);
    assert_eq!(fleets("cw-strategy-lesson"), ["us-fleet philadelphia WWWW"]);
}

/// An army stands in a city of its own side, a fleet in a port of its own.
#[test]
fn everybody_stands_at_home() {
    for scenario in SCENARIOS {
        let cities = cities(&file_of(scenario).board);
        for unit in roster(scenario) {
            let Some(at) = &unit.at else { continue };
            let city = cities.iter().find(|city| city.id == *at).unwrap_or_else(|| panic!("{unit:?}"));
            assert_eq!(city.owner, unit.side, "{unit:?}");
            assert!(unit.kind != "fleet" || city.port, "{unit:?}");
        }
    }
}
