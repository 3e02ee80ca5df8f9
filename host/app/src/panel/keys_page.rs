//! The page of keys: what each does, and another one for it.

use super::control::{focus_ring, headline, key_cap, link, paragraph, told};
use super::pages::{AROUND, scrolled, sheet};
use super::{Ask, overlay_key};
use crate::draw::letter::{Face, Letters};
use crate::keys::{Action, FIXED, Keys, Set, cap};
use crate::theme::Palette;
use egui::{Event, Id, Key, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::Description;

/// How tall a row is, and how far from the left the words begin.
const ROW: f32 = 27.0;
const WORDS: f32 = 118.0;
/// How tall is what stands over the rows, and what each heading takes.
const ABOVE: f32 = 66.0;
const HEADING: f32 = 44.0;

/// The page's state.
#[derive(Default)]
pub struct KeysPage {
    /// What the next key is to do.
    waiting: Option<Action>,
    /// What came of the last one.
    told: String,
}

impl KeysPage {
    /// Takes the key that was asked for before anything else hears it. Escape leaves things as they are.
    pub fn hear(&mut self, ui: &Ui, keys: &mut Keys, description: Option<&Description>) {
        let Some(action) = self.waiting else { return };
        let mut heard = None;
        ui.input_mut(|i| {
            i.events.retain(|event| match event {
                Event::Key { key, pressed, repeat, .. } => {
                    if *pressed && !repeat {
                        heard.get_or_insert(*key);
                    }
                    false
                }
                Event::Text(_) => false,
                _ => true,
            });
        });
        let Some(key) = heard else { return };
        if key != Key::Escape {
            let before = keys.clone();
            let set = keys.set(action, key);
            self.told = match set {
                Set::Done => format!("{} is set.", cap(key)),
                Set::Swapped(other) => {
                    format!(
                        "{} is set. It was for “{}”, which is {} now.",
                        cap(key),
                        brief(other),
                        cap(keys.of(other))
                    )
                }
                Set::Fixed => format!("{} always does the same. Press another key.", cap(key)),
            };
            // Who meant another can press that at once.
            if set == Set::Fixed {
                return;
            }
            // What the game lays over its board gives way.
            if let Some(description) = description {
                for (at, overlay) in description.overlays.iter().enumerate() {
                    let now = overlay_key(description, at, keys);
                    if now != overlay_key(description, at, &before) {
                        self.told += &format!(" “{}” is {now} now.", overlay.title);
                    }
                }
            }
        }
        self.waiting = None;
    }

    /// Paints the page.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        keys: &mut Keys,
        description: Option<&Description>,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let overlays: Vec<(String, &str)> = description
            .iter()
            .flat_map(|d| {
                d.overlays.iter().enumerate().map(|(i, one)| (overlay_key(d, i, keys), one.title.as_str()))
            })
            .collect();
        let own = if overlays.is_empty() { 0.0 } else { HEADING };
        let rows = Action::all().count() + FIXED.len() + overlays.len();
        let height = ABOVE + 2.0 * HEADING + own + rows as f32 * ROW + 16.0;
        let inner = sheet(ui, vec2(760.0, height + AROUND), "Help", p, asks);
        scrolled(ui, inner, height, p, |ui, inner| {
            let mut y = inner.top() + 14.0;
            let words = "What may be chosen is ringed in the accent colour: click it, or step to it with the keyboard. \
                 Anything else that you click tells why it can't be chosen now, with the rule. Nothing is lost when you close the window.";
            paragraph(
                ui.painter(),
                pos2(inner.left(), y),
                inner.width(),
                words,
                Face::Body.at(15.5),
                p.ink,
                20.0,
            );
            y = inner.top() + ABOVE;
            y = self.head(ui, inner, y, keys, p);
            for action in Action::all() {
                self.row(
                    ui,
                    Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), ROW)),
                    action,
                    keys,
                    p,
                );
                y += ROW;
            }
            y = heading(ui, inner, y, "Keys that stay", "", p);
            let fixed = FIXED.map(|(key, what)| (key.to_owned(), what));
            y = listed(ui, inner, y, &fixed, p);
            if !overlays.is_empty() {
                y = heading(ui, inner, y, "What this game lays over its board", "", p);
                listed(ui, inner, y, &overlays, p);
            }
        });
        if asks.contains(&Ask::ClosePage) {
            *self = Self::default();
        }
    }

    // The heading over the keys, with what came of the last change, and a way back to how they came.
    fn head(&mut self, ui: &mut Ui, inner: Rect, y: f32, keys: &mut Keys, p: &Palette) -> f32 {
        let right = if keys.is_delivered() { "press one, and then the key that is to do it" } else { "" };
        let below = heading(ui, inner, y, "Keys", right, p);
        if !keys.is_delivered() {
            let words = "as delivered";
            let width = Letters::new(words, Face::BodyMedium.at(13.5), p.focus).width(ui.painter());
            let at = pos2(inner.right() - width, below - HEADING + 16.0);
            if link(ui, at, words, 13.5, p.focus, "keys as delivered").0.clicked() {
                *keys = Keys::default();
                self.told = "All keys are as delivered.".to_owned();
            }
        }
        if !self.told.is_empty() {
            let at = pos2(inner.left() + WORDS, below - HEADING + 16.0);
            let room = inner.width() - WORDS - 110.0;
            told(ui, at, room, &self.told, Face::BodyItalic.at(14.0), p.ink2);
        }
        below
    }

    fn row(&mut self, ui: &mut Ui, rect: Rect, action: Action, keys: &Keys, p: &Palette) {
        let response = ui.interact(rect, Id::unique(("key row", action)), Sense::click());
        let (key, waits) = (cap(keys.of(action)), self.waiting == Some(action));
        response.widget_info(|| {
            let label = match waits {
                true => format!("Press the key for: {}", action.words()),
                false => format!("{key}: {}", action.words()),
            };
            WidgetInfo::selected(Role::Button, true, waits, label)
        });
        if waits || response.hovered() {
            ui.painter().rect_filled(rect, 0.0, if waits { p.chosen_tint } else { p.sheet2 });
        }
        let at = rect.min + vec2(4.0, 5.0);
        if waits {
            Letters::new("press a key", Face::BodyItalic.at(14.5), p.accent_text)
                .paint(ui.painter(), at + vec2(0.0, 13.5));
        } else {
            key_cap(ui.painter(), at, key, false, false, p);
        }
        let room = rect.width() - WORDS;
        let face = if waits { Face::BodyBold } else { Face::Body };
        told(ui, rect.min + vec2(WORDS, 18.5), room, action.words(), face.at(15.0), p.ink);
        focus_ring(ui, rect.shrink(2.0), &response, p);
        if response.clicked() {
            self.waiting = if waits { None } else { Some(action) };
            self.told.clear();
        }
    }
}

// What an action is called in a sentence: its words up to what is said beside them.
fn brief(action: Action) -> &'static str {
    let words = action.words();
    words.split([':', ';', ',', '(']).next().unwrap_or(words).trim()
}

fn heading(ui: &Ui, inner: Rect, y: f32, title: &str, right: &str, p: &Palette) -> f32 {
    headline(ui.painter(), pos2(inner.left(), y + 18.0), inner.width(), title, right, p);
    y + HEADING
}

// Keys that are only told of.
fn listed(ui: &Ui, inner: Rect, mut y: f32, keys: &[(String, &str)], p: &Palette) -> f32 {
    for (key, what) in keys {
        key_cap(ui.painter(), pos2(inner.left() + 4.0, y + 5.0), key, false, true, p);
        let room = inner.width() - WORDS;
        told(ui, pos2(inner.left() + WORDS, y + 18.5), room, what, Face::Body.at(15.0), p.ink);
        y += ROW;
    }
    y
}
