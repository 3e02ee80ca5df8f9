//! What never changes in a game: the board and the roster (A1, A2).

use muster_board::{Atlas, EdgeId, Features, SpaceId};
use muster_contract::{Position, Refusal};
use muster_sdk::setting::{self, Number, of_unit};
use muster_sdk::{Table, refuse};

use crate::Side;

/// What units, scenarios and boards say, and the option.
pub(crate) const STRENGTH: Number =
    Number::fact("strength", 1, 4, "A2", "Its dice in combat and the hits that it bears")
        .of(&["infantry", "cavalry"])
        .required();
pub(crate) const TURNS: Number = Number::fact("turns", 1, 20, "B1", "How many turns are played").usually(6);
pub(crate) const ORDERS: Number =
    Number::fact("orders", 1, 9, "C1", "How many orders a side gives in a turn").usually(3);
pub(crate) const POINTS: Number =
    Number::fact("points", 1, 9, "V1", "What a post is worth").of(&["space"]).usually(1);
pub(crate) const OPEN_BLOCKS: setting::Choice =
    setting::Choice::off("open-blocks", "Open blocks", "All blocks stand face up, for a first game.", "A3");

/// What a block is (A2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A company on foot.
    Infantry,
    /// A mounted troop.
    Cavalry,
    /// Empty wagons, which look like men in the dark.
    Wagons,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Infantry, Self::Cavalry, Self::Wagons];

    /// Its id in the roster.
    pub fn id(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Wagons => "wagons",
        }
    }
}

muster_sdk::index! {
    /// A unit: its place in the roster.
    pub struct Unit(u8) of "units";
}

/// What the roster says of a unit.
#[derive(Clone, Debug)]
pub struct UnitInfo {
    /// Its roster key.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
    /// How many dice it rolls, and how many hits it bears.
    pub strength: u8,
    /// One of the spaces where its side's blocks start.
    pub start: SpaceId,
}

/// A space that counts (V1).
#[derive(Clone, Copy, Debug)]
pub struct Post {
    /// The space.
    pub space: SpaceId,
    /// What it counts.
    pub points: u8,
}

/// What never changes. All forks of a game share it, so that copying a game copies none of this.
#[derive(Debug)]
pub struct World {
    /// The index of the board.
    pub atlas: Atlas,
    /// The roster.
    pub units: Table<Unit, UnitInfo>,
    /// The posts, in the order of the board.
    pub posts: Vec<Post>,
    /// How many turns are played.
    pub turns: u8,
    /// How many orders a side gives in a turn.
    pub orders: u8,
    /// Whether all blocks stand face up, by the option of that name.
    pub open_blocks: bool,
    camps: [SpaceId; 2],
    // Sets of features are made once: to ask a space for one is then a matter of bits.
    woods: Features,
    water: Features,
    road: Features,
    stream: Features,
}

impl World {
    /// Reads and checks a scenario. A refusal is for its writer: it says what is wrong and by which rule.
    pub(crate) fn read(position: &Position) -> Result<Self, Refusal> {
        let atlas = Atlas::new(&position.boards).map_err(|problem| refuse(problem.to_string(), "A1"))?;
        let facts = &position.setup.facts;
        let world = Self {
            camps: [camp(&atlas, Side::Blue)?, camp(&atlas, Side::Gray)?],
            posts: posts(&atlas)?,
            units: units(&atlas, position)?,
            turns: TURNS.read(facts)? as u8,
            orders: ORDERS.read(facts)? as u8,
            open_blocks: OPEN_BLOCKS.is_on(&position.setup.options),
            woods: atlas.feature("woods"),
            water: atlas.feature("water"),
            road: atlas.feature("road"),
            stream: atlas.feature("stream"),
            atlas,
        };
        world.check_starts()?;
        Ok(world)
    }

    /// A1: one block to a hex, and none in the water.
    fn check_starts(&self) -> Result<(), Refusal> {
        for (number, unit) in self.units.rows().enumerate() {
            let space = self.atlas.name(unit.start);
            if !self.is_ground(unit.start) {
                return Err(refuse(format!("{} starts in {space}, which is water", unit.id), "A1"));
            }
            if self.units.rows().take(number).any(|other| other.start == unit.start) {
                return Err(refuse(format!("two blocks start in {space}; one fits a space"), "A1"));
            }
        }
        Ok(())
    }

