//! §8.6: marches, but for those by road.

use muster_sdk::{May, Resolution};

use crate::choice::Choice;
use crate::orders::Group;
use crate::state::{BullRun, Spot};
use crate::world::{Locale, Unit, Way};

impl BullRun {
    /// §8.6.1: whether cavalry rides over a boundary.
    pub(crate) fn may_ride_over(&self, way: &Way, count: usize) -> May {
        self.may_pass(way, "Boundary {edge} is restricted: no cavalry march crosses it.", "8.6.1")?;
        self.may_march(way, count)
    }

    /// §8.6.1: where cavalry in reserve can ride: two locales on, over boundaries that don't hinder.
    pub(crate) fn rides(&self, group: &Group<'_>) -> impl Iterator<Item = Choice> {
        let (from, count) = (group.spot.locale, group.units.len());
        let goes = move |way: &&Way| self.may_ride_over(way, count).is_ok();
        self.world.locale(from).ways.iter().filter(goes).flat_map(move |first| {
            let on = self.world.locale(first.to).ways.iter().filter(move |way| way.to != from);
            on.filter(goes).map(|second| Choice::Ride(first.to, second.to))
        })
    }

    /// §8.6.1: cavalry rides. It is turned face up.
    pub(crate) fn cavalry_march(
        &mut self,
        units: Vec<Unit>,
        through: Locale,
        to: Locale,
        resolution: &mut Resolution<'_>,
    ) {
        self.spend_on(&units, "8.6.1", ("Cavalry march", "to", to), resolution);
        self.reveal(&units, "8.6.1", resolution);
        self.go(&units, &[Spot::reserve(through), Spot::reserve(to)], "8.6.1", resolution);
        self.finish(units, resolution);
    }

    /// §8.6.2: units go to the reserve of an adjacent locale.
    pub(crate) fn field_march(&mut self, units: Vec<Unit>, to: Locale, resolution: &mut Resolution<'_>) {
        self.spend_on(&units, "8.6.2", ("Field march", "to", to), resolution);
        self.go(&units, &[Spot::reserve(to)], "8.6.2", resolution);
        self.finish(units, resolution);
    }

    /// §8.6.3: units take another position in their locale.
    pub(crate) fn local_march(&mut self, units: Vec<Unit>, to: Spot, resolution: &mut Resolution<'_>) {
        self.spend_on(&units, "8.6.3", ("Local march", "in", to.locale), resolution);
        self.go(&units, &[to], "8.6.3", resolution);
        self.finish(if to.edge.is_none() { units } else { Vec::new() }, resolution);
    }
}
