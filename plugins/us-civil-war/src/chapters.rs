//! What this game says in few words: odds, overlays, scripts, corrections.

use muster_contract::{Change, Line, Refusal, Seat, Target};
use muster_sdk::{Edits, Explanations, Odds, Overlays, Scripts, line, refuse, require, uncited};

use crate::state::{Post, Step, UsCivilWar};

impl Odds for UsCivilWar {}
impl Overlays for UsCivilWar {}
impl Scripts for UsCivilWar {}

impl Explanations for UsCivilWar {
    fn explain(&self, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        let mut lines = Vec::new();
        if let Target::Space(id) = target {
            match self.world.find(id) {
                Some(space) => lines.push(line(self.described_space(space), "2.1.3")),
                None => lines.push(uncited(format!("There is no space called {id}."))),
            }
        }
        lines.push(if choosable {
            uncited("It can be chosen now.")
        } else if self.side_of(seat) != self.phasing && self.frames.step() == Step::Actions {
            line("The other side is the phasing player.", "4.1.5")
        } else {
            line("It has no part in what is decided now.", self.step_row().section)
        });
        lines
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
