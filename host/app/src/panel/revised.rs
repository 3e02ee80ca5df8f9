//! The bar over the board after the scenario's files were changed in the middle of a game.

use super::Ask;
use super::control::{Button, card};
use crate::draw::letter::{Face, Letters};
use crate::theme::Palette;
use egui::{Rect, Ui, pos2, vec2};

/// Paints the bar, and says where it lies.
pub fn bar(ui: &mut Ui, board: Rect, p: &Palette, asks: &mut Vec<Ask>) -> Rect {
    let width = 640.0f32.min(board.width() - 20.0);
    let rect = Rect::from_center_size(pos2(board.center().x, board.bottom() - 96.0), vec2(width, 82.0));
    card(ui.painter(), rect, p);
    let words = "The scenario's files have changed. This game goes on as it was set up.";
    Letters::new(words, Face::BodyMedium.at(15.0), p.ink).paint(ui.painter(), rect.min + vec2(16.0, 26.0));
    let mut x = rect.left() + 16.0;
    let mut button = |words: &str, width: f32, ask: Ask| {
        let area = Rect::from_min_size(pos2(x, rect.top() + 38.0), vec2(width, 32.0));
        x += width + 10.0;
        if Button::new(words, "").put(ui, area, words, p).clicked() {
            asks.push(ask);
        }
    };
    button("Start again", 120.0, Ask::BeginAgain { replay: false });
    button("Replay as far as legal", 190.0, Ask::BeginAgain { replay: true });
    button("Leave it", 100.0, Ask::LeaveRevised);
    rect
}
