//! What lies between the board and its pieces: lit choices, overlays, markers, the last command's trace, the
//! path of a choice. Every state has a form besides its colour.

use super::livery;
use crate::board::HEX;
use crate::board::chart::{Cell, Chart};
use crate::board::surface::Camera;
use crate::draw::curve;
use crate::draw::ink::Ink;
use crate::draw::letter::{Face, Letters};
use crate::draw::sprite::{Sprites, drawn};
use crate::draw::symbol;
use crate::theme::{Palette, fade};
use egui::{Color32, Painter, Pos2, Rect, Shape, Vec2, pos2, vec2};
use muster_contract::{Description, OverlayItem, OverlayShape, Place, SpaceKind};
use std::hash::{DefaultHasher, Hash, Hasher};

/// How a space is lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Light {
    /// Nothing stands there: a dot marks its middle.
    Empty,
    /// Something does.
    Taken,
    /// It may be chosen only for what is asked back about: it has an outline.
    Warned,
    /// It is one of many where something can be done: a ring, and the map reads through it.
    Quiet,
}

/// A board as it is seen: what every painter here needs.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// The painter, clipped to the board.
    pub painter: &'a Painter,
    /// The board.
    pub chart: &'a Chart,
    /// Its view on the screen.
    pub view: Rect,
    /// What part of it is seen.
    pub camera: Camera,
    /// The colours.
    pub p: &'a Palette,
}

/// The colour of an overlay's style.
pub fn overlay_tone(style: &str, description: &Description, p: &Palette) -> Color32 {
    match style {
        "danger" => p.danger,
        "range" => p.wax,
        "supply" => p.good,
        "command" => p.focus,
        side => livery(description, p, Some(side)).body,
    }
}

// Which way a style's strokes slant.
fn slant(style: &str) -> f32 {
    if matches!(style, "danger" | "range") { 1.0 } else { -1.0 }
}

/// A patch of a style's hatching, as spaces have it.
pub fn hatched(ink: &mut Ink, patch: Rect, style: &str, tone: Color32) {
    let outline = [patch.left_top(), patch.right_top(), patch.right_bottom(), patch.left_bottom()];
    ink.fill(&outline, fade(tone, 0.12));
    hatch(ink, &outline, 6.0, slant(style), 1.3, fade(tone, 0.7));
    ink.loop_line(&outline, 1.0, tone);
}

