//! Flags on a map of points: a staff with a cloth in the side's colour, square or swallow-tailed as its pieces are, the size
//! of the army on it and its leader's name above. A unit without a size is a pennant.

use super::counter::{Counters, State};
use super::layout::Lying;
use crate::board::chart::Cell;
use crate::draw::ink::{Drawing, Ink};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::panel::cities::radius;
use crate::theme::{Livery, Palette, fade, mix};
use egui::{Color32, Painter, Pos2, Rect, Vec2, pos2, vec2};
use muster_contract::{PieceForm, UnitFace, UnitView, Value};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A flag's size at zoom 1; its staff stands at the left.
pub const SIZE: Vec2 = vec2(34.0, 26.0);
/// How far above the middle of a plain point the staffs of its flags stand.
const ABOVE: f32 = 6.0;
/// How much room a name takes above a flag.
const NAME: f32 = 12.0;
/// No more than this many of an opened stack stand beside each other.
const ABREAST: usize = 6;
/// Over a flag that is narrower nothing is written.
const NAMED: f32 = 26.0;

/// A flag about to be drawn.
pub struct Flag<'a> {
    /// The unit.
    pub unit: &'a UnitView,
    /// Its side's livery.
    pub livery: Livery,
    /// Its size on the screen.
    pub size: Vec2,
    /// Its state.
    pub state: State,
}

/// What is written on the cloth: the attribute `size`, or else the strength.
pub fn figure(face: &UnitFace) -> Option<String> {
    let said = face.attributes.iter().find(|attribute| attribute.name == "size");
    match said.map(|attribute| &attribute.value) {
        Some(Value::Number(number)) => Some(number.to_string()),
        Some(Value::Text(text)) if !text.is_empty() => Some(text.clone()),
        _ => face.strength.map(|strength| strength.to_string()),
    }
}

/// Plants the flags of one space, their staffs on the upper edge of the city: beside each other, by turns lower and higher, so
/// that each name can be read; opened, so far apart that each can be chosen.
pub(super) fn plant(cell: &Cell, members: &[usize], units: &[UnitView], open: bool, lying: &mut Vec<Lying>) {
    let mut members = members.to_vec();
    // The sides keep apart; within a side the order of the view stands.
    members.sort_by_key(|i| units[*i].side.clone());
    let abreast = if open { ABREAST } else { members.len() }.max(1);
    let rows = members.len().div_ceil(abreast);
    let foot = cell.worth.map_or(ABOVE, |worth| radius(worth) * 0.7) + SIZE.y / 2.0;
    for (k, unit) in members.iter().enumerate() {
        let (row, file) = (k / abreast, k % abreast);
        let in_row = abreast.min(members.len() - row * abreast);
        let step = if open { SIZE.x + 14.0 } else { (78.0 / in_row as f32).min(SIZE.x - 2.0) };
        let aside = (file as f32 - (in_row as f32 - 1.0) / 2.0) * step;
        let turn = if open { 0.0 } else { (file % 2) as f32 * NAME };
        let up = foot + turn + (rows - 1 - row) as f32 * (SIZE.y + 18.0);
        let at = cell.at + vec2(aside, -up);
        lying.push(Lying { unit: *unit, at, form: PieceForm::Flags, size: SIZE, turn: 0.0 });
    }
}

