//! The Militia units (§17.2.1, §17.2.2).

use super::{Class, Side, State};

/// A Militia unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MilitiaInfo {
    /// Its state, which it never leaves.
    pub state: State,
    /// Its side.
    pub side: Side,
}

impl MilitiaInfo {
    /// All of them: one for each Southern State, and two, one a side, for each Border State. Indian Territory has none.
    pub(super) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for &state in State::ALL {
            if state.class() == Class::Border {
                all.push(Self { state, side: Side::Us });
            }
            if state.class() != Class::Northern && state != State::IndianTerritory {
                all.push(Self { state, side: Side::Cs });
            }
        }
        all
    }

    /// Its id: "cs-militia-va".
    pub fn id(&self) -> String {
        format!("{}-militia-{}", self.side.id(), self.state.code().to_lowercase())
    }
}
