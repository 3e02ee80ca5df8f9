//! A. Basics: units, stacking, facing, fire zones, and who is near whom.

use crate::state::Brigade;
use crate::world::{Kind, NOWHERE, World};

/// \[A1\] Up to two units can be in a hex; generals and trains don't count.
pub const STACK: u8 = 2;

/// What stands in a hex and who threatens it, side by side.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// How many units fire into it (A2).
    pub zone: [u8; 2],
    /// How many fighting units are in it.
    pub fighters: [u8; 2],
    /// How many generals and trains are in it.
    pub others: [u8; 2],
    /// Whether there are units or a train in it.
    held: [bool; 2],
}

/// The whole field at one moment; made once for each list of choices.
#[derive(Debug, Default)]
pub struct Field {
    cells: Vec<Cell>,
    /// Side by side, the hexes with units or trains, each once.
    held: [Vec<u16>; 2],
}

impl Field {
    /// The field as it is, in the memory of an earlier one.
    pub(crate) fn find(mut self, state: &Brigade, world: &World) -> Self {
        let Self { cells, held } = &mut self;
        cells.clear();
        cells.resize(world.ground.len(), Cell::default());
        held.iter_mut().for_each(Vec::clear);
        for unit in state.everyone() {
            let (piece, info) = (state.piece(unit), world.info(unit));
            let side = usize::from(info.side);
            let cell = &mut cells[usize::from(piece.at)];
            if info.kind != Kind::General && !cell.held[side] {
                cell.held[side] = true;
                held[side].push(piece.at);
            }
            if info.kind.fights() {
                cells[usize::from(piece.at)].fighters[side] += 1;
                for &hex in fire_zone(world, piece.at, piece.facing) {
                    cells[usize::from(hex)].zone[side] += 1;
                }
            } else {
                cells[usize::from(piece.at)].others[side] += 1;
            }
        }
        self
    }

    /// The hexes with units or trains of a side, each once.
    pub fn held(&self, side: u8) -> &[u16] {
        &self.held[usize::from(side)]
    }

    /// What is in a hex.
    pub fn at(&self, hex: u16) -> &Cell {
        &self.cells[usize::from(hex)]
    }

    /// Whether a hex is in the fire zone of the enemies of a side.
    pub fn under_fire(&self, hex: u16, side: u8) -> bool {
        self.at(hex).zone[usize::from(side ^ 1)] > 0
    }

    /// Whether fighting units of the enemies of a side are in a hex.
    pub fn enemy_in(&self, hex: u16, side: u8) -> bool {
        self.at(hex).fighters[usize::from(side ^ 1)] > 0
    }

    /// Whether a hex is adjacent to a fighting unit of the enemies of a side.
    pub fn beside_enemy(&self, world: &World, hex: u16, side: u8) -> bool {
        world.around(hex).any(|near| self.enemy_in(near, side))
    }

    /// \[A1\] Whether one more fighting unit of a side fits into a hex.
    pub fn has_room(&self, hex: u16, side: u8) -> bool {
        self.at(hex).fighters[usize::from(side)] < STACK
    }
}

/// \[A2\] The five hexes in front of a unit: two adjacent, then the three beyond them.
pub fn fire_zone(world: &World, hex: u16, facing: u8) -> &[u16] {
    world.zone(hex, facing)
}

/// The corner of the six that needs the least turning and that `fits`; the clockwise one of two.
pub fn nearest_corner(world: &World, facing: u8, mut fits: impl FnMut(u8) -> bool) -> Option<u8> {
    let turning = |corner: u8| {
        let turn = (corner + 12 - facing) % 12;
        (turn.min(12 - turn), turn)
    };
    world.corners.into_iter().filter(|&corner| fits(corner)).min_by_key(|&corner| turning(corner))
}

/// \[A6\] Whether a general may activate a unit: the army's may activate any, a corps's commander those of his corps.
pub fn commands(state: &Brigade, world: &World, general: u8, unit: u8) -> bool {
    let (who, whom) = (world.info(general), world.info(unit));
    let own_corps = who.corps != crate::world::NONE && who.corps == state.piece(unit).corps;
    who.side == whom.side && (who.army_general || general == unit || own_corps)
}

/// \[A5\] Whether a corps has lost its train, or an enemy stands on its line of communication.
pub fn cut_off(state: &Brigade, world: &World, corps: u8) -> bool {
    let corps = &world.corps[usize::from(corps)];
    let train_lost = corps.train != crate::world::NONE
        && matches!(state.piece(corps.train).status, crate::state::Status::Lost | crate::state::Status::Gone);
    let occupied = corps.loc != NOWHERE
        && state.in_hex(corps.loc).any(|unit| {
            let info = world.info(unit);
            info.kind.fights() && info.side != corps.side
        });
    train_lost || occupied
}
