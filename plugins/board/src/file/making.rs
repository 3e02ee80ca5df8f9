//! Makes a board and its picture of a file's tables.

use std::collections::{BTreeMap, BTreeSet};

use muster_contract::{Board, Edge, Grid, Point, Space, SpaceKind};
use toml::de::DeTable;

use super::MOST_SHAPES;
use super::ground::Ground;
use super::reading::{Entry, MOST_FEATURES, Reading, Word, Written, shortened};
use super::{BoardFile, MOST_EDGES, MOST_SPACES};
use crate::picture::{EdgePicture, HousePicture, LabelPicture, Picture, ShapePicture, SpacePicture, Spot};

/// A board in the making.
pub(super) struct Making<'r, 't> {
    pub(super) reading: &'r Reading<'t>,
    pub(super) board: Board,
    pub(super) picture: Picture,
    /// The hexes, on a hex board.
    pub(super) ground: Option<Ground>,
    spaces: BTreeMap<String, usize>,
    edges: BTreeMap<String, usize>,
}

/// What one may call a space's size if its file doesn't say: boxes.
const BOX: [f32; 2] = [1.6, 1.0];

const KEYS: [&str; 16] = [
    "id", "title", "source", "values", "extent", "hexes", "hex", "line", "side", "box", "area", "point",
    "edge", "shape", "house", "label",
];

impl<'r, 't> Making<'r, 't> {
    /// Makes what can be made; what can't is noted in the reading.
    pub(super) fn of(reading: &'r Reading<'t>, table: &'t DeTable<'t>) -> Making<'r, 't> {
        let file = Entry::new(reading, "the file", 0, table);
        file.only(&KEYS);
        let id = file.id("id", false).map_or_else(String::new, |word| word.text.to_owned());
        file.needed("source", "\"where the board comes from\"");
        let mut making = Making {
            reading,
            board: Board {
                id: id.clone(),
                title: file.text("title"),
                grid: Grid::Free,
                spaces: Vec::new(),
                edges: Vec::new(),
                values: file.values("values"),
            },
            picture: Picture { board: id, source: file.text("source"), ..Picture::default() },
            ground: None,
            spaces: BTreeMap::new(),
            edges: BTreeMap::new(),
        };
        let before = reading.count();
        making.hexes(&file);
        // What lies on hexes that can't be read isn't there to be named; that would be told over and over.
        if reading.count() > before || before > 0 && making.ground.is_none() {
            return making;
        }
        for entry in file.list("area", "[[area]]") {
            making.area(&entry);
        }
        for entry in file.list("point", "[[point]]") {
            making.free_space(&entry, SpaceKind::Point, &["id", "title", "at", "features", "values"]);
        }
        for entry in file.list("box", "[[box]]") {
            making.free_space(&entry, SpaceKind::Box, &["id", "title", "at", "size", "features", "values"]);
        }
        if making.board.spaces.is_empty() && reading.is_clean() {
            reading.wrong(0, "the board has no spaces", "Add [hexes], [[area]] or [[point]] tables.");
        }
        for entry in file.list("edge", "[[edge]]") {
            making.free_edge(&entry);
        }
        making.lines(&file);
        making.sides(&file);
        for entry in file.list("shape", "[[shape]]") {
            making.shape(&entry);
        }
        for entry in file.list("house", "[[house]]") {
            making.house(&entry);
        }
        for entry in file.list("label", "[[label]]") {
            making.label(&entry);
        }
        making.extent(&file);
        making.count();
        making
    }

    pub(super) fn finish(self) -> BoardFile {
        BoardFile { board: self.board, picture: self.picture }
    }

    /// Adds a space; none and a mistake if its name is taken or there are too many.
    pub(super) fn add_space(&mut self, at: usize, space: Space, picture: SpacePicture) -> Option<usize> {
        let index = self.board.spaces.len();
        if index >= MOST_SPACES {
            if index == MOST_SPACES && !self.reading.is_hopeless() {
                let what = format!("the board has more than {MOST_SPACES} spaces");
                self.reading.wrong(at, what, "Leave some out, or make two boards of it.");
            }
            return None;
        }
        if self.spaces.contains_key(&space.id) {
            self.reading.wrong(
                at,
                format!("there are two spaces named {:?}", space.id),
                "Give each its own id.",
            );
            return None;
        }
        self.spaces.insert(space.id.clone(), index);
        self.board.spaces.push(space);
        self.picture.spaces.push(picture);
        Some(index)
    }

