//! A later build of Brigade: it keeps something that the earlier one didn't, in the next schema. With a migration and without.

use brigade::{Brigade, Choice, World};
use muster_contract::{
    Change, ChoiceDetails, Description, Line, Outcome, Position, Refusal, Seat, Target, View,
};
use muster_sdk::{
    Count, Decisions, Edits, Explanations, Labels, Names, Odds, OpenDecision, Overlays, Policies, Prompt,
    Random, Resolution, Rules, Saves, Scripts, Secrets, Shared, UnitId, Views, refuse,
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

    fn read_world(position: &Position) -> Result<World, Refusal> {
        Brigade::read_world(position)
    }

    fn start(world: Shared<World>, position: &Position) -> Result<Self, Refusal> {
        Ok(Self { migrated: false, game: Brigade::start(world, position)? })
    }

    fn set_world(&mut self, world: Shared<World>) {
        self.game.set_world(world);
    }

    fn begin(&mut self, resolution: &mut Resolution<'_>) {
        self.game.begin(resolution);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        self.game.decide(list);
    }

    fn apply(&mut self, seat: Seat, choice: Choice, resolution: &mut Resolution<'_>) {
        self.game.apply(seat, choice, resolution);
    }

    fn sides_of_seats(&self) -> Vec<String> {
        self.game.sides_of_seats()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
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

    fn world(&self) -> &Shared<World> {
        self.game.world()
    }

    fn unit_id(&self, seat: Option<Seat>, unit: Self::Unit) -> UnitId<'_> {
        self.game.unit_id(seat, unit)
    }

    fn unit_name(&self, seat: Option<Seat>, unit: Self::Unit) -> String {
        self.game.unit_name(seat, unit)
    }

    fn space_id(&self, space: Self::Space) -> &str {
        self.game.space_id(space)
    }
}

impl<const MIGRATES: bool> Labels for Later<MIGRATES> {
    fn prompt(&self, open: &OpenDecision) -> Prompt {
        self.game.prompt(open)
    }

    fn details(&self, seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        self.game.details(seat, choice, details);
    }
}

impl<const MIGRATES: bool> Explanations for Later<MIGRATES> {
    fn explain(&self, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        self.game.explain(seat, target, choosable)
    }
}

impl<const MIGRATES: bool> Views for Later<MIGRATES> {
    fn view(&self, seat: Option<Seat>) -> View {
        let mut view = self.game.view(seat);
        if self.migrated {
            view.status.push(Line { text: "brought over from an earlier build".into(), citation: None });
        }
        view
    }
}

impl<const MIGRATES: bool> Secrets for Later<MIGRATES> {
    fn sample(&mut self, seat: Seat, random: &mut Random) {
        self.game.sample(seat, random);
    }
}

impl<const MIGRATES: bool> Policies for Later<MIGRATES> {
    fn estimate(&self) -> Vec<u32> {
        self.game.estimate()
    }
}

impl<const MIGRATES: bool> Edits for Later<MIGRATES> {
    fn edit(&mut self, change: &Change) -> Result<(), Refusal> {
        self.game.edit(change)
    }
}

impl<const MIGRATES: bool> Odds for Later<MIGRATES> {}
impl<const MIGRATES: bool> Overlays for Later<MIGRATES> {}
impl<const MIGRATES: bool> Scripts for Later<MIGRATES> {}
