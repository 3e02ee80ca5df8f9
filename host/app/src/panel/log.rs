//! The log: what happened, turn by turn, with dice drawn as dice; each entry jumps to its place.

mod notes;
mod outcome;
mod row;

use super::Ask;
use super::control::{Button, headline};
use super::heights::{Heights, Rows, in_sight};
use crate::draw::letter::{Face, Letters};
use crate::measure::texts;
use crate::session::Session;
use crate::theme::Palette;
use egui::scroll_area::ScrollAreaOutput;
use egui::style::ScrollAnimation;
use egui::{Align, Id, Rect, ScrollArea, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Description, Event, EventKind, Phase, Seat};
use muster_table::messages::LogItem;
use notes::{Turned, note, turned_by};
pub use outcome::has_dice;
use row::{Painted, text_of};
use std::collections::HashMap;

/// Which entries are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Filter {
    #[default]
    All,
    Dice,
    Losses,
}

/// What the rows were laid out for: the eyes, how many entries, the last and what of them was taken back, the filter, how far it is
/// told, and of how many units the side is known.
type MadeFrom = (Option<Seat>, usize, u64, Filter, Option<(u64, usize)>, usize);

/// The log's panel.
#[derive(Default)]
pub struct Log {
    filter: Filter,
    rows: Vec<Row>,
    made_from: MadeFrom,
    heights: Heights,
    /// The step of the past that it has gone to.
    followed: Option<u64>,
    /// Which answer to "since my last decision" it has gone to.
    since: u64,
    /// The side of each unit that was ever seen: who is lost is no more in the view.
    sides: HashMap<String, String>,
    sighted: Option<(Option<Seat>, u64)>,
    /// The last record that was there while the end of the log was in sight.
    read: u64,
    /// Whether its end is wanted.
    to_end: bool,
    /// Whether it stays at its end, whatever comes and however much room it has, until somebody goes elsewhere in it.
    follows: bool,
}

/// The most letters of an event that the log shows; of a longer one it shows the beginning, and the chronicle has the rest.
const LONGEST: usize = 1_000;

/// A row as it is laid out.
#[derive(Clone, Debug, PartialEq)]
enum Row {
    /// A phase begins.
    Heading(String),
    /// An event.
    Entry {
        event: Box<Event>,
        record: u64,
        step: Option<u64>,
        side: Option<String>,
        undone: bool,
        command: bool,
    },
    /// What the table did.
    Note(String),
}

fn passes(event: &Event, filter: Filter) -> bool {
    match filter {
        Filter::All => !event.text.is_empty(),
        Filter::Dice => matches!(event.kind, EventKind::Rolled(_)),
        Filter::Losses => matches!(event.kind, EventKind::Lost | EventKind::Scored(_)),
    }
}

