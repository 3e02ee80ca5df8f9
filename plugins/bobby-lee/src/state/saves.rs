//! Whether a state that was read from a save can be one of this map and these armies.

use muster_contract::Refusal;
use muster_sdk::{Count, Index as _, Saves, corrupt_save, within};

use super::{Active, At, Battle, BobbyLee, HitsOn, Line, Stage, Step};
use crate::world::{COLUMNS, Edge, Hex, Side, Unit, World};

/// No march is longer: cavalry's three hexes, one by road and the forced one (§5.33, §5.34).
const MOST_STEPS: u8 = 5;
/// No marker gets farther: the spaces of both sides' decisive victories and what a turn brings stay within (§4.1).
const FARTHEST: u8 = 64;

impl Saves for BobbyLee {
    const STATE_SCHEMA: u32 = 2;

    fn counts(world: &World) -> Vec<Count> {
        let (units, hexes) = (world.units.len(), world.hexes.len());
        vec![Unit::count(units), Hex::count(hexes), Edge::count(world.atlas.edge_count())]
    }

    /// Looks at numbers that the rules take for granted, and at what the stage needs.
    fn validate(&self) -> Result<(), Refusal> {
        if !self.tokens.are_for(self.seats.len(), self.units.len()) {
            return Err(corrupt_save("its tokens are those of other armies (3.2)"));
        }
        if self.seats[0] == self.seats[1] {
            return Err(corrupt_save("both seats play one side (1)"));
        }
        if !(1..=4).contains(&self.quarter) || self.year < self.world.year {
            return Err(corrupt_save(format_args!(
                "there is no quarter {} of {} (1)",
                self.quarter, self.year
            )));
        }
        for unit in self.world.units.all() {
            self.is_unit(unit)?;
        }
        if let Some(march) = self.march.filter(|march| march.steps > MOST_STEPS) {
            return Err(corrupt_save(format_args!("a march is {} hexes long (5.33)", march.steps)));
        }
        if self.victory.unsigned_abs() > FARTHEST {
            return Err(corrupt_save(format_args!(
                "the marker stands {} spaces from the middle (4.1)",
                self.victory
            )));
        }
        for side in Side::ALL {
            let costs = self.plans[side as usize].iter().map(|&buy| u32::from(self.price_of(side, buy)));
            if costs.sum::<u32>() > self.points[side as usize].into() {
                return Err(corrupt_save(format_args!("the {} plans more than it has (9.5)", side.name())));
            }
        }
        if self.spent.iter().map(|&(_, points)| u32::from(points)).sum::<u32>() > u8::MAX.into() {
            return Err(corrupt_save("more was spent than anybody has (9.51)"));
        }
        self.battle.as_deref().map_or(Ok(()), Battle::is_possible)?;
        self.is_at_its_stage()
    }
}

impl BobbyLee {
    fn is_unit(&self, unit: Unit) -> Result<(), Refusal> {
        let (info, state) = (self.world.unit(unit), self.unit(unit));
        let name = &info.id;
        if matches!(state.at, At::Map(_)) && state.strength == 0 {
            return Err(corrupt_save(format_args!("{name} is on the map without a step (3.4)")));
        }
        if state.strength > info.steps {
            let (strength, steps) = (state.strength, info.steps);
            return Err(corrupt_save(format_args!("{name} has {strength} steps of {steps} (3.3)")));
        }
        if let Line::Own(column) | Line::Foe(column) = state.line {
            within(name, column, "positions of a battleline", COLUMNS.into())?;
        }
        if state.active != Active::No && !info.kind.leads() {
            return Err(corrupt_save(format_args!("{name} is activated and no leader (5.11)")));
        }
        Ok(())
    }

    fn is_at_its_stage(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Battle(step) => {
                let Some(battle) = &self.battle else {
                    return Err(corrupt_save("a battle is fought, and there is none (6)"));
                };
                let needed = match step {
                    Step::Losses => battle.hits.is_none().then_some("nobody is hit (6.63)"),
                    Step::Regroup => battle.victor.is_none().then_some("nobody has won (6.34)"),
                    _ => None,
                };
                needed.map_or(Ok(()), |needed| Err(corrupt_save(format_args!("in its battle {needed}"))))
            }
            Stage::Over if self.ended.is_none() => Err(corrupt_save("it is over without an end (4)")),
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
