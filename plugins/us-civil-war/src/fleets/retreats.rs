//! §21.6.8, §21.6.9, §21.2.3: Naval Retreats: of a stack that hasn't won back along its way, of others to where one move takes them.

use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, ensure};

use super::courses::Crew;
use super::guns::Fire;
use super::{Order, in_words};
use crate::choice::{Choice, Pay};
use crate::state::{Activity, Berth, Flag, FleetStep, Leg, Ship, Step, UsCivilWar, Vessel};
use crate::units::verb;
use crate::world::{NavalLeader, Node, Port, Side, Space};

/// Where ships can retreat to, and along which waters.
struct Path {
    to: Berth,
    waters: Vec<Node>,
}

impl UsCivilWar {
    /// §21.6.8: whether a retreat can end in a berth: free of enemy NSPs, and where ships may stay.
    fn may_take_refuge(&self, side: Side, berth: Berth) -> May {
        self.may_anchor(side, berth)?;
        let clear = self.nsps(side.other(), berth).is_none();
        ensure(clear, "Enemy NSPs are there.", "21.6.8")
    }

    /// §21.6.8: where a stack that has sailed a way can go back to: where it began, and whatever it sailed past.
    fn paths_back(&self, side: Side, wake: &[Node], vessels: &[Vessel]) -> Vec<Path> {
        let waters = &self.world.waters;
        let mut paths: Vec<Path> = Vec::new();
        for (place, &water) in wake.iter().enumerate().rev().skip(1) {
            for space in waters.banks(water) {
                let to = Berth { space, water };
                let known = paths.iter().any(|path| path.to == to);
                let floats =
                    vessels.iter().all(|&vessel| waters.moorings(vessel, space).any(|node| node == water));
                if !known && floats && self.may_take_refuge(side, to).is_ok() {
                    let back = wake[place..].iter().rev().copied().collect();
                    paths.push(Path { to, waters: back });
                }
            }
        }
        self.one_for_each_water(side, paths)
    }

    /// §21.2.3, C102: of the berths of a hex that are joined there the nearest is enough, unless an enemy is near.
    fn one_for_each_water(&self, side: Side, paths: Vec<Path>) -> Vec<Path> {
        let nodes: Vec<Node> = paths.iter().map(|path| path.to.water).collect();
        let fits = |berth: Berth| paths.iter().any(|path| path.to == berth);
        let berths = self.berths_along(side, &nodes, fits);
        paths.into_iter().filter(|path| berths.contains(&path.to)).collect()
    }

    /// §21.6.8, §21.2.3: where ships of a kind can go in one move that may not stay in a berth.
    fn ways_out(&self, vessel: Vessel, from: Berth) -> Vec<Path> {
        let side = vessel.side();
        let crew = Crew { side, vessels: vec![vessel] };
        let courses = self.courses(&crew, &self.sortie_from(from, Pay::Free));
        let fits = |berth: Berth| berth.space != from.space && self.may_take_refuge(side, berth).is_ok();
        let berths = self.berths_along(side, &courses.reached, fits);
        berths.into_iter().map(|to| Path { to, waters: courses.way_to(to.water) }).collect()
    }

    /// §21.4.4, §21.6.8: whether ships of a side can seek Port Protection: in a Coastal Fort of theirs, or in a port with a Fort or a Naval
    /// Battery of theirs.
    pub fn may_seek_port(&self, side: Side, at: Space) -> May {
        ensure(self.controls(side, at), "The port isn't yours.", "21.4.4")?;
        let port = self.world.space(at).port;
        ensure(
            port != Port::None && self.holds_by_works(side, at),
            "Only a Coastal Fort, or a port with a Fort or Naval Battery, protects ships.",
            "21.4.4",
        )
    }

    // -------- the attacker

    fn ways_of_sortie(&self) -> Vec<Path> {
        let Some((_, crew)) = self.sortie_and_crew() else { return Vec::new() };
        self.paths_back(crew.side, &self.fleets.wake, &crew.vessels)
    }

