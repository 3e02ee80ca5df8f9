//! §21.2.6: Strategic Redeployment of Naval Units.

use std::cell::OnceCell;

use muster_sdk::{Decisions, Resolution};

use super::courses::Crew;
use super::{Order, in_words, pool_of};
use crate::choice::{Choice, Pay};
use crate::state::{Activity, Berth, Flag, FleetStep, Ship, Step, UsCivilWar, Vessel};
use crate::world::{NavalLeader, Node, Port, Side, Water};

/// What is redeployed.
const REDEPLOYED: [Vessel; 2] = [Vessel::Oceangoing, Vessel::River];

impl UsCivilWar {
    /// §21.2.6: the berths of a port to which such NSPs can be redeployed: an own Ocean Port for Oceangoing NSPs, a River Port for River
    /// NSPs.
    fn havens(&self, vessel: Vessel) -> Vec<Berth> {
        let kind = if vessel == Vessel::Oceangoing { Port::Ocean } else { Port::River };
        let ports = self.world.places.ports.iter().copied();
        let own = ports.filter(|&port| self.world.space(port).port == kind && self.controls(Side::Us, port));
        own.flat_map(|port| self.world.berths(vessel, port))
            .filter(|&berth| self.may_anchor(Side::Us, berth).is_ok())
            .collect()
    }

    /// §21.2.6: the waters that NSPs reach from a berth where the Union has Naval Control all the way, past no enemy NSPs and no Forts, no
    /// farther than to the first that is sought.
    fn waters_redeployed(&self, vessel: Vessel, from: Berth, ends: impl Fn(Node) -> bool) -> Vec<Node> {
        let crew = Crew { side: Side::Us, vessels: vec![vessel] };
        let fits = |node| self.is_unions_water(node) && self.guns_over(Side::Cs, node).is_none();
        let clear = |node| self.nsps_along(Side::Cs, node).next().is_none();
        let passes = |node| clear(node) && self.may_go_past(&crew, node).is_ok();
        self.courses_where((&crew, &self.sortie_from(from, Pay::Free)), fits, passes, ends).reached
    }

    fn is_unions_water(&self, node: Node) -> bool {
        let shared = matches!(self.world.waters.nodes[node].water, Water::Tidal);
        shared && self.naval().flows(Side::Us, node) || self.naval().of(node) == Some(Side::Us)
    }

    /// The berths from which such NSPs can be redeployed to another.
    fn sources_of_redeployment(&self, vessel: Vessel, to: Berth) -> Vec<Berth> {
        let mut berths = self.berths_of_kind(vessel);
        let comes = |berth: &Berth| {
            let reached = || self.waters_redeployed(vessel, *berth, |node| node == to.water);
            *berth != to && reached().contains(&to.water)
        };
        berths.retain(comes);
        berths
    }

    /// Whether NSPs of a kind are still there to be redeployed in this turn.
    fn awaits_redeployment(&self, vessel: Vessel) -> bool {
        let done = pool_of(vessel).is_some_and(|place| self.fleets.redeployed[place]);
        !done && self.count_of(vessel) > 0
    }

    /// The berths that NSPs of a kind are in.
    fn berths_of_kind(&self, vessel: Vessel) -> Vec<Berth> {
        let ships = self.fleets.ships.iter().filter(|ship| ship.vessel == vessel);
        let mut berths: Vec<Berth> = ships.map(|ship| ship.berth).collect();
        berths.dedup();
        berths
    }

    /// Whether something can be redeployed in this segment.
    pub(crate) fn can_redeploy(&self, side: Side) -> bool {
        let can = |vessel| {
            let havens = self.havens(vessel);
            self.berths_of_kind(vessel).into_iter().any(|from| {
                let comes = |node| havens.iter().any(|to| to.water == node && *to != from);
                self.waters_redeployed(vessel, from, comes).last().is_some_and(|&node| comes(node))
            })
        };
        let mut kinds = REDEPLOYED.into_iter().filter(|&vessel| self.awaits_redeployment(vessel));
        self.has_fleets() && side == Side::Us && kinds.any(can)
    }

