//! How an [`Atlas`] is made, and what can be wrong with boards.

use muster_contract::{Attribute, Board, SpaceKind};

use crate::atlas::{
    Atlas, BoardEntry, BoardId, EdgeEntry, EdgeId, HexTable, Key, NOWHERE, SpaceEntry, SpaceId, Way,
};
use crate::hex::{Bearing, Hex, Turn};

/// What keeps boards from being used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardProblem {
    /// There are more things of a kind than an index can count.
    #[error("the boards have more than {most} {what}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// A name stands for two things.
    #[error("there are two {what}s named {id:?}")]
    Duplicate {
        /// What they are.
        what: &'static str,
        /// Their name.
        id: String,
    },
    /// Something has no name.
    #[error("a {what} of board {board:?} has no name")]
    Nameless {
        /// What it is.
        what: &'static str,
        /// The board that it is on.
        board: String,
    },
    /// An edge leads to a space that isn't there.
    #[error("edge {edge:?} leads to {space:?}, which is no space of any board")]
    UnknownEnd {
        /// The edge.
        edge: String,
        /// The space that it names.
        space: String,
    },
    /// An edge leads back to where it starts.
    #[error("edge {edge:?} leads from {space:?} to itself")]
    Loop {
        /// The edge.
        edge: String,
        /// The space that it names twice.
        space: String,
    },
    /// A hex's middle is not a middle of the board's grid.
    #[error("the middle of hex {space:?} lies off the grid of board {board:?}")]
    OffGrid {
        /// The hex.
        space: String,
        /// Its board.
        board: String,
    },
    /// Two hexes have the same middle.
    #[error("hexes {a:?} and {b:?} have the same middle")]
    SameMiddle {
        /// The one.
        a: String,
        /// The other.
        b: String,
    },
    /// A board's hexes lie too far from each other.
    #[error("the hexes of board {board:?} lie too far apart")]
    TooSpread {
        /// The board.
        board: String,
    },
    /// An edge's direction isn't where its second space lies.
    #[error("edge {edge:?} says that its second space lies in direction {given}, but that isn't so")]
    WrongDirection {
        /// The edge.
        edge: String,
        /// The direction that it gives, from 0 to 11.
        given: u8,
    },
}

/// How large the table of a board's hexes may become.
const TABLE: i64 = 1 << 20;

impl Atlas {
    /// Makes the index of these boards.
    pub fn new(boards: &[Board]) -> Result<Atlas, BoardProblem> {
        check_count("boards", boards.len(), usize::from(u8::MAX))?;
        check_count("spaces", boards.iter().map(|board| board.spaces.len()).sum(), usize::from(NOWHERE))?;
        check_count("edges", boards.iter().map(|board| board.edges.len()).sum(), usize::from(u16::MAX))?;
        let feature_names = feature_names(boards);
        check_count("features", feature_names.len(), 128)?;
        let value_names = value_names(boards);
        check_count("value names", value_names.len(), usize::from(u16::MAX))?;
        let mut atlas = Atlas {
            boards: Vec::new(),
            spaces: Vec::new(),
            edges: Vec::new(),
            ways: Vec::new(),
            places: Vec::new(),
            spaces_by_name: Vec::new(),
            edges_by_name: Vec::new(),
            feature_names,
            value_names,
        };
        for board in boards {
            atlas.add_spaces(board)?;
        }
        atlas.spaces_by_name = by_name("space", atlas.spaces.len(), |index| &atlas.spaces[index].id)?;
        by_name("board", atlas.boards.len(), |index| &atlas.boards[index].id)?;
        for board in boards {
            atlas.add_edges(board)?;
        }
        atlas.edges_by_name = by_name("edge", atlas.edges.len(), |index| &atlas.edges[index].id)?;
        atlas.lay_ways();
        Ok(atlas)
    }

