//! The gate: what a file has to be before anything in it is compiled or run.

use std::{
    io,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
};

use muster_contract::{Trouble, printable};
use wasmparser::{Chunk, Parser, Payload};
use wasmtime::component::Component;

use crate::{
    Engine, WasmModule,
    api::{self, Api},
    failure::{self, SYSTEM},
    limits::LARGEST,
    loaded::INSTANTIATE,
};

/// The package of the contract, and what of it a module may import and has to export.
const PACKAGE: &str = "muster:game/";
const IMPORTS: [&str; 8] = ["map", "units", "dice", "journal", "log", "phases", "hooks", "types"];
const EXPORT: &str = "rules";

/// Why a file isn't a module that this program can run.
#[derive(Debug, thiserror::Error)]
#[error("{}: {flaw}", file.display())]
pub struct Unfit {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub flaw: Flaw,
}

/// What is wrong with a component.
#[derive(Debug, thiserror::Error)]
pub enum Flaw {
    /// It isn't there, or may not be read.
    #[error("it can't be read: {0}. Build the module again, or correct `component` in plugin.toml")]
    Unreadable(#[source] io::Error),
    /// The system refused what it takes to read, compile or start it.
    #[error(
        "this system can't run it now: {0}. Nothing is wrong with the module; let the program have more (`ulimit -a` shows \
         its limits), or close other programs, and try again"
    )]
    System(String),
    /// The compiler gave up on it by a panic.
    #[error("compiling it failed: {0}. Build it again; or the system gives this program too little")]
    Uncompiled(String),
    /// It is larger than [`LARGEST`].
    #[error("it is larger than {} MiB, the most that a module may have", LARGEST >> 20)]
    TooLarge,
    /// There is nothing in it.
    #[error("it is empty. Build the module again")]
    Empty,
    /// It is some other kind of file.
    #[error(
        "it isn't WebAssembly. `component` in plugin.toml has to name the .wasm file that the build made"
    )]
    NotWasm,
    /// It ends in the middle.
    #[error("it ends in the middle, after {bytes} bytes. Copy it or build it again")]
    Truncated {
        /// How long it is.
        bytes: usize,
    },
    /// It is what the compiler made, before it was turned into a component.
    #[error(
        "it is a core module, not a component. Whoever built it has to make the component out of it, as `muster build` does in the \
         folder of its source"
    )]
    CoreModule,
    /// It speaks another version of the contract.
    #[error(
        "it was built for version {found} of {package}, and this Muster speaks {}. Build it against an SDK \
         that it speaks",
        api::supported_versions()
    )]
    OtherApi {
        /// The interface that says so.
        package: String,
        /// Its version, or "none".
        found: String,
    },
    /// It asks for more than a module may have.
    #[error(
        "it imports `{0}`, which no module may have. A module is built for wasm32-unknown-unknown and imports \
         {PACKAGE}* only"
    )]
    ForeignImport(String),
    /// It exports no rules.
    #[error(
        "it is a component, but no game: it doesn't export {PACKAGE}{EXPORT} of version {}",
        api::supported_versions()
    )]
    NoRules,
    /// Its insides are broken.
    #[error("it is damaged: {0}. Build it again")]
    Damaged(String),
    /// What it imports or exports has the right names and other types.
    #[error("its imports or exports don't fit version {api} of the contract: {what}. Build it again")]
    Mismatch {
        /// The version that it says it is built for.
        api: &'static str,
        /// What doesn't fit.
        what: String,
    },
    /// It fits, but trapped when it was asked what it is.
    #[error("it doesn't say what it is: {0}")]
    Silent(#[source] Trouble),
}

/// How far a file has come through the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is being read and looked at.
    Reading,
    /// It is being compiled.
    Compiling,
}

/// A file that passed the first half of the gate: its bytes are a component of this contract by name.
pub(crate) struct Candidate {
    file: PathBuf,
    bytes: Vec<u8>,
    api: &'static Api,
    pub(crate) hash: blake3::Hash,
}

impl Candidate {
    /// Reads a file once and looks at it without compiling it.
    pub(crate) fn read(file: &Path) -> Result<Self, Unfit> {
        let unfit = |flaw| Unfit { file: file.to_owned(), flaw };
        let bytes = read(file).map_err(unfit)?;
        let api = api_of(&bytes).map_err(unfit)?;
        let hash = blake3::hash(&bytes);
        Ok(Self { file: file.to_owned(), bytes, api, hash })
    }

    /// Compiles it, or finds it compiled, checks its types and asks it what it is. `compiling` is told if it has to
    /// be compiled, which takes a while.
    pub(crate) fn admit(
        &self,
        engine: &Engine,
        id: &str,
        compiling: impl FnOnce(),
    ) -> Result<WasmModule, Unfit> {
        self.compile(engine, id, compiling).map_err(|flaw| Unfit { file: self.file.clone(), flaw })
    }

    fn compile(&self, engine: &Engine, id: &str, compiling: impl FnOnce()) -> Result<WasmModule, Flaw> {
        let cached = engine.cache().and_then(|cache| cache.load(engine.wasmtime(), &self.hash));
        let component = match cached {
            Some(component) => component,
            None => {
                compiling();
                let component =
                    caught(|| Component::new(engine.wasmtime(), &self.bytes))?.map_err(|error| {
                        match failure::system_message(&error) {
                            Some(why) => Flaw::System(why),
                            None => Flaw::Damaged(sentence(&error)),
                        }
                    })?;
                if let Some(cache) = engine.cache() {
                    cache.store(&self.hash, &component);
                }
                component
            }
        };
        let mismatch = |what: String| Flaw::Mismatch { api: self.api.version, what };
        let prepared =
            engine.linker().instantiate_pre(&component).and_then(|linked| self.api.prepare(linked)).map_err(
                |error| {
                    failure::system_message(&error).map_or_else(|| mismatch(sentence(&error)), Flaw::System)
                },
            )?;
        // What it does when it runs is reported of another call than the first.
        WasmModule::new(id.to_owned(), engine, prepared, self.hash).map_err(|trouble| {
            match trouble.call.as_str() {
                INSTANTIATE => mismatch(trouble.message),
                SYSTEM => Flaw::System(trouble.message),
                _ => Flaw::Silent(trouble),
            }
        })
    }
}

