//! Roads, streams and other lines: what they give to edges, and their course for the picture.

use muster_contract::Attribute;

use super::builder::{BoardBuilder, add_features, add_values};
use super::hex_grid::Corner;
use super::reading::{Entry, TextAt};
use crate::hex::Hex;
use crate::picture::{Course, LinePicture, Spot};

/// How far a line that leaves the board goes on beyond its last corner.
const BEYOND: f32 = 0.6;

/// The steps of a line as written, and at which ends it leaves the board.
struct Steps<'t> {
    words: Vec<TextAt<'t>>,
    from_beyond: bool,
    to_beyond: bool,
}

impl<'t> Steps<'t> {
    fn of(line: TextAt<'t>) -> Steps<'t> {
        let text = line.text.trim();
        let (from_beyond, text) = text.strip_prefix('<').map_or((false, text), |rest| (true, rest));
        let (to_beyond, text) = text.strip_suffix('>').map_or((false, text), |rest| (true, rest));
        let words = text.split_whitespace().map(|text| TextAt { text, at: line.at }).collect();
        Steps { words, from_beyond, to_beyond }
    }
}

/// What every edge on a line's way has from it.
struct Gives<'f> {
    feature: &'f str,
    values: Vec<Attribute>,
}

impl<'t> BoardBuilder<'_, 't> {
    /// Reads the `[[line]]`s.
    pub(super) fn add_lines(&mut self, file: &Entry<'_, 't>) {
        for entry in file.tables("line", "[[line]]") {
            entry.refuse_other_keys(&["feature", "values", "title", "rank", "through", "along", "course"]);
            let feature = entry.lower_case_name("feature", "\"road\"");
            let rank = entry.whole("rank", 1..=3).unwrap_or(2) as u8;
            let (through, along, course) = (entry.has("through"), entry.has("along"), entry.has("course"));
            if usize::from(through) + usize::from(along) + usize::from(course) != 1 {
                let instead = "Add through = \"0101 0201\" for hexes, along = \"0101/0102 0201/0102\" for hexsides, or course = \
                               [[x, y], [x, y]] for the picture only.";
                entry.report("line", "[[line]] needs one of through, along and course", instead);
                continue;
            }
            if !course && self.grid.is_none() {
                entry.report(
                    "line",
                    "through and along are for hex boards",
                    "Write course = [[x, y], [x, y]].",
                );
                continue;
            }
            if course && entry.has("values") {
                let what = "a line with a course is for the picture, and no edge has its values";
                entry.report("values", what, "Leave them out, or write through or along.");
            }
            let Some(feature) = feature else { continue };
            let gives = Gives { feature: &feature, values: entry.values("values") };
            let drawn = if through {
                entry
                    .text_at("through")
                    .and_then(|word| self.line_through(word, &gives))
                    .map(|points| (Course::Through, points))
            } else if along {
                entry
                    .text_at("along")
                    .and_then(|word| self.line_along(word, &gives))
                    .map(|points| (Course::Along, points))
            } else {
                self.spots(&entry, "course", 2).map(|points| (Course::Free, points))
            };
            if let Some((course, points)) = drawn {
                self.picture.lines.push(LinePicture {
                    feature,
                    title: entry.text("title"),
                    rank,
                    course,
                    points,
                });
            }
        }
    }

    /// A line through hexes: gives what it has to give to the edges that it crosses.
    fn line_through(&mut self, line: TextAt<'t>, gives: &Gives<'_>) -> Option<Vec<Spot>> {
        let steps = Steps::of(line);
        if steps.words.iter().any(|word| word.text.contains('/')) {
            self.reading.report(
                line.at,
                "through has hexsides, and names hexes",
                "Write along for a line along hexsides; or the hexes that it goes through: \"0101 0201\".",
            );
            return None;
        }
        let spaces: Vec<usize> =
            steps.words.iter().map(|&word| self.space_index(word)).collect::<Option<_>>()?;
        let grid = self.grid.as_ref()?;
        let hexes: Vec<Hex> = spaces.iter().filter_map(|&space| grid.hex(space)).collect();
        if hexes.len() != spaces.len() || hexes.len() < 2 {
            self.reading.report(
                line.at,
                "a line goes through fewer than two hexes",
                "Name its hexes in order: \"0101 0201\".",
            );
            return None;
        }
        let mut points: Vec<Spot> = hexes.iter().map(|&hex| grid.middle(hex)).collect();
        let mut crossed = Vec::new();
        for (index, pair) in spaces.windows(2).enumerate() {
            let (from, to) = (steps.words[index], steps.words[index + 1]);
            if !grid.adjacent(pair[0], pair[1]) {
                let what = format!("the line goes from {} to {}, which is no neighbour", from.text, to.text);
                self.reading.report(line.at, what, "Name every hex that it goes through, in order.");
                return None;
            }
            crossed
                .push(self.hexside(TextAt { text: &format!("{}/{}", from.text, to.text), at: line.at })?.2);
        }
        let last = hexes.len() - 1;
        if steps.to_beyond {
            points.push(self.way_out(line, hexes[last - 1], hexes[last])?);
        }
        if steps.from_beyond {
            points.insert(0, self.way_out(line, hexes[1], hexes[0])?);
        }
        self.give(crossed, gives);
        Some(points)
    }

    /// Where a line that comes to a hex from another leaves the board: in the middle of the missing neighbour that
    /// lies straightest ahead.
    fn way_out(&self, line: TextAt<'_>, from: Hex, hex: Hex) -> Option<Spot> {
        let grid = self.grid.as_ref()?;
        let ahead = (0..6).find(|&direction| from.neighbour(direction) == hex)?;
        let beyond = [0, 1, 5, 2, 4].map(|turn| hex.neighbour(ahead + turn));
        let found = beyond.into_iter().find(|&hex| grid.at(hex).is_none());
        if found.is_none() {
            let what = "a line leaves the board where the board goes on".to_owned();
            self.reading.report(line.at, what, "Use < and > only at hexes on the board's edge.");
        }
        found.map(|hex| grid.middle(hex))
    }

    /// A line along hexsides: gives them what it has to give.
    fn line_along(&mut self, line: TextAt<'t>, gives: &Gives<'_>) -> Option<Vec<Spot>> {
        let steps = Steps::of(line);
        if !steps.words.is_empty() && !steps.words.iter().any(|word| word.text.contains('/')) {
            self.reading.report(
                line.at,
                "along has hexes, and names hexsides",
                "Write through for a line through hexes; or the hexsides that it runs along: \"0101/0102 0201/0102\".",
            );
            return None;
        }
        let sides: Vec<(usize, usize, usize)> =
            steps.words.iter().map(|&word| self.hexside(word)).collect::<Option<_>>()?;
        let grid = self.grid.as_ref()?;
        let ends: Vec<[Corner; 2]> = sides
            .iter()
            .filter_map(|&(a, b, _)| Some(grid.side(grid.hex(a)?, grid.direction(a, b)?)))
            .collect();
        let Some(&first) = ends.first() else {
            self.reading.report(
                line.at,
                "a line runs along no hexside",
                "Name its hexsides in order: \"0101/0102 0201/0102\".",
            );
            return None;
        };
        // The first side is entered at the end that it doesn't share with the second.
        let turned = ends.get(1).is_some_and(|second| second.contains(&first[0]));
        let mut corners = if turned { vec![first[1], first[0]] } else { first.to_vec() };
        for (index, side) in ends.iter().enumerate().skip(1) {
            let here = *corners.last().unwrap_or(&first[0]);
            match side {
                [one, other] | [other, one] if *one == here => corners.push(*other),
                _ => {
                    let (before, this) = (steps.words[index - 1].text, steps.words[index].text);
                    let what = format!(
                        "the line goes from hexside {before} to {this}, which doesn't begin where it has come to"
                    );
                    self.reading.report(
                        line.at,
                        what,
                        "Name every hexside in order; each shares a corner with the next.",
                    );
                    return None;
                }
            }
        }
        let mut points: Vec<Spot> = corners.iter().map(|&corner| grid.corner(corner)).collect();
        if steps.to_beyond {
            points.push(onward(points[points.len() - 2], points[points.len() - 1]));
        }
        if steps.from_beyond {
            points.insert(0, onward(points[1], points[0]));
        }
        self.give(sides.into_iter().map(|(_, _, edge)| edge).collect(), gives);
        Some(points)
    }

    fn give(&mut self, edges: Vec<usize>, gives: &Gives<'_>) {
        for edge in edges {
            let edge = &mut self.board.edges[edge];
            add_features(&mut edge.features, [gives.feature.to_owned()]);
            add_values(&mut edge.values, gives.values.clone());
        }
    }
}

/// The point beyond the second as seen from the first.
fn onward(from: Spot, to: Spot) -> Spot {
    [to[0] + (to[0] - from[0]) * BEYOND / side(), to[1] + (to[1] - from[1]) * BEYOND / side()]
}

/// The length of a hexside.
fn side() -> f32 {
    1.0 / 3_f32.sqrt()
}
