//! What the window offers: the modules, scenarios and saved tables of this machine.

mod best;
mod cards;
mod parts;
mod saved;
mod settings;
mod tools;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use muster_app::catalogue::{
    Catalogue, ModuleCard, ModuleState, NewTable, OpenTable, OwnTable, Preview, SavedTable,
};
use muster_app::settings::Settings;
use muster_contract::{Module, RuleText, Seat};
use muster_engine::{Engine, Entry, Manifest, Registry, Stop, WasmModule};
use muster_files::private_folder;
use muster_scripts::rules::Rhai;
use muster_scripts::{Known, Library, Scenario, Texts};
use muster_table::messages::{Holder, Peer};
use muster_table::replay::Damaged;
use muster_table::{Journal, Opened, SeatAssignment, Table, TableConfig, TableHandle, any_seed};

use self::best::BestKept;
use self::cards::{Shown, card, read, shown};
use self::parts::{Parts, charts, parts};
use self::saved::{free_name, saved_tables};
use self::tools::OwnTools;
use crate::bundles::Replace;
use crate::dev::Workshop;
use crate::follow::Follower;
use crate::modules::{build_of, gate};
use crate::source::Source;
use crate::{Failure, Places, date, game};

/// By module and scenario; none while it is being set up.
type Previews = BTreeMap<(String, String), Option<Preview>>;

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
    best: BestKept,
    /// The settings as the window knows them.
    settings: Settings,
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
            best: BestKept::new(&places.data),
            settings: Settings::default(),
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
        Ok(module.with_stop(Stop::default()))
    }

    /// Installs a bundle, or what would be packed of a module's folder.
    fn add(&mut self, path: &Path) -> Result<(), Failure> {
        let bundle = if path.is_dir() {
            let manifest =
                Manifest::read(path).map_err(|why| Failure::Problems(vec![why.to_string().into()]))?;
            let id = manifest.id;
            let shared = crate::bundles::shared_files(path, &[], &id, &self.library)?;
            muster_bundle::pack(path, &[], &shared)?.0
        } else {
            crate::bundles::open(path)?
        };
        let engine = &self.engine;
        let check = |folder: &Path| gate(engine, folder).map(drop).map_err(|failure| failure.to_string());
        crate::bundles::put(&bundle, &self.places, Replace::Ask, check)?;
        self.library = self.places.library();
        self.registry.refresh();
        Ok(())
    }

    fn tables(&self) -> PathBuf {
        self.places.data.join("tables")
    }

    fn client(&self, table: Table, parts: Parts, begun: bool) -> OpenTable {
        let seats = &table.header().seats;
        let eyes: Vec<Seat> = (0..=Seat::MAX)
            .zip(seats)
            .filter(|(_, one)| one.holder == Holder::Human)
            .map(|(at, _)| at)
            .collect();
        let subtitle = table.header().build.module.clone();
        let (module, scenario) = (subtitle.clone(), table.header().scenario.name.clone());
        let rules = table.rules().to_vec();
        let source = Source::of(&table);
        let (at_end, scores) = self.best.counting();
        let handle = TableHandle::start_with(table, Some(at_end));
        let remote = handle.remote();
        let shelf = self.places.rules();
        let follower = Follower::start(&remote, &rules, &shelf);
        let workshop = self.workshop.as_ref();
        let look_again = self.registry.refresher();
        let builds = workshop.and_then(|workshop| workshop.follow(&self.engine, &remote, look_again));
        let scenario = self.library.find_recorded(&module, &scenario).map(|found| found.folder);
        let scenarios =
            scenario.clone().and_then(|folder| source.follow(&remote, folder, self.library.clone()));
        let beside = Box::new((follower, builds, scenarios));
        let files =
            rules.iter().filter_map(|rule| Some((rule.id.clone(), shelf.find(&rule.id)?.path))).collect();
        let tools = OwnTools {
            module,
            description: Arc::new(parts.description.clone()),
            rules,
            files,
            scenario,
            shipped: [self.places.scenarios.clone(), self.places.scripts.clone()],
            library: self.library.clone(),
            engine: self.engine.clone(),
            entries: self.registry.entries(),
            table: remote,
        };
        let wake = Arc::clone(&self.context);
        let client = handle.connect(
            Peer::host(eyes.iter().copied()),
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
            tools: Some(Box::new(tools)),
            scores: Some(scores),
            begun,
        }
    }
}

impl Shelf {
    /// The same, for one who writes a module: its builds take over the tables that are open.
    pub(crate) fn with_workshop(self, workshop: Option<Workshop>) -> Self {
        Self { workshop, ..self }
    }

    /// The rules that were turned on in the lobby.
    fn chosen(&self, table: &NewTable, module: Known<'_>) -> Result<Vec<RuleText>, String> {
        let shelf = self.places.rules();
        let mut texts = Vec::new();
        for (id, settings) in &table.rules {
            let entry = shelf.find(id).ok_or_else(|| format!("there is no rule {id}"))?;
            let (text, _) = entry.rule.map_err(|problem| problem.to_string())?;
            texts.push(RuleText { id: id.clone(), text, settings: settings.clone() });
        }
        crate::rules::flaw(&texts, module).map_or(Ok(texts), Err)
    }
}

fn sitting(holder: Holder) -> SeatAssignment {
    let name = match &holder {
        Holder::Human => "you".to_owned(),
        Holder::Bot(kind) => format!("bot, {}", kind.name()),
        Holder::Elsewhere => "elsewhere".to_owned(),
    };
    SeatAssignment { holder, name }
}

