//! The health of a table: the trouble that it is paused by, and how often its module has failed.

use muster_contract::Trouble;

use crate::{
    journal::JournalError,
    messages::{Pause, RefusalCode, Refused},
};

/// Whether the table can go on.
#[derive(Default)]
pub(super) struct Health {
    pause: Option<Pause>,
    /// How often the module has failed since a choice was last carried out.
    failures: u32,
}

impl Health {
    /// The trouble that the table is paused by.
    pub fn pause(&self) -> Option<&Pause> {
        self.pause.as_ref()
    }

    /// Whether it is paused.
    pub fn is_paused(&self) -> bool {
        self.pause.is_some()
    }

    /// Whether it is paused because nothing more can be written down.
    pub fn is_unwritten(&self) -> bool {
        self.pause.as_ref().is_some_and(|pause| pause.unwritten)
    }

    /// Refuses whatever can't be done while the table is paused.
    pub fn require_running(&self) -> Result<(), Refused> {
        self.pause.as_ref().map_or(Ok(()), |pause| Err(pause.refusal()))
    }

    /// Counts a failure of the module and returns the pause that it leads to. What fails while the table is paused is no
    /// further failure: a client may ask many things at once. Nor is what somebody has stopped, who may have been impatient.
    pub fn count_failure(&mut self, trouble: Trouble) -> Pause {
        if self.pause.is_none() && !trouble.was_stopped() {
            self.failures += 1;
        }
        Pause::after(trouble, self.failures)
    }

    /// The module has carried out a choice: failures before it no longer count.
    pub fn forget_failures(&mut self) {
        self.failures = 0;
    }

    /// Pauses the table.
    pub fn set_pause(&mut self, pause: Pause) {
        self.pause = Some(pause);
    }

    /// Ends the pause and returns it, if there was one.
    pub fn take_pause(&mut self) -> Option<Pause> {
        self.pause.take()
    }
}

impl Pause {
    /// The answer to whatever can't be done meanwhile.
    pub(crate) fn refusal(&self) -> Refused {
        let (why, remedy) = (self.untold().what(), &self.remedy);
        Refused::new(RefusalCode::Paused, format!("the table is paused: {why}. {remedy}"))
    }

    /// The pause where nothing more can be written down.
    pub(super) fn unwritten(why: &JournalError) -> Self {
        Self {
            module: String::new(),
            call: String::new(),
            message: why.to_string(),
            backtrace: Vec::new(),
            disabled: false,
            unwritten: true,
            remedy: why.remedy().to_owned(),
        }
    }
}

/// The answer where there is no game to ask.
pub(super) fn paused() -> Refused {
    Refused::new(RefusalCode::Paused, "the table is paused by trouble; retry, or go on with another version")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::ENOUGH_FAILURES;

    #[test]
    fn what_was_stopped_is_no_failure_of_the_module() {
        let trouble = |message: &str| {
            let (module, call, message) = ("m".to_owned(), "apply".to_owned(), message.to_owned());
            Trouble { module, call, message, backtrace: Vec::new() }
        };
        let last = |message: &str| {
            let mut health = Health::default();
            let pauses = (0..ENOUGH_FAILURES).map(|_| health.count_failure(trouble(message)));
            pauses.last().is_some_and(|pause| pause.disabled)
        };
        assert!(last("it trapped"));
        assert!(!last(Trouble::STOPPED));
    }
}
