//! What screen readers are told as it happens: what is asked, and what was done since.

use crate::session::Session;
use crate::spoken;
use egui::{Context, Id};

/// What was told last: up to which record of the log, and the words.
#[derive(Clone, Default)]
struct Told {
    record: Option<u64>,
    words: String,
}

/// Tells what is asked now, and what has happened since that was told last.
pub fn tell(context: &Context, session: &Session, asked: &str) {
    if !spoken::is_heard(context) {
        return;
    }
    spoken::announce(context, "question", asked);
    // What one seat was told may not be for the eyes of the next at the same screen.
    let id = Id::unique(("told", session.seat));
    let mut told: Told = context.data_mut(|data| data.get_temp_mut_or_default::<Told>(id).clone());
    // A log that is just being asked for has nothing in it.
    let last = session.log.keys().next_back().copied().filter(|_| session.moment.is_none());
    if let Some(last) = last.filter(|last| told.record != Some(*last)) {
        // What happened before anybody sat down here is read in the log.
        if let Some(record) = told.record {
            let items = session.log.range(record.saturating_add(1)..).filter(|(_, item)| !item.undone);
            let texts = items.flat_map(|(_, item)| &item.events).map(|event| event.text.trim());
            told.words = texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
        }
        told.record = Some(last);
        context.data_mut(|data| data.insert_temp(id, told.clone()));
    }
    spoken::announce(context, "news", &told.words);
}
