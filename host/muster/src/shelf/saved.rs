//! Saved tables, and names for new ones.

use std::fs;
use std::path::{Path, PathBuf};

use muster_app::catalogue::SavedTable;
use muster_table::Journal;
use muster_table::journal::{Entry, EntryKind};

use crate::date;

/// How many entries there are but those of drafts: how far a secret decision has come is known to its seat alone.
fn open_entries(entries: &[Entry]) -> usize {
    let is_draft =
        |entry: &&Entry| matches!(entry.kind, EntryKind::Draft { .. } | EntryKind::DraftBack { .. });
    entries.iter().filter(|entry| !is_draft(entry)).count()
}

/// The journals of a folder, the latest first.
pub(super) fn saved_tables(folder: &Path) -> Vec<SavedTable> {
    let mut files: Vec<(std::time::SystemTime, PathBuf)> = fs::read_dir(folder)
        .map(|entries| {
            entries
                .flatten()
                .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
                .collect()
        })
        .unwrap_or_default();
    files.sort();
    files
        .into_iter()
        .rev()
        .filter_map(|(_, path)| {
            let opened = Journal::open(&path).ok()?;
            let title = opened.header.scenario.title.clone();
            let choices = open_entries(&opened.entries);
            let note = match (&opened.damage, date::spoken(&opened.header.created)) {
                (Some(damage), _) => format!("{choices} entries stand; {damage}"),
                (None, Some(begun)) => format!("begun {begun}; {choices} entries"),
                (None, None) => format!("{choices} entries"),
            };
            Some(SavedTable { path, title, note })
        })
        .collect()
}

/// A file name that isn't taken.
pub(super) fn free_name(folder: &Path, title: &str, created: &str) -> PathBuf {
    let plain = |text: &str| -> String {
        text.chars()
            .map(|one| if one.is_ascii_alphanumeric() { one.to_ascii_lowercase() } else { '-' })
            .collect()
    };
    let stem = format!("{}-{}", plain(title), plain(created));
    let numbered = |number: u32| folder.join(format!("{stem}-{number}.jsonl"));
    (1..).map(numbered).find(|path| !path.exists()).unwrap_or_else(|| numbered(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_far_a_secret_decision_has_come_no_list_says() {
        let entry = |kind: EntryKind| Entry { n: 0, kind, hash: None, rolls: Vec::new(), more: 0 };
        let choice = || "a choice".to_owned();
        let entries = [
            entry(EntryKind::Begin),
            entry(EntryKind::Choice { seat: 0, choice: choice() }),
            entry(EntryKind::Draft { seat: 1, choice: choice() }),
            entry(EntryKind::DraftBack { seat: 1, choices: 1 }),
        ];
        assert_eq!(open_entries(&entries), 2);
    }
}