impl Seen<'_> {
    /// A point of the chart on the screen.
    pub fn at(&self, p: Pos2) -> Pos2 {
        self.camera.screen(p, self.view)
    }

    /// A cell's outline on the screen, drawn in by so many points.
    pub fn outline(&self, cell: &Cell, inset: f32) -> Vec<Pos2> {
        let middle = self.at(cell.at);
        cell.outline
            .iter()
            .map(|p| {
                let d = self.at(*p) - middle;
                middle + d * ((d.length() - inset) / d.length().max(1.0))
            })
            .collect()
    }

    /// Draws with ink.
    pub fn ink(&self, draw: impl FnOnce(&mut Ink)) {
        let mut ink = Ink::new(self.painter.pixels_per_point());
        draw(&mut ink);
        self.painter.add(Shape::mesh(ink.finish().at(Pos2::ZERO)));
    }

    /// A space that may be chosen, as one of many.
    pub fn lit_cell(&self, sprites: &mut Sprites, cell: &Cell, light: Light) {
        let at = self.at(cell.at);
        if !self.painter.clip_rect().expand(HEX * self.camera.zoom).contains(at) {
            return;
        }
        // The same drawing around the origin serves every hex.
        let view = Rect::from_center_size(Pos2::ZERO, Vec2::ZERO);
        let here = Seen { view, camera: Camera { centre: cell.at, zoom: self.camera.zoom }, ..*self };
        let shape = if cell.kind == SpaceKind::Hex { "" } else { cell.id.as_str() };
        let mut hasher = DefaultHasher::new();
        ("lit", shape, self.camera.zoom.to_bits(), light, self.p.dark, self.p.accent).hash(&mut hasher);
        let density = self.painter.pixels_per_point();
        sprites.paint(self.painter, at, hasher.finish(), || {
            drawn(density, |ink| {
                ink.group(|ink| match light {
                    Light::Warned => here.outlined(ink, cell, self.p.ink3),
                    Light::Quiet => here.outlined(ink, cell, self.p.accent),
                    light => here.lit(ink, cell, false, false, light == Light::Empty),
                })
            })
        });
    }

    // A space that has only an outline.
    fn outlined(&self, ink: &mut Ink, cell: &Cell, colour: Color32) {
        let z = self.camera.zoom.clamp(0.5, 1.2);
        ink.loop_line(&self.outline(cell, 3.8 * z), 3.4 * z, self.p.sheet);
        ink.loop_line(&self.outline(cell, 3.8 * z), 1.8 * z, colour);
    }

    /// A space that may be chosen.
    pub fn lit(&self, ink: &mut Ink, cell: &Cell, hovered: bool, chosen: bool, empty: bool) {
        let p = self.p;
        let z = self.camera.zoom.clamp(0.5, 1.2);
        let wide = if hovered { 5.4 } else { 3.2 } * z;
        // A city's own colours say whose it is.
        if !chosen && cell.worth.is_none() {
            let share = if cell.kind == SpaceKind::Box { 0.3 } else { 0.5 };
            ink.fill(&self.outline(cell, 2.0 * z), fade(p.accent_fill, share));
        }
        ink.loop_line(&self.outline(cell, 1.2 * z), 1.0, p.ink);
        ink.loop_line(&self.outline(cell, 3.8 * z), wide + 2.4 * z, p.sheet);
        ink.loop_line(&self.outline(cell, 3.8 * z), wide, if chosen { p.ink } else { p.accent });
        if empty && !chosen && cell.worth.is_none() {
            let at = self.at(cell.at) + vec2(0.0, 6.0 * z);
            ink.disc(at, 6.5 * z, p.sheet, 1.0, p.ink);
            ink.disc(at, 4.0 * z, p.accent, 0.0, p.accent);
        }
    }

    /// An edge that may be chosen.
    pub fn lit_edge(&self, ink: &mut Ink, line: [Pos2; 2], hovered: bool) {
        let [a, b] = line.map(|q| self.at(q));
        let wide = if hovered { 8.0 } else { 5.0 };
        ink.segment(a, b, wide + 4.0, self.p.ink);
        ink.segment(a, b, wide + 2.6, self.p.sheet);
        ink.segment(a, b, wide, self.p.accent);
    }

    /// The edge that a decision is about.
    pub fn chosen_edge(&self, ink: &mut Ink, line: [Pos2; 2]) {
        let [a, b] = line.map(|q| self.at(q));
        let along = (b - a).normalized() * 5.0;
        let across = vec2(-along.y, along.x) * (6.5 * self.camera.zoom.max(0.6) + 1.0) / 5.0;
        let around = [a - along - across, b + along - across, b + along + across, a - along + across];
        ink.loop_line(&around, 5.0, self.p.sheet);
        ink.loop_line(&around, 2.6, self.p.ink);
    }

    /// The ring of what the keyboard is on.
    pub fn focus(&self, ink: &mut Ink, cell: &Cell) {
        ink.loop_line(&self.outline(cell, -3.0), 2.0, self.p.focus);
    }

    /// An overlay's pieces.
    pub fn overlay(&self, items: &[OverlayItem], description: &Description) {
        let p = self.p;
        for item in items {
            let colour = overlay_tone(&item.style, description, p);
            match &item.shape {
                OverlayShape::Space(id) => {
                    let Some(cell) = self.chart.cell(id) else { continue };
                    let outline = self.outline(cell, 3.0);
                    self.ink(|ink| {
                        ink.fill(&outline, fade(colour, 0.12));
                        hatch(ink, &outline, 9.0, slant(&item.style), 1.3, fade(colour, 0.5));
                    });
                    if !item.label.is_empty() {
                        let at = self.at(cell.at) + vec2(0.0, 30.0 * self.camera.zoom);
                        Letters::new(&item.label, Face::FigureBold.at(14.0), colour)
                            .middle()
                            .haloed(p.paper, 2.0)
                            .paint(self.painter, at);
                    }
                }
                OverlayShape::Edge(id) => {
                    let Some(side) = self.chart.side(id) else { continue };
                    let [a, b] = side.line.map(|q| self.at(q));
                    self.ink(|ink| {
                        ink.segment(a, b, 7.0, fade(p.sheet, 0.9));
                        ink.segment(a, b, 4.0, colour);
                    });
                }
                OverlayShape::Line(ids) => {
                    let points: Vec<Pos2> =
                        ids.iter().filter_map(|id| self.chart.cell(id)).map(|c| self.at(c.at)).collect();
                    self.ink(|ink| {
                        ink.line(&points, 7.0, fade(p.sheet, 0.85));
                        ink.dashed(&points, 3.4, colour, 10.0, 5.0);
                    });
                }
            }
        }
    }

    /// The last command's trace.
    pub fn trace(&self, places: &[Place], colour: Color32) {
        let z = self.camera.zoom.clamp(0.5, 1.3);
        let mut points: Vec<Pos2> =
            places.iter().filter_map(|q| self.chart.cell(&q.space)).map(|c| self.at(c.at)).collect();
        points.dedup_by(|a, b| a.distance(*b) < 1.0);
        if points.len() < 2 {
            return;
        }
        // The arrow stops before the piece that it led to.
        let last = points.len() - 1;
        let d = (points[last] - points[last - 1]).normalized();
        points[last] -= d * 30.0 * z;
        let line = curve::smooth(&points, 10, false);
        let p = self.p;
        self.ink(|ink| {
            ink.line(&line, 8.5 * z, p.sheet);
            ink.dashed(&line, 4.6 * z, colour, 13.0, 6.0);
            let (end, d) = curve::along(&line, f32::MAX);
            ink.polygon(&symbol::arrow_head(end, d, 10.0 * z), colour, 1.6, p.sheet);
            ink.disc(points[0], 6.0 * z, p.sheet, 2.4, colour);
        });
    }

    // Where a place is on the screen: the middle of its edge, as on a river, or of its space.
    fn spot(&self, place: &Place) -> Option<Pos2> {
        let side = place.edge.as_deref().and_then(|edge| self.chart.side(edge));
        let middle = side.filter(|side| side.bar.is_none()).map(|side| side.line[0].lerp(side.line[1], 0.5));
        Some(self.at(middle.or_else(|| Some(self.chart.cell(&place.space)?.at))?))
    }

    /// The way that a choice would go, with its steps numbered at the end.
    pub fn path(&self, places: &[Place]) {
        let z = self.camera.zoom.clamp(0.5, 1.3);
        let points: Vec<Pos2> = places.iter().filter_map(|place| self.spot(place)).collect();
        if points.len() < 2 {
            return;
        }
        let p = self.p;
        let end = points[points.len() - 1] + vec2(30.0, 24.0) * z;
        self.ink(|ink| {
            ink.line(&points, 7.0 * z, p.sheet);
            ink.line(&points, 3.4 * z, p.accent_ink);
            ink.disc(end, 9.0 * z.max(0.8), p.accent_ink, 1.6, p.sheet);
        });
        let steps = (points.len() - 1).to_string();
        Letters::new(steps, Face::FigureBold.at(14.0 * z.max(0.8)), Color32::WHITE)
            .middle()
            .paint(self.painter, end + vec2(0.0, 5.0 * z.max(0.8)));
    }
}

/// Slanted lines inside an outline.
pub fn hatch(ink: &mut Ink, outline: &[Pos2], gap: f32, slant: f32, width: f32, colour: Color32) {
    let bounds = Rect::from_points(outline);
    // The lines keep their place when the board is moved: they follow from the outline, not from the screen.
    let reach = bounds.width() + bounds.height();
    let mut by = gap / 2.0;
    while by < reach {
        let (a, b) = if slant > 0.0 {
            (
                pos2(bounds.left() + by, bounds.top()),
                pos2(bounds.left() + by - bounds.height(), bounds.bottom()),
            )
        } else {
            (
                pos2(bounds.right() - by, bounds.top()),
                pos2(bounds.right() - by + bounds.height(), bounds.bottom()),
            )
        };
        for (s, e) in curve::cut_to(a, b, outline) {
            ink.segment(s, e, width, colour);
        }
        by += gap;
    }
}