    pub(crate) fn list_redeployments(&self, side: Side, list: &mut Decisions<Choice>) {
        if !self.has_fleets() || side != Side::Us {
            return;
        }
        for vessel in REDEPLOYED.into_iter().filter(|&vessel| self.awaits_redeployment(vessel)) {
            let found = OnceCell::new();
            let find = || {
                let waters = |from| (from, self.waters_redeployed(vessel, from, |_| false));
                self.berths_of_kind(vessel).into_iter().map(waters).collect::<Vec<_>>()
            };
            for to in self.havens(vessel) {
                list.push_when(Choice::Naval(Order::Redeploy(vessel, to)), || {
                    let all = found.get_or_init(find);
                    all.iter().any(|(from, waters)| *from != to && waters.contains(&to.water))
                });
            }
        }
    }

    pub(super) fn begin_redeployment(&mut self, vessel: Vessel, to: Berth) {
        self.frames.call(Step::Fleet(FleetStep::Redeployment { vessel, to, brought: false }));
    }

    pub(super) fn list_redeployment(
        &self,
        (vessel, to, brought): (Vessel, Berth, bool),
        list: &mut Decisions<Choice>,
    ) {
        for from in self.sources_of_redeployment(vessel, to) {
            list.push(Choice::Naval(Order::Bring(from)));
            let led = self.leaders_in(from).next().is_some();
            list.push_if(led, Choice::Naval(Order::BringLed(from)));
        }
        list.push_if(brought, Choice::Naval(Order::EndRedeployment));
    }

    pub(super) fn take_redeployment(
        &mut self,
        (vessel, to): (Vessel, Berth),
        order: Order,
        resolution: &mut Resolution<'_>,
    ) {
        match order {
            Order::Bring(from) => self.bring(vessel, from, to, resolution),
            Order::BringLed(from) => {
                let leader = self.leaders_in(from).next();
                self.bring(vessel, from, to, resolution);
                self.bring_leader(leader, to, resolution);
            }
            _ => return self.end_redeployment(vessel, resolution),
        }
        self.frames.next(Step::Fleet(FleetStep::Redeployment { vessel, to, brought: true }));
        if self.sources_of_redeployment(vessel, to).is_empty() {
            self.end_redeployment(vessel, resolution);
        }
    }

    /// §21.2.6: an NSP of a berth goes, the soundest first. A Naval Leader whose last NSP it is goes along.
    fn bring(&mut self, vessel: Vessel, from: Berth, to: Berth, resolution: &mut Resolution<'_>) {
        let there = |ship: &Ship| ship.vessel == vessel && ship.berth == from;
        let all = self.fleets.ships.iter().enumerate().filter(|(_, ship)| there(ship));
        let best = all.min_by_key(|(_, ship)| (ship.damaged, ship.low_on_coal, ship.demoralized));
        let Some((place, _)) = best else { return };
        self.fleets.ships[place].berth = to;
        let gone = self.fleets.ships[place];
        self.settle_ships();
        resolution.say("21.2.6", || {
            let (ship, from, to) = (in_words([gone].iter()), self.berth_name(from), self.berth_name(to));
            format!("{ship} goes from {from} to {to}.")
        });
        if self.ships_in(Side::Us, from).next().is_none() {
            let left: Vec<NavalLeader> = self.leaders_in(from).collect();
            for leader in left {
                self.bring_leader(Some(leader), to, resolution);
            }
        }
        self.burn_coal(to, |ship| *ship == gone, resolution);
    }

    fn bring_leader(&mut self, leader: Option<NavalLeader>, to: Berth, resolution: &mut Resolution<'_>) {
        let Some(leader) = leader.filter(|&leader| self.leader_at(leader) != Some(to)) else { return };
        self.fleets.leaders[leader].flag = Flag::At(to);
        self.fleets.leaders[leader].activity = Activity::Fresh;
        let name = self.leader_label(leader);
        resolution.say("21.2.8", || format!("{name} goes along to {}.", self.berth_name(to)));
    }

    fn end_redeployment(&mut self, vessel: Vessel, resolution: &mut Resolution<'_>) {
        if let Some(place) = pool_of(vessel) {
            self.fleets.redeployed[place] = true;
        }
        self.frames.end();
        self.settle_segment(resolution);
    }
}
