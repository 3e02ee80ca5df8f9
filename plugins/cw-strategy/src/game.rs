//! The rules as the SDK calls them.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Resolution, Rules, Shared, ids_of, two_seats};

use crate::choice::Choice;
use crate::sequence::SHEETS;
use crate::state::CwStrategy;
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

    fn begin(&mut self, resolution: &mut Resolution<'_>) {
        self.open_game(resolution);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        for (seat, side) in (0..).zip(self.seats) {
            for step in self.steps(side) {
                if list.is_enough() {
                    return;
                }
                match step.secret {
                    true => list.open_secret(seat, step.kind, SHEETS[usize::from(self.turn % 2)]),
                    false => list.open(seat, step.kind),
                }
                (step.list)(self, side, list);
            }
        }
    }

    fn apply(&mut self, seat: Seat, choice: Choice, resolution: &mut Resolution<'_>) {
        choice.carry_out(self, self.side_of(seat), resolution);
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}
