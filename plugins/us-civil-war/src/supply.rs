//! §13: supply.

use std::sync::Arc;

use crate::state::UsCivilWar;
use crate::world::{Side, Space};

/// Where a side is in which supply.
#[derive(Debug)]
pub(crate) struct Supply {}

impl Supply {
    /// Whether what is in a space is in Full Supply (§13.1.1).
    pub(crate) fn is_full(&self, _space: Space) -> bool {
        false
    }

    /// Whether it has a Line of Communication to a Supply Source (§13.5), and so Limited Supply at least.
    pub(crate) fn has_loc(&self, _space: Space) -> bool {
        false
    }
}

impl UsCivilWar {
    /// §13: a side's supply as it is now.
    pub(crate) fn supply(&self, side: Side) -> &Supply {
        self.derived.supply[side as usize].get_or_init(|| Arc::new(Supply {}))
    }
}
