//! The index of a game's boards.

use muster_contract::{Facing, Grid, Point, SpaceKind, Value};
use serde::{Deserialize, Serialize};

use crate::hex::{Hex, Turn};

/// A space of the game's boards. It counts for as long as the boards stay the same; what leaves the module names
/// spaces by [`Atlas::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SpaceId(pub u16);

/// An edge of the game's boards. It counts for as long as the boards stay the same; what leaves the module names
/// edges by [`Atlas::edge_name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct EdgeId(pub u16);

/// A board of the game, counted from 0, which is the main one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BoardId(pub u8);

/// A set of features ("woods", "town"). Made from names by [`Atlas::features`]; a feature that no board has
/// leaves the set as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(pub(crate) u128);

impl Features {
    /// The empty set.
    pub const NONE: Features = Features(0);

    /// Whether the two sets have a feature in common.
    pub fn meets(self, other: Features) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every feature of the other set is in this one.
    pub fn holds(self, other: Features) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::ops::BitOr for Features {
    type Output = Features;

    /// The features of either set.
    fn bitor(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }
}

/// The name of a value ("height"), made by [`Atlas::key`]. For a name that no board has there is a key as well, for
/// which nothing has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub(crate) u16);

/// One edge as seen from one of its spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The edge.
    pub edge: EdgeId,
    /// The space at its other end.
    pub to: SpaceId,
}

/// A list of named values.
pub(crate) type Values = Vec<(Key, Value)>;

/// In tables of spaces: there is none.
pub(crate) const NOWHERE: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub(crate) struct BoardEntry {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) grid: Grid,
    pub(crate) values: Values,
    pub(crate) spaces: std::ops::Range<u16>,
    pub(crate) hexes: Option<HexTable>,
}

/// Where the hexes of a board are.
#[derive(Clone, Debug)]
pub(crate) struct HexTable {
    pub(crate) turn: Turn,
    pub(crate) least: Hex,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) spaces: Vec<u16>,
}

impl HexTable {
    pub(crate) fn index(&self, hex: Hex) -> Option<usize> {
        let off = hex.minus(self.least);
        let inside = (0..self.width).contains(&off.q) && (0..self.height).contains(&off.r);
        inside.then(|| (off.r * self.width + off.q) as usize)
    }

    pub(crate) fn at(&self, hex: Hex) -> Option<SpaceId> {
        self.index(hex).map(|index| self.spaces[index]).filter(|&space| space != NOWHERE).map(SpaceId)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct SpaceEntry {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) kind: SpaceKind,
    pub(crate) at: Point,
    pub(crate) board: BoardId,
    pub(crate) features: Features,
    pub(crate) values: Values,
    pub(crate) hex: Option<Hex>,
    pub(crate) neighbours: [u16; 6],
    pub(crate) ways: std::ops::Range<u32>,
}

#[derive(Clone, Debug)]
pub(crate) struct EdgeEntry {
    pub(crate) id: String,
    pub(crate) a: SpaceId,
    pub(crate) b: SpaceId,
    pub(crate) direction: Option<Facing>,
    pub(crate) features: Features,
    pub(crate) values: Values,
    pub(crate) forward: Values,
    pub(crate) backward: Values,
}

/// The index of all the boards of a game; made by [`Atlas::new`].
///
/// Its methods panic when they are given a [`SpaceId`], [`EdgeId`] or [`BoardId`] that is not its own.
#[derive(Clone, Debug)]
pub struct Atlas {
    pub(crate) boards: Vec<BoardEntry>,
    pub(crate) spaces: Vec<SpaceEntry>,
    pub(crate) edges: Vec<EdgeEntry>,
    pub(crate) ways: Vec<Way>,
    /// Per space its board and hex again, close together: what bots ask for most.
    pub(crate) places: Vec<Option<(BoardId, Hex)>>,
    /// Space numbers in the order of their names, and edges likewise.
    pub(crate) spaces_by_name: Vec<u16>,
    pub(crate) edges_by_name: Vec<u16>,
    /// Sorted names; a feature's place in the list is its bit, a value name's is its key.
    pub(crate) feature_names: Vec<String>,
    pub(crate) value_names: Vec<String>,
}

/// Boards.
impl Atlas {
    /// Every board, the main one first.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = BoardId> + use<> {
        (0..self.boards.len() as u8).map(BoardId)
    }

    /// The board of a name.
    pub fn board(&self, name: &str) -> Option<BoardId> {
        self.boards.iter().position(|board| board.id == name).map(|index| BoardId(index as u8))
    }

    /// A board's name.
    pub fn board_name(&self, board: BoardId) -> &str {
        &self.boards[usize::from(board.0)].id
    }

    /// A board's title.
    pub fn board_title(&self, board: BoardId) -> &str {
        &self.boards[usize::from(board.0)].title
    }

