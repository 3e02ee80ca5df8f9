//! A. Basics: units, stacking, facing, fire zones, and who is near whom.

use muster_board::SpaceId;
use muster_contract::Refusal;
use muster_sdk::{Table, require};

use crate::state::{Brigade, Piece, Status};
use crate::world::{Corps, Kind, Side, Unit, World};

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
    /// How many fighting units are adjacent to it.
    pub beside: [u8; 2],
    /// How many units and trains are in it.
    held: [u8; 2],
}

/// The whole field at one moment.
#[derive(Clone, Debug)]
pub struct Field {
    cells: Table<SpaceId, Cell>,
    /// Side by side, the hexes with units or trains, each once, in no order.
    held: [Vec<SpaceId>; 2],
}

impl Field {
    /// The field as it is.
    pub(crate) fn find(state: &Brigade) -> Self {
        let cells = state.world.ground.all_with(Cell::default());
        let mut field = Self { cells, held: [Vec::new(), Vec::new()] };
        for unit in state.everyone() {
            field.put(&state.world, unit, state.piece(unit));
        }
        field
    }

    /// Counts a unit in, if it is on the board.
    pub(crate) fn put(&mut self, world: &World, unit: Unit, piece: &Piece) {
        if let Some((at, side, 1)) = self.count(world, unit, piece, 1) {
            self.held[side].push(at);
        }
    }

    /// Counts a unit out, if it was on the board.
    pub(crate) fn take(&mut self, world: &World, unit: Unit, piece: &Piece) {
        if let Some((at, side, 0)) = self.count(world, unit, piece, u8::MAX)
            && let Some(place) = self.held[side].iter().position(|&hex| hex == at)
        {
            self.held[side].swap_remove(place);
        }
    }

    /// Adds 1, or what makes 1 less, wherever a unit counts. Of a unit or train, gives its hex, its side, and how many units and trains
    /// of this side are in the hex then.
    fn count(&mut self, world: &World, unit: Unit, piece: &Piece, one: u8) -> Option<(SpaceId, usize, u8)> {
        let info = world.info(unit);
        let (at, side) = (piece.on_board()?, info.side as usize);
        let add = |counter: &mut [u8; 2]| counter[side] = counter[side].wrapping_add(one);
        if info.kind.fights() {
            add(&mut self.cells[at].fighters);
            for near in world.around(at) {
                add(&mut self.cells[near].beside);
            }
            for &hex in world.zone(at, piece.facing) {
                add(&mut self.cells[hex].zone);
            }
        } else {
            add(&mut self.cells[at].others);
        }
        let held = &mut self.cells[at].held;
        (info.kind != Kind::General).then(|| {
            add(held);
            (at, side, held[side])
        })
    }

    /// The hexes with units or trains of a side, each once.
    pub fn held(&self, side: Side) -> &[SpaceId] {
        &self.held[side as usize]
    }

    /// What is in a hex.
    pub fn at(&self, hex: SpaceId) -> &Cell {
        &self.cells[hex]
    }

    /// Whether a hex is in the fire zone of the enemies of a side.
    pub fn under_fire(&self, hex: SpaceId, side: Side) -> bool {
        self.at(hex).zone[side.other() as usize] > 0
    }

    /// Whether fighting units of the enemies of a side are in a hex.
    pub fn enemy_in(&self, hex: SpaceId, side: Side) -> bool {
        self.at(hex).fighters[side.other() as usize] > 0
    }

    /// Whether units or trains of the enemies of a side are in a hex.
    pub fn held_by_enemy(&self, hex: SpaceId, side: Side) -> bool {
        self.at(hex).held[side.other() as usize] > 0
    }

    /// Whether a hex is adjacent to a fighting unit of the enemies of a side.
    pub fn beside_enemy(&self, hex: SpaceId, side: Side) -> bool {
        self.at(hex).beside[side.other() as usize] > 0
    }

