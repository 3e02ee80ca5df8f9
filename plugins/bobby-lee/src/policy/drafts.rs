//! Whether to call a draft (§4.5): the worth of its cadres against the point that it costs.

use super::field::Field;
use crate::state::BobbyLee;
use crate::world::Side;

/// Sixths of a cadre that the die gives on average: the Union's and the Confederacy's.
const CADRES: [i32; 2] = [8, 7];
/// The worth of a cadre in hundredths of a point, by the quarters that follow: in each it can be given a step.
const WORTH: [i32; 4] = [0, 15, 25, 35];
/// The cost of the opponent's point, in hundredths.
const POINT: i32 = 100;

impl BobbyLee {
    /// The expected worth of a draft to a side, less its cost, in hundredths of a point.
    pub(super) fn draft_gain(&self, field: &Field<'_>) -> i32 {
        let side = field.side;
        let left = self.quarters_left();
        if left == 0 || self.nearly_won(side.other()) {
            return -POINT;
        }
        let pool = self.troops_in_pool(side).count();
        let cadres = CADRES[side as usize].min(6 * pool as i32);
        let each = WORTH[usize::from(left).min(WORTH.len() - 1)];
        // The weaker side needs them more.
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

    /// Whether a side is at most two spaces from a decisive victory (§4.1).
    fn nearly_won(&self, side: Side) -> bool {
        let towards = if side == Side::Us { self.victory } else { -self.victory };
        towards + 2 >= self.world.decisive
    }
}
