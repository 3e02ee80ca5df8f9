//! The rules as the kit asks for them: what may be chosen in each stage, and where each choice is carried out.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Happenings, Rules, Shared, ids_of, two_seats};

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

    fn read_world(position: &Position) -> Result<World, Refusal> {
        World::read(position)
    }

    fn start(world: Shared<World>, position: &Position) -> Result<Self, Refusal> {
        Ok(Self::empty(world, two_seats(&position.setup.seats, "1")?))
    }

    fn set_world(&mut self, world: Shared<World>) {
        self.world = world;
    }

    fn begin(&mut self, happenings: &mut Happenings<'_>) {
        self.set_up(happenings);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        match self.stage {
            Stage::Cubes(_) | Stage::Place(..) | Stage::Random(..) => self.list_set_up(list),
            Stage::Shuffle => self.list_shuffles(list),
            Stage::Limber => self.list_limbers(list),
            Stage::Cards => self.list_cards(list),
            Stage::Field => self.list_field(list),
            Stage::Command(step) => self.list_step(step, list),
            Stage::Staff => self.list_staff(list),
            Stage::Claim(locale) => self.list_claim(locale, list),
            Stage::Administer => self.list_administration(list),
            Stage::Over => {}
        }
    }

    fn apply(&mut self, _seat: Seat, choice: Choice, happenings: &mut Happenings<'_>) {
        match self.stage {
            Stage::Cubes(_) | Stage::Place(..) | Stage::Random(..) => self.take_set_up(choice, happenings),
            Stage::Shuffle => self.take_shuffle(choice, happenings),
            Stage::Limber => self.take_limber(choice, happenings),
            Stage::Cards => {
                if let Choice::Cards(pair) = choice {
                    self.play_cards(pair, happenings);
                    self.enter(Stage::Field, happenings);
                }
            }
            Stage::Field => self.take_field(choice, happenings),
            Stage::Command(step) => self.take_step(step, choice, happenings),
            Stage::Staff => self.take_staff(choice, happenings),
            Stage::Claim(locale) => self.take_claim(locale, choice, happenings),
            Stage::Administer => self.take_administration(choice, happenings),
            Stage::Over => {}
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}
