//! The orders of battle and the scenarios: how many units of what strength, where they stand, on which board.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::board::field::{Field, board_of, named, text_of, whole};

#[derive(Deserialize)]
struct File {
    source: String,
    unit: Vec<Unit>,
}

#[derive(Clone, Debug, Deserialize)]
struct Unit {
    id: String,
    side: String,
    kind: String,
    name: String,
    formation: String,
    #[serde(default)]
    strength: i64,
    reinforcement: Option<u8>,
    at: Option<String>,
    edge: Option<String>,
}

impl Unit {
    fn locale(&self) -> Option<u16> {
        self.at.as_ref().map(|at| at.parse().expect("a locale's number"))
    }
}

fn roster_of(scenario: &str) -> Vec<Unit> {
    let file: File = toml::from_str(&named(scenario, "roster")).expect("a roster file");
    assert!(!file.source.is_empty());
    let ids: BTreeSet<&str> = file.unit.iter().map(|unit| unit.id.as_str()).collect();
    assert_eq!(ids.len(), file.unit.len(), "{scenario}: ids are unique");
    for unit in &file.unit {
        let strengths = match unit.kind.as_str() {
            "infantry" => 1..=3,
            "cavalry" => 1..=2,
            "artillery" => 1..=1,
            "disrupted" => 0..=0,
            kind => panic!("{}: there is no {kind:?}", unit.id),
        };
        assert!(strengths.contains(&unit.strength), "{} has the strength {}", unit.id, unit.strength);
        assert!(unit.id.starts_with(&format!("{}-", unit.side)), "{}", unit.id);
        assert!(!unit.name.is_empty() && !unit.formation.is_empty(), "{}", unit.id);
    }
    file.unit
}

fn of<'r>(roster: &'r [Unit], side: &'r str, group: Option<u8>) -> impl Iterator<Item = &'r Unit> {
    roster.iter().filter(move |unit| unit.side == side && unit.reinforcement == group)
}

/// §5: 24 units to begin with on each side, and twelve in four groups.
#[test]
fn armies_have_their_numbers() {
    for scenario in ["bull-run", "bull-run-noon"] {
        let roster = roster_of(scenario);
        for side in ["us", "cs"] {
            let groups =
                [None, Some(1), Some(2), Some(3), Some(4)].map(|group| of(&roster, side, group).count());
            assert_eq!(groups, [24, 3, 3, 3, 3], "{scenario}, {side}");
        }
    }
}

/// The Union is a little the stronger, the Confederates have the cavalry, as on the day; pieces are few enough for
/// the box (§3: 36 of each colour).
#[test]
fn the_mix_is_that_of_the_armies() {
    let roster = roster_of("bull-run");
    let strength = |side: &str, kind: &str| -> i64 {
        of(&roster, side, None).filter(|unit| unit.kind == kind).map(|unit| unit.strength).sum()
    };
    let [us, cs] =
        ["us", "cs"].map(|side| ["infantry", "cavalry", "artillery"].map(|kind| strength(side, kind)));
    assert_eq!((us, cs), ([36, 2, 6], [29, 6, 5]));
}

/// Why each unit is there is told in a line above it.
#[test]
fn every_unit_has_its_reason() {
    for scenario in ["bull-run", "bull-run-noon", "bull-run-lesson"] {
        let text = named(scenario, "roster");
        let lines: Vec<&str> = text.lines().collect();
        for (index, _) in lines.iter().enumerate().filter(|(_, line)| **line == "[[unit]]") {
            let above = lines[index - 1];
            assert!(above.starts_with("# ") && above.ends_with('.'), "{scenario}:{}: {above:?}", index + 1);
        }
    }
}

/// Men of infantry and cavalry to a strength point, and the most points of a unit.
const SCALE: [(&str, i64, i64); 2] = [("infantry", 850, 3), ("cavalry", 225, 2)];

/// Strengths follow from the men in the line above by the scale that the roster's source states.
#[test]
fn strengths_follow_from_men() {
    let text = named("bull-run", "roster");
    let men: Vec<i64> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# Men: ").or(line.strip_prefix("# Guns: ")))
        .map(|rest| rest.split('.').next().unwrap().replace(',', "").parse().unwrap())
        .collect();
    let roster = roster_of("bull-run");
    assert_eq!(men.len(), roster.len());
    for (unit, men) in roster.iter().zip(men) {
        match SCALE.iter().find(|(kind, ..)| *kind == unit.kind) {
            Some((_, scale, most)) => {
                assert_eq!(unit.strength, ((men * 2 + scale) / (scale * 2)).clamp(1, *most), "{}", unit.id);
            }
            None => assert!((6..=13).contains(&men), "{} has {men} guns", unit.id),
        }
    }
}

