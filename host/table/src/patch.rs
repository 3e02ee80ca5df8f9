//! Playing a journal again under another build of its module.

use std::sync::Arc;

use muster_contract::Module;

use crate::{
    journal::{Entry, EntryKind, Opened},
    start::{Difference, StartError},
    table::rerun::rerun,
};

/// What became of a journal under another build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patched {
    /// How many entries could be played again as they were written.
    pub entries: u64,
    /// Whether states were compared; not where the build writes them in another way from the beginning on, so that only
    /// what is legal and what is rolled can be.
    pub states: bool,
    /// The first entry that is now illegal or ends differently.
    pub difference: Option<Difference>,
    /// That entry in words: whose choice it was, and which.
    pub entry: Option<String>,
}

/// Plays a journal again under this build, as far as it goes, and says where it first goes another way. The journal is only
/// read.
pub fn patch(module: &Arc<dyn Module>, opened: &Opened) -> Result<Patched, StartError> {
    let play = |states: bool| {
        match rerun(Arc::clone(module), opened.header.build.clone(), opened, states) {
            Ok(_) => Ok(None),
            // Entry 0 is the header: another module's journal, or rules that can't be read.
            Err(StartError::Difference(difference)) if difference.entry > 0 => Ok(Some(difference)),
            Err(other) => Err(other),
        }
    };
    let first = opened.entries.iter().find(|entry| entry.hash.is_some()).map(|entry| entry.n);
    let (states, difference) = match play(true)? {
        Some(difference) if Some(difference.entry) == first => (false, play(false)?),
        difference => (true, difference),
    };
    let at = difference
        .as_ref()
        .and_then(|difference| opened.entries.iter().find(|entry| entry.n == difference.entry));
    let entries = difference.as_ref().map_or(opened.entries.len() as u64, |difference| difference.entry - 1);
    Ok(Patched { entries, states, entry: at.map(entry_text), difference })
}

fn entry_text(entry: &Entry) -> String {
    match &entry.kind {
        EntryKind::Begin => "the set-up".to_owned(),
        EntryKind::Choice { seat, choice } | EntryKind::Draft { seat, choice } => {
            format!("seat {seat}: “{choice}”")
        }
        EntryKind::DraftBack { seat, .. } => format!("seat {seat} takes part of a draft back"),
        EntryKind::Group { name, .. } => format!("the secret decisions of “{name}”"),
        EntryKind::Undo { seat, .. } => format!("seat {seat} takes something back"),
        EntryKind::Redo { seat, .. } => format!("seat {seat} does something again"),
        EntryKind::Arranged { .. } | EntryKind::Reseeded { .. } => "the dice".to_owned(),
        EntryKind::Edit { by, .. } => format!("a change of the position by {by}"),
        EntryKind::Rules { .. } => "other house rules".to_owned(),
        EntryKind::Swap { .. } => "another build".to_owned(),
    }
}
