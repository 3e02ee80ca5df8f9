//! §20.1: Naval Control.

use std::sync::Arc;

use crate::state::UsCivilWar;
use crate::world::{Edge, Side, Space};

/// Who has Naval Control of which waters.
#[derive(Debug)]
pub(crate) struct Naval {}

impl Naval {
    /// Who has Naval Control of a navigable hexside; nobody of another.
    pub(crate) fn of_edge(&self, _edge: Edge) -> Option<Side> {
        None
    }

    /// §19.3.1: whether Union Naval Control reaches along the Mississippi from the north edge to the Gulf.
    pub(crate) fn is_mississippi_open(&self) -> bool {
        false
    }

    /// Who has Naval Control of the waters of a coastal hex, an island, a Coastal Fort or a box.
    pub(crate) fn of_space(&self, _space: Space) -> Option<Side> {
        None
    }
}

impl UsCivilWar {
    /// §20.1: Naval Control as it is now.
    pub(crate) fn naval(&self) -> &Naval {
        self.derived.naval.get_or_init(|| Arc::new(Naval {}))
    }
}
