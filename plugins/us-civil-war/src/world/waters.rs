//! The waters as a graph (§20.1.2): where ships go, and along what Naval Control spreads.

use muster_sdk::{Index as _, Table};

use super::{Edge, Side, Space};

mod build;
mod check;
mod courses;
mod inland;
mod links;
mod named;

pub(super) use build::read;
use courses::Courses;
pub use courses::Reach;

muster_sdk::index! {
    /// A stretch of water: a hexside, a coast, a port, a Coastal Fort, an island or box, a path, a bay or a sea.
    pub struct Node(u16) of "waters";
}

/// What a stretch of water is (§20.1.2, §20.1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Water {
    /// A Navigable River of Type 1, along a hexside or through a hex (§H20).
    River,
    /// One of Type 2: the Mississippi, the Ohio.
    GreatRiver,
    /// A lake along a hexside.
    Lake,
    /// The coast of a hex, an island or a port box.
    Coast,
    /// A Coastal Fort and what it guards.
    Fort,
    /// A port on a river. Ships lie there; nothing goes on through it.
    Port,
    /// A bay that is no Tidal River Path (§M1).
    Bay,
    /// A Tidal River Path, where both sides may be at once (§20.4).
    Tidal,
    /// The Atlantic or the Gulf.
    Sea,
    /// What parts a Coastal Fort from the land (§H8, §H11, §21.2.3), and Galveston from it (§M1). It leads nowhere.
    Strait,
}

impl Water {
    /// Whether both sides can be there, so that nobody has it alone.
    pub const fn is_shared(self) -> bool {
        matches!(self, Self::Tidal | Self::Port)
    }
}

/// A space whose works and port face a stretch of water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    /// The space.
    pub space: Space,
    /// Whether it has a port that has a say there (§20.1.4): on this river, or on one that joins it at the hex.
    pub port: bool,
}

/// What else decides who has a stretch of water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// Nothing.
    None,
    /// Only who controls this space: Galveston, Hatteras Inlet, Roanoke Island (§20.1.4).
    Gate(Space),
    /// The Union always: Ship Island, Atchafalaya Bay (§20.1.3).
    Union,
    /// Nobody while Kentucky is neutral: it lies wholly within Kentucky (§17.1.3).
    Kentucky,
    /// Nobody while Kentucky is neutral, in a game that begins in 1861: New Madrid (§S1.3).
    NewMadrid,
}

/// A stretch of water.
#[derive(Clone, Debug)]
pub struct WaterInfo {
    /// Its name: that of the hexside, space, path, bay or sea; "2349 coast" for the shore of a hex that its port is not on.
    pub name: String,
    /// What it is.
    pub water: Water,
    /// The spaces whose works face it.
    pub faces: [Option<Face>; 2],
    /// What else counts there.
    pub bar: Bar,
    /// The space that it is in; none of hexsides, paths, bays and seas.
    pub space: Option<Space>,
}

/// Lists of nodes, one for each of many things, laid out one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    ends: Vec<u16>,
    nodes: Vec<Node>,
}

impl Rows {
    /// Those of so many things, from pairs in any order; each list is sorted, and nothing is in it twice.
    pub(super) fn new(things: usize, pairs: impl IntoIterator<Item = (usize, Node)>) -> Self {
        let mut pairs: Vec<(usize, Node)> = pairs.into_iter().collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut rows = Self { ends: vec![0; things], nodes: Vec::with_capacity(pairs.len()) };
        let mut left = pairs.iter().peekable();
        for (thing, end) in rows.ends.iter_mut().enumerate() {
            while let Some((_, node)) = left.next_if(|(of, _)| *of == thing) {
                rows.nodes.push(*node);
            }
            *end = u16::try_from(rows.nodes.len()).expect("links that a board can have");
        }
        rows
    }

    #[inline]
    fn of(&self, thing: usize) -> &[Node] {
        let start = if thing == 0 { 0 } else { self.ends[thing - 1] };
        &self.nodes[usize::from(start)..usize::from(self.ends[thing])]
    }
}

