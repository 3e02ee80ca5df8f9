//! The list of what can be done with a unit or at a place.

use super::aim::{Offer, offer};
use super::tell::numbered;
use super::{Field, Scene, target_id};
use crate::draw::letter::{Face, Letters};
use crate::measure::texts;
use crate::panel::control::{card, key_cap, told};
use crate::panel::{Ask, DIGITS};
use crate::session::Session;
use crate::table::part;
use egui::scroll_area::{ScrollArea, ScrollBarVisibility};
use egui::style::{ScrollAnimation, ScrollStyle};
use egui::{EventFilter, Id, Key, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::Target;

/// How far from the pointer the list opens.
const ASIDE: f32 = 46.0;
/// How wide it is at least and at most: as wide as its widest row.
const WIDTHS: [f32; 2] = [220.0, 560.0];
const ROW: f32 = 34.0;
/// What the key of a choice takes before its words.
const CAP: f32 = 26.0;
/// Between a choice and what it costs.
const GAP: f32 = 24.0;
/// Between the rows and the list's edge.
const EDGE: f32 = 6.0;
/// What the bar takes with which a long list is scrolled.
const BAR: f32 = 12.0;

/// Several choices of one target, to choose among.
pub(super) struct Menu {
    at: Pos2,
    target: Target,
    choices: Vec<String>,
    // Those from here on are the place's where the unit stands, under its name.
    place: Option<(usize, String)>,
    /// The choice that is pointed at: its way is drawn, and its card shown.
    pub(super) pointed: Option<String>,
    /// Where it lies: nothing there is the board's.
    pub(super) rect: Rect,
    // Whether the keyboard is to come to its first choice.
    to_keys: bool,
    // Whether it was opened by the keyboard, which then goes back to the target.
    by_keys: bool,
}

impl Menu {
    /// What is pointed at in it.
    pub(super) fn told(&self) -> Option<&Target> {
        self.pointed.as_ref().map(|_| &self.target)
    }

    // Where it lies in the board's part of the window, and how tall its rows are together.
    fn placed(&self, ui: &Ui, view: Rect, scene: &Scene<'_>) -> (Rect, f32) {
        let wide = |id: &String| {
            let said = Letters::new(words(id, scene), Face::BodyMedium.at(15.0), scene.p.ink);
            said.width(ui.painter()) + GAP + cost(id, scene).width(ui.painter())
        };
        let limit = view.shrink(8.0);
        let rows = (self.choices.len() + usize::from(self.place.is_some())) as f32 * ROW;
        let bar = if rows + 2.0 * EDGE > limit.height() { BAR } else { 0.0 };
        let widest = self.choices.iter().map(wide).fold(0.0, f32::max) + 30.0 + CAP + bar;
        let width = widest.clamp(WIDTHS[0], WIDTHS[1].min(limit.width()).max(WIDTHS[0]));
        let height = (rows + 2.0 * EDGE).min(limit.height());
        // Beside what was pointed at, so that its neighbours can be seen.
        let right = self.at.x + ASIDE + width <= limit.right();
        let left = if right { self.at.x + ASIDE } else { self.at.x - ASIDE - width };
        let top = (self.at.y - height * 0.4).min(limit.bottom() - height).max(limit.top());
        (Rect::from_min_size(pos2(left.max(limit.left()), top), vec2(width, height)), rows)
    }

    // Paints it and gives the choice that is taken.
    fn ui(&mut self, ui: &mut Ui, view: Rect, scene: &Scene<'_>) -> Option<String> {
        let (rect, rows) = self.placed(ui, view, scene);
        self.rect = rect;
        card(ui.painter(), rect, scene.p);
        // What lies under it is neither clicked nor dragged.
        ui.interact(rect, Id::unique("menu"), Sense::CLICK | Sense::DRAG);
        let ids = self.ids();
        walk(ui, &ids);
        let inner = rect.shrink(EDGE);
        let bar = match rows > inner.height() + 1.0 {
            true => ScrollBarVisibility::AlwaysVisible,
            false => ScrollBarVisibility::AlwaysHidden,
        };
        let mut child = part(ui, inner, "menu");
        child.spacing_mut().item_spacing = Vec2::ZERO;
        child.spacing_mut().scroll = ScrollStyle::solid();
        let area = ScrollArea::vertical().id_salt(("menu", &self.target)).scroll_bar_visibility(bar);
        let shown = area.auto_shrink(false).show(&mut child, |ui| {
            texts::scrolled(ui);
            self.rows(ui, &ids, scene)
        });
        if std::mem::take(&mut self.to_keys)
            && let Some(first) = ids.first()
        {
            // Not before what it was opened by is over: that would choose at once.
            ui.memory_mut(|m| m.request_focus(*first));
        }
        shown.inner
    }

    fn ids(&self) -> Vec<Id> {
        self.choices.iter().map(|id| Id::unique(("menu choice", id))).collect()
    }

    fn rows(&mut self, ui: &mut Ui, ids: &[Id], scene: &Scene<'_>) -> Option<String> {
        let p = scene.p;
        let typing = ui.ctx().text_edit_focused();
        let moved = ui.input(|i| i.pointer.delta() != Vec2::ZERO || i.smooth_scroll_delta() != Vec2::ZERO);
        let by_keys = ids.iter().any(|id| ui.memory(|m| m.has_focus(*id)));
        let (mut taken, mut pointed) = (None, None);
        for (i, id) in self.choices.iter().enumerate() {
            if let Some((_, name)) = self.place.as_ref().filter(|(first, _)| *first == i) {
                let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
                ui.painter().hline(area.x_range(), area.top() + 2.0, (1.0, p.rule));
                let from = area.min + vec2(8.0, 23.0);
                told(ui, from, area.width() - 16.0, name, Face::BodyBold.at(13.0), p.ink2);
            }
            let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
            let row = Rect::from_min_size(area.min, vec2(area.width(), ROW - 2.0));
            let response = ui.interact(row, ids[i], Sense::click());
            response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, true, words(id, scene)));
            // The keyboard goes on from where the pointer was.
            if response.hovered() && moved {
                response.request_focus();
            } else if response.gained_focus() {
                ui.scroll_to_rect_animation(area, None, ScrollAnimation::none());
            }
            if response.has_focus() || response.hovered() && !by_keys {
                ui.painter().rect_filled(row, 0.0, p.chosen_tint);
                pointed = Some(id.clone());
            }
            paint_row(ui, row, i, id, scene);
            let key = DIGITS.get(i).filter(|key| !typing && ui.input(|input| input.key_pressed(**key)));
            if response.clicked() || key.is_some() {
                taken = Some(id.clone());
            }
        }
        self.pointed = pointed;
        taken
    }
}

