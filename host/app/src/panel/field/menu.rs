//! The list of what can be done with a unit or at a place, and the menu that has more beside.

use super::aim::{Offer, offer, rect_of};
use super::drag::Held;
use super::tell::numbered;
use super::{Field, Scene, target_id};
use crate::draw::letter::{Face, Letters};
use crate::panel::control::{card, key_cap, told, told_in_row};
use crate::panel::cue;
use crate::panel::states::Seen;
use crate::panel::{Ask, DIGITS};
use crate::piece::layout::Laid;
use crate::session::Session;
use crate::table::part;
use crate::theme::Palette;
use egui::scroll_area::{ScrollArea, ScrollBarVisibility};
use egui::style::{ScrollAnimation, ScrollStyle};
use egui::{
    EventFilter, FontId, Id, Key, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2,
};
use muster_contract::Target;
use std::collections::{HashMap, HashSet};

/// How far from the pointer the list opens, and from what it is about.
const ASIDE: f32 = 46.0;
const BESIDE: f32 = 14.0;
/// What takes more of the board than so much is not stepped around.
const SMALL: f32 = 0.4;
/// So wide at least it is where there is no room for all of its words beside what it is about.
const NARROW: f32 = 320.0;
/// What a choice of the list weighs that it would cover, beside others.
const ITS_OWN: usize = 4;
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
/// So many rules are named at most.
const RULES: usize = 3;

/// Several choices of one target, to choose among, and what else is to be had of it.
pub(super) struct Menu {
    at: Pos2,
    target: Target,
    // What it is about, where it says so.
    title: String,
    // Where that lies on the screen.
    named: Rect,
    // Where on the screen lies what can be chosen, and how much each weighs.
    lit: Vec<(Pos2, usize)>,
    choices: Vec<String>,
    // Those from here on are the place's where the unit stands, under its name.
    place: Option<(usize, String)>,
    // What can be asked for beside the choices.
    more: Vec<(String, Ask)>,
    /// The choice that is pointed at: its way is drawn, and its card shown.
    pub(super) pointed: Option<String>,
    /// Where it lies: nothing there is the board's.
    pub(super) rect: Rect,
    // Whether the keyboard is to come to its first choice.
    to_keys: bool,
    // Whether it was opened by the keyboard, which then goes back to the target.
    by_keys: bool,
    // The piece that was let go where it was opened: what is chosen goes on to there.
    hand: Option<Held>,
}

impl Menu {
    /// A list of these choices of a target, opened at a point of the screen.
    pub(super) fn of_choices(at: Pos2, target: Target, choices: Vec<String>) -> Self {
        Self {
            at,
            target,
            title: String::new(),
            named: Rect::NOTHING,
            lit: Vec::new(),
            choices,
            place: None,
            more: Vec::new(),
            pointed: None,
            rect: Rect::NOTHING,
            to_keys: true,
            by_keys: false,
            hand: None,
        }
    }

    /// The same, of a piece that was let go there.
    pub(super) fn of_hand(self, title: String, hand: Held) -> Self {
        Self { title, hand: Some(hand), ..self }
    }

    /// What is pointed at in it.
    pub(super) fn told(&self) -> Option<&Target> {
        self.pointed.as_ref().map(|_| &self.target)
    }

    // How many rows it has: its title, its choices, the name of the place, and what else there is.
    fn rows_shown(&self) -> usize {
        let place = usize::from(self.place.is_some());
        usize::from(!self.title.is_empty()) + self.choices.len() + place + self.more.len()
    }

    // Where it lies in the board's part of the window, and how tall its rows are together.
    fn placed(&self, ui: &Ui, view: Rect, scene: &Scene<'_>) -> (Rect, f32) {
        let width_of = |words: &str| Letters::new(words, row_font(), scene.p.ink).width(ui.painter());
        let wide =
            |id: &String| width_of(&words(id, scene)) + GAP + cost(id, scene).width(ui.painter()) + CAP;
        let limit = view.shrink(8.0);
        let rows = self.rows_shown() as f32 * ROW;
        let bar = if rows + 2.0 * EDGE > limit.height() { BAR } else { 0.0 };
        let others = self.more.iter().map(|(words, _)| words).chain([&self.title]);
        let widest = self.choices.iter().map(wide).chain(others.map(|words| width_of(words)));
        let widest = widest.fold(0.0, f32::max) + 30.0 + bar;
        let width = widest.clamp(WIDTHS[0], WIDTHS[1].min(limit.width()).max(WIDTHS[0]));
        let size = vec2(width, (rows + 2.0 * EDGE).min(limit.height()));
        let about = self.about(limit);
        let beside = (limit.right() - about.right()).max(about.left() - limit.left()).min(width).floor();
        // Where there is no room for it beside that, it is less wide rather than over it.
        let narrow = (beside >= NARROW).then(|| vec2(beside, size.y));
        let mut sizes = std::iter::once(size).chain(narrow);
        let found = sizes.find_map(|size| Some(Rect::from_min_size(self.corner(size, about, limit)?, size)));
        (found.unwrap_or_else(|| self.least_over(size, about, limit)), rows)
    }

