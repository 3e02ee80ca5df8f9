//! §4: recruiting, and §1.6: who leads a new army.

use muster_contract::ChoiceDetails;
use muster_sdk::{Decisions, Index as _, May, ensure, line};

use crate::arithmetic::Chance;
use crate::choice::Choice;
use crate::labels::men;
use crate::state::{Army, CwStrategy, Leader, Office, Power, RetreatList, Turn};
use crate::world::{City, SLOTS, Side, Slot};

/// §4.1
pub(crate) const RECRUITMENT: i32 = 100;

impl Army {
    /// One that is ready, with this experience and supply.
    pub(crate) fn ready(
        at: City,
        size: u16,
        leader: Leader,
        rating: u8,
        [experience, supply]: [u8; 2],
    ) -> Self {
        let (fresh, turn, raze, retreat) = (false, Turn::Ready, false, RetreatList::default());
        Self { at, size, leader, rating, experience, supply, fresh, turn, raze, retreat }
    }
}

impl Power {
    /// §4.7, §1.6: the slot of a new army, and its leader.
    ///
    /// The lowest free slot whose own leader is available; if there is none, the lowest free slot, with the first leader who is
    /// available, or a nameless one. An army on a train keeps its slot.
    pub fn next_command(&self) -> Option<(Slot, Leader)> {
        let free = |slot: &Slot| self.armies[usize::from(*slot)].is_none();
        let available = |slot: &Slot| self.leaders[usize::from(*slot)] == Office::Available;
        let slots = 0..SLOTS as Slot;
        if let Some(slot) = slots.clone().find(|slot| free(slot) && available(slot)) {
            return Some((slot, Leader::Named(slot)));
        }
        let slot = slots.clone().find(free)?;
        Some((slot, slots.clone().find(available).map_or(Leader::Nameless, Leader::Named)))
    }

    /// The rating that a leader has in a new command of this slot.
    pub fn rating_of(&self, leader: Leader, slot: Slot) -> u8 {
        match leader {
            Leader::Named(leader) => self.ratings[usize::from(leader)],
            Leader::Nameless => self.nameless[usize::from(slot)],
        }
    }

    /// An army is taken off; what becomes of its leader, if he has a name.
    pub(crate) fn disband(&mut self, slot: Slot, office: Office) -> Option<Army> {
        let army = self.armies[usize::from(slot)].take()?;
        if let Leader::Named(leader) = army.leader {
            self.leaders[usize::from(leader)] = office;
        }
        Some(army)
    }

    /// A new army; its leader takes command.
    pub(crate) fn raise(&mut self, slot: Slot, leader: Leader, army: Army) {
        match leader {
            Leader::Named(leader) => self.leaders[usize::from(leader)] = Office::Commanding,
            Leader::Nameless => self.sheet.nameless |= 1 << slot,
        }
        self.armies[usize::from(slot)] = Some(army);
    }
}

impl CwStrategy {
    /// §4.2-4.5: a side's list of cities, each drawn with its chance by `lot`.
    pub(crate) fn draw_list(&self, side: Side, lot: &mut dyn FnMut(Chance) -> bool) -> Vec<City> {
        let least = if lot(Chance::tenths(2)) { 3 } else { 4 };
        let most = least + usize::from(self.balance <= 2);
        let held = u32::from(self.power(side).cities);
        let mut list = Vec::with_capacity(most);
        for city in self.cities_of(side).filter(|&city| !self.is_estranged(side, city)) {
            let number = city.place() + 1;
            let mut chance =
                if held == 0 { Chance::tenths(3) } else { Chance::new(6 * most as u32, 10 * held) };
            if number > 20 && list.is_empty() || number > 30 && list.len() < 2 {
                chance = Chance::tenths(3);
            }
            if self.is_in(side, city) {
                chance = Chance::tenths(4);
            }
            if lot(chance) {
                list.push(city);
                if list.len() == most {
                    break;
                }
            }
        }
        list
    }

