//! The charts. Each stands here once, laid out as a table is printed.
//!
//! The printed charts are not known and were not copied. What the rulebook's text and examples say of them holds here; the rest is
//! a reconstruction for this game, and each chart says which is which. Rolls are modified rolls: one below or above a chart's rows
//! counts as the nearest of them.

mod combat;

use serde::{Deserialize, Serialize};

pub use combat::{Column, Result, Sign};

use crate::world::Theater;

// -------- §13.2.2 Attrition

/// The fewest SPs of each column.
const ATTRITION_SIZES: [u8; 7] = [1, 2, 4, 7, 10, 13, 16];
const ATTRITION_FIRST: i8 = 2;

/// §13.2.2: SPs Displaced by one modified die and the size of the stack. Ours: about 0, 5, 10 and so on to 40 per cent of the stack as
/// the roll rises; the text gives no cell and doesn't say whether size counts.
#[rustfmt::skip]
const ATTRITION: [[u8; 7]; 11] = [
//   1 2-3 4-6 7-9 10-12 13-15 16+
    [0, 0,  0,  0,   0,    0,   0], // 2 or less
    [0, 0,  0,  0,   0,    0,   1], // 3
    [0, 0,  0,  0,   1,    1,   1], // 4
    [0, 0,  0,  1,   1,    1,   2], // 5
    [0, 0,  1,  1,   1,    2,   2], // 6
    [0, 0,  1,  1,   2,    2,   3], // 7
    [0, 1,  1,  2,   2,    3,   3], // 8
    [0, 1,  1,  2,   3,    3,   4], // 9
    [1, 1,  2,  2,   3,    4,   5], // 10
    [1, 1,  2,  3,   4,    5,   6], // 11
    [1, 1,  2,  3,   4,    5,   7], // 12 or more
];

/// §13.2.2: what Demoralized SPs add to the die. The season adds [`Season::attrition`], and the Commanding General takes away his
/// Attack Rating; that it is taken away and not added is ours, the sign being lost.
pub const ATTRITION_DEMORALIZED: i8 = 2;
/// §13.2.2: what a Woods hex adds.
pub const ATTRITION_WOODS: i8 = 1;
/// §13.2.2: what a Mountain or Marsh hex adds.
pub const ATTRITION_MOUNTAIN_OR_MARSH: i8 = 2;

/// §13.2.2: how many of a stack's SPs are Displaced; none of a stack without SPs.
pub fn attrition(sps: u8, roll: i8) -> u8 {
    let last = ATTRITION_FIRST + ATTRITION.len() as i8 - 1;
    let row = roll.clamp(ATTRITION_FIRST, last) - ATTRITION_FIRST;
    let column = ATTRITION_SIZES.iter().rposition(|&least| least <= sps);
    column.map_or(0, |column| ATTRITION[row as usize][column])
}

// -------- §13.6.4 Surrender

/// Surrender Points with which a group surrenders: 3 at once, or added up (§13.6.4).
pub const SURRENDER_AT: u8 = 3;
/// §13.6.4: what an own Objective or Resource Hex with a Fort in the group adds; the Defense Rating of any one General comes on top.
pub const SURRENDER_WITH_FORT: i8 = 2;
/// §13.6.4: the same without a Fort.
pub const SURRENDER_WITHOUT_FORT: i8 = 1;

/// The highest roll of each row and its points.
const SURRENDER: [(i8, u8); 4] = [(2, 3), (4, 2), (7, 1), (i8::MAX, 0)];

/// §13.6.4: the Surrender Points of one modified die. Sure: 1 and 2 give 3 points, a row begins with 3, and there is a result of 0.
/// The ends of the other rows and their points are ours.
pub fn surrender(roll: i8) -> u8 {
    SURRENDER.iter().find(|(last, _)| roll <= *last).map_or(0, |&(_, points)| points)
}

// -------- §14.4 Blockade Running

/// §14.4.1: a Blockade Zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Zone {
    /// North Atlantic.
    NorthAtlantic,
    /// South Atlantic.
    SouthAtlantic,
    /// The Gulf.
    Gulf,
}

impl Zone {
    /// All three, in the order in which they are rolled for.
    pub const ALL: [Self; 3] = [Self::NorthAtlantic, Self::SouthAtlantic, Self::Gulf];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NorthAtlantic => "North Atlantic",
            Self::SouthAtlantic => "South Atlantic",
            Self::Gulf => "Gulf",
        }
    }
}

