//! What never changes in a game: the map (§2.1), the generals (§7) and the facts of the scenario.

use std::sync::OnceLock;

use muster_board::{Atlas, EdgeId, SpaceId};
use muster_contract::{Position, Refusal};
use muster_sdk::Table;
use serde::{Deserialize, Serialize};

use crate::policy::Around;

mod career;
pub(crate) mod fleets;
mod map;
mod militia;
mod names;
mod net;
mod roster;
pub(crate) mod settings;
mod states;
mod waters;

pub use career::{Career, CareerEvent};
pub use fleets::{Admiralty, NavalEvent, NavalLeader, NavalLeaderInfo};
pub use map::{Hexside, Kind, Port, Rail, Ridge, River, SpaceInfo, Terrain, Town, Way};
pub use militia::MilitiaInfo;
pub(crate) use names::features;
pub use net::{Link, Net};
pub use roster::{Begins, Expected, GeneralInfo, Rating, Start, StartForce, Status};
pub use states::{Class, State, States};
pub use waters::{Bar, Face, Node, Reach, Water, WaterInfo, Waters};

/// A space of the map by its place in the board file: a hex, an island, a Coastal Fort or a box (§2.1.3).
pub type Space = SpaceId;
/// A hexside, or a link between two spaces, by its place in the board file.
pub type Edge = EdgeId;

/// The last turn of the war (§S4.1).
pub const LAST_TURN: u8 = 20;

muster_sdk::index! {
    /// A general: his place among the generals of the roster.
    pub struct General(u8) of "generals";
}

muster_sdk::index! {
    /// A Militia unit: one for a state and side (§17.2).
    pub struct Militia(u8) of "militia units";
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

impl Side {
    /// What it is called as the subject of a sentence: "the Union", "the Confederacy".
    pub const fn power(self) -> &'static str {
        match self {
            Self::Us => "the Union",
            Self::Cs => "the Confederacy",
        }
    }
}

/// §2.1.1: a theater of war. Arrays with an entry a theater are indexed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Theater {
    /// East of the Alleghenies.
    East,
    /// From there to the Mississippi.
    West,
    /// Beyond it.
    TransMississippi,
}

impl Theater {
    /// All of them, from the east.
    pub const ALL: [Self; 3] = [Self::East, Self::West, Self::TransMississippi];

    /// Its id in board files and rosters.
    pub const fn id(self) -> &'static str {
        match self {
            Self::East => "E",
            Self::West => "W",
            Self::TransMississippi => "TM",
        }
    }

    /// Its name within a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::East => "the East",
            Self::West => "the West",
            Self::TransMississippi => "the Trans-Mississippi",
        }
    }

    /// The theater of this id.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theater| theater.id() == id)
    }
}

/// Spaces that rules ask for again and again, each list in the order of the board file.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Where a Control marker may lie (§6.2.3).
    pub markable: Vec<Space>,
    /// Objective Hexes of Northern and Border States (§2.1.4).
    pub objectives: Vec<Space>,
    /// Resource Hexes, those off the map among them (§2.1.4, §2.1.5).
    pub resources: Vec<Space>,
    /// Ports of either kind, Coastal Forts and port boxes among them (§20.2.1).
    pub ports: Vec<Space>,
    /// Coastal Forts (§10.3).
    pub forts: Vec<Space>,
    /// Rail hexes from which a line leaves the map northward (§13.3.1).
    pub north_exits: Vec<Space>,
}

