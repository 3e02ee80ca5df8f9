//! The roster (§3), the facts and the options.

use muster_contract::{Attribute, Position, Refusal, Unit, Value};
use muster_sdk::{Index as _, Table, number, refuse};

use super::map::Map;
use super::{Hex, Kind, MOST_UNITS, Places, Side, UnitInfo, World};

/// Letters that fit under a block.
const LABEL: usize = 12;

fn flag(attributes: &[Attribute], name: &str) -> Option<bool> {
    attributes.iter().find(|given| given.name == name).map(|given| given.value == Value::Flag(true))
}

pub(super) fn read(map: Map, position: &Position) -> Result<World, Refusal> {
    let facts = &position.setup.facts;
    let fact =
        |name: &str, range: std::ops::RangeInclusive<i32>, usual: Option<i32>, section: &str| match number(
            facts, name,
        )
        .or(usual)
        {
            Some(given) if range.contains(&given) => Ok(given),
            Some(given) => {
                let why = format!("\"{name}\" is {given}; it goes from {} to {}", range.start(), range.end());
                Err(refuse(why, section))
            }
            None => Err(refuse(format!("the scenario must give the fact \"{name}\""), section)),
        };
    let year = fact("year", 1861..=1865, None, "4.2")?;
    let decisive = fact("decisive", 2..=20, Some(7), "4.3")?;
    let usual = if year == 1861 { 2 } else { 1 };
    let tie = match facts.iter().find(|given| given.name == "tie").map(|given| &given.value) {
        None => None,
        Some(Value::Text(id)) if Side::named(id).is_some() => Side::named(id),
        Some(_) => return Err(refuse("the fact \"tie\" must be \"us\" or \"cs\"", "4.61")),
    };
    let victory = fact("victory", 1 - decisive..=decisive - 1, None, "4.3")?;
    let par = fact("par", -decisive..=decisive, Some(victory), "4.61")?;
    let chosen = |option: &str| flag(&position.setup.options, option).unwrap_or(false);
    let balanced = chosen("balanced-year");
    let mut world = World {
        year: year as u16,
        quarter: fact("quarter", 1..=4, Some(usual), "4.2")? as u8,
        victory: victory as i8,
        decisive: decisive as i8,
        marginal: fact("marginal", 1..=decisive, Some(3), "4.21")? as i8,
        tie: tie.filter(|_| balanced),
        par: if balanced { par } else { victory } as i8,
        one_year: flag(facts, "one-year").unwrap_or(false) && !chosen("to-the-end"),
        last_quarter: fact("last-quarter", 1..=4, Some(3), "4.61")? as u8,
        last_year: fact("last-year", year..=1870, Some(1866), "4.21")? as u16,
        emancipated: flag(facts, "emancipated").unwrap_or(year >= 1863),
        free_deployment: chosen("free-deployment"),
        atlas: map.atlas,
        distances: super::Distances::new(&map.hexes),
        places: Places::of(&map.hexes),
        hexes: map.hexes,
        boxes: map.boxes,
        battle_board: map.battle_board,
        rivers: map.rivers,
        capitals: map.capitals,
        units: Table::new(Vec::new()),
        armies: [Vec::new(), Vec::new()],
    };
    let mut units = Vec::new();
    for unit in &position.roster {
        let info = unit_of(&world, unit)?;
        world.armies[info.side as usize].push(super::Unit::nth(units.len()));
        units.push(info);
        if world.armies.iter().any(|army| army.len() > MOST_UNITS) {
            return Err(refuse(format!("{} is one unit too many; {MOST_UNITS} fit a side", unit.id), "3"));
        }
    }
    world.units = Table::new(units);
    check(&world)?;
    Ok(world)
}

