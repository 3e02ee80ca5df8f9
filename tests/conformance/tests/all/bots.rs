//! Bots on the scenarios as shipped: `regular` beats `random` from either side, and a scenario is fair to both.
//!
//! Every game follows from its seed, so that these tests always see the same games.

use brigade::Brigade;
use bull_run::BullRun;
use muster_conformance::Scale;
use muster_contract::Module;
use muster_sdk::Native;
use muster_table::messages::{BotKind, Budget};
use muster_table::{Series, SeriesResult, play_series, share};
use outpost::Outpost;

/// Playouts before a choice: a small budget, and less than that for large battles in every test run.
const SMALL: u32 = 32;
const LEAST: u32 = 6;

fn full() -> bool {
    Scale::from_environment() == Scale::FULL
}

fn series(module: &dyn Module, folder: &str, bots: [BotKind; 2], games: u64, playouts: u32) -> SeriesResult {
    let series = Series {
        games,
        bots: bots.to_vec(),
        budget: Budget::Playouts(playouts),
        seed: 1862,
        max_choices: 20_000,
        threads: 0,
    };
    let position = crate::scenario::position(module, folder);
    let result = play_series(module, &position, &series, &|_| {}).unwrap_or_else(|error| panic!("{error}"));
    println!("{folder}, {games} games of {bots:?} with {playouts} playouts: {result:?}");
    assert_eq!(result.unfinished, 0, "{folder}: every game comes to its end");
    result
}

/// `regular` wins this share in hundredths of the games that it plays as each side.
fn beats_chance(module: &dyn Module, folder: &str, playouts: u32) {
    // Half of them from each side.
    let (games, playouts, percent) = if full() { (200, SMALL, 80) } else { (20, playouts, 70) };
    let result = series(module, folder, [BotKind::Regular, BotKind::Random], games, playouts);
    for side in module.describe().sides.iter().map(|side| &side.id) {
        let won = result.bot_side_wins.get(&format!("regular as {side}")).copied().unwrap_or(0);
        assert!(won * 100 >= games / 2 * percent, "{folder}: regular won {won} of {} as {side}", games / 2);
    }
}

/// `regular` against itself: with 95 % certainty each side's share of the wins is between 40 and 60 %, or could be.
fn is_fair(module: &dyn Module, folder: &str, games: u64, playouts: u32) {
    let result = series(module, folder, [BotKind::Regular; 2], games, playouts);
    for (side, &won) in &result.side_wins {
        let decided = games - result.draws;
        let (least, most) = share(won, decided);
        println!("{folder}: {side} won {won} of {decided} decided games, {least:.1} to {most:.1} %");
        assert!(least <= 60.0 && most >= 40.0, "{folder} is unfair: {side} wins {least:.1} to {most:.1} %");
    }
}

#[test]
fn regular_beats_chance_at_shiloh() {
    beats_chance(&Native::<Brigade>::new("brigade"), "shiloh", LEAST);
}

#[test]
fn regular_beats_chance_in_the_first_fight() {
    beats_chance(&Native::<Brigade>::new("brigade"), "first-fight", SMALL);
}

/// The game that authors begin from can be played against a bot as it is.
#[test]
fn regular_beats_chance_at_first_light() {
    beats_chance(&Native::<Outpost>::new("outpost"), "outpost-first-light", SMALL);
}

#[test]
fn first_light_is_fair() {
    let games = if full() { 200 } else { 60 };
    is_fair(&Native::<Outpost>::new("outpost"), "outpost-first-light", games, SMALL);
}

#[test]
#[ignore = "200 games of both bots thinking take an hour; `cargo xtask test --full` plays them"]
fn shiloh_is_fair() {
    is_fair(&Native::<Brigade>::new("brigade"), "shiloh", 200, SMALL);
}

#[test]
fn the_first_fight_is_fair() {
    is_fair(&Native::<Brigade>::new("brigade"), "first-fight", if full() { 200 } else { 60 }, SMALL);
}

#[test]
fn regular_beats_chance_in_the_lesson_of_bull_run() {
    beats_chance(&Native::<BullRun>::new("bull-run"), "bull-run-lesson", SMALL);
}

#[test]
#[ignore = "200 games of the whole field take half an hour; `cargo xtask test --full` plays them"]
fn regular_beats_chance_at_bull_run() {
    beats_chance(&Native::<BullRun>::new("bull-run"), "bull-run", SMALL);
}

#[test]
fn the_lesson_of_bull_run_is_fair() {
    let games = if full() { 200 } else { 60 };
    is_fair(&Native::<BullRun>::new("bull-run"), "bull-run-lesson", games, SMALL);
}

#[test]
#[ignore = "200 games of both bots thinking take an hour; `cargo xtask test --full` plays them"]
fn bull_run_is_fair() {
    is_fair(&Native::<BullRun>::new("bull-run"), "bull-run", 200, SMALL);
}

#[test]
#[ignore = "200 games of both bots thinking take an hour; `cargo xtask test --full` plays them"]
fn noon_at_bull_run_is_fair() {
    is_fair(&Native::<BullRun>::new("bull-run"), "bull-run-noon", 200, SMALL);
}
