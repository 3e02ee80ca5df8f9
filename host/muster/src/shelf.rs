//! What the window offers: the modules, scenarios and saved tables of this machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use muster_app::board::chart::Chart;
use muster_app::catalogue::{
    Catalogue, GuideNote, ModuleCard, ModuleState, NewTable, OpenTable, OwnTable, Preview, RuleSection,
    SavedTable, ScenarioCard,
};
use muster_app::settings::Settings;
use muster_contract::{Attribute, Board, Module, RuleText, Seat};
use muster_engine::{Engine, Entry, Registry, State, WasmModule};
use muster_scripts::rules::Rhai;
use muster_scripts::{Known, Library, Scenario, Texts};
use muster_table::messages::{BotKind, Holder};
use muster_table::replay::Damaged;
use muster_table::{Build, Journal, Opened, Setting, Sitting, Table, TableHandle};

use crate::dev::Workshop;
use crate::follow::Follower;
use crate::modules::{build_of, gate};
use crate::{Failure, Places, date, game, rules};

/// By module and scenario; none while it is being set up.
type Previews = BTreeMap<(String, String), Option<Preview>>;

/// A module's folder, its state in words, and its build.
type Shown = (PathBuf, String, Build);

/// How long a module may take to set a table up before it is interrupted: the window waits for it.
const PATIENCE: Duration = Duration::from_secs(3);

/// The catalogue that the program gives its window.
pub struct Shelf {
    places: Places,
    library: Library,
    engine: Engine,
    registry: Registry,
    changed: Arc<AtomicBool>,
    context: Arc<OnceLock<egui::Context>>,
    cards: Vec<(Shown, ModuleCard)>,
    previews: Arc<Mutex<Previews>>,
    saved: Option<Vec<SavedTable>>,
    workshop: Option<Workshop>,
}

impl Shelf {
    /// Begins to load what there is. Modules compile on a thread of their own.
    pub fn open(places: &Places) -> Result<Self, Failure> {
        let engine =
            Engine::start(muster_engine::Settings { cache: places.cache.clone(), ..Default::default() })?;
        let changed = Arc::new(AtomicBool::new(true));
        let context: Arc<OnceLock<egui::Context>> = Arc::default();
        let (told, wake) = (Arc::clone(&changed), Arc::clone(&context));
        let registry = Registry::open(&engine, &places.modules, move |_| {
            told.store(true, Ordering::Release);
            if let Some(context) = wake.get() {
                context.request_repaint();
            }
        });
        Ok(Self {
            places: places.clone(),
            library: places.library(),
            engine,
            registry,
            changed,
            context,
            cards: Vec::new(),
            previews: Arc::default(),
            saved: None,
            workshop: None,
        })
    }

    fn entry(&self, module: &str) -> Result<Entry, String> {
        self.registry.wait(module).map_err(|why| why.to_string())?;
        let entry = self.registry.entries().into_iter().find(|entry| entry.id() == Some(module));
        entry.ok_or_else(|| format!("there is no module {module}"))
    }

    /// The module for one table, with a stop button of its own.
    fn own(&self, entry: &Entry) -> Result<WasmModule, String> {
        let module = entry.module.as_ref().ok_or("the module isn't ready")?;
        Ok(module.with_stop(self.engine.stop()))
    }

    /// Installs a bundle, or what would be packed of a module's folder.
    fn add(&mut self, path: &Path) -> Result<(), Failure> {
        let bundle =
            if path.is_dir() { muster_bundle::pack(path, &[])?.0 } else { crate::bundles::open(path)? };
        let engine = &self.engine;
        let check = |folder: &Path| gate(engine, folder).map(drop).map_err(|failure| failure.to_string());
        crate::bundles::put(&bundle, &self.places, check)?;
        self.library = self.places.library();
        self.registry.refresh();
        Ok(())
    }

    fn tables(&self) -> PathBuf {
        self.places.data.join("tables")
    }

