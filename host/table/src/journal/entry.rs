//! What stands in a journal: its header, its entries, and the check of each line.

use std::collections::BTreeMap;

use muster_contract::{Change, Position, RuleText, Seat};
use serde::{Deserialize, Serialize};

use crate::{
    dice::Rolled,
    messages::{Holder, Mark},
};

/// An entry before it is numbered: what it records, the hash of the game's state after it, and what was rolled.
pub type Unnumbered = (EntryKind, Option<String>, Vec<Rolled>);

/// The version of the format that this build writes.
pub const FORMAT: u32 = 1;

/// The largest journal that is read and written, in bytes: a hundred times as large as that of a long game.
pub const LARGEST: u64 = 64 << 20;

/// The contract that the entries speak of.
pub const CONTRACT: &str = "muster:game@0.1.0";

/// Which build of which module plays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The module's id.
    pub module: String,
    /// Its version.
    pub version: String,
    /// The hash of its component; empty for a native one.
    #[serde(default)]
    pub component: String,
}

/// The scenario as the host read it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioRecord {
    /// Its title.
    pub title: String,
    /// The folder or id that it came from.
    #[serde(default)]
    pub name: String,
    /// Its files' texts by name: what was in force, whatever becomes of the files.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatAssignment {
    /// Human, bot or elsewhere.
    pub holder: Holder,
    /// By what name.
    pub name: String,
}

/// The journal's first line: all that a table is started from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Always "journal".
    pub muster: String,
    /// [`FORMAT`] of the build that wrote it.
    pub format: u32,
    /// [`CONTRACT`] of the build that wrote it.
    pub contract: String,
    /// When it was begun, as the program says it.
    pub created: String,
    /// The module.
    pub build: Build,
    /// The scenario.
    pub scenario: ScenarioRecord,
    /// The dice's seed.
    #[serde(with = "crate::seed")]
    pub seed: u128,
    /// Who sat where.
    pub seats: Vec<SeatAssignment>,
    /// The position that the game is created from, options and facts included.
    pub position: Position,
    /// The texts of the optional and house rules that it began with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleText>,
    /// Whether nothing is ever taken back past what bars undo, whoever sits here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict_undo: bool,
    /// Where it was begun from another table's game: the departures from plain play that were that one's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// What a list of journals shows of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The module's id.
    pub module: String,
    /// The scenario's title.
    pub title: String,
    /// When it was begun, as the program says it.
    pub created: String,
}

/// One seat's part of a secret group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatDraft {
    /// The seat.
    pub seat: Seat,
    /// Its choices, in order.
    pub choices: Vec<String>,
}

/// What an entry records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub enum EntryKind {
    /// The host applied `begin`.
    Begin,
    /// A seat chose.
    Choice {
        /// Who.
        seat: Seat,
        /// What.
        choice: String,
    },
    /// A seat chose on its draft. Nobody else may know.
    Draft {
        /// Who.
        seat: Seat,
        /// What.
        choice: String,
    },
    /// A seat took choices of its draft back.
    DraftBack {
        /// Who.
        seat: Seat,
        /// How many.
        choices: u64,
    },
    /// The drafts of a secret group were carried out.
    Group {
        /// The group's name.
        name: String,
        /// In the order in which they were carried out.
        drafts: Vec<SeatDraft>,
    },
    /// Steps were taken back.
    Undo {
        /// By whom.
        seat: Seat,
        /// How many.
        steps: u64,
        /// Whether past what bars undo.
        #[serde(default)]
        beyond: bool,
    },
    /// Steps were done again.
    Redo {
        /// By whom.
        seat: Seat,
        /// How many.
        steps: u64,
    },
    /// Dice were arranged.
    Arranged {
        /// The faces.
        faces: Vec<u8>,
    },
    /// The dice got a new seed.
    Reseeded {
        /// The seed.
        #[serde(with = "crate::seed")]
        seed: u128,
    },
    /// The position was edited.
    Edit {
        /// By what.
        by: String,
        /// How.
        changes: Vec<Change>,
    },
    /// Other texts of the rules took over.
    Rules {
        /// All of them, changed or not.
        rules: Vec<RuleText>,
    },
    /// Another build of the module took over.
    Swap {
        /// Which.
        build: Build,
    },
}

/// One line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1.
    pub n: u64,
    /// What it records.
    #[serde(flatten)]
    pub kind: EntryKind,
    /// The hash of the game's state after it; none for drafts and dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// What was rolled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Rolled>,
    /// How many entries after it belong to the same change of the game: where one of them is missing, none of them stands.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The hash of a state as entries carry it.
#[must_use]
pub fn state_hash(save: &[u8]) -> String {
    blake3::hash(save).to_hex()[..16].to_owned()
}

pub(super) const CHECK: &str = ",\"check\":\"";

/// The check of a line: chained to that of the line before.
pub(super) fn check_of(before: &str, body: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(before.as_bytes());
    hasher.update(body.as_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}
