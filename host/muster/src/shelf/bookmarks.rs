//! What a person marked of a table, beside its journal: the numbers of records, which tell nobody what they are of.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::beside::Beside;

/// The files that they are in.
pub(super) const FILES: Beside = Beside { ending: "bookmarks", longest: 64 * 1024 };

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    records: Vec<u64>,
}

/// The records of a journal that are marked.
pub(super) fn of(journal: &Path) -> Vec<u64> {
    FILES.read::<Kept>(journal).records
}

/// Keeps them; where there are none, no file.
pub(super) fn keep(journal: &Path, records: &[u64]) -> io::Result<()> {
    if records.is_empty() {
        FILES.delete(journal);
        return Ok(());
    }
    FILES.write(journal, &Kept { records: records.to_vec() })
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
        assert!(of(&journal).is_empty() && !FILES.path(&journal).exists());
        std::fs::write(FILES.path(&journal), "records = 'none'").unwrap();
        assert!(of(&journal).is_empty());
    }
}
