//! The orders of battle: how many blocks of which kind and strength, where they stand, and why.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::board::map::{SCENARIOS, has, map, named};

#[derive(Deserialize)]
struct File {
    source: String,
    unit: Vec<Unit>,
}

/// A block.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Unit {
    pub id: String,
    pub side: String,
    pub kind: String,
    pub label: String,
    pub name: String,
    pub formation: Option<String>,
    pub at: Option<String>,
    pub strength: Option<i64>,
    pub steps: Option<i64>,
    pub command: Option<i64>,
    pub firepower: Option<i64>,
    pub speed: Option<i64>,
    #[serde(default)]
    pub returns: bool,
    pub joins_year: Option<i64>,
    pub joins_quarter: Option<i64>,
    #[serde(default)]
    pub replaces_supreme: bool,
}

impl Unit {
    pub fn is_leader(&self) -> bool {
        self.kind == "leader" || self.kind == "supreme"
    }
}

/// The four years, and the scenario with each one's order of battle.
pub const YEARS: [(i32, &str); 4] =
    [(1861, "bobby-lee-1861"), (1862, "bobby-lee-1862"), (1863, "bobby-lee-1863"), (1864, "bobby-lee-1864")];

pub fn roster_of(scenario: &str) -> Vec<Unit> {
    let file: File = toml::from_str(&named(scenario, "roster")).unwrap_or_else(|e| panic!("{scenario}: {e}"));
    assert!(file.source.contains("not known"), "{scenario} says what is ours");
    let ids: BTreeSet<&str> = file.unit.iter().map(|unit| unit.id.as_str()).collect();
    assert_eq!(ids.len(), file.unit.len(), "{scenario}: ids are unique");
    file.unit
}

/// The most steps of a kind (§3.62 to 3.65).
fn most(side: &str, kind: &str) -> i64 {
    match (kind, side) {
        ("infantry", "us") | ("garrison" | "cavalry" | "artillery", "cs") => 3,
        ("infantry", _) | ("garrison" | "artillery", _) => 4,
        ("cavalry", _) => 2,
        _ => panic!("{kind} has no steps of its own"),
    }
}

#[test]
fn strengths_are_within_their_steps() {
    for scenario in SCENARIOS {
        for unit in roster_of(scenario) {
            assert!(unit.id.starts_with(&format!("{}-", unit.side)), "{}", unit.id);
            assert_eq!(unit.formation.is_none(), unit.is_leader(), "{}", unit.id);
            assert_eq!(unit.at.is_some(), unit.strength.is_some(), "{scenario}: {}", unit.id);
            let steps =
                if unit.is_leader() { unit.steps.expect("steps") } else { most(&unit.side, &unit.kind) };
            let strength = unit.strength.unwrap_or(1);
            assert!((1..=steps).contains(&strength), "{scenario}: {} has {strength} of {steps}", unit.id);
        }
    }
}

/// 96 blocks less three entrenchments a side and four markers: 43 a side, in all years together.
#[test]
fn the_box_has_enough_blocks() {
    for side in ["us", "cs"] {
        let mut leaders = BTreeSet::new();
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for scenario in SCENARIOS {
            let mut here: BTreeMap<String, usize> = BTreeMap::new();
            for unit in roster_of(scenario).into_iter().filter(|unit| unit.side == side) {
                if unit.is_leader() {
                    leaders.insert(unit.name);
                } else {
                    *here.entry(unit.kind).or_default() += 1;
                }
            }
            for (kind, count) in here {
                let most = kinds.entry(kind).or_default();
                *most = count.max(*most);
            }
        }
        let blocks = leaders.len() + kinds.values().sum::<usize>();
        assert!((40..=43).contains(&blocks), "{side}: {leaders:?}, {kinds:?}");
    }
}

/// Events name units by their names, so none may be part of another's.
#[test]
fn names_are_not_contained_in_one_another() {
    for scenario in SCENARIOS {
        let roster = roster_of(scenario);
        for one in &roster {
            let others = roster.iter().filter(|other| other.id != one.id);
            for other in others {
                assert!(!other.name.contains(&one.name), "{scenario}: {} in {}", one.name, other.name);
            }
        }
    }
}

