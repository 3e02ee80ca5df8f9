//! Panels that belong to an open board, in the column beside it.

use super::control::{fitted, inked, paragraph};
use super::livery;
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::theme::Palette;
use egui::{Painter, Rect, pos2, vec2};
use muster_contract::{Description, Panel, PanelRow};

/// More points than this are a bar.
const DOTS: u8 = 10;
/// A bar has no more pips than this.
const PIPS: u8 = 40;

/// Paints panels one under the other from the top of a rectangle, as far as they have room.
pub fn paint(painter: &Painter, rect: Rect, panels: &[Panel], description: &Description, p: &Palette) {
    let mut y = rect.top() + 16.0;
    for panel in panels {
        if y > rect.bottom() - 40.0 {
            return;
        }
        fitted(painter, pos2(rect.left(), y), rect.width(), &panel.title, Face::Title.at(15.0), p.ink);
        let line = Rect::from_min_size(pos2(rect.left(), y + 6.0), vec2(rect.width(), 1.0));
        painter.rect_filled(line, 0.0, p.ink);
        y += 26.0;
        for row in &panel.rows {
            y += paint_row(painter, pos2(rect.left(), y), rect.width(), row, description, p);
        }
        y += 12.0;
    }
}

// Gives the height.
fn paint_row(
    painter: &Painter,
    at: egui::Pos2,
    width: f32,
    row: &PanelRow,
    description: &Description,
    p: &Palette,
) -> f32 {
    let livery = livery(description, p, row.side.as_deref());
    let bar = row.points > DOTS;
    let mut x = 0.0;
    if row.side.is_some() {
        inked(painter, |ink| symbol::flag(ink, &livery, at + vec2(6.0, -4.5), 12.0));
        x = 18.0;
    }
    let face = if bar { Face::FigureSemi.at(18.0) } else { Face::BodyBold.at(14.0) };
    let figure = Letters::new(&row.figure, face, p.ink).right();
    let taken = figure.paint(painter, at + vec2(width, 0.5));
    let words = if row.current { Face::BodyBold } else { Face::Body };
    let name = fitted(painter, at + vec2(x, 0.0), width - x - taken - 6.0, &row.title, words.at(14.0), p.ink);
    if bar {
        let pips = row.points.min(PIPS);
        let each = width / f32::from(pips);
        inked(painter, |ink| {
            for i in 0..pips {
                let left = at + vec2(each * f32::from(i), 6.0);
                let pip = Rect::from_min_size(left, vec2((each - 1.4).max(1.0), 7.0));
                let fill = if i < row.left { livery.body } else { p.sheet3 };
                ink.rect(pip, fill, 0.0, fill);
            }
        });
        let mut height = 33.0;
        if !row.note.is_empty() {
            let at = at + vec2(0.0, 28.0);
            height += paragraph(painter, at, width, &row.note, Face::BodyItalic.at(13.0), p.ink2, 16.0) + 2.0;
        }
        return height;
    }
    if !row.note.is_empty() {
        let room = width - x - name - taken - 14.0;
        fitted(painter, at + vec2(x + name + 7.0, 0.0), room, &row.note, Face::BodyItalic.at(13.0), p.ink2);
    }
    20.0
}
