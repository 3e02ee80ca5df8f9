//! What went wrong when a table was to be opened.

use crate::catalogue::{SavedTable, Unopened};
use crate::draw::letter::{Face, Letters};
use crate::panel::control::{Button, card, paragraph};
use crate::panel::with_capital;
use crate::theme::{Palette, fade};
use egui::{Color32, Id, Rect, Sense, Ui, pos2, vec2};

/// Said where a journal is damaged and something of it stands.
const STANDS: &str = "What comes before can be played on from. The file as it is stays beside it.";

const HEADING: &str = "The table can’t be opened";

/// Why a table wasn't opened.
pub struct Trouble {
    heading: String,
    words: String,
    /// The saved table, if something stands of its damaged journal.
    pub(super) stands: Option<SavedTable>,
}

/// What a person said to it.
pub(super) enum Answer {
    /// Nothing yet.
    None,
    /// That it was read.
    Close,
    /// That what stands is to be gone on with.
    PlayOn,
}

/// Words as a sentence: they end with a stop, and begin with a capital, if they don't begin with the name of a file.
fn sentence(words: &str) -> String {
    let is_name = words.split(' ').next().is_some_and(|word| word.contains(['/', '\\', '.']));
    let begun = if is_name { words.to_owned() } else { with_capital(words) };
    let stop = if words.ends_with(['.', '!', '?', '\u{2026}']) || words.is_empty() { "" } else { "." };
    format!("{begun}{stop}")
}

impl From<String> for Trouble {
    fn from(words: String) -> Self {
        Self { heading: HEADING.to_owned(), words, stands: None }
    }
}

impl Trouble {
    /// Of this saved table.
    pub fn of(why: Unopened, table: SavedTable) -> Self {
        Self { stands: Some(table).filter(|_| why.stands), ..Self::from(why.words) }
    }

    /// Of a file that is no table, with why.
    pub fn of_file(name: &str, why: String) -> Self {
        Self { heading: format!("{name} can’t be opened"), ..Self::from(why) }
    }

    pub(super) fn ui(&self, ui: &mut Ui, whole: Rect, p: &Palette) -> Answer {
        let words = match &self.stands {
            Some(_) => format!("{} {STANDS}", sentence(&self.words)),
            None => sentence(&self.words),
        };
        let width = 640.0f32.min(whole.width() - 40.0);
        let text = ui.painter().layout(words.clone(), Face::Body.at(15.5), p.ink, width - 80.0);
        let rect = Rect::from_center_size(whole.center(), vec2(width, 150.0 + text.size().y));
        ui.painter().rect_filled(whole, 0.0, fade(Color32::BLACK, 0.4));
        ui.interact(whole, Id::unique("trouble veil"), Sense::click());
        card(ui.painter(), rect, p);
        ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(6.0, rect.height())), 0.0, p.danger);
        Letters::new(&self.heading, Face::Title.at(24.0), p.danger)
            .within(width - 64.0)
            .paint(ui.painter(), rect.min + vec2(32.0, 46.0));
        let at = rect.min + vec2(32.0, 78.0);
        paragraph(ui.painter(), at, width - 80.0, &words, Face::Body.at(15.5), p.ink, 20.0);
        let button =
            |at: f32, width: f32| Rect::from_min_size(pos2(at, rect.bottom() - 56.0), vec2(width, 40.0));
        let close = button(rect.right() - 152.0, 120.0);
        if Button::new("Close", "Esc").put(ui, close, "close trouble", p).clicked() {
            return Answer::Close;
        }
        let on = button(rect.left() + 32.0, 190.0);
        if self.stands.is_some() && Button::new("Play on from there", "").put(ui, on, "play on", p).clicked()
        {
            return Answer::PlayOn;
        }
        Answer::None
    }
}
