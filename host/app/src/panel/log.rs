//! The log: what happened, turn by turn, with dice drawn as dice; each entry jumps to its place.

mod head;
mod lay_out;
mod notes;
mod outcome;
mod row;

use super::Ask;
use super::control::Button;
use super::heights::{Heights, Rows, in_sight};
use crate::measure::texts;
use crate::session::Session;
use crate::theme::Palette;
use egui::scroll_area::ScrollAreaOutput;
use egui::style::ScrollAnimation;
use egui::{Align, Rect, ScrollArea, Sense, Ui, pos2, vec2};
use head::Search;
use lay_out::{Filter, Fold, MadeFrom, Row};
use muster_contract::{Description, Seat};
pub use outcome::has_dice;
use row::{Painted, text_of};
use std::collections::{BTreeSet, HashMap};

/// The log's panel.
#[derive(Default)]
pub struct Log {
    filter: Filter,
    /// What is sought, if anything is.
    search: Option<Search>,
    /// The turns and phases that are folded up.
    folded: BTreeSet<Fold>,
    /// The record of the row that the keyboard is on.
    pub on_keys: Option<u64>,
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

impl Log {
    /// Paints the log into all of the ui.
    #[allow(clippy::too_many_arguments, reason = "what the log shows")]
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        description: &Description,
        traced: Option<u64>,
        marks: &BTreeSet<u64>,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let rect = ui.max_rect();
        let (x, w) = (rect.left() + 16.0, rect.width() - 32.0);
        let top = self.head(ui, rect, p);
        self.lay_out(session, &description.phases, marks);
        let inner = Rect::from_min_max(pos2(rect.left(), top), rect.max);
        self.tell_of_nothing(ui, inner, p);
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
        let (mut folded, mut on_keys) = (None, None);
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
                    let looks_back = self.filter == Filter::Marked;
                    let painted = Painted { row, index: i, lit, looks_back };
                    let did = painted.paint(ui, place(i, top), description, p, asks);
                    (folded, on_keys) = (folded.or(did.fold), on_keys.or(did.on_keys));
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
        self.on_keys = on_keys;
        if let Some(fold) = folded {
            self.turn(fold);
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

/// The rows as they are measured for this width.
struct Measured<'a>(&'a Ui, &'a [Row], f32);

impl Rows for Measured<'_> {
    fn count(&self) -> usize {
        self.1.len()
    }

    fn letters(&self, at: usize) -> usize {
        match &self.1[at] {
            // Of these the height is known.
            Row::Turn(_) | Row::Phase(_) | Row::Note(_) => 0,
            Row::Entry { event, .. } => event.text.len(),
        }
    }

    fn guess(&self, at: usize) -> f32 {
        let lines = (self.letters(at) as f32 * 7.0 / (self.2 - 60.0).max(60.0)).ceil().max(1.0);
        lines * 19.0 + 6.0
    }

    fn measure(&self, at: usize) -> f32 {
        match &self.1[at] {
            Row::Turn(_) => 30.0,
            Row::Phase(_) => 26.0,
            Row::Note(_) => 24.0,
            Row::Entry { event, command, undone, .. } => {
                let galley = text_of(self.0, event, self.2, *command, *undone, egui::Color32::BLACK);
                galley.size().y.max(20.0) + 5.0
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::TableLine;
    use lay_out::LONGEST;
    use muster_contract::{Audience, Event, EventKind};
    use muster_table::messages::{FromTable, LogItem, LogKind, Request};

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
        log.lay_out(&session, &[], &BTreeSet::new());
        session.look_from(Some(1));
        session.log.insert(1, item(1, &["Recruits are to be had in Nashville."]));
        log.lay_out(&session, &[], &BTreeSet::new());
        assert_eq!(words(&log), ["Recruits are to be had in Nashville."]);
    }

    #[test]
    fn of_a_very_long_text_the_beginning_is_shown() {
        let mut session = Session::new(Box::new(Silent), vec![0]);
        let mut log = Log::default();
        session.log.insert(1, item(1, &["\u{dc}".repeat(8_000).as_str(), "Short"]));
        log.lay_out(&session, &[], &BTreeSet::new());
        assert_eq!(words(&log), [format!("{}\u{2026}", "\u{dc}".repeat(LONGEST)).as_str(), "Short"]);
    }

    #[test]
    fn what_follows_the_event_that_is_shown_is_not_told_yet() {
        let mut session = Session::new(Box::new(Silent), vec![0]);
        let mut log = Log::default();
        session.log.insert(1, item(1, &["One"]));
        session.log.insert(2, item(2, &["Two", "Three"]));
        session.log.insert(3, item(3, &["Four"]));
        for (told, expected) in [
            (Some((2, 0)), &["One"][..]),
            (Some((2, 1)), &["One", "Two"]),
            (None, &["One", "Two", "Three", "Four"]),
        ] {
            session.told = told;
            log.lay_out(&session, &[], &BTreeSet::new());
            assert_eq!(words(&log), expected);
        }
    }
}