/// Lets the compiler work. Where it panics, because no thread can be started for it or some bytes are too much for it, nobody
/// waits for ever for the thread that it worked on.
fn caught<T>(compile: impl FnOnce() -> T) -> Result<T, Flaw> {
    panic::catch_unwind(AssertUnwindSafe(compile)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(ToString::to_string);
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        Flaw::Uncompiled(printable::sentence(&text))
    })
}

/// Returns an error of wasmtime's with its causes, in one line.
fn sentence(error: &wasmtime::Error) -> String {
    printable::sentence(&error.chain().map(ToString::to_string).collect::<Vec<_>>().join(": "))
}

impl Engine {
    /// Takes the component in this file through the whole gate. `step` is told how far it is.
    pub fn open(&self, id: &str, file: &Path, mut step: impl FnMut(Step)) -> Result<WasmModule, Unfit> {
        step(Step::Reading);
        Candidate::read(file)?.admit(self, id, || step(Step::Compiling))
    }
}

/// Whether the system has no more of what it gives to programs: open files, or memory.
fn is_shortage(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let short = [Errno::MFILE, Errno::NFILE, Errno::NOMEM];
        if Errno::from_io_error(error).is_some_and(|number| short.contains(&number)) {
            return true;
        }
    }
    error.kind() == io::ErrorKind::OutOfMemory
}

fn read(file: &Path) -> Result<Vec<u8>, Flaw> {
    muster_files::read(file, LARGEST).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => Flaw::TooLarge,
        _ if is_shortage(&error) => Flaw::System(error.to_string()),
        _ => Flaw::Unreadable(error),
    })
}

/// Reads the names of what the component imports and exports, and skips everything else. Returns the version of the
/// contract that it is built for.
fn api_of(bytes: &[u8]) -> Result<&'static Api, Flaw> {
    if bytes.is_empty() {
        return Err(Flaw::Empty);
    }
    let start = &bytes[..bytes.len().min(4)];
    if start != &b"\0asm"[..start.len()] {
        return Err(Flaw::NotWasm);
    }
    if bytes.len() < 8 {
        return Err(Flaw::Truncated { bytes: bytes.len() });
    }
    if Parser::is_core_wasm(bytes) {
        return Err(Flaw::CoreModule);
    }
    let mut parser = Parser::new(0);
    let mut at = 0;
    let mut api = None;
    while at < bytes.len() {
        let chunk = parser
            .parse(&bytes[at..], false)
            .map_err(|error| Flaw::Damaged(printable::sentence(error.message())))?;
        let Chunk::Parsed { consumed, payload } = chunk else {
            return Err(Flaw::Truncated { bytes: bytes.len() });
        };
        at += consumed;
        let damaged =
            |error: wasmparser::BinaryReaderError| Flaw::Damaged(printable::sentence(error.message()));
        match payload {
            // What is inside them is between them and the component.
            Payload::ModuleSection { unchecked_range, .. }
            | Payload::ComponentSection { unchecked_range, .. } => {
                if unchecked_range.end > bytes.len() {
                    return Err(Flaw::Truncated { bytes: bytes.len() });
                }
                at = unchecked_range.end;
            }
            Payload::ComponentImportSection(imports) => {
                for import in imports {
                    check_import(import.map_err(damaged)?.name.name)?;
                }
            }
            Payload::ComponentExportSection(exports) => {
                for export in exports {
                    api = exported_api(export.map_err(damaged)?.name.name)?.or(api);
                }
            }
            _ => {}
        }
    }
    api.ok_or(Flaw::NoRules)
}

fn check_import(name: &str) -> Result<(), Flaw> {
    match contract_interface(name) {
        Some((interface, version)) if IMPORTS.contains(&interface) => supported_api(name, version).map(drop),
        _ => Err(Flaw::ForeignImport(printable::name(name))),
    }
}

/// Returns the version of the contract that a component is built for, if this export is the rules' one.
fn exported_api(name: &str) -> Result<Option<&'static Api>, Flaw> {
    match contract_interface(name) {
        Some((EXPORT, version)) => supported_api(name, version).map(Some),
        _ => Ok(None),
    }
}

/// Returns the interface and version of a name of the contract's package.
fn contract_interface(name: &str) -> Option<(&str, Option<&str>)> {
    let rest = name.strip_prefix(PACKAGE)?;
    Some(match rest.split_once('@') {
        Some((interface, version)) => (interface, Some(version)),
        None => (rest, None),
    })
}

/// Returns the version of the contract that fits an interface of this version.
fn supported_api(name: &str, version: Option<&str>) -> Result<&'static Api, Flaw> {
    version.and_then(Api::for_interface).ok_or_else(|| {
        let package = name.split('@').next().unwrap_or(name);
        Flaw::OtherApi {
            package: printable::name(package),
            found: printable::name(version.unwrap_or("none")),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_the_compiler_is_told_in_words() {
        let told = caught(|| panic!("no thread for it")).map_err(|flaw: Flaw| flaw.to_string());
        let words = "compiling it failed: no thread for it. Build it again; or the system gives this program too little";
        assert_eq!(told, Err::<(), _>(words.to_owned()));
        assert!(caught(|| 2).is_ok_and(|two| two == 2));
    }
}
