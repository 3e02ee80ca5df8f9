//! Where the names of towns, forts and islands stand on the map of a country: each beside its sign, on the side where it
//! covers least.

use super::chart::{Anchor, Cell, Chart, Label};
use super::country::{ground_of_signs, sampled};
use super::naming::bare;
use super::squares::Squares;
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use muster_contract::SpaceKind;
use std::collections::HashSet;

/// The zoom at which names have the room that is looked for.
const READ_AT: f32 = 0.85;
/// How wide a letter is, as a share of the letters' size.
const LETTER: f32 = 0.66;
/// What a name may come to lie on, as points that weigh, and as ground that is taken.
#[derive(Default)]
struct Ground {
    points: Squares<(Pos2, f32)>,
    taken: Squares<Rect>,
}

impl Ground {
    fn add_line(&mut self, line: &[Pos2], weight: f32) {
        for p in sampled(line) {
            self.points.add_at(p, (p, weight));
        }
    }

    fn take(&mut self, rect: Rect) {
        self.taken.add(rect, rect);
    }

    /// How much is covered by a name here: ground that is taken weighs far more than lines.
    fn covered(&self, name: Rect) -> f32 {
        let lines = self.points.around(name).filter(|(p, _)| name.contains(*p)).map(|(_, weight)| weight);
        let overlap = |other: &Rect| {
            let common = name.intersect(*other);
            if common.is_positive() { common.area() } else { 0.0 }
        };
        // Ground in several squares is met in each of them, which makes it weigh more where it is large.
        let taken = self.taken.around(name).map(overlap);
        lines.sum::<f32>() + taken.sum::<f32>() * 0.6
    }
}

impl Chart {
    /// Writes the names of towns, cities, forts and islands that no label gives yet beside their signs.
    pub(super) fn name_towns(&mut self) {
        let mut ground = Ground::default();
        for way in &self.ways {
            let weight = match way.feature.as_str() {
                "great-river" => 3.0,
                "river" => 2.0,
                "railroad" => 2.2,
                "railroad-1864" | "road" => 1.4,
                "ridge" => 1.2,
                _ => 0.5,
            };
            ground.add_line(&way.course, weight);
        }
        for label in self.labels.iter().filter(|label| label.style == "road" || label.style == "water") {
            ground.add_line(&label.along, 3.0);
        }
        for cell in &self.cells {
            ground_of_signs(cell).into_iter().for_each(|sign| ground.take(sign));
            if cell.kind == SpaceKind::Box {
                ground.take(Rect::from_points(&cell.outline));
            }
        }
        let labelled = self.labels.iter().filter(|label| label.style == "town" || label.style == "place");
        let labelled: HashSet<String> = labelled.map(|label| bare(&label.text)).collect();
        let unnamed = |i: &usize| {
            let cell = &self.cells[*i];
            let kind = ["town", "city", "coastal-fort", "island"].iter().any(|f| cell.has(f));
            kind && !labelled.contains(&bare(&cell.title))
        };
        let mut order: Vec<usize> = (0..self.cells.len()).filter(unnamed).collect();
        order.sort_by_key(|i| {
            let cell = &self.cells[*i];
            (!cell.has("capital"), !cell.has("city"), cell.kind == SpaceKind::Hex, *i)
        });
        for i in order {
            let label = self.town_name(&self.cells[i], &ground);
            ground.take(room(&label, READ_AT));
            self.labels.push(label);
        }
    }

    fn town_name(&self, cell: &Cell, ground: &Ground) -> Label {
        let large = cell.has("city") || cell.has("capital");
        let size = if large { 14.0 } else { 12.5 };
        let out = match cell.kind {
            SpaceKind::Box => Rect::from_points(&cell.outline).width() / 2.0,
            _ if cell.has("capital") => 11.0,
            _ => 7.5,
        };
        // In order of liking: right, left, above, below, and at the corners.
        let places: [(Vec2, Anchor); 8] = [
            (vec2(out + 3.0, 4.0), Anchor::Start),
            (vec2(-out - 3.0, 4.0), Anchor::End),
            (vec2(0.0, -out - 3.5), Anchor::Middle),
            (vec2(0.0, out + 12.0), Anchor::Middle),
            (vec2(out - 1.0, -out), Anchor::Start),
            (vec2(out - 1.0, out + 8.0), Anchor::Start),
            (vec2(1.0 - out, -out), Anchor::End),
            (vec2(1.0 - out, out + 8.0), Anchor::End),
        ];
        let label = |(by, anchor): (Vec2, Anchor)| Label {
            text: cell.title.clone(),
            style: if large { "town" } else { "place" }.into(),
            along: vec![cell.at + by],
            angle: 0.0,
            size: Some(size),
            anchor,
        };
        let inner = self.frame.shrink(14.0);
        let cost = |place: &(usize, (Vec2, Anchor))| {
            let room = room(&label(place.1), READ_AT);
            let outside = if inner.contains_rect(room) { 0.0 } else { 500.0 };
            ground.covered(room) + outside + place.0 as f32 * 0.8
        };
        let best = places.into_iter().enumerate().min_by(|a, b| cost(a).total_cmp(&cost(b)));
        label(best.map_or(places[0], |(_, place)| place))
    }
}

