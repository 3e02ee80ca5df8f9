//! §8.1 advances, §8.5 maneuvers, and how the passive player answers those who come.

use muster_sdk::{Decisions, Happenings};

use crate::choice::Choice;
use crate::state::{Action, BullRun, Command, Spot, Step};
use crate::world::{Kind, Locale, Unit};

impl BullRun {
    /// §8.1: units move against an unsecured approach; the enemy retreats.
    pub(crate) fn advance(&mut self, units: Vec<Unit>, to: Locale, happenings: &mut Happenings<'_>) {
        let Some(Spot { locale: from, edge: Some(edge) }) = self.unit(units[0]).spot() else { return };
        self.spend(&units, "8.1", happenings, |game| {
            format!("Advance: {} against {}", game.counted(&units), game.world.locale(to).called)
        });
        self.action = Some(Box::new(self.action(Command::Advance, units, from, edge)));
        self.flee(true, happenings);
    }

    /// §8.5 step 1: units in reserve try to move into an enemy-occupied locale.
    pub(crate) fn maneuver(&mut self, units: Vec<Unit>, to: Locale, happenings: &mut Happenings<'_>) {
        let Some(Spot { locale: from, .. }) = self.unit(units[0]).spot() else { return };
        let Some(edge) = self.world.between(from, to) else { return };
        self.spend(&units, "8.5", happenings, |game| {
            format!("Maneuver: {} against {}", game.counted(&units), game.world.locale(to).called)
        });
        self.action = Some(Box::new(self.action(Command::Maneuver, units, from, edge)));
        self.ask_answer(happenings);
    }

    /// The passive player gives way or secures the defense approach; with nobody in reserve who could, he gives way.
    pub(crate) fn ask_answer(&mut self, happenings: &mut Happenings<'_>) {
        if self.can_hold().is_empty() {
            self.give_way(happenings);
        } else {
            self.ask(Step::Answer);
        }
    }

    /// Units in the defense locale's reserve that can secure the approach: all but disrupted ones.
    pub(crate) fn can_hold(&self) -> Vec<Unit> {
        let Some(action) = &self.action else { return Vec::new() };
        self.in_spot(self.passive(), Spot::reserve(action.to))
            .filter(|&unit| self.unit(unit).kind != Kind::Disrupted)
            .collect()
    }

    pub(crate) fn list_answers(&self, step: Step, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.passive()), "answer");
        list.push(if step == Step::Answer { Choice::GiveWay } else { Choice::Enough });
        self.can_hold().into_iter().for_each(|unit| list.push(Choice::Hold(unit)));
    }

    pub(crate) fn take_answer(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        match choice {
            Choice::Hold(unit) => {
                let Some(action) = &mut self.action else { return };
                let (to, edge, section) = (action.to, action.edge, action.command.section());
                action.defenders.push(unit);
                self.reveal(&[unit], section, happenings);
                self.go(&[unit], &[Spot::approach(to, edge)], section, happenings);
                if self.can_hold().is_empty() {
                    self.held(happenings);
                } else {
                    self.ask(Step::Hold);
                }
            }
            Choice::GiveWay => self.give_way(happenings),
            _ => self.held(happenings),
        }
    }

    /// The passive player withdraws, or before a charge retreats.
    fn give_way(&mut self, happenings: &mut Happenings<'_>) {
        let charge = self.action.as_ref().is_some_and(|action| action.command == Command::Charge);
        self.flee(charge, happenings);
    }

    /// The defense approach was secured.
    fn held(&mut self, happenings: &mut Happenings<'_>) {
        let Some(action) = self.action.take() else { return };
        let command = action.command;
        let (units, spot) = (action.units.clone(), Spot::approach(action.from, action.edge));
        self.action = Some(action);
        match command {
            // §8.4 step 4b
            Command::Charge => self.ask(Step::LeadDefense),
            // §8.2 step 9c
            Command::Pursuit => {
                self.go(&units, &[spot], "8.2", happenings);
                self.finish_pursuit(happenings);
            }
            _ => self.ask(Step::Post),
        }
    }

    /// §8.5 step 3: maneuvering units that are still in reserve.
    pub(crate) fn can_post(&self) -> Vec<Unit> {
        let waits = |action: &Action, unit: Unit| self.unit(unit).spot() == Some(Spot::reserve(action.from));
        let action = self.action.as_deref();
        action.map_or_else(Vec::new, |action| {
            action.units.iter().copied().filter(|&unit| waits(action, unit)).collect()
        })
    }

    pub(crate) fn list_posts(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "post");
        let units = self.can_post();
        if units.len() > 1 {
            list.push(Choice::PostAll);
        }
        units.into_iter().for_each(|unit| list.push(Choice::Post(unit)));
        list.push(Choice::Enough);
    }

    /// §8.5 step 3: any of the maneuvering units secure the attack approach.
    pub(crate) fn take_post(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        let Some(action) = &self.action else { return };
        let spot = Spot::approach(action.from, action.edge);
        let units = match choice {
            Choice::Post(unit) => vec![unit],
            Choice::PostAll => self.can_post(),
            _ => Vec::new(),
        };
        if !units.is_empty() {
            self.reveal(&units, "8.5", happenings);
            self.go(&units, &[spot], "8.5", happenings);
        }
        let rest = self.can_post();
        if units.is_empty() || rest.is_empty() {
            self.finish(rest, happenings);
        }
    }

    /// Those who gave way have gone, or there was nobody.
    pub(crate) fn flown(&mut self, happenings: &mut Happenings<'_>) {
        let Some(action) = &self.action else { return };
        match (action.command, action.outcome) {
            (Command::Assault, _) | (Command::Charge, Some(_)) => self.occupy(happenings),
            (Command::Charge, None) => self.charge_home(happenings),
            (Command::Pursuit, _) => self.pursue_on(happenings),
            _ => {
                let (units, to, section) = (action.units.clone(), action.to, action.command.section());
                self.go(&units, &[Spot::reserve(to)], section, happenings);
                self.finish(units, happenings);
            }
        }
    }
}
