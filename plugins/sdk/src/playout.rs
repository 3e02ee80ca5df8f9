//! Playing on inside the component, to the end or to an estimate.

use muster_contract::PlayoutResult;

use crate::resolution::Luck;
use crate::{Game, Hosted, Random, Resolution};

impl<G: Game> Hosted<G> {
    /// See `rules.game.playout`.
    pub fn playout(&mut self, policy: &str, seed: u64, limit: u32) -> PlayoutResult {
        let mut random = Random::new(seed);
        let mut dice = Random::new(random.seed());
        let policy = (policy != "random").then_some(policy);
        if self.house_rules.is_some() {
            return self.playout_under_rules(policy, random, dice, limit);
        }
        let Self { state, .. } = self;
        let mut choices = 0;
        if !self.begun {
            self.begun = true;
            state.begin(&mut Resolution::new(Luck::Fork(&mut dice), None));
        }
        let list = self.list.get_mut();
        list.fresh = false;
        let list = &mut list.decisions;
        let mut weights = Vec::new();
        let mut ended = false;
        while choices < limit {
            list.clear_for_first();
            state.decide(list);
            let Some(open) = list.first_waiting().copied() else {
                ended = true;
                break;
            };
            let legal = list.choices(&open);
            let at = if legal.len() == 1 {
                0
            } else if let Some(policy) = policy {
                weights.clear();
                state.weigh(&open, policy, legal, &mut weights);
                weights.resize(legal.len(), 0);
                random.weighted(&weights).unwrap_or(0)
            } else {
                random.below(legal.len() as u32) as usize
            };
            // A choice is taken out of the list for good: it is cleared before the next one.
            let choice = legal[at];
            state.apply(open.seat, choice, &mut Resolution::new(Luck::Fork(&mut dice), None));
            choices += 1;
        }
        ended |= state.outcome().is_some();
        PlayoutResult { prospects: self.prospects(), choices, ended }
    }

    /// What a playout has come to for each side.
    pub(crate) fn prospects(&self) -> Vec<u32> {
        match self.state.outcome() {
            Some(outcome) => {
                let winner = outcome.winner;
                let place = winner.and_then(|winner| G::sides().iter().position(|&side| side == winner));
                certain(place, G::sides().len())
            }
            None => self.state.estimate(),
        }
    }
}

/// The prospects once a side has won, or nobody.
fn certain(winner: Option<usize>, sides: usize) -> Vec<u32> {
    let share = 10_000 / sides.max(1) as u32;
    match winner {
        Some(winner) => (0..sides).map(|side| if side == winner { 10_000 } else { 0 }).collect(),
        // What doesn't divide goes to the first, so that they add up.
        None => (0..sides)
            .map(|side| if side == 0 { 10_000 - share * (sides as u32 - 1) } else { share })
            .collect(),
    }
}
