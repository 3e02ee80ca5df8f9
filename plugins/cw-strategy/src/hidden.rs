//! Samples: all that a seat can't know is dealt again (§18.1).
//!
//! Of the enemy's armies the ratings of nameless leaders and after reliefs, experience and supply are hidden, but not that an
//! army has no supply at all; where the start varies, so are the ratings of all his leaders, and how bold a computer is. What a seat could work out of battles
//! isn't followed. With them goes what he has written: his sheet is as it was when the turn opened, with another list of recruits.
//! What one's own nameless leaders would be worth one may know (§18.2: luck that a sheet must know is drawn before).
//!
//! Under fog (house rule D) the sizes of armies that the seat doesn't see are dealt again as well, so that their sum, which is
//! public, stays what it is.

use muster_contract::Seat;
use muster_sdk::{Random, Secrets};

use crate::arithmetic::Chance;
use crate::state::{Army, Begun, CwStrategy, Leader, Office, Power, Stage, on_map};
use crate::world::{SLOTS, Side};

/// The most supply and experience (§1.3).
pub(crate) const MOST: u32 = 10;

impl Secrets for CwStrategy {
    /// A sample for a seat.
    fn sample(&mut self, seat: Seat, random: &mut Random) {
        if matches!(self.stage, Stage::Over(..)) {
            return;
        }
        let enemy = self.side_of(seat).other();
        if self.stage == Stage::Sheets {
            let written = self.power(enemy).sheet.clone();
            self.powers[enemy as usize] = self.opened[enemy as usize].clone();
            for city in self.cities.rows_mut().filter(|city| city.owner == Some(enemy)) {
                city.fort = city.known_fort;
            }
            let list = self.draw_list(enemy, &mut |chance: Chance| random.below(chance.out_of) < chance.of);
            // That it is sealed, or that an order is begun, shows; not which.
            let first = on_map(self.power(enemy)).next();
            let begun = first.map_or(Begun::Capital, |(slot, _)| Begun::Retreat(slot));
            let begun = written.begun.map(|_| begun);
            let sheet = &mut self.power_mut(enemy).sheet;
            (sheet.sealed, sheet.list, sheet.begun) = (written.sealed, list, begun);
        }
        let varied = self.world.options.vary;
        if varied && self.world.options.computer == Some(enemy) {
            // §2.12: R(5u).
            self.aggression = random.below(10).div_ceil(2) as u8;
        }
        let world = self.world.clone();
        let theirs = self.power_mut(enemy);
        for slot in 0..SLOTS {
            // What a nameless leader would be worth nobody has seen.
            theirs.nameless[slot] = nameless(random);
            let named = world.leaders[enemy as usize][slot].rating;
            if varied && theirs.leaders[slot] != Office::Gone {
                theirs.ratings[slot] = varied_rating(named, random);
            }
        }
        for slot in 0..SLOTS {
            let ratings = theirs.ratings;
            let Some(army) = &mut theirs.armies[slot] else { continue };
            if army.supply > 0 {
                army.supply = 1 + random.below(MOST) as u8;
            }
            // Green armies are more common than old ones.
            army.experience = random.below(MOST + 1).min(random.below(MOST + 1)) as u8;
            army.rating = match army.leader {
                Leader::Named(leader) => {
                    // He may have been appointed in another's stead.
                    let rating = ratings[usize::from(leader)];
                    if random.below(4) > 0 { rating } else { rating.saturating_sub(1) }
                }
                Leader::Nameless => nameless(random),
            };
        }
        self.deal_sizes(seat, enemy, random);
        if self.stage == Stage::Sheets {
            let mut opened = self.powers[enemy as usize].clone();
            opened.sheet = crate::state::Sheet::default();
            self.opened[enemy as usize] = opened;
        }
    }
}

impl CwStrategy {
    /// House rule D: the enemy's armies whose sizes a seat doesn't see.
    fn unseen(&self, seat: Seat, enemy: &Power, side: Side) -> Vec<usize> {
        let unseen = on_map(enemy).filter(|(_, army)| !self.sees_size(Some(seat), side, army.at));
        unseen.map(|(slot, _)| usize::from(slot)).collect()
    }

    /// House rule D: sizes that the seat doesn't see; each army has a hundred men at least, and all of them what they had.
    fn deal_sizes(&mut self, seat: Seat, enemy: Side, random: &mut Random) {
        let unseen = self.unseen(seat, self.power(enemy), enemy);
        let armies = &mut self.power_mut(enemy).armies;
        even(armies, &unseen);
        // One after the other shares anew with the next.
        for at in (0..unseen.len()).chain(0..unseen.len()) {
            let (one, next) = (unseen[at], unseen[(at + 1) % unseen.len()]);
            let both: u32 =
                [one, next].iter().filter_map(|&slot| armies[slot]).map(|army| u32::from(army.size)).sum();
            if one != next && both <= u32::from(u16::MAX) {
                let share = 1 + random.below(both - 1);
                for (slot, size) in [(one, share), (next, both - share)] {
                    if let Some(army) = &mut armies[slot] {
                        army.size = size as u16;
                    }
                }
            }
        }
    }

    /// House rule D: the position with all unseen armies of the enemy of the same size, for policies; `None` without fog.
    pub(crate) fn under_fog(&self, seat: Seat) -> Option<Self> {
        if !self.fog {
            return None;
        }
        let enemy = self.side_of(seat).other();
        let unseen =
            [&self.powers, &self.opened].map(|powers| self.unseen(seat, &powers[enemy as usize], enemy));
        let mut thought = self.clone();
        even(&mut thought.powers[enemy as usize].armies, &unseen[0]);
        even(&mut thought.opened[enemy as usize].armies, &unseen[1]);
        Some(thought)
    }
}

/// Makes armies as large as each other, the first by what is over.
fn even(armies: &mut [Option<Army>; SLOTS], those: &[usize]) {
    let all: u32 = those.iter().filter_map(|&slot| armies[slot]).map(|army| u32::from(army.size)).sum();
    let count = those.len().max(1) as u32;
    for (at, &slot) in (0..).zip(those) {
        if let Some(army) = &mut armies[slot] {
            army.size = (all / count + u32::from(at < all % count)) as u16;
        }
    }
}

/// §1.6
fn nameless(random: &mut Random) -> u8 {
    1 + random.below(16).div_ceil(2) as u8
}

/// §2.12: changed with chance .2.
fn varied_rating(rating: u8, random: &mut Random) -> u8 {
    if random.below(5) > 0 {
        return rating;
    }
    (rating + random.below(12).div_ceil(2) as u8).saturating_sub(3).clamp(1, 9)
}
