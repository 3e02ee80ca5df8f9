//! The events that a table sends its clients without a request.

use muster_contract::Seat;

use crate::messages::{Pause, Peer};

/// An event for the clients.
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
        /// Who gets it.
        to: Recipient,
        /// In words.
        text: String,
    },
}

/// Who gets a notice: something to read that is no event of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// Every client.
    Everybody,
    /// Whoever sees for this seat.
    Seat(Seat),
    /// The table's host: it is about files, builds and rules on its machine.
    Host,
}

impl Recipient {
    /// The seat, if it is for one.
    #[must_use]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Everybody | Self::Host => None,
        }
    }

    /// Whether this peer is one.
    #[must_use]
    pub fn includes(self, peer: &Peer) -> bool {
        match self {
            Self::Everybody => true,
            Self::Seat(seat) => peer.sees(seat),
            Self::Host => peer.is_host(),
        }
    }
}
