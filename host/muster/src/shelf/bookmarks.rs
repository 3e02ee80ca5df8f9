//! What a person marked of a table, beside its journal: the numbers of records, which tell nobody what they are of.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::whole;

/// The ending of the file's name; the rest is the journal's.
pub(super) const ENDING: &str = "bookmarks";
/// No such file is longer, in bytes.
const LONGEST: u64 = 64 * 1024;

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    records: Vec<u64>,
}

fn beside(journal: &Path) -> PathBuf {
    journal.with_extension(ENDING)
}

/// The records of a journal that are marked.
pub(super) fn of(journal: &Path) -> Vec<u64> {
    let text = muster_files::read_text(&beside(journal), LONGEST).unwrap_or_default();
    toml::from_str(&text).map(|kept: Kept| kept.records).unwrap_or_default()
}

/// Keeps them; where there are none, no file.
pub(super) fn keep(journal: &Path, records: &[u64]) -> io::Result<()> {
    if records.is_empty() {
        delete(journal);
        return Ok(());
    }
    let text = toml::to_string(&Kept { records: records.to_vec() }).map_err(io::Error::other)?;
    whole::write(&beside(journal), text.as_bytes())
}

/// Deletes what is kept beside a journal.
pub(super) fn delete(journal: &Path) {
    // It may never have been there, and does no harm.
    let _ = fs::remove_file(beside(journal));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_marked_is_kept_until_nothing_is() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("a.jsonl");
        assert!(of(&journal).is_empty());
        keep(&journal, &[3, 41]).unwrap();
        assert_eq!(of(&journal), [3, 41]);
        keep(&journal, &[]).unwrap();
        assert!(of(&journal).is_empty() && !beside(&journal).exists());
        fs::write(beside(&journal), "records = 'none'").unwrap();
        assert!(of(&journal).is_empty());
    }
}
