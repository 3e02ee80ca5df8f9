//! Samples: all that a seat can't know is dealt again.
//!
//! What a seat could infer from where a block came from, or how far it went, isn't followed: any upright block of the enemy may be any
//! other upright block of its side. Steps added in secret stay with the units that have them.

use muster_contract::Seat;
use muster_sdk::{Random, Secrets, take_places};

use crate::state::{At, Block, BobbyLee, Stage};
use crate::units::OBSERVERS;
use crate::world::{Kind, Side, Unit};

/// Units in an order of chance, each with the one whose place it takes.
fn dealt(units: Vec<Unit>, random: &mut Random) -> Vec<(Unit, Unit)> {
    let mut dealt = units.clone();
    random.shuffle(&mut dealt);
    dealt.into_iter().zip(units).collect()
}

impl Secrets for BobbyLee {
    /// A sample for a seat.
    fn sample(&mut self, seat: Seat, random: &mut Random) {
        let enemy = self.side_of(seat).other();
        self.draft_again(enemy, random);
        self.raised[enemy as usize] = None;
        // The enemy's pick is secret until the unit moves, or attacks from a flank.
        if !self.is_committed() && self.picked.is_some_and(|unit| self.world.unit(unit).side == enemy) {
            self.picked = None;
        }
        let hidden: Vec<Unit> = self
            .on_map(enemy)
            .filter(|&unit| !self.knows(Some(seat), unit) && !self.unit(unit).active.stands_out())
            .collect();
        self.change_places(&dealt(hidden, random));
        self.deal_leaders(enemy, seat, random);
        self.hide_commanders(enemy, seat, random);
    }
}

impl BobbyLee {
    /// §1.21: a leader who has commanded stands upright again among the blocks of his hex, until he moves off.
    fn hide_commanders(&mut self, enemy: Side, seat: Seat, random: &mut Random) {
        if self.stage != Stage::LeaderMove || enemy != self.active {
            return;
        }
        let unmoved = |unit: Unit| {
            !self.knows(Some(seat), unit)
                && (!self.unit(unit).active.stands_out() || !self.unit(unit).moved)
                && self.march.is_none_or(|march| march.unit != unit)
        };
        for units in Self::stacks(self.placed(enemy).filter(|&(unit, _)| unmoved(unit))) {
            self.tokens.take_over(OBSERVERS, &dealt(units, random));
        }
    }

    /// The enemy's secret drafts are made up again; whether they are complete is known.
    fn draft_again(&mut self, enemy: Side, random: &mut Random) {
        match self.stage {
            Stage::Bid if self.bids[enemy as usize].is_some() => {
                let most = self.activatable(enemy).count() as u32;
                self.bids[enemy as usize] = Some(random.below(most + 1) as u8);
            }
            Stage::Deploy => self.exchanges[enemy as usize].clear(),
            Stage::Replacements | Stage::Surge => self.plans[enemy as usize].clear(),
            _ => {}
        }
    }

    /// §5.2: hidden leaders in play may be others of their class that are in the pool.
    fn deal_leaders(&mut self, enemy: Side, seat: Seat, random: &mut Random) {
        for major in [false, true] {
            let fits = |unit: Unit| {
                let (info, state) = (self.world.unit(unit), self.unit(unit));
                let there = state.at == At::Leaders || self.hex_of(unit).is_some();
                info.kind == Kind::Leader
                    && !info.replaces_supreme
                    && info.is_major() == major
                    && there
                    && !self.knows(Some(seat), unit)
                    && !state.active.stands_out()
            };
            let class: Vec<Unit> = self.world.of_side(enemy).filter(|&unit| fits(unit)).collect();
            let pairs = dealt(class, random);
            let before = self.units.clone();
            self.change_places(&pairs);
            for (unit, stands) in pairs {
                let there = before[stands];
                let steps = self.world.unit(unit).steps;
                self.unit_mut(unit).strength = match (there.at, before[unit].at) {
                    (At::Map(_), At::Map(_)) => before[unit].strength,
                    (At::Map(_), _) => there.strength.min(steps),
                    _ => 0,
                };
            }
        }
        // Only the owner knows which leader of the pool was drawn.
        if let Stage::ReplaceLeader(side, _) = self.stage
            && side == enemy
        {
            let fits = self.drawable(side);
            if !fits.is_empty() {
                let drawn = fits[random.below(fits.len() as u32) as usize];
                self.stage = Stage::ReplaceLeader(side, drawn);
            }
        }
    }

    /// In each pair the first unit stands where the second stood, and is that block for everyone; its steps it keeps.
    fn change_places(&mut self, pairs: &[(Unit, Unit)]) {
        let before = self.units.clone();
        take_places(self, pairs);
        for &(unit, stands) in pairs {
            let Block { strength, half, returned, .. } = before[unit];
            self.units[unit] = Block { strength, half, returned, ..before[stands] };
        }
        self.tokens.take_over(OBSERVERS, pairs);
    }
}
