//! A board file, read for checking: cities by their ids, neighbours in their order.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use muster_board::file::BoardFile;
use muster_contract::{Attribute, Space, SpaceKind, Value};

/// The scenarios on the first map; their boards are copies.
pub const WAR: [&str; 3] = ["cw-strategy", "cw-strategy-varied", "cw-strategy-lesson"];

/// The scenario on the other map (§17.6).
pub const OTHER: &str = "cw-strategy-alternate";

/// All of them.
pub fn scenarios() -> impl Iterator<Item = &'static str> {
    WAR.into_iter().chain([OTHER])
}

/// The text of a file of a scenario.
pub fn text_of(scenario: &str, file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(scenario).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A map: its cities in the order of the file, and each one's neighbours in their order.
pub struct Map {
    pub cities: Vec<Space>,
    pub neighbours: BTreeMap<String, Vec<String>>,
    /// How many links the file has.
    pub links: usize,
}

static FIRST: LazyLock<Map> = LazyLock::new(|| read(WAR[0]));
static SECOND: LazyLock<Map> = LazyLock::new(|| read(OTHER));

/// The map of the war.
pub fn war() -> &'static Map {
    &FIRST
}

/// The map with seventy-five links.
pub fn other() -> &'static Map {
    &SECOND
}

fn read(scenario: &str) -> Map {
    let text = text_of(scenario, "board.toml");
    let board = BoardFile::parse(&text, "board.toml").unwrap_or_else(|problem| panic!("{problem}")).board;
    let mut places: BTreeMap<String, BTreeMap<i32, String>> = BTreeMap::new();
    for edge in &board.edges {
        assert_eq!(edge.features, ["road"], "{}", edge.id);
        for (from, to, values) in [(&edge.a, &edge.b, &edge.forward), (&edge.b, &edge.a, &edge.backward)] {
            let before = places.entry(from.clone()).or_default().insert(number(values, "order"), to.clone());
            assert_eq!(before, None, "{from} has two neighbours in one place");
        }
    }
    let in_order = |(city, of): (String, BTreeMap<i32, String>)| {
        assert!(of.keys().zip(1..).all(|(place, wanted)| *place == wanted), "{city} has a gap");
        (city, of.into_values().collect())
    };
    Map {
        links: board.edges.len(),
        neighbours: places.into_iter().map(in_order).collect(),
        cities: board.spaces,
    }
}

fn value<'v>(values: &'v [Attribute], name: &str) -> &'v Value {
    let found = values.iter().find(|value| value.name == name);
    &found.unwrap_or_else(|| panic!("there is no {name}")).value
}

/// A number among values.
pub fn number(values: &[Attribute], name: &str) -> i32 {
    match value(values, name) {
        Value::Number(number) => *number,
        other => panic!("{name} is {other:?}"),
    }
}

/// A text among values.
pub fn word<'v>(values: &'v [Attribute], name: &str) -> &'v str {
    match value(values, name) {
        Value::Text(text) => text,
        other => panic!("{name} is {other:?}"),
    }
}

/// Whether a city is a seaport (§1.2).
pub fn is_port(city: &Space) -> bool {
    assert_eq!(city.kind, SpaceKind::Point, "{}", city.id);
    city.features.iter().any(|feature| feature == "port")
}
