//! The map (§2.1), read from the board file.

use muster_board::Atlas;
use muster_contract::{Position, Refusal, SpaceKind};
use muster_sdk::{Table, refuse, require};

use super::names::{EdgeNames, SpaceNames};
use super::{Class, Edge, Net, Places, Side, Space, State, States, Theater, Waters, waters};

/// What a space is (§2.1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A hex of the map.
    Hex,
    /// An island: a space of its own in the water.
    Island,
    /// A Coastal Fort (§10.3).
    CoastalFort,
    /// A box that is a port: the Chesapeake Bay (§20.2.2), Brownsville (§H4).
    PortBox,
    /// Texas beyond the map's edge, which nobody enters (§2.1.5).
    OffMap,
}

/// What the ground of a hex is (§5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// Open country; so are spaces that are no hexes.
    Clear,
    /// Woods.
    Woods,
    /// Marsh.
    Marsh,
    /// Swamp, which land units can't enter.
    Swamp,
    /// Mountains.
    Mountain,
    /// All water: no space for the rules.
    Water,
}

/// Whether there is a town, and of which size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Town {
    /// None.
    None,
    /// A town.
    Town,
    /// A city.
    City,
}

/// Whether there is a port, and of which kind (§20.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// None.
    None,
    /// On a river.
    River,
    /// On the ocean; so are all Coastal Forts (§10.3.2).
    Ocean,
}

/// The river along a hexside; the higher class where there are two (§5.8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum River {
    /// None.
    None,
    /// A Minor River.
    Minor,
    /// Navigable, Type 1.
    Navigable,
    /// Navigable, Type 2: the Mississippi and the Ohio.
    Great,
}

impl River {
    /// Whether ships go on it.
    pub const fn is_navigable(self) -> bool {
        matches!(self, Self::Navigable | Self::Great)
    }
}

/// The railroad over a hexside (§5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rail {
    /// None.
    None,
    /// There from the start.
    Built,
    /// Built with the first turn of 1864 (§5.4.5).
    Later,
}

/// The mountains along a hexside (§5.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ridge {
    /// None.
    None,
    /// A Mountain hexside.
    Crest,
    /// One with a pass.
    Pass,
    /// One with a Railroad Gap.
    Gap,
    /// One that nobody crosses.
    Impassable,
}

/// What lies between two spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexside {
    /// The river.
    pub river: River,
    /// The railroad that crosses it.
    pub rail: Rail,
    /// A railroad bridge over a Navigable River (§5.4.3).
    pub bridge: bool,
    /// A Railroad Ferry (§5.4.4).
    pub ferry: bool,
    /// A road (§5.5).
    pub road: bool,
    /// The mountains.
    pub ridge: Ridge,
    /// Water that is neither river nor crossed by anything, or where movement is forbidden (§5.7, §M6).
    pub prohibited: bool,
    /// A lake lies along it (§20.1.2).
    pub lake: bool,
    /// That is the bay before Galveston, which is crossed like a Navigable River (§M1).
    pub bay: bool,
    /// MPs of a link to a Coastal Fort or box, or of a hexside that has its own price, for who crosses it from here
    /// (§10.3.2, §H4, §H14).
    pub price: Option<u8>,
}

impl Hexside {
    /// Whether land units can't cross it at all: water without a railroad over it, the crest of the Smokies, a forbidden side (§5.7,
    /// §5.8.5, C19, §M6).
    pub const fn is_barred(&self) -> bool {
        self.prohibited
            || matches!(self.ridge, Ridge::Impassable)
            || (self.lake && matches!(self.rail, Rail::None))
    }
}

/// A hexside or link as seen from one of its spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The edge.
    pub edge: Edge,
    /// The space beyond.
    pub to: Space,
    /// What lies between.
    pub side: Hexside,
}

