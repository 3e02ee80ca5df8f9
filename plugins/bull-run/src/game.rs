//! The rules as the SDK asks for them, and what each stage is: who decides what, by which section, and which functions list and carry
//! out the choices.

use muster_contract::{Description, Outcome, Position, Refusal, Seat};
use muster_sdk::{Decisions, Resolution, Rules, Shared, StepRow, Who, ids_of, two_seats};

use crate::choice::Choice;
use crate::state::{BullRun, Stage, Step};
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
        self.stage_row().decide(self, &self.seats, |_| false, list);
    }

    fn apply(&mut self, seat: Seat, choice: Choice, resolution: &mut Resolution<'_>) {
        self.stage_row().apply(self, self.side_of(seat), choice, resolution);
    }

    fn sides_of_seats(&self) -> Vec<String> {
        ids_of(&self.seats)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }
}

impl BullRun {
    /// What the stage is that the game is in, a row each.
    pub(crate) fn stage_row(&self) -> StepRow<Self, Side> {
        let row = |phase, section, kind, side, list, take| {
            StepRow::new(phase, section, kind, Who::One(side)).by(list, take)
        };
        let active = self.active;
        let field = |list, take| row("field", "8", "field-command", active, list, take);
        match self.stage {
            Stage::Cubes(side) => row("cubes", "5", "place-cube", side, Self::list_cubes, Self::place_cube),
            Stage::Place(side, _) => {
                row("units", "5", "place-unit", side, Self::list_places, Self::take_place)
            }
            Stage::Random(side, _) => {
                row("units", "5", "place-blindly", side, Self::list_draws, Self::place_blindly)
            }
            Stage::Shuffle => {
                row("shuffle", "7.1", "shuffle", active, Self::list_shuffles, Self::take_shuffle)
            }
            Stage::Limber => row("limber", "7.2", "limber", active, Self::list_limbers, Self::take_limber),
            Stage::Cards => row("cards", "7.3", "play-cards", active, Self::list_cards, Self::play_cards),
            Stage::Field if self.order.road.is_some() => field(Self::list_road, Self::take_road),
            Stage::Field if !self.order.units.is_empty() => field(Self::list_commands, Self::take_command),
            Stage::Field => field(Self::list_field, Self::take_field),
            Stage::Command(step) => self.step_row(step),
            Stage::Staff => row("staff", "9", "staff-command", active, Self::list_staff, Self::take_staff),
            Stage::Claim(_) => row("claim", "10.1", "claim", active, Self::list_claims, Self::take_claim),
            Stage::Administer => row(
                "administer",
                "10",
                "administer",
                active,
                Self::list_administration,
                Self::take_administration,
            ),
            Stage::Over => StepRow::new("administer", "14", "", Who::Nobody),
        }
    }

    /// The same of the steps of a field command.
    fn step_row(&self, step: Step) -> StepRow<Self, Side> {
        let row =
            |phase, kind, side, list, take| StepRow::new(phase, "8", kind, Who::One(side)).by(list, take);
        let losses = |side| row("losses", "apply-losses", side, Self::list_hits, Self::take_hit);
        let (active, passive) = (self.active, self.passive());
        match step {
            Step::LeadDefense => {
                row("lead-defense", "lead-defense", passive, Self::list_lead_defense, Self::take_lead_defense)
            }
            Step::Support => row("support", "support", passive, Self::list_support, Self::take_support),
            Step::WinnerHit | Step::OtherHits(_) => losses(self.winner_of_assault().other()),
            Step::LeaderHits(_) => losses(self.winner_of_assault()),
            Step::BombardHits(_) | Step::FlightLoss => losses(passive),
            Step::ChargeLoss => losses(active),
            // Who leads a charge is still part of the command.
            Step::ChargeLeaders => {
                row("field", "lead-charge", active, Self::list_charge_leaders, Self::take_charge_leaders)
            }
            Step::Answer | Step::Hold => {
                row("answer", "answer", passive, Self::list_answers, Self::take_answer)
            }
            Step::Post => row("secure", "post", active, Self::list_posts, Self::take_post),
            Step::PursuitPost => {
                row("secure", "post", active, Self::list_pursuit_posts, Self::take_pursuit_post)
            }
            Step::FlightMove => {
                row("give-way", "give-way", passive, Self::list_flight_moves, Self::take_flight_move)
            }
        }
    }
}
