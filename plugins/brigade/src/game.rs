//! The rules as the SDK asks for them, and what each stage is: who decides what, and which functions list and carry out the choices.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Resolution, Rules, Secrets, Shared, StepRow, Who, ids_of};

use crate::choice::Choice;
use crate::state::{Brigade, Stage};
use crate::world::{Side, World};

impl Rules for Brigade {
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
        Self::set_up(world, position)
    }

    fn set_world(&mut self, world: Shared<World>) {
        self.world = world;
    }

    fn begin(&mut self, resolution: &mut Resolution<'_>) {
        self.begin_activation(0, Stage::Roll, resolution);
    }

    fn decide(&self, list: &mut Decisions<Choice>) {
        self.stage_row().decide(self, &self.world.seats, |_| false, list);
        self.list_enough(list);
    }

    fn apply(&mut self, seat: Seat, choice: Choice, resolution: &mut Resolution<'_>) {
        let side = self.world.seats[usize::from(seat)];
        if !self.take_enough(side, choice, resolution) {
            self.stage_row().apply(self, side, choice, resolution);
            self.settle(resolution);
        }
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}

impl Brigade {
    /// What the stage is that the game is in: who decides what, and which functions list and carry out the choices.
    fn stage_row(&self) -> StepRow<Self, Side> {
        let (phase, section, _) = self.stage.row();
        let row = |kind, side, list, take| StepRow::new(phase, section, kind, Who::One(side)).by(list, take);
        let nobody = StepRow::new(phase, section, "", Who::Nobody);
        let (active, foe) = (self.active(), self.firing().other());
        match self.stage {
            Stage::Over => nobody,
            Stage::Roll | Stage::NightRoll => row("roll", active, Self::list_roll, Self::take_roll),
            Stage::Move | Stage::NightMove if self.march.is_some() => {
                row("march", active, Self::list_march, Self::take_march)
            }
            Stage::Move | Stage::NightMove => row("choose-unit", active, Self::list_orders, Self::take_order),
            Stage::Entrench => row("entrench", active, Self::list_entrenchments, Self::entrench),
            _ if !self.fire.settling && self.stage == Stage::Bombard => {
                row("bombard", active, Self::list_bombardments, Self::bombard)
            }
            _ if !self.fire.settling => row("combat", self.firing(), Self::list_attacks, Self::take_attack),
            _ if !self.fire.pending.is_empty() => row("assign-hits", foe, Self::list_hits, Self::take_hit),
            _ if !self.fire.suffering.is_empty() => row("retreat", foe, Self::list_hits, Self::take_hit),
            _ => nobody,
        }
    }
}

/// Nothing is hidden (A1).
impl Secrets for Brigade {}
