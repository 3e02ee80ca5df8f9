//! What each turn came to, for the charts that people look up.

use serde::{Deserialize, Serialize};

/// §14.3.1: the Build Points of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// §14.3.2: of Resource Hexes.
    pub resources: u8,
    /// §14.5: of Arsenals.
    pub arsenals: u8,
    /// §14.3.3: of Border States.
    pub border: u8,
    /// §14.4: of blockade runners.
    pub runners: u8,
    /// What optional and house rules add to them, or take away.
    pub rules: i16,
    /// §14.3.4: what is taken from them first.
    pub maintenance: u16,
}

/// How both sides stood at the end of a turn, or as the game began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The turn, 1 to 20; that before the first stands for the set-up.
    pub turn: u8,
    /// By side: Strength Points on the map.
    pub sps: [u16; 2],
    /// By side: Strength Points in the Displaced Boxes.
    pub displaced: [u16; 2],
    /// By side: Strength Points eliminated so far.
    pub lost: [u16; 2],
    /// By side: victory points (§19.3).
    pub points: [u8; 2],
    /// Build Points of the Resource Hexes that the Confederacy controls (§14.3.2).
    pub resources: u8,
    /// The same of Arsenals (§14.5).
    pub arsenals: u8,
    /// By zone: points of open ports (§14.4.3).
    pub ports: [u8; 3],
    /// The Confederacy's Build Points of the turn (§14.3.1); none where the game began after its Reinforcement Phase.
    pub budget: Option<Budget>,
}
