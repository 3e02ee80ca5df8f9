//! What keeps a unit, or an entrenchment, from a box of the battle board (§6.2, §6.5, §6.81, §6.9).

use muster_contract::Line;
use muster_sdk::line;

use crate::state::{BobbyLee, Line as Stands, Stage, Step};
use crate::world::{Hex, Kind, Side, World};

/// The box of a reserve, after those of the columns.
const RESERVE: usize = 3;
const ONLY_CENTER: &str = "In a fortress everybody is in the centre or in reserve.";

/// Which box of a side's line a space is, its reserve the last; none if it is no box of that side's.
fn column_of(world: &World, side: Side, space: Hex) -> Option<usize> {
    world.boxes[side as usize].iter().position(|&there| there == space)
}

impl BobbyLee {
    /// Why a box of the battle board can't be chosen.
    pub(crate) fn why_not_box(&self, space: Hex) -> Option<Line> {
        let Stage::Battle(step) = self.stage else { return None };
        let side = match step {
            Step::Combat => return self.why_not_fought_in(space),
            Step::Deploy(side) | Step::Redeploy(side) | Step::Entrench(side) => side,
            _ => return None,
        };
        let Some(column) = column_of(&self.world, side, space) else {
            column_of(&self.world, side.other(), space)?;
            return Some(match step {
                Step::Deploy(_) => line("Units deploy in their own line.", "6.2"),
                Step::Redeploy(_) => line("By night units stay in their own line.", "6.81"),
                _ => line("Entrenchments are dug in one's own line.", "6.9"),
            });
        };
        Some(if column != RESERVE && self.is_closed_column(column) {
            line(ONLY_CENTER, "6.65")
        } else {
            match step {
                Step::Deploy(_) => self.why_not_deployed_in(),
                Step::Redeploy(_) => self.why_not_redeployed_in(column),
                _ if column == RESERVE => line("In reserve nobody digs in.", "6.9"),
                _ if self.fought().works[side as usize][column] => line("It is entrenched.", "6.9"),
                _ => line("Nobody stands there to dig in.", "6.9"),
            }
        })
    }

    /// §6.65: whether a column isn't used in this battle.
    fn is_closed_column(&self, column: usize) -> bool {
        !self.columns().any(|open| usize::from(open) == column)
    }

    fn why_not_deployed_in(&self) -> Line {
        match self.picked {
            None => line("Choose first which unit takes position.", "6.2"),
            Some(_) => line("Those who are left are needed in the positions that are still empty.", "6.2"),
        }
    }

    fn why_not_redeployed_in(&self, column: usize) -> Line {
        let Some(unit) = self.picked else {
            return line("Choose first which unit moves.", "6.5");
        };
        match self.unit(unit).line {
            Stands::Own(own) if usize::from(own) == column => line("It stands there.", "6.5"),
            Stands::Reserve => line("It is in reserve.", "6.5"),
            _ => line("Nobody moves sideways: from a position it goes into reserve.", "6.5"),
        }
    }

    /// Why the unit that was picked in a battle can't go to a box of the battle board, nor fire into it.
    fn why_not_fought_in(&self, space: Hex) -> Option<Line> {
        let (unit, battle) = (self.picked?, self.battle.as_ref()?);
        let side = self.world.unit(unit).side;
        let (own, enemy) = (column_of(&self.world, side, space), column_of(&self.world, side.other(), space));
        if enemy == Some(RESERVE) {
            return Some(line("Nobody goes into the enemy's reserve.", "6.5"));
        }
        let stands = match self.unit(unit).line {
            Stands::Own(column) => own == Some(usize::from(column)),
            Stands::Foe(column) => enemy == Some(usize::from(column)),
            Stands::Reserve => own == Some(RESERVE),
            Stands::None => false,
        };
        let opposite = self.position_of(unit).map(|(_, column)| usize::from(column));
        if stands {
            return Some(line("It stands there.", "6.5"));
        }
        if enemy.is_some() && enemy == opposite {
            return Some(line("Engaged in its own line, it goes only into reserve.", "6.5"));
        }
        let column = own.or(enemy).filter(|&column| column < RESERVE);
        Some(if column.is_some_and(|column| self.is_closed_column(column)) {
            line(ONLY_CENTER, "6.65")
        } else if column.is_some() && opposite.is_some() && column != opposite {
            line("Nobody moves or fires sideways.", "6.5")
        } else if let Some(column) = enemy
            && battle.outflanked[column]
            && opposite.is_none()
            && self.world.unit(unit).kind != Kind::Artillery
        {
            line("A unit has tried to outflank this flank in this battle turn.", "6.5")
        } else if enemy.is_some() {
            line(
                "From the reserve only infantry and cavalry go there, to outflank a flank that is engaged.",
                "6.5",
            )
        } else {
            line("It goes one step at a time, and can't go there now.", "6.5")
        })
    }
}
