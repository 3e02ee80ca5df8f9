//! Boards for modules and for the host: what is where, what lies next to it, how far off it is and what can be
//! seen from it.
//!
//! [`Atlas`] is the index of all the boards of a game, made once from the contract's
//! [`Board`](muster_contract::Board)s. It speaks of spaces and edges by number ([`SpaceId`], [`EdgeId`]), so
//! that a rule that asks for the neighbours of a hex or the hexes of a fire zone
//! touches no string and allocates nothing. Names come back only where a module speaks to the host.
//!
//! - [`atlas`](Atlas): names, features, values, edges, neighbours; of any board.
//! - [`hex`]: whole-number geometry of hexes, and what [`Atlas`] makes of it: distances, zones, lines of sight.
//! - [`Reach`], [`Path`]: what can be reached at what cost, and how.
//!
//! Everything is in whole numbers and in an order that depends on the boards alone, so that a game comes out
//! the same natively and as a component.
#![cfg_attr(
    feature = "file",
    doc = "- [`mod@file`] and [`picture`]: the board file format, and how a board is drawn."
)]
#![forbid(unsafe_code)]

mod atlas;
mod build;
#[cfg(feature = "file")]
pub mod file;
pub mod hex;
#[cfg(feature = "file")]
pub mod picture;
mod sight;
mod travel;

pub use atlas::{Atlas, BoardId, EdgeId, Features, Key, SpaceId, Way};
pub use build::BoardProblem;
pub use sight::{Crossing, Hexes};
pub use travel::{Path, Reach, Reached};
