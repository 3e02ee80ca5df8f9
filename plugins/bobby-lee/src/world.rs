//! What never changes in a game: the map (§2), the roster (§3) and the facts of the scenario.

use muster_board::{Atlas, EdgeId, SpaceId};
use muster_contract::{Position, Refusal};
use muster_sdk::Table;
use serde::{Deserialize, Serialize};

mod distances;
mod map;
mod roster;
pub(crate) mod settings;

pub use distances::{Distances, FAR};

/// A hex, or a box of the sea or of the battle board, by its place in the board files.
pub type Hex = SpaceId;
/// An edge by its place in the board files.
pub type Edge = EdgeId;

/// How many units of a side the roster may have.
pub const MOST_UNITS: usize = 60;
/// The columns of the battle board: 0 is the Union's left and the Confederacy's right, 1 the centre of both.
pub const COLUMNS: u8 = 3;
/// The centre column.
pub const CENTER: u8 = 1;

muster_sdk::index! {
    /// A unit: its place in the roster.
    pub struct Unit(u8) of "units";
}

muster_sdk::sides! {
    /// A side. Arrays with an entry a side are indexed by it.
    pub enum Side {
        /// The Union.
        Us = "us", "Union";
        /// The Confederacy.
        Cs = "cs", "Confederate";
    }
}

/// The type of a unit (§3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    /// An army leader.
    Leader,
    /// Lincoln or Davis.
    Supreme,
    /// Infantry.
    Infantry,
    /// Garrison.
    Garrison,
    /// Cavalry.
    Cavalry,
    /// Artillery.
    Artillery,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Leader, Self::Supreme, Self::Infantry, Self::Garrison, Self::Cavalry, Self::Artillery];

    /// Its id in the roster.
    pub fn id(self) -> &'static str {
        match self {
            Self::Leader => "leader",
            Self::Supreme => "supreme",
            Self::Infantry => "infantry",
            Self::Garrison => "garrison",
            Self::Cavalry => "cavalry",
            Self::Artillery => "artillery",
        }
    }

    /// Whether it is a leader of either sort.
    pub fn leads(self) -> bool {
        matches!(self, Self::Leader | Self::Supreme)
    }

    /// §3.62 to §3.65: the most steps that troops of a side build to; leaders have their own.
    pub fn most_steps(self, side: Side) -> u8 {
        match (self, side) {
            (Self::Infantry | Self::Leader | Self::Supreme, Side::Cs)
            | (Self::Garrison | Self::Artillery | Self::Leader | Self::Supreme, Side::Us) => 4,
            (Self::Cavalry, Side::Us) => 2,
            _ => 3,
        }
    }

    /// Unit data (back cover): the price of a new cadre.
    pub fn cadre_price(self) -> u8 {
        match self {
            Self::Leader | Self::Supreme => 4,
            Self::Garrison => 1,
            _ => 2,
        }
    }
}

/// A hexside, or a lane at sea, as seen from one of its hexes.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The edge.
    pub edge: Edge,
    /// The hex beyond.
    pub to: Hex,
    /// What lies between.
    pub hexside: Hexside,
}

/// What a hexside is like (§2.2).
#[derive(Clone, Copy, Debug, Default)]
pub struct Hexside {
    /// Whether units can cross without a pontoon.
    pub passable: bool,
    /// A river without crossing, over which a pontoon could go.
    pub bare_river: bool,
    /// A marsh.
    pub marsh: bool,
    /// A bridge or ford.
    pub crossing: bool,
    /// A gap in the mountains.
    pub gap: bool,
    /// A railroad.
    pub railroad: bool,
    /// A paved road.
    pub road: bool,
    /// The navigable river that it is a part of.
    pub navigable: Option<u8>,
}

impl Hexside {
    /// Whether it is anything but clear (§5.34).
    pub fn is_rough(&self) -> bool {
        self.marsh || self.crossing || self.gap || self.bare_river
    }
}

/// How many units may cross a hexside in a day battle turn (terrain effects).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// In attack and retreat.
    pub attack: u8,
    /// To reinforce.
    pub reinforce: u8,
}