    /// How a board's spaces lie.
    pub fn grid(&self, board: BoardId) -> Grid {
        self.boards[usize::from(board.0)].grid
    }

    /// One of a board's values ("yards-per-hex").
    pub fn board_value(&self, board: BoardId, key: Key) -> Option<&Value> {
        find(&self.boards[usize::from(board.0)].values, key)
    }

    /// The spaces of a board, in the order of its file.
    pub fn spaces_of(&self, board: BoardId) -> impl DoubleEndedIterator<Item = SpaceId> + use<> {
        self.boards[usize::from(board.0)].spaces.clone().map(SpaceId)
    }
}

/// Names of features and values.
impl Atlas {
    /// The set of these features. Make it once, when the module makes its world.
    pub fn features<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Features {
        names.into_iter().map(|name| self.feature(name)).fold(Features::NONE, std::ops::BitOr::bitor)
    }

    /// The set of this one feature, empty if no board has it.
    pub fn feature(&self, name: &str) -> Features {
        match self.feature_names.binary_search_by(|known| known.as_str().cmp(name)) {
            Ok(bit) => Features(1 << bit),
            Err(_) => Features::NONE,
        }
    }

    /// The names of a set's features, sorted.
    pub fn feature_names(&self, features: Features) -> impl Iterator<Item = &str> {
        let named = self.feature_names.iter().enumerate();
        named.filter(move |&(bit, _)| features.0 & (1 << bit) != 0).map(|(_, name)| name.as_str())
    }

    /// The key of a value's name. Make it once, when the module makes its world.
    pub fn key(&self, name: &str) -> Key {
        match self.value_names.binary_search_by(|known| known.as_str().cmp(name)) {
            Ok(index) => Key(index as u16),
            Err(_) => Key(u16::MAX),
        }
    }
}

/// Spaces.
impl Atlas {
    /// How many spaces all boards have together: [`SpaceId`]s run from 0 to one less.
    pub fn space_count(&self) -> usize {
        self.spaces.len()
    }

    /// Every space of every board, board by board in the order of their files.
    pub fn spaces(&self) -> impl DoubleEndedIterator<Item = SpaceId> + ExactSizeIterator + use<> {
        (0..self.spaces.len() as u16).map(SpaceId)
    }

    /// The space of a name.
    pub fn space(&self, name: &str) -> Option<SpaceId> {
        let by_name = |&index: &u16| self.spaces[usize::from(index)].id.as_str().cmp(name);
        self.spaces_by_name.binary_search_by(by_name).ok().map(|place| SpaceId(self.spaces_by_name[place]))
    }

    pub(crate) fn entry(&self, space: SpaceId) -> &SpaceEntry {
        &self.spaces[usize::from(space.0)]
    }

    /// A space's name ("0711").
    pub fn name(&self, space: SpaceId) -> &str {
        &self.entry(space).id
    }

    /// What a space is called, or nothing.
    pub fn title(&self, space: SpaceId) -> &str {
        &self.entry(space).title
    }

    /// What a person calls a space: its title if it has one, else its name.
    pub fn called(&self, space: SpaceId) -> &str {
        let entry = self.entry(space);
        if entry.title.is_empty() { &entry.id } else { &entry.title }
    }

    /// What a space is.
    pub fn kind(&self, space: SpaceId) -> SpaceKind {
        self.entry(space).kind
    }

    /// A space's middle.
    pub fn at(&self, space: SpaceId) -> Point {
        self.entry(space).at
    }

    /// The board that a space is on.
    pub fn board_of(&self, space: SpaceId) -> BoardId {
        self.entry(space).board
    }

    /// All the features of a space.
    pub fn features_of(&self, space: SpaceId) -> Features {
        self.entry(space).features
    }

    /// Whether a space has any of these features.
    pub fn has(&self, space: SpaceId, any: Features) -> bool {
        self.entry(space).features.meets(any)
    }

    /// A space's value.
    pub fn value(&self, space: SpaceId, key: Key) -> Option<&Value> {
        find(&self.entry(space).values, key)
    }

    /// A space's value, if it is a number.
    pub fn number(&self, space: SpaceId, key: Key) -> Option<i32> {
        number(self.value(space, key))
    }

    /// A space's value, if it is a text.
    pub fn text(&self, space: SpaceId, key: Key) -> Option<&str> {
        text(self.value(space, key))
    }

    /// Whether a space has this value and it is a yes.
    pub fn flag(&self, space: SpaceId, key: Key) -> bool {
        matches!(self.value(space, key), Some(Value::Flag(true)))
    }
}

