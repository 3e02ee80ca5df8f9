//! Writing a journal, by the one table that has it.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    ops::{Deref, DerefMut},
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use muster_contract::Rulebook;
use serde::Serialize;

use super::{
    entry::{CHECK, Entry, Header, Heading, LARGEST, Unnumbered, check_of},
    problem::{Damage, JournalError},
    read::{Opened, never_begun, read_heading, whole_file},
    site::{Held, create, half, is_at, is_free, open, settle, sync_folder},
};
use crate::playing::Playing;

/// How much of a first line is read where it alone is wanted, in bytes.
const LONGEST_HEADER: u64 = 32 << 20;

/// A line with its check, and the check.
fn line(before: &str, value: &impl Serialize) -> io::Result<(String, String)> {
    let mut body = serde_json::to_string(value)?;
    body.pop();
    let check = check_of(before, &body);
    Ok((format!("{body}{CHECK}{check}\"}}\n"), check))
}

/// A journal that was read after no other table could open it any more: what stands in it can't change until it is written
/// on or dropped.
#[derive(Debug)]
pub struct Locked {
    opened: Opened,
    held: Held,
}

impl Locked {
    /// The same, read by a program that knows rules.
    #[must_use]
    pub fn with_rulebook(mut self, rulebook: Arc<dyn Rulebook>) -> Self {
        self.opened.rulebook = rulebook;
        self
    }

    /// The same, for somebody who waits for its being played again.
    #[must_use]
    pub fn with_playing(mut self, playing: Playing) -> Self {
        self.opened.playing = playing;
        self
    }
}

impl Deref for Locked {
    type Target = Opened;

    fn deref(&self) -> &Opened {
        &self.opened
    }
}

impl DerefMut for Locked {
    fn deref_mut(&mut self) -> &mut Opened {
        &mut self.opened
    }
}

/// When a file was last written to, and where the system tells it, when anything of it last changed: the first can be put back.
type Touched = (SystemTime, (i64, i64));

fn touched(file: &File) -> Option<Touched> {
    let about = file.metadata().ok()?;
    #[cfg(unix)]
    let changed = {
        use std::os::unix::fs::MetadataExt;
        (about.ctime(), about.ctime_nsec())
    };
    #[cfg(not(unix))]
    let changed = (0, 0);
    Some((about.modified().ok()?, changed))
}

/// Whether a path is a file itself, and no link, and has no other name.
fn is_plain_and_alone(path: &Path) -> bool {
    let Ok(about) = path.symlink_metadata() else { return false };
    #[cfg(unix)]
    let alone = std::os::unix::fs::MetadataExt::nlink(&about) == 1;
    #[cfg(not(unix))]
    let alone = true;
    about.is_file() && alone
}

/// A journal that a table writes to. No other table can open it meanwhile.
#[derive(Debug)]
pub struct Journal {
    held: Held,
    path: PathBuf,
    /// How long the file is as far as it stands.
    good: u64,
    check: String,
    next: u64,
    unsynced: bool,
    /// When this program last wrote to it or found it as it wrote it.
    last_touched: Option<Touched>,
}

