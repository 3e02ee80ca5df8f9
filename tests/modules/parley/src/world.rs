//! What never changes: boards, roster, options.

use std::collections::BTreeMap;

use muster_contract::{Attribute, Board, Position, Refusal, Value};
use muster_sdk::{Table, refuse};

use crate::{Fault, names::SIDES};

/// How many spaces and links a valley may have: they are counted with a byte.
const MOST: usize = 200;

/// A space.
#[derive(Clone, Debug)]
pub struct Space {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whose camp it is.
    pub camp: Option<u8>,
    /// Whether it is the town that they quarrel over.
    pub town: bool,
}

/// A link between two spaces of the valley.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its id.
    pub id: String,
    /// One end.
    pub a: u8,
    /// The other.
    pub b: u8,
    /// Whether it goes through the ford.
    pub ford: bool,
    /// Its price from a to b, and back.
    pub price: [u8; 2],
}

muster_sdk::index! {
    /// A block: its place in the roster.
    pub struct Unit(u8) of "units";
}

/// What the roster says of a unit.
#[derive(Clone, Debug)]
pub struct UnitInfo {
    /// Its roster key.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: String,
    /// Its strength.
    pub strength: u8,
    /// Where it starts.
    pub space: u8,
}

/// What never changes in a game.
#[derive(Clone, Debug)]
pub struct World {
    /// The spaces of the valley.
    pub spaces: Vec<Space>,
    /// Its links.
    pub links: Vec<Link>,
    /// The three lines of the field, by id.
    pub lines: [String; 3],
    /// The roster: four of the north, then four of the south.
    pub units: Table<Unit, UnitInfo>,
    /// How many turns are played.
    pub turns: u8,
    /// Whether flags may be raised.
    pub flags: bool,
    /// The side that a bot plays headlong.
    pub headlong: Option<u8>,
    /// What is broken.
    #[cfg(feature = "broken")]
    pub fault: Option<Fault>,
}

fn read_spaces(valley: &Board) -> Result<Vec<Space>, Refusal> {
    let camp = |features: &[String]| {
        (0..2).find(|&side| {
            features.iter().any(|feature| *feature == format!("{}-camp", SIDES[usize::from(side)]))
        })
    };
    let spaces: Vec<Space> = valley
        .spaces
        .iter()
        .map(|space| Space {
            id: space.id.clone(),
            title: if space.title.is_empty() { space.id.clone() } else { space.title.clone() },
            camp: camp(&space.features),
            town: space.features.iter().any(|feature| feature == "town"),
        })
        .collect();
    for side in 0..2 {
        if spaces.iter().filter(|space| space.camp == Some(side)).count() != 1 {
            let side = SIDES[usize::from(side)];
            return Err(refuse(format!("the valley needs one space with the feature {side}-camp"), "P2"));
        }
    }
    Ok(spaces)
}

fn read_links(valley: &Board, number: &impl Fn(&str) -> Option<u8>) -> Result<Vec<Link>, Refusal> {
    let mut links = Vec::new();
    for edge in &valley.edges {
        let (Some(a), Some(b)) = (number(&edge.a), number(&edge.b)) else {
            return Err(refuse(format!("the link {} leads to no space of the valley", edge.id), "P5.1"));
        };
        let price = |way: &[Attribute]| number_of(way, "price").unwrap_or(1).clamp(1, 9) as u8;
        let ford = edge.features.iter().any(|feature| feature == "ford");
        links.push(Link {
            id: edge.id.clone(),
            a,
            b,
            ford,
            price: [price(&edge.forward), price(&edge.backward)],
        });
    }
    Ok(links)
}

fn read_unit(
    unit: &muster_contract::Unit,
    spaces: &[Space],
    number: &impl Fn(&str) -> Option<u8>,
) -> Result<UnitInfo, Refusal> {
    let side = unit.side.as_str();
    let strength = number_of(&unit.attributes, "strength").unwrap_or(0);
    if !(1..=3).contains(&strength) {
        return Err(refuse(format!("{} needs a strength from 1 to 3, not {strength}", unit.id), "P6.3"));
    }
    let camp = spaces.iter().position(|space| space.camp.map(|side| SIDES[usize::from(side)]) == Some(side));
    let space = match &unit.place {
        Some(place) => number(&place.space).ok_or_else(|| {
            refuse(format!("{} stands in {}, which is no space of the valley", unit.id, place.space), "P2")
        })?,
        None => camp.unwrap_or(0) as u8,
    };
    Ok(UnitInfo {
        id: unit.id.clone(),
        name: unit.name.clone(),
        kind: unit.kind.clone(),
        strength: strength as u8,
        space,
    })
}

