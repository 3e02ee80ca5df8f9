//! §8.2 steps 8 and 9: cavalry pursues those who retreated from an assault.

use muster_contract::{ChoiceDetails, Seat};
use muster_sdk::{Decisions, Knowledge, Resolution};

use crate::choice::Choice;
use crate::state::{BullRun, Command, Spot, Step};
use crate::world::{Edge, Kind, Locale, Side, Unit};

/// How many cavalry units of one assault are offered for pursuit, in every combination.
const MOST: usize = 8;

impl BullRun {
    /// Steps 8 and 9a: who may be declared to pursue, all at once; or the pursuits of those who are declared. A pursuit is a
    /// locale and a bit for each unit of the pursuit's list.
    ///
    /// Where the enemy went to one locale only, those who are declared pursue there, so that this is one choice.
    pub(crate) fn pursuits(&self) -> Vec<Choice> {
        let Some(pursuit) = &self.after.pursuit else { return Vec::new() };
        let eligible = |(_, unit): &(usize, &Unit)| {
            let unit = self.unit(**unit);
            unit.kind == Kind::Cavalry && unit.spot() == Some(Spot::reserve(pursuit.from))
        };
        let bits: Vec<u16> =
            pursuit.units.iter().enumerate().filter(eligible).map(|(at, _)| 1 << at).take(MOST).collect();
        let sets = (1..1usize << bits.len()).map(|set| {
            let chosen = bits.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            chosen.fold(0u16, |units, (_, bit)| units | bit)
        });
        if !pursuit.declared && pursuit.targets.len() > 1 {
            return sets.map(Choice::DeclarePursuit).collect();
        }
        let mut found = Vec::new();
        for &target in &pursuit.targets {
            let capacity = u32::from(self.world.locale(target).capacity);
            let fit = sets.clone().filter(|units| units.count_ones() <= capacity);
            found.extend(fit.map(|units| Choice::Pursue(target, units)));
        }
        found
    }

    /// Whether a pursuit may still be declared, as far as everybody can tell: the game must not end, or go on, by what only
    /// one player sees.
    pub(crate) fn may_pursue(&self) -> bool {
        let Some(pursuit) = &self.after.pursuit else { return false };
        let maybe = |unit: &Unit| {
            let state = self.unit(*unit);
            state.spot() == Some(Spot::reserve(pursuit.from))
                && (state.known != Knowledge::EVERYONE || state.kind == Kind::Cavalry)
        };
        !pursuit.targets.is_empty() && pursuit.units.iter().any(maybe)
    }

    /// The units of a pursuit by their bits.
    pub(crate) fn pursuers(&self, units: u16) -> impl Iterator<Item = Unit> {
        let all = self.after.pursuit.iter().flat_map(|pursuit| &pursuit.units);
        all.enumerate().filter(move |(at, _)| units >> at & 1 == 1).map(|(_, &unit)| unit)
    }

    /// Adds the names of the pursuing units to the label.
    pub(crate) fn pursuit_details(&self, seat: Seat, choice: Choice, details: &mut ChoiceDetails) {
        if let Choice::DeclarePursuit(units) | Choice::Pursue(_, units) = choice {
            let units: Vec<Unit> = self.pursuers(units).collect();
            details.label.push_str(&format!(" with {}", self.unit_names(Some(seat), &units)));
        }
    }

    pub(crate) fn take_pursuit(&mut self, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::DeclarePursuit(units) => self.declare_pursuit(units, resolution),
            Choice::Pursue(locale, units) => self.pursue(locale, units, resolution),
            _ => {}
        }
    }

    /// Step 8: who pursues is declared and turned face up. Deployment belongs to step 7 and is over.
    fn declare_pursuit(&mut self, units: u16, resolution: &mut Resolution<'_>) {
        let units: Vec<Unit> = self.pursuers(units).collect();
        resolution.say("8.2", || format!("Pursuit is declared: {}.", self.counted(&units)));
        self.reveal(&units, "8.2", resolution);
        self.after.units.clear();
        if let Some(pursuit) = &mut self.after.pursuit {
            (pursuit.units, pursuit.declared) = (units, true);
        }
    }

    /// Step 9a: a pursuit of those who went to one locale.
    fn pursue(&mut self, target: Locale, units: u16, resolution: &mut Resolution<'_>) {
        let units: Vec<Unit> = self.pursuers(units).collect();
        let Some(pursuit) = &mut self.after.pursuit else { return };
        let from = pursuit.from;
        pursuit.units.retain(|unit| !units.contains(unit));
        pursuit.targets.retain(|&locale| locale != target);
        self.after.units.clear();
        let Some(edge) = self.world.between(from, target) else { return };
        resolution.say("8.2", || {
            format!("Pursuit: {} to {}.", self.counted(&units), self.world.locale(target).called)
        });
        self.reveal(&units, "8.2", resolution);
        self.begin_action(Command::Pursuit, &units, from, edge);
        self.ask_answer(resolution);
    }

    /// Step 9c: the passive player has withdrawn; the pursuing units follow and stand against him.
    pub(crate) fn pursue_on(&mut self, resolution: &mut Resolution<'_>) {
        let (units, to) = (self.action().units.clone(), self.action().to);
        self.go(&units, &[Spot::reserve(to)], "8.2", resolution);
        match self.pursuit_posts()[..] {
            [] => self.resolved(resolution),
            [edge] => {
                self.go(&units, &[Spot::approach(to, edge)], "8.2", resolution);
                self.resolved(resolution);
            }
            _ => self.ask(Step::PursuitPost),
        }
    }

    /// Step 9c: the boundaries towards those who withdrew.
    pub(crate) fn pursuit_posts(&self) -> Vec<Edge> {
        let action = self.action();
        let fled: Vec<Locale> =
            action.flight.iter().flat_map(|flight| &flight.fled).map(|&(_, locale)| locale).collect();
        let ways = self.world.locale(action.to).ways.iter();
        ways.filter(|way| fled.contains(&way.to)).map(|way| way.edge).collect()
    }

    /// The pursuing units that must still take their posts.
    pub(crate) fn unposted(&self) -> Vec<Unit> {
        self.acting_in(Spot::reserve(self.action().to))
    }

    pub(crate) fn list_pursuit_posts(&self, _: Side, list: &mut Decisions<Choice>) {
        for unit in self.unposted() {
            list.extend(self.pursuit_posts().into_iter().map(|edge| Choice::PostAt(unit, edge)));
        }
    }

    pub(crate) fn take_pursuit_post(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::PostAt(unit, edge) = choice else { return };
        self.go(&[unit], &[Spot::approach(self.action().to, edge)], "8.2", resolution);
        if self.unposted().is_empty() {
            self.resolved(resolution);
        }
    }
}
