//! What a script takes while it runs: steps, time and memory.
//!
//! The language's own count of steps goes back to what it was whenever a function of the language has called one of the
//! script's (`map`, `sort`, `all`), so its every step is counted here.

use std::cell::Cell;
use std::time::Instant;

use rhai::{Dynamic, Engine, EvalAltResult, Position};

use crate::dialect::Limits;
use crate::memory;

/// Why a script was stopped.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Stopped {
    Steps,
    Time,
    Memory,
}

/// After how many steps the clock is looked at. A single one can go through all that a value may have.
const LOOK: u64 = 16;

/// The run of a script that this thread is in. What a script calls leads to no other.
struct Meter {
    steps: Cell<u64>,
    most_steps: Cell<u64>,
    until: Cell<Option<Instant>>,
    /// What the thread held as it began, and what it may hold.
    held: Cell<isize>,
    most_held: Cell<isize>,
    /// Stays, since functions of the language may go on after an error in one of the script's.
    stopped: Cell<Option<Stopped>>,
}

thread_local! {
    static METER: Meter = const {
        Meter {
            steps: Cell::new(0),
            most_steps: Cell::new(0),
            until: Cell::new(None),
            held: Cell::new(0),
            most_held: Cell::new(0),
            stopped: Cell::new(None),
        }
    };
}

impl Meter {
    fn begin(&self, limits: &Limits, steps: u64) {
        self.steps.set(0);
        self.most_steps.set(steps);
        self.until.set(Some(Instant::now() + limits.time));
        self.held.set(memory::held());
        self.most_held.set(memory::held().saturating_add_unsigned(limits.memory));
        self.stopped.set(None);
    }

    fn step(&self) -> Option<Stopped> {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        if self.stopped.get().is_none() {
            self.stopped.set(self.excess(steps));
        }
        self.stopped.get()
    }

    fn excess(&self, steps: u64) -> Option<Stopped> {
        let late = || self.until.get().is_some_and(|until| Instant::now() > until);
        if steps > self.most_steps.get() {
            Some(Stopped::Steps)
        } else if memory::held() > self.most_held.get() {
            Some(Stopped::Memory)
        } else {
            (steps.is_multiple_of(LOOK) && late()).then_some(Stopped::Time)
        }
    }
}

/// Has an engine stop what is [`run`] on it.
pub(crate) fn stop(engine: &mut Engine) {
    engine.on_progress(|_| METER.with(Meter::step).map(Dynamic::from));
}

/// Runs a script within these limits, with so many steps; gives how many it took as well.
pub(crate) fn run<T>(
    limits: &Limits,
    steps: u64,
    script: impl FnOnce() -> Result<T, Box<EvalAltResult>>,
) -> (Result<T, Box<EvalAltResult>>, u64) {
    METER.with(|meter| meter.begin(limits, steps));
    let ended = script();
    let (stopped, steps) = METER.with(|meter| (meter.stopped.get(), meter.steps.get()));
    let ended = match (ended, stopped) {
        // It was stopped in a function whose errors nobody heard of.
        (Ok(_), Some(why)) => Err(EvalAltResult::ErrorTerminated(Dynamic::from(why), Position::NONE).into()),
        (ended, _) => ended,
    };
    (ended, steps)
}

/// How many bytes the script that runs has taken.
pub(crate) fn taken() -> isize {
    METER.with(|meter| memory::held().saturating_sub(meter.held.get()))
}
