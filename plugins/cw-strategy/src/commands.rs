//! §8: commands that don't wait for the resolution, and §7: who may go by train.

use std::cmp::Reverse;

use muster_contract::{ChoiceDetails, Line};
use muster_sdk::{Decisions, Index as _, May, ensure, line};

use crate::arithmetic::nearest;
use crate::choice::Choice;
use crate::labels::men;
use crate::state::{Army, Begun, CwStrategy, Leader, Office, RetreatList, Turn, armies_in, on_map};
use crate::world::{City, Side, Slot};

/// §8.1
pub(crate) const FORTIFICATION: i32 = 200;
/// §8.4
pub(crate) const NEW_CAPITAL: i32 = 500;
/// §8.4: what the enemy gains by it.
pub(crate) const CAPITAL_MOVED: i32 = 50;
/// §8.2: the most men, in hundreds, that join.
pub(crate) const MOST_JOINED: u32 = 1250;
/// §8.5: the least army that can detach.
const LEAST_DETACHING: u16 = 65;

/// §7.1-7.3: why an army can't go by train.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NoTrain {
    /// The railroad has its one army of the turn.
    Taken,
    /// Trains carry so many hundreds of men.
    TooLarge(u32),
    /// They don't stop where it is.
    NoStation,
}

impl From<NoTrain> for Line {
    fn from(why: NoTrain) -> Self {
        let (why, citation) = match why {
            NoTrain::Taken => ("your railroad has its one army of the turn".to_owned(), "7.1"),
            NoTrain::TooLarge(most) => (format!("yours take {} at most", men(most)), "7.2"),
            NoTrain::NoStation => ("its city isn't part of an own chain of three".to_owned(), "7.3"),
        };
        line(format!("No train for it: {why}."), citation)
    }
}

impl CwStrategy {
    /// What each army may be ordered, and then those of a city together.
    pub(crate) fn list_commands(&self, side: Side, list: &mut Decisions<Choice>) {
        let may_entrain = self.may_entrain(side);
        // Cities, a bit each: those where somebody could dig in, where somebody is ready, and where several are.
        let (mut digging, mut ready, mut several) = (0_u64, 0, 0);
        for (slot, army) in on_map(self.power(side)) {
            list.push_if(self.supply_by_hand(side, army).0 > 0, Choice::Supply(slot));
            let city = 1 << army.at.place();
            if matches!(army.turn, Turn::Ready | Turn::Moving(_)) {
                digging |= city;
            }
            if army.turn != Turn::Ready {
                continue;
            }
            (several, ready) = (several | ready & city, ready | city);
            self.list_marches(side, slot, army, list);
            list.push_if(may_entrain(army).is_ok(), Choice::Begin(Begun::Train(slot)));
            list.push_if(Self::can_drill(army), Choice::Drill(slot));
            list.push_if(self.can_detach(side, army), Choice::Detach(slot));
        }
        for city in self.garrisoned(side) {
            let is_in = |cities: u64| cities >> city.place() & 1 == 1;
            list.push_if(is_in(digging) && self.may_fortify(side, city).is_ok(), Choice::Fortify(city));
            list.push_if(is_in(several) && self.may_join(side, city).is_ok(), Choice::Join(city));
        }
    }

    /// §7.2: the most men, in hundreds, that a side's train carries.
    pub fn rail_capacity(&self, side: Side) -> i32 {
        let set = self.world.facts.rail[side as usize];
        if !self.realism {
            return set;
        }
        let more = i32::from(self.count_cities(side)) - i32::from(self.world.base[side as usize]);
        (set + self.world.options.rail_step * more).clamp(set / 2, 2 * set)
    }

    /// §7.1-7.3: whether an army that is ready may go by train: of several armies the side's railroad is looked at once. Where trains
    /// stop in a city they stop in the other two of its chain as well.
    pub(crate) fn may_entrain(&self, side: Side) -> impl Fn(&Army) -> May<NoTrain> {
        let taken = self.train_is_taken(side);
        let capacity = self.rail_capacity(side);
        move |army| match army {
            _ if taken => Err(NoTrain::Taken),
            _ if i32::from(army.size) > capacity => Err(NoTrain::TooLarge(capacity.unsigned_abs())),
            _ if !self.is_station(side, army.at) => Err(NoTrain::NoStation),
            _ => Ok(()),
        }
    }

