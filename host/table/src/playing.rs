//! How far a journal is played again.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

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

    /// So many entries out of so many are played. Whether it goes on.
    pub(crate) fn come_to(&self, played: usize, entries: usize) -> bool {
        self.0.entries.store(entries as u64, Relaxed);
        self.0.played.store(played as u64, Relaxed);
        !self.is_broken_off()
    }
}
