//! The left panel: the sequence of play with the current step lit, the module's own panels, and the sentences that
//! describe how things stand. Tracks and cards are in files of their own.

use super::control::{headline, inked, link, paragraph, tick_box, told, told_paragraph};
use super::cue;
use super::{Ask, livery};
use crate::draw::letter::{Face, Letters};
use crate::draw::symbol;
use crate::keys;
use crate::session::Session;
use crate::theme::Palette;
use std::collections::BTreeSet;

use egui::{Color32, Id, Pos2, Rect, ScrollArea, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Description, Panel, PanelRow, Phase, Target, View};

/// The panel; it remembers how tall its content was, and which long panels are unfolded.
#[derive(Default)]
pub struct Sequence {
    height: f32,
    unfolded: BTreeSet<String>,
}

/// A panel of more rows is folded until somebody wants to see it, unless the decision is about it.
const LONG: usize = 16;

/// How wide the rail is.
pub const RAIL: f32 = 48.0;

/// A row's note has at most so many lines.
const NOTED: usize = 4;

/// The sequence of play as a rail of dots, for a narrow window.
pub fn rail(ui: &mut Ui, session: &Session, description: &Description, p: &Palette, asks: &mut Vec<Ask>) {
    let Some(view) = session.shown() else { return };
    let rect = ui.max_rect();
    let x = rect.center().x;
    let phases = phases_of(description, view);
    let now = phases.iter().position(|f| f.id == view.turn.phase);
    let turn = view.turn.number.to_string();
    Letters::new(turn, Face::Title.at(21.0), p.ink).middle().paint(ui.painter(), pos2(x, rect.top() + 34.0));
    let (top, step) = (rect.top() + 62.0, 30.0);
    ui.painter().vline(x, top..=top + step * phases.len().saturating_sub(1) as f32, (2.0, p.rule));
    for (i, phase) in phases.iter().copied().enumerate() {
        let at = pos2(x, top + step * i as f32);
        let under_way = holds(&phases, i, now);
        let done = now.is_some_and(|n| i < n) && !under_way;
        let (r, fill) = if Some(i) == now {
            (8.0, p.accent_ink)
        } else if under_way {
            (6.0, p.accent_ink)
        } else if done {
            (6.0, p.ink2)
        } else {
            (6.0, p.sheet)
        };
        ui.painter().circle(at, r, fill, (1.4, p.ink2));
        let response = ui.interact(
            Rect::from_center_size(at, vec2(40.0, 26.0)),
            Id::unique(("rail", i)),
            Sense::click(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &phase.title));
        if response.on_hover_text(&phase.title).clicked() {
            asks.push(Ask::Rule(phase.citation.clone()));
        }
    }
}

/// The phases that the game can come to, in the order in which the view names them.
pub fn phases_of<'a>(description: &'a Description, view: &View) -> Vec<&'a Phase> {
    if view.phases.is_empty() {
        return description.phases.iter().collect();
    }
    let named = |id: &String| description.phases.iter().find(|phase| phase.id == *id);
    view.phases.iter().filter_map(named).collect()
}

/// Whether the phase at a place is one of those that the present one is a step of.
fn holds(phases: &[&Phase], at: usize, now: Option<usize>) -> bool {
    now.is_some_and(|now| at < now && phases[at + 1..=now].iter().all(|one| one.depth > phases[at].depth))
}

// Whether a figure at the end of a row is written large: one of four signs, a number of thousands among them.
fn large(figure: &str) -> bool {
    figure.chars().count() <= 4
}

/// The panel while it is painted: each part begins where the one before it ended.
pub(super) struct Sheet<'a> {
    pub(super) ui: &'a mut Ui,
    pub(super) p: &'a Palette,
    pub(super) description: &'a Description,
    pub(super) asks: &'a mut Vec<Ask>,
    pub(super) left: f32,
    pub(super) width: f32,
    pub(super) y: f32,
    unfolded: &'a mut BTreeSet<String>,
}

