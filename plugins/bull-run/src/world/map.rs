//! The map (§4.3.1): locales, boundaries, roads, and what is printed in them.

use muster_board::{Atlas, EdgeId, Features, Key, SpaceId};
use muster_contract::{Position, Refusal};
use muster_sdk::{Table, refuse, require};

use super::{Boundary, Crossing, Edge, Locale, LocaleInfo, Passage, Penalties, Side, Way, is_area};

/// Units that may occupy one locale at most.
const MOST_CAPACITY: i32 = 12;

/// What a board file says.
pub(super) struct Map {
    pub(super) atlas: Atlas,
    pub(super) locales: Table<Locale, LocaleInfo>,
    pub(super) edges: Table<Edge, Boundary>,
    pub(super) roads: Vec<String>,
    pub(super) displays: [[Option<Locale>; 5]; 2],
}

/// Names of roads, numbered as they come.
#[derive(Default)]
struct Roads(Vec<String>);

impl Roads {
    fn number(&mut self, name: &str) -> Result<u8, Refusal> {
        let at = self.0.iter().position(|known| known == name).unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        u8::try_from(at).map_err(|_| refuse("the board has more than 256 roads", "8.6.4"))
    }
}

pub(super) fn read(position: &Position) -> Result<Map, Refusal> {
    let atlas = Atlas::new(&position.boards).map_err(|problem| refuse(problem.to_string(), "4.3.1"))?;
    require(position.boards.len() == 1, "4.3", || "the game is played on one board".to_owned())?;
    let mut roads = Roads::default();
    let edges = boundaries(&atlas, &mut roads)?;
    let locales = locales(&atlas, &edges, &roads)?;
    let displays = displays(&atlas)?;
    Ok(Map { locales, edges, roads: roads.0, displays, atlas })
}

fn boundaries(atlas: &Atlas, roads: &mut Roads) -> Result<Table<Edge, Boundary>, Refusal> {
    let feature = |name: &str| atlas.feature(name);
    let (wide, restricted, impassable) = (feature("wide"), feature("restricted"), feature("impassable"));
    let mut edges: Vec<Boundary> = Vec::new();
    for edge in atlas.edges() {
        let id = atlas.edge_name(edge).to_owned();
        let ends = atlas.ends(edge);
        let inside = ends.iter().all(|&end| is_area(atlas.kind(end)));
        require(inside, "4.3.1", || format!("boundary {id} does not lie between two locales"))?;
        let same = |other: &Boundary| other.ends == ends || other.ends == [ends[1], ends[0]];
        if let Some(other) = edges.iter().find(|other| same(other)) {
            let why = format!("boundaries {} and {id} join the same two locales; one is allowed", other.id);
            return Err(refuse(why, "4.3.1"));
        }
        let passage = match (atlas.edge_has(edge, restricted), atlas.edge_has(edge, impassable)) {
            (true, true) => {
                return Err(refuse(format!("boundary {id} is both restricted and impassable"), "4.3.1"));
            }
            (true, false) => Passage::Restricted,
            (false, true) => Passage::Impassable,
            (false, false) => Passage::Passable,
        };
        // Printed in an approach is what tells against those who come from the other side.
        let printed =
            [penalties(atlas, edge, ends[1], ends[0], &id)?, penalties(atlas, edge, ends[0], ends[1], &id)?];
        edges.push(Boundary {
            ends,
            wide: atlas.edge_has(edge, wide),
            passage,
            penalties: printed,
            roads: crossings(atlas, edge, &id, roads)?,
            id,
        });
    }
    Ok(Table::new(edges))
}

fn penalties(
    atlas: &Atlas,
    edge: EdgeId,
    from: SpaceId,
    into: SpaceId,
    id: &str,
) -> Result<Penalties, Refusal> {
    let number = |name: &str| match atlas.edge_number(edge, from, atlas.key(name)).unwrap_or(0) {
        number @ 0..=3 => Ok(number as u8),
        number => {
            let locale = atlas.name(into);
            let why = format!("{number} {name} penalties in locale {locale}'s approach of {id}; 0 to 3 fit");
            Err(refuse(why, "4.3.1"))
        }
    };
    Ok(Penalties {
        infantry: number("infantry")?,
        cavalry: number("cavalry")?,
        artillery: number("artillery")?,
        obstructed: atlas.edge_flag(edge, from, atlas.key("obstructed")),
    })
}

