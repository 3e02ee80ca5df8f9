//! Games at random, shown to a model choice by choice.

use std::collections::BTreeSet;

use bobby_lee::BobbyLee;
use muster_conformance::{TestDice, scenario, series};
use muster_contract::{Decision, Event, Seat};
use muster_sdk::{Hosted, Native, Random};

/// More choices than a game is followed for.
const LONGEST: u32 = 6_000;

/// At least so many games are looked at.
const SHARES: u32 = 24;

/// A choice that was taken, and what came of it.
pub struct Taken<'a> {
    /// Its words.
    pub words: Vec<&'a str>,
    /// What was told, to everybody.
    pub events: &'a [Event],
    /// What was rolled: why, how many sides, which faces.
    pub rolled: &'a [(String, u8, Vec<u8>)],
    /// The game before it.
    pub before: &'a BobbyLee,
}

/// A second model that goes along with a game.
pub trait Model {
    /// Compares what is offered with what it holds for right. Gives whether there was anything to compare.
    fn look(&mut self, game: &Hosted<BobbyLee>, decision: &Decision) -> bool;
    /// Goes along with a choice.
    fn follow(&mut self, game: &Hosted<BobbyLee>, taken: &Taken<'_>);
}

/// Goes through games on these scenarios until a model has compared so many positions; ten times as many at the full scale.
/// In every third game all choices are equally likely; in the others the bots' weights decide three of four. Among what was
/// chosen in these positions must have been all these.
pub fn games<M: Model>(names: &[&str], quick: u32, met: &str, begin: impl Fn(&Hosted<BobbyLee>) -> M) {
    let wanted = if series::full() { 10 * quick } else { quick };
    let module = Native::<BobbyLee>::new("bobby-lee");
    let mut compared = 0;
    let mut chosen = BTreeSet::new();
    for seed in 0u64.. {
        // No game gives more than its share.
        let enough = compared + wanted / SHARES;
        let name = names[seed as usize % names.len()];
        let position = scenario(&module, concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name);
        let mut game = Hosted::<BobbyLee>::create(&position).unwrap_or_else(|no| panic!("{}", no.reason));
        let (mut dice, mut random) = (TestDice::new(seed), Random::new(!seed));
        game.apply(0, "begin", &mut dice).unwrap_or_else(|no| panic!("{}", no.reason));
        let mut model = begin(&game);
        for _ in 0..LONGEST {
            let decisions = game.decisions();
            if compared > enough {
                break;
            }
            let Some(decision) = decisions.iter().find(|one| one.waits && !one.choices.is_empty()) else {
                break;
            };
            let looked = model.look(&game, decision);
            compared += u32::from(looked);
            let choice = choose(&game, decision, seed, &mut random);
            if looked {
                chosen.extend(choice.split(' ').next().map(str::to_owned));
            }
            let before = game.state().clone();
            dice.rolled.clear();
            let events =
                game.apply(decision.seat, &choice, &mut dice).unwrap_or_else(|no| panic!("{}", no.reason));
            let words = choice.split(' ').collect();
            model.follow(&game, &Taken { words, events: &events, rolled: &dice.rolled, before: &before });
        }
        if compared >= wanted {
            break;
        }
    }
    let missing: Vec<&str> = met.split_whitespace().filter(|word| !chosen.contains(*word)).collect();
    assert!(missing.is_empty(), "in {compared} positions nobody chose {missing:?}");
}

fn choose(game: &Hosted<BobbyLee>, decision: &Decision, seed: u64, random: &mut Random) -> String {
    let ids = &decision.choices;
    let sensible = !seed.is_multiple_of(3) && random.below(4) > 0;
    // A seat has one decision at a time.
    let weights = if sensible { weights(game, decision.seat) } else { Vec::new() };
    let any = random.below(ids.len() as u32) as usize;
    let at = random.weighted(&weights).filter(|&at| at < ids.len()).unwrap_or(any);
    ids[at].id.clone()
}

fn weights(game: &Hosted<BobbyLee>, seat: Seat) -> Vec<u32> {
    game.weights(seat, "regular")
}

/// What is offered, in order.
pub fn offered(decision: &Decision) -> Vec<String> {
    let mut ids: Vec<String> = decision.choices.iter().map(|choice| choice.id.clone()).collect();
    ids.sort_unstable();
    ids
}

/// The same with what a model holds for right.
#[track_caller]
pub fn agree(decision: &Decision, mut right: Vec<String>, about: &str) {
    right.sort_unstable();
    assert_eq!(offered(decision), right, "offered, and what the text says: {} {about}", decision.kind);
}
