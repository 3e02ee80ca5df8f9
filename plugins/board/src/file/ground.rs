//! Hexes: the rows of letters, the particulars of single hexes and hexsides.

use std::collections::{BTreeMap, BTreeSet};

use muster_contract::{Attribute, Edge, Grid, Point, Space, SpaceKind};

use super::making::Making;
use super::reading::{Entry, MOST_FEATURES, Word, shortened};
use crate::hex::{Bearing, Hex, Turn};
use crate::picture::{SpacePicture, Spot};

/// The letters that need no key.
const USUAL: [(char, &str); 9] = [
    ('.', "clear"),
    ('w', "woods"),
    ('f', "field"),
    ('o', "orchard"),
    ('m', "marsh"),
    ('~', "water"),
    ('t', "town"),
    ('h', "hill"),
    ('s', "steep"),
];

/// The most rows and columns, since ids have two digits for each.
const LONGEST: usize = 99;

/// A corner of a hex in coordinates three times as fine as those of hexes, in which it is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Corner(i32, i32);

/// The hexes of a board.
pub(super) struct Ground {
    pub(super) turn: Turn,
    origin: Spot,
    /// Where each is; they are the board's first spaces.
    hexes: Vec<Hex>,
    by_hex: BTreeMap<Hex, usize>,
    columns: usize,
    rows: usize,
}

impl Ground {
    /// What to write instead of a hex that isn't there.
    pub(super) fn hint(&self) -> String {
        format!(
            "Hexes go from 0101 to {:02}{:02}, columns first, without the '-' in the terrain.",
            self.columns, self.rows
        )
    }

    pub(super) fn hex(&self, space: usize) -> Option<Hex> {
        self.hexes.get(space).copied()
    }

    pub(super) fn at(&self, hex: Hex) -> Option<usize> {
        self.by_hex.get(&hex).copied()
    }

    /// The direction from one space to another, if they are neighbouring hexes.
    pub(super) fn direction(&self, a: usize, b: usize) -> Option<u8> {
        let (from, to) = (self.hex(a)?, self.hex(b)?);
        (0..6).find(|&direction| from.neighbour(direction) == to)
    }

    pub(super) fn adjacent(&self, a: usize, b: usize) -> bool {
        self.direction(a, b).is_some()
    }

    /// The two corners of a hex's side, from left to right as seen from its middle.
    pub(super) fn side(&self, hex: Hex, direction: u8) -> [Corner; 2] {
        [direction + 5, direction].map(|corner| {
            // A corner is the middle between its three hexes' middles.
            let (one, other) = (hex.neighbour(corner), hex.neighbour(corner + 1));
            Corner(hex.q + one.q + other.q, hex.r + one.r + other.r)
        })
    }

    pub(super) fn corner(&self, corner: Corner) -> Spot {
        self.place(corner.0 as f32 / 3.0, corner.1 as f32 / 3.0)
    }

    pub(super) fn middle(&self, hex: Hex) -> Spot {
        self.place(hex.q as f32, hex.r as f32)
    }

    fn place(&self, q: f32, r: f32) -> Spot {
        let rank = 3_f32.sqrt() / 2.0;
        let [x, y] = match self.turn {
            Turn::Pointy => [q + r / 2.0, r * rank],
            Turn::Flat => [(q + r) * rank, (r - q) / 2.0],
        };
        [self.origin[0] + x, self.origin[1] + y]
    }

    fn outline(&self, hex: Hex) -> Vec<Spot> {
        (0..6).map(|direction| self.corner(self.side(hex, direction)[1])).collect()
    }
}

/// What a letter stands for.
#[derive(Clone, Default)]
struct Letter {
    features: Vec<String>,
    values: Vec<Attribute>,
}

/// Adds values to others, replacing those of the same name. One too many is kept and noticed in the end.
fn add_values(to: &mut Vec<Attribute>, more: Vec<Attribute>) {
    for value in more {
        match to.iter().position(|known| known.name == value.name) {
            Some(known) => to[known] = value,
            None if to.len() > MOST_FEATURES => {}
            None => to.push(value),
        }
    }
}

/// Adds features to others, each once. One too many is kept and noticed in the end.
pub(super) fn add_features(to: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    for feature in more {
        if to.len() <= MOST_FEATURES && !to.contains(&feature) {
            to.push(feature);
        }
    }
}

