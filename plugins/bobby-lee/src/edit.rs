//! Set-up and correction of a position, each change checked.

use muster_contract::{Attribute, Change, Place, Refusal, Value};
use muster_sdk::{Edits, description::unchangeable, refuse, require};

use crate::hooks::changes;
use crate::state::{At, BobbyLee, Stage};
use crate::world::Unit;

impl Edits for BobbyLee {
    /// Makes one change.
    fn edit(&mut self, change: &Change) -> Result<(), Refusal> {
        let settled = matches!(self.stage, Stage::Bid | Stage::Activate | Stage::Move | Stage::LeaderMove)
            && self.picked.is_none()
            && self.march.is_none()
            && (self.stage != Stage::Bid || self.bids[0].is_some() == self.bids[1].is_some());
        let text = || "the position can be changed only between two moves of a player turn".to_owned();
        require(settled, "1.2", text)?;
        let named = |id: &str| {
            let found = self.world.units.iter().find(|(_, unit)| unit.id == id);
            found.map(|(unit, _)| unit).ok_or_else(|| refuse(format!("there is no unit \"{id}\""), "3"))
        };
        match change {
            Change::Place((id, place)) => self.place_unit(named(id)?, place),
            Change::Remove(id) => {
                let unit = named(id)?;
                let leader = self.world.unit(unit).kind == crate::world::Kind::Leader;
                self.turn_up(unit);
                self.withdraw(unit, if leader { At::Gone } else { At::Pool });
                Ok(())
            }
            Change::Set((id, attribute)) => self.set(named(id)?, attribute),
            Change::Fact(attribute) => self.set_fact(attribute),
            Change::Custom(custom) => Err(refuse(format!("there is no change \"{}\"", custom.name), "")),
        }
    }
}

impl BobbyLee {
    fn place_unit(&mut self, unit: Unit, place: &Place) -> Result<(), Refusal> {
        let world = self.world.clone();
        let info = world.unit(unit);
        let (id, space) = (&info.id, &place.space);
        let none = || refuse(format!("{id} can't be in {space}, which is no hex"), "2.1");
        let hex = world.find(space).ok_or_else(none)?;
        let free = !self.is_in(info.side.other(), hex);
        require(free, "5.32", || format!("{id} can't be in {space} with the enemy"))?;
        self.put(unit, At::Map(hex));
        if info.side == self.active {
            self.hold(hex);
        }
        // It is placed openly.
        self.turn_up(unit);
        let state = self.unit_mut(unit);
        state.strength = state.strength.max(1);
        Ok(())
    }

    fn set(&mut self, unit: Unit, attribute: &Attribute) -> Result<(), Refusal> {
        let info = self.world.unit(unit);
        let ("strength", Value::Number(strength)) = (attribute.name.as_str(), &attribute.value) else {
            return Err(unchangeable(&changes(), Some(&info.id), attribute));
        };
        let (id, most) = (&info.id, info.steps);
        require(self.hex_of(unit).is_some(), "3.3", || format!("{id} isn't on the map"))?;
        let fits = (1..=most.into()).contains(strength);
        require(fits, "3.3", || format!("{id} can't have {strength} steps; 1 to {most} fit"))?;
        self.unit_mut(unit).strength = *strength as u8;
        Ok(())
    }

    fn set_fact(&mut self, attribute: &Attribute) -> Result<(), Refusal> {
        let no = || Err(unchangeable(&changes(), None, attribute));
        let Value::Number(number) = attribute.value else { return no() };
        let end = i32::from(self.world.decisive) - 1;
        match attribute.name.as_str() {
            "victory" if (-end..=end).contains(&number) => self.victory = number as i8,
            "mud" if (0..=1).contains(&number) => self.mud = number == 1,
            "year" if (1861..=i32::from(self.world.last_year)).contains(&number) => self.year = number as u16,
            "quarter" if (1..=4).contains(&number) => self.quarter = number as u8,
            _ => return no(),
        }
        Ok(())
    }
}