impl Sequence {
    /// Paints the panel into all of the ui, with the tracks if they have no place of their own over the board.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        description: &Description,
        tracks: bool,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let Some(view) = session.shown() else { return };
        cue::scrolled(ui, ScrollArea::vertical().auto_shrink(false), p.sheet, p, |ui| {
            let (rect, _) =
                ui.allocate_exact_size(vec2(ui.available_width(), self.height.max(100.0)), Sense::hover());
            let mut sheet = Sheet {
                p,
                description,
                asks,
                left: rect.left() + 16.0,
                width: rect.width() - 32.0,
                y: rect.top(),
                unfolded: &mut self.unfolded,
                ui,
            };
            sheet.sequence(view);
            if session.told.is_some() && !session.told_after {
                sheet.before();
            }
            // A hand that can be answered with comes first, then what a game has first to say, then other hands.
            let asked = session.choices().any(|choice| matches!(choice.target, Target::Card(_)));
            if asked {
                sheet.cards(view, session);
            }
            // What the decision is about stands first.
            let kind = session.decision().map(|d| d.kind.as_str());
            let (about, others): (Vec<&Panel>, Vec<&Panel>) =
                view.panels.iter().partition(|panel| Some(panel.id.as_str()) == kind);
            // Tracks keep their place above what grows and shrinks.
            let mut first = !asked;
            let about_it = about.len();
            for (i, panel) in about.into_iter().chain(others).enumerate() {
                if i == about_it {
                    view.tracks.iter().filter(|_| tracks).for_each(|track| sheet.track(track));
                }
                sheet.panel(panel, i < about_it);
                if std::mem::take(&mut first) {
                    sheet.cards(view, session);
                }
            }
            if view.panels.len() == about_it {
                view.tracks.iter().filter(|_| tracks).for_each(|track| sheet.track(track));
            }
            if !asked && view.panels.is_empty() {
                sheet.cards(view, session);
            }
            sheet.status(view);
            sheet.overlays(session);
            self.height = sheet.y - rect.top() + 16.0;
        });
    }
}