    /// §21.6.8: the stack hasn't won, and goes back along its way; whoever is aboard lands nowhere (§21.7.3), even if no ship is left.
    pub(super) fn fall_back(&mut self, resolution: &mut Resolution<'_>) {
        self.set_leg(Leg::Clear);
        self.keep_cargo();
        if self.ships_underway().next().is_none() {
            return self.anchor(resolution);
        }
        match &self.ways_of_sortie()[..] {
            [] => {
                let underway = |ship: &Ship| ship.activity == Activity::Underway;
                self.lose_cornered(underway, resolution);
                self.anchor(resolution);
            }
            [path] => self.go_back((path.to, path.waters.clone()), resolution),
            _ => self.frames.call(Step::Fleet(FleetStep::FallBack)),
        }
    }

    pub(super) fn list_paths_back(&self, list: &mut Decisions<Choice>) {
        list.extend(self.ways_of_sortie().into_iter().map(|path| Choice::Naval(Order::Retreat(path.to))));
    }

    pub(super) fn take_path_back(&mut self, to: Berth, resolution: &mut Resolution<'_>) {
        let path = self.ways_of_sortie().into_iter().find(|path| path.to == to);
        self.frames.end();
        let Some(path) = path else { return };
        self.go_back((path.to, path.waters), resolution);
    }

    /// It goes back, past whatever guns there are, and its activation is over.
    fn go_back(&mut self, (to, waters): (Berth, Vec<Node>), resolution: &mut Resolution<'_>) {
        let goes = |ship: &Ship| ship.activity == Activity::Underway;
        let leaders: Vec<NavalLeader> = self.leaders_underway().collect();
        self.retreat_along(goes, &leaders, (to, &waters), resolution);
        if let Some(sortie) = &mut self.fleets.sortie {
            (sortie.at, sortie.goal, sortie.steams) = (to, None, false);
        }
        self.fleets.wake = vec![to.water];
        self.anchor(resolution);
    }

    // -------- others

    /// §21.6.8: ships of a side leave a berth, kind by kind. Gives whether their owner has to decide something first.
    pub(super) fn drive_off(&mut self, side: Side, berth: Berth, resolution: &mut Resolution<'_>) -> bool {
        loop {
            let next = self.ships_in(side, berth).find(|ship| !ship.sheltered);
            let Some(vessel) = next.map(|ship| ship.vessel) else { return false };
            match &self.escapes(vessel, berth)[..] {
                [] => self.lose_cornered(|ship| goes(ship, vessel, berth), resolution),
                [only] => self.escape(vessel, berth, *only, resolution),
                _ => {
                    self.frames.call(Step::Fleet(FleetStep::Withdraw(vessel, berth)));
                    return true;
                }
            }
        }
    }

    /// §21.6.8: what ships of a kind can do that must leave a berth: sail elsewhere, or seek Port Protection if they are the defender's.
    fn escapes(&self, vessel: Vessel, berth: Berth) -> Vec<Order> {
        let shelter = self.is_protected(vessel.side(), berth.space).then_some(Order::SeekPort);
        let mut sound = self.ships_in(vessel.side(), berth).filter(|ship| goes(ship, vessel, berth));
        // §21.10.3: an Ironclad that was under construction goes nowhere.
        let moves = sound.any(|ship| !ship.is_stuck());
        let out = if moves { self.ways_out_of(vessel, berth) } else { Vec::new() };
        shelter.into_iter().chain(out.into_iter().map(|path| Order::Retreat(path.to))).collect()
    }