#[test]
fn the_whole_day_begins_with_free_set_up() {
    assert!(roster_of("bull-run").iter().all(|unit| unit.at.is_none()));
}

/// Who stands on the map has room, no enemy beside it, and an enemy opposite if it secures an approach.
#[test]
fn placed_units_stand_where_they_may() {
    for scenario in ["bull-run-noon", "bull-run-lesson"] {
        let (field, roster) = (board_of(scenario), roster_of(scenario));
        let mut there: BTreeMap<u16, Vec<&Unit>> = BTreeMap::new();
        for unit in roster.iter().filter(|unit| unit.reinforcement.is_none()) {
            let locale = unit.locale().unwrap_or_else(|| panic!("{} has no place", unit.id));
            there.entry(locale).or_default().push(unit);
        }
        for (locale, units) in &there {
            assert!(units.len() as i64 <= field.capacity(*locale), "{scenario}: {locale} is too full");
            assert!(
                units.iter().all(|unit| unit.side == units[0].side),
                "{scenario}: {locale} has both sides"
            );
        }
        let mut contacts = 0;
        for unit in there.values().flatten() {
            let Some(edge) = &unit.edge else { continue };
            let here = unit.locale().unwrap();
            let (boundary, beyond) = field
                .around(here)
                .find(|(boundary, _)| format!("{}/{}", boundary.ends[0], boundary.ends[1]) == *edge)
                .unwrap_or_else(|| panic!("{}: {edge} is no boundary of {here}", unit.id));
            assert!(unit.kind != "disrupted" && there.contains_key(&beyond), "{}", unit.id);
            assert_ne!(there[&beyond][0].side, unit.side, "{}", unit.id);
            contacts += usize::from(boundary.kind() == "passable");
        }
        assert!(contacts >= 2, "{scenario}: the armies are in contact");
    }
}

/// The scenarios at noon and in the morning are played on one board, and have the same armies but for what is lost by noon.
#[test]
fn noon_is_the_same_battle() {
    assert!(named("bull-run", "board") == named("bull-run-noon", "board"));
    let [morning, noon] = ["bull-run", "bull-run-noon"].map(roster_of);
    let strengths = |roster: &[Unit]| -> BTreeMap<String, i64> {
        roster.iter().map(|unit| (unit.id.clone(), unit.strength)).collect()
    };
    let (morning, noon) = (strengths(&morning), strengths(&noon));
    assert_eq!(morning.keys().collect::<Vec<_>>(), noon.keys().collect::<Vec<_>>());
    let lost: Vec<(&str, i64)> = morning
        .iter()
        .map(|(id, strength)| (id.as_str(), strength - noon[id]))
        .filter(|(_, lost)| *lost != 0)
        .collect();
    assert_eq!(lost, [("cs-bartow", 1), ("cs-bee", 1), ("cs-evans", 1), ("us-burnside-1", 1)]);
}

/// The lesson's locales and boundaries are the whole field's but for the stars and set-up.
#[test]
fn the_lesson_is_a_piece_of_the_field() {
    let (field, lesson): (Field, Field) = (whole(), board_of("bull-run-lesson"));
    let flags = ["us-setup", "cs-setup", "us-entry", "cs-entry", "us-objective", "cs-objective"];
    let ground = |locale: &crate::board::field::Locale| {
        let mut features = locale.features.clone();
        features.retain(|feature| !flags.contains(&feature.as_str()));
        let mut values = locale.values.clone();
        values.retain(|name, _| !["setup-from", "entry-from", "objective-from"].contains(&name));
        (locale.title.clone(), locale.at, locale.outline.clone(), features, values)
    };
    for (number, locale) in &lesson.locales {
        assert_eq!(ground(locale), ground(&field.locales[number]), "{number}");
    }
    let within = |boundary: &&crate::board::field::Boundary| {
        boundary.ends.iter().all(|end| lesson.locales.contains_key(end))
    };
    let piece: Vec<&crate::board::field::Boundary> = field.boundaries.iter().filter(within).collect();
    assert_eq!(lesson.boundaries.iter().collect::<Vec<_>>(), piece);
    let all: BTreeSet<u16> = lesson.locales.keys().copied().collect();
    assert_eq!(lesson.reached(128, |boundary| boundary.kind() != "impassable"), all);
}

/// Players are told that board, units and morale are made for this platform.
#[test]
fn scenarios_say_that_they_are_a_reconstruction() {
    for scenario in ["bull-run", "bull-run-noon", "bull-run-lesson"] {
        for text in [text_of(scenario, "scenario.rhai"), named(scenario, "board")] {
            assert!(text.contains("reconstruct"), "{scenario}");
        }
    }
    assert!(named("bull-run", "roster").contains("The mix of units is a reconstruction"));
}