impl Sheet<'_> {
    pub(super) fn at(&self, dx: f32) -> Pos2 {
        pos2(self.left + dx, self.y)
    }

    pub(super) fn words(&self, dx: f32, text: &str, face: Face, size: f32, colour: Color32) -> f32 {
        Letters::new(text, face.at(size), colour).paint(self.ui.painter(), self.at(dx))
    }

    fn right(&self, text: &str, face: Face, size: f32, colour: Color32) {
        Letters::new(text, face.at(size), colour).right().paint(self.ui.painter(), self.at(self.width));
    }

    pub(super) fn head(&mut self, title: &str, right: &str) {
        self.y += 28.0;
        headline(self.ui.painter(), self.at(0.0), self.width, title, right, self.p);
        self.y += 10.0;
    }

    // What follows is told by no event of the step that is shown.
    fn before(&mut self) {
        let words = "Points, money and the like stand as they did before this was carried out.";
        let at = self.at(0.0) + vec2(0.0, 20.0);
        let font = Face::BodyItalic.at(13.0);
        self.y += 8.0 + paragraph(self.ui.painter(), at, self.width, words, font, self.p.ink2, 15.0);
    }

    // A row lit as the current one.
    fn lit(&self, top: f32, height: f32) {
        let rect = Rect::from_min_size(pos2(self.left - 8.0, top), vec2(self.width + 16.0, height));
        self.ui.painter().rect_filled(rect, 0.0, self.p.chosen_tint);
        self.ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(4.0, height)), 0.0, self.p.accent);
    }

    fn sequence(&mut self, view: &View) {
        let p = *self.p;
        self.head("Sequence of play", "");
        self.y += 24.0;
        let turn = &view.turn;
        // A long title is set smaller before it is cut.
        let wide = Letters::new(&turn.title, Face::Title.at(21.0), p.ink).width(self.ui.painter());
        let size = (21.0 * self.width / wide.max(1.0)).clamp(14.0, 21.0);
        let taken = told(self.ui, self.at(0.0), self.width, &turn.title, Face::Title.at(size), p.ink);
        // The hour stands beside the turn, or below where there is no room.
        let clock = Letters::new(&turn.clock, Face::BodyItalic.at(14.0), p.ink2);
        if taken + 10.0 + clock.width(self.ui.painter()) > self.width {
            self.y += 18.0;
            self.words(0.0, &turn.clock, Face::BodyItalic, 14.0, p.ink2);
        } else {
            self.right(&turn.clock, Face::BodyItalic, 14.0, p.ink2);
        }
        self.y += 10.0;
        if turn.of > 0 && turn.of <= 60 {
            let w = self.width / turn.of as f32;
            for i in 0..turn.of {
                let rect = Rect::from_min_size(self.at(i as f32 * w), vec2((w - 2.0).max(1.5), 7.0));
                let (fill, line) = if i + 1 < turn.number {
                    (p.ink2, p.rule)
                } else if i + 1 == turn.number {
                    (p.accent, p.accent_ink)
                } else {
                    (p.sheet3, p.rule)
                };
                self.ui.painter().rect(rect, 0.0, fill, (0.8, line), egui::StrokeKind::Inside);
            }
        }
        self.y += 16.0;
        if let Some(side) = &turn.active {
            self.y += 14.0;
            let livery = livery(self.description, &p, Some(side));
            let at = self.at(6.0) - vec2(0.0, 5.0);
            inked(self.ui.painter(), |ink| symbol::flag(ink, &livery, at, 12.0));
            let name = format!("{} active", super::side_name(self.description, side));
            self.words(20.0, &name, Face::BodyBold, 15.0, p.ink);
            self.y += 12.0;
        }
        self.steps(view);
    }

    fn steps(&mut self, view: &View) {
        let p = *self.p;
        let phases = phases_of(self.description, view);
        let now = phases.iter().position(|f| f.id == view.turn.phase);
        let top = self.y + 12.0;
        let rows = phases.len() as f32;
        // Long sequences of play stand closer.
        let step = if phases.len() > 9 { 25.0 } else { 31.0 };
        let x = self.left + 10.0;
        if phases.len() > 1 {
            self.ui.painter().vline(x, top..=top + step * (rows - 1.0), (2.0, p.rule));
        }
        for (i, phase) in phases.iter().copied().enumerate() {
            let y = top + i as f32 * step;
            let current = Some(i) == now;
            let under_way = holds(&phases, i, now);
            let done = now.is_some_and(|n| i < n) && !under_way;
            if current {
                self.lit(y - 14.0, 28.0);
            }
            let at = pos2(x, y);
            let (r, fill, line) = if current {
                (7.5, p.accent_ink, p.sheet)
            } else if under_way {
                (6.0, p.accent_ink, p.sheet)
            } else if done {
                (6.0, p.ink2, p.ink2)
            } else {
                (6.0, p.sheet, p.ink2)
            };
            inked(self.ui.painter(), |ink| {
                ink.disc(at, r, fill, 1.4, line);
                if done {
                    symbol::tick(ink, at, 7.0, 1.5, p.on_ink);
                }
            });
            let indent = 28.0 + f32::from(phase.depth) * 10.0;
            let cite = Letters::new(&phase.citation, Face::Body.at(12.5), p.ink2).right();
            let room = self.width - indent - cite.width(self.ui.painter()) - 8.0;
            let (face, colour) = if current || under_way {
                (Face::BodyBold, p.ink)
            } else if done {
                (Face::Body, p.ink)
            } else {
                (Face::Body, p.ink2)
            };
            let whole = Letters::new(&phase.title, face.at(15.0), colour).width(self.ui.painter());
            let size = (15.0 * room / whole.max(1.0)).clamp(11.5, 15.0);
            told(self.ui, pos2(self.left + indent, y + 5.0), room, &phase.title, face.at(size), colour);
            let rule_at = pos2(self.left + self.width, y + 5.0);
            cite.paint(self.ui.painter(), rule_at);
            if !phase.citation.is_empty() {
                self.rule_under(rule_at, &phase.citation, i);
            }
        }
        self.y = top + step * rows - 12.0;
    }

    // The citation at the end of a row opens its rule.
    fn rule_under(&mut self, end: Pos2, citation: &str, row: usize) {
        let rect = Rect::from_min_max(end - vec2(26.0, 15.0), end + vec2(4.0, 8.0));
        let response = self.ui.interact(rect, Id::unique(("phase rule", row)), Sense::click());
        let label = format!("Rule {citation}");
        response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &label));
        if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            self.asks.push(Ask::Rule(citation.to_owned()));
        }
    }

    fn panel(&mut self, panel: &Panel, asked: bool) {
        let cite = panel.citation.as_ref().map(|c| format!("[{c}]")).unwrap_or_default();
        self.head(&panel.title, &cite);
        self.y += 24.0;
        if panel.rows.is_empty() {
            self.words(0.0, "nothing now", Face::BodyItalic, 13.0, self.p.ink2);
            self.y += 24.0;
        }
        let long = panel.rows.len() > LONG && !asked;
        let open = !long || self.unfolded.contains(&panel.id);
        for (i, row) in panel.rows.iter().enumerate().filter(|_| open) {
            self.row(row, (&panel.id, i));
        }
        if long {
            self.fold(panel, open);
        }
        self.y -= 6.0;
    }

    // Folds a long panel away, or unfolds it.
    fn fold(&mut self, panel: &Panel, open: bool) {
        let words = if open { "fold".to_owned() } else { format!("show {} rows", panel.rows.len()) };
        let at = self.at(0.0);
        if link(self.ui, at, &words, 13.0, self.p.focus, ("fold", &panel.id)).0.clicked() {
            if open {
                self.unfolded.remove(&panel.id);
            } else {
                self.unfolded.insert(panel.id.clone());
            }
        }
        self.y += 24.0;
    }

    fn row(&mut self, row: &PanelRow, id: (&str, usize)) {
        let p = *self.p;
        let note = Face::BodyItalic.at(13.0);
        let full = |figure: &str| {
            let letters =
                Letters::new(figure, Face::FigureSemi.at(if large(figure) { 24.0 } else { 16.0 }), p.ink);
            if figure.is_empty() { 0.0 } else { letters.width(self.ui.painter()) + 8.0 }
        };
        let before = if row.die.is_some() {
            36.0
        } else if row.side.is_some() {
            22.0
        } else {
            0.0
        };
        let dots = (14.0 * f32::from(row.points)).min(84.0);
        // A note may take some lines, beside the dots, which stand under the figure unless that is large.
        let small = !large(&row.figure);
        let beside = if row.points > 0 && small { 0.0 } else { full(&row.figure) };
        let room = self.width - before - beside - if row.points > 0 { dots + 4.0 } else { 0.0 };
        let rows = if row.note.is_empty() {
            0
        } else {
            self.ui.painter().layout(row.note.clone(), note.clone(), p.ink2, room).rows.len().clamp(1, NOTED)
        };
        // The name goes on in a second line where the first has no room for it.
        let end = self.width - full(&row.figure) - if row.points > 0 && rows == 0 { dots + 4.0 } else { 0.0 };
        let face = if row.current || row.side.is_some() { Face::BodyBold } else { Face::BodyMedium };
        let named = self.ui.painter().layout(row.title.clone(), face.at(15.0), p.ink, end - before);
        let second = if named.rows.len() > 1 { 17.0 } else { 0.0 };
        let height = if rows == 0 { 31.0 } else { 28.0 + 15.0 * rows as f32 } + second;
        let rect =
            Rect::from_min_size(pos2(self.left - 8.0, self.y - 18.0), vec2(self.width + 16.0, height - 3.0));
        if row.current {
            self.lit(rect.top(), rect.height());
        }
        let mut x = 0.0;
        if let Some(die) = &row.die {
            let square = Rect::from_min_size(self.at(0.0) - vec2(0.0, 14.0), vec2(26.0, 26.0));
            inked(self.ui.painter(), |ink| symbol::die(ink, &p, square, die.sides, die.face, false));
            if die.sides != 6 {
                Letters::new(die.face.to_string(), Face::FigureBold.at(18.0), p.pip)
                    .middle()
                    .paint(self.ui.painter(), square.center() + vec2(0.0, 6.5));
            }
            x = 36.0;
        } else if row.side.is_some() {
            let livery = livery(self.description, &p, row.side.as_deref());
            let at = self.at(6.5) - vec2(0.0, 5.0);
            inked(self.ui.painter(), |ink| symbol::flag(ink, &livery, at, 13.0));
            x = 22.0;
        }
        if !row.figure.is_empty() {
            let big = large(&row.figure);
            let letters =
                Letters::new(&row.figure, Face::FigureSemi.at(if big { 24.0 } else { 16.0 }), p.ink).right();
            letters.paint(self.ui.painter(), self.at(self.width) + vec2(0.0, 2.0));
        }
        if row.points > 0 {
            let gap = (14.0f32).min(84.0 / f32::from(row.points));
            let end_of_dots =
                self.width - if small && !row.note.is_empty() { 0.0 } else { full(&row.figure) };
            let start = end_of_dots - gap * f32::from(row.points);
            // Beside the note, so that the name has all of its line.
            let y = self.y + if row.note.is_empty() { -5.0 } else { 10.5 + second };
            inked(self.ui.painter(), |ink| {
                for k in 0..row.points {
                    let used = k < row.points - row.left.min(row.points);
                    let at = pos2(self.left + start + gap * f32::from(k) + 6.0, y);
                    ink.disc(at, 4.8, if used { p.sheet } else { p.ink }, 1.2, p.ink2);
                    if used {
                        ink.segment(at + vec2(-4.0, 4.0), at + vec2(4.0, -4.0), 1.2, p.ink2);
                    }
                }
            });
        }
        let baseline = self.y + if row.note.is_empty() { 0.0 } else { -1.0 };
        let at = pos2(self.left + x, baseline);
        told_paragraph(self.ui, at, end - x, &row.title, face.at(15.0), p.ink, 17.0, 2);
        if !row.note.is_empty() {
            let at = pos2(self.left + x, self.y + 14.5 + second);
            told_paragraph(self.ui, at, room, &row.note, note, p.ink2, 15.0, NOTED);
        }
        if let Some(unit) = &row.unit {
            let response = self.ui.interact(rect, Id::unique(("panel row", id)), Sense::click());
            let label = format!("{}, {}", row.title, row.note);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            if response.hovered() {
                self.ui.painter().rect_stroke(rect, 0.0, (1.0, p.rule), egui::StrokeKind::Inside);
            }
            if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                self.asks.push(Ask::Light(unit.clone()));
            }
        }
        self.y += height;
    }

    fn status(&mut self, view: &View) {
        if view.status.is_empty() {
            return;
        }
        let p = *self.p;
        self.head("How things stand", "");
        self.y += 22.0;
        for (i, line) in view.status.iter().enumerate() {
            let room = self.width - if line.citation.is_some() { 30.0 } else { 0.0 };
            let at = self.at(0.0);
            let height = paragraph(self.ui.painter(), at, room, &line.text, Face::Body.at(14.0), p.ink, 18.0);
            if let Some(cite) = &line.citation {
                let width = Letters::new(cite, Face::BodyMedium.at(13.0), p.focus).width(self.ui.painter());
                let at = self.at(self.width - width);
                if link(self.ui, at, cite, 13.0, p.focus, ("status", i)).0.clicked() {
                    self.asks.push(Ask::Rule(cite.clone()));
                }
            }
            self.y += height + 6.0;
        }
        self.y -= 10.0;
    }

    fn overlays(&mut self, session: &Session) {
        if self.description.overlays.is_empty() {
            return;
        }
        let p = *self.p;
        self.head("Overlays", "");
        self.y += 12.0;
        for (i, overlay) in self.description.overlays.iter().enumerate() {
            let on = session.overlays.contains_key(&overlay.id);
            let at = self.at(0.0);
            if tick_box(self.ui, at, on, &overlay.title, &p) {
                self.asks.push(Ask::Overlay(overlay.id.clone()));
            }
            self.y += 13.0;
            self.words(24.0, &overlay.title, Face::Body, 14.0, p.ink);
            let key = self.at(self.width - 18.0) - vec2(0.0, 14.0);
            let words = super::overlay_key(self.description, i, &keys::now(self.ui.ctx()));
            super::control::key_cap(self.ui.painter(), key, &words, false, false, &p);
            self.y += 13.0;
        }
    }
}
