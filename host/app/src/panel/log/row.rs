//! A row of the log, painted.

use super::lay_out::{Fold, Heading, Row};
use crate::draw::letter::{Face, Letters, set};
use crate::draw::symbol;
use crate::panel::control::inked;
use crate::panel::{Ask, livery};
use crate::theme::Palette;
use egui::text::TextFormat;
use egui::{Color32, Galley, Id, Pos2, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Description, Event, EventKind, Roll};
use std::sync::Arc;

fn dice_width(event: &Event) -> f32 {
    match &event.kind {
        // They keep clear of the words.
        EventKind::Rolled(roll) if !roll.dice.is_empty() => roll.dice.len().min(6) as f32 * 23.0 + 6.0,
        _ => 0.0,
    }
}

pub(super) fn text_of(
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
    let mut job = set(&event.text, format);
    job.wrap.max_width = width - 20.0 - cite_width(ui, event) - dice_width(event);
    ui.painter().layout_job(job)
}

// How much room the rule at the right takes: a house rule's name is longer than a section's number.
fn cite_width(ui: &Ui, event: &Event) -> f32 {
    let Some(cite) = &event.citation else { return 0.0 };
    (Letters::new(cite, Face::Body.at(12.5), egui::Color32::BLACK).width(ui.painter()) + 10.0).max(34.0)
}

/// What was done with a row.
#[derive(Default)]
pub(super) struct Did {
    /// It is a heading, and to be folded up or unfolded.
    pub(super) fold: Option<Fold>,
    /// The keyboard is on it, and it is of this record.
    pub(super) on_keys: Option<u64>,
}

/// A row as it is painted.
pub(super) struct Painted<'a> {
    pub(super) row: &'a Row,
    pub(super) index: usize,
    /// Whether it is lit: the command that is traced, or what happened since the seat's last decision.
    pub(super) lit: bool,
    /// Whether a press on it shows the moment when it happened.
    pub(super) looks_back: bool,
}

impl Painted<'_> {
    pub(super) fn paint(
        &self,
        ui: &mut Ui,
        rect: Rect,
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) -> Did {
        match self.row {
            Row::Turn(heading) => {
                return Did { fold: self.heading(ui, rect, heading, true, p), on_keys: None };
            }
            Row::Phase(heading) => {
                return Did { fold: self.heading(ui, rect, heading, false, p), on_keys: None };
            }
            Row::Note(text) => {
                Letters::new(text, Face::BodyItalic.at(13.0), p.ink2)
                    .paint(ui.painter(), rect.min + vec2(20.0, 16.0));
            }
            Row::Entry { event, side, undone, command, record, step, marked } => {
                let livery = livery(description, p, side.as_deref());
                if self.lit {
                    // What is nobody's looks like neither side's.
                    let [ground, edge] = match side {
                        Some(_) => [livery.tint, livery.text],
                        None => [p.sheet2, p.ink3],
                    };
                    lit(ui, rect, ground, edge);
                }
                let on_keys = self.pressed(ui, rect, event, *step, p, asks).then_some(*record);
                if let Some(marked) = marked {
                    self.ribbon(ui, rect, *record, *marked, p, asks);
                }
                if side.is_some() && !matches!(event.kind, EventKind::Text) {
                    inked(ui.painter(), |ink| symbol::flag(ink, &livery, rect.min + vec2(6.0, 11.0), 11.0));
                }
                entry(ui, rect, event, *command, *undone, p);
                return Did { fold: None, on_keys };
            }
        }
        Did::default()
    }

    // A turn or a phase; gives what is folded up, or unfolded.
    fn heading(&self, ui: &Ui, rect: Rect, heading: &Heading, turn: bool, p: &Palette) -> Option<Fold> {
        let Heading { text, fold, folded, hidden } = heading;
        let band =
            Rect::from_min_max(rect.min + vec2(0.0, if turn { 6.0 } else { 4.0 }), rect.max - vec2(0.0, 2.0));
        let response = ui.interact(band, Id::unique(("log heading", self.index)), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, !folded, text));
        ui.painter().rect_filled(band, 0.0, if turn || response.hovered() { p.sheet3 } else { p.sheet2 });
        let (face, colour) =
            if turn { (Face::BodyBold.at(13.5), p.ink) } else { (Face::BodyBold.at(13.0), p.ink2) };
        let sign = pos2(band.left() + 9.0, band.center().y);
        let points = match folded {
            true => [vec2(-2.5, -4.0), vec2(3.0, 0.0), vec2(-2.5, 4.0)],
            false => [vec2(-4.0, -2.5), vec2(4.0, -2.5), vec2(0.0, 3.0)],
        };
        inked(ui.painter(), |ink| ink.fill(&points.map(|by| sign + by), colour));
        let baseline = band.center().y + 4.5;
        let mut room = band.width() - 28.0;
        if *folded {
            let count = Letters::new(hidden.to_string(), Face::Body.at(12.5), p.ink2).right();
            room -= count.paint(ui.painter(), pos2(band.right() - 6.0, baseline)) + 8.0;
        }
        Letters::new(text, face, colour).within(room).paint(ui.painter(), pos2(band.left() + 19.0, baseline));
        if response.has_focus() {
            ui.painter().rect_stroke(band, 2.0, (2.0, p.focus), egui::StrokeKind::Middle);
        }
        let words = if *folded { "Show what is folded up" } else { "Fold it up" };
        response.on_hover_text(words).clicked().then_some(*fold)
    }

    // The ribbon before a line that is marked, or that the pointer is on.
    fn ribbon(&self, ui: &Ui, rect: Rect, record: u64, marked: bool, p: &Palette, asks: &mut Vec<Ask>) {
        let area = Rect::from_min_size(rect.min - vec2(15.0, 1.0), vec2(15.0, 21.0));
        // It is no stop for the keyboard: a key marks the line that that is on.
        let response = ui.interact(area, Id::unique(("log ribbon", self.index)), Sense::CLICK);
        let words = if marked { "Marked: take the bookmark away" } else { "Mark this" };
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, marked, words));
        let around = Rect::from_min_max(area.min, rect.max);
        if marked || ui.rect_contains_pointer(around) {
            let ribbon = Rect::from_center_size(area.center() - vec2(2.0, 0.0), vec2(11.0, 13.0));
            let colour = if marked || response.hovered() { p.wax } else { p.ink3 };
            inked(ui.painter(), |ink| symbol::ribbon(ink, ribbon, marked, colour));
        }
        if response.on_hover_text(words).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            asks.push(Ask::Mark(Some(record)));
        }
    }

    // A click jumps to where it happened, or to who did it; two open the rule. Gives whether the keyboard is on it.
    fn pressed(
        &self,
        ui: &Ui,
        rect: Rect,
        event: &Event,
        step: Option<u64>,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) -> bool {
        let response = ui.interact(rect, Id::unique(("log row", self.index)), Sense::click());
        let label = event.text.clone();
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if response.hovered() && event.place.is_some() {
            let around = rect.expand2(vec2(6.0, 0.0));
            ui.painter().rect_stroke(around, 0.0, (1.0, p.rule), egui::StrokeKind::Inside);
        }
        if response.has_focus() {
            ui.painter().rect_stroke(rect.expand(2.0), 2.0, (2.0, p.focus), egui::StrokeKind::Middle);
        }
        if response.clicked() {
            if let Some(step) = step.filter(|_| self.looks_back) {
                asks.push(Ask::LookBack(Some(step)));
            }
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
        response.has_focus()
    }
}

