//! Writing a table's game to other files: a copy of its journal, or a journal to play on from a step.

use std::path::Path;

use muster_contract::Trouble;

use crate::{
    action::entry_of,
    drafts::DraftAside,
    event::TableEvent,
    history::apply_again,
    journal::{EntryKind, Header, Journal, JournalError, MOST_ARRANGED, Unnumbered, state_hash},
    messages::{RefusalCode, Refused},
};

use super::Table;

impl Table {
    /// Saves the game as another file; where the journal has lost its place, it is kept there from then on.
    pub(crate) fn save(&mut self, path: &Path) -> Result<(), Refused> {
        let Some(journal) = self.writer.journal_mut() else {
            return self.play_on(self.history().len(), path, None);
        };
        let disk = |why: JournalError| Refused::new(RefusalCode::Disk, why.to_string());
        let mut was_lost = journal.is_in_place().is_err();
        match journal.copy_to(path) {
            // What another program cut off is still known here.
            Err(JournalError::Lost { .. }) => {
                self.play_on(self.history().len(), path, None)?;
                let kept = Journal::lock(path).and_then(Journal::resume).map_err(disk)?;
                self.writer.continue_in(kept);
                // The new journal has only what is in force, so nothing that was taken back can be done again in it.
                self.live.forget_undone();
                was_lost = true;
            }
            done => done.map_err(disk)?,
        }
        if was_lost {
            self.log.announce(TableEvent::Standing);
            if self.health.is_unwritten() {
                self.end_pause()?;
            }
        }
        Ok(())
    }

    /// Writes a journal of what was in force at a step, to be continued as a table of its own; with a new seed the
    /// dice fall otherwise from there on. At the present step, seats keep what they have drafted, and the dice what was arranged.
    /// The new table has the marks of this one.
    pub fn play_on(&mut self, step: u64, path: &Path, seed: Option<u128>) -> Result<(), Refused> {
        if step == 0 || step > self.history().len() {
            return Err(Refused::new(
                RefusalCode::NoSuch,
                format!("no table can be played on from step {step}"),
            ));
        }
        let entries = self
            .entries_up_to(step, seed)
            .map_err(|trouble| Refused::new(RefusalCode::Module, trouble.to_string()))?;
        let disk = |error: JournalError| Refused::new(RefusalCode::Disk, error.to_string());
        let marks = self.log.marks_of_next(step < self.history().len());
        let header = Header { marks, ..self.header().clone() };
        // Half a table is none.
        Journal::create_whole(path, &header, entries).map_err(disk)
    }

    /// The entries that lead straight to a step.
    fn entries_up_to(&self, to: u64, seed: Option<u128>) -> Result<Vec<Unnumbered>, Trouble> {
        let (history, module) = (self.history(), self.module().as_ref());
        let mut entries = Vec::new();
        let mut game = history.state_at(0, module)?;
        let mut rules = history.rules_at(0);
        let mut stream = 0;
        for (index, step) in history.steps()[..to as usize].iter().enumerate() {
            let before = history.dice_at(index as u64).seed;
            if before != stream {
                let seed = self.live.dice().seed_of(before);
                entries.push((EntryKind::Reseeded { seed }, None, Vec::new()));
                stream = before;
            }
            let arranged = step.rolls.iter().flat_map(|roll| &roll.faces[..usize::from(roll.arranged)]);
            let faces: Vec<u8> = arranged.copied().collect();
            entries.extend(arranged_entries(&faces).map(|kind| (kind, None, Vec::new())));
            apply_again(game.as_mut(), step, module)?;
            entries.push((entry_of(&step.action), Some(state_hash(&game.save()?)), step.rolls.clone()));
            let after = index as u64 + 1;
            if history.rules_at(after) != rules {
                rules = history.rules_at(after);
                game = history.hand_over(game, after, module)?;
                let hash = Some(state_hash(&game.save()?));
                entries.push((EntryKind::Rules { rules: rules.to_vec() }, hash, Vec::new()));
            }
        }
        let now = history.dice_at(to).seed;
        let seed = seed.or_else(|| (now != stream).then(|| self.live.dice().seed_of(now)));
        let mut more: Vec<EntryKind> = seed.map(|seed| EntryKind::Reseeded { seed }).into_iter().collect();
        if to == history.len() {
            more.extend(arranged_entries(self.live.dice().arranged_left()));
            more.extend(self.live.drafts_or_parked().into_iter().flat_map(
                |DraftAside { seat, choices, .. }| {
                    choices.into_iter().map(move |choice| EntryKind::Draft { seat, choice })
                },
            ));
        }
        entries.extend(more.into_iter().map(|kind| (kind, None, Vec::new())));
        Ok(entries)
    }
}

/// The entries that arrange these faces.
fn arranged_entries(faces: &[u8]) -> impl Iterator<Item = EntryKind> {
    faces.chunks(MOST_ARRANGED).map(|faces| EntryKind::Arranged { faces: faces.to_vec() })
}
