//! Games at random, shown to a model choice by choice.

use brigade::Brigade;
use muster_conformance::{TestDice, scenario, series};
use muster_contract::{Decision, Event};
use muster_sdk::{Hosted, Native, Random};

/// More choices than a game is followed for.
const LONGEST: u32 = 3_000;

/// Shows positions of games on both battles until `look` has compared so many; ten times as many at the full scale. It is given
/// the game, the decision, the choice that is taken and what came of it.
pub fn games(
    quick: u32,
    mut look: impl FnMut(&Hosted<Brigade>, &Decision, &str, &Hosted<Brigade>, &[Event]) -> bool,
) {
    let wanted = if series::full() { 10 * quick } else { quick };
    let module = Native::<Brigade>::new("brigade");
    let mut compared = 0;
    for seed in 0u64.. {
        let name = ["first-fight", "shiloh"][seed as usize % 2];
        let position = scenario(&module, concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), name);
        let mut game = Hosted::<Brigade>::create(&position).unwrap_or_else(|no| panic!("{}", no.reason));
        let (mut dice, mut random) = (TestDice::new(seed), Random::new(!seed));
        game.apply(0, "begin", &mut dice).unwrap_or_else(|no| panic!("{}", no.reason));
        for _ in 0..LONGEST {
            let decisions = game.decisions();
            let Some(decision) = decisions.iter().find(|one| one.waits && !one.choices.is_empty()) else {
                break;
            };
            // In every other game most choices are the bots': they lead to contact, and chance to where no bot goes.
            let weights = if seed % 4 > 1 && random.below(4) > 0 {
                game.weights(decision.seat, "regular")
            } else {
                Vec::new()
            };
            let any = random.below(decision.choices.len() as u32) as usize;
            let at = random.weighted(&weights).filter(|&at| at < decision.choices.len()).unwrap_or(any);
            let choice = decision.choices[at].id.clone();
            let before = game.fork(0);
            let events =
                game.apply(decision.seat, &choice, &mut dice).unwrap_or_else(|no| panic!("{}", no.reason));
            compared += u32::from(look(&before, decision, &choice, &game, &events));
            if compared >= wanted {
                return;
            }
        }
    }
}