    /// §21.2.3: the phasing player's ships go back along the ways that they have come in this Action Phase, all others to where one move
    /// takes them.
    fn ways_out_of(&self, vessel: Vessel, berth: Berth) -> Vec<Path> {
        let side = vessel.side();
        let mut paths: Vec<Path> = Vec::new();
        if side == self.phasing {
            for wake in self.fleets.wakes.iter().filter(|wake| wake.to == berth) {
                let more = self.paths_back(side, &wake.waters, &[vessel]);
                paths.extend(more.into_iter().filter(|path| path.to.space != berth.space));
            }
            paths.sort_by_key(|path| (path.to, path.waters.len()));
            paths.dedup_by_key(|path| path.to);
        }
        if paths.is_empty() { self.ways_out(vessel, berth) } else { paths }
    }

    pub(super) fn list_escapes(&self, (vessel, berth): (Vessel, Berth), list: &mut Decisions<Choice>) {
        list.extend(self.escapes(vessel, berth).into_iter().map(Choice::Naval));
    }

    pub(super) fn take_escape(
        &mut self,
        (vessel, berth): (Vessel, Berth),
        order: Order,
        resolution: &mut Resolution<'_>,
    ) {
        self.frames.end();
        self.escape(vessel, berth, order, resolution);
        match self.fleet_step() {
            Some(FleetStep::Sortie) => self.sail_on(resolution),
            // The landing goes on (§21.7.3).
            Some(FleetStep::Stormed(..)) => {}
            _ => self.begin_supply_segment(resolution),
        }
    }

    fn escape(&mut self, vessel: Vessel, berth: Berth, order: Order, resolution: &mut Resolution<'_>) {
        if order == Order::SeekPort {
            self.alter_ships(|ship| ship.sheltered |= goes(ship, vessel, berth));
            return self.tell_fleet(resolution, (EventKind::Text, berth.space, "21.6.8"), || {
                format!(
                    "The {} ships seek the protection of {}.",
                    vessel.side().name(),
                    self.berth_name(berth)
                )
            });
        }
        let Order::Retreat(to) = order else { return };
        self.lose_unfinished(vessel, berth, resolution);
        let Some(path) = self.ways_out_of(vessel, berth).into_iter().find(|path| path.to == to) else {
            return;
        };
        let others = self.ships_in(vessel.side(), berth).any(|ship| ship.vessel != vessel);
        let leaders: Vec<NavalLeader> = match vessel.side() {
            Side::Us if !others => self.leaders_in(berth).collect(),
            _ => Vec::new(),
        };
        self.retreat_along(|ship| goes(ship, vessel, berth), &leaders, (to, &path.waters), resolution);
    }

    /// §21.10.3: an Ironclad under construction that is forced to retreat is eliminated; one that the port protects stays there.
    fn lose_unfinished(&mut self, vessel: Vessel, berth: Berth, resolution: &mut Resolution<'_>) {
        let stuck = |ship: &Ship| goes(ship, vessel, berth) && ship.is_stuck();
        if self.is_protected(vessel.side(), berth.space) {
            return self.alter_ships(|ship| ship.sheltered |= stuck(ship));
        }
        self.lose_those(
            stuck,
            ("21.10.3", ["can't sail and is lost", "can't sail and are lost"]),
            resolution,
        );
    }

    /// §21.6.8: whether ships that must leave a space can seek Port Protection there instead: the defender's can.
    fn is_protected(&self, side: Side, at: Space) -> bool {
        side != self.phasing && self.may_seek_port(side, at).is_ok()
    }

    /// Ships that must retreat and can't.
    fn lose_cornered(&mut self, lost: impl Fn(&Ship) -> bool, resolution: &mut Resolution<'_>) {
        self.lose_those(
            lost,
            ("21.6.8", ["can't retreat and is lost", "can't retreat and are lost"]),
            resolution,
        );
    }

