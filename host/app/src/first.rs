//! What the window begins with: the lobby, or what somebody opened with Muster.

use crate::catalogue::{OpenTable, SavedTable};
use std::path::PathBuf;

/// What the window begins with.
pub enum First {
    /// The lobby and nothing over it.
    Lobby,
    /// A table that is set up.
    Table(Box<OpenTable>),
    /// A saved table, which is gone on with.
    Saved(SavedTable),
    /// A bundle, whose module is added if the person wants it.
    Bundle(Offer),
    /// A file that is neither, with why.
    Neither {
        /// What it is called.
        name: String,
        /// Why it is neither.
        why: String,
    },
}

/// A module that could be added.
pub struct Offer {
    /// The bundle's file.
    pub path: PathBuf,
    /// The module's title and version.
    pub title: String,
    /// What else the bundle says of it, paragraph by paragraph.
    pub about: Vec<String>,
}
