//! Boards: their files, and what is asked of them.
#![allow(clippy::unwrap_used, reason = "a test may fail by it")]

mod atlas;
mod file;
mod lines;
mod mistakes;
mod numbering;
mod scenarios;
