//! Whether a state that was read from a save can be one of this field and these armies.

use muster_contract::Refusal;
use muster_sdk::{Count, Index as _, Saves, corrupt_save, within};

use super::{At, BullRun, Stage, Step};
use crate::cards::Deck;
use crate::knowledge_trace::Trace;
use crate::world::{Edge, Locale, Side, Unit, World};

impl Saves for BullRun {
    const STATE_SCHEMA: u32 = 2;

    fn counts(world: &World) -> Vec<Count> {
        vec![
            Unit::count(world.units.len()),
            Locale::count(world.locales.len()),
            Edge::count(world.edges.len()),
        ]
    }

    /// Looks at what no typed index says, and at what the stage needs.
    fn validate(&self) -> Result<(), Refusal> {
        let sound = |holds: bool, why: &str| if holds { Ok(()) } else { Err(corrupt_save(why)) };
        let tokens = self.tokens.are_for(self.seats.len(), self.units.len());
        sound(tokens, "its tokens are for other units (4.1.2)")?;
        sound(self.seats[0] != self.seats[1], "both seats play one army (2)")?;
        let rounds = self.world.first_round..=self.world.last_round;
        sound(rounds.contains(&self.round), &format!("there is no round {} (6)", self.round))?;
        let whole = self.decks.iter().all(Deck::is_whole);
        sound(whole, "an army has more or fewer command cards than its six (4.2)")?;
        for (unit, state) in self.units.iter() {
            if let At::Display(group) = state.at {
                within(&self.world.unit(unit).id, group, "groups", self.world.displays[0].len())?;
            }
        }
        let possible = self.traces.iter().all(Trace::is_possible);
        sound(possible, "its hidden units were mixed as they can't have been (4.1.2)")?;
        for side in Side::ALL {
            let cubes: usize = self.cubes[side as usize].iter().map(|(_, count)| usize::from(*count)).sum();
            let fit = cubes <= self.unplaced(side).count();
            sound(fit, &format!("the {} has more cubes than units (5)", side.name()))?;
        }
        let column = self.order.road.iter();
        let firsts = column.clone().flat_map(|road| &road.followers).map(|follower| &follower.first);
        let steps = column.flat_map(|road| &road.path).chain(firsts);
        for &(_, road) in steps.chain(&self.turn.marked) {
            within("a road march", road, "roads", self.world.roads.len())?;
        }
        if let Some((_, group)) = self.turn.mobilizing {
            within("a mobilization", group, "groups", self.world.displays[0].len())?;
        }
        let Stage::Command(step) = self.stage else {
            return sound(
                self.stage != Stage::Over || self.ended.is_some(),
                "it is over without an end (14)",
            );
        };
        let flies = self.action.as_ref().map(|action| action.flight.is_some());
        sound(flies.is_some(), "a command is carried out, and there is none (8)")?;
        let flight = matches!(step, Step::FlightLoss | Step::FlightMove);
        sound(!flight || flies == Some(true), "units give way, and there are none (11)")
    }
}
