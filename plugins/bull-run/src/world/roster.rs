//! The roster (§4.1), the facts and the options.

use muster_contract::{Position, Refusal};
use muster_sdk::setting::{Number, of_unit};
use muster_sdk::{Table, number, refuse, require};

use super::map::Map;
use super::settings::{
    CS_MORALE, DATE, FACE_UP, FIRST_ROUND, LAST_ROUND, MARGIN, NO_LUCK, RANGING, REINFORCEMENT, STRENGTH,
    US_MORALE,
};
use super::{GROUPS, Kind, Locale, MOST_UNITS, SPARES, Side, Unit, UnitInfo, World};
use crate::set_up::most_cubes;

/// The fewest starting units with which the set-up of §5 can be played: four chosen, four drawn, one more.
const FEWEST: usize = 9;
pub(super) fn read(map: Map, position: &Position) -> Result<World, Refusal> {
    let facts = &position.setup.facts;
    let fact = |fact: Number| fact.read(facts).map(|number| number as u8);
    let units = units(&map, position)?;
    let starting: Vec<&UnitInfo> = units.rows().filter(|unit| !unit.spare && unit.group == 0).collect();
    let placed = starting.iter().filter(|unit| unit.start.is_some()).count();
    let missing = starting.iter().find(|unit| unit.start.is_none()).map_or("", |unit| &unit.id);
    require(placed == 0 || placed == starting.len(), "5", || {
        format!("either every starting unit has a place or none; {missing} has none")
    })?;
    let world = World {
        morale: [fact(US_MORALE)?, fact(CS_MORALE)?],
        first_round: fact(FIRST_ROUND)?,
        last_round: fact(LAST_ROUND)?,
        margin: fact(MARGIN)?,
        set_up: placed == 0,
        no_luck: NO_LUCK.is_on(&position.setup.options),
        date: DATE.given(facts)?.unwrap_or_default().to_owned(),
        atlas: map.atlas,
        locales: map.locales,
        edges: map.edges,
        roads: map.roads,
        displays: map.displays,
        armies: Side::ALL
            .map(|side| units.iter().filter(|(_, info)| info.side == side).map(|(unit, _)| unit).collect()),
        units,
        distances: Vec::new(),
        to_objective: [Table::new(Vec::new()), Table::new(Vec::new())],
        around: [Table::new(Vec::new()), Table::new(Vec::new())],
        setup: [Vec::new(), Vec::new()],
        paths: Table::new(Vec::new()),
        column: 0,
    };
    let runs = world.first_round <= world.last_round;
    require(runs, "6", || "the first round comes after the last".to_owned())?;
    check(&world)?;
    Ok(world)
}

fn units(map: &Map, position: &Position) -> Result<Table<Unit, UnitInfo>, Refusal> {
    let mut units = Vec::new();
    for unit in &position.roster {
        units.push(unit_of(map, unit)?);
    }
    for side in Side::ALL {
        let (name, of_side) = (side.name(), || units.iter().filter(|unit: &&UnitInfo| unit.side == side));
        let count = of_side().count();
        require(count <= MOST_UNITS, "3", || format!("the {name} has {count} units; {MOST_UNITS} fit"))?;
        let has = |group: u8| of_side().any(|unit| unit.group == group);
        require(has(0), "5", || format!("the {name} has no starting unit"))?;
        let whole = (1..GROUPS).all(|group| has(group) || !has(group + 1));
        require(whole, "9.3", || format!("the {name}'s reinforcement groups leave a number out"))?;
    }
    for side in Side::ALL {
        units.extend((1..=SPARES).map(|number| UnitInfo {
            id: format!("{}-extra-{number}", side.id()),
            name: String::new(),
            formation: String::new(),
            side,
            kind: Kind::Disrupted,
            strength: 0,
            group: 0,
            start: None,
            face_up: false,
            ranging: false,
            spare: true,
        }));
    }
    let mut ids: Vec<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
    ids.sort_unstable();
    match ids.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(twice) => Err(refuse(format!("two units are called {}", twice[0]), "4.1")),
        None => Ok(Table::new(units)),
    }
}

