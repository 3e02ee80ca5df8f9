//! What a table is started with, and why one can't be.

use std::{path::PathBuf, sync::Arc};

use muster_contract::{Refusal, RuleText, Rulebook, Trouble};

use crate::{
    journal::{Build, Damage, JournalError, ScenarioRecord, SeatAssignment},
    messages::Refused,
};

/// What a table is started with besides the module and the position.
#[derive(Clone, Debug, Default)]
pub struct TableConfig {
    /// The dice's seed. One that nobody chose should have all its 128 bits; see [`any_seed`](crate::any_seed).
    pub seed: u128,
    /// Who sits where, one for each seat of the position's set-up.
    pub seats: Vec<SeatAssignment>,
    /// The scenario, for the journal.
    pub scenario: ScenarioRecord,
    /// The module's build, for the journal.
    pub build: Build,
    /// Where to keep the journal; none keeps none.
    pub journal: Option<PathBuf>,
    /// Dice arranged beforehand.
    pub arranged: Vec<u8>,
    /// When it begins, as the program says it.
    pub created: String,
    /// The texts of the optional and house rules that are on, in the order in which they are called.
    pub rules: Vec<RuleText>,
    /// Whether nothing is ever taken back past what bars undo, whoever sits here.
    pub strict_undo: bool,
    /// What makes rules of them; none for a table without rules.
    pub rulebook: Option<Arc<dyn Rulebook>>,
}

/// Why a table can't be started or continued.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The set-up breaks a rule.
    #[error("the scenario can't be set up: {}", .0.reason)]
    SetUp(Refusal),
    /// The module failed.
    #[error(transparent)]
    Trouble(#[from] Trouble),
    /// The journal can't be written or read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A house rule can't be read.
    #[error("a house rule can't be turned on: {0}")]
    Rules(String),
    /// Not every seat has somebody on it.
    #[error("the scenario has {seats} seats, but {given} are taken; say who sits on each")]
    Seats {
        /// So many seats.
        seats: usize,
        /// So many given.
        given: usize,
    },
    /// An arranged die can't be rolled, or `begin` was refused.
    #[error("the game can't begin: {0}")]
    Begin(Refused),
    /// The journal is damaged, and the damage wasn't accepted.
    #[error(transparent)]
    Damaged(#[from] Damage),
    /// Nobody waited for its being played again any more.
    #[error("it was broken off before the journal had been played again")]
    BrokenOff,
    /// Played again, the journal doesn't come out as it was written.
    #[error(transparent)]
    Difference(#[from] Difference),
}

/// Where a journal, played again, comes out otherwise than it was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("played again, the journal differs at entry {entry}: {what}")]
pub struct Difference {
    /// The first such entry; 0 is the header.
    pub entry: u64,
    /// What is different.
    pub what: String,
}
