//! What the table did, in rows of the log: taken back and done again, rules changed, builds swapped.

use super::lay_out::Row;
use muster_table::messages::{LogItem, LogKind};

fn many(choices: u64) -> String {
    if choices == 1 { "one choice".to_owned() } else { format!("{choices} choices") }
}

/// How many choices were taken back, or, if fewer than none, done again; none if it is something else, or went past what bars it.
pub(super) fn turned_by(kind: &LogKind) -> Option<i64> {
    match kind {
        LogKind::Undo { steps, beyond: false } => i64::try_from(*steps).ok(),
        LogKind::Redo { steps } => i64::try_from(*steps).ok().map(|steps| -steps),
        _ => None,
    }
}

/// Choices that were taken back and done again with nothing between: the log has what is left of it, and not the way there.
#[derive(Default)]
pub(super) struct Turned {
    // Where their row is or would be.
    at: usize,
    // How many are taken back.
    back: i64,
}

impl Turned {
    /// Takes in so many more, right after what the rows tell.
    pub(super) fn take(&mut self, rows: &mut Vec<Row>, steps: i64) {
        if rows.len() == self.at + usize::from(self.back != 0) {
            rows.truncate(self.at);
            self.back += steps;
        } else {
            (self.at, self.back) = (rows.len(), steps);
        }
        let many = many(self.back.unsigned_abs());
        match self.back {
            0 => {}
            1.. => rows.push(Row::Note(format!("Took back {many}"))),
            _ => rows.push(Row::Note(format!("Did {many} again"))),
        }
    }
}

/// What the table itself did, in words.
pub(super) fn note(item: &LogItem) -> Option<String> {
    Some(match &item.kind {
        LogKind::Undo { steps, .. } => format!("Took back {} past dice or others", many(*steps)),
        LogKind::Edit { by } => format!("The position was edited by {by}"),
        LogKind::Rules { changed } => format!("House rules changed: {}", changed.join(", ")),
        LogKind::Swap { version } => format!("Version {version} of the module took over"),
        LogKind::Dice => "The dice were arranged".into(),
        LogKind::Begin | LogKind::Choice | LogKind::Group { .. } | LogKind::Redo { .. } => return None,
    })
}
