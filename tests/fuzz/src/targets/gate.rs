//! Components: what doesn't fit is refused in words, and nothing foreign gets as far as the compiler.

use std::fs;
use std::path::Path;
use std::time::Duration;

use muster_contract::Module;
use muster_engine::{Engine, Fuel, Limits, Settings, Step};
use tempfile::TempDir;
use wasmparser::{Parser, Payload};
use wit_component::{ComponentEncoder, StringEncoding};
use wit_parser::Resolve;

use crate::{Allowance, Luck, Target, bytes, readable};

/// What a module may import begins with this.
const PACKAGE: &str = "muster:game/";

/// The target.
pub struct Gate {
    engine: Engine,
    desk: TempDir,
}

impl Gate {
    /// The target, with an engine whose modules may take little.
    pub fn new() -> Self {
        let fuel = Fuel { create: 20_000_000, ..Fuel::default() };
        let deadline = Some(Duration::from_secs(5));
        let limits = Limits { memory: 64 << 20, fuel, deadline, ..Limits::default() };
        let engine = Engine::start(Settings { limits, cache: None }).expect("the engine starts");
        Self { engine, desk: tempfile::tempdir().expect("there is a place for temporary files") }
    }
}

impl Default for Gate {
    fn default() -> Self {
        Self::new()
    }
}

/// The misbehaving module of the engine's own tests: a component that is as it should be, and small.
pub fn component() -> Vec<u8> {
    let core = wat::parse_str(include_str!("../../../../host/engine/tests/rogue/rogue.wat"));
    made_of(&core.expect("the text is WebAssembly"))
}

/// The component of the contract that a core module is.
pub fn made_of(core: &[u8]) -> Vec<u8> {
    let mut core = core.to_vec();
    let mut resolve = Resolve::default();
    let wit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/contract/wit/0.1");
    let (package, _) = resolve.push_dir(&wit).expect("the contract can be read");
    let world = resolve.select_world(&[package], Some("module")).expect("the contract has this world");
    wit_component::embed_component_metadata(&mut core, &resolve, world, StringEncoding::UTF8)
        .expect("the core module takes a section more");
    let encoder = ComponentEncoder::default().module(&core).expect("it is a core module of the contract");
    encoder.validate(false).encode().expect("it is a module of the contract")
}

impl Target for Gate {
    fn whole(&mut self) -> Vec<Vec<u8>> {
        let text = |text: &str| wat::parse_str(text).expect("the text is a component");
        vec![
            component(),
            text("(component)"),
            text(
                "(component (import \"muster:game/dice@0.1.0\" (instance $i (export \"f\" (func)))) (export \"muster:game/rules@0.1.0\" (instance $i)))",
            ),
            text("(component (component) (core module) (import \"muster:game/map@0.1.9\" (instance)))"),
            text("(module (memory 1))"),
        ]
    }

    fn vary(&mut self, input: &[u8], others: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
        bytes::altered(input, others, luck)
    }

    fn check(&mut self, input: &[u8]) -> Result<String, String> {
        let file = self.desk.path().join("fuzz.wasm");
        fs::write(&file, input).map_err(|error| error.to_string())?;
        let mut compiled = false;
        let opened = self.engine.open("fuzz", &file, |step| compiled |= step == Step::Compiling);
        if compiled && let Some(import) = foreign(input) {
            return Err(format!("a component that imports {import:?} was compiled"));
        }
        match opened {
            Err(unfit) => {
                let said = unfit.to_string();
                readable(&said)?;
                Ok(unfit.flaw.to_string())
            }
            Ok(module) if compiled => Ok(format!("a module with {} sides", module.describe().sides.len())),
            Ok(_) => Err("it was never compiled, and yet it runs".to_owned()),
        }
    }

    fn allowance(&self) -> Allowance {
        Allowance { memory: 512 << 20, ..Allowance::default() }
    }
}

/// The first thing that a component imports and no module may have.
fn foreign(bytes: &[u8]) -> Option<String> {
    let mut depth = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.ok()? {
            Payload::Version { .. } => depth += 1,
            Payload::End(_) => depth -= 1,
            Payload::ComponentImportSection(imports) if depth == 1 => {
                for import in imports {
                    let name = import.ok()?.name.name;
                    if !name.starts_with(PACKAGE) {
                        return Some(name.to_owned());
                    }
                }
            }
            _ => {}
        }
    }
    None
}
