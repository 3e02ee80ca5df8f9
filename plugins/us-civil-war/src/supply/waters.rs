//! What supply asks of Naval Control (§20.1).

use super::lay::View;
use crate::world::{Node, Space};

impl<'a> View<'a> {
    /// How many bodies of water the side's Supply Paths can use (§13.4.3).
    pub(crate) fn bodies(&self) -> u16 {
        self.naval.bodies(self.side)
    }

    /// Those that the port of a space opens onto.
    pub(crate) fn port(&self, space: Space) -> impl Iterator<Item = u16> + use<'a> {
        self.of(self.game.world.waters.port(space))
    }

    /// Those along a space: its river sides, its coast, the water of an island, a Coastal Fort or a box.
    pub(crate) fn shore(&self, space: Space) -> impl Iterator<Item = u16> + use<'a> {
        self.of(self.game.world.waters.shore(space))
    }

    fn of(&self, nodes: &'a [Node]) -> impl Iterator<Item = u16> + use<'a> {
        let (naval, side) = (self.naval, self.side);
        nodes.iter().filter_map(move |&node| naval.body(side, node))
    }

    /// §13.3.1: whether an ocean port has a way to the sea past no Confederate Fort.
    pub(crate) fn opens_to_sea(&self, space: Space) -> bool {
        self.naval.opens_to_sea(space)
    }
}
