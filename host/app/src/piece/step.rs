//! Step blocks: square wooden blocks with the numbers of steps on the edges of their label. The one on top counts; a
//! step lost turns the label a quarter to the left. One whose face can't be seen shows its side's belt plate.

use super::counter::{Counters, State, plate_letters, rank};
use crate::draw::curve::{cornered, hull};
use crate::draw::ink::{Drawing, Ink};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::theme::{Livery, Palette, fade, mix};
use egui::{Color32, Painter, Pos2, Rect, Vec2, pos2, vec2};
use muster_contract::{UnitFace, UnitView, Value};
use std::f32::consts::FRAC_PI_2;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The length of a block's sides on a map, in points at zoom 1.
pub const SIZE: f32 = 34.0;
/// The same on a board of boxes.
pub const AT_LARGE: f32 = 62.0;

/// Smaller blocks have nothing but their strength written on them.
const LETTERED: f32 = 24.0;
/// Smaller ones don't show what others know of them.
const EYED: f32 = 44.0;

/// A block about to be drawn.
pub struct Step<'a> {
    /// The unit.
    pub unit: &'a UnitView,
    /// Its side's livery.
    pub livery: Livery,
    /// The length of its sides on the screen.
    pub size: f32,
    /// Its state.
    pub state: State,
}

/// How far the label of a face is turned, and the number on its first edge.
fn turns(face: &UnitFace) -> (u8, u8) {
    let strength = face.strength.unwrap_or(0);
    let said = face.attributes.iter().find(|a| a.name == "steps").map(|a| &a.value);
    let steps = match said {
        Some(Value::Number(n)) => (*n).clamp(0, 255) as u8,
        _ => strength,
    };
    // There are four edges: of a unit with more steps those are left out that it lost first.
    let most = steps.max(strength).min(strength.saturating_add(3));
    (most - strength, most)
}

fn words(face: &UnitFace, name: &str) -> Option<String> {
    face.attributes.iter().find(|a| a.name == name).map(|a| match &a.value {
        Value::Number(n) => n.to_string(),
        Value::Text(text) => text.clone(),
        Value::Flag(flag) => flag.to_string(),
    })
}

fn has(face: &UnitFace, mark: &str) -> bool {
    face.marks.iter().any(|m| m == mark)
}

fn turned(p: Pos2, angle: f32) -> Pos2 {
    let (sin, cos) = angle.sin_cos();
    pos2(p.x * cos - p.y * sin, p.x * sin + p.y * cos)
}

