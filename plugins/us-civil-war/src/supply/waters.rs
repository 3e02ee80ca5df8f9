//! What supply asks of Naval Control (§20.1).

use super::lay::View;
use crate::world::Space;

impl View<'_> {
    /// How many bodies of water the side's Supply Paths can use (§13.4.3).
    pub(crate) fn bodies(&self) -> u16 {
        0
    }

    /// Those that the port of a space opens onto.
    pub(crate) fn port(&self, _space: Space) -> impl Iterator<Item = u16> + use<> {
        std::iter::empty()
    }

    /// Those along a space: its river sides, its coast, the water of an island, a Coastal Fort or a box.
    pub(crate) fn shore(&self, _space: Space) -> impl Iterator<Item = u16> + use<> {
        std::iter::empty()
    }

    /// §13.3.1: whether an ocean port has a way to the sea past no Confederate Fort.
    pub(crate) fn opens_to_sea(&self, _space: Space) -> bool {
        true
    }
}
