//! Who is where.

use crate::state::{At, BullRun, Spot};
use crate::world::{Locale, NONE, World};

/// The units of each locale; it follows from where they are.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// By locale: the first of its units.
    first: Vec<u8>,
    /// By unit: the next one in its locale, by their numbers.
    next: Vec<u8>,
    /// By locale: how many units it has.
    count: Vec<u8>,
}

impl Field {
    pub(super) fn of(game: &BullRun, world: &World) -> Self {
        let locales = world.locales.len();
        let mut field =
            Self { first: vec![NONE; locales], next: vec![NONE; game.units.len()], count: vec![0; locales] };
        // From the last, so that each is its locale's first when it comes.
        for unit in (0..game.units.len() as u8).rev() {
            field.add(unit, game.unit(unit).at);
        }
        field
    }

    /// A unit goes from one place to another.
    pub(super) fn moves(&mut self, unit: u8, from: At, to: At) {
        if let At::Map(Spot { locale, .. }) = from {
            let next = self.next[usize::from(unit)];
            *self.link(unit, locale) = next;
            self.count[usize::from(locale)] -= 1;
        }
        self.add(unit, to);
    }

    fn add(&mut self, unit: u8, at: At) {
        if let At::Map(Spot { locale, .. }) = at {
            let link = self.link(unit, locale);
            let next = std::mem::replace(link, unit);
            self.next[usize::from(unit)] = next;
            self.count[usize::from(locale)] += 1;
        }
    }

    /// Where a locale's list says that the unit comes next, or would have to say so.
    fn link(&mut self, unit: u8, locale: Locale) -> &mut u8 {
        let mut before = NONE;
        let mut at = self.first[usize::from(locale)];
        while at < unit {
            before = at;
            at = self.next[usize::from(at)];
        }
        if before == NONE {
            &mut self.first[usize::from(locale)]
        } else {
            &mut self.next[usize::from(before)]
        }
    }

    /// How many units are in a locale.
    pub(super) fn count(&self, locale: Locale) -> u8 {
        self.count[usize::from(locale)]
    }

    /// The units in a locale, by their numbers.
    pub(super) fn units(&self, locale: Locale) -> impl Iterator<Item = u8> {
        let some = |unit: u8| (unit != NONE).then_some(unit);
        std::iter::successors(some(self.first[usize::from(locale)]), move |&unit| {
            some(self.next[usize::from(unit)])
        })
    }
}