/// A space.
#[derive(Clone, Debug)]
pub struct SpaceInfo {
    /// Its id; of a hex the rulebook's number, the row first.
    pub id: String,
    /// What it is called in a sentence.
    pub called: String,
    /// What it is.
    pub kind: Kind,
    /// Its ground.
    pub terrain: Terrain,
    /// §2.1.8: land, salt water and coast line in it.
    pub coastal: bool,
    /// The states that it lies in (§2.1.2).
    pub states: States,
    /// Its theater; none of water.
    pub theater: Option<Theater>,
    /// Its town.
    pub town: Town,
    /// Its port.
    pub port: Port,
    /// The rivers that its port is on, by the names of the board file.
    pub waters: Vec<String>,
    /// An Objective Hex (§2.1.4).
    pub objective: bool,
    /// The Build Points printed in a Resource Hex, 1 to 5; 0 if it is none (§14.3.2).
    pub resource: u8,
    /// A state capital, or Washington (§13.3).
    pub capital: bool,
    /// Salt is made there (§22.2).
    pub salt: bool,
    /// A railroad leaves the map northward from here (§13.3.1).
    pub north_exit: bool,
    /// It lies wholly within Kentucky, or has a town of Kentucky (§17.1.3).
    pub kentucky: bool,
    /// Of a port, the Coastal Fort that guards it; of a Coastal Fort, its port (§10.3.1).
    pub partner: Option<Space>,
    /// Of a Coastal Fort, who has it at the start unless the scenario says otherwise.
    pub garrison: Option<Side>,
    /// What lies next to it by land; water and spaces that nobody enters left out.
    pub ways: Vec<Way>,
}

impl SpaceInfo {
    /// What the state is that it lies in (§2.1.2); none where a border runs through it, or of no state.
    pub fn class(&self) -> Option<Class> {
        self.states.only().map(State::class)
    }

    /// Whether a port of it is in a Southern State when it is Confederate: West Virginia's are Virginia's then (§17.1.2).
    pub fn has_southern_port(&self) -> bool {
        let southern = |state: State| state.class() == Class::Southern || state == State::WestVirginia;
        self.port != Port::None && self.states.only().is_some_and(southern)
    }

    /// Whether it is a town, a city or a port (§6.1.2).
    pub fn is_settled(&self) -> bool {
        self.town != Town::None || self.port != Port::None
    }

    /// §6.2.3: whether a Control marker can lie there.
    pub fn takes_marker(&self) -> bool {
        let place = self.is_settled() || self.objective || self.resource > 0;
        place && self.kind != Kind::OffMap || self.kind == Kind::Island
    }

    /// Whether it is an Objective or a Resource Hex (§2.1.4).
    pub fn is_key(&self) -> bool {
        self.objective || self.resource > 0
    }

    /// §20.2.2: whether it is the Chesapeake Bay Holding Box, which no land links to.
    pub fn is_chesapeake(&self) -> bool {
        self.kind == Kind::PortBox && self.ways.is_empty()
    }

    /// Whether land units can be there at all (§5.7).
    pub fn is_land(&self) -> bool {
        !matches!(self.terrain, Terrain::Swamp | Terrain::Water) && self.kind != Kind::OffMap
    }
}

/// What the board says.
pub(super) struct Map {
    pub(super) atlas: Atlas,
    pub(super) spaces: Table<Space, SpaceInfo>,
    pub(super) places: Places,
    pub(super) nets: [Net; 2],
    pub(super) waters: Waters,
}

pub(super) fn read(position: &Position) -> Result<Map, Refusal> {
    let atlas = Atlas::new(&position.boards).map_err(|problem| refuse(problem.to_string(), "2.1"))?;
    let [map] = &position.boards[..] else {
        return Err(refuse("the scenario needs one board, the map", "2.1"));
    };
    let hexes = map.spaces.iter().any(|space| space.kind == SpaceKind::Hex);
    require(hexes, "2.1.3", || format!("the board, {}, has no hexes", map.id))?;
    let names = SpaceNames::of(&atlas);
    let spaces = atlas.spaces().map(|space| space_of(&atlas, &names, space));
    let mut spaces = spaces.collect::<Result<Table<Space, SpaceInfo>, Refusal>>()?;
    join_partners(&atlas, &names, &mut spaces)?;
    let names = EdgeNames::of(&atlas);
    for edge in atlas.edges() {
        lay(&atlas, &names, edge, &mut spaces)?;
    }
    let places = places_of(&spaces);
    require(!places.resources.is_empty(), "2.1.4", || format!("{} has no Resource Hex", map.id))?;
    let nets = [Net::lay(&atlas, &spaces, false)?, Net::lay(&atlas, &spaces, true)?];
    let waters = waters::read(&atlas, &spaces)?;
    for info in spaces.rows_mut() {
        for way in &mut info.ways {
            way.side.bay = way.side.lake && waters.of_edge(way.edge).is_some();
        }
    }
    Ok(Map { atlas, spaces, places, nets, waters })
}