fn lit(ui: &Ui, rect: Rect, ground: Color32, edge: Color32) {
    let band = Rect::from_min_max(rect.min - vec2(8.0, 1.0), rect.max + vec2(8.0, 0.0));
    ui.painter().rect_filled(band, 0.0, ground);
    ui.painter().rect_filled(Rect::from_min_size(band.min, vec2(3.0, band.height())), 0.0, edge);
}

fn entry(ui: &Ui, rect: Rect, event: &Event, command: bool, undone: bool, p: &Palette) {
    let colour = match event.kind {
        EventKind::Lost => p.danger,
        EventKind::Text if !command => p.ink2,
        _ => p.ink,
    };
    let galley = text_of(ui, event, rect.width(), command, undone, colour);
    ui.painter().galley(rect.min + vec2(20.0, 1.0), galley, colour);
    if let Some(cite) = &event.citation {
        let letters = Letters::new(cite, Face::Body.at(12.5), p.ink2).right();
        letters.paint(ui.painter(), pos2(rect.right(), rect.top() + 15.0));
    }
    if let EventKind::Rolled(roll) = &event.kind {
        dice(ui, pos2(rect.right() - cite_width(ui, event), rect.top()), roll, p);
    }
}

// Dice, up to a point at their right.
fn dice(ui: &Ui, end: Pos2, roll: &Roll, p: &Palette) {
    let n = roll.dice.len().min(6);
    let left = |i: usize| end.x - (n - i) as f32 * 23.0;
    inked(ui.painter(), |ink| {
        for (i, die) in roll.dice.iter().take(n).enumerate() {
            let square = Rect::from_min_size(pos2(left(i), end.y + 1.0), vec2(18.0, 18.0));
            symbol::die(ink, p, square, die.sides, die.face, die.counts);
        }
    });
    for (i, die) in roll.dice.iter().take(n).enumerate().filter(|(_, d)| d.sides != 6) {
        let colour = if die.counts { egui::Color32::WHITE } else { p.pip };
        let letters = Letters::new(die.face.to_string(), Face::FigureBold.at(13.0), colour).middle();
        letters.paint(ui.painter(), pos2(left(i) + 9.0, end.y + 14.5));
    }
}
