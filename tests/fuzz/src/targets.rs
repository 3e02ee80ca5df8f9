//! The targets: each a reader of what strangers write, with its oracle.

mod board;
mod bundle;
mod gate;
mod journal;
mod manifest;
mod protocol;
mod rule;
mod scenario;
pub mod zip;

pub use board::BoardFiles;
pub use bundle::{Bundles, NAMES, listed, toy};
pub use gate::{Gate, component, made_of};
pub use journal::{Journals, lines_of, signed};
pub use manifest::Manifests;
pub use protocol::{Protocol, flooded};
pub use rule::HouseRules;
pub use scenario::{Scenarios, together};

use crate::Target;

/// A target by its name.
pub struct Named {
    /// Its name, on the command line and in `corpus/`.
    pub name: &'static str,
    /// What it reads.
    pub about: &'static str,
    /// Gets it ready.
    pub open: fn() -> Box<dyn Target>,
    /// How many inputs the tests try: some seconds' worth.
    pub burst: usize,
}

/// All targets.
pub const TARGETS: &[Named] = &[
    Named {
        name: "bundle",
        about: "modules packed into one file",
        open: || Box::new(Bundles::new()),
        burst: 2_000,
    },
    Named { name: "journal", about: "the records of tables", open: || Box::new(Journals::new()), burst: 400 },
    Named {
        name: "protocol",
        about: "lines to a running table",
        open: || Box::new(Protocol::new()),
        burst: 60,
    },
    Named {
        name: "scenario",
        about: "scripts with their boards and rosters",
        open: || Box::new(Scenarios::new()),
        burst: 1_000,
    },
    Named { name: "rule", about: "house rules", open: || Box::new(HouseRules::new()), burst: 300 },
    Named { name: "board", about: "board files", open: || Box::new(BoardFiles), burst: 2_000 },
    Named { name: "gate", about: "components", open: || Box::new(Gate::new()), burst: 400 },
    Named { name: "manifest", about: "plugin.toml", open: || Box::new(Manifests), burst: 5_000 },
];
