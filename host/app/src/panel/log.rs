//! The log: what happened, turn by turn, with dice drawn as dice; each entry jumps to its place.

use super::control::{headline, inked};
use super::heights::{Heights, Rows, in_sight};
use super::{Ask, livery};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::session::Session;
use crate::theme::Palette;
use egui::text::{LayoutJob, TextFormat};
use egui::{Galley, Id, Rect, ScrollArea, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Description, Event, EventKind, Phase, Seat};
use muster_table::messages::{LogItem, LogKind};
use std::sync::Arc;

/// Which entries are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Filter {
    #[default]
    All,
    Dice,
    Losses,
}

/// The log's panel.
#[derive(Default)]
pub struct Log {
    filter: Filter,
    rows: Vec<Row>,
    made_from: (Option<Seat>, usize, u64, Filter, Option<(u64, usize)>),
    heights: Heights,
    /// The step of the past that it has gone to.
    followed: Option<u64>,
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
        let sought = self.sought(session);
        let heights = self.heights.all();
        ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show_viewport(
            &mut child,
            |ui, seen| {
                let (whole, _) = ui.allocate_exact_size(
                    vec2(inner.width(), heights.iter().sum::<f32>() + 10.0),
                    Sense::hover(),
                );
                let place =
                    |i: usize, top: f32| Rect::from_min_size(pos2(x, whole.top() + top), vec2(w, heights[i]));
                if let Some(i) = sought {
                    let top = heights[..i].iter().sum();
                    ui.scroll_to_rect(place(i, top), Some(egui::Align::Center));
                }
                for (i, top) in in_sight(heights, 0.0, seen.min.y, seen.max.y) {
                    paint_row(ui, place(i, top), &self.rows[i], i, session, description, traced, p, asks);
                }
            },
        );
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
        // Two at one screen may know as many things, but not the same.
        let now = (session.seat, session.log.len(), last * 1000 + undone, self.filter, session.told);
        if self.made_from == now {
            return;
        }
        self.made_from = now;
        let before = std::mem::take(&mut self.rows);
        for item in told(session) {
            if let Some(note) = note(item) {
                if self.filter == Filter::All {
                    self.rows.push(Row::Note(shortened(&note)));
                }
                continue;
            }
            let side = item.seat.and_then(|seat| session.side_of(seat)).map(str::to_owned);
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
                        side: side.clone(),
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

    /// The row to go to, if another moment of the past is looked at than before: the last that had happened by then.
    fn sought(&mut self, session: &Session) -> Option<usize> {
        let step = session.moment.as_ref().map(|moment| moment.step);
        if std::mem::replace(&mut self.followed, step) == step {
            return None;
        }
        let Some(step) = step else { return self.rows.len().checked_sub(1) };
        let happened = |row: &Row| matches!(row, Row::Entry { step: Some(at), .. } if *at <= step);
        self.rows.iter().rposition(happened)
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

fn note(item: &LogItem) -> Option<String> {
    let many = |n: u64| if n == 1 { "one choice".to_owned() } else { format!("{n} choices") };
    Some(match &item.kind {
        LogKind::Undo { steps, beyond: false } => format!("Took back {}", many(*steps)),
        LogKind::Undo { steps, beyond: true } => format!("Took back {} past dice or others", many(*steps)),
        LogKind::Redo { steps } => format!("Did {} again", many(*steps)),
        LogKind::Edit { by } => format!("The position was edited by {by}"),
        LogKind::Rules { changed } => format!("House rules changed: {}", changed.join(", ")),
        LogKind::Swap { version } => format!("Version {version} of the module took over"),
        LogKind::Dice => "The dice were arranged".into(),
        LogKind::Begin | LogKind::Choice | LogKind::Group { .. } => return None,
    })
}

fn dice_width(event: &Event) -> f32 {
    match &event.kind {
        // They keep clear of the words.
        EventKind::Rolled(roll) if !roll.dice.is_empty() => roll.dice.len().min(6) as f32 * 23.0 + 6.0,
        _ => 0.0,
    }
}

fn text_of(
    ui: &Ui,
    event: &Event,
    width: f32,
    command: bool,
    undone: bool,
    colour: egui::Color32,
) -> Arc<Galley> {
    let font = if command { Face::BodyBold.at(14.0) } else { Face::Body.at(14.0) };
    let strike = if undone { egui::Stroke::new(1.0, colour) } else { egui::Stroke::NONE };
    let format = TextFormat {
        font_id: font,
        color: colour,
        line_height: Some(19.0),
        strikethrough: strike,
        ..Default::default()
    };
    let mut job = LayoutJob::single_section(event.text.clone(), format);
    job.wrap.max_width = width - 20.0 - cite_width(ui, event) - dice_width(event);
    ui.painter().layout_job(job)
}

// How much room the rule at the right takes: a house rule's name is longer than a section's number.
fn cite_width(ui: &Ui, event: &Event) -> f32 {
    let Some(cite) = &event.citation else { return 0.0 };
    (Letters::new(cite, Face::Body.at(12.5), egui::Color32::BLACK).width(ui.painter()) + 10.0).max(34.0)
}

#[allow(clippy::too_many_arguments, reason = "what a row shows")]
fn paint_row(
    ui: &mut Ui,
    rect: Rect,
    row: &Row,
    index: usize,
    session: &Session,
    description: &Description,
    traced: Option<u64>,
    p: &Palette,
    asks: &mut Vec<Ask>,
) {
    let painter = ui.painter().clone();
    match row {
        Row::Heading(text) => {
            let band = Rect::from_min_size(rect.min + vec2(0.0, 5.0), vec2(rect.width(), 20.0));
            painter.rect_filled(band, 0.0, p.sheet2);
            Letters::new(text, Face::BodyBold.at(13.0), p.ink2).paint(&painter, band.min + vec2(8.0, 14.5));
        }
        Row::Note(text) => {
            Letters::new(text, Face::BodyItalic.at(13.0), p.ink2)
                .paint(&painter, rect.min + vec2(20.0, 16.0));
        }
        Row::Entry { event, record, side, undone, command, .. } => {
            let livery = livery(description, p, side.as_deref());
            let lit = traced == Some(*record) || session.since.contains(record);
            if lit {
                let band = Rect::from_min_max(rect.min - vec2(8.0, 1.0), rect.max + vec2(8.0, 0.0));
                painter.rect_filled(band, 0.0, livery.tint);
                painter.rect_filled(
                    Rect::from_min_size(band.min, vec2(3.0, band.height())),
                    0.0,
                    livery.text,
                );
            }
            let response = ui.interact(rect, Id::unique(("log row", index)), Sense::click());
            let label = event.text.clone();
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            if response.hovered() && event.place.is_some() {
                painter.rect_stroke(
                    rect.expand2(vec2(6.0, 0.0)),
                    0.0,
                    (1.0, p.rule),
                    egui::StrokeKind::Inside,
                );
            }
            if side.is_some() && !matches!(event.kind, EventKind::Text) {
                inked(&painter, |ink| symbol::flag(ink, &livery, rect.min + vec2(6.0, 11.0), 11.0));
            }
            let colour = match event.kind {
                EventKind::Lost => p.danger,
                EventKind::Text if !command => p.ink2,
                _ => p.ink,
            };
            let galley = text_of(ui, event, rect.width(), *command, *undone, colour);
            painter.galley(rect.min + vec2(20.0, 1.0), galley, colour);
            let cite_width = cite_width(ui, event);
            if let Some(cite) = &event.citation {
                Letters::new(cite, Face::Body.at(12.5), p.ink2)
                    .right()
                    .paint(&painter, pos2(rect.right(), rect.top() + 15.0));
            }
            if let EventKind::Rolled(roll) = &event.kind {
                let n = roll.dice.len().min(6);
                inked(&painter, |ink| {
                    for (i, die) in roll.dice.iter().take(n).enumerate() {
                        let x = rect.right() - cite_width - (n - i) as f32 * 23.0;
                        let square = Rect::from_min_size(pos2(x, rect.top() + 1.0), vec2(18.0, 18.0));
                        symbol::die(ink, p, square, die.sides, die.face, die.counts);
                    }
                });
                for (i, die) in roll.dice.iter().take(n).enumerate().filter(|(_, d)| d.sides != 6) {
                    let x = rect.right() - cite_width - (n - i) as f32 * 23.0 + 9.0;
                    let colour = if die.counts { egui::Color32::WHITE } else { p.pip };
                    let letters =
                        Letters::new(die.face.to_string(), Face::FigureBold.at(13.0), colour).middle();
                    letters.paint(&painter, pos2(x, rect.top() + 14.5));
                }
            }
            if response.clicked() {
                if let Some(place) = &event.place {
                    asks.push(Ask::GoTo(place.space.clone()));
                } else if let Some(unit) = event.units.first() {
                    asks.push(Ask::Light(unit.clone()));
                }
            }
            if response.double_clicked()
                && let Some(cite) = &event.citation
            {
                asks.push(Ask::Rule(cite.clone()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::TableLine;
    use muster_contract::Audience;
    use muster_table::messages::{FromTable, Request};

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
