//! The ground: paper, woods, relief with its hachures, fields, orchards, marsh.

use super::HEX;
use super::chart::{Chart, Way};
use super::region::HexShape;
use crate::draw::curve::{self, Nearby, hash, noise};
use crate::draw::ink::{Drawing, Ink, MOST_CORNERS};
use crate::theme::{Palette, fade, mix};
use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use std::f32::consts::PI;

/// How many steps it takes to look for room at a point, besides those along its outline.
const TRY: usize = 60;

/// What the drawing of one board at one zoom needs.
pub struct Sheet<'a> {
    /// The board.
    pub chart: &'a Chart,
    /// The colours.
    pub palette: &'a Palette,
    /// The zoom that it is drawn for.
    pub zoom: f32,
    /// What it is drawn into.
    pub ink: &'a mut Ink,
    /// How many steps patterns may still take.
    pub effort: u64,
}

impl Sheet<'_> {
    /// How many steps the patterns of one drawing take at most; those of a large map take some millions.
    pub const EFFORT: u64 = 500_000_000;
    /// How many corners a drawing has when patterns are left out, so that there is room for roads and names over them.
    pub const PATTERNED: usize = MOST_CORNERS / 3 * 2;

    /// Takes so many steps off what patterns may still take. Whether there were as many: if not, the pattern is left out.
    pub fn afford(&mut self, steps: usize) -> bool {
        let left = self.effort.checked_sub(steps as u64);
        self.effort = left.unwrap_or(self.effort);
        left.is_some() && self.ink.corners() < Self::PATTERNED && !self.ink.is_abandoned()
    }

    /// A point of the chart at this zoom.
    pub fn at(&self, p: Pos2) -> Pos2 {
        (p.to_vec2() * self.zoom).to_pos2()
    }

    /// An outline of the chart at this zoom.
    pub fn all(&self, points: &[Pos2]) -> Vec<Pos2> {
        points.iter().map(|p| self.at(*p)).collect()
    }

    /// A line's width: it grows a little with the zoom and is never under a pixel.
    pub fn width(&self, base: f32) -> f32 {
        (base * self.zoom.clamp(0.6, 1.3)).max(0.7)
    }

    /// Whether patterns are drawn, or only tints.
    pub fn detailed(&self) -> bool {
        self.zoom >= 0.4
    }

    /// Everything under the water.
    pub fn ground(&mut self) {
        let palette = *self.palette;
        let frame = self.chart.frame.expand(HEX * 2.0);
        let frame = Rect::from_min_max(self.at(frame.min), self.at(frame.max));
        self.ink.rect(frame, palette.paper, 0.0, palette.paper);

        let wood = mix(palette.wood, palette.paper, 0.42);
        for loops in self.chart.regions("woods", 0.16) {
            self.fill_loops(&loops, wood);
            for outline in &loops {
                let outline = self.all(outline);
                let colour = fade(palette.wood_edge, 0.55);
                if self.detailed() {
                    self.ink.dashed(&curve::closed(&outline), 1.0, colour, 2.0, 3.0);
                }
            }
        }
        for outline in self.chart.patches("woods") {
            let outline = self.all(outline);
            self.ink.fill(&outline, wood);
        }
        self.relief();
        self.ranges();
        self.fields();
        self.marshes();
        if self.detailed() {
            self.trees();
        }
    }

    /// Fills outlines with holes.
    pub fn fill_loops(&mut self, loops: &[Vec<Pos2>], colour: Color32) {
        let loops: Vec<Vec<Pos2>> = loops.iter().map(|l| self.all(l)).collect();
        self.ink.fill_loops(&loops, colour);
    }

    fn relief(&mut self) {
        let palette = *self.palette;
        let roads = self.near_ways(|way| way.feature == "road" || way.is_rail(), 5.0);
        let mut hills: Vec<Vec<Pos2>> = self.chart.patches("hill").cloned().collect();
        hills.extend(self.chart.regions("hill", 0.12).into_iter().flatten());
        for outline in &hills {
            let at_zoom = self.all(outline);
            self.ink.fill(&at_zoom, fade(palette.relief, 0.55));
            let middle = curve::middle(outline);
            let rings: &[f32] = if self.detailed() { &[0.97, 0.68, 0.38] } else { &[0.97] };
            for (r, share) in rings.iter().enumerate() {
                let ring: Vec<Pos2> = outline.iter().map(|p| middle + (*p - middle) * *share).collect();
                self.hachures(
                    &curve::closed(&ring),
                    |p, n| if (p - middle).dot(n) < 0.0 { -n } else { n },
                    r as i32,
                    &roads,
                );
            }
        }
        // A steep hexside falls from the higher hex, or both ways if the board gives no heights.
        let sides: Vec<_> =
            self.chart.sides.iter().filter(|s| s.features.iter().any(|f| f == "steep")).collect();
        for side in sides {
            let [a, b] = side.cells.map(|i| &self.chart.cells[i]);
            let down = (b.at - a.at).normalized();
            let fall = a.height.unwrap_or(0) - b.height.unwrap_or(0);
            for line in side.steep_parts() {
                for way in [1.0, -1.0] {
                    if fall as f32 * way >= 0.0 {
                        self.hachures(&line, |_, _| down * way, 7, &roads);
                    }
                }
            }
        }
    }

    // Tapered strokes that point downhill, a quarter longer to the south-east.
    fn hachures(&mut self, line: &[Pos2], downhill: impl Fn(Pos2, Vec2) -> Vec2, seed: i32, avoid: &Nearby) {
        let gap = if self.detailed() { 4.4 } else { 9.0 };
        let colour = fade(self.palette.hachure, 0.62);
        let zoom = self.zoom;
        let mut strokes = Vec::new();
        for (i, (p, d)) in curve::spaced(line, 2.0, gap).into_iter().enumerate() {
            if !self.afford(2 * TRY) {
                break;
            }
            let n = downhill(p, vec2(-d.y, d.x));
            let shade = 0.85 + 0.4 * ((n.x + n.y) * 0.7).max(0.0);
            let length = 13.0 * (0.75 + 0.5 * hash(i as i32, seed, line.len() as i32)) * shade;
            let from = p + n * hash(i as i32, 3, seed) * 2.0;
            if avoid.near(from) || avoid.near(from + n * length) {
                continue;
            }
            let across = vec2(-n.y, n.x) * (0.8 * shade).max(0.45 / zoom);
            strokes.push([from + across, from - across, from + n * length]);
        }
        let strokes: Vec<Vec<Pos2>> = strokes.iter().map(|s| self.all(s)).collect();
        for group in strokes.chunks(24) {
            self.ink.group(|ink| group.iter().for_each(|s| ink.fill(s, colour)));
        }
    }

    fn fields(&mut self) {
        let palette = *self.palette;
        let hexes = self.chart.hex.clone();
        let mut plots: Vec<Vec<Vec<Pos2>>> = self.chart.patches("field").map(|o| vec![o.clone()]).collect();
        let drawn: Vec<Vec<Pos2>> = plots.iter().flatten().cloned().collect();
        if let Some(hex) = &hexes {
            plots.extend(field_regions(self.chart, hex, "field", &drawn));
        }
        for loops in &plots {
            self.fill_loops(loops, palette.field);
            let Some(outline) = loops.first() else { continue };
            let bounds = Rect::from_points(outline);
            if self.detailed() {
                let k = (bounds.min.x as i32, bounds.min.y as i32);
                let (s, c) = ((hash(k.0, k.1, 41) - 0.5) * 2.4).sin_cos();
                let (d, n) = (vec2(c, s), vec2(-s, c));
                let reach = bounds.size().length();
                let mut lines = Vec::new();
                let mut by = -reach / 2.0;
                while by < reach / 2.0 && self.afford(outline.len() + TRY) {
                    let m = bounds.center() + n * by;
                    for (a, b) in curve::cut_to(m - d * reach, m + d * reach, outline) {
                        if a.distance(b) > 9.0 {
                            lines.push([a + d * 3.0, b - d * 3.0]);
                        }
                    }
                    by += 6.5;
                }
                let lines: Vec<_> = lines.iter().map(|l| l.map(|p| self.at(p))).collect();
                let w = self.width(0.8);
                for group in lines.chunks(12) {
                    self.ink
                        .group(|ink| group.iter().for_each(|l| ink.segment(l[0], l[1], w, palette.furrow)));
                }
            }
            for outline in loops {
                let fence = curve::closed(&self.all(outline));
                let w = self.width(1.0);
                if self.detailed() {
                    self.ink.dashed(&fence, w, fade(palette.road, 0.7), 5.0, 2.5);
                }
            }
        }
        let mut orchards: Vec<Vec<Pos2>> = self.chart.patches("orchard").cloned().collect();
        orchards.extend(self.chart.regions("orchard", 0.1).into_iter().filter_map(|l| l.into_iter().next()));
        for outline in &orchards {
            let at_zoom = self.all(outline);
            self.ink.fill(&at_zoom, mix(palette.field, palette.wood, 0.4));
            if !self.detailed() {
                continue;
            }
            self.ink.dashed(&curve::closed(&at_zoom), 1.0, fade(palette.road, 0.7), 5.0, 2.5);
            let bounds = Rect::from_points(outline);
            let trees: Vec<Pos2> = grid(bounds, 10.0, 10.0)
                .map(|(p, ..)| p)
                .take_while(|_| self.afford(outline.len() + TRY))
                .filter(|p| curve::inside(*p, outline))
                .collect();
            let trees: Vec<Pos2> = self.all(&trees);
            let r = 2.3 * self.zoom;
            for group in trees.chunks(20) {
                self.ink.group(|ink| {
                    group.iter().for_each(|p| ink.disc(*p, r, palette.wood_edge, 0.8, palette.tree_dark))
                });
            }
        }
    }

    fn marshes(&mut self) {
        let palette = *self.palette;
        let swamps = self.chart.regions("swamp", 0.16);
        for loops in &swamps {
            self.fill_loops(loops, mix(palette.marsh, palette.wood_edge, 0.45));
        }
        let mut marshes: Vec<Vec<Vec<Pos2>>> = self.chart.regions("marsh", 0.16);
        marshes.extend(self.chart.patches("marsh").map(|o| vec![o.clone()]));
        let wet = marshes.len();
        marshes.extend(swamps);
        let avoid = self.near_ways(Way::is_bare, 7.0);
        for (i, loops) in marshes.iter().enumerate() {
            if i < wet {
                self.fill_loops(loops, fade(palette.marsh, 0.75));
            }
            let Some(outline) = loops.first() else { continue };
            if !self.detailed() {
                continue;
            }
            let z = self.zoom;
            let mut dashes = Vec::new();
            for (p, i, j) in grid(Rect::from_points(outline), 15.0, 8.5) {
                if !self.afford(outline.len() + TRY) {
                    break;
                }
                let p = p + vec2((hash(i, j, 4) - 0.5) * 5.0, 0.0);
                if curve::inside(p, outline) && !avoid.near(p) {
                    dashes.push((self.at(p), 3.0 + hash(i, j, 2) * 3.0, hash(i, j, 7) > 0.55));
                }
            }
            for group in dashes.chunks(12) {
                self.ink.group(|ink| {
                    for (p, w, tuft) in group {
                        let line =
                            |ink: &mut Ink, a: Vec2, b: Vec2, c| ink.segment(*p + a * z, *p + b * z, 0.8, c);
                        line(ink, vec2(-w, 0.0), vec2(*w, 0.0), palette.water_line);
                        if *tuft {
                            line(ink, vec2(-2.0, 0.0), vec2(-3.5, -4.0), palette.tree_dark);
                            line(ink, vec2(0.0, 0.0), vec2(0.0, -5.0), palette.tree_dark);
                            line(ink, vec2(2.0, 0.0), vec2(3.5, -4.0), palette.tree_dark);
                        }
                    }
                });
            }
        }
    }

    /// An index of the ways of some kinds, each keeping a space free beside it.
    pub fn near_ways(&self, which: impl Fn(&Way) -> bool, clear: f32) -> Nearby {
        let mut near = Nearby::new(40.0);
        for way in self.chart.ways.iter().filter(|way| which(way)) {
            near.add(&way.course, clear + f32::from(way.rank));
        }
        near
    }

    fn trees(&mut self) {
        let palette = *self.palette;
        let mut near = self.near_ways(Way::is_bare, 8.0);
        let mut open: Vec<Vec<Pos2>> = Vec::new();
        for kind in ["field", "orchard", "water", "marsh"] {
            open.extend(self.chart.patches(kind).cloned());
        }
        for outline in &open {
            near.add(&curve::closed(outline), 7.0);
        }
        for feature in ["field", "water"] {
            for outline in self.chart.regions(feature, 0.16).into_iter().flatten() {
                near.add(&curve::closed(&outline), 6.0);
            }
        }
        // A hex may be woods by its letter and still hold a clearing of the picture.
        let bounds: Vec<Rect> = open.iter().map(|o| Rect::from_points(o)).collect();
        let clear = |p: Pos2| bounds.iter().zip(&open).any(|(b, o)| b.contains(p) && curve::inside(p, o));
        let size = 4.4 * self.zoom.clamp(0.45, 1.9);
        let tones = [
            (mix(palette.wood, palette.wood_edge, 0.35), palette.tree),
            (mix(palette.wood, palette.wood_edge, 0.6), palette.tree_dark),
        ];
        let stamps: Vec<Drawing> = tones
            .iter()
            .flat_map(|tone| [0.85, 1.0, 1.2].map(|k| (k, *tone)))
            .map(|(k, (fill, line))| clump(size * k, fill, line))
            .collect();
        let mut places: Vec<(Pos2, usize)> = Vec::new();
        // What it costs to look whether a point lies in a clearing.
        let ways_out: usize = open.iter().map(Vec::len).sum();
        let chart = self.chart;
        let mut plant = |sheet: &mut Self, bounds: Rect, within: &[Pos2]| {
            for (p, i, j) in grid(bounds, 17.0, 13.6) {
                if !sheet.afford(within.len() + ways_out / 8 + TRY) {
                    return;
                }
                let p = p + vec2((hash(i, j, 1) - 0.5) * 10.0, (hash(i, j, 10) - 0.5) * 8.0);
                let grove = 0.28 + noise(p.x / 70.0, p.y / 60.0, 77) * 1.25;
                if hash(i, j, 31) <= grove && curve::inside(p, within) && !near.near(p) && !clear(p) {
                    places.push((p, (hash(i, j, 3) * stamps.len() as f32) as usize % stamps.len()));
                }
            }
        };
        if let Some(hex) = &chart.hex {
            for middle in chart.middles("woods").into_iter().chain(chart.middles("swamp")) {
                let outline = hex.outline(middle, 0.97);
                plant(self, Rect::from_points(&outline), &outline);
            }
        }
        for outline in chart.patches("woods") {
            plant(self, Rect::from_points(outline), outline);
        }
        places.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
        // Where there are too many, all woods are thinner.
        let room = Self::PATTERNED.saturating_sub(self.ink.corners());
        let corners: usize = places.iter().map(|(_, stamp)| stamps[*stamp].corners()).sum();
        for (p, stamp) in places.into_iter().step_by(corners / room.max(1) + 1) {
            let p = self.at(p);
            self.ink.stamp(&stamps[stamp], p);
        }
    }
}

