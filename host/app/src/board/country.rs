//! What the map of a country has: towns and cities, capitals, ports, the frames of hexes that count for more, forts and islands
//! in the sea, ferries, and the lines between theaters of war.

use super::HEX;
use super::chart::{Cell, Chart, Side};
use super::ground::Sheet;
use super::surface::Camera;
use crate::draw::curve;
use crate::draw::ink::regular;
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::theme::{Palette, fade, mix};
use egui::{Painter, Pos2, Rect, Vec2, vec2};
use muster_contract::SpaceKind;

/// Where an anchor stands, from the middle of its hex, as a share of the hex.
pub(super) const ANCHOR: Vec2 = Vec2::new(-0.3, -0.14);
/// Where the figure of what a hex yields stands.
pub(super) const YIELDS: Vec2 = Vec2::new(0.31, 0.2);
/// Where other signs stand.
pub(super) const BESIDE: Vec2 = Vec2::new(0.3, -0.18);

impl Sheet<'_> {
    /// The lines between theaters of war, and the paths of tidal waters.
    pub(super) fn theaters(&mut self) {
        let p = *self.palette;
        let w = self.width(2.2);
        let chart = self.chart;
        for way in chart.ways.iter().filter(|way| way.feature == "theater-line") {
            let course = self.all(&way.course);
            self.ink.line(&course, w * 2.2, fade(p.wax, 0.16));
            self.ink.dashed(&course, w * 0.7, fade(p.wax, 0.75), 9.0, 5.0);
        }
        for way in chart.ways.iter().filter(|way| way.feature == "tidal-path") {
            let course = self.all(&way.course);
            let w = self.width(1.1);
            if way.rank <= 1 {
                self.ink.dashed(&course, w, fade(p.water_ink, 0.7), 1.8, 3.2);
            } else {
                self.ink.line(&course, w, fade(p.water_ink, 0.6));
            }
        }
    }

    /// Signs at hexes and hexsides of a country, and links of land to what lies in the sea.
    pub(super) fn signs_of_a_country(&mut self) {
        if !self.chart.country {
            return;
        }
        let chart = self.chart;
        for side in &chart.sides {
            self.side_signs(side);
        }
        let hexes = || chart.cells.iter().filter(|cell| cell.kind == SpaceKind::Hex);
        for cell in hexes() {
            self.frame_of(cell);
        }
        for cell in hexes() {
            self.town(cell);
            if self.detailed() {
                self.small_signs(cell);
            }
        }
    }

    fn side_signs(&mut self, side: &Side) {
        let p = *self.palette;
        if side.has("land-link") {
            self.land_link(side);
        }
        if !self.detailed() {
            return;
        }
        let z = self.zoom.clamp(0.6, 1.5);
        let [a, b] = side.line.map(|q| self.at(q));
        let middle = a.lerp(b, 0.5);
        let along = (b - a).normalized();
        let across = vec2(-along.y, along.x);
        if side.has("ferry") {
            let (s, e) = (middle - across * 9.0 * z, middle + across * 9.0 * z);
            self.ink.segment(s, e, 4.6 * z, p.paper);
            self.ink.dashed(&[s, e], 1.8 * z, p.water_ink, 3.0 * z, 2.2 * z);
            for end in [s, e] {
                self.ink.segment(end - along * 4.5 * z, end + along * 4.5 * z, 1.5 * z, p.water_ink);
            }
        }
        if side.has("prohibited") {
            for share in [0.3, 0.5, 0.7] {
                let at = a.lerp(b, share);
                let (u, v) = ((along + across) * 4.0 * z, (along - across) * 4.0 * z);
                self.ink.segment(at - u, at + u, 1.5 * z, p.danger);
                self.ink.segment(at - v, at + v, 1.5 * z, p.danger);
            }
        }
    }

    // A causeway from the edge of one space to that of the other; where they lie far apart the map doesn't show the way.
    fn land_link(&mut self, side: &Side) {
        let p = *self.palette;
        let ends = side.cells.map(|i| &self.chart.cells[i]);
        let (a, b) = (ends[0].at, ends[1].at);
        let by = (b - a).normalized();
        let out = ends.map(|cell| reach(cell, by));
        let gap = (a.distance(b) - out[0] - out[1]).max(12.0);
        let line = [a + by * out[0], a + by * (out[0] + gap)].map(|q| self.at(q));
        if gap > HEX * 1.5 {
            let w = self.width(1.6);
            return self.ink.dashed(&line, w, p.road, 5.0, 4.0);
        }
        let w = self.width(5.0);
        self.ink.segment(line[0], line[1], w, p.road);
        self.ink.segment(line[0], line[1], w * 0.55, p.road_fill);
    }

    // The frame of a hex that counts for more, within its outline.
    fn frame_of(&mut self, cell: &Cell) {
        if !(cell.has("resource") || cell.has("objective")) {
            return;
        }
        let p = *self.palette;
        let inset: Vec<Pos2> = cell.outline.iter().map(|q| cell.at + (*q - cell.at) * 0.93).collect();
        let inset = self.all(&inset);
        let w = self.width(2.6);
        let tone = mix(p.ink3, p.brass, 0.45);
        self.ink.loop_line(&inset, w, fade(tone, 0.8));
    }

    fn town(&mut self, cell: &Cell) {
        let p = *self.palette;
        let z = self.zoom.clamp(0.45, 1.5);
        let at = self.at(cell.at);
        if cell.has("capital") {
            self.ink.disc(at, 8.2 * z, p.sheet, 1.3 * z.max(0.7), p.ink);
            self.ink.fill(&symbol::star(at, 7.2 * z), p.ink);
        } else if cell.has("city") {
            self.ink.rect(
                Rect::from_center_size(at, Vec2::splat(10.5 * z)),
                p.sheet,
                1.5 * z.max(0.7),
                p.ink,
            );
            self.ink.rect(Rect::from_center_size(at, Vec2::splat(4.6 * z)), p.ink, 0.0, p.ink);
        } else if cell.has("town") {
            self.ink.disc(at, 3.5 * z, p.sheet, 1.4 * z.max(0.7), p.ink);
        }
        if cell.has("city") && cell.has("capital") {
            self.ink.disc(at, 10.4 * z, egui::Color32::TRANSPARENT, 1.0 * z.max(0.7), p.ink);
        }
    }

    fn small_signs(&mut self, cell: &Cell) {
        let p = *self.palette;
        let z = self.zoom.clamp(0.5, 1.5);
        let zoom = self.zoom;
        let beside = |share: Vec2| ((cell.at + share * HEX).to_vec2() * zoom).to_pos2();
        let (port, ocean) = (cell.has("port"), cell.has("ocean-port"));
        if port || ocean {
            let (at, size) = (beside(ANCHOR), if ocean { 13.0 } else { 10.5 } * z);
            self.ink.disc(
                at,
                size * 0.66,
                if ocean { p.sheet } else { fade(p.sheet, 0.85) },
                1.0,
                p.water_line,
            );
            if ocean {
                self.ink.disc(at, size * 0.84, egui::Color32::TRANSPARENT, 1.0, p.water_line);
            }
            symbol::anchor(self.ink, at, size, p.water_ink);
        }
        if cell.yields.is_some() {
            let tone = mix(p.ink3, p.brass, 0.45);
            self.ink.disc(beside(YIELDS), 7.6 * z, p.sheet, 1.2, tone);
        }
        if cell.has("shipyard") {
            symbol::draw(self.ink, "fleet", beside(BESIDE), 13.0 * z, p.water_ink, p.sheet, 0);
        }
        if cell.has("salt") {
            let at = beside(BESIDE);
            self.ink.polygon(&regular(at, 6.4 * z, 4, 0.0), p.sheet, 1.2, p.ink2);
            self.ink.polygon(&regular(at, 3.0 * z, 4, 0.0), p.ink2, 0.0, p.ink2);
        }
        if cell.has("north-exit") {
            let at = beside(vec2(0.0, -0.3));
            self.ink.fill(&symbol::arrow_head(at, vec2(0.0, -1.0), 7.0 * z), p.rail);
        }
    }
}

