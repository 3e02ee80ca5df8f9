//! Waters: rivers and lakes with their water lines, streams that swell as they go.

use super::ground::Sheet;
use crate::draw::curve;
use crate::theme::mix;
use egui::Pos2;

impl Sheet<'_> {
    /// Lakes, rivers and streams.
    pub fn waters(&mut self) {
        let palette = *self.palette;
        let mut lakes: Vec<Vec<Vec<Pos2>>> = self.chart.regions("water", 0.14);
        lakes.extend(self.chart.patches("water").map(|o| vec![o.clone()]));
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
                        let line = tidy(&line, &bank, by.abs() * 0.92, super::HEX * 0.9 * self.zoom);
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
        let mut streams: Vec<_> =
            self.chart.ways.iter().filter(|w| w.feature == "stream" || w.feature == "river").collect();
        streams.sort_by_key(|w| w.rank);
        for way in &streams {
            let (from, to) = widths(way.rank, way.feature == "river");
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
            for way in &streams {
                let (from, to) = widths(way.rank, way.feature == "river");
                let course = self.all(&way.course);
                let z = self.zoom.clamp(0.6, 2.0);
                self.ink.ribbon(&course, |t| (from + (to - from) * t) * z, palette.water);
            }
        }
    }
}

fn widths(rank: u8, river: bool) -> (f32, f32) {
    match (river, rank) {
        (true, _) => (4.5, 9.5),
        (false, 0 | 1) => (1.4, 3.4),
        (false, 2) => (2.0, 5.0),
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
