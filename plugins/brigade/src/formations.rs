//! C6. Lines of battle and columns: which units belong to them.

use muster_board::SpaceId;
use smallvec::{SmallVec, smallvec};

use crate::choice::Order;
use crate::state::{Brigade, Form};
use crate::world::Unit;

/// The units of a line or column, the lead first; few are of more than eight hexes, and may be.
pub type Units = SmallVec<[Unit; 16]>;
/// The hexes of a column, the head first.
pub type Trail = SmallVec<[SpaceId; 8]>;
/// How many of the units stand in the first hex, the first two, and so on.
type Ends = SmallVec<[u8; 8]>;

impl Brigade {
    /// \[C6\] The units of the longest line of battle of up to `most` hexes, from the lead's hex to his right: of one
    /// corps, with the same facing, side by side. With it, how many of them stand in its first hex, its first two, and
    /// so on.
    pub(crate) fn longest_line(&self, lead: Unit, most: u8) -> (Units, Ends) {
        let (piece, side) = (self.piece(lead), self.world.side_of(lead));
        let right = usize::from((piece.facing + 3) % 12 / 2);
        let (mut units, mut ends) = (smallvec![lead], Ends::new());
        let mut next = piece.at;
        while let Some(hex) = next.filter(|_| ends.len() < usize::from(most)) {
            let before = units.len();
            for unit in self.in_hex(hex).filter(|&unit| unit != lead) {
                let (other, info) = (self.piece(unit), self.world.info(unit));
                let same = other.corps == piece.corps && other.facing == piece.facing && info.side == side;
                if same && piece.corps.is_some() && info.kind.fights() && !other.spent {
                    units.push(unit);
                }
            }
            if !ends.is_empty() && units.len() == before {
                break;
            }
            ends.push(units.len() as u8);
            next = self.world.steps[hex][right].map(|step| step.to);
        }
        (units, ends)
    }

    /// \[C6\] The units of a line of battle of `count` hexes. None if it is shorter.
    pub fn line_of(&self, lead: Unit, count: u8) -> Option<Units> {
        let (units, ends) = self.longest_line(lead, count);
        (ends.len() == usize::from(count)).then_some(units)
    }

    /// \[C6\] Whether a unit can be in a column behind this head: of the head's corps or of whatever corps.
    fn fits_column(&self, head: Unit, mixed: bool) -> impl Fn(Unit) -> bool {
        let (corps, side) = (self.piece(head).corps, self.world.side_of(head));
        move |unit| {
            let (other, info) = (self.piece(unit), self.world.info(unit));
            let of_it = mixed || other.corps == corps;
            of_it && info.side == side && info.kind.fights() && !other.spent
        }
    }

    /// \[C6\] The hexes with units of a column to which a road leads from one of its hexes.
    fn column_steps(&self, head: Unit, mixed: bool, from: SpaceId) -> impl Iterator<Item = SpaceId> {
        let fits = self.fits_column(head, mixed);
        let steps = self.world.steps(from).filter(|step| step.road).map(|step| step.to);
        steps.filter(move |&to| self.in_hex(to).any(&fits))
    }

    /// \[C6\] The units of a column, the head first; and how many of them are in its first hex, its first two, and so on.
    pub(crate) fn column_units(&self, head: Unit, mixed: bool, trail: &[SpaceId]) -> (Units, Ends) {
        let (mut units, mut ends): (Units, Ends) = (smallvec![head], Ends::new());
        let fits = self.fits_column(head, mixed);
        for &hex in trail {
            for unit in self.in_hex(hex).filter(|&unit| unit != head && fits(unit)) {
                units.push(unit);
            }
            ends.push(units.len() as u8);
        }
        (units, ends)
    }

    /// \[C6\] The hexes of the longest column, from its head along the road, and whether this forks on the way: where it does, the way on
    /// is that of the first hex with more of them.
    pub(crate) fn longest_column(&self, head: Unit, mixed: bool) -> (Trail, bool) {
        let mut trail: Trail = smallvec![self.hex_of(head)];
        let mut forks = false;
        loop {
            let from = trail[trail.len() - 1];
            let mut ways = self.column_steps(head, mixed, from).filter(|to| !trail.contains(to));
            let (next, other) = (ways.next(), ways.next());
            drop(ways);
            let Some(next) = next else { return (trail, forks) };
            forks |= other.is_some();
            trail.push(next);
        }
    }

    /// \[C6\] The columns behind a head that end in another hex than the longest does at that length: one to each hex that is
    /// left, by the shortest way. There are none where no road forks.
    pub(crate) fn other_columns(
        &self,
        head: Unit,
        (longest, forks): (&[SpaceId], bool),
        mixed: bool,
    ) -> Vec<Trail> {
        if !forks {
            return Vec::new();
        }
        // Each hex that a column reaches: how many hexes long it is there, and the place here of the hex before.
        let mut ends: SmallVec<[(SpaceId, usize, usize); 16]> = smallvec![(self.hex_of(head), 1, 0)];
        let mut next = 0;
        while let Some(&(from, length, _)) = ends.get(next) {
            for to in self.column_steps(head, mixed, from) {
                if ends.iter().all(|&(end, ..)| end != to) {
                    ends.push((to, length + 1, next));
                }
            }
            next += 1;
        }
        let others = ends.iter().filter(|&&(hex, length, _)| longest.get(length - 1) != Some(&hex));
        let trail = |&(hex, length, before): &(SpaceId, usize, usize)| {
            let mut trail: Trail = smallvec![hex; length];
            let mut at = before;
            for place in trail[..length - 1].iter_mut().rev() {
                (*place, _, at) = ends[at];
            }
            trail
        };
        others.map(trail).collect()
    }

    /// \[C6\] The units and hexes of a column of `count` hexes: of the longest, or of the one that ends in `tail`. None if there
    /// is none.
    pub fn column_of(
        &self,
        head: Unit,
        (count, tail): (u8, Option<SpaceId>),
        mixed: bool,
    ) -> Option<(Units, Trail)> {
        let (mut trail, forks) = self.longest_column(head, mixed);
        if tail.is_none() {
            trail.truncate(count.into());
        } else {
            let mut others = self.other_columns(head, (&trail, forks), mixed).into_iter();
            trail = others.find(|trail| trail.last() == tail.as_ref())?;
        }
        let (units, _) = self.column_units(head, mixed, &trail);
        (trail.len() == usize::from(count)).then_some((units, trail))
    }

    /// \[C6\] The units of an order, and the hexes of a column.
    pub(crate) fn activated(&self, (form, lead, count, tail): Order) -> (Units, Trail) {
        let together = match form {
            Form::Single => None,
            Form::Line => self.line_of(lead, count).map(|units| (units, Trail::new())),
            Form::Column => self.column_of(lead, (count, tail), false),
            Form::MixedColumn => self.column_of(lead, (count, tail), true),
        };
        together.unwrap_or_else(|| (smallvec![lead], Trail::new()))
    }
}
