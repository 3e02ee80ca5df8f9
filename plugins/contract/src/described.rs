//! A description to begin from.

use crate::{Description, PieceForm};

impl Description {
    /// What a module without anything would say of itself: no words, sides or units, pieces that are counters, and saves of
    /// schema 1.
    #[must_use]
    pub const fn blank() -> Self {
        Self {
            title: String::new(),
            summary: String::new(),
            sides: Vec::new(),
            options: Vec::new(),
            phases: Vec::new(),
            kinds: Vec::new(),
            schema: Vec::new(),
            overlays: Vec::new(),
            pieces: PieceForm::Counters,
            policies: Vec::new(),
            state_schema: 1,
            features: Vec::new(),
            values: Vec::new(),
            decisions: Vec::new(),
            hooks: Vec::new(),
            queries: Vec::new(),
            changes: Vec::new(),
        }
    }
}