/// Edges.
impl Atlas {
    /// How many edges all boards have together: [`EdgeId`]s run from 0 to one less.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Every edge of every board, board by board in the order of their files.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = EdgeId> + ExactSizeIterator + use<> {
        (0..self.edges.len() as u16).map(EdgeId)
    }

    /// The edge of a name.
    pub fn edge(&self, name: &str) -> Option<EdgeId> {
        let by_name = |&index: &u16| self.edges[usize::from(index)].id.as_str().cmp(name);
        self.edges_by_name.binary_search_by(by_name).ok().map(|place| EdgeId(self.edges_by_name[place]))
    }

    pub(crate) fn edge_entry(&self, edge: EdgeId) -> &EdgeEntry {
        &self.edges[usize::from(edge.0)]
    }

    /// An edge's name ("0310/0311").
    pub fn edge_name(&self, edge: EdgeId) -> &str {
        &self.edge_entry(edge).id
    }

    /// The two spaces that an edge lies between, as its file names them.
    pub fn ends(&self, edge: EdgeId) -> [SpaceId; 2] {
        let entry = self.edge_entry(edge);
        [entry.a, entry.b]
    }

    /// The space at the other end of an edge; none if the edge isn't one of this space's.
    pub fn across(&self, edge: EdgeId, from: SpaceId) -> Option<SpaceId> {
        match self.ends(edge) {
            [a, b] if a == from => Some(b),
            [a, b] if b == from => Some(a),
            _ => None,
        }
    }

    /// The edges of a space with what lies beyond each: on hex boards clockwise from the top, then (and on
    /// other boards only) in the order of the file.
    pub fn edges_of(&self, space: SpaceId) -> &[Way] {
        let ways = &self.entry(space).ways;
        &self.ways[ways.start as usize..ways.end as usize]
    }

    /// The edges between two spaces, of which there may be several.
    pub fn edges_between(&self, a: SpaceId, b: SpaceId) -> impl Iterator<Item = EdgeId> {
        self.edges_of(a).iter().filter(move |way| way.to == b).map(|way| way.edge)
    }

    /// The edge between two spaces, the first if there are several.
    pub fn edge_between(&self, a: SpaceId, b: SpaceId) -> Option<EdgeId> {
        self.edges_between(a, b).next()
    }

    /// Whether an edge joins the two spaces, or they are neighbouring hexes.
    pub fn adjacent(&self, a: SpaceId, b: SpaceId) -> bool {
        self.edge_between(a, b).is_some() || self.distance(a, b) == Some(1)
    }

    /// The spaces that edges lead to, each once, in the order of [`edges_of`](Atlas::edges_of).
    pub fn neighbours(&self, space: SpaceId) -> impl Iterator<Item = SpaceId> {
        let ways = self.edges_of(space);
        let first = move |index: usize| ways[..index].iter().all(|before| before.to != ways[index].to);
        (0..ways.len()).filter(move |&index| first(index)).map(move |index| ways[index].to)
    }

    /// All the features of an edge.
    pub fn edge_features(&self, edge: EdgeId) -> Features {
        self.edge_entry(edge).features
    }

    /// Whether an edge has any of these features.
    pub fn edge_has(&self, edge: EdgeId, any: Features) -> bool {
        self.edge_entry(edge).features.meets(any)
    }

    /// An edge's value for one who crosses it from this space: the one of that direction if it has one, else the
    /// one for both.
    pub fn edge_value(&self, edge: EdgeId, from: SpaceId, key: Key) -> Option<&Value> {
        let entry = self.edge_entry(edge);
        let one_way = if from == entry.a { &entry.forward } else { &entry.backward };
        find(one_way, key).or_else(|| find(&entry.values, key))
    }

    /// An edge's value for one who crosses it from this space, if it is a number.
    pub fn edge_number(&self, edge: EdgeId, from: SpaceId, key: Key) -> Option<i32> {
        number(self.edge_value(edge, from, key))
    }

    /// An edge's value for one who crosses it from this space, if it is a text.
    pub fn edge_text(&self, edge: EdgeId, from: SpaceId, key: Key) -> Option<&str> {
        text(self.edge_value(edge, from, key))
    }

    /// Whether an edge has this value for one who crosses it from this space, and it is a yes.
    pub fn edge_flag(&self, edge: EdgeId, from: SpaceId, key: Key) -> bool {
        matches!(self.edge_value(edge, from, key), Some(Value::Flag(true)))
    }

    /// The facing to an edge from one of its spaces, if it is a hexside.
    pub fn edge_facing(&self, edge: EdgeId, from: SpaceId) -> Option<Facing> {
        let entry = self.edge_entry(edge);
        let direction = entry.direction?;
        Some(if from == entry.a { direction } else { (direction + 6) % 12 })
    }
}

fn find(values: &Values, key: Key) -> Option<&Value> {
    values.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
}

fn number(value: Option<&Value>) -> Option<i32> {
    match value {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    }
}

fn text(value: Option<&Value>) -> Option<&str> {
    match value {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}
