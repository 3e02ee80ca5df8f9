//! What maps of a whole theatre of war have: swamps and ridges along hexsides with their gaps, sea lanes, and the signs
//! at a place: fortress, port, capital, supply, what it is worth.

use super::HEX;
use super::chart::{Cell, Side};
use super::ground::Sheet;
use crate::draw::curve::{self, hash};
use crate::draw::ink::regular;
use crate::draw::symbol;
use crate::theme::{Livery, fade};
use egui::{Color32, Pos2, Vec2, vec2};
use muster_contract::SpaceKind;

impl Sheet<'_> {
    /// Swamps along hexsides: those that hang together make one band.
    pub(super) fn swamps(&mut self) {
        let palette = *self.palette;
        let lines: Vec<[Pos2; 2]> =
            self.chart.sides.iter().filter(|s| s.has("marsh")).map(|s| s.line).collect();
        let z = self.zoom;
        for [a, b] in &lines {
            let along = (*b - *a).normalized();
            let across = vec2(-along.y, along.x);
            let band: Vec<Pos2> = [
                *a - along * 8.0,
                *a + across * 8.0,
                a.lerp(*b, 0.5) + across * 13.0,
                *b + across * 8.0,
                *b + along * 8.0,
                *b - across * 8.0,
                a.lerp(*b, 0.5) - across * 13.0,
                *a - across * 8.0,
            ]
            .to_vec();
            let band = self.all(&curve::smooth(&band, 4, true));
            self.ink.fill(&band, palette.marsh);
        }
        for [a, b] in &lines {
            let k = super::region::key(a.lerp(*b, 0.5));
            let along = (*b - *a).normalized();
            let across = vec2(-along.y, along.x);
            let length = a.distance(*b);
            let tufts: Vec<(Pos2, f32)> = (0..9)
                .map(|i| {
                    let d = length * (i as f32 + 0.5) / 9.0;
                    let by = (hash(k.0, k.1, i) - 0.5) * 17.0;
                    (self.at(*a + along * d + across * by), 3.0 + 2.5 * hash(k.0, i, k.1))
                })
                .collect();
            let detailed = self.detailed();
            self.ink.group(|ink| {
                for (p, w) in tufts {
                    let mut line = |from: Vec2, to: Vec2, c| ink.segment(p + from * z, p + to * z, 0.9, c);
                    line(vec2(-w, 0.0), vec2(w, 0.0), palette.water_line);
                    if detailed {
                        line(vec2(-1.6, 0.0), vec2(-2.8, -3.6), palette.tree_dark);
                        line(vec2(0.0, 0.0), vec2(0.0, -4.6), palette.tree_dark);
                        line(vec2(1.6, 0.0), vec2(2.8, -3.6), palette.tree_dark);
                    }
                }
            });
        }
    }

    /// A ridge stands on its hexside; where a road goes through, a gap is left open between two brackets.
    pub(super) fn ridges(&mut self) {
        let palette = *self.palette;
        // Where one side lies lower the slope is drawn, and says all.
        let chart = self.chart;
        let level = |side: &&Side| {
            let [a, b] = side.cells.map(|i| chart.cells[i].height);
            side.has("steep") && a == b
        };
        let w = self.width(1.8);
        for side in chart.sides.iter().filter(level) {
            for [from, to] in side.steep_parts() {
                let (from, to) = (self.at(from), self.at(to));
                self.ink.segment(from, to, w, fade(palette.hachure, 0.85));
            }
            let ([a, b], gap) = (side.line, side.has("gap"));
            if gap && self.detailed() {
                let along = (b - a).normalized();
                let across = vec2(-along.y, along.x);
                for (share, way) in [(0.3, 1.0), (0.7, -1.0)] {
                    let at = a.lerp(b, share);
                    let bracket: Vec<Pos2> = [-7.0f32, -4.0, 0.0, 4.0, 7.0]
                        .iter()
                        .map(|d| at + across * *d - along * way * (d * d / 14.0))
                        .map(|p| self.at(p))
                        .collect();
                    self.ink.line(&bracket, w + 1.6, palette.paper);
                    self.ink.line(&bracket, w, palette.ink);
                }
            }
        }
    }

    /// Ways over the sea, from middle to middle.
    pub(super) fn sea_lanes(&mut self) {
        let palette = *self.palette;
        let lanes: Vec<[Pos2; 2]> = self
            .chart
            .sides
            .iter()
            .filter(|s| s.has("sea-lane"))
            .map(|s| s.cells.map(|i| self.chart.cells[i].at))
            .collect();
        for [a, b] in lanes {
            // A lane swings out a little, so that it isn't taken for a border.
            let across = vec2(-(b - a).y, (b - a).x) * 0.08;
            let line = curve::smooth(&[a, a.lerp(b, 0.5) + across, b], 10, false);
            let line = self.all(&line);
            let w = self.width(1.4);
            self.ink.line(&line, w + 2.4, fade(palette.water, 0.7));
            self.ink.dashed(&line, w, palette.water_line, 7.0, 5.0);
        }
    }

    /// The signs at places.
    pub(super) fn places(&mut self) {
        let chart = self.chart;
        // The map of a country has signs of its own.
        for cell in chart.cells.iter().filter(|c| c.kind == SpaceKind::Hex && !chart.country) {
            self.signs(cell);
        }
    }

    fn signs(&mut self, cell: &Cell) {
        let p = *self.palette;
        let z = self.zoom.clamp(0.5, 1.5);
        let at = self.at(cell.at);
        let livery = |suffix: &str| -> Option<Livery> {
            let found = cell.features.iter().find_map(|f| f.strip_suffix(suffix))?;
            Some(p.livery(found))
        };
        if cell.has("fortress") {
            let wall = fort(at, 13.0 * z);
            self.ink.polygon(&wall, fade(p.sheet, 0.75), 1.6 * z.max(0.8), p.ink);
        }
        if let Some(livery) = livery("-capital") {
            self.ink.disc(at, 7.5 * z, p.sheet, 1.2, p.ink);
            self.ink.fill(&symbol::star(at, 6.5 * z), livery.text);
        } else if cell.has("fortress") || cell.has("major-town") {
            self.ink.disc(at, 4.6 * z, p.sheet, 1.6 * z.max(0.7), p.ink);
            self.ink.disc(at, 2.0 * z, p.ink, 0.0, p.ink);
        }
        let beside = |dx: f32, dy: f32| at + vec2(dx, dy) * HEX * self.zoom;
        if cell.has("port") || cell.has("major-port") {
            let (size, at) = (if cell.has("major-port") { 15.0 } else { 12.0 } * z, beside(0.3, -0.16));
            self.ink.disc(at, size * 0.62, p.sheet, 1.0, p.water_line);
            if cell.has("major-port") {
                self.ink.disc(at, size * 0.75, Color32::TRANSPARENT, 1.0, p.water_line);
            }
            symbol::anchor(self.ink, at, size, p.water_ink);
        }
        if let Some(livery) = livery("-supply") {
            let at = beside(-0.3, -0.12);
            let r = 8.0 * z;
            self.ink.polygon(&regular(at, r, 4, 0.0), livery.body, 1.2, livery.edge);
            symbol::draw(self.ink, "train", at, r * 1.1, livery.on_body, livery.body, 0);
        }
    }
}

// The trace of a fort with four bastions.
fn fort(at: Pos2, radius: f32) -> Vec<Pos2> {
    (0..4)
        .flat_map(|i| {
            let turn = |by: f32, r: f32| {
                let (sin, cos) = (std::f32::consts::FRAC_PI_4 * (1.0 + 2.0 * i as f32) + by).sin_cos();
                at + vec2(cos, sin) * radius * r
            };
            [turn(-0.42, 0.72), turn(-0.26, 1.0), turn(0.0, 1.14), turn(0.26, 1.0), turn(0.42, 0.72)]
        })
        .collect()
}
