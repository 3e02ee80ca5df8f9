//! What this game says in few words: policies, scripts, corrections.

use muster_contract::{Change, Refusal};
use muster_sdk::{Edits, OpenDecision, Policies, Scripts, refuse, require};

use crate::choice::Choice;
use crate::state::{Post, Step, UsCivilWar};
use crate::world::Side;

impl Scripts for UsCivilWar {}

impl Policies for UsCivilWar {
    fn weigh(&self, _open: &OpenDecision, _policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        weights.extend(choices.iter().map(|choice| match choice {
            Choice::Rally(..) => 40,
            Choice::Train(_) => 10,
            Choice::EndActions | Choice::EndStrategic => 2,
            Choice::Disperse(_) | Choice::DisperseGeneral(_) | Choice::LowerFort(_) => 0,
            Choice::EndMilitia | Choice::NoFort => 0,
            _ => 1,
        }));
    }

    /// By how far the Union is ahead of its benchmark, or behind it, of the margin that ends the game.
    fn estimate(&self) -> Vec<u32> {
        if let Some(winner) = self.winner {
            return Side::ALL.map(|side| if side == winner { 10_000 } else { 0 }).to_vec();
        }
        let ahead = i32::from(self.balance()) - i32::from(self.world.benchmarks[usize::from(self.turn - 1)]);
        let us = (5_000 + ahead * 400).clamp(500, 9_500) as u32;
        vec![us, 10_000 - us]
    }
}

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
