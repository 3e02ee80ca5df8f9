//! What changes in the course of a game: everything that a save holds.

use std::cell::OnceCell;
use std::sync::Arc;

use muster_contract::Seat;
use muster_sdk::{Index as _, Knowledge, Shared, Table, TokensBySeat};
use serde::{Deserialize, Serialize};

use crate::supply::Supplied;
use crate::world::{Edge, Hex, Kind, Side, Unit, UnitInfo, World};

mod battle;
mod saves;

pub use battle::{Battle, Hits, HitsOn, Step};

/// Where a unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum At {
    /// On the map.
    Map(Hex),
    /// In the replacement pool (§6.63), from which cadres are bought.
    #[default]
    Pool,
    /// In the face-down pool of leaders (§5.2).
    Leaders,
    /// A leader who joins the pool later (§5.22).
    Waiting,
    /// Out of the game.
    Gone,
}

/// Where a unit stands in a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Line {
    /// It is in no battle.
    #[default]
    None,
    /// In a position of its own battleline.
    Own(u8),
    /// In a position of the enemy's battleline.
    Foe(u8),
    /// In reserve; in a skirmish too.
    Reserve,
}

/// What an activated leader does (§5.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Active {
    /// Not activated this turn.
    #[default]
    No,
    /// Commands units within range.
    Army,
    /// Controls strategic moves.
    Supreme,
    /// Has commanded as an army leader, and may move (§1.21).
    ArmyDone,
    /// Has controlled strategic moves, and may move.
    SupremeDone,
    /// An army leader who controlled strategic moves in this player turn, now that its moves are over (§5.22).
    WasSupreme,
}

impl Active {
    /// Whether the leader's block stands out among the others.
    pub(crate) fn stands_out(self) -> bool {
        !matches!(self, Self::No | Self::WasSupreme)
    }
}

/// What becomes of a unit.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Block {
    /// Where it is.
    pub at: At,
    /// Its steps.
    pub strength: u8,
    /// Whether it has taken a half-hit in a fortress (§6.65).
    pub half: bool,
    /// Where it stands in the battle that is fought.
    pub line: Line,
    /// Who can read it.
    pub known: Knowledge,
    /// Whether it has moved this player turn.
    pub moved: bool,
    /// A force march to be rolled for: none, over clear ground, or rough (§5.34).
    pub forced: Option<bool>,
    /// Whether it is an activated leader.
    pub active: Active,
    /// Whether it retreated or regrouped this player turn (§6.35).
    pub disrupted: bool,
    /// The hexside over which it attacked this player turn.
    #[serde(with = "muster_sdk::or_none")]
    pub came: Option<Edge>,
    /// The port from which it invaded this player turn.
    #[serde(with = "muster_sdk::or_none")]
    pub sailed: Option<Hex>,
    /// Whether it has fired or moved in this battle turn.
    pub acted: bool,
    /// Whether artillery has had its first short-range fire in this battle (§6.61).
    pub spent: bool,
    /// Whether it moved to engage those with whom it still is, so that artillery fires at F1 only (§6.61).
    pub engages: bool,
    /// Whether it was replaced once and came back to the pool (§5.2).
    pub returned: bool,
    /// Whether its supply is settled in this supply turn (§9.3).
    pub settled: bool,
}

impl Block {
    /// Where the roster has a unit. Its owner can read it, and of the replacement pool everybody.
    fn at_start(info: &UnitInfo, owner: Seat) -> Self {
        let at = match (info.start, info.kind, info.joins) {
            (Some((hex, _)), ..) => At::Map(hex),
            (None, Kind::Leader, Some(_)) => At::Waiting,
            (None, Kind::Leader, None) => At::Leaders,
            _ => At::Pool,
        };
        let known = if at == At::Pool { Knowledge::EVERYONE } else { Knowledge::only(owner) };
        Self { at, strength: info.start.map_or(0, |(_, strength)| strength), known, ..Self::default() }
    }
}

/// Where the sequence of play stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// §4.22: both exchange units in secret.
    Deploy,
    /// §1.1: both bid in secret.
    Bid,
    /// §1.2: leaders are activated.
    Activate,
    /// §1.21: units in command move.
    Move,
    /// §1.21: the leaders who commanded move.
    LeaderMove,
    /// §6.0: which battle is fought next.
    ChooseBattle,
    /// A step of the battle or skirmish that is fought.
    Battle(Step),
    /// §9.31: leaders supply units.
    LeaderSupply(Side),
    /// §9.4: who of too many foragers loses a step.
    Forage(Side),
    /// §9.5: both spend replacement points in secret.
    Replacements,
    /// §5.2: which minor leader is replaced by the one drawn.
    ReplaceLeader(Side, Unit),
    /// §4.4: whether emancipation is proclaimed.
    Proclaim,
    /// §4.4: the Confederacy spends what that gives it.
    Surge,
    /// §4.5: whether there is a draft.
    Draft(Side),
    /// §4.5: so many cadres are deployed.
    DraftCadres(Side, u8),
    /// The game is over.
    Over,
}

