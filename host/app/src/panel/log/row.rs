//! A row of the log, painted.

use super::Row;
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

/// A row as it is painted.
pub(super) struct Painted<'a> {
    pub(super) row: &'a Row,
    pub(super) index: usize,
    /// Whether it is lit: the command that is traced, or what happened since the seat's last decision.
    pub(super) lit: bool,
}

impl Painted<'_> {
    pub(super) fn paint(
        &self,
        ui: &mut Ui,
        rect: Rect,
        description: &Description,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        match self.row {
            Row::Heading(text) => {
                let band = Rect::from_min_size(rect.min + vec2(0.0, 5.0), vec2(rect.width(), 20.0));
                ui.painter().rect_filled(band, 0.0, p.sheet2);
                let letters = Letters::new(text, Face::BodyBold.at(13.0), p.ink2);
                letters.paint(ui.painter(), band.min + vec2(8.0, 14.5));
            }
            Row::Note(text) => {
                Letters::new(text, Face::BodyItalic.at(13.0), p.ink2)
                    .paint(ui.painter(), rect.min + vec2(20.0, 16.0));
            }
            Row::Entry { event, side, undone, command, .. } => {
                let livery = livery(description, p, side.as_deref());
                if self.lit {
                    // What is nobody's looks like neither side's.
                    let [ground, edge] = match side {
                        Some(_) => [livery.tint, livery.text],
                        None => [p.sheet2, p.ink3],
                    };
                    lit(ui, rect, ground, edge);
                }
                self.pressed(ui, rect, event, p, asks);
                if side.is_some() && !matches!(event.kind, EventKind::Text) {
                    inked(ui.painter(), |ink| symbol::flag(ink, &livery, rect.min + vec2(6.0, 11.0), 11.0));
                }
                entry(ui, rect, event, *command, *undone, p);
            }
        }
    }

    // A click jumps to where it happened, or to who did it; two open the rule.
    fn pressed(&self, ui: &Ui, rect: Rect, event: &Event, p: &Palette, asks: &mut Vec<Ask>) {
        let response = ui.interact(rect, Id::unique(("log row", self.index)), Sense::click());
        let label = event.text.clone();
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        if response.hovered() && event.place.is_some() {
            let around = rect.expand2(vec2(6.0, 0.0));
            ui.painter().rect_stroke(around, 0.0, (1.0, p.rule), egui::StrokeKind::Inside);
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
