//! Bots at this game: `regular` beats chance from either side and carries out a plan, and games recorded as text.
//!
//! Every game follows from its seed. `MUSTER_FULL=1` plays more of them; `--ignored` the years, which take longer. After a
//! change of the rules or the policy on purpose, `MUSTER_RECORD=1` records the games anew.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, atomic::AtomicBool};

use bobby_lee::BobbyLee;
use muster_conformance::{Guarded, NothingHidden, Scale, Subject, Walk, playthrough, scenario};
use muster_contract::{Attribute, Module, Position, Value};
use muster_sdk::Native;
use muster_table::bots::{BotJob, Desk, derive_seed};
use muster_table::history::Snapshot;
use muster_table::messages::{BotKind, Budget};
use muster_table::{Series, SeriesResult, play_series, share};

/// Playouts before a choice: a small budget, and less than that for every test run.
const SMALL: u32 = 32;
const LEAST: u32 = 16;

fn module() -> Native<BobbyLee> {
    Native::new("bobby-lee")
}

fn named(name: &str) -> Position {
    scenario(&module(), concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name)
}

fn full() -> bool {
    Scale::from_environment() == Scale::FULL
}

fn series(name: &str, bots: [BotKind; 2], games: u64, playouts: u32) -> SeriesResult {
    let series = Series {
        games,
        bots: bots.to_vec(),
        budget: Budget::Playouts(playouts),
        seed: 1862,
        max_choices: 20_000,
        threads: 0,
    };
    let result =
        play_series(&module(), &named(name), &series, &|_| {}).unwrap_or_else(|error| panic!("{error}"));
    println!("{name}, {games} games of {bots:?} with {playouts} playouts: {result:?}");
    assert_eq!(result.unfinished, 0, "{name}: every game comes to its end");
    result
}

/// `regular` wins this share in hundredths of the games that it plays as each side.
fn beats_chance(name: &str) {
    let (games, playouts, percent) = if full() { (200, SMALL, 80) } else { (40, LEAST, 70) };
    let result = series(name, [BotKind::Regular, BotKind::Random], games, playouts);
    for side in ["us", "cs"] {
        let won = result.bot_side_wins.get(&format!("regular as {side}")).copied().unwrap_or(0);
        assert!(won * 100 >= games / 2 * percent, "{name}: regular won {won} of {} as {side}", games / 2);
    }
}

/// `regular` against itself: with 95 % certainty each side's share of the wins is between 40 and 60 %, or could be.
fn is_fair(name: &str) {
    let games = if full() { 200 } else { 100 };
    let result = series(name, [BotKind::Regular; 2], games, LEAST);
    for (side, &won) in &result.side_wins {
        let decided = games - result.draws;
        let (least, most) = share(won, decided);
        println!("{name}: {side} won {won} of {decided} decided games, {least:.1} to {most:.1} %");
        assert!(least <= 60.0 && most >= 40.0, "{name} is unfair: {side} wins {least:.1} to {most:.1} %");
    }
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
#[ignore = "40 games of each of four years take some minutes"]
fn regular_beats_chance_in_every_year() {
    for year in 1861..=1864 {
        beats_chance(&format!("bobby-lee-{year}"));
    }
}

#[test]
#[ignore = "100 games of both bots thinking take some minutes"]
fn the_lesson_and_the_valley_are_fair() {
    is_fair("bobby-lee-lesson");
    is_fair("bobby-lee-valley");
}

/// A year a test, so that one that is unfair doesn't hide the next.
macro_rules! fair {
    ($($name:ident $year:literal)*) => {
        $(#[test]
        #[ignore = "100 games of both bots thinking take some minutes"]
        fn $name() {
            is_fair($year);
        })*
    };
}

fair! {
    the_year_1861_is_fair "bobby-lee-1861"
    the_year_1862_is_fair "bobby-lee-1862"
    the_year_1863_is_fair "bobby-lee-1863"
    the_year_1864_is_fair "bobby-lee-1864"
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

/// A game of `regular` against itself, as a playthrough.
fn between_bots(subject: &Subject<'_>, seed: u64) -> String {
    let position = Arc::new(subject.position.clone());
    let schema = subject.module.describe().state_schema;
    let (never, mut desk) = (AtomicBool::new(false), Desk::default());
    let mut walk = Walk::new(*subject, seed).unwrap();
    let mut text = format!("# {}, seed {seed}\n", subject.module.id());
    while walk.game.outcome().unwrap().is_none() {
        let decisions = walk.game.decisions().unwrap();
        let seat = decisions.iter().find(|decision| decision.waits).unwrap().seat;
        let own = decisions.iter().filter(|decision| decision.seat == seat);
        let choices: Vec<String> =
            own.flat_map(|decision| &decision.choices).map(|choice| choice.id.clone()).collect();
        let revision = walk.taken.len() as u64;
        let seed = derive_seed(seed, "bot", revision);
        let mut samples = Vec::new();
        for number in 0..if choices.len() < 2 { 0 } else { 4 } {
            let sample = walk.game.sample(seat, derive_seed(seed, "sample", number)).unwrap();
            samples.push(Snapshot { schema, save: { sample }.save().unwrap().into() });
        }
        let (kind, budget, position) = (BotKind::Regular, Budget::Playouts(PLAYOUTS), Arc::clone(&position));
        let job = BotJob { seat, revision, kind, budget, seed, choices, samples, position };
        let choice = job.choose(subject.module, &mut desk, &never).unwrap().unwrap();
        walk.take(seat, &choice).unwrap();
        text += &format!("> {seat} {choice}\n");
    }
    playthrough::again(subject, &text).unwrap()
}

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
        std::fs::write(&file, between_bots(&subject, SEED)).unwrap();
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
