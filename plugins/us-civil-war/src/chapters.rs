//! What this game says in few words: scripts, corrections.

use muster_contract::{Change, Refusal};
use muster_sdk::{Edits, Scripts, refuse, require};

use crate::state::{Post, Step, UsCivilWar};

impl Scripts for UsCivilWar {}

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
        let at = self.world.find(&place.space);
        let at = at.ok_or_else(|| refuse(format!("there is no space \"{}\"", place.space), "2.1.3"))?;
        let side = self.world.general(general).side;
        require(self.sps(side, at) > 0, "7.5.3", || {
            format!("{id} needs an SP of his side in {}", place.space)
        })?;
        require(self.officers[general].stars > 0, "16.2", || format!("{id} has not come into play"))?;
        self.officers[general].post = Post::Map(at);
        Ok(())
    }
}
