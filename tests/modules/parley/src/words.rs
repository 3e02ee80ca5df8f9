//! How things are called.

use muster_contract::{Audience, Event, EventKind, Seat};

use crate::{Parley, World};

/// The sides' ids.
pub(crate) const SIDES: [&str; 2] = ["north", "south"];
/// The ledger's rows.
pub(crate) const ROWS: [&str; 3] = ["scouting", "supply", "guard"];

/// The side's name.
pub(crate) fn side(side: u8) -> &'static str {
    ["The north", "The south"][usize::from(side)]
}

/// An event without place or units.
pub(crate) fn event(kind: EventKind, audience: Audience, text: String, citation: &str) -> Event {
    Event { kind, audience, place: None, units: Vec::new(), text, citation: Some(citation.to_owned()) }
}

impl Parley {
    /// Whether the seat, or the public, can identify the block.
    pub(crate) fn knows(&self, seat: Option<Seat>, unit: u8) -> bool {
        self.block(unit).known.has(seat)
    }

    /// The block's id as the seat, or the public, sees it.
    pub(crate) fn unit_id(&self, world: &World, seat: Option<Seat>, unit: u8) -> String {
        if self.knows(seat, unit) {
            return world.unit(unit).id.clone();
        }
        self.tokens.of(seat).name(u16::from(unit)).unwrap_or_else(|| "?".to_owned())
    }

    /// What the seat, or the public, calls it.
    pub(crate) fn unit_name(&self, world: &World, seat: Option<Seat>, unit: u8) -> String {
        if self.knows(seat, unit) {
            return world.unit(unit).name.clone();
        }
        format!(
            "{} block {}",
            ["a northern", "a southern"][usize::from(Self::owner(unit))],
            self.unit_id(world, seat, unit)
        )
    }

    /// The block that the seat means by this id.
    pub(crate) fn find_unit(&self, world: &World, seat: Option<Seat>, id: &str) -> Option<u8> {
        (0..8).find(|&unit| self.is_on_board(world, unit) && self.unit_id(world, seat, unit) == id)
    }

    /// Whether the block is anywhere.
    pub(crate) fn is_on_board(&self, world: &World, unit: u8) -> bool {
        self.is_set_up() && self.block(unit).losses < world.unit(unit).strength
    }
}
