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

use muster_table::Table;

use crate::{Luck, Target, readable};

/// Makes so many choices at a table, the same ones every time, for whichever seat it waits for. Gives what a refusal said, if
/// one came.
fn choose(table: &mut Table, most: usize) -> Result<Option<String>, String> {
    let mut luck = Luck::new(1);
    for _ in 0..most {
        let seats = 0..table.header().seats.len() as u8;
        let Some(seat) = seats.into_iter().find(|&seat| table.waits_for(seat)) else { break };
        let choices: Vec<String> = table
            .decisions_of(seat)
            .flat_map(|decision| &decision.choices)
            .map(|choice| choice.id.clone())
            .collect();
        let Some(choice) = luck.one(&choices) else { break };
        if let Err(refused) = table.act(seat, table.revision_of(seat), choice, None) {
            readable(&refused.reason)?;
            return Ok(Some(refused.reason));
        }
    }
    Ok(None)
}

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
