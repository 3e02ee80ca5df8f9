//! How things are called.

use muster_contract::Seat;
use muster_sdk::{Names, Shared, UnitId};

use crate::{Parley, Unit, World, cards};

/// The sides' ids.
pub(crate) const SIDES: [&str; 2] = ["north", "south"];
/// The ledger's rows.
pub(crate) const ROWS: [&str; 3] = ["scouting", "supply", "guard"];

/// The side's name.
pub(crate) fn side(side: u8) -> &'static str {
    ["The north", "The south"][usize::from(side)]
}

impl Names for Parley {
    type World = World;
    type Unit = Unit;
    /// A line of the field: choices point at no space of the valley.
    type Space = u8;
    /// A link of the valley.
    type Edge = u8;

    fn world(&self) -> &Shared<World> {
        &self.world
    }

    fn unit_id(&self, seat: Option<Seat>, unit: Unit) -> UnitId<'_> {
        let own = self.knows(seat, unit).then_some(self.world.unit(unit).id.as_str());
        self.tokens.of(seat).id(own, unit)
    }

    fn unit_name(&self, seat: Option<Seat>, unit: Unit) -> String {
        if self.knows(seat, unit) {
            return self.world.unit(unit).name.clone();
        }
        format!(
            "{} block {}",
            ["a northern", "a southern"][usize::from(Self::owner(unit))],
            self.unit_id(seat, unit)
        )
    }

    fn space_id(&self, line: u8) -> &str {
        &self.world.lines[usize::from(line)]
    }

    fn edge_id(&self, link: u8) -> &str {
        &self.world.link(link).id
    }

    fn card_id(card: u8) -> String {
        cards::CARDS[usize::from(card)].id.to_owned()
    }
}

impl Parley {
    /// Whether the seat, or the public, can identify the block.
    pub(crate) fn knows(&self, seat: Option<Seat>, unit: Unit) -> bool {
        self.block(unit).known.has(seat)
    }

    /// The block that the seat means by this id.
    pub(crate) fn find_unit(&self, seat: Option<Seat>, id: &str) -> Option<Unit> {
        let mut on_board = self.world.units.all().filter(|&unit| self.is_on_board(unit));
        on_board.find(|&unit| self.unit_id(seat, unit).to_string() == id)
    }

    /// Whether the block is anywhere.
    pub(crate) fn is_on_board(&self, unit: Unit) -> bool {
        self.is_set_up() && self.block(unit).losses < self.world.unit(unit).strength
    }
}
