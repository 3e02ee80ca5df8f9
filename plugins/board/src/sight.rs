//! What hexes can tell of each other: directions, distances, zones, lines of sight.

use std::ops::Deref;

use muster_contract::Facing;

use crate::atlas::{Atlas, BoardId, HexTable, SpaceId};
use crate::hex::{self, Bearing, Hex, Stretch};

/// A piece of a straight line between the middles of two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// It goes through this hex, or along its side with nothing of the board beyond.
    Hex(SpaceId),
    /// It runs along the side between these two, the first on its left.
    Hexside(SpaceId, SpaceId),
}

/// A few hexes, kept without allocating; reads as a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexes {
    spaces: [SpaceId; 5],
    count: u8,
}

impl Hexes {
    fn collect(all: impl Iterator<Item = SpaceId>) -> Hexes {
        let mut hexes = Hexes { spaces: [SpaceId(0); 5], count: 0 };
        for space in all {
            hexes.spaces[usize::from(hexes.count)] = space;
            hexes.count += 1;
        }
        hexes
    }
}

impl Deref for Hexes {
    type Target = [SpaceId];

    fn deref(&self) -> &[SpaceId] {
        &self.spaces[..usize::from(self.count)]
    }
}

impl IntoIterator for Hexes {
    type Item = SpaceId;
    type IntoIter = std::iter::Take<std::array::IntoIter<SpaceId, 5>>;

    fn into_iter(self) -> Self::IntoIter {
        self.spaces.into_iter().take(usize::from(self.count))
    }
}

/// Geometry of hex boards. Of a space that is no hex, or two that aren't on the same hex board, there is no
/// distance, direction, zone or line.
///
/// All of it holds on the endless grid that a board is cut from: a gap in the board changes no distance and stops no line.
impl Atlas {
    pub(crate) fn hex(&self, space: SpaceId) -> Option<(&HexTable, Hex)> {
        let (board, hex) = self.places[usize::from(space.0)]?;
        Some((self.boards[usize::from(board.0)].hexes.as_ref()?, hex))
    }

    /// Two hexes of one board.
    fn pair(&self, a: SpaceId, b: SpaceId) -> Option<(BoardId, Hex, Hex)> {
        let ((board, from), (other, to)) = (self.places[usize::from(a.0)]?, self.places[usize::from(b.0)]?);
        (board == other).then_some((board, from, to))
    }

    fn hexes(&self, a: SpaceId, b: SpaceId) -> Option<(&HexTable, Hex, Hex)> {
        let (board, from, to) = self.pair(a, b)?;
        Some((self.boards[usize::from(board.0)].hexes.as_ref()?, from, to))
    }

    /// The neighbour through the side at a facing (odd on pointy boards, even on flat ones); none for a
    /// corner.
    pub fn neighbour(&self, space: SpaceId, facing: Facing) -> Option<SpaceId> {
        let (table, _) = self.hex(space)?;
        let bearing = table.turn.bearing(facing);
        let neighbour = self.entry(space).neighbours[usize::from(bearing.clockwise())];
        (bearing.is_side() && neighbour != crate::atlas::NOWHERE).then_some(SpaceId(neighbour))
    }

    /// Whether a facing on a space's board is to a side of a hex; the others are to a corner.
    pub fn is_side(&self, space: SpaceId, facing: Facing) -> bool {
        self.hex(space).is_some_and(|(table, _)| table.turn.bearing(facing).is_side())
    }

    /// The six facings to the corners of a hex, from the top clockwise; none for another space.
    pub fn corners(&self, space: SpaceId) -> impl Iterator<Item = Facing> + use<> {
        self.facings(space, false)
    }

    /// The six facings to the sides of a hex, from the top clockwise; none for another space.
    pub fn sides(&self, space: SpaceId) -> impl Iterator<Item = Facing> + use<> {
        self.facings(space, true)
    }

    fn facings(&self, space: SpaceId, sides: bool) -> impl Iterator<Item = Facing> + use<> {
        let turn = self.hex(space).map(|(table, _)| table.turn);
        (0..12).filter(move |&facing| turn.is_some_and(|turn| turn.bearing(facing).is_side() == sides))
    }

    /// Where a hex lies on the endless grid that its board is cut from.
    pub fn place(&self, space: SpaceId) -> Option<Hex> {
        self.places[usize::from(space.0)].map(|(_, hex)| hex)
    }

    /// How many hexes one lies from the other: 0 for itself, 1 for a neighbour.
    pub fn distance(&self, a: SpaceId, b: SpaceId) -> Option<u32> {
        self.pair(a, b).map(|(_, from, to)| from.distance(to))
    }

