//! What the window offers: the modules, scenarios and saved tables of this machine.

mod adding;
mod beside;
mod best;
mod bookmarks;
mod cards;
mod dialog;
mod lists;
mod parts;
mod resuming;
mod saved;
mod set_ups;
mod settings;
mod standing;
mod tools;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use muster_app::catalogue::{
    Addition, Catalogue, ModuleCard, ModuleState, NewTable, OpenTable, OwnTable, Preview, SavedTable,
    Unopened,
};
use muster_app::first::First;
use muster_app::settings::Settings;
use muster_app::snapshot::Keeper;
use muster_contract::{Awaited, RuleText, printable};
use muster_engine::{Engine, Entry, Registry, WasmModule};
use muster_files::private_folder;
use muster_scripts::rules::Rhai;
use muster_scripts::{Found, Known, Library, while_awaited};
use muster_table::messages::{Holder, Peer};
use muster_table::replay::Damaged;
use muster_table::{
    AtRest, Attendant, Playing, Remote, SeatAssignment, Table, TableConfig, TableHandle, any_seed,
};

use self::adding::Adding;
use self::best::BestKept;
use self::cards::{Listed, card, key};
use self::dialog::FileDialog;
use self::lists::{Bell, Listing};
pub(crate) use self::parts::charts;
use self::parts::{Parts, parts};
use self::resuming::{Resuming, entry_of, own};
use self::saved::{SavedTables, free_name};
use self::set_ups::{Job, SetUps, read};
use self::tools::OwnTools;
use crate::dev::Workshop;
use crate::follow::Follower;
use crate::modules::build_of;
use crate::pictures::{OwnKeeper, Subject};
use crate::source::{Source, mistaken};
use crate::{Failure, Places, date, game};

/// The folder of saved tables, in the one with the user's data.
const TABLES: &str = "tables";

/// How long a module or a script may take to set a table up before it is interrupted: the window waits for it.
const PATIENCE: Duration = Duration::from_secs(3);

/// The catalogue that the program gives its window.
pub struct Shelf {
    places: Places,
    library: Library,
    engine: Engine,
    registry: Registry,
    bell: Bell,
    adding: Adding,
    cards: Vec<Listed>,
    listing: Listing,
    set_ups: SetUps,
    /// Whether files may have been changed since they were listed: somebody was at a table.
    was_away: bool,
    /// The same of saved tables, told by the tables' threads too: how a table stands is known a moment after somebody has left it.
    were_played: Arc<AtomicBool>,
    saved: SavedTables,
    best: BestKept,
    resuming: Resuming,
    dialog: FileDialog,
    /// The settings as the window knows them.
    settings: Settings,
    workshop: Option<Workshop>,
}

impl Shelf {
    /// Begins to load what there is. Modules compile on a thread of their own, and scenarios are listed and set up on others.
    pub fn open(places: &Places) -> Result<Self, Failure> {
        let engine =
            Engine::start(muster_engine::Settings { cache: places.cache.clone(), ..Default::default() })?;
        let bell = Bell::default();
        let told = bell.clone();
        let registry = Registry::open(&engine, &places.modules, move |_| told.ring());
        bell.ring();
        let library = places.library();
        let listing = Listing::new(bell.clone());
        listing.read(&library, places);
        let saved = SavedTables::list(places.data.join(TABLES), bell.clone());
        Ok(Self {
            places: places.clone(),
            library,
            engine,
            registry,
            cards: Vec::new(),
            listing,
            set_ups: SetUps::new(bell.clone()),
            bell,
            adding: Adding::default(),
            was_away: false,
            were_played: Arc::default(),
            saved,
            best: BestKept::new(&places.data),
            resuming: Resuming::default(),
            dialog: FileDialog::default(),
            settings: Settings::default(),
            workshop: None,
        })
    }

    fn entry(&self, module: &str) -> Result<Entry, String> {
        entry_of(&self.registry.entries(), module).cloned()
    }

    /// Lists and sets up anew what may have been changed.
    fn list_again(&mut self) {
        self.was_away = false;
        self.set_ups.forget();
        self.listing.read(&self.library, &self.places);
        self.bell.ring();
    }

    /// The scenario that a card of the lobby has under this id; before there are cards, the one that would be on it.
    fn scenario(&self, module: &str, id: &str) -> Option<Found> {
        let shown = self.cards.iter().find(|shown| shown.card.id == module);
        let folder = shown.and_then(|shown| shown.folder(id));
        let on_card = |folder: &PathBuf| Found { folder: folder.clone(), mistake: None, behind: Vec::new() };
        folder.map(on_card).or_else(|| self.library.find_for(module, id))
    }

