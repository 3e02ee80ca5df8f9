//! The journal: the append-only record of a table, one JSON object a line.
//!
//! The first line is the [`Header`], every other an [`Entry`]. Each ends in a `check` that is chained to the line
//! before, so that an altered, missing or torn line is found and everything before it still stands. An entry is on
//! disk (`fdatasync`) before what it records is shown as done.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use muster_contract::{Change, Position, RuleText, Rulebook, Seat, shown};
use serde::{Deserialize, Serialize};

use crate::{dice::Rolled, messages::Holder, rules::NoRulebook};

/// The version of the format that this build writes.
pub const FORMAT: u32 = 1;

/// The largest journal that is read, in bytes: a hundred times as large as that of a long game.
pub const LARGEST: u64 = 64 << 20;

/// The contract that the entries speak of.
pub const CONTRACT: &str = "muster:game@0.1.0";

/// Which build of which module plays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The module's id.
    pub module: String,
    /// Its version.
    pub version: String,
    /// The hash of its component; empty for a native one.
    #[serde(default)]
    pub component: String,
}

/// The scenario as the host read it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioRecord {
    /// Its title.
    pub title: String,
    /// The folder or id that it came from.
    #[serde(default)]
    pub name: String,
    /// Its files' texts by name: what was in force, whatever becomes of the files.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitting {
    /// Human, bot or elsewhere.
    pub holder: Holder,
    /// By what name.
    pub name: String,
}

/// The journal's first line: all that a table is started from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Always "journal".
    pub muster: String,
    /// [`FORMAT`] of the build that wrote it.
    pub format: u32,
    /// [`CONTRACT`] of the build that wrote it.
    pub contract: String,
    /// When it was begun, as the program says it.
    pub created: String,
    /// The module.
    pub build: Build,
    /// The scenario.
    pub scenario: ScenarioRecord,
    /// The dice's seed.
    #[serde(with = "crate::seed")]
    pub seed: u128,
    /// Who sat where.
    pub seats: Vec<Sitting>,
    /// The position that the game is created from, options and facts included.
    pub position: Position,
    /// The texts of the optional and house rules that it began with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleText>,
}

/// One seat's part of a secret group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatDraft {
    /// The seat.
    pub seat: Seat,
    /// Its choices, in order.
    pub choices: Vec<String>,
}

/// What an entry records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub enum What {
    /// The host applied `begin`.
    Begin,
    /// A seat chose.
    Choice {
        /// Who.
        seat: Seat,
        /// What.
        choice: String,
    },
    /// A seat chose on its draft. Nobody else may know.
    Draft {
        /// Who.
        seat: Seat,
        /// What.
        choice: String,
    },
    /// A seat took choices of its draft back.
    DraftBack {
        /// Who.
        seat: Seat,
        /// How many.
        choices: u64,
    },
    /// The drafts of a secret group were carried out.
    Group {
        /// The group's name.
        name: String,
        /// In the order in which they were carried out.
        drafts: Vec<SeatDraft>,
    },
    /// Steps were taken back.
    Undo {
        /// By whom.
        seat: Seat,
        /// How many.
        steps: u64,
        /// Whether past what bars undo.
        #[serde(default)]
        beyond: bool,
    },
    /// Steps were done again.
    Redo {
        /// By whom.
        seat: Seat,
        /// How many.
        steps: u64,
    },
    /// Dice were arranged.
    Arranged {
        /// The faces.
        faces: Vec<u8>,
    },
    /// The dice got a new seed.
    Reseeded {
        /// The seed.
        #[serde(with = "crate::seed")]
        seed: u128,
    },
    /// The position was edited.
    Edit {
        /// By what.
        by: String,
        /// How.
        changes: Vec<Change>,
    },
    /// Other texts of the rules took over.
    Rules {
        /// All of them, changed or not.
        rules: Vec<RuleText>,
    },
    /// Another build of the module took over.
    Swap {
        /// Which.
        build: Build,
    },
}

