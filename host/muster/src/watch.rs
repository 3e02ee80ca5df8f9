//! Folders that are watched beside a table, until what watches them is dropped.

use std::path::PathBuf;
use std::time::Duration;

use muster_table::Remote;
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{
    DebounceEventResult, DebouncedEvent, Debouncer, RecommendedCache, new_debouncer,
};

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
    look: impl FnMut() + Send + 'static,
) -> Option<Watch> {
    let started = started(folders, mode, quiet, look);
    match &started {
        Ok(_) => folders
            .iter()
            .for_each(|folder| tracing::debug!(folder = %folder.display(), "a folder is watched")),
        Err(why) => tracing::warn!(?folders, %why, "folders can't be watched"),
    }
    started.map_err(|why| table.tell(format!("{otherwise}: {why}"))).ok()
}

fn started(
    folders: &[PathBuf],
    mode: RecursiveMode,
    quiet: Duration,
    mut look: impl FnMut() + Send + 'static,
) -> notify::Result<Watch> {
    let mut watch = new_debouncer(quiet, None, move |events: DebounceEventResult| {
        if events.is_ok_and(|events| events.iter().any(is_change)) {
            tracing::debug!("something has changed in a folder that is watched");
            look();
        }
    })?;
    for folder in folders {
        watch.watch(folder, mode)?;
    }
    Ok(watch)
}

/// Whether something has changed. That a file was read is no change, and whoever looks reads files.
fn is_change(event: &DebouncedEvent) -> bool {
    !event.kind.is_access()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    /// A look that is woken by itself would go on for ever.
    #[test]
    fn reading_is_no_change() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        std::fs::write(&file, "one").unwrap();
        let (tell, told) = mpsc::channel();
        let read = file.clone();
        let look = move || tell.send(std::fs::read_to_string(&read).unwrap()).unwrap();
        let quiet = Duration::from_millis(20);
        let _watch = started(&[folder.path().to_owned()], RecursiveMode::NonRecursive, quiet, look).unwrap();
        std::fs::read_to_string(&file).unwrap();
        assert!(told.recv_timeout(Duration::from_millis(400)).is_err(), "somebody has read it");
        std::fs::write(&file, "two").unwrap();
        let seen = told.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!(seen, "two");
        // Writing may come as several changes; looking at them must not be another.
        std::thread::sleep(Duration::from_millis(500));
        while told.try_recv().is_ok() {}
        assert!(told.recv_timeout(Duration::from_millis(600)).is_err(), "it looks again without a change");
    }
}