    fn tables(&self) -> PathBuf {
        self.places.data.join(TABLES)
    }

    /// Keeps how a table stands whenever it rests, and has the saved tables listed with that.
    fn keeping_standing(&self) -> AtRest {
        self.were_played.store(true, Ordering::Release);
        let (were_played, bell) = (Arc::clone(&self.were_played), self.bell.clone());
        Box::new(move |table| {
            standing::keep(table);
            were_played.store(true, Ordering::Release);
            bell.wake();
        })
    }

    /// Who makes pictures of the game on its main board.
    fn keeper(&self, parts: &Parts, remote: Remote, peer: Peer) -> Option<Box<dyn Keeper>> {
        let (_, chart) = parts.boards.first()?;
        let subject = Subject {
            chart: Arc::clone(chart),
            description: Arc::new(parts.description.clone()),
            title: parts.title.clone(),
        };
        let bell = self.bell.clone();
        Some(Box::new(OwnKeeper { remote, peer, subject, wake: Arc::new(move || bell.wake()) }))
    }

    fn client(
        &self,
        table: Table,
        parts: Parts,
        found: Option<Found>,
        begun: bool,
    ) -> Result<OpenTable, String> {
        let eyes = game::people(&table.header().seats);
        let subtitle = table.header().build.module.clone();
        let module = subtitle.clone();
        let rules = table.rules().to_vec();
        let source = Source::of(&table);
        let (at_end, scores) = self.best.counting();
        let attendant = Attendant { at_end: Some(at_end), at_rest: Some(self.keeping_standing()) };
        let handle =
            TableHandle::start_with(table, attendant).map_err(|why| Failure::NoThread(why).to_string())?;
        let remote = handle.remote();
        let shelf = self.places.rules();
        let follower = Follower::start(&remote, &rules, &shelf);
        let workshop = self.workshop.as_ref();
        let look_again = self.registry.refresher();
        let builds = workshop.and_then(|workshop| workshop.follow(&self.engine, &remote, look_again));
        let mistake = found.as_ref().and_then(mistaken);
        let scenario = found.map(|found| found.folder);
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
            kept: self.places.data.join("kept"),
            overwritten: Default::default(),
            library: self.library.clone(),
            engine: self.engine.clone(),
            entries: self.registry.entries(),
            table: remote.clone(),
        };
        let bell = self.bell.clone();
        let peer = Peer::host(eyes.iter().copied());
        let keeper = self.keeper(&parts, remote.clone(), peer.clone());
        let client = handle.connect(peer, Some(Box::new(move || bell.wake())));
        // Now somebody hears it.
        if let Some(mistake) = mistake {
            remote.notify_host(mistake);
        }
        Ok(OpenTable {
            line: Box::new(OwnTable { client, handle, beside }),
            description: parts.description,
            boards: parts.boards,
            title: parts.title,
            subtitle: if parts.subtitle.is_empty() { subtitle } else { parts.subtitle },
            eyes,
            rules: parts.rules,
            notes: parts.notes,
            tools: Some(Box::new(tools)),
            keeper,
            scores: Some(scores),
            begun,
        })
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
            let entry = shelf.find(id).ok_or_else(|| format!("there is no rule {}", printable::name(id)))?;
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
        self.resuming.close_broken_off();
        if self.was_away {
            self.list_again();
        }
        if self.bell.was_rung() {
            let entries = self.registry.entries();
            let modules: Vec<String> = entries.iter().filter_map(Entry::id).map(str::to_owned).collect();
            let lists = self.listing.get();
            let shown = entries.into_iter().map(|entry| card(entry, &lists, &self.set_ups, &modules));
            self.cards = shown.collect();
            drop(lists);
            // The lightest is what one who has never played looks at first; what can't be played stands last.
            self.cards.sort_by_key(|Listed { card, .. }| {
                (matches!(card.state, ModuleState::Refused { .. }), card.complexity)
            });
        }
        let best = &mut self.best;
        let mut card = |card: &ModuleCard| ModuleCard { scores: best.of(&card.id), ..card.clone() };
        self.cards.iter().map(|shown| card(&shown.card)).collect()
    }

    fn preview(&mut self, module: &str, scenario: &str) -> Option<Preview> {
        let shown =
            self.cards.iter().find(|shown| shown.card.id == module && shown.entry.module.is_some())?;
        let key = key(&shown.entry, shown.folder(scenario)?)?;
        let job = || {
            let component = shown.entry.module.clone()?;
            Some(Job {
                key: key.clone(),
                module: module.to_owned(),
                component,
                library: self.library.clone(),
            })
        };
        self.set_ups.preview(&key, job)
    }

    fn saved(&mut self) -> Vec<SavedTable> {
        // Somebody was at a table, and comes back to the lobby.
        if self.were_played.swap(false, Ordering::AcqRel) {
            self.saved.list_again();
        }
        self.saved.get()
    }

    fn rename(&mut self, table: &SavedTable, name: &str) -> Result<(), String> {
        standing::rename(&table.path, name).map_err(|why| format!("{}: {why}", table.path.display()))?;
        self.saved.list_again();
        Ok(())
    }

    fn delete(&mut self, table: &SavedTable) -> Result<(), String> {
        let deleted = saved::delete(&table.path);
        self.saved.list_again();
        deleted
    }

    fn bookmarks(&mut self, journal: &Path) -> Vec<u64> {
        bookmarks::of(journal)
    }

    fn keep_bookmarks(&mut self, journal: &Path, records: &[u64]) -> Result<(), String> {
        bookmarks::keep(journal, records).map_err(|why| format!("{}: {why}", journal.display()))
    }

    fn ask_for_file(&mut self) {
        self.dialog.show(self.bell.clone());
    }

    fn file_asked_for(&mut self) -> Option<PathBuf> {
        self.dialog.take()
    }

    fn file(&mut self, path: &Path) -> First {
        crate::first::of(Some(path))
    }

    fn open(&mut self, table: &NewTable) -> Result<OpenTable, String> {
        let entry = self.entry(&table.module)?;
        let component = own(&entry)?;
        let found = self
            .scenario(&table.module, &table.scenario)
            .ok_or_else(|| format!("there is no scenario {}", printable::name(&table.scenario)))?;
        let read = || read(&self.library, &found.folder, &table.module, &component, &table.options);
        let scenario = while_awaited(for_a_while(), read)?;
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
            rules: while_awaited(for_a_while(), || self.chosen(table, Known::from(&component)))?,
            strict_undo: table.strict_undo,
            rulebook: Some(Arc::new(Rhai)),
        };
        let parts = parts(&entry, &component, &scenario);
        let module = Arc::new(component);
        let start = || Table::start(module.clone(), scenario.position, setting);
        let start = || while_awaited(for_a_while(), start);
        let table = interrupted_after(PATIENCE, module.as_ref(), start).map_err(|why| why.to_string())?;
        self.was_away = true;
        self.client(table, parts, Some(found), false)
    }

    fn resume(&mut self, saved: &SavedTable, accepted: bool) -> Playing {
        let damaged = if accepted { Damaged::Accept } else { Damaged::Refuse };
        self.resuming.begin(saved, damaged, self.registry.lister(), self.bell.clone())
    }

    fn resumed(&mut self) -> Option<Result<OpenTable, Unopened>> {
        let opened = self.resuming.take()?;
        Some(opened.and_then(|(table, parts)| {
            self.was_away = true;
            let header = table.header();
            let found = self.library.find_recorded(&header.build.module, &header.scenario.name);
            Ok(self.client(table, parts, found, true)?)
        }))
    }

    fn copy_path(&mut self, title: &str) -> PathBuf {
        let folder = self.tables();
        // A folder that can't be made shows when the copy is written.
        let _ = private_folder(&folder);
        free_name(&folder, title, &date::now())
    }

    fn add_module(&mut self, path: &Path) {
        self.adding.start(path, &self.places, &self.engine, &self.library, self.bell.clone());
    }

    fn addition(&mut self) -> Addition {
        if self.adding.has_added() {
            self.library = self.places.library();
            self.registry.refresh();
            self.list_again();
        }
        self.adding.state()
    }

    fn settings(&mut self) -> Settings {
        self.settings = settings::read(&self.places.data.join(settings::FILE));
        self.settings.clone()
    }

    fn keep_settings(&mut self, settings: &Settings) -> Result<(), String> {
        let _ = private_folder(&self.places.data);
        let path = self.places.data.join(settings::FILE);
        settings::write(&path, &self.settings, settings).map_err(|why| {
            tracing::warn!(path = %path.display(), %why, "the settings aren't kept");
            format!("{}: {why}", path.display())
        })?;
        self.settings.clone_from(settings);
        Ok(())
    }

    fn attach(&mut self, context: egui::Context) {
        self.bell.hang_up(context);
    }
}

/// The window waits for a script as long as for a module.
fn for_a_while() -> Awaited {
    let since = Instant::now();
    Awaited::new(move || since.elapsed() < PATIENCE)
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
