//! Boundaries of areas: bars as long as the units that fit beside each other, with the signs of their two approaches.

use super::chart::Cell;
use super::ground::Sheet;
use crate::draw::curve;
use crate::draw::ink::{Ink, stretch};
use crate::theme::{Palette, fade};
use egui::{Color32, Pos2, Vec2, pos2, vec2};
use muster_contract::{Attribute, Edge, Value};

/// How long a bar is that is as wide as one unit, in points at zoom 1.
pub const NARROW: f32 = 44.0;
/// How long one is that is as wide as two.
pub const WIDE: f32 = 92.0;
/// How thick a bar is.
pub const THICK: f32 = 6.5;
/// How far from the bar's middle the signs of an approach stand.
const SIGNS: f32 = 11.0;
/// How large they are.
const SIGN: f32 = 10.5;
/// No more of one sign than this are drawn.
const MOST_SIGNS: i32 = 3;

/// How a boundary can be crossed: the features "restricted" and "impassable".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Passage {
    /// Freely.
    #[default]
    Open,
    /// With restrictions.
    Restricted,
    /// By nobody.
    Closed,
}

/// A sign in an approach: what tells against those of this arm who come from the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A bayonet.
    Infantry,
    /// A horseshoe.
    Cavalry,
    /// A ball.
    Artillery,
}

impl Sign {
    /// All of them, with the edge values that they stand for.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Infantry, "infantry"), (Self::Cavalry, "cavalry"), (Self::Artillery, "artillery")];
}

/// The ground on one side of a boundary.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Approach {
    /// Into its area.
    pub inward: Vec2,
    /// Its signs.
    pub signs: Vec<Sign>,
    /// Whether it is obstructed: a worm fence along the bar.
    pub obstructed: bool,
}

impl Approach {
    // From the values that one meets who comes in over the edge.
    fn of(values: &[Attribute], inward: Vec2) -> Self {
        let value = |name: &str| values.iter().find(|a| a.name == name).map(|a| &a.value);
        let mut signs = Vec::new();
        for (sign, name) in Sign::ALL {
            if let Some(Value::Number(count)) = value(name) {
                signs.extend((0..(*count).clamp(0, MOST_SIGNS)).map(|_| sign));
            }
        }
        Self { inward, signs, obstructed: value("obstructed") == Some(&Value::Flag(true)) }
    }

    /// How far from the bar's middle units stand in it, clear of its signs.
    pub fn clearance(&self) -> f32 {
        let fence = if self.obstructed { 4.0 } else { 0.0 };
        if self.signs.is_empty() { 19.0 + fence } else { 30.0 + fence }
    }
}

/// A boundary between two areas.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// Its middle.
    pub middle: Pos2,
    /// Its direction, of length 1.
    pub along: Vec2,
    /// Its length.
    pub length: f32,
    /// Whether two units fit beside each other: the feature "wide".
    pub wide: bool,
    /// How it can be crossed.
    pub passage: Passage,
    /// The approaches in the edge's first and second area.
    pub approaches: [Approach; 2],
}

impl Bar {
    /// The bar of an edge between two areas that runs along a path.
    pub fn of(edge: &Edge, path: &[Pos2], cells: [&Cell; 2]) -> Self {
        let has = |name: &str| edge.features.iter().any(|f| f == name);
        let wide = has("wide");
        let whole = curve::length(path);
        let length = (whole * 0.9).min(if wide { WIDE } else { NARROW });
        let part = stretch(path, (whole - length) / 2.0, (whole + length) / 2.0);
        let (first, last) = match (part.first(), part.last()) {
            (Some(a), Some(b)) if a.distance(*b) > 1.0 => (*a, *b),
            _ => (cells[0].at, cells[1].at),
        };
        let middle = curve::along(path, whole / 2.0).0.lerp(first.lerp(last, 0.5), 0.5);
        let along = (last - first).normalized();
        // The ground on either side belongs to the area that it lies in.
        let across = vec2(-along.y, along.x);
        let into = |i: usize| {
            let near = middle + across * (THICK + 2.0);
            let inside = |cell: &Cell| curve::inside(near, &cell.outline);
            let this_way = match (inside(cells[i]), inside(cells[1 - i])) {
                (true, false) => true,
                (false, true) => false,
                _ => (cells[i].at - middle).dot(across) > (cells[1 - i].at - middle).dot(across),
            };
            if this_way { across } else { -across }
        };
        // Who comes from the second area into the first goes backward.
        let approaches = [Approach::of(&edge.backward, into(0)), Approach::of(&edge.forward, into(1))];
        let passage = match (has("impassable"), has("restricted")) {
            (true, _) => Passage::Closed,
            (_, true) => Passage::Restricted,
            _ => Passage::Open,
        };
        Self { middle, along, length, wide, passage, approaches }
    }

