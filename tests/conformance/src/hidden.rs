//! What is hidden from whom, as the module's author says it for the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use muster_contract::{Position, Seat};
use muster_sdk::{Game, Hosted};

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

/// Loads saved states of a game for whoever looks into them. The board of the position that was asked about last is read only once.
pub struct Loader<G: Game>(Mutex<Option<(Position, Hosted<G>)>>);

impl<G: Game> Default for Loader<G> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<G: Game> Loader<G> {
    /// The game of this save.
    ///
    /// # Panics
    ///
    /// If the position is refused, or the save isn't of a game on it.
    pub fn load(&self, position: &Position, saved: &[u8]) -> Hosted<G> {
        let mut ground = self.0.lock().expect("nobody fails while it is held");
        if ground.as_ref().is_none_or(|(known, _)| known != position) {
            let game = Hosted::create(position).expect("a game can begin there");
            *ground = Some((position.clone(), game));
        }
        let (_, game) = ground.as_ref().expect("it was made above");
        game.load_another(G::STATE_SCHEMA, saved).expect("a save can be loaded")
    }
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
