//! The journal that a table keeps, if it keeps one.

use std::path::{Path, PathBuf};

use crate::journal::{Header, Journal, JournalError, Unnumbered};

/// So many writes may wait for the disk where only bots play.
const MOST_UNSYNCED: u32 = 64;

/// What a table writes to.
#[derive(Default)]
pub(super) struct JournalWriter {
    journal: Option<Journal>,
    /// How many writes may not be on the disk yet.
    unsynced: u32,
}

impl JournalWriter {
    /// Begins a journal.
    pub fn create(&mut self, path: &Path, header: &Header) -> Result<(), JournalError> {
        self.journal = Some(Journal::create(path, header)?);
        Ok(())
    }

    /// Writes to this journal from now on.
    pub fn continue_in(&mut self, journal: Journal) {
        self.journal = Some(journal);
    }

    /// Removes the journal: no game was begun in it.
    pub fn discard(&mut self) {
        self.journal.take().into_iter().for_each(Journal::discard);
    }

    /// The journal, if one is kept.
    pub fn journal(&self) -> Option<&Journal> {
        self.journal.as_ref()
    }

    /// The same, to copy it.
    pub fn journal_mut(&mut self) -> Option<&mut Journal> {
        self.journal.as_mut()
    }

    /// Writes entries, all or none. They are on disk when this returns, unless it may be `later`: then a number of writes
    /// reaches the disk together.
    pub fn append(&mut self, entries: Vec<Unnumbered>, later: bool) -> Result<(), JournalError> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        self.unsynced += 1;
        let sync = !later || self.unsynced >= MOST_UNSYNCED;
        journal.append(entries, sync)?;
        if sync {
            self.unsynced = 0;
        }
        Ok(())
    }

    /// Brings everything written to the disk.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.unsynced = 0;
        self.journal.as_mut().map_or(Ok(()), Journal::sync)
    }

    /// Whether something may not be on the disk yet.
    pub fn has_unsynced(&self) -> bool {
        self.unsynced > 0
    }

    /// Whether the file is no longer as it was left.
    pub fn is_touched(&mut self) -> bool {
        self.journal.as_mut().is_some_and(|journal| journal.is_untouched().is_err())
    }

    /// Where a journal can be begun that is to [replace](Self::replace) this one.
    pub fn aside(&self) -> Option<PathBuf> {
        self.journal.as_ref().map(Journal::aside)
    }

    /// Takes the place of another table's journal. What can't is removed.
    pub fn replace(&mut self, kept: &Self) -> Result<(), JournalError> {
        let (Some(kept), Some(mut journal)) = (&kept.journal, self.journal.take()) else { return Ok(()) };
        if let Err(why) = journal.take_over(kept) {
            journal.discard();
            return Err(why);
        }
        self.journal = Some(journal);
        Ok(())
    }
}
