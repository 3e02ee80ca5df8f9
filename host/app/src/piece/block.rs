//! Long wooden blocks: twice as long as wide, with a symbol for each strength point. One whose face can't be seen shows
//! its side's belt plate and nothing else.

use super::counter::{Counters, State, plate_letters, rank};
use crate::draw::curve::{cornered, hull};
use crate::draw::ink::{Drawing, Ink};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::theme::{Livery, Palette, fade, mix};
use egui::{Color32, Painter, Pos2, Rect, Vec2, pos2, vec2};
use muster_contract::UnitView;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A block's length and width on the board, in points at zoom 1.
pub const SIZE: Vec2 = vec2(44.0, 18.5);

/// A block about to be drawn.
pub struct Block<'a> {
    /// The unit.
    pub unit: &'a UnitView,
    /// Its side's livery.
    pub livery: Livery,
    /// Its length and width on the screen.
    pub size: Vec2,
    /// How its length is turned, in radians clockwise.
    pub turn: f32,
    /// Its state.
    pub state: State,
}

impl Block<'_> {
    fn hash(&self, palette: &Palette, density: f32) -> u64 {
        let mut h = DefaultHasher::new();
        let quarter = |v: f32| (v * 4.0).round() as i32;
        let size = [quarter(self.size.x), quarter(self.size.y), (self.turn * 500.0).round() as i32];
        ("block", self.livery, self.state, palette.dark, palette.accent, size, density.to_bits())
            .hash(&mut h);
        if let Some(face) = &self.unit.face {
            let shown = (&face.symbol, face.strength, face.spent, face.concealed_to_others);
            (shown, &face.marks, rank(&face.attributes)).hash(&mut h);
        }
        h.finish()
    }

    fn unit_of_length(&self) -> f32 {
        self.size.y / SIZE.y
    }

    // A rectangle of the block's own, grown or shrunk, as it lies on the screen.
    fn lying(&self, by: f32, cut: f32) -> Vec<Pos2> {
        let rect = Rect::from_center_size(Pos2::ZERO, self.size + Vec2::splat(2.0 * by));
        cornered(rect, cut.max(0.0)).into_iter().map(|p| self.turned(p)).collect()
    }

    fn turned(&self, p: Pos2) -> Pos2 {
        let (sin, cos) = self.turn.sin_cos();
        pos2(p.x * cos - p.y * sin, p.x * sin + p.y * cos)
    }

    fn cut(&self) -> f32 {
        if self.livery.cut { 4.0 * self.unit_of_length() } else { 0.0 }
    }

    fn draw(&self, palette: &Palette, density: f32) -> Drawing {
        let mut ink = Ink::new(density);
        let (livery, u, cut) = (self.livery, self.unit_of_length(), self.cut());
        let alpha = if self.state.ghost { 0.78 } else { 1.0 };
        let tone = |c: Color32| if alpha < 1.0 { fade(c, alpha) } else { c };
        let moved = |outline: &[Pos2], by: Vec2| outline.iter().map(|p| *p + by).collect::<Vec<Pos2>>();
        let body = self.lying(0.0, cut);
        let shadow = if self.state.hovered { vec2(6.0, 9.0) } else { vec2(4.0, 6.0) } * u;
        ink.fill(&moved(&body, shadow), fade(Color32::from_rgb(42, 35, 28), 0.26 * alpha));
        // The wood: the outline and the same moved down.
        let mut wood = body.clone();
        wood.extend(moved(&body, vec2(1.2, 5.0) * u));
        ink.fill(&hull(&wood), tone(livery.dark));
        let spent = self.unit.face.as_ref().is_some_and(|f| f.spent);
        let top = if spent { mix(livery.body, palette.paper, 0.32) } else { livery.body };
        ink.fill(&body, tone(top));
        self.bevel(&mut ink, &body, top, &tone);
        match &self.unit.face {
            Some(face) => self.label(&mut ink, face, top, &tone),
            None => {
                symbol::plate(
                    &mut ink,
                    &livery,
                    Pos2::ZERO,
                    self.size.y * 0.72,
                    mix(livery.body, livery.light, 0.35),
                    livery.on_body,
                );
            }
        }
        ink.loop_line(&body, 0.9, tone(livery.edge));
        if self.unit.face.as_ref().is_some_and(|f| f.concealed_to_others) {
            let corner = self.turned(pos2(self.size.x / 2.0 - u, u - self.size.y / 2.0));
            symbol::closed_eye(&mut ink, corner, (4.6 * u).max(3.4), palette.ink, palette.sheet);
        }
        self.ring(&mut ink, palette);
        ink.finish()
    }

    // Each edge lit or shaded by how it looks to the north-west.
    fn bevel(&self, ink: &mut Ink, body: &[Pos2], top: Color32, tone: &impl Fn(Color32) -> Color32) {
        let u = self.unit_of_length();
        let inner = self.lying(-2.6 * u, self.cut() - u);
        if inner.len() != body.len() {
            return;
        }
        for i in 0..body.len() {
            let j = (i + 1) % body.len();
            let out = (body[i] + (body[j] - body[i]) * 0.5).to_vec2();
            let edge = body[j] - body[i];
            let mut normal = vec2(edge.y, -edge.x).normalized();
            if normal.dot(out) < 0.0 {
                normal = -normal;
            }
            let lit = -normal.x * 0.6 - normal.y * 0.8;
            let colour = if lit > 0.0 {
                mix(top, self.livery.light, 0.35 + 0.65 * lit)
            } else {
                mix(top, self.livery.dark, 0.25 - 0.5 * lit)
            };
            ink.fill(&[body[i], body[j], inner[j], inner[i]], tone(colour));
        }
    }

    fn label(
        &self,
        ink: &mut Ink,
        face: &muster_contract::UnitFace,
        top: Color32,
        tone: &impl Fn(Color32) -> Color32,
    ) {
        let (livery, u) = (self.livery, self.unit_of_length());
        let ground = mix(livery.face, top, if face.spent { 0.4 } else { 0.1 });
        let label = self.lying(-3.7 * u, if livery.cut { 2.0 * u } else { 0.0 });
        ink.polygon(&label, tone(ground), 0.8, tone(livery.dark));
        let each = (self.size.y - 6.2 * u).min(13.0 * u);
        // Without strength there is one symbol, struck out.
        let count = face.strength.unwrap_or(1).clamp(1, 4);
        let colour = tone(if face.spent { mix(livery.ink, ground, 0.3) } else { livery.ink });
        for i in 0..count {
            let x = (f32::from(i) - f32::from(count - 1) / 2.0) * (each + 0.6 * u);
            let at = self.turned(pos2(x, 0.0));
            symbol::draw(ink, &face.symbol, at, each * 1.12, colour, tone(ground), rank(&face.attributes));
        }
        if face.strength == Some(0) {
            let half = self.size.x / 2.0 - 6.0 * u;
            let ends = [self.turned(pos2(-half, 0.0)), self.turned(pos2(half, 0.0))];
            ink.segment(ends[0], ends[1], 1.8 * u, colour);
        }
        if face.spent {
            let corner = self.turned(pos2(6.5 * u - self.size.x / 2.0, 0.0));
            symbol::tick(ink, corner, 6.0 * u, 1.5, livery.ink);
        }
    }

    fn ring(&self, ink: &mut Ink, palette: &Palette) {
        let u = self.unit_of_length();
        let cut = if self.livery.cut { self.cut() + 2.0 * u } else { 0.0 };
        let state = self.state;
        if state.chosen || state.legal {
            let colour = state.ring(palette);
            let around = self.lying(3.2, cut);
            let [wide, under] = state.ring_widths();
            ink.loop_line(&around, under, palette.sheet);
            ink.loop_line(&around, wide, colour);
        }
        if state.focused {
            ink.loop_line(&self.lying(8.0, cut), 2.0, palette.focus);
        }
    }
}

