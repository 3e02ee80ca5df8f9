//! A board and its picture while they are put together: spaces and edges by name, and the points between them.

use std::collections::BTreeMap;

use muster_contract::{Attribute, Board, Edge, Space};

use super::hex_grid::HexGrid;
use super::reading::{Entry, MOST_FEATURES, PointSpec, Reading, TextAt, shortened};
use crate::picture::{EdgePicture, Picture, SpacePicture, Spot};

/// The most spaces of a board.
pub const MOST_SPACES: usize = 20_000;
/// The most edges of a board.
pub const MOST_EDGES: usize = 60_000;

/// A board that is being put together.
pub(super) struct BoardBuilder<'r, 't> {
    pub(super) reading: &'r Reading<'t>,
    pub(super) board: Board,
    pub(super) picture: Picture,
    /// The hexes, on a hex board.
    pub(super) grid: Option<HexGrid>,
    /// Within which corners all that comes now has to lie, once it is known where the spaces are.
    pub(super) bounds: Option<[Spot; 2]>,
    spaces: BTreeMap<String, usize>,
    edges: BTreeMap<String, usize>,
}

impl<'r, 't> BoardBuilder<'r, 't> {
    /// Begins with a board and a picture that have neither spaces nor edges.
    pub(super) fn new(reading: &'r Reading<'t>, board: Board, picture: Picture) -> BoardBuilder<'r, 't> {
        let (spaces, edges) = (BTreeMap::new(), BTreeMap::new());
        BoardBuilder { reading, board, picture, grid: None, bounds: None, spaces, edges }
    }

    /// Adds a space and returns its index; none and a mistake if its name is taken or there are too many.
    pub(super) fn add_space(&mut self, at: usize, space: Space, picture: SpacePicture) -> Option<usize> {
        let index = self.board.spaces.len();
        if index >= MOST_SPACES {
            if index == MOST_SPACES && !self.reading.is_hopeless() {
                let what = format!("the board has more than {MOST_SPACES} spaces");
                self.reading.report(at, what, "Leave some out, or make two boards of it.");
            }
            return None;
        }
        if self.spaces.contains_key(&space.id) {
            self.reading.report(
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
            self.reading.report(at, format!("the board has more than {MOST_EDGES} edges"), "Leave some out.");
        } else if self.edges.contains_key(&edge.id) {
            let what = format!("there are two edges named {:?}", edge.id);
            self.reading.report(at, what, "Give the second an id of its own: id = \"…\".");
        } else {
            self.edges.insert(edge.id.clone(), index);
            self.picture.edges.push(EdgePicture { id: edge.id.clone(), path });
            self.board.edges.push(edge);
        }
    }

    pub(super) fn edge_index(&self, id: &str) -> Option<usize> {
        self.edges.get(id).copied()
    }

    /// Returns the index of the space of this name; none and a mistake if there is none.
    pub(super) fn space_index(&self, word: TextAt<'_>) -> Option<usize> {
        let found = self.spaces.get(word.text).copied();
        if found.is_none() {
            let instead = match &self.grid {
                Some(grid) => grid.hint(),
                None => "Name a space that the file describes.".to_owned(),
            };
            self.reading.report(word.at, format!("there is no space {:?}", shortened(word.text)), instead);
        }
        found
    }

    pub(super) fn space_middle(&self, space: usize) -> Spot {
        self.picture.spaces[space].at
    }

    /// Returns where a point is; none and a mistake if its space is unknown.
    pub(super) fn spot(&self, point: &PointSpec<'_>) -> Option<Spot> {
        match point {
            PointSpec::Absolute(spot) => Some(*spot),
            PointSpec::FromSpace(space, by) => {
                if let Some((whole, number)) = self.single_offset(*space) {
                    let what = format!("{:?} says only one number of how far", shortened(space.text));
                    let instead =
                        format!("Say how far to the right and how far down: \"{whole} {number} +0.0\".");
                    self.reading.report(space.at, what, instead);
                    return None;
                }
                let middle = self.space_middle(self.space_index(*space)?);
                Some([middle[0] + by[0], middle[1] + by[1]])
            }
        }
    }

    /// Returns the space and the number of a point that has only one number, unless all of it is the name of a space.
    fn single_offset<'w>(&self, word: TextAt<'w>) -> Option<(&'w str, &'w str)> {
        let (space, number) = word.text.rsplit_once(char::is_whitespace)?;
        let names_space = !self.spaces.contains_key(word.text) && self.spaces.contains_key(space.trim_end());
        (names_space && number.parse::<f32>().is_ok()).then_some((space.trim_end(), number))
    }

    pub(super) fn spots(&self, entry: &Entry<'_, '_>, key: &str, least: usize) -> Option<Vec<Spot>> {
        let spots: Vec<Spot> =
            entry.point_specs(key, least)?.iter().map(|point| self.spot(point)).collect::<Option<_>>()?;
        self.is_within(entry, key, &spots).then_some(spots)
    }

    pub(super) fn required_spot(&self, entry: &Entry<'_, '_>) -> Option<Spot> {
        if !entry.has("at") {
            entry.report("at", format!("{} has no at", entry.called), "Add at = [x, y].");
        }
        let spot = self.spot(&entry.point_spec("at")?)?;
        self.is_within(entry, "at", &[spot]).then_some(spot)
    }

    /// Whether all of a key's points lie on the board or not far outside it; else the first that doesn't is a mistake.
    fn is_within(&self, entry: &Entry<'_, '_>, key: &str, spots: &[Spot]) -> bool {
        let Some([from, to]) = self.bounds else { return true };
        let lies_within = |spot: &Spot| (0..2).all(|axis| (from[axis]..=to[axis]).contains(&spot[axis]));
        let Some([x, y]) = spots.iter().find(|spot| !lies_within(spot)) else { return true };
        let what = format!("{key} of {} leads far off the board, to [{x}, {y}]", entry.called);
        let instead =
            format!("Write points with x from {} to {} and y from {} to {}.", from[0], to[0], from[1], to[1]);
        entry.report(key, what, instead);
        false
    }

    /// Reports each space and edge that has too many features or values, gathered from several tables.
    pub(super) fn check_feature_counts(&self) {
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
                self.reading.report(0, what, "Give it fewer.");
            }
        }
    }
}

/// Adds values to others, replacing those of the same name. One too many is kept and noticed in the end.
pub(super) fn add_values(to: &mut Vec<Attribute>, more: Vec<Attribute>) {
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
