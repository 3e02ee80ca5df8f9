//! Symbols as wargamers know them: crossed muskets, sabres and gun barrels, stars for rank, a wagon, ships,
//! belt plates, dice, ticks.

use super::curve::cornered;
use super::ink::{Ink, regular};
use super::ships;
use crate::theme::{Livery, Palette, fade};
use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};
use std::f32::consts::{FRAC_PI_2, PI, TAU};

const MUSKET: [[f32; 2]; 8] = [
    [-0.95, -9.5],
    [0.95, -9.5],
    [1.25, 1.0],
    [2.3, 3.0],
    [3.7, 11.6],
    [-1.0, 12.6],
    [-1.5, 3.2],
    [-1.25, 1.0],
];
const BARREL: [[f32; 2]; 18] = [
    [-2.1, -12.0],
    [2.1, -12.0],
    [1.9, -10.0],
    [1.5, -9.4],
    [1.75, -1.0],
    [2.3, -1.0],
    [2.3, 0.6],
    [2.0, 0.8],
    [3.0, 8.0],
    [2.2, 10.2],
    [-2.2, 10.2],
    [-3.0, 8.0],
    [-2.0, 0.8],
    [-2.3, 0.6],
    [-2.3, -1.0],
    [-1.75, -1.0],
    [-1.5, -9.4],
    [-1.9, -10.0],
];

/// Where a symbol's own 24-unit box lies on the screen.
#[derive(Clone, Copy)]
struct Box24 {
    at: Pos2,
    scale: f32,
    mirror: f32,
    turn: f32,
}

impl Box24 {
    fn point(self, p: [f32; 2]) -> Pos2 {
        let (s, c) = self.turn.sin_cos();
        let (x, y) = (p[0] * c - p[1] * s, p[0] * s + p[1] * c);
        self.at + vec2(x * self.mirror, y) * self.scale
    }

    fn points(self, points: &[[f32; 2]]) -> Vec<Pos2> {
        points.iter().map(|p| self.point(*p)).collect()
    }

    fn arc(self, at: [f32; 2], radius: f32, from: f32, to: f32) -> Vec<Pos2> {
        (0..=8)
            .map(|i| {
                let a = from + (to - from) * i as f32 / 8.0;
                self.point([at[0] + a.cos() * radius, at[1] + a.sin() * radius])
            })
            .collect()
    }
}

fn sabre() -> Vec<[f32; 2]> {
    let bezier = |a: [f32; 2], b: [f32; 2], c: [f32; 2], t: f32| {
        let u = 1.0 - t;
        [u * u * a[0] + 2.0 * t * u * b[0] + t * t * c[0], u * u * a[1] + 2.0 * t * u * b[1] + t * t * c[1]]
    };
    let there = (0..=8).map(|i| bezier([-1.1, 7.0], [-2.2, -4.0], [3.8, -13.0], i as f32 / 8.0));
    let back = (1..=8).map(|i| bezier([3.8, -13.0], [0.9, -4.0], [1.1, 7.0], i as f32 / 8.0));
    there.chain(back).collect()
}

