//! Samples after units of a whole army were shuffled and turned up again and again.

use std::collections::{BTreeMap, BTreeSet};

use bull_run::BullRun;
use muster_conformance::HiddenFacts;
use muster_contract::{Change, Position};
use muster_sdk::{Hosted, Random};

use crate::conformance::facts::Hidden;
use crate::rules::position::{Arranged, CS, Play, US, board, position};

const LOCALES: u32 = 6;

/// A game, and all states that it went through.
struct Kept {
    play: Play,
    saves: Vec<Vec<u8>>,
}

impl Kept {
    fn keep(&mut self) {
        self.saves.push(self.play.game.save());
    }

    /// A unit is turned up by hand.
    fn turn_up(&mut self, unit: &str) {
        self.play.flag(unit, "face-up");
        self.keep();
    }

    /// A unit goes to another locale by hand, as it is turned.
    fn carry(&mut self, unit: &str, to: u32) {
        let place = muster_sdk::place(&to.to_string());
        self.play.edit(Change::Place((unit.to_owned(), place)));
        self.keep();
    }
}

fn army() -> Position {
    let ids: Vec<String> = (1..=LOCALES).map(|locale| format!("{locale}:12")).collect();
    let mut edges: Vec<String> = (1..LOCALES).map(|locale| format!("{locale}-{}", locale + 1)).collect();
    edges.push(format!("{LOCALES}-9"));
    let edges: Vec<&str> = edges.iter().map(String::as_str).collect();
    let kinds = ["infantry 3", "infantry 2", "infantry 1", "cavalry 1", "artillery 1", "infantry 2"];
    let mut units: Vec<String> =
        (0..24).map(|at: usize| format!("us-{at:02} {} @{}", kinds[at % kinds.len()], at / 4 + 1)).collect();
    units.push("cs-a infantry 1 @9".to_owned());
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    position(&board(&format!("{} 9:12", ids.join(" ")), &edges), &units, &[])
}

/// Turns in each of which some are turned up, all that can be are shuffled, and some go elsewhere; then some are turned up.
fn shuffled(position: &Position, turns: u32, seed: u64) -> Kept {
    let game = Hosted::<BullRun>::create(position).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
    let play = Play(muster_sdk::play::Play { game, dice: Arranged::default(), events: Vec::new() });
    let mut kept = Kept { play, saves: Vec::new() };
    kept.keep();
    kept.play.take(US, "begin");
    kept.keep();
    let mut random = Random::new(seed);
    let mut any = |bound: u32| random.below(bound);
    let name = |number: u32| format!("us-{number:02}");
    for _ in 0..turns {
        for _ in 0..6 {
            kept.turn_up(&name(any(24)));
        }
        // Tokens are dealt in any order.
        let order: Vec<u8> = (0..60).map(|_| 1 + any(2) as u8).collect();
        kept.play.dice.arrange("tokens", &order);
        while let Some(id) = kept.play.ids(US).into_iter().find(|id| id.starts_with("shuffle")) {
            kept.play.take(US, &id);
            kept.keep();
        }
        kept.play.dice.clear();
        kept.play.reach_field(6);
        for _ in 0..4 {
            kept.carry(&name(any(24)), 1 + any(LOCALES));
        }
        kept.play.pass(4);
        kept.play.pass(4);
        kept.keep();
    }
    for _ in 0..4 {
        kept.turn_up(&name(any(24)));
    }
    kept
}

#[test]
fn samples_are_spread_over_all_that_could_be_after_several_shuffles() {
    let position = army();
    for (turns, seed) in [(2, 1), (3, 2), (4, 3), (5, 4)] {
        let kept = shuffled(&position, turns, seed);
        let hidden = Hidden::default();
        let possible = hidden.possible(&position, &kept.saves, CS);
        let mut sampled: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut samples: BTreeSet<Vec<String>> = BTreeSet::new();
        for seed in 0..600 {
            let values = hidden.values(&position, &kept.play.game.sample(CS, seed).save(), CS);
            samples.insert(values.values().cloned().collect());
            values.into_iter().for_each(|(fact, value)| {
                sampled.entry(fact).or_default().insert(value);
            });
        }
        assert!(samples.len() > 300, "{turns} turns: {} different samples", samples.len());
        assert_eq!(sampled, possible, "{turns} turns");
    }
}
