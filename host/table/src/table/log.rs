//! What has happened at a table: the records of its log, the marks of departures from plain play, and what its clients are
//! still to be sent.

use std::{
    collections::{HashMap, HashSet},
    mem::discriminant,
    sync::Arc,
};

use muster_contract::{Event, EventKind, Seat, hooks::EDITED};

use crate::{
    action::Action,
    event::{Recipient, TableEvent},
    history::Step,
    messages::{LogItem, LogKind, Mark},
    record::Record,
};

/// The log of a table. Records and marks are only ever added; undo marks records as taken back.
#[derive(Default)]
pub(super) struct TableLog {
    records: Vec<Record>,
    marks: Vec<Mark>,
    /// What has a mark for changing the position.
    editors: HashSet<String>,
    events: Vec<TableEvent>,
}

impl TableLog {
    /// That of a table whose game follows from another's, with what departed from plain play there.
    pub fn marked(marks: Vec<Mark>) -> Self {
        let editor = |mark: &Mark| if let Mark::Edited { by } = mark { Some(by.clone()) } else { None };
        let mut log = Self { editors: marks.iter().filter_map(editor).collect(), ..Self::default() };
        marks.into_iter().for_each(|mark| log.mark(mark));
        log
    }

    /// The number of the last record; 0 before the first.
    pub fn last(&self) -> u64 {
        self.records.len() as u64
    }

    /// Adds the record of an action and returns its number.
    pub fn record(&mut self, action: &Action, events: Arc<[Event]>) -> u64 {
        let number = self.last() + 1;
        self.mark_edits(action, &events);
        self.records.push(Record::of(number, action, events));
        number
    }

    /// Adds a record in which nothing happened on the board and returns its number.
    pub fn note(&mut self, kind: LogKind, seat: Option<Seat>) -> u64 {
        let number = self.last() + 1;
        self.records.push(Record::bare(number, kind, seat));
        number
    }

    /// Adds a record about the dice, with the mark that takes the place of an earlier one of its kind.
    pub fn note_dice(&mut self, mark: Mark) -> u64 {
        match self.marks.iter_mut().find(|other| discriminant(*other) == discriminant(&mark)) {
            Some(other) => *other = mark,
            None => self.marks.push(mark),
        }
        self.note(LogKind::Dice, None)
    }

    /// Sets whether what a record is about was taken back.
    pub fn set_undone(&mut self, record: u64, undone: bool) {
        self.records[record as usize - 1].undone = undone;
    }

    /// Departures from plain play.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The marks of a table that follows from this one. Whoever plays it has seen how this one `went_on`, if it did.
    pub fn marks_of_next(&self, went_on: bool) -> Vec<Mark> {
        let mut marks = self.marks.clone();
        if went_on && !marks.contains(&Mark::PlayedOn) {
            marks.push(Mark::PlayedOn);
        }
        marks
    }

    /// Remembers a departure from plain play. What was taken back is added up, and the same is marked once: everybody gets all
    /// marks with every change.
    pub fn mark(&mut self, mark: Mark) {
        if let Mark::BeyondUndo { steps } = mark {
            for other in &mut self.marks {
                if let Mark::BeyondUndo { steps: so_far } = other {
                    *so_far = so_far.saturating_add(steps);
                    return;
                }
            }
        }
        if !self.marks.contains(&mark) {
            self.marks.push(mark);
        }
    }

    /// Remembers what changed the position besides the game's own rules.
    fn mark_edits(&mut self, action: &Action, events: &[Event]) {
        let by_action = match action {
            Action::Edit { by, .. } => Some(by.clone()),
            _ => None,
        };
        let by_rules = events.iter().filter_map(|event| match &event.kind {
            EventKind::Custom(custom) if custom.name == EDITED => event.citation.clone(),
            _ => None,
        });
        for by in by_action.into_iter().chain(by_rules) {
            if self.editors.insert(by.clone()) {
                self.marks.push(Mark::Edited { by });
            }
        }
    }

    /// Adds an event to what the clients are still to be sent.
    pub fn announce(&mut self, event: TableEvent) {
        self.events.push(event);
    }

    /// Adds a notice for somebody to read to what the clients are still to be sent.
    pub fn notify(&mut self, to: Recipient, text: impl Into<String>) {
        self.events.push(TableEvent::Notice { to, text: text.into() });
    }

    /// Replaces what the clients are to be sent: this alone, after what another table had for them.
    pub fn announce_after(&mut self, earlier: Vec<TableEvent>, event: TableEvent) {
        self.events = earlier;
        self.events.push(event);
    }

    /// Returns what the clients are to be sent, and forgets it.
    pub fn take_events(&mut self) -> Vec<TableEvent> {
        std::mem::take(&mut self.events)
    }

    /// The records from one on, as these eyes may know them; `steps` are those in force.
    pub fn items(&self, steps: &[Step], eyes: &[Seat], from: u64) -> Vec<LogItem> {
        let steps: HashMap<u64, u64> =
            steps.iter().zip(1..).map(|(step, number)| (step.record, number)).collect();
        let records = self.records.iter().filter(|record| record.number >= from);
        records.map(|record| record.item(eyes, steps.get(&record.number).copied())).collect()
    }

    /// One record, likewise.
    pub fn item(&self, steps: &[Step], eyes: &[Seat], record: u64) -> Option<LogItem> {
        let found = self.records.iter().find(|other| other.number == record)?;
        let step = steps.iter().rposition(|step| step.record == record);
        Some(found.item(eyes, step.map(|index| index as u64 + 1)))
    }
}
