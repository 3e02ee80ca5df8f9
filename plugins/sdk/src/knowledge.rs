//! Who knows a fact.

use muster_contract::{Audience, Seat};
use serde::{Deserialize, Serialize};

/// The set of those who know one fact: any of the seats 0 to 6, and the public. It may be empty, and it may hold
/// one seat and not its neighbour. What the public knows, everybody knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knowledge(u8);

impl Knowledge {
    /// Nobody knows.
    pub const NOBODY: Self = Self(0);
    /// Everybody knows, spectators too.
    pub const EVERYONE: Self = Self(0xff);

    /// Only this seat knows.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat)
    }

    /// These seats know, and no spectator.
    pub fn seats(seats: impl IntoIterator<Item = Seat>) -> Self {
        seats.into_iter().fold(Self::NOBODY, Self::and)
    }

    /// With this seat added.
    #[must_use]
    pub const fn and(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat)
    }

    /// With this seat taken out; then the public doesn't know either.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat) & 0x7f)
    }

    /// Whether the seat knows, or the public if there is none.
    pub const fn has(self, seat: Option<Seat>) -> bool {
        let bit = match seat {
            Some(seat) => seat,
            None => 7,
        };
        self.0 >> bit & 1 == 1
    }

    /// The audience of an event that only they may see.
    pub fn audience(self) -> Audience {
        if self.has(None) {
            Audience::Everyone
        } else {
            Audience::Seats((0..7).filter(|&seat| self.has(Some(seat))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knowledge_is_a_set_of_seats() {
        let both = Knowledge::only(0).and(1);
        assert!(both.has(Some(0)) && both.has(Some(1)) && !both.has(None) && !both.has(Some(2)));
        assert_eq!(both.audience(), Audience::Seats(vec![0, 1]));
        assert_eq!(Knowledge::EVERYONE.audience(), Audience::Everyone);
        assert_eq!(Knowledge::EVERYONE.without(1).audience(), Audience::Seats(vec![0, 2, 3, 4, 5, 6]));
        assert_eq!(Knowledge::NOBODY.audience(), Audience::Seats(vec![]));
    }
}
