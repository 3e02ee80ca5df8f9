//! What clients and a table say to each other.
//!
//! The window, the command line and the bots are all clients. A client connects with its **eyes**: the seats that
//! sit at its [`Peer`] (none for a spectator). It gets nothing that those seats may not know: events are filtered to
//! them, other seats' drafts show only as open or committed, and state hashes never leave the table. What drives the table
//! or writes files only its host may ask for; [`Request::asker`] says which requests these are.
//!
//! All messages are JSON friendly. [`Request`], [`Reply`] and [`Update`] are objects tagged by `ask`, `reply` and
//! `update`; types of the contract appear as their Rust names spell them (`{"Space":"0302"}`, `"Everyone"`).
//! Over a line protocol a client sends one [`Envelope`] a line and gets one [`FromTable`] a line:
//!
//! ```text
//! > {"id":1,"ask":"decisions","seat":0}
//! < {"id":1,"reply":"decisions","seat":0,"revision":4,"decisions":[...]}
//! > {"id":2,"ask":"act","seat":0,"revision":4,"choice":"move a1 0302"}
//! < {"id":2,"reply":"done","revision":5}
//! < {"update":"changed","news":[...],"standing":{...}}
//! ```
//!
//! **Revisions** are kept for each seat: a seat's revision grows when the table changes or its own draft does, and
//! never when another seat works on a draft. `act`, `undo` and `redo` name the revision they were decided on; an old
//! one is refused. **Steps** number what is in force on the table, from 1 (`begin`): the replay's scrubber. **Records**
//! number what ever happened in the open, taken back or not: the log. Both count only what everybody may count.

mod bot;
mod path;
mod peer;
mod record;
mod reply;
mod request;
mod standing;
mod update;
mod workbench;

pub use bot::{BotKind, PolicyId};
pub use peer::{Asker, Peer};
pub use record::{DiceStatistics, DieCount, LogItem, LogKind, Moment};
pub use reply::{RefusalCode, Refused, Reply};
pub use request::{Budget, Envelope, Reach, Request};
pub use standing::{
    DraftStanding, ENOUGH_FAILURES, Holder, Mark, Pause, SeatStanding, Standing, TakeBack, UndoOffer,
};
pub use update::{FromTable, Update};
pub use workbench::{RuleStanding, StepAct, Workbench};
