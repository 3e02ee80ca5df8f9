//! The curtain between two persons at one screen.

use super::control::{Button, inked};
use super::{livery, side_name};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::theme::Palette;
use egui::{Id, Rect, Sense, Ui, vec2};
use muster_contract::Description;

/// Paints the curtain, opaque from its first frame. Gives whether it was lifted, which it can't be while something is asked before
/// it.
pub fn ui(
    ui: &mut Ui,
    (name, side): (&str, &str),
    asked: bool,
    description: &Description,
    p: &Palette,
) -> bool {
    let whole = ui.ctx().content_rect();
    ui.painter().rect_filled(whole, 0.0, p.head);
    ui.interact(whole, Id::unique("curtain"), Sense::click_and_drag());
    let livery = livery(description, p, Some(side));
    let middle = whole.center();
    inked(ui.painter(), |ink| {
        symbol::flag(ink, &livery, middle - vec2(0.0, 110.0), 74.0);
        symbol::draw(ink, "infantry", middle - vec2(0.0, 110.0), 44.0, livery.on_body, livery.body, 0);
    });
    let words = format!("{}, please", side_name(description, side));
    Letters::new(words, Face::Title.at(40.0), p.cream)
        .middle()
        .paint(ui.painter(), middle + vec2(0.0, -10.0));
    let words = match name {
        "" => "The other one looks away.".into(),
        "you" => "Sit down; the other one looks away.".into(),
        name => format!("{name} sits down; the other one looks away."),
    };
    Letters::new(words, Face::Prompt.at(21.0), p.cream2)
        .middle()
        .paint(ui.painter(), middle + vec2(0.0, 28.0));
    if asked {
        return false;
    }
    let rect = Rect::from_center_size(middle + vec2(0.0, 90.0), vec2(240.0, 48.0));
    let pressed =
        Button::new("Lift the curtain", "Enter").primary().put(ui, rect, "curtain button", p).clicked();
    pressed || ui.input(|i| i.key_pressed(egui::Key::Enter))
}
