//! The sheet of a second board: it opens from its place on the main board and closes to it, and has the board's clock,
//! the last dice and its panels at its right.

use super::{TableScreen, part};
use crate::draw::letter::{Face, Letters};
use crate::keys::{self, Action};
use crate::panel::control::{Button, card, fitted, inked};
use crate::panel::cue;
use crate::panel::field::Scene;
use crate::panel::sequence::phases_of;
use crate::panel::{Ask, aside, tray, watch};
use crate::settings::{Class, Settings};
use crate::theme::{Palette, fade, mix};
use egui::{Color32, Pos2, Rect, ScrollArea, Sense, Ui, pos2, vec2};
use muster_contract::{Description, OpenBoard, Phase, View};

/// How long it takes to open, in seconds.
const OPENING: f32 = 0.18;
/// What the column beside the board takes of the sheet.
const COLUMN: f32 = 180.0;
/// What its heading, the steps under it and its margins take, at most.
const HEAD: f32 = 150.0;
/// How tall the tray with the dice is at least.
const DICE: f32 = 120.0;
/// The longest name of its key and handle.
const HANDLE: f32 = 150.0;

/// A second board as it lies on the table.
#[derive(Default)]
pub(super) struct Opened {
    /// Whether a person has folded it away, or laid it out over what is asked; that holds until it would be otherwise
    /// by itself.
    by_hand: Option<bool>,
    /// Whether it is out by itself.
    by_itself: bool,
    /// The board, kept while it closes.
    shown: Option<OpenBoard>,
}

impl Opened {
    /// Folds the sheet away, or lays it out again.
    pub(super) fn turn(&mut self) {
        self.by_hand = Some(!self.is_out());
    }

    fn is_out(&self) -> bool {
        self.by_hand.unwrap_or(self.by_itself)
    }
}

impl TableScreen {
    // Whether the sheet is out by itself: not while all that can be chosen lies on the map.
    fn sheet_is_needed(&self, open: &OpenBoard) -> bool {
        let Some(main) = self.fields.first() else { return true };
        let view = self.session.shown();
        let mut elsewhere = false;
        if self.session.moment.is_none() && self.session.decision().is_some() {
            for choice in self.session.asked() {
                if self.field_of(&open.board).is_some_and(|i| self.fields[i].holds(&choice.target, view)) {
                    return true;
                }
                elsewhere |= main.holds(&choice.target, view);
            }
        }
        !elsewhere
    }

    fn field_of(&self, board: &str) -> Option<usize> {
        self.boards.iter().skip(1).position(|b| b.id == board).map(|i| i + 1)
    }

