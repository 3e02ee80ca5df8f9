//! Reading a journal: its header, the entries that stand, and what is wrong with the rest.

use std::{
    fs::File,
    io::{Read, Seek},
    path::{Path, PathBuf},
    sync::Arc,
};

use muster_contract::{Rulebook, printable};
use serde::Deserialize;

use super::{
    bounds::{fault_in_build, fault_in_entry, fault_in_line},
    entry::{Build, CHECK, Entry, EntryKind, FORMAT, Header, Heading, LARGEST, check_of},
    problem::{Damage, JournalError},
};
use crate::{playing::Playing, rules::NoRulebook};

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
    /// How far it is played again, wherever that is done.
    pub playing: Playing,
    /// For each entry that stands, and the header before them: where its line ends with its line feed, and its check. Of the last
    /// one the line feed may be missing in the file.
    pub(super) ends: Vec<(u64, String)>,
}

impl Opened {
    /// The same, read by a program that knows rules.
    #[must_use]
    pub fn with_rulebook(mut self, rulebook: Arc<dyn Rulebook>) -> Self {
        self.rulebook = rulebook;
        self
    }

    /// The builds that played, one after the other: the one that it was begun under, and those that took over.
    pub fn builds(&self) -> impl Iterator<Item = &Build> {
        let swaps = self.entries.iter().filter_map(|entry| match &entry.kind {
            EntryKind::Swap { build } => Some(build),
            _ => None,
        });
        std::iter::once(&self.header.build).chain(swaps)
    }

    /// Keeps only the first entries, as if the others were damaged.
    pub fn truncate(&mut self, entries: usize) {
        if entries < self.entries.len() {
            self.entries.truncate(entries);
            self.leave_out_halves();
            self.damage = Some(Damage::Altered { entry: self.entries.len() as u64 + 1 });
        }
    }

    /// Leaves out the first entries of a change whose others are missing. Says whether there are such.
    fn leave_out_halves(&mut self) -> bool {
        let half = self.entries.iter().rev().take_while(|entry| entry.more > 0).count();
        self.entries.truncate(self.entries.len() - half);
        self.ends.truncate(self.entries.len() + 1);
        half > 0
    }

