//! Whether a player calls a draft (§4.5): its cadres against the point that it costs.

use super::field::Field;
use crate::state::{At, BobbyLee};
use crate::world::Side;

/// Sixths of a cadre that the die gives on average: the Union's and the Confederacy's.
const CADRES: [i32; 2] = [8, 7];
/// What a cadre is worth, in hundredths of a point, by how many quarters it has before it: a step, and a block to which a
/// step can be added in each.
const WORTH: [i32; 4] = [0, 15, 25, 35];
/// What the opponent's point costs, in the same.
const POINT: i32 = 100;

impl BobbyLee {
    /// What a draft promises a side beyond what it costs, in hundredths of a point.
    pub(super) fn draft_gain(&self, field: &Field<'_>) -> i32 {
        let (world, side) = (&field.game.world, field.side);
        let left = self.quarters_left();
        if left == 0 || self.nearly_won(side.other()) {
            return -POINT;
        }
        let pool = world
            .of_side(side)
            .filter(|&unit| self.unit(unit).at == At::Pool && !world.unit(unit).kind.leads())
            .count();
        let cadres = CADRES[side as usize].min(6 * pool as i32);
        let each = WORTH[usize::from(left).min(WORTH.len() - 1)];
        // Whoever is outnumbered needs them more.
        let [own, theirs] = field.strengths();
        let need = (100 * theirs / own.max(1)).clamp(50, 300);
        cadres * each * need / 600 - POINT
    }

    /// The quarters that are still to be played after this one.
    fn quarters_left(&self) -> u8 {
        if self.world.one_year {
            return self.world.last_quarter.saturating_sub(self.quarter);
        }
        let years = u8::try_from(self.world.last_year.saturating_sub(self.year)).unwrap_or(u8::MAX);
        years.saturating_mul(4).saturating_add(3).saturating_sub(self.quarter)
    }

    /// Whether a point would win the game for a side at once (§4.1), or bring it next to that.
    fn nearly_won(&self, side: Side) -> bool {
        let towards = if side == Side::Us { self.victory } else { -self.victory };
        towards + 2 >= self.world.decisive
    }
}
