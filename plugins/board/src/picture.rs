//! How a board is drawn: what its file says beyond what rules need. Rules never see any of this.
//!
//! Points are in the board's own unit (on hex boards the distance between the middles of neighbouring hexes), x to the
//! right, y down.

use serde::{Deserialize, Serialize};

/// A point of a picture.
pub type Spot = [f32; 2];

/// A board's picture. Its spaces and edges stand in the order of the [`Board`](muster_contract::Board)'s.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// The board's name.
    pub board: String,
    /// Where it comes from, what is sure and what is reconstruction.
    pub source: String,
    /// What is to be shown at least: the upper left and the lower right corner.
    pub extent: [Spot; 2],
    /// How every space looks.
    pub spaces: Vec<SpacePicture>,
    /// How every edge runs.
    pub edges: Vec<EdgePicture>,
    /// Roads, railroads, streams and other lines with a course.
    pub lines: Vec<LinePicture>,
    /// Patches of ground that only the picture has.
    pub shapes: Vec<ShapePicture>,
    /// Houses and churches.
    pub houses: Vec<HousePicture>,
    /// Words.
    pub labels: Vec<LabelPicture>,
}

/// How a space looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpacePicture {
    /// The space's name.
    pub id: String,
    /// Its middle.
    pub at: Spot,
    /// Its outline, clockwise for hexes and boxes; empty for a point.
    pub outline: Vec<Spot>,
    /// The features of its letter on a hex board; what [`Board`](muster_contract::Board) has includes these.
    pub ground: Vec<String>,
}

/// How an edge runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EdgePicture {
    /// The edge's name.
    pub id: String,
    /// Its course: a hexside's two corners (the first on the left as seen from the edge's first space), the boundary
    /// of two areas, or the way from one point to the other.
    pub path: Vec<Spot>,
}

/// How a line lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Course {
    /// From middle to middle of hexes.
    Through,
    /// From corner to corner along hexsides.
    Along,
    /// Wherever its points are.
    Free,
}

/// A line with a course.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinePicture {
    /// What it is: "road", "railroad", "stream", "river" or another.
    pub feature: String,
    /// What it is called, or empty.
    pub title: String,
    /// 1 least to 3 main.
    pub rank: u8,
    /// How it lies.
    pub course: Course,
    /// Its points in order; the painter rounds them. Where it leaves the board the last lies beyond the edge.
    pub points: Vec<Spot>,
}

/// A patch of ground that only the picture has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShapePicture {
    /// "hill", "woods", "field", "marsh", "water", "orchard" or another.
    pub kind: String,
    /// What it is called, or empty.
    pub title: String,
    /// Its outline.
    pub outline: Vec<Spot>,
}

/// A building.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HousePicture {
    /// "house" or "church".
    pub kind: String,
    /// Where it stands.
    pub at: Spot,
}

/// Words on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LabelPicture {
    /// The words.
    pub text: String,
    /// "water", "town", "place", "road" or "region".
    pub style: String,
    /// Where their middle is (one point), or the line along which they run.
    pub along: Vec<Spot>,
    /// How they are turned, in degrees clockwise.
    pub angle: f32,
    /// Their height in pixels at zoom 1, if the file says.
    pub size: Option<f32>,
}
