//! What a board's picture draws on its chart: ways and patches of ground, cut to the sheet.

use super::HEX;
use super::chart::{Anchor, Chart, Label, Patch, Way, place};
use super::region::key;
use crate::draw::{clip, curve};
use egui::{Pos2, Rect, vec2};
use muster_board::file::LABEL_SIZES;
use muster_board::picture::{Course, Picture, Spot};
use std::collections::HashSet;

/// How far around the frame what is drawn goes on.
const AROUND: f32 = HEX * 2.0;

/// A label's size within what a board file may have, whoever made the label.
pub(super) fn label_size(size: f32) -> f32 {
    // Also of what is no number.
    size.max(*LABEL_SIZES.start()).min(*LABEL_SIZES.end())
}

fn spots(list: &[Spot]) -> Vec<Pos2> {
    list.iter().map(|s| place(s[0], s[1])).collect()
}

impl Chart {
    // The ground on which anything of a picture can come into sight.
    fn sheet(&self, picture: &Picture) -> Rect {
        let [a, b] = picture.extent;
        let extent = Rect::from_two_pos(place(a[0], a[1]), place(b[0], b[1]));
        if self.hex.is_some() { self.frame } else { self.frame.union(extent) }.expand(AROUND)
    }

    /// Adds the lines of a picture; of one that leaves the sheet, what lies on it.
    pub(super) fn add_ways(&mut self, picture: &Picture) {
        let sheet = self.sheet(picture);
        for line in &picture.lines {
            // Courses that the file gives hex by hex are made a little uneven; drawn ones are left as they are.
            let mut points = spots(&line.points);
            let uneven = match line.course {
                Course::Through => 0.2,
                Course::Along if line.feature == "theater-line" => 0.0,
                Course::Along => {
                    points = curve::soften(&points);
                    // Of a river of many miles nobody sees all the bends.
                    if self.country && line.feature != "ridge" { 0.24 } else { 0.08 }
                }
                Course::Free => 0.0,
            };
            // Boundaries were drawn with a ruler.
            let ruled = matches!(line.feature.as_str(), "border" | "frame" | "theater-line");
            let course = if ruled { points } else { self.wound(&points, uneven) };
            self.ways.extend(clip::line(&course, sheet).into_iter().map(|course| Way {
                feature: line.feature.clone(),
                title: line.title.clone(),
                rank: line.rank,
                course,
            }));
        }
    }

    /// Adds the shapes of a picture, cut to the sheet, and their names.
    pub(super) fn add_patches(&mut self, picture: &Picture) {
        let sheet = self.sheet(picture);
        for shape in &picture.shapes {
            let ruler = (self.hex.is_none() && shape.kind == "water").then_some(HEX);
            let outline = clip::outline(&curve::shaped(&spots(&shape.outline), ruler), sheet);
            if outline.len() < 3 {
                continue;
            }
            if !shape.title.is_empty() {
                let along = vec![curve::middle(&outline)];
                self.labels.push(Label {
                    text: shape.title.clone(),
                    style: "place".into(),
                    along,
                    angle: 0.0,
                    size: None,
                    anchor: Anchor::Middle,
                });
            }
            self.patches.push(Patch { kind: shape.kind.clone(), outline });
        }
    }

    // A course made uneven, but for where it comes to a town's sign.
    fn wound(&self, points: &[Pos2], uneven: f32) -> Vec<Pos2> {
        let towns: HashSet<_> = match self.country {
            true => self.cells.iter().filter(|c| c.has("town") || c.has("city")).map(|c| key(c.at)).collect(),
            false => HashSet::new(),
        };
        Self::course(points, uneven, |p| towns.contains(&key(p)))
    }

