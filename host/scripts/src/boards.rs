//! The boards of a scenario: read from files or drawn in the script, and checked against the module.

use std::collections::BTreeMap;

use muster_board::file::{BoardFile, FileProblem};
use muster_board::picture::Picture;
use muster_contract::Board;
use toml::de::{DeTable, DeValue};

use crate::problem::{At, ScenarioProblem, Wrong, meant};
use crate::resolve::MOST_PROBLEMS;
use crate::said::Said;
use crate::scenario::Known;
use crate::texts::{SCRIPT, Texts};

/// The boards that a script has laid out so far.
#[derive(Default)]
pub(crate) struct Boards {
    boards: Vec<Board>,
    pictures: Vec<Picture>,
    /// The edges of each space.
    edges: BTreeMap<String, Vec<String>>,
    /// The files that were read.
    files: Vec<String>,
}

type Done = Result<(), Vec<ScenarioProblem>>;

impl Boards {
    /// Lays out the board of a file that the script names.
    pub(crate) fn read(&mut self, texts: &Texts, file: &str, at: &At, module: Known<'_>) -> Done {
        let text = texts.named(file, at).map_err(|problem| vec![problem])?;
        let board = BoardFile::parse(text, file).map_err(|problem| problems(problem, &At::file(file)))?;
        let parsed = DeTable::parse(text).ok();
        let mention =
            |feature: &str| Some(At::byte(file, text, mention(parsed.as_ref()?.get_ref(), feature)?));
        self.files.push(file.to_owned());
        self.lay_out(board, at, mention, module)
    }

    /// Lays out a board that is drawn in the script.
    pub(crate) fn drawn(&mut self, board: Said, at: &At, module: Known<'_>) -> Done {
        let Some(toml::Value::Table(table)) = board.into_data() else {
            let wrong = Wrong::Type {
                what: "the board".into(),
                found: "a map with other things".into(),
                wanted: "a map of texts, numbers, lists and maps",
            };
            return Err(vec![ScenarioProblem::new(at.clone(), wrong)]);
        };
        let board = BoardFile::from_table(&table, SCRIPT).map_err(|problem| problems(problem, at))?;
        self.lay_out(board, at, |_| None, module)
    }

    fn lay_out(
        &mut self,
        made: BoardFile,
        at: &At,
        mention: impl Fn(&str) -> Option<At>,
        module: Known<'_>,
    ) -> Done {
        let BoardFile { board, picture } = made;
        let mut wrong = unknown_features(&board, at, mention, module);
        let twice = |what, name: &str| {
            ScenarioProblem::new(at.clone(), Wrong::Twice { what, name: name.to_owned() })
                .with_remedy("Names are unique over all boards of a scenario.")
        };
        let ids = self.boards.iter().map(|known| &known.id);
        wrong.extend(ids.filter(|id| **id == board.id).map(|id| twice("the board", id)));
        let space = board.spaces.iter().find(|space| self.edges.contains_key(&space.id));
        wrong.extend(space.map(|space| twice("the space", &space.id)));
        if !wrong.is_empty() {
            return Err(wrong);
        }
        for space in &board.spaces {
            self.edges.insert(space.id.clone(), Vec::new());
        }
        for edge in &board.edges {
            for end in [&edge.a, &edge.b] {
                self.edges.entry(end.clone()).or_default().push(edge.id.clone());
            }
        }
        self.boards.push(board);
        self.pictures.push(picture);
        Ok(())
    }

    pub(crate) fn has_space(&self, name: &str) -> bool {
        self.edges.contains_key(name)
    }

    pub(crate) fn spaces(&self) -> impl Iterator<Item = &str> {
        self.edges.keys().map(String::as_str)
    }

    pub(crate) fn edges_of(&self, space: &str) -> impl Iterator<Item = &str> {
        self.edges.get(space).into_iter().flatten().map(String::as_str)
    }

    /// The boards, their pictures, and the files that they were read from.
    pub(crate) fn finish(self) -> (Vec<Board>, Vec<Picture>, Vec<String>) {
        (self.boards, self.pictures, self.files)
    }
}

/// What is wrong with a board file, as problems of the scenario.
fn problems(problem: FileProblem, at: &At) -> Vec<ScenarioProblem> {
    let of = |mistake: muster_board::file::Mistake| {
        let at = At { line: mistake.line.or(at.line), ..at.clone() };
        ScenarioProblem::new(at, Wrong::Board(mistake.what)).with_remedy(mistake.instead)
    };
    problem.mistakes.into_iter().map(of).collect()
}