/// A hex, or a box.
#[derive(Clone, Debug)]
pub struct HexInfo {
    /// Its name in the board file.
    pub id: String,
    /// What it is called in a sentence.
    pub called: String,
    /// Whether it is a hex of the map; the others are boxes.
    pub is_hex: bool,
    /// Whether it is a box of open water.
    pub is_sea: bool,
    /// Whose home territory it is (§2.71).
    pub home: Side,
    /// Whether it lies north of the Potomac.
    pub north: bool,
    /// Forest.
    pub woods: bool,
    /// A town of any size.
    pub town: bool,
    /// Its victory points; above 0 it is a major town (§2.3).
    pub vp: u8,
    /// A fortress (§2.31).
    pub fortress: bool,
    /// A port (§2.32).
    pub port: bool,
    /// A major port.
    pub major_port: bool,
    /// The navigable river that its port is on.
    pub river: Option<u8>,
    /// By side: a supply hex (§2.5).
    pub supply: [bool; 2],
    /// Whose capital it is.
    pub capital: Option<Side>,
    /// Whether new cadres may come although it is no major town (Union only, §9.52).
    pub us_cadre: bool,
    /// Whether none may come (Moorefield).
    pub no_cadre: bool,
    /// Its hexsides.
    pub ways: Vec<Way>,
    /// Where lanes at sea lead.
    pub lanes: Vec<Hex>,
}

impl HexInfo {
    /// The limits for a battle in this hex over one of its hexsides: the most restrictive terrain counts.
    pub fn limits(&self, hexside: &Hexside, mud: bool) -> Limits {
        let mut limits = match (self.woods, mud) {
            (false, false) => Limits { attack: 4, reinforce: 2 },
            (true, false) => Limits { attack: 3, reinforce: 2 },
            (_, true) => Limits { attack: 2, reinforce: 1 },
        };
        let narrow = |limits: &mut Limits, dry: [u8; 2], wet: [u8; 2]| {
            let [attack, reinforce] = if mud { wet } else { dry };
            *limits =
                Limits { attack: limits.attack.min(attack), reinforce: limits.reinforce.min(reinforce) };
        };
        if hexside.crossing {
            narrow(&mut limits, [3, 2], [2, 1]);
        }
        if hexside.marsh || hexside.gap {
            narrow(&mut limits, [2, 1], [1, 0]);
        }
        limits
    }

    /// §9.4: how many units can live here without supply.
    pub fn forage(&self, mud: bool) -> u8 {
        let marsh = self.ways.iter().any(|way| way.hexside.marsh);
        let terrain = match (self.woods || marsh, mud) {
            (false, false) => 2,
            (true, true) => 0,
            _ => 1,
        };
        terrain + u8::from(self.town)
    }
}

/// A unit as the roster has it.
#[derive(Clone, Debug)]
pub struct UnitInfo {
    /// Its roster key.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is written under its block.
    pub label: String,
    /// The formation it belongs to, or empty.
    pub formation: String,
    /// Its side.
    pub side: Side,
    /// Its type.
    pub kind: Kind,
    /// The most steps that it can have.
    pub steps: u8,
    /// Hexes in an army leader's command range (§5.12).
    pub command: u8,
    /// A leader's firepower.
    pub firepower: u8,
    /// Hexes in a move (§3.51).
    pub speed: u8,
    /// Whether it goes back to the pool once when it is replaced (§5.2).
    pub returns: bool,
    /// The year and quarter when a leader joins the pool.
    pub joins: Option<(u16, u8)>,
    /// Whether it replaces the supreme leader when drawn (§5.22).
    pub replaces_supreme: bool,
    /// Where it starts, and with how many steps.
    pub start: Option<(Hex, u8)>,
}

impl UnitInfo {
    /// Whether it is a major army leader (§5.1).
    pub fn is_major(&self) -> bool {
        self.kind == Kind::Leader && self.steps == 4
    }
}

/// Hexes that rules ask for again and again.
#[derive(Clone, Debug)]
pub struct Places {
    /// Towns with victory points (§4.31).
    pub towns: Vec<Hex>,
    /// Ports (§2.32).
    pub ports: Vec<Hex>,
    /// By side: supply hexes in home territory (§9.11).
    pub sources: [Vec<Hex>; 2],
    /// By side: where new cadres can come, if they are supplied (§9.52).
    pub cadres: [Vec<Hex>; 2],
    /// Hexes north of the Potomac.
    pub north: Vec<Hex>,
}

