//! What becomes of a general (§7).

use serde::{Deserialize, Serialize};

use crate::world::{Space, Theater};

/// Where a general is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Post {
    /// Not in play yet (§16.2).
    Waiting,
    /// On the map.
    Map(Space),
    /// With the stack that is on its way.
    March,
    /// In the Displaced Box of a theater, for so many Reinforcement Phases more than the next (§14.6, §8.7).
    Displaced(Theater, u8),
    /// In the Unassigned Box (§16.5.2).
    Unassigned,
    /// Out of the game (§16.4).
    Gone,
}

/// A general.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Officer {
    /// Where he is.
    pub post: Post,
    /// His rank, 1 to 4 stars; 0 before he comes into play.
    pub stars: u8,
    /// Whether he was activated, moved or transferred in this player's Action Phase (§5.1.2).
    pub moved: bool,
    /// Whether his owner has put him in command before others of his rank (§7.2.2).
    pub leads: bool,
}