impl World {
    /// Whether this is broken.
    #[cfg(feature = "broken")]
    pub(crate) fn broken(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Nothing is.
    #[cfg(not(feature = "broken"))]
    pub(crate) const fn broken(&self, _fault: Fault) -> bool {
        false
    }

    pub(crate) fn unit(&self, unit: Unit) -> &UnitInfo {
        &self.units[unit]
    }

    pub(crate) fn space(&self, space: u8) -> &Space {
        &self.spaces[usize::from(space)]
    }

    pub(crate) fn link(&self, link: u8) -> &Link {
        &self.links[usize::from(link)]
    }

    /// The side's camp.
    pub(crate) fn camp(&self, side: u8) -> u8 {
        self.spaces.iter().position(|space| space.camp == Some(side)).unwrap_or(0) as u8
    }

    /// The links that leave a space, with the space that they lead to.
    pub(crate) fn links_from(&self, space: u8) -> impl Iterator<Item = (u8, u8)> {
        (0u8..).zip(&self.links).filter_map(move |(number, link)| match space {
            from if from == link.a => Some((number, link.b)),
            from if from == link.b => Some((number, link.a)),
            _ => None,
        })
    }

    /// Reads and checks a position.
    pub(crate) fn read(position: &Position) -> Result<Self, Refusal> {
        let [valley, field, ..] = position.boards.as_slice() else {
            return Err(refuse("Parley needs two boards: a valley, and a field with three lines", "P2"));
        };
        if valley.spaces.len() > MOST || valley.edges.len() > MOST {
            return Err(refuse(format!("a valley has at most {MOST} spaces and as many links"), "P2"));
        }
        let spaces = read_spaces(valley)?;
        let numbers: BTreeMap<&str, u8> = spaces.iter().map(|space| space.id.as_str()).zip(0u8..).collect();
        let number = |id: &str| numbers.get(id).copied();
        let links = read_links(valley, &number)?;
        let lines: Vec<String> = field.spaces.iter().map(|space| space.id.clone()).collect();
        let lines = <[String; 3]>::try_from(lines)
            .map_err(|lines| refuse(format!("the field has {} lines; it needs 3", lines.len()), "P6.2"))?;
        let mut units = Vec::new();
        for side in SIDES {
            let before = units.len();
            for unit in position.roster.iter().filter(|unit| unit.side == side) {
                units.push(read_unit(unit, &spaces, &number)?);
            }
            if units.len() - before != 4 {
                return Err(refuse(
                    format!("the {side} has {} blocks; it needs 4", units.len() - before),
                    "P2",
                ));
            }
        }
        let turns = number_of(&position.setup.facts, "turns").unwrap_or(3);
        if !(1..=9).contains(&turns) {
            return Err(refuse(format!("\"turns\" is {turns}; it goes from 1 to 9"), "P10"));
        }
        let option = |name: &str| {
            position.setup.options.iter().find(|option| option.name == name).map(|option| &option.value)
        };
        let headlong = match option("headlong") {
            Some(Value::Text(side)) if side != "none" => {
                let known = SIDES.iter().position(|known| known == side);
                let known = known.ok_or_else(|| {
                    refuse(format!("\"headlong\" is \"{side}\"; it is north, south or none"), "P8")
                })?;
                Some(known as u8)
            }
            _ => None,
        };
        Ok(Self {
            spaces,
            links,
            lines,
            units: Table::new(units),
            turns: turns as u8,
            flags: option("flags").is_none_or(|value| *value == Value::Flag(true)),
            headlong,
            #[cfg(feature = "broken")]
            fault: position.setup.facts.iter().find(|fact| fact.name == "fault").and_then(|fact| match &fact
                .value
            {
                Value::Text(name) => Fault::named(name),
                _ => None,
            }),
        })
    }
}

/// The number of this name.
pub(crate) fn number_of(attributes: &[Attribute], name: &str) -> Option<i32> {
    attributes.iter().find(|attribute| attribute.name == name).and_then(|attribute| match attribute.value {
        Value::Number(number) => Some(number),
        _ => None,
    })
}
