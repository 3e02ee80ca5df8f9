//! What a module takes, as the workbench shows it.

use serde::{Deserialize, Serialize};

/// What the instance of a game has taken since it was made. Forks and samples live in their game's instance and are
/// counted with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Usage {
    /// Bytes of memory. An instance never gives memory back.
    pub memory: u64,
    /// How often the game asked for the house rules in force or called one; never where none is on.
    pub rule_calls: u64,
    /// The calls, each kind in the order of its first.
    pub calls: Vec<CallUsage>,
}

/// What one kind of call has taken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CallUsage {
    /// The function of the contract.
    pub call: String,
    /// How often it was called.
    pub times: u64,
    /// Steps (roughly, instructions) of the last call; the same on every machine.
    pub steps: u64,
    /// Steps of the call that took the most.
    pub most_steps: u64,
    /// Steps that a call of this kind may take.
    pub allowed: u64,
    /// Thousandths of a millisecond that the last call took, of those that are timed: calls of forks aren't, but for
    /// playouts.
    pub micros: u64,
    /// Thousandths of a millisecond of the call that took longest.
    pub most_micros: u64,
}

/// An allowance as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Allowance {
    /// What of.
    pub of: String,
    /// How much, with its unit.
    pub amount: String,
}