// Hexes of a feature that no shape of the picture covers already, as regions.
fn field_regions(chart: &Chart, hex: &HexShape, feature: &str, drawn: &[Vec<Pos2>]) -> Vec<Vec<Vec<Pos2>>> {
    let mut middles = chart.middles(feature);
    middles.retain(|m| !drawn.iter().any(|o| curve::inside(*m, o)));
    super::region::connected(&middles, hex)
        .iter()
        .map(|g| super::region::outlines(g, hex, 0.16 * HEX))
        .collect()
}

// Points of a staggered grid that is the same wherever it is begun.
fn grid(bounds: Rect, step: f32, row: f32) -> impl Iterator<Item = (Pos2, i32, i32)> {
    let (j0, j1) = ((bounds.min.y / row).floor() as i32, (bounds.max.y / row).ceil() as i32);
    let (i0, i1) = ((bounds.min.x / step).floor() as i32, (bounds.max.x / step).ceil() as i32);
    (j0..=j1).flat_map(move |j| {
        let shift = if j.rem_euclid(2) == 1 { step / 2.0 } else { 0.0 };
        (i0..=i1).map(move |i| (pos2(i as f32 * step + shift, j as f32 * row), i, j))
    })
}

// Three lobes with a shade stroke, as period maps draw woods.
fn clump(s: f32, fill: Color32, line: Color32) -> Drawing {
    let mut ink = Ink::new(1.0);
    let arc = |x: f32, y: f32, r: f32, from: f32, to: f32| -> Vec<Pos2> {
        let to = if to < from { to + 2.0 } else { to };
        (0..=5)
            .map(|i| {
                let a = (from + (to - from) * i as f32 / 5.0) * PI;
                pos2(x * s + a.cos() * r * s, y * s + a.sin() * r * s)
            })
            .collect()
    };
    ink.group(|ink| {
        let mut outline = arc(-0.55, 0.1, 0.5, 0.75, 1.75);
        outline.extend(arc(0.02, -0.35, 0.52, 1.1, 1.95));
        outline.extend(arc(0.55, 0.08, 0.5, 1.3, 0.35));
        ink.fill(&outline, fill);
        let w = (s * 0.16).max(0.7);
        ink.line(&arc(-0.55, 0.1, 0.5, 0.85, 1.6), w, line);
        ink.line(&arc(0.02, -0.35, 0.52, 1.15, 1.85), w, line);
        ink.line(&arc(0.55, 0.08, 0.5, 1.45, 0.35), w, line);
        ink.segment(pos2(-s * 0.35, s * 0.58), pos2(s * 0.75, s * 0.58), (s * 0.2).max(0.8), line);
    });
    ink.finish()
}
