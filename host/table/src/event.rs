//! What a table tells its clients of without being asked.

use muster_contract::Seat;

use crate::messages::{Pause, Peer};

/// Something to tell the clients.
#[derive(Clone, Debug, PartialEq)]
pub enum TableEvent {
    /// Records are new, from this one on; others are in force again; steps may have been taken back to this one.
    Records {
        /// The first new record.
        from: u64,
        /// Records in force again.
        again: Vec<u64>,
        /// The last step in force, after an undo.
        back_to: Option<u64>,
    },
    /// A seat's draft changed.
    Draft {
        /// Whose.
        seat: Seat,
        /// Whether it was committed or its commit taken back, which everybody learns.
        open: bool,
    },
    /// The table is paused.
    Paused(Pause),
    /// The table goes on.
    Resumed,
    /// The table was set up again from a changed scenario: nothing that was known of it holds.
    SetUp,
    /// How the table stands has changed, and nothing that anybody sees on it.
    Standing,
    /// Something for a person to read.
    Notice {
        /// Who is told.
        to: Hearer,
        /// In words.
        text: String,
    },
}

/// Who is told something that is no event of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hearer {
    /// Every client.
    Everybody,
    /// Whoever sees for this seat.
    Seat(Seat),
    /// The table's host: it is about files, builds and rules on its machine.
    Host,
}

impl Hearer {
    /// Whether this peer is told.
    #[must_use]
    pub fn is(self, peer: &Peer) -> bool {
        match self {
            Self::Everybody => true,
            Self::Seat(seat) => peer.sees(seat),
            Self::Host => peer.is_host(),
        }
    }
}
