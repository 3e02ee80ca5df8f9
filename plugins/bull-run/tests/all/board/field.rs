//! The board file, read for checking.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Deserialize;
use toml::Table;

/// A point in hundredths of the file's unit, five metres each, so that it can be compared exactly.
pub type Spot = [i64; 2];

/// The field's north-western and south-eastern corners: 11.8 by 8.1 kilometres.
pub const FRAME: [Spot; 2] = [[0, 0], [2360, 1620]];
/// The last locale on the Union's bank of Bull Run; those after it are on the Confederates'.
pub const LAST_UNION: u16 = 89;

#[derive(Deserialize)]
struct File {
    values: Table,
    area: Vec<Area>,
    edge: Vec<Edge>,
    line: Vec<Line>,
}

#[derive(Deserialize)]
struct Area {
    id: String,
    #[serde(default)]
    title: String,
    at: [f64; 2],
    outline: Vec<[f64; 2]>,
    #[serde(default)]
    features: BTreeSet<String>,
    values: Table,
}

#[derive(Deserialize)]
struct Edge {
    a: String,
    b: String,
    #[serde(default)]
    features: BTreeSet<String>,
    values: Table,
    #[serde(default)]
    forward: Table,
    #[serde(default)]
    backward: Table,
}

#[derive(Deserialize)]
struct Line {
    feature: String,
    rank: u8,
    course: Vec<[f64; 2]>,
}

/// A locale.
#[derive(Debug, PartialEq)]
pub struct Locale {
    pub title: String,
    pub at: Spot,
    pub outline: Vec<Spot>,
    pub features: BTreeSet<String>,
    pub values: Table,
}

/// A boundary.
#[derive(Debug, PartialEq)]
pub struct Boundary {
    pub ends: [u16; 2],
    pub features: BTreeSet<String>,
    pub values: Table,
    /// What the approach of either end has, in the order of the ends.
    pub approaches: [Table; 2],
}

/// A road, railroad or stream as it is drawn.
pub struct Way {
    pub feature: String,
    pub rank: u8,
    pub course: Vec<Spot>,
}

/// A board.
pub struct Field {
    pub principles: Table,
    pub locales: BTreeMap<u16, Locale>,
    pub boundaries: Vec<Boundary>,
    pub ways: Vec<Way>,
}

/// The text of the board or roster of a scenario: what its script's first such call names.
pub fn named(scenario: &str, function: &str) -> String {
    muster_conformance::file_of(env!("CARGO_MANIFEST_DIR"), scenario, function)
}

