//! A board file, read for checking: cities by their numbers, links with the order that each end gives them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;

use muster_board::file::BoardFile;
use muster_contract::{Attribute, Board, SpaceKind, Value};

/// The scenarios on the main board, the first with the board that the others copy.
pub const MAIN: [&str; 3] = ["cw-strategy", "cw-strategy-varied", "cw-strategy-lesson"];
/// The scenario on the alternate board.
pub const OTHER: &str = "cw-strategy-alternate";
/// All of them.
pub const SCENARIOS: [&str; 4] = [MAIN[0], MAIN[1], MAIN[2], OTHER];

/// The text of the board or roster of a scenario: what its script's first such call names.
pub fn named(scenario: &str, function: &str) -> String {
    muster_conformance::file_of(env!("CARGO_MANIFEST_DIR"), scenario, function)
}

/// The text of a file of a scenario.
pub fn text_of(scenario: &str, file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(scenario).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The board of a scenario and how it is drawn.
pub fn file_of(scenario: &str) -> BoardFile {
    BoardFile::parse(&named(scenario, "board"), scenario).unwrap_or_else(|problem| panic!("{problem}"))
}

fn number(values: &[Attribute], name: &str) -> i32 {
    match values.iter().find(|value| value.name == name).map(|value| &value.value) {
        Some(Value::Number(number)) => *number,
        other => panic!("{name} is {other:?}"),
    }
}

fn text<'a>(values: &'a [Attribute], name: &str) -> &'a str {
    match values.iter().find(|value| value.name == name).map(|value| &value.value) {
        Some(Value::Text(text)) => text,
        other => panic!("{name} is {other:?}"),
    }
}

/// A city as the board has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct City {
    pub number: usize,
    pub id: String,
    pub title: String,
    pub state: String,
    pub owner: String,
    pub worth: i32,
    pub fort: i32,
    pub port: bool,
    pub y: i32,
    /// The numbers of its neighbours, in their order.
    pub neighbours: Vec<usize>,
}

/// The cities of a board, in the order of the file.
pub fn cities(board: &Board) -> Vec<City> {
    let numbers: BTreeMap<&str, usize> = board
        .spaces
        .iter()
        .filter(|space| space.kind == SpaceKind::Point)
        .map(|space| (space.id.as_str(), number(&space.values, "number") as usize))
        .collect();
    let mut around: BTreeMap<(&str, i32), usize> = BTreeMap::new();
    for edge in &board.edges {
        let [a, b] = [edge.a.as_str(), edge.b.as_str()];
        for (from, to, values) in [(a, b, &edge.forward), (b, a, &edge.backward)] {
            let before = around.insert((from, number(values, "order")), numbers[to]);
            assert!(before.is_none(), "{from} has two neighbours in one place");
        }
    }
    let city = |space: &muster_contract::Space| City {
        number: number(&space.values, "number") as usize,
        id: space.id.clone(),
        title: space.title.clone(),
        state: text(&space.values, "state").to_owned(),
        owner: text(&space.values, "owner").to_owned(),
        worth: number(&space.values, "worth"),
        fort: number(&space.values, "fort"),
        port: space.features.iter().any(|feature| feature == "port"),
        y: number(&space.values, "y"),
        neighbours: (1..).map_while(|order| around.get(&(space.id.as_str(), order)).copied()).collect(),
    };
    board.spaces.iter().filter(|space| space.kind == SpaceKind::Point).map(city).collect()
}

/// The cities as the data sheet has them.
pub fn sheet(rows: &str) -> Vec<City> {
    let city = |row: &str| {
        let mut parts = row.split(" | ");
        let words: Vec<&str> = parts.next().unwrap().split(' ').collect();
        let whole = |at: usize| words[at].parse().unwrap_or_else(|_| panic!("{row}"));
        City {
            number: whole(0) as usize,
            id: words[1].to_owned(),
            owner: words[2].to_owned(),
            worth: whole(3),
            fort: whole(4),
            port: words[5] == "port",
            y: whole(6),
            neighbours: (7..words.len()).map(|at| whole(at) as usize).collect(),
            title: parts.next().unwrap().to_owned(),
            state: parts.next().unwrap().to_owned(),
        }
    };
    rows.lines().map(city).collect()
}

/// How many links lie between a city and each that can be reached from it when one city is left out.
pub fn distances(cities: &[City], from: usize, without: Option<usize>) -> BTreeMap<usize, usize> {
    let mut far = BTreeMap::from([(from, 0)]);
    let mut next = VecDeque::from([from]);
    while let Some(here) = next.pop_front() {
        for &there in &cities[here - 1].neighbours {
            if Some(there) != without && !far.contains_key(&there) {
                far.insert(there, far[&here] + 1);
                next.push_back(there);
            }
        }
    }
    far
}

/// The titles of cities for which something holds.
pub fn titles(cities: &[City], holds: impl Fn(&City) -> bool) -> BTreeSet<&str> {
    cities.iter().filter(|city| holds(city)).map(|city| city.title.as_str()).collect()
}
