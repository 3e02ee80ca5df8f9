//! §8.0.1: the deployment of cavalry after a field command.

use muster_contract::ChoiceDetails;
use muster_sdk::{Decisions, Resolution, line};

use crate::choice::{COMMAND, Choice};
use crate::state::{Arrived, At, BullRun, Spot};
use crate::world::{Edge, Kind, Unit};

impl BullRun {
    /// The units that could deploy to an approach all together, and leave nobody behind: those of the last command in reserve,
    /// of all groups that arrived before one who doesn't ride.
    pub(crate) fn deployable(&self, edge: Edge) -> Vec<Arrived> {
        let ends = self.world.edge(edge).ends;
        let here =
            |one: &&Arrived| ends.iter().any(|&end| self.unit(one.unit).at == At::Map(Spot::reserve(end)));
        let units = || self.after.units.iter().filter(here);
        let stays =
            units().find(|one| self.unit(one.unit).kind != Kind::Cavalry).map_or(u8::MAX, |one| one.group);
        units().filter(|one| one.group < stays).copied().collect()
    }

    /// How many units of the last command are in reserve with one of them, itself among them, when its group has arrived: those
    /// of the groups behind it have not, for each group of a column has deployed before the next one marches (§8.6.4).
    fn company(&self, one: Arrived) -> usize {
        let at = self.unit(one.unit).at;
        let there = |other: &&Arrived| other.group <= one.group && self.unit(other.unit).at == at;
        self.after.units.iter().filter(there).count()
    }

    fn arrived(&self, unit: Unit) -> Option<Arrived> {
        self.after.units.iter().copied().find(|one| one.unit == unit)
    }

    /// Whether some of a group have deployed.
    fn has_deployed(&self, group: u8) -> bool {
        self.after.deployed.iter().any(|&(_, other)| other == group)
    }

    /// §8.0.1: what it costs a cavalry unit to deploy: a point for each approach, unless it leaves nobody behind.
    pub(crate) fn deployment_cost(&self, unit: Unit, edge: Edge) -> u8 {
        let Some(one) = self.arrived(unit) else { return 0 };
        let alone = self.company(one) == 1 && !self.has_deployed(one.group);
        u8::from(!alone && !self.after.deployed.contains(&(edge, one.group)))
    }

    /// §8.0.1: which cavalry of the last command may deploy, and where.
    pub(crate) fn list_deployments(&self, list: &mut Decisions<Choice>) {
        let in_reserve = |unit: Unit| self.unit(unit).spot().filter(|spot| spot.edge.is_none());
        for &Arrived { unit, .. } in &self.after.units {
            let Some(spot) = in_reserve(unit).filter(|_| self.unit(unit).kind == Kind::Cavalry) else {
                continue;
            };
            for way in &self.world.locale(spot.locale).ways {
                if !self.is_enemy(self.active, way.to) {
                    continue;
                }
                let all = self.deployable(way.edge);
                let together = all.len() > 1 && !all.iter().any(|one| self.has_deployed(one.group));
                list.push_if(together && all[0].unit == unit, Choice::DeployAll(way.edge));
                let paid = self.deployment_cost(unit, way.edge) <= self.points;
                list.push_if(paid, Choice::Deploy(unit, way.edge));
            }
        }
    }

    /// What deploying brings back: the point that the first of several paid, if with this one all of them, cavalry alone, have
    /// gone to the same approach, which is free however they are sent.
    pub(crate) fn deployment_refund(&self, unit: Unit, edge: Edge) -> u8 {
        let Some(one) = self.arrived(unit) else { return 0 };
        let last = self.company(one) == 1 && self.has_deployed(one.group);
        let elsewhere = |&(other, group): &(Edge, u8)| other != edge && group == one.group;
        u8::from(last && !self.after.deployed.iter().any(elsewhere))
    }

    /// Adds the point that deploying costs or brings back.
    pub(crate) fn deployment_details(&self, choice: Choice, details: &mut ChoiceDetails) {
        let Choice::Deploy(unit, edge) = choice else { return };
        if self.deployment_cost(unit, edge) > 0 {
            COMMAND.clone_into(&mut details.cost);
        }
        if self.deployment_refund(unit, edge) > 0 {
            let text = "All are at one approach then: the command point comes back.";
            details.consequences.push(line(text, "8.0.1"));
        }
    }

    pub(crate) fn take_deployment(&mut self, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Deploy(unit, edge) => self.deploy(&[unit], edge, resolution),
            Choice::DeployAll(edge) => {
                let units: Vec<Unit> = self.deployable(edge).iter().map(|one| one.unit).collect();
                self.deploy(&units, edge, resolution);
            }
            _ => {}
        }
    }

    fn deploy(&mut self, units: &[Unit], edge: Edge, resolution: &mut Resolution<'_>) {
        let together = units.len() > 1;
        let Some(&first) = units.first() else { return };
        let Some(spot) = self.unit(first).spot() else { return };
        if !together {
            self.points =
                self.points + self.deployment_refund(first, edge) - self.deployment_cost(first, edge);
        }
        let groups = units.iter().filter_map(|&unit| self.arrived(unit)).map(|one| (edge, one.group));
        let groups: Vec<(Edge, u8)> = groups.collect();
        self.after.deployed.extend(groups);
        self.after.units.retain(|one| !units.contains(&one.unit));
        if let Some(pursuit) = &mut self.after.pursuit {
            pursuit.units.retain(|unit| !units.contains(unit));
        }
        self.reveal(units, "8.0.1", resolution);
        self.go(units, &[Spot::approach(spot.locale, edge)], "8.0.1", resolution);
        // The last who could have pursued may be among them.
        self.resolved(resolution);
    }
}
