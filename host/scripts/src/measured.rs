//! What a script takes while it runs: steps, time and memory.
//!
//! The language's own count of steps goes back to what it was whenever a function of the language has called one of the
//! script's (`map`, `sort`, `all`), so its every step is counted here.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use muster_contract::Awaited;
use rhai::{Dynamic, Engine, EvalAltResult, Position};

use crate::dialect::Limits;
use crate::memory;

/// Why a script was stopped.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Stopped {
    Steps,
    Time,
    Memory,
    /// Nobody waits for it any more.
    Unawaited,
}

/// After how many steps the clock is looked at, and whether anybody still waits. A single one can go through all that a value may have.
const LOOK: u64 = 16;

/// The run of a script that this thread is in. What a script calls leads to no other.
struct Meter {
    steps: Cell<u64>,
    most_steps: Cell<u64>,
    until: Cell<Option<Instant>>,
    awaited: RefCell<Awaited>,
    /// What the thread held as it began, and what it may hold.
    held: Cell<isize>,
    most_held: Cell<isize>,
    /// Stays, since functions of the language may go on after an error in one of the script's.
    stopped: Cell<Option<Stopped>>,
}

thread_local! {
    /// Whether whoever waits for all that this thread does still does.
    static AWAITED: RefCell<Awaited> = const { RefCell::new(Awaited::ALWAYS) };

    static METER: Meter = const {
        Meter {
            steps: Cell::new(0),
            most_steps: Cell::new(0),
            until: Cell::new(None),
            awaited: RefCell::new(Awaited::ALWAYS),
            held: Cell::new(0),
            most_held: Cell::new(0),
            stopped: Cell::new(None),
        }
    };
}

impl Meter {
    fn begin(&self, limits: &Limits, steps: u64, awaited: &Awaited) {
        self.steps.set(0);
        self.most_steps.set(steps);
        self.until.set(Some(Instant::now() + limits.time));
        self.awaited.replace(awaited.clone());
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
        } else if !steps.is_multiple_of(LOOK) {
            None
        } else if !(self.awaited.borrow().is_so() && is_awaited()) {
            Some(Stopped::Unawaited)
        } else {
            late().then_some(Stopped::Time)
        }
    }
}

/// Does some work, and stops each script that this thread runs for it once the work isn't awaited any more; scenarios' scripts,
/// which have threads of their own, too.
pub fn while_awaited<T>(awaited: Awaited, work: impl FnOnce() -> T) -> T {
    /// Puts back what was there before, also when the work unwinds.
    struct Restore(Awaited);

    impl Drop for Restore {
        fn drop(&mut self) {
            AWAITED.replace(std::mem::take(&mut self.0));
        }
    }

    let _restore = Restore(AWAITED.replace(awaited));
    work()
}

/// What this thread does is awaited as this says.
pub(crate) fn awaited() -> Awaited {
    AWAITED.with_borrow(Clone::clone)
}

/// Whether what this thread does is still awaited.
pub(crate) fn is_awaited() -> bool {
    AWAITED.with_borrow(Awaited::is_so)
}

/// Has an engine stop what is [`run`] on it.
pub(crate) fn stop(engine: &mut Engine) {
    engine.on_progress(|_| METER.with(Meter::step).map(Dynamic::from));
}

/// Runs a script within these limits, with so many steps, while it is awaited; gives how many it took as well.
pub(crate) fn run<T>(
    limits: &Limits,
    steps: u64,
    awaited: &Awaited,
    script: impl FnOnce() -> Result<T, Box<EvalAltResult>>,
) -> (Result<T, Box<EvalAltResult>>, u64) {
    METER.with(|meter| meter.begin(limits, steps, awaited));
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
