//! B. Sequence: what follows what.

use std::ops::ControlFlow;

use muster_board::SpaceId;
use muster_contract::{Position, Refusal};
use muster_sdk::{Resolution, Shared};

use crate::state::{Brigade, Fire, Piece, Stage, Status};
use crate::units::{check_locs, check_trains};
use crate::world::{UnitInfo, World};

/// How far from its entry hex a reinforcement may be put if that is full or taken.
const CROWDED: u32 = 3;

impl Brigade {
    /// The position before the first choice.
    pub(crate) fn set_up(world: Shared<World>, position: &Position) -> Result<Self, Refusal> {
        let piece = |(info, unit): (&UnitInfo, &muster_contract::Unit)| {
            let waits = info.arrives > 1 || unit.place.is_none();
            let place = unit.place.as_ref().filter(|_| !waits);
            Piece {
                at: place.map(|place| world.hex(&place.space).unwrap_or(info.entries[0])),
                facing: unit.place.as_ref().and_then(|place| place.facing).unwrap_or(world.corners[0]),
                corps: info.corps,
                status: if waits { Status::Waiting } else { Status::Present },
                heavy: false,
                spent: false,
                turned: false,
                die: 0,
                pips: 0,
            }
        };
        let pieces = world.units.rows().zip(&position.roster).map(piece).collect();
        let state = Brigade::new(world.clone(), pieces, world.seats.clone());
        state.pieces.all().try_for_each(|unit| state.check_place(unit))?;
        if !world.trains_as_agreed {
            check_locs(&world)?;
            check_trains(&state)?;
        }
        Ok(state)
    }

    /// Begins an activation, by day or by night, of the side that is active in this half of the turn: reinforcements come, nobody has
    /// acted yet.
    pub(crate) fn begin_activation(&mut self, half: u8, stage: Stage, resolution: &mut Resolution<'_>) {
        (self.half, self.stage) = (half, stage);
        for piece in self.pieces.rows_mut() {
            (piece.spent, piece.turned, piece.die, piece.pips) = (false, false, 0, 0);
        }
        if !self.night() {
            self.reinforce(resolution);
        }
        resolution.phase("B1", || self.status());
        self.hook_activation(resolution);
    }

    /// Reinforcements whose turn has come stand in their entry hex at the beginning of their side's activation; if it
    /// is full or in enemy hands, in the nearest free hex within three, and else they wait for the next turn.
    pub(crate) fn reinforce(&mut self, resolution: &mut Resolution<'_>) {
        let (world, side) = (self.world.clone(), self.active());
        for &unit in &world.forces[side as usize] {
            let info = world.info(unit);
            if self.piece(unit).status != Status::Waiting || info.arrives > self.turn {
                continue;
            }
            let field = self.field();
            let free = |hex: SpaceId| {
                !world.ground[hex].barred
                    && !field.enemy_in(hex, side)
                    && field.at(hex).others[side.other() as usize] == 0
                    && (!info.kind.fights() || field.has_room(hex, side))
            };
            let near = info.entries.iter().flat_map(|&entry| {
                let disc = world.atlas.disc(entry, CROWDED);
                let world = &world;
                disc.map(move |hex| (world.distance(entry, hex), hex))
            });
            let Some((_, at)) = near.filter(|&(_, hex)| free(hex)).min() else { continue };
            self.place(unit, |piece| (piece.at, piece.status) = (Some(at), Status::Present));
            resolution.event(|| self.moved_event(&[at], &[unit], format!("{} arrives", info.name), "A5"));
        }
    }

    /// \[B1\] Goes on to the next step of the sequence.
    pub(crate) fn next_stage(&mut self, resolution: &mut Resolution<'_>) {
        self.fire = Fire::default();
        self.stage = match self.stage {
            Stage::Roll => Stage::Move,
            Stage::Move => Stage::Bombard,
            Stage::Bombard => Stage::CombatInactive,
            Stage::CombatInactive => Stage::CombatActive,
            Stage::CombatActive if self.half == 0 => {
                return self.begin_activation(1, Stage::Roll, resolution);
            }
            Stage::CombatActive => return self.end_turn(resolution),
            Stage::NightRoll => Stage::NightMove,
            Stage::NightMove => Stage::Entrench,
            Stage::Entrench if self.half == 0 => {
                return self.begin_activation(1, Stage::NightRoll, resolution);
            }
            Stage::Entrench => return self.begin_turn(resolution),
            Stage::Over => return,
        };
        match self.stage {
            Stage::CombatInactive | Stage::CombatActive => self.fire.todo = self.must_fire(),
            Stage::Entrench => self.roll_spades(resolution),
            _ => {}
        }
        resolution.phase(self.stage.row().1, || self.status());
    }

    fn begin_turn(&mut self, resolution: &mut Resolution<'_>) {
        self.turn += 1;
        self.begin_activation(0, Stage::Roll, resolution);
    }

    /// \[V1\] \[O2\] The end of a turn: of the battle, of a day, or just of half an hour.
    fn end_turn(&mut self, resolution: &mut Resolution<'_>) {
        let agreed = self.world.early_end && self.enough == [true; 2];
        if self.turn >= self.world.turns || agreed {
            self.stage = Stage::Over;
            resolution.say("V1", || "The battle is over; victory points are counted.".to_owned());
        } else if self.turn.is_multiple_of(self.world.turns_per_day) {
            self.begin_activation(0, Stage::NightRoll, resolution);
        } else {
            self.begin_turn(resolution);
        }
    }

    /// Goes on to the next decision.
    pub(crate) fn settle(&mut self, resolution: &mut Resolution<'_>) {
        loop {
            match self.stage {
                Stage::Bombard | Stage::CombatInactive | Stage::CombatActive => {
                    self.fire.settling = self.fire.settling || self.is_all_fired();
                    if !self.fire.settling || !self.settle_hits(resolution) {
                        return;
                    }
                }
                Stage::Entrench if self.entrenchable().is_empty() => {}
                _ => return,
            }
            self.next_stage(resolution);
        }
    }

    /// Whether nobody is left who may bombard, or must fire.
    fn is_all_fired(&self) -> bool {
        match self.stage {
            Stage::Bombard => self.bombardments(|_| ControlFlow::Break(())).is_continue(),
            _ => self.fire.todo.is_empty(),
        }
    }
}