    // The part of the screen that it keeps clear of: what it is about, and some of what lies around it.
    fn about(&self, limit: Rect) -> Rect {
        let small = |of: Vec2| of.x < limit.width() * SMALL && of.y < limit.height() * SMALL;
        let point = Rect::from_center_size(self.at, Vec2::ZERO).expand2(vec2(ASIDE, 0.0));
        match self.named.is_positive() && small(self.named.size()) {
            true => self.named.expand(BESIDE).union(point),
            false => point,
        }
    }

    // How much of what can be chosen lies under a rectangle.
    fn covers(&self, rect: Rect) -> usize {
        let rect = rect.expand(BESIDE);
        self.lit.iter().filter(|(at, _)| rect.contains(*at)).map(|(_, weight)| weight).sum()
    }

    // Where a list of this size begins: beside what it is about, so that this and its neighbours can be seen, or over or under it; of
    // these where it covers the least of what can be chosen.
    fn corner(&self, size: Vec2, about: Rect, limit: Rect) -> Option<Pos2> {
        let top = (self.at.y - size.y * 0.4).min(limit.bottom() - size.y).max(limit.top());
        let left = self.at.x.min(limit.right() - size.x).max(limit.left());
        let (low, right) = (limit.bottom() - size.y, limit.right() - size.x);
        let beside = |top: f32| [pos2(about.right(), top), pos2(about.left() - size.x, top)];
        let across = |left: f32| [pos2(left, about.bottom()), pos2(left, about.top() - size.y)];
        let places = [beside(top), across(left), beside(limit.top()), beside(low), across(limit.left())];
        let places = places.into_iter().chain([across(right)]).flatten();
        let fits = |at: &Pos2| limit.contains_rect(Rect::from_min_size(*at, size));
        places.filter(fits).min_by_key(|at| self.covers(Rect::from_min_size(*at, size)))
    }

    // Where it can't but lie over what it is about: in the corner where it covers the least.
    fn least_over(&self, size: Vec2, about: Rect, limit: Rect) -> Rect {
        let (low, right) = (limit.bottom() - size.y, limit.right() - size.x);
        let corners = [limit.min, pos2(right, limit.top()), pos2(limit.left(), low), pos2(right, low)];
        let rects = corners.map(|at| Rect::from_min_size(at, size));
        let over = |rect: &Rect| {
            let named = rect.intersect(about);
            let hidden = if named.is_positive() { named.area() / about.area().max(1.0) } else { 0.0 };
            (hidden * 100.0) as usize + self.covers(*rect)
        };
        rects.into_iter().min_by_key(over).unwrap_or(rects[0])
    }

    // Paints it and gives what is asked for.
    fn ui(&mut self, ui: &mut Ui, view: Rect, scene: &Scene<'_>) -> Option<Ask> {
        let (rect, rows) = self.placed(ui, view, scene);
        self.rect = rect;
        card(ui.painter(), rect, scene.p);
        // What lies under it is neither clicked nor dragged.
        let under = ui.interact(rect, Id::unique("menu"), Sense::CLICK | Sense::DRAG);
        let named = if self.title.is_empty() { "Choices" } else { &self.title };
        under.widget_info(|| WidgetInfo::labeled(Role::Menu, true, named));
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
        let area = area.auto_shrink(false);
        let shown = cue::scrolled(&mut child, area, scene.p.sheet, scene.p, |ui| self.rows(ui, &ids, scene));
        if std::mem::take(&mut self.to_keys)
            && let Some(first) = ids.first()
        {
            // Not before what it was opened by is over: that would choose at once.
            ui.memory_mut(|m| m.request_focus(*first));
        }
        shown.inner
    }

    fn ids(&self) -> Vec<Id> {
        let choices = self.choices.iter().map(|id| Id::unique(("menu choice", id)));
        choices.chain(self.more.iter().map(|(words, _)| Id::unique(("menu entry", words)))).collect()
    }

