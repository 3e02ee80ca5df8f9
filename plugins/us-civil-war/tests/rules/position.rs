//! Positions of the scenarios, played by choice ids with arranged dice.

use std::ops::{Deref, DerefMut};

use muster_conformance::scenario;
use muster_contract::{Position, Seat};
use muster_sdk::Native;
use muster_sdk::play;
pub use muster_sdk::play::Arranged;
use us_civil_war::UsCivilWar;

/// The Union's seat.
pub const US: Seat = 0;
/// The Confederacy's seat.
pub const CS: Seat = 1;

/// The position of a scenario.
#[track_caller]
pub fn set_up(name: &str) -> Position {
    let mut position = scenario(&Native::<UsCivilWar>::new("us-civil-war"), env!("CARGO_MANIFEST_DIR"), name);
    position.setup.seats = vec!["us".to_owned(), "cs".to_owned()];
    position
}

/// A game that is played.
pub struct Play(play::Play<UsCivilWar>);

impl Play {
    /// A scenario whose Initiative dice fall so; all other dice show their highest face.
    #[track_caller]
    pub fn of(name: &str, initiative: &[u8]) -> Self {
        let mut dice = Arranged::else_highest();
        dice.arrange("Initiative", initiative);
        Self(play::Play::begin(&set_up(name), dice))
    }

    /// The game's state.
    pub fn state(&self) -> &UsCivilWar {
        self.0.game.state()
    }
}

impl Deref for Play {
    type Target = play::Play<UsCivilWar>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Play {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}
