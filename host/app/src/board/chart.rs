//! A board resolved for drawing: every space with its outline, every edge with its line, and the picture's own
//! particulars, all in points at zoom 1.

use super::HEX;
use super::bars::Bar;
use super::drawn::label_size;
use super::region::{HexShape, connected, outlines};
use crate::draw::curve;
use crate::panel::cities::radius;
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use muster_board::picture::{Picture, Spot};
use muster_contract::{Board, Grid, SpaceKind};
use std::collections::HashMap;

/// A space on the chart.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its name.
    pub id: String,
    /// What it is called, or empty.
    pub title: String,
    /// What kind it is.
    pub kind: SpaceKind,
    /// Its middle.
    pub at: Pos2,
    /// Its outline.
    pub outline: Vec<Pos2>,
    /// What is in it.
    pub features: Vec<String>,
    /// How high it lies, if the board says.
    pub height: Option<i32>,
    /// How many units it holds, if the board says.
    pub capacity: Option<i32>,
    /// What a city is worth, if the board says: it is drawn so large.
    pub worth: Option<i32>,
    /// Whether it is a city whose name is written with its sign.
    pub named: bool,
    /// Where the board would have the middle of that name, if it says: the name stands on that side.
    pub name_at: Option<Pos2>,
    /// How large it would have it at zoom 1, if it says.
    pub name_size: Option<f32>,
    /// The middle of its number, if it is an area.
    pub number: Pos2,
    /// The side whose box it is, if the board says.
    pub side: Option<String>,
    /// Where that side's units in it look, if the board says.
    pub front: Option<Front>,
    /// What it yields in build points, if the board says.
    pub yields: Option<i32>,
}

/// How words lie to the point where they stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Their middle is there.
    #[default]
    Middle,
    /// They begin there.
    Start,
    /// They end there.
    End,
}

/// Where the units in a box look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// To the upper edge.
    North,
    /// To the lower edge.
    South,
}

impl Cell {
    /// Whether it has this feature.
    pub fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|f| f == feature)
    }
}

/// An edge on the chart.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its name.
    pub id: String,
    /// The spaces on both sides.
    pub cells: [usize; 2],
    /// Its line.
    pub line: [Pos2; 2],
    /// How it is drawn, if the board bends it on its way from one point to another.
    pub bends: Vec<Pos2>,
    /// What runs along or across it.
    pub features: Vec<String>,
    /// The bar that stands for it between two areas; its line is then the bar's.
    pub bar: Option<Bar>,
}

impl Side {
    /// Whether it has this feature.
    pub fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|f| f == feature)
    }

    /// The stretches of a steep side that are steep: all of it, or what a gap leaves.
    pub fn steep_parts(&self) -> Vec<[Pos2; 2]> {
        let [a, b] = self.line;
        match self.has("gap") {
            true => vec![[a, a.lerp(b, 0.3)], [b, a.lerp(b, 0.7)]],
            false => vec![[a, b]],
        }
    }
}

/// A road, railroad or stream as it is drawn.
#[derive(Clone, Debug)]
pub struct Way {
    /// "road", "railroad", "railroad-1864", "stream", "minor-river", "river", "great-river", "ridge", "theater-line", "tidal-path",
    /// "fence", "border", "frame".
    pub feature: String,
    /// Its name, or empty.
    pub title: String,
    /// 1 least, 3 main.
    pub rank: u8,
    /// Its course.
    pub course: Vec<Pos2>,
}

/// A shape that only the picture has.
#[derive(Clone, Debug)]
pub struct Patch {
    /// "hill", "woods", "field", "marsh", "water", "orchard".
    pub kind: String,
    /// Its outline.
    pub outline: Vec<Pos2>,
}

/// Words on the board.
#[derive(Clone, Debug)]
pub struct Label {
    /// The words.
    pub text: String,
    /// "water", "town", "place", "road", "region".
    pub style: String,
    /// Where they stand, or the line along which they run.
    pub along: Vec<Pos2>,
    /// How they are turned, in degrees.
    pub angle: f32,
    /// Their size at zoom 1.
    pub size: Option<f32>,
    /// How they lie to the point where they stand.
    pub anchor: Anchor,
}

