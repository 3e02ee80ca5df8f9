//! What a table that is paused answers.

use crate::{
    journal::JournalError,
    messages::{Pause, RefusalCode, Refused},
};

impl Pause {
    /// The answer to whatever can't be done meanwhile.
    pub(crate) fn refusal(&self) -> Refused {
        let Self { module, remedy, .. } = self;
        let why = match self.unwritten {
            true => "nothing more can be written down".to_owned(),
            false => format!("the module {module} failed"),
        };
        Refused::new(RefusalCode::Paused, format!("the table is paused: {why}. {remedy}"))
    }

    /// The pause where nothing more can be written down.
    pub(crate) fn unwritten(why: &JournalError) -> Self {
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
pub(crate) fn paused() -> Refused {
    Refused::new(RefusalCode::Paused, "the table is paused by trouble; retry, or go on with another version")
}
