//! The roster (A1, A4, A5).

use muster_contract::{Facing, Position, Refusal};
use muster_sdk::setting::of_unit;
use muster_sdk::{Index as _, Table, ensure, refuse, require};

use super::{
    ARMY_GENERALS, Corps, CorpsInfo, FARTHEST, Kind, Side, SpaceId, Unit, UnitInfo, World, settings,
};

/// A facing as scenarios write it: by its point of the compass, or in twelfths of a circle where it has none of the eight.
fn facing_name(facing: Facing) -> String {
    match facing {
        0 => "\"N\"",
        2 => "\"NE\"",
        3 => "\"E\"",
        4 => "\"SE\"",
        6 => "\"S\"",
        8 => "\"SW\"",
        9 => "\"W\"",
        10 => "\"NW\"",
        _ => return facing.to_string(),
    }
    .to_owned()
}

impl World {
    pub(super) fn read_roster(&mut self, position: &Position) -> Result<(), Refusal> {
        let count = position.roster.len();
        require(count <= 250, "A1", || format!("{count} units are too many; there can be 250"))?;
        let (mut units, mut corps) = (Vec::new(), Vec::new());
        for (index, unit) in position.roster.iter().enumerate() {
            let wrong = |what: String, citation: &str| refuse(format!("{}: {what}", unit.id), citation);
            let side = Side::named(&unit.side)
                .ok_or_else(|| wrong(format!("there is no side \"{}\"", unit.side), ""))?;
            let kind = [Kind::Infantry, Kind::Cavalry, Kind::Artillery, Kind::General, Kind::Train]
                .into_iter()
                .find(|kind| kind.id() == unit.kind)
                .ok_or_else(|| wrong(format!("\"{}\" is no kind of unit here", unit.kind), "A1"))?;
            let list = &unit.attributes;
            let hex = |name: &str| {
                let space = self.atlas.space(name).filter(|&space| !self.ground[space].barred);
                space.ok_or_else(|| wrong(format!("there is no hex \"{name}\" to be in"), "A1"))
            };
            let army_general = of_unit(unit, settings::ARMY_GENERAL.read(list))?;
            let arrives = of_unit(unit, settings::ARRIVES.given(list))?.unwrap_or(0);
            let late =
                || format!("it arrives in turn {arrives}, and the battle ends with turn {}", self.turns);
            of_unit(unit, require(arrives <= i32::from(self.turns), "A5", late))?;
            let place = unit.place.as_ref().map(|place| hex(&place.space)).transpose()?;
            self.check_facing(unit)?;
            let entries: Vec<SpaceId> = match of_unit(unit, settings::ENTRY.given(list))? {
                Some(names) => names.split_whitespace().map(hex).collect::<Result<_, _>>()?,
                None => place.into_iter().collect(),
            };
            let nowhere = || "it needs a hex, or `arrives` with `entry`".to_owned();
            of_unit(unit, require(!entries.is_empty(), "A1", nowhere))?;
            let loc = of_unit(unit, settings::LOC.given(list))?.map(hex).transpose()?;
            let heavy = of_unit(unit, settings::HEAVY.read(list))?;
            let index = Unit::nth(index);
            let corps = corps_of(&mut corps, unit, side, (kind, army_general), index, loc)?;
            if army_general {
                let army = &mut self.armies[side as usize];
                let full = || format!("a side has {ARMY_GENERALS} generals of the army at most");
                of_unit(unit, require(army.len() < ARMY_GENERALS, "A4", full))?;
                army.push(index);
            }
            self.enlist(index, side, kind);
            units.push(UnitInfo {
                id: unit.id.clone(),
                name: if unit.name.is_empty() { unit.id.clone() } else { unit.name.clone() },
                side,
                kind,
                formation: unit.formation.clone(),
                corps,
                army_general,
                range: match kind {
                    Kind::Artillery if heavy => FARTHEST,
                    Kind::Artillery => 3,
                    _ => 0,
                },
                arrives: arrives as u16,
                entries,
                attributes: list.clone(),
            });
        }
        (self.units, self.corps) = (Table::new(units), Table::new(corps));
        Ok(())
    }

    /// Takes a unit into the lists of its side.
    fn enlist(&mut self, unit: Unit, side: Side, kind: Kind) {
        self.forces[side as usize].push(unit);
        if kind.fights() {
            self.troops[side as usize].push(unit);
        } else if kind == Kind::General {
            self.generals[side as usize].push(unit);
        }
    }

    /// A unit faces a corner of its hex (A2).
    fn check_facing(&self, unit: &muster_contract::Unit) -> Result<(), Refusal> {
        let Some(facing) = unit.place.as_ref().and_then(|place| place.facing) else { return Ok(()) };
        let no_corner = || {
            let (faces, corners) = (facing_name(facing), self.corners.map(facing_name).join(", "));
            format!("it faces {faces}, no corner of its hex; the corners are {corners}")
        };
        of_unit(unit, require(self.corners.contains(&facing), "A2", no_corner))
    }
}

/// The corps that a unit of the roster belongs to, made when it is first named (A5).
fn corps_of(
    all: &mut Vec<CorpsInfo>,
    unit: &muster_contract::Unit,
    side: Side,
    (kind, army_general): (Kind, bool),
    index: Unit,
    loc: Option<SpaceId>,
) -> Result<Option<Corps>, Refusal> {
    if unit.formation.is_empty() || army_general {
        return Ok(None);
    }
    let known = all.iter().position(|corps| corps.side == side && corps.name == unit.formation);
    let at = known.unwrap_or_else(|| {
        all.push(CorpsInfo { name: unit.formation.clone(), side, general: None, train: None, loc: None });
        all.len() - 1
    });
    ensure(all.len() <= 64, "there can be 64 corps", "A5")?;
    let (corps, number) = (&mut all[at], Some(Corps::nth(at)));
    let slot = match kind {
        Kind::General => &mut corps.general,
        Kind::Train => &mut corps.train,
        _ => return Ok(number),
    };
    let is_first = slot.replace(index).is_none();
    of_unit(unit, require(is_first, "A5", || format!("{} has a {} already", unit.formation, kind.id())))?;
    corps.loc = loc.or(corps.loc);
    Ok(number)
}