impl Places {
    pub(crate) fn of(hexes: &Table<Hex, HexInfo>) -> Self {
        let those = |fits: &dyn Fn(&HexInfo) -> bool| -> Vec<Hex> {
            hexes.iter().filter(|(_, hex)| hex.is_hex && fits(hex)).map(|(hex, _)| hex).collect()
        };
        let source = |hex: &HexInfo, side: Side| hex.home == side && hex.supply[side as usize];
        let cadre = |hex: &HexInfo, side: Side| {
            let home = hex.home == side && (hex.vp > 0 || hex.supply[side as usize]);
            !hex.no_cadre && (home || (side == Side::Us && hex.us_cadre))
        };
        Self {
            towns: those(&|hex| hex.vp > 0),
            ports: those(&|hex| hex.port),
            sources: Side::ALL.map(|side| those(&|hex| source(hex, side))),
            cadres: Side::ALL.map(|side| those(&|hex| cadre(hex, side))),
            north: those(&|hex| hex.north),
        }
    }
}

/// The boards, the roster and the facts.
#[derive(Clone, Debug)]
pub struct World {
    /// The boards' index.
    pub atlas: Atlas,
    /// By number: hexes and boxes.
    pub hexes: Table<Hex, HexInfo>,
    /// Some of them by what they are.
    pub places: Places,
    /// By side: its four boxes of the battle board, columns 0 to 2 and the reserve.
    pub boxes: [[Hex; 4]; 2],
    /// The battle board's name.
    pub battle_board: String,
    /// How far hexes lie from each other by land.
    pub distances: Distances,
    /// Names of navigable rivers.
    pub rivers: Vec<String>,
    /// By side: its capital.
    pub capitals: [Hex; 2],
    /// By number.
    pub units: Table<Unit, UnitInfo>,
    /// By side: its units.
    pub armies: [Vec<Unit>; 2],
    /// The first year.
    pub year: u16,
    /// The first quarter, 1 (spring) to 4.
    pub quarter: u8,
    /// Where the victory marker starts: above 0 the Union is ahead.
    pub victory: i8,
    /// The first space of a decisive victory.
    pub decisive: i8,
    /// The first space of a marginal one.
    pub marginal: i8,
    /// §4.61
    pub one_year: bool,
    /// §4.61: the space that the end of a game of one year is compared with.
    pub par: i8,
    /// Who wins such a game if the marker ends there.
    pub tie: Option<Side>,
    /// The quarter that ends a game of one year.
    pub last_quarter: u8,
    /// The last year that is played.
    pub last_year: u16,
    /// Whether emancipation is proclaimed before the game begins.
    pub emancipated: bool,
    /// §4.22
    pub free_deployment: bool,
}

impl World {
    /// Reads and checks what the scenario gives.
    pub(crate) fn read(position: &Position) -> Result<Self, Refusal> {
        roster::read(map::read(position)?, position)
    }

    /// A hex or box.
    pub fn hex(&self, hex: Hex) -> &HexInfo {
        &self.hexes[hex]
    }

    /// Its name in the board file.
    pub fn name(&self, hex: Hex) -> &str {
        &self.hex(hex).id
    }

    /// The hex of this name; boxes are none.
    pub fn find(&self, id: &str) -> Option<Hex> {
        self.atlas.space(id).filter(|&hex| self.hex(hex).is_hex)
    }

    /// The box of a side's column of the battle board, or of its reserve (3).
    pub fn column_box(&self, side: Side, column: u8) -> Hex {
        self.boxes[side as usize][usize::from(column)]
    }

    /// All hexes of the map.
    pub fn all_hexes(&self) -> impl Iterator<Item = Hex> + '_ {
        self.hexes.all().filter(|&hex| self.hex(hex).is_hex)
    }

    /// The number of the way from one hex to its neighbour.
    pub fn way(&self, from: Hex, to: Hex) -> Option<u8> {
        self.hex(from).ways.iter().position(|way| way.to == to).map(|way| way as u8)
    }

    /// A unit as the roster has it.
    pub fn unit(&self, unit: Unit) -> &UnitInfo {
        &self.units[unit]
    }

    /// A side's units.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = Unit> + '_ {
        self.armies[side as usize].iter().copied()
    }
}
