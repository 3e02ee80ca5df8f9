//! B. Sequence: what follows what.

use std::ops::ControlFlow;

use muster_board::SpaceId;
use muster_sdk::{Happenings, Shared, capital};

use crate::choice::Choice;
use crate::state::{Brigade, Piece, Stage, Status};
use crate::units::{loc_misplaced, train_misplaced};
use crate::words::{event, hex_place, moved_event};
use crate::world::{Kind, Unit, UnitInfo, World};

/// How far from its entry hex a reinforcement may be put if that is full or taken.
const CROWDED: u32 = 3;

impl Brigade {
    /// The position before the first choice.
    pub(crate) fn set_up(
        world: Shared<World>,
        position: &muster_contract::Position,
    ) -> Result<Self, muster_contract::Refusal> {
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
        for unit in state.pieces.all() {
            if let Some(refusal) = state.misplaced(unit) {
                return Err(refusal);
            }
        }
        let misplaced = || loc_misplaced(&world).or_else(|| train_misplaced(&state));
        match (!world.trains_as_agreed).then(misplaced).flatten() {
            Some(refusal) => Err(refusal),
            None => Ok(state),
        }
    }

    /// Begins an activation: reinforcements come, nobody has acted yet.
    pub(crate) fn begin_activation(&mut self, happenings: &mut Happenings<'_>) {
        self.stage = if self.night() { Stage::NightRoll } else { Stage::Roll };
        for piece in self.pieces.rows_mut() {
            (piece.spent, piece.turned, piece.die, piece.pips) = (false, false, 0, 0);
        }
        if !self.night() {
            self.reinforce(happenings);
        }
        happenings.phase("B1", || self.status());
        self.hook_activation(happenings);
    }

    /// Reinforcements whose turn has come stand in their entry hex at the beginning of their side's activation; if it
    /// is full or in enemy hands, in the nearest free hex within three, and else they wait for the next turn.
    pub(crate) fn reinforce(&mut self, happenings: &mut Happenings<'_>) {
        let (world, side) = (self.world.clone(), self.active());
        for unit in self.pieces.all() {
            let info = world.info(unit);
            if self.piece(unit).status != Status::Waiting || info.side != side || info.arrives > self.turn {
                continue;
            }
            let field = self.field();
            let free = |hex: SpaceId| {
                !world.ground[hex].barred
                    && !field.enemy_in(hex, side)
                    && field.at(hex).others[usize::from(side ^ 1)] == 0
                    && (!info.kind.fights() || field.has_room(hex, side))
            };
            let near = info.entries.iter().flat_map(|&entry| {
                let disc = world.atlas.disc(entry, CROWDED);
                let world = &world;
                disc.map(move |hex| (world.distance(entry, hex), hex))
            });
            let Some((_, at)) = near.filter(|&(_, hex)| free(hex)).min() else { continue };
            self.place(unit, |piece| (piece.at, piece.status) = (Some(at), Status::Present));
            happenings.event(|| {
                moved_event(
                    &world,
                    &[at],
                    piece_facing(self, unit),
                    &[unit],
                    format!("{} arrives", info.name),
                    "A5",
                )
            });
        }
    }

    /// \[B1\] Goes on to the next step of the sequence.
    pub(crate) fn next_stage(&mut self, happenings: &mut Happenings<'_>) {
        self.fire = crate::state::Fire::default();
        match self.stage {
            Stage::Roll => self.stage = Stage::Move,
            Stage::Move => self.stage = Stage::Bombard,
            Stage::Bombard => {
                self.stage = Stage::CombatInactive;
                self.fire.todo = self.must_fire();
            }
            Stage::CombatInactive => {
                self.stage = Stage::CombatActive;
                self.fire.todo = self.must_fire();
            }
            Stage::CombatActive if self.half == 0 => {
                self.half = 1;
                self.begin_activation(happenings);
                return;
            }
            Stage::CombatActive => return self.end_turn(happenings),
            Stage::NightRoll => self.stage = Stage::NightMove,
            Stage::NightMove => {
                self.stage = Stage::Entrench;
                self.roll_spades(happenings);
            }
            Stage::Entrench if self.half == 0 => {
                self.half = 1;
                self.stage = Stage::NightRoll;
                self.begin_activation(happenings);
                return;
            }
            Stage::Entrench => {
                self.turn += 1;
                self.half = 0;
                self.stage = Stage::Roll;
                self.begin_activation(happenings);
                return;
            }
            Stage::Over => return,
        }
        happenings.phase(self.stage_citation(), || self.status());
    }

    /// \[V1\] \[O2\] The end of a turn: of the battle, of a day, or just of half an hour.
    fn end_turn(&mut self, happenings: &mut Happenings<'_>) {
        let agreed = self.world.early_end && self.enough == [true; 2];
        if self.turn >= self.world.turns || agreed {
            self.stage = Stage::Over;
            happenings.say("V1", || "The battle is over; victory points are counted.".to_owned());
        } else if self.turn.is_multiple_of(self.world.turns_per_day) {
            self.half = 0;
            self.stage = Stage::NightRoll;
            self.begin_activation(happenings);
        } else {
            self.half = 0;
            self.turn += 1;
            self.stage = Stage::Roll;
            self.begin_activation(happenings);
        }
    }

    /// Goes on to the next decision.
    pub(crate) fn settle(&mut self, happenings: &mut Happenings<'_>) {
        loop {
            match self.stage {
                Stage::Bombard if !self.fire.settling && self.list_is_empty() => self.fire.settling = true,
                Stage::CombatInactive | Stage::CombatActive
                    if !self.fire.settling && self.fire.todo.is_empty() =>
                {
                    self.fire.settling = true;
                }
                Stage::Bombard | Stage::CombatInactive | Stage::CombatActive if self.fire.settling => {
                    if !self.settle_hits(happenings) {
                        return;
                    }
                    self.next_stage(happenings);
                }
                Stage::Entrench if self.entrenchable().is_empty() => self.next_stage(happenings),
                _ => return,
            }
        }
    }

