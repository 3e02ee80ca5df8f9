//! The roster (§4.1), the facts and the options.

use muster_contract::{Attribute, Position, Refusal, Value};
use muster_sdk::{Table, number, refuse};

use super::map::Map;
use super::{GROUPS, Kind, Locale, MOST_UNITS, SPARES, Side, Unit, UnitInfo, World};

/// The fewest starting units with which the set-up of §5 can be played: four chosen, four drawn, one more.
const FEWEST: usize = 9;
/// Cubes (§5) that the Confederate player may put into a locale.
pub(crate) const CS_CUBES: u8 = 3;
/// Cubes that the Union player may.
pub(crate) const US_CUBES: u8 = 4;

fn flag(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|given| given.name == name && given.value == Value::Flag(true))
}

pub(super) fn read(map: Map, position: &Position) -> Result<World, Refusal> {
    let facts = &position.setup.facts;
    let fact =
        |name: &str, range: std::ops::RangeInclusive<i32>, usual: Option<i32>, section: &str| match number(
            facts, name,
        )
        .or(usual)
        {
            Some(given) if range.contains(&given) => Ok(given as u8),
            Some(given) => {
                let why = format!("\"{name}\" is {given}; it goes from {} to {}", range.start(), range.end());
                Err(refuse(why, section))
            }
            None => Err(refuse(format!("the scenario must give the fact \"{name}\""), section)),
        };
    let units = units(&map, position)?;
    let starting: Vec<&UnitInfo> = units.rows().filter(|unit| !unit.spare && unit.group == 0).collect();
    let placed = starting.iter().filter(|unit| unit.start.is_some()).count();
    if placed > 0 && placed < starting.len() {
        let missing = starting.iter().find(|unit| unit.start.is_none()).map_or("", |unit| &unit.id);
        let why = format!("either every starting unit has a place or none; {missing} has none");
        return Err(refuse(why, "5"));
    }
    let world = World {
        morale: [fact("us-morale", 1..=25, None, "4.3.2")?, fact("cs-morale", 1..=25, None, "4.3.2")?],
        first_round: fact("first-round", 1..=15, Some(1), "6")?,
        last_round: fact("last-round", 1..=15, Some(15), "6")?,
        margin: fact("margin", 0..=25, Some(7), "14")?,
        set_up: placed == 0,
        no_luck: flag(&position.setup.options, "no-luck"),
        date: facts
            .iter()
            .find_map(|fact| match &fact.value {
                Value::Text(date) if fact.name == "date" => Some(date.clone()),
                _ => None,
            })
            .unwrap_or_default(),
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
        paths: Table::new(Vec::new()),
        column: 0,
    };
    if world.first_round > world.last_round {
        return Err(refuse("the first round comes after the last", "6"));
    }
    check(&world)?;
    Ok(world)
}

fn units(map: &Map, position: &Position) -> Result<Table<Unit, UnitInfo>, Refusal> {
    let mut units = Vec::new();
    for unit in &position.roster {
        units.push(unit_of(map, unit)?);
    }
    for side in Side::ALL {
        let count = units.iter().filter(|unit: &&UnitInfo| unit.side == side).count();
        if count > MOST_UNITS {
            return Err(refuse(format!("the {} has {count} units; {MOST_UNITS} fit", side.name()), "3"));
        }
        if !units.iter().any(|unit| unit.side == side && unit.group == 0) {
            return Err(refuse(format!("the {} has no starting unit", side.name()), "5"));
        }
        let groups =
            (1..=GROUPS).map(|group| units.iter().any(|unit| unit.side == side && unit.group == group));
        let groups: Vec<bool> = groups.collect();
        if groups.windows(2).any(|pair| pair == [false, true]) {
            let why = format!("the {}'s reinforcement groups leave a number out", side.name());
            return Err(refuse(why, "9.3"));
        }
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
        number(&unit.attributes, "strength").unwrap_or(if kind == Kind::Disrupted { 0 } else { -1 });
    let Some(strength) = u8::try_from(strength).ok().filter(|strength| strengths.contains(strength)) else {
        let (least, most) = (strengths.start(), strengths.end());
        return wrong(format!("needs a strength from {least} to {most}"), "4.1");
    };
    let group = match number(&unit.attributes, "reinforcement").unwrap_or(0) {
        group @ 0..=4 => group as u8,
        group => return wrong(format!("is of reinforcement group {group}; there are four"), "9.3"),
    };
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
    let ranging = flag(&unit.attributes, "ranging");
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
        face_up: flag(&unit.attributes, "face-up") || kind == Kind::Disrupted,
        ranging,
        spare: false,
    })
}

fn check(world: &World) -> Result<(), Refusal> {
    for side in Side::ALL {
        if world.units.rows().any(|unit| unit.side == side && unit.group > 0)
            && !world.locales.rows().any(|locale| locale.entry[side as usize])
        {
            let why = format!("the {} has reinforcements and no entry locale", side.name());
            return Err(refuse(why, "9.3"));
        }
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
    if cubes < FEWEST {
        return Err(refuse(format!("the {name} has {cubes} starting units; set-up needs {FEWEST}"), "5"));
    }
    let most = if side == Side::Cs { CS_CUBES } else { US_CUBES };
    let setup = world.locales.rows().filter(|locale| locale.setup[side as usize]);
    let room: Vec<u16> = setup.map(|locale| u16::from(locale.capacity.min(most))).collect();
    let fits: u16 = room.iter().sum();
    if cubes > usize::from(fits) {
        let why = format!("the {name} has {cubes} starting units; {fits} fit its setup locales");
        return Err(refuse(why, "5"));
    }
    if side == Side::Cs && cubes < room.len() {
        let why = format!(
            "the {name} has {cubes} starting units for {} setup locales, each of which needs one",
            room.len()
        );
        return Err(refuse(why, "5"));
    }
    Ok(())
}

/// Units that are placed by the scenario stand as the rules allow.
fn check_places(world: &World) -> Result<(), Refusal> {
    let there = |locale: Locale, side: Option<Side>| {
        let stands = |unit: &&UnitInfo| unit.start.is_some_and(|(at, _)| at == locale);
        world.units.rows().filter(stands).filter(|unit| side.is_none_or(|side| unit.side == side)).count()
    };
    for locale in world.all_locales() {
        let info = world.locale(locale);
        if Side::ALL.into_iter().all(|side| there(locale, Some(side)) > 0) {
            return Err(refuse(format!("units of both armies are in locale {}", info.id), "4.3.1"));
        }
        let count = there(locale, None);
        if count > usize::from(info.capacity) {
            let why = format!("{count} units are in locale {}, which holds {}", info.id, info.capacity);
            return Err(refuse(why, "4.3.1"));
        }
    }
    for unit in world.units.rows() {
        let Some((locale, Some(edge))) = unit.start else { continue };
        let beyond = world.edge(edge).across(locale);
        if there(beyond, Some(unit.side.other())) == 0 {
            let why = format!(
                "{} secures {}, but no enemy is in locale {}",
                unit.id,
                world.edge(edge).id,
                world.name(beyond)
            );
            return Err(refuse(why, "4.3.1"));
        }
    }
    Ok(())
}
