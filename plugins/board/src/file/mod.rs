//! The board file format: TOML that describes one board, for rules and for the eye. `docs/boards.md` shows it to
//! the writers of scenarios; this module reads it.
//!
//! Files come from anywhere, so their size is limited before anything is made of them ([`MOST_BYTES`],
//! [`MOST_SPACES`], [`MOST_EDGES`]) and everything in them is checked; up to [`MOST_MISTAKES`] mistakes are told at once,
//! each with its line and what to write instead.

mod grammar;
mod ground;
mod lines;
mod making;
mod nearest;
mod reading;

use std::fmt;

use muster_contract::Board;
use toml::de::DeTable;

use crate::Atlas;
use crate::picture::Picture;
pub use grammar::GrammarMistake;
use making::Making;
pub use nearest::nearest;
use reading::Reading;

/// The largest file that is read, in bytes.
pub const MOST_BYTES: usize = 1 << 20;
/// The most spaces of a board.
pub const MOST_SPACES: usize = 20_000;
/// The most edges of a board.
pub const MOST_EDGES: usize = 60_000;
/// The most shapes of a board (hills, woods): each may cover all of it, and is kept as it was drawn.
pub const MOST_SHAPES: usize = 500;
/// The most mistakes that are told at once.
pub const MOST_MISTAKES: usize = 20;

/// A board as its file describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardFile {
    /// What rules know of it.
    pub board: Board,
    /// How it is drawn.
    pub picture: Picture,
}

/// One mistake in a board file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1; none for a board that was not read from a text.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What to write instead.
    pub instead: String,
}

/// Why a board file can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FileProblem {
    /// The file's name.
    pub file: String,
    /// What is wrong with it, in the order of its lines; never empty.
    pub mistakes: Vec<Mistake>,
    /// Whether there are more mistakes than these.
    pub more: bool,
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mistake) in self.mistakes.iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            write!(f, "{end}{}", self.file)?;
            if let Some(line) = mistake.line {
                write!(f, ":{line}")?;
            }
            write!(f, ": {}. {}", mistake.what, mistake.instead)?;
        }
        if self.more { write!(f, "\n{}: and more", self.file) } else { Ok(()) }
    }
}

impl BoardFile {
    /// Reads a board from the text of a file, whose name serves for messages.
    pub fn parse(text: &str, file_name: &str) -> Result<BoardFile, FileProblem> {
        BoardFile::read(text, file_name, true)
    }

    /// Reads a board from a table with the keys of a board file, for a small board that is drawn in a script; the name
    /// serves for messages, which have no lines.
    pub fn from_table(table: &toml::Table, name: &str) -> Result<BoardFile, FileProblem> {
        let text = toml::to_string(table).map_err(|error| {
            let instead = "Use only texts, numbers, lists and tables.".to_owned();
            let mistake = Mistake { line: None, what: format!("the board can't be read: {error}"), instead };
            FileProblem { file: name.to_owned(), mistakes: vec![mistake], more: false }
        })?;
        BoardFile::read(&text, name, false)
    }

    /// Makes a small hex board of nothing but its rows, with the usual letters: a pointy grid whose even rows stand
    /// half a hex to the right. For tests and sketches.
    pub fn sketch(id: &str, rows: &str) -> Result<BoardFile, FileProblem> {
        let mut hexes = toml::Table::new();
        hexes.insert("grid".into(), "pointy".into());
        hexes.insert("shifted".into(), "even".into());
        hexes.insert("terrain".into(), rows.into());
        let mut table = toml::Table::new();
        table.insert("id".into(), id.into());
        table.insert("source".into(), "A sketch.".into());
        table.insert("hexes".into(), hexes.into());
        BoardFile::from_table(&table, id)
    }

    fn read(text: &str, file: &str, lines: bool) -> Result<BoardFile, FileProblem> {
        let reading = Reading::new(text, lines);
        if text.len() > MOST_BYTES {
            let what = format!("the file has {} bytes, and at most {MOST_BYTES} are read", text.len());
            reading.wrong(0, what, "Leave out what isn't needed, or make two boards of it.");
            return Err(reading.problem(file));
        }
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let GrammarMistake { at, what, instead } = GrammarMistake::of(text, &error);
                reading.wrong(at, what, instead);
                return Err(reading.problem(file));
            }
        };
        let made = Making::of(&reading, table.get_ref()).finish();
        if !reading.is_clean() {
            return Err(reading.problem(file));
        }
        // What is left are limits of the index itself, such as the number of different features.
        if let Err(problem) = Atlas::new(std::slice::from_ref(&made.board)) {
            reading.wrong(0, problem.to_string(), "Correct that and try again.");
            return Err(reading.problem(file));
        }
        Ok(made)
    }
}
