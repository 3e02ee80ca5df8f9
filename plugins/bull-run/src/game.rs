//! The rules as the kit asks for them: what may be chosen in each stage, and where each choice is carried out.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Resolution, Rules, Shared, ids_of, two_seats};

use crate::choice::Choice;
use crate::sequence::StageRow;
use crate::state::{BullRun, Stage};
use crate::world::{Side, World};

impl Rules for BullRun {
    type Choice = Choice;

    fn describe() -> Description {
        crate::describe::describe()
    }

    fn sides() -> &'static [&'static str] {
        &Side::IDS
    }

    fn read_world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: Shared<World>, position: &Position) -> Result<Self, Refusal> {
        Ok(Self::empty(world, two_seats(&position.setup.seats, "1")?))
    }

    fn set_world(&mut self, world: Shared<World>) {
        self.world = world;
    }

    fn begin(&mut self, resolution: &mut Resolution<'_>) {
        self.set_up(resolution);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        let StageRow { decides: Some(side), kind, .. } = self.stage_row() else { return };
        list.open(self.seat_of(side), kind);
        match self.stage {
            Stage::Cubes(side) => self.list_cubes(side, list),
            Stage::Place(side, _) => self.list_places(side, list),
            Stage::Random(side, _) => list.extend(self.cubes_at(side.other()).map(Choice::Draw)),
            Stage::Shuffle => self.list_shuffles(list),
            Stage::Limber => self.list_limbers(list),
            Stage::Cards => list.extend(self.decks[self.active as usize].plays().map(Choice::Cards)),
            Stage::Field => self.list_field(list),
            Stage::Command(step) => self.list_step(step, list),
            Stage::Staff => self.list_staff(list),
            Stage::Claim(locale) => self.list_claim(locale, list),
            Stage::Administer => self.list_administration(list),
            Stage::Over => {}
        }
    }

    fn apply(&mut self, _seat: Seat, choice: Choice, resolution: &mut Resolution<'_>) {
        match (self.stage, choice) {
            (Stage::Cubes(side), Choice::Cube(locale)) => self.place_cube(side, locale, resolution),
            (Stage::Place(side, _), choice) => self.take_place(side, choice, resolution),
            (Stage::Random(side, _), Choice::Draw(locale)) => self.place_blindly(side, locale, resolution),
            (Stage::Shuffle, choice) => self.take_shuffle(choice, resolution),
            (Stage::Limber, choice) => self.take_limber(choice, resolution),
            (Stage::Cards, Choice::Cards(pair)) => self.play_cards(pair, resolution),
            (Stage::Field, choice) => self.take_field(choice, resolution),
            (Stage::Command(step), choice) => self.take_step(step, choice, resolution),
            (Stage::Staff, choice) => self.take_staff(choice, resolution),
            (Stage::Claim(locale), choice) => self.take_claim(locale, choice, resolution),
            (Stage::Administer, choice) => self.take_administration(choice, resolution),
            _ => {}
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}
