//! O. Options: the night of a battle of several days.

use std::cmp::Reverse;

use muster_board::SpaceId;
use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::labels::log_command;
use crate::state::Brigade;
use crate::units::commands;
use crate::world::{Side, Unit};

impl Brigade {
    /// \[O2\] Dice for spades after the night move; after 1863 each pip is worth two hexes.
    pub(crate) fn roll_spades(&mut self, resolution: &mut Resolution<'_>) {
        self.roll_activation(resolution);
        if self.world.after_1863 {
            for piece in self.pieces.rows_mut() {
                piece.pips *= 2;
            }
        }
    }

    /// The general who pays for entrenching a hex, of those with pips who command a unit in it: a corps's own before the
    /// army's, whose pips are good for every hex; then who has most left.
    fn payer_of_entrenching(&self, hex: SpaceId) -> Option<Unit> {
        let is_ordered = |general: Unit, unit: Unit| self.world.fights(unit) && commands(self, general, unit);
        let able = |&general: &Unit| {
            self.piece(general).pips > 0 && self.in_hex(hex).any(|unit| is_ordered(general, unit))
        };
        let dear =
            |&general: &Unit| (self.world.info(general).army_general, Reverse(self.piece(general).pips));
        self.generals(self.active()).filter(able).min_by_key(dear)
    }

    /// \[O2\] Whether a hex may be entrenched: a unit stands there whose general has pips.
    pub(crate) fn may_entrench(&self, hex: SpaceId) -> May {
        ensure(!self.entrenched.contains(&hex), "Its hex is entrenched already.", "O2")?;
        let troops = self.in_hex(hex).any(|unit| self.world.fights(unit));
        ensure(troops, "Only where a brigade or battery stands is a hex entrenched.", "O2")?;
        let paid = self.payer_of_entrenching(hex).is_some();
        ensure(paid, "No general who commands a unit in its hex has a pip left.", "O2")
    }

    /// \[O2\] The hexes that can be entrenched.
    pub fn entrenchable(&self) -> Vec<SpaceId> {
        let mut hexes = self.hexes_of(self.of_side(self.active()));
        hexes.retain(|&hex| self.may_entrench(hex).is_ok());
        hexes
    }

    /// \[O2\] Lists the hexes that can be entrenched, and that no more are.
    pub(crate) fn list_entrenchments(&self, _side: Side, list: &mut Decisions<Choice>) {
        list.extend(self.entrenchable().into_iter().map(Choice::Entrench));
        list.push(Choice::EndNight);
    }

    /// \[O2\] Entrenches a hex, or ends the night.
    pub(crate) fn entrench(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Entrench(hex) = choice else {
            log_command(resolution, "O2", "End of entrenching");
            return self.next_stage(resolution);
        };
        let Some(digger) = self.payer_of_entrenching(hex) else { return };
        self.marks_mut(digger).pips -= 1;
        self.entrenched.push(hex);
        resolution.event(|| {
            let text = format!("{} is entrenched", self.world.hex_name(hex));
            self.event(EventKind::Text, self.place_of(hex), &[], text, "O2")
        });
    }
}
