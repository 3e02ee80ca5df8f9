//! Whether a state that was read from a save can be one of this map and these armies.

use std::fmt::Display;

use muster_contract::Refusal;
use muster_sdk::{Count, Index as _, Saves, corrupt_save, within};

use super::{Active, At, Battle, BobbyLee, HitsOn, Line, Stage, Step};
use crate::world::{COLUMNS, Edge, Hex, Side, Unit, World};

/// No march is longer: cavalry's three hexes, one by road and the forced one (§5.33, §5.34).
const MOST_STEPS: u8 = 5;
/// No marker gets farther: the spaces of both sides' decisive victories and what a turn brings stay within (§4.1).
const FARTHEST: u8 = 64;

/// Refuses a save in which something doesn't hold, and says what is wrong.
fn check(holds: bool, wrong: impl Display) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(corrupt_save(wrong)) }
}

impl Saves for BobbyLee {
    const STATE_SCHEMA: u32 = 3;

    fn counts(world: &World) -> Vec<Count> {
        let (units, hexes) = (world.units.len(), world.hexes.len());
        vec![Unit::count(units), Hex::count(hexes), Edge::count(world.atlas.edge_count())]
    }

    /// Checks numbers whose range the rules assume, and what the stage needs.
    fn validate(&self) -> Result<(), Refusal> {
        let armies = self.tokens.are_for(self.seats.len(), self.units.len());
        check(armies, "its tokens are those of other armies (3.2)")?;
        check(self.seats[0] != self.seats[1], "both seats play one side (1)")?;
        let (year, quarter) = (self.year, self.quarter);
        let played = (1..=4).contains(&quarter) && year >= self.world.year;
        check(played, format_args!("there is no quarter {quarter} of {year} (1)"))?;
        self.world.units.all().try_for_each(|unit| self.is_unit(unit))?;
        let steps = self.march.map_or(0, |march| march.steps);
        check(steps <= MOST_STEPS, format_args!("a march is {steps} hexes long (5.33)"))?;
        let spaces = self.victory;
        let near = spaces.unsigned_abs() <= FARTHEST;
        check(near, format_args!("the marker stands {spaces} spaces from the middle (4.1)"))?;
        for side in Side::ALL {
            let costs = self.plans[side as usize].iter().map(|&buy| u32::from(self.price_of(side, buy)));
            let paid = costs.sum::<u32>() <= self.points[side as usize].into();
            check(paid, format_args!("the {} plans more than it has (9.5)", side.name()))?;
        }
        let spent = self.spent.iter().map(|&(_, points)| u32::from(points)).sum::<u32>();
        check(spent <= u8::MAX.into(), "more was spent than anybody has (9.51)")?;
        self.battle.as_deref().map_or(Ok(()), Battle::is_possible)?;
        self.is_at_its_stage()
    }
}

impl BobbyLee {
    fn is_unit(&self, unit: Unit) -> Result<(), Refusal> {
        let (info, state) = (self.world.unit(unit), self.unit(unit));
        let (name, strength, steps) = (&info.id, state.strength, info.steps);
        let stands = !matches!(state.at, At::Map(_)) || strength > 0;
        check(stands, format_args!("{name} is on the map without a step (3.4)"))?;
        check(strength <= steps, format_args!("{name} has {strength} steps of {steps} (3.3)"))?;
        if let Line::Own(column) | Line::Foe(column) = state.line {
            within(name, column, "positions of a battleline", COLUMNS.into())?;
        }
        let leads = state.active == Active::No || info.kind.leads();
        check(leads, format_args!("{name} is activated and no leader (5.11)"))
    }

    fn is_at_its_stage(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Battle(step) => {
                let none = || corrupt_save("a battle is fought, and there is none (6)");
                let battle = self.battle.as_ref().ok_or_else(none)?;
                let hit = step != Step::Losses || battle.hits.is_some();
                check(hit, "in its battle nobody is hit (6.63)")?;
                let won = step != Step::Regroup || battle.victor.is_some();
                check(won, "in its battle nobody has won (6.34)")
            }
            Stage::Over => check(self.ended.is_some(), "it is over without an end (4)"),
            _ => Ok(()),
        }
    }
}

impl Battle {
    fn is_possible(&self) -> Result<(), Refusal> {
        match self.hits.map(|hits| hits.on) {
            Some(HitsOn::Position(_, column) | HitsOn::LongRange(_, column)) => {
                within("a hit", column, "positions of a battleline", COLUMNS.into())
            }
            _ => Ok(()),
        }
    }
}
