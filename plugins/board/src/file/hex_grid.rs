//! Where the hexes of a board lie.

use std::collections::BTreeMap;

use super::numbering::Numbering;
use crate::hex::{Hex, Turn};
use crate::picture::Spot;

/// A corner of a hex in coordinates three times as fine as those of hexes, in which it is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Corner(i32, i32);

/// The hexes of a board.
pub(super) struct HexGrid {
    pub(super) turn: Turn,
    pub(super) numbering: Numbering,
    origin: Spot,
    /// Where each is; they are the board's first spaces.
    hexes: Vec<Hex>,
    by_hex: BTreeMap<Hex, usize>,
    /// How many columns and rows there are.
    size: [usize; 2],
}

impl HexGrid {
    /// A grid of so many columns and rows (at least one of each), without hexes; `origin` is the middle of the hex (0, 0).
    pub(super) fn new(turn: Turn, origin: Spot, numbering: Numbering, size: [usize; 2]) -> HexGrid {
        HexGrid { turn, numbering, origin, hexes: Vec::new(), by_hex: BTreeMap::new(), size }
    }

    /// Adds the hex of the board's next space.
    pub(super) fn push(&mut self, hex: Hex) {
        self.by_hex.insert(hex, self.hexes.len());
        self.hexes.push(hex);
    }

    /// The hexes, in the order of the board's spaces.
    pub(super) fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// Returns what to write instead of a hex that isn't there.
    pub(super) fn hint(&self) -> String {
        let [columns, rows] = self.size;
        let (first, last) = (self.numbering.id(0, 0), self.numbering.id(columns - 1, rows - 1));
        format!(
            "Hexes go from {first} to {last}, {} first, without the '-' in the terrain.",
            self.numbering.order()
        )
    }

    pub(super) fn hex(&self, space: usize) -> Option<Hex> {
        self.hexes.get(space).copied()
    }

    pub(super) fn at(&self, hex: Hex) -> Option<usize> {
        self.by_hex.get(&hex).copied()
    }

    /// The direction from one space to another, if they are neighbouring hexes.
    pub(super) fn direction(&self, a: usize, b: usize) -> Option<u8> {
        let (from, to) = (self.hex(a)?, self.hex(b)?);
        (0..6).find(|&direction| from.neighbour(direction) == to)
    }

    pub(super) fn adjacent(&self, a: usize, b: usize) -> bool {
        self.direction(a, b).is_some()
    }

    /// The two corners of a hex's side, from left to right as seen from its middle.
    pub(super) fn side(&self, hex: Hex, direction: u8) -> [Corner; 2] {
        [direction + 5, direction].map(|corner| {
            // A corner is the middle between its three hexes' middles.
            let (one, other) = (hex.neighbour(corner), hex.neighbour(corner + 1));
            Corner(hex.q + one.q + other.q, hex.r + one.r + other.r)
        })
    }

    pub(super) fn corner(&self, corner: Corner) -> Spot {
        self.place(corner.0 as f32 / 3.0, corner.1 as f32 / 3.0)
    }

    pub(super) fn middle(&self, hex: Hex) -> Spot {
        self.place(hex.q as f32, hex.r as f32)
    }

    fn place(&self, q: f32, r: f32) -> Spot {
        let rank = 3_f32.sqrt() / 2.0;
        let [x, y] = match self.turn {
            Turn::Pointy => [q + r / 2.0, r * rank],
            Turn::Flat => [(q + r) * rank, (r - q) / 2.0],
        };
        [self.origin[0] + x, self.origin[1] + y]
    }

    pub(super) fn outline(&self, hex: Hex) -> Vec<Spot> {
        (0..6).map(|direction| self.corner(self.side(hex, direction)[1])).collect()
    }
}