    fn rows(&mut self, ui: &mut Ui, ids: &[Id], scene: &Scene<'_>) -> Option<Ask> {
        let typing = ui.ctx().text_edit_focused();
        let by_keys = ids.iter().any(|id| ui.memory(|m| m.has_focus(*id)));
        let (mut taken, mut pointed) = (None, None);
        if !self.title.is_empty() {
            heading(ui, &self.title, false, scene.p);
        }
        for (i, id) in self.choices.iter().enumerate() {
            if let Some((_, name)) = self.place.as_ref().filter(|(first, _)| *first == i) {
                heading(ui, name, true, scene.p);
            }
            let said = words(id, scene);
            let (row, clicked, lit) = paint_ground(ui, ids[i], &said, by_keys, scene.p);
            if lit {
                pointed = Some(id.clone());
            }
            paint_row(ui, row, i, id, scene);
            let key = DIGITS.get(i).filter(|key| !typing && ui.input(|input| input.key_pressed(**key)));
            if clicked || key.is_some() {
                taken = Some(Ask::Choose(id.clone()));
            }
        }
        for (i, (words, ask)) in self.more.iter().enumerate() {
            let (row, clicked, _) = paint_ground(ui, ids[self.choices.len() + i], words, by_keys, scene.p);
            if i == 0 && !self.choices.is_empty() {
                ui.painter().hline(row.x_range(), row.top() - 1.0, (1.0, scene.p.rule));
            }
            let from = row.min + vec2(8.0, 21.0);
            told(ui, from, row.width() - 16.0, words, row_font(), scene.p.ink2);
            if clicked {
                taken = Some(ask.clone());
            }
        }
        self.pointed = pointed;
        taken
    }
}

fn row_font() -> FontId {
    Face::BodyMedium.at(15.0)
}

// What the rows under it are about.
fn heading(ui: &mut Ui, words: &str, ruled: bool, p: &Palette) {
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    if ruled {
        ui.painter().hline(area.x_range(), area.top() + 2.0, (1.0, p.rule));
    }
    told(ui, area.min + vec2(8.0, 23.0), area.width() - 16.0, words, Face::BodyBold.at(13.0), p.ink2);
}

// The ground of a row: where it lies, whether it was clicked, and whether it is the one that is lit.
fn paint_ground(ui: &mut Ui, id: Id, words: &str, by_keys: bool, p: &Palette) -> (Rect, bool, bool) {
    let moved = ui.input(|i| i.pointer.delta() != Vec2::ZERO || i.smooth_scroll_delta() != Vec2::ZERO);
    let (area, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let row = Rect::from_min_size(area.min, vec2(area.width(), ROW - 2.0));
    let response = ui.interact(row, id, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, true, words));
    // The keyboard goes on from where the pointer was.
    if response.hovered() && moved {
        response.request_focus();
    } else if response.gained_focus() {
        ui.scroll_to_rect_animation(area, None, ScrollAnimation::none());
    }
    let lit = response.has_focus() || response.hovered() && !by_keys;
    if lit {
        ui.painter().rect_filled(row, 0.0, p.chosen_tint);
    }
    (row, response.clicked(), lit)
}

