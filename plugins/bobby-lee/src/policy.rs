//! What a player thinks of his choices at first sight. The weights follow from what his seat knows: a block of the enemy that
//! stands upright counts as an ordinary one.
//!
//! `field` is the map as a player looks at it: where both sides stand and which towns are wanted; `march` who is activated
//! and moves where; `battle` what happens on the battle board; `drafts` whether to call one; `prospects` how the game stands.

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

/// So many times as much as anything else: it isn't thought over.
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
                    Choice::Cancel => 0,
                    _ => 1,
                }));
            }
            Stage::Draft(_) => {
                let gain = self.draft_gain(&Field::new(self, seat));
                weights.extend(choices.iter().map(|&choice| match choice {
                    Choice::Draft if gain > 0 => COMMITTED,
                    Choice::NoDraft if gain <= 0 => COMMITTED,
                    _ => 1,
                }));
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
            Choice::Feed(_) | Choice::EndFeeding => 10,
            // Whoever has steps to lose loses one sooner than the last of a weak unit.
            Choice::Starve(unit) => {
                let steps = u32::from(self.unit(unit).strength);
                if self.world.unit(unit).kind.leads() { 1 } else { steps * steps * 4 }
            }
            Choice::Replace(unit) => 12 / (1 + u32::from(self.world.unit(unit).command)),
            Choice::Proclaim => COMMITTED,
            _ => 1,
        }
    }

    /// Where points are spent: on leaders who can't act, then on troops near the enemy.
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
