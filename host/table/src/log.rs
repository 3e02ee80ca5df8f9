//! The log: everything that ever happened in the open, as each pair of eyes may know it.

use std::{collections::HashMap, sync::Arc};

use muster_contract::{Audience, Event, EventKind, Seat};

use crate::{
    history::Action,
    messages::{DiceStatistics, DieCount, LogItem, LogKind},
    table::Table,
};

/// A record of the log, with all that nobody else may know.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    number: u64,
    kind: LogKind,
    seat: Option<Seat>,
    action: Option<Action>,
    events: Arc<[Event]>,
    pub undone: bool,
}

impl Record {
    /// The record of a deed.
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

    fn item(&self, eyes: &[Seat], step: Option<u64>) -> LogItem {
        let events: Vec<Event> = self.events.iter().filter_map(|event| seen(event, eyes)).collect();
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

/// The event as these eyes may know it: not at all, or with an audience that names none but them.
#[must_use]
pub fn seen(event: &Event, eyes: &[Seat]) -> Option<Event> {
    match &event.audience {
        Audience::Everyone => Some(event.clone()),
        Audience::Seats(seats) => {
            let mine: Vec<Seat> = seats.iter().copied().filter(|seat| eyes.contains(seat)).collect();
            (!mine.is_empty()).then(|| Event { audience: Audience::Seats(mine), ..event.clone() })
        }
    }
}

impl Table {
    /// The records from one on, as these eyes may know them.
    #[must_use]
    pub fn log(&self, eyes: &[Seat], from: u64) -> Vec<LogItem> {
        let steps: HashMap<u64, u64> =
            self.history.steps().iter().zip(1..).map(|(step, number)| (step.record, number)).collect();
        let records = self.records.iter().filter(|record| record.number >= from);
        records.map(|record| record.item(eyes, steps.get(&record.number).copied())).collect()
    }

    /// One record.
    #[must_use]
    pub fn log_item(&self, eyes: &[Seat], record: u64) -> Option<LogItem> {
        let found = self.records.iter().find(|other| other.number == record)?;
        let steps = self.history.steps().iter().rposition(|step| step.record == record);
        Some(found.item(eyes, steps.map(|index| index as u64 + 1)))
    }

    /// What happened since the seat's last decision that is in force.
    #[must_use]
    pub fn since_own(&self, seat: Seat) -> Vec<LogItem> {
        let last = self.history.steps().iter().rfind(|step| !step.action.choices_of(seat).is_empty());
        self.log(&[seat], last.map_or(0, |step| step.record + 1))
    }

    /// How the dice fell in what is in force, as far as the eyes saw them fall.
    #[must_use]
    pub fn dice_statistics(&self, eyes: Option<Seat>) -> DiceStatistics {
        let mut statistics = DiceStatistics::default();
        for step in self.history.steps() {
            for event in step.events.iter().filter(|event| crate::history::knows(event, eyes)) {
                let EventKind::Rolled(roll) = &event.kind else { continue };
                for die in &roll.dice {
                    count(&mut statistics.all, die.sides, die.face, die.counts);
                    if let Some(seat) = step.action.seat() {
                        count(statistics.seats.entry(seat).or_default(), die.sides, die.face, die.counts);
                    }
                }
            }
        }
        statistics
    }
}

fn count(counts: &mut Vec<DieCount>, sides: u8, face: u8, counted: bool) {
    let index = counts.iter().position(|count| count.sides == sides).unwrap_or_else(|| {
        counts.push(DieCount { sides, faces: vec![0; usize::from(sides)], counted: 0 });
        counts.len() - 1
    });
    let count = &mut counts[index];
    if let Some(times) = usize::from(face).checked_sub(1).and_then(|face| count.faces.get_mut(face)) {
        *times += 1;
    }
    count.counted += u64::from(counted);
}
