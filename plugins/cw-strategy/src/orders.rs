//! §3.2, §6, §18.2: what may stand on a sheet, and what writing it does at once.
//!
//! Everything but marches, trains and naval actions takes effect on the side's own armies as it is written, without luck; the
//! enemy learns of it when both sheets are opened.

use muster_contract::{Audience, EventKind, Seat};
use muster_sdk::{ChoiceOf as _, Decisions, Happenings, details_of, event};

use crate::choice::Choice;
use crate::state::{Asked, Berth, CwStrategy, Fleet, Naval, RetreatList, Turn, standing};
use crate::world::{City, MOST_SHIPS, Side, Slot};

/// The secret group: by turns one name and the other, since the sheets of the next turn are others.
const GROUPS: [&str; 2] = ["sheets", "next-sheets"];
/// As many lost ships as a standing order may name (§5.20): one is left of the largest fleet.
const MOST_LOST: u8 = MOST_SHIPS - 1;
/// The order that the sheets are carried out in doesn't matter: no sheet touches what the other's depends on.
const SHEET: &str = "sheet";
/// Standing orders, and what is seldom wanted.
const STANDING: &str = "standing";
/// The second part of an order.
const PART: &str = "order";

/// How far a sheet has come in the sequence of §15.2.
mod written {
    pub const SUPPLY: u8 = 1;
    pub const FORT: u8 = 2;
    pub const FIRST_SHIP: u8 = 3;
    pub const RECRUIT: u8 = 4;
    pub const BUILD: u8 = 5;
    pub const NAVY: u8 = 6;
    pub const JOIN: u8 = 7;
    pub const RAIL: u8 = 8;
    pub const MARCH: u8 = 10;
    pub const DRILL: u8 = 40;
}

impl CwStrategy {
    /// Every seat's sheet, in secret (§15).
    pub(crate) fn list_sheets(&self, list: &mut Decisions<Choice>) {
        let group = GROUPS[usize::from(self.turn % 2)];
        for seat in 0..2 {
            let side = self.side_of(seat);
            let sheet = &self.power(side).sheet;
            match sheet.asked {
                _ if sheet.sealed => {}
                Some(asked) => {
                    list.open_secret(seat, PART, group);
                    self.list_part(side, asked, list);
                }
                None => {
                    list.open_secret(seat, SHEET, group);
                    self.list_sheet(side, list);
                    list.open_secret(seat, STANDING, group);
                    self.list_standing(side, list);
                }
            }
        }
    }

    /// Writes an order onto the seat's sheet, and tells the seat alone.
    pub(crate) fn take_order(&mut self, seat: Seat, choice: Choice, happenings: &mut Happenings<'_>) {
        let side = self.side_of(seat);
        self.write(side, choice);
        let cash = self.power(side).cash;
        happenings.event(|| {
            let text = format!("{}; {cash} left.", details_of(self, seat, choice).label);
            event(EventKind::Text, Audience::Seats(vec![seat]), text, choice.row(self, seat).citation())
        });
    }

    fn list_sheet(&self, side: Side, list: &mut Decisions<Choice>) {
        let power = self.power(side);
        for &city in &power.sheet.list {
            if self.can_recruit(side, city) {
                list.push(Choice::Recruit(city));
            }
        }
        self.list_ships(side, list);
        let entrains = self.trains(side);
        for (slot, army) in standing(power) {
            if self.supply_by_hand(side, army).0 > 0 {
                list.push(Choice::Supply(slot));
            }
            if army.turn != Turn::Ready {
                continue;
            }
            for &to in &self.world.city(army.at).links {
                if self.may_enter(side, to) {
                    list.push(Choice::March(slot, to));
                }
            }
            if entrains(army) {
                list.push(Choice::Train(slot));
            }
            if Self::can_drill(army) {
                list.push(Choice::Drill(slot));
            }
            if self.can_detach(side, army) {
                list.push(Choice::Detach(slot));
            }
        }
        for city in self.garrisoned(side) {
            if self.can_fortify(side, city) {
                list.push(Choice::Fortify(city));
            }
            if self.can_join(side, city) {
                list.push(Choice::Join(city));
            }
        }
        list.push(Choice::Seal);
    }

    /// §6.3: whether an army may be ordered to a city.
    fn may_enter(&self, side: Side, to: City) -> bool {
        self.world.options.january || self.month != 1 || self.owns(side, to)
    }