    /// Reads it from its file.
    pub(super) fn read(file: &File, path: &Path) -> Result<Self, JournalError> {
        let no_journal = |problem: String| no_journal(path, &problem);
        let bytes = whole_file(file, path)?;
        if bytes.len() as u64 > LARGEST {
            return Err(no_journal(format!("it is too large; a journal has at most {} MiB", LARGEST >> 20)));
        }
        if never_begun(&bytes) {
            let problem = "its first line was never finished, so no game was begun in it; begin a new one";
            return Err(no_journal(problem.into()));
        }
        // Editors leave blank lines at the end.
        let written = bytes.trim_ascii_end().len();
        let feed = bytes[written..].iter().position(|byte| *byte == b'\n');
        let written = feed.map_or(bytes.len(), |feed| written + feed + 1);
        let mut lines = bytes[..written].split_inclusive(|byte| *byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let (header, check) = read_header(first, path)?;
        let mut end = first.len() as u64;
        let mut opened = Opened {
            path: path.to_owned(),
            header,
            entries: Vec::new(),
            damage: None,
            rulebook: Arc::new(NoRulebook),
            playing: Playing::default(),
            ends: vec![(end, check)],
        };
        for line in lines {
            let number = opened.entries.len() as u64 + 1;
            let before = opened.ends.last().map_or("", |(_, check)| check);
            match read_entry(before, line, number, &opened.header.build.module) {
                Ok((entry, check)) => {
                    end += line.strip_suffix(b"\n").unwrap_or(line).len() as u64 + 1;
                    opened.ends.push((end, check));
                    opened.entries.push(entry);
                }
                Err(damage) => {
                    opened.damage = Some(damage);
                    break;
                }
            }
        }
        if opened.leave_out_halves() {
            // It begins where the change does.
            let entry = opened.entries.len() as u64 + 1;
            opened.damage = Some(match opened.damage.take() {
                None | Some(Damage::Torn { .. }) => Damage::Torn { entry },
                Some(Damage::Altered { .. }) => Damage::Altered { entry },
                Some(Damage::Unreadable { problem, .. }) => Damage::Unreadable { entry, problem },
            });
        }
        Ok(opened)
    }
}

fn no_journal(path: &Path, problem: &str) -> JournalError {
    JournalError::NoJournal { path: path.to_owned(), problem: printable::sentence(problem) }
}

/// Reads a journal's first line; gives its check too.
fn read_header(line: &[u8], path: &Path) -> Result<(Header, String), JournalError> {
    let (body, check) = first_line(line, path)?;
    let format: Format = serde_json::from_str(&body).map_err(|error| no_journal(path, &error.to_string()))?;
    known_format(format.format, path)?;
    let header: Header = serde_json::from_str(&body).map_err(|error| no_journal(path, &error.to_string()))?;
    match fault_in_build(&header.build) {
        Some(fault) => Err(no_journal(path, &fault)),
        None => Ok((header, check)),
    }
}

/// Reads what a list shows of a journal's first line. Nothing else of it is kept: a position has thousands of spaces.
pub(super) fn read_heading(line: &[u8], path: &Path) -> Result<Heading, JournalError> {
    let (body, _) = first_line(line, path)?;
    let read: Headed = serde_json::from_str(&body).map_err(|error| no_journal(path, &error.to_string()))?;
    known_format(read.format, path)?;
    let Headed { created: Some(created), scenario: Some(scenario), build, .. } = read else {
        return Err(no_journal(path, "its first line doesn't say of which game it is"));
    };
    let module = build.map(|build| build.module).unwrap_or_default();
    Ok(Heading { module, title: scenario.title, created })
}

/// The JSON object of a journal's first line, and its check.
fn first_line(line: &[u8], path: &Path) -> Result<(String, String), JournalError> {
    let read = whole(line).and_then(|text| checked("", text));
    read.ok_or_else(|| no_journal(path, "its first line is damaged or missing"))
}

fn known_format(format: u32, path: &Path) -> Result<(), JournalError> {
    match format {
        0 => Err(no_journal(path, "there is no format 0")),
        1..=FORMAT => Ok(()),
        format => Err(JournalError::TooNew { path: path.to_owned(), format }),
    }
}

/// All of a file, or one byte more than a journal may have: that tells a file that is too large, whatever it is.
pub(super) fn whole_file(mut file: &File, path: &Path) -> Result<Vec<u8>, JournalError> {
    let mut bytes = Vec::new();
    let read = file.rewind().and_then(|()| file.take(LARGEST + 1).read_to_end(&mut bytes));
    read.map_err(|source| JournalError::Disk { path: path.to_owned(), source })?;
    Ok(bytes)
}

/// Whether this is all that was written of a journal before the program or the machine stopped: nothing, or the beginning
/// of its first line.
pub(super) fn never_begun(bytes: &[u8]) -> bool {
    const BEGINS: &[u8] = b"{\"muster\":\"journal\",";
    let begins = bytes.starts_with(BEGINS) || BEGINS.starts_with(bytes);
    // A whole journal whose line ends were taken away or made others has more after its first check, or such line ends.
    let check = bytes.windows(CHECK.len()).position(|window| window == CHECK.as_bytes());
    let ends =
        check.is_none_or(|at| bytes[at + CHECK.len()..].iter().filter(|&&byte| byte == b'{').count() == 0);
    begins && ends && !bytes.contains(&b'\n') && !bytes.contains(&b'\r')
}

#[derive(Deserialize)]
struct Format {
    format: u32,
}

/// What is read of a first line for a list.
#[derive(Deserialize)]
struct Headed {
    format: u32,
    created: Option<String>,
    scenario: Option<Titled>,
    build: Option<Played>,
}

#[derive(Deserialize)]
struct Played {
    module: String,
}

#[derive(Deserialize)]
struct Titled {
    title: String,
}

fn whole(line: &[u8]) -> Option<&str> {
    std::str::from_utf8(line).ok()?.strip_suffix('\n')
}

/// The JSON object of a line without its check, if the check is right.
fn checked(before: &str, line: &str) -> Option<(String, String)> {
    let (body, rest) = line.split_at_checked(line.rfind(CHECK)?)?;
    let check = rest.strip_prefix(CHECK)?.strip_suffix("\"}")?;
    (check_of(before, body) == check).then(|| (format!("{body}}}"), check.to_owned()))
}

fn read_entry(before: &str, bytes: &[u8], number: u64, module: &str) -> Result<(Entry, String), Damage> {
    let altered = Damage::Altered { entry: number };
    let ended = bytes.strip_suffix(b"\n");
    let read = std::str::from_utf8(ended.unwrap_or(bytes)).ok().and_then(|text| checked(before, text));
    // What has its check is whole, whatever took its line feed away.
    let wrong = || if ended.is_some() { altered.clone() } else { Damage::Torn { entry: number } };
    let (body, check) = read.ok_or_else(wrong)?;
    let unreadable =
        |problem: String| Damage::Unreadable { entry: number, problem: printable::sentence(&problem) };
    if let Some(fault) = fault_in_line(&body) {
        return Err(unreadable(fault));
    }
    let entry: Entry = serde_json::from_str(&body).map_err(|error| unreadable(error.to_string()))?;
    if entry.n != number {
        return Err(altered);
    }
    match fault_in_entry(&entry.kind, module) {
        Some(fault) => Err(unreadable(fault)),
        None => Ok((entry, check)),
    }
}
