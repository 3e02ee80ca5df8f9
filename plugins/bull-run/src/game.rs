//! The rules as the kit asks for them: what may be chosen in each stage, and where each choice is carried out.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Happenings, Rules, ids_of, two_seats};

use crate::choice::Choice;
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

    fn world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: &World, position: &Position) -> Result<Self, Refusal> {
        Ok(Self::empty(world, two_seats(&position.setup.seats, "1")?))
    }

    fn begin(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        self.set_up(world, happenings);
    }

    fn decide(&self, world: &World, list: &mut Decisions<Choice>) {
        match self.stage {
            Stage::Cubes(_) | Stage::Place(..) | Stage::Random(..) => self.list_set_up(world, list),
            Stage::Shuffle => self.list_shuffles(world, list),
            Stage::Limber => self.list_limbers(world, list),
            Stage::Cards => self.list_cards(list),
            Stage::Field => self.list_field(world, list),
            Stage::Command(step) => self.list_step(world, step, list),
            Stage::Staff => self.list_staff(world, list),
            Stage::Claim(locale) => self.list_claim(world, locale, list),
            Stage::Administer => self.list_administration(world, list),
            Stage::Over => {}
        }
    }

    fn apply(&mut self, world: &World, _seat: Seat, choice: Choice, happenings: &mut Happenings<'_>) {
        match self.stage {
            Stage::Cubes(_) | Stage::Place(..) | Stage::Random(..) => {
                self.take_set_up(world, choice, happenings)
            }
            Stage::Shuffle => self.take_shuffle(world, choice, happenings),
            Stage::Limber => self.take_limber(world, choice, happenings),
            Stage::Cards => {
                if let Choice::Cards(pair) = choice {
                    self.play_cards(world, pair, happenings);
                    self.enter(world, Stage::Field, happenings);
                }
            }
            Stage::Field => self.take_field(world, choice, happenings),
            Stage::Command(step) => self.take_step(world, step, choice, happenings),
            Stage::Staff => self.take_staff(world, choice, happenings),
            Stage::Claim(locale) => self.take_claim(world, locale, choice, happenings),
            Stage::Administer => self.take_administration(world, choice, happenings),
            Stage::Over => {}
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn outcome(&self, world: &World) -> Option<Outcome> {
        self.result(world)
    }
}
