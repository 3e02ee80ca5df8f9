//! Playing a journal again, to verify it.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

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

/// How far a journal is played again, for whoever waits for it, and whether anybody still does.
#[derive(Clone, Debug, Default)]
pub struct Playing(Arc<State>);

#[derive(Debug, Default)]
struct State {
    played: AtomicU64,
    entries: AtomicU64,
    broken_off: AtomicBool,
}

impl Playing {
    /// How many entries were played so far, and how many there are; none before they are counted.
    #[must_use]
    pub fn so_far(&self) -> (u64, u64) {
        (self.0.played.load(Relaxed), self.0.entries.load(Relaxed))
    }

    /// Nobody waits for it any more: it ends at the next entry.
    pub fn break_off(&self) {
        self.0.broken_off.store(true, Relaxed);
    }

    /// Whether nobody does.
    #[must_use]
    pub fn is_broken_off(&self) -> bool {
        self.0.broken_off.load(Relaxed)
    }

    /// So many entries out of so many are played. Refuses to go on where it was broken off.
    pub(crate) fn come_to(&self, played: usize, entries: usize) -> Result<(), StartError> {
        self.0.entries.store(entries as u64, Relaxed);
        self.0.played.store(played as u64, Relaxed);
        if self.is_broken_off() { Err(StartError::BrokenOff) } else { Ok(()) }
    }
}

/// Plays a journal again and compares every hash and roll.
pub fn verify(module: Arc<dyn Module>, opened: &Opened) -> Result<Verified, StartError> {
    let build = opened.header.build.clone();
    let (table, _, hashes) = rerun(module, build, opened, true)?;
    let rolls = opened.entries.iter().map(|entry| entry.rolls.len() as u64).sum();
    Ok(Verified { entries: opened.entries.len() as u64, hashes, rolls, steps: table.history().len() })
}