    /// Its two ends.
    pub fn ends(&self) -> [Pos2; 2] {
        let half = self.along * self.length / 2.0;
        [self.middle - half, self.middle + half]
    }

    /// How it is turned on the screen, so that what is written along it is read from the left.
    pub fn turn(&self) -> f32 {
        let along = if self.along.x < 0.0 { -self.along } else { self.along };
        along.y.atan2(along.x)
    }

    /// Draws it around a point, so many times as large as at zoom 1.
    pub fn draw(&self, ink: &mut Ink, at: Pos2, scale: f32, p: &Palette) {
        ink.group(|ink| {
            self.draw_bar(ink, at, scale, p);
            for approach in &self.approaches {
                self.draw_approach(ink, approach, at, scale, p);
            }
        });
    }

    fn draw_bar(&self, ink: &mut Ink, at: Pos2, scale: f32, p: &Palette) {
        let half = self.length * scale / 2.0;
        if scale < 0.3 {
            // On a small picture only what bars the way is seen.
            let (width, colour) = match self.passage {
                Passage::Open => (0.7, fade(p.ink3, 0.5)),
                Passage::Restricted => (1.5, RESTRICTED),
                Passage::Closed => (1.7, CLOSED),
            };
            return ink.segment(at - self.along * half, at + self.along * half, width, colour);
        }
        let thick = (THICK * scale).max(2.2) / 2.0;
        let across = vec2(-self.along.y, self.along.x);
        let point = |x: f32, y: f32| at + self.along * x + across * y;
        let (fill, line) = match self.passage {
            Passage::Open => (p.sheet, p.ink2),
            Passage::Restricted => (RESTRICTED, p.ink),
            Passage::Closed => (CLOSED, p.ink),
        };
        let outline = [point(-half, -thick), point(half, -thick), point(half, thick), point(-half, thick)];
        ink.polygon(&outline, fill, 1.0, line);
        if scale < 0.4 {
            return;
        }
        let steps = |from: f32, gap: f32| {
            let count = ((2.0 * half - from) / gap).max(0.0) as i32;
            (0..=count).map(move |i| -half + from + gap * i as f32).filter(move |x| *x < half - 2.0)
        };
        match self.passage {
            Passage::Open => {}
            Passage::Restricted => {
                for x in steps(3.0, 5.0) {
                    let end = (x + 3.5).min(half - 0.5);
                    ink.segment(point(x, thick - 0.8), point(end, 0.8 - thick), 1.0, CLOSED);
                }
            }
            Passage::Closed => {
                let r = thick * 0.74;
                for x in steps(6.0 * scale, 9.0 * scale) {
                    ink.segment(point(x - r, -r), point(x + r, r), 1.2, CROSSES);
                    ink.segment(point(x - r, r), point(x + r, -r), 1.2, CROSSES);
                }
            }
        }
        if self.wide && self.passage != Passage::Closed {
            ink.segment(point(0.0, -thick), point(0.0, thick), 2.0 * scale.min(1.2), line);
        }
    }

    fn draw_approach(&self, ink: &mut Ink, approach: &Approach, at: Pos2, scale: f32, p: &Palette) {
        if scale < 0.4 {
            return;
        }
        let point = |x: f32, y: f32| at + self.along * x * scale + approach.inward * y * scale;
        if approach.obstructed {
            let half = self.length / 2.0;
            let fence: Vec<Pos2> = (0..=12)
                .map(|i| point(-half + self.length * i as f32 / 12.0, if i % 2 == 0 { 5.6 } else { 9.0 }))
                .collect();
            ink.line(&fence, 1.3, p.road);
        }
        let away = SIGNS + if approach.obstructed { 4.0 } else { 0.0 };
        let count = approach.signs.len() as f32;
        // Many signs on a short bar stand closer.
        let gap = (self.length / count.max(1.0)).clamp(7.0, SIGN);
        for (i, each) in approach.signs.iter().enumerate() {
            let x = (i as f32 - (count - 1.0) / 2.0) * gap;
            sign(ink, *each, point(x, away), SIGN * scale, p.ink, p.paper);
        }
    }
}

