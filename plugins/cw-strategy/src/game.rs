//! The rules as the kit asks for them: what may be chosen in each stage, and where each choice is carried out.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Happenings, Rules, Shared, ids_of, two_seats};

use crate::choice::Choice;
use crate::state::{CwStrategy, Stage};
use crate::world::{Side, World};

impl Rules for CwStrategy {
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
        Ok(Self::laid_out(world, two_seats(&position.setup.seats, "0.5")?))
    }

    fn set_world(&mut self, world: Shared<World>) {
        self.world = world;
    }

    fn begin(&mut self, happenings: &mut Happenings<'_>) {
        self.open_game(happenings);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        match self.stage {
            Stage::Sheets => self.list_sheets(list),
            Stage::Override(_, side, _) => {
                list.open(self.seat_of(side), "override");
                list.push(Choice::PlayOn);
                list.push(Choice::EndGame);
            }
            Stage::Resolving | Stage::Over(..) => {}
        }
    }

    fn apply(&mut self, seat: Seat, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::PlayOn | Choice::EndGame => self.answer_override(choice, happenings),
            Choice::Seal => {
                let side = self.side_of(seat);
                self.power_mut(side).sheet.sealed = true;
                if self.powers.iter().all(|power| power.sheet.sealed) {
                    self.resolve(happenings);
                }
            }
            _ => self.take_order(seat, choice, happenings),
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}
