//! Saved tables, and names for new ones. A folder may hold thousands of journals, each of many megabytes, so they are listed on a
//! thread beside the window, and no more of each is read than its first line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use muster_app::catalogue::SavedTable;
use muster_table::Journal;
use muster_table::journal::{Heading, JournalError};

use super::beside::Beside;
use super::bookmarks;
use super::lists::Bell;
use super::standing::{self, Kept};
use crate::date;

/// What is kept beside a journal.
const BESIDE: [Beside; 2] = [standing::FILES, bookmarks::FILES];

/// The saved tables that were found so far, and who finds them.
pub(super) struct SavedTables {
    folder: PathBuf,
    found: Arc<Mutex<Found>>,
    bell: Bell,
}

#[derive(Default)]
struct Found {
    tables: Vec<SavedTable>,
    /// Whether that is all.
    whole: bool,
    /// How often listing them was begun; what an earlier listing finds is no longer wanted.
    begun: u64,
}

impl SavedTables {
    /// Begins to list what is in the folder.
    pub(super) fn list(folder: PathBuf, bell: Bell) -> Self {
        let saved = Self { folder, found: Arc::default(), bell };
        saved.list_again();
        saved
    }

    /// The same anew. What was found before is shown until that is done; the first time, table by table.
    pub(super) fn list_again(&self) {
        let begun = {
            let mut found = lock(&self.found);
            found.begun += 1;
            found.begun
        };
        let (folder, found, bell) = (self.folder.clone(), Arc::clone(&self.found), self.bell.clone());
        let work = move || {
            let mut tables = Vec::new();
            for table in saved_tables(&folder) {
                let mut shown = lock(&found);
                if shown.begun != begun {
                    return;
                }
                if !shown.whole {
                    // What an earlier listing had come to goes with the first.
                    shown.tables.truncate(tables.len());
                    shown.tables.push(table.clone());
                    drop(shown);
                    bell.wake();
                }
                tables.push(table);
            }
            let mut shown = lock(&found);
            if shown.begun == begun {
                *shown = Found { tables, whole: true, begun };
                drop(shown);
                bell.wake();
            }
        };
        if let Err(why) = std::thread::Builder::new().name("saved".to_owned()).spawn(work) {
            tracing::warn!(%why, "the saved tables can't be listed");
        }
    }

    /// What was found so far, the latest first.
    pub(super) fn get(&self) -> Vec<SavedTable> {
        lock(&self.found).tables.clone()
    }
}

fn lock(found: &Mutex<Found>) -> MutexGuard<'_, Found> {
    found.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The journals of a folder, the latest first. What can't be read says so, and stands last, as does what is dated after now: when
/// that was played isn't known.
fn saved_tables(folder: &Path) -> impl Iterator<Item = SavedTable> {
    let (files, unlisted) = match files(folder) {
        Ok(files) => (files, None),
        Err(why) if why.kind() == io::ErrorKind::NotFound => (Vec::new(), None),
        Err(why) => (Vec::new(), Some(unread(folder.to_owned(), &why.to_string()))),
    };
    let mut later = Vec::from_iter(unlisted);
    let mut files = files.into_iter();
    std::iter::from_fn(move || {
        for path in files.by_ref() {
            if BESIDE.iter().any(|files| files.is(&path)) {
                continue;
            }
            match Journal::heading(&path) {
                Ok(heading) => return Some(readable(path, heading)),
                // Deleted while they are listed, or written beside the place that it is to have.
                Err(JournalError::Disk { source, .. }) if source.kind() == io::ErrorKind::NotFound => {}
                Err(JournalError::Disk { source, .. }) => later.push(unread(path, &source.to_string())),
                Err(why) if path.extension().is_some_and(|end| end == "jsonl") => {
                    let JournalError::NoJournal { problem, .. } = &why else {
                        later.push(unread(path, &why.to_string()));
                        continue;
                    };
                    later.push(unread(path, problem));
                }
                // Something else that was put there.
                Err(_) => {}
            }
        }
        (!later.is_empty()).then(|| later.remove(0))
    })
}

/// A table as its journal's first line has it, and what is kept beside it.
fn readable(path: PathBuf, Heading { module, title, created }: Heading) -> SavedTable {
    let begun = date::spoken(&created);
    let note = begun.map(|begun| format!("begun {begun}")).unwrap_or_default();
    let Kept { name, turn, decides, over, .. } = standing::of(&path);
    let (title, scenario) = if name.is_empty() { (title, String::new()) } else { (name, title) };
    let over = Some(over).filter(|how| !how.is_empty());
    SavedTable { path, title, scenario, module, turn, decides, note, over }
}

/// Deletes a table's journal, and what is kept beside it; not while a table plays from it.
pub(super) fn delete(path: &Path) -> Result<(), String> {
    if let Err(why @ JournalError::InUse { .. }) = Journal::lock(path) {
        return Err(why.to_string());
    }
    fs::remove_file(path).map_err(|why| format!("{}: {why}", path.display()))?;
    BESIDE.iter().for_each(|files| files.delete(path));
    tracing::info!(journal = %path.display(), "a saved table is deleted");
    Ok(())
}

/// A table that is there, of which nothing more is known than its name.
fn unread(path: PathBuf, why: &str) -> SavedTable {
    let title = path.file_name().unwrap_or_default().to_string_lossy();
    let title = muster_contract::printable::name(&title).to_string();
    SavedTable { path, title, note: format!("can’t be read: {why}"), ..SavedTable::default() }
}