/// A board resolved for drawing.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The board's name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its spaces, in the order of the file.
    pub cells: Vec<Cell>,
    /// Its edges.
    pub sides: Vec<Side>,
    /// What is drawn of it.
    pub frame: Rect,
    /// The shape of its hexes, if it has any.
    pub hex: Option<HexShape>,
    /// Roads, railroads and streams.
    pub ways: Vec<Way>,
    /// Shapes of the picture.
    pub patches: Vec<Patch>,
    /// Houses and churches.
    pub houses: Vec<(Pos2, bool)>,
    /// Words.
    pub labels: Vec<Label>,
    /// Ground beyond the map's edge, continued from the hexes there: a middle and the hex whose ground it has.
    pub beyond: Vec<(Pos2, usize)>,
    /// Whether it is the map of a country: hexes of many miles, and whole towns in them.
    pub country: bool,
    /// How long a unit of the board is, if it says, and in what: "yards" a hex, or "metres".
    pub scale: Option<(i32, &'static str)>,
    by_id: HashMap<String, usize>,
    sides_by_id: HashMap<String, usize>,
}

/// A rectangle with its corners cut so that it has eight sides of a length.
fn octagon(rect: Rect) -> Vec<Pos2> {
    curve::cornered(rect, rect.width().min(rect.height()) * (1.0 - std::f32::consts::FRAC_1_SQRT_2))
}

/// A board's point on the chart.
pub fn place(x: f32, y: f32) -> Pos2 {
    pos2(x * HEX, y * HEX)
}

fn text<'a>(values: &'a [muster_contract::Attribute], name: &str) -> Option<&'a str> {
    values.iter().find(|a| a.name == name).and_then(|a| match &a.value {
        muster_contract::Value::Text(text) => Some(text.as_str()),
        _ => None,
    })
}

fn number(values: &[muster_contract::Attribute], name: &str) -> Option<i32> {
    values.iter().find(|a| a.name == name).and_then(|a| match a.value {
        muster_contract::Value::Number(n) => Some(n),
        _ => None,
    })
}

impl Chart {
    /// Lays out a board. A picture adds to it, see [`Chart::of`].
    pub fn bare(board: &Board) -> Self {
        let hex = match board.grid {
            Grid::PointyHexes => Some(HexShape::new(HEX, true)),
            Grid::FlatHexes => Some(HexShape::new(HEX, false)),
            Grid::Free => None,
        };
        let mut chart = Self {
            id: board.id.clone(),
            title: board.title.clone(),
            hex,
            country: number(&board.values, "miles-per-hex").is_some()
                && board.spaces.iter().any(|space| space.features.iter().any(|f| f == "town" || f == "city")),
            scale: number(&board.values, "yards-per-hex")
                .map(|yards| (yards, "yards"))
                .or_else(|| number(&board.values, "metres-per-unit").map(|metres| (metres, "metres"))),
            frame: Rect::NOTHING,
            cells: Vec::new(),
            sides: Vec::new(),
            ways: Vec::new(),
            patches: Vec::new(),
            houses: Vec::new(),
            labels: Vec::new(),
            beyond: Vec::new(),
            by_id: HashMap::new(),
            sides_by_id: HashMap::new(),
        };
        for space in &board.spaces {
            let at = place(space.at.x as f32 / 1000.0, space.at.y as f32 / 1000.0);
            let worth = number(&space.values, "worth").filter(|_| space.kind == SpaceKind::Point);
            let outline = match (&chart.hex, space.kind) {
                (Some(hex), SpaceKind::Hex) => hex.outline(at, 1.0),
                (_, SpaceKind::Box) => curve::cornered(Rect::from_center_size(at, vec2(HEX * 1.6, HEX)), 0.0),
                _ => {
                    let far = worth.map_or(HEX * 0.42, |worth| radius(worth) + HEX * 0.06);
                    crate::draw::ink::regular(at, far, 20, 0.0)
                }
            };
            chart.by_id.insert(space.id.clone(), chart.cells.len());
            chart.cells.push(Cell {
                id: space.id.clone(),
                title: space.title.clone(),
                kind: space.kind,
                at,
                outline,
                features: space.features.clone(),
                height: number(&space.values, "height"),
                capacity: number(&space.values, "capacity"),
                worth,
                named: false,
                name_at: None,
                name_size: None,
                number: at,
                side: text(&space.values, "side").map(str::to_owned),
                front: match text(&space.values, "front") {
                    Some("north") => Some(Front::North),
                    Some("south") => Some(Front::South),
                    _ => None,
                },
                yields: number(&space.values, "bp"),
            });
        }
        for edge in &board.edges {
            let (Some(&a), Some(&b)) = (chart.by_id.get(&edge.a), chart.by_id.get(&edge.b)) else { continue };
            let line = chart.between(a, b);
            chart.sides_by_id.insert(edge.id.clone(), chart.sides.len());
            chart.sides.push(Side {
                id: edge.id.clone(),
                cells: [a, b],
                line,
                bends: Vec::new(),
                features: edge.features.clone(),
                bar: None,
            });
        }
        chart.lay_frame();
        chart.go_beyond();
        chart
    }