    fn client(&self, table: Table, parts: Parts) -> OpenTable {
        let seats = &table.header().seats;
        let eyes: Vec<Seat> =
            (0..).zip(seats).filter(|(_, one)| one.holder == Holder::Human).map(|(at, _)| at).collect();
        let subtitle = table.header().build.module.clone();
        let rules = table.rules().to_vec();
        let handle = TableHandle::start(table);
        let follower = Follower::start(&handle.remote(), &rules, &self.places.rules());
        let workshop = self.workshop.as_ref();
        let builds = workshop.and_then(|workshop| workshop.follow(&self.engine, &handle.remote()));
        let beside = Box::new((follower, builds));
        let wake = Arc::clone(&self.context);
        let client = handle.connect(
            &eyes,
            Some(Box::new(move || {
                if let Some(context) = wake.get() {
                    context.request_repaint();
                }
            })),
        );
        OpenTable {
            line: Box::new(OwnTable { client, handle, beside }),
            description: parts.description,
            boards: parts.boards,
            title: parts.title,
            subtitle: if parts.subtitle.is_empty() { subtitle } else { parts.subtitle },
            eyes,
            rules: parts.rules,
            notes: parts.notes,
        }
    }
}

/// What a table's screen shows beside the table.
struct Parts {
    description: muster_contract::Description,
    boards: Vec<(Board, Arc<Chart>)>,
    title: String,
    subtitle: String,
    rules: Vec<RuleSection>,
    notes: Vec<GuideNote>,
}

fn parts(entry: &Entry, module: &dyn Module, scenario: &Scenario) -> Parts {
    let title = entry.manifest.as_ref().map(|manifest| manifest.title.clone()).unwrap_or_default();
    let date = &scenario.heading.date;
    let notes = scenario.notes.iter().map(|note| GuideNote {
        decision: note.decision.clone(),
        turn: note.turn,
        side: note.side.clone(),
        unit: note.unit.clone(),
        title: note.title.clone(),
        text: note.text.clone(),
        citation: note.cite.clone(),
    });
    Parts {
        description: module.describe().clone(),
        boards: charts(scenario),
        title: scenario.heading.title.clone(),
        subtitle: if date.is_empty() { title } else { format!("{title} \u{b7} {date}") },
        rules: rules_of(&entry.folder),
        notes: notes.collect(),
    }
}

fn charts(scenario: &Scenario) -> Vec<(Board, Arc<Chart>)> {
    let boards = scenario.position.boards.iter().zip(&scenario.pictures);
    boards.map(|(board, picture)| (board.clone(), Arc::new(Chart::of(board, picture)))).collect()
}

/// The files of a module's rules summary, in order.
fn rule_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder.join(muster_bundle::RULES))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.retain(|file| file.extension().is_some_and(|kind| kind == "md"));
    files.sort();
    files
}

/// The sections of a module's rules summary: a heading of the second rank begins one, with the rule's number first.
fn rules_of(folder: &Path) -> Vec<RuleSection> {
    let mut sections: Vec<RuleSection> = Vec::new();
    for text in rule_files(folder).iter().filter_map(|file| fs::read_to_string(file).ok()) {
        for line in text.lines() {
            if let Some(heading) = line.strip_prefix("## ") {
                let (id, title) = heading.split_once(' ').unwrap_or((heading, ""));
                sections.push(RuleSection {
                    id: id.to_owned(),
                    title: title.to_owned(),
                    text: String::new(),
                });
            } else if let Some(section) = sections.last_mut()
                && !line.starts_with("# ")
            {
                section.text.push_str(line);
                section.text.push('\n');
            }
        }
    }
    sections
}

/// Sets up a scenario of a folder, with these options instead of its own.
fn read(folder: &Path, id: &str, module: &dyn Module, options: &[Attribute]) -> Result<Scenario, String> {
    let texts = Texts::read(folder).map_err(|problem| problem.to_string())?;
    game::set_up(&texts, Known { id, description: module.describe() }, options).map_err(first)
}

