//! §8.4: charges.

use std::ops::ControlFlow;

use muster_sdk::{Decisions, Happenings};

use crate::choice::{Choice, Leaders};
use crate::orders::Group;
use crate::state::{Action, BullRun, Command, Spot, Step};
use crate::world::{Locale, Unit, Way};

impl BullRun {
    /// Whether a unit can lead a charge.
    fn leads_charge(&self, unit: Unit) -> bool {
        self.unit(unit).strength == 2
    }

    /// Where cavalry in reserve can charge: through which locale, against which.
    pub(crate) fn charges(
        &self,
        group: &Group<'_>,
        found: &mut impl FnMut(Choice) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !group.units.iter().any(|&unit| self.leads_charge(unit)) {
            return ControlFlow::Continue(());
        }
        let (from, count) = (group.spot.locale, group.units.len());
        // A boundary over which a charge can go, with nothing in the way of horses beyond it.
        let open = |way: &Way| {
            let boundary = self.world.edge(way.edge);
            boundary.is_passable()
                && !boundary.in_approach(way.to).obstructed
                && self.barred(way.edge, way.to, count).is_none()
        };
        for first in &self.world.locale(from).ways {
            if self.is_enemy(self.active, first.to) || !open(first) {
                continue;
            }
            for second in &self.world.locale(first.to).ways {
                let near = second.to == from || self.world.between(from, second.to).is_some();
                if !near
                    && self.is_enemy(self.active, second.to)
                    && open(second)
                    && self.secured(first.to, second.edge) == 0
                    && self.secured(second.to, second.edge) == 0
                {
                    found(Choice::Charge(first.to, second.to))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Steps 1 and 2: the cavalry is turned face up and rides up to the enemy.
    pub(crate) fn charge(
        &mut self,
        units: Vec<Unit>,
        through: Locale,
        to: Locale,
        happenings: &mut Happenings<'_>,
    ) {
        let Some(Spot { locale: start, .. }) = self.unit(units[0]).spot() else { return };
        let (Some(first), Some(edge)) = (self.world.between(start, through), self.world.between(through, to))
        else {
            return;
        };
        self.spend(&units, "8.4", happenings, |game| {
            format!("Charge: {} against {}", game.counted(&units), game.world.locale(to).called)
        });
        self.reveal(&units, "8.4", happenings);
        let way = [Spot::reserve(through), Spot::approach(through, edge)];
        self.go(&units, &way, "8.4", happenings);
        self.turn.fought.extend([first, edge]);
        let leaders: Vec<Unit> = units.iter().copied().filter(|&unit| self.leads_charge(unit)).collect();
        let alone = leaders.len() == 1;
        let action = self.action(Command::Charge, units, through, edge);
        self.action = Some(Box::new(Action { leaders: if alone { leaders } else { Vec::new() }, ..action }));
        if alone {
            self.ask_answer(happenings);
        } else {
            self.ask(Step::ChargeLeaders);
        }
    }

    pub(crate) fn list_charge_leaders(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "lead-charge");
        let Some(action) = &self.action else { return };
        let leaders: Vec<Unit> =
            action.units.iter().copied().filter(|&unit| self.leads_charge(unit)).collect();
        for (number, &one) in leaders.iter().enumerate() {
            list.push(Choice::LeadCharge([Some(one), None]));
            if self.world.edge(action.edge).wide {
                let others = leaders[number + 1..].iter();
                others.for_each(|&two| list.push(Choice::LeadCharge([Some(one), Some(two)])));
            }
        }
    }

    /// Step 2: the leading charge units.
    pub(crate) fn take_charge_leaders(&mut self, units: Leaders, happenings: &mut Happenings<'_>) {
        let Some(action) = &mut self.action else { return };
        action.leaders = units.into_iter().flatten().collect();
        let leaders = action.leaders.clone();
        self.tell(happenings, &leaders, &muster_contract::EventKind::Text, "8.4", |names| {
            format!("leading the charge: {names}.")
        });
        self.ask_answer(happenings);
    }

    /// Step 4a: the enemy has retreated; a leading charge unit takes a loss, and all go in.
    pub(crate) fn charge_home(&mut self, happenings: &mut Happenings<'_>) {
        let Some(action) = &self.action else { return };
        match action.leaders[..] {
            [one] => self.take_charge_loss(one, happenings),
            _ => self.ask(Step::ChargeLoss),
        }
    }

    pub(crate) fn list_charge_loss(&self, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(self.active), "apply-losses");
        let leaders = self.action.iter().flat_map(|action| &action.leaders);
        leaders.for_each(|&unit| list.push(Choice::Hit(unit)));
    }

    pub(crate) fn take_charge_loss(&mut self, unit: Unit, happenings: &mut Happenings<'_>) {
        self.lose(unit, 1, "8.4", happenings);
        let Some(action) = &self.action else { return };
        let (units, to) = (action.units.clone(), action.to);
        self.go(&units, &[Spot::reserve(to)], "8.4", happenings);
        self.finish(units, happenings);
    }
}
