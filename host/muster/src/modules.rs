//! The modules that a command can name.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use muster_contract::{Module, Section};
use muster_engine::{Engine, Manifest, NoModule, Registry, Settings, State, WasmModule};
use muster_table::Build;

use crate::{Failure, Places, progress, remark};

/// A module, and which build of it.
#[derive(Clone)]
pub struct Found {
    /// The module.
    pub module: Arc<dyn Module>,
    /// The build, for the journal.
    pub build: Build,
}

/// A module as a list shows it.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Listed {
    /// Its id, or its folder if its manifest can't be read.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its version.
    pub version: String,
    /// What it is about.
    pub summary: String,
    /// "ready", or why it can't be played.
    pub state: String,
}

/// Where modules come from: the installed components, or those compiled into a test.
pub trait Modules {
    /// All of them, once it is known of each whether it can be played.
    fn list(&self) -> Vec<Listed>;
    /// The module of this id.
    fn find(&self, id: &str) -> Result<Found, Failure>;
    /// The module in this folder, or why its manifest or component can't be used.
    fn check(&self, folder: &Path) -> Result<Found, Failure>;
    /// The sections of the rules summary of the module of this id; none where it has no summary.
    fn sections(&self, _id: &str) -> Vec<Section> {
        Vec::new()
    }
}

/// The components in some folders.
pub struct Installed {
    engine: Engine,
    registry: Registry,
    /// Whether it was told that compiled modules can't be kept.
    reported: OnceLock<()>,
}

impl Installed {
    /// Says once if what was compiled couldn't be kept, or read again: every start then compiles anew, and nobody would know why.
    fn report_cache_problem(&self) {
        if let Some(why) = self.engine.cache_problem() {
            self.reported.get_or_init(|| {
                remark(&format_args!(
                    "a compiled module can't be kept, and is compiled at every start: {why}"
                ));
            });
        }
    }

    /// Begins to load the modules of these places.
    pub fn open(places: &Places) -> Result<Installed, Failure> {
        let engine = Engine::start(Settings { cache: places.cache.clone(), ..Settings::default() })?;
        let registry = Registry::open(&engine, &places.modules, |_| {});
        Ok(Installed { engine, registry, reported: OnceLock::new() })
    }

    /// The engine that runs them.
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }
}

/// Which build of a module the registry has, for a journal.
pub(crate) fn build_of(entry: &muster_engine::Entry) -> Build {
    let manifest = entry.manifest.as_ref();
    Build {
        module: manifest.map(|manifest| manifest.id.clone()).unwrap_or_default(),
        version: manifest.map(|manifest| manifest.version.to_string()).unwrap_or_default(),
        component: entry.module.as_ref().map(muster_engine::WasmModule::hash).unwrap_or_default(),
    }
}

/// Waits until a module is compiled, the first time, or found in the cache.
fn wait(registry: &Registry, id: &str) -> Result<WasmModule, NoModule> {
    progress::waiting_for(&format!("compiling {id}"), || registry.wait(id))
}

/// Takes the module in this folder through the gate.
pub(crate) fn gate(engine: &Engine, folder: &Path) -> Result<Found, Failure> {
    let manifest = Manifest::read(folder).map_err(|why| Failure::Problems(vec![why.to_string().into()]))?;
    checked_rules(folder).map_err(|why| Failure::Problems(vec![why.into()]))?;
    let registry = Registry::open(engine, &[folder.to_owned()], |_| {});
    let module =
        wait(&registry, &manifest.id).map_err(|why| Failure::Problems(vec![why.to_string().into()]))?;
    let entries = registry.entries();
    let entry =
        entries.first().ok_or_else(|| Failure::NoModule(format!("no module in {}", folder.display())))?;
    Ok(Found { module: Arc::new(module), build: build_of(entry) })
}

fn listed(entry: &muster_engine::Entry) -> Listed {
    let state = match &entry.state {
        State::Ready => "ready".to_owned(),
        State::Waiting | State::Compiling => "compiling".to_owned(),
        State::Refused(why) => why.to_string(),
    };
    match &entry.manifest {
        Some(Manifest { id, title, version, summary, .. }) => Listed {
            id: id.clone(),
            title: title.clone(),
            version: version.to_string(),
            summary: summary.clone(),
            state,
        },
        None => Listed {
            id: entry.folder.display().to_string(),
            title: String::new(),
            version: String::new(),
            summary: String::new(),
            state,
        },
    }
}

