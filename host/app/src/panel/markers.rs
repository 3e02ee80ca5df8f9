//! Markers that lie on spaces and edges. Those that have a picture are named in the contract; the others are written.

use super::cities::belongs;
use super::livery;
use super::states::Seen;
use crate::board::HEX;
use crate::board::chart::{Cell, Front, Side};
use crate::draw::curve;
use crate::draw::ink::{Ink, regular};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::theme::{Livery, Palette, fade, mix};
use egui::{Pos2, Rect, Vec2, vec2};
use muster_contract::{Description, Marker, SpaceKind};
use std::collections::HashSet;

impl Seen<'_> {
    /// Paints markers; the same one in the same place once.
    pub fn markers(&self, markers: &[Marker], description: &Description) {
        let mut painted = HashSet::new();
        for marker in markers.iter().filter(|m| painted.insert((&m.kind, &m.place, &m.side, &m.label))) {
            let Some(cell) = self.chart.cell(&marker.place.space) else { continue };
            if belongs(marker, cell) {
                continue;
            }
            let side = marker.place.edge.as_deref().and_then(|e| self.chart.side(e));
            let livery = livery(description, self.p, marker.side.as_deref());
            self.marker(marker, cell, side, &livery);
        }
    }

    fn marker(&self, marker: &Marker, cell: &Cell, side: Option<&Side>, livery: &Livery) {
        let z = self.camera.zoom.clamp(0.45, 1.6);
        let at = self.marker_place(marker, cell, side);
        match marker.kind.as_str() {
            kind if kind.contains("entrench") || kind.contains("works") => {
                let line: Vec<Pos2> = match side {
                    Some(side) => side.line.iter().map(|q| self.at(*q)).collect(),
                    None if cell.front.is_some() => self.front(cell, 3.0 * z),
                    None => curve::closed(&self.outline(cell, 9.0 * z)),
                };
                self.ink(|ink| works(ink, &line, z, self.p));
            }
            "control" => self.ink(|ink| symbol::flag(ink, livery, at, 13.0 * z)),
            "objective" => self.ink(|ink| {
                ink.polygon(&symbol::star(at, 9.5 * z), livery.body, 1.2, self.p.sheet);
            }),
            "entry" => self.ink(|ink| {
                let corners = regular(at, 7.5 * z, 3, -std::f32::consts::FRAC_PI_2);
                ink.polygon(&corners, livery.body, 1.2, self.p.sheet);
            }),
            "cube" | "road-cube" => {
                let size = if side.is_some() { 8.0 } else { 13.0 } * z;
                self.ink(|ink| cube(ink, livery, at, size));
                if side.is_none() {
                    Letters::new(&marker.label, Face::FigureBold.at(12.0 * z), livery.on_body)
                        .middle()
                        .paint(self.painter, at + vec2(-size * 0.12, size * 0.5));
                }
            }
            "fought" => self.ink(|ink| {
                ink.disc(at, 8.5 * z, self.p.sheet, 1.2, self.p.danger);
                symbol::draw(ink, "cavalry", at, 13.0 * z, self.p.danger, self.p.sheet, 0);
            }),
            "bombarded" => self.ink(|ink| {
                let burst: Vec<Pos2> = (0..16)
                    .map(|i| {
                        let (sin, cos) = (i as f32 * std::f32::consts::PI / 8.0).sin_cos();
                        at + vec2(cos, sin) * z * if i % 2 == 0 { 9.0 } else { 4.6 }
                    })
                    .collect();
                ink.polygon(&burst, self.p.danger, 1.0, self.p.sheet);
            }),
            "ranging" => self.ink(|ink| {
                ink.disc(at, 6.0 * z, fade(self.p.sheet, 0.9), 1.6, livery.text);
                for way in [vec2(1.0, 0.0), vec2(0.0, 1.0)] {
                    ink.segment(at - way * 9.0 * z, at + way * 9.0 * z, 1.4, livery.text);
                }
            }),
            _ => self.written(marker, at, livery),
        }
    }

    // Where the units in a box look, from left to right of those who stand behind the works.
    fn front(&self, cell: &Cell, inset: f32) -> Vec<Pos2> {
        let rect = self.camera.rect(Rect::from_points(&cell.outline), self.view).shrink(inset);
        match cell.front {
            Some(Front::North) => vec![rect.left_top(), rect.right_top()],
            _ => vec![rect.right_bottom(), rect.left_bottom()],
        }
    }

    // In an area on a line with its number, in a hex at its upper left, on a bar or hexside in its middle.
    fn marker_place(&self, marker: &Marker, cell: &Cell, side: Option<&Side>) -> Pos2 {
        let by = match (side, cell.kind) {
            (Some(side), _) => {
                let middle = side.line[0] + (side.line[1] - side.line[0]) * 0.5;
                let along = (side.line[1] - side.line[0]) * 0.5;
                // Two that stand on one bar stand at its ends.
                let share = match (marker.kind.as_str(), side.bar.is_some()) {
                    ("road-cube", true) => 0.75,
                    ("ranging", true) => -0.75,
                    ("bombarded", true) => -0.35,
                    _ => 0.0,
                };
                return self.at(middle + along * share);
            }
            (None, SpaceKind::Area) => match marker.kind.as_str() {
                "objective" => vec2(-0.38, -0.3),
                "entry" => vec2(0.4, -0.3),
                "cube" => vec2(0.0, 0.1),
                _ => vec2(0.0, 0.45),
            },
            (None, _) => vec2(-0.28, -0.26),
        };
        self.at(cell.at + by * HEX)
    }

    fn written(&self, marker: &Marker, at: Pos2, livery: &Livery) {
        let z = self.camera.zoom.clamp(0.8, 1.6);
        let words =
            if marker.label.is_empty() { marker.kind.replace('-', " ") } else { marker.label.clone() };
        let letters = Letters::new(words, Face::FigureSemi.at(11.5 * z), livery.ink).middle();
        let width = letters.width(self.painter) + 10.0;
        let rect = Rect::from_center_size(at, vec2(width, 16.0 * z));
        self.painter.rect(rect, 2.0, livery.face, (1.0, livery.edge), egui::StrokeKind::Middle);
        letters.paint(self.painter, rect.center() + vec2(0.0, 4.0 * z));
    }
}

// A wooden cube, seen from above and from the front.
fn cube(ink: &mut Ink, livery: &Livery, at: Pos2, size: f32) {
    ink.group(|ink| {
        let front = Rect::from_center_size(at + vec2(-0.12, 0.12) * size, Vec2::splat(size));
        let d = vec2(0.28, -0.28) * size;
        let (tl, tr, br) = (front.left_top(), front.right_top(), front.right_bottom());
        ink.polygon(&[tl, tr, tr + d, tl + d], livery.light, 0.9, livery.edge);
        ink.polygon(&[tr, br, br + d, tr + d], livery.dark, 0.9, livery.edge);
        ink.rect(front, mix(livery.body, livery.light, 0.1), 0.9, livery.edge);
    });
}

// Field works: a line with teeth.
fn works(ink: &mut Ink, line: &[Pos2], z: f32, p: &Palette) {
    ink.group(|ink| {
        ink.line(line, 5.0 * z, fade(p.sheet, 0.85));
        ink.line(line, 2.4 * z, p.ink);
        for (at, d) in curve::spaced(line, 4.0 * z, 8.0 * z) {
            let n = vec2(d.y, -d.x) * 5.0 * z;
            ink.segment(at, at + n, 1.8 * z, p.ink);
        }
    });
}