impl Catalogue for Shelf {
    fn modules(&mut self) -> Vec<ModuleCard> {
        if self.changed.swap(false, Ordering::AcqRel) {
            let listed = self.library.list();
            let mut before = std::mem::take(&mut self.cards);
            for entry in self.registry.entries() {
                // Setting scenarios up takes long; those of modules that are as they were stay.
                let shown = shown(&entry);
                let card = match before.iter().position(|(known, _)| *known == shown) {
                    Some(at) => before.swap_remove(at).1,
                    None => card(&entry, &self.library, &listed, &self.places),
                };
                self.cards.push((shown, card));
            }
            // The lightest is what one who has never played looks at first; what can't be played stands last.
            self.cards.sort_by_key(|(_, card)| {
                (matches!(card.state, ModuleState::Refused { .. }), card.complexity)
            });
        }
        let best = &mut self.best;
        let mut card = |card: &ModuleCard| ModuleCard { scores: best.of(&card.id), ..card.clone() };
        self.cards.iter().map(|(_, one)| card(one)).collect()
    }

    fn preview(&mut self, module: &str, scenario: &str) -> Option<Preview> {
        let key = (module.to_owned(), scenario.to_owned());
        let known = self.previews.lock().ok()?.get(&key).cloned();
        if let Some(preview) = known {
            return preview;
        }
        let entry = self.registry.entries().into_iter().find(|entry| entry.id() == Some(module))?;
        let component = entry.module?;
        let folder = self.library.find_for(module, scenario)?.folder;
        // Setting a large scenario up takes too long for a frame.
        self.previews.lock().ok()?.insert(key.clone(), None);
        let (previews, context) = (Arc::clone(&self.previews), Arc::clone(&self.context));
        let library = self.library.clone();
        let work = move || {
            let Ok(scenario) = read(&library, &folder, &key.0, &component, &[]) else { return };
            let Some((_, chart)) = charts(&scenario).into_iter().next() else { return };
            let Ok(Ok(mut game)) = Module::create(&component, &scenario.position) else { return };
            let (units, markers) = game.view(None).map(|view| (view.units, view.markers)).unwrap_or_default();
            if let Ok(mut previews) = previews.lock() {
                previews.insert(key, Some(Preview { chart, units, markers, part: None }));
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
            .find_for(&table.module, &table.scenario)
            .map(|found| found.folder)
            .ok_or_else(|| format!("there is no scenario {}", table.scenario))?;
        let scenario = read(&self.library, &folder, &table.module, &component, &table.options)?;
        let folder = self.tables();
        private_folder(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let created = date::now();
        let setting = TableConfig {
            seed: table.seed.map_or_else(any_seed, Ok).map_err(|why| why.to_string())?,
            seats: table.holders.iter().copied().map(sitting).collect(),
            scenario: game::record(&scenario),
            build: build_of(&entry),
            journal: Some(free_name(&folder, &table.scenario, &created)),
            arranged: Vec::new(),
            created,
            rules: self.chosen(table, Known::from(&component))?,
            rulebook: Some(Arc::new(Rhai)),
        };
        let parts = parts(&entry, &component, &scenario);
        let module = Arc::new(component);
        let start = || Table::start(module.clone(), scenario.position, setting);
        let table = interrupted_after(PATIENCE, module.as_ref(), start).map_err(|why| why.to_string())?;
        self.saved = None;
        Ok(self.client(table, parts, false))
    }

    fn resume(&mut self, saved: &SavedTable) -> Result<OpenTable, String> {
        let opened = Journal::lock(&saved.path).map_err(|why| why.to_string())?.with_rulebook(Arc::new(Rhai));
        let entry = self.entry(&opened.header.build.module)?;
        let component = self.own(&entry)?;
        let scenario = scenario_of(&opened, &component)?;
        let parts = parts(&entry, &component, &scenario);
        let table = Table::resume(Arc::new(component), build_of(&entry), opened, Damaged::Refuse)
            .map_err(|why| why.to_string())?;
        self.saved = None;
        Ok(self.client(table, parts, true))
    }

    fn copy_path(&mut self, title: &str) -> PathBuf {
        let folder = self.tables();
        // A folder that can't be made shows when the copy is written.
        let _ = private_folder(&folder);
        free_name(&folder, title, &date::now())
    }

    fn add_module(&mut self, folder: &Path) -> Result<(), String> {
        self.add(folder).map_err(|failure| failure.to_string())
    }

    fn settings(&mut self) -> Settings {
        self.settings = settings::read(&self.places.data.join(settings::FILE));
        self.settings.clone()
    }

    fn keep_settings(&mut self, settings: &Settings) {
        // Settings that can't be kept are no reason to disturb a game.
        let _ = private_folder(&self.places.data);
        let path = self.places.data.join(settings::FILE);
        match settings::write(&path, &self.settings, settings) {
            Ok(()) => self.settings.clone_from(settings),
            Err(why) => tracing::warn!(path = %path.display(), %why, "the settings aren't kept"),
        }
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
    let texts = Texts::new(header.scenario.name.clone(), header.scenario.texts.clone());
    let known = Known { id: header.build.module.as_str(), description: module.describe() };
    game::set_up(&texts, known, &[]).map_err(Failure::first)
}
