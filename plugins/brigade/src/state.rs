//! The state of a game.

use muster_board::SpaceId;
use muster_sdk::{Index as _, Shared, Table};
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;

use crate::units::Field;
use crate::world::{Corps, Side, Unit, World};

mod saves;

/// What has become of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// It has not arrived.
    Waiting,
    /// It is on the board.
    Present,
    /// It was destroyed or captured.
    Lost,
    /// It was forced off the table.
    Gone,
}

/// A unit as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// The hex it is in, if it is on the board.
    #[serde(with = "muster_sdk::or_none")]
    pub at: Option<SpaceId>,
    /// The corner it faces.
    pub facing: u8,
    /// The corps it belongs to now (A6).
    #[serde(with = "muster_sdk::or_none")]
    pub corps: Option<Corps>,
    /// What has become of it.
    pub status: Status,
    /// Whether it has a Heavy Casualties marker (F2).
    pub heavy: bool,
    /// Whether it was activated in this activation.
    pub spent: bool,
    /// Whether its order was only to face about: guns that did not move may still bombard (D1, E1).
    pub turned: bool,
    /// A general's die, 0 before he rolled.
    pub die: u8,
    /// The pips that he has left.
    pub pips: u8,
}

impl Piece {
    /// The hex it is in, if it is on the board.
    pub(crate) fn on_board(&self) -> Option<SpaceId> {
        self.at.filter(|_| self.status == Status::Present)
    }
}

/// The step of the sequence of play (B1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// The active side rolls its activation dice.
    Roll,
    /// It moves.
    Move,
    /// It bombards.
    Bombard,
    /// The inactive side's combat.
    CombatInactive,
    /// The active side's combat.
    CombatActive,
    /// Night: roll for the night move.
    NightRoll,
    /// The night move.
    NightMove,
    /// Entrenching at night.
    Entrench,
    /// The battle is over.
    Over,
}

impl Stage {
    /// A turn by day, step by step.
    pub const DAY: [Stage; 5] =
        [Stage::Roll, Stage::Move, Stage::Bombard, Stage::CombatInactive, Stage::CombatActive];

    /// Its id in the sequence of play, its section, and what it is called over a decision. A battle that is over stays where its
    /// last turn ended.
    pub(crate) fn row(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Stage::Roll => ("roll", "C1", "Roll"),
            Stage::Move => ("move", "D1", "Move"),
            Stage::Bombard => ("bombard", "E1", "Bombard"),
            Stage::CombatInactive => ("combat-inactive", "F1", "Combat of the inactive side"),
            Stage::CombatActive => ("combat-active", "F6", "Combat of the active side"),
            Stage::NightRoll => ("night-roll", "O2", "Night"),
            Stage::NightMove => ("night-move", "O2", "Move"),
            Stage::Entrench => ("entrench", "O2", "Entrench"),
            Stage::Over => ("combat-active", "V1", "The end"),
        }
    }
}

/// How the units of an activation stand together (C6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// A unit or general alone.
    Single,
    /// A line of battle.
    Line,
    /// A column on a road, of one corps.
    Column,
    /// A column on a road of several corps, as it is ordered; on the march it is like any other.
    MixedColumn,
}

/// How units on the march have gone so far (D2); the later, the freer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Way {
    /// A step of theirs was not by road.
    OffRoad,
    /// Every step was by road, but one led beside an enemy.
    ByRoad,
    /// Every step was by road, none beside an enemy: they may go double.
    Double,
}

/// An activation that is being carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// How they stand.
    pub form: Form,
    /// The units, the lead first, and generals who ride along last.
    pub units: Vec<Unit>,
    /// The hexes of a column from head to tail.
    pub trail: Vec<SpaceId>,
    /// Who pays.
    pub payer: Unit,
    /// What it cost.
    pub cost: u8,
    /// How many hexes they have moved.
    pub moved: u8,
    /// How they have gone.
    pub way: Way,
    /// Whether they had to stop (D3).
    pub stopped: bool,
}