impl Log {
    /// Paints the log into all of the ui.
    #[allow(clippy::too_many_arguments, reason = "what the log shows")]
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        description: &Description,
        traced: Option<u64>,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let rect = ui.max_rect();
        let (x, w) = (rect.left() + 16.0, rect.width() - 32.0);
        headline(ui.painter(), pos2(x, rect.top() + 26.0), w, "Log", "", p);
        self.filters(ui, x + w, rect.top() + 26.0, p);
        self.lay_out(session, &description.phases);
        let inner = Rect::from_min_max(pos2(rect.left(), rect.top() + 40.0), rect.max);
        let mut child = ui.new_child(egui::UiBuilder::new().max_rect(inner).id_salt("log rows"));
        let way = (w.to_bits(), ui.ctx().pixels_per_point().to_bits(), 0);
        self.heights.update(&Measured(&child, &self.rows, w), way);
        if !self.heights.is_exact() {
            ui.ctx().request_repaint();
        }
        // Asked before the rows take it.
        let goes = ui.rect_contains_pointer(inner)
            && ui.input(|i| i.smooth_scroll_delta().y != 0.0 || i.pointer.is_decidedly_dragging());
        if goes {
            (self.follows, self.to_end) = (false, false);
        }
        let sought = self.sought(session);
        let heights = self.heights.all();
        let out = ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show_viewport(
            &mut child,
            |ui, seen| {
                texts::scrolled(ui);
                let (whole, _) = ui.allocate_exact_size(
                    vec2(inner.width(), heights.iter().sum::<f32>() + 10.0),
                    Sense::hover(),
                );
                let place =
                    |i: usize, top: f32| Rect::from_min_size(pos2(x, whole.top() + top), vec2(w, heights[i]));
                match sought {
                    // With what lies below the last row: an entry that comes then is followed.
                    Some((_, Align::Max)) => {
                        ui.scroll_to_rect_animation(whole, Some(Align::Max), ScrollAnimation::none());
                    }
                    Some((i, align)) => {
                        let top = heights[..i].iter().sum();
                        ui.scroll_to_rect(place(i, top), Some(align));
                    }
                    None => {}
                }
                for (i, top) in in_sight(heights, 0.0, seen.min.y, seen.max.y) {
                    let row = &self.rows[i];
                    let lit = row.record().is_some_and(|r| traced == Some(r) || session.since.contains(&r));
                    Painted { row, index: i, lit }.paint(ui, place(i, top), description, p, asks);
                }
            },
        );
        let at_end = is_at_end(&out);
        let led = sought.is_some_and(|(_, align)| align != Align::Max);
        self.follows = !led && (self.follows || at_end);
        if self.follows && !at_end {
            self.to_end = true;
            ui.ctx().request_repaint();
        }
        self.news(ui, inner, at_end, p);
    }

    // Whoever reads what was before is told that something has come below it.
    fn news(&mut self, ui: &mut Ui, inner: Rect, at_end: bool, p: &Palette) {
        let last = self.rows.iter().rev().find_map(Row::record).unwrap_or_default();
        if at_end || last < self.read {
            self.read = last;
        }
        let new =
            self.rows.iter().filter(|row| row.record().is_some_and(|record| record > self.read)).count();
        if new == 0 {
            return;
        }
        let words = format!("{new} new below");
        let size = vec2(132.0, 28.0);
        let rect = Rect::from_min_size(inner.right_bottom() - size - vec2(24.0, 8.0), size);
        if Button::new(&words, "").primary().put(ui, rect, "log news", p).clicked() {
            (self.to_end, self.follows) = (true, true);
            ui.ctx().request_repaint();
        }
    }

    fn filters(&mut self, ui: &mut Ui, right: f32, y: f32, p: &Palette) {
        let mut x = right;
        for (filter, text) in [(Filter::Losses, "Losses"), (Filter::Dice, "Dice"), (Filter::All, "All")] {
            let on = self.filter == filter;
            let face = if on { Face::BodyBold } else { Face::Body };
            let letters = Letters::new(text, face.at(13.0), if on { p.ink } else { p.ink2 });
            let width = letters.width(ui.painter());
            x -= width;
            let rect = Rect::from_min_size(pos2(x - 6.0, y - 16.0), vec2(width + 12.0, 24.0));
            let response = ui.interact(rect, Id::unique(("log filter", text)), Sense::click());
            response
                .widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, format!("Log: {text}")));
            letters.paint(ui.painter(), pos2(x, y));
            if on {
                ui.painter().rect_filled(
                    Rect::from_min_size(pos2(x, y + 2.5), vec2(width, 2.0)),
                    0.0,
                    p.focus,
                );
            }
            if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                self.filter = filter;
            }
            x -= 18.0;
        }
    }

    fn lay_out(&mut self, session: &Session, phases: &[Phase]) {
        let undone = session.log.values().filter(|i| i.undone).count() as u64;
        let last = session.log.last_key_value().map_or(0, |(k, _)| *k);
        self.sight(session);
        // Two at one screen may know as many things, but not the same.
        let count = session.log.len();
        let now = (session.seat, count, last * 1000 + undone, self.filter, session.told, self.sides.len());
        if self.made_from == now {
            return;
        }
        self.made_from = now;
        let before = std::mem::take(&mut self.rows);
        let mut turned = Turned::default();
        for item in told(session) {
            if let Some(steps) = turned_by(&item.kind) {
                if self.filter == Filter::All {
                    turned.take(&mut self.rows, steps);
                }
                continue;
            }
            if let Some(note) = note(item) {
                if self.filter == Filter::All {
                    self.rows.push(Row::Note(shortened(&note)));
                }
                continue;
            }
            let here = session.told.filter(|(step, _)| item.step == Some(*step) && !item.undone);
            for event in &item.events[..here.map_or(item.events.len(), |(_, end)| end.min(item.events.len()))]
            {
                if let EventKind::Phase(id) = &event.kind {
                    let title = phases.iter().find(|f| f.id == *id).map_or(id.as_str(), |f| f.title.as_str());
                    let text = match event.text.as_str() {
                        turn if turn.is_empty() || turn == title => title.to_owned(),
                        turn => format!("{turn}: {title}"),
                    };
                    if matches!(self.rows.last(), Some(Row::Heading(_))) {
                        self.rows.pop();
                    }
                    self.rows.push(Row::Heading(shortened(&text)));
                } else if passes(event, self.filter) {
                    self.rows.push(Row::Entry {
                        event: Box::new(Event { text: shortened(&event.text), ..event.clone() }),
                        record: item.record,
                        step: item.step,
                        side: self.side_of(event, item, session),
                        undone: item.undone,
                        command: matches!(event.kind, EventKind::Command),
                    });
                }
            }
        }
        // What stands as it stood keeps its height.
        let same = before.iter().zip(&self.rows).take_while(|(old, new)| old == new).count();
        self.heights.keep(same);
    }

    // Takes in whose the units are that are seen now.
    fn sight(&mut self, session: &Session) {
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
    fn side_of(&self, event: &Event, item: &LogItem, session: &Session) -> Option<String> {
        let mut sides = event.units.iter().map(|unit| self.sides.get(unit));
        match sides.next() {
            Some(first) => first.filter(|_| sides.all(|side| side == first)).cloned(),
            None if matches!(event.kind, EventKind::Command) => {
                item.seat.and_then(|seat| session.side_of(seat)).map(str::to_owned)
            }
            None => None,
        }
    }

    /// The row to go to and where it stands then: the last that had happened by then, if another moment of the past is looked at
    /// than before; the first since the seat's last decision, if that was asked for; the last of all.
    fn sought(&mut self, session: &Session) -> Option<(usize, Align)> {
        let end = self.rows.len().checked_sub(1);
        if std::mem::take(&mut self.to_end) {
            return Some((end?, Align::Max));
        }
        if std::mem::replace(&mut self.since, session.since_told) != session.since_told {
            let first = |row: &Row| row.record().is_some_and(|record| session.since.contains(&record));
            return self.rows.iter().position(first).map(|i| (i, Align::Min));
        }
        let step = session.moment.as_ref().map(|moment| moment.step);
        if std::mem::replace(&mut self.followed, step) == step {
            return None;
        }
        let Some(step) = step else { return Some((end?, Align::Center)) };
        let happened = |row: &Row| matches!(row, Row::Entry { step: Some(at), .. } if *at <= step);
        Some((self.rows.iter().rposition(happened)?, Align::Center))
    }
}

