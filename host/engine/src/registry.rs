//! The registry: which modules there are, and how far each is on its way to the table.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Instant,
};

use crate::{BadManifest, Engine, Manifest, Stop, Unfit, WasmModule, gate::Candidate, manifest::FILE};

/// The modules in some folders. Manifests are read at once; components are read, checked and compiled one after the
/// other on a thread of the registry's own.
pub struct Registry {
    catalogue: Arc<Catalogue>,
    jobs: Sender<()>,
}

/// What the registry and its thread share.
struct Catalogue {
    engine: Engine,
    folders: Vec<PathBuf>,
    entries: Mutex<Vec<Entry>>,
    changed: Condvar,
    notify: Box<dyn Fn(&Entry) + Send + Sync>,
}

/// A module as the lobby shows it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The module's folder.
    pub folder: PathBuf,
    /// What it says of itself, if that can be read.
    pub manifest: Option<Manifest>,
    /// How far it is.
    pub state: State,
    /// The latest build that passed the gate. It stays when a later build is refused.
    pub module: Option<WasmModule>,
}

/// How far a module is.
#[derive(Clone, Debug)]
pub enum State {
    /// It waits for its turn.
    Waiting,
    /// It is being compiled, which takes a second or so.
    Compiling,
    /// It can be played.
    Ready,
    /// It, or its latest build, can't be played, and this is why.
    Refused(Arc<Refused>),
}

/// Why a module isn't offered.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// Its manifest is wrong.
    #[error(transparent)]
    Manifest(#[from] BadManifest),
    /// Its component is.
    #[error(transparent)]
    Component(#[from] Unfit),
    /// A folder with modules can't be looked through.
    #[error("{}: no modules can be looked for there: {why}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        why: io::Error,
    },
    /// Another folder has a module of the same id.
    #[error(
        "{}: there is already a module `{id}`, in {}. Remove one of them, or give it another id",
        folder.display(), first.display()
    )]
    Twice {
        /// The folder that is refused.
        folder: PathBuf,
        /// The id.
        id: String,
        /// The folder that came first.
        first: PathBuf,
    },
}

/// A module that was asked for can't be had.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoModule {
    /// There is none of that id.
    #[error("{}", unknown(id, known, unreadable))]
    Unknown {
        /// The id that was asked for.
        id: String,
        /// The ids that there are.
        known: Vec<String>,
        /// Why others can't be read, of which nobody knows what they are.
        unreadable: Vec<Arc<Refused>>,
    },
    /// There is one, and it was refused.
    #[error("{0}")]
    Refused(Arc<Refused>),
}

fn unknown(id: &str, known: &[String], unreadable: &[Arc<Refused>]) -> String {
    let others = match known {
        [] => "there are none at all".to_owned(),
        [one] => format!("there is {one}"),
        known => format!("there are {}", known.join(", ")),
    };
    if unreadable.is_empty() {
        return format!("there is no module `{id}`; {others}");
    }
    let why: Vec<String> = unreadable.iter().map(ToString::to_string).collect();
    format!(
        "there is no module `{id}` among those that can be read; {others}. What can't be read: {}",
        why.join("; ")
    )
}

impl Entry {
    /// The module's id, if its manifest says.
    pub fn id(&self) -> Option<&str> {
        self.manifest.as_ref().map(|manifest| manifest.id.as_str())
    }
}

impl Registry {
    /// Looks for modules in these folders: each folder in them that has a `plugin.toml` is one, or a folder
    /// itself. `notify` is told whenever an entry changes, from the registry's thread.
    pub fn open(
        engine: &Engine,
        folders: &[PathBuf],
        notify: impl Fn(&Entry) + Send + Sync + 'static,
    ) -> Self {
        let catalogue = Arc::new(Catalogue {
            engine: engine.clone(),
            folders: folders.to_vec(),
            entries: Mutex::new(Vec::new()),
            changed: Condvar::new(),
            notify: Box::new(notify),
        });
        catalogue.scan();
        let (jobs, inbox) = mpsc::channel();
        let worker = Arc::clone(&catalogue);
        let spawned = thread::Builder::new().name("module registry".to_owned()).spawn(move || {
            worker.work();
            serve(&worker, &inbox);
        });
        if spawned.is_err() {
            // No threads left: then it has to be done here.
            catalogue.work();
        }
        Self { catalogue, jobs }
    }

