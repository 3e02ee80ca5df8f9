//! The middle of the table: the board, a second board over it, and what lies over both.

use super::{TableScreen, part};
use crate::draw::letter::Face;
use crate::panel::control::{card as plain_card, told_paragraph};
use crate::panel::field::Scene;
use crate::panel::{Ask, busy, pages, result, revised, tracks};
use crate::settings::Settings;
use crate::theme::Palette;
use egui::{Rect, Ui, pos2, vec2};
use muster_contract::{EventKind, Place};
use muster_table::messages::LogItem;

/// How many lines a notice has at most; who points at it is told the rest.
const NOTICE_LINES: usize = 3;

impl TableScreen {
    pub(super) fn board(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        settings: &mut Settings,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let rect = self.tracks(ui, rect, p);
        self.counters.still = settings.reduce_motion;
        self.session.keep_to(settings.strict_undo);
        let trace = self.trace();
        let Some(view) = self.session.shown() else {
            ui.painter().rect_filled(rect, 0.0, p.desk);
            return;
        };
        let handles = self.handles_over();
        let odds_of = self.chances.looked_at();
        let scene = Scene {
            session: &self.session,
            view,
            description: &self.description,
            p,
            trace: trace.as_ref().map(|(places, side)| (places.as_slice(), side.as_deref())),
            still: settings.reduce_motion,
            notes: &[],
            rules: &self.rules,
            odds_of,
            odds: odds_of.and_then(|id| self.session.odds(id)).unwrap_or_default(),
        };
        let Some(main) = self.fields.first_mut() else { return };
        main.handles = handles;
        let mut child = part(ui, rect, "board");
        main.ui(&mut child, &scene, &mut self.counters, asks);
        self.second_board(ui, rect, settings, p, asks);
        self.over_board(ui, rect, settings, p, asks);
        self.carry_on(ui, rect, settings, p, asks);
    }

    /// Whether the tracks stand over the board: boards without hexes are wide enough for them, and look like it.
    pub(super) fn tracks_over(&self, width: f32) -> Option<f32> {
        let free = self.fields.first().is_some_and(|field| field.chart().hex.is_none());
        let view = self.session.shown().filter(|_| free)?;
        tracks::strips_height(&view.tracks, width)
    }

    // The tracks over the board; gives what is left for the board.
    fn tracks(&self, ui: &mut Ui, rect: Rect, p: &Palette) -> Rect {
        let (Some(height), Some(view)) = (self.tracks_over(rect.width()), self.session.shown()) else {
            return rect;
        };
        let strip = Rect::from_min_size(rect.min, vec2(rect.width(), height));
        let mut child = part(ui, strip, "tracks");
        tracks::strips(&mut child, strip, &view.tracks, &self.description, p);
        Rect::from_min_max(strip.left_bottom(), rect.max)
    }

    // Notes, notices, trouble and the result lie over the board.
    fn over_board(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        settings: &mut Settings,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let now = ui.input(|i| i.time);
        self.fields.iter_mut().for_each(|field| field.cards_over.clear());
        self.guide(ui, rect, settings, p, asks);
        self.outcome(ui, rect, p, asks);
        self.notice.take_if(|notice| now - notice.at > 6.0);
        if let Some(notice) = &self.notice {
            // The workbench has all of what a compiler says.
            let first = notice.text.lines().next().unwrap_or_default();
            let font = Face::BodyMedium.at(15.0);
            let text = ui.painter().layout(first.to_owned(), font.clone(), p.ink, rect.width() - 80.0);
            let lines = text.rows.len().min(NOTICE_LINES);
            let size = vec2(text.size().x + 40.0, 14.0 + 20.0 * lines as f32);
            let at = Rect::from_min_size(pos2(rect.center().x - size.x / 2.0, rect.top() + 19.0), size);
            plain_card(ui.painter(), at, p);
            let from = at.min + vec2(20.0, 22.0);
            told_paragraph(ui, from, size.x - 40.0, first, font, p.ink, 20.0, NOTICE_LINES);
            ui.ctx().request_repaint_after(std::time::Duration::from_millis(500));
        }
        if self.session.standing.as_ref().is_some_and(|s| s.revised) && !self.revised_seen {
            let bar = revised::bar(ui, rect, p, asks);
            self.lies_over_board(Some(bar));
        }
        busy::bar(ui, rect, self.session.kept_waiting(now), p, asks);
        if let Some(pause) = self.session.pause.clone() {
            let steps = self.session.standing.as_ref().map_or(0, |standing| standing.steps);
            pages::trouble(ui, rect, &pause, (&self.session.undo, steps), p, asks);
        } else if let Some(outcome) = self.session.outcome().cloned() {
            if !self.result_seen && self.session.moment.is_none() {
                let best = self.best.as_ref();
                self.result_seen = result::card(ui, rect, &outcome, best, &self.description, p, asks);
            }
        } else {
            // A game that goes on again may end otherwise.
            self.result_seen = false;
        }
    }

    // The way of the last command, and the side that took it.
    pub(super) fn trace(&self) -> Option<(Vec<Place>, Option<String>)> {
        if !self.show_trace {
            return None;
        }
        let moment = self.session.moment.as_ref().map(|m| m.item.as_ref());
        let item = match moment {
            Some(item) => item?,
            // A table that was only just opened traces the last that its log tells.
            None => {
                let moved = |i: &&LogItem| i.events.iter().any(|e| matches!(e.kind, EventKind::Moved(_)));
                let log = &self.session.log;
                let item = self.traced.and_then(|r| log.get(&r)).or_else(|| log.values().rev().find(moved));
                item.filter(|i| !i.undone)?
            }
        };
        let places = item.events.iter().rev().find_map(|e| match &e.kind {
            EventKind::Moved(places) if places.len() > 1 => Some(places.clone()),
            _ => None,
        })?;
        let seats = &self.session.standing.as_ref()?.seats;
        let side = item.seat.and_then(|s| seats.iter().find(|t| t.seat == s)).map(|s| s.side.clone());
        Some((places, side))
    }
}
