//! The steps of a field command in which somebody decides: what there is to choose, and who goes on with it.

use muster_sdk::{Decisions, Resolution};

use crate::choice::Choice;
use crate::state::{BullRun, Step};
use crate::world::Unit;

impl BullRun {
    pub(crate) fn list_step(&self, step: Step, list: &mut Decisions<Choice>) {
        match step {
            Step::LeadDefense => self.list_lead_defense(list),
            Step::Support => self.list_support(list),
            Step::ChargeLeaders => self.list_charge_leaders(list),
            Step::Answer | Step::Hold => self.list_answers(step, list),
            Step::Post => self.list_posts(list),
            Step::PursuitPost => self.list_pursuit_posts(list),
            Step::FlightMove => self.list_flight_moves(list),
            _ => list.extend(self.hit_in(step).into_iter().map(Choice::Hit)),
        }
    }

    /// The units to which a loss can be applied in a step.
    fn hit_in(&self, step: Step) -> Vec<Unit> {
        match step {
            Step::WinnerHit => self.leaders_of(self.attacker_won()),
            Step::LeaderHits(_) => self.leaders_of(!self.attacker_won()),
            Step::OtherHits(_) => self.others_of_loser(),
            Step::BombardHits(_) => self.bombarded(),
            Step::ChargeLoss => self.action().leaders.clone(),
            Step::FlightLoss => {
                let spot = self.flight().losses.first().map(|(spot, _)| *spot);
                spot.map_or_else(Vec::new, |spot| self.flight_targets(spot))
            }
            _ => Vec::new(),
        }
    }

    pub(crate) fn take_step(&mut self, step: Step, choice: Choice, resolution: &mut Resolution<'_>) {
        match (step, choice) {
            (Step::LeadDefense, Choice::Lead(units)) => self.take_lead_defense(units, resolution),
            (Step::Support, Choice::Support(units)) => self.take_support(units, resolution),
            (Step::BombardHits(left), Choice::Hit(unit)) => {
                self.lose(unit, 1, "8.3", resolution);
                self.suffer_bombardment(left - 1, resolution);
            }
            (Step::ChargeLeaders, Choice::LeadCharge(units)) => {
                self.take_charge_leaders(units, resolution);
            }
            (Step::Answer | Step::Hold, choice) => self.take_answer(choice, resolution),
            (Step::ChargeLoss, Choice::Hit(unit)) => self.take_charge_loss(unit, resolution),
            (Step::Post, choice) => self.take_post(choice, resolution),
            (Step::PursuitPost, Choice::PostAt(unit, edge)) => {
                self.take_pursuit_post(unit, edge, resolution);
            }
            (Step::FlightLoss, Choice::Hit(unit)) => self.take_flight_loss(unit, resolution),
            (Step::FlightMove, choice) => self.take_flight_move(choice, resolution),
            (step, Choice::Hit(unit)) => self.take_assault_hit(step, unit, resolution),
            _ => {}
        }
    }
}
