//! Interrupting calls: the clock behind deadlines, and the stop button.
//!
//! wasmtime knows one epoch per engine, which all its stores watch. Here an epoch's end is only an occasion: each
//! store then looks whether its own stop button was pressed or its own time is up, and otherwise goes on.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst},
    },
    thread::{self, Thread},
    time::Duration,
};

use wasmtime::{Engine, EngineWeak};

/// How long an epoch is while any call runs. Between calls the clock sleeps.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// Ends epochs while calls are running.
pub(crate) struct Clock {
    state: Arc<State>,
    thread: Thread,
}

struct State {
    running: AtomicUsize,
    ticks: AtomicU64,
    asleep: AtomicBool,
    closed: AtomicBool,
}

/// A call in progress, to the clock.
pub(crate) struct Running<'a>(&'a State);

impl Clock {
    pub(crate) fn start(engine: &Engine) -> std::io::Result<Self> {
        let state = Arc::new(State {
            running: AtomicUsize::new(0),
            ticks: AtomicU64::new(0),
            asleep: AtomicBool::new(false),
            closed: AtomicBool::new(false),
        });
        let (engine, shared) = (engine.weak(), Arc::clone(&state));
        let thread =
            thread::Builder::new().name("module clock".to_owned()).spawn(move || tick(&engine, &shared))?;
        Ok(Self { state, thread: thread.thread().clone() })
    }

    /// Tells the clock that a call runs, until the answer is dropped.
    pub(crate) fn run(&self) -> Running<'_> {
        if self.state.running.fetch_add(1, SeqCst) == 0 && self.state.asleep.load(SeqCst) {
            self.thread.unpark();
        }
        Running(&self.state)
    }

    /// How many epochs the clock has ended.
    pub(crate) fn ticks(&self) -> u64 {
        self.state.ticks.load(SeqCst)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, SeqCst);
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.state.closed.store(true, SeqCst);
        self.thread.unpark();
    }
}

fn tick(engine: &EngineWeak, state: &State) {
    while !state.closed.load(SeqCst) {
        if state.running.load(SeqCst) == 0 {
            state.asleep.store(true, SeqCst);
            // A call that began before this store finds nobody asleep, so look once more.
            if state.running.load(SeqCst) == 0 && !state.closed.load(SeqCst) {
                thread::park();
            }
            state.asleep.store(false, SeqCst);
            continue;
        }
        thread::sleep(TICK);
        state.ticks.fetch_add(1, SeqCst);
        let Some(engine) = engine.upgrade() else { return };
        engine.increment_epoch();
    }
}

/// A stop button. Pressing it interrupts every call that now runs in a module which was given this button; the
/// games that were interrupted are gone, like after any other trap.
#[derive(Clone)]
pub struct Stop {
    presses: Arc<AtomicU64>,
    engine: EngineWeak,
}

impl Stop {
    pub(crate) fn new(engine: &Engine) -> Self {
        Self { presses: Arc::new(AtomicU64::new(0)), engine: engine.weak() }
    }

    /// Interrupts the calls that are running. Calls made later run as usual.
    pub fn press(&self) {
        self.presses.fetch_add(1, SeqCst);
        if let Some(engine) = self.engine.upgrade() {
            engine.increment_epoch();
        }
    }

    /// How often it was pressed: a call is interrupted when this has changed since it began.
    pub(crate) fn presses(&self) -> u64 {
        self.presses.load(SeqCst)
    }
}

impl std::fmt::Debug for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stop").field("presses", &self.presses()).finish_non_exhaustive()
    }
}