// A choice with the key that takes it, and what it costs.
fn paint_row(ui: &mut Ui, row: Rect, at: usize, id: &str, scene: &Scene<'_>) {
    let aside = cost(id, scene);
    let room = row.width() - 16.0 - CAP - GAP - aside.width(ui.painter());
    if at < DIGITS.len() {
        key_cap(ui.painter(), row.min + vec2(6.0, 7.0), &(at + 1).to_string(), false, false, scene.p);
    }
    let from = row.min + vec2(8.0 + CAP, 21.0);
    told_in_row(ui, from, room, &words(id, scene), scene.p.ink);
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
                let place = self.named_place(place);
                self.menu = Some(Menu { place, ..Menu::of_choices(at, target, choices) });
            }
        }
    }

    fn named_place(&self, place: Option<(usize, String)>) -> Option<(usize, String)> {
        let name = |space: String| self.surface.chart.cell(&space).map_or(space, numbered);
        place.map(|(first, space)| (first, name(space)))
    }

    /// Opens the menu of a target: all that can be done with it, and what is to be had of it beside.
    pub(super) fn open_menu(&mut self, target: Target, at: Pos2, title: String, scene: &Scene<'_>) {
        let session = scene.session;
        let Offer { choices, place, .. } = offer(&target, session);
        let place = self.named_place(place);
        let why = choices.is_empty() && session.decision().is_some() && session.moment.is_none();
        let what = if why { "Why can nothing be done here?" } else { "What is here?" };
        let mut more = vec![(what.to_owned(), Ask::Explain(target.clone()))];
        if let Some(space) = super::place_of(&target, session.shown()) {
            more.push(("Measure from here".to_owned(), Ask::Measure(space.clone())));
            more.push(("Bring to the middle".to_owned(), Ask::GoTo(space)));
        }
        let told = choices.iter().filter_map(|id| session.details(id)).flat_map(|d| &d.consequences);
        let asked = session.decision().map(|decision| decision.citation.as_str()).unwrap_or_default();
        let cited = told.filter_map(|line| line.citation.as_deref()).chain(asked.split(", "));
        let mut rules: Vec<&str> = cited.filter(|rule| !rule.is_empty()).collect();
        rules.dedup();
        let mut known = HashSet::new();
        rules.retain(|rule| known.insert(*rule));
        let rules = rules.into_iter().take(RULES);
        let title_of = |rule: &str| {
            muster_contract::cited(scene.rules, rule).map(|at| format!(": {}", scene.rules[at].title))
        };
        let named = |rule: &str| format!("Rule {rule}{}", title_of(rule).unwrap_or_default());
        more.extend(rules.map(|rule| (named(rule), Ask::Rule(rule.to_owned()))));
        self.looked_at = Some(target.clone());
        self.answer = None;
        self.menu = Some(Menu { title, place, more, ..Menu::of_choices(at, target, choices) });
    }

    /// The open list, if there is one, was opened by the keyboard.
    pub(super) fn menu_by_keys(&mut self) {
        if let Some(menu) = &mut self.menu {
            menu.by_keys = true;
        }
    }

    // Where on the screen lies what can be chosen, and how much each weighs beside a list of these.
    fn lit(&self, listed: &[String], ui: &Ui, view: Rect, scene: &Scene<'_>) -> Vec<(Pos2, usize)> {
        let Some(camera) = self.camera else { return Vec::new() };
        let seen = Seen { painter: ui.painter(), chart: &self.surface.chart, view, camera, p: scene.p };
        let mut weights: HashMap<&Target, usize> = HashMap::new();
        for choice in scene.session.choices() {
            let weight = if listed.contains(&choice.id) { ITS_OWN } else { 1 };
            let known = weights.entry(&choice.target).or_default();
            *known = weight.max(*known);
        }
        let at =
            |(target, weight): (&Target, usize)| Some((rect_of(target, &seen, &self.laid)?.center(), weight));
        weights.into_iter().filter_map(at).collect()
    }

    pub(super) fn choose_from_menu(
        &mut self,
        ui: &mut Ui,
        view: Rect,
        scene: &Scene<'_>,
        asks: &mut Vec<Ask>,
    ) {
        let Some(mut menu) = self.menu.take() else { return };
        // Of what was let go, it lies beside the place, not beside where the piece stands.
        if let Some(camera) = self.camera.filter(|_| menu.hand.is_none()) {
            let seen = Seen { painter: ui.painter(), chart: &self.surface.chart, view, camera, p: scene.p };
            menu.named = named_ground(&menu.target, &seen, &self.laid);
        }
        menu.lit = self.lit(&menu.choices, ui, view, scene);
        let given_up = ui.input(|i| i.key_pressed(Key::Escape));
        if given_up && menu.by_keys {
            self.want_focus = Some(target_id(&menu.target));
        }
        match menu.ui(ui, view, scene) {
            Some(Ask::Measure(space)) => self.measure_from(space),
            Some(ask) => {
                if let Some(hand) = menu.hand.take() {
                    self.held = Some(hand.goes_on(ui.input(|i| i.time)));
                }
                asks.push(ask);
            }
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

/// What of the screen a target takes: a piece, or all of a place.
fn named_ground(target: &Target, seen: &Seen<'_>, laid: &Laid) -> Rect {
    match target {
        Target::Space(id) => {
            seen.chart.cell(id).map(|cell| seen.camera.rect(Rect::from_points(&cell.outline), seen.view))
        }
        _ => rect_of(target, seen, laid),
    }
    .unwrap_or(Rect::NOTHING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_goes_where_it_covers_least_and_is_not_over_what_it_is_about() {
        let limit = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 500.0));
        let size = vec2(200.0, 300.0);
        let menu = |lit: &[Pos2]| {
            let lit = lit.iter().map(|at| (*at, ITS_OWN)).collect();
            let target = Target::Unit("us-grant".into());
            Menu { lit, ..Menu::of_choices(pos2(400.0, 250.0), target, Vec::new()) }
        };
        let lies = |lit: &[Pos2]| {
            let menu = menu(lit);
            menu.corner(size, menu.about(limit), limit).map(|at| Rect::from_min_size(at, size))
        };
        let (right, left) = (pos2(500.0, 250.0), pos2(300.0, 250.0));
        assert!(lies(&[]).is_some_and(|rect| rect.contains(right)));
        assert!(lies(&[right]).is_some_and(|rect| rect.contains(left)));
        // Where it fits nowhere beside that, it covers a corner of the board and not that.
        let wide = vec2(460.0, 440.0);
        let at = Menu { at: pos2(620.0, 120.0), ..menu(&[]) };
        let about = at.about(limit);
        assert_eq!(at.corner(wide, about, limit).map(|at| at.x < 200.0), Some(true));
        let tall = vec2(700.0, 490.0);
        assert_eq!(at.corner(tall, about, limit), None);
        assert_eq!(at.least_over(tall, about, limit).left(), 0.0);
    }
}
