//! Spaces and edges that lie on no grid: areas, points, boxes and what joins them.

use std::collections::BTreeSet;

use muster_contract::{Edge, Point, Space, SpaceKind};

use super::builder::BoardBuilder;
use super::reading::{Entry, TextAt};
use crate::picture::{SpacePicture, Spot};

/// What one may call a space's size if its file doesn't say: boxes.
const BOX: [f32; 2] = [1.6, 1.0];

impl BoardBuilder<'_, '_> {
    /// Reads the `[[area]]`s, `[[point]]`s and `[[box]]`es.
    pub(super) fn add_free_spaces(&mut self, file: &Entry<'_, '_>) {
        for entry in file.tables("area", "[[area]]") {
            self.add_area(&entry);
        }
        for entry in file.tables("point", "[[point]]") {
            self.add_free_space(&entry, SpaceKind::Point, &["id", "title", "at", "features", "values"]);
        }
        for entry in file.tables("box", "[[box]]") {
            self.add_free_space(&entry, SpaceKind::Box, &["id", "title", "at", "size", "features", "values"]);
        }
    }

    /// Reads the `[[edge]]`s.
    pub(super) fn add_free_edges(&mut self, file: &Entry<'_, '_>) {
        for entry in file.tables("edge", "[[edge]]") {
            self.add_free_edge(&entry);
        }
    }

    fn add_area(&mut self, entry: &Entry<'_, '_>) {
        entry.refuse_other_keys(&["id", "title", "at", "outline", "features", "values"]);
        if !entry.has("outline") {
            entry.report("outline", "[[area]] has no outline", "Add outline = [[x, y], [x, y], [x, y]].");
        }
        let outline = self.spots(entry, "outline", 3);
        let (Some(id), Some(outline)) = (entry.id("id", false), outline) else { return };
        let at =
            entry.point_spec("at").and_then(|point| self.spot(&point)).unwrap_or_else(|| centre(&outline));
        self.add_free(entry, id, SpaceKind::Area, at, outline);
    }

    fn add_free_space(&mut self, entry: &Entry<'_, '_>, kind: SpaceKind, keys: &[&str]) {
        entry.refuse_other_keys(keys);
        let at = self.required_spot(entry);
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
        id: TextAt<'_>,
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

    fn add_free_edge(&mut self, entry: &Entry<'_, '_>) {
        entry.refuse_other_keys(&["id", "a", "b", "features", "values", "forward", "backward", "path"]);
        let ends = (entry.required_text("a", "\"a space\""), entry.required_text("b", "\"a space\""));
        let (Some(a), Some(b)) = ends else { return };
        let id = if entry.has("id") { entry.id("id", true) } else { None };
        let (Some(first), Some(second)) = (self.space_index(a), self.space_index(b)) else { return };
        if first == second {
            entry.report("b", format!("an edge leads from {:?} to itself", a.text), "Name two spaces.");
            return;
        }
        if let Some(grid) = &self.grid
            && grid.adjacent(first, second)
        {
            let what = format!("hexes {} and {} have their edge already", a.text, b.text);
            entry.report("a", what, format!("Write [[side]] with between = \"{}/{}\".", a.text, b.text));
            return;
        }
        let path = match self.spots(entry, "path", 2) {
            Some(path) => path,
            None => self
                .boundary(first, second)
                .unwrap_or_else(|| vec![self.space_middle(first), self.space_middle(second)]),
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