const RESTRICTED: Color32 = Color32::from_rgb(0xE3, 0xB4, 0x5C);
const CLOSED: Color32 = Color32::from_rgb(0x2A, 0x23, 0x1C);
const CROSSES: Color32 = Color32::from_rgb(0xF3, 0xEA, 0xD6);

/// Draws a sign around a point, upright, with a little of the ground's colour behind it.
pub fn sign(ink: &mut Ink, sign: Sign, at: Pos2, size: f32, colour: Color32, ground: Color32) {
    let s = size;
    let point = |x: f32, y: f32| at + vec2(x, y) * s;
    ink.disc(at, s * 0.62, fade(ground, 0.55), 0.0, Color32::TRANSPARENT);
    match sign {
        Sign::Infantry => {
            ink.fill(&[point(-0.2, -0.05), point(0.2, -0.05), point(0.0, -0.6)], colour);
            ink.segment(point(0.0, -0.05), point(0.0, 0.55), s * 0.17, colour);
            ink.segment(point(-0.3, 0.02), point(0.3, 0.02), s * 0.14, colour);
        }
        Sign::Cavalry => {
            let bow: Vec<Pos2> = (0..=12)
                .map(|i| {
                    let turn = std::f32::consts::PI * (0.86 + 1.28 * i as f32 / 12.0);
                    pos2(at.x + turn.cos() * s * 0.36, at.y - s * 0.05 + turn.sin() * s * 0.36)
                })
                .collect();
            ink.line(&bow, s * 0.22, colour);
            ink.segment(point(-0.33, 0.05), point(-0.24, 0.5), s * 0.2, colour);
            ink.segment(point(0.33, 0.05), point(0.24, 0.5), s * 0.2, colour);
        }
        Sign::Artillery => ink.disc(at, s * 0.4, colour, 0.0, colour),
    }
}

impl Sheet<'_> {
    /// The bars between areas.
    pub fn bars(&mut self) {
        let chart = self.chart;
        let palette = *self.palette;
        for bar in chart.sides.iter().filter_map(|side| side.bar.as_ref()) {
            let at = self.at(bar.middle);
            bar.draw(self.ink, at, self.zoom, &palette);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::SpaceKind;

    fn cell(id: &str, corners: [[f32; 2]; 4]) -> Cell {
        let outline: Vec<Pos2> = corners.iter().map(|c| pos2(c[0], c[1])).collect();
        Cell {
            id: id.into(),
            title: String::new(),
            kind: SpaceKind::Area,
            at: curve::middle(&outline),
            outline,
            features: vec![],
            height: None,
            capacity: None,
            worth: None,
            named: false,
            name_at: None,
            name_size: None,
            number: Pos2::ZERO,
            side: None,
            front: None,
            yields: None,
        }
    }

    #[test]
    fn a_bar_lies_between_its_areas_and_signs_stand_in_the_approach_that_they_defend() {
        let north = cell("1", [[0.0, 0.0], [200.0, 0.0], [200.0, 100.0], [0.0, 100.0]]);
        let south = cell("2", [[0.0, 100.0], [200.0, 100.0], [200.0, 200.0], [0.0, 200.0]]);
        let penalty = |name: &str, n: i32| Attribute { name: name.into(), value: Value::Number(n) };
        let edge = Edge {
            id: "1/2".into(),
            a: "1".into(),
            b: "2".into(),
            direction: None,
            features: vec!["wide".into(), "restricted".into()],
            values: vec![],
            forward: vec![penalty("infantry", 2)],
            backward: vec![Attribute { name: "obstructed".into(), value: Value::Flag(true) }],
        };
        let bar = Bar::of(&edge, &[pos2(200.0, 100.0), pos2(0.0, 100.0)], [&north, &south]);
        assert_eq!((bar.length, bar.wide, bar.passage), (WIDE, true, Passage::Restricted));
        assert!(bar.middle.distance(pos2(100.0, 100.0)) < 0.1);
        assert!(bar.approaches[0].inward.y < -0.9 && bar.approaches[1].inward.y > 0.9);
        assert!(bar.approaches[0].obstructed && bar.approaches[0].signs.is_empty());
        assert_eq!(bar.approaches[1].signs, [Sign::Infantry, Sign::Infantry]);
        // Drawn from right to left, and read from left to right.
        assert!(bar.along.x < -0.9 && bar.turn().abs() < 0.01);
    }
}
