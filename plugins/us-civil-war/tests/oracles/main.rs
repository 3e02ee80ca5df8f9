//! Second models of chapters of the rules, written from the rulebook's text and not from the code, against the game: in positions at
//! random on the real map both must say the same.
//!
//! The quick count takes seconds; `MUSTER_FULL=1` looks at many more.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

#[path = "../rules/field.rs"]
mod field;
mod lines;
mod supply;
