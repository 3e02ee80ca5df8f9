//! What supply asks of the board, laid flat: the steps between spaces and what they cost, the railroads, what each space is.

use muster_board::Atlas;
use muster_contract::Refusal;
use muster_sdk::{Index as _, Table, refuse};

use super::names::NetNames;
use super::{Edge, Hexside, Kind, Port, Rail, Ridge, River, Space, SpaceInfo, Terrain};

/// A step from one space to a neighbour, for Lines of Communication (§13.5.3): what can never be crossed is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The neighbour.
    pub to: Space,
    /// The hexside or link; none to Texas beyond the map's edge.
    pub edge: Option<Edge>,
    /// MPs to go there, 1 to 4, by §5.3 and without what depends on who controls what.
    pub there: u8,
    /// MPs to come back from there.
    pub back: u8,
    /// It crosses water of which somebody can have Naval Control: an enemy who has it closes the step.
    pub wet: bool,
    /// The railroad goes on there (§5.4.4 for ferries).
    pub rail: bool,
    /// §5.8.5: a ferry that serves only who holds both its ends, the Coastal Fort of either, and the water.
    pub guarded: bool,
}

/// The steps and the railroads, as they are before the new railroads are built or afterwards (§5.4.5).
#[derive(Clone, Debug)]
pub struct Net {
    first: Vec<u16>,
    links: Vec<Link>,
    rail: Table<Space, bool>,
    railways: Railways,
    closed: Table<Space, bool>,
    /// §H29: of a port without a railroad, the rail hex that it is joined to.
    depot: Table<Space, Option<Space>>,
}

/// The same of railroads alone.
#[derive(Clone, Debug)]
struct Railways {
    /// In the order of the board file.
    hexes: Vec<Space>,
    first: Vec<u16>,
    links: Vec<Link>,
}

impl Railways {
    fn of(first: &[u16], links: &[Link], rail: &Table<Space, bool>) -> Self {
        let hexes = rail.iter().filter(|(_, has)| **has).map(|(space, _)| space).collect();
        let mut rails = Self { hexes, first: vec![0], links: Vec::new() };
        for ends in first.windows(2) {
            let from_here = &links[ends[0].into()..ends[1].into()];
            rails.links.extend(from_here.iter().filter(|link| link.rail));
            rails.first.push(rails.links.len() as u16);
        }
        rails
    }
}

impl Net {
    /// The steps from a space.
    #[inline]
    pub fn links(&self, space: Space) -> &[Link] {
        let at = space.place();
        &self.links[self.first[at].into()..self.first[at + 1].into()]
    }

    /// The rail hexes, in the order of the board file.
    #[inline]
    pub fn railways(&self) -> &[Space] {
        &self.railways.hexes
    }

    /// The steps from a space along which the railroad goes on.
    #[inline]
    pub fn rail_links(&self, space: Space) -> &[Link] {
        let (at, rails) = (space.place(), &self.railways);
        &rails.links[rails.first[at].into()..rails.first[at + 1].into()]
    }

    /// Whether a railroad runs through a space.
    #[inline]
    pub fn has_rail(&self, space: Space) -> bool {
        self.rail[space]
    }

    /// Where the goods of a port come to the railroad: in its own hex, or in the one that it is joined to (§H29).
    pub fn railhead(&self, space: Space) -> Option<Space> {
        if self.rail[space] { Some(space) } else { self.depot[space] }
    }

    /// §17.1.3: whether lines stay out of it while Kentucky is neutral: Kentucky, and New Madrid (§S1.3).
    #[inline]
    pub fn shuns(&self, space: Space) -> bool {
        self.closed[space]
    }

