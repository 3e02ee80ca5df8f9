//! Playing a journal again, to verify it.

use std::sync::Arc;

use muster_contract::Module;

use crate::{journal::Opened, start::StartError, table::rerun::rerun};

/// What to do about a damaged journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damaged {
    /// Say so and change nothing.
    Refuse,
    /// Continue from what still stands; the damaged file is kept beside it. An entry that was never finished is no
    /// damage of this kind.
    Accept,
}

/// What `verify` compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many entries were played again.
    pub entries: u64,
    /// How many states had the hash that the journal has.
    pub hashes: u64,
    /// How many rolls fell as the journal has them.
    pub rolls: u64,
    /// How many steps are in force at the end.
    pub steps: u64,
}

/// Plays a journal again and compares every hash and roll.
pub fn verify(module: Arc<dyn Module>, opened: &Opened) -> Result<Verified, StartError> {
    let build = opened.header.build.clone();
    let (table, _, hashes) = rerun(module, build, opened, true)?;
    let rolls = opened.entries.iter().map(|entry| entry.rolls.len() as u64).sum();
    Ok(Verified { entries: opened.entries.len() as u64, hashes, rolls, steps: table.history().len() })
}
