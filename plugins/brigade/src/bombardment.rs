//! E. Bombardment.

use std::ops::ControlFlow;

use muster_board::SpaceId;
use muster_contract::{ChoiceDetails, OddsTable};
use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::labels::{log_command, pips};
use crate::state::Brigade;
use crate::units::nearest_corner;
use crate::world::{FARTHEST, Kind, Side, Unit};

/// \[E1\] The least face that hits.
pub const LEAST_HIT: u8 = 5;

impl Brigade {
    /// \[E1\] Whether a unit may bombard in this activation, as far as it depends on the unit.
    pub(crate) fn may_bombard(&self, unit: Unit) -> May {
        ensure(self.world.info(unit).kind == Kind::Artillery, "Only artillery bombards.", "E1")?;
        let piece = self.piece(unit);
        let moved = "It moved or has bombarded; only guns that did not move may bombard.";
        ensure(!piece.spent || piece.turned, moved, "E1")
    }

    /// \[E1\] Whether a battery could bombard a hex: in range and in a clear line of sight.
    pub fn can_bombard(&self, gun: Unit, hex: SpaceId) -> bool {
        let at = self.hex_of(gun);
        at != hex && self.world.distance(at, hex) <= self.world.info(gun).range && self.world.sees(at, hex)
    }

    /// \[C4\] Whether a general has the pips for a battery's bombardment.
    pub(crate) fn can_pay_for(&self, general: Unit, gun: Unit) -> bool {
        self.bombard_cost(general, gun) <= self.piece(general).pips
    }

    /// \[C4\] \[E1\] Every bombardment that can be ordered, until `each` has had enough of them. The general whom it costs
    /// least pays unless another is named.
    pub(crate) fn bombardments(&self, mut each: impl FnMut(Choice) -> ControlFlow<()>) -> ControlFlow<()> {
        let side = self.active();
        for gun in self.troops(side).filter(|&gun| self.may_bombard(gun).is_ok()) {
            let mut payers = self.payers(gun);
            payers.retain(|payer| self.can_pay_for(*payer, gun));
            let cost = |payer: &&Unit| self.bombard_cost(**payer, gun);
            let Some(&cheapest) = payers.iter().min_by_key(cost) else { continue };
            for target in self.of_side(side.other()) {
                let hex = self.hex_of(target);
                // Each hex once: with the first of those in it.
                if self.can_bombard(gun, hex) && self.targets_in(hex, side).next() == Some(target) {
                    for &payer in &payers {
                        each(Choice::Bombard { gun, hex, payer, named: payer != cheapest })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// \[E1\] Lists the bombardments, and that there are no more.
    pub(crate) fn list_bombardments(&self, _side: Side, list: &mut Decisions<Choice>) {
        let _ = self.bombardments(|choice| {
            list.push(choice);
            ControlFlow::Continue(())
        });
        list.push(Choice::EndBombard);
    }

    /// \[E1\] A battery fires one die on a hex, turning to it if need be, and its hits wait until all bombardment is rolled; or this ends.
    pub(crate) fn bombard(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Bombard { gun, hex, payer, .. } = choice else {
            log_command(resolution, "E1", "End of bombardment");
            self.fire.settling = true;
            return;
        };
        log_command(resolution, "E1", "Bombardment");
        self.marks_mut(payer).pips -= self.bombard_cost(payer, gun);
        let at = self.hex_of(gun);
        let towards = |corner: u8| self.world.atlas.in_arc(at, corner, FARTHEST, hex);
        if let Some(facing) = nearest_corner(&self.world, self.piece(gun).facing, towards) {
            self.place(gun, |piece| piece.facing = facing);
        }
        let marks = self.marks_mut(gun);
        (marks.spent, marks.turned) = (true, false);
        let reason =
            |game: &Self| format!("Bombardment of {} by {}", game.world.hex_name(hex), game.name_of(gun));
        self.shoot((gun, hex), (1, LEAST_HIT), ("E1", reason), resolution);
    }

    /// Adds who fires on whom, who pays, and cover.
    pub(crate) fn bombard_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        let Choice::Bombard { gun, hex, payer, .. } = choice else { return };
        details.cost = pips(self.bombard_cost(payer, gun));
        self.shot_details(gun, hex, details);
        details.label += &format!(" ({})", self.name_of(payer));
    }

    /// The chances of a bombardment.
    pub(crate) fn bombard_odds(&self, choice: Choice) -> Option<OddsTable> {
        let Choice::Bombard { gun, hex, .. } = choice else { return None };
        let title = format!("Bombardment by {} on {}", self.name_of(gun), self.target_names(hex, gun));
        Some(self.table(title, (1, LEAST_HIT), (gun, hex), "E1"))
    }
}
