//! How tables stand, beside their journals: of a journal no more than its first line is read when the saved tables are listed. What
//! stands there holds as long as the journal is no longer and no shorter, since that only grows as something happens, so that it holds in
//! a copy of the folder too; only the name that a person gave a table holds for good.

use std::fs;
use std::io;
use std::path::Path;

use muster_app::panel::{bar, result};
use muster_contract::printable;
use muster_table::Table;
use muster_table::messages::{Peer, Reply, Request};
use serde::{Deserialize, Serialize};

use super::beside::Beside;

/// The files that they are in.
pub(super) const FILES: Beside = Beside { ending: "standing", longest: 4 * 1024 };
/// No name that a person gives is longer, in letters.
const LONGEST_NAME: usize = 120;

/// How a table stood when it was left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Kept {
    /// The name that a person gave it.
    pub name: String,
    /// The turn and its date.
    pub turn: String,
    /// The sides that decide next.
    pub decides: String,
    /// How the game ended, if it is over.
    pub over: String,
    /// How long the journal is of which this was kept, in bytes.
    length: u64,
}

/// Keeps how a table stands, as everybody may know it.
pub(super) fn keep(table: &mut Table) {
    let standing = table.standing(&Peer::host([]));
    let Some(journal) = standing.journal else { return };
    let Reply::View { view, .. } = table.answer(&Peer::guest([]), Request::View { eyes: None }) else {
        return;
    };
    let description = table.module().describe();
    let waits = standing.seats.iter().filter(|seat| seat.waited_for);
    let mut decides: Vec<&str> = waits
        .map(|seat| {
            let side = description.sides.iter().find(|side| side.id == seat.side);
            side.map_or(seat.side.as_str(), |side| side.name.as_str())
        })
        .collect();
    decides.dedup();
    let kept = Kept {
        name: read(&journal).name,
        turn: if view.turn.number > 0 { bar::turn_words(&view.turn) } else { String::new() },
        decides: decides.join(" and "),
        over: standing.outcome.map(|outcome| result::in_words(&outcome, description)).unwrap_or_default(),
        length: length(&journal).unwrap_or_default(),
    };
    // Without it the table is listed with what its journal's first line says.
    if let Err(why) = FILES.write(&journal, &kept) {
        tracing::warn!(journal = %journal.display(), %why, "how the table stands isn't kept");
    }
}

/// How the table of a journal stands, as far as that is known.
pub(super) fn of(journal: &Path) -> Kept {
    let kept = read(journal);
    match length(journal) {
        Some(length) if length == kept.length => kept,
        _ => Kept { name: kept.name, ..Kept::default() },
    }
}

fn length(journal: &Path) -> Option<u64> {
    fs::metadata(journal).ok().map(|about| about.len())
}

/// Gives the table of a journal another name.
pub(super) fn rename(journal: &Path, name: &str) -> io::Result<()> {
    // What holds no longer is left out: it must not hold again.
    let name = printable::name(name.trim()).to_string().chars().take(LONGEST_NAME).collect();
    FILES.write(journal, &Kept { name, ..of(journal) })
}

fn read(journal: &Path) -> Kept {
    let Kept { name, turn, decides, over, length } = FILES.read(journal);
    let plain = |words: String| printable::name(&words).to_string();
    Kept { name: plain(name), turn: plain(turn), decides: plain(decides), over: plain(over), length }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written_again(journal: &Path) {
        use std::io::Write as _;
        let mut file = fs::File::options().append(true).open(journal).unwrap();
        file.write_all(b"{}\n").unwrap();
    }

    #[test]
    fn how_a_table_stood_holds_until_its_journal_is_written_again_and_its_name_for_good() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("a.jsonl");
        fs::write(&journal, "{}\n").unwrap();
        assert_eq!(of(&journal), Kept::default());
        let over = "Union victory: Richmond has fallen.".to_owned();
        let kept =
            Kept { turn: "Turn 3".into(), decides: "Union".into(), over, name: String::new(), length: 3 };
        FILES.write(&journal, &kept).unwrap();
        assert_eq!(of(&journal), kept);
        // Copied, as by who moves to another machine: the files' times are those of the copying.
        let copy = folder.path().join("copy.jsonl");
        fs::copy(FILES.path(&journal), FILES.path(&copy)).unwrap();
        fs::copy(&journal, &copy).unwrap();
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
        fs::File::options().append(true).open(&copy).unwrap().set_modified(later).unwrap();
        assert_eq!(of(&copy), kept);
        rename(&journal, " My war\n").unwrap();
        assert_eq!(of(&journal), Kept { name: "My war".into(), ..kept });
        written_again(&journal);
        assert_eq!(
            of(&journal),
            Kept { name: "My war".into(), ..Kept::default() },
            "something was taken back"
        );
        rename(&journal, "").unwrap();
        assert_eq!(of(&journal), Kept::default(), "what held no longer doesn't hold again");
    }
}
