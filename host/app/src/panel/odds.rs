//! Odds: the chances of a choice, as bars that differ in pattern as well as in tone. Where something unknown decides, a bar is
//! filled to the least chance and goes on, hatched between two lines, to the greatest.

use super::control::{headline, inked, paragraph, told_paragraph};
use super::cue;
use crate::draw::ink::Ink;
use crate::draw::letter::{Face, Letters};
use crate::table::part;
use crate::theme::{Palette, fade};
use egui::{Color32, Rect, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};
use muster_contract::{OddsRows, OddsTable, Span};

/// The shares that a bar is filled to and goes on to, whatever the module says.
fn shares(row: &Span<'_>) -> [f64; 2] {
    let share = |of: u64| if row.out_of == 0 { 0.0 } else { (of as f64 / row.out_of as f64).min(1.0) };
    let least = share(row.least);
    [least, share(row.most).max(least)]
}

/// A row's chance in words: "44.4 %", or from the least to the greatest.
fn figure(row: &Span<'_>) -> String {
    let [least, most] = shares(row).map(|share| format!("{:.1}", share * 100.0));
    if least == most { format!("{least} %") } else { format!("{least} – {most} %") }
}

/// How well a table's chances are known.
fn known(table: &OddsTable) -> &'static str {
    match table.rows {
        OddsRows::Exact(_) => "exact",
        OddsRows::Simulated(_) => "simulated",
        OddsRows::Range(_) => "depends on what you can’t see",
    }
}

/// How tall the tables are that were painted last: down to the end of each row, and of all.
#[derive(Clone, Debug, Default)]
pub struct Tall {
    rows: Vec<f32>,
    whole: f32,
}

impl Tall {
    /// How tall all of them are.
    pub fn whole(&self) -> f32 {
        if self.rows.is_empty() { GUESS } else { self.whole }
    }

    /// How much of so much room they take: all they need, or down to the end of a row.
    pub fn within(&self, room: f32) -> f32 {
        let cut = || self.rows.iter().rev().copied().find(|end| *end <= room);
        if self.whole() <= room { self.whole() } else { cut().unwrap_or(room) }
    }
}

/// A result is told in so many lines.
const LINES: usize = 5;

/// What is thought of tables that were never painted.
const GUESS: f32 = 200.0;

/// Paints the tables of a choice of this name into a rectangle; those that were so tall before are scrolled where they have no
/// room. Gives how tall they are.
pub fn ui(ui: &mut Ui, rect: Rect, before: &Tall, of: &str, tables: &[OddsTable], p: &Palette) -> Tall {
    let mut child = part(ui, rect, "odds");
    let before = before.whole();
    // Those of another choice are read from their beginning.
    let area = ScrollArea::vertical().id_salt(of).auto_shrink(false);
    let scrolled = cue::scrolled(&mut child, area, p.sheet, p, |ui| {
        let (whole, _) = ui.allocate_exact_size(vec2(rect.width(), before), Sense::hover());
        let child = ui.new_child(UiBuilder::new().max_rect(whole));
        paint(&child, whole.top(), of, tables, p)
    });
    if (scrolled.inner.whole - before).abs() > 0.5 {
        ui.ctx().request_repaint();
    }
    scrolled.inner
}

