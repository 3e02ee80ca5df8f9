//! Bookmarks: lines of the log that somebody marked, kept beside the table's journal.

use super::TableScreen;
use crate::catalogue::Catalogue;
use crate::session::Session;
use muster_table::messages::LogItem;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The marked records of a table.
#[derive(Default)]
pub(super) struct Marks {
    // The journal that they are of, once that is known.
    of: Option<PathBuf>,
    records: BTreeSet<u64>,
}

impl Marks {
    /// Asks for those that were kept, once the table has said where it is.
    pub(super) fn take_in(&mut self, session: &Session, catalogue: &mut dyn Catalogue) {
        let journal = session.standing.as_ref().and_then(|standing| standing.journal.as_ref());
        if let Some(journal) = journal.filter(|journal| self.of.as_ref() != Some(journal)) {
            self.records.extend(catalogue.bookmarks(journal));
            self.of = Some(journal.clone());
        }
    }

    /// All of them.
    pub(super) fn all(&self) -> &BTreeSet<u64> {
        &self.records
    }
}

impl TableScreen {
    /// Marks a record or takes its mark away: the one named, that of the moment looked at, or the last of which the log tells.
    pub(super) fn mark(&mut self, record: Option<u64>, catalogue: &mut dyn Catalogue, now: f64) {
        let told = |item: &&LogItem| !item.undone && item.events.iter().any(|event| !event.text.is_empty());
        let looked_at = || match &self.session.moment {
            Some(moment) => moment.item.as_ref().map(|item| item.record),
            None => self.session.log.values().rev().find(told).map(|item| item.record),
        };
        let Some(record) = record.or_else(looked_at) else { return };
        let is_new = self.marks.records.insert(record);
        if !is_new {
            self.marks.records.remove(&record);
        }
        let item = self.session.log.get(&record);
        let told = item.and_then(|item| item.events.iter().find(|event| !event.text.is_empty()));
        let told = told.map(|event| format!(": {}", event.text)).unwrap_or_default();
        let words = if is_new { "Marked" } else { "No longer marked" };
        self.notify(self.session.seat, format!("{words}{told}"), now);
        let Some(journal) = &self.marks.of else { return };
        let records: Vec<u64> = self.marks.records.iter().copied().collect();
        if let Err(why) = catalogue.keep_bookmarks(journal, &records) {
            self.notify(None, format!("The bookmarks can’t be kept: {why}"), now);
        }
    }

    /// Opens the log's search, with the column that it is in.
    pub(super) fn find(&mut self) {
        if self.workbench.open {
            self.workbench.open = false;
            self.session.set_at_work(false);
        }
        if !self.drawer {
            self.turn_drawer();
        }
        self.log.find();
    }
}