impl March {
    /// An order that this general pays for, before the first step.
    pub(crate) fn new(form: Form, units: Vec<Unit>, trail: Vec<SpaceId>, (payer, cost): (Unit, u8)) -> Self {
        Self { form, units, trail, payer, cost, moved: 0, way: Way::Double, stopped: false }
    }
}

/// Firing that is being carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fire {
    /// Units that must still fire.
    pub todo: Vec<Unit>,
    /// Hits on hexes, not yet assigned.
    pub pending: Vec<(SpaceId, u8)>,
    /// The hits that units of the first pending hex have been assigned.
    pub assigned: Vec<(Unit, u8)>,
    /// Hits that units still have to carry out.
    pub suffering: Vec<(Unit, u8)>,
    /// Whether all dice are rolled, so that hits take effect.
    pub settling: bool,
}

/// The hits of a hex or unit in such a list.
pub(crate) fn hits_on<T: PartialEq>(list: &[(T, u8)], on: T) -> u8 {
    list.iter().find(|(one, _)| *one == on).map_or(0, |&(_, hits)| hits)
}

/// Adds hits on a hex or unit to such a list.
pub(crate) fn add_hits<T: PartialEq>(list: &mut Vec<(T, u8)>, on: T, hits: u8) {
    match list.iter_mut().find(|(one, _)| *one == on) {
        Some((_, before)) => *before += hits,
        None => list.push((on, hits)),
    }
}

/// Each of these once, in the order in which they come first.
pub(crate) fn distinct<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut list = Vec::new();
    for one in all {
        if !list.contains(&one) {
            list.push(one);
        }
    }
    list
}

/// What follows from where the units stand: made when it is first asked for, then kept up as they move.
#[derive(Clone, Debug, Default)]
struct Index {
    hexes: OnceCell<Hexes>,
    field: OnceCell<Field>,
}

/// Who is in which hex: the first unit of each, and for each unit the next one there, in the order of the roster.
#[derive(Clone, Debug)]
struct Hexes {
    first: Vec<Option<Unit>>,
    next: Table<Unit, Option<Unit>>,
}

impl Hexes {
    fn find(pieces: &Table<Unit, Piece>) -> Self {
        let mut hexes = Self { first: Vec::new(), next: pieces.all_with(None) };
        // From the last, so that each comes before those of its hex that are there already.
        for (unit, piece) in pieces.iter().rev() {
            hexes.enter(unit, piece.at);
        }
        hexes
    }

    /// The link that a unit hangs on in a hex, or would.
    fn link(&mut self, unit: Unit, at: SpaceId) -> &mut Option<Unit> {
        if at.place() >= self.first.len() {
            self.first.resize(at.place() + 1, None);
        }
        let mut before = None;
        let mut here = self.first[at.place()];
        while let Some(one) = here.filter(|&one| one < unit) {
            (before, here) = (here, self.next[one]);
        }
        match before {
            None => &mut self.first[at.place()],
            Some(before) => &mut self.next[before],
        }
    }

    fn enter(&mut self, unit: Unit, at: Option<SpaceId>) {
        if let Some(at) = at {
            let after = self.link(unit, at).replace(unit);
            self.next[unit] = after;
        }
    }

    fn leave(&mut self, unit: Unit, at: Option<SpaceId>) {
        if let Some(at) = at {
            let after = self.next[unit];
            *self.link(unit, at) = after;
        }
    }
}

/// A game of Brigade.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Brigade {
    /// What never changes.
    #[serde(skip)]
    pub world: Shared<World>,
    /// Unit by unit, in the order of the roster.
    pub pieces: Table<Unit, Piece>,
    /// The turn, from 1.
    pub turn: u16,
    /// 0 while the first side is active, 1 while the other is.
    pub half: u8,
    /// The step of the sequence of play.
    pub stage: Stage,
    /// The activation under way.
    pub march: Option<March>,
    /// Firing under way.
    pub fire: Fire,
    /// Entrenched hexes.
    pub entrenched: Vec<SpaceId>,
    /// Seat by seat, the side that it plays.
    pub seats: Vec<Side>,
    /// Which side has had enough (V1).
    pub enough: [bool; 2],
    #[serde(skip)]
    index: Index,
}