    fn list_is_empty(&self) -> bool {
        self.bombardments(|_| ControlFlow::Break(())).is_continue()
    }

    pub(crate) fn take_march(&mut self, choice: Choice, happenings: &mut Happenings<'_>) {
        let Some(mut march) = self.march.take() else { return };
        let lead = march.units[0];
        match choice {
            Choice::Take(general) => march.units.push(general),
            Choice::To(to) => {
                let way = self.go(&mut march, to);
                happenings.event(|| {
                    let text =
                        format!("{} to {}", capital(&self.march_name(&march)), self.world.hex_name(to));
                    moved_event(&self.world, &way, piece_facing(self, lead), &march.units, text, "D1")
                });
                self.overrun(&march.units, happenings);
                self.march = Some(march);
                self.hook_entered(lead, happenings);
                return;
            }
            Choice::Face(facing) => {
                self.turn_all(&march, facing);
                happenings.event(|| {
                    let text = format!(
                        "{} faces {}",
                        capital(&self.march_name(&march)),
                        crate::choice::compass(facing)
                    );
                    let at = self.hex_of(lead);
                    moved_event(&self.world, &[at], piece_facing(self, lead), &march.units, text, "D1")
                });
            }
            Choice::Cancel => {
                self.marks_mut(march.payer).pips += march.cost;
                happenings.say("C2", || "The order is taken back.".to_owned());
                return;
            }
            _ => {}
        }
        if matches!(choice, Choice::Face(_) | Choice::Done) {
            for &unit in &march.units {
                let marks = self.marks_mut(unit);
                (marks.spent, marks.turned) = (true, march.moved == 0);
            }
            self.hook_marched((&march.units, march.moved, march.way), happenings);
        } else {
            self.march = Some(march);
        }
    }

    /// Brigades and cavalry that enter a hex with nothing but a train and generals take the train and drive the
    /// generals off.
    fn overrun(&mut self, units: &[Unit], happenings: &mut Happenings<'_>) {
        for &unit in units {
            let (at, side) = (self.hex_of(unit), self.world.info(unit).side);
            let found: Vec<Unit> =
                self.in_hex(at).filter(|&other| self.world.info(other).side != side).collect();
            for other in found {
                if self.world.info(other).kind == Kind::Train {
                    self.lose(other, Status::Lost, "V1", happenings);
                } else {
                    self.displace(other, true, happenings);
                }
            }
        }
    }

    /// A general without troops goes to the nearest unit of his corps, else of his side; with nobody left, and an
    /// enemy upon him, he is captured.
    pub(crate) fn displace(&mut self, general: Unit, driven: bool, happenings: &mut Happenings<'_>) {
        let (at, side, corps) =
            (self.hex_of(general), self.world.info(general).side, self.world.info(general).corps);
        let nearest = self
            .everyone()
            .filter(|&unit| {
                self.world.info(unit).side == side
                    && self.world.info(unit).kind.fights()
                    && self.hex_of(unit) != at
            })
            .min_by_key(|&unit| {
                (
                    corps.is_some() && self.piece(unit).corps != corps,
                    self.world.distance(at, self.hex_of(unit)),
                    unit,
                )
            });
        match nearest {
            Some(unit) => {
                let to = self.hex_of(unit);
                self.place(general, |piece| piece.at = Some(to));
                happenings.event(|| {
                    let text =
                        format!("{} rides to {}", self.world.info(general).name, self.world.hex_name(to));
                    moved_event(&self.world, &[at, to], piece_facing(self, general), &[general], text, "A1")
                });
            }
            None if driven => self.lose(general, Status::Lost, "A1", happenings),
            None => {}
        }
    }

    /// Takes a unit off the board.
    pub(crate) fn lose(
        &mut self,
        unit: Unit,
        status: Status,
        citation: &str,
        happenings: &mut Happenings<'_>,
    ) {
        let at = self.hex_of(unit);
        self.place(unit, |piece| (piece.status, piece.at) = (status, None));
        self.fire.todo.retain(|&one| one != unit);
        happenings.event(|| {
            let name = &self.world.info(unit).name;
            let text = match (status, self.world.info(unit).kind) {
                (Status::Gone, _) => format!("{name} leaves the table"),
                (_, Kind::General | Kind::Train) => format!("{name} is taken"),
                _ => format!("{name} is destroyed"),
            };
            event(
                muster_contract::EventKind::Lost,
                Some(hex_place(&self.world, at)),
                &self.world,
                &[unit],
                text,
                citation,
            )
        });
        self.orphans(at, happenings);
    }

    /// Generals left in a hex without troops, beside the enemy, ride off.
    fn orphans(&mut self, at: SpaceId, happenings: &mut Happenings<'_>) {
        if self.in_hex(at).any(|unit| self.world.info(unit).kind.fights()) {
            return;
        }
        let beside = [0, 1].map(|side| self.field().beside_enemy(at, side));
        let generals: Vec<Unit> =
            self.in_hex(at).filter(|&unit| self.world.info(unit).kind == Kind::General).collect();
        for general in generals {
            if beside[usize::from(self.world.info(general).side)] {
                self.displace(general, false, happenings);
            }
        }
    }
}

/// The corner that a unit faces.
pub(crate) fn piece_facing(state: &Brigade, unit: Unit) -> u8 {
    state.piece(unit).facing
}
