//! Who sits at the other end of a connection, and what may be asked from there.

use std::collections::BTreeSet;

use muster_contract::Seat;

use super::request::Request;

/// The other end of a connection: the seats that it sees for, and whether it is the table's host, the program on whose
/// machine the table runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Peer {
    eyes: BTreeSet<Seat>,
    host: bool,
}

impl Peer {
    /// The table's own host, who sees for these seats.
    pub fn host(eyes: impl IntoIterator<Item = Seat>) -> Self {
        Self { eyes: eyes.into_iter().collect(), host: true }
    }

    /// Somebody else, who sees for these seats; none for a spectator.
    pub fn guest(eyes: impl IntoIterator<Item = Seat>) -> Self {
        Self { eyes: eyes.into_iter().collect(), host: false }
    }

    /// The seats that it sees for.
    #[must_use]
    pub fn eyes(&self) -> &BTreeSet<Seat> {
        &self.eyes
    }

    /// Whether it is the table's host.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.host
    }

    /// Whether it sees for this seat.
    #[must_use]
    pub fn sees(&self, seat: Seat) -> bool {
        self.eyes.contains(&seat)
    }

    /// Whether it may ask for this at all. Which seats it may name is looked at beside that.
    #[must_use]
    pub fn may_ask(&self, request: &Request) -> bool {
        self.host || request.asker() != Asker::Host
    }
}

/// Who may ask for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asker {
    /// Whoever is connected; what is answered is for the eyes that were asked for.
    Anyone,
    /// Whoever sees for the seat that it names.
    Seat,
    /// The table's host alone: it stops or drives the table, or writes files on its machine.
    Host,
}

impl Request {
    /// Who may ask for it.
    #[must_use]
    pub fn asker(&self) -> Asker {
        match self {
            Self::Standing
            | Self::View { .. }
            | Self::Overlay { .. }
            | Self::Log { .. }
            | Self::Chronicle { .. }
            | Self::Reports { .. }
            | Self::DiceStatistics { .. }
            | Self::Replay { .. }
            | Self::Workbench
            | Self::Quit => Asker::Anyone,
            Self::Decisions { .. }
            | Self::Details { .. }
            | Self::Act { .. }
            | Self::Explain { .. }
            | Self::Odds { .. }
            | Self::Advice { .. }
            | Self::UndoOffer { .. }
            | Self::Undo { beyond: false, .. }
            | Self::Redo { .. }
            | Self::SinceMine { .. } => Asker::Seat,
            Self::Undo { beyond: true, .. }
            | Self::Save { .. }
            | Self::PlayOn { .. }
            | Self::BeginAgain { .. }
            | Self::Pace { .. }
            | Self::Skip
            | Self::Think { .. }
            | Self::Retry
            | Self::SwapBack
            | Self::Stop => Asker::Host,
        }
    }
}
