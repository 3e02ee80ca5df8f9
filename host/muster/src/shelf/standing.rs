//! How games ended, beside their journals: of a journal no more than its first line is read when the saved tables are listed. What
//! stands there holds until the journal is written again.

use std::fs;
use std::path::{Path, PathBuf};

use muster_contract::printable;
use muster_table::messages::Peer;
use muster_table::{AtEnd, Table};

use crate::whole;

/// The ending of the file's name; the rest is the journal's.
pub(super) const ENDING: &str = "over";
/// No such file is longer, in bytes.
const LONGEST: u64 = 4 * 1024;

fn beside(journal: &Path) -> PathBuf {
    journal.with_extension(ENDING)
}

/// Keeps how a table's game ended, and then does what else is to be done at its end.
pub(super) fn kept(mut then: AtEnd) -> AtEnd {
    Box::new(move |table| {
        keep(table);
        then(table);
    })
}

fn keep(table: &Table) {
    let standing = table.standing(&Peer::host([]));
    let Some((journal, outcome)) = standing.journal.zip(standing.outcome) else { return };
    let words = muster_app::panel::result::in_words(&outcome, table.module().describe());
    let path = beside(&journal);
    // Without it the table is listed as any other.
    if let Err(why) = whole::write(&path, words.as_bytes()) {
        tracing::warn!(path = %path.display(), %why, "how the game ended isn't kept");
    }
}

/// How the game of a journal ended, if nothing was done in it since.
pub(super) fn of(journal: &Path) -> Option<String> {
    let path = beside(journal);
    let written = |path: &Path| fs::metadata(path).and_then(|about| about.modified()).ok();
    let holds = written(&path)? >= written(journal)?;
    let words = holds.then(|| muster_files::read_text(&path, LONGEST).ok()).flatten()?;
    Some(printable::name(&words).to_string()).filter(|words| !words.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    #[test]
    fn how_a_game_ended_holds_until_its_journal_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("a.jsonl");
        fs::write(&journal, "").unwrap();
        assert_eq!(of(&journal), None);
        fs::write(beside(&journal), "Union victory: Richmond has fallen.").unwrap();
        assert_eq!(of(&journal).as_deref(), Some("Union victory: Richmond has fallen."));
        let file = fs::File::options().append(true).open(&journal).unwrap();
        file.set_modified(SystemTime::now() + Duration::from_secs(60)).unwrap();
        assert_eq!(of(&journal), None, "something was taken back");
    }
}
