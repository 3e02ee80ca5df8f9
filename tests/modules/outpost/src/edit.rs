//! Corrections of the position by hand.

use muster_contract::{Change, Place, Refusal};
use muster_sdk::{Edits, refuse};

use crate::{Outpost, Side, Stage, Unit, World};

impl Edits for Outpost {
    fn edit(&mut self, change: &Change) -> Result<(), Refusal> {
        if !matches!(self.stage.step(), Stage::Orders(_)) {
            return Err(refuse("the position can be changed only between two orders", "C1"));
        }
        match change {
            Change::Place((id, to)) => self.put(id, to),
            Change::Remove(id) => {
                let unit = named(&self.world, id)?;
                self.turn_up(unit);
                self.block_mut(unit).gone = true;
                Ok(())
            }
            _ => Err(refuse("blocks can be placed and removed, and nothing else", "A1")),
        }
    }
}

impl Outpost {
    /// A correction: a block is put somewhere.
    fn put(&mut self, id: &str, to: &Place) -> Result<(), Refusal> {
        let unit = named(&self.world, id)?;
        let side = self.world.unit(unit).side;
        let Some(space) = self.world.atlas.space(&to.space) else {
            return Err(refuse(format!("there is no space {}", to.space), "A1"));
        };
        if !self.world.is_ground(space) || space == self.world.camp(side.other()) {
            return Err(refuse(format!("{id} can't stand in {}", to.space), "A1"));
        }
        let there = Side::ALL.into_iter().filter_map(|side| self.unit_in(side, space));
        if there.into_iter().any(|other| other != unit) && space != self.world.camp(side) {
            return Err(refuse(format!("there is a block in {} already", to.space), "A1"));
        }
        let block = self.block_mut(unit);
        (block.at, block.gone) = (space, false);
        if let Some(post) = self.world.post_at(space) {
            self.held[post] = Some(side);
        }
        Ok(())
    }
}

fn named(world: &World, id: &str) -> Result<Unit, Refusal> {
    let found = world.units.iter().find(|(_, unit)| unit.id == id);
    found.map(|(unit, _)| unit).ok_or_else(|| refuse(format!("there is no block {id}"), "A1"))
}
