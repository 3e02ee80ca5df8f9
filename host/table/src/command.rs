//! What comes in at the thread of a table.

use std::sync::mpsc::Sender;

use muster_contract::{Seat, Trouble};

use crate::{
    messages::{Envelope, FromTable, Peer},
    table::Table,
};

/// Called whenever something has arrived for a client, from the table's thread.
pub type Waker = Box<dyn Fn() + Send>;

/// Something for the table's thread to do.
pub(crate) enum Command {
    Connect {
        client: u64,
        peer: Peer,
        outbox: Sender<FromTable>,
        waker: Option<Waker>,
    },
    Ask {
        client: u64,
        envelope: Envelope,
    },
    Chosen {
        seat: Seat,
        revision: u64,
        choice: Result<Option<String>, Trouble>,
    },
    Run(Box<dyn FnOnce(&mut Table) + Send>),
    /// The thread on which bots think has failed.
    NoBots,
    Close,
}