/// §14.4.2: a Blockade Runner Port. It is open while it, and the Coastal Fort that guards it, are Confederate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunnerPort {
    /// Its zone.
    pub zone: Zone,
    /// The space of the port.
    pub port: &'static str,
    /// The space of the Coastal Fort that guards it.
    pub fort: Option<&'static str>,
    /// What it adds to the die while open.
    pub modifier: u8,
}

const fn runner(zone: Zone, port: &'static str, fort: Option<&'static str>, modifier: u8) -> RunnerPort {
    RunnerPort { zone, port, fort, modifier }
}

/// §14.4.2, §14.4.3: the ports. Sure: Wilmington at +2 and Roanoke Island at +1, the ports of Fort Monroe and Fort St. Philip/Jackson,
/// Galveston as a port of the Gulf, and the sums of the open ones at three dates (S1.1, S2.1, S3.1). Norfolk and Pensacola at +1
/// follow from S1.2. The other ports and values are ours, chosen so that the sums come out.
#[rustfmt::skip]
pub const RUNNER_PORTS: [RunnerPort; 18] = [
    runner(Zone::NorthAtlantic, "3345",           Some("fort-fisher"),            2), // Wilmington
    runner(Zone::NorthAtlantic, "roanoke-island", None,                           1),
    runner(Zone::NorthAtlantic, "2449",           Some("fort-monroe"),            1), // Norfolk
    runner(Zone::NorthAtlantic, "3148",           Some("fort-macon"),             1), // Beaufort
    runner(Zone::NorthAtlantic, "hatteras-inlet", None,                           1),
    runner(Zone::SouthAtlantic, "3839",           Some("fort-sumter"),            2), // Charleston
    runner(Zone::SouthAtlantic, "4137",           Some("fort-pulaski"),           1), // Savannah
    runner(Zone::SouthAtlantic, "4038",           None,                           1), // Port Royal
    runner(Zone::SouthAtlantic, "4537",           None,                           1), // Brunswick
    runner(Zone::SouthAtlantic, "4636",           None,                           1), // Fernandina
    runner(Zone::SouthAtlantic, "4837",           None,                           1), // St. Augustine
    runner(Zone::Gulf,          "4814",           Some("fort-st-philip-jackson"), 2), // New Orleans
    runner(Zone::Gulf,          "4619",           Some("fort-morgan"),            2), // Mobile
    runner(Zone::Gulf,          "4722",           Some("fort-pickens"),           1), // Pensacola
    runner(Zone::Gulf,          GALVESTON,        None,                           1),
    runner(Zone::Gulf,          "ship-island",    None,                           1),
    runner(Zone::Gulf,          "4928",           None,                           1), // Apalachicola
    runner(Zone::Gulf,          "5133",           None,                           1), // Cedar Key
];

const GALVESTON: &str = "5101";

/// §14.4.6: Matamoros beyond Brownsville runs only while [`BROWNSVILLE_INSTEAD_OF`] is Union controlled. Its +1, which takes that port's
/// place, is ours.
pub const BROWNSVILLE: RunnerPort = runner(Zone::Gulf, "brownsville", None, 1);
/// §14.4.6: Galveston.
pub const BROWNSVILLE_INSTEAD_OF: &str = GALVESTON;
/// §14.4.3: what a zone without an open port has instead of the sum of its modifiers.
pub const NO_OPEN_PORT: i8 = -1;
/// §14.4.5: what the Maintenance Cost rises by.
pub const INFLATION: u16 = 2;

/// §14.4.4: what the runners of a zone bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blockade {
    /// So many Build Points.
    Bp(u8),
    /// Nothing, and the Maintenance Cost rises (§14.4.5).
    Inflation,
}

use Blockade::{Bp, Inflation as M};

