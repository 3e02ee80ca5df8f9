//! Pieces: counters and blocks, and where they lie on a board.

pub mod counter;
pub mod layout;
