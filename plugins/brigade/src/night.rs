//! O. Options: the night of a battle of several days.

use std::cmp::Reverse;

use muster_board::SpaceId;
use muster_contract::EventKind;
use muster_sdk::Happenings;

use crate::state::Brigade;
use crate::units::commands;
use crate::words::{event, hex_place};
use crate::world::{Kind, Unit};

impl Brigade {
    /// \[O2\] Dice for spades after the night move; after 1863 each pip is worth two hexes.
    pub(crate) fn roll_spades(&mut self, happenings: &mut Happenings<'_>) {
        self.roll_activation(happenings);
        if self.world.after_1863 {
            for piece in self.pieces.rows_mut() {
                piece.pips *= 2;
            }
        }
    }

    /// The general who pays for entrenching a hex, of those with pips who command a unit in it: a corps's own before the
    /// army's, whose pips are good for every hex; then who has most left.
    fn digger(&self, hex: SpaceId) -> Option<Unit> {
        let side = self.active();
        let troops = || {
            self.in_hex(hex)
                .filter(|&unit| self.world.info(unit).side == side && self.world.info(unit).kind.fights())
        };
        let able = |&general: &Unit| {
            self.world.info(general).kind == Kind::General
                && self.piece(general).pips > 0
                && troops().any(|unit| commands(self, general, unit))
        };
        let dear =
            |&general: &Unit| (self.world.info(general).army_general, Reverse(self.piece(general).pips));
        self.everyone().filter(able).min_by_key(dear)
    }

    /// \[O2\] The hexes that can be entrenched: where a unit stands whose general has pips.
    pub fn entrenchable(&self) -> Vec<SpaceId> {
        let side = self.active();
        let mut hexes: Vec<SpaceId> = Vec::new();
        for unit in self.everyone().filter(|&unit| self.world.info(unit).side == side) {
            let hex = self.hex_of(unit);
            if !self.entrenched.contains(&hex) && !hexes.contains(&hex) && self.digger(hex).is_some() {
                hexes.push(hex);
            }
        }
        hexes
    }

    /// \[O2\] Entrenches a hex.
    pub(crate) fn entrench(&mut self, hex: SpaceId, happenings: &mut Happenings<'_>) {
        let Some(digger) = self.digger(hex) else { return };
        self.marks_mut(digger).pips -= 1;
        self.entrenched.push(hex);
        happenings.event(|| {
            let text = format!("{} is entrenched", self.world.hex_name(hex));
            event(EventKind::Text, Some(hex_place(&self.world, hex)), &self.world, &[], text, "O2")
        });
    }
}
