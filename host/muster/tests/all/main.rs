//! The program, as it is typed: one program of tests, since each links everything that Muster is.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

mod authors;
#[cfg(unix)]
mod away;
mod commands;
mod disk;
mod fixture;
mod guide;
mod heard_lessons;
mod house_rules;
mod lobby_pictures;
mod mistakes;
mod pictures;
mod program;
mod program_log;
mod rule_files;
mod scenario_files;
mod schema;
mod scores;
mod shelf;
mod stopping;
mod strained;
mod table;
mod terminal;
#[cfg(unix)]
mod workshop;
