//! Validation of a state that was read from a save.

use muster_board::SpaceId;
use muster_contract::Refusal;
use muster_sdk::{Count, Index as _, Saves, corrupt_save};

use super::{Brigade, Status};
use crate::world::{Corps, Unit, World};

impl Saves for Brigade {
    const STATE_SCHEMA: u32 = 2;

    fn counts(world: &World) -> Vec<Count> {
        vec![
            Unit::count(world.units.len()),
            Corps::count(world.corps.len()),
            SpaceId::count(world.ground.len()),
        ]
    }

    /// Refuses a state that can be none of this field and these armies.
    fn validate(&self) -> Result<(), Refusal> {
        if self.seats.len() != self.world.seats.len() || self.half > 1 {
            return Err(corrupt_save("its seats are those of another game"));
        }
        if self.turn == 0 || self.turn > self.world.turns {
            return Err(corrupt_save(format_args!("it is in turn {} of {}", self.turn, self.world.turns)));
        }
        for (piece, info) in self.pieces.rows().zip(self.world.units.rows()) {
            if piece.at.is_none() && piece.status == Status::Present {
                return Err(corrupt_save(format_args!("{} is on the board and in no hex", info.id)));
            }
            if !self.world.corners.contains(&piece.facing) {
                return Err(corrupt_save(format_args!("{} faces no corner of its hex (A2)", info.id)));
            }
        }
        if self.march.as_ref().is_some_and(|march| march.units.is_empty()) {
            return Err(corrupt_save("nobody is in its activation (C1)"));
        }
        Ok(())
    }
}
