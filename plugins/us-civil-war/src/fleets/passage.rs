//! §21.2.4, §21.4, §21.6.1, §21.13: a stack sails to where it was sent, stretch by stretch: at each the other side may react, then guns
//! that bear on it fire, then it meets whoever is at its bank.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::Resolution;

use crate::state::{Activity, Berth, Flag, FleetStep, Leg, Sortie, Step, UsCivilWar, Wake};
use crate::world::{Bar, NavalLeader, Node, Reach, Space};

impl UsCivilWar {
    /// §21.2.4: the stack sets out for a berth, past the fewest guns.
    pub(super) fn sail_to(&mut self, to: Berth, resolution: &mut Resolution<'_>) {
        let Some((sortie, crew)) = self.sortie_and_crew() else { return };
        let mut ahead = self.courses(&crew, &sortie).way_to(to.water);
        ahead.reverse();
        if ahead.len() > 1 {
            ahead.pop();
        }
        self.fleets.ahead = ahead;
        self.fleets.sortie = Some(Sortie { steams: false, goal: Some(to), leg: Leg::Clear, ..sortie });
        self.sail_on(resolution);
    }

    /// It sails on until somebody has something to decide, it has come to where it was sent, or nothing is left of it.
    pub(super) fn sail_on(&mut self, resolution: &mut Resolution<'_>) {
        while let Some(sortie) = self.fleets.sortie {
            if self.frames.step() != Step::Fleet(FleetStep::Sortie) {
                return;
            }
            // Naval Leaders whose ships guns have taken stay where other ships are.
            let shot = matches!(sortie.leg, Leg::Guns(1..)) && self.ships_underway().next().is_none();
            let fought = matches!(sortie.leg, Leg::Fought(_));
            if shot || !fought && self.is_nobody_underway() {
                // §21.7.3: whoever was aboard comes back.
                self.keep_cargo();
                return self.anchor(resolution);
            }
            match sortie.leg {
                Leg::Clear => match self.fleets.ahead.pop() {
                    Some(next) => self.enter_water(next, resolution),
                    None => return self.put_in(resolution),
                },
                Leg::Entered => {
                    self.set_leg(Leg::Guns(0));
                    if self.can_watch() {
                        self.move_up(resolution);
                        self.frames.call(Step::Fleet(FleetStep::Watch));
                    }
                }
                Leg::Guns(fired) => self.face(fired, resolution),
                Leg::Fought(clash) => self.conclude(clash, resolution),
            }
        }
    }

    fn is_nobody_underway(&self) -> bool {
        self.ships_underway().next().is_none() && self.leaders_underway().next().is_none()
    }

    pub(super) fn set_leg(&mut self, leg: Leg) {
        if let Some(sortie) = &mut self.fleets.sortie {
            sortie.leg = leg;
        }
    }

    /// The next of the guns that bear on the stack fires; after all of them it meets whoever is at its bank.
    fn face(&mut self, fired: u8, resolution: &mut Resolution<'_>) {
        let battle = self.meets_enemies();
        let guns = self.guns_here(battle);
        if let Some(&(space, nsps)) = guns.get(usize::from(fired)) {
            self.set_leg(Leg::Guns(fired + 1));
            self.move_up(resolution);
            return self.run_guns(space, nsps, resolution);
        }
        if battle {
            self.move_up(resolution);
            return self.open_battle(resolution);
        }
        self.set_leg(Leg::Clear);
    }

    /// The stretch of water that the stack has left last.
    fn water_left(&self) -> Option<Node> {
        self.fleets.wake.iter().rev().nth(1).copied()
    }

    /// §21.6.1: the guns that fire before a battle; those of the hex in which it is fought don't.
    fn guns_here(&self, battle: bool) -> Vec<(Space, u8)> {
        let (Some(sortie), Some(from)) = (self.fleets.sortie, self.water_left()) else { return Vec::new() };
        let mut guns = self.gunners(self.phasing.other(), from, self.water_under(&sortie));
        guns.retain(|&(space, _)| !battle || space != sortie.at.space);
        guns
    }

    /// §21.6.1: whether the stack is at the bank and on the water of enemy NSPs. Along the hexside between a Coastal Fort and the land it
    /// passes the Fort, unless it was sent there or met.
    pub(super) fn meets_enemies(&self) -> bool {
        let Some(sortie) = self.fleets.sortie.filter(|sortie| self.water_under(sortie) == sortie.at.water)
        else {
            return false;
        };
        let passes = self.is_passage(sortie.at.water) && sortie.goal.is_some_and(|goal| goal != sortie.at);
        !passes && self.nsps(self.phasing.other(), sortie.at).is_some()
    }

