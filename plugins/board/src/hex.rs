//! Hexes as such: coordinates, directions, distances, sectors and straight lines, all in whole numbers.
//!
//! A hex is named by two axial coordinates. There are six directions to a neighbour, counted clockwise from 0;
//! direction 1 is one step of `q`, direction 2 one step of `r`. Pointy and flat boards share all of this:
//! a flat board is a pointy one turned by a twelfth against the clock, so that only [`Turn`], which
//! translates the contract's facings, knows the difference.

use muster_contract::{Facing, Grid, Point};

/// A hex of an endless grid, whether a board has it or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// Steps in direction 1.
    pub q: i32,
    /// Steps in direction 2.
    pub r: i32,
}

/// What leads to the neighbour in each direction.
const STEPS: [Hex; 6] = [
    Hex { q: 1, r: -1 },
    Hex { q: 1, r: 0 },
    Hex { q: 0, r: 1 },
    Hex { q: -1, r: 1 },
    Hex { q: -1, r: 0 },
    Hex { q: 0, r: -1 },
];

/// What leads to the neighbour in a direction, which is taken modulo 6.
fn step(direction: u8) -> Hex {
    STEPS[usize::from(direction % 6)]
}

/// How far the second vector lies clockwise of the first: positive if it does, 0 if they are in line. The two
/// steps of neighbouring directions have 1, which makes it the way to take a vector apart.
fn cross(a: Hex, b: Hex) -> i64 {
    i64::from(a.q) * i64::from(b.r) - i64::from(a.r) * i64::from(b.q)
}

impl Hex {
    /// The hex that lies from this one as `by` lies from the origin.
    pub fn plus(self, by: Hex) -> Hex {
        Hex { q: self.q + by.q, r: self.r + by.r }
    }

    /// What leads from another hex to this one.
    pub fn minus(self, from: Hex) -> Hex {
        Hex { q: self.q - from.q, r: self.r - from.r }
    }

    /// The hex so many steps off in a direction.
    pub fn along(self, direction: u8, steps: i32) -> Hex {
        let by = step(direction);
        Hex { q: self.q + by.q * steps, r: self.r + by.r * steps }
    }

    /// The neighbour in a direction.
    pub fn neighbour(self, direction: u8) -> Hex {
        self.plus(step(direction))
    }

    /// How many hexes off the other is: 0 for itself, 1 for a neighbour.
    pub fn distance(self, to: Hex) -> u32 {
        let by = to.minus(self);
        by.q.unsigned_abs().max(by.r.unsigned_abs()).max((by.q + by.r).unsigned_abs())
    }

    /// The vector as `i` steps in `direction` and `j` in the next one clockwise.
    fn apart(self, direction: u8) -> (i64, i64) {
        (cross(self, step(direction + 1)), cross(step(direction), self))
    }

    /// Which of the twelve directions comes nearest to that of another hex; none for the hex itself. There are
    /// no ties, since no hex lies exactly between two twelfths.
    pub fn bearing(self, to: Hex) -> Option<Bearing> {
        let by = to.minus(self);
        (0..6).find_map(|direction| {
            let (i, j) = by.apart(direction);
            if i <= 0 || j < 0 {
                return None;
            }
            // The angle to the step of `direction` has the tangent j√3 / (2i + j), which is below that of
            // 15 degrees, 2 - √3, just if 3(i + j)² < (2i + j)².
            let far = 3 * (i + j) * (i + j);
            let twelfth = if far < (2 * i + j) * (2 * i + j) {
                2 * direction
            } else if far < (2 * j + i) * (2 * j + i) {
                2 * direction + 2
            } else {
                2 * direction + 1
            };
            Some(Bearing(twelfth % 12))
        })
    }

    /// Whether another hex lies in the sector of 60 degrees around a bearing (its borders included), 1 to `range`
    /// hexes off.
    pub fn faces(self, bearing: Bearing, to: Hex, range: u32) -> bool {
        let by = to.minus(self);
        let inside = if bearing.is_side() {
            let (i, j) = by.apart(bearing.clockwise());
            let (k, l) = by.apart(bearing.clockwise() + 5);
            (j >= 0 && j <= i) || (k >= 0 && k <= l)
        } else {
            let (i, j) = by.apart(bearing.anticlockwise());
            i >= 0 && j >= 0
        };
        inside && (1..=range).contains(&self.distance(to))
    }
}

/// One of twelve directions as hexes have them: even ones go through a side (2 × the direction to the
/// neighbour), odd ones through a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bearing(u8);

impl Bearing {
    /// The bearing of a neighbour.
    pub fn side(direction: u8) -> Bearing {
        Bearing(direction % 6 * 2)
    }

    /// Whether it goes through a side.
    pub fn is_side(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// The direction of the side that it goes through, or of the one clockwise of its corner.
    pub fn clockwise(self) -> u8 {
        self.0.div_ceil(2) % 6
    }

    /// The direction of the side that it goes through, or of the one anticlockwise of its corner.
    pub fn anticlockwise(self) -> u8 {
        self.0 / 2
    }

    /// The hexes of the sector of 60 degrees around it, so many hexes off, clockwise.
    pub fn arc(self, from: Hex, distance: i32) -> impl Iterator<Item = Hex> {
        // A corner's sector reaches from its one side to the other, a side's halfway to the next on both hands.
        let offsets = if self.is_side() { -(distance / 2)..=distance / 2 } else { 0..=distance };
        let base = self.anticlockwise();
        offsets.map(move |offset| {
            let beside = if offset < 0 { base + 5 } else { base + 1 };
            from.along(base, distance - offset.abs()).along(beside, offset.abs())
        })
    }
}

/// How the facings of a board's grid translate into bearings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A corner at the top: odd facings go through sides.
    Pointy,
    /// A side at the top: even facings go through sides.
    Flat,
}

