//! Runs modules as sandboxed WebAssembly components.
//!
//! A [`Registry`] looks for modules in folders, takes each through the gate and says how far it is; a module that
//! came through is a [`WasmModule`], which the rest of Muster knows as a `muster_contract::Module` like any other.
//!
//! What a module may do is decided in four places, each a file:
//!
//! - `gate` looks at a file before anything in it is compiled: a component of this contract and version, which
//!   imports nothing else;
//! - `host` gives it what it may import: the boards and the roster, and inside the table's `apply` the dice;
//! - [`Limits`] says how much memory and how many steps each call gets and how much it may answer; `meter` and
//!   `bounds` count it, and `interrupt` ends it early;
//! - `instance` throws an instance away that trapped, and says why in a `muster_contract::Trouble`.
//!
//! Invariants: nothing that a module does panics the host, or touches another game's instance; machine code is only
//! ever loaded from the cache that this program wrote; two places hold `unsafe` code, `cache` and `scoped_dice`.

#![deny(unsafe_code)]

mod api;
#[allow(dead_code, missing_docs, unsafe_code, clippy::all, clippy::pedantic, clippy::unwrap_used)]
mod bindings;
mod bounds;
mod cache;
mod convert;
mod engine;
mod excess;
mod failure;
mod game;
mod gate;
mod guest;
mod host;
mod instance;
mod interrupt;
mod limits;
mod loaded;
mod manifest;
mod meter;
mod module;
mod registry;
mod response;
mod scoped_dice;

pub use api::supported_versions;
pub use engine::{Engine, NoEngine, Settings};
pub use game::WasmGame;
pub use gate::{Flaw, Step, Unfit};
pub use interrupt::Stop;
pub use limits::{Fuel, LARGEST, Limits};
pub use manifest::{BadManifest, FILE as MANIFEST, Fault, LONGEST as LONGEST_MANIFEST, Manifest};
pub use module::WasmModule;
pub use registry::{Entry, NoModule, Refused, Registry, State};
