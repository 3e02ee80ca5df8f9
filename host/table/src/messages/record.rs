//! What happened at a table, as some eyes may know it.

use std::collections::BTreeMap;

use muster_contract::{Event, Seat, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a record of the log is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum LogKind {
    /// The game began.
    Begin,
    /// A seat chose.
    Choice,
    /// The drafts of a secret group were carried out.
    Group {
        /// Its name.
        name: String,
    },
    /// The seat took steps back.
    Undo {
        /// How many.
        steps: u64,
        /// Whether it went past what bars undo.
        beyond: bool,
    },
    /// The seat did steps again.
    Redo {
        /// How many.
        steps: u64,
    },
    /// The position was edited.
    Edit {
        /// By what.
        by: String,
    },
    /// Other texts of house rules took over.
    Rules {
        /// The rules that changed.
        changed: Vec<String>,
    },
    /// Another build of the module took over.
    Swap {
        /// Its version.
        version: String,
    },
    /// Dice were arranged, or got a new seed.
    Dice,
}

/// A record of the log, as some eyes see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LogItem {
    /// Its number.
    pub record: u64,
    /// The step that it is, while it is in force.
    pub step: Option<u64>,
    /// Who chose; none for the host and for groups.
    pub seat: Option<Seat>,
    /// What it is.
    pub kind: LogKind,
    /// The ids of one's own choices in it; nobody else's.
    pub choices: Vec<String>,
    /// What happened, as far as these eyes may know. An audience names only seats among these eyes.
    pub events: Vec<Event>,
    /// Whether a command begins here.
    pub command: bool,
    /// Whether it was taken back.
    pub undone: bool,
}

/// How the dice fell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DiceStatistics {
    /// Over all seats.
    pub all: Vec<DieCount>,
    /// By the seat whose choice they were rolled for.
    pub seats: BTreeMap<Seat, Vec<DieCount>>,
}

/// How often each face of one kind of die came up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DieCount {
    /// How many sides it has.
    pub sides: u8,
    /// How often each face came up, from face 1.
    pub faces: Vec<u64>,
    /// How many did what was hoped for.
    pub counted: u64,
}

/// A moment of the table's past.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Moment {
    /// The step.
    pub step: u64,
    /// Of so many.
    pub steps: u64,
    /// From whose eyes.
    pub eyes: Option<Seat>,
    /// What they saw.
    pub view: View,
    /// What happened in the step; none for step 0.
    pub item: Option<LogItem>,
}

impl Moment {
    /// What happened in the step; nothing in step 0.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.item.as_ref().map_or(&[], |item| &item.events)
    }
}