    /// Lays the net out; `late` with the railroads of 1864.
    pub(super) fn lay(atlas: &Atlas, spaces: &Table<Space, SpaceInfo>, late: bool) -> Result<Self, Refusal> {
        let laid = |rail: Rail| rail == Rail::Built || late && rail == Rail::Later;
        let names = NetNames::of(atlas);
        let mut rail: Table<Space, bool> =
            spaces.rows().map(|info| info.ways.iter().any(|way| laid(way.side.rail))).collect();
        let beyond = beyond(atlas, &names, spaces)?;
        for &(texas, hex, _) in beyond.iter().filter(|&&(.., by_rail)| by_rail) {
            (rail[texas], rail[hex]) = (true, true);
        }
        let (mut first, mut links) = (vec![0], Vec::new());
        for (space, info) in spaces.iter() {
            let guarded = |side: &Hexside| side.ferry && side.prohibited;
            let open = info.ways.iter().filter(|way| !way.side.is_barred() || guarded(&way.side));
            for way in open {
                let side = &way.side;
                let back = spaces[way.to].ways.iter().find(|back| back.edge == way.edge);
                let back = back.map_or(side, |back| &back.side);
                let rails = rail[space] && rail[way.to];
                let tracked = laid(side.rail) || side.ferry && rails;
                links.push(Link {
                    to: way.to,
                    edge: Some(way.edge),
                    there: cost(side, tracked, spaces[way.to].terrain),
                    back: cost(back, tracked, info.terrain),
                    wet: side.river.is_navigable() || side.lake,
                    rail: tracked,
                    guarded: guarded(side),
                });
            }
            for &(texas, hex, by_rail) in &beyond {
                if let Some(to) = (space == texas).then_some(hex).or((space == hex).then_some(texas)) {
                    links.push(Link {
                        to,
                        edge: None,
                        there: 1,
                        back: 1,
                        wet: false,
                        rail: by_rail,
                        guarded: false,
                    });
                }
            }
            first.push(
                u16::try_from(links.len()).map_err(|_| refuse("the map has too many hexsides", "2.1"))?,
            );
        }
        let closed =
            |(space, info): (Space, &SpaceInfo)| info.kentucky || atlas.has(space, names.great_river);
        let closed = spaces.iter().map(closed).collect();
        let depot = atlas.spaces().map(|space| railhead(atlas, &names, spaces, space));
        let depot = depot.collect::<Result<_, Refusal>>()?;
        let railways = Railways::of(&first, &links, &rail);
        Ok(Self { first, links, rail, railways, closed, depot })
    }
}

/// §C103: which hexes Texas beyond the map's edge borders, and whether by rail.
fn beyond(
    atlas: &Atlas,
    names: &NetNames,
    spaces: &Table<Space, SpaceInfo>,
) -> Result<Vec<(Space, Space, bool)>, Refusal> {
    let mut found = Vec::new();
    for (texas, info) in spaces.iter().filter(|(_, info)| info.kind == Kind::OffMap) {
        let listed = |key| atlas.text(texas, key).unwrap_or_default().split_whitespace();
        let rails: Vec<&str> = listed(names.rail).collect();
        for id in listed(names.touches) {
            let hex = atlas.space(id).filter(|&hex| spaces[hex].is_land());
            let hex =
                hex.ok_or_else(|| refuse(format!("{} touches {id}, which is no land", info.id), "2.1.5"))?;
            found.push((texas, hex, rails.contains(&id)));
        }
    }
    Ok(found)
}

/// §H29: the rail hex that a port is joined to.
fn railhead(
    atlas: &Atlas,
    names: &NetNames,
    spaces: &Table<Space, SpaceInfo>,
    space: Space,
) -> Result<Option<Space>, Refusal> {
    let info = &spaces[space];
    let Some(id) = atlas.text(space, names.rail).filter(|_| info.kind == Kind::Hex) else { return Ok(None) };
    let beside = |&hex: &Space| info.ways.iter().any(|way| way.to == hex) && info.port != Port::None;
    let found = atlas.space(id).filter(beside);
    found.map(Some).ok_or_else(|| {
        refuse(format!("{} is joined to the railroad at {id} and no port beside it", info.id), "H29")
    })
}

/// §5.3: MPs to cross a hexside into ground of this kind. A railroad costs 1 whatever it crosses, but over a Navigable River without
/// a bridge one more (§5.4.1, 5.4.4, §H5); a road carries over minor rivers and through marsh (§5.5, 5.8.2).
fn cost(side: &Hexside, tracked: bool, ground: Terrain) -> u8 {
    if let Some(price) = side.price {
        return price;
    }
    let followed = tracked || side.road;
    let marsh = ground == Terrain::Marsh && !followed;
    let river = match side.river {
        River::None => false,
        River::Minor => !followed,
        River::Navigable | River::Great => !(tracked && side.bridge),
    };
    1 + u8::from(marsh) + u8::from(river) + u8::from(side.ridge == Ridge::Crest && !tracked)
}
