//! Folders that are watched beside a table, until what watches them is dropped.

use std::path::PathBuf;
use std::time::Duration;

use muster_table::Remote;
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, DebouncedEvent, Debouncer, RecommendedCache, new_debouncer};

/// Folders being watched.
pub(crate) type Watch = Debouncer<RecommendedWatcher, RecommendedCache>;

/// Calls `look` when something has happened in these folders and they have been quiet for so long. What can't be watched on this
/// machine isn't, which is told at the table in these words and the reason.
pub(crate) fn watch(
    table: &Remote,
    folders: &[PathBuf],
    mode: RecursiveMode,
    quiet: Duration,
    otherwise: &str,
    mut look: impl FnMut() + Send + 'static,
) -> Option<Watch> {
    let watch = new_debouncer(quiet, None, move |events: DebounceEventResult| {
        // That a file was read has changed nothing, and whoever looks reads files.
        let changed = |events: Vec<_>| events.iter().any(|event: &DebouncedEvent| !event.kind.is_access());
        if events.is_ok_and(changed) {
            look();
        }
    });
    let started = watch.and_then(|mut watch| {
        for folder in folders {
            watch.watch(folder, mode)?;
        }
        Ok(watch)
    });
    started.map_err(|why| table.tell(format!("{otherwise}: {why}"))).ok()
}