    /// It comes to the next stretch, at the bank that it was sent to, or at one where it meets nobody.
    fn enter_water(&mut self, next: Node, resolution: &mut Resolution<'_>) {
        let Some((sortie, crew)) = self.sortie_and_crew() else { return };
        let from = self.water_under(&sortie);
        let own: Vec<Space> = self.ports_on(sortie.origin.water).collect();
        let passed = sortie.passed + if from == next { 0 } else { self.ports_left(&crew, &own, from, next) };
        let reach = self.world.waters.reach_of(next);
        let bound = sortie.bound.or(Some(reach).filter(|&reach| reach != Reach::Delta));
        let at = self.bank_at(&sortie, next, self.fleets.ahead.is_empty());
        self.fleets.wake.push(next);
        self.fleets.sortie = Some(Sortie { at, sailed: true, bound, passed, leg: Leg::Entered, ..sortie });
        if let Some(space) = self.kentucky_along(next) {
            self.invade(self.phasing, space, resolution);
        }
    }

    /// §21.2.3: the bank at which the stack passes a stretch of water. Where it has none it is still thought of as where it was.
    pub(super) fn bank_at(&self, sortie: &Sortie, water: Node, last: bool) -> Berth {
        let foe = self.phasing.other();
        if let Some(goal) = sortie.goal.filter(|goal| goal.water == water && last) {
            return goal;
        }
        let same = Berth { space: sortie.at.space, water };
        let stays =
            self.world.waters.banks(water).any(|bank| bank == same.space) && self.nsps(foe, same).is_none();
        let bank = Some(same.space).filter(|_| stays).or_else(|| self.clear_bank(foe, water));
        let bank = bank.or_else(|| self.world.waters.banks(water).next());
        bank.map_or(sortie.at, |space| Berth { space, water })
    }

    /// §17.1.3: a hex of Kentucky's, if the water lies wholly within it.
    fn kentucky_along(&self, water: Node) -> Option<Space> {
        let own = self.world.waters.nodes[water].bar == Bar::Kentucky;
        self.world.waters.banks(water).next().filter(|_| own)
    }

    /// What is underway is where the stack has come to, and that is told.
    pub(super) fn move_up(&mut self, resolution: &mut Resolution<'_>) {
        let Some(Sortie { at, .. }) = self.fleets.sortie else { return };
        let was = self.ships_underway().map(|ship| ship.berth).next();
        let was = was.or_else(|| self.leaders_underway().find_map(|leader| self.leader_at(leader)));
        let Some(was) = was.filter(|&was| was != at) else { return };
        self.tell_of_sailing(was, at, resolution);
        self.alter_ships(|ship| {
            if ship.activity == Activity::Underway {
                ship.berth = at;
            }
        });
        let leaders: Vec<NavalLeader> = self.leaders_underway().collect();
        for leader in leaders {
            self.fleets.leaders[leader].flag = Flag::At(at);
        }
    }

    fn tell_of_sailing(&self, was: Berth, at: Berth, resolution: &mut Resolution<'_>) {
        resolution.event(|| {
            let wake = &self.fleets.wake;
            let last = wake[..wake.len().saturating_sub(1)].iter().rposition(|&node| node == was.water);
            let along = wake[last.map_or(wake.len() - 1, |last| last + 1)..].iter();
            let between = along.filter_map(|&node| self.world.waters.banks(node).next());
            let mut spaces: Vec<Space> = [was.space].into_iter().chain(between).collect();
            // The last stretch is told by the bank that the stack is at.
            spaces.pop_if(|_| wake.last() == Some(&at.water));
            spaces.push(at.space);
            spaces.dedup();
            let way = spaces.into_iter().map(|space| self.place_of(space)).collect();
            let text = format!("{} to {}.", self.those_underway(), self.berth_name(at));
            Event::new(EventKind::Moved(way), Audience::Everyone, text, "21.2.4").at(self.place_of(at.space))
        });
    }

    /// It has come to where it was sent.
    fn put_in(&mut self, resolution: &mut Resolution<'_>) {
        self.move_up(resolution);
        let Some(sortie) = &mut self.fleets.sortie else { return };
        let at = sortie.at.space;
        sortie.goal = None;
        self.invade(self.phasing, at, resolution);
        self.settle_sortie(resolution);
    }

    /// §21.6.9: how the stack has come to where it is is known until the Action Phase is over.
    pub(super) fn note_wake(&mut self) {
        let Some(sortie) = self.fleets.sortie.filter(|sortie| sortie.sailed) else { return };
        self.fleets.wakes.push(Wake { to: sortie.at, waters: self.fleets.wake.clone() });
    }
}