/// A unit on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// Who.
    pub unit: Unit,
    /// Whether it is a strategic move (§5.41).
    pub strategic: bool,
    /// Hexes moved.
    pub steps: u8,
    /// Whether it has kept to roads.
    pub on_road: bool,
    /// Whether it crossed or entered anything that isn't clear.
    pub rough: bool,
    /// Whether it can go no farther.
    pub stopped: bool,
}

/// What a player spends replacement points on (§9.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Buy {
    /// A step for a unit.
    Step(Unit),
    /// A new cadre of troops, or a supreme leader, in a hex.
    Cadre(Unit, Hex),
    /// An army leader is drawn and comes to a hex: a major one, or a minor one.
    Leader(bool, Hex),
}

/// A cadre that is wanted, before it is said where (§9.52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Raised {
    /// Troops, or a supreme leader.
    Unit(Unit),
    /// An army leader to be drawn: a major one, or a minor one.
    Leader(bool),
}

impl Raised {
    /// It comes to this hex.
    pub(crate) fn to(self, hex: Hex) -> Buy {
        match self {
            Self::Unit(unit) => Buy::Cadre(unit, hex),
            Self::Leader(major) => Buy::Leader(major, hex),
        }
    }
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// By which rule.
    pub by: Ending,
}

/// By which rule a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// §4.1
    Decisive,
    /// §4.21: a marginal victory.
    Marginal,
    /// §4.61: the one year is over.
    OneYear,
    /// The last year is over.
    LastYear,
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BobbyLee {
    /// What never changes.
    #[serde(skip)]
    pub world: Shared<World>,
    /// By seat: the side that it plays.
    pub seats: [Side; 2],
    /// Where the sequence of play stands.
    pub stage: Stage,
    /// The year.
    pub year: u16,
    /// The quarter, 1 (spring) to 4 (winter).
    pub quarter: u8,
    /// Whose player turn it is.
    pub active: Side,
    /// Whether this player turn has mud.
    pub mud: bool,
    /// By side: leaders bid.
    pub bids: [Option<u8>; 2],
    /// How many leaders must be activated, on the first player turn of a quarter.
    pub bound: Option<u8>,
    /// Whether the last player turn was a pass.
    pub passed: bool,
    /// Player turns begun in this quarter.
    pub turns: u16,
    /// Strategic moves left.
    pub strategic: u8,
    /// The unit picked for what is being chosen.
    pub picked: Option<Unit>,
    /// The unit on its way.
    pub march: Option<March>,
    /// A bit for each hex that the active side occupied when its turn began.
    pub held: Vec<u64>,
    /// By unit.
    pub units: Table<Unit, Block>,
    /// The names of units that are seen only from behind.
    pub tokens: TokensBySeat,
    /// The battle that is fought.
    pub battle: Option<Box<Battle>>,
    /// Above 0 the Union is ahead.
    pub victory: i8,
    /// Towns with victory points that their home side doesn't control.
    pub taken: Vec<Hex>,
    /// Whether emancipation was proclaimed.
    pub emancipated: bool,
    /// By side: replacement points of this supply turn.
    pub points: [u8; 2],
    /// By side: what they are spent on.
    pub plans: [Vec<Buy>; 2],
    /// By side: the cadre for which a place is looked for.
    pub raised: [Option<Raised>; 2],
    /// By side: pairs of units that are exchanged in free deployment.
    pub exchanges: [Vec<(Unit, Unit)>; 2],
    /// By side: whether its secret draft is complete.
    pub done: [bool; 2],
    /// By side: units eliminated so far (§6.63).
    pub fallen: [u16; 2],
    /// By side: army leaders lost in battle and not yet replaced, minor and major (§5.21).
    pub lost: [[u8; 2]; 2],
    /// Where cadres came in this supply turn.
    pub cadres: Vec<Hex>,
    /// Points that steps in a hex have cost in this supply turn (§9.51).
    pub spent: Vec<(Hex, u8)>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// By hex: how many units of each side are there; made when first asked for after units have moved.
    #[serde(skip)]
    field: OnceCell<Table<Hex, [u8; 2]>>,
    /// By side: its supply lines; made when first asked for after units have moved.
    #[serde(skip)]
    pub(crate) lines: [OnceCell<Arc<Supplied>>; 2],
}

