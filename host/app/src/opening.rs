//! A saved table that is being opened: its journal is played again beside the window.

use crate::catalogue::SavedTable;
use crate::draw::letter::{Face, Letters};
use crate::panel::control::{Button, card};
use crate::panel::workbench;
use crate::theme::{Palette, fade};
use egui::{Color32, Id, Key, Rect, Sense, Ui, pos2, vec2};
use muster_table::Playing;
use std::time::Duration;

/// For so many seconds nothing is said of it: most tables are open by then.
const SOON: f64 = 0.3;

/// A saved table whose journal is played again.
pub struct Opening {
    /// The table.
    pub table: SavedTable,
    /// Where a person was at the table before, and some words about this one.
    pub before: Option<(workbench::Page, Option<String>)>,
    playing: Playing,
    since: Option<f64>,
}

impl Opening {
    /// Of this table.
    pub fn new(table: SavedTable, playing: Playing) -> Self {
        Self { table, before: None, playing, since: None }
    }

    /// Paints how far it is over all of the ui. Gives whether somebody wants to wait no longer; then it is broken off.
    pub fn ui(&mut self, ui: &mut Ui, p: &Palette) -> bool {
        let now = ui.input(|i| i.time);
        let since = *self.since.get_or_insert(now);
        ui.ctx().request_repaint_after(Duration::from_millis(100));
        let whole = ui.max_rect();
        ui.interact(whole, Id::unique("opening veil"), Sense::click());
        let mut left = ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape));
        if now - since > SOON {
            left |= self.paint(ui, whole, p);
        }
        if left {
            self.playing.break_off();
        }
        left
    }

    fn paint(&self, ui: &mut Ui, whole: Rect, p: &Palette) -> bool {
        let (played, entries) = self.playing.so_far();
        let words = match entries {
            0 => "The journal is read".to_owned(),
            _ => format!("{played} of {entries} choices are played again"),
        };
        ui.painter().rect_filled(whole, 0.0, fade(Color32::BLACK, 0.4));
        let rect = Rect::from_center_size(whole.center(), vec2(560.0f32.min(whole.width() - 40.0), 170.0));
        card(ui.painter(), rect, p);
        let title = if self.table.title.is_empty() { "A table" } else { &self.table.title };
        let room = rect.width() - 64.0;
        let at = |y: f32| rect.min + vec2(32.0, y);
        Letters::new(format!("{title} is opened"), Face::Title.at(22.0), p.ink)
            .within(room)
            .paint(ui.painter(), at(42.0));
        Letters::new(words, Face::Body.at(15.0), p.ink2).within(room).paint(ui.painter(), at(72.0));
        let bar = Rect::from_min_size(at(84.0), vec2(room, 8.0));
        ui.painter().rect_filled(bar, 0.0, p.sheet3);
        let share = played as f32 / entries.max(1) as f32;
        ui.painter().rect_filled(Rect::from_min_size(bar.min, vec2(room * share, 8.0)), 0.0, p.ink2);
        let button = Rect::from_min_size(pos2(rect.right() - 152.0, rect.bottom() - 56.0), vec2(120.0, 40.0));
        Button::new("Cancel", "Esc").put(ui, button, "break off", p).clicked()
    }
}
