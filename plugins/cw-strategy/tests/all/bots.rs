//! Bots at this game: `regular` and `classic` beat chance from either side, and `regular` against itself is fair.
//!
//! Every game follows from its seed. `MUSTER_FULL=1` plays more of them; `--ignored` plays the balance.

use cw_strategy::CwStrategy;
use muster_conformance::{Scale, scenario};
use muster_contract::{Attribute, Position, Value};
use muster_sdk::Native;
use muster_table::messages::{BotKind, Budget, PolicyId};
use muster_table::{Series, SeriesResult, play_series, share};

/// Playouts before a choice: a small budget.
const SMALL: u32 = 16;
const LEAST: u32 = 8;

fn module() -> Native<CwStrategy> {
    Native::new("cw-strategy")
}

fn named(name: &str) -> Position {
    scenario(&module(), concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), name)
}

fn full() -> bool {
    Scale::from_environment() == Scale::FULL
}

fn classic() -> BotKind {
    BotKind::Policy(PolicyId::new("classic").unwrap())
}

fn series(position: &Position, bots: [BotKind; 2], games: u64, playouts: u32) -> SeriesResult {
    let series = Series {
        games,
        bots: bots.to_vec(),
        budget: Budget::Playouts(playouts),
        seed: 1861,
        max_choices: 20_000,
        threads: 0,
    };
    let result = play_series(&module(), position, &series, &|_| {}).unwrap_or_else(|error| panic!("{error}"));
    println!("{games} games of {bots:?} with {playouts} playouts: {result:?}");
    assert_eq!(result.unfinished, 0, "every game comes to its end");
    result
}

/// A bot wins this share in hundredths of the games that it plays as each side.
fn beats_chance(bot: BotKind) {
    let (games, playouts, percent) = if full() { (200, SMALL, 80) } else { (40, LEAST, 70) };
    let result = series(&named("cw-strategy"), [bot, BotKind::Random], games, playouts);
    for side in ["us", "cs"] {
        let name = format!("{} as {side}", bot.name());
        let won = result.bot_side_wins.get(&name).copied().unwrap_or(0);
        assert!(won * 100 >= games / 2 * percent, "{name} won {won} of {}", games / 2);
    }
}

#[test]
fn regular_beats_chance() {
    beats_chance(BotKind::Regular);
}

#[test]
fn classic_beats_chance() {
    beats_chance(classic());
}

/// `regular` against itself with the options as they come: with 95 % certainty each side's share of the wins is between 40 and 60 %,
/// or could be.
fn is_fair(name: &str) {
    let games = 200;
    let result = series(&named(name), [BotKind::Regular; 2], games, LEAST);
    for (side, &won) in &result.side_wins {
        let decided = games - result.draws;
        let (least, most) = share(won, decided);
        println!("{name}: {side} won {won} of {decided} decided games, {least:.1} to {most:.1} %");
        assert!(least <= 60.0 && most >= 40.0, "{name} is unfair: {side} wins {least:.1} to {most:.1} %");
    }
}

#[test]
#[ignore = "200 games of both bots thinking take some minutes"]
fn the_war_is_fair() {
    is_fair("cw-strategy");
}

#[test]
#[ignore = "200 games of both bots thinking take some time"]
fn the_lesson_is_fair() {
    is_fair("cw-strategy-lesson");
}

/// What the computer is given by balance, and how bold it is: the classic opponent plays to the end at every level.
#[test]
fn classic_plays_at_every_level() {
    for computer in ["us", "cs"] {
        for level in 0..=5 {
            let mut position = named("cw-strategy");
            let number =
                |name: &str, value: i32| Attribute { name: name.to_owned(), value: Value::Number(value) };
            let told = Attribute { name: "computer".to_owned(), value: Value::Text(computer.to_owned()) };
            let events = Attribute { name: "events".to_owned(), value: Value::Flag(true) };
            position.setup.options.extend([
                number("aggression", level),
                number("balance", level.max(1)),
                told,
                events,
            ]);
            series(&position, [classic(); 2], 2, LEAST);
        }
    }
}
