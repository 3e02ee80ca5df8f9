//! Events about what changes on the board while a turn is carried out, for clients that play it step by step.
//!
//! Beside the sentences of the log go events without a text: the attributes that a piece has from here on or that it is gone,
//! and the label that a city's marker of a kind has. They stand before the sentence about the change, and show
//! nobody more than its view would.

use muster_contract::{
    Attribute, Audience, Event, EventKind, MarkerChange, Seat, UnitChange, UnitLooks, Value,
};
use muster_sdk::Resolution;

use crate::choice::{army_id, fleet_id};
use crate::state::CwStrategy;
use crate::world::{City, Side, Slot};

/// The marker of a fort's level.
pub(crate) const FORT: &str = "fort-works";

/// A piece that is otherwise from here on.
fn unit_changed(unit: String, change: UnitChange, audience: Audience) -> Event {
    Event::new(EventKind::UnitChanged(change), audience, "", "").of(vec![unit])
}

/// A piece of this size, with another label if it has one.
fn sized(size: Value, label: Option<String>) -> UnitChange {
    UnitChange::Looks(UnitLooks {
        label,
        attributes: vec![Attribute { name: "size".to_owned(), value: size }],
    })
}

impl CwStrategy {
    /// Who sees how large the armies of a side in a city are, if anybody does.
    fn size_audience(&self, side: Side, at: City) -> Option<Audience> {
        if self.sees_size(None, side, at) {
            return Some(Audience::Everyone);
        }
        let seats: Vec<Seat> = (0..2).filter(|&seat| self.sees_size(Some(seat), side, at)).collect();
        (!seats.is_empty()).then_some(Audience::Seats(seats))
    }

    /// Logs what became of an army: with figures for whoever sees how large it is, without for the others.
    pub(crate) fn log_of_army(
        &self,
        (side, at): (Side, City),
        citation: &str,
        resolution: &mut Resolution<'_>,
        text: impl Fn(bool) -> String,
    ) {
        if !resolution.is_observed() {
            return;
        }
        let mut log = |audience: Audience, figures: bool| {
            resolution.event(|| {
                Event::new(EventKind::Text, audience, text(figures), citation).at(self.world.place(at))
            });
        };
        let audience = self.size_audience(side, at);
        if audience != Some(Audience::Everyone) {
            log(Audience::Everyone, false);
        }
        if let Some(audience) = audience {
            log(audience, true);
        }
    }

    /// How large an army is from here on.
    pub(crate) fn show_size(&self, side: Side, slot: Slot, resolution: &mut Resolution<'_>) {
        let Some(army) = self.army(side, slot).filter(|_| resolution.is_observed()) else { return };
        let Some(audience) = self.size_audience(side, army.at) else { return };
        let size = Value::Number(army.size.into());
        resolution.event(|| unit_changed(army_id(side, slot), sized(size, None), audience));
    }

    /// How large all armies of a side are from here on.
    pub(crate) fn show_sizes(&self, side: Side, resolution: &mut Resolution<'_>) {
        for slot in 0..crate::world::SLOTS as Slot {
            self.show_size(side, slot, resolution);
        }
    }

    /// An army that isn't there from here on.
    pub(crate) fn show_gone(side: Side, slot: Slot, resolution: &mut Resolution<'_>) {
        resolution.event(|| unit_changed(army_id(side, slot), UnitChange::Gone, Audience::Everyone));
    }

    /// The ships that a side's fleet has from here on.
    pub(crate) fn show_fleet(&self, side: Side, resolution: &mut Resolution<'_>) {
        resolution.event(|| {
            let change = self.power(side).fleet.map_or(UnitChange::Gone, |fleet| {
                let row = fleet.row();
                sized(Value::Text(row.clone()), Some(row))
            });
            unit_changed(fleet_id(side), change, Audience::Everyone)
        });
    }

    /// The level of a city's fort from here on.
    pub(crate) fn show_fort(&self, city: City, resolution: &mut Resolution<'_>) {
        resolution.event(|| {
            let label = Some(self.fort(city)).filter(|level| *level > 0).map(|level| level.to_string());
            let kind = EventKind::MarkerChanged(MarkerChange { kind: FORT.to_owned(), label });
            Event::new(kind, Audience::Everyone, "", "").at(self.world.place(city))
        });
    }
}