impl Step<'_> {
    fn hash(&self, angle: f32, palette: &Palette, density: f32) -> u64 {
        let mut h = DefaultHasher::new();
        let size = (self.size * 4.0).round() as i32;
        let angle = (angle * 200.0).round() as i32;
        ("step", self.livery, self.state, palette.dark, palette.accent, size, angle, density.to_bits())
            .hash(&mut h);
        if let Some(face) = &self.unit.face {
            (&face.symbol, face.spent, face.concealed_to_others, &face.marks, rank(&face.attributes))
                .hash(&mut h);
        }
        h.finish()
    }

    fn cut(&self) -> f32 {
        if self.livery.cut { self.size * 0.11 } else { 0.0 }
    }

    fn draw(&self, angle: f32, palette: &Palette, density: f32) -> Drawing {
        let mut ink = Ink::new(density);
        let (s, livery, cut) = (self.size, self.livery, self.cut());
        let alpha = if self.state.ghost { 0.78 } else { 1.0 };
        let tone = |c: Color32| if alpha < 1.0 { fade(c, alpha) } else { c };
        let body = cornered(Rect::from_center_size(Pos2::ZERO, Vec2::splat(s)), cut);
        let moved = |by: Vec2| body.iter().map(|p| *p + by).collect::<Vec<Pos2>>();
        let shadow = if self.state.hovered { vec2(8.0, 11.0) } else { vec2(5.0, 7.0) } * (s / AT_LARGE);
        ink.fill(&moved(shadow), fade(Color32::from_rgb(42, 35, 28), 0.28 * alpha));
        // The wood: the outline and the same moved down.
        let mut wood = body.clone();
        wood.extend(moved(vec2(s * 0.035, s * 0.11)));
        ink.fill(&hull(&wood), tone(livery.dark));
        let spent = self.unit.face.as_ref().is_some_and(|f| f.spent);
        let top = if spent { mix(livery.body, palette.paper, 0.32) } else { livery.body };
        ink.fill(&body, tone(top));
        self.bevel(&mut ink, &body, top, &tone);
        ink.loop_line(&body, 1.0, tone(livery.edge));
        match &self.unit.face {
            Some(face) => {
                self.label(&mut ink, face, angle, &tone);
                self.marks(&mut ink, face, palette);
            }
            None => {
                let ground = mix(livery.body, livery.light, 0.35);
                symbol::plate(&mut ink, &livery, Pos2::ZERO, s * 0.46, tone(ground), tone(livery.on_body));
            }
        }
        self.ring(&mut ink, palette);
        ink.finish()
    }

    // Each edge lit or shaded by how it looks to the north-west.
    fn bevel(&self, ink: &mut Ink, body: &[Pos2], top: Color32, tone: &impl Fn(Color32) -> Color32) {
        let within = Rect::from_center_size(Pos2::ZERO, Vec2::splat(self.size * 0.89));
        let inner = cornered(within, self.cut() * 0.8);
        if inner.len() != body.len() {
            return;
        }
        for i in 0..body.len() {
            let j = (i + 1) % body.len();
            let out = (body[i] + (body[j] - body[i]) * 0.5).to_vec2().normalized();
            let lit = -out.x * 0.6 - out.y * 0.8;
            let colour = if lit > 0.0 {
                mix(top, self.livery.light, 0.3 + 0.6 * lit)
            } else {
                mix(top, self.livery.dark, 0.2 - 0.5 * lit)
            };
            ink.fill(&[body[i], body[j], inner[j], inner[i]], tone(colour));
        }
    }

    fn label(&self, ink: &mut Ink, face: &UnitFace, angle: f32, tone: &impl Fn(Color32) -> Color32) {
        let (livery, fs) = (self.livery, self.size * 0.79);
        let turn = |points: Vec<Pos2>| points.into_iter().map(|p| turned(p, angle)).collect::<Vec<Pos2>>();
        let ground = if face.spent { mix(livery.face, livery.body, 0.25) } else { livery.face };
        let paper = Rect::from_center_size(Pos2::ZERO, Vec2::splat(fs));
        ink.polygon(&turn(cornered(paper, self.cut() * 0.7)), tone(ground), 1.0, tone(livery.dark));
        let centre = match face.symbol.as_str() {
            "cavalry" => Some(Color32::from_rgb(0xF0, 0xD8, 0x7A)),
            "artillery" => Some(Color32::from_rgb(0xE8, 0xAE, 0x9C)),
            _ => None,
        };
        if let Some(colour) = centre {
            let colour = if face.spent { mix(colour, livery.body, 0.2) } else { colour };
            let middle = Rect::from_center_size(Pos2::ZERO, vec2(fs * 0.58, fs * 0.48));
            ink.polygon(&turn(cornered(middle, 0.0)), tone(colour), 0.7, tone(livery.dark));
        }
        let colour = tone(if face.spent { mix(livery.ink, ground, 0.35) } else { livery.ink });
        let size = fs * if face.symbol == "general" { 0.44 } else { 0.52 };
        // The label is turned, but its symbol is read as it lies: an upright one says the same.
        let under = tone(centre.unwrap_or(ground));
        symbol::draw(ink, &face.symbol, Pos2::ZERO, size, colour, under, rank(&face.attributes));
        if has(face, "disrupted") {
            let half = fs * 0.33;
            ink.segment(pos2(-half, half), pos2(half, -half), fs * 0.09, livery.face);
            ink.segment(pos2(-half, half), pos2(half, -half), fs * 0.055, danger());
        }
    }

    fn marks(&self, ink: &mut Ink, face: &UnitFace, palette: &Palette) {
        let s = self.size;
        if has(face, "half a hit") {
            ink.disc(pos2(s * 0.42, -s * 0.42), s * 0.15, danger(), 1.2, Color32::WHITE);
        }
        if has(face, "active") {
            let at = pos2(-s * 0.42, -s * 0.42);
            ink.disc(at, s * 0.15, palette.brass, 1.2, palette.head);
            ink.fill(&symbol::star(at, s * 0.11), palette.head);
        }
        for i in 0..others(face).count() {
            ink.disc(other_place(s, i), s * 0.12, palette.ink2, 1.0, palette.sheet);
        }
        if face.spent {
            let at = pos2(s * 0.4, s * 0.38);
            ink.disc(at, s * 0.12, palette.sheet, 1.0, palette.ink2);
            symbol::tick(ink, at, s * 0.14, (s * 0.03).max(1.0), palette.ink);
        } else if face.concealed_to_others && s >= EYED {
            symbol::closed_eye(ink, pos2(s * 0.42, s * 0.4), s * 0.08, palette.ink, palette.sheet);
        }
    }

    fn ring(&self, ink: &mut Ink, palette: &Palette) {
        let s = self.size;
        let around = |by: f32| {
            let rect = Rect::from_center_size(Pos2::ZERO, Vec2::splat(s)).expand(by);
            let rect = Rect::from_min_max(rect.min, rect.max + vec2(0.0, s * 0.09));
            cornered(rect, if self.livery.cut { self.cut() + by * 0.45 } else { 0.0 })
        };
        let state = self.state;
        if state.chosen || state.legal {
            let colour = state.ring(palette);
            let far = if s < EYED { 2.6 } else { 4.2 };
            ink.loop_line(&around(far), 4.6, palette.sheet);
            ink.loop_line(&around(far), state.ring_widths()[0], colour);
        }
        if state.focused {
            ink.loop_line(&around(8.0), 2.0, palette.focus);
        }
    }
}

