//! Where the sequence of play stands (§3, §4.2).

use serde::{Deserialize, Serialize};

use crate::world::{General, Side, Space};

/// Action Points that are left (§4.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Points {
    /// To be spent anywhere, 0 to 5.
    pub any: u8,
    /// By theater, where the difference is 1 (§4.1.3): 0 or 1 each.
    pub theaters: [u8; 3],
}

/// A step of the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// §4.2 A: the dice are rolled.
    Initiative,
    /// §4.2 a: the phasing player's actions.
    Actions,
    /// The game is over.
    Over,
}

/// The stack that is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// Whose.
    pub side: Side,
    /// Where it is.
    pub at: Space,
    /// Who commands it; an intrinsic General if none (§5.10).
    pub commander: Option<General>,
    /// Strength Points with it, 0 to 18.
    pub sps: u8,
    /// MPs left.
    pub moves: u8,
}