impl Journal {
    /// Begins a new journal, which only its owner may read. An existing file is refused, unless it is a journal whose first
    /// line was never finished and that nobody has open.
    pub fn create(path: &Path, header: &Header) -> Result<Self, JournalError> {
        let disk = |source| JournalError::Disk { path: path.to_owned(), source };
        let held = match create(path) {
            Ok(file) => Held::lock(file, path)?,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Self::never_begun(path)?.ok_or_else(|| disk(error))?
            }
            Err(error) => return Err(disk(error)),
        };
        let (text, check) = line("", header).map_err(disk)?;
        let mut journal = Self {
            held,
            path: path.to_owned(),
            good: 0,
            check: String::new(),
            next: 1,
            unsynced: false,
            last_touched: None,
        };
        match journal.write(&text, true) {
            Ok(()) => journal.check = check,
            Err(why) => {
                journal.discard();
                return Err(why);
            }
        }
        sync_folder(path);
        tracing::debug!(journal = %path.display(), "a journal is begun and locked");
        Ok(journal)
    }

    /// A new journal that has its name when all these entries stand in it, so that a kill leaves none that is half.
    pub(crate) fn create_whole(
        path: &Path,
        header: &Header,
        entries: Vec<Unnumbered>,
    ) -> Result<(), JournalError> {
        let disk = |source| JournalError::Disk { path: path.to_owned(), source };
        if let Ok(Some(_)) = Self::never_begun(path) {
            std::fs::remove_file(path).map_err(disk)?;
        }
        is_free(path).map_err(disk)?;
        let half = half(path);
        let written = Self::create(&half, header).and_then(|mut journal| {
            match journal.append_each(entries) {
                Ok(()) => settle(&half, path).map_err(|source| (journal, disk(source))),
                Err(why) => Err((journal, why)),
            }
            .map_err(|(journal, why)| {
                journal.discard();
                why
            })
        });
        // Nobody knows the name that it had meanwhile.
        written.map_err(|why| match why {
            JournalError::Disk { source, .. } => disk(source),
            why => why,
        })
    }

    /// A file that holds no more than the beginning of a journal's first line, if it is one.
    fn never_begun(path: &Path) -> Result<Option<Held>, JournalError> {
        let Ok(file) = open(path, true) else { return Ok(None) };
        let held = Held::lock(file, path)?;
        if !never_begun(&whole_file(held.file(), path)?) || !is_plain_and_alone(path) {
            return Ok(None);
        }
        // It may have been made by a program that let everybody read it.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let disk = |source| JournalError::Disk { path: path.to_owned(), source };
            held.file().set_permissions(std::fs::Permissions::from_mode(0o600)).map_err(disk)?;
        }
        Ok(Some(held))
    }

    /// Reads a journal to look at it: its header, every entry that stands, and what is wrong with the rest. A table may be
    /// writing to it.
    pub fn open(path: &Path) -> Result<Opened, JournalError> {
        let disk = |source| JournalError::Disk { path: path.to_owned(), source };
        Opened::read(&open(path, false).map_err(disk)?, path)
    }

    /// Reads what a list shows of a journal: its first line alone, whatever comes after it.
    pub fn heading(path: &Path) -> Result<Heading, JournalError> {
        let disk = |source| JournalError::Disk { path: path.to_owned(), source };
        let file = open(path, false).map_err(disk)?;
        let mut line = Vec::new();
        BufReader::new(file).take(LONGEST_HEADER).read_until(b'\n', &mut line).map_err(disk)?;
        read_heading(&line, path)
    }

    /// Takes a journal to go on writing, and then reads it.
    pub fn lock(path: &Path) -> Result<Locked, JournalError> {
        let disk = |source| JournalError::Disk { path: path.to_owned(), source };
        let locked = open(path, true).map_err(disk).and_then(|file| {
            let held = Held::lock(file, path)?;
            Ok(Locked { opened: Opened::read(held.file(), path)?, held })
        });
        let journal = path.display();
        match &locked {
            Ok(_) => tracing::debug!(%journal, "a journal is locked"),
            Err(why) => tracing::warn!(%journal, why = why.kind(), "a journal can't be opened"),
        }
        locked
    }

    /// Goes on writing where the entries that stand end. A torn last line is cut off; before anything else is, the
    /// file is copied beside itself as `NAME.damaged`.
    pub(crate) fn resume(locked: Locked) -> Result<Self, JournalError> {
        let Locked { opened, held } = locked;
        let path = opened.path;
        let disk = |source| JournalError::Disk { path: path.clone(), source };
        if matches!(opened.damage, Some(Damage::Altered { .. } | Damage::Unreadable { .. })) {
            let mut copy = create(&muster_files::free_beside(&path, "damaged")).map_err(disk)?;
            copied(held.file(), u64::MAX, &mut copy).map_err(disk)?;
        }
        if let Some(damage) = &opened.damage {
            let torn = matches!(damage, Damage::Torn { .. });
            let entries = opened.entries.len();
            tracing::warn!(journal = %path.display(), entries, torn, "a journal is repaired: what follows these entries is cut off");
        }
        let (good, check) = opened.ends.last().cloned().unwrap_or_default();
        let ended = || {
            let mut file = held.file();
            if file.metadata()?.len() < good {
                file.seek(SeekFrom::Start(good - 1))?;
                file.write_all(b"\n")?;
            }
            file.set_len(good)?;
            file.sync_data()
        };
        ended().map_err(disk)?;
        let next = opened.entries.len() as u64 + 1;
        let last_touched = touched(held.file());
        Ok(Self { held, path, good, check, next, unsynced: false, last_touched })
    }

    /// Where a journal can be begun that is to [take the place](Self::take_over) of this one when all has gone well: beside
    /// the file itself, wherever a link to it lies.
    pub(crate) fn aside(&self) -> PathBuf {
        muster_files::free_beside(&self.file(), "anew")
    }

    /// Its file, where its path is a link to it.
    fn file(&self) -> PathBuf {
        let link = self.path.symlink_metadata().is_ok_and(|about| about.is_symlink());
        let file = if link { std::fs::canonicalize(&self.path).ok() } else { None };
        file.unwrap_or_else(|| self.path.clone())
    }

    /// Takes the place of another journal of this program's, which is gone afterwards.
    pub(crate) fn take_over(&mut self, other: &Self) -> Result<(), JournalError> {
        other.is_in_place()?;
        let place = other.file();
        std::fs::rename(&self.path, &place)
            .map_err(|source| JournalError::Disk { path: other.path.clone(), source })?;
        self.path.clone_from(&other.path);
        sync_folder(&place);
        Ok(())
    }

    /// Removes it: no game was begun in it. What has come to stand under its name stays.
    pub(crate) fn discard(self) {
        Self::remove(self.held.file(), &self.path);
    }

    fn remove(file: &File, path: &Path) {
        if is_at(file, path) {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many entries it has.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.next - 1
    }

    /// Writes the entries of one change, all or none, also for whoever reads it after a power failure. With `sync` they are
    /// on disk when this returns; without, at the next sync.
    pub fn append(&mut self, entries: Vec<Unnumbered>, sync: bool) -> Result<(), JournalError> {
        self.add(entries, sync, true)
    }

    /// Writes the entries of many changes, each of which stands without the later ones.
    pub(crate) fn append_each(&mut self, entries: Vec<Unnumbered>) -> Result<(), JournalError> {
        self.add(entries, true, false)
    }

    fn add(&mut self, entries: Vec<Unnumbered>, sync: bool, together: bool) -> Result<(), JournalError> {
        let mut left = if together { entries.len() as u64 } else { 0 };
        let mut text = String::new();
        let mut check = self.check.clone();
        let mut next = self.next;
        for (kind, hash, rolls) in entries {
            left = left.saturating_sub(1);
            let entry = Entry { n: next, kind, hash, rolls, more: left };
            let (one, its) = line(&check, &entry).map_err(|source| self.disk(source))?;
            text.push_str(&one);
            check = its;
            next += 1;
        }
        self.write(&text, sync)?;
        self.check = check;
        self.next = next;
        Ok(())
    }

    /// Brings everything written to the disk.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        if self.unsynced {
            self.held.file().sync_data().map_err(|source| self.disk(source))?;
            self.unsynced = false;
        }
        Ok(())
    }

    /// Copies what stands to a new file, which has its name when it is whole. A journal that has lost its place goes on in the copy.
    pub fn copy_to(&mut self, path: &Path) -> Result<(), JournalError> {
        self.sync()?;
        let disk = |source| JournalError::Disk { path: path.to_owned(), source };
        is_free(path).map_err(disk)?;
        let half = half(path);
        let mut copy = create(&half).map_err(disk)?;
        let whole = copied(self.held.file(), self.good, &mut copy);
        if !whole.as_ref().is_ok_and(|length| *length == self.good) {
            Self::remove(&copy, &half);
            whole.map_err(disk)?;
            self.is_in_place()?;
        }
        if !self.is_all_in(&copy, &half) {
            Self::remove(&copy, &half);
            return Err(self.written_by_another());
        }
        if let Err(why) = settle(&half, path) {
            Self::remove(&copy, &half);
            return Err(disk(why));
        }
        if self.is_in_place().is_err() {
            self.held = Held::lock(copy, path)?;
            self.last_touched = touched(self.held.file());
            path.clone_into(&mut self.path);
        }
        Ok(())
    }

    fn disk(&self, source: io::Error) -> JournalError {
        JournalError::Disk { path: self.path.clone(), source }
    }

    /// Whether what is written is where people look for it: not moved, deleted, replaced or cut.
    pub(crate) fn is_in_place(&self) -> Result<(), JournalError> {
        let lost = |what| JournalError::Lost { path: self.path.clone(), what };
        if !is_at(self.held.file(), &self.path) {
            let is_there = self.path.exists();
            return Err(lost(if is_there { "is another file now" } else { "has been moved or deleted" }));
        }
        let long = self.held.file().metadata().is_ok_and(|file| file.len() >= self.good);
        if long { Ok(()) } else { Err(lost("was cut off by another program")) }
    }

    /// Whether it is in its place and nobody else has written to it: as a rule its time shows that, and else it is read.
    pub(crate) fn is_untouched(&mut self) -> Result<(), JournalError> {
        self.is_in_place()?;
        let now = touched(self.held.file());
        if self.good > 0 && (now.is_none() || now != self.last_touched) {
            if !self.is_all_in(self.held.file(), &self.path) {
                return Err(self.written_by_another());
            }
            self.last_touched = now;
        }
        Ok(())
    }

    /// Whether a file begins with everything that was written.
    fn is_all_in(&self, file: &File, path: &Path) -> bool {
        let written = (self.good, self.check.clone());
        Opened::read(file, path).is_ok_and(|opened| opened.ends.get(self.next as usize - 1) == Some(&written))
    }

    fn written_by_another(&self) -> JournalError {
        JournalError::Lost { path: self.path.clone(), what: "was written to by another program" }
    }

    /// Writes at the end of what stands. Whatever an earlier write left there in part is overwritten or cut off, so
    /// that a disk that was full leaves no torn line once it has room. What isn't in its place afterwards wasn't written.
    fn write(&mut self, text: &str, sync: bool) -> Result<(), JournalError> {
        let after = self.good + text.len() as u64;
        if after > LARGEST {
            return Err(JournalError::Full { path: self.path.clone() });
        }
        // A hole where another program cut it would be read as damage.
        let before = self.is_untouched();
        let mut file = self.held.file();
        let done = before.and_then(|()| {
            let written = file
                .seek(SeekFrom::Start(self.good))
                .and_then(|_| file.write_all(text.as_bytes()))
                .and_then(|()| file.set_len(after))
                .and_then(|()| if sync { file.sync_data() } else { Ok(()) });
            written.map_err(|source| self.disk(source)).and_then(|()| self.is_in_place())
        });
        match done {
            Ok(()) => {
                self.good = after;
                self.last_touched = touched(self.held.file());
                self.unsynced = !sync;
                Ok(())
            }
            Err(why) => {
                // If even this fails, the torn line is cut off by the next write or when the journal is opened.
                let long = self.held.file().metadata().is_ok_and(|file| file.len() > self.good);
                if long {
                    let _ = self.held.file().set_len(self.good);
                }
                Err(why)
            }
        }
    }
}

/// Copies the beginning of a file to a new one, and brings it to the disk.
fn copied(mut from: &File, length: u64, to: &mut File) -> io::Result<u64> {
    from.rewind()?;
    let copied = io::copy(&mut from.take(length), to)?;
    to.sync_all().map(|()| copied)
}