    /// \[A1\] Whether one more fighting unit of a side fits into a hex.
    pub fn has_room(&self, hex: SpaceId, side: Side) -> bool {
        self.at(hex).fighters[side as usize] < STACK
    }
}

/// By how many twelfths of a circle one turns from a facing to another, this way or that.
pub(crate) fn turning(from: u8, to: u8) -> u8 {
    let turn = (to + 12 - from) % 12;
    turn.min(12 - turn)
}

/// The corner of the six that needs the least turning and that `fits`; the clockwise one of two.
pub fn nearest_corner(world: &World, facing: u8, mut fits: impl FnMut(u8) -> bool) -> Option<u8> {
    let turn = |corner: u8| (turning(facing, corner), (corner + 12 - facing) % 12);
    world.corners.into_iter().filter(|&corner| fits(corner)).min_by_key(|&corner| turn(corner))
}

/// \[A6\] Whether a general may activate a unit: the army's may activate any, a corps's commander those of his corps.
pub fn commands(state: &Brigade, general: Unit, unit: Unit) -> bool {
    let (who, whom) = (state.world.info(general), state.world.info(unit));
    let own_corps = who.corps.is_some() && who.corps == state.piece(unit).corps;
    who.side == whom.side && (who.army_general || general == unit || own_corps)
}

/// \[A5\] Within this distance of its train every unit of a corps begins the battle.
pub const TRAIN_DISTANCE: u32 = 6;

/// How a scenario waives what A5 says of trains and lines of communication.
const REMEDY: &str = "(or the scenario says `trains-as-agreed: true`)";

/// \[A5\] Whether each line of communication is where a road or railroad leaves the board, or at a landing.
pub(crate) fn check_locs(world: &World) -> Result<(), Refusal> {
    let mut locs = world.corps.rows().filter_map(|corps| Some((&corps.name, corps.loc?)));
    locs.try_for_each(|(name, loc)| {
        require(world.leads_out(loc), "A5", || {
            let hex = world.hex_name(loc);
            format!(
                "the line of communication of {name} is {hex}, where no road or railroad leaves the board and no landing is {REMEDY}"
            )
        })
    })
}

/// \[A5\] Whether each corps's train is, when the battle begins, within [`TRAIN_DISTANCE`] of all units of its corps and on a road
/// to its line of communication.
pub(crate) fn check_trains(state: &Brigade) -> Result<(), Refusal> {
    for (number, corps) in state.world.corps.iter() {
        let Some(train) = corps.train.filter(|&train| state.present(train)) else { continue };
        let (at, train) = (state.hex_of(train), &state.world.info(train).id);
        for unit in state.troops(corps.side).filter(|&unit| state.piece(unit).corps == Some(number)) {
            let (unit, hexes) = (&state.world.info(unit).id, state.world.distance(at, state.hex_of(unit)));
            require(hexes <= TRAIN_DISTANCE, "A5", || {
                format!(
                    "{train} is {hexes} hexes from {unit}, and begins within {TRAIN_DISTANCE} of its corps {REMEDY}"
                )
            })?;
        }
        let Some(loc) = corps.loc else { continue };
        require(state.world.road_leads(at, loc), "A5", || {
            let loc = state.world.hex_name(loc);
            format!("{train} stands on no road to {loc}, its corps's line of communication {REMEDY}")
        })?;
    }
    Ok(())
}

/// \[A5\] Whether a corps has lost its train, or an enemy stands on its line of communication.
pub fn cut_off(state: &Brigade, corps: Corps) -> bool {
    let corps = &state.world.corps[corps];
    let lost = |train: Unit| matches!(state.piece(train).status, Status::Lost | Status::Gone);
    let enemy = |unit: Unit| {
        let info = state.world.info(unit);
        info.kind.fights() && info.side != corps.side
    };
    corps.train.is_some_and(lost) || corps.loc.is_some_and(|loc| state.in_hex(loc).any(enemy))
}
