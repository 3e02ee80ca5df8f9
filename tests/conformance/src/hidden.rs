//! What is hidden from whom, as the module's author says it for the tests.

use std::collections::{BTreeMap, BTreeSet};

use muster_contract::{Position, Seat};

/// The hidden facts of a module's games. It is written independently of the module's `sample`: the two check each
/// other.
pub trait HiddenFacts: Sync {
    /// The value of every fact that the seat may not know in this saved state.
    fn values(&self, position: &Position, saved: &[u8], seat: Seat) -> BTreeMap<String, String>;

    /// The values that the seat can't rule out for each of them, in the last of these states. They are all the states
    /// that the game went through: what a seat once saw it still knows.
    fn possible(
        &self,
        position: &Position,
        saves: &[Vec<u8>],
        seat: Seat,
    ) -> BTreeMap<String, BTreeSet<String>>;
}

/// For modules in which everybody knows everything.
pub struct NothingHidden;

impl HiddenFacts for NothingHidden {
    fn values(&self, _position: &Position, _saved: &[u8], _seat: Seat) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    fn possible(
        &self,
        _position: &Position,
        _saves: &[Vec<u8>],
        _seat: Seat,
    ) -> BTreeMap<String, BTreeSet<String>> {
        BTreeMap::new()
    }
}