/// A row's height or column's width beside the hexes' distance of 1000, as the contract's points have it.
const RANK: i32 = 866;
/// How far from its hex's middle a point may lie: a board whose file rounds otherwise is still read rightly.
const SLACK: u64 = 200;

impl Turn {
    /// The turn of a board's grid, if it has hexes.
    pub fn of(grid: Grid) -> Option<Turn> {
        match grid {
            Grid::PointyHexes => Some(Turn::Pointy),
            Grid::FlatHexes => Some(Turn::Flat),
            Grid::Free => None,
        }
    }

    /// The bearing of a facing (taken modulo 12).
    pub fn bearing(self, facing: Facing) -> Bearing {
        match self {
            Turn::Pointy => Bearing((facing % 12 + 11) % 12),
            Turn::Flat => Bearing(facing % 12),
        }
    }

    /// The facing of a bearing.
    pub fn facing(self, bearing: Bearing) -> Facing {
        match self {
            Turn::Pointy => (bearing.0 + 1) % 12,
            Turn::Flat => bearing.0,
        }
    }

    /// The hex whose middle a point is, and which of two interlocking grids it belongs to; all hexes of a board
    /// must belong to the same. None if the point is nowhere near a middle.
    pub fn hex_at(self, at: Point) -> Option<(Hex, bool)> {
        let (cross_rank, in_rank) = match self {
            Turn::Pointy => (at.y, at.x),
            Turn::Flat => (at.x, at.y),
        };
        let rank = nearest(cross_rank, RANK);
        let half = nearest(in_rank, 500);
        let far = |length: i32, middle: i64| i64::from(length).abs_diff(middle) > SLACK;
        if far(cross_rank, i64::from(rank) * i64::from(RANK)) || far(in_rank, i64::from(half) * 500) {
            return None;
        }
        let other = (rank + half).rem_euclid(2) == 1;
        let half = half - i32::from(other);
        let hex = match self {
            Turn::Pointy => Hex { q: (half - rank) / 2, r: rank },
            Turn::Flat => Hex { q: (rank - half) / 2, r: (rank + half) / 2 },
        };
        Some((hex, other))
    }
}

/// The whole number of units nearest to a length.
fn nearest(length: i32, unit: i32) -> i32 {
    (length.saturating_add(unit / 2)).div_euclid(unit)
}

/// A piece of a straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// It goes through the inside of a hex.
    Through(Hex),
    /// It runs along the side between two hexes, the first on its left.
    Between(Hex, Hex),
}

/// The straight line from one hex's middle to another's, both included. A hex that it only touches
/// in a corner isn't part of it.
pub fn line(from: Hex, to: Hex) -> impl Iterator<Item = Stretch> {
    let way = to.minus(from);
    let mut next = Some(Stretch::Through(from));
    std::iter::from_fn(move || {
        let stretch = next?;
        next = match stretch {
            Stretch::Through(hex) if hex == to => None,
            Stretch::Through(hex) => Some(leave(from, way, hex)),
            // The sides that a line can run along lead to the middle of the hex that both their hexes touch
            // beyond: left and right of it lie one step each from the hex before.
            Stretch::Between(left, right) => {
                let direction =
                    (0..6).find(|&d| left.neighbour(d) == right).expect("hexes of one side are neighbours");
                Some(Stretch::Through(right.neighbour(direction + 4)))
            }
        };
        Some(stretch)
    })
}

/// Where the line through `from` in the direction `way` goes when it leaves a hex whose inside it crosses.
///
/// In coordinates three times as fine, every corner of a hex is a whole point: the corner after direction
/// `d` is the sum of the two steps beside it. On which side of the line it lies is then exact.
fn leave(from: Hex, way: Hex, hex: Hex) -> Stretch {
    let off = hex.minus(from);
    let side_of_corner = |direction: u8, times: i32| {
        let corner = step(direction).plus(step(direction + 1));
        cross(way, Hex { q: 3 * off.q + times * corner.q, r: 3 * off.r + times * corner.r })
    };
    let mut before = side_of_corner(5, 1);
    for direction in 0..6 {
        let after = side_of_corner(direction, 1);
        if before < 0 && after > 0 {
            return Stretch::Through(hex.neighbour(direction));
        }
        if before < 0 && after == 0 {
            let (left, right) = (hex.neighbour(direction), hex.neighbour(direction + 1));
            // Beyond the corner a side begins; its far end tells which of its hexes the line enters.
            return match side_of_corner(direction, 2) {
                0 => Stretch::Between(left, right),
                1.. => Stretch::Through(left),
                _ => Stretch::Through(right),
            };
        }
        before = after;
    }
    unreachable!("a line that is inside a hex leaves it through a side or a corner")
}
