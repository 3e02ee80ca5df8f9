//! Playing on inside the component, to the end or to an estimate.

use muster_contract::{PlayoutResult, Seat};

use crate::resolution::Luck;
use crate::{Decisions, Game, Hosted, OpenDecision, Random, Resolution};

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
        self.list.get_mut().fresh = false;
        let mut draws = Draws { policy, list: Decisions::default(), weights: Vec::new() };
        let mut ended = false;
        while choices < limit {
            let Some((seat, choice)) = draws.next(state, &mut random) else {
                ended = true;
                break;
            };
            state.apply(seat, choice, &mut Resolution::new(Luck::Fork(&mut dice), None));
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

/// What draws one choice after the other by a policy, `random` if none.
struct Draws<'a, C> {
    policy: Option<&'a str>,
    list: Decisions<'a, C>,
    weights: Vec<u32>,
}

impl<C: Copy + PartialEq> Draws<'_, C> {
    /// Who decides next, and on what; nobody when the game is over.
    fn next<G: Game<Choice = C>>(&mut self, state: &G, random: &mut Random) -> Option<(Seat, C)> {
        state.decide(self.list.clear_for_first().unchecked());
        let open = *self.list.first_waiting()?;
        let choice = match self.list.is_unchecked() {
            true => self.first_legal(state, &open, random),
            false => None,
        };
        Some((open.seat, choice.unwrap_or_else(|| self.drawn(state, &open, random))))
    }

    /// Draws until what is drawn is legal, which has the chances that it has among legal choices; none if the policy takes none of
    /// those that are.
    fn first_legal<G: Game<Choice = C>>(
        &mut self,
        state: &G,
        open: &OpenDecision,
        random: &mut Random,
    ) -> Option<C> {
        self.weigh(state, open);
        while self.weights.iter().any(|&weight| weight > 0) {
            let at = random.weighted(&self.weights)?;
            let choice = self.list.choices(open)[at];
            let is_it = |one: &C| *one == choice;
            let legal = || Decisions::seek(open.seat, &is_it, |list| state.decide(list)).is_some();
            if self.list.is_checked(open, at) || legal() {
                return Some(choice);
            }
            self.weights[at] = 0;
        }
        state.decide(self.list.clear_for_first());
        None
    }

    /// Draws from legal choices.
    fn drawn<G: Game<Choice = C>>(&mut self, state: &G, open: &OpenDecision, random: &mut Random) -> C {
        let open = self.list.first_waiting().copied().unwrap_or(*open);
        let at = match self.list.choices(&open).len() {
            1 => 0,
            legal if self.policy.is_none() => random.below(legal as u32) as usize,
            _ => {
                self.weigh(state, &open);
                random.weighted(&self.weights).unwrap_or(0)
            }
        };
        self.list.choices(&open)[at]
    }

    fn weigh<G: Game<Choice = C>>(&mut self, state: &G, open: &OpenDecision) {
        let choices = self.list.choices(open);
        self.weights.clear();
        match self.policy {
            Some(policy) => {
                state.weigh(open, policy, choices, &mut self.weights);
                self.weights.resize(choices.len(), 0);
            }
            None => self.weights.resize(choices.len(), 1),
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