/// The ground that a name takes on the chart when it is read at this zoom.
fn room(label: &Label, zoom: f32) -> Rect {
    let size = label.size.unwrap_or(12.0) * zoom.powf(0.6) / zoom;
    let wide = label.text.chars().count() as f32 * size * LETTER;
    let at = label.along.first().copied().unwrap_or_default();
    let left = match label.anchor {
        Anchor::Middle => at.x - wide / 2.0,
        Anchor::Start => at.x,
        Anchor::End => at.x - wide,
    };
    Rect::from_min_max(pos2(left, at.y - size * 0.78), pos2(left + wide, at.y + size * 0.22))
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_board::file::BoardFile;

    /// A country of four rows with these towns, each an id and its features.
    fn country(towns: &[(&str, &str)]) -> Chart {
        let mut text = "id = \"b\"\nsource = \"Invented.\"\nvalues = { miles-per-hex = 20 }\n[hexes]\ngrid = \"pointy\"\n\
                        shifted = \"even\"\nterrain = \"\"\"\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n\"\"\"\n"
            .to_owned();
        for (id, features) in towns {
            text += &format!(
                "[[hex]]\nid = \"{id}\"\ntitle = \"{id}\"\nfeatures = [{features}]\nvalues = {{ bp = 1 }}\n"
            );
        }
        text += "[[line]]\nfeature = \"railroad\"\nthrough = \"0102 0202 0302 0402\"\n";
        let made = BoardFile::parse(&text, "b.toml").unwrap_or_else(|problem| panic!("{problem}"));
        Chart::of(&made.board, &made.picture)
    }

    #[test]
    fn names_keep_clear_of_signs_and_of_each_other() {
        let port = "\"city\", \"ocean-port\", \"capital\", \"shipyard\"";
        let chart = country(&[
            ("0202", port),
            ("0402", port),
            ("0203", "\"town\", \"port\""),
            ("0403", "\"town\""),
            ("0602", port),
        ]);
        let names: Vec<Rect> = chart.labels.iter().map(|label| room(label, READ_AT)).collect();
        assert_eq!(names.len(), 5);
        let signs: Vec<Rect> = chart.cells.iter().flat_map(ground_of_signs).collect();
        for (i, name) in names.iter().enumerate() {
            let over = |ground: &Rect| name.intersect(*ground).is_positive();
            assert!(!signs.iter().any(over), "{} covers a sign", chart.labels[i].text);
            assert!(!names[i + 1..].iter().any(over), "{} covers a name", chart.labels[i].text);
            assert!(chart.frame.contains_rect(*name), "{} leaves the map", chart.labels[i].text);
        }
    }

    #[test]
    fn what_a_label_names_is_named_once() {
        let text = "[[label]]\ntext = \"Kent 3\"\nstyle = \"town\"\nat = [1, 1]\n";
        let board = "id = \"b\"\nsource = \"Invented.\"\nvalues = { miles-per-hex = 20 }\n[hexes]\ngrid = \"pointy\"\n\
                     shifted = \"even\"\nterrain = \"\"\"\n. .\n. .\n\"\"\"\n[[hex]]\nid = \"0101\"\ntitle = \"Kent\"\n\
                     features = [\"town\"]\n";
        let made = BoardFile::parse(&format!("{board}{text}"), "b.toml")
            .unwrap_or_else(|problem| panic!("{problem}"));
        let chart = Chart::of(&made.board, &made.picture);
        let names: Vec<&str> = chart.labels.iter().map(|label| label.text.as_str()).collect();
        assert_eq!(names, ["Kent 3"]);
    }

    #[test]
    fn a_name_keeps_clear_of_the_railroad_through_its_town() {
        let chart = country(&[("0202", "\"town\"")]);
        let name = room(&chart.labels[0], READ_AT);
        assert!(!sampled(&chart.ways[0].course).any(|p| name.contains(p)));
        assert!(
            chart.ways[0].course.contains(&chart.cell("0202").expect("the town").at),
            "it runs to the sign"
        );
    }

    #[test]
    fn without_miles_a_town_is_a_place_with_houses() {
        let made = BoardFile::sketch("b", "t . .\n. . .\n").expect("a board");
        assert!(!Chart::of(&made.board, &made.picture).country);
        assert!(country(&[("0202", "\"town\"")]).country);
    }
}