/// One line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1.
    pub n: u64,
    /// What it records.
    #[serde(flatten)]
    pub what: What,
    /// The hash of the game's state after it; none for drafts and dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// What was rolled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Rolled>,
}

/// The hash of a state as entries carry it.
#[must_use]
pub fn state_hash(save: &[u8]) -> String {
    blake3::hash(save).to_hex()[..16].to_owned()
}

/// What is wrong with a journal, and from which entry on; 0 is the header. Everything before it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The last line is incomplete: the program or the machine stopped while it was written. It was never
    /// acknowledged, so nothing is lost.
    #[error("entry {entry} was never finished; everything before it stands")]
    Torn {
        /// The entry.
        entry: u64,
    },
    /// A line isn't what was written.
    #[error("the journal was altered or damaged at entry {entry}; everything before it stands")]
    Altered {
        /// The first such entry.
        entry: u64,
    },
    /// A line is as it was written, but this build can't read it.
    #[error("entry {entry} can't be read: {problem}")]
    Unreadable {
        /// The entry.
        entry: u64,
        /// Why.
        problem: String,
    },
}

/// Why a journal can't be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file system refused.
    #[error("{path}: {source}", path = path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// Another table has it open.
    #[error("{path} is open at another table; close that one first", path = path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It is no journal, or its header is damaged.
    #[error("{path} is not a journal that can be read: {problem}", path = path.display())]
    NoJournal {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// A newer program wrote it.
    #[error("{path} has format {format}; this program reads up to {FORMAT}", path = path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: u32,
    },
}

impl JournalError {
    /// What to do when a choice can't be written down; the table stands as it stood, and waits.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        match self {
            Self::Disk { source, .. }
                if matches!(source.kind(), StorageFull | FileTooLarge | QuotaExceeded) =>
            {
                "Make room on that disk, and choose again."
            }
            _ => "See to it that this file can be written, and choose again; or save a copy elsewhere.",
        }
    }
}

/// A journal as it was read.
#[derive(Debug)]
pub struct Opened {
    /// Where it is.
    pub path: PathBuf,
    /// Its first line.
    pub header: Header,
    /// The entries that stand.
    pub entries: Vec<Entry>,
    /// What is wrong with the rest, if anything is.
    pub damage: Option<Damage>,
    /// What makes rules of the texts in it.
    pub rulebook: Arc<dyn Rulebook>,
    /// For each entry that stands, and the header before them: where its line ends, and its check.
    ends: Vec<(u64, String)>,
}

impl Opened {
    /// The same, read by a program that knows rules.
    #[must_use]
    pub fn with_rulebook(mut self, rulebook: Arc<dyn Rulebook>) -> Self {
        self.rulebook = rulebook;
        self
    }

    /// Keeps only the first entries, as if the others were damaged.
    pub fn truncate(&mut self, entries: usize) {
        if entries < self.entries.len() {
            self.entries.truncate(entries);
            self.ends.truncate(entries + 1);
            self.damage = Some(Damage::Altered { entry: entries as u64 + 1 });
        }
    }
}

const CHECK: &str = ",\"check\":\"";

fn check_of(before: &str, body: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(before.as_bytes());
    hasher.update(body.as_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}

/// A line with its check, and the check.
fn line(before: &str, value: &impl Serialize) -> io::Result<(String, String)> {
    let mut body = serde_json::to_string(value)?;
    body.pop();
    let check = check_of(before, &body);
    Ok((format!("{body}{CHECK}{check}\"}}\n"), check))
}

/// The JSON object of a line without its check, if the check is right.
fn checked(before: &str, line: &str) -> Option<(String, String)> {
    let (body, rest) = line.split_at_checked(line.rfind(CHECK)?)?;
    let check = rest.strip_prefix(CHECK)?.strip_suffix("\"}")?;
    (check_of(before, body) == check).then(|| (format!("{body}}}"), check.to_owned()))
}

/// A journal that a table writes to. No other table can open it meanwhile.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// How long the file is as far as it stands.
    good: u64,
    check: String,
    next: u64,
    unsynced: bool,
}