/// The waters of the map. What depends on the board alone is found once.
#[derive(Clone, Debug)]
pub struct Waters {
    /// By number.
    pub nodes: Table<Node, WaterInfo>,
    pub(super) links: Rows,
    pub(super) of_edge: Table<Edge, Option<Node>>,
    pub(super) of_space: Table<Space, Option<Node>>,
    /// By space: the node of its port, be it on a river or a coast.
    pub(super) harbours: Table<Space, Option<Node>>,
    pub(super) shores: Rows,
    /// By stretch: the spaces that ships put land units ashore in from it (§20.3.4).
    pub(super) banks: Table<Node, [Option<Space>; 2]>,
    /// The Mississippi, the Ohio and what flows into them, but for the Tennessee above the Muscle Shoals (§18.1).
    pub(super) inland: Table<Node, bool>,
    /// The Mississippi, and the Coastal Fort at its mouth (§20.3.5).
    pub(super) delta: Table<Node, bool>,
    /// By space: whether the sea is reached from its coast without a dotted Tidal River Path, by whomever (§18.1).
    pub(super) open_coasts: Table<Space, bool>,
    pub(super) ports: Rows,
    /// By side: the ports at which its Naval Control originates if it controls them (§20.1.3), in the order of the board file.
    pub sources: [Vec<Space>; 2],
    /// Decatur and Stevenson: who controls both has the Tennessee above the Muscle Shoals (§20.1.3).
    pub shoals: Option<[Space; 2]>,
    /// The hexside that Union Naval Control doesn't go down the Mississippi from before 1862, and what lies below it (§S1.3).
    pub narrows: Option<[Node; 2]>,
    /// The Mississippi, from the north edge to the Gulf, and the Coastal Fort at its mouth (§19.3.1).
    pub mississippi: Vec<Node>,
    /// The seas.
    pub seas: Vec<Node>,
    /// Tidal River Paths that the Confederates may not sail, and the coasts on them: the Chesapeake Bay (§20.3.4, §20.4).
    pub(super) northern: Table<Node, bool>,
    pub(super) courses: Courses,
}

impl Waters {
    /// Where one gets to from here by water.
    #[inline]
    pub fn links(&self, node: Node) -> &[Node] {
        self.links.of(node.place())
    }

    /// The water along a hexside, or between a Coastal Fort and the land; none unless it is navigable.
    #[inline]
    pub fn of_edge(&self, edge: Edge) -> Option<Node> {
        self.of_edge[edge]
    }

    /// The waters of a coastal hex, an island, a Coastal Fort, a box, or a hex that a river runs through; of a hex with two shores
    /// that one which its port is on, if that is a coast. None of a port on a river.
    #[inline]
    pub fn of_space(&self, space: Space) -> Option<Node> {
        self.of_space[space]
    }

    /// Every stretch of water that touches a space: its navigable hexsides, its coasts, the river or box within.
    #[inline]
    pub fn shore(&self, space: Space) -> &[Node] {
        self.shores.of(space.place())
    }

    /// The spaces that ships put land units ashore in from here: both sides of a hexside (§20.3.4). In Vicksburg nobody lands from
    /// the Yazoo, over which nothing comes to it (§M6).
    pub fn banks(&self, node: Node) -> impl Iterator<Item = Space> {
        self.banks[node].into_iter().flatten()
    }

    /// §18.1: whether it is the Mississippi, the Ohio or a river that flows into them below the Muscle Shoals.
    pub fn is_inland(&self, node: Node) -> bool {
        self.inland[node]
    }

    /// §20.3.5: whether it is the Mississippi up to where Ocean Transport gets, or what bars its mouth.
    pub fn is_of_delta(&self, node: Node) -> bool {
        self.delta[node]
    }

    /// §18.1: whether the sea is reached from the coast of a space without a dotted Tidal River Path.
    pub fn is_open_coast(&self, space: Space) -> bool {
        self.open_coasts[space]
    }

    /// The waters that the port of a space opens onto (§20.2.1, C105); nothing without one.
    #[inline]
    pub fn port(&self, space: Space) -> &[Node] {
        self.ports.of(space.place())
    }

    /// Where ships lie in the port of a space; none without one.
    #[inline]
    pub fn harbour(&self, space: Space) -> Option<Node> {
        self.harbours[space]
    }

    /// §20.3.4, §20.4: whether the Confederates may not use Naval Transport there: the Chesapeake Bay north of Hampton.
    pub fn is_northern(&self, node: Node) -> bool {
        self.northern[node]
    }

    /// The stretch of water of this name.
    pub fn named(&self, name: &str) -> Option<Node> {
        self.nodes.iter().find(|(_, info)| info.name == name).map(|(node, _)| node)
    }

    /// The spaces whose works decide who has waters; some of them more than once.
    pub(crate) fn guarded_by(&self) -> impl Iterator<Item = Space> + '_ {
        self.nodes.rows().flat_map(|info| info.faces.into_iter().flatten()).map(|face| face.space)
    }

    /// Those whose holders decide it: ports on rivers, sources, gates.
    pub(crate) fn decided_by(&self) -> impl Iterator<Item = Space> + '_ {
        let gate = |info: &WaterInfo| if let Bar::Gate(space) = info.bar { Some(space) } else { None };
        let faces = self.nodes.rows().flat_map(|info| info.faces.into_iter().flatten());
        let ports = faces.filter(|face| face.port).map(|face| face.space);
        let sources = self.sources.iter().flatten().copied().chain(self.shoals.into_iter().flatten());
        ports.chain(self.nodes.rows().filter_map(gate)).chain(sources)
    }

    /// How many links there are, each counted once.
    pub fn link_count(&self) -> usize {
        self.links.nodes.len() / 2
    }

    /// The ports at which a side's Naval Control originates, if it controls them.
    pub(crate) fn sources_of(&self, side: Side) -> &[Space] {
        &self.sources[side as usize]
    }
}
