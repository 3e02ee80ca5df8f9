//! Waters: rivers and lakes with their water lines, streams that swell as they go.

use super::HEX;
use super::chart::{Chart, Way};
use super::ground::Sheet;
use super::region::{connected, outlines};
use crate::draw::curve;
use crate::theme::{fade, mix};
use egui::Pos2;

impl Sheet<'_> {
    /// Lakes, rivers and streams.
    pub fn waters(&mut self) {
        let palette = *self.palette;
        let lakes = self.chart.lakes();
        for loops in &lakes {
            self.fill_loops(loops, palette.water);
            for outline in loops {
                let bank = curve::closed(&self.all(outline));
                // Each of five lines is compared with the bank twice, point by point.
                let compared = 10 * outline.len() * outline.len();
                if self.detailed() && outline.len() > 40 && self.afford(compared) {
                    let inward = if area(outline) > 0.0 { 1.0 } else { -1.0 };
                    for (i, d) in [4.6f32, 10.0, 17.0, 25.0, 34.0].iter().enumerate() {
                        let by = d * self.zoom * inward;
                        let mut line = curve::offset(&bank, by);
                        // In a sharp corner a line would come out on the other side.
                        if loops.len() == 1 {
                            line.retain(|p| curve::inside(*p, &bank));
                        }
                        let line = tidy(&line, &bank, by.abs() * 0.92, HEX * 0.9 * self.zoom);
                        let colour = mix(palette.water_line, palette.water, 0.3 + 0.14 * i as f32);
                        let w = self.width(0.8);
                        for part in line {
                            self.ink.line(&part, w, colour);
                        }
                    }
                }
                let w = self.width(1.7);
                self.ink.line(&bank, w, palette.water_line);
            }
        }
        let mut streams: Vec<_> = self.chart.ways.iter().filter(|w| w.is_water()).collect();
        streams.sort_by_key(|w| w.rank);
        // Where rivers have classes, those between the least and the great ones are narrower.
        let classed = streams.iter().any(|w| w.feature == "great-river");
        for way in &streams {
            let (from, to) = widths(way, classed);
            if way.feature == "minor-river" {
                let course = self.all(&way.course);
                let w = self.width(1.3);
                self.ink.line(&course, w, fade(palette.water_line, 0.62));
                continue;
            }
            let course = self.all(&way.course);
            if self.detailed() {
                let z = self.zoom.clamp(0.6, 2.0);
                self.ink.ribbon(&course, |t| (from + (to - from) * t) * z + 2.4, palette.water_line);
            } else {
                self.ink.line(&course, (to * self.zoom).clamp(0.9, 3.0), palette.water_line);
            }
        }
        // Fills after all banks, so that mouths are open.
        if self.detailed() {
            for way in streams.iter().filter(|w| w.feature != "minor-river") {
                let (from, to) = widths(way, classed);
                let course = self.all(&way.course);
                let z = self.zoom.clamp(0.6, 2.0);
                self.ink.ribbon(&course, |t| (from + (to - from) * t) * z, palette.water);
                if way.feature == "great-river" {
                    self.ink.dashed(
                        &course,
                        self.zoom.clamp(0.6, 1.2),
                        fade(palette.water_ink, 0.7),
                        2.0,
                        4.5,
                    );
                }
            }
        }
    }
}

impl Chart {
    /// Waters, each with its islands: the picture's, and hexes of water that lie in none of those.
    pub fn lakes(&self) -> Vec<Vec<Vec<Pos2>>> {
        let drawn: Vec<&Vec<Pos2>> = self.patches("water").collect();
        let mut middles = self.middles("water");
        middles.retain(|middle| !drawn.iter().any(|outline| curve::inside(*middle, outline)));
        let groups = self.hex.iter().flat_map(|hex| {
            connected(&middles, hex)
                .into_iter()
                .map(|group| outlines(&group, hex, 0.14 * HEX))
                .collect::<Vec<_>>()
        });
        let groups: Vec<Vec<Vec<Pos2>>> = groups.collect();
        groups.into_iter().chain(drawn.into_iter().map(|outline| vec![outline.clone()])).collect()
    }
}

// How wide it is where it begins and where it ends.
fn widths(way: &Way, classed: bool) -> (f32, f32) {
    match (way.feature.as_str(), way.rank) {
        ("great-river", _) => (9.0, 11.0),
        ("river", _) if classed => (3.6, 6.4),
        ("river", _) => (4.5, 9.5),
        ("minor-river", _) => (1.0, 1.4),
        (_, 0 | 1) => (1.4, 3.4),
        (_, 2) => (2.0, 5.0),
        _ => (4.0, 8.5),
    }
}

fn area(outline: &[Pos2]) -> f32 {
    let mut sum = 0.0;
    for i in 0..outline.len() {
        let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
        sum += a.x * b.y - b.x * a.y;
    }
    sum
}

// A line moved sideways folds over in bends: keep the parts that are far enough from the bank. Where a bank is straight for so far
// it is a map's edge, and has no water lines.
fn tidy(line: &[Pos2], bank: &[Pos2], least: f32, straight: f32) -> Vec<Vec<Pos2>> {
    let mut parts: Vec<Vec<Pos2>> = vec![Vec::new()];
    for p in line {
        if parts.last().and_then(|part| part.last()).is_some_and(|last| last.distance(*p) > straight) {
            parts.push(Vec::new());
        }
        if curve::distance_to_line(*p, bank) >= least {
            parts.last_mut().expect("there is always a part").push(*p);
        } else if parts.last().is_some_and(|p| !p.is_empty()) {
            parts.push(Vec::new());
        }
    }
    parts.retain(|p| p.len() > 2);
    parts
}

#[cfg(test)]
mod tests {
    use super::super::chart::place;
    use super::*;
    use muster_board::file::BoardFile;
    use muster_board::picture::ShapePicture;

    #[test]
    fn what_the_picture_draws_of_the_water_is_drawn_once() {
        let mut made = BoardFile::sketch("b", "~ ~ . .\n. . . ~\n").expect("a board");
        let (first, second) = (place(0.0, 0.0), place(3.5, 0.866));
        let around = |made: &BoardFile, p: Pos2| -> Vec<usize> {
            let lakes = Chart::of(&made.board, &made.picture).lakes();
            lakes.iter().filter(|loops| curve::inside(p, &loops[0])).map(|loops| loops[0].len()).collect()
        };
        assert_eq!(
            (around(&made, first).len(), around(&made, second).len()),
            (1, 1),
            "waters by their hexes"
        );
        let outline = vec![[-9.0, -9.0], [1.4, -9.0], [1.4, 0.4], [-9.0, 0.4]];
        made.picture.shapes.push(ShapePicture { kind: "water".into(), title: String::new(), outline });
        let chart = Chart::of(&made.board, &made.picture);
        let drawn = chart.patches("water").next().expect("the drawn water").len();
        assert_eq!(around(&made, first), [drawn], "the drawn one stands for the hexes in it");
        assert_eq!(around(&made, second).len(), 1, "the other stays");
    }
}