#[test]
fn units_stand_on_the_map_and_apart_from_the_enemy() {
    let map = map();
    for scenario in SCENARIOS {
        let mut owners: BTreeMap<String, String> = BTreeMap::new();
        for unit in roster_of(scenario) {
            let Some(at) = unit.at else { continue };
            assert!(!map.space(&at).title.is_empty(), "{}: {at} has no name", unit.id);
            let owner = owners.entry(at.clone()).or_insert_with(|| unit.side.clone());
            assert_eq!(*owner, unit.side, "{scenario}: both sides stand in {at}");
        }
        for (capital, side) in [("us-capital", "us"), ("cs-capital", "cs")] {
            let hex = map.hexes().find(|hex| has(&hex.features, capital)).expect("a capital");
            assert_eq!(owners.get(&hex.id).map(String::as_str), Some(side), "{scenario}: {capital}");
        }
    }
}

/// Why each unit is there is told in a line above it.
#[test]
fn every_unit_has_its_reason() {
    for scenario in SCENARIOS {
        let text = named(scenario, "roster");
        let lines: Vec<&str> = text.lines().collect();
        for (index, _) in lines.iter().enumerate().filter(|(_, line)| **line == "[[unit]]") {
            let above = lines[index - 1];
            assert!(above.starts_with("# ") && above.ends_with('.'), "{scenario}:{}: {above:?}", index + 1);
        }
    }
}

/// Men or guns to a step.
const SCALE: [(&str, i64); 4] =
    [("infantry", 3500), ("garrison", 3500), ("cavalry", 1000), ("artillery", 24)];

/// Strengths follow from the men or guns in the line above by the scale that the roster's source states.
#[test]
fn strengths_follow_from_men_and_guns() {
    for scenario in SCENARIOS {
        let text = named(scenario, "roster");
        let counted: Vec<i64> = text
            .lines()
            .filter_map(|line| line.strip_prefix("# Men: ").or(line.strip_prefix("# Guns: ")))
            .map(|rest| rest.split('.').next().expect("a number").replace(',', "").parse().expect("a number"))
            .collect();
        let placed: Vec<Unit> =
            roster_of(scenario).into_iter().filter(|unit| unit.at.is_some() && !unit.is_leader()).collect();
        assert_eq!(counted.len(), placed.len(), "{scenario}");
        for (unit, men) in placed.iter().zip(counted) {
            let scale = SCALE.iter().find(|(kind, _)| *kind == unit.kind).expect("a kind").1;
            let strength = ((2 * men + scale) / (2 * scale)).clamp(1, most(&unit.side, &unit.kind));
            assert_eq!(unit.strength, Some(strength), "{scenario}: {}", unit.name);
        }
    }
}

/// The Union is the stronger in every year, the Confederacy has the more horse to its foot, and both grow until 1862.
#[test]
fn armies_are_as_strong_as_they_were() {
    let steps = |scenario: &str, side: &str, kind: &str| -> i64 {
        let placed = roster_of(scenario).into_iter().filter(|unit| unit.side == side && unit.kind == kind);
        placed.filter_map(|unit| unit.strength).sum()
    };
    let foot = YEARS.map(|(_, scenario)| ["us", "cs"].map(|side| steps(scenario, side, "infantry")));
    assert_eq!(foot, [[16, 14], [41, 22], [35, 19], [35, 19]]);
    for (year, scenario) in &YEARS[1..] {
        let horse = ["us", "cs"].map(|side| steps(scenario, side, "cavalry"));
        let foot = ["us", "cs"].map(|side| steps(scenario, side, "infantry"));
        assert!(horse[1] * foot[0] > horse[0] * foot[1], "{year}");
    }
}

#[test]
fn every_block_has_a_label_of_its_own_that_fits() {
    for (_, scenario) in YEARS.into_iter().chain([(0, "bobby-lee-lesson"), (0, "bobby-lee-valley")]) {
        let mut met = BTreeSet::new();
        for unit in roster_of(scenario) {
            assert!((1..=12).contains(&unit.label.chars().count()), "{scenario}: {}", unit.id);
            let own = met.insert((unit.side, unit.kind, unit.label.clone()));
            assert!(own, "{scenario}: two blocks are called {}", unit.label);
        }
    }
}