    /// Adds an edge; a mistake if its name is taken or there are too many.
    pub(super) fn add_edge(&mut self, at: usize, edge: Edge, path: Vec<Spot>) {
        let index = self.board.edges.len();
        if index >= MOST_EDGES {
            self.reading.wrong(at, format!("the board has more than {MOST_EDGES} edges"), "Leave some out.");
        } else if self.edges.contains_key(&edge.id) {
            let what = format!("there are two edges named {:?}", edge.id);
            self.reading.wrong(at, what, "Give the second an id of its own: id = \"…\".");
        } else {
            self.edges.insert(edge.id.clone(), index);
            self.picture.edges.push(EdgePicture { id: edge.id.clone(), path });
            self.board.edges.push(edge);
        }
    }

    pub(super) fn edge_index(&self, id: &str) -> Option<usize> {
        self.edges.get(id).copied()
    }

    /// The space of a name; none and a mistake if there is none.
    pub(super) fn space(&self, word: Word<'_>) -> Option<usize> {
        let found = self.spaces.get(word.text).copied();
        if found.is_none() {
            let instead = match &self.ground {
                Some(ground) => ground.hint(),
                None => "Name a space that the file describes.".to_owned(),
            };
            self.reading.wrong(word.at, format!("there is no space {:?}", shortened(word.text)), instead);
        }
        found
    }

    pub(super) fn middle(&self, space: usize) -> Spot {
        self.picture.spaces[space].at
    }

    /// Where a point is.
    fn spot(&self, written: &Written<'_>) -> Option<Spot> {
        match written {
            Written::At(spot) => Some(*spot),
            Written::From(space, by) => {
                if let Some((whole, number)) = self.half_way(*space) {
                    let what = format!("{:?} says only one number of how far", shortened(space.text));
                    let instead =
                        format!("Say how far to the right and how far down: \"{whole} {number} +0.0\".");
                    self.reading.wrong(space.at, what, instead);
                    return None;
                }
                let middle = self.middle(self.space(*space)?);
                Some([middle[0] + by[0], middle[1] + by[1]])
            }
        }
    }