fn unit_of(map: &Map, unit: &muster_contract::Unit) -> Result<UnitInfo, Refusal> {
    let wrong = |what: String, section: &str| Err(refuse(format!("{} {what}", unit.id), section));
    let Some(side) = Side::named(&unit.side) else {
        return wrong("is of neither army".to_owned(), "4.1");
    };
    let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.id() == unit.kind) else {
        return wrong("is of no kind that there is".to_owned(), "4.1");
    };
    let strengths = kind.strengths();
    let strength =
        number(&unit.attributes, STRENGTH.name()).unwrap_or(if kind == Kind::Disrupted { 0 } else { -1 });
    let Some(strength) = u8::try_from(strength).ok().filter(|strength| strengths.contains(strength)) else {
        let (least, most) = (strengths.start(), strengths.end());
        return wrong(format!("needs a strength from {least} to {most}"), "4.1");
    };
    let group = of_unit(unit, REINFORCEMENT.given(&unit.attributes))?.unwrap_or(0) as u8;
    let start = match &unit.place {
        None => None,
        Some(place) => {
            let locale = map.atlas.space(&place.space);
            let Some(locale) = locale.filter(|&locale| map.locales[locale].capacity > 0) else {
                return wrong(format!("is in {}, which is no locale", place.space), "4.3.1");
            };
            let edge = match &place.edge {
                None => None,
                Some(name) => match map.atlas.edge(name) {
                    Some(edge) if map.edges[edge].ends.contains(&locale) => Some(edge),
                    _ => return wrong(format!("secures {name}, no boundary of its locale"), "4.3.1"),
                },
            };
            Some((locale, edge))
        }
    };
    if group > 0 && start.is_some() {
        return wrong("is a reinforcement and can't be on the map at first".to_owned(), "9.3");
    }
    if kind == Kind::Disrupted && start.is_none() {
        return wrong("is disrupted and needs a place on the map".to_owned(), "4.1.1");
    }
    if kind == Kind::Disrupted && start.is_some_and(|(_, edge)| edge.is_some()) {
        return wrong("is disrupted and can't secure an approach".to_owned(), "4.3.1");
    }
    let ranging = of_unit(unit, RANGING.read(&unit.attributes))?;
    if ranging && (kind != Kind::Artillery || start.is_none_or(|(_, edge)| edge.is_none())) {
        return wrong("can't range: only artillery that secures an approach does".to_owned(), "10.4");
    }
    Ok(UnitInfo {
        id: unit.id.clone(),
        // A unit without a name of its own is called by its roster key; what is on its face says more.
        name: if unit.name == unit.id { String::new() } else { unit.name.clone() },
        formation: unit.formation.clone(),
        side,
        kind,
        strength,
        group,
        start,
        face_up: of_unit(unit, FACE_UP.read(&unit.attributes))? || kind == Kind::Disrupted,
        ranging,
        spare: false,
    })
}

fn check(world: &World) -> Result<(), Refusal> {
    for side in Side::ALL {
        let has = world.units.rows().any(|unit| unit.side == side && unit.group > 0);
        let enter = !has || world.locales.rows().any(|locale| locale.entry[side as usize]);
        require(enter, "9.3", || format!("the {} has reinforcements and no entry locale", side.name()))?;
    }
    if world.set_up {
        Side::ALL.into_iter().try_for_each(|side| check_cubes(world, side))
    } else {
        check_places(world)
    }
}

/// §5: the cubes fit the setup locales.
fn check_cubes(world: &World, side: Side) -> Result<(), Refusal> {
    let cubes = world.units.rows().filter(|unit| unit.side == side && !unit.spare && unit.group == 0).count();
    let name = side.name();
    require(cubes >= FEWEST, "5", || {
        format!("the {name} has {cubes} starting units; set-up needs {FEWEST}")
    })?;
    let most = most_cubes(side);
    let setup = world.locales.rows().filter(|locale| locale.setup[side as usize]);
    let room: Vec<u16> = setup.map(|locale| u16::from(locale.capacity.min(most))).collect();
    let fits: u16 = room.iter().sum();
    require(cubes <= usize::from(fits), "5", || {
        format!("the {name} has {cubes} starting units; {fits} fit its setup locales")
    })?;
    require(side == Side::Us || cubes >= room.len(), "5", || {
        let count = room.len();
        format!("the {name} has {cubes} starting units for {count} setup locales, each of which needs one")
    })
}

/// Units that are placed by the scenario stand as the rules allow.
fn check_places(world: &World) -> Result<(), Refusal> {
    let there = |locale: Locale, side: Option<Side>| {
        let stands = |unit: &&UnitInfo| unit.start.is_some_and(|(at, _)| at == locale);
        world.units.rows().filter(stands).filter(|unit| side.is_none_or(|side| unit.side == side)).count()
    };
    for locale in world.all_locales() {
        let info = world.locale(locale);
        let one = Side::ALL.into_iter().any(|side| there(locale, Some(side)) == 0);
        require(one, "4.3.1", || format!("units of both armies are in locale {}", info.id))?;
        let (count, capacity) = (there(locale, None), info.capacity);
        require(count <= usize::from(capacity), "4.3.1", || {
            format!("{count} units are in locale {}, which holds {capacity}", info.id)
        })?;
    }
    for unit in world.units.rows() {
        let Some((locale, Some(edge))) = unit.start else { continue };
        let beyond = world.edge(edge).across(locale);
        require(there(beyond, Some(unit.side.other())) > 0, "4.3.1", || {
            let (edge, beyond) = (&world.edge(edge).id, world.name(beyond));
            format!("{} secures {edge}, but no enemy is in locale {beyond}", unit.id)
        })?;
    }
    Ok(())
}
