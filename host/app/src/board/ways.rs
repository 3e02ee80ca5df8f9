//! Roads, railroads, bridges and fords, houses, and the hex grid.

use super::chart::Way;
use super::ground::Sheet;
use super::lettering;
use crate::draw::curve;
use crate::theme::fade;
use egui::{Pos2, Rect, Vec2, vec2};
use muster_contract::SpaceKind;

impl Way {
    /// Whether it is a river or a stream.
    pub fn is_water(&self) -> bool {
        matches!(self.feature.as_str(), "stream" | "minor-river" | "river" | "great-river")
    }

    /// Whether it is a road, a railroad or water, which nothing grows on.
    pub fn is_bare(&self) -> bool {
        self.is_water() || self.is_rail() || self.feature == "road"
    }

    /// Whether it is a railroad, or one that is still to be built.
    pub fn is_rail(&self) -> bool {
        self.feature == "railroad" || self.feature == "railroad-1864"
    }
}

impl Sheet<'_> {
    /// Everything that people made.
    pub fn ways(&mut self) {
        let mut ways: Vec<Way> =
            self.chart.ways.iter().filter(|w| w.feature == "road" || w.is_rail()).cloned().collect();
        ways.sort_by_key(|w| (w.feature == "railroad", w.rank));
        for way in &ways {
            let course = self.all(&way.course);
            match (way.feature.as_str(), way.rank) {
                ("railroad", rank) => self.railroad(&course, rank),
                ("railroad-1864", _) => self.railroad(&course, 1),
                (_, 0 | 1) => self.track(&course),
                (_, 2) => self.road(&course),
                _ => self.pike(&course),
            }
        }
        self.fences();
        self.links();
        self.crossings();
        self.houses();
    }

    fn pike(&mut self, course: &[Pos2]) {
        let p = *self.palette;
        if !self.detailed() {
            return self.ink.line(course, 1.2, p.road);
        }
        let w = self.width(1.0);
        self.ink.line(course, 6.6 * w, p.road);
        self.ink.line(course, 4.6 * w, p.road_fill);
    }

    fn road(&mut self, course: &[Pos2]) {
        let p = *self.palette;
        if !self.detailed() {
            return self.ink.line(course, 1.0, p.road);
        }
        let w = self.width(1.0);
        self.ink.line(course, 4.7 * w, fade(p.road_fill, 0.9));
        self.ink.line(&curve::offset(course, 1.6 * w), 0.9, p.road);
        self.ink.dashed(&curve::offset(course, -1.6 * w), 0.9, p.road, 6.0, 3.0);
    }

    fn track(&mut self, course: &[Pos2]) {
        let p = *self.palette;
        if self.detailed() {
            let w = self.width(1.4);
            self.ink.line(course, w + 2.0, fade(p.road_fill, 0.8));
            self.ink.dashed(course, w, p.road, 6.0, 3.5);
        }
    }

    fn railroad(&mut self, course: &[Pos2], rank: u8) {
        let p = *self.palette;
        let w = self.width(1.5);
        if !self.detailed() {
            return self.ink.line(course, 0.9, p.rail);
        }
        if rank <= 1 {
            self.ink.dashed(course, w, p.rail, 9.0, 5.0);
        } else {
            self.ink.line(course, w, p.rail);
        }
        // Where a hex is many miles the sleepers are shorter, and fewer.
        let (half, gap) = if self.chart.country { (2.7, 9.5) } else { (3.4, 7.5) };
        let half = half * self.zoom.clamp(0.7, 1.4);
        for group in curve::spaced(course, 3.5, gap).chunks(16) {
            self.ink.group(|ink| {
                for (at, d) in group {
                    let n = vec2(-d.y, d.x) * half;
                    ink.segment(*at - n, *at + n, 1.1, p.rail);
                }
            });
        }
    }

    // A worm fence: rails laid in a zigzag.
    fn fences(&mut self) {
        let p = *self.palette;
        let fences: Vec<Vec<Pos2>> =
            self.chart.ways.iter().filter(|w| w.feature == "fence").map(|w| self.all(&w.course)).collect();
        let z = self.zoom.clamp(0.5, 1.6);
        for course in fences {
            let posts: Vec<Pos2> = curve::spaced(&course, 0.0, 13.0 * z)
                .into_iter()
                .enumerate()
                .map(|(i, (at, d))| at + vec2(-d.y, d.x) * if i % 2 == 0 { -5.0 } else { 5.0 } * z)
                .collect();
            let second: Vec<Pos2> = posts.iter().map(|q| *q + vec2(3.0 * z, 0.0)).collect();
            self.ink.group(|ink| {
                ink.line(&posts, 2.2 * z, p.road);
                ink.line(&second, 1.2 * z, fade(p.road, 0.55));
                for post in posts.iter().step_by(2) {
                    ink.disc(*post, 1.7 * z, p.road, 0.0, p.road);
                }
            });
        }
    }

    // Boards without hexes show how their points are joined.
    fn links(&mut self) {
        if self.chart.hex.is_some() {
            return;
        }
        let p = *self.palette;
        let free = |i: usize| self.chart.cells[i].kind == SpaceKind::Point;
        let sides = self.chart.sides.iter().filter(|s| s.cells.iter().all(|i| free(*i)));
        let links: Vec<_> =
            sides.map(|s| (s.line, s.bends.clone(), s.has("road"), s.has("railroad"))).collect();
        for (line, bends, road, railroad) in links {
            if road || railroad {
                // Between cities a road winds a little, where the board doesn't say how it runs.
                let course = if bends.is_empty() { winding(line) } else { curve::smooth(&bends, 8, false) };
                let course = self.all(&course);
                if railroad {
                    self.railroad(&course, 2)
                } else {
                    self.pike(&course)
                }
                continue;
            }
            let line = line.map(|q| self.at(q));
            let w = self.width(2.0);
            self.ink.segment(line[0], line[1], w, p.road);
        }
    }

    fn crossings(&mut self) {
        let p = *self.palette;
        if !self.detailed() {
            return;
        }
        let sides =
            self.chart.sides.iter().filter(|s| s.features.iter().any(|f| f == "bridge" || f == "ford"));
        let sides: Vec<_> = sides.map(|s| (s.line, s.features.iter().any(|f| f == "bridge"))).collect();
        for (line, bridge) in sides {
            let [a, b] = line.map(|q| self.at(q));
            let middle = a + (b - a) * 0.5;
            let along = (b - a).normalized();
            let across = vec2(-along.y, along.x);
            let z = self.zoom.clamp(0.6, 1.5);
            for way in [-1.0, 1.0] {
                let m = middle + along * 3.6 * way * z;
                let (s, e) = (m - across * 7.0 * z, m + across * 7.0 * z);
                if bridge {
                    let wing = along * way * 2.6 * z;
                    self.ink.line(
                        &[s - across * 2.0 * z + wing, s, e, e + across * 2.0 * z + wing],
                        1.5,
                        p.ink,
                    );
                } else {
                    self.ink.dashed(&[s, e], 1.2, p.ink, 2.5, 2.0);
                }
            }
        }
    }

    fn houses(&mut self) {
        let p = *self.palette;
        let s = 5.0 * self.zoom.clamp(0.5, 1.5);
        for (at, church) in self.chart.houses.clone() {
            let at = self.at(at);
            self.ink.group(|ink| {
                if church {
                    let s = s * 1.6;
                    ink.rect(Rect::from_center_size(at, vec2(s, s * 0.7)), p.ink, 0.0, p.ink);
                    ink.segment(at - vec2(0.0, s * 0.35), at - vec2(0.0, s * 1.25), 1.6, p.ink);
                    ink.segment(at + vec2(-s * 0.38, -s * 0.95), at + vec2(s * 0.38, -s * 0.95), 1.6, p.ink);
                } else {
                    ink.rect(Rect::from_center_size(at, Vec2::splat(s)), p.ink, 0.0, p.ink);
                }
            });
        }
        if self.chart.country {
            return;
        }
        // A town without houses of its own gets a few.
        let towns = self.chart.cells.iter().filter(|c| c.has("town"));
        let towns: Vec<Pos2> = towns
            .map(|c| c.at)
            .filter(|at| !self.chart.houses.iter().any(|(h, _)| h.distance(*at) < super::HEX * 0.6))
            .collect();
        for at in towns {
            for i in 0..5 {
                let k = super::region::key(at);
                let by = vec2(curve::hash(k.0, k.1, i) - 0.5, curve::hash(k.0, k.1, i + 9) - 0.5) * 36.0;
                let at = self.at(at + by);
                self.ink.rect(Rect::from_center_size(at, Vec2::splat(s)), p.ink, 0.0, p.ink);
            }
        }
    }

    // A pale spot under every hex number, so that it can be read on woods; the numbers are written in the frame.
    fn number_grounds(&mut self) {
        if !lettering::numbered(self.chart, self.zoom) {
            return;
        }
        let colour = fade(self.palette.paper, 0.55);
        let size = lettering::number_size(self.chart, self.zoom);
        for cell in self.chart.cells.iter().filter(|c| c.kind == SpaceKind::Hex && !c.has("water")) {
            let (top, below) = lettering::number_place(cell);
            let at = self.at(top) + vec2(0.0, below - size * 0.36);
            let half = vec2(size * 0.23 * cell.id.chars().count() as f32 + 2.0, size * 0.55);
            let outline: Vec<Pos2> = (0..16)
                .map(|i| {
                    let (s, c) = (i as f32 * std::f32::consts::TAU / 16.0).sin_cos();
                    // Rounder than a box and fuller than an ellipse.
                    let full = |v: f32| v.signum() * v.abs().sqrt();
                    at + vec2(full(c) * half.x, full(s) * half.y)
                })
                .collect();
            self.ink.fill(&outline, colour);
        }
    }

    /// The hex grid, quiet; spaces of other boards with their outlines.
    pub fn grid(&mut self) {
        let p = *self.palette;
        let line = fade(p.ink3, if self.chart.country { 0.26 } else { 0.38 });
        if self.chart.hex.is_some() && !self.detailed() {
            if self.chart.country {
                self.free_spaces();
            }
            return;
        }
        // Each side once: of two hexes that share it, the one that comes first draws it.
        let mut drawn = std::collections::HashSet::new();
        let mut sides: Vec<[Pos2; 2]> = Vec::new();
        let beyond = self
            .chart
            .hex
            .iter()
            .flat_map(|hex| self.chart.beyond.iter().map(|(at, _)| hex.outline(*at, 1.0)));
        let hexes = self.chart.cells.iter().filter(|c| c.kind == SpaceKind::Hex).map(|c| c.outline.clone());
        for outline in hexes.chain(beyond) {
            for i in 0..outline.len() {
                let (a, b) = (outline[i], outline[(i + 1) % outline.len()]);
                if drawn.insert(super::region::key(a + (b - a) * 0.5)) {
                    sides.push([a, b]);
                }
            }
        }
        for group in sides.chunks(6) {
            let group: Vec<_> = group.iter().map(|s| s.map(|q| self.at(q))).collect();
            self.ink.group(|ink| group.iter().for_each(|s| ink.segment(s[0], s[1], 0.9, line)));
        }
        self.number_grounds();
        self.free_spaces();
    }

    // Areas, points and boxes with their outlines.
    fn free_spaces(&mut self) {
        let p = *self.palette;
        let free: Vec<(Vec<Pos2>, SpaceKind, bool)> = self
            .chart
            .cells
            .iter()
            // The box of a side is painted with what is written in it, a city with whoever holds it.
            .filter(|c| c.kind != SpaceKind::Hex && c.side.is_none() && c.worth.is_none())
            .map(|c| (c.outline.clone(), c.kind, c.has("sea")))
            .collect();
        for (outline, kind, sea) in free {
            let outline = self.all(&outline);
            match kind {
                SpaceKind::Box if sea => {
                    let w = self.width(1.4);
                    self.ink.polygon(&outline, fade(p.water, 0.9), w, p.water_line);
                }
                SpaceKind::Box => self.ink.polygon(&outline, fade(p.sheet, 0.92), 1.2, p.ink2),
                // The bars say where areas meet; their outlines are quiet.
                SpaceKind::Area => self.ink.loop_line(&outline, 0.9, fade(p.ink3, 0.45)),
                _ => self.ink.loop_line(&outline, 1.2, p.ink2),
            }
        }
    }
}

// A course from end to end that swings out a little, always the same way for the same ends.
fn winding([a, b]: [Pos2; 2]) -> Vec<Pos2> {
    let d = b - a;
    // A long one no more than a short one, so that it comes no nearer to others.
    let across = vec2(-d.y, d.x) * (super::HEX * 2.0 / d.length().max(1.0)).min(1.0);
    let k = super::region::key(a.lerp(b, 0.5));
    let by = |share: f32, seed: i32| a + d * share + across * (curve::hash(k.0, k.1, seed) - 0.5) * 0.1;
    curve::smooth(&[a, by(0.3, 1), by(0.7, 2), b], 8, false)
}
