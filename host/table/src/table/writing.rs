//! Writing down: nothing is acknowledged that the journal couldn't take.

use crate::{
    event::Recipient,
    journal::{JournalError, Unnumbered},
    messages::{RefusalCode, Refused},
};

use super::Table;

impl Table {
    /// Writes to the journal; what it can't write isn't acknowledged. Where only bots play, entries reach the disk in
    /// batches.
    pub(super) fn write(&mut self, entries: Vec<Unnumbered>) -> Result<(), Refused> {
        if entries.is_empty() {
            return Ok(());
        }
        let Err(error) = self.writer.append(entries, self.system.only_bots()) else { return Ok(()) };
        let remedy = error.remedy();
        let text = format!("this choice could not be written down, so it was not made: {error}. {remedy}");
        self.log.notify(Recipient::Host, text.clone());
        if matches!(error, JournalError::Lost { .. } | JournalError::Full { .. }) {
            self.pause_unwritten(&error);
        }
        Err(Refused::new(RefusalCode::Disk, text))
    }

    /// Brings what bots did to the disk.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.writer.sync()
    }
}