    fn add_spaces(&mut self, board: &Board) -> Result<(), BoardProblem> {
        let id = BoardId(self.boards.len() as u8);
        let turn = Turn::of(board.grid);
        let first = self.spaces.len();
        let mut grids = None;
        check_id("board", &board.id, board)?;
        for space in &board.spaces {
            check_id("space", &space.id, board)?;
            let hex = match turn {
                Some(turn) if space.kind == SpaceKind::Hex => {
                    let found = turn.hex_at(space.at).filter(|&(_, grid)| *grids.get_or_insert(grid) == grid);
                    let off_grid =
                        || BoardProblem::OffGrid { space: space.id.clone(), board: board.id.clone() };
                    Some(found.ok_or_else(off_grid)?.0)
                }
                _ => None,
            };
            self.places.push(hex.map(|hex| (id, hex)));
            self.spaces.push(SpaceEntry {
                id: space.id.clone(),
                title: space.title.clone(),
                kind: space.kind,
                at: space.at,
                board: id,
                features: self.features(space.features.iter().map(String::as_str)),
                values: self.values(&space.values),
                hex,
                neighbours: [NOWHERE; 6],
                ways: 0..0,
            });
        }
        let hexes = turn.map(|turn| self.hex_table(turn, first, board)).transpose()?;
        if let Some(table) = &hexes {
            for entry in &mut self.spaces[first..] {
                if let Some(hex) = entry.hex {
                    entry.neighbours = std::array::from_fn(|direction| {
                        table.at(hex.neighbour(direction as u8)).map_or(NOWHERE, |space| space.0)
                    });
                }
            }
        }
        let values = self.values(&board.values);
        let spaces = first as u16..self.spaces.len() as u16;
        self.boards.push(BoardEntry {
            id: board.id.clone(),
            title: board.title.clone(),
            grid: board.grid,
            values,
            spaces,
            hexes,
        });
        Ok(())
    }

    fn hex_table(&self, turn: Turn, first: usize, board: &Board) -> Result<HexTable, BoardProblem> {
        let all = || self.spaces[first..].iter().filter_map(|entry| entry.hex);
        let least = Hex {
            q: all().map(|hex| hex.q).min().unwrap_or(0),
            r: all().map(|hex| hex.r).min().unwrap_or(0),
        };
        let width = all().map(|hex| hex.q - least.q + 1).max().unwrap_or(0);
        let height = all().map(|hex| hex.r - least.r + 1).max().unwrap_or(0);
        if i64::from(width) * i64::from(height) > TABLE {
            return Err(BoardProblem::TooSpread { board: board.id.clone() });
        }
        let spaces = vec![NOWHERE; (width * height) as usize];
        let mut table = HexTable { turn, least, width, height, spaces };
        for (index, entry) in self.spaces.iter().enumerate().skip(first) {
            let Some(place) = entry.hex.and_then(|hex| table.index(hex)) else { continue };
            if table.spaces[place] != NOWHERE {
                let a = self.spaces[usize::from(table.spaces[place])].id.clone();
                return Err(BoardProblem::SameMiddle { a, b: entry.id.clone() });
            }
            table.spaces[place] = index as u16;
        }
        Ok(table)
    }

    fn add_edges(&mut self, board: &Board) -> Result<(), BoardProblem> {
        for edge in &board.edges {
            check_id("edge", &edge.id, board)?;
            let end = |name: &String| {
                let unknown = || BoardProblem::UnknownEnd { edge: edge.id.clone(), space: name.clone() };
                self.space(name).ok_or_else(unknown)
            };
            let (a, b) = (end(&edge.a)?, end(&edge.b)?);
            if a == b {
                return Err(BoardProblem::Loop { edge: edge.id.clone(), space: edge.a.clone() });
            }
            let direction = self.side_between(a, b);
            match edge.direction {
                Some(given) if direction != Some(given) => {
                    return Err(BoardProblem::WrongDirection { edge: edge.id.clone(), given });
                }
                _ => {}
            }
            self.edges.push(EdgeEntry {
                id: edge.id.clone(),
                a,
                b,
                direction,
                features: self.features(edge.features.iter().map(String::as_str)),
                values: self.values(&edge.values),
                forward: self.values(&edge.forward),
                backward: self.values(&edge.backward),
            });
        }
        Ok(())
    }