    /// §21.6.8: ships go along a way to where they retreat, running the guns on it: whoever is damaged before or by them is lost, and so is
    /// whoever fails to get past (§21.13.4). Hits fall on the strongest.
    fn retreat_along(
        &mut self,
        goes: impl Fn(&Ship) -> bool,
        leaders: &[NavalLeader],
        (to, waters): (Berth, &[Node]),
        resolution: &mut Resolution<'_>,
    ) {
        let Some(side) = self.fleets.ships.iter().find(|ship| goes(ship)).map(|ship| ship.vessel.side())
        else {
            return;
        };
        for pair in waters.windows(2) {
            let [from, next] = *pair else { continue };
            for (at, nsps) in self.gunners(side.other(), from, next) {
                let fire = Fire { at, nsps, upriver: self.world.waters.is_up(from, next) };
                self.run_in_retreat(&goes, side, &fire, resolution);
            }
        }
        let words = in_words(self.fleets.ships.iter().filter(|ship| goes(ship)));
        if words.is_empty() {
            return;
        }
        let single = self.fleets.ships.iter().filter(|ship| goes(ship)).count() == 1;
        self.tell_fleet(resolution, (EventKind::Text, to.space, "21.6.8"), || {
            format!("{words} {} back to {}.", verb(single, "goes", "go"), self.berth_name(to))
        });
        for leader in leaders {
            if let Flag::At(_) = self.fleets.leaders[*leader].flag {
                self.fleets.leaders[*leader].flag = Flag::At(to);
            }
        }
        self.alter_ships(|ship| {
            if goes(ship) {
                ship.berth = to;
            }
        });
        self.displace_stranded_leaders(resolution);
        self.burn_coal(to, |ship| ship.vessel.side() == side && ship.activity == Activity::Moved, resolution);
    }

    fn run_in_retreat(
        &mut self,
        goes: &impl Fn(&Ship) -> bool,
        side: Side,
        fire: &Fire,
        resolution: &mut Resolution<'_>,
    ) {
        self.lose_those(
            |ship| goes(ship) && ship.damaged,
            ("21.6.8", ["can't run the guns and is lost", "can't run the guns and are lost"]),
            resolution,
        );
        if !self.fleets.ships.iter().any(goes) {
            return;
        }
        let salvo = self.fire(side.other(), fire, resolution);
        // Damaged is as good as sunk here, so that armor helps against damage alone.
        for (blows, glancing) in [(salvo.sunk, false), (salvo.damaged, true), (salvo.failed, false)] {
            for _ in 0..blows {
                let all = self.fleets.ships.iter().enumerate().filter(|(_, ship)| goes(ship));
                let Some((place, _)) = all.max_by_key(|(_, ship)| ship.nsps()) else { return };
                if glancing && self.is_spared_by_iron(place, resolution) {
                    continue;
                }
                let words = in_words([self.fleets.ships[place]].iter());
                self.tell_fleet(resolution, (EventKind::Lost, fire.at, "21.6.8"), || {
                    format!("{words} doesn't get past and is lost.")
                });
                self.sink(place, resolution);
            }
        }
    }

    // -------- the end of an Action Phase

    /// §21.2.3, §21.6.9: all movement and combat is over: the phasing player's ships leave where they may not stay, then the other's. Gives
    /// whether somebody has to decide something first.
    pub(crate) fn clear_anchorages(&mut self, resolution: &mut Resolution<'_>) -> bool {
        if !self.has_fleets() {
            return false;
        }
        for side in [self.phasing, self.phasing.other()] {
            for berth in self.berths_of(side) {
                let stays = self.ships_in(side, berth).all(|ship| ship.sheltered);
                if !stays && self.may_anchor(side, berth).is_err() && self.drive_off(side, berth, resolution)
                {
                    return true;
                }
            }
        }
        false
    }

    /// §21.4.4: a space has been captured: ships that sought its protection are lost.
    pub(crate) fn lose_sheltered(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        self.lose_those(
            |ship| ship.sheltered && ship.vessel.side() == side && ship.berth.space == at,
            ("21.4.4", ["falls with the port", "fall with the port"]),
            resolution,
        );
    }
}

/// Whether a ship is of a kind, in a berth and not in Port Protection.
fn goes(ship: &Ship, vessel: Vessel, berth: Berth) -> bool {
    ship.vessel == vessel && ship.berth == berth && !ship.sheltered
}
