//! What changes on the board while a turn is carried out, for whoever plays it step by step.
//!
//! Beside the sentences of the log go events without a text: `unit-now`, with the attributes that a piece has from here on or
//! that it is gone, and `marker-now`, with the label that a city's marker of a kind has, an empty one if there is none. They
//! stand before the sentence that tells of the change, and tell nobody more than its view would.

use muster_contract::{Audience, Custom, Event, EventKind, Seat};
use muster_sdk::{Happenings, event, place};

use crate::choice::{army_id, fleet_id};
use crate::state::CwStrategy;
use crate::world::{City, Side, Slot, World};

/// A piece's attributes are others now, or it is gone.
const UNIT_NOW: &str = "unit-now";
/// A marker's label is another now.
const MARKER_NOW: &str = "marker-now";
/// The marker of a fort's level.
pub(crate) const FORT: &str = "fort-works";

/// A piece that is so from here on.
fn unit_now(unit: String, json: String, audience: Audience) -> Event {
    let kind = EventKind::Custom(Custom { name: UNIT_NOW.to_owned(), json });
    Event { units: vec![unit], ..event(kind, audience, "", "") }
}

/// What stands for a piece that is gone.
fn gone() -> String {
    "{\"gone\":true}".to_owned()
}

impl CwStrategy {
    /// The seats that see how large the armies of a side in a city are; `None` if everybody does.
    fn sizes_seen(&self, world: &World, side: Side, at: City) -> Option<Vec<Seat>> {
        let seen = |seat: &Seat| self.size_seen(world, Some(*seat), side, at);
        (!self.size_seen(world, None, side, at)).then(|| (0..2).filter(seen).collect())
    }

    /// Tells what became of an army: whoever sees how large it is in figures, the others without.
    pub(crate) fn say_of_army(
        &self,
        world: &World,
        (side, at): (Side, City),
        citation: &str,
        happenings: &mut Happenings<'_>,
        words: impl Fn(bool) -> String,
    ) {
        if !happenings.heard() {
            return;
        }
        let mut tell = |audience: Audience, figures: bool| {
            happenings.event(|| {
                let told = event(EventKind::Text, audience, words(figures), citation);
                Event { place: Some(place(world.id(at))), ..told }
            });
        };
        match self.sizes_seen(world, side, at) {
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
    pub(crate) fn show_size(&self, world: &World, side: Side, slot: Slot, happenings: &mut Happenings<'_>) {
        let Some(army) = self.army(side, slot).filter(|_| happenings.heard()) else { return };
        let audience = match self.sizes_seen(world, side, army.at) {
            None => Audience::Everyone,
            Some(seats) if seats.is_empty() => return,
            Some(seats) => Audience::Seats(seats),
        };
        let json = format!("{{\"attributes\":{{\"size\":{}}}}}", army.size);
        happenings.event(|| unit_now(army_id(side, slot), json, audience));
    }

    /// How large all armies of a side are from here on.
    pub(crate) fn show_sizes(&self, world: &World, side: Side, happenings: &mut Happenings<'_>) {
        for slot in 0..crate::world::SLOTS as Slot {
            self.show_size(world, side, slot, happenings);
        }
    }

    /// An army that isn't there from here on.
    pub(crate) fn show_gone(side: Side, slot: Slot, happenings: &mut Happenings<'_>) {
        happenings.event(|| unit_now(army_id(side, slot), gone(), Audience::Everyone));
    }

    /// The ships that a side's fleet has from here on.
    pub(crate) fn show_fleet(&self, side: Side, happenings: &mut Happenings<'_>) {
        happenings.event(|| {
            let json = self.power(side).fleet.map_or_else(gone, |fleet| {
                let row = fleet.row();
                format!("{{\"label\":\"{row}\",\"attributes\":{{\"size\":\"{row}\"}}}}")
            });
            unit_now(fleet_id(side), json, Audience::Everyone)
        });
    }

    /// The level of a city's fort from here on.
    pub(crate) fn show_fort(&self, world: &World, city: City, happenings: &mut Happenings<'_>) {
        happenings.event(|| {
            let label = match self.fort(city) {
                0 => String::new(),
                level => level.to_string(),
            };
            let json = format!("{{\"kind\":\"{FORT}\",\"label\":\"{label}\"}}");
            let kind = EventKind::Custom(Custom { name: MARKER_NOW.to_owned(), json });
            Event { place: Some(place(world.id(city))), ..event(kind, Audience::Everyone, "", "") }
        });
    }
}
