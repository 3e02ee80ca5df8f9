//! §6: orders to march; §7.5, §7.6: trains arrive; §9: the order of march, marches, captures and retreats.

use muster_contract::{Audience, ChoiceDetails, Event, EventKind, Line, Place};
use muster_sdk::{Decisions, May, Resolution, ensure, line};

use crate::arithmetic::Chance;
use crate::choice::{Choice, army_id};
use crate::labels::{counted, men};
use crate::state::{Army, Begun, CwStrategy, Office, Turn, armies_in};
use crate::world::{City, SLOTS, Side, Slot, outward};

/// §9.9: points for the enemy's capital, which he loses.
const CAPITAL_TAKEN: i32 = 100;
/// §10.20
const ARMY_DESTROYED: i32 = 25;
/// §9.10: under realism the computer razes forts that lie lower on the screen than this.
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
    /// §7.5: whether it is on no train.
    pub(crate) const fn is_on_map(&self) -> bool {
        !matches!(self.turn, Turn::Train(_))
    }

    /// §6.1: the city that it is ordered to march to.
    pub(crate) const fn goes_to(&self) -> Option<City> {
        match self.turn {
            Turn::Moving(to) => Some(to),
            _ => None,
        }
    }
}

impl CwStrategy {
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

    /// §6.1: where an army that is ready may march.
    pub(crate) fn list_marches(&self, side: Side, slot: Slot, army: &Army, list: &mut Decisions<Choice>) {
        let cities = self.world.city(army.at).links.iter().copied();
        let may = cities.filter(|&to| self.may_enter(side, to).is_ok());
        list.extend(may.map(|to| Choice::March(slot, to)));
    }

    /// §6.4, §9.10: what may be changed of an army's order to march.
    pub(crate) fn list_march_changes(
        &self,
        side: Side,
        slot: Slot,
        army: &Army,
        list: &mut Decisions<Choice>,
    ) {
        let Some(to) = army.goes_to() else { return };
        list.push(Choice::Cancel(slot));
        list.push_if(self.may_raze(side, army, to), Choice::Raze(slot));
    }

    /// §9.10: whether an army that marches to a city may get the order to raze its fort.
    pub(crate) fn may_raze(&self, side: Side, army: &Army, to: City) -> bool {
        !army.raze && !self.owns(side, to) && self.visible_fort(Some(side), to) > 0
    }

    /// §9.3, §9.6, §9.8, §9.9: what a march does to an army's supply, whom it meets, and what it takes.
    pub(crate) fn detail_march(&self, side: Side, slot: Slot, to: City, details: &mut ChoiceDetails) {
        let Some(army) = self.army(side, slot) else { return };
        details.path = vec![self.world.place(army.at), self.world.place(to)];
        let foes = armies_in(self.foe(side), to).count();
        let lines = &mut details.consequences;
        lines.push(match army.supply {
            0 => line("The army has no supply to use up.", "9.3"),
            _ => line("The army uses up 1 supply before any battle.", "9.3"),
        });
        lines.extend((foes > 0).then(|| line("Each battle costs 1 supply more.", "10.22")));
        match army.supply {
            0 | 1 => lines.push(line("If it fights it has no supply: half its strength.", "10.6")),
            first if usize::from(first) <= foes => lines.push(line(
                format!(
                    "From battle {first} on it has no supply, unless it captures some: half its strength."
                ),
                "10.6",
            )),
            _ => {}
        }
        lines.push(line("If it enters the city it finds 1 supply there, and more with luck.", "9.8"));
        if foes > 0 {
            lines.extend(self.fights(side, to));
        } else if !self.owns(side, to) {
            let worth = self.world.city(to).worth;
            let capital = if self.foe(side).capital == Some(to) {
                format!(", and {CAPITAL_TAKEN} for the capital; the enemy loses {CAPITAL_TAKEN}")
            } else {
                String::new()
            };
            let name = self.world.name(to);
            let text = format!("If nobody comes to defend it, {name} is taken: {worth} points{capital}.");
            lines.push(line(text, "9.9"));
        }
    }

