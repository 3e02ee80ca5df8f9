//! The curtain between two persons at one screen.

use egui::{Rect, Ui, pos2};

use super::{TableScreen, over};
use crate::panel::decision::{self, DecisionBar};
use crate::panel::{Ask, pages};
use crate::theme::Palette;

impl TableScreen {
    // Another of the persons at this screen is asked, and there is something the two may not both see.
    pub(super) fn curtain_needed(&mut self) -> bool {
        let Some(asked) = self.session.waited_for() else { return false };
        if self.session.seat == Some(asked) && self.behind == self.session.seat {
            return false;
        }
        if self.humans() > 1 && self.behind != Some(asked) {
            // At a table that was opened again nobody is known to sit here yet, and what there is to hide isn't seen yet.
            if self.session.view.is_none() {
                return false;
            }
            if self.session.secrets() {
                return true;
            }
        }
        self.behind = Some(asked);
        self.session.look_from(Some(asked));
        false
    }

    pub(super) fn curtain(&mut self, ui: &mut Ui, whole: Rect, p: &Palette, asks: &mut Vec<Ask>) {
        let Some(asked) = self.session.waited_for() else { return };
        let seats = self.session.standing.as_ref().map(|s| s.seats.clone()).unwrap_or_default();
        let Some(seat) = seats.iter().find(|s| s.seat == asked) else { return };
        // What one of them was asked is not for the other. That the window is being closed is asked before the curtain: it tells
        // nothing of the game.
        self.bar.confirming.take_if(|asked| asked.ask != Ask::CloseWindow);
        let question = self.bar.confirming.is_some();
        if question {
            let foot = Rect::from_min_max(pos2(whole.left(), whole.bottom() - decision::HEIGHT), whole.max);
            let bar = &mut self.bar;
            over(ui, foot, "question", |ui| bar.asks_back(ui, p, asks));
            match ui.input(|i| (i.key_pressed(egui::Key::Enter), i.key_pressed(egui::Key::Escape))) {
                (true, _) => asks.extend(self.bar.confirming.as_ref().map(|asked| asked.ask.clone())),
                (_, true) => self.bar.confirming = None,
                _ => {}
            }
        }
        if pages::curtain(ui, (&seat.name, &seat.side), question, &self.description, p) {
            self.behind = Some(asked);
            // What was asked and opened before was the other's.
            for field in &mut self.fields {
                (field.answer, field.looked_at) = (None, None);
                field.shut();
            }
            (self.bar, self.notice) = (DecisionBar::default(), None);
            self.session.look_from(Some(asked));
            self.catch_up(asked);
        }
    }
}