    /// Lays the second board over the main one, if one is open.
    pub(super) fn second_board(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        settings: &Settings,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let open = self.session.shown().and_then(|view| view.open_board.clone());
        if let Some(open) = &open {
            self.sheet.shown = Some(open.clone());
        }
        let needed = open.as_ref().is_some_and(|open| self.sheet_is_needed(open));
        if needed != self.sheet.by_itself {
            (self.sheet.by_itself, self.sheet.by_hand) = (needed, None);
        }
        let out = open.is_some() && self.sheet.is_out();
        let lasts = if settings.reduce_motion { 0.0 } else { OPENING };
        let share = ui.ctx().animate_bool_with_time(egui::Id::unique("second board"), out, lasts);
        if open.is_some() && !out {
            let class = Class::of(ui.ctx().content_rect().width());
            handle(ui, rect, self.has_right_handle(class), p, asks);
        }
        let Some(shown) = self.sheet.shown.clone() else { return };
        let Some(index) = self.field_of(&shown.board) else { return };
        let at = shown.at.clone();
        if share <= 0.0 {
            self.fields[0].covered = None;
            self.fields[0].give_back();
            self.fields[index].shut();
            if open.is_none() {
                self.sheet.shown = None;
            }
            return;
        }
        let width = 834.0f32.min(rect.width() - 60.0);
        let most = (rect.height() - 28.0).min(900.0);
        // With nothing beside it a low board has a low sheet.
        let tall = match column(&shown) > 0.0 {
            true => most,
            false => {
                let frame = self.fields[index].chart().frame;
                (HEAD + (width - 48.0) * frame.height() / frame.width().max(1.0))
                    .clamp(300.0f32.min(most), most)
            }
        };
        let size = vec2(width, tall);
        let whole = Rect::from_min_size(pos2(rect.right() - size.x - 14.0, rect.top() + 14.0), size);
        self.fields[0].covered = Some(whole);
        let free = Rect::from_min_max(rect.min, pos2(whole.left(), rect.bottom()));
        if let Some(space) = at.as_ref().filter(|_| free.width() > 90.0 && out) {
            self.fields[0].make_room(space, free);
        }
        let from = at.as_ref().and_then(|space| self.fields[0].screen(space));
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 0.0, fade(Color32::from_rgb(42, 35, 28), 0.2 * share));
        let begun = Rect::from_center_size(from.unwrap_or(whole.center()), vec2(30.0, 30.0));
        let sheet = Rect::from_min_max(begun.min.lerp(whole.min, share), begun.max.lerp(whole.max, share));
        if let Some(place) = at.as_ref() {
            self.lit_place(ui, rect, place, sheet, p);
        }
        card(&painter, sheet, p);
        painter.rect_stroke(sheet.shrink(5.0), 0.0, (0.8, p.ink), egui::StrokeKind::Middle);
        // Nothing under it can be pointed at.
        ui.interact(sheet, egui::Id::unique("sheet"), Sense::click_and_drag());
        if share < 1.0 {
            ui.ctx().request_repaint();
            return;
        }
        self.lay_out(ui, sheet, &shown, index, settings, p, asks);
    }

    // The place that it opened from is lit through the shade, and the sheet points at it.
    fn lit_place(&self, ui: &Ui, rect: Rect, place: &str, sheet: Rect, p: &Palette) {
        let field = &self.fields[0];
        let (chart, zoom) = (field.chart(), field.zoom());
        let (Some(middle), Some(cell)) = (field.screen(place), chart.cell(place)) else { return };
        let painter = ui.painter().with_clip_rect(rect);
        let outline: Vec<Pos2> = cell.outline.iter().map(|q| middle + (*q - cell.at) * zoom * 0.96).collect();
        inked(&painter, |ink| {
            ink.fill(&outline, fade(p.accent_fill, 0.3));
            ink.loop_line(&outline, 6.0, p.sheet);
            ink.loop_line(&outline, 3.4, p.accent);
            let right = outline.iter().map(|q| q.x).fold(middle.x, f32::max);
            if let Some(wedge) = wedge(sheet, pos2(right, middle.y)) {
                ink.polygon(&wedge, p.sheet, 1.2, p.ink);
            }
        });
    }

    #[allow(clippy::too_many_arguments, reason = "what the sheet shows")]
    fn lay_out(
        &mut self,
        ui: &mut Ui,
        sheet: Rect,
        open: &OpenBoard,
        index: usize,
        settings: &Settings,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let trace = self.trace();
        let Some(view) = self.session.shown() else { return };
        let column = column(open);
        let body = Rect::from_min_max(
            sheet.min + vec2(24.0, 0.0),
            pos2(sheet.right() - 24.0 - column, sheet.bottom() - 24.0),
        );
        let title = if open.title.is_empty() { &self.boards[index].title } else { &open.title };
        let foot = heading(ui, body, title, &open.note, p);
        let top = steps(ui, body, foot, &self.description, view, p);
        fold(ui, sheet, body.right(), asks, p);
        let odds_of = self.chances.looked_at();
        let scene = Scene {
            session: &self.session,
            view,
            description: &self.description,
            p,
            trace: trace.as_ref().map(|(places, side)| (places.as_slice(), side.as_deref())),
            still: settings.reduce_motion,
            notes: &open.notes,
            rules: &self.rules,
            odds_of,
            odds: odds_of.and_then(|id| self.session.odds(id)).unwrap_or_default(),
        };
        let rest = Rect::from_min_max(pos2(body.left(), top), body.max);
        let mut child = part(ui, rest, "second board");
        self.fields[index].ui(&mut child, &scene, &mut self.counters, asks);
        if column > 0.0 {
            let line = body.right() + 13.0;
            ui.painter().vline(line, sheet.top() + 28.0..=sheet.bottom() - 28.0, (1.0, p.rule));
            let beside = Rect::from_min_max(
                pos2(line + 10.0, sheet.top() + 28.0),
                pos2(sheet.right() - 22.0, sheet.bottom() - 20.0),
            );
            // Where the sheet is too low for all of it, it is scrolled.
            let tall = beside_height(beside.width(), open).max(beside.height());
            let mut child = part(ui, beside.expand2(vec2(10.0, 6.0)), "beside the board");
            cue::scrolled(&mut child, ScrollArea::vertical().auto_shrink(false), p.sheet, p, |ui| {
                let (whole, _) = ui.allocate_exact_size(vec2(beside.width(), tall + 6.0), Sense::hover());
                let at = pos2(beside.left(), whole.top() + 6.0);
                self.beside(ui, Rect::from_min_size(at, vec2(beside.width(), tall)), open, p);
            });
        }
    }

    fn beside(&self, ui: &Ui, rect: Rect, open: &OpenBoard, p: &Palette) {
        let mut y = rect.top() + 26.0;
        if let Some(clock) = &open.clock {
            let radius = radius(rect.width());
            let middle = pos2(rect.center().x, y + radius);
            watch::paint(ui, middle, radius, clock, &self.description, p);
            y += radius * 2.0 + 28.0;
            let middle = |y: f32, text: &str, face: Face, size: f32, colour| {
                let mut letters = Letters::new(text, face.at(size), colour).middle();
                let width = letters.width(ui.painter());
                if width > rect.width() + 8.0 {
                    letters.font.size *= (rect.width() + 8.0) / width;
                }
                letters.paint(ui.painter(), pos2(rect.center().x, y));
            };
            middle(y, &clock.title, Face::Title, 15.0, p.ink);
            let cite = clock.citation.as_ref().map(|c| format!(" [{c}]")).unwrap_or_default();
            middle(y + 18.0, &format!("{}{cite}", clock.note), Face::Body, 13.0, p.ink2);
            y += 34.0;
        }
        // Where little room is left the panels have it.
        let low = rect.height() < beside_height(rect.width(), open) + 1.0;
        let tall = if low { DICE } else { ((rect.bottom() - y) * 0.42).clamp(DICE, 190.0) };
        let dice = Rect::from_min_size(pos2(rect.left(), y), vec2(rect.width(), tall));
        tray::paint(ui, dice, &self.session, p);
        let rest = Rect::from_min_max(pos2(rect.left(), dice.bottom() + 12.0), rect.max);
        aside::paint(ui.painter(), rest, &open.panels, &self.description, p);
    }
}

