//! The bar over the board while the table doesn't answer: for how long, and the stop button.

use super::Ask;
use super::control::{Button, card};
use crate::draw::letter::{Face, Letters};
use crate::theme::Palette;
use egui::{Rect, Ui, pos2, vec2};

/// After so many seconds the bar comes up. Whatever a table does at once takes much less.
pub const PATIENCE: f64 = 0.5;

/// Paints the bar for a table that has been silent for so many seconds.
pub fn bar(ui: &mut Ui, board: Rect, seconds: f64, p: &Palette, asks: &mut Vec<Ask>) {
    if seconds <= PATIENCE {
        return;
    }
    let words = format!("The module has been thinking for {seconds:.0} s");
    let letters = Letters::new(words, Face::BodyMedium.at(15.0), p.ink);
    let width = letters.width(ui.painter()) + 130.0;
    let rect = Rect::from_center_size(pos2(board.center().x, board.top() + 84.0), vec2(width, 48.0));
    card(ui.painter(), rect, p);
    letters.paint(ui.painter(), pos2(rect.left() + 16.0, rect.center().y + 5.0));
    let stop = Rect::from_min_size(pos2(rect.right() - 96.0, rect.top() + 7.0), vec2(88.0, 34.0));
    if Button::new("Stop", "").primary().put(ui, stop, "stop", p).clicked() {
        asks.push(Ask::Stop);
    }
}