/// The text of a file of a scenario.
pub fn text_of(scenario: &str, file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(scenario).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The board of a scenario.
pub fn board_of(scenario: &str) -> Field {
    let file: File = toml::from_str(&named(scenario, "board")).expect("a board file");
    let mut locales = BTreeMap::new();
    for area in file.area {
        let number: u16 = area.id.parse().unwrap_or_else(|_| panic!("{:?} is no number", area.id));
        let locale = Locale {
            title: area.title,
            at: spot(area.at),
            outline: area.outline.into_iter().map(spot).collect(),
            features: area.features,
            values: area.values,
        };
        assert!(locales.insert(number, locale).is_none(), "there are two locales {number}");
    }
    let boundaries = file.edge.into_iter().map(|edge| Boundary {
        ends: [edge.a, edge.b].map(|end| end.parse().expect("a number")),
        features: edge.features,
        values: edge.values,
        approaches: [edge.backward, edge.forward],
    });
    let ways = file.line.into_iter().map(|line| Way {
        feature: line.feature,
        rank: line.rank,
        course: line.course.into_iter().map(spot).collect(),
    });
    Field { principles: file.values, locales, boundaries: boundaries.collect(), ways: ways.collect() }
}

/// The board of the whole day.
pub fn whole() -> Field {
    board_of("bull-run")
}

fn spot(at: [f64; 2]) -> Spot {
    at.map(|length| (length * 100.0).round() as i64)
}

impl Field {
    /// The boundary between two locales.
    pub fn between(&self, a: u16, b: u16) -> Option<&Boundary> {
        self.boundaries.iter().find(|boundary| boundary.ends == [a.min(b), a.max(b)])
    }

    /// The boundaries of a locale with what lies beyond each.
    pub fn around(&self, locale: u16) -> impl Iterator<Item = (&Boundary, u16)> {
        self.boundaries.iter().filter_map(move |boundary| match boundary.ends {
            [a, b] if a == locale => Some((boundary, b)),
            [a, b] if b == locale => Some((boundary, a)),
            _ => None,
        })
    }

    /// The two corners that a boundary's locales share.
    pub fn corners(&self, boundary: &Boundary) -> [Spot; 2] {
        let [a, b] = boundary.ends.map(|end| &self.locales[&end].outline);
        let shared: Vec<Spot> = a.iter().copied().filter(|spot| b.contains(spot)).collect();
        shared.try_into().unwrap_or_else(|shared| panic!("{:?} share the corners {shared:?}", boundary.ends))
    }

    /// Which locales can be reached from one over such boundaries.
    pub fn reached(&self, from: u16, over: impl Fn(&Boundary) -> bool) -> BTreeSet<u16> {
        let mut reached = BTreeSet::from([from]);
        let mut left = vec![from];
        while let Some(here) = left.pop() {
            for (_, there) in self.around(here).filter(|(boundary, _)| over(boundary)) {
                if reached.insert(there) {
                    left.push(there);
                }
            }
        }
        reached
    }

    /// The locales with a feature.
    pub fn with(&self, feature: &str) -> BTreeSet<u16> {
        let has = |(number, locale): (&u16, &Locale)| locale.features.contains(feature).then_some(*number);
        self.locales.iter().filter_map(has).collect()
    }

    /// How many units a locale holds.
    pub fn capacity(&self, locale: u16) -> i64 {
        number(&self.locales[&locale].values, "capacity").expect("every locale has a capacity")
    }
}

impl Boundary {
    pub fn has(&self, feature: &str) -> bool {
        self.features.contains(feature)
    }

    /// "passable", "restricted" or "impassable".
    pub fn kind(&self) -> &str {
        ["restricted", "impassable"].into_iter().find(|kind| self.has(kind)).unwrap_or("passable")
    }

    /// What the approach on this end's side has.
    pub fn approach(&self, end: u16) -> &Table {
        let index = self.ends.iter().position(|known| *known == end).expect("it is an end");
        &self.approaches[index]
    }

    /// The names of the roads that cross it.
    pub fn roads(&self, class: &str) -> Vec<&str> {
        text(&self.values, class).unwrap_or_default().split_whitespace().collect()
    }

    /// Whether Bull Run runs along it.
    pub fn is_bull_run(&self) -> bool {
        text(&self.values, "water") == Some("Bull Run")
    }
}

pub fn number(values: &Table, name: &str) -> Option<i64> {
    values.get(name).map(|value| value.as_integer().unwrap_or_else(|| panic!("{name} is no number")))
}

pub fn text<'t>(values: &'t Table, name: &str) -> Option<&'t str> {
    values.get(name).map(|value| value.as_str().unwrap_or_else(|| panic!("{name} is no text")))
}

/// Twice the area of an outline, positive if it runs clockwise on the map.
pub fn twice_area(outline: &[Spot]) -> i64 {
    sides(outline).map(|[a, b]| a[0] * b[1] - b[0] * a[1]).sum()
}

/// The sides of an outline, in order.
pub fn sides(outline: &[Spot]) -> impl Iterator<Item = [Spot; 2]> {
    outline.iter().zip(outline.iter().cycle().skip(1)).map(|(a, b)| [*a, *b])
}

/// A distance in metres.
pub fn metres([a, b]: [Spot; 2]) -> f64 {
    5.0 * ((a[0] - b[0]) as f64).hypot((a[1] - b[1]) as f64)
}
