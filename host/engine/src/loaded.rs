//! What the instances of a module share, and the kinds of calls into them.

use std::sync::Arc;

use crate::{Engine, api::Prepared, limits::Limits};

/// The call in which making the first instance of a module fails; its exports are compared with the contract there.
pub(crate) const INSTANTIATE: &str = "instantiate";

/// What kind of call it is, which decides how much it may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Create,
    Ask,
    Apply,
    Playout,
}

/// What the instances of a module share.
#[derive(Clone)]
pub(crate) struct Loaded {
    pub(crate) id: String,
    pub(crate) engine: Engine,
    pub(crate) prepared: Arc<dyn Prepared>,
    pub(crate) limits: Limits,
    /// The hash of the component.
    pub(crate) hash: blake3::Hash,
    /// The ids of the description's sides.
    pub(crate) sides: Vec<String>,
}

impl Loaded {
    /// How many steps a call of this kind may take.
    pub(crate) fn fuel(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Create => self.limits.fuel.create,
            Kind::Ask => self.limits.fuel.ask,
            Kind::Apply => self.limits.fuel.apply,
            Kind::Playout => self.limits.fuel.playout,
        }
    }

    /// How many bytes a call of this kind may hand over.
    pub(crate) fn answer(&self, kind: Kind) -> usize {
        match kind {
            // The table keeps it; everything else is gone when it has been shown.
            Kind::Apply => self.limits.record,
            Kind::Create | Kind::Ask | Kind::Playout => self.limits.answer,
        }
    }
}