fn crossings(atlas: &Atlas, edge: EdgeId, id: &str, roads: &mut Roads) -> Result<Vec<Crossing>, Refusal> {
    let mut crossings: Vec<Crossing> = Vec::new();
    for (key, main) in [("main-roads", true), ("local-roads", false)] {
        let names = atlas.edge_text(edge, atlas.ends(edge)[0], atlas.key(key)).unwrap_or_default();
        for name in names.split_whitespace() {
            let road = roads.number(name)?;
            let first = crossings.iter().all(|crossing| crossing.road != road);
            require(first, "8.6.4", || format!("road {name} crosses boundary {id} twice"))?;
            crossings.push(Crossing { road, main });
        }
    }
    Ok(crossings)
}

fn locales(
    atlas: &Atlas,
    edges: &Table<Edge, Boundary>,
    roads: &Roads,
) -> Result<Table<Locale, LocaleInfo>, Refusal> {
    let both = |space: SpaceId, what: &str| {
        Side::ALL.map(|side| atlas.has(space, atlas.feature(&format!("{}-{what}", side.id()))))
    };
    let (capacity, apart) = (atlas.key("capacity"), atlas.key("apart"));
    let mut locales = Vec::new();
    for space in atlas.spaces() {
        let id = atlas.name(space).to_owned();
        let ways: Vec<Way> =
            atlas.edges_of(space).iter().map(|way| Way { edge: way.edge, to: way.to }).collect();
        let capacity = capacity_of(atlas, space, capacity)?;
        let mut alone = Vec::new();
        for name in atlas.text(space, apart).unwrap_or_default().split_whitespace() {
            let enters = |road: u8| {
                let here = ways.iter().flat_map(|way| &edges[way.edge].roads);
                here.into_iter().any(|crossing| crossing.road == road)
            };
            let road = roads.0.iter().position(|known| known == name).map(|road| road as u8);
            let road = road.filter(|&road| enters(road));
            require(road.is_some(), "8.6.4", || {
                format!("no road {name} enters locale {id}, where it is apart")
            })?;
            alone.extend(road);
        }
        let setup = both(space, "setup");
        require(setup != [true; 2], "5", || format!("locale {id} is a setup locale of both armies"))?;
        locales.push(LocaleInfo {
            called: match atlas.title(space) {
                "" => id.clone(),
                title => format!("{id} ({title})"),
            },
            capacity,
            setup,
            entry: both(space, "entry"),
            objective: both(space, "objective"),
            ways,
            apart: alone,
            id,
        });
    }
    let any = locales.iter().any(|locale| locale.capacity > 0);
    require(any, "4.3.1", || "the board has no locale".to_owned())?;
    Ok(Table::new(locales))
}

fn capacity_of(atlas: &Atlas, space: SpaceId, key: Key) -> Result<u8, Refusal> {
    let id = atlas.name(space);
    match (is_area(atlas.kind(space)), atlas.number(space, key)) {
        (false, _) => Ok(0),
        (true, Some(capacity)) if (1..=MOST_CAPACITY).contains(&capacity) => Ok(capacity as u8),
        (true, Some(capacity)) => {
            let why = format!("locale {id} has a capacity of {capacity}; it goes from 1 to {MOST_CAPACITY}");
            Err(refuse(why, "4.3.1"))
        }
        (true, None) => Err(refuse(format!("locale {id} needs a value \"capacity\""), "4.3.1")),
    }
}

/// The boxes with the unit displays (§4.3.2).
fn displays(atlas: &Atlas) -> Result<[[Option<Locale>; 5]; 2], Refusal> {
    let group = atlas.key("group");
    let mut displays = [[None; 5]; 2];
    for space in atlas.spaces().filter(|&space| !is_area(atlas.kind(space))) {
        for side in Side::ALL {
            let display: Features = atlas.feature(&format!("{}-display", side.id()));
            if !atlas.has(space, display) {
                continue;
            }
            let found = atlas.number(space, group).and_then(|group| usize::try_from(group).ok());
            match found.and_then(|group| displays[side as usize].get_mut(group)) {
                Some(slot @ None) => *slot = Some(space),
                _ => {
                    let why = format!("box {} needs a group from 0 to 4 of its own", atlas.name(space));
                    return Err(refuse(why, "4.3.2"));
                }
            }
        }
    }
    Ok(displays)
}
