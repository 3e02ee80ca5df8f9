//! The rows of the log: which entries it shows, under their turns and phases.

use super::Log;
use super::notes::{Turned, note, turned_by};
use crate::panel::with_capital;
use crate::session::Session;
use muster_contract::{Event, EventKind, Phase, Seat};
use muster_table::messages::LogItem;
use std::collections::BTreeSet;

/// Which entries are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Filter {
    #[default]
    All,
    Battles,
    Dice,
    Losses,
    Marked,
}

/// A turn or a phase by where it began: the record, and the event in that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fold {
    Turn(u64, usize),
    Phase(u64, usize),
}

/// What the rows were laid out for.
#[derive(Default, PartialEq)]
pub(super) struct MadeFrom {
    eyes: Option<Seat>,
    /// How many records there are, the last, and how many were taken back.
    records: (usize, u64, usize),
    filter: Filter,
    search: String,
    folded: BTreeSet<Fold>,
    marks: BTreeSet<u64>,
    /// How far it is told.
    told: Option<(u64, usize)>,
    /// Of how many units the side is known.
    sides: usize,
}

/// The most letters of an event that the log shows; of a longer one it shows the beginning, and the chronicle has the rest.
pub(super) const LONGEST: usize = 1_000;

/// A turn or a phase.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heading {
    pub(super) text: String,
    pub(super) fold: Fold,
    /// Whether it is folded up, and how many entries that hides.
    pub(super) folded: bool,
    pub(super) hidden: usize,
}

/// A row as it is laid out.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Row {
    /// A turn begins.
    Turn(Heading),
    /// A phase begins.
    Phase(Heading),
    /// An event.
    Entry {
        event: Box<Event>,
        record: u64,
        step: Option<u64>,
        side: Option<String>,
        undone: bool,
        command: bool,
        /// Whether its record is marked; only the first row of a record tells it.
        marked: Option<bool>,
    },
    /// What the table did.
    Note(String),
}

impl Row {
    /// The record that it is of.
    pub(super) fn record(&self) -> Option<u64> {
        match self {
            Self::Entry { record, .. } => Some(*record),
            _ => None,
        }
    }
}

/// Whether something was fought out: losses, or dice over a place or units. Dice of units at no place are for themselves: points to act
/// with.
fn is_battle(item: &LogItem) -> bool {
    let somewhere = item.events.iter().any(|event| event.place.is_some() || !event.units.is_empty());
    item.events.iter().any(|event| match event.kind {
        EventKind::Lost => true,
        EventKind::Rolled(_) => event.place.is_some() || (event.units.is_empty() && somewhere),
        _ => false,
    })
}

/// The headings that stand over what comes next.
#[derive(Default)]
struct Under {
    /// The turn's name.
    turn: String,
    /// Whether the turn is folded up, and whether the phase is.
    turn_folded: bool,
    phase_folded: bool,
}

impl Under {
    fn is_folded(&self) -> bool {
        self.turn_folded || self.phase_folded
    }
}

impl Log {
    pub(super) fn lay_out(&mut self, session: &Session, phases: &[Phase], marks: &BTreeSet<u64>) {
        self.sight(session);
        // Two at one screen may know as many things, but not the same.
        let now = MadeFrom {
            eyes: session.seat,
            records: (
                session.log.len(),
                session.log.last_key_value().map_or(0, |(record, _)| *record),
                session.log.values().filter(|item| item.undone).count(),
            ),
            filter: self.filter,
            search: self.sought_words(),
            folded: self.folded.clone(),
            marks: marks.clone(),
            told: session.told,
            sides: self.sides.len(),
        };
        if self.made_from == now {
            return;
        }
        self.made_from = now;
        let before = std::mem::take(&mut self.rows);
        let (mut turned, mut under) = (Turned::default(), Under::default());
        for item in told(session) {
            if let Some(steps) = turned_by(&item.kind) {
                if self.shows_all() && !under.is_folded() {
                    turned.take(&mut self.rows, steps);
                }
            } else if let Some(note) = note(item) {
                if self.shows_all() && !under.is_folded() {
                    self.rows.push(Row::Note(shortened(&note)));
                }
            } else {
                self.lay_out_item(item, session, phases, &mut under);
            }
        }
        if !self.shows_all() {
            self.drop_empty(true);
        }
        // What stands as it stood keeps its height.
        let same = before.iter().zip(&self.rows).take_while(|(old, new)| old == new).count();
        self.heights.keep(same);
    }

    // Whether what is told is neither filtered nor sought through.
    fn shows_all(&self) -> bool {
        self.filter == Filter::All && self.made_from.search.is_empty()
    }

