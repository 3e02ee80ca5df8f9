//! A record of the log: something that happened in the open, as each pair of eyes may know it.

use std::sync::Arc;

use muster_contract::{Audience, Event, EventKind, Seat};

use crate::{
    action::Action,
    messages::{LogItem, LogKind},
};

/// A record of the log, with all that nobody else may know.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub number: u64,
    kind: LogKind,
    seat: Option<Seat>,
    action: Option<Action>,
    events: Arc<[Event]>,
    pub undone: bool,
}

impl Record {
    /// The record of an action.
    pub fn of(number: u64, action: &Action, events: Arc<[Event]>) -> Self {
        let kind = match action {
            Action::Begin => LogKind::Begin,
            Action::Choice { .. } => LogKind::Choice,
            Action::Group { name, .. } => LogKind::Group { name: name.clone() },
            Action::Edit { by, .. } => LogKind::Edit { by: by.clone() },
        };
        Self { number, kind, seat: action.seat(), action: Some(action.clone()), events, undone: false }
    }

    /// A record in which nothing happened on the board.
    pub fn bare(number: u64, kind: LogKind, seat: Option<Seat>) -> Self {
        Self { number, kind, seat, action: None, events: Arc::new([]), undone: false }
    }

    /// The record as these eyes may know it; `step` is the step in force that it is about, if it is about one.
    pub fn item(&self, eyes: &[Seat], step: Option<u64>) -> LogItem {
        let events: Vec<Event> = self.events.iter().filter_map(|event| visible_to(event, eyes)).collect();
        let choices =
            eyes.iter().flat_map(|eye| self.action.iter().flat_map(|action| action.choices_of(*eye)));
        LogItem {
            record: self.number,
            step,
            seat: self.seat,
            kind: self.kind.clone(),
            choices: choices.collect(),
            command: events.iter().any(|event| matches!(event.kind, EventKind::Command)),
            events,
            undone: self.undone,
        }
    }
}

/// Returns the event as these eyes may know it: not at all, or with an audience that names none but them.
fn visible_to(event: &Event, eyes: &[Seat]) -> Option<Event> {
    match &event.audience {
        Audience::Everyone => Some(event.clone()),
        Audience::Seats(seats) => {
            let mine: Vec<Seat> = seats.iter().copied().filter(|seat| eyes.contains(seat)).collect();
            (!mine.is_empty()).then(|| Event { audience: Audience::Seats(mine), ..event.clone() })
        }
    }
}
