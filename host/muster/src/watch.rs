//! Folders that are watched beside a table, until what watches them is dropped.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use muster_table::Remote;
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{
    DebounceEventResult, DebouncedEvent, Debouncer, RecommendedCache, new_debouncer,
};

/// Folders being watched.
pub(crate) struct Watch {
    _watching: Arc<Mutex<Option<Debounced>>>,
}

type Debounced = Debouncer<RecommendedWatcher, RecommendedCache>;

/// Calls `look` when something has happened in these folders and they have been quiet for so long. A folder that is taken away and
/// made again is watched again. What can't be watched on this machine isn't, which is told at the table in these words and the
/// reason.
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
    started.map_err(|why| table.notify_host(format!("{otherwise}: {why}"))).ok()
}

fn started(
    folders: &[PathBuf],
    mode: RecursiveMode,
    quiet: Duration,
    mut look: impl FnMut() + Send + 'static,
) -> notify::Result<Watch> {
    let watching: Arc<Mutex<Option<Debounced>>> = Arc::default();
    let (again, watched) = (Arc::downgrade(&watching), folders.to_vec());
    let mut watch = new_debouncer(quiet, None, move |events: DebounceEventResult| {
        let Ok(events) = events else { return };
        let changed: Vec<&PathBuf> =
            events.iter().filter(|event| is_change(event)).flat_map(|event| &event.paths).collect();
        // The folders that hold these are watched as well, for this only: a folder that has just been made is another one
        // than that which was watched under its name.
        for folder in watched.iter().filter(|folder| changed.contains(folder) && folder.is_dir()) {
            if let Some(watching) = again.upgrade()
                && let Some(watch) = lock(&watching).as_mut()
            {
                let _ = watch.watch(folder, mode);
            }
        }
        if changed.iter().any(|path| watched.iter().any(|folder| path.starts_with(folder))) {
            tracing::debug!("something has changed in a folder that is watched");
            look();
        }
    })?;
    for folder in folders {
        watch.watch(folder, mode)?;
        if let Some(holder) = folder.parent() {
            // Without this a folder that is made again isn't followed; the rest goes on.
            let _ = watch.watch(holder, RecursiveMode::NonRecursive);
        }
    }
    *lock(&watching) = Some(watch);
    Ok(Watch { _watching: watching })
}

fn lock(watching: &Mutex<Option<Debounced>>) -> MutexGuard<'_, Option<Debounced>> {
    watching.lock().unwrap_or_else(PoisonError::into_inner)
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

    #[test]
    fn a_folder_that_is_made_again_is_watched_again() {
        let holder = tempfile::tempdir().unwrap();
        let folder = holder.path().join("rules");
        let file = folder.join("a.txt");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(&file, "one").unwrap();
        let (tell, told) = mpsc::channel();
        let read = file.clone();
        let look = move || tell.send(std::fs::read_to_string(&read).unwrap_or_default()).unwrap();
        let quiet = Duration::from_millis(20);
        let _watch =
            started(std::slice::from_ref(&folder), RecursiveMode::NonRecursive, quiet, look).unwrap();
        let wait_for = |text: &str| {
            let until = std::time::Instant::now() + Duration::from_secs(20);
            while std::time::Instant::now() < until {
                if told.recv_timeout(Duration::from_millis(100)).is_ok_and(|seen| seen == text) {
                    return true;
                }
            }
            false
        };
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(wait_for(""), "that it went is seen");
        std::fs::create_dir(&folder).unwrap();
        // What is written before it is watched again is read when it is.
        std::thread::sleep(Duration::from_millis(400));
        std::fs::write(&file, "two").unwrap();
        assert!(wait_for("two"));
        // A neighbour is no business of ours.
        std::thread::sleep(Duration::from_millis(300));
        while told.try_recv().is_ok() {}
        std::fs::write(holder.path().join("b.txt"), "three").unwrap();
        assert!(told.recv_timeout(Duration::from_millis(500)).is_err());
    }
}