/// What the window has room for: the first problem of many.
fn first(failure: Failure) -> String {
    match failure {
        Failure::Problems(problems) => problems.into_iter().next().unwrap_or_default(),
        other => other.to_string(),
    }
}

/// What a card depends on: while it is the same, the card is.
fn shown(entry: &Entry) -> Shown {
    let state = match &entry.state {
        State::Ready => "ready".to_owned(),
        State::Waiting | State::Compiling => "compiling".to_owned(),
        State::Refused(why) => why.to_string(),
    };
    (entry.folder.clone(), state, build_of(entry))
}

fn card(entry: &Entry, library: &[muster_scripts::Entry], places: &Places) -> ModuleCard {
    let (state, description) = match (&entry.state, &entry.module) {
        (State::Ready, Some(module)) => (ModuleState::Ready, Some(module.describe().clone())),
        (State::Refused(why), _) => {
            let reason = why.to_string();
            (
                ModuleState::Refused {
                    reason,
                    remedy: "Put a build for this Muster in its place.".to_owned(),
                },
                None,
            )
        }
        _ => (ModuleState::Compiling { percent: None }, None),
    };
    let manifest = entry.manifest.as_ref();
    let id = manifest.map_or_else(|| entry.folder.display().to_string(), |manifest| manifest.id.clone());
    let text = |of: fn(&muster_engine::Manifest) -> String| manifest.map(of).unwrap_or_default();
    ModuleCard {
        scenarios: scenarios(library, &id, entry),
        rules: rules::cards(places, &id),
        title: manifest.map_or_else(|| id.clone(), |manifest| manifest.title.clone()),
        subtitle: text(|manifest| manifest.summary.clone()),
        period: text(|manifest| {
            let both = [manifest.period.as_str(), manifest.scale.as_str()];
            both.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
        }),
        length: text(|manifest| manifest.length.clone()),
        complexity: manifest.map_or(1, |manifest| manifest.complexity),
        version: text(|manifest| manifest.version.to_string()),
        id,
        state,
        description,
    }
}

fn scenarios(library: &[muster_scripts::Entry], module: &str, entry: &Entry) -> Vec<ScenarioCard> {
    let mut cards = Vec::new();
    for found in library {
        let heading = match &found.heading {
            Ok(heading) if heading.module == module => heading,
            _ => continue,
        };
        let whole = entry.module.as_ref().map(|component| read(&found.folder, module, component, &[]));
        let (seats, options, trouble) = match whole {
            Some(Ok(scenario)) => (scenario.position.setup.seats, scenario.position.setup.options, None),
            Some(Err(why)) => (Vec::new(), Vec::new(), Some(why)),
            None => (Vec::new(), Vec::new(), None),
        };
        let note = [heading.date.as_str(), heading.length.as_str()];
        cards.push(ScenarioCard {
            id: found.id.clone(),
            title: heading.title.clone(),
            note: note.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; "),
            story: heading.story.clone(),
            length: heading.length.clone(),
            source: String::new(),
            seats,
            options,
            trouble,
        });
    }
    cards
}

impl Shelf {
    /// The same, for one who writes a module: its builds take over the tables that are open.
    pub(crate) fn with_workshop(self, workshop: Option<Workshop>) -> Self {
        Self { workshop, ..self }
    }

    /// The rules that were turned on in the lobby.
    fn chosen(&self, table: &NewTable) -> Result<Vec<RuleText>, String> {
        let shelf = self.places.rules();
        let mut texts = Vec::new();
        for (id, settings) in &table.rules {
            let entry = shelf.find(id).ok_or_else(|| format!("there is no rule {id}"))?;
            let (text, _) = entry.rule.map_err(|problem| problem.to_string())?;
            texts.push(RuleText { id: id.clone(), text, settings: settings.clone() });
        }
        Ok(texts)
    }
}

fn sitting(holder: Holder) -> Sitting {
    let name = match holder {
        Holder::Human => "you",
        Holder::Bot(BotKind::Random) => "bot, random",
        Holder::Bot(BotKind::Regular) => "bot, regular",
        Holder::Elsewhere => "elsewhere",
    };
    Sitting { holder, name: name.to_owned() }
}