    /// Lays out a board with its picture.
    pub fn of(board: &Board, picture: &Picture) -> Self {
        let mut chart = Self::bare(board);
        let spot = |s: &Spot| place(s[0], s[1]);
        let spots = |list: &[Spot]| list.iter().map(spot).collect::<Vec<Pos2>>();
        for space in &picture.spaces {
            let Some(&i) = chart.by_id.get(&space.id) else { continue };
            let cell = &mut chart.cells[i];
            cell.at = spot(&space.at);
            if space.outline.len() > 2 {
                cell.outline = spots(&space.outline);
            }
            if cell.has("coastal-fort") {
                cell.outline = octagon(Rect::from_points(&cell.outline));
            }
        }
        for edge in &picture.edges {
            let Some(&i) = chart.sides_by_id.get(&edge.id) else { continue };
            if let (Some(first), Some(last)) = (edge.path.first(), edge.path.last()) {
                chart.sides[i].line = [spot(first), spot(last)];
            }
            if edge.path.len() > 2 {
                chart.sides[i].bends = spots(&edge.path);
            }
        }
        chart.lay_bars(board, picture);
        chart.add_ways(picture);
        chart.add_patches(picture);
        chart.houses = picture.houses.iter().map(|h| (spot(&h.at), h.kind == "church")).collect();
        for label in &picture.labels {
            // A name that stands at its own shape or place is written once.
            chart.labels.retain(|l| !(l.text.eq_ignore_ascii_case(&label.text) && l.along.len() == 1));
            chart.labels.push(Label {
                text: label.text.clone(),
                style: label.style.clone(),
                along: spots(&label.along),
                angle: label.angle,
                size: label.size.map(label_size),
                anchor: Anchor::Middle,
            });
        }
        chart.name_ways();
        chart.name_places();
        chart.place_numbers();
        let [a, b] = picture.extent;
        let extent = Rect::from_two_pos(place(a[0], a[1]), place(b[0], b[1]));
        if extent.is_positive() && chart.hex.is_none() {
            chart.frame = extent;
        }
        chart
    }

    // Between two areas an edge is a bar on their common boundary.
    fn lay_bars(&mut self, board: &Board, picture: &Picture) {
        let paths: HashMap<&str, Vec<Pos2>> = picture
            .edges
            .iter()
            .map(|edge| (edge.id.as_str(), edge.path.iter().map(|s| place(s[0], s[1])).collect()))
            .collect();
        for edge in &board.edges {
            let Some(&i) = self.sides_by_id.get(&edge.id) else { continue };
            let cells = self.sides[i].cells.map(|cell| &self.cells[cell]);
            let path = paths.get(edge.id.as_str()).filter(|path| path.len() > 1);
            let areas = cells.iter().all(|cell| cell.kind == SpaceKind::Area);
            if let (true, Some(path)) = (areas, path) {
                let bar = Bar::of(edge, path, cells);
                self.sides[i].line = bar.ends();
                self.sides[i].bar = Some(bar);
            }
        }
    }

    // The side that two neighbouring hexes share, or the link between two free spaces.
    fn between(&self, a: usize, b: usize) -> [Pos2; 2] {
        let (p, q) = (self.cells[a].at, self.cells[b].at);
        if let Some(hex) = &self.hex {
            let step = q - p;
            for i in 0..6 {
                if (hex.steps[i] - step).length() < HEX * 0.1 {
                    return [p + hex.corners[i], p + hex.corners[(i + 1) % 6]];
                }
            }
        }
        [p, q]
    }