/// The board, the generals and the facts.
#[derive(Clone, Debug)]
pub struct World {
    /// The board's index.
    pub atlas: Atlas,
    /// By number: every space.
    pub spaces: Table<Space, SpaceInfo>,
    /// Some of them by what they are.
    pub places: Places,
    /// The steps between spaces: until the new railroads are built, and afterwards (§5.4.5).
    pub nets: [Net; 2],
    /// Where ships go (§20.1.2).
    pub waters: Waters,
    /// What policies ask of the board.
    pub(crate) around: OnceLock<Around>,
    /// By number, in the order of the roster.
    pub generals: Table<General, GeneralInfo>,
    /// By side: those of it, in the order of the roster.
    pub(crate) generals_of: [Vec<General>; 2],
    /// By number.
    pub militia: Table<Militia, MilitiaInfo>,
    /// What the Turn Record Track says of generals, in the order of turns and within a turn of the roster (§16.2).
    pub careers: Vec<CareerEvent>,
    /// What the scenario puts on the map, and its markers.
    pub start: Start,
    /// The first turn, 1 to 20.
    pub first_turn: u8,
    /// The last turn, 1 to 20.
    pub last_turn: u8,
    /// Union VPs that win at the end of the last turn (§S1.2 to §S4.2).
    pub victory: u8,
    /// Whether a scenario's extra VPs count at its end (§S1.2, §S2.2, §S3.2).
    pub extras: bool,
    /// Whether the special rules of 1861 hold (§S1.3).
    pub special_1861: bool,
    /// The only theater in play; all are unless a scenario says so (§2.1.1).
    pub in_play: Option<Theater>,
    /// Whether there are Army markers (§22.4).
    pub army_markers: bool,
    /// Whether armies have morale (§22.5).
    pub army_morale: bool,
    /// The naval game, if it is played (§21).
    pub admiralty: Option<Admiralty>,
    /// Titles of the table's rules that have a say in the dice of Interceptions and Maneuvers.
    pub reaction_rules: Vec<String>,
    /// By turn, from turn 1: the Union's benchmark (§19.3.3).
    pub benchmarks: [u8; LAST_TURN as usize],
}

impl Places {
    /// Objective and Resource Hexes: all of the former, then of the latter.
    pub fn key(&self) -> impl Iterator<Item = Space> + '_ {
        self.objectives.iter().chain(&self.resources).copied()
    }
}

impl World {
    /// What lies around each space, found when it is first asked for.
    pub(crate) fn around(&self) -> &Around {
        self.around.get_or_init(|| Around::of_world(self))
    }

    /// Reads and checks what the scenario gives.
    ///
    /// # Errors
    ///
    /// A refusal for the scenario's writer: it names the space, hexside or unit, and the rule.
    pub fn read(position: &Position) -> Result<Self, Refusal> {
        roster::read(map::read(position)?, position)
    }

    /// A space.
    #[inline]
    pub fn space(&self, space: Space) -> &SpaceInfo {
        &self.spaces[space]
    }

    /// §2.1.1: whether a theater is in play.
    pub fn plays_in(&self, theater: Theater) -> bool {
        self.in_play.is_none_or(|only| only == theater)
    }

    /// The theaters that are in play.
    pub fn theaters_in_play(&self) -> impl Iterator<Item = Theater> + '_ {
        Theater::ALL.into_iter().filter(|&theater| self.plays_in(theater))
    }

    /// §2.1.1: whether a space lies in a theater that is in play; boxes of no theater do.
    pub fn is_in_play(&self, space: Space) -> bool {
        self.spaces[space].theater.is_none_or(|theater| self.plays_in(theater))
    }

    /// Where the rules say what the Union needs in the end: of the scenarios of 1861 to 1863, or of the campaign.
    pub(crate) fn final_section(&self) -> &'static str {
        match self.last_turn {
            3 => "S1.2",
            8 => "S2.2",
            13 => "S3.2",
            _ => "S4.2",
        }
    }

    /// The space of this id; for hexes that is the rulebook's number, the row first.
    pub fn find(&self, id: &str) -> Option<Space> {
        self.atlas.space(id)
    }

    /// A general as the roster has him.
    #[inline]
    pub fn general(&self, general: General) -> &GeneralInfo {
        &self.generals[general]
    }

    /// The general of this id.
    pub fn general_named(&self, id: &str) -> Option<General> {
        self.generals.iter().find(|(_, info)| info.id == id).map(|(general, _)| general)
    }

    /// The way from one space to another that lies next to it.
    pub fn way(&self, from: Space, to: Space) -> Option<&Way> {
        self.space(from).ways.iter().find(|way| way.to == to)
    }

    /// A side's generals.
    pub fn generals_of(&self, side: Side) -> impl Iterator<Item = General> + '_ {
        self.generals_of[side as usize].iter().copied()
    }
}
