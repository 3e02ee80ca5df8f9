//! Samples: all that a seat can't know is dealt again (§18.1).
//!
//! Of the enemy's armies the ratings of nameless leaders and after reliefs, experience and supply are hidden, but not that an
//! army has no supply at all; where the start varies, so are the ratings of all his leaders. What a seat could work out of battles
//! isn't followed. With them goes what he has written: his sheet is as it was when the turn opened, with another list of recruits.
//! What one's own nameless leaders would be worth one may know (§18.2: luck that a sheet must know is drawn before).
//!
//! Under fog (house rule D) the sizes of armies that the seat doesn't see are dealt again as well, so that their sum, which is
//! public, stays what it is.

use muster_contract::Seat;
use muster_sdk::Random;

use crate::arithmetic::Chance;
use crate::state::{Asked, CwStrategy, Leader, Office, Stage, standing};
use crate::world::{SLOTS, Side, World};

/// The most supply and experience (§1.3).
const MOST: u32 = 10;

impl CwStrategy {
    /// A sample for a seat.
    pub(crate) fn deal_again(&mut self, world: &World, seat: Seat, random: &mut Random) {
        if matches!(self.stage, Stage::Over(..)) {
            return;
        }
        let enemy = self.side_of(seat).other();
        if self.stage == Stage::Sheets {
            let written = self.power(enemy).sheet.clone();
            self.powers[enemy as usize] = self.opened[enemy as usize].clone();
            for city in self.cities.iter_mut().filter(|city| city.owner == Some(enemy)) {
                city.fort = city.known_fort;
            }
            let list =
                self.draw_list(world, enemy, &mut |chance: Chance| random.below(chance.out_of) < chance.of);
            // That it is sealed, or that an order is begun, shows; not which.
            let asked = written.asked.map(|asked| self.begun(enemy, asked));
            let sheet = &mut self.power_mut(enemy).sheet;
            (sheet.sealed, sheet.list, sheet.asked) = (written.sealed, list, asked);
        }
        let varied = world.options.vary;
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
        self.deal_sizes(world, seat, enemy, random);
        if self.stage == Stage::Sheets {
            let mut opened = self.powers[enemy as usize].clone();
            opened.sheet = crate::state::Sheet::default();
            self.opened[enemy as usize] = opened;
        }
    }

    /// House rule D: sizes that the seat doesn't see; each army has a man in a hundred at least, and all of them what they had.
    fn deal_sizes(&mut self, world: &World, seat: Seat, enemy: Side, random: &mut Random) {
        let unseen: Vec<usize> = standing(self.power(enemy))
            .filter(|(_, army)| !self.size_seen(world, Some(seat), enemy, army.at))
            .map(|(slot, _)| usize::from(slot))
            .collect();
        let armies = &mut self.power_mut(enemy).armies;
        let all: u32 = unseen.iter().filter_map(|&slot| armies[slot]).map(|army| u32::from(army.size)).sum();
        let count = unseen.len() as u32;
        // Every army the same, the first what is over; then one after the other shares anew with the next.
        let mut sizes: Vec<u32> = (0..count).map(|at| all / count + u32::from(at < all % count)).collect();
        for at in (0..unseen.len()).chain(0..unseen.len()) {
            let next = (at + 1) % unseen.len();
            let both = sizes[at] + sizes[next];
            if next != at && both <= u32::from(u16::MAX) {
                sizes[at] = 1 + random.below(both - 1);
                sizes[next] = both - sizes[at];
            }
        }
        for (slot, size) in unseen.into_iter().zip(sizes) {
            if let Some(army) = &mut armies[slot] {
                army.size = size as u16;
            }
        }
    }

    /// An order that the enemy may have begun.
    fn begun(&self, side: Side, asked: Asked) -> Asked {
        match (asked, standing(self.power(side)).next()) {
            (_, None) => Asked::Capital,
            (_, Some((slot, _))) => Asked::Retreat(slot),
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
