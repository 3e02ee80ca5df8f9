//! Hexes: the rows of letters, the particulars of single hexes and hexsides.

use std::collections::{BTreeMap, BTreeSet};

use muster_contract::{Attribute, Edge, Grid, Point, Space, SpaceKind};

use super::builder::{BoardBuilder, add_features, add_values};
use super::hex_grid::HexGrid;
use super::numbering::Numbering;
use super::reading::{Entry, TextAt, shortened};
use crate::hex::{Bearing, Turn};
use crate::picture::SpacePicture;

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

/// The most rows and columns.
const LONGEST: usize = 99;

/// What a letter stands for.
#[derive(Clone, Default)]
struct Letter {
    features: Vec<String>,
    values: Vec<Attribute>,
}

/// What belongs to `[hexes]` isn't there without it.
fn refuse_hexes(file: &Entry<'_, '_>) {
    if file.has_table("hex") {
        file.report(
            "hex",
            "[hex] is no table of a board",
            "Write [hexes], if it says what the ground is; one hex is a [[hex]].",
        );
        return;
    }
    for only in ["hex", "side"].into_iter().filter(|only| file.has(only)) {
        let what = format!("[[{only}]] is for hex boards");
        file.report(only, what, "Add [hexes] with grid and terrain.");
    }
}

fn grid_of(entry: &Entry<'_, '_>) -> Option<(Grid, Turn)> {
    let word = entry.required_text("grid", "\"pointy\"")?;
    match word.text {
        "pointy" => Some((Grid::PointyHexes, Turn::Pointy)),
        "flat" => Some((Grid::FlatHexes, Turn::Flat)),
        _ => {
            let what = format!("there is no grid {:?}", shortened(word.text));
            entry.report("grid", what, "Write \"pointy\" or \"flat\".");
            None
        }
    }
}

/// Whether the rows with odd numbers are the shifted ones.
fn odd_rows_of(entry: &Entry<'_, '_>) -> Option<bool> {
    let word = entry.required_text("shifted", "\"even\"")?;
    match word.text {
        "odd" => Some(true),
        "even" => Some(false),
        _ => {
            let what = format!("no rows are {:?}", shortened(word.text));
            entry.report("shifted", what, "Write \"odd\" or \"even\".");
            None
        }
    }
}