impl Brigade {
    /// A game before its first choice, with these units and seats.
    pub(crate) fn new(world: Shared<World>, pieces: Table<Unit, Piece>, seats: Vec<Side>) -> Self {
        Self {
            world,
            pieces,
            turn: 1,
            half: 0,
            stage: Stage::Roll,
            march: None,
            fire: Fire::default(),
            entrenched: Vec::new(),
            seats,
            enough: [false; 2],
            index: Index::default(),
        }
    }

    /// A unit.
    pub fn piece(&self, unit: Unit) -> &Piece {
        &self.pieces[unit]
    }

    /// The hex that a unit on the board is in.
    pub fn hex_of(&self, unit: Unit) -> SpaceId {
        self.pieces[unit].at.expect("a unit on the board is in a hex")
    }

    /// A unit's markers, pips and corps, to change; nothing of where it stands.
    pub(crate) fn marks_mut(&mut self, unit: Unit) -> &mut Piece {
        &mut self.pieces[unit]
    }

    /// Puts a unit somewhere, turns it, or takes it off the board: changes anything of it.
    pub(crate) fn place(&mut self, unit: Unit, change: impl FnOnce(&mut Piece)) {
        let piece = &mut self.pieces[unit];
        let before = *piece;
        change(piece);
        let after = *piece;
        if let Some(hexes) = self.index.hexes.get_mut() {
            hexes.leave(unit, before.at);
            hexes.enter(unit, after.at);
        }
        if let Some(field) = self.index.field.get_mut() {
            field.take(&self.world, unit, &before);
            field.put(&self.world, unit, &after);
        }
    }

    /// Whether a unit is on the board.
    pub fn present(&self, unit: Unit) -> bool {
        self.piece(unit).status == Status::Present
    }

    /// The active side.
    pub fn active(&self) -> Side {
        if self.half == 0 { self.world.first } else { self.world.first.other() }
    }

    /// The side that fires now.
    pub fn firing(&self) -> Side {
        if self.stage == Stage::CombatInactive { self.active().other() } else { self.active() }
    }

    /// The units on the board.
    pub fn everyone(&self) -> impl Iterator<Item = Unit> + '_ {
        self.pieces.all().filter(|&unit| self.present(unit))
    }

    /// The units in a hex.
    pub fn in_hex(&self, hex: SpaceId) -> impl Iterator<Item = Unit> + '_ {
        let hexes = self.index.hexes.get_or_init(|| Hexes::find(&self.pieces));
        let first = hexes.first.get(hex.place()).copied().flatten();
        std::iter::successors(first, move |&unit| hexes.next[unit])
    }

    /// The fighting units of a side that are on the board.
    pub(crate) fn troops(&self, side: Side) -> impl Iterator<Item = Unit> + Clone + '_ {
        self.on_board(&self.world.troops[side as usize])
    }

    /// The generals of a side who are on the board.
    pub(crate) fn generals(&self, side: Side) -> impl Iterator<Item = Unit> + '_ {
        self.on_board(&self.world.generals[side as usize])
    }

    /// The units of a side that are on the board.
    pub(crate) fn of_side(&self, side: Side) -> impl Iterator<Item = Unit> + Clone + '_ {
        self.on_board(&self.world.forces[side as usize])
    }

    /// Those of these units that are on the board.
    fn on_board<'a>(&'a self, units: &'a [Unit]) -> impl Iterator<Item = Unit> + Clone + 'a {
        units.iter().copied().filter(|&unit| self.present(unit))
    }

    /// The hexes that these units are in, each once.
    pub(crate) fn hexes_of(&self, units: impl IntoIterator<Item = Unit>) -> Vec<SpaceId> {
        distinct(units.into_iter().map(|unit| self.hex_of(unit)))
    }

    /// Who threatens what, as the units stand.
    pub fn field(&self) -> &Field {
        self.index.field.get_or_init(|| Field::find(self))
    }

    /// Whether it is night (O2).
    pub fn night(&self) -> bool {
        matches!(self.stage, Stage::NightRoll | Stage::NightMove | Stage::Entrench)
    }
}
