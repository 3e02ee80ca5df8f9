//! What changes in the course of a game: everything that a save holds.

use std::cell::OnceCell;

use muster_contract::Seat;
use muster_sdk::{Knowledge, Shared, Table, TokensBySeat};
use serde::{Deserialize, Serialize};

use crate::cards::Deck;
use crate::knowledge_trace::Trace;
use crate::plan::Plan;
use crate::world::{Edge, Kind, Locale, Side, Unit, World};

mod command;
mod field;
mod saves;

pub use command::{Action, After, Arrived, Command, Flight, Follower, Order, Pursuit, Road};
use field::Field;

/// A position (§4.3.1): in reserve, or securing the approach at a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Spot {
    /// The locale.
    pub locale: Locale,
    /// The boundary whose approach is secured; none in reserve.
    pub edge: Option<Edge>,
}

impl Spot {
    /// In reserve.
    pub fn reserve(locale: Locale) -> Self {
        Self { locale, edge: None }
    }

    /// Securing an approach.
    pub fn approach(locale: Locale, edge: Edge) -> Self {
        Self { locale, edge: Some(edge) }
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum At {
    /// Out of the game, or among the replacement units.
    Off,
    /// On the unit display: 0 with the starting units, else in a reinforcement group.
    Display(u8),
    /// On the map.
    Map(Spot),
}

/// How a unit is turned (§4.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Face {
    /// Its face to both players.
    Up,
    /// Its face to its owner.
    Down,
    /// Its face to the opponent: artillery that is ranging.
    Opponent,
    /// Its face to the board, in steps 6 to 8 of the set-up.
    Blind,
}

/// A unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    /// What is on its face.
    pub kind: Kind,
    /// Its strength.
    pub strength: u8,
    /// Where it is.
    pub at: At,
    /// How it is turned.
    pub face: Face,
    /// Who knows what is on its face.
    pub known: Knowledge,
    /// Whether it was issued a command this turn.
    pub ordered: bool,
    /// Whether it bombarded this turn.
    pub bombarded: bool,
}

impl UnitState {
    /// Where it is on the map.
    pub fn spot(&self) -> Option<Spot> {
        if let At::Map(spot) = self.at { Some(spot) } else { None }
    }

    /// Whether it is ranging (§10.4).
    pub fn is_ranging(&self) -> bool {
        self.face == Face::Opponent
    }
}

/// Where the sequence of play (§6) stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// §5 step 3: an army's cubes are placed.
    Cubes(Side),
    /// §5 steps 4, 5, 10 and 11: an army's units take the place of so many more cubes.
    Place(Side, u8),
    /// §5 steps 7 and 8: this side places so many more of its opponent's units, without looking.
    Random(Side, u8),
    /// §7.1.
    Shuffle,
    /// §7.2.
    Limber,
    /// §7.3.
    Cards,
    /// §8: the next field command.
    Field,
    /// §8: a step of the command that is being carried out.
    Command(Step),
    /// §9: the next staff command.
    Staff,
    /// §10.1: whether a unit in this objective shows its face to claim it.
    Claim(Locale),
    /// §10.3, §10.4: artillery is spiked or ranges.
    Administer,
    /// §14.
    Over,
}

impl Stage {
    /// Whether it belongs to the set-up (§5).
    pub fn is_set_up(self) -> bool {
        matches!(self, Self::Cubes(_) | Self::Place(..) | Self::Random(..))
    }
}