fn is_at_end(out: &ScrollAreaOutput<()>) -> bool {
    out.state.clamped_offset().y + out.inner_rect.height() >= out.content_size.y - 24.0
}

impl Row {
    /// The record that it is of.
    fn record(&self) -> Option<u64> {
        match self {
            Self::Entry { record, .. } => Some(*record),
            _ => None,
        }
    }
}

/// The rows as they are measured for this width.
struct Measured<'a>(&'a Ui, &'a [Row], f32);

impl Rows for Measured<'_> {
    fn count(&self) -> usize {
        self.1.len()
    }

    fn letters(&self, at: usize) -> usize {
        match &self.1[at] {
            // Of these the height is known.
            Row::Heading(_) | Row::Note(_) => 0,
            Row::Entry { event, .. } => event.text.len(),
        }
    }

    fn guess(&self, at: usize) -> f32 {
        let lines = (self.letters(at) as f32 * 7.0 / (self.2 - 60.0).max(60.0)).ceil().max(1.0);
        lines * 19.0 + 6.0
    }

    fn measure(&self, at: usize) -> f32 {
        match &self.1[at] {
            Row::Heading(_) => 30.0,
            Row::Note(_) => 24.0,
            Row::Entry { event, command, undone, .. } => {
                let galley = text_of(self.0, event, self.2, *command, *undone, egui::Color32::BLACK);
                galley.size().y.max(20.0) + 5.0
            }
        }
    }
}