    fn list_ships(&self, side: Side, list: &mut Decisions<Choice>) {
        if self.power(side).sheet.naval.is_some() {
            return;
        }
        self.list_builds(side, |city, ship| list.push(Choice::Build(city, ship)));
        let Some(fleet) = self.power(side).fleet else { return };
        if self.can_bombard(side, &fleet) {
            list.push(Choice::Bombard);
        }
        if self.can_invade(side, &fleet) {
            list.push(Choice::Invade);
        }
        if matches!(fleet.at, Berth::Port(_)) {
            list.push(Choice::Raid);
        }
        for port in self.world.ports().filter(|&port| !fleet.is_in(port)) {
            list.push(Choice::Sail(port));
        }
    }

    fn list_standing(&self, side: Side, list: &mut Decisions<Choice>) {
        let power = self.power(side);
        let successor = self.successors(side).next().is_some();
        // Those on a train too: they defend where it ends (§7.5).
        for (slot, army) in (0..).zip(&power.armies) {
            let Some(army) = army else { continue };
            if let Turn::Moving(to) = army.turn {
                list.push(Choice::Cancel(slot));
                if !army.raze && !self.owns(side, to) && self.fort_seen(Some(side), to) > 0 {
                    list.push(Choice::Raze(slot));
                }
            }
            if army.turn == Turn::Ready && successor {
                list.push(Choice::Relieve(slot));
            }
            if self.nameable(side, slot).next().is_some() {
                list.push(Choice::Retreat(slot));
            }
            if army.retreat.iter().next().is_some() {
                list.push(Choice::RetreatAny(slot));
            }
        }
        if self.can_move_capital(side) && self.new_capitals(side).next().is_some() {
            list.push(Choice::Capital);
        }
        // This can always be said, so that nobody learns from what is asked whether there is a fleet, or an order to take back.
        for ships in (0..=MOST_LOST).filter(|&ships| ships != power.sheet.break_off) {
            list.push(Choice::BreakOff(ships));
        }
    }

    /// §9.11: where an army in a city could retreat to now, in the order of neighbours.
    pub(crate) fn refuges(&self, side: Side, city: City) -> impl Iterator<Item = City> {
        self.world.city(city).links.iter().copied().filter(move |&to| self.owns(side, to))
    }

    /// §9.11, §18.2: the cities that an army's list could name next: own neighbours of where it is and of where it is ordered to, on
    /// a train only of where that goes, if there is more than one.
    fn nameable(&self, side: Side, slot: Slot) -> impl Iterator<Item = City> {
        let army = self.army(side, slot).filter(|army| !army.retreat.is_full());
        army.into_iter().flat_map(move |army| {
            let cities = move || {
                let (at, to) = match army.turn {
                    Turn::Moving(to) => (army.at, Some(to)),
                    Turn::Train(to) => (to, None),
                    _ => (army.at, None),
                };
                let there = to.into_iter().flat_map(move |to| self.refuges(side, to));
                let here = &self.world.city(at).links;
                self.refuges(side, at).chain(there.filter(|city| !here.contains(city)))
            };
            let several = cities().nth(1).is_some();
            cities().filter(move |&city| several && army.retreat.iter().all(|named| named != city))
        })
    }

    /// §8.4: where the capital could go.
    fn new_capitals(&self, side: Side) -> impl Iterator<Item = City> {
        let now = self.power(side).capital;
        self.world.all().filter(move |&city| self.owns(side, city) && Some(city) != now)
    }

    fn list_part(&self, side: Side, asked: Asked, list: &mut Decisions<Choice>) {
        let at = |slot: Slot| self.army(side, slot).map(|army| army.at);
        match asked {
            Asked::Train(slot) => {
                for city in self.stations(side).filter(|&city| Some(city) != at(slot)) {
                    list.push(Choice::To(city));
                }
            }
            Asked::Retreat(slot) => {
                for city in self.nameable(side, slot) {
                    list.push(Choice::To(city));
                }
            }
            Asked::Capital => {
                for city in self.new_capitals(side) {
                    list.push(Choice::To(city));
                }
            }
            Asked::Relief(_) => {
                for leader in self.successors(side) {
                    list.push(Choice::Appoint(leader));
                }
            }
        }
        list.push(Choice::Back);
    }

