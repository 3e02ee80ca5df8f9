//! An index of units by locale.

use muster_sdk::Table;

use crate::state::{At, BullRun, Spot};
use crate::world::{Locale, Unit};

/// The units of each locale; it follows from where they are.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// By locale: the first of its units.
    first: Table<Locale, Option<Unit>>,
    /// By unit: the next one in its locale, by their numbers.
    next: Table<Unit, Option<Unit>>,
    /// By locale: how many units it has.
    count: Table<Locale, u8>,
}

impl Field {
    pub(super) fn of(game: &BullRun) -> Self {
        let mut field = Self {
            first: game.world.locales.all_with(None),
            next: game.units.all_with(None),
            count: game.world.locales.all_with(0),
        };
        // From the last, so that each is its locale's first when it comes.
        for (unit, state) in game.units.iter().rev() {
            field.add(unit, state.at);
        }
        field
    }

    /// A unit goes from one place to another.
    pub(super) fn moves(&mut self, unit: Unit, from: At, to: At) {
        if let At::Map(Spot { locale, .. }) = from {
            let next = self.next[unit];
            *self.link(unit, locale) = next;
            self.count[locale] -= 1;
        }
        self.add(unit, to);
    }

    fn add(&mut self, unit: Unit, at: At) {
        if let At::Map(Spot { locale, .. }) = at {
            let next = self.link(unit, locale).replace(unit);
            self.next[unit] = next;
            self.count[locale] += 1;
        }
    }

    /// Where a locale's list says that the unit comes next, or would have to say so.
    fn link(&mut self, unit: Unit, locale: Locale) -> &mut Option<Unit> {
        let mut before = None;
        let mut at = self.first[locale];
        while let Some(other) = at.filter(|&other| other < unit) {
            before = at;
            at = self.next[other];
        }
        match before {
            None => &mut self.first[locale],
            Some(before) => &mut self.next[before],
        }
    }

    /// How many units are in a locale.
    pub(super) fn count(&self, locale: Locale) -> u8 {
        self.count[locale]
    }

    /// The units in a locale, by their numbers.
    pub(super) fn units(&self, locale: Locale) -> impl Iterator<Item = Unit> {
        std::iter::successors(self.first[locale], move |&unit| self.next[unit])
    }
}
