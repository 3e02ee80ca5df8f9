//! The position that a scenario describes.

use super::{Begun, Force, UsCivilWar, Works};
use crate::world::StartForce;

impl UsCivilWar {
    /// Lays out what the scenario puts on the map.
    pub(super) fn lay_out(&mut self) {
        let world = self.world.clone();
        for &space in &world.places.forts {
            self.spots[space].marker = world.space(space).garrison;
        }
        for &StartForce { side, at, strength, demoralized, foraging } in &world.start.forces {
            self.spots[at].force = Some(Force { side, sps: strength, moved: 0, demoralized, foraging });
        }
        for &(militia, at) in &world.start.militia {
            self.spots[at].militia = Some(militia);
        }
        for &(side, at) in &world.start.markers {
            self.spots[at].marker = Some(side);
        }
        for &(side, at) in &world.start.entrenchments {
            self.spots[at].works = Works::Entrenchment(side);
        }
        for &(side, at, level) in &world.start.forts {
            self.spots[at].works = Works::Fort(side, level);
        }
        for &(side, at, level) in &world.start.begun {
            self.spots[at].begun = Some(Begun { side, level, phases: 1 });
        }
        for &(at, bp) in &world.start.arsenals {
            self.spots[at].arsenals = bp;
        }
    }
}