impl Counters {
    /// Paints a block around a point.
    pub fn paint_block(&mut self, painter: &Painter, at: Pos2, block: &Block<'_>, palette: &Palette) {
        let density = painter.pixels_per_point();
        let key = block.hash(palette, density);
        self.sprites.paint(painter, at, key, || block.draw(palette, density));
        let u = block.unit_of_length();
        let Some(face) = &block.unit.face else {
            if block.size.y > 9.0 {
                let baseline = block.turned(pos2(0.0, block.size.y * 0.13));
                Letters::new(
                    plate_letters(block.unit),
                    Face::Title.at(block.size.y * 0.38),
                    block.livery.on_body,
                )
                .middle()
                .turned(block.turn)
                .paint(painter, at + baseline.to_vec2());
            }
            return;
        };
        // Marks stand in discs along the upper edge; what a symbol already says needs none.
        let said = |mark: &&String| mark.as_str() != "disrupted";
        for (i, mark) in face.marks.iter().filter(said).enumerate() {
            let initial: String = mark.chars().take(1).flat_map(char::to_uppercase).collect();
            let corner = block.turned(pos2(block.size.x * (-0.5 + 0.2 * i as f32), -block.size.y * 0.5));
            let p = at + corner.to_vec2();
            painter.circle_filled(p, 5.4 * u, palette.danger);
            Letters::new(initial, Face::FigureBold.at(8.6 * u), Color32::WHITE)
                .middle()
                .paint(painter, p + vec2(0.0, 3.0 * u));
        }
    }
}