impl Flag<'_> {
    fn hash(&self, palette: &Palette, density: f32) -> u64 {
        let mut h = DefaultHasher::new();
        let size = ((self.size.x * 4.0).round() as i32, (self.size.y * 4.0).round() as i32);
        ("flag", self.livery, self.state, palette.dark, palette.accent, size, density.to_bits()).hash(&mut h);
        if let Some(face) = &self.unit.face {
            let sized = figure(face).is_some();
            (sized, &face.symbol, face.spent, face.concealed_to_others, face.marks.len()).hash(&mut h);
        } else {
            "unknown".hash(&mut h);
        }
        h.finish()
    }

    fn body(&self) -> Rect {
        Rect::from_center_size(Pos2::ZERO, self.size)
    }

    // The cloth: a square end, or a swallow's tail; a pennant runs out to a point.
    fn cloth(&self) -> Vec<Pos2> {
        let body = self.body();
        let top = pos2(body.left() + self.size.x * 0.08, body.top());
        let foot = body.top() + self.size.y * 0.72;
        let sized = self.unit.face.as_ref().is_none_or(|face| figure(face).is_some());
        if !sized {
            let point = pos2(body.left() + self.size.x * 0.8, body.top() + self.size.y * 0.26);
            return vec![top, point, pos2(top.x, body.top() + self.size.y * 0.52)];
        }
        let mut cloth = vec![top, pos2(body.right(), body.top())];
        if self.livery.cut {
            cloth.push(pos2(body.right() - self.size.x * 0.16, (body.top() + foot) / 2.0));
        }
        cloth.extend([pos2(body.right(), foot), pos2(top.x, foot)]);
        cloth
    }

    fn draw(&self, palette: &Palette, density: f32) -> Drawing {
        let mut ink = Ink::new(density);
        let (livery, body, state) = (self.livery, self.body(), self.state);
        let alpha = if state.ghost { 0.7 } else { 1.0 };
        let tone = |colour: Color32| if alpha < 1.0 { fade(colour, alpha) } else { colour };
        let spent = self.unit.face.as_ref().is_some_and(|face| face.spent);
        let ground = if spent { mix(livery.body, palette.paper, 0.35) } else { livery.body };
        let cloth = self.cloth();
        let by = if state.hovered { vec2(3.0, 4.0) } else { vec2(1.8, 2.4) };
        let shadow: Vec<Pos2> = cloth.iter().map(|p| *p + by).collect();
        ink.fill(&shadow, fade(Color32::from_rgb(42, 35, 28), 0.26 * alpha));
        if state.chosen || state.legal {
            let colour = state.ring(palette);
            ink.loop_line(&cloth, 6.6, palette.sheet);
            ink.loop_line(&cloth, if state.hovered { 5.2 } else { 4.2 }, colour);
        }
        let staff = body.left() + self.size.x * 0.05;
        ink.segment(pos2(staff, body.top() - 2.0), pos2(staff, body.bottom()), 3.2, tone(livery.edge));
        ink.segment(pos2(staff, body.top() - 1.0), pos2(staff, body.bottom()), 1.4, tone(palette.brass));
        ink.disc(pos2(staff, body.top() - 2.5), 2.0, tone(palette.brass), 0.6, tone(livery.edge));
        ink.polygon(&cloth, tone(ground), 1.1, tone(livery.edge));
        let edge = pos2(cloth[0].x, cloth[0].y + 1.4);
        ink.segment(edge, pos2(cloth[1].x, edge.y), 1.0, tone(livery.light));
        if self.unit.face.is_none() {
            let at = pos2(0.0, body.top() + self.size.y * 0.36);
            symbol::plate(&mut ink, &livery, at, self.size.y * 0.3, tone(ground), tone(livery.on_body));
        }
        if let Some(face) = self.unit.face.as_ref().filter(|face| !face.marks.is_empty()) {
            let at = pos2(body.right() - 1.0, body.top() + self.size.y * 0.72);
            ink.disc(at, self.size.y * 0.12, palette.brass, 0.8, livery.edge);
            if face.marks.len() > 1 {
                ink.disc(
                    at - vec2(self.size.y * 0.26, 0.0),
                    self.size.y * 0.12,
                    palette.brass,
                    0.8,
                    livery.edge,
                );
            }
        }
        if state.focused {
            ink.loop_line(&cloth, 2.0, palette.focus);
        }
        ink.finish()
    }
}

impl Counters {
    /// Paints a flag around a point.
    pub fn paint_flag(&mut self, painter: &Painter, at: Pos2, flag: &Flag<'_>, palette: &Palette) {
        let density = painter.pixels_per_point();
        let key = flag.hash(palette, density);
        self.sprites.paint(painter, at, key, || flag.draw(palette, density));
        let Some(face) = &flag.unit.face else { return };
        let size = flag.size;
        if let Some(figure) = figure(face) {
            let tall = size.y * if figure.chars().count() > 3 { 0.44 } else { 0.58 };
            Letters::new(figure, Face::FigureBold.at(tall), flag.livery.on_body)
                .middle()
                .paint(painter, at + vec2(size.x * 0.03, -size.y * 0.5 + size.y * 0.36 + tall * 0.36));
        }
        if size.x >= NAMED && !face.label.is_empty() {
            Letters::new(&face.label, Face::BodyBold.at((size.y * 0.36).clamp(9.0, 13.0)), palette.ink)
                .middle()
                .haloed(palette.paper, 2.4)
                .paint(painter, at + vec2(size.x * 0.05, -size.y * 0.5 - 4.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_contract::Attribute;

    fn face(strength: Option<u8>, size: Option<Value>) -> UnitFace {
        UnitFace {
            name: String::new(),
            label: String::new(),
            symbol: "army".into(),
            formation: String::new(),
            strength,
            spent: false,
            marks: vec![],
            attributes: size.into_iter().map(|value| Attribute { name: "size".into(), value }).collect(),
            concealed_to_others: false,
        }
    }

    #[test]
    fn the_size_stands_before_the_strength_and_a_unit_without_either_is_a_pennant() {
        assert_eq!(figure(&face(Some(9), Some(Value::Number(312)))).as_deref(), Some("312"));
        assert_eq!(figure(&face(Some(9), Some(Value::Text("1.2k".into())))).as_deref(), Some("1.2k"));
        assert_eq!(figure(&face(Some(9), None)).as_deref(), Some("9"));
        assert_eq!(figure(&face(None, Some(Value::Text(String::new())))), None);
    }
}
