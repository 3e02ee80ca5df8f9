//! Folders that are watched beside a table, until what watches them is dropped.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, mpsc};
use std::time::Duration;

use muster_table::Remote;
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{
    DebounceEventResult, DebouncedEvent, Debouncer, RecommendedCache, new_debouncer,
};

/// How often it is looked whether a folder is still the one that is watched.
const OFTEN: Duration = Duration::from_millis(500);

/// Folders being watched.
pub(crate) struct Watch {
    _watching: Arc<Mutex<Option<Debounced>>>,
}

type Debounced = Debouncer<RecommendedWatcher, RecommendedCache>;

/// Calls `look` when something has happened in these folders and they have been quiet for so long. A folder that is taken away and
/// made again is watched again, and so is one that has become another since a folder above it did. What can't be watched on this machine isn't, which is told at the table in these words and the
/// reason.
pub(crate) fn watch(
    table: &Remote,
    folders: &[PathBuf],
    mode: RecursiveMode,
    quiet: Duration,
    otherwise: &str,
    look: impl FnMut() + Send + 'static,
) -> Option<Watch> {
    let started =
        room_for(THREADS).map_err(notify::Error::io).and_then(|()| started(folders, mode, quiet, look));
    match &started {
        Ok(_) => folders
            .iter()
            .for_each(|folder| tracing::debug!(folder = %folder.display(), "a folder is watched")),
        Err(why) => tracing::warn!(?folders, %why, "folders can't be watched"),
    }
    started.map_err(|why| table.notify_host(format!("{otherwise}: {why}"))).ok()
}

/// How many threads watching takes: what hears the system, what waits until it is quiet, and what compares folders.
const THREADS: usize = 3;

/// Whether the system starts so many threads more for this program. What hears it doesn't look whether its own could be started,
/// and panics over it later.
fn room_for(threads: usize) -> io::Result<()> {
    let (stop, stopped) = mpsc::channel::<()>();
    let stopped = Arc::new(Mutex::new(stopped));
    let mut waiting = Vec::new();
    let started = (0..threads).try_for_each(|_| {
        let stopped = Arc::clone(&stopped);
        let thread = std::thread::Builder::new().name("room".to_owned());
        let wait = move || {
            let _ = lock(&stopped).recv();
        };
        waiting.push(thread.spawn(wait)?);
        Ok(())
    });
    drop(stop);
    for thread in waiting {
        let _ = thread.join();
    }
    started
}

fn started(
    folders: &[PathBuf],
    mode: RecursiveMode,
    quiet: Duration,
    look: impl FnMut() + Send + 'static,
) -> notify::Result<Watch> {
    let watching: Arc<Mutex<Option<Debounced>>> = Arc::default();
    let (again, watched) = (Arc::downgrade(&watching), folders.to_vec());
    let look = Arc::new(Mutex::new(look));
    let looked = Arc::clone(&look);
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
            lock(&looked)();
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
    let (kept, folders) = (Arc::downgrade(&watching), folders.to_vec());
    let seen = folders.iter().map(|folder| which(folder)).collect();
    let compare = move || compare(&folders, seen, mode, &kept, &look);
    std::thread::Builder::new().name("folders".to_owned()).spawn(compare).map_err(notify::Error::io)?;
    Ok(Watch { _watching: watching })
}

/// Compares the folders with those that are watched, now and then, until nobody watches them any more: of a folder above them that
/// is renamed, or that changes places with another, the system tells nothing to whoever watches what lies in it.
fn compare(
    folders: &[PathBuf],
    mut seen: Vec<Option<Which>>,
    mode: RecursiveMode,
    kept: &Weak<Mutex<Option<Debounced>>>,
    look: &Mutex<impl FnMut()>,
) {
    loop {
        std::thread::sleep(OFTEN);
        let Some(watching) = kept.upgrade() else { return };
        let now: Vec<_> = folders.iter().map(|folder| which(folder)).collect();
        if now == seen {
            continue;
        }
        for ((folder, now), before) in folders.iter().zip(&now).zip(&seen) {
            let mut watching = lock(&watching);
            if now != before
                && let Some(watch) = watching.as_mut()
            {
                tracing::debug!(folder = %folder.display(), "a folder that is watched has become another");
                let _ = watch.watch(folder, mode);
                if let Some(holder) = folder.parent() {
                    let _ = watch.watch(holder, RecursiveMode::NonRecursive);
                }
            }
        }
        seen = now;
        drop(watching);
        lock(look)();
    }
}

/// Which folder it is that has a name now.
#[cfg(unix)]
type Which = (u64, u64);
/// Which folder it is that has a name now.
#[cfg(not(unix))]
type Which = Option<std::time::SystemTime>;

/// Which folder this is; none if there is none.
#[cfg(unix)]
fn which(folder: &Path) -> Option<Which> {
    use std::os::unix::fs::MetadataExt;
    folder.metadata().ok().map(|about| (about.dev(), about.ino()))
}

/// Which folder this is; none if there is none.
#[cfg(not(unix))]
fn which(folder: &Path) -> Option<Which> {
    folder.metadata().ok().map(|about| about.created().ok())
}

fn lock<T>(watching: &Mutex<T>) -> MutexGuard<'_, T> {
    watching.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether something has changed. That a file was read is no change, and whoever looks reads files.
fn is_change(event: &DebouncedEvent) -> bool {
    !event.kind.is_access()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// What installs a module in another's place exchanges a folder above the ones that are watched, and so does a program that
    /// brings files from elsewhere.
    #[test]
    fn what_lies_below_a_folder_that_becomes_another_is_followed() {
        let top = tempfile::tempdir().unwrap();
        let place = |name: &str| top.path().join(name);
        let folder = place("module/scenarios/hill");
        let lay = |module: &str, text: &str| {
            let folder = place(module).join("scenarios/hill");
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("a.txt"), text).unwrap();
        };
        lay("module", "one");
        let (tell, told) = mpsc::channel();
        let read = folder.join("a.txt");
        let look = move || tell.send(std::fs::read_to_string(&read).unwrap_or_default()).unwrap();
        let quiet = Duration::from_millis(20);
        let watch = started(std::slice::from_ref(&folder), RecursiveMode::NonRecursive, quiet, look).unwrap();
        let wait_for = |text: &str| {
            let until = std::time::Instant::now() + Duration::from_secs(20);
            while std::time::Instant::now() < until {
                if told.recv_timeout(Duration::from_millis(100)).is_ok_and(|seen| seen == text) {
                    return true;
                }
            }
            false
        };
        lay("next", "two");
        std::fs::rename(place("module"), place("old")).unwrap();
        std::fs::rename(place("next"), place("module")).unwrap();
        assert!(wait_for("two"), "the module was replaced");
        std::fs::write(folder.join("a.txt"), "three").unwrap();
        assert!(wait_for("three"), "what is there now is followed");
        std::fs::rename(place("module"), place("older")).unwrap();
        assert!(wait_for(""), "that it went is seen");
        lay("module", "four");
        assert!(wait_for("four"), "it is there again");
        // When nobody watches any more, nobody looks.
        drop(watch);
        let gone = |_| {
            matches!(told.recv_timeout(Duration::from_millis(100)), Err(mpsc::RecvTimeoutError::Disconnected))
        };
        assert!((0..200).any(gone));
    }
}