    /// Writes an order into a side's sheet.
    fn write(&mut self, side: Side, choice: Choice) {
        let written = match choice {
            Choice::Supply(_) => written::SUPPLY,
            Choice::Fortify(_) => written::FORT,
            Choice::Build(..) if self.power(side).sheet.written < written::FIRST_SHIP => written::FIRST_SHIP,
            Choice::Recruit(_) => written::RECRUIT,
            Choice::Build(..) => written::BUILD,
            Choice::Bombard | Choice::Sail(_) | Choice::Raid | Choice::Invade => written::NAVY,
            Choice::Join(_) => written::JOIN,
            Choice::Train(_) => written::RAIL,
            Choice::March(slot, _) => written::MARCH + slot,
            Choice::Drill(_) => written::DRILL,
            _ => 0,
        };
        let sheet = &mut self.power_mut(side).sheet;
        sheet.written = sheet.written.max(written);
        match choice {
            Choice::Recruit(city) => self.recruit(side, city),
            Choice::Build(city, ship) => self.build(side, city, ship),
            Choice::Bombard => sheet.naval = Some(Naval::Bombard),
            Choice::Sail(port) => sheet.naval = Some(Naval::Sail(port)),
            Choice::Raid => sheet.naval = Some(Naval::Raid),
            Choice::Invade => sheet.naval = Some(Naval::Invade),
            Choice::BreakOff(ships) => sheet.break_off = ships,
            Choice::Train(slot) => sheet.asked = Some(Asked::Train(slot)),
            Choice::Relieve(slot) => sheet.asked = Some(Asked::Relief(slot)),
            Choice::Retreat(slot) => sheet.asked = Some(Asked::Retreat(slot)),
            Choice::Capital => sheet.asked = Some(Asked::Capital),
            Choice::Back => sheet.asked = None,
            Choice::To(city) => self.finish(side, city),
            Choice::Appoint(leader) => {
                if let Some(Asked::Relief(slot)) = sheet.asked.take() {
                    self.relieve(side, slot, leader);
                }
            }
            Choice::Fortify(city) => self.fortify(side, city),
            Choice::Join(city) => self.join(side, city),
            Choice::Supply(slot) => self.supply_army(side, slot),
            Choice::Detach(slot) => self.detach(side, slot),
            Choice::March(slot, to) => self.turn_army(side, slot, Turn::Moving(to)),
            Choice::Cancel(slot) => self.turn_army(side, slot, Turn::Ready),
            Choice::Drill(slot) => {
                if let Some(army) = self.army_mut(side, slot) {
                    army.experience += 1;
                    army.turn = Turn::Spent;
                }
            }
            Choice::Raze(slot) => {
                if let Some(army) = self.army_mut(side, slot) {
                    army.raze = true;
                }
            }
            Choice::RetreatAny(slot) => {
                if let Some(army) = self.army_mut(side, slot) {
                    army.retreat = RetreatList::default();
                }
            }
            Choice::Seal | Choice::PlayOn | Choice::EndGame => {}
        }
    }

    fn turn_army(&mut self, side: Side, slot: Slot, turn: Turn) {
        if let Some(army) = self.army_mut(side, slot) {
            army.turn = turn;
            army.raze = false;
        }
    }

    /// The city that was asked for.
    fn finish(&mut self, side: Side, city: City) {
        let power = self.power_mut(side);
        match power.sheet.asked.take() {
            Some(Asked::Train(slot)) => self.turn_army(side, slot, Turn::Train(city)),
            Some(Asked::Retreat(slot)) => {
                if let Some(army) = self.army_mut(side, slot) {
                    army.retreat.name(city);
                }
            }
            Some(Asked::Capital) => {
                power.capital = Some(city);
                power.cash -= crate::commands::NEW_CAPITAL;
                power.sheet.capital_moved = true;
            }
            Some(Asked::Relief(_)) | None => {}
        }
    }

    /// §5.8
    pub(crate) fn can_bombard(&self, side: Side, fleet: &Fleet) -> bool {
        matches!(fleet.at, Berth::Port(port) if self.owns(side.other(), port))
    }

    /// §5.12
    pub(crate) fn can_invade(&self, side: Side, fleet: &Fleet) -> bool {
        fleet.ships() >= 2
            && (side == Side::Us || !self.realism)
            && matches!(fleet.at, Berth::Port(port) if self.owner(port).is_none())
            && self.power(side).next_command().is_some()
    }
}