    /// Every module, in the order of the folders and names.
    pub fn entries(&self) -> Vec<Entry> {
        self.catalogue.entries().clone()
    }

    /// Waits until the module is ready or refused. Whoever asks gets it with a stop button of its own.
    pub fn wait(&self, id: &str) -> Result<WasmModule, NoModule> {
        let mut entries = self.catalogue.entries();
        loop {
            let Some(entry) = entries.iter().find(|entry| entry.id() == Some(id)) else {
                // It may be in the folder that can't be looked through.
                let unseen = entries.iter().find_map(|entry| match &entry.state {
                    State::Refused(why) if matches!(**why, Refused::Folder { .. }) => Some(Arc::clone(why)),
                    _ => None,
                });
                if let Some(why) = unseen {
                    return Err(NoModule::Refused(why));
                }
                let known = entries.iter().filter_map(Entry::id).map(str::to_owned).collect();
                let unreadable = entries.iter().filter(|entry| entry.manifest.is_none());
                let unreadable = unreadable.filter_map(|entry| match &entry.state {
                    State::Refused(why) => Some(Arc::clone(why)),
                    _ => None,
                });
                let unreadable = unreadable.collect();
                return Err(NoModule::Unknown { id: id.to_owned(), known, unreadable });
            };
            match (&entry.state, &entry.module) {
                (State::Ready, Some(module)) => return Ok(module.with_stop(Stop::default())),
                (State::Refused(reason), _) => return Err(NoModule::Refused(Arc::clone(reason))),
                _ => {}
            }
            entries = self.catalogue.changed.wait(entries).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Looks again: for new modules, modules that are gone, and new builds. A build that is refused leaves the one
    /// before it in place.
    pub fn refresh(&self) {
        // The thread only ends when this sender is gone.
        let _ = self.jobs.send(());
    }
}

impl Registry {
    /// The same as [`Registry::refresh`], for a thread that outlives nothing of it.
    pub fn refresher(&self) -> impl Fn() + Send + 'static {
        let jobs = self.jobs.clone();
        move || {
            // The registry is gone, and with it whoever would have wanted to know.
            let _ = jobs.send(());
        }
    }
}

impl Registry {
    /// The same as [`Registry::entries`], for a thread of its own.
    pub fn lister(&self) -> impl Fn() -> Vec<Entry> + Send + 'static {
        let catalogue = Arc::clone(&self.catalogue);
        move || catalogue.entries().clone()
    }
}

fn serve(catalogue: &Catalogue, inbox: &Receiver<()>) {
    while inbox.recv().is_ok() {
        // Several wishes to look again are one.
        while inbox.try_recv().is_ok() {}
        catalogue.scan();
        catalogue.work();
    }
}

