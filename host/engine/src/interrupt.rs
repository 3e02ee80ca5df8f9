//! Interrupting calls: the stop button and the deadline.
//!
//! A call counts its own steps, so that a module that loops is stopped at the same step on every machine. Each time it has taken
//! [`SLICE`] of them it hands the thread back, and here it is checked whether the stop button was pressed or its time is up. For
//! this it runs on a stack of its own, as wasmtime's asynchronous calls do; nobody else waits or runs meanwhile.
//!
//! A house rule that it calls takes none of its steps, and so it is looked at before each of those as well.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};

use muster_contract::Trouble;

/// The steps after which a call hands the thread back: 5 to 20 milliseconds on a machine of 2020.
pub(crate) const SLICE: u64 = 10_000_000;

/// A stop button. Pressing it interrupts every call that now runs in a module which was given this button; the
/// games that were interrupted are gone, like after any other trap.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    presses: Arc<AtomicU64>,
}

impl Stop {
    /// Interrupts the calls that are running. Calls made later run as usual.
    pub fn press(&self) {
        self.presses.fetch_add(1, SeqCst);
    }

    /// How often it was pressed: a call is interrupted when this has changed since it began.
    fn presses(&self) -> u64 {
        self.presses.load(SeqCst)
    }
}

/// Why a call was ended from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Interrupted {
    #[error("{}", Trouble::STOPPED)]
    Stopped,
    #[error("it took too long")]
    Late,
}

/// What ends the call that runs early.
pub(crate) struct Watch {
    stop: Stop,
    /// How often the stop button had been pressed when the call began.
    presses: AtomicU64,
    deadline: Option<Duration>,
    /// When it was first looked at: most calls are done before, and the clock needn't be read for them.
    since: Mutex<Option<Instant>>,
}

impl Watch {
    pub(crate) fn new(stop: Stop, deadline: Option<Duration>) -> Self {
        Self { presses: stop.presses().into(), stop, deadline, since: Mutex::default() }
    }

    /// Another call begins now.
    pub(crate) fn begin(&self) {
        self.presses.store(self.stop.presses(), SeqCst);
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Refuses to go on when the stop button was pressed since the call began, or its time is up.
    pub(crate) fn check(&self) -> Result<(), Interrupted> {
        if self.stop.presses() != self.presses.load(SeqCst) {
            return Err(Interrupted::Stopped);
        }
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let since = since.get_or_insert_with(Instant::now);
        match self.deadline {
            Some(deadline) if since.elapsed() >= deadline => Err(Interrupted::Late),
            _ => Ok(()),
        }
    }
}
