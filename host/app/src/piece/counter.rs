//! Die-cut counters: face, band with the name, formation stripe, symbol, marks, facing. A counter whose face
//! can't be seen shows its side's belt plate and nothing else.

use crate::draw::curve::cornered;
use crate::draw::ink::{Drawing, Ink};
use crate::draw::letter::{Face, Letters};
use crate::draw::sprite::Sprites;
use crate::draw::symbol;
use crate::theme::{Livery, Palette, fade, mix};
use egui::{Color32, Painter, Pos2, Rect, Vec2, pos2, vec2};
use muster_contract::{Attribute, UnitView, Value};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The length of a counter's sides on the board, in points at zoom 1.
pub const SIZE: f32 = 45.0;

/// What a piece's state adds to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// It may be chosen now.
    pub legal: bool,
    /// It is the one chosen.
    pub chosen: bool,
    /// The pointer is on it.
    pub hovered: bool,
    /// The keyboard is on it.
    pub focused: bool,
    /// Whatever it is chosen for is asked back about.
    pub warned: bool,
    /// It is one of many that may be chosen, among as many places.
    pub quiet: bool,
    /// It only shows where it would go.
    pub ghost: bool,
}

impl State {
    /// The colour of the ring around what is chosen or may be.
    pub fn ring(&self, palette: &Palette) -> Color32 {
        match self {
            Self { chosen: true, .. } => palette.ink,
            Self { warned: true, .. } => palette.ink3,
            _ => palette.accent,
        }
    }

    /// How wide that ring is, and the light one under it.
    pub fn ring_widths(&self) -> [f32; 2] {
        match self {
            Self { hovered: true, .. } => [3.6, 4.6],
            Self { quiet: true, chosen: false, .. } => [1.8, 3.2],
            _ => [2.8, 4.6],
        }
    }
}

/// A counter about to be drawn.
pub struct Counter<'a> {
    /// The unit.
    pub unit: &'a UnitView,
    /// Its side's livery.
    pub livery: Livery,
    /// The length of its sides on the screen.
    pub size: f32,
    /// Its state.
    pub state: State,
}

/// Drawings of counters, kept between frames.
#[derive(Default)]
pub struct Counters {
    /// Small drawings that come again and again.
    pub sprites: Sprites,
    /// Whether nothing moves by itself.
    pub still: bool,
}

const STRIPES: [Color32; 8] = [
    Color32::from_rgb(0x7A, 0x2A, 0x2A),
    Color32::from_rgb(0x2E, 0x6B, 0x4F),
    Color32::from_rgb(0x7C, 0x6A, 0x1E),
    Color32::from_rgb(0x5B, 0x3C, 0x78),
    Color32::from_rgb(0x1F, 0x6E, 0x7A),
    Color32::from_rgb(0xA0, 0x52, 0x1C),
    Color32::from_rgb(0x3A, 0x3A, 0x3A),
    Color32::from_rgb(0xA8, 0x5C, 0x7A),
];

/// The colour of a formation's stripe.
pub fn stripe(formation: &str) -> Color32 {
    let sum = formation.bytes().fold(7u32, |s, b| s.wrapping_mul(31).wrapping_add(u32::from(b)));
    STRIPES[(sum % STRIPES.len() as u32) as usize]
}

/// The angle of a facing on the screen.
pub fn angle(facing: u8) -> f32 {
    (f32::from(facing) * 30.0 - 90.0).to_radians()
}

/// The stars of a general, from the attribute that says them.
pub fn rank(attributes: &[Attribute]) -> u8 {
    let found = attributes.iter().find(|a| a.name == "stars");
    match found.map(|a| &a.value) {
        Some(Value::Number(n)) => (*n).clamp(1, 4) as u8,
        _ => 2,
    }
}