/// A step of a field command in which somebody decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// §8.2 step 3: the passive player selects his leading defense units.
    LeadDefense,
    /// §8.2 step 4: he declares artillery support.
    Support,
    /// §8.2 step 6a: the loser says which leading unit of the winner is hit.
    WinnerHit,
    /// §8.2 step 6b: the winner says which leading units of the loser take so many more losses.
    LeaderHits(u8),
    /// §8.2 step 6b: the loser says which of his other units do.
    OtherHits(u8),
    /// §8.3 step 4: the passive player applies so many more losses.
    BombardHits(u8),
    /// §8.4 step 2: the active player selects his leading charge units.
    ChargeLeaders,
    /// §8.4 step 3, §8.5 step 2, §8.2 step 9b: the passive player gives way, or secures the defense approach.
    Answer,
    /// The same: which further units secure it.
    Hold,
    /// §8.4 step 4a: which leading charge unit takes the loss.
    ChargeLoss,
    /// §8.5 step 3: which maneuvering units secure the attack approach.
    Post,
    /// §8.2 step 9c: which approaches the pursuing units secure.
    PursuitPost,
    /// §11 and §12 step 2: which unit takes a loss.
    FlightLoss,
    /// §11 and §12 step 3: where the units go.
    FlightMove,
}

/// What field and staff commands leave behind for the rest of the turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Boundaries where an assault or charge was performed.
    pub fought: Vec<Edge>,
    /// Boundaries across which there was a bombardment.
    pub bombarded: Vec<Edge>,
    /// Locales that were occupied by an assault.
    pub stormed: Vec<Locale>,
    /// Roads that are marked at a boundary (§8.6.4).
    pub marked: Vec<(Edge, u8)>,
    /// Which staff commands are still to come: 0 all, 1 rally and mobilize, 2 mobilize, 3 none.
    pub staff: u8,
    /// The locale whose reorganize command is being carried out.
    pub reorganizing: Option<Locale>,
    /// The locale where a mobilize command is being carried out, with the group.
    pub mobilizing: Option<(Locale, u8)>,
    /// Whether a mobilize command was issued.
    pub mobilized: bool,
    /// Objective locales that have been dealt with (§10.1).
    pub claimed: Vec<Locale>,
    /// Whether artillery has ranged, so that none is spiked any more.
    pub ranged: bool,
}

/// How the game ended (§14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Who won.
    pub winner: Side,
    /// Whether it is a decisive victory.
    pub decisive: bool,
    /// Whether both armies were demoralized.
    pub both: bool,
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BullRun {
    /// What never changes.
    #[serde(skip)]
    pub world: Shared<World>,
    /// By seat: the army that it plays.
    pub seats: [Side; 2],
    /// Where the sequence of play stands.
    pub stage: Stage,
    /// The round, from 1 (6am).
    pub round: u8,
    /// Whose turn it is.
    pub active: Side,
    /// Command points left.
    pub points: u8,
    /// By army: its morale.
    pub morale: [u8; 2],
    /// By unit.
    pub units: Table<Unit, UnitState>,
    /// The ids of units whose faces a seat doesn't see.
    pub tokens: TokensBySeat,
    /// By army: what the opponent can know of how its hidden units were mixed and identified.
    pub traces: [Trace; 2],
    /// By army: its command cards.
    pub decks: [Deck; 2],
    /// By army: its cubes on the map in set-up.
    pub cubes: [Vec<(Locale, u8)>; 2],
    /// What has happened in this turn.
    pub turn: Turn,
    /// The command in the making.
    pub order: Order,
    /// What the last command still allows.
    pub after: After,
    /// The command that is being carried out.
    pub action: Option<Box<Action>>,
    /// By army: a bit for each reinforcement group that has begun to mobilize.
    pub mobilized: [u8; 2],
    /// How it ended.
    pub ended: Option<Ended>,
    /// An index of units by locale; made on first use, then updated.
    #[serde(skip)]
    field: OnceCell<Field>,
    /// How the map looks to a player who plans, as far as it was asked for since units moved.
    #[serde(skip)]
    plan: Plan,
}

