//! The rules, section by section, a file a chapter.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

mod classic;
mod combat;
mod events;
mod naval_battle;
