//! The dice of a table that is to be opened, and whether they can be taken back.

use crate::draw::letter::{Face, Letters};
use crate::panel::control::{headline, paragraph, radio, tick_box};
use crate::theme::Palette;
use egui::{Rect, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

/// What was chosen about luck so far.
#[derive(Default)]
pub struct Luck {
    typed: bool,
    text: String,
    /// Whether nothing is taken back past dice, what was shown, and another's decision.
    pub strict_undo: bool,
}

impl Luck {
    /// Paints the rows; gives where they end.
    pub fn ui(&mut self, ui: &mut Ui, x: f32, mut y: f32, w: f32, p: &Palette) -> f32 {
        headline(ui.painter(), pos2(x, y + 14.0), w, "Dice", "the same seed gives the same dice", p);
        y += 38.0;
        if radio(ui, pos2(x, y + 5.0), !self.typed, "random", "Random seed", p) {
            self.typed = false;
        }
        Letters::new("Random seed", Face::Body.at(15.0), p.ink).paint(ui.painter(), pos2(x + 24.0, y + 18.0));
        if radio(ui, pos2(x + 136.0, y + 5.0), self.typed, "typed", "Typed seed", p) {
            self.typed = true;
        }
        Letters::new("Typed:", Face::Body.at(15.0), p.ink).paint(ui.painter(), pos2(x + 160.0, y + 18.0));
        let field = Rect::from_min_size(pos2(x + 212.0, y - 1.0), vec2(180.0, 28.0));
        let edit = egui::TextEdit::singleline(&mut self.text)
            .hint_text("for example 18620406")
            .align(egui::Align2::LEFT_CENTER)
            .font(Face::Body.at(15.0));
        let response = ui.put(field, edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Seed of the dice"));
        if response.changed() {
            self.typed = true;
        }
        y += 40.0;
        if tick_box(ui, pos2(x, y), self.strict_undo, "Strict undo at this table", p) {
            self.strict_undo = !self.strict_undo;
        }
        let title = Letters::new("Strict undo at this table", Face::BodyMedium.at(15.0), p.ink);
        title.paint(ui.painter(), pos2(x + 24.0, y + 13.0));
        let words = "Nobody takes back what was rolled, drawn or shown, or past another’s decision; it stays so for the whole game.";
        y += 20.0;
        y + paragraph(
            ui.painter(),
            pos2(x + 24.0, y + 12.0),
            w - 24.0,
            words,
            Face::Body.at(13.8),
            p.ink2,
            17.0,
        ) + 12.0
    }

    /// The seed that was typed, if one is meant. What isn't a number is still a seed: its letters make one.
    pub fn seed(&self) -> Option<u128> {
        self.typed.then(|| {
            let digits: String = self.text.chars().filter(char::is_ascii_digit).collect();
            digits.parse().unwrap_or_else(|_| {
                self.text.bytes().fold(0u128, |s, b| s.wrapping_mul(131).wrapping_add(u128::from(b)))
            })
        })
    }
}