    fn lay_frame(&mut self) {
        let mut frame = Rect::NOTHING;
        for cell in &self.cells {
            frame.extend_with(cell.at);
        }
        if !frame.is_positive() {
            frame = Rect::from_center_size(frame.center(), Vec2::splat(HEX * 4.0));
        }
        let boxes = self.cells.iter().filter(|c| c.kind != SpaceKind::Hex);
        self.frame = if self.hex.is_some() { frame.expand(HEX * 0.52) } else { frame.expand(HEX) };
        if self.hex.is_some() {
            // The first row's numbers stand under the map's edge.
            self.frame.min.y -= HEX * 0.22;
        }
        for cell in boxes {
            for p in &cell.outline {
                self.frame.extend_with(*p);
            }
        }
    }

    fn go_beyond(&mut self) {
        let Some(hex) = self.hex.clone() else { return };
        let mut known: HashMap<_, _> = self
            .cells
            .iter()
            .enumerate()
            .filter(|(_, c)| c.kind == SpaceKind::Hex)
            .map(|(i, c)| (hex.lattice(c.at), i))
            .collect();
        let mut ring: Vec<(Pos2, usize)> = known.values().map(|i| (self.cells[*i].at, *i)).collect();
        ring.sort_by_key(|(_, i)| *i);
        for _ in 0..2 {
            let mut outer = Vec::new();
            for (at, cell) in &ring {
                for step in hex.steps {
                    let p = *at + step;
                    if let std::collections::hash_map::Entry::Vacant(free) = known.entry(hex.lattice(p)) {
                        free.insert(*cell);
                        outer.push((p, *cell));
                    }
                }
            }
            self.beyond.extend(outer.iter().copied());
            ring = outer;
        }
    }

    /// The space of this name.
    pub fn cell(&self, id: &str) -> Option<&Cell> {
        self.by_id.get(id).map(|i| &self.cells[*i])
    }

    /// The edge of this name.
    pub fn side(&self, id: &str) -> Option<&Side> {
        self.sides_by_id.get(id).map(|i| &self.sides[*i])
    }

    /// Which of an edge's two spaces one of them is: 0 or 1.
    pub fn end(&self, side: &Side, cell: &Cell) -> usize {
        usize::from(self.cells[side.cells[0]].id != cell.id)
    }

    /// The space at a point of the chart.
    pub fn cell_at(&self, p: Pos2) -> Option<&Cell> {
        let near = self
            .cells
            .iter()
            .filter(|c| c.at.distance_sq(p) < (HEX * 1.1).powi(2) || c.kind != SpaceKind::Hex);
        near.filter(|c| curve::inside(p, &c.outline))
            .min_by(|a, b| a.at.distance_sq(p).total_cmp(&b.at.distance_sq(p)))
    }

    /// The edge nearest to a point, if it is near.
    pub fn side_at(&self, p: Pos2, reach: f32) -> Option<&Side> {
        self.sides
            .iter()
            .map(|s| {
                // A bar is thick.
                let within = if s.bar.is_some() { super::bars::THICK } else { 0.0 };
                (curve::distance_to_segment(p, s.line[0], s.line[1]) - within, s)
            })
            .filter(|(d, _)| *d < reach)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, s)| s)
    }

    /// The middles of all hexes with a feature, those beyond the map's edge included.
    pub fn middles(&self, feature: &str) -> Vec<Pos2> {
        let own = self.cells.iter().filter(|c| c.kind == SpaceKind::Hex && c.has(feature)).map(|c| c.at);
        own.chain(self.beyond.iter().filter(|(_, i)| self.cells[*i].has(feature)).map(|(p, _)| *p)).collect()
    }

    /// The outlines of the regions with a feature, each with its holes.
    pub fn regions(&self, feature: &str, ragged: f32) -> Vec<Vec<Vec<Pos2>>> {
        let Some(hex) = &self.hex else { return Vec::new() };
        connected(&self.middles(feature), hex)
            .iter()
            .map(|group| outlines(group, hex, ragged * HEX))
            .collect()
    }

    /// The outlines of the picture's shapes of a kind.
    pub fn patches<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Vec<Pos2>> {
        self.patches.iter().filter(move |p| p.kind == kind).map(|p| &p.outline)
    }
}