impl Modules for Installed {
    fn list(&self) -> Vec<Listed> {
        for id in self.registry.entries().iter().filter_map(|entry| entry.id().map(str::to_owned)) {
            // Whether it is ready or refused stands in its entry afterwards.
            let _ = wait(&self.registry, &id);
        }
        self.report_cache_problem();
        self.registry.entries().iter().map(listed).collect()
    }

    fn find(&self, id: &str) -> Result<Found, Failure> {
        let module = wait(&self.registry, id).map_err(|why| match why {
            NoModule::Refused(why) => Failure::NoModule(why.to_string()),
            unknown @ NoModule::Unknown { .. } => Failure::NotInstalled(unknown),
        })?;
        self.report_cache_problem();
        let build = self.registry.entries().iter().find(|entry| entry.id() == Some(id)).map(build_of);
        let build = build.ok_or_else(|| Failure::NoModule(format!("there is no module `{id}`")))?;
        Ok(Found { module: Arc::new(module), build })
    }

    fn check(&self, folder: &Path) -> Result<Found, Failure> {
        let found = gate(&self.engine, folder);
        self.report_cache_problem();
        found
    }

    fn sections(&self, id: &str) -> Vec<Section> {
        let entries = self.registry.entries();
        entries
            .iter()
            .find(|entry| entry.id() == Some(id))
            .map(|entry| rules_of(&entry.folder))
            .unwrap_or_default()
    }
}

/// The files of a module's rules summary, in order.
fn rule_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder.join(muster_bundle::RULES))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.retain(|file| file.extension().is_some_and(|kind| kind == "md") && file.is_file());
    files.sort();
    files
}

/// The sections of a module's rules summary. Of one that is too long nothing but why it can't be shown.
pub fn rules_of(folder: &Path) -> Vec<Section> {
    checked_rules(folder).unwrap_or_else(|why| {
        let title = "The rules summary can\u{2019}t be shown".to_owned();
        vec![Section { id: String::new(), title, text: format!("It can't be read, or is too long: {why}.") }]
    })
}

/// The sections of the rules summary of a module in a folder, or why it has none that a bundle may have: a module that was built
/// here isn't read without end either.
fn checked_rules(folder: &Path) -> Result<Vec<Section>, String> {
    let limits = muster_bundle::Limits::default();
    let most = limits.rules as u64;
    let read = |file: &PathBuf| {
        muster_files::read_text(file, most).map_err(|why| format!("{}: {why}", file.display()))
    };
    let (mut texts, mut length) = (Vec::new(), 0);
    for file in rule_files(folder) {
        let text = read(&file)?;
        length += text.len();
        texts.push(text);
        if length > limits.rules {
            break;
        }
    }
    muster_bundle::sections(texts, &limits).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_a_module_are_read_section_by_section() {
        let folder = tempfile::tempdir().expect("a folder");
        let rules = folder.path().join("rules");
        fs::create_dir_all(&rules).expect("a folder");
        let write = |name: &str, text: &str| fs::write(rules.join(name), text).expect("a file");
        write("2-second.md", "## T2 The second rule\nIt comes later.\n");
        write(
            "1-first.md",
            "# Toy\n## T1 The first rule\nIt is a rule\nof two lines.\n\n- An item.\n- Another\n  of two.\n",
        );
        write("draft.txt", "## T0 No rule\n");
        let sections = rules_of(folder.path());
        let read: Vec<(&str, &str)> =
            sections.iter().map(|section| (section.id.as_str(), section.title.as_str())).collect();
        assert_eq!(read, [("T1", "The first rule"), ("T2", "The second rule")]);
        assert_eq!(sections[0].text, "It is a rule\nof two lines.\n\n- An item.\n- Another\n  of two.");
    }

    #[test]
    fn a_rules_summary_without_an_end_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(folder.path().join("rules")).expect("a folder");
        let file = folder.path().join("rules/1-endless.md");
        let long = |bytes: u64| {
            fs::File::create(&file).and_then(|file| file.set_len(bytes)).expect("a file");
            rules_of(folder.path())
        };
        for bytes in [200 << 10, 1 << 40] {
            let sections = long(bytes);
            assert_eq!(sections.len(), 1);
            assert!(sections[0].title.contains("can\u{2019}t be shown"), "{sections:?}");
            assert!(sections[0].text.contains("1-endless.md"), "{sections:?}");
        }
        assert_eq!(long(100 << 10), []);
    }
}
