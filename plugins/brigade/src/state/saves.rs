//! Whether a state that was read from a save can be one of this field and these armies.

use muster_contract::Refusal;
use muster_sdk::{Saves, misfit, within};

use super::{Brigade, Status};
use crate::world::{NONE, NOWHERE, World};

impl Saves for Brigade {
    const STATE_SCHEMA: u32 = 2;

    /// Looks at everything that the rules take for an index, and at what the stage needs.
    fn validate(&self, world: &World) -> Result<(), Refusal> {
        let (spaces, units) = (world.ground.len(), world.units.len());
        if self.pieces.len() != units {
            let saved = self.pieces.len();
            return Err(misfit(format_args!("it has {saved} units, and the roster {units}")));
        }
        if self.seats.len() != world.seats.len() || self.seats.iter().any(|&side| side > 1) || self.half > 1 {
            return Err(misfit("its seats are those of another game"));
        }
        if self.turn == 0 || self.turn > world.turns {
            return Err(misfit(format_args!("it is in turn {} of {}", self.turn, world.turns)));
        }
        for (piece, info) in self.pieces.iter().zip(&world.units) {
            if piece.at != NOWHERE {
                within(&info.id, piece.at, "hexes", spaces)?;
            } else if piece.status == Status::Present {
                return Err(misfit(format_args!("{} is on the board and in no hex", info.id)));
            }
            if piece.corps != NONE {
                within(&info.id, piece.corps, "corps", world.corps.len())?;
            }
            if !world.corners.contains(&piece.facing) {
                return Err(misfit(format_args!("{} faces no corner of its hex (A2)", info.id)));
            }
        }
        let mut hexes = self.entrenched.clone();
        hexes.extend(self.fire.pending.iter().map(|(hex, _)| *hex));
        let mut named = self.fire.todo.clone();
        named.extend(self.fire.assigned.iter().chain(&self.fire.suffering).map(|(unit, _)| *unit));
        if let Some(march) = &self.march {
            if march.units.is_empty() {
                return Err(misfit("nobody is in its activation (C1)"));
            }
            hexes.extend(&march.trail);
            named.extend(&march.units);
            if march.payer != NONE {
                named.push(march.payer);
            }
        }
        hexes.into_iter().try_for_each(|hex| within("a march or fire", hex, "hexes", spaces))?;
        named.into_iter().try_for_each(|unit| within("a march or fire", unit, "units", units))
    }
}
