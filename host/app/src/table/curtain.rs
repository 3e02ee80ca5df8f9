//! The curtain between two persons at one screen.

use egui::text_edit::TextEditState;
use egui::{Context, Event, Key, Rect, Ui, pos2};

use super::hearing::Notice;
use super::{TableScreen, over};
use crate::panel::decision::{self, DecisionBar};
use crate::panel::pages::Pages;
use crate::panel::replay::Replay;
use crate::panel::{Ask, busy, curtain};
use crate::theme::Palette;
use muster_contract::Seat;

/// How long the curtain hangs before it can be lifted, in seconds: until it has been seen.
const SEEN: f64 = 0.5;

/// What stands between the table and whoever is before the screen.
pub(super) enum Between {
    /// Nothing.
    Nothing,
    /// The curtain, until this seat lifts it.
    Curtain(Seat),
    /// Nobody is known to sit here yet, nor whether there is anything to hide.
    Unknown,
}

impl TableScreen {
    /// Another of the persons at this screen is asked: unless nothing differs for them, the curtain is drawn.
    pub(super) fn between(&mut self, ctx: &Context, now: f64) -> Between {
        // Where nobody is known to sit here, the first has to: what the table shows is one seat's.
        let nobody = self.humans() > 1 && self.behind.is_none();
        let first = self.session.eyes.first().copied().filter(|_| nobody);
        let Some(asked) = self.session.waited_for().or(first) else { return Between::Nothing };
        if self.humans() > 1 && self.behind != Some(asked) {
            if self.session.standing.is_none() {
                return Between::Unknown;
            }
            match self.session.sees_the_same() {
                Some(true) => {}
                Some(false) => return Between::Curtain(asked),
                // Whoever is known to sit here looks on meanwhile.
                None if self.behind.is_some() => return Between::Nothing,
                None => return Between::Unknown,
            }
        }
        self.hung = None;
        if self.session.seat != Some(asked) {
            self.sit_down(ctx, asked, now);
        }
        self.behind = Some(asked);
        Between::Nothing
    }

    /// Paints nothing of the table, while it isn't known who sits before it.
    pub(super) fn unknown(&self, ui: &mut Ui, whole: Rect, p: &Palette, now: f64, asks: &mut Vec<Ask>) {
        ui.painter().rect_filled(whole, 0.0, p.head);
        busy::bar(ui, whole, self.session.kept_waiting(now), p, asks);
    }

    pub(super) fn curtain(
        &mut self,
        ui: &mut Ui,
        whole: Rect,
        asked: Seat,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let seats = self.session.standing.as_ref().map(|s| s.seats.clone()).unwrap_or_default();
        let Some(seat) = seats.iter().find(|s| s.seat == asked) else { return };
        // A key that has been held down since before the curtain fell doesn't lift it, nor does one that was meant for what was
        // there before it.
        let repeated = |event: &Event| matches!(event, Event::Key { repeat: true, .. });
        ui.input_mut(|i| i.events.retain(|event| !repeated(event)));
        let now = ui.input(|i| i.time);
        let hung = *self.hung.get_or_insert(now);
        // What nobody can read yet doesn't grow old.
        if let Some(notice) = &mut self.notice {
            notice.at = now;
        }
        // What one of them was asked is not for the other. That the window is being closed is asked before the curtain: it tells
        // nothing of the game.
        self.bar.confirming.take_if(|asked| asked.ask != Ask::CloseWindow);
        let question = self.bar.confirming.is_some();
        if question {
            let foot = Rect::from_min_max(pos2(whole.left(), whole.bottom() - decision::HEIGHT), whole.max);
            let bar = &mut self.bar;
            over(ui, foot, "question", |ui| bar.asks_back(ui, p, asks));
            match ui.input(|i| (i.key_pressed(Key::Enter), i.key_pressed(Key::Escape))) {
                (true, _) => asks.extend(self.bar.confirming.as_ref().map(|asked| asked.ask.clone())),
                (_, true) => self.bar.confirming = None,
                _ => {}
            }
        }
        if curtain::ui(ui, (&seat.name, &seat.side), question, &self.description, p) && now - hung > SEEN {
            (self.behind, self.hung) = (Some(asked), None);
            self.sit_down(ui.ctx(), asked, now);
        }
    }

    /// A seat looks from now on. What was asked, opened and shown before was for the eyes before.
    fn sit_down(&mut self, ctx: &Context, seat: Seat, now: f64) {
        // With what was typed goes what can be undone of it.
        ctx.data_mut(|data| data.remove_by_type::<TextEditState>());
        for field in &mut self.fields {
            (field.answer, field.looked_at) = (None, None);
            field.shut();
        }
        (self.bar, self.replay, self.pages) = (DecisionBar::default(), Replay::default(), Pages::default());
        (self.carrying, self.to_carry) = (None, None);
        (self.next, self.chosen_at, self.traced) = (None, None, None);
        self.chances = Default::default();
        self.notice.take_if(|notice| notice.seat.is_some());
        if let Some(text) = self.unread.remove(&seat) {
            self.notice = Some(Notice { text, at: now, seat: Some(seat) });
        }
        match self.session.seat {
            Some(before) if before != seat => {
                self.keep_looks(before);
                self.session.look_from(Some(seat));
                self.look_as_before(seat);
            }
            _ => self.session.look_from(Some(seat)),
        }
        self.catch_up(seat);
    }
}
