//! §7.5, §7.6: trains arrive; §9: the order of march, marches, captures and retreats.

use muster_contract::{Audience, Event, EventKind, Place};
use muster_sdk::Resolution;

use crate::arithmetic::Chance;
use crate::choice::army_id;
use crate::state::{Army, CwStrategy, Office, Turn};
use crate::world::{City, SLOTS, Side, Slot, outward};

/// §9.9: points for the enemy's capital, which he loses.
pub(crate) const CAPITAL_TAKEN: i32 = 100;
/// §10.20
const ARMY_DESTROYED: i32 = 25;
/// §9.10: the computer razes forts that lie lower on the screen than this.
const RAZED_BELOW: i32 = 150;

/// §9.1: the place of an army in the order of march; the lowest goes first.
///
/// `lot` is 0 to 3, and `quick` whether the leader's chance of rating / 10 came true.
pub fn place_in_march(army: &Army, lot: u8, quick: bool) -> u8 {
    let mut at = if army.supply == 0 { 9 } else { 4 + lot };
    if at <= 8 {
        at += match army.size {
            0..=400 => 0,
            401..=800 => 1,
            801..=1000 => 2,
            _ => 3,
        };
    }
    if quick { at.saturating_sub(army.rating / 2).max(1) } else { at }
}

impl Army {
    /// §6.1: the city that it is ordered to march to.
    pub(crate) const fn goes_to(&self) -> Option<City> {
        match self.turn {
            Turn::Moving(to) => Some(to),
            _ => None,
        }
    }
}

impl CwStrategy {
    /// §7.5, §7.6: trains arrive, the Union's first.
    pub(crate) fn trains_arrive(&mut self, resolution: &mut Resolution<'_>) {
        for side in Side::ALL {
            for slot in 0..SLOTS as Slot {
                let Some(army) = self.army(side, slot).copied() else { continue };
                let Turn::Train(meant) = army.turn else { continue };
                let Some(to) = self.station(side, army.at, meant) else {
                    // Nowhere is left to it.
                    self.destroy(side, slot, "7.6", resolution);
                    continue;
                };
                self.with_army(side, slot, |army| (army.at, army.turn) = (to, Turn::Ready));
                let citation = if to == meant { "7.5" } else { "7.6" };
                self.tell_way((side, slot), &[army.at, to], citation, resolution, || {
                    let (from, to) = (self.world.name(army.at), self.world.name(to));
                    if citation == "7.5" {
                        format!("goes by train from {from} to {to}")
                    } else {
                        format!("finds the enemy in {}, and the train ends in {to}", self.world.name(meant))
                    }
                });
                if !self.owns(side, to) {
                    self.capture(side, to, false, resolution);
                }
            }
        }
    }

    /// §7.6: where a train ends: where it was to, back where it came from, or in the nearest own city.
    fn station(&self, side: Side, from: City, to: City) -> Option<City> {
        // Where an army of the enemy stands is the enemy's.
        if self.owner(to) != Some(side.other()) {
            return Some(to);
        }
        // The first one looked at is where it came from.
        outward(&self.world.cities, from, |_| true).into_iter().find(|&city| self.owns(side, city))
    }

    /// §9: all armies with orders march, one after another.
    pub(crate) fn march(&mut self, resolution: &mut Resolution<'_>) {
        let mut order: Vec<(u8, u32, Side, Slot)> = Vec::with_capacity(16);
        for side in Side::ALL {
            for slot in 0..SLOTS as Slot {
                let Some(army) = self.army(side, slot).filter(|army| army.goes_to().is_some()) else {
                    continue;
                };
                let why = || "the order of march".to_owned();
                let lot = if army.supply == 0 { 0 } else { resolution.draw(4, why) as u8 };
                let quick = Chance::tenths(army.rating.into()).happens(resolution, why);
                let at = place_in_march(army, lot, quick);
                let tie = if self.world.options.union_first { 0 } else { resolution.draw(250, why) };
                order.push((at, tie, side, slot));
            }
        }
        order.sort_unstable();
        if !self.world.options.union_first {
            // Of those who have drawn the same, too, a lot says who goes before whom, each order as likely as the others.
            for equal in order.chunk_by_mut(|one, next| (one.0, one.1) == (next.0, next.1)) {
                for last in (1..equal.len()).rev() {
                    let before = resolution.draw(last as u32 + 1, || "the order of march".to_owned());
                    equal.swap(last, before as usize);
                }
            }
        }
        for (_, _, side, slot) in order {
            if let Some(to) = self.army(side, slot).and_then(Army::goes_to) {
                self.go(side, slot, to, resolution);
            }
        }
    }

    /// §9.3-9.8: one army goes.
    fn go(&mut self, side: Side, slot: Slot, to: City, resolution: &mut Resolution<'_>) {
        let Some(army) = self.army_mut(side, slot) else { return };
        army.supply = army.supply.saturating_sub(1);
        army.turn = Turn::Done;
        let from = army.at;
        let fought = self.is_in(side.other(), to);
        let (citation, aim) = if fought { ("9.6", "against") } else { ("9.5", "to") };
        self.tell_way((side, slot), &[from, to], citation, resolution, || {
            format!("marches from {} {aim} {}", self.world.name(from), self.world.name(to))
        });
        while self.is_in(side.other(), to) {
            if !self.battle(side, slot, to, resolution) {
                return self.tell_way((side, slot), &[to, from], "9.7", resolution, || {
                    format!("is thrown back to {}", self.world.name(from))
                });
            }
        }
        let Some(army) = self.army_mut(side, slot) else { return };
        army.at = to;
        if !self.owns(side, to) {
            self.capture(side, to, fought, resolution);
            self.raze(side, slot, to, fought, resolution);
        }
        self.forage(side, slot, resolution);
    }

