//! A table: one running game with its seats, journal, drafts, undo and bots.
//!
//! This crate knows games only through `muster-contract`: it has never heard of wasmtime or of a window.
//! A [`messages`] client is all that the window, the command line and the bots are to a table.
//!
//! How a program opens a table and talks to it:
//!
//! ```text
//! let table = Table::start(module, position, TableConfig { seed, seats, scenario, build, journal, arranged, .. })?;
//! // or, from a journal file
//! let locked = Journal::lock(path)?;           // nobody else's now: header, entries, and what is damaged, if anything
//! let table = Table::resume(module, build, locked, Damaged::Refuse)?;
//!
//! let handle = TableHandle::start(table)?;     // its own thread; bots think on another
//! let mut client = handle.connect(Peer::host([0]), Some(Box::new(move || context.request_repaint())));
//! let id = client.send(Request::View { eyes: Some(0) });   // never blocks
//! while let Some(message) = client.try_next() { .. }        // FromTable::Reply { id, reply } or ::Update
//! let reply = client.ask(Request::Standing);   // blocks; updates that come meanwhile wait for try_next
//! handle.swap(module, build);                  // hot swap; the answer comes over a channel
//! handle.close();
//! ```

#![forbid(unsafe_code)]

mod action;
mod attendant;
pub mod bots;
mod by_turn;
pub mod chronicle;
mod client;
mod command;
pub mod dice;
pub mod drafts;
mod event;
pub mod handle;
pub mod history;
pub mod journal;
pub mod messages;
mod patch;
mod playing;
mod policies;
mod record;
pub mod replay;
mod requests;
pub mod rules;
mod seed;
pub mod simulate;
mod start;
mod statistics;
mod step;
pub mod table;
mod workbench;

pub use attendant::{AtEnd, AtRest, Attendant};
pub use client::{Client, Remote};
pub use command::Waker;
pub use event::{Recipient, TableEvent};
pub use handle::TableHandle;
pub use journal::{Build, Journal, Locked, Opened, ScenarioRecord, SeatAssignment};
pub use patch::{Patched, patch};
pub use playing::Playing;
pub use replay::{Damaged, Verified, verify};
pub use rules::NoRulebook;
pub use seed::any_seed;
pub use simulate::{
    GameResult, RefusedEdits, Series, SeriesResult, SimulateError, play_series, share, simulate,
};
pub use start::{Difference, StartError, TableConfig};
pub use table::revise::{Replayed, Revision, Stopped, Undrafted};
pub use table::{Table, swap::SwapReport};
