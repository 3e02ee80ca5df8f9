//! One instance of a module in a store of its own, and the way every call into it goes.

use std::{collections::HashSet, sync::Arc, time::Instant};

use muster_contract::{CallUsage, InForce, Log, Position, Trouble, Usage};
use wasmtime::{Error, Store};

use crate::{
    api::Exports,
    bounds::{Bounded, Room},
    failure::{self, Failure},
    guest::Guest,
    host::Host,
    interrupt::Stop,
    loaded::{Kind, Loaded},
    response::Known,
};

/// The call in which an instance fails that traps or takes too much before it is asked anything.
pub(crate) const START: &str = "start";

/// An instance. A trap poisons it: wasm code that was cut off in the middle leaves its memory in any state, so
/// from then on every call answers with the same trouble.
pub(crate) struct Instance {
    guest: Guest,
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
    /// An instance for a game at this position, or one that is only asked to describe itself.
    pub(crate) fn new(
        loaded: &Arc<Loaded>,
        position: Option<&Position>,
        (stop, log): (&Stop, Option<&Log>),
        call: &'static str,
    ) -> Result<Self, Trouble> {
        let mut host = Host::new(position, &loaded.limits, log.cloned());
        host.logs = true;
        let mut store = Store::new(loaded.engine.wasmtime(), host);
        store.limiter(|host| &mut host.meter);
        store.set_max_component_handles(loaded.limits.handles);
        let mut guest = Guest::new(store, stop.clone(), loaded.limits.deadline);
        begin(&mut guest.store, loaded, Kind::Create, call);
        match loaded.prepared.instantiate(&mut guest) {
            Ok(exports) => {
                let seats = position.map_or(0, |position| position.setup.seats.len());
                let allowed = loaded.fuel(Kind::Create);
                let known = Known::new(seats, &loaded.sides);
                Ok(Self {
                    guest,
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
                let call = if failure::is_guest_fault(&error, loaded) { START } else { call };
                Err(trouble_of(&mut guest.store, loaded, Kind::Create, call, &error))
            }
        }
    }

    /// Makes a call with fresh allowances, and looks at how long it took and how large its answer is.
    pub(crate) fn call<R: Bounded>(
        &mut self,
        kind: Kind,
        name: &'static str,
        call: impl FnOnce(&mut Guest, &dyn Exports) -> wasmtime::Result<R>,
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
        call: impl FnOnce(&mut Guest, &dyn Exports) -> wasmtime::Result<R>,
    ) -> Result<R, Trouble> {
        if let Some(trouble) = &self.poisoned {
            return Err(trouble.clone());
        }
        begin(&mut self.guest.store, &self.loaded, kind, name);
        self.allowed = self.loaded.fuel(kind);
        let answer = call(&mut self.guest, self.exports.as_ref());
        self.count(name);
        let answer = answer.and_then(|answer| {
            answer.within(&mut Room::new(&self.loaded.limits))?;
            Ok(answer)
        });
        answer.map_err(|error| {
            let trouble = trouble_of(&mut self.guest.store, &self.loaded, kind, name, &error);
            self.poisoned = Some(trouble.clone());
            trouble
        })
    }

    /// Marks the next calls as the table's own `apply`, or no longer so.
    pub(crate) fn set_at_table(&mut self, at_table: bool) {
        self.guest.store.data_mut().at_table = at_table;
    }

    /// Sets whether what the next calls write for whoever writes the module goes into its log.
    pub(crate) fn set_logs(&mut self, logs: bool) {
        self.guest.store.data_mut().logs = logs;
    }

    /// Takes the instance out of service because its answer breaks the contract.
    pub(crate) fn poison(&mut self, call: &'static str, message: &str) -> Trouble {
        let (module, message) = (self.loaded.id.clone(), failure::clipped(message));
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

    /// The rules in force.
    pub(crate) fn in_force(&self) -> &InForce {
        self.guest.store.data().in_force()
    }

    /// The spaces of its boards.
    pub(crate) fn spaces(&self) -> &HashSet<String> {
        self.known.spaces(|| self.guest.store.data().spaces())
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
        let host = self.guest.store.data();
        Usage { memory: host.meter.memory(), rule_calls: host.hook_calls, calls: calls.collect() }
    }

    /// The steps that the last call took.
    pub(crate) fn steps(&self) -> u64 {
        let left = self.guest.store.get_fuel().expect("fuel is switched on in the engine's configuration");
        self.allowed.saturating_sub(left)
    }
}

fn begin(store: &mut Store<Host>, loaded: &Loaded, kind: Kind, call: &'static str) {
    store.set_fuel(loaded.fuel(kind)).expect("fuel is switched on in the engine's configuration");
    store.set_hostcall_fuel(loaded.answer(kind));
    let host = store.data_mut();
    (host.applies, host.rule_calls) = (matches!(kind, Kind::Apply | Kind::Playout), 0);
    host.meter.begin();
    host.call = call;
    host.panic = None;
}

/// Returns the trouble of a call that failed.
fn trouble_of(
    store: &mut Store<Host>,
    loaded: &Loaded,
    kind: Kind,
    call: &'static str,
    error: &Error,
) -> Trouble {
    let panic = store.data_mut().panic.take();
    let in_force = store.data().in_force().clone();
    Failure { loaded, kind, call, error, in_force, panic }.into_trouble()
}
