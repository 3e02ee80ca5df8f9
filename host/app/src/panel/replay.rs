//! Replay: a scrubber over the whole table, with "from whose eyes" and "play on from here".

use super::Ask;
use super::control::{inked, link};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::session::Session;
use crate::theme::Palette;
use egui::{Id, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use muster_contract::EventKind;
use std::collections::BTreeSet;

/// How tall it is.
pub const HEIGHT: f32 = 90.0;

/// The scrubber's panel.
#[derive(Default)]
pub struct Replay {
    asked: Option<u64>,
}

impl Replay {
    /// Paints the scrubber into all of the ui.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        marks: &BTreeSet<u64>,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let Some(standing) = &session.standing else { return };
        let rect = ui.max_rect();
        ui.painter().rect_filled(rect, 0.0, p.sheet2);
        ui.painter().hline(rect.x_range(), rect.top(), (1.0, p.rule));
        let (x, w, y) = (rect.left() + 16.0, rect.width() - 32.0, rect.top() + 20.0);
        let steps = standing.steps.max(1);
        let now = session.moment.as_ref().map_or(steps, |m| m.step);
        let width = Letters::new("Replay", Face::BodyBold.at(13.5), p.ink).paint(ui.painter(), pos2(x, y));
        let eyes = if session.seat.is_some() { "public view and yours" } else { "public view" };
        Letters::new(eyes, Face::BodyItalic.at(13.0), p.ink2).paint(ui.painter(), pos2(x + width + 10.0, y));
        let words = format!("choice {now} of {steps}");
        Letters::new(words, Face::Body.at(13.0), p.ink2).right().paint(ui.painter(), pos2(x + w, y));

        let bar = Rect::from_min_size(pos2(x, y + 18.0), vec2(w, 5.0));
        let response =
            ui.interact(bar.expand2(vec2(6.0, 10.0)), Id::unique("replay"), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::slider(true, now as f64, "Replay"));
        ui.painter().rect(bar, 0.0, p.sheet3, (0.8, p.rule), egui::StrokeKind::Inside);
        let share = now as f32 / steps as f32;
        ui.painter().rect_filled(Rect::from_min_size(bar.min, vec2(w * share, 5.0)), 0.0, p.ink2);
        // A mark where a phase began, and a taller one with its words where a turn did.
        let mut last_label = f32::MIN;
        let mut last_turn = String::new();
        for item in session.log.values().filter(|i| !i.undone) {
            let Some(step) = item.step else { continue };
            let at = x + w * (step as f32 / steps as f32).min(1.0);
            for event in &item.events {
                if let EventKind::Phase(_) = event.kind {
                    ui.painter().vline(at, bar.top() - 3.0..=bar.bottom() + 4.0, (1.0, p.rule));
                    let short: String = event.text.chars().take_while(|c| *c != ',' && *c != '.').collect();
                    // Each phase of a turn may name it.
                    let begins = event.text.starts_with("Turn") && short != last_turn;
                    if begins && at - last_label > 40.0 {
                        ui.painter().vline(at, bar.top() - 6.0..=bar.bottom() + 6.0, (1.4, p.ink));
                        let label = Letters::new(short.to_lowercase(), Face::Figure.at(12.0), p.ink2);
                        if at + 4.0 + label.width(ui.painter()) <= x + w {
                            label.paint(ui.painter(), pos2(at + 4.0, bar.bottom() + 17.0));
                        }
                        last_label = at;
                        last_turn = short;
                    }
                }
            }
        }
        bookmarks(ui, bar, session, marks, p);
        let knob = pos2((x + w * share).min(x + w - 4.0), bar.center().y);
        ui.painter().circle(knob, 7.5, p.sheet, (1.6, p.ink));
        if response.has_focus() {
            ui.painter().circle_stroke(knob, 11.0, (2.0, p.focus));
        }
        if let Some(at) = response.interact_pointer_pos() {
            let step = (((at.x - x) / w).clamp(0.0, 1.0) * steps as f32).round() as u64;
            let wanted = (step < steps).then_some(step);
            if self.asked != wanted || response.clicked() {
                self.asked = wanted;
                asks.push(Ask::LookBack(wanted));
            }
        }
        let foot = y + 60.0;
        if session.moment.is_some() {
            let mut at = x;
            let mut next = |words: &'static str| {
                let (response, width) = link(ui, pos2(at, foot), words, 13.0, p.focus, words);
                at += width + 14.0;
                response.clicked()
            };
            if next("present") {
                self.asked = None;
                asks.push(Ask::LookBack(None));
            }
            if next("step back") {
                asks.push(Ask::LookBack(Some(now.saturating_sub(1))));
            }
            if next("step on") {
                asks.push(Ask::LookBack((now + 1 < steps).then_some(now + 1)));
            }
            if next("play on from here") {
                asks.push(Ask::PlayOn(now));
            }
        } else {
            let words = "since my last decision";
            let room = Letters::new(words, Face::BodyMedium.at(13.0), p.focus).width(ui.painter());
            if session.seat.is_some()
                && link(ui, pos2(x + w - room, foot), words, 13.0, p.focus, "since").0.clicked()
            {
                asks.push(Ask::SinceMine);
            }
        }
    }
}

// A ribbon over the bar where something is marked.
fn bookmarks(ui: &Ui, bar: Rect, session: &Session, marks: &BTreeSet<u64>, p: &Palette) {
    let steps = session.standing.as_ref().map_or(1, |standing| standing.steps.max(1));
    let marked = marks.iter().filter_map(|record| session.log.get(record)?.step);
    let x = |step: u64| bar.left() + bar.width() * (step as f32 / steps as f32).min(1.0);
    inked(ui.painter(), |ink| {
        for step in marked {
            let ribbon = Rect::from_center_size(pos2(x(step), bar.top() - 6.0), vec2(11.0, 11.0));
            symbol::ribbon(ink, ribbon, true, p.wax);
        }
    });
}
