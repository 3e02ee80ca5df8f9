//! The engine: what all modules of this program share.

use std::{path::PathBuf, sync::Arc};

use wasmtime::{Config, InstanceAllocationStrategy, component::Linker};

use crate::{api, cache::Cache, clock::Clock, clock::Stop, host::Host, limits::Limits};

/// Compiles and runs modules. Cheap to clone; clones are the same engine.
#[derive(Clone)]
pub struct Engine {
    shared: Arc<Shared>,
}

/// What the clones share, and what the stores hold on to.
pub(crate) struct Shared {
    pub(crate) wasmtime: wasmtime::Engine,
    pub(crate) clock: Clock,
    linker: Linker<Host>,
    limits: Limits,
    cache: Option<Cache>,
}

/// What an engine is made with.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What each instance of a module may use up.
    pub limits: Limits,
    /// A folder for compiled code, which nobody but this user may read or write. It is created if it is
    /// missing, and not used if it belongs to somebody else. Without one, every start compiles anew.
    pub cache: Option<PathBuf>,
}

/// The engine can't start on this machine.
#[derive(Debug, thiserror::Error)]
#[error("the engine that runs modules can't start: {0}")]
pub struct NoEngine(String);

impl Engine {
    /// Starts an engine. A cache folder that can't be used is left alone; [`Engine::cache_trouble`] says why.
    pub fn start(settings: Settings) -> Result<Self, NoEngine> {
        let no_engine = |error: &dyn std::fmt::Display| NoEngine(error.to_string());
        let wasmtime = wasmtime::Engine::new(&config(&settings.limits)).map_err(|error| no_engine(&error))?;
        let linker = api::imports(&wasmtime).map_err(|error| no_engine(&error))?;
        let clock = Clock::start(&wasmtime).map_err(|error| no_engine(&error))?;
        let cache = settings.cache.map(|folder| Cache::new(folder, &wasmtime));
        let shared = Shared { wasmtime, clock, linker, limits: settings.limits, cache };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// A new stop button, for [`WasmModule::with_stop`](crate::WasmModule::with_stop).
    pub fn stop(&self) -> Stop {
        Stop::new(&self.shared.wasmtime)
    }

    /// Why the cache folder isn't used, if there is one and it isn't.
    pub fn cache_trouble(&self) -> Option<String> {
        self.cache().and_then(Cache::trouble)
    }

    pub(crate) fn wasmtime(&self) -> &wasmtime::Engine {
        &self.shared.wasmtime
    }

    pub(crate) fn clock(&self) -> &Clock {
        &self.shared.clock
    }

    pub(crate) fn linker(&self) -> &Linker<Host> {
        &self.shared.linker
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    pub(crate) fn cache(&self) -> Option<&Cache> {
        self.shared.cache.as_ref()
    }

    pub(crate) fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("limits", &self.shared.limits).finish_non_exhaustive()
    }
}

fn config(limits: &Limits) -> Config {
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        // Fuel is the same on every machine, so a module that loops is stopped at the same step everywhere;
        // epochs serve the stop button and the deadline, which are matters of the clock.
        .consume_fuel(true)
        .epoch_interruption(true)
        .max_wasm_stack(limits.stack)
        // Names come from the name section; line tables would make every module several times larger.
        .wasm_backtrace_details(wasmtime::WasmBacktraceDetails::Disable)
        // What floats there might be give the same bits on every processor.
        .cranelift_nan_canonicalization(true)
        .wasm_relaxed_simd(false)
        // An instance takes 17 microseconds to make: a pool would save nothing that anybody feels.
        .allocation_strategy(InstanceAllocationStrategy::OnDemand);
    config
}