/// Draws a symbol by its name, `size` wide, in one colour; the front one of a crossed pair is outlined in
/// `ground` so that the crossing reads. `rank` is the number of stars of a general.
pub fn draw(ink: &mut Ink, symbol: &str, at: Pos2, size: f32, colour: Color32, ground: Color32, rank: u8) {
    ink.group(|ink| match symbol {
        "infantry" => crossed(ink, at, size, 0.74, colour, ground, &MUSKET, |ink, b, colour| {
            let w = b.scale;
            ink.line(&b.points(&[[0.0, -9.0], [0.0, -14.4]]), (1.1 * w).max(0.7), colour);
            ink.line(&b.arc([-1.3, 3.4], 1.5, 0.4, 4.6), (0.8 * w).max(0.5), colour);
        }),
        "artillery" => crossed(ink, at, size, 0.86, colour, ground, &BARREL, |ink, b, colour| {
            ink.disc(b.point([0.0, 11.9]), 1.55 * b.scale, colour, 0.0, colour);
            ink.line(&b.points(&[[0.0, 9.0], [0.0, 12.0]]), 1.4 * b.scale, colour);
        }),
        "cavalry" => crossed(ink, at, size, 0.62, colour, ground, &sabre(), |ink, b, colour| {
            let w = b.scale;
            ink.line(&b.points(&[[0.0, 6.5], [0.0, 12.4]]), 2.0 * w, colour);
            ink.line(&b.points(&[[-2.6, 7.0], [2.8, 7.0]]), 1.4 * w, colour);
            ink.line(&b.arc([0.2, 9.7], 3.0, -1.2, 1.5), 1.2 * w, colour);
        }),
        "general" => {
            let n = rank.clamp(1, 4);
            let r = size * 0.28 * if n > 3 { 0.8 } else { 1.0 };
            for i in 0..n {
                let x = (f32::from(i) - f32::from(n - 1) / 2.0) * r * 1.75;
                ink.fill(&star(at + vec2(x, 0.0), r), colour);
            }
        }
        "train" => {
            let b = Box24 { at, scale: size / 24.0, mirror: 1.0, turn: 0.0 };
            ink.fill(&b.points(&[[-10.0, -2.0], [-9.0, -9.0], [9.0, -9.0], [10.0, -2.0]]), colour);
            ink.fill(&b.points(&[[-9.0, -1.0], [9.0, -1.0], [9.0, 3.0], [-9.0, 3.0]]), colour);
            for x in [-6.0, 6.0] {
                ink.disc(
                    b.point([x, 6.0]),
                    4.0 * b.scale,
                    Color32::TRANSPARENT,
                    (1.8 * b.scale).max(0.8),
                    colour,
                );
            }
        }
        "fleet" => {
            let b = Box24 { at, scale: size / 24.0, mirror: 1.0, turn: 0.0 };
            ink.fill(&b.points(&[[-11.0, 3.0], [11.0, 3.0], [8.0, 8.0], [-8.0, 8.0]]), colour);
            ink.fill(&b.points(&[[-6.0, -1.0], [6.0, -1.0], [7.0, 2.0], [-7.0, 2.0]]), colour);
            ink.fill(&b.points(&[[-1.5, -10.0], [1.5, -10.0], [1.5, -1.5], [-1.5, -1.5]]), colour);
        }
        "garrison" => {
            // A blockhouse.
            let b = Box24 { at, scale: size / 24.0, mirror: 1.0, turn: 0.0 };
            ink.fill(&b.points(&[[-8.0, -1.0], [8.0, -1.0], [8.0, 9.0], [-8.0, 9.0]]), colour);
            ink.fill(&b.points(&[[-10.0, -6.0], [10.0, -6.0], [10.0, -1.0], [-10.0, -1.0]]), colour);
            for x in [-10.0, -2.4, 5.2] {
                ink.fill(&b.points(&[[x, -10.0], [x + 4.8, -10.0], [x + 4.8, -6.0], [x, -6.0]]), colour);
            }
            ink.fill(&b.points(&[[-2.0, 3.0], [2.0, 3.0], [2.0, 9.0], [-2.0, 9.0]]), ground);
        }
        "fort" => {
            let outer = star_of(at, size * 0.5, size * 0.3, 5);
            ink.loop_line(&outer, (size * 0.07).max(1.0), colour);
            ink.disc(at, size * 0.1, colour, 0.0, colour);
        }
        ship if let Some(shapes) = ships::of(ship) => {
            let b = Box24 { at, scale: size / 24.0, mirror: 1.0, turn: 0.0 };
            for shape in shapes {
                ink.fill(&b.points(shape.points), if shape.cut { ground } else { colour });
            }
        }
        _ => {
            ink.loop_line(&regular(at, size * 0.34, 4, 0.0), (size * 0.08).max(1.0), colour);
            ink.disc(at, size * 0.08, colour, 0.0, colour);
        }
    });
}

#[allow(clippy::too_many_arguments, reason = "a drawing's own dimensions")]
fn crossed(
    ink: &mut Ink,
    at: Pos2,
    size: f32,
    turn: f32,
    colour: Color32,
    ground: Color32,
    outline: &[[f32; 2]],
    particulars: impl Fn(&mut Ink, Box24, Color32),
) {
    for mirror in [-1.0, 1.0] {
        let b = Box24 { at, scale: size / 24.0, mirror, turn };
        let points = b.points(outline);
        if mirror > 0.0 {
            ink.loop_line(&points, 2.6 * b.scale, ground);
        }
        ink.fill(&points, colour);
        particulars(ink, b, colour);
    }
}

