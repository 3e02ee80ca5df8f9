//! Bots at this game: `regular` beats chance from either side and carries out a plan, and games recorded as text.
//!
//! Every game follows from its seed. `MUSTER_FULL=1` plays more of them; `--ignored` the years, which take longer. After a
//! change of the rules or the policy on purpose, `MUSTER_RECORD=1` records the games anew.

use std::collections::BTreeMap;
use std::path::Path;

use muster_conformance::{Guarded, NothingHidden, Scale, Subject, playthrough, series};
use muster_contract::{Attribute, Module, Position, Value};

use crate::conformance::{module, named};

/// Playouts before a choice: half of what is a small budget.
const LEAST: u32 = 16;

/// Games against chance at the quick scale, half of them from each side.
const AGAINST_CHANCE: u64 = 40;

fn beats_chance(name: &str) {
    series::beats_chance(&module(), &named(name), name, AGAINST_CHANCE, LEAST);
}

/// With the option that is for balance; without it time alone wins most years for the Confederacy.
fn is_fair(name: &str) {
    let games = if series::full() { 200 } else { 100 };
    let mut position = named(name);
    position.setup.options.push(Attribute { name: "balanced-year".to_owned(), value: Value::Flag(true) });
    series::is_fair(&module(), &position, name, games, LEAST);
}

#[test]
fn regular_beats_chance_in_the_lesson() {
    beats_chance("bobby-lee-lesson");
}

#[test]
fn regular_beats_chance_in_the_valley() {
    beats_chance("bobby-lee-valley");
}

#[test]
#[ignore = "40 games of a year take some minutes"]
fn regular_beats_chance_in_1861() {
    beats_chance("bobby-lee-1861");
}

#[test]
#[ignore = "40 games of a year take some minutes"]
fn regular_beats_chance_in_1862() {
    beats_chance("bobby-lee-1862");
}

#[test]
#[ignore = "40 games of a year take some minutes"]
fn regular_beats_chance_in_1863() {
    beats_chance("bobby-lee-1863");
}

#[test]
#[ignore = "40 games of a year take some minutes"]
fn regular_beats_chance_in_1864() {
    beats_chance("bobby-lee-1864");
}

#[test]
#[ignore = "100 games of both bots thinking take some minutes"]
fn the_lesson_and_the_valley_are_fair() {
    is_fair("bobby-lee-lesson");
    is_fair("bobby-lee-valley");
}

#[test]
#[ignore = "100 games of both bots thinking take some minutes"]
fn the_year_1861_is_fair() {
    is_fair("bobby-lee-1861");
}

#[test]
#[ignore = "100 games of both bots thinking take some minutes"]
fn the_year_1862_is_fair() {
    is_fair("bobby-lee-1862");
}

#[test]
#[ignore = "100 games of both bots thinking take some minutes"]
fn the_year_1863_is_fair() {
    is_fair("bobby-lee-1863");
}

#[test]
#[ignore = "100 games of both bots thinking take some minutes"]
fn the_year_1864_is_fair() {
    is_fair("bobby-lee-1864");
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs"))
}

#[test]
fn playthroughs_agree() {
    let module = Guarded(module());
    let mut position = named("long-war");
    position.setup.options.push(Attribute { name: "free-deployment".to_owned(), value: Value::Flag(true) });
    // The war is in its third year; the proclamation is still to come.
    position.setup.facts.push(Attribute { name: "emancipated".to_owned(), value: Value::Flag(false) });
    let subject =
        Subject { module: &module, position: &position, hidden: &NothingHidden, scale: Scale::QUICK };
    // No house rule is on here.
    let described = module.describe().decisions.iter().map(|kind| kind.id.as_str());
    let kinds: Vec<&str> = described.filter(|&kind| kind != "house-rule").collect();
    playthrough::compare_folder(&subject, folder(), &kinds).unwrap_or_else(|finding| panic!("{finding}"));
}

