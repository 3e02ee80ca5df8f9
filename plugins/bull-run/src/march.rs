//! §8.6: marches, but for those by road.

use std::ops::ControlFlow;

use muster_sdk::Happenings;

use crate::choice::Choice;
use crate::orders::Group;
use crate::state::{BullRun, Spot};
use crate::world::{Locale, Unit};

impl BullRun {
    /// §8.6.1: where cavalry in reserve can ride: two locales on, over boundaries that don't hinder.
    pub(crate) fn rides(
        &self,
        group: &Group<'_>,
        found: &mut impl FnMut(Choice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let from = group.spot.locale;
        let goes = |way: &crate::world::Way| {
            self.world.edge(way.edge).is_passable()
                && self.march_barred(way.edge, way.to, group.units.len()).is_none()
        };
        for first in self.world.locale(from).ways.iter().filter(|way| goes(way)) {
            for second in self.world.locale(first.to).ways.iter().filter(|way| way.to != from && goes(way)) {
                found(Choice::Ride(first.to, second.to))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// §8.6.1: cavalry rides. It is turned face up.
    pub(crate) fn cavalry_march(
        &mut self,
        units: Vec<Unit>,
        through: Locale,
        to: Locale,
        happenings: &mut Happenings<'_>,
    ) {
        self.spend(&units, "8.6.1", happenings, |game| {
            format!("Cavalry march: {} to {}", game.counted(&units), game.world.locale(to).called)
        });
        self.reveal(&units, "8.6.1", happenings);
        self.go(&units, &[Spot::reserve(through), Spot::reserve(to)], "8.6.1", happenings);
        self.finish(units, happenings);
    }

    /// §8.6.2: units go to the reserve of an adjacent locale.
    pub(crate) fn field_march(&mut self, units: Vec<Unit>, to: Locale, happenings: &mut Happenings<'_>) {
        self.spend(&units, "8.6.2", happenings, |game| {
            format!("Field march: {} to {}", game.counted(&units), game.world.locale(to).called)
        });
        self.go(&units, &[Spot::reserve(to)], "8.6.2", happenings);
        self.finish(units, happenings);
    }

    /// §8.6.3: units take another position in their locale.
    pub(crate) fn local_march(&mut self, units: Vec<Unit>, to: Spot, happenings: &mut Happenings<'_>) {
        self.spend(&units, "8.6.3", happenings, |game| {
            format!("Local march: {} in {}", game.counted(&units), game.world.locale(to.locale).called)
        });
        self.go(&units, &[to], "8.6.3", happenings);
        self.finish(if to.edge.is_none() { units } else { Vec::new() }, happenings);
    }
}