/// How far it is from the middle of a space to its edge, along a direction or against it; a hex is entered a little.
fn reach(cell: &Cell, by: Vec2) -> f32 {
    if cell.kind == SpaceKind::Hex {
        return HEX * 0.42;
    }
    let half = Rect::from_points(&cell.outline).size() / 2.0;
    (half.x / by.x.abs().max(0.01)).min(half.y / by.y.abs().max(0.01))
}

/// Writes what hexes yield over their signs, and what the boxes do.
pub(super) fn paint_yields(painter: &Painter, chart: &Chart, view: Rect, camera: &Camera, palette: &Palette) {
    if !chart.country || camera.zoom < 0.4 {
        return;
    }
    let z = camera.zoom.clamp(0.5, 1.5);
    let font = Face::FigureBold.at((11.0 * z * 2.0).round() / 2.0);
    let clip = painter.clip_rect().expand(20.0);
    for cell in &chart.cells {
        let Some(yields) = cell.yields else { continue };
        let at =
            camera.screen(if cell.kind == SpaceKind::Hex { cell.at + YIELDS * HEX } else { cell.at }, view);
        if clip.contains(at) {
            let figure = Letters::new(yields.to_string(), font.clone(), palette.ink).middle();
            figure.paint(painter, at + vec2(0.0, 3.9 * z));
        }
    }
}

/// The ground of the signs at a hex, which no name covers.
pub(super) fn ground_of_signs(cell: &Cell) -> Vec<Rect> {
    let around = |share: Vec2, size: f32| Rect::from_center_size(cell.at + share * HEX, Vec2::splat(size));
    let mut grounds = Vec::new();
    if cell.has("town") || cell.has("city") {
        let size = if cell.has("capital") { 19.0 } else { 12.0 };
        grounds.push(around(Vec2::ZERO, size));
    }
    if cell.has("port") || cell.has("ocean-port") {
        grounds.push(around(ANCHOR, 19.0));
    }
    if cell.yields.is_some() {
        grounds.push(around(YIELDS, 17.0));
    }
    if cell.has("shipyard") || cell.has("salt") {
        grounds.push(around(BESIDE, 14.0));
    }
    grounds
}

/// Points along a line, near enough to each other that none of it is missed.
pub(super) fn sampled(line: &[Pos2]) -> impl Iterator<Item = Pos2> {
    curve::spaced(line, 0.0, 5.0).into_iter().map(|(p, _)| p)
}
