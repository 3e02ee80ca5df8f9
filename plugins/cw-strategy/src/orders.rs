//! §3.2, §6, §18.2: what may stand on a sheet, and what writing it does at once.
//!
//! Everything but marches, trains and naval actions takes effect on the side's own armies as it is written, without luck; the
//! enemy learns of it when both sheets are opened.

use muster_contract::{Audience, Event, EventKind, Seat};
use muster_sdk::{ChoiceOf as _, Decisions, May, Resolution, details_of, ensure};

use crate::choice::Choice;
use crate::classic::Stage as Done;
use crate::naval_battle::Ship;
use crate::state::{Army, Asked, CwStrategy, Naval, RetreatList, Turn, armies_in, armies_of, standing};
use crate::world::{City, MOST_SHIPS, Side, Slot};

/// As many lost ships as a standing order may name (§5.20): one is left of the largest fleet.
const MOST_LOST: u8 = MOST_SHIPS - 1;

impl CwStrategy {
    /// Writes an order onto the seat's sheet, and tells the seat alone.
    pub(crate) fn take_order(&mut self, seat: Seat, choice: Choice, resolution: &mut Resolution<'_>) {
        let side = self.side_of(seat);
        self.write(side, choice);
        let cash = self.power(side).cash;
        resolution.event(|| {
            let text = format!("{}; {cash} left.", details_of(self, seat, choice).label);
            Event::new(EventKind::Text, Audience::Seats(vec![seat]), text, choice.row(self, seat).citation())
        });
    }

    pub(crate) fn list_sheet(&self, side: Side, list: &mut Decisions<Choice>) {
        let power = self.power(side);
        for &city in &power.sheet.list {
            list.push_if(self.may_recruit(side, city).is_ok(), Choice::Recruit(city));
        }
        self.list_ships(side, list);
        let may_entrain = self.may_entrain(side);
        for (slot, army) in standing(power) {
            list.push_if(self.supply_by_hand(side, army).0 > 0, Choice::Supply(slot));
            if army.turn != Turn::Ready {
                continue;
            }
            for &to in &self.world.city(army.at).links {
                list.push_if(self.may_enter(side, to).is_ok(), Choice::March(slot, to));
            }
            list.push_if(may_entrain(army).is_ok(), Choice::Train(slot));
            list.push_if(Self::can_drill(army), Choice::Drill(slot));
            list.push_if(self.can_detach(side, army), Choice::Detach(slot));
        }
        for city in self.garrisoned(side) {
            list.push_if(self.may_fortify(side, city).is_ok(), Choice::Fortify(city));
            list.push_if(self.may_join(side, city).is_ok(), Choice::Join(city));
        }
        list.push(Choice::Seal);
    }

    /// §6.3: whether an army may be ordered to a city.
    fn may_enter(&self, side: Side, to: City) -> May {
        let campaigns = self.world.options.january || self.month != 1;
        ensure(campaigns || self.owns(side, to), "There are no campaigns in January.", "6.3")
    }

    /// §6.1-6.4: whether an army of a side may be ordered to a city that isn't its own, or is ordered there.
    pub(crate) fn may_be_marched_to(&self, side: Side, to: City) -> May {
        let power = self.power(side);
        let beside = || self.world.city(to).links.iter().flat_map(|&next| armies_in(power, next));
        ensure(beside().next().is_some(), "No army of yours stands next to it.", "6.1")?;
        self.may_enter(side, to)?;
        let has = |turn: fn(Turn) -> bool| beside().any(|(_, army)| turn(army.turn));
        let ordered =
            "The armies next to it have orders, which can be taken back, or have done something else.";
        let ready = has(|turn| turn == Turn::Ready);
        ensure(ready || !has(|turn| matches!(turn, Turn::Moving(_))), ordered, "6.4")?;
        ensure(ready, "The armies next to it have done something else this turn.", "0.9")
    }

    /// §5.5: what a side's fleet may do, and the ships that may be built before.
    fn list_ships(&self, side: Side, list: &mut Decisions<Choice>) {
        if self.may_act(side).is_err() {
            return;
        }
        let build = |port: City| {
            for ship in [Ship::Wooden, Ship::Ironclad] {
                list.push_if(self.may_build(side, port, ship).is_ok(), Choice::Build(port, ship));
            }
        };
        let Some(fleet) = self.power(side).fleet else { return self.world.ports().for_each(build) };
        fleet.port().into_iter().for_each(build);
        list.push_if(self.bombarding(side).is_some(), Choice::Bombard);
        list.push_if(self.landing(side).is_some(), Choice::Invade);
        list.push_if(self.may_raid(side).is_ok(), Choice::Raid);
        list.extend(self.world.ports().filter(|&port| !fleet.is_in(port)).map(Choice::Sail));
    }