/// The plain files in a folder, the latest first.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let now = SystemTime::now();
    let mut files: Vec<(Option<SystemTime>, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)?.flatten() {
        let path = entry.path();
        let about = fs::metadata(&path).ok();
        if about.as_ref().is_none_or(fs::Metadata::is_file) {
            let modified = about.and_then(|about| about.modified().ok());
            files.push((modified.filter(|modified| *modified <= now), path));
        }
    }
    files.sort();
    Ok(files.into_iter().rev().map(|(_, path)| path).collect())
}

/// How much of a title a file's name has, in letters.
const LONGEST_TITLE: usize = 80;

/// A file name that isn't taken.
pub(super) fn free_name(folder: &Path, title: &str, created: &str) -> PathBuf {
    let plain = |text: &str| -> String {
        text.chars()
            .map(|one| if one.is_ascii_alphanumeric() { one.to_ascii_lowercase() } else { '-' })
            .collect()
    };
    // No file's name is longer than every system lets it be.
    let title: String = plain(title).chars().take(LONGEST_TITLE).collect();
    let stem = format!("{title}-{}", plain(created));
    let numbered = |number: u32| folder.join(format!("{stem}-{number}.jsonl"));
    (1..).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::{Position, Setup};
    use muster_table::journal::{CONTRACT, FORMAT, Header};

    fn journal(title: &str, folder: &Path, age: i64) -> PathBuf {
        let scenario = muster_table::ScenarioRecord { title: title.to_owned(), ..Default::default() };
        let path = folder.join(format!("{title}.jsonl"));
        let setup = Setup { options: vec![], facts: vec![], seats: vec![], rules: vec![] };
        let position = Position { boards: vec![], roster: vec![], setup, in_force: Default::default() };
        let header = Header {
            muster: "journal".into(),
            format: FORMAT,
            contract: CONTRACT.into(),
            created: String::new(),
            build: Default::default(),
            scenario,
            seed: 1,
            strict_undo: false,
            seats: vec![],
            position,
            rules: vec![],
            marks: vec![],
        };
        drop(Journal::create(&path, &header).unwrap());
        let moment = std::time::Duration::from_secs(age.unsigned_abs());
        let now = SystemTime::now();
        let moment = if age < 0 { now + moment } else { now - moment };
        fs::File::options().append(true).open(&path).unwrap().set_modified(moment).unwrap();
        path
    }

    fn lines_of(tables: &[SavedTable]) -> Vec<String> {
        tables.iter().map(|table| format!("{} {}", table.title, table.note).trim().to_owned()).collect()
    }

    #[test]
    fn no_more_of_a_journal_is_read_than_its_first_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = journal("long", folder.path(), 10);
        let line = fs::metadata(&path).unwrap().len();
        // More than a journal may have, whose entries nobody could read; it takes no room on the disk.
        fs::File::options().append(true).open(&path).unwrap().set_len(line + (4 << 30)).unwrap();
        journal("new", folder.path(), 0);
        let tables: Vec<_> = saved_tables(folder.path()).collect();
        assert_eq!(lines_of(&tables), ["new", "long"]);
        let titles =
            |tables: &[SavedTable]| -> Vec<String> { tables.iter().map(|t| t.title.clone()).collect() };
        let listing = SavedTables::list(folder.path().to_owned(), Bell::default());
        while !lock(&listing.found).whole {
            std::thread::yield_now();
        }
        assert_eq!(titles(&listing.get()), ["new", "long"]);
    }

    #[test]
    fn what_can_not_be_read_is_listed_and_what_is_dated_after_now_is_not_the_latest() {
        let folder = tempfile::tempdir().unwrap();
        journal("ahead", folder.path(), -1_000_000);
        journal("old", folder.path(), 1_000);
        journal("new", folder.path(), 10);
        fs::write(folder.path().join("torn.jsonl"), "{").unwrap();
        fs::write(folder.path().join("notes.txt"), "not a journal").unwrap();
        fs::create_dir(folder.path().join("folder")).unwrap();
        let tables: Vec<_> = saved_tables(folder.path()).collect();
        let shown = lines_of(&tables);
        assert_eq!(shown[..3], ["new", "old", "ahead"]);
        assert!(shown[3].starts_with("torn.jsonl can’t be read: its first line"), "{shown:?}");
        assert_eq!(shown.len(), 4, "{shown:?}");
        let no_folder = folder.path().join("torn.jsonl");
        assert_eq!(saved_tables(&no_folder).count(), 1, "there is something that can't be listed");
        assert_eq!(saved_tables(&folder.path().join("none")).count(), 0);
    }

    #[test]
    fn what_is_kept_beside_a_journal_is_not_listed_and_goes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = journal("war", folder.path(), 10);
        bookmarks::keep(&path, &[1, 5]).unwrap();
        standing::rename(&path, "My war").unwrap();
        assert_eq!(saved_tables(folder.path()).count(), 1);
        delete(&path).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_title_of_any_length_makes_a_name_that_a_file_can_have() {
        let folder = tempfile::tempdir().unwrap();
        let path = free_name(folder.path(), &"Ünd so weiter ".repeat(300), "2026-11-26T10:00:00Z");
        std::fs::write(&path, "").unwrap();
        assert_ne!(free_name(folder.path(), &"Ünd so weiter ".repeat(300), "2026-11-26T10:00:00Z"), path);
    }
}
