//! A later build of Brigade: it keeps something that the earlier one didn't, in the next schema. With a migration and without.

use brigade::{Brigade, Choice, World};
use muster_contract::{
    Change, ChoiceDetails, Description, Line, Outcome, Position, Refusal, Seat, Target, View,
};
use muster_sdk::{
    Count, Decisions, Edits, Explanations, Happenings, Labels, Names, Odds, Open, Overlays, Policies, Prompt,
    Random, Rules, Saves, Scripts, Secrets, UnitId, Views, refuse,
};
use serde::{Deserialize, Serialize};

/// The later state: whether it was migrated, and the earlier one.
#[derive(Clone, Serialize, Deserialize)]
pub struct Later<const MIGRATES: bool> {
    migrated: bool,
    game: Brigade,
}

impl<const MIGRATES: bool> Rules for Later<MIGRATES> {
    type Choice = Choice;

    fn describe() -> Description {
        Description { state_schema: Self::STATE_SCHEMA, ..Brigade::describe() }
    }

    fn sides() -> &'static [&'static str] {
        Brigade::sides()
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

    fn decide(&self, world: &World, list: &mut Decisions<Choice>) {
        self.game.decide(world, list);
    }

    fn apply(&mut self, world: &World, seat: Seat, choice: Choice, happenings: &mut Happenings<'_>) {
        self.game.apply(world, seat, choice, happenings);
    }

    fn sides_of_seats(&self) -> Vec<String> {
        self.game.sides_of_seats()
    }

    fn outcome(&self, world: &World) -> Option<Outcome> {
        self.game.outcome(world)
    }
}

impl<const MIGRATES: bool> Saves for Later<MIGRATES> {
    const STATE_SCHEMA: u32 = Brigade::STATE_SCHEMA + 1;

    fn counts(world: &World) -> Vec<Count> {
        Brigade::counts(world)
    }

    fn migrate(_world: &World, schema: u32, bytes: &[u8]) -> Result<Self, Refusal> {
        if !MIGRATES {
            return Err(refuse(format!("a state of schema {schema} is too old for this build"), ""));
        }
        let game = postcard::from_bytes(bytes).map_err(|why| refuse(why.to_string(), ""))?;
        Ok(Self { migrated: true, game })
    }
}

/// It calls everything what Brigade calls it, so that the rows of Brigade's choices are those of this game too.
impl<const MIGRATES: bool> Names for Later<MIGRATES> {
    type World = World;
    type Unit = <Brigade as Names>::Unit;
    type Space = <Brigade as Names>::Space;
    type Edge = <Brigade as Names>::Edge;

    fn unit_id<'a>(&'a self, world: &'a World, seat: Option<Seat>, unit: Self::Unit) -> UnitId<'a> {
        self.game.unit_id(world, seat, unit)
    }

    fn unit_name(&self, world: &World, seat: Option<Seat>, unit: Self::Unit) -> String {
        self.game.unit_name(world, seat, unit)
    }

    fn space_id(world: &World, space: Self::Space) -> &str {
        Brigade::space_id(world, space)
    }
}

impl<const MIGRATES: bool> Labels for Later<MIGRATES> {
    fn prompt(&self, world: &World, open: &Open) -> Prompt {
        self.game.prompt(world, open)
    }

    fn details(&self, world: &World, seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        self.game.details(world, seat, choice, details);
    }
}

impl<const MIGRATES: bool> Explanations for Later<MIGRATES> {
    fn explain(&self, world: &World, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        self.game.explain(world, seat, target, choosable)
    }
}

impl<const MIGRATES: bool> Views for Later<MIGRATES> {
    fn view(&self, world: &World, seat: Option<Seat>) -> View {
        let mut view = self.game.view(world, seat);
        if self.migrated {
            view.status.push(Line { text: "brought over from an earlier build".into(), citation: None });
        }
        view
    }
}

impl<const MIGRATES: bool> Secrets for Later<MIGRATES> {
    fn sample(&mut self, world: &World, seat: Seat, random: &mut Random) {
        self.game.sample(world, seat, random);
    }
}

impl<const MIGRATES: bool> Policies for Later<MIGRATES> {
    fn estimate(&self, world: &World) -> Vec<u32> {
        self.game.estimate(world)
    }
}

impl<const MIGRATES: bool> Edits for Later<MIGRATES> {
    fn edit(&mut self, world: &World, change: &Change) -> Result<(), Refusal> {
        self.game.edit(world, change)
    }
}

impl<const MIGRATES: bool> Odds for Later<MIGRATES> {}
impl<const MIGRATES: bool> Overlays for Later<MIGRATES> {}
impl<const MIGRATES: bool> Scripts for Later<MIGRATES> {}