impl Catalogue {
    fn entries(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the manifests. What was ready stays so until its component has been looked at again.
    fn scan(&self) {
        let mut found: Vec<Entry> = Vec::new();
        let mut folders = Vec::new();
        for folder in &self.folders {
            match modules_in(folder) {
                Ok(modules) => folders.extend(modules),
                Err(why) => {
                    let folder = folder.clone();
                    let refused = Refused::Folder { folder: folder.clone(), why };
                    let state = State::Refused(Arc::new(refused));
                    found.push(Entry { folder, manifest: None, state, module: None });
                }
            }
        }
        for folder in folders {
            let (manifest, state) = match Manifest::read(&folder) {
                Ok(manifest) => {
                    let first = found
                        .iter()
                        .find(|entry| entry.id() == Some(&manifest.id))
                        .map(|entry| entry.folder.clone());
                    match first {
                        // A folder that is named by itself may lie in another that is named, too.
                        Some(first) if muster_files::is_same_folder(&first, &folder) => continue,
                        // Without a manifest it can't be taken for the first by its id.
                        Some(first) => {
                            let twice = Refused::Twice { folder: folder.clone(), id: manifest.id, first };
                            (None, State::Refused(Arc::new(twice)))
                        }
                        None => (Some(manifest), State::Waiting),
                    }
                }
                Err(error) => (None, State::Refused(Arc::new(Refused::Manifest(error)))),
            };
            found.push(Entry { folder, manifest, state, module: None });
        }
        for entry in &found {
            let (module, folder) = (entry.id(), entry.folder.display());
            match &entry.state {
                State::Refused(why) => tracing::warn!(%folder, %why, "a module is refused"),
                _ => tracing::debug!(module, %folder, "a module is found"),
            }
        }
        let mut entries = self.entries();
        for entry in &mut found {
            let before = entries.iter_mut().find(|before| before.folder == entry.folder);
            if let Some(before) = before {
                entry.module = before.module.take();
                if before.id() == entry.id() && matches!(before.state, State::Ready) {
                    entry.state = State::Ready;
                }
            }
        }
        *entries = found;
        drop(entries);
        self.changed.notify_all();
    }

    /// Takes every entry with a manifest through the gate, unless it has come through with the same bytes.
    ///
    /// The lightest come first, as in the lobby: what a person looks at there can be played while the others are still compiled.
    fn work(&self) {
        let mut todo: Vec<(PathBuf, Manifest, Option<WasmModule>)> = self
            .entries()
            .iter()
            .filter_map(|entry| {
                let manifest = entry.manifest.clone()?;
                Some((entry.folder.clone(), manifest, entry.module.clone()))
            })
            .collect();
        todo.sort_by_key(|(_, manifest, _)| manifest.complexity);
        for (folder, manifest, before) in todo {
            let file = folder.join(&manifest.component);
            let candidate = match Candidate::read(&file) {
                Ok(candidate) => candidate,
                Err(error) => {
                    self.refuse(&folder, &manifest, error);
                    continue;
                }
            };
            if before.is_some_and(|before| before.is_of(&candidate.hash)) {
                self.update(&folder, State::Ready, None);
                continue;
            }
            let (began, mut compiled) = (Instant::now(), false);
            let admitted = candidate.admit(&self.engine, &manifest.id, || {
                compiled = true;
                self.update(&folder, State::Compiling, None);
            });
            match admitted {
                Ok(module) => {
                    let (Manifest { id, version, .. }, build) = (&manifest, module.hash());
                    let millis = began.elapsed().as_millis();
                    tracing::info!(module = id, %version, build, compiled, millis, "a module is ready");
                    self.update(&folder, State::Ready, Some(module));
                }
                Err(error) => self.refuse(&folder, &manifest, error),
            }
        }
    }

    fn refuse(&self, folder: &Path, manifest: &Manifest, why: Unfit) {
        let Manifest { id, version, .. } = manifest;
        tracing::warn!(module = id, %version, folder = %folder.display(), %why, "a module is refused");
        self.update(folder, State::Refused(Arc::new(why.into())), None);
    }

    fn update(&self, folder: &Path, state: State, module: Option<WasmModule>) {
        let mut entries = self.entries();
        let Some(entry) = entries.iter_mut().find(|entry| entry.folder == folder) else { return };
        entry.state = state;
        if module.is_some() {
            entry.module = module;
        }
        let entry = entry.clone();
        drop(entries);
        self.changed.notify_all();
        (self.notify)(&entry);
    }
}

/// The modules' folders in this folder. One that isn't there has none.
fn modules_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if folder.join(FILE).is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let entries = match fs::read_dir(folder) {
        Err(why) if matches!(why.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        entries => entries?,
    };
    let folders = entries.map(|entry| Ok(entry?.path()));
    let mut folders: Vec<PathBuf> = folders.collect::<io::Result<_>>()?;
    // What can't be looked at may be one.
    folders.retain(|path| path.join(FILE).is_file() || path.join(FILE).try_exists().is_err());
    folders.sort();
    Ok(folders)
}