fn unit_of(world: &World, unit: &Unit) -> Result<UnitInfo, Refusal> {
    let no = |why: String, section: &str| refuse(format!("{} {why}", unit.id), section);
    let side =
        Side::named(&unit.side).ok_or_else(|| no(format!("is of no side: \"{}\"", unit.side), "3.1"))?;
    let kind = Kind::ALL
        .into_iter()
        .find(|kind| kind.id() == unit.kind)
        .ok_or_else(|| no(format!("is of no kind of unit: \"{}\"", unit.kind), "3.6"))?;
    let given = |name: &str, least: i32, most: i32, section: &str| match number(&unit.attributes, name) {
        Some(given) if (least..=most).contains(&given) => Ok(given as u8),
        _ => Err(no(format!("needs \"{name}\" from {least} to {most}"), section)),
    };
    let most = i32::from(kind.most_steps(side));
    let (steps, firepower, speed) = if kind.leads() {
        (given("steps", 2, 4, "5.1")?, given("firepower", 0, 3, "6.61")?, given("speed", 1, 3, "3.51")?)
    } else {
        match kind {
            Kind::Infantry => (most as u8, 2, 2),
            Kind::Garrison => (most as u8, 1, 1),
            Kind::Cavalry => (most as u8, 1, 3),
            _ => (most as u8, 1, 2),
        }
    };
    let start = match &unit.place {
        None => None,
        Some(place) => {
            let hex: Hex = world
                .find(&place.space)
                .ok_or_else(|| no(format!("is in {}, which is no hex of the map", place.space), "2.1"))?;
            Some((hex, given("strength", 1, steps.into(), "3.3")?))
        }
    };
    let joins = match number(&unit.attributes, "joins-year") {
        None => None,
        Some(_) => {
            let year = number(&unit.attributes, "joins-year").filter(|year| (1861..=1870).contains(year));
            let year = year.ok_or_else(|| no("joins in no year from 1861 to 1870".to_owned(), "5.22"))?;
            let quarter = number(&unit.attributes, "joins-quarter").unwrap_or(1);
            if !(1..=4).contains(&quarter) || start.is_some() || kind != Kind::Leader {
                let why = "can't join later: only leaders without a place do, in quarter 1 to 4";
                return Err(no(why.to_owned(), "5.22"));
            }
            Some((year as u16, quarter as u8))
        }
    };
    let name = if unit.name.is_empty() { unit.id.clone() } else { unit.name.clone() };
    let label = unit.attributes.iter().find(|given| given.name == "label").map(|given| &given.value);
    let label = match label {
        None => label_of(&name, kind),
        Some(Value::Text(label)) if (1..=LABEL).contains(&label.chars().count()) => label.clone(),
        Some(_) => return Err(no(format!("needs a \"label\" of 1 to {LABEL} letters"), "3")),
    };
    Ok(UnitInfo {
        id: unit.id.clone(),
        name,
        label,
        formation: unit.formation.clone(),
        side,
        kind,
        steps,
        command: if kind == Kind::Leader { given("command", 0, 2, "5.12")? } else { 0 },
        firepower,
        speed,
        returns: flag(&unit.attributes, "returns").unwrap_or(false),
        joins,
        replaces_supreme: kind == Kind::Leader && flag(&unit.attributes, "replaces-supreme").unwrap_or(false),
        start,
    })
}

/// What players call a unit for short: its leader's surname, whoever's division it is, or where it is from.
fn label_of(name: &str, kind: Kind) -> String {
    let short = match (name.split_once("'s"), name.rsplit_once(' ')) {
        (Some((whose, _)), _) => whose,
        (None, Some((_, surname))) if kind.leads() => surname,
        (None, Some((from, _))) => from,
        (None, None) => name,
    };
    short.chars().take(LABEL).collect()
}

fn check(world: &World) -> Result<(), Refusal> {
    for side in Side::ALL {
        let of = |found: fn(&UnitInfo) -> bool| {
            world.units.rows().filter(|unit| unit.side == side && found(unit)).count()
        };
        if of(|unit| unit.start.is_some()) == 0 {
            return Err(refuse(format!("the {} side has no unit on the map", side.name()), "4.2"));
        }
        if of(|unit| unit.kind == Kind::Supreme) > 1 {
            return Err(refuse(format!("the {} side has two supreme leaders", side.name()), "3.61"));
        }
        if of(|unit| unit.is_major() && unit.start.is_some()) > 1 {
            return Err(refuse(format!("the {} side has two major leaders in play", side.name()), "5.1"));
        }
    }
    for (number, unit) in world.units.rows().enumerate() {
        let Some((hex, _)) = unit.start else { continue };
        let foe = |other: &&UnitInfo| other.side != unit.side && other.start.is_some_and(|at| at.0 == hex);
        if world.units.rows().skip(number).any(|other| foe(&other)) {
            let why = format!("units of both sides start in {}", world.name(hex));
            return Err(refuse(why, "5.32"));
        }
    }
    Ok(())
}
