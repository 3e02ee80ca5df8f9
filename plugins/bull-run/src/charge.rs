//! §8.4: charges.

use muster_contract::{ChoiceDetails, EventKind};
use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::choice::Choice;
use crate::orders::Group;
use crate::state::{BullRun, Command, Spot, Step};
use crate::world::{Locale, Side, Unit, Way};

impl BullRun {
    /// Whether a unit can lead a charge.
    fn leads_charge(&self, unit: Unit) -> bool {
        self.unit(unit).strength == 2
    }

    /// Whether a charge goes over a boundary: with nothing in the way of horses beyond it.
    fn may_charge_over(&self, way: &Way, count: usize) -> May {
        let boundary = self.world.edge(way.edge);
        self.may_pass(way, "Boundary {edge} is restricted: no charge crosses it.", "8.4")?;
        let obstructed = boundary.in_approach(way.to).obstructed;
        ensure(!obstructed, "The approach {edge} in {to} is obstructed: no charge crosses it.", "8.4")?;
        self.may_cross(way, count)
    }

    /// Whether a charge goes through a locale next to where it begins.
    pub(crate) fn may_charge_through(&self, way: &Way, count: usize) -> May {
        let held = self.is_enemy(self.active, way.to);
        ensure(!held, "{to} is enemy-occupied: no charge goes through it.", "8.4")?;
        self.may_charge_over(way, count)
    }

    /// Whether it goes on from there against the enemy.
    pub(crate) fn may_charge_into(&self, from: Locale, way: &Way, count: usize) -> May {
        self.may_charge_over(way, count)?;
        ensure(self.secured(from, way.edge) == 0, "The approach {edge} in {from} is secured.", "8.4")?;
        ensure(self.secured(way.to, way.edge) == 0, "The approach {edge} in {to} is secured.", "8.4")
    }

    /// Where cavalry in reserve can charge: through which locale, against which.
    pub(crate) fn charges(&self, group: &Group<'_>) -> impl Iterator<Item = Choice> {
        let leads = group.cavalry && group.units.iter().any(|&unit| self.leads_charge(unit));
        let (from, count) = (group.spot.locale, group.units.len());
        let open = move |way: &&Way| leads && self.may_charge_through(way, count).is_ok();
        self.world.locale(from).ways.iter().filter(open).flat_map(move |first| {
            let meets = move |way: &&Way| {
                let near = way.to == from || self.world.between(from, way.to).is_some();
                !near
                    && self.is_enemy(self.active, way.to)
                    && self.may_charge_into(first.to, way, count).is_ok()
            };
            let on = self.world.locale(first.to).ways.iter().filter(meets);
            on.map(|second| Choice::Charge(first.to, second.to))
        })
    }

    /// Steps 1 and 2: the cavalry is turned face up and rides up to the enemy.
    pub(crate) fn charge(&mut self, units: &[Unit], choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Charge(through, to) = choice else { return };
        let start = self.locale_of(units);
        let (Some(first), Some(edge)) = (self.world.between(start, through), self.world.between(through, to))
        else {
            return;
        };
        self.spend_on(units, "8.4", ("Charge", "against", to), resolution);
        self.reveal(units, "8.4", resolution);
        let way = [Spot::reserve(through), Spot::approach(through, edge)];
        self.go(units, &way, "8.4", resolution);
        self.turn.fought.extend([first, edge]);
        let leaders: Vec<Unit> = units.iter().copied().filter(|&unit| self.leads_charge(unit)).collect();
        let action = self.begin_action(Command::Charge, units, through, edge);
        if leaders.len() == 1 {
            action.leaders = leaders;
            self.ask_answer(resolution);
        } else {
            self.ask(Step::ChargeLeaders);
        }
    }

    /// The label names the locales in another order than the id.
    pub(crate) fn charge_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        if let Choice::Charge(through, to) = choice {
            let [through, to] = [through, to].map(|locale| &self.world.locale(locale).called);
            details.label = format!("Charge {to} through {through}");
        }
    }

    pub(crate) fn list_charge_leaders(&self, _: Side, list: &mut Decisions<Choice>) {
        let (action, leads) = (self.action(), |unit: Unit| self.leads_charge(unit));
        list.extend(self.leaderships(&action.units, leads, action.edge).map(Choice::LeadCharge));
    }

    /// Step 2: the leading charge units.
    pub(crate) fn take_charge_leaders(&mut self, _: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::LeadCharge(units) = choice else { return };
        let leaders: Vec<Unit> = units.into_iter().flatten().collect();
        self.log_to_each_seat(resolution, &leaders, &EventKind::Text, "8.4", |names| {
            format!("leading the charge: {names}.")
        });
        self.action_mut().leaders = leaders;
        self.ask_answer(resolution);
    }

    /// Step 4a: the enemy has retreated; a leading charge unit takes a loss, and all go in.
    pub(crate) fn charge_home(&mut self, resolution: &mut Resolution<'_>) {
        match self.action().leaders[..] {
            [one] => {
                self.lose(one, 1, "8.4", resolution);
                self.move_in(resolution);
            }
            _ => self.ask(Step::ChargeLoss),
        }
    }
}
