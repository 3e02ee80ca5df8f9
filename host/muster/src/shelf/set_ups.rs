//! Scenarios that are set up for the lobby: those that somebody looks at, one after the other, on a thread beside the window. A
//! script may take some seconds before it is stopped, and a folder may hold thousands; the sum of them all is nobody's to wait for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use muster_app::catalogue::{Preview, ScenarioState};
use muster_contract::{Attribute, Game, Marker, Module, UnitView};
use muster_engine::WasmModule;
use muster_scripts::{Known, Library, Scenario};
use muster_table::dice::TableDice;

use super::lists::Bell;
use super::parts::charts;
use crate::{Failure, game};

/// Sets up a scenario of a folder, with these options instead of its own.
pub(super) fn read(
    library: &Library,
    folder: &Path,
    id: &str,
    module: &dyn Module,
    options: &[Attribute],
) -> Result<Scenario, String> {
    let texts = library.texts(folder).map_err(|problem| problem.to_string())?;
    game::set_up(&texts, Known { id, description: module.describe() }, options).map_err(Failure::first)
}

/// A build of a module and a scenario's folder.
pub(super) type Key = (String, PathBuf);

/// A scenario that is to be set up.
pub(super) struct Job {
    pub(super) key: Key,
    /// The module's id.
    pub(super) module: String,
    pub(super) component: WasmModule,
    pub(super) library: Library,
}

/// What setting a scenario up has come to.
#[derive(Clone, Default)]
struct SetUp {
    state: ScenarioState,
    preview: Option<Preview>,
}

#[derive(Default)]
struct Jobs {
    known: BTreeMap<Key, SetUp>,
    /// What waits; the last is the next.
    waiting: Vec<Job>,
    /// Whether somebody works at them.
    works: bool,
}

/// The scenarios that were set up, and those that wait for it.
pub(super) struct SetUps {
    jobs: Arc<Mutex<Jobs>>,
    bell: Bell,
}

impl SetUps {
    pub(super) fn new(bell: Bell) -> Self {
        Self { jobs: Arc::default(), bell }
    }

    /// Forgets what was set up: the files may have been changed.
    pub(super) fn forget(&mut self) {
        // Whoever works at one has these, and ends when it is done.
        lock(&self.jobs).waiting.clear();
        self.jobs = Arc::default();
    }

    /// What setting this one up has come to; it waits if nobody wanted it yet.
    pub(super) fn state(&self, key: &Key) -> ScenarioState {
        lock(&self.jobs).known.get(key).map(|set_up| set_up.state.clone()).unwrap_or_default()
    }

    /// The picture of this one once it is set up. Which was asked for last is the next that is.
    pub(super) fn preview(&self, key: &Key, job: impl FnOnce() -> Option<Job>) -> Option<Preview> {
        let mut jobs = lock(&self.jobs);
        if let Some(known) = jobs.known.get(key) {
            if known.state == ScenarioState::Waiting
                && let Some(at) = jobs.waiting.iter().position(|job| job.key == *key)
            {
                let last = jobs.waiting.len() - 1;
                jobs.waiting.swap(at, last);
                return None;
            }
            return known.preview.clone();
        }
        jobs.waiting.push(job()?);
        jobs.known.insert(key.clone(), SetUp::default());
        if !jobs.works {
            let (jobs_, bell) = (Arc::clone(&self.jobs), self.bell.clone());
            let work = move || work(&jobs_, &bell);
            jobs.works = std::thread::Builder::new().name("set-ups".to_owned()).spawn(work).is_ok();
        }
        None
    }
}

/// Sets up what waits until nothing does.
fn work(jobs: &Arc<Mutex<Jobs>>, bell: &Bell) {
    loop {
        let Job { key, module, component, library } = {
            let mut jobs = lock(jobs);
            let Some(job) = jobs.waiting.pop() else {
                jobs.works = false;
                return;
            };
            job
        };
        let scenario = read(&library, &key.1, &module, &component, &[]);
        let state = match &scenario {
            Ok(scenario) => {
                let setup = &scenario.position.setup;
                ScenarioState::Ready { seats: setup.seats.clone(), options: setup.options.clone() }
            }
            Err(why) => ScenarioState::Refused(why.clone()),
        };
        lock(jobs).known.insert(key.clone(), SetUp { state, preview: None });
        bell.ring();
        // A module may take its time for the picture, and the next scenario doesn't wait for that.
        if let Ok(scenario) = scenario {
            let (jobs, bell) = (Arc::clone(jobs), bell.clone());
            let work = move || {
                let preview = picture(&scenario, &component);
                if let Some(known) = lock(&jobs).known.get_mut(&key) {
                    known.preview = preview;
                }
                bell.wake();
            };
            let _ = std::thread::Builder::new().name("preview".to_owned()).spawn(work);
        }
    }
}

fn picture(scenario: &Scenario, component: &WasmModule) -> Option<Preview> {
    let (_, chart) = charts(scenario).into_iter().next()?;
    let mut game = Module::create(component, &scenario.position).ok()?.ok()?;
    let (units, markers) = public_units_and_markers(&mut *game);
    if !units.is_empty() {
        return Some(Preview { chart, units, markers, part: None });
    }
    // Where units come onto the board as the game begins it is shown as it stands then, by dice that no table has.
    let (units, markers) = match game.apply(0, "begin", &mut TableDice::new(0)) {
        Ok(Ok(_)) => public_units_and_markers(&mut *game),
        _ => (units, markers),
    };
    Some(Preview { chart, units, markers, part: None })
}

// What everybody may see of it.
fn public_units_and_markers(game: &mut dyn Game) -> (Vec<UnitView>, Vec<Marker>) {
    game.view(None).map(|view| (view.units, view.markers)).unwrap_or_default()
}

fn lock(jobs: &Mutex<Jobs>) -> MutexGuard<'_, Jobs> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner)
}