// A choice with the key that takes it, and what it costs.
fn paint_row(ui: &mut Ui, row: Rect, at: usize, id: &str, scene: &Scene<'_>) {
    let aside = cost(id, scene);
    let room = row.width() - 16.0 - CAP - GAP - aside.width(ui.painter());
    if at < DIGITS.len() {
        key_cap(ui.painter(), row.min + vec2(6.0, 7.0), &(at + 1).to_string(), false, false, scene.p);
    }
    let from = row.min + vec2(8.0 + CAP, 21.0);
    told(ui, from, room, &words(id, scene), Face::BodyMedium.at(15.0), scene.p.ink);
    aside.paint(ui.painter(), pos2(row.right() - 8.0, row.top() + 21.0));
}

fn words(id: &str, scene: &Scene<'_>) -> String {
    scene.session.details(id).map_or_else(|| id.to_owned(), |details| details.label.clone())
}

fn cost(id: &str, scene: &Scene<'_>) -> Letters {
    let cost = scene.session.details(id).map(|details| details.cost.clone()).unwrap_or_default();
    Letters::new(cost, Face::BodyBold.at(13.0), scene.p.accent_text).right()
}

impl Field {
    /// Takes the only choice of a target, opens the list of several, or asks why there is none.
    pub(super) fn click(
        &mut self,
        target: Target,
        at: Pos2,
        now: f64,
        session: &Session,
        asks: &mut Vec<Ask>,
    ) {
        self.looked_at = Some(target.clone());
        let Offer { choices, at_once, place } = offer(&target, session);
        match &choices[..] {
            [] => {
                self.refused_at = session.decision().is_some().then_some((at, now));
                asks.push(Ask::Explain(target));
            }
            [only] if at_once => asks.push(Ask::Choose(only.clone())),
            _ => {
                let name = |space: String| self.surface.chart.cell(&space).map_or(space, numbered);
                let place = place.map(|(first, space)| (first, name(space)));
                let rect = Rect::NOTHING;
                let menu =
                    Menu { at, target, choices, place, pointed: None, rect, to_keys: true, by_keys: false };
                self.menu = Some(menu);
            }
        }
    }

    /// The open list, if there is one, was opened by the keyboard.
    pub(super) fn menu_by_keys(&mut self) {
        if let Some(menu) = &mut self.menu {
            menu.by_keys = true;
        }
    }

    pub(super) fn choose_from_menu(
        &mut self,
        ui: &mut Ui,
        view: Rect,
        scene: &Scene<'_>,
        asks: &mut Vec<Ask>,
    ) {
        let Some(mut menu) = self.menu.take() else { return };
        let given_up = ui.input(|i| i.key_pressed(Key::Escape));
        if given_up && menu.by_keys {
            self.want_focus = Some(target_id(&menu.target));
        }
        match menu.ui(ui, view, scene) {
            Some(id) => asks.push(Ask::Choose(id)),
            None if given_up => {}
            None => self.menu = Some(menu),
        }
    }
}

/// Lets the keyboard go up and down through rows, and nowhere else while it is on one of them.
fn walk(ui: &Ui, rows: &[Id]) {
    let Some(at) = rows.iter().position(|row| ui.memory(|m| m.has_focus(*row))) else { return };
    let held = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
    let (down, up) = ui.input(|i| {
        let tab = i.key_pressed(Key::Tab);
        let back = i.modifiers.shift;
        (i.key_pressed(Key::ArrowDown) || tab && !back, i.key_pressed(Key::ArrowUp) || tab && back)
    });
    let to = (at + rows.len() + usize::from(down) - usize::from(up)) % rows.len();
    ui.memory_mut(|m| {
        m.set_focus_lock_filter(rows[at], held);
        if to != at {
            m.request_focus(rows[to]);
        }
    });
}
