//! Set-up and correction of a position, each change checked.

use muster_contract::{Change, Refusal, Value};
use muster_sdk::{
    Edits,
    description::{of_others, unchangeable},
    refuse,
};

use crate::hooks::changes;
use crate::state::{Brigade, Status};
use crate::units::STACK;
use crate::world::Unit;

impl Edits for Brigade {
    /// Makes one change.
    fn edit(&mut self, change: &Change) -> Result<(), Refusal> {
        let unit_of =
            |id: &str| self.world.unit(id).ok_or_else(|| refuse(format!("there is no unit \"{id}\""), ""));
        if self.fire.settling {
            return Err(refuse("finish the hits that are being carried out first", "B1"));
        }
        if let (Some(march), Change::Place((id, _)) | Change::Set((id, _)) | Change::Remove(id)) =
            (&self.march, change)
        {
            let taking_part = march.units.iter().chain([&march.payer]);
            if taking_part.into_iter().any(|&unit| self.world.info(unit).id == *id) {
                return Err(refuse(format!("{id} takes part in the move that is being carried out"), "B1"));
            }
        }
        match change {
            Change::Place((id, place)) => {
                let unit = unit_of(id)?;
                let hex = self.world.hex(&place.space);
                let at = hex.ok_or_else(|| refuse(format!("there is no hex \"{}\"", place.space), ""))?;
                let facing = place.facing.unwrap_or(self.piece(unit).facing);
                if !self.world.corners.contains(&facing) {
                    return Err(refuse(format!("{id} must face a corner of its hex"), "A2"));
                }
                self.place(unit, |piece| {
                    (piece.at, piece.facing, piece.status) = (Some(at), facing, Status::Present);
                });
                if let Some(refusal) = self.misplaced(unit) {
                    return Err(refusal);
                }
            }
            Change::Set((id, attribute)) => {
                let unit = unit_of(id)?;
                match (attribute.name.as_str(), &attribute.value) {
                    ("heavy-casualties", Value::Flag(heavy)) => self.marks_mut(unit).heavy = *heavy,
                    ("spent", Value::Flag(spent)) => {
                        let marks = self.marks_mut(unit);
                        (marks.spent, marks.turned) = (*spent, false);
                    }
                    ("pips", _) if self.world.info(unit).kind != crate::world::Kind::General => {
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
        if matches!(self.stage, crate::state::Stage::CombatInactive | crate::state::Stage::CombatActive) {
            let able = self.must_fire();
            self.fire.todo.retain(|unit| able.contains(unit));
        }
        Ok(())
    }
}

impl Brigade {
    /// Why a unit can't be where it is, if it can't.
    pub(crate) fn misplaced(&self, unit: Unit) -> Option<Refusal> {
        let (at, info) = (self.piece(unit).at?, self.world.info(unit));
        let hex = self.world.hex_name(at);
        if self.world.ground[at].barred {
            return Some(refuse(format!("{} can't be in {hex}: it is water", info.id), "A1"));
        }
        if self.in_hex(at).any(|other| self.world.info(other).side != info.side) {
            return Some(refuse(format!("{} can't be in {hex} with the enemy", info.id), "A1"));
        }
        let troops = self.in_hex(at).filter(|&other| self.world.info(other).kind.fights()).count();
        (troops > usize::from(STACK))
            .then(|| refuse(format!("there are {troops} units in {hex}; two can be there"), "A1"))
    }
}
