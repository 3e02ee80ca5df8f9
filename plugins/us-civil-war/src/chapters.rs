//! Corrections of a position by hand.

use muster_contract::{Change, Refusal};
use muster_sdk::{Edits, refuse, require};

use crate::state::{Post, Step, UsCivilWar};

impl Edits for UsCivilWar {
    fn edit(&mut self, change: &Change) -> Result<(), Refusal> {
        let settled = self.frames.step() == Step::Actions;
        require(settled, "4.2", || "the position can be changed only between two actions".to_owned())?;
        let Change::Place((id, place)) = change else {
            return Err(refuse("only generals can be put elsewhere", "7.1"));
        };
        let general = self
            .world
            .general_named(id)
            .ok_or_else(|| refuse(format!("there is no general \"{id}\""), "7.1"))?;
        let at = self.named_space(&place.space)?;
        let side = self.world.general(general).side;
        require(self.sps(side, at) > 0, "7.5.3", || {
            format!("{id} needs an SP of his side in {}", place.space)
        })?;
        require(self.officers[general].stars > 0, "16.2", || format!("{id} has not come into play"))?;
        self.officers[general].post = Post::Map(at);
        // Whoever is put elsewhere by hand leads no army there.
        self.armies.retain(|army| army.leader != general);
        Ok(())
    }
}
