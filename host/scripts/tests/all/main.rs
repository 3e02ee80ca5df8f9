//! Scenarios' scripts: what they can say, and what stops them.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

mod doubts;
mod fixture;
mod hostile;
mod library;
mod mistakes;
mod problems;
mod sandbox;
mod set_up;
mod shared;
