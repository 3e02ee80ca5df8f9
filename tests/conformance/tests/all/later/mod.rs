//! A later build of Brigade: it keeps something that the earlier one didn't, in the next schema. With a migration and without.

use brigade::{Brigade, Choice};
use muster_contract::{
    Change, ChoiceDetails, ChoiceRole, Description, Line, Outcome, Position, Refusal, Seat, Target, View,
};
use muster_sdk::{Decisions, Game, Happenings, Heading, Open, Random, refuse};
use serde::{Deserialize, Serialize};

/// The later state: whether it was migrated, and the earlier one.
#[derive(Clone, Serialize, Deserialize)]
pub struct Later<const MIGRATES: bool> {
    migrated: bool,
    game: Brigade,
}

type World = <Brigade as Game>::World;

impl<const MIGRATES: bool> Game for Later<MIGRATES> {
    type World = World;
    type Choice = Choice;
    const STATE_SCHEMA: u32 = Brigade::STATE_SCHEMA + 1;

    fn describe() -> Description {
        Description { state_schema: Self::STATE_SCHEMA, ..Brigade::describe() }
    }

    fn world(position: &Position) -> Result<World, Refusal> {
        Brigade::world(position)
    }

    fn start(world: &World, position: &Position) -> Result<Self, Refusal> {
        Ok(Self { migrated: false, game: Brigade::start(world, position)? })
    }

    fn begin(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        self.game.begin(world, happenings);
    }

    fn migrate(_world: &World, schema: u32, bytes: &[u8]) -> Result<Self, Refusal> {
        if !MIGRATES {
            return Err(refuse(format!("a state of schema {schema} is too old for this build"), ""));
        }
        let game = postcard::from_bytes(bytes).map_err(|why| refuse(why.to_string(), ""))?;
        Ok(Self { migrated: true, game })
    }

    fn decide(&self, world: &World, list: &mut Decisions<Choice>) {
        self.game.decide(world, list);
    }

    fn apply(&mut self, world: &World, seat: Seat, choice: &Choice, happenings: &mut Happenings<'_>) {
        self.game.apply(world, seat, choice, happenings);
    }

    fn write_id(
        &self,
        world: &World,
        seat: Seat,
        choice: &Choice,
        id: &mut dyn std::fmt::Write,
    ) -> std::fmt::Result {
        self.game.write_id(world, seat, choice, id)
    }

    fn choice_target(&self, world: &World, seat: Seat, choice: &Choice) -> Target {
        self.game.choice_target(world, seat, choice)
    }

    fn choice_role(&self, world: &World, choice: &Choice) -> ChoiceRole {
        self.game.choice_role(world, choice)
    }

    fn choice_details(&self, world: &World, seat: Seat, choice: &Choice) -> ChoiceDetails {
        self.game.choice_details(world, seat, choice)
    }

    fn heading(&self, world: &World, open: &Open) -> Heading {
        self.game.heading(world, open)
    }

    fn explain(&self, world: &World, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        self.game.explain(world, seat, target, choosable)
    }

    fn view(&self, world: &World, seat: Option<Seat>) -> View {
        let mut view = self.game.view(world, seat);
        if self.migrated {
            view.status.push(Line { text: "brought over from an earlier build".into(), citation: None });
        }
        view
    }

    fn sides_of_seats(&self) -> Vec<String> {
        self.game.sides_of_seats()
    }

    fn sides() -> &'static [&'static str] {
        Brigade::sides()
    }

    fn outcome(&self, world: &World) -> Option<Outcome> {
        self.game.outcome(world)
    }

    fn estimate(&self, world: &World) -> Vec<u32> {
        self.game.estimate(world)
    }

    fn sample(&mut self, world: &World, seat: Seat, random: &mut Random) {
        self.game.sample(world, seat, random);
    }

    fn edit(&mut self, world: &World, change: &Change) -> Result<(), Refusal> {
        self.game.edit(world, change)
    }
}
