//! Modules in their sandbox: one program of tests, since each links the compiler.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say what they show")]

mod gate;
mod limits;
mod parley;
mod registry;
#[path = "../rogue/mod.rs"]
mod rogue;
mod semver;
