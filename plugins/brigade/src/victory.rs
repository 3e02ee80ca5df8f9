//! V. Victory.

use muster_contract::{Line, Outcome};
use muster_sdk::{Index as _, line};

use crate::state::{Brigade, Stage, Status};
use crate::units::cut_off;
use crate::words::{counted, side_name};
use crate::world::SIDES;

/// What a side has scored so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Enemy units with heavy casualties, 1 each.
    pub heavy: u32,
    /// Enemy units destroyed or forced off the table, 2 each.
    pub lost: u32,
    /// Enemy units on the board of a corps without its train or its line of communication, 1 each.
    pub cut_off: u32,
}

impl Tally {
    /// The sum.
    pub fn points(self) -> u32 {
        self.heavy + 2 * self.lost + self.cut_off
    }
}

impl Brigade {
    /// \[V1\] The victory points of a side.
    pub fn tally(&self, side: u8) -> Tally {
        let mut tally = Tally::default();
        let mut cut = [None; 64];
        for (unit, piece) in self.pieces.iter() {
            let info = self.world.info(unit);
            if info.side == side || !info.kind.fights() {
                continue;
            }
            match piece.status {
                Status::Lost | Status::Gone => tally.lost += 1,
                Status::Waiting => {}
                Status::Present => {
                    tally.heavy += u32::from(piece.heavy);
                    if let Some(corps) = piece.corps {
                        let known = &mut cut[corps.place() % 64];
                        tally.cut_off += u32::from(*known.get_or_insert_with(|| cut_off(self, corps)));
                    }
                }
            }
        }
        tally
    }

    /// \[V1\] How the battle ended.
    pub(crate) fn result(&self) -> Option<Outcome> {
        if self.stage != Stage::Over {
            return None;
        }
        let points = [0, 1].map(|side| self.tally(side).points());
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Equal => None,
            order => Some(SIDES[usize::from(order.is_lt())].to_owned()),
        };
        Some(Outcome { winner, degree: String::new(), reasons: vec![self.reckoning(0), self.reckoning(1)] })
    }

    /// A side's score in a sentence.
    pub(crate) fn reckoning(&self, side: u8) -> Line {
        let tally = self.tally(side);
        let text = format!(
            "{}: {} ({} with heavy casualties, {} lost, {} cut off from supply).",
            side_name(side),
            counted(tally.points(), "point", "points"),
            counted(tally.heavy, "enemy unit", "enemy units"),
            tally.lost,
            tally.cut_off
        );
        line(text, "V1")
    }
}