impl BobbyLee {
    /// The units where the roster has them.
    pub(crate) fn laid_out(world: Shared<World>, seats: [Side; 2]) -> Self {
        let owner = |side: Side| if seats[0] == side { 0 } else { 1 };
        let units: Table<Unit, Block> =
            world.units.rows().map(|info| Block::at_start(info, owner(info.side))).collect();
        let mut game = Self {
            seats,
            stage: Stage::Bid,
            year: world.year,
            quarter: world.quarter,
            active: Side::Us,
            mud: false,
            bids: [None; 2],
            bound: None,
            passed: false,
            turns: 0,
            strategic: 0,
            picked: None,
            march: None,
            held: Vec::new(),
            tokens: TokensBySeat::new(2, units.len() as u16),
            units,
            battle: None,
            victory: world.victory,
            taken: Vec::new(),
            emancipated: world.emancipated,
            points: [0; 2],
            plans: Default::default(),
            raised: [None; 2],
            exchanges: Default::default(),
            done: [false; 2],
            fallen: [0; 2],
            lost: [[0; 2]; 2],
            cadres: Vec::new(),
            spent: Vec::new(),
            ended: None,
            field: OnceCell::new(),
            lines: Default::default(),
            world,
        };
        let taken = |&hex: &Hex| game.holds(game.world.hex(hex).home.other(), hex);
        game.taken = game.world.places.towns.iter().copied().filter(taken).collect();
        game
    }

    /// The side that the seat plays.
    pub fn side_of(&self, seat: Seat) -> Side {
        self.seats[usize::from(seat.min(1))]
    }

    /// The seat that plays the side.
    pub fn seat_of(&self, side: Side) -> Seat {
        if self.seats[0] == side { 0 } else { 1 }
    }

    /// What has become of a unit.
    pub fn unit(&self, unit: Unit) -> &Block {
        &self.units[unit]
    }

    /// The unit, to change anything but its place.
    pub(crate) fn unit_mut(&mut self, unit: Unit) -> &mut Block {
        &mut self.units[unit]
    }

    /// The hex that a unit is in, if it is on the map.
    pub fn hex_of(&self, unit: Unit) -> Option<Hex> {
        match self.unit(unit).at {
            At::Map(hex) => Some(hex),
            _ => None,
        }
    }

    /// Puts a unit somewhere.
    pub(crate) fn put(&mut self, unit: Unit, at: At) {
        let side = self.world.unit(unit).side as usize;
        let before = std::mem::replace(&mut self.units[unit].at, at);
        if let Some(field) = self.field.get_mut() {
            if let At::Map(hex) = before {
                field[hex][side] -= 1;
            }
            if let At::Map(hex) = at {
                field[hex][side] += 1;
            }
        }
        self.retrace();
    }

    /// Forgets the supply lines: a unit has moved, or another phase looks at control differently (§2.7).
    pub(crate) fn retrace(&mut self) {
        self.lines = Default::default();
    }

    fn field(&self) -> &Table<Hex, [u8; 2]> {
        self.field.get_or_init(|| {
            let mut field = self.world.hexes.all_with([0u8; 2]);
            for (unit, info) in self.units.rows().zip(self.world.units.rows()) {
                if let At::Map(hex) = unit.at {
                    field[hex][info.side as usize] += 1;
                }
            }
            field
        })
    }

    /// How many units of a side are in a hex.
    pub fn count(&self, side: Side, hex: Hex) -> u8 {
        self.field()[hex][side as usize]
    }

    /// Whether a side has a unit in a hex.
    pub fn is_in(&self, side: Side, hex: Hex) -> bool {
        self.count(side, hex) > 0
    }

    /// Whether a side alone has units in a hex.
    pub fn holds(&self, side: Side, hex: Hex) -> bool {
        self.is_in(side, hex) && !self.is_in(side.other(), hex)
    }

    /// Whether both sides have units in a hex: a battle is to be fought there.
    pub fn is_contested(&self, hex: Hex) -> bool {
        self.field()[hex].iter().all(|&count| count > 0)
    }

    /// A side's units in a hex.
    pub fn in_hex(&self, side: Side, hex: Hex) -> impl Iterator<Item = Unit> {
        self.world.of_side(side).filter(move |&unit| self.unit(unit).at == At::Map(hex))
    }

    /// A side's units on the map, and where.
    pub(crate) fn placed(&self, side: Side) -> impl Iterator<Item = (Unit, Hex)> {
        self.world.of_side(side).filter_map(|unit| Some((unit, self.hex_of(unit)?)))
    }

    /// A side's units on the map.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = Unit> {
        self.world.of_side(side).filter(move |&unit| matches!(self.unit(unit).at, At::Map(_)))
    }

    /// Whether the active side had a unit in the hex when its turn began.
    pub(crate) fn was_held(&self, hex: Hex) -> bool {
        self.held.get(hex.place() / 64).is_some_and(|bits| bits >> (hex.place() % 64) & 1 == 1)
    }

    /// Lets the hex count as one where the turn found a unit of the active side.
    pub(crate) fn hold(&mut self, hex: Hex) {
        if let Some(bits) = self.held.get_mut(hex.place() / 64) {
            *bits |= 1 << (hex.place() % 64);
        }
    }

    /// Notes which hexes the active side occupies now.
    pub(crate) fn note_held(&mut self) {
        let mut held = vec![0u64; self.world.hexes.len().div_ceil(64)];
        for (_, hex) in self.placed(self.active) {
            held[hex.place() / 64] |= 1 << (hex.place() % 64);
        }
        self.held = held;
    }
}