    /// The facing to the side that two hexes share.
    fn side_between(&self, a: SpaceId, b: SpaceId) -> Option<u8> {
        let (table, from) = self.hex(a)?;
        let direction = self.entry(a).neighbours.iter().position(|&neighbour| neighbour == b.0)?;
        debug_assert!(from.neighbour(direction as u8) == self.entry(b).hex?);
        Some(table.turn.facing(Bearing::side(direction as u8)))
    }

    /// Lays every space's edges side by side.
    fn lay_ways(&mut self) {
        let mut ways: Vec<(u16, u8, EdgeId, SpaceId)> = Vec::with_capacity(2 * self.edges.len());
        for edge in self.edges() {
            let [a, b] = self.ends(edge);
            for (from, to) in [(a, b), (b, a)] {
                ways.push((from.0, self.edge_facing(edge, from).unwrap_or(u8::MAX), edge, to));
            }
        }
        ways.sort_unstable();
        let mut start = 0;
        for (index, entry) in self.spaces.iter_mut().enumerate() {
            let end = start + ways[start..].iter().take_while(|way| usize::from(way.0) == index).count();
            entry.ways = start as u32..end as u32;
            start = end;
        }
        self.ways = ways.into_iter().map(|(_, _, edge, to)| Way { edge, to }).collect();
    }

    fn values(&self, attributes: &[Attribute]) -> Vec<(Key, muster_contract::Value)> {
        attributes.iter().map(|attribute| (self.key(&attribute.name), attribute.value.clone())).collect()
    }
}

fn check_count(what: &'static str, count: usize, most: usize) -> Result<(), BoardProblem> {
    if count > most { Err(BoardProblem::TooMany { what, most }) } else { Ok(()) }
}

fn check_id(what: &'static str, id: &str, board: &Board) -> Result<(), BoardProblem> {
    if id.is_empty() { Err(BoardProblem::Nameless { what, board: board.id.clone() }) } else { Ok(()) }
}

/// The order of so many things by name, if no name comes twice.
fn by_name<'a>(
    what: &'static str,
    count: usize,
    name: impl Fn(usize) -> &'a String,
) -> Result<Vec<u16>, BoardProblem> {
    let mut order: Vec<u16> = (0..count as u16).collect();
    order.sort_unstable_by_key(|&index| name(usize::from(index)));
    for pair in order.windows(2) {
        if name(usize::from(pair[0])) == name(usize::from(pair[1])) {
            return Err(BoardProblem::Duplicate { what, id: name(usize::from(pair[0])).clone() });
        }
    }
    Ok(order)
}

fn feature_names(boards: &[Board]) -> Vec<String> {
    let of_spaces = boards.iter().flat_map(|board| &board.spaces).flat_map(|space| &space.features);
    let of_edges = boards.iter().flat_map(|board| &board.edges).flat_map(|edge| &edge.features);
    sorted(of_spaces.chain(of_edges))
}

fn value_names(boards: &[Board]) -> Vec<String> {
    let of_boards = boards.iter().flat_map(|board| &board.values);
    let of_spaces = boards.iter().flat_map(|board| &board.spaces).flat_map(|space| &space.values);
    let of_edges = boards
        .iter()
        .flat_map(|board| &board.edges)
        .flat_map(|edge| edge.values.iter().chain(&edge.forward).chain(&edge.backward));
    sorted(of_boards.chain(of_spaces).chain(of_edges).map(|attribute| &attribute.name))
}

fn sorted<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut names: Vec<&String> = names.collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().cloned().collect()
}
