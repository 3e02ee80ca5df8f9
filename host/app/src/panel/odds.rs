//! Odds: the exact or simulated chances of a choice, as bars that differ in pattern as well as in tone.

use super::control::{fitted, headline, inked, paragraph};
use crate::draw::letter::{Face, Letters};
use crate::theme::Palette;
use egui::{Rect, Ui, pos2, vec2};
use muster_contract::{Chance, OddsTable};

/// The share that the bar is filled to, whatever the module says.
fn share(row: &Chance) -> f32 {
    if row.out_of == 0 { 0.0 } else { (row.of as f64 / row.out_of as f64).min(1.0) as f32 }
}

/// Paints the tables from `top` and gives the height that they took.
pub fn paint(ui: &Ui, top: f32, tables: &[OddsTable], p: &Palette) -> f32 {
    let rect = ui.max_rect();
    let (x, w) = (rect.left() + 16.0, rect.width() - 32.0);
    let painter = ui.painter();
    let mut y = top + 28.0;
    let exact = tables.iter().all(|t| t.exact);
    headline(painter, pos2(x, y), w, "Odds", if exact { "exact" } else { "simulated" }, p);
    y += 28.0;
    for table in tables {
        let note = Letters::new(&table.note, Face::BodyItalic.at(13.0), p.ink2).right();
        let beside = note.width(painter) < w * 0.45;
        fitted(
            painter,
            pos2(x, y),
            if beside { w - note.width(painter) - 10.0 } else { w },
            &table.title,
            Face::BodyBold.at(14.5),
            p.ink,
        );
        if beside {
            note.paint(painter, pos2(x + w, y));
        } else if !table.note.is_empty() {
            let at = pos2(x, y + 17.0);
            y += paragraph(painter, at, w, &table.note, Face::BodyItalic.at(13.0), p.ink2, 16.0);
        }
        y += 7.0;
        let tones = [p.ink3, p.cs.text, p.accent, p.us.text];
        for (i, row) in table.rows.iter().enumerate() {
            let share = share(row);
            fitted(painter, pos2(x, y + 14.0), w - 64.0, &row.label, Face::Body.at(14.0), p.ink);
            let figure = format!("{:.1} %", share * 100.0);
            Letters::new(figure, Face::FigureSemi.at(16.0), p.ink)
                .right()
                .paint(painter, pos2(x + w, y + 14.0));
            let bar = Rect::from_min_size(pos2(x, y + 19.0), vec2(w, 7.0));
            painter.rect_filled(bar, 0.0, p.sheet3);
            let filled = Rect::from_min_size(bar.min, vec2(w * share, 7.0));
            painter.rect_filled(filled, 0.0, tones[i % tones.len()]);
            if i % 2 == 1 {
                inked(painter, |ink| {
                    let mut k = 3.0;
                    while k < filled.width() - 3.0 {
                        ink.segment(
                            filled.left_bottom() + vec2(k, 0.0),
                            filled.left_top() + vec2(k + 4.0, 0.0),
                            1.0,
                            p.sheet,
                        );
                        k += 6.0;
                    }
                });
            }
            y += 32.0;
        }
        y += 19.0;
    }
    y - top - 10.0
}
