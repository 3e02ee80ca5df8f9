//! §21.1, §21.2.4: stacks of ships are activated, sail, and drop others off on their way.

use muster_sdk::{Decisions, May, Resolution, capital, ensure};

use super::courses::Crew;
use super::{Order, in_words};
use crate::charts::Card;
use crate::choice::{Choice, Pay};
use crate::state::{Activity, Berth, Flag, FleetStep, Leg, Ship, Sortie, Step, UsCivilWar, Vessel};
use crate::world::{NavalLeader, Node, Side, Space};

impl UsCivilWar {
    /// §21.1, §21.12: what can pay for ships that are activated in a space: the free naval action, a point of its theater (C2), a card
    /// Naval or Any.
    pub(super) fn naval_payments(&self, at: Space) -> impl Iterator<Item = Pay> + '_ {
        let free = self.fleets.free.then_some(Pay::Free);
        let point = self.can_pay(at, 1).then_some(Pay::Point);
        let cards = Card::ALL.into_iter().filter(|card| card.is_naval());
        let cards = cards.filter(|&card| self.holds_card(self.phasing, card) > 0).map(Pay::Card);
        free.into_iter().chain(point).chain(cards)
    }

    /// §21.1: whether the free naval action is still there for the side that acts, and it has ships.
    pub(crate) fn has_free_naval_action(&self) -> bool {
        self.fleets.free && self.ships_of(self.phasing).next().is_some()
    }

    /// §21.2.4, §21.10.3: whether a side's stack in a berth can be activated: with a ship that can move and hasn't in this phase.
    pub fn may_set_sail(&self, side: Side, berth: Berth) -> May {
        let mut ships = self.ships_in(side, berth).peekable();
        ensure(ships.peek().is_some(), "No Naval Unit of yours is there.", "21.2.4")?;
        let mut finished = ships.filter(|ship| !ship.is_on_the_stocks()).peekable();
        ensure(finished.peek().is_some(), "It is under construction.", "21.10.3")?;
        let fresh = finished.any(|ship| ship.activity == Activity::Fresh);
        ensure(fresh, "It has been activated in this Action Phase.", "21.2.4")
    }

    /// §21.2.8: whether a Naval Leader can be activated by himself.
    pub fn may_send_leader(&self, leader: NavalLeader) -> May {
        let here = self.leader_at(leader).is_some();
        ensure(here, "He isn't on the map.", "21.2.8")?;
        let fresh = self.fleets.leaders[leader].activity == Activity::Fresh;
        ensure(fresh, "He has been activated in this Action Phase.", "21.2.4")?;
        ensure(self.finds_ships(leader), "No other NSPs are within his reach.", "21.2.8")
    }

    /// §21.2.8: whether a Naval Leader who sails by himself comes to NSPs.
    fn finds_ships(&self, leader: NavalLeader) -> bool {
        let Some(from) = self.leader_at(leader) else { return false };
        let crew = Crew { side: Side::Us, vessels: Vec::new() };
        let mut others = self.berths_of(Side::Us);
        others.retain(|&berth| berth != from);
        let joins = |node: Node| {
            others.iter().any(|&berth| berth.water == node && self.may_end_at(&crew, berth).is_ok())
        };
        !others.is_empty() && {
            let courses = self.courses_until(&crew, &self.sortie_from(from, Pay::Free), joins);
            courses.reached.last().is_some_and(|&node| joins(node))
        }
    }

    /// §21.1: the actions of the naval game.
    pub(crate) fn list_naval_actions(&self, side: Side, list: &mut Decisions<Choice>) {
        if !self.has_fleets() {
            return;
        }
        for berth in self.berths_of(side) {
            if self.may_set_sail(side, berth).is_ok() {
                let pays = self.naval_payments(berth.space);
                list.extend(pays.map(|pay| Choice::Naval(Order::SetSail(berth, pay))));
            }
        }
        if side == Side::Us {
            for leader in self.fleets.leaders.all() {
                let Some(berth) = self.leader_at(leader) else { continue };
                for pay in self.naval_payments(berth.space) {
                    let goes = || self.may_send_leader(leader).is_ok();
                    list.push_when(Choice::Naval(Order::Send(leader, pay)), goes);
                }
            }
        }
        self.list_rallies(side, list);
        self.list_resitings(list);
    }

    /// §21.2.4: a stack is activated: all ships of a berth that can move, with the Naval Leaders there; what stays is dropped off before
    /// it sails.
    pub(super) fn set_sail(&mut self, side: Side, berth: Berth, pay: Pay, resolution: &mut Resolution<'_>) {
        self.pay_for_ships(berth, pay, resolution);
        self.gather(side, berth);
        self.alter_ships(|ship| {
            let goes = ship.vessel.side() == side && ship.berth == berth && !ship.is_on_the_stocks();
            if goes && ship.activity == Activity::Fresh {
                ship.activity = Activity::Underway;
            }
        });
        if side == Side::Us {
            let there: Vec<NavalLeader> = self.leaders_in(berth).collect();
            for leader in there {
                self.put_underway(leader);
            }
        }
        self.begin_sortie(berth, pay);
        resolution.say("21.2.4", || {
            let ships = in_words(self.ships_underway());
            format!("{} activates {ships} in {}.", capital(side.power()), self.berth_name(berth))
        });
    }

    /// §21.2.3: with no enemies near it isn't told on which hexside of their hex ships lie: those on all that are joined there are one
    /// stack, if they can be.
    fn gather(&mut self, side: Side, berth: Berth) {
        if self.is_near(side.other(), berth.space) {
            return;
        }
        let joined = self.world.waters.joined_here(berth.space, berth.water);
        let mut others = self.berths_of(side);
        others.retain(|other| *other != berth && other.space == berth.space && joined.contains(&other.water));
        others.retain(|&other| {
            self.ships_in(side, other).all(|ship| self.world.waters.bears(ship.vessel, berth.water))
        });
        for other in others {
            self.alter_ships(|ship| {
                if ship.vessel.side() == side && ship.berth == other {
                    ship.berth = berth;
                }
            });
            for leader in self.fleets.leaders.rows_mut().filter(|leader| leader.flag == Flag::At(other)) {
                leader.flag = Flag::At(berth);
            }
        }
    }

    /// §21.2.8: a Naval Leader is activated by himself.
    pub(super) fn send_leader(&mut self, leader: NavalLeader, pay: Pay, resolution: &mut Resolution<'_>) {
        let Some(berth) = self.leader_at(leader) else { return };
        self.pay_for_ships(berth, pay, resolution);
        self.put_underway(leader);
        self.begin_sortie(berth, pay);
        let name = &self.world.admiralty.as_ref().map_or("", |all| &all.leaders[leader].label);
        resolution.say("21.2.8", || format!("{name} leaves his ships in {}.", self.berth_name(berth)));
    }

    fn put_underway(&mut self, leader: NavalLeader) {
        let commodore = &mut self.fleets.leaders[leader];
        if commodore.activity == Activity::Fresh {
            commodore.activity = Activity::Underway;
        }
    }

    fn pay_for_ships(&mut self, berth: Berth, pay: Pay, resolution: &mut Resolution<'_>) {
        match pay {
            Pay::Free => self.fleets.free = false,
            _ => self.pay(berth.space, pay, resolution),
        }
    }

    /// §21.2.5: a stack that is about to sail: who begins at New Orleans, or at the forts below it, has stopped there.
    pub(crate) fn sortie_from(&self, berth: Berth, paid: Pay) -> Sortie {
        let waters = &self.world.waters;
        let bound = (!waters.is_halt(berth.water)).then_some(waters.reach_of(berth.water));
        Sortie {
            origin: berth,
            at: berth,
            sailed: false,
            steams: true,
            bound,
            passed: 0,
            paid,
            ironclads: false,
            goal: None,
            leg: Leg::Clear,
        }
    }

    fn begin_sortie(&mut self, berth: Berth, paid: Pay) {
        self.fleets.sortie = Some(self.sortie_from(berth, paid));
        (self.fleets.wake, self.fleets.ahead) = (vec![berth.water], Vec::new());
        self.frames.call(Step::Fleet(FleetStep::Sortie));
    }

    /// §21.2.8: whether the stack leaves nobody behind without NSPs where it is: a Naval Leader who was activated before stays.
    pub(super) fn may_weigh_anchor(&self, at: Berth) -> May {
        let stays = |activity: Activity| activity != Activity::Underway;
        let left = self.leaders_in(at).any(|leader| stays(self.fleets.leaders[leader].activity));
        let manned = self.ships_in(Side::Us, at).any(|ship| stays(ship.activity));
        ensure(!left || manned, "A Naval Leader who stays needs NSPs.", "21.2.8")
    }

    /// The ships that are on their way.
    pub(crate) fn ships_underway(&self) -> impl Iterator<Item = &Ship> {
        self.fleets.ships.iter().filter(|ship| ship.activity == Activity::Underway)
    }

    /// The Naval Leaders who are.
    pub(crate) fn leaders_underway(&self) -> impl Iterator<Item = NavalLeader> + '_ {
        let leaders = self.fleets.leaders.iter();
        leaders.filter(|(_, one)| one.activity == Activity::Underway).map(|(leader, _)| leader)
    }

    pub(crate) fn sortie_and_crew(&self) -> Option<(Sortie, Crew)> {
        let sortie = self.fleets.sortie?;
        let mut vessels: Vec<Vessel> = self.ships_underway().map(|ship| ship.vessel).collect();
        vessels.dedup();
        Some((sortie, Crew { side: self.phasing, vessels }))
    }

    pub(super) fn list_sortie(&self, list: &mut Decisions<Choice>) {
        let Some(sortie) = self.fleets.sortie else { return };
        list.extend(self.sailable().into_iter().map(|berth| Choice::Naval(Order::Sail(berth))));
        for vessel in Vessel::ALL {
            for damaged in [false, true] {
                let may = self.may_leave_ship(vessel, damaged).is_ok();
                list.push_if(may, Choice::Naval(Order::Leave(vessel, damaged)));
            }
        }
        for leader in self.leaders_underway() {
            list.push_if(self.may_leave_leader(leader).is_ok(), Choice::Naval(Order::LeaveLeader(leader)));
        }
        // Leaders by themselves don't stay where they have left their ships for nothing, but they may.
        let ends = self.may_end_at_present(&sortie);
        list.push_if(ends.is_ok(), Choice::Naval(Order::Anchor));
    }

    /// §21.2.8: whether the stack can end where it is: Naval Leaders end with NSPs.
    fn may_end_at_present(&self, sortie: &Sortie) -> May {
        let led = self.leaders_underway().next().is_some();
        let manned = !led || self.ships_in(Side::Us, sortie.at).next().is_some();
        ensure(manned, "Naval Leaders end their way with NSPs.", "21.2.8")
    }

    /// §21.2.4: whether the stack on its way can drop a ship off where it is, with others to sail on.
    pub fn may_leave_ship(&self, vessel: Vessel, damaged: bool) -> May {
        let all = self.ships_underway().count();
        ensure(all > 1, "It is the last one.", "21.2.4")?;
        let mut ships = self.ships_underway();
        let there = ships.any(|ship| ship.vessel == vessel && ship.damaged == damaged);
        ensure(there, "No such ship is on its way.", "21.2.4")
    }

    /// §21.2.8: whether the stack can leave a Naval Leader where it is: with NSPs that stay.
    pub fn may_leave_leader(&self, leader: NavalLeader) -> May {
        let sortie = self.fleets.sortie.ok_or(super::courses::NO_SORTIE)?;
        let underway = self.fleets.leaders[leader].activity == Activity::Underway;
        ensure(underway, "He isn't on his way.", "21.2.8")?;
        let goes = self.ships_underway().next().is_some() || self.leaders_underway().count() > 1;
        ensure(goes, "Nobody would sail on.", "21.2.4")?;
        let mut there = self.ships_in(Side::Us, sortie.at);
        let with = there.any(|ship| ship.activity != Activity::Underway);
        ensure(with, "Naval Leaders stay only with NSPs.", "21.2.8")
    }

    pub(super) fn take_sortie(&mut self, order: Order, resolution: &mut Resolution<'_>) {
        match order {
            Order::Sail(berth) => return self.sail_to(berth, resolution),
            Order::Leave(vessel, damaged) => self.leave_ship(vessel, damaged, resolution),
            Order::LeaveLeader(leader) => self.leave_leader(leader),
            _ => return self.anchor(resolution),
        }
        self.settle_sortie(resolution);
    }

    /// "5 Oceangoing NSPs sail", "Porter goes".
    pub(super) fn those_underway(&self) -> String {
        let ships = in_words(self.ships_underway());
        if !ships.is_empty() {
            let one = self.ships_underway().count() == 1;
            return format!("{ships} {}", crate::units::verb(one, "sails", "sail"));
        }
        let names: Vec<String> = self.leaders_underway().map(|leader| self.leader_label(leader)).collect();
        format!("{} {}", names.join(" and "), crate::units::verb(names.len() == 1, "goes", "go"))
    }

    /// §21.2.4: a ship stays where the stack is; before it has sailed it hasn't been activated. Of those that differ in nothing else the
    /// one stays that is worse off.
    fn leave_ship(&mut self, vessel: Vessel, damaged: bool, resolution: &mut Resolution<'_>) {
        let Some(sortie) = self.fleets.sortie else { return };
        let underway = |ship: &Ship| {
            ship.activity == Activity::Underway && ship.vessel == vessel && ship.damaged == damaged
        };
        let all = self.fleets.ships.iter().enumerate().filter(|(_, ship)| underway(ship));
        let worst = all.max_by_key(|(_, ship)| (ship.low_on_coal, ship.demoralized, ship.surrender));
        let Some((place, _)) = worst else { return };
        self.fleets.ships[place].activity = if sortie.sailed { Activity::Moved } else { Activity::Fresh };
        let left = self.fleets.ships[place];
        self.settle_ships();
        self.note_wake();
        resolution.say("21.2.4", || {
            format!("{} stays in {}.", in_words([left].iter()), self.berth_name(sortie.at))
        });
        if sortie.sailed {
            self.burn_coal(sortie.at, |ship| *ship == left, resolution);
        }
        self.go_on_sailing();
    }

    fn leave_leader(&mut self, leader: NavalLeader) {
        let Some(sortie) = self.fleets.sortie else { return };
        self.fleets.leaders[leader].activity = if sortie.sailed { Activity::Moved } else { Activity::Fresh };
        self.go_on_sailing();
    }

    /// §21.2.4: whoever has dropped something off on the way sails on.
    fn go_on_sailing(&mut self) {
        if let Some(sortie) = &mut self.fleets.sortie {
            sortie.steams = true;
        }
    }

    /// The sortie is over where nothing is left to decide: it has come somewhere and has nothing to drop off.
    pub(super) fn settle_sortie(&mut self, resolution: &mut Resolution<'_>) {
        let Some(sortie) = self.fleets.sortie.filter(|sortie| !sortie.steams) else { return };
        let several = self.ships_underway().count() > 1;
        let parts = self.leaders_underway().any(|leader| self.may_leave_leader(leader).is_ok());
        let idle = !several && !parts;
        if idle && self.may_end_at_present(&sortie).is_ok() {
            self.anchor(resolution);
        }
    }

    /// §21.2.4: the stack ends its way; whoever is Low on Coal and finds none is lost (§21.2.7). A stack that hasn't sailed was activated
    /// for nothing.
    pub(super) fn anchor(&mut self, resolution: &mut Resolution<'_>) {
        if self.begin_landing(resolution) {
            return;
        }
        self.note_wake();
        let Some(sortie) = self.fleets.sortie.take() else { return };
        if sortie.sailed {
            self.burn_coal(sortie.at, |ship| ship.activity == Activity::Underway, resolution);
        }
        self.alter_ships(|ship| {
            if ship.activity == Activity::Underway {
                ship.activity = Activity::Moved;
            }
        });
        for leader in self.fleets.leaders.rows_mut() {
            if leader.activity == Activity::Underway {
                leader.activity = Activity::Moved;
            }
        }
        (self.fleets.wake, self.fleets.ahead) = (Vec::new(), Vec::new());
        self.frames.end();
    }
}
