//! A battle or skirmish while it is fought.

use serde::{Deserialize, Serialize};

use crate::describe::HOURS;
use crate::world::{Hex, Side, Unit};

/// A step of a battle or skirmish in which somebody decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// §6.2: a side lays out its battleline.
    Deploy(Side),
    /// §6.9: a side places entrenchments, when it deploys or at night.
    Entrench(Side),
    /// §6.3: who retreats, at the begin of a battle turn.
    Retreat,
    /// §6.5, §6.6: units move or fire.
    Combat,
    /// §6.63: the owner says which of several equal units takes a hit.
    Losses,
    /// §6.7: reinforcements, by day; by night for this side.
    Reinforce(Side),
    /// §6.81: whether this side fights on.
    Night(Side),
    /// §1.22, §6.81: this side redeploys in the night.
    Redeploy(Side),
    /// §6.1, §6.33, §6.81: all units of this side must retreat.
    Flee(Side),
    /// §6.34: the victor regroups.
    Regroup,
    /// §6.8: an hour begins. Nobody decides in it.
    Hour,
    /// §6.4: morale is tested. Nobody decides in it.
    Morale,
}

/// Hits that are being applied (§6.63).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hits {
    /// Who takes them.
    pub side: Side,
    /// Where.
    pub on: HitsOn,
    /// How many are left.
    pub left: u8,
}

/// Who can be hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HitsOn {
    /// All units of the side, in a skirmish.
    All,
    /// Those in a box: in a position of the battleline of this side.
    Position(Side, u8),
    /// The same by long-range artillery, which eliminates nobody.
    LongRange(Side, u8),
}

/// A battle, or a skirmish.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Battle {
    /// Where.
    pub hex: Hex,
    /// Who attacks.
    pub attacker: Side,
    /// Whether it is a skirmish (§6.1).
    pub skirmish: bool,
    /// Whose battle turn it is; in a skirmish, who fires.
    pub turn: Side,
    /// The pair of battle turns of the day, 0 (dawn) to 3 (dusk).
    pub pair: u8,
    /// The day, from 1.
    pub day: u8,
    /// Whether it is night.
    pub night: bool,
    /// By way of the hex: whether the attacker attacked or reinforced over it.
    pub entered: u8,
    /// By way of the hex: whether there is a pontoon bridge of the attacker.
    pub pontoons: u8,
    /// By side, by way of the hex: whether the hex beyond was friendly to it when the battle began (§2.7).
    pub friendly: [u8; 2],
    /// By way: how many retreated over it this battle turn.
    pub retreated: [u8; 8],
    /// By way: how many reinforced over it this battle turn.
    pub reinforced: [u8; 8],
    /// By side and column: whether there is an entrenchment.
    pub works: [[bool; 3]; 2],
    /// By column: whether a unit has tried to outflank this battle turn.
    pub outflanked: [bool; 3],
    /// Whether the picked unit has just outflanked, and attacks at once.
    pub striking: bool,
    /// Hits that are being applied.
    pub hits: Option<Hits>,
    /// By side: the leader revealed for another day, or none.
    pub leaders: [Option<Unit>; 2],
    /// Whether the victor has begun to regroup: by retreating (`true`) or by reinforcing.
    pub regrouping: Option<bool>,
    /// Who won.
    pub victor: Option<Side>,
}

impl Battle {
    /// A battle that is about to begin.
    pub(crate) fn new(hex: Hex, attacker: Side, skirmish: bool) -> Self {
        Self {
            hex,
            attacker,
            skirmish,
            turn: attacker,
            pair: 0,
            day: 1,
            night: false,
            entered: 0,
            pontoons: 0,
            friendly: [0; 2],
            retreated: [0; 8],
            reinforced: [0; 8],
            works: [[false; 3]; 2],
            outflanked: [false; 3],
            striking: false,
            hits: None,
            leaders: [None; 2],
            regrouping: None,
            victor: None,
        }
    }

    /// The hour of the day, as a phase (§6.8).
    pub(crate) fn hour(&self) -> &'static str {
        HOURS[usize::from(self.pair.min(3))]
    }

    /// Whether a side is entrenched in a column.
    pub(crate) fn has_works(&self, side: Side, column: u8) -> bool {
        self.works[side as usize][usize::from(column)]
    }

    /// The side that is attacked.
    pub fn defender(&self) -> Side {
        self.attacker.other()
    }
}
