//! The board file format: TOML that describes one board, for rules and for the eye. `docs/boards.md` shows it to
//! the writers of scenarios; this module reads it.
//!
//! Files come from anywhere, so their size is limited before anything is made of them ([`MOST_BYTES`],
//! [`MOST_SPACES`], [`MOST_EDGES`]) and everything in them is checked; up to [`MOST_MISTAKES`] mistakes are reported at once,
//! each with its line and what to write instead.

mod builder;
mod drawing;
mod free;
mod grammar;
mod hex_grid;
mod hexes;
mod lines;
mod nearest;
mod numbering;
mod problem;
mod reading;

use muster_contract::{Board, Grid};
use toml::de::DeTable;

use crate::Atlas;
use crate::picture::Picture;
use builder::BoardBuilder;
pub use builder::{MOST_EDGES, MOST_SPACES};
pub use drawing::{LABEL_SIZES, MOST_LABELS, MOST_SHAPES};
pub use grammar::GrammarMistake;
pub use nearest::nearest;
pub use problem::{FileProblem, MOST_MISTAKES, Mistake};
pub use reading::FARTHEST;
use reading::{Entry, Reading};

/// The largest file that is read, in bytes.
pub const MOST_BYTES: usize = 1 << 20;

/// A board as its file describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardFile {
    /// What rules know of it.
    pub board: Board,
    /// How it is drawn.
    pub picture: Picture,
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
            reading.report(0, what, "Leave out what isn't needed, or make two boards of it.");
            return Err(reading.problem(file));
        }
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let GrammarMistake { at, what, instead } = GrammarMistake::of(text, &error);
                reading.report(at, what, instead);
                return Err(reading.problem(file));
            }
        };
        let made = build(&reading, table.get_ref());
        if !reading.is_clean() {
            return Err(reading.problem(file));
        }
        // What is left are limits of the index itself, such as the number of different features.
        if let Err(problem) = Atlas::new(std::slice::from_ref(&made.board)) {
            reading.report(0, problem.to_string(), "Correct that and try again.");
            return Err(reading.problem(file));
        }
        Ok(made)
    }
}

/// The keys of a board file.
const KEYS: [&str; 16] = [
    "id", "title", "source", "values", "extent", "hexes", "hex", "line", "side", "box", "area", "point",
    "edge", "shape", "house", "label",
];

/// Puts together what can be; what can't is a mistake of the reading.
fn build<'t>(reading: &Reading<'t>, table: &'t DeTable<'t>) -> BoardFile {
    let file = Entry::new(reading, "the file", 0, table);
    file.refuse_other_keys(&KEYS);
    let id = file.id("id", false).map_or_else(String::new, |word| word.text.to_owned());
    file.required_text("source", "\"where the board comes from\"");
    let board = Board {
        id: id.clone(),
        title: file.text("title"),
        grid: Grid::Free,
        spaces: Vec::new(),
        edges: Vec::new(),
        values: file.values("values"),
    };
    let picture = Picture { board: id, source: file.text("source"), ..Picture::default() };
    let before = reading.count();
    let mut builder = BoardBuilder::new(reading, board, picture);
    builder.add_hexes(&file);
    // What lies on hexes that can't be read isn't there to be named; that would be reported over and over.
    let hexes_failed = reading.count() > before || before > 0 && builder.grid.is_none();
    if !hexes_failed {
        builder.add_free_spaces(&file);
        if builder.board.spaces.is_empty() && reading.is_clean() {
            reading.report(0, "the board has no spaces", "Add [hexes], [[area]] or [[point]] tables.");
        }
        builder.set_extent(&file);
        builder.add_free_edges(&file);
        builder.add_lines(&file);
        builder.add_sides(&file);
        builder.add_drawings(&file);
        builder.check_feature_counts();
    }
    BoardFile { board: builder.board, picture: builder.picture }
}
