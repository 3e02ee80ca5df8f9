//! Whether a player calls a draft (§4.5): its cadres against the point that it costs.

use crate::state::BobbyLee;
use crate::world::{Side, World};

/// Sixths of a cadre that the die gives on average: the Union's and the Confederacy's.
const CADRES: [i32; 2] = [8, 7];
/// What a cadre is worth in the quarters after this one together, in hundredths of a point, by how many they are.
const WORTH: [i32; 4] = [0, 15, 30, 45];
/// What a point is worth at other times than the last, in hundredths.
const POINT: i32 = 100;

impl BobbyLee {
    /// What a draft promises a side beyond what it costs, in hundredths of a point.
    pub(super) fn draft_gain(&self, world: &World, side: Side) -> i32 {
        let left = self.quarters_left(world);
        // A lead that the rest of the game can't undo has no use for cadres, and the last quarter none either.
        if left == 0 || self.near_the_end(world, side.other()) {
            return -POINT;
        }
        let mut pool: Vec<u8> = self.draftees(world, side).into_iter().map(|(unit, _)| unit).collect();
        pool.dedup();
        let cadres = CADRES[side as usize].min(6 * pool.len() as i32);
        let each = WORTH[usize::from(left).min(WORTH.len() - 1)];
        // Whoever is outnumbered needs them more.
        let [own, theirs] = [side, side.other()].map(|of| self.steps_in_field(world, of).max(1));
        let need = (100 * theirs / own).clamp(50, 300);
        cadres * each * need / 600 - POINT
    }

    /// The quarters after this one, as far as they are certain.
    fn quarters_left(&self, world: &World) -> u8 {
        if world.one_year {
            return world.last_quarter.saturating_sub(self.quarter);
        }
        let years = u8::try_from(world.last_year.saturating_sub(self.year)).unwrap_or(u8::MAX);
        (years.saturating_mul(4) + 3).saturating_sub(self.quarter)
    }

    /// Whether the point of a draft would win the game for a side at once, or bring it next to that.
    fn near_the_end(&self, world: &World, side: Side) -> bool {
        let towards = if side == Side::Us { self.victory } else { -self.victory };
        towards + 2 >= world.decisive
    }

    fn steps_in_field(&self, world: &World, side: Side) -> i32 {
        self.on_map(world, side)
            .filter(|&unit| !world.unit(unit).kind.leads())
            .map(|unit| i32::from(self.unit(unit).strength))
            .sum()
    }
}