    /// A course through or along points that the file names, smoothed and made a little uneven but at those that are fixed.
    fn course(points: &[Pos2], uneven: f32, fixed: impl Fn(Pos2) -> bool) -> Vec<Pos2> {
        let last = points.len().saturating_sub(1);
        let points: Vec<Pos2> = points
            .iter()
            .enumerate()
            .map(|(i, p)| {
                let k = key(*p);
                let free = if i == 0 || i == last || fixed(*p) { 0.0 } else { uneven * HEX };
                *p + vec2(curve::hash(k.0, k.1, 21) - 0.5, curve::hash(k.0, k.1, 22) - 0.5) * free
            })
            .collect();
        curve::smooth(&points, 8, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::surface::draw;
    use crate::draw::ink::{Ink, MOST_CORNERS};
    use crate::theme::{Palette, Theme};
    use muster_board::file::BoardFile;
    use muster_board::picture::{LabelPicture, LinePicture, ShapePicture};
    use muster_contract::{Attribute, Board, Edge, Grid, Point, Space, SpaceKind, Value};

    fn small() -> BoardFile {
        BoardFile::sketch("b", ". w f\n. . ~\n").expect("a board")
    }

    fn triangles(chart: &Chart) -> usize {
        draw(Ink::new(1.0), chart, &Palette::of(Theme::Light, false), 1.0, true).triangles()
    }

    #[test]
    fn of_shapes_of_any_size_only_what_lies_on_the_sheet_is_drawn() {
        for kind in ["hill", "woods", "field", "marsh", "water", "orchard"] {
            let mut made = small();
            let far = 1e5;
            let outline = vec![[-far, -far], [far, -far], [far, far], [-far, far]];
            made.picture.shapes.push(ShapePicture { kind: kind.into(), title: String::new(), outline });
            let drawn = triangles(&Chart::of(&made.board, &made.picture));
            assert!(drawn < 300_000, "{kind}: {drawn}");
        }
    }

    #[test]
    fn of_lines_of_any_length_only_what_lies_on_the_sheet_is_drawn_and_named() {
        for feature in ["road", "railroad", "river", "fence", "border"] {
            let mut made = small();
            let points = (0..999).map(|i| [if i % 2 == 0 { -1e5 } else { 1e5 }, i as f32 / 500.0]).collect();
            let (feature, title) = (feature.to_owned(), "Long road".to_owned());
            made.picture.lines.push(LinePicture { feature, title, rank: 2, course: Course::Free, points });
            let chart = Chart::of(&made.board, &made.picture);
            assert!(chart.ways.iter().flat_map(|way| &way.course).all(|p| p.x.abs() < HEX * 20.0));
            assert!(triangles(&chart) < MOST_CORNERS);
        }
    }

    #[test]
    fn letters_have_a_size_that_can_be_drawn() {
        let mut made = small();
        for size in [1e5, -3.0, f32::NAN] {
            let (text, style, along) = ("Big".to_owned(), "town".to_owned(), vec![[1.0, 1.0]]);
            made.picture.labels.push(LabelPicture { text, style, along, angle: 0.0, size: Some(size) });
        }
        let chart = Chart::of(&made.board, &made.picture);
        let sizes: Vec<f32> = chart.labels.iter().filter_map(|label| label.size).collect();
        assert!(!sizes.is_empty() && sizes.iter().all(|size| LABEL_SIZES.contains(size)), "{sizes:?}");
    }

    #[test]
    fn on_the_largest_map_the_woods_leave_room_for_the_roads() {
        let made = BoardFile::sketch("b", &format!("{}\n", "w ".repeat(99)).repeat(99)).expect("a board");
        let drawn =
            draw(Ink::new(1.0), &Chart::bare(&made.board), &Palette::of(Theme::Light, false), 1.0, true);
        assert!((1_000_000..MOST_CORNERS / 10 * 9).contains(&drawn.corners()), "{}", drawn.corners());
    }

    #[test]
    fn the_largest_board_of_a_file_is_laid_out_and_drawn_with_an_end() {
        let mut text = "id = \"b\"\nsource = \"Invented.\"\n".to_owned();
        for (id, at) in [("a", "[-1000, -1000]"), ("b", "[1000, 1000]")] {
            text += &format!("[[point]]\nid = \"{id}\"\nat = {at}\n");
        }
        for kind in ["hill", "woods", "field", "marsh", "water", "orchard"] {
            let shape =
                format!("[[shape]]\nkind = \"{kind}\"\noutline = [[-990, -990], [990, -990], [0, 990]]\n");
            text += &shape.repeat(5);
        }
        let points: Vec<String> =
            (0..199).map(|i| format!("[{}, {i}]", if i % 2 == 0 { -990 } else { 990 })).collect();
        for feature in ["road", "railroad", "river", "fence", "border"] {
            text += &format!(
                "[[line]]\nfeature = \"{feature}\"\ntitle = \"{feature}\"\ncourse = [{}]\n",
                points.join(", ")
            );
        }
        let made = BoardFile::parse(&text, "b.toml").expect("a board");
        let chart = Chart::of(&made.board, &made.picture);
        assert!(triangles(&chart) < 4 * MOST_CORNERS);
    }

    // A module gives boards of its own, which no file's limits hold.
    #[test]
    fn a_board_as_large_as_numbers_go_is_drawn_with_an_end() {
        let flag = |name: &str| Attribute { name: name.into(), value: Value::Flag(true) };
        let space = |id: &str, at: i32| Space {
            id: id.into(),
            title: id.into(),
            kind: SpaceKind::Point,
            at: Point { x: at, y: at },
            features: vec![],
            values: vec![flag("port")],
        };
        let edge = |id: &str, feature: &str| Edge {
            id: id.into(),
            a: "west".into(),
            b: "east".into(),
            direction: None,
            features: vec![feature.into()],
            values: vec![],
            forward: vec![],
            backward: vec![],
        };
        let board = Board {
            id: "b".into(),
            title: String::new(),
            grid: Grid::Free,
            spaces: vec![space("west", i32::MIN), space("east", i32::MAX)],
            edges: ["road", "railroad", "sea-lane", "marsh", "steep"].map(|one| edge(one, one)).to_vec(),
            values: vec![],
        };
        assert!(triangles(&Chart::bare(&board)) < 4 * MOST_CORNERS);
    }
}
