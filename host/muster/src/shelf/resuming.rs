//! Opening a saved table. Its journal is read and played again on a thread beside the window: it may be long, or a stranger's.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::Duration;

use muster_app::catalogue::{SavedTable, Unopened};
use muster_contract::{Awaited, Module};
use muster_engine::{Entry, State, Stop, WasmModule};
use muster_scripts::rules::Rhai;
use muster_scripts::{Known, Scenario, Texts};
use muster_table::replay::Damaged;
use muster_table::{Difference, Journal, Locked, Opened, Playing, StartError, Table};

use super::lists::Bell;
use super::parts::{Parts, parts};
use crate::modules::build_of;
use crate::{Failure, game};

/// A table that was opened, with what its module shows; or why it wasn't.
type Resumed = Result<(Table, Parts), Unopened>;

/// How long until it is looked again whether a module is compiled.
const AGAIN: Duration = Duration::from_millis(50);

/// The table that is being opened, if one is.
#[derive(Default)]
pub(super) struct Resuming(Option<Opening>);

struct Opening {
    playing: Playing,
    /// Ends what its module does.
    stop: Stop,
    answer: Receiver<Resumed>,
}

impl Opening {
    /// Nobody waits for it any more: its module and its scripts are stopped, and the journal is let go.
    fn break_off(&self) {
        self.playing.break_off();
        self.stop.press();
    }
}

impl Resuming {
    /// Begins to open a table of one of the modules that are listed then; one that is still being compiled is waited for. What was
    /// begun before is broken off.
    pub(super) fn begin(
        &mut self,
        saved: &SavedTable,
        damaged: Damaged,
        entries: impl Fn() -> Vec<Entry> + Send + 'static,
        bell: Bell,
    ) -> Playing {
        if let Some(before) = self.0.take() {
            before.break_off();
        }
        let (playing, stop) = (Playing::default(), Stop::default());
        let (answer, answers) = mpsc::channel();
        let (path, watched, pressed) = (saved.path.clone(), playing.clone(), stop.clone());
        let work = move || {
            let still = watched.clone();
            let awaited = Awaited::new(move || !still.is_broken_off());
            let opened =
                muster_scripts::while_awaited(awaited, || open(path, damaged, entries, watched, pressed));
            // Where nobody waits any more, the table is closed again.
            let _ = answer.send(opened);
            bell.wake();
        };
        // Where there is no thread, the sender is gone, which is told.
        let thread = std::thread::Builder::new().name("opening".to_owned()).spawn(work);
        if let Err(why) = thread {
            tracing::warn!(%why, "a saved table can't be opened");
        }
        self.0 = Some(Opening { playing: playing.clone(), stop, answer: answers });
        playing
    }

    /// Closes what nobody waits for any more.
    pub(super) fn close_broken_off(&mut self) {
        if let Some(opening) = self.0.take_if(|opening| opening.playing.is_broken_off()) {
            opening.break_off();
        }
    }

    /// What has come of it, once.
    pub(super) fn take(&mut self) -> Option<Resumed> {
        let found = match self.0.as_ref()?.answer.try_recv() {
            Ok(found) => found,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err("what was to open it has failed".to_owned().into()),
        };
        self.0 = None;
        Some(found)
    }
}

fn open(
    path: PathBuf,
    damaged: Damaged,
    entries: impl Fn() -> Vec<Entry>,
    playing: Playing,
    stop: Stop,
) -> Resumed {
    let opened = lock(&path, &playing)?;
    let entries = once_compiled(entries, &opened.header.build.module, &playing);
    let entry = entry_of(&entries, &opened.header.build.module)?;
    let component = ready(entry)?.with_stop(stop);
    let scenario = scenario_of(&opened, &component)?;
    let parts = parts(entry, &component, &scenario);
    let module: Arc<dyn Module> = Arc::new(component);
    let resume = |locked| Table::resume(Arc::clone(&module), build_of(entry), locked, damaged);
    let table = match resume(opened) {
        // This build of the module plays otherwise from there on, and what comes before is to be gone on with.
        Err(StartError::Difference(Difference { entry, .. })) if entry > 1 && damaged == Damaged::Accept => {
            let mut before = lock(&path, &playing)?;
            before.truncate(usize::try_from(entry - 1).unwrap_or_default());
            resume(before)
        }
        resumed => resumed,
    };
    Ok((table.map_err(unopened)?, parts))
}

fn lock(path: &Path, playing: &Playing) -> Result<Locked, String> {
    let locked = Journal::lock(path).map_err(|why| why.to_string())?;
    Ok(locked.with_rulebook(Arc::new(Rhai)).with_playing(playing.clone()))
}

fn unopened(why: StartError) -> Unopened {
    let (words, stands) = match &why {
        StartError::Damaged(_) => (why.to_string(), true),
        StartError::Difference(Difference { entry, what }) if *entry > 1 => {
            let words = "the build of the module that is installed plays otherwise than the one that the game was played under";
            (format!("{words}: at choice {entry}, {what}"), true)
        }
        _ => (why.to_string(), false),
    };
    Unopened { words, stands }
}

/// The modules, when this one is no longer being compiled, or nobody waits for it.
fn once_compiled(entries: impl Fn() -> Vec<Entry>, module: &str, playing: &Playing) -> Vec<Entry> {
    loop {
        let entries = entries();
        let entry = entries.iter().find(|entry| entry.id() == Some(module));
        let compiling = entry.is_some_and(|entry| matches!(entry.state, State::Waiting | State::Compiling));
        if !compiling || playing.is_broken_off() {
            return entries;
        }
        std::thread::sleep(AGAIN);
    }
}

/// The installed module of this id, if it can be played.
pub(super) fn entry_of<'a>(entries: &'a [Entry], module: &str) -> Result<&'a Entry, String> {
    let entry = entries.iter().find(|entry| entry.id() == Some(module));
    let entry = entry.ok_or_else(|| format!("there is no module {module}"))?;
    match &entry.state {
        State::Ready => Ok(entry),
        State::Refused(why) => Err(why.to_string()),
        State::Waiting | State::Compiling => Err(format!(
            "{module} is still being compiled, which happens once; it can be opened when that is done"
        )),
    }
}

/// The module for one table, with a stop button of its own.
pub(super) fn own(entry: &Entry) -> Result<WasmModule, String> {
    Ok(ready(entry)?.with_stop(Stop::default()))
}

fn ready(entry: &Entry) -> Result<&WasmModule, String> {
    entry.module.as_ref().ok_or_else(|| "the module isn't ready".to_owned())
}

/// The scenario that a journal was played from: its own texts, whatever has become of the files. Where its script can't be run
/// any more (it may be slower here than where the game began), what the journal has beside it does without notes.
fn scenario_of(opened: &Opened, module: &dyn Module) -> Result<Scenario, String> {
    let header = &opened.header;
    let texts = Texts::new(header.scenario.name.clone(), header.scenario.texts.clone());
    let known = Known { id: header.build.module.as_str(), description: module.describe() };
    game::set_up(&texts, known, &[]).or_else(|failed| {
        let why = Failure::first(failed);
        let recorded = Scenario::recorded(&texts, known.id, header.scenario.title.clone(), &header.position);
        tracing::warn!(
            found = recorded.is_some(),
            "a saved table's scenario can't be set up; its position is looked for"
        );
        recorded.ok_or(why)
    })
}
