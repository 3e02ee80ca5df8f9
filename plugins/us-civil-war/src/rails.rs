//! §6.5: railroad control.

use muster_sdk::Table;

use crate::state::UsCivilWar;
use crate::supply::{NONE, Paths};
use crate::world::{Side, Space};

/// Who controls which rail hexes. They are found with supply ([`UsCivilWar::supply`]).
#[derive(Debug)]
pub struct Rails {
    /// By side and space: the number of the railroad that the side controls there, or [`NONE`].
    lines: [Table<Space, u16>; 2],
    /// By number: whether the Union's railroad leaves the map northward (§15.2).
    north: Vec<bool>,
}

impl Rails {
    pub(crate) fn of_paths(game: &UsCivilWar, paths: [&Paths; 2]) -> Self {
        let lines = paths.map(|paths| {
            let numbers = paths.ties.rail.iter();
            numbers.map(|(space, &rail)| if paths.runs(space) { rail } else { NONE }).collect()
        });
        let mut north = vec![false; paths[Side::Us as usize].ties.rails.into()];
        let union: &Table<Space, u16> = &lines[Side::Us as usize];
        for &exit in &game.world.places.north_exits {
            if union[exit] != NONE {
                north[usize::from(union[exit])] = true;
            }
        }
        Self { lines, north }
    }

    /// Whether a side controls the railroad in a hex.
    #[inline]
    pub fn of(&self, side: Side, space: Space) -> bool {
        self.lines[side as usize][space] != NONE
    }

    /// Whether railroads that a side controls join two hexes (§5.4.2).
    pub fn joins(&self, side: Side, from: Space, to: Space) -> bool {
        let lines = &self.lines[side as usize];
        lines[from] != NONE && lines[from] == lines[to]
    }
}

impl Paths {
    /// Whether the side controls the railroad in a space.
    pub(crate) fn runs(&self, space: Space) -> bool {
        let rail = self.ties.rail[space];
        rail != NONE && self.held[usize::from(rail)]
    }
}

impl UsCivilWar {
    /// Whether a side controls the railroad in a hex: [`Rails::of`] without what the other side has.
    pub(crate) fn runs_rail(&self, side: Side, space: Space) -> bool {
        self.supply(side).paths().runs(space)
    }

    /// §15.2: whether SPs can go from one space to another by Strategic Rail Movement.
    pub fn railroad_joins(&self, side: Side, from: Space, to: Space) -> bool {
        self.joined_by_rail(side, from)(to)
    }

    /// §15.2: says of each space whether it is joined so with one. The Union's railroads that leave the map northward all meet there, and
    /// at the Chesapeake Bay.
    pub(crate) fn joined_by_rail(&self, side: Side, from: Space) -> impl Fn(Space) -> bool {
        let rails = self.rails();
        let lines = &rails.lines[side as usize];
        let leads_north = move |space: Space| {
            let line = lines[space];
            line != NONE && rails.north[usize::from(line)] || self.world.space(space).is_chesapeake()
        };
        let (line, north) = (lines[from], side == Side::Us && leads_north(from));
        move |to| line != NONE && lines[to] == line || north && leads_north(to)
    }
}
