//! What changes on the board while a turn is carried out, for whoever plays it step by step.
//!
//! Beside the sentences of the log go events without a text: the attributes that a piece has from here on or that it is gone,
//! and the label that a city's marker of a kind has. They stand before the sentence that tells of the change, and tell
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
    /// The seats that see how large the armies of a side in a city are; `None` if everybody does.
    fn sizes_seen(&self, side: Side, at: City) -> Option<Vec<Seat>> {
        let seen = |seat: &Seat| self.size_seen(Some(*seat), side, at);
        (!self.size_seen(None, side, at)).then(|| (0..2).filter(seen).collect())
    }

    /// Tells what became of an army: whoever sees how large it is in figures, the others without.
    pub(crate) fn say_of_army(
        &self,
        (side, at): (Side, City),
        citation: &str,
        resolution: &mut Resolution<'_>,
        words: impl Fn(bool) -> String,
    ) {
        if !resolution.is_observed() {
            return;
        }
        let mut tell = |audience: Audience, figures: bool| {
            resolution.event(|| {
                Event::new(EventKind::Text, audience, words(figures), citation).at(self.world.place(at))
            });
        };
        match self.sizes_seen(side, at) {
            None => tell(Audience::Everyone, true),
            Some(seats) => {
                tell(Audience::Everyone, false);
                if !seats.is_empty() {
                    tell(Audience::Seats(seats), true);
                }
            }
        }
    }

    /// How large an army is from here on.
    pub(crate) fn show_size(&self, side: Side, slot: Slot, resolution: &mut Resolution<'_>) {
        let Some(army) = self.army(side, slot).filter(|_| resolution.is_observed()) else { return };
        let audience = match self.sizes_seen(side, army.at) {
            None => Audience::Everyone,
            Some(seats) if seats.is_empty() => return,
            Some(seats) => Audience::Seats(seats),
        };
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
                let row = fleet.row().to_string();
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
