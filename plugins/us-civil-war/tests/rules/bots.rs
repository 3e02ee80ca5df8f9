//! The policy `regular`, by its weights alone: against chance from either side, and against itself.
//!
//! ```text
//! cargo test -p us-civil-war --release --test rules -- --ignored --nocapture bots
//! ```

use muster_sdk::{Hosted, play};
use us_civil_war::Side;
use us_civil_war::state::UsCivilWar;

use crate::playouts::Numbers;
use crate::position::*;

/// Choices after which a game counts as endless.
const LONGEST: u32 = 30_000;

/// How a game has ended.
struct Ended {
    winner: Side,
    turn: u8,
    balance: i16,
    choices: u32,
}

/// A game of two policies, the Union's first.
fn play(table: &Hosted<UsCivilWar>, seed: u64, policies: [&str; 2]) -> Ended {
    let mut game = table.fork(seed);
    let (mut dice, mut numbers) = (Numbers(seed * 2 + 1), Numbers(seed * 7 + 3));
    for choices in 0..LONGEST {
        let state = game.state();
        if let Some(winner) = state.winner {
            return Ended { winner, turn: state.turn, balance: state.balance(), choices };
        }
        let seat = [US, CS].into_iter().find(|&seat| game.choice_count(seat) > 0).expect("somebody decides");
        let count = game.choice_count(seat) as usize;
        let policy = policies[usize::from(seat)];
        let index = if policy == "random" {
            numbers.below(count)
        } else {
            let weights = game.weights(seat, policy);
            let sum: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
            let mut drawn = numbers.below(sum.max(1) as usize) as u64;
            let found = weights.iter().position(|&weight| {
                let here = drawn < u64::from(weight);
                drawn -= if here { 0 } else { u64::from(weight) };
                here
            });
            found.unwrap_or(0)
        };
        game.apply_index(Some(seat), index as u32, &mut dice);
    }
    panic!("it doesn't end");
}

/// What has weight for `regular`: the ids of choices. Where nothing has, all are alike.
fn weighed(game: &Hosted<UsCivilWar>, seat: u8) -> Vec<String> {
    let weights = game.weights(seat, "regular");
    let decision = game.decisions().into_iter().find(|decision| decision.seat == seat).unwrap();
    let choices = decision.choices.iter().zip(weights).filter(|(_, weight)| *weight > 0);
    choices.map(|(choice, _)| choice.id.clone()).collect()
}

/// Whoever is dispatched goes somewhere: SPs that were turned back would be dispatched again without end.
#[test]
fn bots_regular_dispatches_nobody_in_vain() {
    let mut dispatched = 0;
    for seed in 0..3 {
        let mut play: play::Play<UsCivilWar, Numbers> =
            play::Play::begin(&set_up("us-civil-war-1862"), Numbers(seed));
        for _ in 0..600 {
            if play.outcome().is_some() {
                break;
            }
            let (seat, kind) = play.next_decision();
            let choices = weighed(&play.game, seat);
            for dispatch in choices.iter().filter(|id| kind == "strategic" && id.starts_with("dispatch")) {
                dispatched += 1;
                let mut sent = play::Play { game: play.game.fork(1), dice: Numbers(1), events: Vec::new() };
                sent.take(seat, dispatch);
                assert!(
                    weighed(&sent.game, seat).iter().any(|id| id != "turn-back"),
                    "{dispatch} leads nowhere"
                );
            }
            let id = &choices[seed as usize % choices.len()];
            play.take(seat, id);
        }
    }
    assert!(dispatched > 20, "{dispatched}");
}

/// Plays so many games and prints how they ended. Gives how many of them the Union won.
fn series(name: &str, games: u64, policies: [&str; 2]) -> u64 {
    let table = Hosted::<UsCivilWar>::create(&set_up(name)).unwrap();
    let ended: Vec<Ended> = (0..games).map(|seed| play(&table, seed, policies)).collect();
    let us = ended.iter().filter(|ended| ended.winner == Side::Us).count() as u64;
    let mean = |of: &dyn Fn(&Ended) -> i64| ended.iter().map(of).sum::<i64>() / games as i64;
    println!(
        "{name}, Union {}, Confederacy {}: the Union won {us} of {games}; on the average turn {}, balance {}, {} choices",
        policies[0],
        policies[1],
        mean(&|ended| ended.turn.into()),
        mean(&|ended| ended.balance.into()),
        mean(&|ended| ended.choices.into()),
    );
    us
}

/// Games of each pairing; `MUSTER_GAMES` says another number.
fn games() -> u64 {
    std::env::var("MUSTER_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(50)
}

#[test]
#[ignore = "some minutes of games"]
fn bots_regular_beats_chance_from_either_side() {
    for name in ["us-civil-war-1862", "us-civil-war-1863"] {
        let us = series(name, games(), ["regular", "random"]);
        let cs = games() - series(name, games(), ["random", "regular"]);
        assert!(
            us * 10 >= games() * 8 && cs * 10 >= games() * 8,
            "{name}: {us} as the Union, {cs} as the Confederacy"
        );
    }
}

#[test]
#[ignore = "some minutes of games"]
fn bots_neither_side_always_wins() {
    let won = ["us-civil-war-1862", "us-civil-war-1863"].map(|name| series(name, games(), ["regular"; 2]));
    assert!(won.iter().all(|&us| us > 0 && us < games()), "one side wins always");
}
