//! V. Victory.

use muster_contract::{Line, Outcome};
use muster_sdk::{Decisions, Index as _, Resolution, line};

use crate::choice::Choice;
use crate::labels::counted;
use crate::state::{Brigade, Stage, Status};
use crate::units::cut_off;
use crate::world::Side;

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
    pub fn tally(&self, side: Side) -> Tally {
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

    /// \[V1\] Lists that a side has had enough, or fights on after all; at any time while the battle lasts.
    pub(crate) fn list_enough(&self, list: &mut Decisions<Choice>) {
        if self.world.early_end && self.stage != Stage::Over {
            for side in Side::ALL {
                list.open_any_time(self.world.seat_of(side), "had-enough");
                list.push(Choice::Enough(!self.enough[side as usize]));
            }
        }
    }

    /// \[V1\] Carries out such a choice; gives whether it was one.
    pub(crate) fn take_enough(
        &mut self,
        side: Side,
        choice: Choice,
        resolution: &mut Resolution<'_>,
    ) -> bool {
        let Choice::Enough(yes) = choice else { return false };
        self.enough[side as usize] = yes;
        let does = if yes { "has had enough" } else { "fights on" };
        resolution.say("V1", || format!("The {} side {does}.", side.name()));
        true
    }

    /// \[V1\] How the battle ended.
    pub(crate) fn result(&self) -> Option<Outcome> {
        if self.stage != Stage::Over {
            return None;
        }
        let points = Side::ALL.map(|side| self.tally(side).points());
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Equal => None,
            order => Some(Side::ALL[usize::from(order.is_lt())].id().to_owned()),
        };
        Some(Outcome {
            winner,
            degree: String::new(),
            reasons: winner_first(points).map(|side| self.score_line(side)).to_vec(),
        })
    }

    /// A side's score in a sentence.
    pub(crate) fn score_line(&self, side: Side) -> Line {
        let tally = self.tally(side);
        let text = format!(
            "{} {} ({} with heavy casualties, {} lost, {} cut off from supply).",
            side.name(),
            counted(tally.points(), "point", "points"),
            counted(tally.heavy, "enemy unit", "enemy units"),
            tally.lost,
            tally.cut_off
        );
        line(text, "V1")
    }
}

/// Both sides, that with more points first.
fn winner_first(points: [u32; 2]) -> [Side; 2] {
    if points[0] < points[1] { [Side::Cs, Side::Us] } else { Side::ALL }
}
