//! The steps of a field command in which somebody decides: who, what there is to choose, and who goes on with it.

use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::state::{BullRun, Step};
use crate::world::{Side, World};

impl BullRun {
    /// Who decides in a step.
    pub(crate) fn decides_step(&self, step: Step) -> Side {
        match step {
            Step::ChargeLeaders | Step::ChargeLoss | Step::Post | Step::PursuitPost => self.active,
            Step::WinnerHit | Step::OtherHits(_) => self.winner_of_assault().other(),
            Step::LeaderHits(_) => self.winner_of_assault(),
            _ => self.passive(),
        }
    }

    pub(crate) fn list_step(&self, world: &World, step: Step, list: &mut Decisions<Choice>) {
        match step {
            Step::LeadDefense => self.list_lead_defense(world, list),
            Step::Support => self.list_support(world, list),
            Step::WinnerHit | Step::LeaderHits(_) | Step::OtherHits(_) => self.list_assault_hits(step, list),
            Step::BombardHits(_) => self.list_bombard_hits(world, list),
            Step::ChargeLeaders => self.list_charge_leaders(world, list),
            Step::Answer | Step::Hold => self.list_answers(world, step, list),
            Step::ChargeLoss => self.list_charge_loss(list),
            Step::Post => self.list_posts(list),
            Step::PursuitPost => self.list_pursuit_posts(world, list),
            Step::FlightLoss => self.list_flight_losses(world, list),
            Step::FlightMove => self.list_flight_moves(world, list),
        }
    }

    pub(crate) fn take_step(
        &mut self,
        world: &World,
        step: Step,
        choice: Choice,
        happenings: &mut Happenings<'_>,
    ) {
        match (step, choice) {
            (Step::LeadDefense, Choice::Lead(units)) => self.take_lead_defense(world, units, happenings),
            (Step::Support, Choice::Support(units)) => self.take_support(world, units, happenings),
            (Step::WinnerHit | Step::LeaderHits(_) | Step::OtherHits(_), Choice::Hit(unit)) => {
                self.take_assault_hit(world, step, unit, happenings);
            }
            (Step::BombardHits(left), Choice::Hit(unit)) => {
                self.lose(world, unit, 1, "8.3", happenings);
                self.suffer_bombardment(world, left - 1, happenings);
            }
            (Step::ChargeLeaders, Choice::LeadCharge(units)) => {
                self.take_charge_leaders(world, units, happenings);
            }
            (Step::Answer | Step::Hold, choice) => self.take_answer(world, choice, happenings),
            (Step::ChargeLoss, Choice::Hit(unit)) => self.take_charge_loss(world, unit, happenings),
            (Step::Post, choice) => self.take_post(world, choice, happenings),
            (Step::PursuitPost, Choice::PostAt(unit, edge)) => {
                self.take_pursuit_post(world, unit, edge, happenings);
            }
            (Step::FlightLoss, Choice::Hit(unit)) => self.take_flight_loss(world, unit, happenings),
            (Step::FlightMove, choice) => self.take_flight_move(world, choice, happenings),
            _ => {}
        }
    }
}
