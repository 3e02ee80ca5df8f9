//! What follows from a position and is asked for again and again.

use std::cell::OnceCell;
use std::sync::Arc;

use crate::naval::Naval;
use crate::supply::Found;

/// Naval Control, railroad control and supply, each made when it is first asked for. Whatever changes the position forgets them
/// ([`UsCivilWar::spot_mut`](super::UsCivilWar)); a fork shares what its origin has found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Derived {
    /// §20.1
    pub(crate) naval: OnceCell<Arc<Naval>>,
    /// §6.5, 13
    pub(crate) found: OnceCell<Arc<Found>>,
}