/// The beginning of a text, if it is longer than is shown.
fn shortened(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::TableLine;
    use muster_contract::Audience;
    use muster_table::messages::{FromTable, LogKind, Request};

    struct Silent;

    impl TableLine for Silent {
        fn send(&mut self, _: Request) -> u64 {
            0
        }

        fn next(&mut self) -> Option<FromTable> {
            None
        }
    }

    fn item(step: u64, words: &[&str]) -> LogItem {
        let event = |words: &&str| Event {
            kind: EventKind::Text,
            audience: Audience::Everyone,
            place: None,
            units: vec![],
            text: (*words).to_owned(),
            citation: None,
        };
        LogItem {
            record: step,
            step: Some(step),
            seat: None,
            kind: LogKind::Choice,
            choices: vec![],
            events: words.iter().map(event).collect(),
            command: false,
            undone: false,
        }
    }

    fn words(log: &Log) -> Vec<&str> {
        let entries = log.rows.iter().filter_map(|row| match row {
            Row::Entry { event, .. } => Some(event.text.as_str()),
            _ => None,
        });
        entries.collect()
    }

    #[test]
    fn who_knows_as_many_other_things_sees_their_own() {
        let mut session = Session::new(Box::new(Silent), vec![0, 1]);
        let mut log = Log::default();
        session.log.insert(1, item(1, &["Recruits are to be had in Columbus."]));
        log.lay_out(&session, &[]);
        session.look_from(Some(1));
        session.log.insert(1, item(1, &["Recruits are to be had in Nashville."]));
        log.lay_out(&session, &[]);
        assert_eq!(words(&log), ["Recruits are to be had in Nashville."]);
    }

    #[test]
    fn of_a_very_long_text_the_beginning_is_shown() {
        let mut session = Session::new(Box::new(Silent), vec![0]);
        let mut log = Log::default();
        session.log.insert(1, item(1, &["\u{fc}".repeat(8_000).as_str(), "short"]));
        log.lay_out(&session, &[]);
        assert_eq!(words(&log), [format!("{}\u{2026}", "\u{fc}".repeat(LONGEST)).as_str(), "short"]);
    }

    #[test]
    fn what_follows_the_event_that_is_shown_is_not_told_yet() {
        let mut session = Session::new(Box::new(Silent), vec![0]);
        let mut log = Log::default();
        session.log.insert(1, item(1, &["one"]));
        session.log.insert(2, item(2, &["two", "three"]));
        session.log.insert(3, item(3, &["four"]));
        for (told, expected) in [
            (Some((2, 0)), &["one"][..]),
            (Some((2, 1)), &["one", "two"]),
            (None, &["one", "two", "three", "four"]),
        ] {
            session.told = told;
            log.lay_out(&session, &[]);
            assert_eq!(words(&log), expected);
        }
    }
}
