//! Set-up and correction of a position, each change checked.

use muster_contract::{Attribute, Change, Place, Refusal, Value};
use muster_sdk::{
    Edits,
    description::{of_others, unchangeable},
    refuse, require,
};

use crate::hooks::changes;
use crate::morale::HIGHEST;
use crate::state::{At, BullRun, Spot, Stage};
use crate::world::{Kind, Side, Unit, Way};

impl Edits for BullRun {
    /// Makes one change.
    fn edit(&mut self, change: &Change) -> Result<(), Refusal> {
        let settled = matches!(
            self.stage,
            Stage::Shuffle | Stage::Limber | Stage::Cards | Stage::Field | Stage::Staff | Stage::Administer
        );
        let between = settled && self.order.units.is_empty() && !self.may_pursue();
        let staffed = self.turn.reorganizing.is_some() || self.turn.mobilizing.is_some();
        require(between, "8", || "the position can be changed only between two commands".to_owned())?;
        require(!staffed, "9", || "finish the staff command that is being carried out first".to_owned())?;
        let named = |id: &str| {
            let found = self.world.units.iter().find(|(_, unit)| unit.id == id);
            found.map(|(unit, _)| unit).ok_or_else(|| refuse(format!("there is no unit \"{id}\""), "4.1"))
        };
        match change {
            Change::Place((id, place)) => self.place(named(id)?, place),
            Change::Remove(id) => {
                let unit = named(id)?;
                self.turn_up(unit);
                self.put(unit, At::Off);
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
        let (info, state) = (self.world.unit(unit), self.unit(unit));
        let may = |holds: bool, why: String| require(holds, "4.3.1", || format!("{} {why}", info.id));
        let spare = info.spare && state.at == At::Off;
        may(!spare, "is a replacement unit; units split to bring it into play".to_owned())?;
        let gone = state.strength == 0 && state.kind != Kind::Disrupted;
        may(!gone, "was eliminated; give it a strength first".to_owned())?;
        let Some(locale) = self.world.find(&place.space) else {
            return may(false, format!("can't be in {}, which is no locale", place.space));
        };
        let mut spot = Spot::reserve(locale);
        if let Some(name) = &place.edge {
            let edge = self.world.atlas.edge(name);
            spot.edge = edge.filter(|&edge| self.world.edge(edge).ends.contains(&locale));
            may(spot.edge.is_some(), format!("can't secure {name}, no boundary of {}", place.space))?;
        }
        may(!self.is_enemy(info.side, locale), format!("can't be in {} with the enemy", place.space))?;
        let there = state.spot().is_some_and(|spot| spot.locale == locale);
        may(there || self.room(locale) > 0, format!("does not fit into {}", place.space))?;
        if let Some(Way { edge, to }) = self.way_of(spot) {
            may(state.kind != Kind::Disrupted, "is disrupted and secures no approach".to_owned())?;
            let faced = self.is_enemy(info.side, to);
            may(faced, format!("secures {}, but no enemy is beyond", self.world.edge(edge).id))?;
        }
        if self.unit(unit).is_ranging() {
            self.turn_up(unit);
        }
        self.put(unit, At::Map(spot));
        // Moved by hand, it is not where its command left it, and doesn't deploy from there.
        self.after.units.retain(|one| one.unit != unit);
        Ok(())
    }

    fn set(&mut self, unit: Unit, attribute: &Attribute) -> Result<(), Refusal> {
        let (info, state) = (self.world.unit(unit), *self.unit(unit));
        match (attribute.name.as_str(), &attribute.value) {
            ("strength", Value::Number(strength)) => {
                let strengths = state.kind.strengths();
                let given = u8::try_from(*strength).ok().filter(|strength| strengths.contains(strength));
                let no = || refuse(format!("{} can't have a strength of {strength}", info.id), "4.1");
                let strength = given.ok_or_else(no)?;
                self.turn_up(unit);
                self.unit_mut(unit).strength = strength;
            }
            ("face-up", Value::Flag(true)) => self.turn_up(unit),
            (name @ "ranging", _) if state.kind != Kind::Artillery => {
                return Err(of_others(&changes(), &info.id, name));
            }
            (name @ "disrupted", _) if !matches!(state.kind, Kind::Infantry | Kind::Disrupted) => {
                return Err(of_others(&changes(), &info.id, name));
            }
            ("ranging", Value::Flag(true)) => {
                let faces = state.spot().is_some_and(|spot| self.faces_enemy(spot));
                require(faces, "10.4", || format!("{} secures no approach next to the enemy", info.id))?;
                self.set_ranging(unit);
            }
            ("disrupted", Value::Flag(true)) if state.kind == Kind::Infantry => {
                let off = || refuse(format!("{} is not on the map", info.id), "4.1.1");
                let spot = state.spot().ok_or_else(off)?;
                self.turn_up(unit);
                let state = self.unit_mut(unit);
                (state.kind, state.strength) = (Kind::Disrupted, 0);
                self.put(unit, At::Map(Spot::reserve(spot.locale)));
            }
            _ => return Err(unchangeable(&changes(), Some(&info.id), attribute)),
        }
        Ok(())
    }

    fn set_fact(&mut self, attribute: &Attribute) -> Result<(), Refusal> {
        let last = i32::from(self.world.last_round);
        match (attribute.name.as_str(), &attribute.value) {
            (name @ ("us-morale" | "cs-morale"), Value::Number(morale))
                if (0..=i32::from(HIGHEST)).contains(morale) =>
            {
                let side = if name == "us-morale" { Side::Us } else { Side::Cs };
                self.morale[side as usize] = *morale as u8;
            }
            ("points", Value::Number(points @ 0..=9)) => self.points = *points as u8,
            ("round", Value::Number(round)) if (1..=last).contains(round) => self.round = *round as u8,
            _ => return Err(unchangeable(&changes(), None, attribute)),
        }
        Ok(())
    }
}