impl Counter<'_> {
    fn hash(&self, palette: &Palette, density: f32) -> u64 {
        let mut h = DefaultHasher::new();
        (
            self.livery,
            self.state,
            palette.dark,
            palette.accent,
            (self.size * 4.0).round() as i32,
            density.to_bits(),
        )
            .hash(&mut h);
        self.unit.place.facing.hash(&mut h);
        if let Some(face) = &self.unit.face {
            (
                &face.symbol,
                &face.formation,
                face.spent,
                &face.marks,
                face.concealed_to_others,
                rank(&face.attributes),
            )
                .hash(&mut h);
        }
        h.finish()
    }

    fn body(&self) -> Rect {
        Rect::from_center_size(Pos2::ZERO, Vec2::splat(self.size))
    }

    fn cut(&self) -> f32 {
        if self.livery.cut { self.size * 0.15 } else { 0.0 }
    }

    fn draw(&self, palette: &Palette, density: f32) -> Drawing {
        let mut ink = Ink::new(density);
        let (s, livery, body, cut) = (self.size, self.livery, self.body(), self.cut());
        let outline = cornered(body, cut);
        let alpha = if self.state.ghost { 0.78 } else { 1.0 };
        let tone = |c: Color32| if alpha < 1.0 { fade(c, alpha) } else { c };
        let by = if self.state.hovered { vec2(5.0, 8.0) } else { vec2(2.5, 4.0) } * (s / 45.0);
        let shadow: Vec<Pos2> = outline.iter().map(|p| *p + by).collect();
        ink.fill(&shadow, fade(Color32::from_rgb(42, 35, 28), 0.3 * alpha));
        if let Some(face) = &self.unit.face {
            let ground = if face.spent { mix(livery.face, palette.sheet3, 0.55) } else { livery.face };
            let symbol_ink = if face.spent { mix(livery.ink, ground, 0.3) } else { livery.ink };
            ink.fill(&outline, tone(ground));
            let band = s * 0.27;
            let strip = Rect::from_min_size(body.min, vec2(s, band));
            let mut top = cornered(strip, 0.0);
            if cut > 0.0 {
                top = vec![
                    strip.left_top() + vec2(cut, 0.0),
                    strip.right_top() - vec2(cut, 0.0),
                    strip.right_top() + vec2(0.0, cut),
                    strip.right_bottom(),
                    strip.left_bottom(),
                    strip.left_top() + vec2(0.0, cut),
                ];
            }
            let band_tone = if face.spent { mix(livery.body, palette.sheet3, 0.45) } else { livery.body };
            ink.fill(&top, tone(band_tone));
            if !face.formation.is_empty() {
                let stripe_rect = Rect::from_min_max(
                    body.left_top() + vec2(1.2, band),
                    pos2(body.left() + 1.2 + s * 0.08, body.bottom() - cut.max(1.2)),
                );
                ink.rect(stripe_rect, tone(stripe(&face.formation)), 0.0, Color32::TRANSPARENT);
            }
            let size = s * if face.symbol == "general" { 0.62 } else { 0.6 };
            let at = pos2(s * 0.03, s * 0.125);
            symbol::draw(
                &mut ink,
                &face.symbol,
                at,
                size,
                tone(symbol_ink),
                tone(ground),
                rank(&face.attributes),
            );
            if face.marks.iter().any(|m| m.starts_with("heavy")) {
                let corner = [
                    pos2(body.left(), body.bottom() - s * 0.34),
                    pos2(body.left() + cut * 0.1, body.bottom()),
                    pos2(body.left() + s * 0.34, body.bottom()),
                ];
                ink.fill(&corner, tone(danger()));
            }
            if face.spent {
                symbol::tick(&mut ink, pos2(s * 0.33, s * 0.36), s * 0.15, 1.6, livery.ink);
            }
            ink.loop_line(&outline, 1.1, tone(livery.edge));
            let shine = body.top() + 0.9;
            ink.segment(
                pos2(body.left() + cut, shine),
                pos2(body.right() - cut, shine),
                1.0,
                tone(livery.light),
            );
            if face.concealed_to_others {
                symbol::closed_eye(
                    &mut ink,
                    body.right_top() + vec2(-1.0, 2.0),
                    (s * 0.1).max(4.0),
                    palette.ink,
                    palette.sheet,
                );
            }
        } else {
            ink.fill(&outline, tone(livery.body));
            ink.loop_line(&cornered(body.shrink(s * 0.07), cut * 0.8), s * 0.05, tone(livery.light));
            ink.loop_line(&outline, 1.1, tone(livery.edge));
            symbol::plate(
                &mut ink,
                &livery,
                Pos2::ZERO,
                s * 0.5,
                mix(livery.body, livery.light, 0.35),
                livery.on_body,
            );
        }
        self.ring(&mut ink, palette);
        if let Some(facing) = self.unit.place.facing {
            self.wedge(&mut ink, facing, palette, tone(livery.dark));
        }
        ink.finish()
    }

    fn ring(&self, ink: &mut Ink, palette: &Palette) {
        let (body, cut) = (self.body(), self.cut());
        let around = |by: f32| cornered(body.expand(by), if cut > 0.0 { cut + by * 0.45 } else { 0.0 });
        let state = self.state;
        if state.chosen || state.legal {
            let colour = state.ring(palette);
            let [wide, under] = state.ring_widths();
            ink.loop_line(&around(3.2), under, palette.sheet);
            ink.loop_line(&around(3.2), wide, colour);
        }
        if state.focused {
            ink.loop_line(&around(8.0), 2.0, palette.focus);
        }
    }

    fn wedge(&self, ink: &mut Ink, facing: u8, palette: &Palette, fill: Color32) {
        let s = self.size;
        let a = angle(facing);
        let d = vec2(a.cos(), a.sin());
        let slanted = (d.x * d.y).abs() > 0.3;
        let reach = 0.5 * s / d.x.abs().max(d.y.abs());
        let half = s * if slanted { 0.2 } else { 0.3 };
        let (tip, base) = (reach + s * 0.25, reach - s * 0.03);
        let n = vec2(-d.y, d.x);
        let corners = [(d * tip).to_pos2(), (d * base + n * half).to_pos2(), (d * base - n * half).to_pos2()];
        ink.polygon(&corners, fill, 1.2, palette.cream);
    }
}

