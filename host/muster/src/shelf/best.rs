//! The best scores, for the lobby and for the page at the end of a game.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::SystemTime;

use muster_app::catalogue::{ScoreLine, ScoreSheet};
use muster_table::AtEnd;

use crate::scores::{self, Best, Entry, Scores, Sheet};

/// The list as it was last read.
pub(super) struct BestKept {
    scores: Scores,
    /// When the file was written that was read; none before it was looked for.
    read: Option<Option<SystemTime>>,
    best: Best,
}

impl BestKept {
    pub(super) fn new(data: &Path) -> Self {
        Self { scores: Scores::new(data), read: None, best: Best::default() }
    }

    /// What counts a table's game, and where the list comes from when it is over.
    pub(super) fn counting(&self) -> (AtEnd, Receiver<ScoreSheet>) {
        let (show, shown) = channel();
        let show = Box::new(move |sheet: Sheet| {
            let lines = sheet.lines.iter().map(|(entry, now)| line(entry, *now)).collect();
            // A screen that is gone needs nothing.
            let _ = show.send(ScoreSheet { lines, note: sheet.note });
        });
        (scores::at_end(self.scores.clone(), Some(show)), shown)
    }

    /// A module's list. The file is read when it has changed; one that can't be read is an empty list here, and told when
    /// a game is counted.
    pub(super) fn of(&mut self, module: &str) -> Vec<ScoreLine> {
        let written = std::fs::metadata(self.scores.path()).and_then(|about| about.modified()).ok();
        if self.read != Some(written) {
            self.best = self.scores.read().unwrap_or_default();
            self.read = Some(written);
        }
        self.best.of(Some(module)).map(|entry| line(entry, false)).collect()
    }
}

fn line(entry: &Entry, now: bool) -> ScoreLine {
    ScoreLine {
        side: entry.side.clone(),
        score: entry.score,
        who: entry.who.clone(),
        about: scores::about(entry),
        now,
    }
}