impl<'t> BoardBuilder<'_, 't> {
    /// Reads `[hexes]` and the `[[hex]]`s, and joins all neighbours by edges.
    pub(super) fn add_hexes(&mut self, file: &Entry<'_, 't>) {
        let Some(entry) = file.table("hexes", "[hexes]") else {
            refuse_hexes(file);
            return;
        };
        entry.refuse_other_keys(&["grid", "shifted", "ids", "first", "terrain", "key"]);
        let grid = grid_of(&entry);
        let odd = odd_rows_of(&entry);
        let key = self.letter_key(&entry);
        let rows = self.terrain_rows(&entry);
        let size = rows.as_ref().map_or([0, 0], |rows| [rows[0].1.len(), rows.len()]);
        let numbering = Numbering::of(&entry, size);
        let (Some((grid, turn)), Some(odd), Some(rows), Some(numbering)) = (grid, odd, rows, numbering)
        else {
            return;
        };
        self.board.grid = grid;
        let shift = numbering.odd(0, 0).map(|first| if first == odd { 0.5 } else { 0.0 });
        let origin = match turn {
            Turn::Pointy => [shift[1], 0.0],
            Turn::Flat => [0.0, shift[0]],
        };
        self.grid = Some(HexGrid::new(turn, origin, numbering, size));
        self.add_rows(&rows, odd, &key);
        let mut particular = BTreeSet::new();
        for entry in file.tables("hex", "[[hex]]") {
            self.apply_hex_entry(&entry, &mut particular);
        }
        self.add_hex_edges();
    }

    /// Makes a hex of each letter of the ground but `-`.
    fn add_rows(&mut self, rows: &[(usize, Vec<char>)], odd: bool, key: &BTreeMap<char, Letter>) {
        let columns = rows.first().map_or(0, |(_, row)| row.len());
        for (row, (at, letters)) in rows.iter().enumerate() {
            // What a row has beyond the first's length is a mistake already.
            let letters = letters.iter().enumerate().take(columns);
            for (column, &letter) in letters.filter(|&(_, &letter)| letter != '-') {
                let Some(meaning) = key.get(&letter) else {
                    let id =
                        self.grid.as_ref().map_or_else(String::new, |grid| grid.numbering.id(column, row));
                    let what = format!("hex {id} is {letter:?}, which the key doesn't have");
                    self.reading.report(
                        *at,
                        what,
                        format!("Add it to the key of [hexes]: {letter:?} = [\"clear\"]."),
                    );
                    continue;
                };
                self.add_hex(*at, column, row, odd, meaning);
            }
        }
    }

    fn letter_key(&self, entry: &Entry<'_, 't>) -> BTreeMap<char, Letter> {
        let usual = |(letter, feature): (char, &str)| {
            (letter, Letter { features: vec![feature.to_owned()], values: Vec::new() })
        };
        let mut key: BTreeMap<char, Letter> = USUAL.into_iter().map(usual).collect();
        let Some(table) = entry.table("key", "key of [hexes]") else { return key };
        for (word, features, values) in table.letter_meanings() {
            let mut letters = word.text.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) if letter != '-' && !letter.is_whitespace() => {
                    key.insert(letter, Letter { features, values });
                }
                _ => {
                    let what = format!("{:?} can't stand for a hex", shortened(word.text));
                    self.reading.report(word.at, what, "Use one letter; '-' is no hex.");
                }
            }
        }
        key
    }

    /// The letters of each row and where in the text it is.
    fn terrain_rows(&self, entry: &Entry<'_, 't>) -> Option<Vec<(usize, Vec<char>)>> {
        let terrain = entry.required_text("terrain", "\"\"\" rows of letters \"\"\"")?;
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
            self.reading.report(terrain.at, what, format!("Give it 1 to {LONGEST} of each."));
            return None;
        }
        for (index, (at, row)) in rows.iter().enumerate() {
            if row.len() != width {
                let what = format!(
                    "row {} of the terrain has {} hexes, the first has {width}",
                    index + 1,
                    row.len()
                );
                self.reading.report(
                    *at,
                    what,
                    "Make all rows equally long; write '-' where there is no hex.",
                );
            }
        }
        Some(rows)
    }

    fn add_hex(&mut self, at: usize, column: usize, row: usize, odd: bool, letter: &Letter) {
        let Some(grid) = &self.grid else { return };
        let shift = grid.numbering.odd(column, row).map(|number| i32::from(number == odd));
        let (x, y) = (column as i32, row as i32);
        let point = match grid.turn {
            Turn::Pointy => Point { x: 1000 * x + 500 * shift[1], y: 866 * y },
            Turn::Flat => Point { x: 866 * x, y: 1000 * y + 500 * shift[0] },
        };
        let Some((hex, _)) = grid.turn.hex_at(point) else { return };
        let id = grid.numbering.id(column, row);
        let (middle, outline) = (grid.middle(hex), grid.outline(hex));
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
            && let Some(grid) = &mut self.grid
        {
            grid.push(hex);
        }
    }

    /// Applies one `[[hex]]` to its space. `known` are the hexes that had such a table before.
    fn apply_hex_entry(&mut self, entry: &Entry<'_, 't>, known: &mut BTreeSet<usize>) {
        entry.refuse_other_keys(&["id", "title", "features", "values"]);
        let Some(id) = entry.required_text("id", "\"0101\"") else { return };
        let Some(index) = self.space_index(id) else { return };
        if !known.insert(index) {
            let what = format!("hex {} has a [[hex]] already", shortened(id.text));
            self.reading.report(id.at, what, "Say all that is particular of a hex in one [[hex]].");
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
    fn add_hex_edges(&mut self) {
        let Some(grid) = &self.grid else { return };
        let mut edges = Vec::new();
        for (index, &hex) in grid.hexes().iter().enumerate() {
            for direction in 0..6 {
                let Some(other) = grid.at(hex.neighbour(direction)) else { continue };
                let (a, b) = (&self.board.spaces[index].id, &self.board.spaces[other].id);
                if a < b {
                    let edge = Edge {
                        id: format!("{a}/{b}"),
                        a: a.clone(),
                        b: b.clone(),
                        direction: Some(grid.turn.facing(Bearing::side(direction))),
                        features: Vec::new(),
                        values: Vec::new(),
                        forward: Vec::new(),
                        backward: Vec::new(),
                    };
                    edges.push((edge, grid.side(hex, direction).map(|corner| grid.corner(corner)).to_vec()));
                }
            }
        }
        for (edge, path) in edges {
            self.add_edge(0, edge, path);
        }
    }

    /// A hexside as written, "0310/0311": its spaces in that order and its edge.
    pub(super) fn hexside(&self, word: TextAt<'_>) -> Option<(usize, usize, usize)> {
        let wrong = |what: String| {
            self.reading.report(word.at, what, "Write two neighbouring hexes with a slash: \"0310/0311\".");
            None
        };
        let Some((one, other)) = word.text.split_once('/') else {
            return wrong(format!("{:?} is no hexside", shortened(word.text)));
        };
        let half = |text| self.space_index(TextAt { text, at: word.at });
        let (one, other) = (half(one.trim())?, half(other.trim())?);
        let (a, b) = (&self.board.spaces[one].id, &self.board.spaces[other].id);
        let adjacent = self.grid.as_ref().is_some_and(|grid| grid.adjacent(one, other));
        match self.edge_index(&format!("{}/{}", a.min(b), a.max(b))) {
            Some(edge) if adjacent => Some((one, other, edge)),
            _ => wrong(format!("{a} and {b} are not neighbours")),
        }
    }

    /// Reads the `[[side]]`s.
    pub(super) fn add_sides(&mut self, file: &Entry<'_, 't>) {
        if self.grid.is_none() {
            return;
        }
        for entry in file.tables("side", "[[side]]") {
            entry.refuse_other_keys(&["between", "features", "values", "forward", "backward"]);
            let side = entry.required_text("between", "\"0101/0102\"").and_then(|word| self.hexside(word));
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