    /// Whether one hex lies at most so many hexes from the other.
    pub fn within(&self, a: SpaceId, b: SpaceId, range: u32) -> bool {
        self.distance(a, b).is_some_and(|distance| distance <= range)
    }

    /// Which of the twelve facings comes nearest to the direction of another hex; none to itself.
    pub fn direction(&self, from: SpaceId, to: SpaceId) -> Option<Facing> {
        let (table, from, to) = self.hexes(from, to)?;
        from.bearing(to).map(|bearing| table.turn.facing(bearing))
    }

    /// The adjacent hexes in front of a unit: the two beside the corner that it faces (clockwise), or the one
    /// behind the side.
    pub fn front(&self, space: SpaceId, facing: Facing) -> Hexes {
        Hexes::collect(self.arc(space, facing, 1))
    }

    /// The zone in front of a unit: [`front`](Atlas::front) and what lies beyond in the second row. Facing a
    /// corner these are 2 and 3 hexes, facing a side 1 and 3; near before far, each row clockwise.
    pub fn fire_zone(&self, space: SpaceId, facing: Facing) -> Hexes {
        Hexes::collect(self.arc(space, facing, 2))
    }

    /// The hexes of the sector of 60 degrees in front of a unit, its borders included, up to a range; near before far,
    /// each row clockwise. With range 2 it is [`fire_zone`](Atlas::fire_zone).
    pub fn arc(&self, space: SpaceId, facing: Facing, range: u32) -> impl Iterator<Item = SpaceId> {
        let hex = self.hex(space);
        let range = hex.map_or(0, |(table, _)| range.min(table.reach()) as i32);
        (1..=range).flat_map(move |distance| {
            let row = hex.map(|(table, from)| {
                let bearing: Bearing = table.turn.bearing(facing);
                bearing.arc(from, distance).filter_map(move |hex| table.at(hex))
            });
            row.into_iter().flatten()
        })
    }

    /// Whether a hex lies in another's [`arc`](Atlas::arc), without listing it.
    pub fn in_arc(&self, from: SpaceId, facing: Facing, range: u32, to: SpaceId) -> bool {
        self.hexes(from, to).is_some_and(|(table, a, b)| a.faces(table.turn.bearing(facing), b, range))
    }

    /// Whether a hex lies in another's [`fire_zone`](Atlas::fire_zone), without listing it.
    pub fn in_fire_zone(&self, from: SpaceId, facing: Facing, to: SpaceId) -> bool {
        self.in_arc(from, facing, 2, to)
    }

    /// The hexes at most so many from one, itself included; row by row in axial order.
    pub fn disc(&self, middle: SpaceId, range: u32) -> impl Iterator<Item = SpaceId> {
        let hex = self.hex(middle);
        let range = hex.map_or(0, |(table, _)| range.min(table.reach()) as i32);
        (-range..=range).flat_map(move |r| {
            let row = (-range).max(-r - range)..=range.min(-r + range);
            row.filter_map(move |q| hex.and_then(|(table, middle)| table.at(middle.plus(Hex { q, r }))))
        })
    }

    /// The straight line from the middle of one hex to that of another, both included: every hex whose inside
    /// it crosses, and both hexes where it runs along their side. A hex that it only touches in a corner
    /// isn't part of it; what isn't on the board is left out.
    pub fn line(&self, a: SpaceId, b: SpaceId) -> impl Iterator<Item = Crossing> {
        self.hexes(a, b).into_iter().flat_map(|(table, from, to)| {
            hex::line(from, to).filter_map(|stretch| match stretch {
                Stretch::Through(hex) => table.at(hex).map(Crossing::Hex),
                Stretch::Between(left, right) => match (table.at(left), table.at(right)) {
                    (Some(left), Some(right)) => Some(Crossing::Hexside(left, right)),
                    (one, other) => one.or(other).map(Crossing::Hex),
                },
            })
        })
    }

    /// Whether one hex can be seen from another: no hex strictly between them on the straight [`line`](Atlas::line) blocks it.
    /// Where the line runs along a hexside it is blocked only if both its hexes block, or the only one that is
    /// on the board. Seeing goes both ways, and a hex always sees itself and its neighbours.
    pub fn sight(&self, a: SpaceId, b: SpaceId, mut blocks: impl FnMut(SpaceId) -> bool) -> bool {
        let same_board = self.hexes(a, b).is_some();
        same_board
            && self.line(a, b).all(|crossing| match crossing {
                Crossing::Hex(hex) => hex == a || hex == b || !blocks(hex),
                Crossing::Hexside(left, right) => !blocks(left) || !blocks(right),
            })
    }
}

impl HexTable {
    /// A distance that no two hexes of the board exceed.
    fn reach(&self) -> u32 {
        (self.width + self.height).unsigned_abs()
    }
}
