//! The Militia units (§17.2.1, §17.2.2).

use super::{Class, Side, State};

/// A Militia unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MilitiaInfo {
    /// Its id: "cs-militia-va".
    pub id: String,
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
            let sides: &[Side] = match state.class() {
                Class::Northern => &[],
                Class::Border => &[Side::Us, Side::Cs],
                Class::Southern if state == State::IndianTerritory => &[],
                Class::Southern => &[Side::Cs],
            };
            all.extend(sides.iter().map(|&side| Self {
                id: format!("{}-militia-{}", side.id(), state.code().to_lowercase()),
                state,
                side,
            }));
        }
        all
    }

    /// What it is called: "the Militia of Virginia".
    pub fn name(&self) -> String {
        format!("the Militia of {}", self.state.name())
    }
}
