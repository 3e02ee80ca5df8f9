//! Corrections of the position by hand.

use muster_contract::{Change, Refusal};
use muster_sdk::{Edits, refuse};

use crate::{Parley, state::other};

impl Edits for Parley {
    fn edit(&mut self, change: &Change) -> Result<(), Refusal> {
        match change {
            Change::Place((id, place)) if self.is_set_up() => {
                let unit = self.world.units.all().find(|&unit| self.world.unit(unit).id == *id);
                let space = self.world.spaces.iter().position(|space| space.id == place.space);
                let (Some(unit), Some(space)) = (unit, space) else {
                    return Err(refuse(format!("there is no block {id}, or no space {}", place.space), "P2"));
                };
                if self.world.space(space as u8).camp == Some(other(Self::owner(unit))) {
                    return Err(refuse("no block stands in the enemy's camp", "P5.1"));
                }
                let block = self.block_mut(unit);
                (block.space, block.edge) = (space as u8, None);
                Ok(())
            }
            _ => Err(refuse("Parley only lets blocks be placed, once they are set up", "P2")),
        }
    }
}
