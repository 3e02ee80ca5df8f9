//! The module's own policy: it beats chance.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use bull_run::BullRun;
use muster_conformance::scenario;
use muster_contract::{Dice, Position};
use muster_sdk::{Hosted, Native};

struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, count: u8, _sides: u8, _reason: &str) -> Vec<u8> {
        vec![1; count.into()]
    }
}

/// A small generator of chance for the tests: xorshift.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound.max(1)
    }
}

/// Plays a game in which one side chooses by its weights and the other at random; gives whether the first has won.
fn wins(position: &Position, side: &str, seed: u64) -> bool {
    let mut game = Hosted::<BullRun>::create(position).unwrap().fork(seed);
    let mut chance = Chance(seed * 7919 + 1);
    for _ in 0..20_000 {
        let decisions = game.decisions();
        let Some(decision) = decisions.first() else { break };
        let count = game.choice_count(decision.seat) as u64;
        let weights = game.weights(decision.seat);
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        let index = if decision.side == side && total > 0 {
            let mut left = chance.below(total);
            weights.iter().position(|&weight| match left.checked_sub(weight.into()) {
                Some(rest) => {
                    left = rest;
                    false
                }
                None => true,
            })
        } else {
            Some(chance.below(count) as usize)
        };
        game.apply_index(decision.seat, index.unwrap() as u32, &mut NoDice).unwrap();
    }
    game.outcome().expect("the game ends").winner.as_deref() == Some(side)
}

#[test]
fn the_policy_alone_beats_chance_from_either_side() {
    let module = Native::<BullRun>::new("bull-run");
    let near = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    for name in ["ten-locales", "in-contact"] {
        let position = scenario(&module, near, name);
        for side in ["us", "cs"] {
            let won = (1..=20).filter(|&seed| wins(&position, side, seed)).count();
            println!("{name}: {side} wins {won} of 20");
            assert!(won >= 14, "{name}: {side} wins {won} of 20");
        }
    }
}
