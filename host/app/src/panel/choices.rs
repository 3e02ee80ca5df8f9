//! The list over the decision bar, for decisions with more choices than there is room for buttons.

use super::Ask;
use super::control::{card, fitted};
use crate::draw::letter::{Face, Letters};
use crate::session::Session;
use crate::theme::Palette;
use egui::{Id, Key, Pos2, Rect, ScrollArea, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::Choice;

const WIDTH: f32 = 380.0;
const ROW: f32 = 32.0;
/// No more rows than this are seen at a time; the others are scrolled to.
const MOST: usize = 14;

/// Paints the list with its lower right corner at a point; whether it stays open.
pub fn list(
    ui: &Ui,
    corner: Pos2,
    choices: &[&Choice],
    session: &Session,
    p: &Palette,
    asks: &mut Vec<Ask>,
) -> bool {
    let tall = choices.len().min(MOST) as f32 * ROW + 12.0;
    let rect = Rect::from_min_max(corner - vec2(WIDTH, tall), corner);
    let mut open = !ui.input(|i| i.key_pressed(Key::Escape));
    crate::table::over(ui, rect, "choices", |ui| {
        card(ui.painter(), rect, p);
        let inner = rect.shrink(6.0);
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(inner));
        ScrollArea::vertical().auto_shrink(false).show(&mut child, |ui| {
            for (i, choice) in choices.iter().enumerate() {
                let (row, _) = ui.allocate_exact_size(vec2(inner.width(), ROW), Sense::hover());
                let response = ui.interact(row, Id::unique(("listed choice", &choice.id)), Sense::click());
                let details = session.details(&choice.id);
                let words = details.map_or_else(|| choice.id.clone(), |d| d.label.clone());
                response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, true, &words));
                if response.hovered() || response.has_focus() {
                    ui.painter().rect_filled(row, 0.0, p.chosen_tint);
                }
                let baseline = row.min + vec2(10.0, 21.0);
                fitted(ui.painter(), baseline, row.width() - 120.0, &words, Face::BodyMedium.at(15.0), p.ink);
                let cost = details.map(|d| d.cost.clone()).unwrap_or_default();
                let aside = if cost.is_empty() && i < 9 { (i + 1).to_string() } else { cost };
                Letters::new(aside, Face::BodyBold.at(13.0), p.ink2)
                    .right()
                    .paint(ui.painter(), pos2(row.right() - 10.0, baseline.y));
                if response.clicked() {
                    asks.push(Ask::Choose(choice.id.clone()));
                    open = false;
                }
            }
        });
    });
    open
}