/// What a space is (§2.1.3).
fn kind_of(atlas: &Atlas, names: &SpaceNames, space: Space) -> Result<Kind, Refusal> {
    let kinds = [
        (names.island, Kind::Island),
        (names.coastal_fort, Kind::CoastalFort),
        (names.port_box, Kind::PortBox),
        (names.off_map, Kind::OffMap),
    ];
    if atlas.kind(space) == SpaceKind::Hex {
        return Ok(Kind::Hex);
    }
    let found = kinds.iter().find(|(feature, _)| atlas.has(space, *feature)).map(|&(_, kind)| kind);
    let none = || format!("{} is none of island, coastal-fort, port-box and off-map", atlas.name(space));
    found.ok_or_else(|| refuse(none(), "2.1.3"))
}

/// The ground of a space (§5.3).
fn terrain_of(atlas: &Atlas, names: &SpaceNames, space: Space) -> Terrain {
    let grounds = [
        (names.woods, Terrain::Woods),
        (names.marsh, Terrain::Marsh),
        (names.swamp, Terrain::Swamp),
        (names.mountain, Terrain::Mountain),
        (names.water, Terrain::Water),
    ];
    let found = grounds.iter().find(|(feature, _)| atlas.has(space, *feature));
    found.map_or(Terrain::Clear, |&(_, terrain)| terrain)
}

fn space_of(atlas: &Atlas, names: &SpaceNames, space: Space) -> Result<SpaceInfo, Refusal> {
    let has = |feature| atlas.has(space, feature);
    let id = atlas.name(space).to_owned();
    let kind = kind_of(atlas, names, space)?;
    let theater = atlas.text(space, names.theater).map(|word| {
        Theater::named(word).ok_or_else(|| refuse(format!("{id} is in no theater: {word:?}"), "2.1.1"))
    });
    let states = atlas.text(space, names.states).unwrap_or_default().split_whitespace().map(|code| {
        State::named(code).ok_or_else(|| refuse(format!("{id} is in no state: {code:?}"), "2.1.2"))
    });
    let port = match (has(names.port), has(names.ocean_port) || kind == Kind::CoastalFort) {
        (true, true) => return Err(refuse(format!("{id} is a port and an ocean-port"), "20.2.1")),
        (true, false) => Port::River,
        (false, true) => Port::Ocean,
        (false, false) => Port::None,
    };
    let info = SpaceInfo {
        called: match atlas.title(space) {
            "" => id.clone(),
            title => title.to_owned(),
        },
        kind,
        terrain: terrain_of(atlas, names, space),
        coastal: has(names.coast),
        states: states.collect::<Result<States, Refusal>>()?,
        theater: theater.transpose()?,
        town: match (has(names.city), has(names.town)) {
            (true, _) => Town::City,
            (false, true) => Town::Town,
            (false, false) => Town::None,
        },
        port,
        waters: atlas.text(space, names.waters).map(listed).unwrap_or_default(),
        objective: has(names.objective),
        resource: atlas.number(space, names.bp).unwrap_or(0).clamp(0, 255) as u8,
        capital: has(names.capital),
        salt: has(names.salt),
        north_exit: has(names.north_exit),
        kentucky: has(names.kentucky),
        partner: None,
        garrison: atlas.text(space, names.start).and_then(Side::named),
        ways: Vec::new(),
        id,
    };
    check_space(&info, has(names.resource))?;
    Ok(info)
}

/// Whether what the board says of a space can be together; whether it has the feature `resource` besides.
fn check_space(info: &SpaceInfo, resource: bool) -> Result<(), Refusal> {
    let must =
        |holds: bool, section: &str, why: &str| require(holds, section, || format!("{} {why}", info.id));
    let both = (info.resource > 0) == resource;
    must(both, "14.3.2", "needs both the feature resource and a value \"bp\", or neither")?;
    must(info.resource <= 9, "14.3.2", "has Build Points out of the range 1 to 9")?;
    must(!(resource && info.objective), "2.1.4", "is an Objective and a Resource Hex")?;
    let lies = info.theater.is_some() || info.terrain == Terrain::Water;
    must(lies, "2.1.1", "needs a value \"theater\": E, W or TM")?;
    let held = info.garrison.is_some() == (info.kind == Kind::CoastalFort);
    must(held, "10.3.2", "needs \"start\", us or cs, if it is a Coastal Fort")?;
    let one = !info.is_settled() || info.kind != Kind::Hex || info.states.only().is_some();
    must(one, "2.1.2", "has a town or port and must lie in one state")
}