fn star_of(at: Pos2, outer: f32, inner: f32, rays: usize) -> Vec<Pos2> {
    (0..rays * 2)
        .map(|i| {
            let a = -FRAC_PI_2 + PI * i as f32 / rays as f32;
            at + vec2(a.cos(), a.sin()) * if i % 2 == 0 { outer } else { inner }
        })
        .collect()
}

/// A five-pointed star's outline.
pub fn star(at: Pos2, radius: f32) -> Vec<Pos2> {
    star_of(at, radius, radius * 0.42, 5)
}

/// An ellipse's outline.
pub fn ellipse(at: Pos2, rx: f32, ry: f32) -> Vec<Pos2> {
    (0..32)
        .map(|i| {
            let a = TAU * i as f32 / 32.0;
            at + vec2(a.cos() * rx, a.sin() * ry)
        })
        .collect()
}

/// A belt plate: oval, or rectangular for the livery with cut corners. Its letters are the caller's.
pub fn plate(ink: &mut Ink, livery: &Livery, at: Pos2, size: f32, face: Color32, line: Color32) {
    ink.group(|ink| {
        if livery.cut {
            let outer = Rect::from_center_size(at, vec2(size * 1.12, size * 0.8));
            ink.rect(outer, face, 1.2, line);
            let inner = Rect::from_center_size(at, vec2(size * 0.94, size * 0.62));
            ink.rect(inner, Color32::TRANSPARENT, 0.7, line);
        } else {
            ink.polygon(&ellipse(at, size * 0.62, size * 0.42), face, 1.2, line);
            ink.loop_line(&ellipse(at, size * 0.52, size * 0.33), 0.7, line);
        }
    });
}

/// A side's small flag: square, or with cut corners.
pub fn flag(ink: &mut Ink, livery: &Livery, at: Pos2, size: f32) {
    let rect = Rect::from_center_size(at, Vec2::splat(size));
    ink.polygon(&cornered(rect, if livery.cut { size * 0.28 } else { 0.0 }), livery.body, 1.0, livery.edge);
}

/// A six-sided die as it fell, or any other with its figure left to the caller. `hit` dice wear the accent.
pub fn die(ink: &mut Ink, palette: &Palette, rect: Rect, sides: u8, face: u8, hit: bool) {
    let s = rect.width();
    let (fill, pip, line) = if hit {
        (palette.accent_ink, Color32::WHITE, palette.accent)
    } else {
        (palette.card, palette.pip, palette.ink2)
    };
    ink.group(|ink| {
        ink.fill(
            &cornered(rect.translate(vec2(1.5, 2.5) * (s / 26.0)), s * 0.16),
            fade(Color32::from_rgb(42, 35, 28), 0.25),
        );
        ink.polygon(&cornered(rect, s * 0.14), fill, 1.0, line);
        if sides != 6 {
            return;
        }
        let q = s * 0.26;
        let spots: &[[f32; 2]] = match face {
            1 => &[[0.0, 0.0]],
            2 => &[[-1.0, -1.0], [1.0, 1.0]],
            3 => &[[-1.0, -1.0], [0.0, 0.0], [1.0, 1.0]],
            4 => &[[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]],
            5 => &[[-1.0, -1.0], [1.0, -1.0], [0.0, 0.0], [-1.0, 1.0], [1.0, 1.0]],
            _ => &[[-1.0, -1.0], [1.0, -1.0], [-1.0, 0.0], [1.0, 0.0], [-1.0, 1.0], [1.0, 1.0]],
        };
        for p in spots {
            ink.disc(rect.center() + vec2(p[0], p[1]) * q, s * 0.095, pip, 0.0, pip);
        }
    });
}

/// A tick.
pub fn tick(ink: &mut Ink, at: Pos2, size: f32, width: f32, colour: Color32) {
    let p = |x: f32, y: f32| at + vec2(x, y) * size;
    ink.line(&[p(-0.5, 0.0), p(-0.15, 0.38), p(0.5, -0.45)], width, colour);
}

