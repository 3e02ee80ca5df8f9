//! The boards of a scenario: read from files or drawn in the script, and checked against the module.

use std::collections::{BTreeMap, BTreeSet};

use muster_board::file::{BoardFile, FileProblem};
use muster_board::picture::Picture;
use muster_contract::Board;
use toml::de::DeTable;

use crate::known::Known;
use crate::mention::Mention;
use crate::problem::{At, MOST_PROBLEMS, ScenarioProblem, Wrong, meant};
use crate::raw::{Field, RawValue};
use crate::texts::{SCRIPT, Texts};
use crate::typed::typed_attribute;

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
        let board =
            BoardFile::parse(text, file).map_err(|problem| scenario_problems(problem, &At::file(file)))?;
        let parsed = DeTable::parse(text).ok();
        let mention = |what: Mention<'_>| {
            let board = parsed.as_ref()?.get_ref();
            Some(At::byte(file, text, what.in_board(board)?))
        };
        self.files.push(file.to_owned());
        self.lay_out(board, at, mention, module)
    }

    /// Lays out a board that is drawn in the script.
    pub(crate) fn draw(&mut self, board: RawValue, at: &At, module: Known<'_>) -> Done {
        let Some(toml::Value::Table(table)) = board.into_data() else {
            let wrong = Wrong::Type {
                what: "the board".into(),
                found: "a map with other things".into(),
                wanted: "a map of texts, numbers, lists and maps",
            };
            return Err(vec![ScenarioProblem::new(at.clone(), wrong)]);
        };
        let board =
            BoardFile::from_table(&table, SCRIPT).map_err(|problem| scenario_problems(problem, at))?;
        self.lay_out(board, at, |_| None, module)
    }

    fn lay_out(
        &mut self,
        made: BoardFile,
        at: &At,
        mention: impl Fn(Mention<'_>) -> Option<At>,
        module: Known<'_>,
    ) -> Done {
        let BoardFile { board, picture } = made;
        let mut wrong = unknown_features(&board, at, |feature| mention(Mention::Feature(feature)), module);
        wrong.extend(wrong_values(&board, at, &mention, module));
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
fn scenario_problems(problem: FileProblem, at: &At) -> Vec<ScenarioProblem> {
    let of = |mistake: muster_board::file::Mistake| {
        let at = At { line: mistake.line.or(at.line), ..at.clone() };
        ScenarioProblem::new(at, Wrong::Board(mistake.what)).with_remedy(mistake.instead)
    };
    problem.mistakes.into_iter().map(of).collect()
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
        let remedy =
            meant(feature, known.iter().map(String::as_str)).unwrap_or_else(|| module.lists("feature"));
        ScenarioProblem::new(place.unwrap_or_else(|| at.clone()), wrong).with_remedy(remedy)
    };
    unknown.into_iter().take(MOST_PROBLEMS).map(problem).collect()
}

/// The values that the module doesn't know, each name once, and those that it knows otherwise. A module that names none takes
/// any.
fn wrong_values(
    board: &Board,
    at: &At,
    mention: impl Fn(Mention<'_>) -> Option<At>,
    module: Known<'_>,
) -> Vec<ScenarioProblem> {
    let known = &module.description.values;
    if known.is_empty() {
        return Vec::new();
    }
    let of_spaces = board.spaces.iter().flat_map(|space| {
        let given = space.values.iter();
        given.map(|value| ("space", &space.id, value))
    });
    let of_edges = board.edges.iter().flat_map(|edge| {
        let given = edge.values.iter().chain(&edge.forward).chain(&edge.backward);
        given.map(|value| ("edge", &edge.id, value))
    });
    let mut unknown = BTreeSet::new();
    let mut problems = Vec::new();
    for (kind, id, given) in of_spaces.chain(of_edges) {
        // Where a value comes from is nobody's to know.
        if given.name.ends_with("from") || problems.len() >= MOST_PROBLEMS {
            continue;
        }
        let of_kind = known.iter().filter(|info| info.kinds.iter().any(|known| known == kind));
        let place = |what| mention(what).unwrap_or_else(|| at.clone());
        if let Some(info) = of_kind.clone().find(|info| info.name == given.name) {
            let raw = RawValue::from(&given.value);
            if let Err(problem) =
                typed_attribute(&format!("{:?} of {id:?}", given.name), info, &Field::new(raw, at.clone()))
            {
                let at = place(Mention::Value(kind, &given.name, Some(&given.value)));
                problems.push(ScenarioProblem { at, ..problem });
            }
        } else if unknown.insert((kind, &given.name)) {
            let context = format!(" for the {kind}s of the module {:?}", module.id);
            let wrong = Wrong::Unknown { what: "value", name: given.name.clone(), context };
            let remedy = meant(&given.name, of_kind.map(|info| info.name.as_str()));
            let describe = || Some(module.lists("value"));
            let at = place(Mention::Value(kind, &given.name, None));
            problems.push(ScenarioProblem::meant(at, wrong, remedy.or_else(describe)));
        }
    }
    problems
}

/// Reads one board file by itself, whatever module it is for.
pub fn check_board(file: &str, text: &str) -> Result<Board, Vec<ScenarioProblem>> {
    BoardFile::parse(text, file)
        .map(|made| made.board)
        .map_err(|problem| scenario_problems(problem, &At::file(file)))
}