/// A seed that nobody chose.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    // The standard library seeds these from the system's own randomness.
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}

impl Catalogue for Shelf {
    fn modules(&mut self) -> Vec<ModuleCard> {
        if self.changed.swap(false, Ordering::AcqRel) {
            let library = self.library.list();
            let mut before = std::mem::take(&mut self.cards);
            for entry in self.registry.entries() {
                // Setting scenarios up takes long; those of modules that are as they were stay.
                let shown = shown(&entry);
                let card = match before.iter().position(|(known, _)| *known == shown) {
                    Some(at) => before.swap_remove(at).1,
                    None => card(&entry, &library, &self.places),
                };
                self.cards.push((shown, card));
            }
        }
        self.cards.iter().map(|(_, card)| card.clone()).collect()
    }

    fn preview(&mut self, module: &str, scenario: &str) -> Option<Preview> {
        let key = (module.to_owned(), scenario.to_owned());
        let known = self.previews.lock().ok()?.get(&key).cloned();
        if let Some(preview) = known {
            return preview;
        }
        let entry = self.registry.entries().into_iter().find(|entry| entry.id() == Some(module))?;
        let component = entry.module?;
        let folder = self.library.find(scenario)?;
        // Setting a large scenario up takes too long for a frame.
        self.previews.lock().ok()?.insert(key.clone(), None);
        let (previews, context) = (Arc::clone(&self.previews), Arc::clone(&self.context));
        let work = move || {
            let Ok(scenario) = read(&folder, &key.0, &component, &[]) else { return };
            let Some((_, chart)) = charts(&scenario).into_iter().next() else { return };
            let Ok(Ok(mut game)) = Module::create(&component, &scenario.position) else { return };
            let units = game.view(None).map(|view| view.units).unwrap_or_default();
            if let Ok(mut previews) = previews.lock() {
                previews.insert(key, Some(Preview { chart, units, part: None }));
            }
            if let Some(context) = context.get() {
                context.request_repaint();
            }
        };
        std::thread::Builder::new().name("preview".to_owned()).spawn(work).ok()?;
        None
    }

    fn saved(&mut self) -> Vec<SavedTable> {
        if self.saved.is_none() {
            self.saved = Some(saved_tables(&self.tables()));
        }
        self.saved.clone().unwrap_or_default()
    }

    fn open(&mut self, table: &NewTable) -> Result<OpenTable, String> {
        let entry = self.entry(&table.module)?;
        let component = self.own(&entry)?;
        let folder = self
            .library
            .find(&table.scenario)
            .ok_or_else(|| format!("there is no scenario {}", table.scenario))?;
        let scenario = read(&folder, &table.module, &component, &table.options)?;
        let folder = self.tables();
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let created = date::now();
        let setting = Setting {
            seed: table.seed.unwrap_or_else(any_seed),
            seats: table.holders.iter().map(|&holder| sitting(holder)).collect(),
            scenario: game::record(&scenario),
            build: build_of(&entry),
            journal: Some(free_name(&folder, &table.scenario, &created)),
            arranged: Vec::new(),
            created,
            rules: self.chosen(table)?,
            rulebook: Some(Arc::new(Rhai)),
        };
        let parts = parts(&entry, &component, &scenario);
        let module = Arc::new(component);
        let start = || Table::start(module.clone(), scenario.position, setting);
        let table = interrupted_after(PATIENCE, module.as_ref(), start).map_err(|why| why.to_string())?;
        self.saved = None;
        Ok(self.client(table, parts))
    }