    /// §9.6: whom an attack on a city meets, all of them and each in its turn.
    fn fights(&self, side: Side, to: City) -> Vec<Line> {
        let (enemy, seat) = (side.other(), Some(self.seat_of(side)));
        let sized = self.sees_size(seat, enemy, to);
        let armies: Vec<_> = armies_in(self.foe(side), to).collect();
        let all: u32 = armies.iter().map(|(_, army)| u32::from(army.size)).sum();
        let who = if sized { men(all) } else { "Some".to_owned() };
        let mut lines =
            vec![line(format!("{who} of the enemy stand in {} now.", self.world.name(to)), "9.6")];
        if armies.len() > 1 {
            let named = |(slot, army): &(Slot, &Army)| {
                let name = self.leader_label(enemy, *slot, army.leader);
                if sized { format!("{name} ({})", counted(army.size)) } else { name }
            };
            let names = armies.iter().map(named).collect::<Vec<_>>().join(", ");
            let text = format!("Each is a battle of its own, one after the other: {names}.");
            lines.push(line(text, "9.6"));
        }
        lines
    }

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
                self.log_way((side, slot), &[army.at, to], citation, resolution, || {
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
        self.log_way((side, slot), &[from, to], citation, resolution, || {
            format!("marches from {} {aim} {}", self.world.name(from), self.world.name(to))
        });
        while self.is_in(side.other(), to) {
            if !self.battle(side, slot, to, resolution) {
                return self.log_way((side, slot), &[to, from], "9.7", resolution, || {
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

    /// §9.10: a fort taken without a battle is razed, if the army is ordered to; a computer's side follows a rule.
    fn raze(&mut self, side: Side, slot: Slot, city: City, fought: bool, resolution: &mut Resolution<'_>) {
        let wants = match self.world.options.computer == Some(side) {
            true => self.computer_razes(city),
            false => self.army(side, slot).is_some_and(|army| army.raze),
        };
        let fort = &mut self.cities[city].fort;
        if wants && !fought && *fort > 0 {
            *fort = 0;
            self.show_fort(city, resolution);
            resolution.say("9.10", || format!("The fort of {} is razed.", self.world.name(city)));
        }
    }

    /// §9.10: whether a computer razes the fort of a city.
    pub(crate) fn computer_razes(&self, city: City) -> bool {
        self.realism && self.world.city(city).y > RAZED_BELOW
    }

    /// §9.11: where an army in a city could retreat to now, in the order of neighbours.
    fn refuges(&self, side: Side, city: City) -> impl Iterator<Item = City> {
        self.world.city(city).links.iter().copied().filter(move |&to| self.owns(side, to))
    }

    /// §9.11: whether an army's list may name a neighbour next.
    pub(crate) fn may_name(&self, side: Side, army: &Army, city: City) -> May {
        ensure(army.retreat.iter().all(|named| named != city), "The list names it already.", "9.11")?;
        ensure(self.owns(side, city), "Armies retreat to cities of their own side only.", "9.11")
    }

    /// §9.11, §18.2: the cities that an army's list could name next: own neighbours of where it is and of where it is ordered to, on
    /// a train only of where that goes, if there is more than one.
    pub(crate) fn nameable(&self, side: Side, army: &Army) -> impl Iterator<Item = City> {
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

    /// §9.11: what may be done about an army's list.
    pub(crate) fn list_retreats(&self, side: Side, slot: Slot, army: &Army, list: &mut Decisions<Choice>) {
        let names = self.nameable(side, army).next().is_some();
        list.push_if(names, Choice::Begin(Begun::Retreat(slot)));
        list.push_if(army.retreat.iter().next().is_some(), Choice::RetreatAny(slot));
    }

    pub(crate) fn detail_retreat(&self, side: Side, slot: Slot, details: &mut ChoiceDetails) {
        if let Some(named) = self.retreat_label(side, slot) {
            details.label.push_str(&format!(" after {named}"));
        }
    }

    /// §9.11: where a beaten defender goes: to the first of its list that it can reach, else to the first own neighbour, and after
    /// it only one that is worth more and empty.
    pub fn retreat_of(&self, side: Side, army: &Army) -> Option<City> {
        let mut refuges = self.refuges(side, army.at);
        let may = |&named: &City| self.refuges(side, army.at).any(|to| to == named);
        if self.world.options.computer != Some(side)
            && let Some(named) = army.retreat.iter().find(may)
        {
            return Some(named);
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
            let (name, enemy) = (self.leader_label(side, slot, army.leader), side.other().who());
            let text = format!("{name}'s army is no more: {ARMY_DESTROYED} points for {enemy}.");
            let event = Event::new(EventKind::Lost, Audience::Everyone, text, citation);
            event.at(self.world.place(army.at)).of(vec![army_id(side, slot)])
        });
        army.supply
    }

    /// Logs an army's way for everyone; none of an army that is no more.
    fn log_way(
        &self,
        (side, slot): (Side, Slot),
        way: &[City],
        citation: &str,
        resolution: &mut Resolution<'_>,
        text: impl FnOnce() -> String,
    ) {
        if self.army(side, slot).is_none() {
            return;
        }
        resolution.event(|| {
            let text = format!("{} {}.", self.army_label(side, slot), text());
            let places: Vec<Place> = way.iter().map(|&city| self.world.place(city)).collect();
            let (last, kind) = (places.last().cloned(), EventKind::Moved(places));
            Event::new(kind, Audience::Everyone, text, citation).at(last).of(vec![army_id(side, slot)])
        });
    }

    /// Logs a retreat for everyone.
    pub(crate) fn log_retreat(
        &self,
        side: Side,
        slot: Slot,
        way: [City; 2],
        resolution: &mut Resolution<'_>,
    ) {
        self.log_way((side, slot), &way, "9.11", resolution, || {
            format!("falls back from {} to {}", self.world.name(way[0]), self.world.name(way[1]))
        });
    }
}
