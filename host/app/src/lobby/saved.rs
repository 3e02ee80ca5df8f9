//! The list of saved tables.

use super::ROW;
use crate::catalogue::SavedTable;
use crate::draw::letter::{Face, Letters};
use crate::panel::control::told;
use crate::theme::Palette;
use egui::{Id, ScrollArea, Sense, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

/// Paints a row for each table into all of the ui, which scrolls, and gives the one that was chosen.
pub(super) fn rows<'a>(ui: &mut Ui, tables: &[&'a SavedTable], p: &Palette) -> Option<&'a SavedTable> {
    let mut chosen = None;
    ui.spacing_mut().item_spacing = vec2(0.0, ROW - 40.0);
    ScrollArea::vertical().id_salt("saved").auto_shrink(false).show(ui, |ui| {
        let w = ui.available_width();
        for (i, table) in tables.iter().enumerate() {
            let row = ui.allocate_space(vec2(w, 40.0)).1;
            let response = ui.interact(row, Id::unique(("saved", i + 1)), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &table.title));
            if response.gained_focus() {
                response.scroll_to_me(None);
            }
            if ui.is_rect_visible(row) {
                let fill = if response.hovered() { p.sheet3 } else { p.sheet };
                ui.painter().rect(row, 0.0, fill, (1.0, p.rule), StrokeKind::Inside);
                let wide = Letters::new(&table.title, Face::Title.at(16.0), p.ink)
                    .paint(ui.painter(), pos2(row.left() + 14.0, row.top() + 25.0));
                let note = pos2(row.left() + wide + 44.0, row.top() + 25.0);
                let over = table.over.iter().map(|how| format!("Over. {how}"));
                let notes = std::iter::once(table.note.clone()).filter(|note| !note.is_empty()).chain(over);
                let words = notes.collect::<Vec<_>>().join("  \u{b7}  ");
                told(ui, note, w - wide - 58.0, &words, Face::Body.at(14.0), p.ink2);
            }
            if response.clicked() {
                chosen = Some(*table);
            }
        }
    });
    chosen
}
