//! Trouble: whatever fails, the table stands on its last good state, dice included; and another build of the
//! module can take over from there.

use muster_contract::Trouble;

use crate::{
    action::draft_back_entries,
    event::TableEvent,
    journal::JournalError,
    messages::{Pause, RefusalCode, Refused},
};

use super::Table;

impl Table {
    /// Goes back to the last good state after a refusal that may have left traces. Drafts are forks of that very
    /// state and stay.
    pub(super) fn restore_good_state(&mut self, refused: Refused) -> Refused {
        match self.live.restore_good_state(self.system.module().as_ref()) {
            Ok(()) => refused,
            Err(trouble) => self.pause_on(trouble),
        }
    }

    /// The module failed: its game and the forks of it are thrown away, and the table pauses on the last good state,
    /// dice included.
    pub(crate) fn pause_on(&mut self, trouble: Trouble) -> Refused {
        self.live.drop_game();
        self.live.forget_past();
        let is_of_rule = trouble.is_of_rule();
        let pause = self.health.count_failure(trouble);
        // Its message can give away what not every seat may know, and so can a rule's name and that of its function.
        let (module, disabled) = (pause.untold().module, pause.disabled);
        let call = if is_of_rule { "" } else { pause.call.as_str() };
        tracing::error!(
            module,
            version = self.build().version,
            call,
            disabled,
            "a module failed, and its table is paused"
        );
        // A table that can be looked at while it is paused is better than one that can't; but if even that fails the
        // first trouble is the one to report.
        let _ = self.reload_good_state();
        self.log.announce(TableEvent::Paused(pause.clone()));
        // Why it failed is told to those who may know it, as the pause is.
        let reason = match call {
            "" => format!("{module} failed"),
            call => format!("{module} failed in {call}"),
        };
        self.health.set_pause(pause);
        Refused::new(RefusalCode::Paused, reason)
    }

    /// Loads the last good state and draws the drafts up again.
    fn reload_good_state(&mut self) -> Result<(), Trouble> {
        let lost = self.live.reload_good_state(self.system.module().as_ref())?;
        // What can't be written has been told to everybody; the table stands all the same.
        let _ = self.write(draft_back_entries(&lost));
        Ok(())
    }

    /// Goes on after trouble, if the module can again. A module that has failed [`ENOUGH_FAILURES`] times in a row isn't
    /// tried again.
    ///
    /// [`ENOUGH_FAILURES`]: crate::messages::ENOUGH_FAILURES
    pub fn retry(&mut self) -> Result<(), Refused> {
        let lost = self.health.is_unwritten() && self.writer.is_touched();
        match self.health.pause() {
            None => Ok(()),
            Some(pause) if pause.disabled || lost => Err(pause.refusal()),
            Some(_) => self.end_pause(),
        }
    }

    pub(super) fn end_pause(&mut self) -> Result<(), Refused> {
        self.live.drop_game();
        self.health.take_pause();
        if let Err(trouble) = self.reload_good_state() {
            return Err(self.pause_on(trouble));
        }
        self.log.announce(TableEvent::Resumed);
        tracing::info!("a table goes on after a pause");
        Ok(())
    }

    /// Nothing more can be written down: the table waits until the journal is back or the game is saved elsewhere.
    pub(super) fn pause_unwritten(&mut self, why: &JournalError) {
        let journal = self.writer.journal().map(|journal| tracing::field::display(journal.path().display()));
        tracing::error!(journal, why = why.kind(), "a journal can't be written, and its table is paused");
        let pause = Pause::unwritten(why);
        self.log.announce(TableEvent::Paused(pause.clone()));
        self.health.set_pause(pause);
    }

    /// Something has worked that leads out of the trouble.
    pub(super) fn resume_from_pause(&mut self) {
        if self.health.take_pause().is_some() {
            self.log.announce(TableEvent::Resumed);
        }
    }
}
