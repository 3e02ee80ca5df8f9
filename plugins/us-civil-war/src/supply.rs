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

    /// Whether what is in a space is Isolated (§13.6.1): without a Line of Communication of any length to a Primary Supply Source.
    pub(crate) fn is_isolated(&self, _space: Space) -> bool {
        false
    }

    /// Whether a space has a Line of Communication to a Primary Supply Source (§14.3.5, §16.2).
    pub(crate) fn reaches_primary(&self, _space: Space) -> bool {
        false
    }

    /// Whether a space has a Line of Communication to an SP of the side (§17.2.5, §19.1.2).
    pub(crate) fn reaches_sp(&self, _space: Space) -> bool {
        false
    }
}

impl UsCivilWar {
    /// §13: a side's supply as it is now.
    pub(crate) fn supply(&self, side: Side) -> &Supply {
        self.derived.supply[side as usize].get_or_init(|| Arc::new(Supply {}))
    }
}
