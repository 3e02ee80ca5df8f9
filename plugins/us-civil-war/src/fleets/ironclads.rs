//! §21.5: the Union's Oceangoing Ironclads, which have no counters: they go with a stack of Oceangoing NSPs that a card has sent.

use muster_sdk::{May, ensure};

use crate::choice::Pay;
use crate::state::{UsCivilWar, Vessel};
use crate::world::{Kind, Port, Side, Space};

/// §21.5: a turn on which there is one NSP more of them.
const EVERY: u8 = 2;

/// §21.5: NSPs that they have on a turn.
pub const fn ironclad_strength(turn: u8) -> u8 {
    turn / EVERY
}

impl UsCivilWar {
    /// §21.5, §21.12: whether the ships on their way, which were paid for so, have the Ironclads with them in a Naval Battle in a space: the
    /// Union attacks, a card Naval or Any has sent it, an Oceangoing NSP is with it that isn't damaged, and the water is deep enough for
    /// them. Whether they have fought with another stack in this Action Phase isn't asked here.
    pub fn may_join_ironclads(&self, paid: Pay, at: Space) -> May {
        ensure(
            self.phasing == Side::Us,
            "Only the Union has Oceangoing Ironclads, when it attacks.",
            "21.5",
        )?;
        ensure(ironclad_strength(self.turn) > 0, "There are none on the first turn.", "21.5")?;
        let sent = matches!(paid, Pay::Card(card) if card.is_naval());
        ensure(sent, "They go only with ships that a Naval or Any card has sent.", "21.5")?;
        let deep = self.ships_underway().any(|ship| ship.vessel == Vessel::Oceangoing && ship.is_fit());
        ensure(deep, "They go only with an Oceangoing NSP.", "21.5")?;
        let text = "They fight only at Coastal Forts, Islands and Ocean Ports of blockade runners.";
        ensure(self.is_for_ironclads(at), text, "21.5")
    }

    /// §21.5: whether Oceangoing Ironclads can fight in a space: a Coastal Fort, an Island, an Ocean Port with a Blockade Runner Modifier,
    /// whoever has it.
    fn is_for_ironclads(&self, at: Space) -> bool {
        let info = self.world.space(at);
        let runner = || self.runner_ports().any(|runner| runner.port == info.id);
        matches!(info.kind, Kind::CoastalFort | Kind::Island) || info.port == Port::Ocean && runner()
    }
}
