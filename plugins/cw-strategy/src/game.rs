//! The game as the kit asks for it. It only says where things are; the rules are in the files of their chapters.

use muster_contract::hooks::{Datum, Fact};
use muster_contract::{
    Change, ChoiceDetails, ChoiceRole, Description, Line, OddsTable, Outcome, OverlayItem, Position, Refusal,
    Seat, Target, View,
};
use muster_sdk::{Decisions, Game, Happenings, Heading, Open, Random, refuse};

use crate::choice::Choice;
use crate::state::CwStrategy;
use crate::world::{Side, World};

/// Who plays which side, by their names.
fn seats(names: &[String]) -> Result<[Side; 2], Refusal> {
    let sides: Vec<Option<Side>> = names.iter().map(|side| Side::named(side)).collect();
    match sides[..] {
        [Some(one), Some(two)] if one != two => Ok([one, two]),
        _ => Err(refuse("it is a game for two, one seat for us and one for cs", "0.5")),
    }
}

impl Game for CwStrategy {
    type World = World;
    type Choice = Choice;
    const STATE_SCHEMA: u32 = 3;

    fn describe() -> Description {
        crate::describe::describe()
    }

    fn world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: &World, position: &Position) -> Result<Self, Refusal> {
        Ok(Self::laid_out(world, seats(&position.setup.seats)?))
    }

    fn fits(&self, world: &World) -> Result<(), Refusal> {
        self.is_of(world)
    }

    fn begin(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        self.open_game(world, happenings);
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
        seat: Seat,
        choice: &Choice,
        id: &mut dyn std::fmt::Write,
    ) -> std::fmt::Result {
        choice.write_id(self.side_of(seat), world, id)
    }

    fn choice_target(&self, world: &World, seat: Seat, choice: &Choice) -> Target {
        choice.target(self, world, seat)
    }

    fn choice_role(&self, _world: &World, choice: &Choice) -> ChoiceRole {
        choice.role()
    }

    fn choice_details(&self, world: &World, seat: Seat, choice: &Choice) -> ChoiceDetails {
        self.details_of(world, seat, *choice)
    }

    fn heading(&self, world: &World, open: &Open) -> Heading {
        self.heading_of(world, open)
    }

    fn explain(&self, world: &World, seat: Seat, target: &Target, choosable: bool) -> Vec<Line> {
        self.explanation(world, seat, target, choosable)
    }

    fn view(&self, world: &World, seat: Option<Seat>) -> View {
        self.seen_by(world, seat)
    }

    fn odds(&self, world: &World, seat: Seat, choice: &Choice) -> Vec<OddsTable> {
        self.chances(world, seat, *choice)
    }

    fn overlay(
        &self,
        world: &World,
        seat: Option<Seat>,
        name: &str,
        _focus: Option<&Target>,
    ) -> Vec<OverlayItem> {
        self.overlaid(world, seat, name)
    }

    fn sides_of_seats(&self) -> Vec<String> {
        self.seats.map(|side| side.id().to_owned()).to_vec()
    }

    fn sides() -> &'static [&'static str] {
        &["us", "cs"]
    }

    fn outcome(&self, _world: &World) -> Option<Outcome> {
        self.result()
    }

    fn weigh(&self, world: &World, open: &Open, policy: &str, choices: &[Choice], weights: &mut Vec<u32>) {
        match self.under_fog(world, open.seat) {
            None => self.policy(world, open, policy, choices, weights),
            Some(thought) => thought.policy(world, open, policy, choices, weights),
        }
    }

    fn estimate(&self, world: &World) -> Vec<u32> {
        self.prospects(world)
    }

    fn sample(&mut self, world: &World, seat: Seat, random: &mut Random) {
        self.deal_again(world, seat, random);
    }

    fn reseat(&mut self, world: &World, sides: &[String]) -> Result<(), Refusal> {
        *self = Self::laid_out(world, seats(sides)?);
        Ok(())
    }

    fn query(&self, world: &World, name: &str, facts: &[Fact]) -> Result<Datum, Refusal> {
        self.answer_rule(world, name, facts)
    }

    fn edit(&mut self, world: &World, change: &Change) -> Result<(), Refusal> {
        self.change(world, change)
    }
}
