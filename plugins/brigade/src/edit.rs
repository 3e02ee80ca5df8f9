//! Set-up and correction of a position, each change checked.

use muster_contract::{Change, Refusal, Value};
use muster_sdk::description::{of_others, unchangeable};
use muster_sdk::{Edits, ensure, refuse, require};

use crate::hooks::changes;
use crate::state::{Brigade, Stage, Status};
use crate::units::STACK;
use crate::world::{Unit, UnitInfo};

impl Edits for Brigade {
    /// Makes one change.
    fn edit(&mut self, change: &Change) -> Result<(), Refusal> {
        let unit_of =
            |id: &str| self.world.unit(id).ok_or_else(|| refuse(format!("there is no unit \"{id}\""), ""));
        ensure(!self.fire.settling, "finish the hits that are being carried out first", "B1")?;
        if let (Some(march), Change::Place((id, _)) | Change::Set((id, _)) | Change::Remove(id)) =
            (&self.march, change)
        {
            let mut taking_part = march.units.iter().chain([&march.payer]);
            let takes_part = taking_part.any(|&unit| self.world.info(unit).id == *id);
            require(!takes_part, "B1", || format!("{id} takes part in the move that is being carried out"))?;
        }
        match change {
            Change::Place((id, place)) => {
                let unit = unit_of(id)?;
                let hex = self.world.hex(&place.space);
                let at = hex.ok_or_else(|| refuse(format!("there is no hex \"{}\"", place.space), ""))?;
                let facing = place.facing.unwrap_or(self.piece(unit).facing);
                let is_corner = self.world.corners.contains(&facing);
                require(is_corner, "A2", || format!("{id} must face a corner of its hex"))?;
                self.place(unit, |piece| {
                    (piece.at, piece.facing, piece.status) = (Some(at), facing, Status::Present);
                });
                self.check_place(unit)?;
            }
            Change::Set((id, attribute)) => {
                let unit = unit_of(id)?;
                match (attribute.name.as_str(), &attribute.value) {
                    ("heavy-casualties", Value::Flag(heavy)) => self.marks_mut(unit).heavy = *heavy,
                    ("spent", Value::Flag(spent)) => {
                        let marks = self.marks_mut(unit);
                        (marks.spent, marks.turned) = (*spent, false);
                    }
                    ("pips", _) if !self.world.is_general(unit) => {
                        return Err(of_others(&changes(), id, "pips"));
                    }
                    ("pips", Value::Number(pips @ 0..=12)) => self.marks_mut(unit).pips = *pips as u8,
                    _ => return Err(unchangeable(&changes(), Some(id), attribute)),
                }
            }
            Change::Remove(id) => {
                let unit = unit_of(id)?;
                self.place(unit, |piece| (piece.at, piece.status) = (None, Status::Lost));
            }
            Change::Fact(attribute) => match (attribute.name.as_str(), &attribute.value) {
                ("turn", Value::Number(turn)) if (1..=i32::from(self.world.turns)).contains(turn) => {
                    self.turn = *turn as u16
                }
                _ => return Err(unchangeable(&changes(), None, attribute)),
            },
            Change::Custom(custom) => {
                return Err(refuse(format!("there is no change \"{}\"", custom.name), ""));
            }
        }
        // Who must fire follows from where everybody stands.
        if matches!(self.stage, Stage::CombatInactive | Stage::CombatActive) {
            let able = self.must_fire();
            self.fire.todo.retain(|unit| able.contains(unit));
        }
        Ok(())
    }
}

impl Brigade {
    /// \[A1\] Whether a unit can be where it is.
    pub(crate) fn check_place(&self, unit: Unit) -> Result<(), Refusal> {
        let Some(at) = self.piece(unit).at else { return Ok(()) };
        let (UnitInfo { id, side, .. }, hex) = (self.world.info(unit), self.world.hex_name(at));
        let dry = !self.world.ground[at].barred;
        require(dry, "A1", || format!("{id} can't be in {hex}: it is water"))?;
        let alone = self.in_hex(at).all(|other| self.world.side_of(other) == *side);
        require(alone, "A1", || format!("{id} can't be in {hex} with the enemy"))?;
        let troops = self.in_hex(at).filter(|&other| self.world.fights(other)).count();
        require(troops <= usize::from(STACK), "A1", || {
            format!("there are {troops} units in {hex}; two can be there")
        })
    }
}
