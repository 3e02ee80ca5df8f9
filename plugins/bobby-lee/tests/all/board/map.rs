//! The board file, read for checking: hexes by the names of their towns, hexsides, lines and lanes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::LazyLock;

use muster_board::file::BoardFile;
use muster_contract::{Attribute, Board, Edge, Space, SpaceKind, Value};
use serde::Deserialize;

/// The scenarios that are played on the whole map.
pub const SCENARIOS: [&str; 7] = [
    "bobby-lee",
    "bobby-lee-1861",
    "bobby-lee-1862",
    "bobby-lee-1863",
    "bobby-lee-1864",
    "bobby-lee-valley",
    "bobby-lee-lesson",
];

/// The text of the board or roster of a scenario: what its script's first such call names.
pub fn named(scenario: &str, function: &str) -> String {
    muster_conformance::file_of(env!("CARGO_MANIFEST_DIR"), scenario, function)
}

/// The text of a file of a scenario.
pub fn text_of(scenario: &str, file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(scenario).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A named line as the file writes it.
#[derive(Deserialize)]
pub struct Line {
    pub feature: String,
    pub title: String,
    #[serde(default)]
    through: String,
    #[serde(default)]
    along: String,
}

impl Line {
    /// The hexes or hexsides on its way.
    pub fn steps(&self) -> Vec<&str> {
        let text = if self.through.is_empty() { &self.along } else { &self.through };
        text.trim_matches(['<', '>']).split_whitespace().collect()
    }

    /// Whether it leaves the board after its last step.
    pub fn leaves(&self) -> bool {
        self.through.ends_with('>') || self.along.ends_with('>')
    }
}

#[derive(Deserialize)]
struct Lines {
    line: Vec<Line>,
}

/// The map.
pub struct Map {
    pub board: Board,
    pub lines: Vec<Line>,
    spaces: BTreeMap<String, usize>,
    edges: BTreeMap<(String, String), usize>,
    /// The sides of each hex.
    around: BTreeMap<String, Vec<usize>>,
}

static MAP: LazyLock<Map> = LazyLock::new(read);

/// The map of the campaign, which all other scenarios copy.
pub fn map() -> &'static Map {
    &MAP
}

fn read() -> Map {
    let text = named("bobby-lee", "board");
    let board = BoardFile::parse(&text, "board.toml").unwrap_or_else(|problem| panic!("{problem}")).board;
    let lines: Lines = toml::from_str(&text).expect("a board file");
    let spaces = board.spaces.iter().enumerate().map(|(index, space)| (space.id.clone(), index)).collect();
    let between = |edge: &Edge| ordered(&edge.a, &edge.b);
    let hexsides = || board.edges.iter().enumerate().filter(|(_, edge)| edge.direction.is_some());
    let edges = hexsides().map(|(index, edge)| (between(edge), index)).collect();
    let mut around: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, edge) in hexsides() {
        for end in [&edge.a, &edge.b] {
            around.entry(end.clone()).or_default().push(index);
        }
    }
    Map { board, lines: lines.line, spaces, edges, around }
}

fn ordered(a: &str, b: &str) -> (String, String) {
    (a.min(b).to_owned(), a.max(b).to_owned())
}

/// A value among others.
pub fn value<'v>(values: &'v [Attribute], name: &str) -> Option<&'v Value> {
    values.iter().find(|value| value.name == name).map(|value| &value.value)
}

pub fn text<'v>(values: &'v [Attribute], name: &str) -> Option<&'v str> {
    match value(values, name) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    }
}

pub fn number(values: &[Attribute], name: &str) -> Option<i32> {
    match value(values, name) {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    }
}

/// Whether a list of features has one.
pub fn has(features: &[String], name: &str) -> bool {
    features.iter().any(|feature| feature == name)
}

impl Map {
    /// The hexes.
    pub fn hexes(&self) -> impl Iterator<Item = &Space> {
        self.board.spaces.iter().filter(|space| space.kind == SpaceKind::Hex)
    }

    /// The hexsides.
    pub fn sides(&self) -> impl Iterator<Item = &Edge> {
        self.edges.values().map(|index| &self.board.edges[*index])
    }

    pub fn space(&self, id: &str) -> &Space {
        &self.board.spaces[*self.spaces.get(id).unwrap_or_else(|| panic!("there is no space {id}"))]
    }

