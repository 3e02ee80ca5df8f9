//! The best scores: for each module and side the five best that games at this machine have come to.
//!
//! A module reports a score by a report with the id `score` that is there once the game is over (docs/modules.md): a
//! row for each side. A table counts a game when it ends, or when it is opened after its end, and each game once. The
//! list is one file among a person's own data.

mod file;
mod game;
mod show;

use muster_contract::printable;
use serde::{Deserialize, Serialize};

pub(crate) use file::Scores;
#[cfg(feature = "window")]
pub(crate) use game::Sheet;
pub(crate) use game::at_end;
#[cfg(feature = "window")]
pub(crate) use show::about;
pub(crate) use show::list;

/// How many scores are kept of each side.
const BEST: usize = 5;
/// How many games are remembered as counted; then the first are forgotten.
const REMEMBERED: usize = 2_000;
/// How many facts of a game are kept beside its score.
const FACTS: usize = 12;

/// A side's score in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The module's id.
    pub module: String,
    /// The side's id.
    pub side: String,
    /// The greater the better.
    pub score: i32,
    /// Who played the side.
    #[serde(default)]
    pub who: String,
    /// The scenario's title.
    #[serde(default)]
    pub scenario: String,
    /// Whether the side won; nothing if nobody did.
    #[serde(default)]
    pub won: Option<bool>,
    /// The degree of the victory, whoever's it was.
    #[serde(default)]
    pub degree: String,
    /// When it was counted, in UTC.
    #[serde(default)]
    pub date: String,
    /// Which game it was.
    #[serde(default)]
    pub game: String,
    /// The optional and house rules that were on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// What else the module reports with the score, by the column's title.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<(String, String)>,
}

impl Entry {
    /// A file's and a module's texts, so that they can be shown.
    fn clean(mut self) -> Self {
        let texts = [
            &mut self.module,
            &mut self.side,
            &mut self.who,
            &mut self.scenario,
            &mut self.degree,
            &mut self.date,
            &mut self.game,
        ];
        self.facts.truncate(FACTS);
        self.rules.truncate(FACTS);
        let facts = self.facts.iter_mut().flat_map(|(title, text)| [title, text]);
        for text in texts.into_iter().chain(facts).chain(&mut self.rules) {
            *text = printable::name(text);
        }
        self
    }
}

/// All that is kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Best {
    format: u32,
    /// The games that were counted, the last of them last.
    #[serde(default)]
    games: Vec<String>,
    /// By module and side, the best first.
    #[serde(default)]
    entries: Vec<Entry>,
}

impl Best {
    /// What a file says, brought into order: it may have been written by anybody.
    fn ordered(mut self) -> Self {
        self.entries = self.entries.into_iter().map(Entry::clean).collect();
        // Scores that are equal stay as they stand.
        self.entries.sort_by(|one, two| {
            (&one.module, &one.side, two.score).cmp(&(&two.module, &two.side, one.score))
        });
        self.keep_the_best();
        self
    }

    /// Takes a game's scores up, unless it was counted before; says whether it was taken up. A score that is as good as
    /// one that stands there goes above it.
    fn count(&mut self, game: &str, entries: Vec<Entry>) -> bool {
        if self.games.iter().any(|counted| counted == game) {
            return false;
        }
        self.games.push(game.to_owned());
        self.games.drain(..self.games.len().saturating_sub(REMEMBERED));
        // The sort is stable: what comes first stays above what equals it.
        self.entries.splice(0..0, entries);
        *self = std::mem::take(self).ordered();
        true
    }

    fn keep_the_best(&mut self) {
        let mut last: Option<(String, String)> = None;
        let mut kept = 0;
        self.entries.retain(|entry| {
            if last.as_ref().is_none_or(|(module, side)| (module, side) != (&entry.module, &entry.side)) {
                last = Some((entry.module.clone(), entry.side.clone()));
                kept = 0;
            }
            kept += 1;
            kept <= BEST
        });
    }

    /// The scores of a module, or of all: side by side, the best first.
    pub(crate) fn of<'a>(&'a self, module: Option<&'a str>) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |entry| module.is_none_or(|module| entry.module == module))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(side: &str, score: i32, game: &str) -> Entry {
        let text = str::to_owned;
        Entry { module: text("war"), side: text(side), score, game: text(game), ..Entry::default() }
    }

    fn scores_of(best: &Best, side: &str) -> Vec<(i32, String)> {
        let of_side = best.of(Some("war")).filter(|entry| entry.side == side);
        of_side.map(|entry| (entry.score, entry.game.clone())).collect()
    }

    #[test]
    fn five_are_kept_of_each_side_and_an_equal_score_goes_above() {
        let mut best = Best::default();
        for (game, us, cs) in
            [("a", 10, 1), ("b", 30, -4), ("c", 20, 2), ("d", 20, 3), ("e", 5, 4), ("f", 20, 5), ("g", 5, 6)]
        {
            assert!(best.count(game, vec![entry("us", us, game), entry("cs", cs, game)]));
        }
        let us = [(30, "b"), (20, "f"), (20, "d"), (20, "c"), (10, "a")];
        assert_eq!(scores_of(&best, "us"), us.map(|(score, game)| (score, game.to_owned())));
        assert_eq!(
            scores_of(&best, "cs").iter().map(|(score, _)| *score).collect::<Vec<_>>(),
            [6, 5, 4, 3, 2]
        );
        assert_eq!(best.of(Some("peace")).count(), 0);
        assert!(best.count("h", vec![entry("us", 10, "h")]), "as good as the fifth");
        assert_eq!(scores_of(&best, "us")[4], (10, "h".to_owned()));
    }

    #[test]
    fn a_game_counts_once_though_it_ends_otherwise_or_is_no_longer_on_the_list() {
        let mut best = Best::default();
        assert!(best.count("a", vec![entry("us", 1, "a")]));
        assert!(!best.count("a", vec![entry("us", 9, "a")]));
        assert_eq!(scores_of(&best, "us"), [(1, "a".to_owned())]);
        for game in ["b", "c", "d", "e", "f"] {
            best.count(game, vec![entry("us", 1, game)]);
        }
        assert!(!best.count("a", vec![entry("us", 1, "a")]), "it would push out another that is as good");
        assert!(scores_of(&best, "us").iter().all(|(_, game)| game != "a"));
    }

    #[test]
    fn no_more_games_are_remembered_than_there_is_room_for() {
        let mut best = Best::default();
        for game in 0..REMEMBERED + 3 {
            best.games.push(game.to_string());
        }
        best.count("last", Vec::new());
        assert_eq!((best.games.len(), best.games[REMEMBERED - 1].as_str()), (REMEMBERED, "last"));
    }
}