const fn danger() -> Color32 {
    Color32::from_rgb(0x9E, 0x1B, 0x2C)
}

// Marks that have no form of their own show their first letter.
fn others(face: &UnitFace) -> impl Iterator<Item = &String> {
    face.marks.iter().filter(|mark| !matches!(mark.as_str(), "half a hit" | "disrupted" | "active"))
}

fn other_place(s: f32, i: usize) -> Pos2 {
    pos2(-s * 0.42, s * (0.4 - 0.26 * i as f32))
}

impl Counters {
    /// Paints a block around a point.
    pub fn paint_step(&mut self, painter: &Painter, at: Pos2, block: &Step<'_>, palette: &Palette) {
        let density = painter.pixels_per_point();
        let mut angle = 0.0;
        if let Some(face) = &block.unit.face {
            let lost = f32::from(turns(face).0);
            let lasts = if self.still { 0.0 } else { 0.22 };
            let id = egui::Id::unique(("turned", &block.unit.id));
            angle = -FRAC_PI_2 * painter.ctx().animate_value_with_time(id, lost, lasts);
        }
        let key = block.hash(angle, palette, density);
        self.sprites.paint(painter, at, key, || block.draw(angle, palette, density));
        let s = block.size;
        match &block.unit.face {
            Some(face) => block.letters(painter, at, face, angle),
            None if s > 14.0 => {
                Letters::new(plate_letters(block.unit), Face::Title.at(s * 0.25), block.livery.on_body)
                    .middle()
                    .paint(painter, at + vec2(0.0, s * 0.087));
            }
            None => {}
        }
    }
}

impl Step<'_> {
    fn letters(&self, painter: &Painter, at: Pos2, face: &UnitFace, angle: f32) {
        let (s, fs, livery) = (self.size, self.size * 0.79, self.livery);
        let ground = if face.spent { mix(livery.face, livery.body, 0.25) } else { livery.face };
        let ink = if face.spent { mix(livery.ink, ground, 0.35) } else { livery.ink };
        let write = |words: String, place: Pos2, turn: f32, font, colour| {
            let p = turned(place, turn);
            Letters::new(words, font, colour).middle().turned(turn).paint(painter, at + p.to_vec2());
        };
        let (lost, most) = turns(face);
        if face.strength.is_some() {
            for i in 0..most.min(4) {
                let counts = i == lost;
                if !counts && s < LETTERED {
                    continue;
                }
                let (font, colour) = match counts {
                    true => (Face::FigureBold.at(fs * 0.29), ink),
                    false => (Face::Figure.at(fs * 0.21), mix(ink, ground, 0.42)),
                };
                let turn = angle + FRAC_PI_2 * f32::from(i);
                write((most - i).to_string(), pos2(0.0, -fs * 0.27), turn, font, colour);
            }
        }
        if s < LETTERED {
            return;
        }
        let corner = Face::FigureSemi.at(fs * 0.19);
        if let Some(firepower) = words(face, "firepower").filter(|_| !face.symbol.is_empty()) {
            let place = pos2(-fs * 0.33 + fs * 0.04 * (firepower.len() as f32 - 1.0), fs * 0.45);
            write(format!("F{firepower}"), place, angle, corner.clone(), ink);
        }
        if let Some(command) = words(face, "command") {
            write(command, pos2(fs * 0.39, fs * 0.45), angle, corner, Color32::from_rgb(0x9A, 0x3D, 0));
        }
        if has(face, "half a hit") {
            let p = at + vec2(s * 0.42, -s * 0.42 + s * 0.055);
            Letters::new("½", Face::FigureBold.at(s * 0.18), Color32::WHITE).middle().paint(painter, p);
        }
        for (i, mark) in others(face).enumerate() {
            let initial: String = mark.chars().take(1).flat_map(char::to_uppercase).collect();
            let p = at + other_place(s, i).to_vec2() + vec2(0.0, s * 0.055);
            Letters::new(initial, Face::FigureBold.at(s * 0.16), Color32::WHITE).middle().paint(painter, p);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::Attribute;

    fn face(strength: u8, steps: Option<i32>) -> UnitFace {
        let steps = steps.map(|n| Attribute { name: "steps".into(), value: Value::Number(n) });
        UnitFace {
            name: String::new(),
            label: String::new(),
            symbol: "infantry".into(),
            formation: String::new(),
            strength: Some(strength),
            spent: false,
            marks: vec![],
            attributes: steps.into_iter().collect(),
            concealed_to_others: false,
        }
    }

    #[test]
    fn each_step_lost_is_a_quarter_turn() {
        assert_eq!(turns(&face(4, Some(4))), (0, 4));
        assert_eq!(turns(&face(1, Some(3))), (2, 3));
        assert_eq!(turns(&face(2, None)), (0, 2));
        assert_eq!(turns(&face(1, Some(9))), (3, 4), "a label has four edges");
        assert_eq!(turns(&face(3, Some(-1))), (0, 3));
    }
}
