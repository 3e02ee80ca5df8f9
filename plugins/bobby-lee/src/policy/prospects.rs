//! The estimate of a position at the end of a playout.

use super::field::Field;
use crate::state::{At, BobbyLee};
use crate::world::{Kind, Side};

/// A victory point, in the units of the estimate.
const POINT: i32 = 100;
/// A side that is so many units ahead has about three chances of four.
const STEEP: i32 = 120;
/// The quarters of a campaign whose points are counted in advance.
const FORESIGHT: i32 = 3;

impl BobbyLee {
    /// Each side's prospects in ten-thousandths.
    pub(crate) fn prospects(&self) -> Vec<u32> {
        if let Some(ended) = self.ended {
            return match ended.winner {
                Some(Side::Us) => vec![10_000, 0],
                Some(Side::Cs) => vec![0, 10_000],
                None => vec![5_000, 5_000],
            };
        }
        let ahead = self.account();
        let us = (5_000 + 4_900 * ahead / (ahead.abs() + STEEP)).clamp(100, 9_900) as u32;
        vec![us, 10_000 - us]
    }

    /// How far ahead the Union is, in hundredths of a victory point.
    fn account(&self) -> i32 {
        let start = if self.world.one_year { i32::from(self.world.par) } else { 0 };
        let marker = i32::from(self.victory) + self.points_due();
        let tie = match self.world.tie {
            Some(Side::Us) => POINT / 2,
            Some(Side::Cs) => -POINT / 2,
            None => 0,
        };
        let points = (marker - start - self.points_of_time()) * POINT + tie;
        // Troops are worth less near the end.
        let share = self.points_of_time().clamp(1, FORESIGHT);
        let force = (self.force(Side::Us) - self.force(Side::Cs)) * share / (FORESIGHT + 1);
        let us = Field::open(self, Side::Us);
        let cs = Field::open(self, Side::Cs);
        points + self.proclaimable() + force + us.hopes() - cs.hopes() + self.promise(&us)
    }

    /// §2.7: the points of towns whose control will change if all units stay where they are.
    fn points_due(&self) -> i32 {
        let mut sum = 0;
        for &hex in self.world.places.towns.iter().filter(|&&hex| !self.is_contested(hex)) {
            let info = self.world.hex(hex);
            let now = self.is_in(info.home.other(), hex);
            if now != self.taken.contains(&hex) {
                let points = i32::from(info.vp);
                sum += if (info.home == Side::Cs) == now { points } else { -points };
            }
        }
        sum
    }

    /// §4.32: the Confederacy's points that are still to come.
    fn points_of_time(&self) -> i32 {
        let scored = matches!(self.phase(), "replacements" | "leaders" | "drafts");
        let left = if self.world.one_year {
            i32::from(self.world.last_quarter.saturating_sub(self.quarter)) + 1
        } else {
            FORESIGHT
        };
        left - i32::from(scored)
    }

    /// §4.4: what the proclamation is worth to the Union; less while the Confederacy bars it.
    fn proclaimable(&self) -> i32 {
        let last = self.world.one_year && self.quarter == self.world.last_quarter;
        let barred = self.is_north_held();
        match (self.emancipated, self.year) {
            (true, _) | (_, ..1862) => 0,
            _ if barred && last => POINT,
            _ if barred => 2 * POINT,
            _ => 3 * POINT,
        }
    }

    /// What a side's steps are worth, compared with those that it began with.
    fn force(&self, side: Side) -> i32 {
        let supplied = self.supply(side);
        let mut sum = 0;
        for unit in self.world.of_side(side) {
            let (info, state) = (self.world.unit(unit), self.unit(unit));
            let each = match info.kind {
                Kind::Leader => 14,
                Kind::Supreme => 10,
                Kind::Infantry => 12,
                Kind::Artillery => 11,
                Kind::Cavalry => 7,
                Kind::Garrison => 5,
            };
            let began = info.start.map_or(0, |(_, steps)| i32::from(steps));
            let now = match state.at {
                At::Map(_) => i32::from(state.strength),
                _ => 0,
            };
            sum += each * (now - began);
            let hungry = matches!(state.at, At::Map(hex) if !supplied.has(hex));
            sum -= i32::from(hungry) * each / 3;
        }
        sum
    }

    /// What the battle that is fought is worth to the Union.
    fn promise(&self, us: &Field<'_>) -> i32 {
        let Some(battle) = self.battle.as_ref().filter(|battle| battle.victor.is_none()) else { return 0 };
        let works = if self.world.hex(battle.hex).fortress { 2 } else { 1 };
        let mut sides = [i32::from(us.own(battle.hex)), i32::from(us.enemy(battle.hex))];
        sides[battle.defender() as usize] *= works;
        let stake = 40 + 60 * i32::from(self.world.hex(battle.hex).vp.min(3));
        stake * (sides[0] - sides[1]) / (sides[0] + sides[1]).max(1)
    }
}