/// A loupe in a square.
pub fn loupe(ink: &mut Ink, rect: Rect, _: bool, colour: Color32) {
    let r = rect.width() * 0.33;
    let at = rect.min + vec2(r + 1.0, r + 1.0);
    ink.group(|ink| {
        ink.disc(at, r, Color32::TRANSPARENT, 1.5, colour);
        ink.segment(at + vec2(r, r) * 0.75, rect.max - vec2(1.0, 1.0), 2.0, colour);
    });
}

/// A ribbon that marks a page, full or only its outline.
pub fn ribbon(ink: &mut Ink, rect: Rect, full: bool, colour: Color32) {
    let (c, w, h) = (rect.center(), rect.width() * 0.32, rect.height() * 0.48);
    let outline = [vec2(-w, -h), vec2(w, -h), vec2(w, h), vec2(0.0, h * 0.45), vec2(-w, h)].map(|by| c + by);
    let fill = if full { colour } else { Color32::TRANSPARENT };
    ink.polygon(&outline, fill, 1.2, colour);
}

/// A closed eye on a small disc: others can't identify this piece.
pub fn closed_eye(ink: &mut Ink, at: Pos2, radius: f32, colour: Color32, ground: Color32) {
    ink.group(|ink| {
        ink.disc(at, radius + 1.0, ground, 0.9, colour);
        let lid: Vec<Pos2> = (0..=8)
            .map(|i| {
                let a = 0.45 + (PI - 0.9) * i as f32 / 8.0;
                at + vec2(a.cos(), a.sin()) * radius * 0.85 - vec2(0.0, radius * 0.4)
            })
            .collect();
        ink.line(&lid, 1.1, colour);
        for i in -1..=1 {
            let x = i as f32;
            ink.segment(at + vec2(x * 0.37, 0.2) * radius, at + vec2(x * 0.5, 0.57) * radius, 0.9, colour);
        }
    });
}

/// An anchor.
pub fn anchor(ink: &mut Ink, at: Pos2, size: f32, colour: Color32) {
    let p = |x: f32, y: f32| at + vec2(x, y) * size;
    let w = (size * 0.11).max(1.0);
    ink.group(|ink| {
        ink.disc(p(0.0, -0.36), size * 0.1, Color32::TRANSPARENT, w, colour);
        ink.segment(p(0.0, -0.26), p(0.0, 0.42), w, colour);
        ink.segment(p(-0.2, -0.14), p(0.2, -0.14), w, colour);
        let flukes: Vec<Pos2> = (0..=8)
            .map(|i| {
                let (sin, cos) = (PI * (0.08 + 0.84 * i as f32 / 8.0)).sin_cos();
                p(cos * 0.38, 0.04 + sin * 0.4)
            })
            .collect();
        ink.line(&flukes, w, colour);
    });
}

/// A triangle with its tip in a direction.
pub fn arrow_head(at: Pos2, direction: Vec2, size: f32) -> Vec<Pos2> {
    let side = vec2(-direction.y, direction.x);
    vec![
        at + direction * size,
        at + side * size * 0.8 - direction * size * 0.2,
        at - side * size * 0.8 - direction * size * 0.2,
    ]
}

/// A compass rose.
pub fn compass(ink: &mut Ink, palette: &Palette, at: Pos2, r: f32) {
    ink.group(|ink| {
        ink.disc(at, r, fade(palette.paper, 0.85), 1.0, palette.ink);
        ink.disc(at, r - 3.0, Color32::TRANSPARENT, 0.6, palette.ink);
        for i in 0..4 {
            let a = FRAC_PI_2 * i as f32 - FRAC_PI_2;
            let (s, c) = a.sin_cos();
            let tip = at + vec2(c, s) * (r - 5.0);
            ink.fill(&[at, tip, at + vec2(c - s, s + c) * r * 0.16], palette.ink);
            ink.polygon(&[at, tip, at + vec2(c + s, s - c) * r * 0.16], palette.paper, 0.7, palette.ink);
        }
    });
}

/// The house's own mark: crossed muskets in brass.
pub fn emblem(ink: &mut Ink, at: Pos2, size: f32, palette: &Palette) {
    draw(ink, "infantry", at, size, palette.brass, palette.head, 0);
}

/// The corners of an empty rectangle's position, for tests and cards.
pub fn unit_box() -> Rect {
    Rect::from_min_max(pos2(-12.0, -12.0), pos2(12.0, 12.0))
}