    pub(crate) fn list_standing(&self, side: Side, list: &mut Decisions<Choice>) {
        let power = self.power(side);
        let successor = self.successors(side).next().is_some();
        // Those on a train too: they defend where it ends (§7.5).
        for (slot, army) in armies_of(power) {
            if let Some(to) = army.goes_to() {
                list.push(Choice::Cancel(slot));
                let fort = !army.raze && !self.owns(side, to) && self.fort_seen(Some(side), to) > 0;
                list.push_if(fort, Choice::Raze(slot));
            }
            list.push_if(army.turn == Turn::Ready && successor, Choice::Relieve(slot));
            list.push_if(self.nameable(side, army).next().is_some(), Choice::Retreat(slot));
            list.push_if(army.retreat.iter().next().is_some(), Choice::RetreatAny(slot));
        }
        let moves = self.can_move_capital(side) && self.new_capitals(side).next().is_some();
        list.push_if(moves, Choice::Capital);
        // This can always be said, so that nobody learns from what is asked whether there is a fleet, or an order to take back.
        list.extend((0..=MOST_LOST).filter(|&ships| ships != power.sheet.break_off).map(Choice::BreakOff));
    }

    /// §9.11: where an army in a city could retreat to now, in the order of neighbours.
    pub(crate) fn refuges(&self, side: Side, city: City) -> impl Iterator<Item = City> {
        self.world.city(city).links.iter().copied().filter(move |&to| self.owns(side, to))
    }

    /// §9.11: whether an army's list may name a neighbour next.
    pub(crate) fn may_name(&self, side: Side, army: &Army, city: City) -> May {
        ensure(army.retreat.iter().all(|named| named != city), "The list names it already.", "9.11")?;
        ensure(self.owns(side, city), "Armies retreat to cities of their own side only.", "9.11")
    }

    /// §9.11, §18.2: the cities that an army's list could name next: own neighbours of where it is and of where it is ordered to, on
    /// a train only of where that goes, if there is more than one.
    fn nameable(&self, side: Side, army: &Army) -> impl Iterator<Item = City> {
        let (at, to) = match army.turn {
            Turn::Train(to) => (to, None),
            _ => (army.at, army.goes_to()),
        };
        let here = &self.world.city(at).links;
        let cities = move || {
            let there = to.into_iter().flat_map(move |to| self.refuges(side, to));
            self.refuges(side, at).chain(there.filter(|city| !here.contains(city)))
        };
        let several = !army.retreat.is_full() && cities().nth(1).is_some();
        cities().filter(move |&city| several && self.may_name(side, army, city).is_ok())
    }

    /// §8.4: where the capital could go.
    fn new_capitals(&self, side: Side) -> impl Iterator<Item = City> {
        self.world.all().filter(move |&city| self.may_be_capital(side, city).is_ok())
    }

    /// What the order that is begun may name.
    pub(crate) fn list_part(&self, side: Side, list: &mut Decisions<Choice>) {
        let army = |slot: Slot| self.army(side, slot);
        match self.power(side).sheet.asked {
            Some(Asked::Train(slot)) => list.extend(army(slot).into_iter().flat_map(|army| {
                let cities = self.world.all().filter(|&city| self.may_arrive(side, army, city).is_ok());
                cities.map(Choice::To)
            })),
            Some(Asked::Retreat(slot)) => {
                list.extend(
                    army(slot).into_iter().flat_map(|army| self.nameable(side, army)).map(Choice::To),
                );
            }
            Some(Asked::Capital) => list.extend(self.new_capitals(side).map(Choice::To)),
            Some(Asked::Relief(_)) => list.extend(self.successors(side).map(Choice::Appoint)),
            None => {}
        }
        list.push(Choice::Back);
    }

    /// Writes an order into a side's sheet.
    fn write(&mut self, side: Side, choice: Choice) {
        let done = match choice {
            Choice::Supply(_) => Done::SUPPLY,
            Choice::Fortify(_) => Done::FORT,
            Choice::Build(..) if self.power(side).sheet.written < Done::FIRST_SHIP => Done::FIRST_SHIP,
            Choice::Recruit(_) => Done::RECRUIT,
            Choice::Build(..) => Done::BUILD,
            Choice::Bombard | Choice::Sail(_) | Choice::Raid | Choice::Invade => Done::NAVY,
            Choice::Join(_) => Done::JOIN,
            Choice::Train(_) => Done::RAIL,
            Choice::March(slot, _) => Done::march(slot),
            Choice::Drill(_) => Done::DRILL,
            _ => Done::BEGUN,
        };
        let sheet = &mut self.power_mut(side).sheet;
        sheet.written = sheet.written.max(done);
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
            Choice::Drill(slot) => self.with_army(side, slot, |army| {
                army.experience += 1;
                army.turn = Turn::Spent;
            }),
            Choice::Raze(slot) => self.with_army(side, slot, |army| army.raze = true),
            Choice::RetreatAny(slot) => {
                self.with_army(side, slot, |army| army.retreat = RetreatList::default())
            }
            Choice::Seal | Choice::PlayOn | Choice::EndGame => {}
        }
    }

    pub(crate) fn turn_army(&mut self, side: Side, slot: Slot, turn: Turn) {
        self.with_army(side, slot, |army| (army.turn, army.raze) = (turn, false));
    }

    /// The city that was asked for.
    fn finish(&mut self, side: Side, city: City) {
        let power = self.power_mut(side);
        match power.sheet.asked.take() {
            Some(Asked::Train(slot)) => self.turn_army(side, slot, Turn::Train(city)),
            Some(Asked::Retreat(slot)) => self.with_army(side, slot, |army| army.retreat.name(city)),
            Some(Asked::Capital) => {
                power.capital = Some(city);
                power.cash -= crate::commands::NEW_CAPITAL;
                power.sheet.capital_moved = true;
            }
            Some(Asked::Relief(_)) | None => {}
        }
    }
}
