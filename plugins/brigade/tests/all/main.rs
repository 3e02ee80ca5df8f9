//! All tests of Brigade in one program: each that stands apart would be linked from all that a game stands on.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

mod oracles;
mod rules;