impl Journal {
    /// Begins a new journal. An existing file is refused.
    pub fn create(path: &Path, header: &Header) -> Result<Self, JournalError> {
        let disk = |source| JournalError::Disk { path: path.to_owned(), source };
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path).map_err(disk)?;
        lock(&file, path)?;
        let (text, check) = line("", header).map_err(disk)?;
        let mut journal =
            Self { file, path: path.to_owned(), good: 0, check: String::new(), next: 1, unsynced: false };
        if let Err(source) = journal.write(&text, true) {
            // Nobody ever saw the file; what is left of it would only be in the way.
            let _ = std::fs::remove_file(path);
            return Err(disk(source));
        }
        journal.check = check;
        sync_folder(path);
        Ok(journal)
    }

    /// Takes the place of another journal, which is gone afterwards.
    pub fn take_over(&mut self, path: &Path) -> Result<(), JournalError> {
        let disk = |source| JournalError::Disk { path: path.to_owned(), source };
        std::fs::rename(&self.path, path).map_err(disk)?;
        self.path = path.to_owned();
        sync_folder(path);
        Ok(())
    }

    /// Reads a journal: its header, every entry that stands, and what is wrong with the rest.
    pub fn open(path: &Path) -> Result<Opened, JournalError> {
        let disk = |source| JournalError::Disk { path: path.to_owned(), source };
        let no_journal = |problem: String| JournalError::NoJournal {
            path: path.to_owned(),
            problem: shown::sentence(&problem),
        };
        let mut bytes = Vec::new();
        // One byte more than allowed tells a file that is too large, whatever it is.
        File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes)).map_err(disk)?;
        if bytes.len() as u64 > LARGEST {
            return Err(no_journal(format!("it is too large; a journal has at most {} MiB", LARGEST >> 20)));
        }
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let (body, check) = whole(first)
            .and_then(|text| checked("", text))
            .ok_or_else(|| no_journal("its first line is damaged or missing".into()))?;
        let format: Format = serde_json::from_str(&body).map_err(|error| no_journal(error.to_string()))?;
        if format.format > FORMAT {
            return Err(JournalError::TooNew { path: path.to_owned(), format: format.format });
        }
        let header: Header = serde_json::from_str(&body).map_err(|error| no_journal(error.to_string()))?;
        let mut end = first.len() as u64;
        let mut opened = Opened {
            path: path.to_owned(),
            header,
            entries: Vec::new(),
            damage: None,
            rulebook: Arc::new(NoRulebook),
            ends: vec![(end, check)],
        };
        for bytes in lines {
            let number = opened.entries.len() as u64 + 1;
            let before = opened.ends.last().map_or("", |(_, check)| check);
            match read_entry(before, bytes, number) {
                Ok((entry, check)) => {
                    end += bytes.len() as u64;
                    opened.ends.push((end, check));
                    opened.entries.push(entry);
                }
                Err(damage) => {
                    opened.damage = Some(damage);
                    break;
                }
            }
        }
        Ok(opened)
    }

    /// Goes on writing where the entries that stand end. A torn last line is cut off; before anything else is, the
    /// file is copied beside itself as `NAME.damaged`.
    pub fn resume(opened: &Opened) -> Result<Self, JournalError> {
        let path = &opened.path;
        let disk = |source| JournalError::Disk { path: path.clone(), source };
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(disk)?;
        lock(&file, path)?;
        if matches!(opened.damage, Some(Damage::Altered { .. } | Damage::Unreadable { .. })) {
            let mut copy = path.clone().into_os_string();
            copy.push(".damaged");
            std::fs::copy(path, copy).map_err(disk)?;
        }
        let (good, check) = opened.ends.last().cloned().unwrap_or_default();
        file.set_len(good).and_then(|()| file.sync_data()).map_err(disk)?;
        let next = opened.entries.len() as u64 + 1;
        Ok(Self { file, path: path.clone(), good, check, next, unsynced: false })
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

    /// Writes entries, all or none. With `sync` they are on disk when this returns; without, at the next sync.
    pub fn append(
        &mut self,
        entries: Vec<(What, Option<String>, Vec<Rolled>)>,
        sync: bool,
    ) -> Result<(), JournalError> {
        let mut text = String::new();
        let mut check = self.check.clone();
        let mut next = self.next;
        for (what, hash, rolls) in entries {
            let entry = Entry { n: next, what, hash, rolls };
            let (one, its) = line(&check, &entry).map_err(|source| self.disk(source))?;
            text.push_str(&one);
            check = its;
            next += 1;
        }
        self.write(&text, sync).map_err(|source| self.disk(source))?;
        self.check = check;
        self.next = next;
        Ok(())
    }

    /// Brings everything written to the disk.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        if self.unsynced {
            self.file.sync_data().map_err(|source| self.disk(source))?;
            self.unsynced = false;
        }
        Ok(())
    }

    /// Copies what stands to a new file.
    pub fn copy_to(&mut self, path: &Path) -> Result<(), JournalError> {
        self.sync()?;
        let disk = |source| JournalError::Disk { path: path.to_owned(), source };
        let mut copy = OpenOptions::new().write(true).create_new(true).open(path).map_err(disk)?;
        let mut from = &self.file;
        from.seek(SeekFrom::Start(0)).map_err(|source| self.disk(source))?;
        io::copy(&mut from.take(self.good), &mut copy).and_then(|_| copy.sync_all()).map_err(disk)?;
        sync_folder(path);
        Ok(())
    }

    fn disk(&self, source: io::Error) -> JournalError {
        JournalError::Disk { path: self.path.clone(), source }
    }

    /// Writes at the end of what stands. Whatever an earlier write left there in part is overwritten or cut off, so
    /// that a disk that was full leaves no torn line once it has room.
    fn write(&mut self, text: &str, sync: bool) -> io::Result<()> {
        let done = self
            .file
            .seek(SeekFrom::Start(self.good))
            .and_then(|_| self.file.write_all(text.as_bytes()))
            .and_then(|()| self.file.set_len(self.good + text.len() as u64))
            .and_then(|()| if sync { self.file.sync_data() } else { Ok(()) });
        match done {
            Ok(()) => {
                self.good += text.len() as u64;
                self.unsynced = !sync;
                Ok(())
            }
            Err(error) => {
                // If even this fails, the torn line is cut off by the next write or when the journal is opened.
                let _ = self.file.set_len(self.good);
                Err(error)
            }
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // Closing the file isn't enough: a process that is being started may hold a copy of it for a moment.
        let _ = self.file.unlock();
    }
}

#[derive(Deserialize)]
struct Format {
    format: u32,
}

fn whole(line: &[u8]) -> Option<&str> {
    std::str::from_utf8(line).ok()?.strip_suffix('\n')
}

fn read_entry(before: &str, bytes: &[u8], number: u64) -> Result<(Entry, String), Damage> {
    if bytes.last() != Some(&b'\n') {
        return Err(Damage::Torn { entry: number });
    }
    let altered = Damage::Altered { entry: number };
    let (body, check) = whole(bytes).and_then(|text| checked(before, text)).ok_or(altered.clone())?;
    let entry: Entry = serde_json::from_str(&body).map_err(|error| Damage::Unreadable {
        entry: number,
        problem: shown::sentence(&error.to_string()),
    })?;
    if entry.n == number { Ok((entry, check)) } else { Err(altered) }
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse { path: path.to_owned() }),
        // A file system without locks is no reason not to play.
        Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Makes a new file's name last as well as its content, where folders can be synced.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
    }
}