/// The recorded game of a plan, its seed, and how much `regular` thought.
const RECORDED: &str = "plan.txt";
const SEED: u64 = 1;
const PLAYOUTS: u32 = 16;
const ALEXANDRIA: &str = "1211";
const MANASSAS: &str = "1112";
const DUMFRIES: &str = "1113";
const FREDERICKSBURG: &str = "1115";

/// Where units are told to be in a recorded game, by their owners' names of them.
#[derive(Clone, Default)]
struct Field(BTreeMap<String, String>);

impl Field {
    fn standing(&self, side: &str, hex: &str) -> usize {
        self.0.iter().filter(|(unit, at)| unit.starts_with(side) && *at == hex).count()
    }
}

/// The field before each choice, from the scenario's set-up and what is told to the owners of units in a recorded game.
fn fields(position: &Position, recorded: &str) -> Vec<Field> {
    let at = |unit: &muster_contract::Unit| Some((unit.id.clone(), unit.place.clone()?.space));
    let mut field = Field(position.roster.iter().filter_map(at).collect());
    let mut all = Vec::new();
    for line in recorded.lines() {
        if line.starts_with("> ") {
            all.push(field.clone());
            continue;
        }
        let Some((_, told)) = line.split_once(" [") else { continue };
        let units: Vec<&str> = told.split_once(']').map_or("", |(units, _)| units).split(", ").collect();
        if line.contains("eliminated") {
            units.iter().for_each(|unit| drop(field.0.remove(*unit)));
        }
        let Some((_, moved)) = line.split_once(" | Moved ") else { continue };
        let way = moved.split_once(" [").map_or("", |(way, _)| way);
        let to = way.rsplit(' ').next().unwrap_or_default();
        // On the battle board it is still in the battle's hex.
        if to.contains('-') {
            continue;
        }
        for unit in units.into_iter().filter(|unit| !unit.starts_with('?')) {
            field.0.insert(unit.to_owned(), to.to_owned());
        }
    }
    all.push(field);
    all
}

/// A recorded game of the lesson in which a player recognises what the Union is about.
#[test]
fn playthroughs_show_a_plan() {
    let (module, position) = (Guarded(module()), named("bobby-lee-lesson"));
    let subject =
        Subject { module: &module, position: &position, hidden: &NothingHidden, scale: Scale::QUICK };
    let file = folder().join(RECORDED);
    if std::env::var("MUSTER_RECORD").is_ok_and(|record| record == "1") {
        let text = playthrough::between_bots(&subject, SEED, PLAYOUTS);
        std::fs::write(&file, text.unwrap_or_else(|evidence| panic!("{evidence}"))).unwrap();
    }
    let recorded = std::fs::read_to_string(&file).unwrap();
    playthrough::compare(&subject, RECORDED, &recorded).unwrap_or_else(|finding| panic!("{finding}"));
    let fields = fields(&position, &recorded);
    // The Confederates stand behind Bull Run at Manassas; half of the army about Alexandria stays before them all the season.
    assert_eq!(fields[0].standing("us", ALEXANDRIA), 7);
    assert_eq!(fields[0].standing("cs", MANASSAS), 5);
    assert!(fields.iter().all(|field| field.standing("us", ALEXANDRIA) >= 3), "Alexandria is held");
    // Another column goes round them by Dumfries, and takes and keeps Fredericksburg.
    let there = |field: &Field| field.standing("us", FREDERICKSBURG) > 0;
    let taken = fields.iter().position(there).expect("the Union takes Fredericksburg");
    let by = |field: &Field| field.standing("us", DUMFRIES) > 0;
    assert!(fields[..taken].iter().any(by), "it went by Dumfries");
    assert!(fields[taken..].iter().all(there), "it keeps Fredericksburg");
    assert!(recorded.contains("Union side controls Fredericksburg"));
    assert!(recorded.contains("= us "), "which wins the season");
}
