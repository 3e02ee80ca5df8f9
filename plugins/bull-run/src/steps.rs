//! The steps of a field command in which somebody decides: who, what there is to choose, and who goes on with it.

use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::state::{BullRun, Step};
use crate::world::Side;

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

    pub(crate) fn list_step(&self, step: Step, list: &mut Decisions<Choice>) {
        match step {
            Step::LeadDefense => self.list_lead_defense(list),
            Step::Support => self.list_support(list),
            Step::WinnerHit | Step::LeaderHits(_) | Step::OtherHits(_) => self.list_assault_hits(step, list),
            Step::BombardHits(_) => self.list_bombard_hits(list),
            Step::ChargeLeaders => self.list_charge_leaders(list),
            Step::Answer | Step::Hold => self.list_answers(step, list),
            Step::ChargeLoss => self.list_charge_loss(list),
            Step::Post => self.list_posts(list),
            Step::PursuitPost => self.list_pursuit_posts(list),
            Step::FlightLoss => self.list_flight_losses(list),
            Step::FlightMove => self.list_flight_moves(list),
        }
    }

    pub(crate) fn take_step(&mut self, step: Step, choice: Choice, happenings: &mut Happenings<'_>) {
        match (step, choice) {
            (Step::LeadDefense, Choice::Lead(units)) => self.take_lead_defense(units, happenings),
            (Step::Support, Choice::Support(units)) => self.take_support(units, happenings),
            (Step::WinnerHit | Step::LeaderHits(_) | Step::OtherHits(_), Choice::Hit(unit)) => {
                self.take_assault_hit(step, unit, happenings);
            }
            (Step::BombardHits(left), Choice::Hit(unit)) => {
                self.lose(unit, 1, "8.3", happenings);
                self.suffer_bombardment(left - 1, happenings);
            }
            (Step::ChargeLeaders, Choice::LeadCharge(units)) => {
                self.take_charge_leaders(units, happenings);
            }
            (Step::Answer | Step::Hold, choice) => self.take_answer(choice, happenings),
            (Step::ChargeLoss, Choice::Hit(unit)) => self.take_charge_loss(unit, happenings),
            (Step::Post, choice) => self.take_post(choice, happenings),
            (Step::PursuitPost, Choice::PostAt(unit, edge)) => {
                self.take_pursuit_post(unit, edge, happenings);
            }
            (Step::FlightLoss, Choice::Hit(unit)) => self.take_flight_loss(unit, happenings),
            (Step::FlightMove, choice) => self.take_flight_move(choice, happenings),
            _ => {}
        }
    }
}
