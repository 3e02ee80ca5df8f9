//! One instance of a module in a store of its own, and the way every call into it goes.

use std::{collections::HashSet, sync::Arc, time::Instant};

use muster_contract::{CallUsage, Position, Trouble, Usage};
use wasmtime::{Error, Store, UpdateDeadline};

use crate::{
    api::Exports,
    bounds::{Bounded, Room},
    clock::TICK,
    host::Host,
    module::Loaded,
    nonsense::Known,
    trouble::{self, Failure},
};

/// What kind of call it is, which decides how much it may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Create,
    Ask,
    Apply,
    Playout,
}

/// The call in which an instance fails that traps or takes too much before it is asked anything.
pub(crate) const START: &str = "start";

/// An instance. A trap poisons it: wasm code that was cut off in the middle leaves its memory in any state, so
/// from then on every call answers with the same trouble.
pub(crate) struct Instance {
    store: Store<Host>,
    exports: Box<dyn Exports>,
    loaded: Arc<Loaded>,
    known: Known,
    poisoned: Option<Trouble>,
    /// The steps that the last call was allowed.
    allowed: u64,
    /// What each kind of call has taken.
    taken: Vec<(&'static str, CallUsage)>,
}

impl Instance {
    /// An instance for a game of so many seats.
    pub(crate) fn new(
        loaded: &Arc<Loaded>,
        host: Host,
        seats: usize,
        call: &'static str,
    ) -> Result<Self, Trouble> {
        let engine = &loaded.engine;
        let mut store = Store::new(engine.wasmtime(), host);
        store.limiter(|host| &mut host.meter);
        store.set_max_component_handles(loaded.limits.handles);
        let clock = engine.shared();
        store.epoch_deadline_callback(move |store| {
            let watch = &store.data().watch;
            let stopped = watch.stop.presses() != watch.presses;
            let late = watch.until.is_some_and(|until| clock.clock.ticks() >= until);
            Ok(if stopped || late { UpdateDeadline::Interrupt } else { UpdateDeadline::Continue(1) })
        });
        begin(&mut store, loaded, Kind::Create);
        let running = loaded.engine.clock().run();
        let exports = loaded.prepared.instantiate(&mut store);
        drop(running);
        match exports {
            Ok(exports) => {
                let allowed = loaded.fuel(Kind::Create);
                let known = Known::new(seats, &loaded.sides);
                Ok(Self {
                    store,
                    exports,
                    loaded: Arc::clone(loaded),
                    known,
                    poisoned: None,
                    allowed,
                    taken: Vec::new(),
                })
            }
            Err(error) => {
                // What traps before it was asked anything has failed at its start.
                let call = if trouble::is_of_the_guest(&error, loaded) { START } else { call };
                Err(fail(&mut store, loaded, Kind::Create, call, &error))
            }
        }
    }

    /// Makes a call with fresh allowances, and looks at how long it took and how large its answer is.
    pub(crate) fn call<R: Bounded>(
        &mut self,
        kind: Kind,
        name: &'static str,
        call: impl FnOnce(&mut Store<Host>, &dyn Exports) -> wasmtime::Result<R>,
    ) -> Result<R, Trouble> {
        let began = Instant::now();
        let answer = self.untimed(kind, name, call);
        if let Some(taken) = self.taken.iter_mut().find(|(call, _)| *call == name) {
            taken.1.micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
            taken.1.most_micros = taken.1.most_micros.max(taken.1.micros);
        }
        answer
    }

    /// The same without the clock, for calls of which a search makes so many that reading it would be felt.
    pub(crate) fn untimed<R: Bounded>(
        &mut self,
        kind: Kind,
        name: &'static str,
        call: impl FnOnce(&mut Store<Host>, &dyn Exports) -> wasmtime::Result<R>,
    ) -> Result<R, Trouble> {
        if let Some(trouble) = &self.poisoned {
            return Err(trouble.clone());
        }
        begin(&mut self.store, &self.loaded, kind);
        self.allowed = self.loaded.fuel(kind);
        let running = self.loaded.engine.clock().run();
        let answer = call(&mut self.store, self.exports.as_ref());
        drop(running);
        self.count(name);
        let answer = answer.and_then(|answer| {
            answer.within(&mut Room::new(&self.loaded.limits))?;
            Ok(answer)
        });
        answer.map_err(|error| {
            let trouble = fail(&mut self.store, &self.loaded, kind, name, &error);
            self.poisoned = Some(trouble.clone());
            trouble
        })
    }

