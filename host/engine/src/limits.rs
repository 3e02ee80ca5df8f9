//! What a module may use up, as data.

use std::time::Duration;

use wasmtime::{Error, ResourceLimiter};

/// The allowances of one instance of a module. A game and its forks share one instance.
///
/// The defaults are far above what a game needs, and low enough that a module gone wrong is stopped before a
/// person reaches for the power switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory, over all the memories of the instance. Default: 512 MiB.
    pub memory: usize,
    /// Elements of its tables of functions. Default: 100,000.
    pub table_elements: usize,
    /// Core instances, memories and tables, each; a component made of one module needs three or four of the
    /// first. Default: 16.
    pub parts: usize,
    /// Bytes that one call may hand to the host, which are copied into the host's own memory. Default: 64 MiB.
    pub answer: usize,
    /// Games and forks alive at the same time. Default: 100,000.
    pub handles: usize,
    /// How often one call may have rules called. Default: 200,000.
    pub rule_calls: u32,
    /// Steps (roughly, wasm instructions) for each kind of call.
    pub fuel: Fuel,
    /// The time after which a call is interrupted, whatever it does. It is a matter of the clock, so that two
    /// machines may disagree about it: the fuel should run out first. `None` for tests, which must not
    /// depend on the machine's mood. Default: a minute.
    pub deadline: Option<Duration>,
}

/// Steps for each kind of call. A machine of 2020 takes 0.5 to 2 seconds for a thousand million of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fuel {
    /// For `describe`, `create` and `load`, which may prepare tables of a whole map. Default: 20 thousand million.
    pub create: u64,
    /// For questions: decisions, details, explanations, views, odds, overlays, outcome, save, fork, sample.
    /// Default: 5 thousand million.
    pub ask: u64,
    /// For `apply`, `apply-index` and `edit`. Default: 10 thousand million.
    pub apply: u64,
    /// For a whole playout. Default: 100 thousand million.
    pub playout: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 512 << 20,
            table_elements: 100_000,
            parts: 16,
            answer: 64 << 20,
            handles: 100_000,
            rule_calls: 200_000,
            fuel: Fuel::default(),
            deadline: Some(Duration::from_secs(60)),
        }
    }
}

impl Default for Fuel {
    fn default() -> Self {
        Self { create: 20_000_000_000, ask: 5_000_000_000, apply: 10_000_000_000, playout: 100_000_000_000 }
    }
}

/// Counts what an instance takes. It is the instance's whole memory that is limited, which wasmtime's own
/// `StoreLimits` can't say: it counts each memory by itself.
pub(crate) struct Meter {
    memory: usize,
    memory_limit: usize,
    table_limit: usize,
    parts: usize,
}

/// An instance wanted more memory or larger tables than it may have.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Excess {
    #[error("it wanted more than its {} MiB of memory", .0 >> 20)]
    Memory(usize),
    #[error("it wanted more than its {0} table elements")]
    Table(usize),
}

impl Meter {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            memory: 0,
            memory_limit: limits.memory,
            table_limit: limits.table_elements,
            parts: limits.parts,
        }
    }
}

impl ResourceLimiter for Meter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> Result<bool, Error> {
        let total = self.memory.saturating_add(desired.saturating_sub(current));
        // A refusal that the guest could handle would make its state depend on the machine's limits: trap.
        if total > self.memory_limit {
            return Err(Error::new(Excess::Memory(self.memory_limit)));
        }
        self.memory = total;
        Ok(true)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> Result<bool, Error> {
        if desired > self.table_limit {
            return Err(Error::new(Excess::Table(self.table_limit)));
        }
        Ok(true)
    }

    fn instances(&self) -> usize {
        self.parts
    }

    fn tables(&self) -> usize {
        self.parts
    }

    fn memories(&self) -> usize {
        self.parts
    }
}