/// §14.4.4: by the modified roll and the year. Ours: the roll less 1, 1, 2, 3 and 4, and inflation at or below 0, 2, 3 and 4 from
/// 1862 on. The averages of the three zones lie by the sums of the examples in §14.3.1 (28) and P8 (26).
#[rustfmt::skip]
const BLOCKADE: [[Blockade; 5]; 16] = [
//    1861    1862    1863    1864    1865
    [Bp(0),  M,      M,      M,      M     ], // 0 or less
    [Bp(0),  Bp(0),  M,      M,      M     ], // 1
    [Bp(1),  Bp(1),  M,      M,      M     ], // 2
    [Bp(2),  Bp(2),  Bp(1),  M,      M     ], // 3
    [Bp(3),  Bp(3),  Bp(2),  Bp(1),  M     ], // 4
    [Bp(4),  Bp(4),  Bp(3),  Bp(2),  Bp(1) ], // 5
    [Bp(5),  Bp(5),  Bp(4),  Bp(3),  Bp(2) ], // 6
    [Bp(6),  Bp(6),  Bp(5),  Bp(4),  Bp(3) ], // 7
    [Bp(7),  Bp(7),  Bp(6),  Bp(5),  Bp(4) ], // 8
    [Bp(8),  Bp(8),  Bp(7),  Bp(6),  Bp(5) ], // 9
    [Bp(9),  Bp(9),  Bp(8),  Bp(7),  Bp(6) ], // 10
    [Bp(10), Bp(10), Bp(9),  Bp(8),  Bp(7) ], // 11
    [Bp(11), Bp(11), Bp(10), Bp(9),  Bp(8) ], // 12
    [Bp(12), Bp(12), Bp(11), Bp(10), Bp(9) ], // 13
    [Bp(13), Bp(13), Bp(12), Bp(11), Bp(10)], // 14
    [Bp(14), Bp(14), Bp(13), Bp(12), Bp(11)], // 15 or more
];

/// §14.4.4: what the runners of a zone bring on a modified roll in a year from 1861 to 1865.
pub fn blockade(year: u16, roll: i8) -> Blockade {
    let row = roll.clamp(0, BLOCKADE.len() as i8 - 1);
    let column = year.clamp(1861, 1865) - 1861;
    BLOCKADE[row as usize][usize::from(column)]
}

// -------- §14.5 Random States

/// §14.5: the Confederate states by the sum of two dice, from 2, by their postal codes. That two dice pick a state is sure; which sum
/// picks which is ours: eleven sums for eleven states, the frequent ones for those with most industry.
const RANDOM_STATES: [&str; 11] = ["FL", "TX", "SC", "NC", "GA", "VA", "AL", "TN", "MS", "LA", "AR"];

/// §14.5: the state that a sum of two dice, 2 to 12, picks.
pub fn random_state(sum: u8) -> &'static str {
    RANDOM_STATES[usize::from(sum.clamp(2, 12) - 2)]
}

// -------- §18 Special Action Cards

/// §18.1: a Special Action Card, by where it can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Card {
    /// Any theater, and naval activities.
    Any,
    /// The East.
    East,
    /// The West.
    West,
    /// The Trans-Mississippi.
    TransMississippi,
    /// Naval activities alone.
    Naval,
}

impl Card {
    /// All kinds; hands have a number for each, in this order.
    pub const ALL: [Self; 5] = [Self::Any, Self::East, Self::West, Self::TransMississippi, Self::Naval];

    /// Its id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::East => "east",
            Self::West => "west",
            Self::TransMississippi => "trans-mississippi",
            Self::Naval => "naval",
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "Any",
            Self::East => "East",
            Self::West => "West",
            Self::TransMississippi => "Trans-Mississippi",
            Self::Naval => "Naval",
        }
    }

    /// The same within a sentence.
    pub const fn called(self) -> &'static str {
        match self {
            Self::Any => "an Any card",
            Self::East => "an East card",
            Self::West => "a West card",
            Self::TransMississippi => "a Trans-Mississippi card",
            Self::Naval => "a Naval card",
        }
    }

    /// Whether it can be used for landings and for what ships do for those who march (§18.1).
    pub const fn is_naval(self) -> bool {
        matches!(self, Self::Naval | Self::Any)
    }

    /// Whether it can be used for what starts in a theater (§18.1).
    pub const fn serves(self, theater: Theater) -> bool {
        matches!(
            (self, theater),
            (Self::Any, _)
                | (Self::East, Theater::East)
                | (Self::West, Theater::West)
                | (Self::TransMississippi, Theater::TransMississippi)
        )
    }
}

/// How many cards of a kind are in the decks of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The kind.
    pub card: Card,
    /// Of the Union.
    pub us: u8,
    /// Of the Confederacy.
    pub cs: u8,
}

/// §2.3, §18.1: the decks. That each has fifteen cards and which kinds there are is sure, and that a hand can have three East and two
/// Any (§18.3.1); the numbers are ours.
#[rustfmt::skip]
pub const DECKS: [Deck; 5] = [
    Deck { card: Card::Any,              us: 3, cs: 3 },
    Deck { card: Card::East,             us: 4, cs: 5 },
    Deck { card: Card::West,             us: 4, cs: 4 },
    Deck { card: Card::TransMississippi, us: 1, cs: 2 },
    Deck { card: Card::Naval,            us: 3, cs: 1 },
];