impl BullRun {
    /// A game with nothing on the map.
    pub(crate) fn empty(world: Shared<World>, seats: [Side; 2]) -> Self {
        let units: Table<Unit, UnitState> = world
            .units
            .rows()
            .map(|unit| UnitState {
                kind: unit.kind,
                strength: unit.strength,
                at: if unit.spare { At::Off } else { At::Display(unit.group) },
                face: Face::Up,
                known: Knowledge::EVERYONE,
                ordered: false,
                bombarded: false,
            })
            .collect();
        Self {
            seats,
            stage: Stage::Shuffle,
            round: world.first_round,
            active: Side::Us,
            points: 0,
            morale: world.morale,
            tokens: TokensBySeat::new(2, units.len() as u16),
            units,
            traces: Default::default(),
            decks: [Deck::new(world.no_luck); 2],
            world,
            cubes: Default::default(),
            turn: Turn::default(),
            order: Order::default(),
            after: After::default(),
            action: None,
            mobilized: [0; 2],
            ended: None,
            field: OnceCell::new(),
            plan: Plan::default(),
        }
    }

    /// The army that the seat plays.
    pub fn side_of(&self, seat: Seat) -> Side {
        self.seats[usize::from(seat.min(1))]
    }

    /// The seat that plays the army.
    pub fn seat_of(&self, side: Side) -> Seat {
        if self.seats[0] == side { 0 } else { 1 }
    }

    /// The player whose turn it isn't.
    pub fn passive(&self) -> Side {
        self.active.other()
    }

    /// The unit of this number.
    pub fn unit(&self, unit: Unit) -> &UnitState {
        &self.units[unit]
    }

    /// The unit, to change anything but its place.
    pub(crate) fn unit_mut(&mut self, unit: Unit) -> &mut UnitState {
        &mut self.units[unit]
    }

    /// Puts a unit somewhere.
    pub(crate) fn put(&mut self, unit: Unit, at: At) {
        let from = std::mem::replace(&mut self.units[unit].at, at);
        if let Some(field) = self.field.get_mut() {
            field.moves(unit, from, at);
        }
        self.plan.moved(self.world.unit(unit).side);
    }

    /// How the map looks to a player who plans.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// An army's units on the map.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.world.of_side(side).filter(|&unit| self.unit(unit).spot().is_some())
    }

    /// Of the positions that an army's units are in, these.
    pub(crate) fn spots(&self, side: Side, these: impl Fn(&Spot) -> bool) -> Vec<Spot> {
        let all = self.world.of_side(side).filter_map(|unit| self.unit(unit).spot());
        let mut spots: Vec<Spot> = all.filter(these).collect();
        spots.sort_unstable();
        spots.dedup();
        spots
    }

    /// An army's units in a locale.
    pub fn in_locale(&self, side: Side, locale: Locale) -> impl Iterator<Item = Unit> {
        self.field().units(locale).filter(move |&unit| self.world.unit(unit).side == side)
    }

    /// An army's units in a position.
    pub fn in_spot(&self, side: Side, spot: Spot) -> impl Iterator<Item = Unit> {
        self.in_locale(side, spot.locale).filter(move |&unit| self.unit(unit).at == At::Map(spot))
    }

    #[inline]
    fn field(&self) -> &Field {
        self.field.get_or_init(|| Field::of(self))
    }

    /// Whose units are in a locale.
    #[inline]
    pub fn holder(&self, locale: Locale) -> Option<Side> {
        self.field().units(locale).next().map(|unit| self.world.unit(unit).side)
    }

    /// How many units are in a locale.
    #[inline]
    pub fn count(&self, locale: Locale) -> u8 {
        self.field().count(locale)
    }

    /// How many more units fit into a locale (§4.3.1).
    pub fn room(&self, locale: Locale) -> usize {
        usize::from(self.world.locale(locale).capacity.saturating_sub(self.count(locale)))
    }

    /// How many units secure the approach at a boundary, in this locale.
    pub fn secured(&self, locale: Locale, edge: Edge) -> u8 {
        let there = At::Map(Spot::approach(locale, edge));
        self.field().units(locale).filter(|&unit| self.unit(unit).at == there).count() as u8
    }

    /// Whether a locale is occupied by the enemy of this army (§4.3.1).
    #[inline]
    pub fn is_enemy(&self, side: Side, locale: Locale) -> bool {
        self.holder(locale) == Some(side.other())
    }
}
