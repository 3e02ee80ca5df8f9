//! A module's author at work: a module is begun as a workspace of its own ([`begin()`]), and built from its sources as a component
//! ([`compile`], [`assemble`]). `cargo xtask` does both in Muster's own source, `muster new module`, `muster build` and `muster dev`
//! away from it.

#![forbid(unsafe_code)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod begin;
mod build;
mod name;
mod outside;
mod problem;
mod programs;
mod template;
mod workspace;

pub use begin::{begin, settled, taken, write};
pub use build::{Profile, TARGET, assemble, compile, core_of, has_target, is_newer, write_whole};
pub use name::{BadName, Name};
pub use outside::{Crates, Outside};
pub use problem::{Problem, at};
pub use programs::{answer, cargo, rustc};
pub use template::{File, Template};
pub use workspace::{ModulePackage, Workspace, lacks, remapped, remapped_c};
