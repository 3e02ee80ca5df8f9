//! The list of saved tables.

use crate::catalogue::SavedTable;
use crate::draw::letter::{Face, Letters};
use crate::measure::texts;
use crate::panel::control::{lines, paragraph};
use crate::theme::Palette;
use egui::{Id, ScrollArea, Sense, StrokeKind, Ui, WidgetInfo, accesskit::Role, vec2};

/// The gap under a row.
const GAP: f32 = 4.0;

/// A row of a table: its title and what is said of it beside that, or under it where there is no room.
struct Row {
    notes: String,
    /// Where the notes begin: to the right of the title, or under it, with how many lines.
    wide: f32,
    lines: usize,
    /// How tall the further lines of a long title are.
    more: f32,
}

/// The air at each side of a row's words.
const SIDE: f32 = 14.0;
const NOTE: f32 = 14.0;
/// How far apart the lines of a title are.
const TITLE: f32 = 20.0;

impl Row {
    fn of(ui: &Ui, table: &SavedTable, w: f32, p: &Palette) -> Self {
        let over = table.over.iter().map(|how| format!("Over. {how}"));
        let notes = std::iter::once(table.note.clone()).filter(|note| !note.is_empty()).chain(over);
        let notes = notes.collect::<Vec<_>>().join("  \u{b7}  ");
        let title = Letters::new(&table.title, Face::Title.at(16.0), p.ink).width(ui.painter());
        let wide = Letters::new(&notes, Face::Body.at(NOTE), p.ink).width(ui.painter());
        let room = w - 2.0 * SIDE;
        if title + 30.0 + wide <= room {
            return Self { notes, wide: title + 30.0, lines: 0, more: 0.0 };
        }
        let under = lines(ui.painter(), &notes, Face::Body.at(NOTE), room);
        let title = lines(ui.painter(), &table.title, Face::Title.at(16.0), room);
        Self { notes, wide: 0.0, lines: under, more: title.saturating_sub(1) as f32 * TITLE }
    }

    fn height(&self) -> f32 {
        40.0 + self.more + 18.0 * self.lines as f32
    }
}

/// How tall the first so many rows are, with the gaps between them.
pub(super) fn height(ui: &Ui, tables: &[&SavedTable], w: f32, rows: usize, p: &Palette) -> f32 {
    tables.iter().take(rows).map(|table| Row::of(ui, table, w, p).height() + GAP).sum()
}

/// Paints a row for each table into all of the ui, which scrolls, and gives the one that was chosen.
pub(super) fn rows<'a>(ui: &mut Ui, tables: &[&'a SavedTable], p: &Palette) -> Option<&'a SavedTable> {
    let mut chosen = None;
    ui.spacing_mut().item_spacing = vec2(0.0, GAP);
    ScrollArea::vertical().id_salt("saved").auto_shrink(false).show(ui, |ui| {
        texts::scrolled(ui);
        let w = ui.available_width();
        for (i, table) in tables.iter().enumerate() {
            let words = Row::of(ui, table, w, p);
            let row = ui.allocate_space(vec2(w, words.height())).1;
            let response = ui.interact(row, Id::unique(("saved", i + 1)), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &table.title));
            if response.gained_focus() {
                response.scroll_to_me(None);
            }
            if ui.is_rect_visible(row) {
                let fill = if response.hovered() { p.sheet3 } else { p.sheet };
                ui.painter().rect(row, 0.0, fill, (1.0, p.rule), StrokeKind::Inside);
                let (at, room) = (row.min + vec2(SIDE, 25.0), w - 2.0 * SIDE);
                paragraph(ui.painter(), at, room, &table.title, Face::Title.at(16.0), p.ink, TITLE);
                let under = words.more + if words.lines > 0 { 20.0 } else { 0.0 };
                let (at, font) = (at + vec2(words.wide, under), Face::Body.at(NOTE));
                paragraph(ui.painter(), at, room - words.wide, &words.notes, font, p.ink2, 18.0);
            }
            if response.clicked() {
                chosen = Some(*table);
            }
        }
    });
    chosen
}
