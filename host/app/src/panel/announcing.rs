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
    let last = session.log.keys().next_back().copied();
    let mut told: Told =
        context.data_mut(|data| data.get_temp_mut_or_default::<Told>(Id::unique("told")).clone());
    if session.moment.is_none() && told.record != last {
        // What happened before anybody sat down here is read in the log.
        if let Some(record) = told.record.filter(|record| last.is_some_and(|last| last > *record)) {
            let items = session.log.range(record + 1..).filter(|(_, item)| !item.undone);
            let texts = items.flat_map(|(_, item)| &item.events).map(|event| event.text.trim());
            told.words = texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
        }
        told.record = last;
        context.data_mut(|data| data.insert_temp(Id::unique("told"), told.clone()));
    }
    spoken::announce(context, "news", &told.words);
}
