//! The journal: the append-only record of a table, one JSON object a line.
//!
//! The first line is the [`Header`], every other an [`Entry`]. Each ends in a `check` that is chained to the line
//! before, so that an altered, missing or torn line is found and everything before it still stands. An entry is on
//! disk (`fdatasync`) before what it records is shown as done.

mod bounds;
mod entry;
mod owner;
mod problem;
mod read;
mod site;
mod write;

pub use bounds::{LARGEST_FACE, MOST_ARRANGED};
pub use entry::{
    Build, CONTRACT, Entry, EntryKind, FORMAT, Header, Heading, LARGEST, ScenarioRecord, SeatAssignment,
    SeatDraft, Unnumbered, state_hash,
};
pub use owner::Owner;
pub use problem::{Damage, JournalError};
pub use read::Opened;
pub use write::{Journal, Locked};