    /// §4.5: whether a city gives a side nobody, since it was the enemy's at first; under realism only.
    pub(crate) fn is_estranged(&self, side: Side, city: City) -> bool {
        self.realism && self.world.city(city).owner == Some(side.other())
    }

    /// §4.9: whether a city gives only a third, for want of a neighbour that its side owns; under realism only.
    pub(crate) fn is_alone(&self, side: Side, city: City) -> bool {
        self.realism && !self.has_own_neighbour(side, city)
    }

    /// §4.7-4.10: what a recruitment brings in a city: hundreds of men of a new army, or for the lead army.
    pub fn recruits(&self, side: Side, city: City) -> u16 {
        let worth = self.world.city(city).worth as u16;
        let there = self.is_in(side, city);
        let mut men = match (self.realism, there) {
            (false, false) => 70,
            (false, true) => 45,
            (true, false) => 3 * worth + 33,
            (true, true) => 2 * worth + 20,
        };
        if self.is_alone(side, city) {
            men /= 3;
        }
        let is_computer = self.world.options.computer == Some(side);
        men + if is_computer { 5 * u16::from(self.favour(side)) } else { 0 }
    }

    /// §4.1-4.7: whether a side may recruit in a city now. Realism may have been changed since its list was drawn (§14.6).
    pub(crate) fn may_recruit(&self, side: Side, city: City) -> May {
        let power = self.power(side);
        ensure(power.cash >= RECRUITMENT, "A recruitment costs 100, which you don't have.", "4.1")?;
        ensure(power.sheet.list.contains(&city), "It isn't on this turn's list of recruits.", "4.2")?;
        ensure(self.owns(side, city), "Recruits come from cities of your own only.", "4.2")?;
        let estranged = self.is_estranged(side, city);
        ensure(!estranged, "Under realism the enemy's original cities give nobody.", "4.2")?;
        let room = self.is_in(side, city) || power.next_command().is_some();
        ensure(room, "No slot is free for another army.", "4.7")
    }

    pub(crate) fn list_recruits(&self, side: Side, list: &mut Decisions<Choice>) {
        for &city in &self.power(side).sheet.list {
            list.push_if(self.may_recruit(side, city).is_ok(), Choice::Recruit(city));
        }
    }

    pub(crate) fn detail_recruits(&self, side: Side, city: City, details: &mut ChoiceDetails) {
        let (men, lines) = (men(self.recruits(side, city)), &mut details.consequences);
        if self.is_in(side, city) {
            lines.push(line(format!("The lead army grows by {men}."), "4.8"));
        } else {
            lines.push(line(format!("A new army of {men}."), "4.7"));
            lines.push(line("Its supply is rolled for when the sheets are opened.", "4.7"));
        }
        if self.is_alone(side, city) {
            let third = "No neighbouring city is yours: that is a third of what it would be.";
            lines.push(line(third, "4.9"));
        }
    }

    /// §4.7, §4.8
    pub(crate) fn recruit(&mut self, side: Side, city: City) {
        let men = self.recruits(side, city);
        let lead = self.lead(side, city).map(|(slot, _)| slot);
        if let Some(army) = lead.and_then(|slot| self.army_mut(side, slot)) {
            army.size = army.size.saturating_add(men);
        } else if !self.raise_army(side, city, men) {
            return;
        }
        self.power_mut(side).cash -= RECRUITMENT;
    }

    /// §4.7: a new army, whose supply is rolled for when the sheets are opened. Whether there was a slot for it.
    pub(crate) fn raise_army(&mut self, side: Side, city: City, men: u16) -> bool {
        let power = self.power_mut(side);
        let Some((slot, leader)) = power.next_command() else { return false };
        let rating = power.rating_of(leader, slot);
        let experience = if side == Side::Us { 1 } else { 2 };
        let army = Army::ready(city, men.max(1), leader, rating, [experience, 3]);
        power.raise(slot, leader, Army { fresh: true, turn: Turn::Spent, ..army });
        true
    }
}
