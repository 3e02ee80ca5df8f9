//! A module that somebody opened the bundle of: it is added if the person wants it.

use crate::catalogue::{Addition, Catalogue};
use crate::draw::letter::{Face, Letters};
use crate::first::Offer;
use crate::panel::control::{Button, card, lines, told_paragraph};
use crate::theme::{Palette, fade};
use egui::{Color32, Id, Key, Rect, Sense, Ui, pos2, vec2};

const SAFE: &str = "It runs in a sandbox: it can’t reach your files or the network. It is copied to where Muster looks for modules.";
const UNDER_WAY: &str = "It is being looked at and compiled …";

/// A bundle's module, and whether the person wants it.
pub(super) struct Offered {
    offer: Offer,
    wanted: bool,
}

impl From<Offer> for Offered {
    fn from(offer: Offer) -> Self {
        Self { offer, wanted: false }
    }
}

impl Offered {
    /// Paints it over all of the ui. Gives whether it is over.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        whole: Rect,
        catalogue: &mut dyn Catalogue,
        p: &Palette,
    ) -> bool {
        let state = if self.wanted { catalogue.addition() } else { Addition::None };
        if self.wanted && state == Addition::None {
            return true;
        }
        let (under_way, refused) = match &state {
            Addition::None => (false, false),
            Addition::UnderWay => (true, false),
            Addition::Refused(_) => (false, true),
        };
        let mut paragraphs: Vec<(&str, Color32)> =
            self.offer.about.iter().map(|words| (words.as_str(), p.ink)).collect();
        match &state {
            Addition::None => paragraphs.push((SAFE, p.ink2)),
            Addition::UnderWay => paragraphs.push((UNDER_WAY, p.ink2)),
            Addition::Refused(why) => paragraphs.push((why, p.danger)),
        }
        let heading = if refused { "The module isn’t added" } else { "Add this module?" };
        let edge = if refused { p.danger } else { p.wax };
        let rect = self.paint(ui, whole, (heading, edge), &paragraphs, p);
        let button =
            |at: f32, width: f32| Rect::from_min_size(pos2(at, rect.bottom() - 56.0), vec2(width, 40.0));
        if under_way {
            return false;
        }
        let left = ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape));
        let words = if refused { "Close" } else { "Not now" };
        let close = button(rect.right() - 152.0, 120.0);
        if Button::new(words, "Esc").put(ui, close, "leave module", p).clicked() || left {
            return true;
        }
        let add = button(rect.left() + 32.0, 150.0);
        if !refused && Button::new("Add it", "").put(ui, add, "add offered module", p).clicked() {
            self.wanted = true;
            catalogue.add_module(&self.offer.path);
        }
        false
    }

    /// Paints the card with its words, and gives where it is.
    fn paint(
        &self,
        ui: &Ui,
        whole: Rect,
        (heading, edge): (&str, Color32),
        paragraphs: &[(&str, Color32)],
        p: &Palette,
    ) -> Rect {
        let font = || Face::Body.at(15.5);
        let width = 640.0f32.min(whole.width() - 40.0);
        let height = |words: &str| lines(ui.painter(), words, font(), width - 80.0) as f32 * 20.0 + 8.0;
        let high: f32 = paragraphs.iter().map(|(words, _)| height(words)).sum();
        let rect = Rect::from_center_size(whole.center(), vec2(width, 176.0 + high));
        ui.painter().rect_filled(whole, 0.0, fade(Color32::BLACK, 0.4));
        ui.interact(whole, Id::unique("offer veil"), Sense::click());
        card(ui.painter(), rect, p);
        ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(6.0, rect.height())), 0.0, edge);
        let at = |y: f32| rect.min + vec2(32.0, y);
        Letters::new(heading, Face::Body.at(14.5), p.ink2).paint(ui.painter(), at(32.0));
        Letters::new(&self.offer.title, Face::Title.at(24.0), p.ink)
            .within(width - 64.0)
            .paint(ui.painter(), at(62.0));
        let mut y = 92.0;
        for (words, ink) in paragraphs {
            told_paragraph(ui, at(y), width - 80.0, words, font(), *ink, 20.0, 20);
            y += height(words);
        }
        rect
    }
}
