//! Series of games between bots: `regular` beats chance from either side, and a scenario is fair to both.
//!
//! Every game follows from its seed, so that a test always sees the same ones. `MUSTER_FULL=1` plays more of them.

use muster_contract::{Module, Position};
use muster_table::messages::{BotKind, Budget};
use muster_table::{Series, SeriesResult, play_series, share};

use crate::Scale;

/// Playouts before a choice that make a small budget.
pub const SMALL: u32 = 32;

/// Choices after which a game counts as endless.
const LONGEST: u64 = 20_000;
/// Games against chance at the full scale, half of them from each side.
const FULL_GAMES: u64 = 200;
/// The share in hundredths that `regular` wins against chance: at the full scale, and with few games.
const FULL_PERCENT: u64 = 80;
const PERCENT: u64 = 70;
/// Shares in hundredths that are fair.
const FAIR: (f64, f64) = (40.0, 60.0);

/// Whether tests are to play all that they can.
#[must_use]
pub fn full() -> bool {
    Scale::from_environment() == Scale::FULL
}

fn series(
    module: &dyn Module,
    position: &Position,
    name: &str,
    bots: [BotKind; 2],
    games: u64,
    playouts: u32,
) -> SeriesResult {
    let series = Series {
        games,
        bots: bots.to_vec(),
        budget: Budget::Playouts(playouts),
        seed: 1862,
        max_choices: LONGEST,
        threads: 0,
    };
    let result = play_series(module, position, &series, &|_| {}).unwrap_or_else(|error| panic!("{error}"));
    println!("{name}, {games} games of {bots:?} with {playouts} playouts: {result:?}");
    assert_eq!(result.unfinished, 0, "{name}: every game comes to its end");
    result
}

/// `regular` beats `random` in most of so many games, half of which it plays as each side; at the full scale in four fifths of
/// a hundred from each. `name` is the scenario's, for what is printed.
///
/// # Panics
///
/// If it doesn't, or a game has no end.
pub fn beats_chance(module: &dyn Module, position: &Position, name: &str, games: u64, playouts: u32) {
    let (games, playouts, percent) =
        if full() { (FULL_GAMES, SMALL, FULL_PERCENT) } else { (games, playouts, PERCENT) };
    let result = series(module, position, name, [BotKind::Regular, BotKind::Random], games, playouts);
    for side in module.describe().sides.iter().map(|side| &side.id) {
        let won = result.bot_side_wins.get(&format!("regular as {side}")).copied().unwrap_or(0);
        assert!(won * 100 >= games / 2 * percent, "{name}: regular won {won} of {} as {side}", games / 2);
    }
}

/// `regular` against itself: with 95 % certainty each side's share of the decided games is between 40 and 60 %, or could be.
///
/// # Panics
///
/// If it can't be, or a game has no end.
pub fn is_fair(module: &dyn Module, position: &Position, name: &str, games: u64, playouts: u32) {
    let result = series(module, position, name, [BotKind::Regular; 2], games, playouts);
    let decided = games - result.draws;
    // A side that has never won is not in the list of those who have.
    for side in module.describe().sides.iter().map(|side| &side.id) {
        let won = result.side_wins.get(side).copied().unwrap_or(0);
        let (least, most) = share(won, decided);
        println!("{name}: {side} won {won} of {decided} decided games, {least:.1} to {most:.1} %");
        let fair = least <= FAIR.1 && most >= FAIR.0;
        assert!(fair, "{name} is unfair: {side} wins {least:.1} to {most:.1} %");
    }
}
