//! Mountains as the maps of the period have them: short hachured ranges within a hex, and ridges along hexsides with the
//! passes through them.

use super::HEX;
use super::chart::Side;
use super::ground::Sheet;
use super::region::key;
use crate::draw::curve::{self, Nearby, hash};
use crate::theme::fade;
use egui::{Pos2, Vec2, vec2};
use std::collections::HashSet;

/// How far from its middle a pass opens a ridge.
const PASS: f32 = HEX * 0.17;

impl Sheet<'_> {
    /// Mountains, and ridges over them.
    pub(super) fn ranges(&mut self) {
        let palette = *self.palette;
        for loops in self.chart.regions("mountain", 0.14) {
            self.fill_loops(&loops, fade(palette.relief, 0.75));
        }
        let clear = self.near_ways(|way| way.is_bare() || way.feature == "ridge", 9.0);
        self.mountains(&clear);
        let ways = self.near_ways(|way| way.feature == "road" || way.is_rail(), 4.0);
        self.crests(&ways);
    }

    // In each hex a few ranges that run as the mountains around it do.
    fn mountains(&mut self, clear: &Nearby) {
        let Some(hex) = self.chart.hex.clone() else { return };
        let middles = self.chart.middles("mountain");
        let known: HashSet<_> = middles.iter().map(|m| hex.lattice(*m)).collect();
        let colour = fade(self.palette.hachure, 0.6);
        for middle in middles {
            // Of the three directions in which neighbours lie, that which has most of them.
            let run = (0..3).max_by_key(|i| {
                let beside = |k: usize| usize::from(known.contains(&hex.lattice(middle + hex.steps[k])));
                // Most ranges of a map run up to the right.
                2 * (beside(*i) + beside(i + 3)) + usize::from(*i == 0)
            });
            let along = hex.steps[run.unwrap_or(0)].normalized();
            let across = vec2(-along.y, along.x);
            let k = key(middle);
            for i in 0..2 {
                let shift = |seed: i32, by: f32| (hash(k.0 + i, k.1, seed) - 0.5) * by;
                let at =
                    middle + across * ((i as f32 - 0.5) * 34.0 + shift(51, 9.0)) + along * shift(52, 26.0);
                let half = 27.0 + shift(53, 14.0);
                let (one, other) = (shift(54, 15.0), shift(55, 15.0));
                let crest = [
                    at - along * half,
                    at - along * half * 0.35 + across * one,
                    at + along * half * 0.35 + across * other,
                    at + along * half,
                ];
                self.strokes(&curve::smooth(&crest, 8, false), 10.5, 3.0, colour, clear);
            }
        }
    }

    // Ridges along hexsides: strokes down both sides of a crest, and the crest itself; a pass is left open between brackets.
    fn crests(&mut self, ways: &Nearby) {
        let palette = *self.palette;
        let sides: Vec<&Side> = self.chart.sides.iter().filter(|side| side.has("ridge")).collect();
        let middle = |side: &Side| side.line[0].lerp(side.line[1], 0.5);
        let passes: Vec<&&Side> = sides.iter().filter(|s| s.has("pass") || s.has("gap")).collect();
        let walls: Vec<Pos2> = sides.iter().filter(|s| s.has("impassable")).map(|s| middle(s)).collect();
        let w = self.width(1.5);
        let ridges: Vec<_> = self.chart.ways.iter().filter(|way| way.feature == "ridge").collect();
        for ridge in ridges {
            let closed = |p: &Pos2| !passes.iter().any(|side| middle(side).distance(*p) < PASS);
            for part in ridge.course.split(|p| !closed(p)).filter(|part| part.len() > 1) {
                let wall = |p: &Pos2| walls.iter().any(|at| at.distance(*p) < HEX * 0.4);
                let steep = part.iter().filter(|p| wall(p)).count() * 2 > part.len();
                let colour = fade(palette.hachure, if steep { 1.0 } else { 0.85 });
                self.strokes(
                    part,
                    if steep { 9.0 } else { 7.0 },
                    if steep { 2.4 } else { 3.2 },
                    colour,
                    ways,
                );
                let crest = self.all(part);
                self.ink.line(&crest, if steep { w * 1.7 } else { w }, fade(palette.hachure, 0.9));
            }
        }
        if !self.detailed() {
            return;
        }
        for side in passes {
            let at = middle(side);
            let along = (side.line[1] - side.line[0]).normalized();
            let across = vec2(-along.y, along.x);
            for way in [1.0, -1.0] {
                let bracket: Vec<Pos2> = [-7.0f32, -3.5, 0.0, 3.5, 7.0]
                    .iter()
                    .map(|d| at + along * way * (PASS * 0.62 + d * d / 16.0) + across * *d)
                    .map(|p| self.at(p))
                    .collect();
                self.ink.line(&bracket, w + 1.8, palette.paper);
                self.ink.line(&bracket, w, palette.ink2);
            }
        }
    }

    // Strokes down both sides of a line, longer where the light doesn't fall, and none where something runs.
    fn strokes(&mut self, line: &[Pos2], long: f32, gap: f32, colour: egui::Color32, avoid: &Nearby) {
        let gap = if self.detailed() { gap } else { gap * 2.2 };
        let zoom = self.zoom;
        let whole = curve::length(line).max(1.0);
        let mut strokes: Vec<[Pos2; 3]> = Vec::new();
        for (i, (p, d)) in curve::spaced(line, gap * 0.5, gap).into_iter().enumerate() {
            if !self.afford(120) {
                break;
            }
            // Shorter to both ends.
            let t = i as f32 * gap / whole;
            let swell = 0.45 + 0.55 * (4.0 * t * (1.0 - t)).clamp(0.0, 1.0).sqrt();
            for way in [1.0, -1.0] {
                let n: Vec2 = vec2(-d.y, d.x) * way;
                let shade = 0.8 + 0.5 * ((n.x + n.y) * 0.7).max(0.0);
                let length =
                    long * swell * shade * (0.8 + 0.4 * hash(i as i32, way as i32, line.len() as i32));
                if avoid.near(p) || avoid.near(p + n * length) {
                    continue;
                }
                let across = d * (0.55 * shade).max(0.4 / zoom);
                strokes.push([p + n + across, p + n - across, p + n * length]);
            }
        }
        let strokes: Vec<Vec<Pos2>> = strokes.iter().map(|s| self.all(s)).collect();
        for group in strokes.chunks(24) {
            self.ink.group(|ink| group.iter().for_each(|s| ink.fill(s, colour)));
        }
    }
}