const fn danger() -> Color32 {
    Color32::from_rgb(0x9E, 0x1B, 0x2C)
}

/// The letters of the side's plate; a unit of which not even the side is known has none.
pub(super) fn plate_letters(unit: &UnitView) -> String {
    unit.side.iter().flat_map(|side| side.chars().take(2)).flat_map(char::to_uppercase).collect()
}

impl Counters {
    /// Paints a counter around a point.
    pub fn paint(&mut self, painter: &Painter, at: Pos2, counter: &Counter<'_>, palette: &Palette) {
        let density = painter.pixels_per_point();
        let key = counter.hash(palette, density);
        self.sprites.paint(painter, at, key, || counter.draw(palette, density));
        self.letters(painter, at, counter);
    }

    fn letters(&self, painter: &Painter, at: Pos2, counter: &Counter<'_>) {
        let s = counter.size;
        let livery = counter.livery;
        let Some(face) = &counter.unit.face else {
            Letters::new(plate_letters(counter.unit), Face::Title.at(s * 0.27), livery.on_body)
                .middle()
                .paint(painter, at + vec2(0.0, s * 0.095));
            return;
        };
        let mut size = s * 0.2;
        if size < 5.0 {
            return;
        }
        let letters =
            |size: f32| Letters::new(&face.label, Face::FigureSemi.at(size), livery.on_body).middle();
        let room = s * if livery.cut { 0.82 } else { 0.94 };
        let width = letters(size).width(painter);
        if width > room {
            size *= room / width;
        }
        letters(size).paint(painter, at + vec2(0.0, -s * 0.5 + s * 0.27 - s * 0.065));
        let figure = |text: String, by: Vec2, colour| {
            Letters::new(text, Face::FigureSemi.at(s * 0.23), colour).right().paint(painter, at + by * s);
        };
        if let Some(strength) = face.strength {
            figure(strength.to_string(), vec2(0.43, 0.44), livery.ink);
        }
        if face.marks.iter().any(|m| m.starts_with("heavy")) {
            Letters::new("H", Face::FigureBold.at(s * 0.2), Color32::WHITE)
                .paint(painter, at + vec2(-0.44, 0.47) * s);
        }
        let others: Vec<&String> = face.marks.iter().filter(|m| !m.starts_with("heavy")).collect();
        for (i, mark) in others.iter().enumerate() {
            let initial: String = mark.chars().take(1).flat_map(char::to_uppercase).collect();
            let p = at + vec2(0.42, -0.14 + 0.2 * i as f32) * s;
            painter.circle_filled(p, s * 0.1, danger());
            Letters::new(initial, Face::FigureBold.at(s * 0.17), Color32::WHITE)
                .middle()
                .paint(painter, p + vec2(0.0, s * 0.06));
        }
    }
}
