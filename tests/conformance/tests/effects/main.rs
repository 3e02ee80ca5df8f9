//! What rules can have done: each effect by a rule of a few lines, on Parley and on Brigade's first fight.

#![allow(clippy::unwrap_used, reason = "what fails here fails a test")]

#[path = "../scenario/mod.rs"]
mod scenario;

mod cards;
mod decisions;
mod failures;
mod moments;
mod play;