impl<'t> Making<'_, 't> {
    /// Reads `[hexes]` and the `[[hex]]`s, and joins all neighbours by edges.
    pub(super) fn hexes(&mut self, file: &Entry<'_, 't>) {
        let Some(entry) = file.table("hexes", "[hexes]") else {
            if file.has_table("hex") {
                file.wrong(
                    "hex",
                    "[hex] is no table of a board",
                    "Write [hexes], if it says what the ground is; one hex is a [[hex]].",
                );
                return;
            }
            for only in ["hex", "side"] {
                if file.has(only) {
                    file.wrong(
                        only,
                        format!("[[{only}]] is for hex boards"),
                        "Add [hexes] with grid and terrain.",
                    );
                }
            }
            return;
        };
        entry.only(&["grid", "shifted", "terrain", "key"]);
        let grid = entry.needed("grid", "\"pointy\"").and_then(|word| match word.text {
            "pointy" => Some((Grid::PointyHexes, Turn::Pointy)),
            "flat" => Some((Grid::FlatHexes, Turn::Flat)),
            _ => {
                entry.wrong(
                    "grid",
                    format!("there is no grid {:?}", shortened(word.text)),
                    "Write \"pointy\" or \"flat\".",
                );
                None
            }
        });
        let odd = entry.needed("shifted", "\"even\"").and_then(|word| match word.text {
            "odd" => Some(true),
            "even" => Some(false),
            _ => {
                entry.wrong(
                    "shifted",
                    format!("no rows are {:?}", shortened(word.text)),
                    "Write \"odd\" or \"even\".",
                );
                None
            }
        });
        let key = self.key(&entry);
        let rows = self.rows(&entry);
        let (Some((grid, turn)), Some(odd), Some(rows)) = (grid, odd, rows) else { return };
        self.board.grid = grid;
        let origin = match (turn, odd) {
            (_, false) => [0.0, 0.0],
            (Turn::Pointy, true) => [0.5, 0.0],
            (Turn::Flat, true) => [0.0, 0.5],
        };
        let columns = rows.first().map_or(0, |(_, row)| row.len());
        self.ground = Some(Ground {
            turn,
            origin,
            hexes: Vec::new(),
            by_hex: BTreeMap::new(),
            columns,
            rows: rows.len(),
        });
        for (row, (at, letters)) in rows.iter().enumerate() {
            // What a row has beyond the first's length is a mistake already.
            let letters = letters.iter().enumerate().take(columns);
            for (column, &letter) in letters.filter(|&(_, &letter)| letter != '-') {
                let Some(meaning) = key.get(&letter) else {
                    let what = format!(
                        "hex {:02}{:02} is {letter:?}, which the key doesn't have",
                        column + 1,
                        row + 1
                    );
                    self.reading.wrong(
                        *at,
                        what,
                        format!("Add it to the key of [hexes]: {letter:?} = [\"clear\"]."),
                    );
                    continue;
                };
                self.hex(*at, column, row, odd, meaning);
            }
        }
        let mut particular = BTreeSet::new();
        for entry in file.list("hex", "[[hex]]") {
            self.particulars(&entry, &mut particular);
        }
        self.join();
    }

    fn key(&self, entry: &Entry<'_, 't>) -> BTreeMap<char, Letter> {
        let usual = |(letter, feature): (char, &str)| {
            (letter, Letter { features: vec![feature.to_owned()], values: Vec::new() })
        };
        let mut key: BTreeMap<char, Letter> = USUAL.into_iter().map(usual).collect();
        let Some(table) = entry.table("key", "key of [hexes]") else { return key };
        for (word, features, values) in table.letters() {
            let mut letters = word.text.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) if letter != '-' && !letter.is_whitespace() => {
                    key.insert(letter, Letter { features, values });
                }
                _ => {
                    let what = format!("{:?} can't stand for a hex", shortened(word.text));
                    self.reading.wrong(word.at, what, "Use one letter; '-' is no hex.");
                }
            }
        }
        key
    }

    /// The letters of each row and where in the text it is.
    fn rows(&self, entry: &Entry<'_, 't>) -> Option<Vec<(usize, Vec<char>)>> {
        let terrain = entry.needed("terrain", "\"\"\" rows of letters \"\"\"")?;
        // Where the first row begins; TOML leaves out a line's end that follows the quotation marks.
        let written = self.reading.text.get(terrain.at..).unwrap_or_default();
        let mut at =
            terrain.at + written.find(|c| c != '"' && c != '\'' && c != '\r' && c != '\n').unwrap_or(0);
        let mut rows: Vec<(usize, Vec<char>)> = Vec::new();
        for line in terrain.text.split_inclusive('\n') {
            let letters: Vec<char> = line.chars().filter(|letter| !letter.is_whitespace()).collect();
            if !letters.is_empty() {
                rows.push((at, letters));
            }
            at += line.len();
        }
        let width = rows.first().map_or(0, |(_, row)| row.len());
        if width == 0 || width > LONGEST || rows.len() > LONGEST {
            let what = format!("the terrain has {} rows and {width} columns", rows.len());
            self.reading.wrong(terrain.at, what, format!("Give it 1 to {LONGEST} of each."));
            return None;
        }
        for (index, (at, row)) in rows.iter().enumerate() {
            if row.len() != width {
                let what = format!(
                    "row {} of the terrain has {} hexes, the first has {width}",
                    index + 1,
                    row.len()
                );
                self.reading.wrong(*at, what, "Make all rows equally long; write '-' where there is no hex.");
            }
        }
        Some(rows)
    }

    fn hex(&mut self, at: usize, column: usize, row: usize, odd: bool, letter: &Letter) {
        let Some(ground) = &self.ground else { return };
        // The first row or column is number 1, and so an odd one.
        let shift = |index: usize| i32::from(index.is_multiple_of(2) == odd);
        let (x, y) = (column as i32, row as i32);
        let point = match ground.turn {
            Turn::Pointy => Point { x: 1000 * x + 500 * shift(row), y: 866 * y },
            Turn::Flat => Point { x: 866 * x, y: 1000 * y + 500 * shift(column) },
        };
        let Some((hex, _)) = ground.turn.hex_at(point) else { return };
        let id = format!("{:02}{:02}", column + 1, row + 1);
        let (middle, outline) = (ground.middle(hex), ground.outline(hex));
        let space = Space {
            id: id.clone(),
            title: String::new(),
            kind: SpaceKind::Hex,
            at: point,
            features: letter.features.clone(),
            values: letter.values.clone(),
        };
        let picture = SpacePicture { id, at: middle, outline, ground: letter.features.clone() };
        if self.add_space(at, space, picture).is_some()
            && let Some(ground) = &mut self.ground
        {
            ground.by_hex.insert(hex, ground.hexes.len());
            ground.hexes.push(hex);
        }
    }

    /// What is particular of one hex. `known` are the hexes that something was said of before.
    fn particulars(&mut self, entry: &Entry<'_, 't>, known: &mut BTreeSet<usize>) {
        entry.only(&["id", "title", "features", "values"]);
        let Some(id) = entry.needed("id", "\"0101\"") else { return };
        let Some(index) = self.space(id) else { return };
        if !known.insert(index) {
            let what = format!("hex {} has a [[hex]] already", shortened(id.text));
            self.reading.wrong(id.at, what, "Say all that is particular of a hex in one [[hex]].");
            return;
        }
        let (title, features, values) =
            (entry.text("title"), entry.features("features"), entry.values("values"));
        let space = &mut self.board.spaces[index];
        if !title.is_empty() {
            space.title = title;
        }
        add_features(&mut space.features, features);
        add_values(&mut space.values, values);
    }

    /// Makes the edge between every two neighbouring hexes, named with the smaller id first.
    fn join(&mut self) {
        let Some(ground) = &self.ground else { return };
        let mut edges = Vec::new();
        for (index, &hex) in ground.hexes.iter().enumerate() {
            for direction in 0..6 {
                let Some(other) = ground.at(hex.neighbour(direction)) else { continue };
                let (a, b) = (&self.board.spaces[index].id, &self.board.spaces[other].id);
                if a < b {
                    let edge = Edge {
                        id: format!("{a}/{b}"),
                        a: a.clone(),
                        b: b.clone(),
                        direction: Some(ground.turn.facing(Bearing::side(direction))),
                        features: Vec::new(),
                        values: Vec::new(),
                        forward: Vec::new(),
                        backward: Vec::new(),
                    };
                    edges.push((
                        edge,
                        ground.side(hex, direction).map(|corner| ground.corner(corner)).to_vec(),
                    ));
                }
            }
        }
        for (edge, path) in edges {
            self.add_edge(0, edge, path);
        }
    }

    /// A hexside as written, "0310/0311": its spaces in that order and its edge.
    pub(super) fn hexside(&self, word: Word<'_>) -> Option<(usize, usize, usize)> {
        let wrong = |what: String| {
            self.reading.wrong(word.at, what, "Write two neighbouring hexes with a slash: \"0310/0311\".");
            None
        };
        let Some((one, other)) = word.text.split_once('/') else {
            return wrong(format!("{:?} is no hexside", shortened(word.text)));
        };
        let half = |text| self.space(Word { text, at: word.at });
        let (one, other) = (half(one.trim())?, half(other.trim())?);
        let (a, b) = (&self.board.spaces[one].id, &self.board.spaces[other].id);
        let adjacent = self.ground.as_ref().is_some_and(|ground| ground.adjacent(one, other));
        match self.edge_index(&format!("{}/{}", a.min(b), a.max(b))) {
            Some(edge) if adjacent => Some((one, other, edge)),
            _ => wrong(format!("{a} and {b} are not neighbours")),
        }
    }

    /// Reads the `[[side]]`s.
    pub(super) fn sides(&mut self, file: &Entry<'_, 't>) {
        if self.ground.is_none() {
            return;
        }
        for entry in file.list("side", "[[side]]") {
            entry.only(&["between", "features", "values", "forward", "backward"]);
            let side = entry.needed("between", "\"0101/0102\"").and_then(|word| self.hexside(word));
            let (features, values) = (entry.features("features"), entry.values("values"));
            let (forward, backward) = (entry.values("forward"), entry.values("backward"));
            let Some((one, _, index)) = side else { continue };
            let edge = &mut self.board.edges[index];
            // Forward is as the file names the two, whichever comes first in the edge's own name.
            let as_named = self.board.spaces[one].id == edge.a;
            let (forward, backward) = if as_named { (forward, backward) } else { (backward, forward) };
            add_features(&mut edge.features, features);
            add_values(&mut edge.values, values);
            add_values(&mut edge.forward, forward);
            add_values(&mut edge.backward, backward);
        }
    }
}
