//! What a table answers.

use std::path::PathBuf;

use muster_contract::{ChoiceDetails, Decision, Line, OddsTable, OverlayItem, Report, Seat, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    record::{DiceStatistics, LogItem, Moment},
    standing::{Standing, UndoOffer},
    workbench::Workbench,
};

/// What a table answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "reply", rename_all = "kebab-case")]
pub enum Reply {
    /// It is done, and on disk.
    Done {
        /// The seat's revision now, or the table's if no seat was named.
        revision: u64,
    },
    /// It is not done. Nothing has changed.
    Refused(Refused),
    /// How the table stands.
    Standing(Standing),
    /// A view.
    View {
        /// Whose.
        eyes: Option<Seat>,
        /// The revision of that seat, or of the table for the public.
        revision: u64,
        /// What they see.
        view: View,
    },
    /// A seat's decisions.
    Decisions {
        /// The seat.
        seat: Seat,
        /// Its revision, to be named in `act`.
        revision: u64,
        /// What it may choose.
        decisions: Vec<Decision>,
    },
    /// Details of choices.
    Details {
        /// In the order asked for.
        details: Vec<ChoiceDetails>,
    },
    /// An explanation.
    Explained {
        /// In sentences.
        lines: Vec<Line>,
    },
    /// Chances.
    Odds {
        /// One table for each thing at stake.
        tables: Vec<OddsTable>,
    },
    /// An overlay.
    Overlay {
        /// Its pieces.
        items: Vec<OverlayItem>,
    },
    /// What undo and redo would do.
    UndoOffer(UndoOffer),
    /// Records of the log.
    Log {
        /// In order.
        items: Vec<LogItem>,
    },
    /// The story of the game.
    Chronicle {
        /// In lines, ready to be kept as a file.
        text: String,
    },
    /// Tables and charts to look up.
    Reports {
        /// In order.
        reports: Vec<Report>,
    },
    /// How the dice fell.
    Dice(DiceStatistics),
    /// A moment of the table's past.
    Replay(Moment),
    /// What the module takes, and what the house rules do.
    Workbench(Workbench),
    /// A file was written.
    Written {
        /// Where. What is no text in the path is written as U+FFFD.
        #[serde(serialize_with = "super::path::as_text")]
        #[schemars(with = "PathBuf")]
        path: PathBuf,
    },
}

/// What kept a request from being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalCode {
    /// The revision named is not the seat's present one.
    StaleRevision,
    /// The table isn't waiting for this seat, and it has nothing to choose.
    NotYourDecision,
    /// The choice is not in the seat's list.
    NotListed,
    /// The seat is not one of the client's eyes, or there is no such seat.
    NotYourSeat,
    /// Only the table's host may ask for it.
    HostOnly,
    /// The table is paused by trouble.
    Paused,
    /// The game is over.
    Over,
    /// There is nothing to take back or do again.
    NothingToUndo,
    /// Something bars undo; the reason says what.
    Barred,
    /// The file system refused; the reason says what.
    Disk,
    /// The module refused.
    Module,
    /// House rules can't take over; the reason says why.
    Rules,
    /// There is no such step, file, or arranged die.
    NoSuch,
    /// The table is closed.
    Closed,
}

/// Why a request wasn't done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[error("{reason}")]
pub struct Refused {
    /// What kind of reason.
    pub code: RefusalCode,
    /// In words for the person who asked.
    pub reason: String,
    /// What the module has to say about it, each with its rule.
    #[serde(default)]
    pub lines: Vec<Line>,
}

impl Refused {
    /// A refusal in these words.
    #[must_use]
    pub fn new(code: RefusalCode, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into(), lines: Vec::new() }
    }
}