    /// The unit of this number.
    pub fn unit(&self, unit: Unit) -> &UnitInfo {
        &self.units[unit]
    }

    /// The numbers of a side's units.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.units.iter().filter(move |(_, info)| info.side == side).map(|(unit, _)| unit)
    }

    /// The side's camp.
    pub fn camp(&self, side: Side) -> SpaceId {
        self.camps[side as usize]
    }

    /// The number of the post in this space.
    pub fn post_at(&self, space: SpaceId) -> Option<usize> {
        self.posts.iter().position(|post| post.space == space)
    }

    /// A1: whether blocks can be there.
    pub fn is_ground(&self, space: SpaceId) -> bool {
        !self.atlas.has(space, self.water)
    }

    /// D4: whether whoever stands there is hard to hit.
    pub fn is_cover(&self, space: SpaceId) -> bool {
        self.atlas.has(space, self.woods) || self.post_at(space).is_some()
    }

    /// C2: what it costs to cross the edge into that space, in march points; none if nobody can.
    pub fn price(&self, edge: EdgeId, to: SpaceId) -> Option<u32> {
        if !self.is_ground(to) {
            return None;
        }
        if self.atlas.edge_has(edge, self.road) {
            return Some(1);
        }
        let (woods, stream) = (self.atlas.has(to, self.woods), self.atlas.edge_has(edge, self.stream));
        Some(1 + u32::from(woods) + u32::from(stream))
    }
}

fn camp(atlas: &Atlas, side: Side) -> Result<SpaceId, Refusal> {
    let wanted = format!("{}-camp", side.id());
    let mut camps = atlas.spaces().filter(|&space| atlas.has(space, atlas.feature(&wanted)));
    match (camps.next(), camps.next()) {
        (Some(camp), None) => Ok(camp),
        _ => Err(refuse(format!("the board needs one space with the feature {wanted}"), "A1")),
    }
}

fn posts(atlas: &Atlas) -> Result<Vec<Post>, Refusal> {
    let (post, points) = (atlas.feature("post"), atlas.key("points"));
    let found: Vec<Post> = atlas
        .spaces()
        .filter(|&space| atlas.has(space, post))
        .map(|space| Post { space, points: atlas.number(space, points).unwrap_or(1).clamp(1, 9) as u8 })
        .collect();
    if found.is_empty() {
        Err(refuse("the board needs a space with the feature post", "V1"))
    } else {
        Ok(found)
    }
}

fn units(atlas: &Atlas, position: &Position) -> Result<Table<Unit, UnitInfo>, Refusal> {
    let read = |unit: &muster_contract::Unit| {
        let wrong = |what: &str, rule: &str| Err(refuse(format!("{} {what}", unit.id), rule));
        let kind = Kind::ALL.into_iter().find(|kind| kind.id() == unit.kind);
        let strength = || of_unit(unit, STRENGTH.read(&unit.attributes));
        let has_strength = unit.attributes.iter().any(|given| given.name == STRENGTH.name());
        let start = unit.place.as_ref().and_then(|place| atlas.space(&place.space));
        match (Side::named(&unit.side), kind, start) {
            (None, ..) => wrong("is of neither side", "A1"),
            (_, None, _) => wrong("is of no kind that there is", "A2"),
            (.., None) => wrong("needs a place to start from", "A3"),
            (_, Some(Kind::Wagons), _) if has_strength => wrong("are wagons, which have no strength", "A2"),
            (Some(side), Some(kind), Some(start)) => Ok(UnitInfo {
                id: unit.id.clone(),
                name: unit.name.clone(),
                side,
                kind,
                strength: if kind == Kind::Wagons { 0 } else { strength()? as u8 },
                start,
            }),
        }
    };
    if position.roster.len() > 40 {
        return Err(refuse("there are more than 40 blocks", "A1"));
    }
    let units: Vec<UnitInfo> = position.roster.iter().map(read).collect::<Result<_, _>>()?;
    for side in Side::ALL {
        if !units.iter().any(|unit| unit.side == side && unit.kind != Kind::Wagons) {
            return Err(refuse(format!("{} has no block that fights", side.name()), "V3"));
        }
    }
    Ok(Table::new(units))
}