/// The things of a list that is written "James; York".
pub(super) fn listed(text: &str) -> Vec<String> {
    text.split(';').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

/// §10.3.1: which Coastal Fort guards which port.
fn join_partners(
    atlas: &Atlas,
    names: &SpaceNames,
    spaces: &mut Table<Space, SpaceInfo>,
) -> Result<(), Refusal> {
    for fort in atlas.spaces().filter(|&space| atlas.has(space, names.coastal_fort)) {
        let id = atlas.name(fort);
        // Fort St. Philip/Jackson guards a port that lies elsewhere (H11).
        let Some(named) = atlas.text(fort, names.port_of_fort) else { continue };
        let port = atlas
            .space(named)
            .filter(|&port| spaces[port].port == Port::Ocean && spaces[port].partner.is_none());
        let port = port.ok_or_else(|| {
            refuse(
                format!("{id} guards {named}, which is no ocean port, or has another Coastal Fort"),
                "10.3.1",
            )
        })?;
        (spaces[fort].partner, spaces[port].partner) = (Some(port), Some(fort));
    }
    Ok(())
}

/// What lies along a hexside or link.
fn hexside_of(atlas: &Atlas, names: &EdgeNames, edge: Edge) -> Hexside {
    let has = |feature| atlas.edge_has(edge, feature);
    let rivers = [
        (names.great_river, River::Great),
        (names.river, River::Navigable),
        (names.minor_river, River::Minor),
    ];
    let ridges = [
        (names.impassable, Ridge::Impassable),
        (names.gap, Ridge::Gap),
        (names.pass, Ridge::Pass),
        (names.ridge, Ridge::Crest),
    ];
    Hexside {
        river: rivers.iter().find(|(feature, _)| has(*feature)).map_or(River::None, |&(_, river)| river),
        rail: match (has(names.railroad), has(names.railroad_later)) {
            (true, _) => Rail::Built,
            (false, true) => Rail::Later,
            (false, false) => Rail::None,
        },
        bridge: has(names.bridge),
        ferry: has(names.ferry),
        road: has(names.road),
        ridge: ridges.iter().find(|(feature, _)| has(*feature)).map_or(Ridge::None, |&(_, ridge)| ridge),
        prohibited: has(names.prohibited),
        lake: has(names.lake),
        bay: false,
        price: None,
    }
}

/// Lays an edge into the ways of its two spaces, if land units could cross it.
fn lay(
    atlas: &Atlas,
    names: &EdgeNames,
    edge: Edge,
    spaces: &mut Table<Space, SpaceInfo>,
) -> Result<(), Refusal> {
    let ends = atlas.ends(edge);
    let linked = atlas.edge_has(edge, names.land_link);
    if atlas.edge_facing(edge, ends[0]).is_none() && !linked {
        // Between spaces that are no neighbours there is water only.
        return Ok(());
    }
    let id = atlas.edge_name(edge);
    let must =
        |holds: bool, section: &str, why: &str| require(holds, section, || format!("hexside {id} {why}"));
    let side = hexside_of(atlas, names, edge);
    let named = side.river == River::None || atlas.edge_text(edge, ends[0], names.river_name).is_some();
    must(named, "5.8.1", "needs a value \"river\", the river's name")?;
    must(!side.bridge || side.river.is_navigable(), "5.4.3", "has a bridge where no Navigable River runs")?;
    must(!side.ferry || !side.bridge, "5.4.4", "has a bridge and a ferry")?;
    let track = side.rail != Rail::None;
    must(side.ridge != Ridge::Gap || track, "5.4.1", "has a Railroad Gap and no railroad")?;
    let open = ends.iter().all(|&end| spaces[end].is_land());
    must(open || !track, "5.7", "has a railroad into water or swamp")?;
    if !open {
        return Ok(());
    }
    for [one, other] in [ends, [ends[1], ends[0]]] {
        let price = atlas.edge_number(edge, one, names.cost);
        let fits = price.is_none_or(|price| (1..=4).contains(&price));
        must(fits, "5.3", "has a cost out of the range 1 to 4")?;
        let priced = price.is_some() || side.river != River::None;
        must(priced || !linked, "10.3.2", "is a land link and needs a value \"cost\", or a river")?;
        let side = Hexside { price: price.map(|price| price as u8), ..side };
        spaces[one].ways.push(Way { edge, to: other, side });
    }
    Ok(())
}

fn places_of(spaces: &Table<Space, SpaceInfo>) -> Places {
    let those = |fits: fn(&SpaceInfo) -> bool| -> Vec<Space> {
        spaces.iter().filter(|(_, info)| fits(info)).map(|(space, _)| space).collect()
    };
    Places {
        markable: those(SpaceInfo::takes_marker),
        objectives: those(|info| info.objective),
        resources: those(|info| info.resource > 0),
        ports: those(|info| info.port != Port::None),
        forts: those(|info| info.kind == Kind::CoastalFort),
        north_exits: those(|info| info.north_exit),
    }
}
