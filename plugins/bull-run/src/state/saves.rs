//! Whether a state that was read from a save can be one of this field and these armies.

use muster_contract::Refusal;
use muster_sdk::{Saves, misfit, within};

use super::{Action, After, At, BullRun, Order, Spot, Stage, Step, Turn};
use crate::cards::Deck;
use crate::world::{Edge, Locale, Side, World};

impl Saves for BullRun {
    const STATE_SCHEMA: u32 = 2;

    /// Looks at everything that the rules take for an index, and at what the stage needs.
    fn validate(&self, world: &World) -> Result<(), Refusal> {
        if self.units.len() != world.units.len() || !self.tokens.are_for(self.seats.len(), self.units.len()) {
            let (saved, roster) = (self.units.len(), world.units.len());
            return Err(misfit(format_args!("it has {saved} units, and the roster {roster}")));
        }
        if self.seats[0] == self.seats[1] {
            return Err(misfit("both seats play one army (2)"));
        }
        if !(world.first_round..=world.last_round).contains(&self.round) {
            return Err(misfit(format_args!("there is no round {} (6)", self.round)));
        }
        if !self.decks.iter().all(Deck::is_whole) {
            return Err(misfit("an army has more or fewer command cards than its six (4.2)"));
        }
        for (unit, info) in self.units.iter().zip(&world.units) {
            match unit.at {
                At::Map(spot) => is_spot(world, &info.id, spot)?,
                At::Display(group) => within(&info.id, group, "groups", world.displays[0].len())?,
                At::Off => {}
            }
        }
        if !self.traces.iter().all(|trace| trace.is_possible(world.units.len())) {
            return Err(misfit("its hidden units were mixed as they can't have been (4.1.2)"));
        }
        for side in Side::ALL {
            let mut cubes = 0;
            for &(locale, count) in &self.cubes[side as usize] {
                is_locale(world, "a cube", locale)?;
                cubes += usize::from(count);
            }
            if cubes > self.unplaced(world, side).count() {
                return Err(misfit(format_args!("the {} has more cubes than units (5)", side.name())));
            }
        }
        self.turn.is_of(world)?;
        self.order.is_of(world)?;
        self.after.is_of(world)?;
        self.action.as_deref().map_or(Ok(()), |action| action.is_of(world))?;
        match self.stage {
            Stage::Claim(locale) => is_locale(world, "a claim", locale),
            Stage::Command(step) => match &self.action {
                None => Err(misfit("a command is carried out, and there is none (8)")),
                Some(action)
                    if matches!(step, Step::FlightLoss | Step::FlightMove) && action.flight.is_none() =>
                {
                    Err(misfit("units give way, and there are none (11)"))
                }
                Some(_) => Ok(()),
            },
            Stage::Over if self.ended.is_none() => Err(misfit("it is over without an end (14)")),
            _ => Ok(()),
        }
    }
}

impl Turn {
    fn is_of(&self, world: &World) -> Result<(), Refusal> {
        are_edges(world, "a fight", self.fought.iter().chain(&self.bombarded).copied())?;
        are_edges(world, "a marked road", self.marked.iter().map(|&(edge, _)| edge))?;
        for &(_, road) in &self.marked {
            within("a marked boundary", road, "roads", world.roads.len())?;
        }
        let here = self.reorganizing.into_iter().chain(self.mobilizing.map(|(locale, _)| locale));
        are_locales(world, "this turn", self.stormed.iter().chain(&self.claimed).copied().chain(here))?;
        self.mobilizing
            .map_or(Ok(()), |(_, group)| within("a mobilization", group, "groups", world.displays[0].len()))
    }
}

impl Order {
    fn is_of(&self, world: &World) -> Result<(), Refusal> {
        are_units(world, "an order", &self.units)?;
        let Some(road) = &self.road else { return Ok(()) };
        let firsts = road.followers.iter().map(|follower| &follower.first);
        for &(edge, by) in road.path.iter().chain(firsts) {
            within("a road march", edge, "boundaries", world.edges.len())?;
            within("a road march", by, "roads", world.roads.len())?;
        }
        road.followers.iter().try_for_each(|follower| {
            is_locale(world, "a column", follower.locale)?;
            are_units(world, "a column", &follower.units)
        })
    }
}

impl After {
    fn is_of(&self, world: &World) -> Result<(), Refusal> {
        self.units.iter().try_for_each(|arrived| are_units(world, "a command", &[arrived.unit]))?;
        are_edges(world, "a command", self.deployed.iter().map(|&(edge, _)| edge))?;
        let Some(pursuit) = &self.pursuit else { return Ok(()) };
        are_units(world, "a pursuit", &pursuit.units)?;
        are_locales(world, "a pursuit", pursuit.targets.iter().copied().chain([pursuit.from]))
    }
}

impl Action {
    fn is_of(&self, world: &World) -> Result<(), Refusal> {
        let what = "a command that is carried out";
        for units in [&self.units, &self.leaders, &self.defenders, &self.defense_leaders, &self.support] {
            are_units(world, what, units)?;
        }
        are_locales(world, what, [self.from, self.to])?;
        are_edges(world, what, [self.edge])?;
        self.target.map_or(Ok(()), |spot| is_spot(world, what, spot))?;
        let Some(flight) = &self.flight else { return Ok(()) };
        are_locales(world, what, [flight.from, flight.origin])?;
        flight.losses.iter().try_for_each(|&(spot, _)| is_spot(world, what, spot))?;
        flight.fled.iter().try_for_each(|&(unit, to)| {
            are_units(world, what, &[unit])?;
            is_locale(world, what, to)
        })
    }
}

fn is_locale(world: &World, what: &str, locale: Locale) -> Result<(), Refusal> {
    within(what, locale, "locales", world.locales.len())
}

fn are_locales(world: &World, what: &str, locales: impl IntoIterator<Item = Locale>) -> Result<(), Refusal> {
    locales.into_iter().try_for_each(|locale| is_locale(world, what, locale))
}

fn are_edges(world: &World, what: &str, edges: impl IntoIterator<Item = Edge>) -> Result<(), Refusal> {
    edges.into_iter().try_for_each(|edge| within(what, edge, "boundaries", world.edges.len()))
}

fn are_units(world: &World, what: &str, units: &[u8]) -> Result<(), Refusal> {
    units.iter().try_for_each(|&unit| within(what, unit, "units", world.units.len()))
}

fn is_spot(world: &World, what: &str, spot: Spot) -> Result<(), Refusal> {
    is_locale(world, what, spot.locale)?;
    are_edges(world, what, spot.edge)
}
