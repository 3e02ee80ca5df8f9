//! Inputs that no search would come upon: made on purpose, each to hit a reader where it is weakest.
#![allow(clippy::unwrap_used, reason = "tests")]

mod board;
mod bundle;
mod gate;
mod journal;
mod manifest;
mod protocol;
mod rule;
mod scenario;