// The radius of the clock in a column so wide.
fn radius(width: f32) -> f32 {
    (width / 2.0 - 10.0).min(70.0)
}

// How tall the clock, the dice and the panels are at least.
fn beside_height(width: f32, open: &OpenBoard) -> f32 {
    let clock = if open.clock.is_some() { 2.0 * radius(width) + 62.0 } else { 0.0 };
    let panels = open.panels.iter().map(|panel| 54.0 + 51.0 * panel.rows.len() as f32);
    26.0 + clock + DICE + 12.0 + panels.sum::<f32>()
}

// How wide the column beside the board is, if it has one.
fn column(open: &OpenBoard) -> f32 {
    if open.clock.is_some() || !open.panels.is_empty() { COLUMN } else { 0.0 }
}

// Gives where it ends.
fn heading(ui: &Ui, body: Rect, title: &str, note: &str, p: &Palette) -> f32 {
    let letters = |size: f32| {
        Letters::new(title.to_uppercase(), Face::Title.at(size), p.ink).tracked(2.6 * size / 25.0)
    };
    let room = body.width() - HANDLE;
    let width = letters(25.0).width(ui.painter());
    let size = if width > room { (25.0 * room / width).max(13.0) } else { 25.0 };
    let top = body.top();
    letters(size).paint(ui.painter(), pos2(body.left() + 2.0, top + 42.0));
    if note.is_empty() {
        return top + 52.0;
    }
    let at = pos2(body.left() + 2.0, top + 63.0);
    fitted(ui.painter(), at, body.width(), note, Face::BodyItalic.at(14.5), p.ink2);
    top + 74.0
}

/// The steps that the present phase is one of: the phases of its own depth under the same one.
fn siblings<'a>(description: &'a Description, view: &View) -> Option<(Vec<&'a Phase>, usize)> {
    let phases = phases_of(description, view);
    let now = phases.iter().position(|phase| phase.id == view.turn.phase)?;
    let depth = phases[now].depth;
    if depth == 0 {
        return None;
    }
    let first = phases[..now].iter().rposition(|phase| phase.depth < depth).map_or(0, |i| i + 1);
    let after = phases[now..].iter().position(|phase| phase.depth < depth);
    let end = after.map_or(phases.len(), |i| now + i);
    let place = phases[first..now].iter().filter(|phase| phase.depth == depth).count();
    let steps: Vec<&Phase> =
        phases[first..end].iter().filter(|phase| phase.depth == depth).copied().collect();
    (steps.len() > 1).then_some((steps, place))
}

