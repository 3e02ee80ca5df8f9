//! Set-up and correction of a position, each change checked (§14.6 for balance and realism).

use muster_contract::{Attribute, Change, Refusal, Value};
use muster_sdk::description::{of_others, unchangeable};
use muster_sdk::{Edits, ensure, refuse, require};

use crate::choice::{Piece, army_id, piece};
use crate::economy::MOST_CASH;
use crate::hooks::changes;
use crate::state::{Army, Berth, CwStrategy, Fleet, Leader, Office, Power, Sheet, Stage, Turn};
use crate::world::{City, MOST_SHIPS, RAIDING_ZONE, Side, Slot, World};

fn piece_of(id: &str) -> Result<Piece, Refusal> {
    piece(id).ok_or_else(|| refuse(format!("there is no unit \"{id}\""), "1.3"))
}

fn whole(attribute: &Attribute, least: i32, most: i32) -> Result<i32, Refusal> {
    match attribute.value {
        Value::Number(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(refuse(format!("\"{}\" goes from {least} to {most}", attribute.name), "1")),
    }
}

fn city_of(world: &World, id: &str) -> Result<City, Refusal> {
    world.find(id).ok_or_else(|| refuse(format!("there is no city \"{id}\""), "1.1"))
}

impl Edits for CwStrategy {
    /// Makes one change. While sheets are written, it is a change of the position at which the turn opened.
    fn edit(&mut self, change: &Change) -> Result<(), Refusal> {
        ensure(!matches!(self.stage, Stage::Over(..)), "the game is over", "13.10")?;
        let open = self.stage != Stage::Sheets || !self.is_written_on();
        ensure(open, "the position can be changed only before orders are written", "18.2")?;
        match change {
            Change::Place((id, place)) => match piece_of(id)? {
                Piece::Army(side, slot) => {
                    self.place_army(side, slot, city_of(&self.world, &place.space)?)?;
                }
                Piece::Fleet(side) => self.place_fleet(side, &place.space)?,
            },
            Change::Remove(id) => self.remove_piece(piece_of(id)?),
            Change::Set((id, attribute)) => self.set_piece(piece_of(id)?, id, attribute)?,
            Change::Fact(attribute) => self.set_fact(attribute)?,
            Change::Custom(custom) => {
                return Err(refuse(format!("there is no change \"{}\"", custom.name), ""));
            }
        }
        if self.stage == Stage::Sheets {
            for side in Side::ALL {
                let list = std::mem::take(&mut self.power_mut(side).sheet.list);
                self.opened[side as usize] = self.power(side).clone();
                self.power_mut(side).sheet.list = list;
            }
            for city in self.cities.rows_mut() {
                city.known_fort = city.fort;
            }
        }
        Ok(())
    }
}

impl CwStrategy {
    /// Whether anything stands on a sheet: the side isn't as it was when the turn opened, but for its list of recruits.
    fn is_written_on(&self) -> bool {
        let written = |side: Side| {
            let (now, opened) = (self.power(side), &self.opened[side as usize]);
            let sheet = Sheet { list: opened.sheet.list.clone(), ..now.sheet.clone() };
            Power { sheet, ..now.clone() } != *opened
        };
        Side::ALL.into_iter().any(written) || self.cities.rows().any(|city| city.fort != city.known_fort)
    }

    fn place_army(&mut self, side: Side, slot: Slot, city: City) -> Result<(), Refusal> {
        let name = self.world.name(city);
        require(!self.is_in(side.other(), city), "9.6", || format!("an army of the enemy is in {name}"))?;
        require(self.owns(side, city), "9.9", || format!("{name} isn't {}'s", side.who()))?;
        match self.army_mut(side, slot) {
            Some(army) => (army.at, army.turn) = (city, Turn::Ready),
            None => self.new_piece(side, slot, city)?,
        }
        Ok(())
    }

    /// A fleet goes into a port or the raiding zone; without one, one wooden ship is one.
    fn place_fleet(&mut self, side: Side, space: &str) -> Result<(), Refusal> {
        let at =
            if space == RAIDING_ZONE { Berth::Raiding } else { Berth::Port(city_of(&self.world, space)?) };
        let (name, lies) = match at {
            Berth::Port(port) => (self.world.name(port), self.world.city(port).port),
            Berth::Raiding => ("the raiding zone", true),
        };
        require(lies, "1.7", || format!("{name} is no port"))?;
        let free = self.power(side.other()).fleet.is_none_or(|fleet| fleet.at != at);
        require(free, "5.7", || format!("the enemy's fleet lies in {name}"))?;
        self.power_mut(side).fleet.get_or_insert(Fleet { at, ironclads: 0, wooden: 1 }).at = at;
        Ok(())
    }

    /// An army of 100, of the slot's own leader.
    fn new_piece(&mut self, side: Side, slot: Slot, city: City) -> Result<(), Refusal> {
        let power = self.power_mut(side);
        let available = power.leaders[usize::from(slot)] == Office::Available;
        require(available, "1.5", || format!("the leader {} isn't available", army_id(side, slot)))?;
        let leader = Leader::Named(slot);
        power.raise(slot, leader, Army::ready(city, 100, leader, power.ratings[usize::from(slot)], [1, 5]));
        Ok(())
    }

    fn remove_piece(&mut self, piece: Piece) {
        match piece {
            Piece::Army(side, slot) => drop(self.power_mut(side).disband(slot, Office::Gone)),
            Piece::Fleet(side) => self.power_mut(side).fleet = None,
        }
    }

    fn set_piece(&mut self, piece: Piece, id: &str, attribute: &Attribute) -> Result<(), Refusal> {
        let absent = || refuse(format!("{id} isn't on the map"), "1.3");
        let name = attribute.name.as_str();
        // An army's attributes aren't a fleet's, and the other way.
        let others = match piece {
            Piece::Army(..) => ["ironclads", "wooden"].contains(&name),
            Piece::Fleet(_) => ["size", "experience", "supply"].contains(&name),
        };
        if others {
            return Err(of_others(&changes(), id, name));
        }
        let unknown = || unchangeable(&changes(), Some(id), attribute);
        match piece {
            Piece::Army(side, slot) => {
                let army = self.army_mut(side, slot).ok_or_else(absent)?;
                match name {
                    "size" => army.size = whole(attribute, 1, 10_000)? as u16,
                    "experience" => army.experience = whole(attribute, 0, 10)? as u8,
                    "supply" => army.supply = whole(attribute, 0, 10)? as u8,
                    _ => return Err(unknown()),
                }
            }
            Piece::Fleet(side) => {
                let fleet = self.power_mut(side).fleet.as_mut().ok_or_else(absent)?;
                let number = whole(attribute, 0, MOST_SHIPS.into())? as u8;
                let (ironclads, wooden) = match name {
                    "ironclads" => (number, fleet.wooden),
                    "wooden" => (fleet.ironclads, number),
                    _ => return Err(unknown()),
                };
                let fits = (1..=MOST_SHIPS).contains(&(ironclads + wooden));
                require(fits, "1.7", || format!("a fleet has 1 to {MOST_SHIPS} ships"))?;
                (fleet.ironclads, fleet.wooden) = (ironclads, wooden);
            }
        }
        Ok(())
    }

    fn set_fact(&mut self, attribute: &Attribute) -> Result<(), Refusal> {
        let name = attribute.name.as_str();
        if let Some(city) = name.strip_prefix("owner-") {
            return self.set_owner(city_of(&self.world, city)?, attribute);
        }
        if let Some(city) = name.strip_prefix("fort-") {
            let city = city_of(&self.world, city)?;
            self.cities[city].fort = whole(attribute, 0, 2)? as u8;
            return Ok(());
        }
        for side in Side::ALL {
            match name.strip_suffix(side.id()) {
                Some("points-") => self.power_mut(side).points = whole(attribute, 0, 100_000)?,
                Some("more-points-") => self.score(side, whole(attribute, -100_000, 100_000)?),
                Some("cash-") => self.power_mut(side).cash = whole(attribute, 0, MOST_CASH)?,
                _ => continue,
            }
            return Ok(());
        }
        match (name, &attribute.value) {
            ("balance", _) => self.balance = whole(attribute, 1, 5)? as u8,
            ("realism", Value::Flag(on)) => self.realism = *on,
            ("fog", Value::Flag(on)) => self.fog = *on,
            ("year", _) => self.year = whole(attribute, 1861, 1899)? as u16,
            ("month", _) => self.month = whole(attribute, 1, 12)? as u8,
            _ => return Err(unchangeable(&changes(), None, attribute)),
        }
        Ok(())
    }

    fn set_owner(&mut self, city: City, attribute: &Attribute) -> Result<(), Refusal> {
        let owner = match &attribute.value {
            Value::Text(text) if text == "none" => None,
            Value::Text(text) if Side::named(text).is_some() => Side::named(text),
            _ => return Err(refuse(format!("\"{}\" is us, cs or none", attribute.name), "1.1")),
        };
        for side in Side::ALL.into_iter().filter(|&side| owner != Some(side)) {
            let text = || format!("an army of {} is in {}", side.who(), self.world.name(city));
            require(!self.is_in(side, city), "9.9", text)?;
            let power = self.power_mut(side);
            power.capital = power.capital.filter(|&capital| capital != city);
        }
        self.cities[city].owner = owner;
        Ok(())
    }
}