    /// The hex of that name.
    pub fn town(&self, title: &str) -> &Space {
        let found: Vec<&Space> = self.hexes().filter(|space| space.title == title).collect();
        assert_eq!(found.len(), 1, "hexes named {title}");
        found[0]
    }

    /// The hexside between two hexes.
    pub fn side(&self, a: &str, b: &str) -> Option<&Edge> {
        self.edges.get(&ordered(a, b)).map(|index| &self.board.edges[*index])
    }

    /// The hexside between two named hexes.
    pub fn border(&self, a: &str, b: &str) -> &Edge {
        self.side(&self.town(a).id, &self.town(b).id).unwrap_or_else(|| panic!("{a} and {b} are neighbours"))
    }

    /// The neighbours of a hex with the sides towards them.
    pub fn around<'m>(&'m self, id: &'m str) -> impl Iterator<Item = (&'m Edge, &'m str)> {
        let sides = self.around.get(id).into_iter().flatten().map(|index| &self.board.edges[*index]);
        sides.map(move |edge| (edge, if edge.a == id { edge.b.as_str() } else { edge.a.as_str() }))
    }

    /// How many hexes two places are apart, whatever lies between.
    pub fn apart(&self, a: &str, b: &str) -> usize {
        let (from, to) = (&self.town(a).id, &self.town(b).id);
        let mut ring = BTreeSet::from([from.as_str()]);
        let mut seen = ring.clone();
        for steps in 0.. {
            if ring.contains(to.as_str()) {
                return steps;
            }
            ring = ring.iter().flat_map(|id| self.around(id)).map(|(_, there)| there).collect();
            ring.retain(|there| seen.insert(there));
            assert!(!ring.is_empty(), "{a} and {b} are on one map");
        }
        unreachable!("a ring grows empty in the end")
    }

    /// The hexes that can be reached from one over such sides.
    pub fn reached<'m>(&'m self, from: &'m str, over: impl Fn(&Edge, &str) -> bool) -> BTreeSet<&'m str> {
        let mut reached = BTreeSet::from([from]);
        let mut left = vec![from];
        while let Some(here) = left.pop() {
            for (_, there) in self.around(here).filter(|(edge, there)| over(edge, there)) {
                if reached.insert(there) {
                    left.push(there);
                }
            }
        }
        reached
    }

    /// The titles of the hexes with a feature.
    pub fn with(&self, feature: &str) -> BTreeSet<&str> {
        self.hexes().filter(|hex| has(&hex.features, feature)).map(|hex| hex.title.as_str()).collect()
    }

    /// The lines of a kind and name.
    pub fn line(&self, feature: &str, title: &str) -> Vec<&Line> {
        let found: Vec<&Line> =
            self.lines.iter().filter(|line| line.feature == feature && line.title == title).collect();
        assert!(!found.is_empty(), "there is no {feature} {title}");
        found
    }

    /// The hexsides along a river or ridge.
    pub fn along(&self, feature: &str, title: &str) -> Vec<&Edge> {
        let steps = self.line(feature, title).into_iter().flat_map(Line::steps);
        let side = |step: &str| {
            let (a, b) = step.split_once('/').expect("a hexside");
            self.side(a, b).unwrap_or_else(|| panic!("{step} is a hexside"))
        };
        steps.map(side).collect()
    }

    /// The lanes of the sea, as the titles of what they join.
    pub fn lanes(&self) -> Vec<[&str; 2]> {
        let lanes = self.board.edges.iter().filter(|edge| has(&edge.features, "sea-lane"));
        lanes.map(|edge| [&edge.a, &edge.b].map(|end| self.space(end).title.as_str())).collect()
    }

    /// Whether nothing can march over a side (§2.21).
    pub fn is_impassable(&self, edge: &Edge) -> bool {
        let is = |feature: &str| has(&edge.features, feature);
        (is("river") && !is("bridge") && !is("ford")) || (is("mountain") && !is("gap"))
    }
}

#[test]
fn every_name_stands_once() {
    let map = map();
    let mut seen = BTreeSet::new();
    for hex in map.hexes().filter(|hex| !hex.title.is_empty()) {
        assert!(seen.insert(&hex.title), "there are two hexes named {}", hex.title);
    }
    assert!(seen.len() >= 80);
    assert_eq!(map.hexes().count(), 387);
}
