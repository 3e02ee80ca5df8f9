//! What is said, for a while, where settings can't be kept: they hold until the window is closed, and no longer.

use super::control::{card, told_paragraph};
use crate::draw::letter::Face;
use crate::theme::Palette;
use egui::{Id, LayerId, Order, Rect, Sense, Ui, UiBuilder, WidgetInfo, accesskit::Role, pos2, vec2};

/// For how long it is said, in seconds.
const SAID: f64 = 10.0;

/// Why settings can't be kept.
pub struct Unkept {
    words: String,
    until: f64,
}

impl Unkept {
    /// Why, as the catalogue says it.
    pub fn new(ui: &Ui, why: &str) -> Self {
        let words = format!("The settings hold until the window is closed, and can’t be kept. {why}");
        Self { words, until: ui.input(|i| i.time) + SAID }
    }

    /// Paints it at the foot of the window, above everything; gives whether it is still to be said.
    pub fn ui(&self, ui: &mut Ui, p: &Palette) -> bool {
        let left = self.until - ui.input(|i| i.time);
        if left <= 0.0 {
            return false;
        }
        let screen = ui.ctx().content_rect();
        let layer = LayerId::new(Order::Tooltip, Id::unique("unkept"));
        let above = ui.new_child(UiBuilder::new().layer_id(layer).max_rect(screen));
        let size = vec2((screen.width() - 80.0).min(720.0), 60.0);
        let corner = pos2(screen.center().x - size.x / 2.0, screen.bottom() - size.y - 24.0);
        let rect = Rect::from_min_size(corner, size);
        card(above.painter(), rect, p);
        above.painter().rect_filled(Rect::from_min_size(rect.min, vec2(6.0, size.y)), 0.0, p.danger);
        let (at, font) = (rect.min + vec2(22.0, 25.0), Face::Body.at(15.0));
        told_paragraph(&above, at, size.x - 40.0, &self.words, font, p.ink, 19.0, 2);
        let response = above.interact(rect, Id::unique("unkept words"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Alert, true, &self.words));
        ui.ctx().request_repaint_after_secs(left as f32 + 0.1);
        true
    }
}
