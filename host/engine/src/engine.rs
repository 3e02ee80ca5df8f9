//! The engine: what all modules of this program share.

use std::{path::PathBuf, sync::Arc};

use wasmtime::{Config, InstanceAllocationStrategy, component::Linker};

use crate::{api, cache::Cache, host::Host, limits::Limits};

/// Compiles and runs modules. Cheap to clone; clones are the same engine.
#[derive(Clone)]
pub struct Engine {
    shared: Arc<Shared>,
}

/// What the clones share.
struct Shared {
    wasmtime: wasmtime::Engine,
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
    /// Starts an engine. A cache folder that can't be used is left alone; [`Engine::cache_problem`] returns why.
    pub fn start(settings: Settings) -> Result<Self, NoEngine> {
        let no_engine = |error: &dyn std::fmt::Display| NoEngine(error.to_string());
        let wasmtime = wasmtime::Engine::new(&config(&settings.limits)).map_err(|error| no_engine(&error))?;
        let linker = api::imports(&wasmtime).map_err(|error| no_engine(&error))?;
        let cache = settings.cache.map(|folder| Cache::new(folder, &wasmtime));
        let shared = Shared { wasmtime, linker, limits: settings.limits, cache };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// Returns why the cache folder isn't used, if there is one and it isn't, or why a module could last not be read from it or kept.
    pub fn cache_problem(&self) -> Option<String> {
        self.cache().and_then(Cache::problem)
    }

    pub(crate) fn wasmtime(&self) -> &wasmtime::Engine {
        &self.shared.wasmtime
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
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("limits", &self.shared.limits).finish_non_exhaustive()
    }
}

/// Bytes of a call's stack for what it calls in the host: the dice, and house rules, whose functions call each other.
const HOST_STACK: usize = 2 << 20;

fn config(limits: &Limits) -> Config {
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        // Fuel is the same on every machine, so a module that loops is stopped at the same step everywhere. The stop
        // button and the deadline, which are matters of the clock, are looked at between slices of it.
        .consume_fuel(true)
        .max_wasm_stack(limits.stack)
        .async_stack_size(limits.stack + HOST_STACK)
        // Names come from the name section; line tables would make every module several times larger.
        .wasm_backtrace_details(wasmtime::WasmBacktraceDetails::Disable)
        // What floats there might be give the same bits on every processor.
        .cranelift_nan_canonicalization(true)
        .wasm_relaxed_simd(false)
        // An instance takes 17 microseconds to make: a pool would save nothing that anybody feels.
        .allocation_strategy(InstanceAllocationStrategy::OnDemand);
    config
}