    /// §7.3, §7.4: whether a train that an army has boarded may go to a city.
    pub(crate) fn may_arrive(&self, side: Side, army: &Army, city: City) -> May {
        ensure(self.owns(side, city), "Trains go to cities of your own only.", "7.3")?;
        ensure(army.at != city, "The army is there.", "7.3")?;
        let stops = self.is_station(side, city);
        ensure(stops, "Trains stop only in a city that is part of an own chain of three.", "7.3")
    }

    /// §7.4: where the train of an army that has boarded it may go.
    pub(crate) fn destinations(&self, side: Side, slot: Slot) -> impl Iterator<Item = City> {
        let army = self.army(side, slot).into_iter();
        let cities =
            move |army| self.world.all().filter(move |&city| self.may_arrive(side, army, city).is_ok());
        army.flat_map(cities)
    }

    pub(crate) fn detail_train(&self, side: Side, details: &mut ChoiceDetails) {
        let most = men(self.rail_capacity(side).unsigned_abs());
        let text = format!("A train is free, takes {most}, and can't be called back.");
        details.consequences.push(line(text, "7.1"));
    }

    /// §7.3: whether trains stop in a city: with two own neighbours, or with one that has another, it is part of a chain of three.
    pub fn is_station(&self, side: Side, city: City) -> bool {
        let own = |from: City| self.world.city(from).links.iter().copied().filter(|&to| self.owns(side, to));
        let beyond = |next: City| own(next).any(|beyond| beyond != city);
        self.owns(side, city) && (own(city).nth(1).is_some() || own(city).any(beyond))
    }

    /// §7.1: whether the side's railroad is taken this turn.
    pub(crate) fn train_is_taken(&self, side: Side) -> bool {
        self.power(side).armies.iter().flatten().any(|army| matches!(army.turn, Turn::Train(_)))
    }

    /// §7.4: where trains can go; one from a city goes to another of them.
    pub(crate) fn stations(&self, side: Side) -> impl Iterator<Item = City> {
        self.world.all().filter(move |&city| self.is_station(side, city))
    }

    /// §8.1: the army that would build: the first that is ready, else the first with an order.
    pub(crate) fn builder(&self, side: Side, city: City) -> Option<Slot> {
        let mut armies = armies_in(self.power(side), city);
        let ready = armies.find(|(_, army)| army.turn == Turn::Ready);
        let ordered = || armies_in(self.power(side), city).find(|(_, army)| army.goes_to().is_some());
        ready.or_else(ordered).map(|(slot, _)| slot)
    }

    /// §8.1
    pub(crate) fn may_fortify(&self, side: Side, city: City) -> May {
        ensure(self.fort(city) < 2, "Its fort has the highest level.", "8.1")?;
        ensure(self.power(side).cash >= FORTIFICATION, "A fort costs 200, which you don't have.", "8.1")?;
        ensure(self.owns(side, city), "Armies dig in in cities of your own only.", "8.1")?;
        let busy = "The armies there have done something else this turn, so that none can dig in.";
        ensure(self.builder(side, city).is_some(), busy, "8.1")
    }

    /// §8.1
    pub(crate) fn fortify(&mut self, side: Side, city: City) {
        let Some(slot) = self.builder(side, city) else { return };
        self.cities[city].fort += 1;
        self.power_mut(side).cash -= FORTIFICATION;
        self.turn_army(side, slot, Turn::Spent);
    }

    /// §8.1: which army digs, and the order that it has, if it has one.
    pub(crate) fn detail_fort(&self, side: Side, city: City, details: &mut ChoiceDetails) {
        let Some(slot) = self.builder(side, city) else { return };
        let (name, level) = (self.army_label(side, slot), self.fort(city) + 1);
        let text = format!("The fort is level {level} at once; {name}'s army does nothing else.");
        details.consequences.push(line(text, "8.1"));
        if let Some(to) = self.army(side, slot).and_then(Army::goes_to) {
            let text = format!("Its order to march to {} is struck out.", self.world.name(to));
            details.consequences.push(line(text, "8.1"));
        }
    }

