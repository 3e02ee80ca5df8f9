//! A module that is switched from one of its forms to another while a table is under way.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use muster_contract::{Description, Game, Log, Module, Position, Refusal, Trouble, Unit};
use muster_engine::WasmModule;

/// A module with a mischief that can be switched off: games that are created or loaded after that are honest.
pub struct Switched {
    honest: WasmModule,
    hostile: WasmModule,
    /// The name of the mischief, for the roster; a module that is another component needs none.
    mischief: Option<String>,
    armed: Arc<AtomicBool>,
}

impl Switched {
    /// A module whose roster tells it to do mischief.
    pub fn with_mischief(module: &WasmModule, mischief: &str) -> Arc<Self> {
        let mischief = Some(mischief.to_owned());
        let armed = Arc::new(AtomicBool::new(true));
        Arc::new(Self { honest: module.clone(), hostile: module.clone(), mischief, armed })
    }

    /// Two components that are the same game but for what the second does.
    pub fn between(honest: &WasmModule, hostile: &WasmModule) -> Arc<Self> {
        let (honest, hostile, armed) = (honest.clone(), hostile.clone(), Arc::new(AtomicBool::new(true)));
        Arc::new(Self { honest, hostile, mischief: None, armed })
    }

    /// From here on it behaves.
    pub fn disarm(&self) {
        self.armed.store(false, Relaxed);
    }

    fn now(&self, position: &Position) -> (&WasmModule, Position) {
        if !self.armed.load(Relaxed) {
            return (&self.honest, position.clone());
        }
        let unit = self.mischief.iter().map(|name| Unit {
            id: "mischief".to_owned(),
            name: name.clone(),
            side: String::new(),
            kind: String::new(),
            formation: String::new(),
            attributes: Vec::new(),
            place: None,
        });
        let roster = position.roster.iter().cloned().chain(unit).collect();
        (&self.hostile, Position { roster, ..position.clone() })
    }
}

impl Module for Switched {
    fn id(&self) -> &str {
        self.honest.id()
    }

    fn describe(&self) -> &Description {
        self.honest.describe()
    }

    fn create(&self, position: &Position) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        let (module, position) = self.now(position);
        Module::create(module, &position)
    }

    fn load(
        &self,
        position: &Position,
        schema: u32,
        bytes: &[u8],
    ) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        let (module, position) = self.now(position);
        Module::load(module, &position, schema, bytes)
    }

    fn logging(&self, log: &Log) -> Option<Arc<dyn Module>> {
        let (honest, hostile) = (self.honest.with_log(log), self.hostile.with_log(log));
        let (mischief, armed) = (self.mischief.clone(), Arc::clone(&self.armed));
        Some(Arc::new(Self { honest, hostile, mischief, armed }))
    }

    fn log(&self) -> Option<&Log> {
        self.honest.log()
    }

    fn interrupt(&self) {
        self.honest.interrupt();
        self.hostile.interrupt();
    }
}
