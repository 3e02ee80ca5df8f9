//! What can be wrong with a journal, in words.

use std::{io, path::PathBuf};

use super::{
    entry::{FORMAT, LARGEST},
    owner::Owner,
};

/// What is wrong with a journal, and from which entry on; 0 is the header. Everything before it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The last line is incomplete: the program or the machine stopped while it was written. It was never
    /// acknowledged, so nothing is lost.
    #[error("entry {entry} was never finished; everything before it stands")]
    Torn {
        /// The entry.
        entry: u64,
    },
    /// A line isn't what was written.
    #[error("the journal was altered or damaged at entry {entry}; everything before it stands")]
    Altered {
        /// The first such entry.
        entry: u64,
    },
    /// A line is as it was written, but this build can't read it.
    #[error("entry {entry} can't be read: {problem}")]
    Unreadable {
        /// The entry.
        entry: u64,
        /// Why.
        problem: String,
    },
}

/// Why a journal can't be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file system refused.
    #[error("{path}: {source}", path = path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// Another table has it open.
    #[error("{path} is open at another table{}; close that one first", Owner::in_parentheses(owner.as_ref()), path = path.display())]
    InUse {
        /// The file.
        path: PathBuf,
        /// Which program's table, where the system tells.
        owner: Option<Owner>,
    },
    /// The file that the table writes to is no longer where it was, or not as the table left it.
    #[error("{path} {what}", path = path.display())]
    Lost {
        /// Where it was.
        path: PathBuf,
        /// What has become of it.
        what: &'static str,
    },
    /// No more may be written: nobody would read it.
    #[error("{path} is full: a journal has at most {} MiB", LARGEST >> 20, path = path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// It is no journal, or its header is damaged.
    #[error("{path} is not a journal that can be read: {problem}", path = path.display())]
    NoJournal {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A newer program wrote it.
    #[error("{path} has format {format}; this program reads up to {FORMAT}", path = path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: u32,
    },
}

impl JournalError {
    /// What kind of problem it is, without what stands in the journal.
    #[must_use]
    pub fn kind(&self) -> String {
        match self {
            Self::Disk { source, .. } => source.kind().to_string(),
            Self::InUse { .. } => "in use".to_owned(),
            Self::Lost { what, .. } => (*what).to_owned(),
            Self::Full { .. } => "full".to_owned(),
            Self::NoJournal { .. } => "no journal".to_owned(),
            Self::TooNew { .. } => "too new".to_owned(),
        }
    }

    /// What to do when a choice can't be written down; the table stands as it stood, and waits.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        match self {
            Self::Disk { source, .. }
                if matches!(source.kind(), StorageFull | FileTooLarge | QuotaExceeded) =>
            {
                "Make room on that disk, and choose again."
            }
            Self::Lost { .. } => {
                "Put it back, or save the game as another file: it has everything, and is kept there from then on."
            }
            Self::Full { .. } => "Play on from here as a table of its own, whose journal begins short.",
            _ => "See to it that this file can be written, and choose again; or save a copy elsewhere.",
        }
    }
}
