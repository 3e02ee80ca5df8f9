//! §13.1, §13.2: losses, and the steps in which a player applies them.

use muster_contract::EventKind;
use muster_sdk::{Decisions, Resolution};

use crate::choice::Choice;
use crate::state::{At, BullRun, Spot, Stage, Step};
use crate::world::{Kind, Side, Unit};

impl BullRun {
    /// §13.1: strength points are lost. The unit is turned face up and another of the lower strength takes its place; infantry
    /// with none left becomes disrupted, in reserve; others are eliminated. Gives how many points were lost.
    pub(crate) fn lose(
        &mut self,
        unit: Unit,
        points: u8,
        citation: &str,
        resolution: &mut Resolution<'_>,
    ) -> u8 {
        self.reveal(&[unit], "4.1.3", resolution);
        let (side, before) = (self.world.unit(unit).side, *self.unit(unit));
        let lost = points.min(before.strength);
        if lost == 0 {
            return 0;
        }
        let left = before.strength - lost;
        self.log_to_each_seat(resolution, &[unit], &EventKind::Lost, citation, |name| {
            match (left, before.kind) {
                (0, Kind::Infantry) => format!("{name} loses {lost} and is disrupted."),
                (0, _) => format!("{name} is eliminated."),
                _ => format!("{name} loses {lost}."),
            }
        });
        let state = self.unit_mut(unit);
        state.strength = left;
        match (left, before.kind, before.spot()) {
            (0, Kind::Infantry, Some(spot)) => {
                state.kind = Kind::Disrupted;
                self.put(unit, At::Map(Spot::reserve(spot.locale)));
            }
            (0, ..) => self.put(unit, At::Off),
            _ => {}
        }
        self.adjust_morale(side, -i8::try_from(lost).unwrap_or(i8::MAX), "13.1", resolution);
        if left == 0 && before.kind == Kind::Artillery {
            self.adjust_morale(side.other(), 1, "13.2", resolution);
        }
        lost
    }

    /// Whether it makes a difference which of these units take so many losses.
    pub(crate) fn is_choice_of_losses(&self, units: &[Unit], left: u8) -> bool {
        let total: u8 = units.iter().map(|&unit| self.unit(unit).strength).sum();
        left > 0 && units.len() > 1 && total > left
    }

    /// The units to which a loss can be applied in a step of a command.
    fn can_be_hit(&self) -> Vec<Unit> {
        match self.stage {
            Stage::Command(Step::WinnerHit) => self.leaders_of(self.attacker_won()),
            Stage::Command(Step::LeaderHits(_)) => self.leaders_of(!self.attacker_won()),
            Stage::Command(Step::OtherHits(_)) => self.others_of_loser(),
            Stage::Command(Step::BombardHits(_)) => self.bombarded(),
            Stage::Command(Step::ChargeLoss) => self.action().leaders.clone(),
            _ => {
                let spot = self.flight().losses.first().map(|(spot, _)| *spot);
                spot.map_or_else(Vec::new, |spot| self.flight_targets(spot))
            }
        }
    }

    pub(crate) fn list_hits(&self, _: Side, list: &mut Decisions<Choice>) {
        list.extend(self.can_be_hit().into_iter().map(Choice::Hit));
    }

    /// Applies a loss, and goes on with those that are left.
    pub(crate) fn take_hit(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Stage::Command(step), Choice::Hit(unit)) = (self.stage, choice) else { return };
        self.lose(unit, 1, self.step_section(step), resolution);
        match step {
            Step::WinnerHit => self.hit_loser(resolution),
            Step::LeaderHits(left) => self.hit_leaders(left - 1, resolution),
            Step::OtherHits(left) => self.hit_others(left - 1, resolution),
            Step::BombardHits(left) => self.suffer_bombardment(left - 1, resolution),
            Step::ChargeLoss => self.move_in(resolution),
            _ => self.take_flight_loss(resolution),
        }
    }

    /// The section by which a step of a command is carried out.
    pub(crate) fn step_section(&self, step: Step) -> &'static str {
        match step {
            Step::Answer | Step::Hold | Step::Post => self.action().command.section(),
            Step::FlightLoss | Step::FlightMove => self.flight_citation(),
            Step::BombardHits(_) => "8.3",
            Step::ChargeLeaders | Step::ChargeLoss => "8.4",
            // A charge that is met is fought out by the steps of an assault.
            _ => "8.2",
        }
    }
}
