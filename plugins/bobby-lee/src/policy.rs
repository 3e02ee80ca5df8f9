//! The weights of choices without a search. They follow from what the seat knows: a block of the enemy that it can't read counts
//! as an ordinary one.
//!
//! `field` sums up the map: strengths, and the towns that a side wants; `march` weighs activations and moves, `battle` the steps of a
//! battle, `drafts` the draft; `prospects` estimates how the game will end.

mod battle;
mod drafts;
mod field;
mod march;
mod prospects;

use muster_sdk::{OpenDecision, Policies};

use crate::choice::Choice;
use crate::state::{BobbyLee, Buy, Stage};
use crate::world::Kind;
use field::Field;

/// The weight of a choice that is all but certain; ordinary ones weigh 1.
const COMMITTED: u32 = 40;

impl Policies for BobbyLee {
    /// A weight for each choice of a decision.
    fn weigh(&self, open: &OpenDecision, _policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        let seat = open.seat;
        match self.stage {
            Stage::Activate => self.weigh_activation(seat, choices, weights),
            Stage::Move | Stage::LeaderMove => self.weigh_moves(seat, choices, weights),
            Stage::Battle(step) => self.weigh_battle(seat, step, choices, weights),
            Stage::Replacements | Stage::Surge | Stage::DraftCadres(..) => {
                let field = Field::new(self, seat);
                weights.extend(choices.iter().map(|&choice| match choice {
                    Choice::Buy(buy) => self.weigh_buy(&field, buy),
                    Choice::Raise(raised) => {
                        self.cheapest(self.side_of(seat), raised).map_or(0, |buy| self.weigh_buy(&field, buy))
                    }
                    Choice::Done => 1,
                    _ => 0,
                }));
            }
            Stage::Draft(_) => {
                let gain = self.draft_gain(&Field::new(self, seat));
                let weight = |&choice| if choice == Choice::Draft(gain > 0) { COMMITTED } else { 1 };
                weights.extend(choices.iter().map(weight));
            }
            _ => weights.extend(choices.iter().map(|&choice| self.weigh_plainly(choice))),
        }
    }

    fn estimate(&self) -> Vec<u32> {
        self.prospects()
    }
}

impl BobbyLee {
    fn weigh_plainly(&self, choice: Choice) -> u32 {
        match choice {
            Choice::Bid(0) => 4,
            Choice::Bid(1) => 20,
            Choice::Bid(2) => 10,
            Choice::Bid(_) => 1,
            Choice::Exchange(..) => 0,
            Choice::Fight(_) => 4,
            Choice::Feed(_) => 10,
            Choice::Done if matches!(self.stage, Stage::LeaderSupply(_)) => 10,
            // Strong units lose a step sooner than weak ones their last.
            Choice::Starve(unit) => {
                let steps = u32::from(self.unit(unit).strength);
                if self.world.unit(unit).kind.leads() { 1 } else { steps * steps * 4 }
            }
            Choice::Replace(unit) => 12 / (1 + u32::from(self.world.unit(unit).command)),
            Choice::Proclaim(true) => COMMITTED,
            _ => 1,
        }
    }

    /// §9.5: most for leaders who can't act, then for troops near the enemy.
    fn weigh_buy(&self, field: &Field<'_>, buy: Buy) -> u32 {
        let world = &field.game.world;
        match buy {
            Buy::Step(unit) => {
                let (info, strength) = (world.unit(unit), self.unit(unit).strength);
                let near = self.hex_of(unit).map_or(0, |hex| field.nearness(hex));
                match info.kind {
                    Kind::Leader => 10 * (1 + u32::from(info.command)) * (5 - u32::from(strength.min(4))),
                    Kind::Supreme => 8 * (5 - u32::from(strength.min(4))),
                    Kind::Infantry => 24 + 8 * near,
                    Kind::Artillery => 20 + 6 * near,
                    Kind::Cavalry => 8 + 2 * near,
                    Kind::Garrison => 4 + 4 * near,
                }
            }
            Buy::Cadre(unit, hex) => {
                let near = field.nearness(hex);
                match world.unit(unit).kind {
                    Kind::Infantry => 10 + 4 * near,
                    Kind::Artillery => 8 + 3 * near,
                    Kind::Supreme => 60,
                    _ => 4 + near,
                }
            }
            Buy::Leader(_, hex) => 40 + field.nearness(hex),
        }
    }
}