    /// §8.2: the armies of a city that would join, in slot order.
    pub(crate) fn joining(&self, side: Side, city: City) -> impl Iterator<Item = (Slot, &Army)> {
        let mut total = 0;
        armies_in(self.power(side), city).filter(move |(_, army)| {
            let joins = army.turn == Turn::Ready && total + u32::from(army.size) <= MOST_JOINED;
            total += if joins { u32::from(army.size) } else { 0 };
            joins
        })
    }

    /// §8.2: whether there are two. Of those that are ready the first joins: with it the others are too many.
    pub(crate) fn may_join(&self, side: Side, city: City) -> May {
        let two = self.joining(side, city).nth(1).is_some();
        ensure(two, "The armies there can't join: at most 125,000 men together do.", "8.2")
    }

    /// §8.2: whose leader commands them all when the armies of a city join: the one rated highest, the first of equals.
    fn best_of(&self, side: Side, city: City) -> Option<Slot> {
        let best = self.joining(side, city).min_by_key(|(_, army)| Reverse(army.rating));
        best.map(|(slot, _)| slot)
    }

    /// §8.2
    pub(crate) fn join(&mut self, side: Side, city: City) {
        let Some(best) = self.best_of(side, city) else { return };
        let armies: Vec<(Slot, Army)> = self.joining(side, city).map(|(slot, army)| (slot, *army)).collect();
        let power = self.power_mut(side);
        let (mut size, mut experience, mut supply) = (0, 0, 0);
        for (slot, army) in &armies {
            let more = i64::from(army.size);
            size += more;
            let mixed = (size - more) * experience + more * i64::from(army.experience);
            experience = nearest(mixed, size.max(1));
            supply += army.supply;
            if *slot != best {
                power.disband(*slot, Office::Available);
            }
        }
        self.with_army(side, best, |army| {
            (army.size, army.experience) = (size as u16, experience as u8);
            (army.supply, army.turn) = (supply.min(10), Turn::Spent);
        });
    }

    /// §8.2: who joins whom, and who is left because he would be too many.
    pub(crate) fn detail_join(&self, side: Side, city: City, details: &mut ChoiceDetails) {
        let slots: Vec<Slot> = self.joining(side, city).map(|(slot, _)| slot).collect();
        let Some(best) = self.best_of(side, city) else { return };
        let all = men(self.joining(side, city).map(|(_, army)| u32::from(army.size)).sum::<u32>());
        let ready = armies_in(self.power(side), city).filter(|(_, army)| army.turn == Turn::Ready);
        let left = self.names_of(side, ready.map(|(slot, _)| slot).filter(|slot| !slots.contains(slot)));
        let (best, names) = (self.army_label(side, best), self.names_of(side, slots));
        let text = format!("One army of {all} under {best}, which does nothing else: {names}.");
        details.consequences.push(line(text, "8.2"));
        if !left.is_empty() {
            let text = format!("With these they would be more than {}: {left}.", men(MOST_JOINED));
            details.consequences.push(line(text, "8.2"));
        }
    }

    /// §8.3: points of supply that an army could be given now, and what they cost; 0 points are none.
    pub fn supply_by_hand(&self, side: Side, army: &Army) -> (u8, i32) {
        if army.fresh
            || army.supply > 1
            || matches!(army.turn, Turn::Train(_))
            || self.realism && !self.has_own_neighbour(side, army.at)
        {
            return (0, 0);
        }
        let size = i32::from(army.size).max(1);
        let points = (self.power(side).cash * 10 / size).clamp(0, 5 - i32::from(army.supply));
        (points as u8, nearest(i64::from(points * size), 10) as i32)
    }

    pub(crate) fn detail_supply(&self, side: Side, slot: Slot, details: &mut ChoiceDetails) {
        let Some(army) = self.army(side, slot) else { return };
        let (points, cost) = self.supply_by_hand(side, army);
        details.cost = cost.to_string();
        details.consequences.push(line(format!("{points} more supply."), "8.3"));
    }

