//! Set-up and correction of a position, each change checked.

use muster_contract::{Attribute, Change, Place, Refusal, Value};
use muster_sdk::{
    Edits,
    description::{of_others, unchangeable},
    refuse,
};

use crate::hooks::changes;
use crate::morale::HIGHEST;
use crate::state::{At, BullRun, Spot, Stage};
use crate::world::{Kind, Side, Unit};

impl Edits for BullRun {
    /// Makes one change.
    fn edit(&mut self, change: &Change) -> Result<(), Refusal> {
        let settled = matches!(
            self.stage,
            Stage::Shuffle | Stage::Limber | Stage::Cards | Stage::Field | Stage::Staff | Stage::Administer
        );
        if !settled || !self.order.units.is_empty() || self.may_pursue() {
            return Err(refuse("the position can be changed only between two commands", "8"));
        }
        if self.turn.reorganizing.is_some() || self.turn.mobilizing.is_some() {
            return Err(refuse("finish the staff command that is being carried out first", "9"));
        }
        let named = |id: &str| {
            let found = self.world.units.iter().find(|(_, unit)| unit.id == id);
            found.map(|(unit, _)| unit).ok_or_else(|| refuse(format!("there is no unit \"{id}\""), "4.1"))
        };
        match change {
            Change::Place((id, place)) => self.place(named(id)?, place),
            Change::Remove(id) => {
                let unit = named(id)?;
                self.turn_up(unit);
                self.remove(unit);
                Ok(())
            }
            Change::Set((id, attribute)) => self.set(named(id)?, attribute),
            Change::Fact(attribute) => self.set_fact(attribute),
            Change::Custom(custom) => Err(refuse(format!("there is no change \"{}\"", custom.name), "")),
        }
    }
}

impl BullRun {
    fn place(&mut self, unit: Unit, place: &Place) -> Result<(), Refusal> {
        let info = self.world.unit(unit);
        let no = |why: String| Err(refuse(format!("{} {why}", info.id), "4.3.1"));
        if info.spare && self.unit(unit).at == At::Off {
            return no("is a replacement unit; units split to bring it into play".to_owned());
        }
        if self.unit(unit).strength == 0 && self.unit(unit).kind != Kind::Disrupted {
            return no("was eliminated; give it a strength first".to_owned());
        }
        let Some(locale) = self.world.find(&place.space) else {
            return no(format!("can't be in {}, which is no locale", place.space));
        };
        let edge = match &place.edge {
            None => None,
            Some(name) => match self.world.atlas.edge(name) {
                Some(edge) if self.world.edge(edge).ends.contains(&locale) => Some(edge),
                _ => return no(format!("can't secure {name}, no boundary of {}", place.space)),
            },
        };
        if self.is_enemy(info.side, locale) {
            return no(format!("can't be in {} with the enemy", place.space));
        }
        let there = self.unit(unit).spot().is_some_and(|spot| spot.locale == locale);
        if !there && self.room(locale) == 0 {
            return no(format!("does not fit into {}", place.space));
        }
        if let Some(edge) = edge {
            if self.unit(unit).kind == Kind::Disrupted {
                return no("is disrupted and secures no approach".to_owned());
            }
            if !self.is_enemy(info.side, self.world.edge(edge).across(locale)) {
                return no(format!("secures {}, but no enemy is beyond", self.world.edge(edge).id));
            }
        }
        if self.unit(unit).is_ranging() {
            self.turn_up(unit);
        }
        self.put(unit, At::Map(Spot { locale, edge }));
        // Moved by hand, it is not where its command left it, and doesn't deploy from there.
        self.after.units.retain(|one| one.unit != unit);
        Ok(())
    }

    fn set(&mut self, unit: Unit, attribute: &Attribute) -> Result<(), Refusal> {
        let (info, state) = (self.world.unit(unit), *self.unit(unit));
        match (attribute.name.as_str(), &attribute.value) {
            ("strength", Value::Number(strength)) => {
                let strengths = state.kind.strengths();
                match u8::try_from(*strength).ok().filter(|strength| strengths.contains(strength)) {
                    Some(strength) => {
                        self.turn_up(unit);
                        self.unit_mut(unit).strength = strength;
                        Ok(())
                    }
                    None => Err(refuse(format!("{} can't have a strength of {strength}", info.id), "4.1")),
                }
            }
            ("face-up", Value::Flag(true)) => {
                self.turn_up(unit);
                Ok(())
            }
            ("ranging", _) if state.kind != Kind::Artillery => {
                Err(of_others(&changes(), &info.id, "ranging"))
            }
            ("disrupted", _) if !matches!(state.kind, Kind::Infantry | Kind::Disrupted) => {
                Err(of_others(&changes(), &info.id, "disrupted"))
            }
            ("ranging", Value::Flag(true)) => {
                if !state.spot().is_some_and(|spot| self.faces_enemy(spot)) {
                    return Err(refuse(format!("{} secures no approach next to the enemy", info.id), "10.4"));
                }
                self.set_ranging(unit);
                Ok(())
            }
            ("disrupted", Value::Flag(true)) if state.kind == Kind::Infantry => {
                if state.spot().is_none() {
                    return Err(refuse(format!("{} is not on the map", info.id), "4.1.1"));
                }
                self.turn_up(unit);
                let state = self.unit_mut(unit);
                (state.kind, state.strength) = (Kind::Disrupted, 0);
                if let Some(spot) = self.unit(unit).spot() {
                    self.put(unit, At::Map(Spot::reserve(spot.locale)));
                }
                Ok(())
            }
            _ => Err(unchangeable(&changes(), Some(&info.id), attribute)),
        }
    }

    fn set_fact(&mut self, attribute: &Attribute) -> Result<(), Refusal> {
        let last = i32::from(self.world.last_round);
        match (attribute.name.as_str(), &attribute.value) {
            ("us-morale", Value::Number(morale)) if (0..=i32::from(HIGHEST)).contains(morale) => {
                self.morale[Side::Us as usize] = *morale as u8;
            }
            ("cs-morale", Value::Number(morale)) if (0..=i32::from(HIGHEST)).contains(morale) => {
                self.morale[Side::Cs as usize] = *morale as u8;
            }
            ("points", Value::Number(points @ 0..=9)) => self.points = *points as u8,
            ("round", Value::Number(round)) if (1..=last).contains(round) => self.round = *round as u8,
            _ => return Err(unchangeable(&changes(), None, attribute)),
        }
        Ok(())
    }
}