// The steps of the turn as arrows; gives where they end.
fn steps(ui: &Ui, body: Rect, top: f32, description: &Description, view: &View, p: &Palette) -> f32 {
    let Some((steps, now)) = siblings(description, view) else { return top + 6.0 };
    let face = |i: usize| if i == now { Face::BodyBold } else { Face::BodyMedium };
    let width = |size: f32| -> Vec<f32> {
        let letters = |(i, step): (usize, &&Phase)| {
            Letters::new(&step.title, face(i).at(size), p.ink).width(ui.painter()) + 34.0
        };
        steps.iter().enumerate().map(letters).collect()
    };
    let mut size = 14.0;
    while size > 9.0 && width(size).iter().sum::<f32>() > body.width() {
        size -= 0.5;
    }
    let (mut x, y) = (body.left() + 2.0, top + 18.0);
    for (i, (step, w)) in steps.iter().zip(width(size)).enumerate() {
        let notch = if i > 0 { 10.0 } else { 0.0 };
        let outline = [
            pos2(x, y - 14.0),
            pos2(x + w - 10.0, y - 14.0),
            pos2(x + w, y),
            pos2(x + w - 10.0, y + 14.0),
            pos2(x, y + 14.0),
            pos2(x + notch, y),
        ];
        let (fill, line, colour) = match i.cmp(&now) {
            std::cmp::Ordering::Equal => {
                (p.accent_ink, mix(p.accent_ink, Color32::BLACK, 0.3), Color32::WHITE)
            }
            std::cmp::Ordering::Less => (p.sheet3, p.rule, p.ink2),
            std::cmp::Ordering::Greater => (p.sheet, p.rule, p.ink),
        };
        inked(ui.painter(), |ink| ink.polygon(&outline, fill, 1.0, line));
        let middle = pos2(x + w / 2.0 + if i > 0 { 2.0 } else { -2.0 }, y + 5.0);
        Letters::new(&step.title, face(i).at(size), colour).middle().paint(ui.painter(), middle);
        x += w - 4.0;
    }
    top + 42.0
}

// The button that folds the sheet away, left of where the column beside the board begins.
fn fold(ui: &mut Ui, sheet: Rect, right: f32, asks: &mut Vec<Ask>, p: &Palette) {
    let at = Rect::from_min_size(
        pos2((sheet.left() + 522.0).min(right - 118.0), sheet.top() + 18.0),
        vec2(112.0, 32.0),
    );
    if Button::new("The map", keys::cap_of(ui, Action::Sheet))
        .put(ui, at, "fold", p)
        .on_hover_text("Fold this board away")
        .clicked()
    {
        asks.push(Ask::Sheet);
    }
}

// What brings the sheet back while it is folded away.
fn handle(ui: &mut Ui, rect: Rect, beside: bool, p: &Palette, asks: &mut Vec<Ask>) {
    // Left of what takes the right column out, where there is that.
    let drawer = if beside { 32.0 } else { 0.0 };
    let left = rect.right() - HANDLE - 14.0 - drawer;
    let at = Rect::from_min_size(pos2(left, rect.top() + 14.0), vec2(HANDLE, 36.0));
    if Button::new("Second board", keys::cap_of(ui, Action::Sheet)).put(ui, at, "lay out", p).clicked() {
        asks.push(Ask::Sheet);
    }
}

/// What points from a sheet at the place to its left whose right end is here, if there is room for it. A sheet that opens or closes is
/// low at first.
fn wedge(sheet: Rect, place: Pos2) -> Option<[Pos2; 3]> {
    const HALF: f32 = 60.0;
    let (top, bottom) = (sheet.top() + HALF + 10.0, sheet.bottom() - HALF - 10.0);
    if place.x + 6.0 >= sheet.left() || top > bottom {
        return None;
    }
    let (x, y) = (sheet.left() + 1.0, place.y.clamp(top, bottom));
    Some([pos2(place.x + 4.0, place.y), pos2(x, y - HALF), pos2(x, y + HALF)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_that_is_still_low_points_at_nothing() {
        let sheet = |height: f32| Rect::from_min_size(pos2(500.0, 100.0), vec2(400.0, height));
        let place = pos2(90.0, 40.0);
        for height in [0.0, 30.0, 139.0] {
            assert_eq!(wedge(sheet(height), place), None);
        }
        let points = wedge(sheet(600.0), place).expect("it is high enough");
        assert!(points[1..].iter().all(|point| (100.0..=700.0).contains(&point.y)));
        assert_eq!(wedge(sheet(600.0), pos2(496.0, 40.0)), None, "it lies on the place");
    }
}