/// §18.2: the most cards that a player can keep.
pub const HAND: u8 = 5;

// -------- §19.3 Automatic victory

/// §19.3.3: the Union's benchmark on each turn. The 30 of turn 11 is sure (the example of §19.3.4), and that it rises by 2 to 4
/// a turn; it begins with the 2 of S1.1 and ends with the 60 of S4.2. The rest is ours.
pub const BENCHMARKS: [u8; 20] = [2, 4, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 46, 50, 54, 57, 60];

/// §19.3.4: by how many VPs the Union must be ahead of the benchmark, or behind, for the game to end.
pub const MARGIN: u8 = 12;
/// S4.2: VPs with which the Union wins the campaign after the last turn.
pub const CAMPAIGN_VICTORY: u8 = 60;
/// S4.3: the turn of the election.
pub const ELECTION_TURN: u8 = 18;
/// S4.3: VPs that the Union has less for the election.
pub const ELECTION_LOSS: u8 = 5;

// -------- §3, §4.1 Turns

/// A season, which is a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Season {
    /// Winter, in which nobody builds as else (§14.1.2).
    Winter,
    /// Spring.
    Spring,
    /// Early summer.
    EarlySummer,
    /// Late summer.
    LateSummer,
    /// Fall.
    Fall,
}

impl Season {
    /// §13.2.2: what it adds to the die for Attrition.
    pub const fn attrition(self) -> i8 {
        match self {
            Self::Winter => 3,
            Self::Spring | Self::Fall => 1,
            Self::EarlySummer | Self::LateSummer => 0,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Winter => "Winter",
            Self::Spring => "Spring",
            Self::EarlySummer => "Early Summer",
            Self::LateSummer => "Late Summer",
            Self::Fall => "Fall",
        }
    }
}

/// When a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Its season.
    pub season: Season,
    /// Its year, 1861 to 1865.
    pub year: u16,
}

use Season::{EarlySummer, Fall, LateSummer, Spring, Winter};

const fn at(season: Season, year: u16) -> Turn {
    Turn { season, year }
}

/// The turns. Sure: turns 4, 8, 9 and 14 (S2.1, S3.1, §5.4.5), and so five turns a year. What 1861 has, and that summer is two turns,
/// is ours.
#[rustfmt::skip]
const TURNS: [Turn; 20] = [
    at(EarlySummer, 1861), at(LateSummer, 1861), at(Fall, 1861),
    at(Winter, 1862), at(Spring, 1862), at(EarlySummer, 1862), at(LateSummer, 1862), at(Fall, 1862),
    at(Winter, 1863), at(Spring, 1863), at(EarlySummer, 1863), at(LateSummer, 1863), at(Fall, 1863),
    at(Winter, 1864), at(Spring, 1864), at(EarlySummer, 1864), at(LateSummer, 1864), at(Fall, 1864),
    at(Winter, 1865), at(Spring, 1865),
];

/// When a turn, 1 to 20, is.
pub fn turn(turn: u8) -> Turn {
    TURNS[usize::from(turn.clamp(1, 20) - 1)]
}

/// How much can be done in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Action Phases (§4.1.1).
    pub phases: u8,
    /// Cards that each player draws at its start (§18.2).
    pub cards: u8,
    /// SPs that one Union Naval Transport, or Strategic River or Ocean Movement, carries (§20.3.1, §15.3, §15.4).
    pub lift: u8,
}

/// §4.1.1, §18.2, §20.3.1: an ordinary turn.
const PACE: Pace = Pace { phases: 4, cards: 2, lift: 3 };

/// S1.3: turns 1 to 3. The game of 1861 begins with the Action Phases of turn 1 (S1.1), so that none is drawn then. All of it is sure.
#[rustfmt::skip]
const PACE_OF_1861: [Pace; 3] = [
    Pace { phases: 3, cards: 0, lift: 0 },
    Pace { phases: 3, cards: 1, lift: 1 },
    Pace { phases: 3, cards: 1, lift: 2 },
];

/// How much can be done in a turn, 1 to 20; with the special rules of 1861 (S1.3) or without.
pub fn pace(turn: u8, special: bool) -> Pace {
    let slow = PACE_OF_1861.get(usize::from(turn.saturating_sub(1))).filter(|_| special);
    slow.copied().unwrap_or(PACE)
}