    /// The space and the number of a point that has only one, unless that is the name of a space.
    fn half_way<'w>(&self, word: Word<'w>) -> Option<(&'w str, &'w str)> {
        let (space, number) = word.text.rsplit_once(char::is_whitespace)?;
        let is_half = !self.spaces.contains_key(word.text) && self.spaces.contains_key(space.trim_end());
        (is_half && number.parse::<f32>().is_ok()).then_some((space.trim_end(), number))
    }

    pub(super) fn spots(&self, entry: &Entry<'_, '_>, key: &str, least: usize) -> Option<Vec<Spot>> {
        entry.points(key, least)?.iter().map(|point| self.spot(point)).collect()
    }

    fn needed_spot(&self, entry: &Entry<'_, '_>) -> Option<Spot> {
        if !entry.has("at") {
            entry.wrong("at", format!("{} has no at", entry.called), "Add at = [x, y].");
        }
        self.spot(&entry.point("at")?)
    }

    fn area(&mut self, entry: &Entry<'_, '_>) {
        entry.only(&["id", "title", "at", "outline", "features", "values"]);
        if !entry.has("outline") {
            entry.wrong("outline", "[[area]] has no outline", "Add outline = [[x, y], [x, y], [x, y]].");
        }
        let outline = self.spots(entry, "outline", 3);
        let (Some(id), Some(outline)) = (entry.id("id", false), outline) else { return };
        let at = entry.point("at").and_then(|point| self.spot(&point)).unwrap_or_else(|| centre(&outline));
        self.add_free(entry, id, SpaceKind::Area, at, outline);
    }

    fn free_space(&mut self, entry: &Entry<'_, '_>, kind: SpaceKind, keys: &[&str]) {
        entry.only(keys);
        let at = self.needed_spot(entry);
        let (Some(id), Some(at)) = (entry.id("id", false), at) else { return };
        let outline = match kind {
            SpaceKind::Box => {
                let [width, height] = entry.pair("size").unwrap_or(BOX).map(|length| length.abs() / 2.0);
                let corners = [[-width, -height], [width, -height], [width, height], [-width, height]];
                corners.map(|by| [at[0] + by[0], at[1] + by[1]]).to_vec()
            }
            _ => Vec::new(),
        };
        self.add_free(entry, id, kind, at, outline);
    }

    fn add_free(
        &mut self,
        entry: &Entry<'_, '_>,
        id: Word<'_>,
        kind: SpaceKind,
        at: Spot,
        outline: Vec<Spot>,
    ) {
        let space = Space {
            id: id.text.to_owned(),
            title: entry.text("title"),
            kind,
            at: thousandths(at),
            features: entry.features("features"),
            values: entry.values("values"),
        };
        let picture = SpacePicture { id: space.id.clone(), at, outline, ground: Vec::new() };
        self.add_space(id.at, space, picture);
    }

    fn free_edge(&mut self, entry: &Entry<'_, '_>) {
        entry.only(&["id", "a", "b", "features", "values", "forward", "backward", "path"]);
        let ends = (entry.needed("a", "\"a space\""), entry.needed("b", "\"a space\""));
        let (Some(a), Some(b)) = ends else { return };
        let id = if entry.has("id") { entry.id("id", true) } else { None };
        let (Some(first), Some(second)) = (self.space(a), self.space(b)) else { return };
        if first == second {
            entry.wrong("b", format!("an edge leads from {:?} to itself", a.text), "Name two spaces.");
            return;
        }
        if let Some(ground) = &self.ground
            && ground.adjacent(first, second)
        {
            let what = format!("hexes {} and {} have their edge already", a.text, b.text);
            entry.wrong("a", what, format!("Write [[side]] with between = \"{}/{}\".", a.text, b.text));
            return;
        }
        let path = match self.spots(entry, "path", 2) {
            Some(path) => path,
            None => {
                self.boundary(first, second).unwrap_or_else(|| vec![self.middle(first), self.middle(second)])
            }
        };
        let edge = Edge {
            id: id.map_or_else(|| format!("{}/{}", a.text, b.text), |id| id.text.to_owned()),
            a: a.text.to_owned(),
            b: b.text.to_owned(),
            direction: None,
            features: entry.features("features"),
            values: entry.values("values"),
            forward: entry.values("forward"),
            backward: entry.values("backward"),
        };
        self.add_edge(entry.at, edge, path);
    }

    /// The longest run of points that two areas' outlines have in common.
    fn boundary(&self, a: usize, b: usize) -> Option<Vec<Spot>> {
        let (one, other) = (&self.picture.spaces[a].outline, &self.picture.spaces[b].outline);
        let bits = |spot: &Spot| spot.map(f32::to_bits);
        let theirs: BTreeSet<[u32; 2]> = other.iter().map(bits).collect();
        let shared = |spot: &Spot| theirs.contains(&bits(spot));
        // Start after a point that isn't shared, so that no run is cut in two.
        let start = one.iter().position(|spot| !shared(spot)).map_or(0, |index| index + 1);
        let turned: Vec<Spot> = one.iter().cycle().skip(start).take(one.len()).copied().collect();
        let mut best: &[Spot] = &[];
        for run in turned.split(|spot| !shared(spot)) {
            if run.len() > best.len() {
                best = run;
            }
        }
        (best.len() >= 2).then(|| best.to_vec())
    }

    fn shape(&mut self, entry: &Entry<'_, '_>) {
        entry.only(&["kind", "title", "outline"]);
        if !entry.has("outline") {
            entry.wrong("outline", "[[shape]] has no outline", "Add outline = [[x, y], [x, y], [x, y]].");
        }
        let kinds = ["hill", "woods", "field", "marsh", "water", "orchard"];
        if !entry.has("kind") {
            entry.wrong("kind", "[[shape]] has no kind", "Add kind = \"hill\", say.");
        }
        let kind = one_of(entry, "kind", "a shape", &kinds);
        let outline = self.spots(entry, "outline", 3);
        if self.picture.shapes.len() == MOST_SHAPES {
            let what = format!("the board has more than {MOST_SHAPES} shapes");
            return entry.wrong(
                "kind",
                what,
                "Draw woods and fields as features of hexes where there are many.",
            );
        }
        if let (Some(kind), Some(outline)) = (kind, outline) {
            self.picture.shapes.push(ShapePicture { kind, title: entry.text("title"), outline });
        }
    }

    fn house(&mut self, entry: &Entry<'_, '_>) {
        entry.only(&["kind", "at"]);
        let kind = one_of(entry, "kind", "a house", &["house", "church"]);
        if let (Some(kind), Some(at)) = (kind, self.needed_spot(entry)) {
            self.picture.houses.push(HousePicture { kind, at });
        }
    }

    fn label(&mut self, entry: &Entry<'_, '_>) {
        entry.only(&["text", "style", "at", "angle", "along", "size"]);
        entry.needed("text", "\"the words\"");
        let along = match (entry.has("along"), entry.has("at")) {
            (true, false) => self.spots(entry, "along", 2),
            (false, true) => self.needed_spot(entry).map(|spot| vec![spot]),
            _ => {
                entry.wrong(
                    "along",
                    "[[label]] needs one of at and along",
                    "Add at = [x, y], or along = [[x, y], [x, y]].",
                );
                None
            }
        };
        let style = one_of(entry, "style", "a label", &["place", "town", "water", "road", "region"]);
        if let (Some(style), Some(along)) = (style, along) {
            let angle = entry.number("angle").unwrap_or(0.0);
            self.picture.labels.push(LabelPicture {
                text: entry.text("text"),
                style,
                along,
                angle,
                size: entry.number("size"),
            });
        }
    }

    /// Sees whether anything has gathered too much from several places.
    fn count(&self) {
        let spaces =
            self.board.spaces.iter().map(|space| (&space.id, space.features.len(), space.values.len()));
        let edges = self.board.edges.iter().map(|edge| {
            (
                &edge.id,
                edge.features.len(),
                edge.values.len().max(edge.forward.len()).max(edge.backward.len()),
            )
        });
        for (id, features, values) in spaces.chain(edges) {
            if features.max(values) > MOST_FEATURES {
                let what = format!("{id:?} has more than {MOST_FEATURES} features or values");
                self.reading.wrong(0, what, "Give it fewer.");
            }
        }
    }

    /// What is to be shown: what the file says, else all spaces and some room around them.
    fn extent(&mut self, file: &Entry<'_, '_>) {
        if let Some(corners) = self.spots(file, "extent", 2) {
            match corners[..] {
                [from, to] if from[0] < to[0] && from[1] < to[1] => self.picture.extent = [from, to],
                _ => file.wrong(
                    "extent",
                    "extent has no inside",
                    "Write the upper left and the lower right corner.",
                ),
            }
            return;
        }
        let spaces = &self.picture.spaces;
        let all = || spaces.iter().flat_map(|space| space.outline.iter().chain([&space.at]));
        let least = |axis: usize| all().map(|spot| spot[axis]).reduce(f32::min).unwrap_or(0.0);
        let most = |axis: usize| all().map(|spot| spot[axis]).reduce(f32::max).unwrap_or(0.0);
        let room = if self.ground.is_some() {
            0.0
        } else {
            ((most(0) - least(0)).max(most(1) - least(1)) / 20.0).max(0.5)
        };
        self.picture.extent = [[least(0) - room, least(1) - room], [most(0) + room, most(1) + room]];
    }
}

/// The mean of an outline's points.
fn centre(outline: &[Spot]) -> Spot {
    let count = outline.len().max(1) as f32;
    let sum = outline.iter().fold([0.0, 0.0], |sum: Spot, spot| [sum[0] + spot[0], sum[1] + spot[1]]);
    sum.map(|total| total / count)
}

/// A spot as the contract has it.
fn thousandths(spot: Spot) -> Point {
    Point { x: (spot[0] * 1000.0).round() as i32, y: (spot[1] * 1000.0).round() as i32 }
}

/// A word of these, for what the eye sees of a thing; the first if none is said.
fn one_of(entry: &Entry<'_, '_>, key: &str, thing: &str, known: &[&str]) -> Option<String> {
    if !entry.has(key) {
        return known.first().map(|word| (*word).to_owned());
    }
    let word = entry.lower(key, &format!("{:?}", known[0]))?;
    if known.contains(&word.as_str()) {
        return Some(word);
    }
    entry.wrong(key, format!("{thing} has no {key} {word:?}"), format!("It can be: {}.", known.join(", ")));
    None
}
