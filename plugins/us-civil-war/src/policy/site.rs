//! What policies ask of a space most often, found once for a position.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use muster_sdk::Table;

use super::survey::Outlook;
use crate::supply::View;
use crate::world::{Side, Space};

/// What there is to know of a space, packed.
#[derive(Clone, Copy)]
pub(super) struct Site(u32);

const FOUND: u32 = 1;
const KEPT: u32 = 1 << 1;
const FED: u32 = 1 << 2;
const LAND: u32 = 1 << 3;
const DEFENDED: u32 = 1 << 4;
const EXPOSED: u32 = 1 << 5;
/// Where the numbers stand, of 8 bits, 8 bits and 6 bits.
const PRIZE: u32 = 8;
const STAKE: u32 = 16;
const NEED: u32 = 24;

impl Site {
    /// Whether the side keeps the space when its units leave it.
    pub(super) fn is_kept(self) -> bool {
        self.0 & KEPT != 0
    }

    /// Whether own towns are near.
    pub(super) fn is_fed(self) -> bool {
        self.0 & FED != 0
    }

    /// Whether land units can be there.
    pub(super) fn is_land(self) -> bool {
        self.0 & LAND != 0
    }

    /// Whether the enemy has something there that must be fought.
    pub(super) fn is_defended(self) -> bool {
        self.0 & DEFENDED != 0
    }

    /// Whether it is that, or in his zone.
    pub(super) fn is_exposed(self) -> bool {
        self.0 & EXPOSED != 0
    }

    /// What it is worth to take it.
    pub(super) fn prize(self) -> i32 {
        (self.0 >> PRIZE & 0xff) as i32
    }

    /// What it is worth to keep it.
    pub(super) fn stake(self) -> i32 {
        (self.0 >> STAKE & 0xff) as i32
    }

    /// SPs that it needs besides those who stand there.
    pub(super) fn need(self) -> i32 {
        (self.0 >> NEED & 0x3f) as i32
    }
}

/// By space, of one side.
#[derive(Debug)]
pub(super) struct Sites(Table<Space, AtomicU32>);

impl Sites {
    pub(super) fn new(spaces: usize) -> Self {
        Self((0..spaces).map(|_| AtomicU32::new(0)).collect())
    }

    /// What was known of a space may hold no more.
    pub(super) fn forget(&mut self, at: Space) {
        *self.0[at].get_mut() = 0;
    }
}

impl Clone for Sites {
    fn clone(&self) -> Self {
        Self(self.0.rows().map(|site| site.load(Relaxed).into()).collect())
    }
}

impl Outlook<'_> {
    /// What there is to know of a space.
    pub(super) fn site(&self, at: Space) -> Site {
        let kept = &self.sites().0[at];
        let found = kept.load(Relaxed);
        if found & FOUND != 0 {
            return Site(found);
        }
        let site = self.find_site(at);
        kept.store(site.0, Relaxed);
        site
    }

    fn find_site(&self, at: Space) -> Site {
        let game = self.game;
        let keeps = self.keeps(at);
        let view = View::new(game, self.side);
        let defended = view.meets(at) || self.foe == Side::Us && game.has_garrison(at);
        let facts = [
            (keeps, KEPT),
            (self.is_near_town(at), FED),
            (game.may_be_in(self.side, at).is_ok(), LAND),
            (defended, DEFENDED),
            (defended || view.is_watched(at), EXPOSED),
        ];
        let bits = facts.iter().filter(|(holds, _)| *holds).fold(FOUND, |bits, (_, bit)| bits | bit);
        let stake = self.stake(at);
        let need = if keeps && stake > 0 { self.lack(at) } else { 0 };
        let numbers = [(self.prize(at), 0xff, PRIZE), (stake, 0xff, STAKE), (need, 0x3f, NEED)];
        Site(
            numbers
                .iter()
                .fold(bits, |bits, &(number, most, place)| bits | (number.clamp(0, most) as u32) << place),
        )
    }
}