// Paints the tables from `top` and gives the height that they took.
fn paint(ui: &Ui, top: f32, of: &str, tables: &[OddsTable], p: &Palette) -> Tall {
    let mut rows = Vec::new();
    let rect = ui.max_rect();
    let (x, w) = (rect.left() + 16.0, rect.width() - 32.0);
    let painter = ui.painter();
    let mut y = top + 28.0;
    // What holds for all of them stands in the heading, else with each.
    let common = tables.first().map(known).filter(|one| tables.iter().all(|table| known(table) == *one));
    headline(painter, pos2(x, y), w, "Odds", common.unwrap_or_default(), p);
    y += 28.0;
    if !of.is_empty() {
        let of = format!("Of: {of}");
        y += told_paragraph(ui, pos2(x, y), w, &of, Face::BodyMedium.at(14.5), p.accent_text, 18.0, 2) + 6.0;
    }
    for table in tables {
        let note = match (common, table.note.as_str()) {
            (Some(_), note) => note.to_owned(),
            (None, "") => known(table).to_owned(),
            (None, note) => format!("{}: {note}", known(table)),
        };
        let words = Letters::new(&note, Face::BodyItalic.at(13.0), p.ink2).right();
        let title = Letters::new(&table.title, Face::BodyBold.at(14.5), p.ink);
        let beside = title.width(painter) + words.width(painter) + 10.0 <= w;
        let lines = told_paragraph(ui, pos2(x, y), w, &table.title, Face::BodyBold.at(14.5), p.ink, 18.0, 2);
        y += lines - 18.0;
        if beside {
            words.paint(painter, pos2(x + w, y));
        } else if !note.is_empty() {
            let at = pos2(x, y + 17.0);
            y += paragraph(painter, at, w, &note, Face::BodyItalic.at(13.0), p.ink2, 16.0);
        }
        y += 7.0;
        let tones = [p.ink3, p.cs.text, p.accent, p.us.text];
        for (i, row) in table.rows.spans().enumerate() {
            let figure = Letters::new(figure(&row), Face::FigureSemi.at(16.0), p.ink).right();
            let room = w - figure.width(painter).max(54.0) - 10.0;
            let label = pos2(x, y + 14.0);
            let lines = told_paragraph(ui, label, room, row.label, Face::Body.at(14.0), p.ink, 17.0, LINES);
            figure.paint(painter, pos2(x + w, y + 14.0));
            y += if lines > 18.0 { lines - 14.0 } else { 0.0 };
            let bar = Rect::from_min_size(pos2(x, y + 19.0), vec2(w, 7.0));
            painter.rect_filled(bar, 0.0, p.sheet3);
            paint_bar(ui, bar, shares(&row).map(|share| share as f32), tones[i % tones.len()], i % 2 == 1, p);
            y += 32.0;
            rows.push(y - top);
        }
        y += 19.0;
    }
    Tall { rows, whole: y - top - 10.0 }
}

/// A bar filled to the first share, and hatched up to the second.
fn paint_bar(ui: &Ui, bar: Rect, [least, most]: [f32; 2], tone: Color32, striped: bool, p: &Palette) {
    let painter = ui.painter();
    let part = |from: f32, to: f32| {
        Rect::from_min_max(
            pos2(bar.left() + bar.width() * from, bar.top()),
            pos2(bar.left() + bar.width() * to, bar.bottom()),
        )
    };
    let (sure, open) = (part(0.0, least), part(least, most));
    painter.rect_filled(sure, 0.0, tone);
    if striped {
        inked(painter, |ink| strokes(ink, sure, 6.0, p.sheet));
    }
    if open.width() >= 1.0 {
        painter.rect_filled(open, 0.0, fade(tone, 0.22));
        inked(painter, |ink| strokes(ink, open, 4.0, tone));
        painter.rect_stroke(open, 0.0, (1.0, tone), egui::StrokeKind::Inside);
    }
}

/// Slanting strokes over a part of a bar.
fn strokes(ink: &mut Ink, part: Rect, apart: f32, colour: Color32) {
    let mut k = 3.0;
    while k < part.width() - 3.0 {
        ink.segment(part.left_bottom() + vec2(k, 0.0), part.left_top() + vec2(k + 4.0, 0.0), 1.0, colour);
        k += apart;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(least: u64, most: u64, out_of: u64) -> Span<'static> {
        Span { label: "", least, most, out_of }
    }

    #[test]
    fn a_range_is_told_from_its_least_to_its_most() {
        assert_eq!(figure(&row(4, 4, 9)), "44.4 %");
        assert_eq!(figure(&row(4, 9, 12)), "33.3 – 75.0 %");
        assert_eq!(figure(&row(0, 12, 12)), "0.0 – 100.0 %");
        assert_eq!(figure(&row(1000, 1001, 1_000_000)), "0.1 %", "what reads alike is said once");
    }

    #[test]
    fn what_has_no_room_is_cut_at_the_end_of_a_row() {
        let tall = Tall { rows: vec![100.0, 132.0, 164.0], whole: 173.0 };
        assert_eq!([200.0, 170.0, 150.0, 90.0].map(|room| tall.within(room)), [173.0, 164.0, 132.0, 90.0]);
    }

    #[test]
    fn bars_stay_within_their_frame() {
        assert_eq!(shares(&row(1, 1, 0)), [0.0, 0.0]);
        assert_eq!(shares(&row(u64::MAX, u64::MAX, 1)), [1.0, 1.0]);
        assert_eq!(shares(&row(3, 1, 4)), [0.75, 0.75]);
    }
}