    /// §9.8: supply found on entering a city.
    fn forage(&mut self, side: Side, slot: Slot, resolution: &mut Resolution<'_>) {
        while let Some(army) = self.army_mut(side, slot).filter(|army| army.supply < 10) {
            army.supply += 1;
            if !Chance::tenths(2).happens(resolution, || "supply found".to_owned()) {
                break;
            }
        }
    }

    /// A city comes into the hands of a side, or of nobody.
    pub(crate) fn give(
        &mut self,
        city: City,
        owner: Option<Side>,
        citation: &str,
        resolution: &mut Resolution<'_>,
    ) {
        self.cities[city].owner = owner;
        resolution.event(|| {
            let whose = owner.map_or("nobody's".to_owned(), |side| format!("in the hands of {}", side.who()));
            let kind = EventKind::Taken(owner.map(|side| side.id().to_owned()));
            let text = format!("{} is {whose}.", self.world.name(city));
            Event::new(kind, Audience::Everyone, text, citation).at(self.world.place(city))
        });
    }

    /// §9.9: a side takes a city that isn't its own.
    pub(crate) fn capture(&mut self, side: Side, city: City, fought: bool, resolution: &mut Resolution<'_>) {
        let before = self.owner(city);
        let worth = self.world.city(city).worth;
        self.give(city, Some(side), "9.9", resolution);
        self.score(side, worth);
        if self.power(side.other()).capital == Some(city) {
            self.score(side, CAPITAL_TAKEN);
            self.score(side.other(), -CAPITAL_TAKEN);
            self.power_mut(side.other()).capital = None;
            resolution.say("9.9", || {
                format!("The {} capital is taken: {CAPITAL_TAKEN} points.", side.other().name())
            });
        }
        let fort = &mut self.cities[city].fort;
        if fought && *fort > 0 {
            *fort -= 1;
            self.show_fort(city, resolution);
        }
        self.hook_capture(side, city, before, resolution);
    }

    /// §9.10: a fort taken without a battle is razed, if the army is told to, or the computer likes to.
    fn raze(&mut self, side: Side, slot: Slot, city: City, fought: bool, resolution: &mut Resolution<'_>) {
        let told = self.army(side, slot).is_some_and(|army| army.raze);
        let computer = self.world.options.computer == Some(side);
        let wants = if computer { self.realism && self.world.city(city).y > RAZED_BELOW } else { told };
        let fort = &mut self.cities[city].fort;
        if wants && !fought && *fort > 0 {
            *fort = 0;
            self.show_fort(city, resolution);
            resolution.say("9.10", || format!("The fort of {} is razed.", self.world.name(city)));
        }
    }

    /// §9.11: where a beaten defender goes: to the first of its list that it can reach, else to the first own neighbour, and after
    /// it only one that is worth more and empty.
    pub fn retreat_of(&self, side: Side, army: &Army) -> Option<City> {
        let mut refuges = self.refuges(side, army.at);
        let may = |&told: &City| self.refuges(side, army.at).any(|to| to == told);
        if self.world.options.computer != Some(side)
            && let Some(told) = army.retreat.iter().find(may)
        {
            return Some(told);
        }
        let first = refuges.next()?;
        let empty = |city: City| !self.is_in(side, city);
        Some(refuges.fold(first, |best, next| {
            if self.world.city(next).worth > self.world.city(best).worth && empty(next) { next } else { best }
        }))
    }

    /// §10.20: an army is gone, and its leader for good. What supply it had.
    pub(crate) fn destroy(
        &mut self,
        side: Side,
        slot: Slot,
        citation: &str,
        resolution: &mut Resolution<'_>,
    ) -> u8 {
        let Some(army) = self.power_mut(side).disband(slot, Office::Gone) else { return 0 };
        self.score(side.other(), ARMY_DESTROYED);
        Self::show_gone(side, slot, resolution);
        resolution.event(|| {
            let (name, enemy) = (self.leader_words(side, slot, army.leader), side.other().who());
            let text = format!("{name}'s army is no more: {ARMY_DESTROYED} points for {enemy}.");
            let told = Event::new(EventKind::Lost, Audience::Everyone, text, citation);
            told.at(self.world.place(army.at)).of(vec![army_id(side, slot)])
        });
        army.supply
    }

    /// An army's way, told to everyone; none of an army that is no more.
    fn tell_way(
        &self,
        (side, slot): (Side, Slot),
        way: &[City],
        citation: &str,
        resolution: &mut Resolution<'_>,
        words: impl FnOnce() -> String,
    ) {
        if self.army(side, slot).is_none() {
            return;
        }
        resolution.event(|| {
            let text = format!("{} {}.", self.army_words(side, slot), words());
            let places: Vec<Place> = way.iter().map(|&city| self.world.place(city)).collect();
            let (last, kind) = (places.last().cloned(), EventKind::Moved(places));
            Event::new(kind, Audience::Everyone, text, citation).at(last).of(vec![army_id(side, slot)])
        });
    }

    /// A retreat, told to everyone.
    pub(crate) fn tell_retreat(
        &self,
        side: Side,
        slot: Slot,
        way: [City; 2],
        resolution: &mut Resolution<'_>,
    ) {
        self.tell_way((side, slot), &way, "9.11", resolution, || {
            format!("falls back from {} to {}", self.world.name(way[0]), self.world.name(way[1]))
        });
    }
}
