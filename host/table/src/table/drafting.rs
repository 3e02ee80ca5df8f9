//! Secret drafts: choosing on one, taking choices back and doing them again. Drafts are no changes of the game until the
//! last seat has committed.

use muster_contract::Seat;

use crate::{
    drafts::DraftError,
    event::TableEvent,
    journal::EntryKind,
    messages::{Reach, RefusalCode, Refused},
};

use super::{Table, acting::refused_by_module, health::paused};

impl Table {
    /// Takes a choice on the seat's draft; after the last commit carries all drafts out.
    pub(super) fn draft(&mut self, seat: Seat, choice: &str) -> Result<(), Refused> {
        let before = self.live.draft_of(seat).map(|draft| draft.choices.clone()).unwrap_or_default();
        let chosen = self.live.choose_on_draft(seat, choice, self.system.module().id());
        match chosen.ok_or_else(paused)? {
            Ok(()) => {}
            Err(DraftError::Trouble(trouble)) => {
                let refused = self.pause_on(trouble);
                return Err(self.draft_back_to(seat, &before, refused));
            }
            Err(DraftError::Refused(refusal)) => {
                return Err(self.draft_back_to(seat, &before, refused_by_module(refusal)));
            }
        }
        let entries = vec![(EntryKind::Draft { seat, choice: choice.to_owned() }, None, Vec::new())];
        let done = match self.live.complete_group() {
            Some(action) => self.carry_out(action, entries, String::new()),
            None => self.write(entries).map(|()| {
                self.health.forget_failures();
                self.live.follow_on_draft(seat, choice);
                self.draft_changed(seat, false);
            }),
        };
        done.map_err(|refused| self.draft_back_to(seat, &before, refused))
    }

    fn draft_changed(&mut self, seat: Seat, was_committed: bool) {
        let committed = self.live.touch_draft(seat);
        self.log.announce(TableEvent::Draft { seat, open: committed != was_committed });
    }

    /// Brings a draft back to what it was before something that failed.
    fn draft_back_to(&mut self, seat: Seat, choices: &[String], refused: Refused) -> Refused {
        match self.live.redraw(seat, choices) {
            Ok(()) => refused,
            Err(trouble) => self.pause_on(trouble),
        }
    }

    /// Takes the last choices of the seat's draft back.
    pub(super) fn undo_draft(&mut self, seat: Seat, count: usize) -> Result<(), Refused> {
        self.write(vec![(EntryKind::DraftBack { seat, choices: count as u64 }, None, Vec::new())])?;
        match self.live.take_back_on_draft(seat, count).ok_or_else(paused)? {
            Ok(was_committed) => {
                self.draft_changed(seat, was_committed);
                self.resume_from_pause();
                Ok(())
            }
            Err(trouble) => Err(self.pause_on(trouble)),
        }
    }

    /// Chooses again on the draft, one by one; redoing the last choice commits like choosing it.
    pub(super) fn redo_draft(&mut self, seat: Seat, undone: &[String], reach: Reach) -> Result<(), Refused> {
        let count = if reach == Reach::Choice { 1 } else { undone.len() };
        if undone.is_empty() {
            return Err(Refused::new(RefusalCode::NothingToUndo, "nothing was taken back"));
        }
        for choice in undone.iter().rev().take(count) {
            self.act(seat, self.revision_of(seat), choice, None)?;
        }
        Ok(())
    }
}
