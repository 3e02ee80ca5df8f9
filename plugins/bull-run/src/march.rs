//! §8.6: marches, but for those by road.

use muster_sdk::{May, Resolution};

use crate::choice::Choice;
use crate::orders::Group;
use crate::state::{BullRun, Spot};
use crate::world::{Unit, Way};

impl BullRun {
    /// §8.6.1: whether cavalry rides over a boundary.
    pub(crate) fn may_ride_over(&self, way: &Way, count: usize) -> May {
        self.may_pass(way, "Boundary {edge} is restricted: no cavalry march crosses it.", "8.6.1")?;
        self.may_march(way, count)
    }

    /// §8.6.1: where cavalry in reserve can ride: two locales on, over boundaries that don't hinder.
    pub(crate) fn rides(&self, group: &Group<'_>) -> impl Iterator<Item = Choice> {
        let (from, count, cavalry) = (group.spot.locale, group.units.len(), group.cavalry);
        let goes = move |way: &&Way| cavalry && self.may_ride_over(way, count).is_ok();
        self.world.locale(from).ways.iter().filter(goes).flat_map(move |first| {
            let on = self.world.locale(first.to).ways.iter().filter(move |way| way.to != from);
            on.filter(goes).map(|second| Choice::Ride(first.to, second.to))
        })
    }

    /// §8.6.2: the march of a group over a boundary, to a locale that the enemy doesn't occupy.
    pub(crate) fn field_marches(&self, group: &Group<'_>, way: &Way) -> impl Iterator<Item = Choice> {
        self.may_field_march(group, way).is_ok().then_some(Choice::March(way.to)).into_iter()
    }

    /// §8.6.3: the local march of a group: from its approach into reserve, or from reserve to an approach.
    pub(crate) fn local_marches(&self, group: &Group<'_>, way: &Way) -> impl Iterator<Item = Choice> {
        let (may, march) = match group.spot.edge {
            Some(_) => (true, Choice::Reserve),
            None => (self.may_secure(group, way).is_ok(), Choice::Secure(way.edge)),
        };
        may.then_some(march).into_iter()
    }

    /// §8.6.1 to §8.6.3: units march. Cavalry that rides is turned face up.
    pub(crate) fn march(&mut self, units: &[Unit], choice: Choice, resolution: &mut Resolution<'_>) {
        let from = self.locale_of(units);
        let (section, (march, in_or_to), way) = match choice {
            Choice::Ride(through, to) => {
                ("8.6.1", ("Cavalry march", "to"), vec![Spot::reserve(through), Spot::reserve(to)])
            }
            Choice::March(to) => ("8.6.2", ("Field march", "to"), vec![Spot::reserve(to)]),
            Choice::Secure(edge) => ("8.6.3", ("Local march", "in"), vec![Spot::approach(from, edge)]),
            Choice::Reserve => ("8.6.3", ("Local march", "in"), vec![Spot::reserve(from)]),
            _ => return,
        };
        let end = way[way.len() - 1];
        self.spend_on(units, section, (march, in_or_to, end.locale), resolution);
        if way.len() > 1 {
            self.reveal(units, section, resolution);
        }
        self.go(units, &way, section, resolution);
        self.finish(if end.edge.is_none() { units } else { &[] }, resolution);
    }
}