    /// Marks the next calls as the table's own `apply`, or no longer so.
    pub(crate) fn set_at_table(&mut self, at_table: bool) {
        self.store.data_mut().at_table = at_table;
    }

    /// Takes the instance out of service because its answer makes no sense.
    pub(crate) fn condemn(&mut self, call: &'static str, message: &str) -> Trouble {
        let (module, message) = (self.loaded.id.clone(), trouble::clipped(message));
        let trouble = Trouble { module, call: call.to_owned(), message, backtrace: Vec::new() };
        self.poisoned = Some(trouble.clone());
        trouble
    }

    pub(crate) fn is_poisoned(&self) -> bool {
        self.poisoned.is_some()
    }

    pub(crate) fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// What the answers of its games may name.
    pub(crate) fn known(&self) -> &Known {
        &self.known
    }

    /// The spaces of its boards.
    pub(crate) fn spaces(&self) -> &HashSet<String> {
        self.known.spaces(|| self.store.data().spaces())
    }

    /// Counts what a call has taken that ends now.
    fn count(&mut self, name: &'static str) {
        let (steps, allowed) = (self.steps(), self.allowed);
        let known = self.taken.iter().position(|(call, _)| *call == name);
        let at = known.unwrap_or_else(|| {
            self.taken.push((name, CallUsage::default()));
            self.taken.len() - 1
        });
        let call = &mut self.taken[at].1;
        call.times += 1;
        (call.steps, call.allowed) = (steps, allowed);
        call.most_steps = call.most_steps.max(steps);
    }

    /// What the instance has taken so far.
    pub(crate) fn usage(&self) -> Usage {
        let calls = self.taken.iter();
        let calls = calls.map(|(name, taken)| CallUsage { call: (*name).to_owned(), ..taken.clone() });
        let host = self.store.data();
        Usage { memory: host.meter.memory(), rule_calls: host.hook_calls, calls: calls.collect() }
    }

    /// The steps that the last call took.
    pub(crate) fn steps(&self) -> u64 {
        let left = self.store.get_fuel().expect("fuel is switched on in the engine's configuration");
        self.allowed.saturating_sub(left)
    }
}

fn begin(store: &mut Store<Host>, loaded: &Loaded, kind: Kind) {
    store.set_fuel(loaded.fuel(kind)).expect("fuel is switched on in the engine's configuration");
    store.set_epoch_deadline(1);
    store.set_hostcall_fuel(loaded.answer(kind));
    let deadline = loaded.limits.deadline.map(|time| {
        let ticks = time.as_millis().div_ceil(TICK.as_millis());
        loaded.engine.clock().ticks().saturating_add(u64::try_from(ticks).unwrap_or(u64::MAX))
    });
    let host = store.data_mut();
    (host.applies, host.rule_calls) = (matches!(kind, Kind::Apply | Kind::Playout), 0);
    host.meter.begin();
    host.panic = None;
    let watch = &mut host.watch;
    watch.presses = watch.stop.presses();
    watch.until = deadline;
}

fn fail(store: &mut Store<Host>, loaded: &Loaded, kind: Kind, call: &'static str, error: &Error) -> Trouble {
    let host = store.data_mut();
    let panic = host.panic.take();
    let stopped = host.watch.stop.presses() != host.watch.presses;
    Failure { loaded, kind, call, error, panic, stopped }.trouble()
}

/// The data of a store for a game from this position, or for questions that need none.
pub(crate) fn host(loaded: &Loaded, position: Option<&Position>, stop: &crate::Stop) -> Host {
    Host::new(position, &loaded.limits, stop.clone())
}
