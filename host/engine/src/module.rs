//! A loaded module.

use std::sync::{Arc, Mutex};

use muster_contract::{Allowance, Description, Game, Log, Module, Position, Refusal, Trouble};
use wasmtime::component::ResourceAny;

use crate::response::fault_in_description;
use crate::{
    Engine, Stop,
    api::Prepared,
    convert::Convert,
    game::WasmGame,
    instance::Instance,
    limits::Limits,
    loaded::{INSTANTIATE, Kind, Loaded},
};

/// A module that was checked and compiled. Cheap to clone.
///
/// Every game that it creates or loads gets an instance of its own, in a store of its own: memory, allowances and
/// misfortunes are not shared with any other. The game's forks and samples live in the same instance, since
/// making them there takes half a microsecond; whoever needs one in an instance of its own (a bot must not be
/// able to harm the table) saves the fork and loads it again.
#[derive(Clone)]
pub struct WasmModule {
    loaded: Arc<Loaded>,
    description: Arc<Description>,
    stop: Stop,
    /// Where its games write what they tell those who write them.
    log: Option<Log>,
}

impl WasmModule {
    /// The module of a component that passed the gate: asks it for its description.
    pub(crate) fn new(
        id: String,
        engine: &Engine,
        prepared: Arc<dyn Prepared>,
        hash: blake3::Hash,
    ) -> Result<Self, Trouble> {
        let stop = Stop::default();
        let limits = engine.limits().clone();
        let loaded = Loaded { id, engine: engine.clone(), prepared, limits, hash, sides: Vec::new() };
        let undescribed = Arc::new(loaded.clone());
        let mut instance = Instance::new(&undescribed, None, (&stop, None), INSTANTIATE)?;
        let description: Description =
            instance.call(Kind::Create, "describe", |guest, rules| rules.describe(guest))?.convert();
        if let Some(message) = fault_in_description(&description) {
            let (module, call) = (undescribed.id.clone(), "describe".to_owned());
            return Err(Trouble { module, call, message, backtrace: Vec::new() });
        }
        let sides = description.sides.iter().map(|side| side.id.clone()).collect();
        let loaded = Loaded { sides, ..loaded };
        Ok(Self { loaded: Arc::new(loaded), description: Arc::new(description), stop, log: None })
    }

    /// The same module under another stop button: pressing it interrupts what the games of this one do.
    pub fn with_stop(&self, stop: Stop) -> Self {
        Self { stop, ..self.clone() }
    }

    /// The stop button of this module's games.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The engine that runs it.
    pub fn engine(&self) -> &Engine {
        &self.loaded.engine
    }

    pub(crate) fn is_of(&self, hash: &blake3::Hash) -> bool {
        self.loaded.hash == *hash
    }

    /// The hash of the component, in hexadecimal: which build of the module it is.
    pub fn hash(&self) -> String {
        self.loaded.hash.to_hex().to_string()
    }

    /// The same module with other allowances.
    pub fn with_limits(&self, limits: Limits) -> Self {
        let loaded = Loaded { limits, ..Loaded::clone(&self.loaded) };
        Self { loaded: Arc::new(loaded), ..self.clone() }
    }

    /// The same module, whose games write into this log.
    pub fn with_log(&self, log: &Log) -> Self {
        Self { log: Some(log.clone()), ..self.clone() }
    }

    /// Like [`Module::create`], but says of what type the game is.
    pub fn create_game(&self, position: &Position) -> Result<Result<WasmGame, Refusal>, Trouble> {
        let setup = position.setup.clone().convert();
        self.game(position, "create", |instance| {
            instance.call(Kind::Create, "create", |guest, rules| rules.create(guest, &setup))
        })
    }

    /// Like [`Module::load`], but says of what type the game is.
    pub fn load_game(
        &self,
        position: &Position,
        schema: u32,
        bytes: &[u8],
    ) -> Result<Result<WasmGame, Refusal>, Trouble> {
        self.game(position, "load", |instance| {
            instance.call(Kind::Create, "load", |guest, rules| rules.load(guest, schema, bytes))
        })
    }

    fn game(
        &self,
        position: &Position,
        name: &'static str,
        call: impl FnOnce(
            &mut Instance,
        )
            -> Result<Result<ResourceAny, crate::bindings::muster::game::types::Refusal>, Trouble>,
    ) -> Result<Result<WasmGame, Refusal>, Trouble> {
        let mut instance =
            Instance::new(&self.loaded, Some(position), (&self.stop, self.log.as_ref()), name)?;
        Ok(match call(&mut instance)? {
            Ok(game) => Ok(WasmGame::table(Arc::new(Mutex::new(instance)), game)),
            Err(refusal) => Err(refusal.convert()),
        })
    }
}

impl Module for WasmModule {
    fn id(&self) -> &str {
        &self.loaded.id
    }

    fn describe(&self) -> &Description {
        &self.description
    }

    fn create(&self, position: &Position) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        Ok(self.create_game(position)?.map(boxed))
    }

    fn load(
        &self,
        position: &Position,
        schema: u32,
        bytes: &[u8],
    ) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        Ok(self.load_game(position, schema, bytes)?.map(boxed))
    }

    fn interrupt(&self) {
        self.stop.press();
    }

    fn logging(&self, log: &Log) -> Option<Arc<dyn Module>> {
        Some(Arc::new(self.with_log(log)))
    }

    fn log(&self) -> Option<&Log> {
        self.log.as_ref()
    }

    fn allowances(&self) -> Vec<Allowance> {
        self.loaded.limits.allowances()
    }
}

fn boxed(game: WasmGame) -> Box<dyn Game> {
    Box::new(game)
}

impl std::fmt::Debug for WasmModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WasmModule")
            .field("id", &self.loaded.id)
            .field("hash", &self.hash())
            .finish_non_exhaustive()
    }
}
