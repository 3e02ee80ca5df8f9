//! What is asked back before it is done: what can't be taken back, departs from plain play, or loses something.

use super::TableScreen;
use crate::panel::Ask;
use crate::panel::decision::Confirming;
use crate::panel::field::{overlay_of, place_of};
use egui::Ui;
use muster_contract::Target;

/// For so many seconds clicks on a table that has just come choose nothing: longer than between two clicks of one go.
const EARLY: f64 = 0.5;

/// What is lost where a text isn't saved.
const UNSAVED: &str = "A script in the workbench isn’t saved, and what was written in it is lost. Go on?";

impl TableScreen {
    /// A click that comes right after the table does was meant for what stood there before: the second one of two, say.
    pub(super) fn forget_early_clicks(&mut self, ui: &Ui, asks: &mut Vec<Ask>) {
        let (now, clicked) = ui.input(|i| (i.time, i.pointer.any_click()));
        let since = *self.since.get_or_insert(now);
        if clicked && now - since < EARLY {
            asks.retain(|ask| !matches!(ask, Ask::Choose(_) | Ask::Undo { .. } | Ask::Redo(_)));
        }
    }

    // A choice with a warning is asked about once.
    pub(super) fn choose(&mut self, id: &str) {
        let warning = self.session.details(id).and_then(|d| d.warning.clone());
        if !self.is_confirmed(Ask::Choose(id.to_owned()), warning) {
            return;
        }
        let choice = self.session.choices().find(|c| c.id == id).cloned();
        if let Some(choice) = choice {
            // Who chooses takes it from the bot's hands.
            self.session.put_advice_away();
            if let Some(place) = place_of(&choice.target, self.session.shown()) {
                self.chosen_at = Some(place);
            }
            self.session.act(&choice);
        }
        self.turn_start = false;
    }

    /// Asks what can be seen from a place, or where a unit can go, if the module can say it.
    pub(super) fn look_up(&mut self, of: &Target) {
        if let Some(overlay) = overlay_of(of, &self.description) {
            self.session.look_up(overlay, of);
        }
    }

    // Taking back what dice, others or the table's rules bar is asked about, however it was asked for: it stays marked.
    pub(super) fn take_back(&mut self, ask: Ask) {
        let Ask::Undo { reach, beyond } = ask else { return };
        let question = beyond.then(|| {
            let undo = &self.session.undo;
            let what = undo.beyond.as_ref().map(|back| back.text.clone()).unwrap_or_default();
            let why = undo.why_not.as_ref().map(|why| format!(", though {why}")).unwrap_or_default();
            format!("Take back {what}{why}? The table stays marked, and the game isn’t counted.")
        });
        if self.is_confirmed(ask, question) {
            self.session.put_advice_away();
            self.session.take_back(reach, beyond);
        }
    }

    /// Whether the table may be left, or the window closed, which is asked about where a text isn't saved.
    pub(super) fn may_go(&mut self, ask: Ask) -> bool {
        let question = self.workbench.is_unsaved().then(|| UNSAVED.to_owned());
        self.is_confirmed(ask, question)
    }

    /// Whether the window may be closed. Where something would be lost that is asked first; whoever closes it again has said so.
    pub fn may_close(&mut self) -> bool {
        let may = self.may_go(Ask::CloseWindow);
        if !may {
            // The question stands under whatever is open.
            self.pages.open = None;
        }
        may
    }

    /// Whether this is kept from being done by a question that it isn't the answer to: whatever is beneath a question waits for it.
    pub(super) fn waits_for_answer(&self, ask: &Ask) -> bool {
        let game = matches!(ask, Ask::Choose(_) | Ask::Undo { .. } | Ask::Redo(_));
        game && self.bar.confirming.as_ref().is_some_and(|confirming| confirming.ask != *ask)
    }

    // Whether it needs no question, or was asked about and is wanted.
    fn is_confirmed(&mut self, ask: Ask, question: Option<String>) -> bool {
        let confirmed = self.bar.confirming.take().is_some_and(|confirming| confirming.ask == ask);
        match question.filter(|_| !confirmed) {
            None => true,
            Some(question) => {
                self.bar.confirming = Some(Confirming { ask, question });
                false
            }
        }
    }
}
