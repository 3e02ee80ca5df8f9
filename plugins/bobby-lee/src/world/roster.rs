//! The roster (§3), the facts and the options.

use muster_contract::{Position, Refusal, Unit};
use muster_sdk::setting::{Number, of_unit};
use muster_sdk::{Index as _, Table, refuse, require};

use super::map::Map;
use super::{Kind, MOST_UNITS, Places, Side, UnitInfo, World, settings};

/// Letters that fit under a block.
const LABEL: usize = 12;

pub(super) fn read(map: Map, position: &Position) -> Result<World, Refusal> {
    let (facts, options) = (&position.setup.facts, &position.setup.options);
    let year = settings::YEAR.read(facts)?;
    let decisive = settings::DECISIVE.read(facts)?;
    let victory = settings::VICTORY.given_within(facts, 1 - decisive..=decisive - 1)?.unwrap_or(0);
    let balanced = settings::BALANCED_YEAR.is_on(options);
    let par = settings::PAR.given_within(facts, -decisive..=decisive)?.filter(|_| balanced);
    let tie = settings::TIE.given(facts)?.filter(|_| balanced);
    let one_year = settings::ONE_YEAR.read(facts)?;
    let mut world = World {
        year: year as u16,
        quarter: settings::QUARTER.given(facts)?.unwrap_or(if year == 1861 { 2 } else { 1 }) as u8,
        victory: victory as i8,
        decisive: decisive as i8,
        marginal: settings::MARGINAL.given_within(facts, 1..=decisive)?.unwrap_or(3) as i8,
        tie: tie.map(|side| Side::ALL[side]),
        par: par.unwrap_or(victory) as i8,
        one_year: one_year && !settings::TO_THE_END.is_on(options),
        last_quarter: settings::LAST_QUARTER.read(facts)? as u8,
        last_year: settings::LAST_YEAR.given_within(facts, year..=1870)?.unwrap_or(1866) as u16,
        emancipated: settings::EMANCIPATED.given(facts)?.unwrap_or(year >= 1863),
        free_deployment: settings::FREE_DEPLOYMENT.is_on(options),
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
        let fits = world.armies.iter().all(|army| army.len() <= MOST_UNITS);
        require(fits, "3", || format!("{} is one unit too many; {MOST_UNITS} fit a side", unit.id))?;
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
    let given = &unit.attributes;
    let read = |setting: Number| of_unit(unit, setting.read(given)).map(|number| number as u8);
    let (steps, firepower, speed) = match kind {
        Kind::Leader | Kind::Supreme => {
            (read(settings::STEPS)?, read(settings::FIREPOWER)?, read(settings::SPEED)?)
        }
        Kind::Infantry => (kind.most_steps(side), 2, 2),
        Kind::Garrison => (kind.most_steps(side), 1, 1),
        Kind::Cavalry => (kind.most_steps(side), 1, 3),
        Kind::Artillery => (kind.most_steps(side), 1, 2),
    };
    let strength = settings::STRENGTH.required();
    let start = unit.place.as_ref().map(|place| -> Result<_, Refusal> {
        let hex = world.find(&place.space);
        let hex =
            hex.ok_or_else(|| no(format!("is in {}, which is no hex of the map", place.space), "2.1"))?;
        let steps = of_unit(unit, strength.given_within(given, 1..=steps.into()))?;
        Ok((hex, steps.unwrap_or(1) as u8))
    });
    let start = start.transpose()?;
    let joins = of_unit(unit, settings::JOINS_YEAR.given(given))?;
    if joins.is_some() && (start.is_some() || kind != Kind::Leader) {
        return Err(no("can't join later: only leaders without a place do".to_owned(), "5.22"));
    }
    let quarter = read(settings::JOINS_QUARTER)?;
    let name = if unit.name.is_empty() { unit.id.clone() } else { unit.name.clone() };
    let label = match of_unit(unit, settings::LABEL.given(given))? {
        None => label_of(&name, kind),
        Some(label) if (1..=LABEL).contains(&label.chars().count()) => label.to_owned(),
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
        command: if kind == Kind::Leader { read(settings::COMMAND)? } else { 0 },
        firepower,
        speed,
        returns: of_unit(unit, settings::RETURNS.read(given))?,
        joins: joins.map(|year| (year as u16, quarter)),
        replaces_supreme: kind == Kind::Leader && of_unit(unit, settings::REPLACES_SUPREME.read(given))?,
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
        let in_play = of(|unit| unit.start.is_some());
        require(in_play > 0, "4.2", || format!("the {} side has no unit on the map", side.name()))?;
        let supreme = of(|unit| unit.kind == Kind::Supreme);
        require(supreme < 2, "3.61", || format!("the {} side has two supreme leaders", side.name()))?;
        let major = of(|unit| unit.is_major() && unit.start.is_some());
        require(major < 2, "5.1", || format!("the {} side has two major leaders in play", side.name()))?;
    }
    for (number, unit) in world.units.rows().enumerate() {
        let Some((hex, _)) = unit.start else { continue };
        let foe = |other: &&UnitInfo| other.side != unit.side && other.start.is_some_and(|at| at.0 == hex);
        let alone = !world.units.rows().skip(number).any(|other| foe(&other));
        require(alone, "5.32", || format!("units of both sides start in {}", world.name(hex)))?;
    }
    Ok(())
}
