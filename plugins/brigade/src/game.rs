//! The game as the kit sees it.

use muster_contract::hooks::{Datum, Fact};
use muster_contract::{
    Change, ChoiceDetails, ChoiceRole, Description, Line, OddsTable, Outcome, OverlayItem, Position, Refusal,
    Seat, Target, View,
};
use muster_sdk::{Decisions, Game, Happenings, Heading, Open};

use crate::choice::Choice;
use crate::state::Brigade;
use crate::world::{SIDES, World};

impl Game for Brigade {
    type World = World;
    type Choice = Choice;
    const STATE_SCHEMA: u32 = 2;

    fn describe() -> Description {
        crate::describe::describe()
    }

    fn world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: &World, position: &Position) -> Result<Self, Refusal> {
        Self::set_up(world, position)
    }

    fn fits(&self, world: &World) -> Result<(), Refusal> {
        self.is_of(world)
    }

    fn begin(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        self.begin_activation(world, happenings);
    }

    fn decide(&self, world: &World, list: &mut Decisions<Choice>) {
        self.list(world, list);
    }

    fn apply(&mut self, world: &World, seat: Seat, choice: &Choice, happenings: &mut Happenings<'_>) {
        self.take(world, seat, *choice, happenings);
    }

    fn write_id(
        &self,
        world: &World,
        _seat: Seat,
        choice: &Choice,
        id: &mut dyn std::fmt::Write,
    ) -> std::fmt::Result {
        choice.write_id(world, id)
    }

    fn choice_target(&self, world: &World, _seat: Seat, choice: &Choice) -> Target {
        choice.target(world)
    }

    fn choice_role(&self, _world: &World, choice: &Choice) -> ChoiceRole {
        choice.role()
    }

    fn choice_details(&self, world: &World, _seat: Seat, choice: &Choice) -> ChoiceDetails {
        self.details_of(world, choice)
    }

    fn heading(&self, world: &World, open: &Open) -> Heading {
        self.decision_heading(world, open)
    }

    fn explain(&self, world: &World, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        self.explanation(world, seat, target, choosable)
    }

    fn view(&self, world: &World, _seat: Option<Seat>) -> View {
        self.whole_view(world)
    }

    fn odds(&self, world: &World, _seat: Seat, choice: &Choice) -> Vec<OddsTable> {
        self.chances(world, choice)
    }

    fn overlay(
        &self,
        world: &World,
        _seat: Option<Seat>,
        name: &str,
        focus: Option<&Target>,
    ) -> Vec<OverlayItem> {
        self.overlay_of(world, name, focus)
    }

    fn sides_of_seats(&self) -> Vec<String> {
        self.seats.iter().map(|&side| SIDES[usize::from(side)].to_owned()).collect()
    }

    fn sides() -> &'static [&'static str] {
        &SIDES
    }

    fn outcome(&self, world: &World) -> Option<Outcome> {
        self.result(world)
    }

    fn weigh(&self, world: &World, open: &Open, _policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        self.policy(world, open.kind, choices, weights);
    }

    fn estimate(&self, world: &World) -> Vec<u32> {
        self.prospects(world)
    }

    fn query(&self, world: &World, name: &str, facts: &[Fact]) -> Result<Datum, Refusal> {
        self.answer_rule(world, name, facts)
    }

    fn edit(&mut self, world: &World, change: &Change) -> Result<(), Refusal> {
        self.change(world, change)
    }
}