    /// §8.3
    pub(crate) fn supply_army(&mut self, side: Side, slot: Slot) {
        let Some(army) = self.army(side, slot) else { return };
        let (points, cost) = self.supply_by_hand(side, army);
        self.with_army(side, slot, |army| army.supply += points);
        let power = self.power_mut(side);
        power.cash = (power.cash - cost).max(0);
    }

    /// §8.4
    pub(crate) fn can_move_capital(&self, side: Side) -> bool {
        let power = self.power(side);
        power.capital.is_some() && power.cash >= NEW_CAPITAL && !power.sheet.capital_moved
    }

    /// §8.4: whether the capital may go to a city.
    pub(crate) fn may_be_capital(&self, side: Side, city: City) -> May {
        ensure(self.owns(side, city), "The capital moves to a city of your own only.", "8.4")?;
        ensure(self.power(side).capital != Some(city), "It is the capital.", "8.4")
    }

    /// §8.4: where the capital could go.
    pub(crate) fn new_capitals(&self, side: Side) -> impl Iterator<Item = City> {
        self.world.all().filter(move |&city| self.may_be_capital(side, city).is_ok())
    }

    /// §8.4
    pub(crate) fn move_capital(&mut self, side: Side, city: City) {
        let power = self.power_mut(side);
        power.capital = Some(city);
        power.cash -= NEW_CAPITAL;
        power.sheet.capital_moved = true;
    }

    /// §8.5
    pub(crate) fn can_detach(&self, side: Side, army: &Army) -> bool {
        side == Side::Cs
            && army.turn == Turn::Ready
            && army.size >= LEAST_DETACHING
            && self.power(side).next_command().is_some()
    }

    /// §8.5
    pub(crate) fn detach(&mut self, side: Side, slot: Slot) {
        let power = self.power_mut(side);
        let Some((into, leader)) = power.next_command() else { return };
        let rating = power.rating_of(leader, into);
        let Some(army) = &mut power.armies[usize::from(slot)] else { return };
        let size = nearest(3 * i64::from(army.size), 10) as u16;
        let supply = nearest(3 * i64::from(army.supply), 10) as u8;
        army.size -= size;
        army.supply -= supply;
        let detached = Army { size, supply, leader, rating, retreat: RetreatList::default(), ..*army };
        power.raise(into, leader, detached);
    }

    /// §8.6
    pub(crate) fn can_drill(army: &Army) -> bool {
        army.turn == Turn::Ready && army.experience <= 5 && army.experience < army.rating
    }

    /// §8.6
    pub(crate) fn drill(&mut self, side: Side, slot: Slot) {
        self.with_army(side, slot, |army| {
            army.experience += 1;
            army.turn = Turn::Spent;
        });
    }

    /// §8.7: whom an army's leader could be relieved by.
    pub(crate) fn successors(&self, side: Side) -> impl Iterator<Item = Slot> + '_ {
        let offices = (0..).zip(&self.power(side).leaders);
        offices.filter(|(_, office)| **office == Office::Available).map(|(leader, _)| leader)
    }

    /// §8.7: a leader takes over the army that was asked about.
    pub(crate) fn appoint(&mut self, side: Side, leader: Slot) {
        let power = self.power_mut(side);
        let Some(Begun::Relief(slot)) = power.sheet.begun.take() else { return };
        let rating = power.ratings[usize::from(leader)].saturating_sub(1);
        let Some(army) = &mut power.armies[usize::from(slot)] else { return };
        let before = std::mem::replace(&mut army.leader, Leader::Named(leader));
        army.rating = rating;
        army.experience = army.experience.saturating_sub(1);
        army.turn = Turn::Spent;
        power.leaders[usize::from(leader)] = Office::Commanding;
        if let Leader::Named(before) = before {
            power.leaders[usize::from(before)] = Office::Available;
        }
    }

    /// Cities with armies of a side, each once, in slot order of their lead armies.
    fn garrisoned(&self, side: Side) -> impl Iterator<Item = City> {
        let mut earlier = 0_u64;
        on_map(self.power(side)).map(|(_, army)| army.at).filter(move |city| {
            let bit = 1 << city.place();
            let is_new = earlier & bit == 0;
            earlier |= bit;
            is_new
        })
    }
}
