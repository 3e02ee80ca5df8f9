//! Opening a saved table. Its journal is read and played again on a thread beside the window: it may be long, or a stranger's.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};

use muster_app::catalogue::{SavedTable, Unopened};
use muster_contract::Module;
use muster_engine::{Entry, State, Stop, WasmModule};
use muster_scripts::rules::Rhai;
use muster_scripts::{Known, Scenario, Texts};
use muster_table::replay::Damaged;
use muster_table::{Journal, Opened, Playing, StartError, Table};

use super::lists::Bell;
use super::parts::{Parts, parts};
use crate::modules::build_of;
use crate::{Failure, game};

/// A table that was opened, with what its module shows; or why it wasn't.
type Resumed = Result<(Table, Parts), Unopened>;

/// The table that is being opened, if one is.
#[derive(Default)]
pub(super) struct Resuming(Option<(Playing, Receiver<Resumed>)>);

impl Resuming {
    /// Begins to open a table of one of these modules. What was begun before is no longer waited for.
    pub(super) fn begin(
        &mut self,
        saved: &SavedTable,
        damaged: Damaged,
        entries: Vec<Entry>,
        bell: Bell,
    ) -> Playing {
        let playing = Playing::default();
        let (answer, answers) = mpsc::channel();
        let (path, watched) = (saved.path.clone(), playing.clone());
        let work = move || {
            let opened = open(path, damaged, &entries, watched);
            // Where nobody waits any more, the table is closed again.
            let _ = answer.send(opened);
            bell.wake();
        };
        // Where there is no thread, the sender is gone, which is told.
        let thread = std::thread::Builder::new().name("opening".to_owned()).spawn(work);
        if let Err(why) = thread {
            tracing::warn!(%why, "a saved table can't be opened");
        }
        self.0 = Some((playing.clone(), answers));
        playing
    }

    /// Closes what nobody waits for any more.
    pub(super) fn close_broken_off(&mut self) {
        self.0.take_if(|(playing, _)| playing.is_broken_off());
    }

    /// What has come of it, once.
    pub(super) fn take(&mut self) -> Option<Resumed> {
        let found = match self.0.as_ref()?.1.try_recv() {
            Ok(found) => found,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err("what was to open it has failed".to_owned().into()),
        };
        self.0 = None;
        Some(found)
    }
}

fn open(path: PathBuf, damaged: Damaged, entries: &[Entry], playing: Playing) -> Resumed {
    let locked = Journal::lock(&path).map_err(|why| why.to_string())?;
    let opened = locked.with_rulebook(Arc::new(Rhai)).with_playing(playing);
    let entry = entry_of(entries, &opened.header.build.module)?;
    let component = own(entry)?;
    let scenario = scenario_of(&opened, &component)?;
    let parts = parts(entry, &component, &scenario);
    let table = Table::resume(Arc::new(component), build_of(entry), opened, damaged)
        .map_err(|why| Unopened { words: why.to_string(), stands: matches!(why, StartError::Damaged(_)) })?;
    Ok((table, parts))
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
    let module = entry.module.as_ref().ok_or("the module isn't ready")?;
    Ok(module.with_stop(Stop::default()))
}

/// The scenario that a journal was played from: its own texts, whatever has become of the files.
fn scenario_of(opened: &Opened, module: &dyn Module) -> Result<Scenario, String> {
    let header = &opened.header;
    let texts = Texts::new(header.scenario.name.clone(), header.scenario.texts.clone());
    let known = Known { id: header.build.module.as_str(), description: module.describe() };
    game::set_up(&texts, known, &[]).map_err(Failure::first)
}
