//! §8.1 advances, §8.5 maneuvers, and how the passive player answers those who come.

use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::orders::Group;
use crate::state::{BullRun, Command, Spot, Stage, Step};
use crate::world::{Kind, Side, Unit, Way};

impl BullRun {
    /// §8.1, §8.5: the advance of a group from an approach against the enemy, or its maneuver from reserve.
    pub(crate) fn advances(&self, group: &Group<'_>, way: &Way) -> impl Iterator<Item = Choice> {
        let command = if group.spot.edge.is_some() { Choice::Advance } else { Choice::Maneuver };
        self.may_go_against(group, way).is_ok().then_some(command(way.to)).into_iter()
    }

    /// §8.1: units move against an unsecured approach; the enemy retreats. §8.5 step 1: units in reserve try to move into an
    /// enemy-occupied locale.
    pub(crate) fn go_against(&mut self, units: &[Unit], choice: Choice, resolution: &mut Resolution<'_>) {
        let (to, command, name) = match choice {
            Choice::Advance(to) => (to, Command::Advance, "Advance"),
            Choice::Maneuver(to) => (to, Command::Maneuver, "Maneuver"),
            _ => return,
        };
        let from = self.locale_of(units);
        let Some(edge) = self.world.between(from, to) else { return };
        self.spend_on(units, command.section(), (name, "against", to), resolution);
        self.begin_action(command, units, from, edge);
        match command {
            Command::Advance => self.flee(resolution),
            _ => self.ask_answer(resolution),
        }
    }

    /// The passive player gives way or secures the defense approach; with nobody in reserve who could, he gives way.
    pub(crate) fn ask_answer(&mut self, resolution: &mut Resolution<'_>) {
        if self.can_hold().is_empty() {
            self.flee(resolution);
        } else {
            self.ask(Step::Answer);
        }
    }

    /// Whether a unit of the passive player's can secure the defense approach: from the defense locale's reserve.
    pub(crate) fn may_hold(&self, unit: Unit) -> May {
        let (action, state) = (self.action(), self.unit(unit));
        let section = action.command.section();
        ensure(state.spot() != Some(action.defense()), "It secures the approach already.", section)?;
        let elsewhere = state.spot().is_some_and(|spot| spot.locale != action.to);
        ensure(!elsewhere, "It isn't in {to}.", section)?;
        ensure(state.kind != Kind::Disrupted, "Disrupted infantry never secures an approach.", "4.3.1")?;
        let in_reserve = state.spot() == Some(Spot::reserve(action.to));
        ensure(in_reserve, "Only units in reserve can secure the approach.", section)
    }

    /// The units that can.
    pub(crate) fn can_hold(&self) -> Vec<Unit> {
        let there = self.in_locale(self.passive(), self.action().to);
        there.filter(|&unit| self.may_hold(unit).is_ok()).collect()
    }

    pub(crate) fn list_answers(&self, _: Side, list: &mut Decisions<Choice>) {
        let first = self.stage == Stage::Command(Step::Answer);
        list.push(if first { Choice::GiveWay } else { Choice::Enough });
        list.extend(self.can_hold().into_iter().map(Choice::Hold));
    }

    pub(crate) fn take_answer(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Hold(unit) => {
                let action = self.action_mut();
                let (approach, section) = (action.defense(), action.command.section());
                action.defenders.push(unit);
                self.reveal(&[unit], section, resolution);
                self.go(&[unit], &[approach], section, resolution);
                if self.can_hold().is_empty() {
                    self.held(resolution);
                } else {
                    self.ask(Step::Hold);
                }
            }
            Choice::GiveWay => self.flee(resolution),
            _ => self.held(resolution),
        }
    }

    /// The defense approach was secured.
    fn held(&mut self, resolution: &mut Resolution<'_>) {
        let action = self.action();
        match action.command {
            // §8.4 step 4b
            Command::Charge => self.ask(Step::LeadDefense),
            // §8.2 step 9c
            Command::Pursuit => {
                let (units, spot) = (action.units.clone(), Spot::approach(action.from, action.edge));
                self.go(&units, &[spot], "8.2", resolution);
                self.resolved(resolution);
            }
            _ => self.ask(Step::Post),
        }
    }

    /// §8.5 step 3: maneuvering units that are still in reserve.
    pub(crate) fn can_post(&self) -> Vec<Unit> {
        self.acting_in(Spot::reserve(self.action().from))
    }

    pub(crate) fn list_posts(&self, _: Side, list: &mut Decisions<Choice>) {
        let units = self.can_post();
        list.push_if(units.len() > 1, Choice::PostAll);
        list.extend(units.into_iter().map(Choice::Post));
        list.push(Choice::Enough);
    }

    /// §8.5 step 3: any of the maneuvering units secure the attack approach.
    pub(crate) fn take_post(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let spot = Spot::approach(self.action().from, self.action().edge);
        let units = match choice {
            Choice::Post(unit) => vec![unit],
            Choice::PostAll => self.can_post(),
            _ => Vec::new(),
        };
        if !units.is_empty() {
            self.reveal(&units, "8.5", resolution);
            self.go(&units, &[spot], "8.5", resolution);
        }
        let rest = self.can_post();
        if units.is_empty() || rest.is_empty() {
            self.finish(&rest, resolution);
        }
    }

    /// Goes on with the command when no unit is left in the defense locale.
    pub(crate) fn flown(&mut self, resolution: &mut Resolution<'_>) {
        let action = self.action();
        match (action.command, action.outcome) {
            (Command::Assault, _) | (Command::Charge, Some(_)) => self.occupy(resolution),
            (Command::Charge, None) => self.charge_home(resolution),
            (Command::Pursuit, _) => self.pursue_on(resolution),
            _ => self.move_in(resolution),
        }
    }
}