    fn resume(&mut self, saved: &SavedTable) -> Result<OpenTable, String> {
        let opened = Journal::open(&saved.path).map_err(|why| why.to_string())?.with_rulebook(Arc::new(Rhai));
        let entry = self.entry(&opened.header.build.module)?;
        let component = self.own(&entry)?;
        let scenario = scenario_of(&opened, &component)?;
        let parts = parts(&entry, &component, &scenario);
        let table = Table::resume(Arc::new(component), build_of(&entry), &opened, Damaged::Refuse)
            .map_err(|why| why.to_string())?;
        self.saved = None;
        Ok(self.client(table, parts))
    }

    fn copy_path(&mut self, title: &str) -> PathBuf {
        let folder = self.tables();
        // A folder that can't be made shows when the copy is written.
        let _ = fs::create_dir_all(&folder);
        free_name(&folder, title, &date::now())
    }

    fn add_module(&mut self, folder: &Path) -> Result<(), String> {
        self.add(folder).map_err(|failure| failure.to_string())
    }

    fn settings(&mut self) -> Settings {
        let text = fs::read_to_string(self.places.data.join("settings.toml")).unwrap_or_default();
        toml::from_str(&text).unwrap_or_default()
    }

    fn keep_settings(&mut self, settings: &Settings) {
        let Ok(text) = toml::to_string(settings) else { return };
        // Settings that can't be kept are no reason to disturb a game.
        let _ = fs::create_dir_all(&self.places.data);
        let _ = fs::write(self.places.data.join("settings.toml"), text);
    }

    fn attach(&mut self, context: egui::Context) {
        let _ = self.context.set(context);
    }
}

/// Does work with a module, and interrupts it if that takes longer than so long.
fn interrupted_after<T>(time: Duration, module: &WasmModule, work: impl FnOnce() -> T) -> T {
    let (done, waiting) = mpsc::channel::<()>();
    let stop = module.stop().clone();
    std::thread::spawn(move || {
        while waiting.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
            stop.press();
        }
    });
    let worked = work();
    drop(done);
    worked
}

/// The scenario that a journal was played from: its own texts, whatever has become of the files.
fn scenario_of(opened: &Opened, module: &dyn Module) -> Result<Scenario, String> {
    let header = &opened.header;
    let texts = Texts { id: header.scenario.name.clone(), files: header.scenario.texts.clone() };
    let known = Known { id: header.build.module.as_str(), description: module.describe() };
    game::set_up(&texts, known, &[]).map_err(first)
}

fn saved_tables(folder: &Path) -> Vec<SavedTable> {
    let mut files: Vec<(std::time::SystemTime, PathBuf)> = fs::read_dir(folder)
        .map(|entries| {
            entries
                .flatten()
                .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
                .collect()
        })
        .unwrap_or_default();
    files.sort();
    files
        .into_iter()
        .rev()
        .filter_map(|(_, path)| {
            let opened = Journal::open(&path).ok()?;
            let title = opened.header.scenario.title.clone();
            let choices = opened.entries.len();
            let note = match (&opened.damage, date::spoken(&opened.header.created)) {
                (Some(damage), _) => format!("{choices} entries stand; {damage}"),
                (None, Some(begun)) => format!("begun {begun}; {choices} entries"),
                (None, None) => format!("{choices} entries"),
            };
            Some(SavedTable { path, title, note })
        })
        .collect()
}

/// A file name that isn't taken.
fn free_name(folder: &Path, title: &str, created: &str) -> PathBuf {
    let plain = |text: &str| -> String {
        text.chars()
            .map(|one| if one.is_ascii_alphanumeric() { one.to_ascii_lowercase() } else { '-' })
            .collect()
    };
    let stem = format!("{}-{}", plain(title), plain(created));
    let numbered = |number: u32| folder.join(format!("{stem}-{number}.jsonl"));
    (1..).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(0))
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
        write("1-first.md", "# Toy\n## T1 The first rule\nIt is a rule.\n");
        write("draft.txt", "## T0 No rule\n");
        let sections = rules_of(folder.path());
        let read: Vec<(&str, &str)> =
            sections.iter().map(|section| (section.id.as_str(), section.title.as_str())).collect();
        assert_eq!(read, [("T1", "The first rule"), ("T2", "The second rule")]);
    }
}