    fn lay_out_item(&mut self, item: &LogItem, session: &Session, phases: &[Phase], under: &mut Under) {
        let here = session.told.filter(|(step, _)| item.step == Some(*step) && !item.undone);
        let end = here.map_or(item.events.len(), |(_, end)| end.min(item.events.len()));
        let (battle, mut first) = (is_battle(item), true);
        for (at, event) in item.events[..end].iter().enumerate() {
            if let EventKind::Phase(id) = &event.kind {
                // What was taken back began nothing.
                if item.undone {
                    continue;
                }
                let title =
                    phases.iter().find(|phase| phase.id == *id).map_or(id.as_str(), |phase| &phase.title);
                self.begin_phase(title, &event.text, (item.record, at), under);
            } else if self.passes(event, item, battle) {
                if under.is_folded() {
                    self.hide_one();
                    continue;
                }
                self.rows.push(Row::Entry {
                    event: Box::new(Event { text: shortened(&with_capital(&event.text)), ..event.clone() }),
                    record: item.record,
                    step: item.step,
                    side: self.side_of(event, item, session),
                    undone: item.undone,
                    command: matches!(event.kind, EventKind::Command),
                    marked: std::mem::take(&mut first).then(|| self.made_from.marks.contains(&item.record)),
                });
            }
        }
    }

    fn passes(&self, event: &Event, item: &LogItem, battle: bool) -> bool {
        let passes = match self.filter {
            Filter::All => !event.text.is_empty(),
            Filter::Battles => battle && !event.text.is_empty(),
            Filter::Dice => matches!(event.kind, EventKind::Rolled(_)),
            Filter::Losses => matches!(event.kind, EventKind::Lost | EventKind::Scored(_)),
            Filter::Marked => self.made_from.marks.contains(&item.record) && !event.text.is_empty(),
        };
        passes
            && (self.made_from.search.is_empty()
                || event.text.to_lowercase().contains(&self.made_from.search))
    }

    // A phase begins, and perhaps a turn, whose name comes with it.
    fn begin_phase(&mut self, title: &str, turn: &str, (record, at): (u64, usize), under: &mut Under) {
        // While something is sought all of it is looked through.
        let is_folded = |log: &Self, fold| log.made_from.search.is_empty() && log.folded.contains(&fold);
        let heading = |text: &str, fold, folded| Heading { text: shortened(text), fold, folded, hidden: 0 };
        let begins = !turn.is_empty() && turn != title && turn != under.turn;
        self.drop_empty(begins);
        if begins {
            let fold = Fold::Turn(record, at);
            turn.clone_into(&mut under.turn);
            under.turn_folded = is_folded(self, fold);
            self.rows.push(Row::Turn(heading(turn, fold, under.turn_folded)));
        }
        let fold = Fold::Phase(record, at);
        under.phase_folded = is_folded(self, fold);
        if !under.turn_folded {
            self.rows.push(Row::Phase(heading(title, fold, under.phase_folded)));
        }
    }

    // Headings over nothing go: that of a phase, and with it that of a turn.
    fn drop_empty(&mut self, turns: bool) {
        while self
            .rows
            .pop_if(|row| match row {
                Row::Phase(heading) => heading.hidden == 0,
                Row::Turn(heading) => turns && heading.hidden == 0,
                _ => false,
            })
            .is_some()
        {}
    }

    // An entry isn't shown, and the heading that it stands under tells of it.
    fn hide_one(&mut self) {
        if let Some(Row::Turn(heading) | Row::Phase(heading)) = self.rows.last_mut() {
            heading.hidden += 1;
        }
    }

    /// Folds a turn or a phase up, or unfolds it.
    pub(super) fn turn(&mut self, fold: Fold) {
        if !self.folded.remove(&fold) {
            self.folded.insert(fold);
        }
    }

    // Takes in whose the units are that are seen now.
    pub(super) fn sight(&mut self, session: &Session) {
        let now = Some((session.seat, session.sight));
        if self.sighted == now {
            return;
        }
        if self.sighted.is_some_and(|(seat, _)| seat != session.seat) {
            self.sides.clear();
        }
        self.sighted = now;
        for unit in session.shown().iter().flat_map(|view| &view.units) {
            if let Some(side) = unit.side.as_ref().filter(|_| !self.sides.contains_key(&unit.id)) {
                self.sides.insert(unit.id.clone(), side.clone());
            }
        }
    }

    // Whose doing an event is: that of the side of its units, or, for a command without any, of who gave it. The others may come
    // of a choice of the other side.
    pub(super) fn side_of(&self, event: &Event, item: &LogItem, session: &Session) -> Option<String> {
        let mut sides = event.units.iter().map(|unit| self.sides.get(unit));
        match sides.next() {
            Some(first) => first.filter(|_| sides.all(|side| side == first)).cloned(),
            None if matches!(event.kind, EventKind::Command) => {
                item.seat.and_then(|seat| session.side_of(seat)).map(str::to_owned)
            }
            None => None,
        }
    }
}

/// The beginning of a text, if it is longer than is shown.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}\u{2026}", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

// The log as far as it is told: while a step is shown event by event, what comes after it isn't.
fn told(session: &Session) -> impl Iterator<Item = &LogItem> {
    let shown =
        |item: &LogItem| session.told.is_some_and(|(step, _)| item.step == Some(step) && !item.undone);
    let last = session.log.iter().find(|(_, item)| shown(item)).map(|(record, _)| *record);
    session.log.range(..=last.unwrap_or(u64::MAX)).map(|(_, item)| item)
}