/// Where the entry of a board file stands that a sentence is about: the one most of whose names are in it. What stands in
/// rows of letters alone has no entry.
pub(crate) fn entry_about(file: &str, text: &str, is_named: impl Fn(&str) -> bool) -> Option<At> {
    let board = DeTable::parse(text).ok()?;
    let entries = board.get_ref().iter().filter_map(|(_, value)| match value.get_ref() {
        DeValue::Array(entries) => Some(entries),
        _ => None,
    });
    // How long the names are that the sentence has of an entry, and where the first stands.
    let named = |entry: &DeTable<'_>| {
        let given = |key: &str| match entry.get(key).map(|value| (value.get_ref(), value.span().start)) {
            Some((DeValue::String(text), start)) => Some((text.to_string(), start)),
            _ => None,
        };
        let whole = ["id", "title", "a", "b"].into_iter().filter_map(given);
        let of_two = given("between").into_iter().flat_map(|(text, start)| {
            text.split('/').map(|name| (name.trim().to_owned(), start)).collect::<Vec<_>>()
        });
        let named = whole.chain(of_two).filter(|(name, _)| is_named(name));
        named.map(|(name, start)| (name.len(), start)).reduce(|sum, one| (sum.0 + one.0, sum.1.min(one.1)))
    };
    let mut best = None;
    for entry in entries.flat_map(|entries| entries.iter()) {
        let DeValue::Table(table) = entry.get_ref() else { continue };
        let Some((weight, start)) = named(table) else { continue };
        if best.is_none_or(|(most, _)| weight > most) {
            best = Some((weight, start));
        }
    }
    best.map(|(_, start)| At::byte(file, text, start))
}

/// Where a board file first gives this feature to something. A title or a comment may have the same word.
fn mention(board: &DeTable<'_>, feature: &str) -> Option<usize> {
    fn in_table(table: &DeTable<'_>, given: bool, feature: &str) -> Option<usize> {
        table
            .iter()
            .filter_map(|(name, value)| {
                let given = given || matches!(name.get_ref().as_ref(), "feature" | "features" | "key");
                first(value.get_ref(), value.span().start, given, feature)
            })
            .min()
    }
    fn first(value: &DeValue<'_>, start: usize, given: bool, feature: &str) -> Option<usize> {
        match value {
            DeValue::String(word) => (given && word.eq_ignore_ascii_case(feature)).then_some(start),
            DeValue::Array(list) => {
                list.iter().filter_map(|item| first(item.get_ref(), item.span().start, given, feature)).min()
            }
            DeValue::Table(table) => in_table(table, given, feature),
            _ => None,
        }
    }
    in_table(board, false, feature)
}

/// Each feature that the module doesn't know, once: where the file mentions it first, or else at what it is found. A
/// module that names none takes any.
fn unknown_features(
    board: &Board,
    at: &At,
    mention: impl Fn(&str) -> Option<At>,
    module: Known<'_>,
) -> Vec<ScenarioProblem> {
    let known = &module.description.features;
    if known.is_empty() {
        return Vec::new();
    }
    let mut unknown = BTreeMap::<&str, &str>::new();
    let spaces = board.spaces.iter().map(|space| (&space.id, &space.features));
    let edges = board.edges.iter().map(|edge| (&edge.id, &edge.features));
    for (id, features) in spaces.chain(edges) {
        for feature in features.iter().filter(|feature| !known.contains(feature)) {
            unknown.entry(feature).or_insert(id);
        }
    }
    let problem = |(feature, id): (&str, &str)| {
        let place = mention(feature);
        let found = if place.is_none() { format!(", at {id:?}") } else { String::new() };
        let context = format!(" in the module {:?}{found}", module.id);
        let wrong = Wrong::Unknown { what: "feature", name: feature.to_owned(), context };
        let remedy = meant(feature, known.iter().map(String::as_str));
        ScenarioProblem::meant(place.unwrap_or_else(|| at.clone()), wrong, remedy)
    };
    unknown.into_iter().take(MOST_PROBLEMS).map(problem).collect()
}

/// Reads one board file by itself, whatever module it is for.
pub fn check_board(file: &str, text: &str) -> Result<Board, Vec<ScenarioProblem>> {
    BoardFile::parse(text, file).map(|made| made.board).map_err(|problem| problems(problem, &At::file(file)))
}
