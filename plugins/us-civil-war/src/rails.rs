//! §6.5: railroad control.

use std::sync::Arc;

use crate::state::UsCivilWar;
use crate::world::{Side, Space};

/// Who controls which rail hexes.
#[derive(Debug)]
pub(crate) struct Rails {}

impl Rails {
    /// Whether a side controls the railroad in a hex.
    pub(crate) fn of(&self, _side: Side, _space: Space) -> bool {
        false
    }
}

impl UsCivilWar {
    /// §6.5: railroad control as it is now.
    pub(crate) fn rails(&self) -> &Rails {
        self.derived.rails.get_or_init(|| Arc::new(Rails {}))
    }
}
