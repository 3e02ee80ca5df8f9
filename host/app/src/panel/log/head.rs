//! The head of the log: which entries it shows, and the field in which words are sought.

use super::Log;
use super::lay_out::{Filter, Row};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::keys::{Action, cap_of};
use crate::panel::control::{focus_ring, headline, inked, paragraph};
use crate::theme::Palette;
use egui::{
    CursorIcon, Id, Key, Modifiers, Pos2, Rect, Response, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2,
    vec2,
};

/// How tall the head is, and the field under it.
const HEAD: f32 = 40.0;
const FIELD: f32 = 34.0;
/// How far apart the filters stand.
const APART: f32 = 12.0;
/// How wide the signs at the right are.
const SIGN: f32 = 14.0;

/// What is sought in the log.
#[derive(Default)]
pub(super) struct Search {
    words: String,
    /// Whether the field has the keyboard, or is to get it.
    begins: bool,
    had_keys: bool,
}

impl Log {
    /// Opens the field in which words are sought, or goes to it.
    pub fn find(&mut self) {
        self.search.get_or_insert_default().begins = true;
    }

    /// Whether something is sought.
    pub fn is_searched(&self) -> bool {
        self.search.is_some()
    }

    /// What is sought, without capitals; empty if nothing is.
    pub(super) fn sought_words(&self) -> String {
        self.search.as_ref().map(|search| search.words.trim().to_lowercase()).unwrap_or_default()
    }

    /// Paints the head over the rows; gives where they begin.
    pub(super) fn head(&mut self, ui: &mut Ui, rect: Rect, p: &Palette) -> f32 {
        let (x, w) = (rect.left() + 16.0, rect.width() - 32.0);
        let baseline = rect.top() + 26.0;
        headline(ui.painter(), pos2(x, baseline), w, "Log", "", p);
        self.filters(ui, x + w, baseline, p);
        if self.search.is_none() {
            return rect.top() + HEAD;
        }
        self.field(ui, Rect::from_min_size(pos2(x, rect.top() + HEAD + 2.0), vec2(w, FIELD - 8.0)), p);
        rect.top() + HEAD + FIELD
    }

    fn filters(&mut self, ui: &mut Ui, right: f32, y: f32, p: &Palette) {
        let mut at = pos2(right - SIGN, y);
        let find = format!("Find in the log ({})", cap_of(ui, Action::Find));
        if sign(ui, at, self.search.is_some(), &find, symbol::loupe, p).clicked() {
            match self.search.take() {
                Some(_) => {}
                None => self.find(),
            }
        }
        at.x -= SIGN + APART;
        let marked = self.filter == Filter::Marked;
        if sign(ui, at, marked, "Log: Bookmarks", symbol::ribbon, p).clicked() {
            self.filter = if marked { Filter::All } else { Filter::Marked };
        }
        let filters = [
            (Filter::Losses, "Losses"),
            (Filter::Dice, "Dice"),
            (Filter::Battles, "Battles"),
            (Filter::All, "All"),
        ];
        for (filter, text) in filters {
            let on = self.filter == filter;
            let face = if on { Face::BodyBold } else { Face::Body };
            let letters = Letters::new(text, face.at(13.0), if on { p.ink } else { p.ink2 });
            let width = letters.width(ui.painter());
            at.x -= width + APART;
            let rect = Rect::from_min_size(at - vec2(5.0, 16.0), vec2(width + 10.0, 24.0));
            let response = ui.interact(rect, Id::unique(("log filter", text)), Sense::click());
            response
                .widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, format!("Log: {text}")));
            letters.paint(ui.painter(), at);
            if on {
                let under = Rect::from_min_size(at + vec2(0.0, 2.5), vec2(width, 2.0));
                ui.painter().rect_filled(under, 0.0, p.focus);
            }
            focus_ring(ui, rect.shrink(2.0), &response, p);
            if response.on_hover_cursor(CursorIcon::PointingHand).clicked() {
                self.filter = filter;
            }
        }
    }

    // The field in which words are sought; Escape shuts it.
    fn field(&mut self, ui: &mut Ui, rect: Rect, p: &Palette) {
        let found = self.rows.iter().filter(|row| matches!(row, Row::Entry { .. })).count();
        let Some(search) = &mut self.search else { return };
        // Whoever leaves it by Escape has left it in egui's eyes already.
        if search.had_keys && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape)) {
            self.search = None;
            return;
        }
        let count = match (search.words.trim().is_empty(), found) {
            (true, _) => String::new(),
            (false, found) => format!("{found} found"),
        };
        let letters = Letters::new(count, Face::Body.at(13.0), p.ink2).right();
        let room = letters.width(ui.painter());
        let edit = egui::TextEdit::singleline(&mut search.words)
            .hint_text("Words of the log")
            .align(egui::Align2::LEFT_CENTER)
            .font(Face::Body.at(14.5));
        let place =
            Rect::from_min_max(rect.min, rect.max - vec2(if room > 0.0 { room + 10.0 } else { 0.0 }, 0.0));
        let response = ui.put(place, edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Words of the log"));
        if std::mem::take(&mut search.begins) {
            response.request_focus();
        }
        search.had_keys = response.has_focus();
        letters.paint(ui.painter(), pos2(rect.right(), rect.center().y + 5.0));
    }

    /// Tells why there are no rows, where that isn't plain.
    pub(super) fn tell_of_nothing(&self, ui: &Ui, inner: Rect, p: &Palette) {
        if self.rows.iter().any(|row| !matches!(row, Row::Note(_))) {
            return;
        }
        let sought = !self.sought_words().is_empty();
        let words = if sought && self.filter == Filter::Marked {
            "None of the lines that are marked has these words.".to_owned()
        } else if sought {
            "Nothing in the log has these words.".to_owned()
        } else if self.filter == Filter::Marked {
            let key = cap_of(ui, Action::Mark);
            format!(
                "Nothing is marked yet. {key} marks what is looked at, and the ribbon before a line marks that."
            )
        } else {
            return;
        };
        let at = inner.min + vec2(16.0, 22.0);
        paragraph(ui.painter(), at, inner.width() - 32.0, &words, Face::BodyItalic.at(14.0), p.ink2, 18.0);
    }
}

// A sign among the filters, from its lower left corner.
fn sign(
    ui: &Ui,
    at: Pos2,
    on: bool,
    words: &str,
    draw: impl FnOnce(&mut crate::draw::ink::Ink, Rect, bool, egui::Color32),
    p: &Palette,
) -> Response {
    let rect = Rect::from_min_size(at - vec2(0.0, 11.5), Vec2::splat(SIGN));
    let response = ui.interact(rect.expand2(vec2(5.0, 6.0)), Id::unique(("log sign", words)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, on, words));
    let colour = if on || response.hovered() { p.ink } else { p.ink2 };
    inked(ui.painter(), |ink| draw(ink, rect, on, colour));
    if on {
        let under = Rect::from_min_size(at + vec2(0.0, 2.5), vec2(SIGN, 2.0));
        ui.painter().rect_filled(under, 0.0, p.focus);
    }
    focus_ring(ui, rect.expand(1.0), &response, p);
    response.on_hover_text(words).on_hover_cursor(CursorIcon::PointingHand)
}
