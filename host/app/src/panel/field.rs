//! The board on the table: looking about on it, and choosing what is lit.

use super::card::{self, Telling};
use super::control::key_cap;
use super::states::Seen;
use super::{Ask, livery};
use crate::board::chart::Chart;
use crate::board::surface::{Camera, Surface, furniture};
use crate::draw::letter::{Face, Letters};
use crate::piece::counter::{Counter, Counters, State};
use crate::piece::layout::{self, Lying};
use crate::session::Session;
use crate::theme::{Palette, fade};
use egui::{Id, Key, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo, accesskit::Role, pos2, vec2};
use muster_contract::{Description, EventKind, Line, Place, Target, View};
use std::collections::HashMap;
use std::sync::Arc;

/// A unit on its way.
struct Motion {
    unit: String,
    path: Vec<Pos2>,
    begun: f64,
    lasts: f64,
}

/// Several choices of one target, to choose among.
struct Menu {
    at: Pos2,
    choices: Vec<String>,
}

/// A board on the table.
pub struct Field {
    surface: Surface,
    camera: Option<Camera>,
    /// What the pointer is on.
    pub hovered: Option<Target>,
    /// What was pointed at for the inspector.
    pub looked_at: Option<Target>,
    /// The answer to "why not", shown until something else is pointed at.
    pub answer: Option<(Target, Vec<Line>, bool)>,
    spread: Option<String>,
    menu: Option<Menu>,
    moving: Vec<Motion>,
    next: usize,
    want_focus: Option<Id>,
    refused_at: Option<(Pos2, f64)>,
}

/// What the field is shown.
pub struct Scene<'a> {
    /// The table.
    pub session: &'a Session,
    /// What stands on the board.
    pub view: &'a View,
    /// The module.
    pub description: &'a Description,
    /// The colours.
    pub p: &'a Palette,
    /// The last command's way, and its side.
    pub trace: Option<(&'a [Place], Option<&'a str>)>,
    /// Whether nothing moves by itself.
    pub still: bool,
}

impl Field {
    /// A field of a board.
    pub fn new(chart: Arc<Chart>) -> Self {
        Self {
            surface: Surface::new(chart),
            camera: None,
            hovered: None,
            looked_at: None,
            answer: None,
            spread: None,
            menu: None,
            moving: Vec::new(),
            next: 0,
            want_focus: None,
            refused_at: None,
        }
    }

    /// Its board.
    pub fn chart(&self) -> Arc<Chart> {
        self.surface.chart.clone()
    }

    /// Whether the hex grid is drawn.
    pub fn set_grid(&mut self, grid: bool) {
        self.surface.grid = grid;
    }

    /// Brings a place to the middle if it can't be seen.
    pub fn show_place(&mut self, space: &str, always: bool) {
        if let (Some(cell), Some(camera)) = (self.surface.chart.cell(space), &mut self.camera)
            && (always || camera.centre.distance(cell.at) > 420.0 / camera.zoom)
        {
            camera.centre = cell.at;
            self.looked_at = Some(Target::Space(space.to_owned()));
        }
    }

    /// Starts the movement of units along the ways that they went.
    pub fn set_moving(&mut self, events: &[muster_contract::Event], now: f64) {
        for event in events {
            let EventKind::Moved(places) = &event.kind else { continue };
            let path: Vec<Pos2> = places.iter().filter_map(|q| self.surface.chart.cell(&q.space)).map(|c| c.at).collect();
            if path.len() > 1 {
                let lasts = (0.12 * (path.len() - 1) as f64).min(0.6);
                for unit in &event.units {
                    self.moving.retain(|m| m.unit != *unit);
                    self.moving.push(Motion { unit: unit.clone(), path: path.clone(), begun: now, lasts });
                }
            }
        }
    }

    /// The refusal of what was just clicked.
    pub fn refuse(&mut self, lines: Vec<Line>, now: f64) {
        let target = self.hovered.clone().or_else(|| self.looked_at.clone());
        if let Some(target) = target {
            self.answer = Some((target, lines, true));
        }
        if let Some((_, at)) = &mut self.refused_at {
            *at = now;
        }
    }

    /// Goes to the next target that can be chosen.
    pub fn next_target(&mut self, session: &Session) {
        let targets = targets(session);
        if targets.is_empty() {
            return;
        }
        let target = targets[self.next % targets.len()].clone();
        self.next = (self.next + 1) % targets.len();
        let place = match &target {
            Target::Unit(id) => session.shown().and_then(|v| v.units.iter().find(|u| u.id == *id)).map(|u| u.place.space.clone()),
            Target::Space(id) => Some(id.clone()),
            _ => None,
        };
        if let Some(place) = place {
            self.show_place(&place, false);
        }
        self.want_focus = Some(target_id(&target));
        self.looked_at = Some(target);
    }

    /// Paints the board into all of the ui and takes what is done on it.
    pub fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, counters: &mut Counters, asks: &mut Vec<Ask>) {
        let view = ui.max_rect();
        let p = scene.p;
        ui.painter().rect_filled(view, 0.0, p.desk);
        let chart = self.surface.chart.clone();
        let mut camera = self.camera.unwrap_or_else(|| self.first_look(view, scene));
        let response = ui.interact(view, Id::unique(("board", &chart.id)), Sense::click_and_drag());
        self.move_about(ui, &response, &mut camera, view);
        camera.keep_in(chart.frame, view);
        self.camera = Some(camera);

        let painter = ui.painter().with_clip_rect(view);
        self.surface.paint(&painter, view, &camera, p);
        let frame = camera.rect(chart.frame, view).intersect(view);
        let inner = painter.with_clip_rect(frame.shrink(8.0));
        let seen = Seen { painter: &inner, chart: &chart, view, camera, p };
        for items in scene.session.overlays.values() {
            seen.overlay(items, scene.description);
        }
        let lying = layout::lay(&chart, &scene.view.units, self.spread.as_deref());
        let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|at| ui.rect_contains_pointer(view) && view.contains(*at));
        let hovered = pointer.and_then(|at| self.under(camera.chart(at, view), scene, &chart, &lying, camera.zoom));
        if hovered != self.hovered {
            self.hovered = hovered.clone();
            if self.answer.as_ref().is_some_and(|(t, ..)| Some(t) != hovered.as_ref()) && hovered.is_some() {
                self.answer = None;
            }
        }
        let focused = self.targets(ui, scene, &seen, &lying, asks);
        self.spread_under(pointer.map(|at| camera.chart(at, view)), &lying, scene.view, camera.zoom);
        self.paint_lit(scene, &seen, focused.as_ref());
        if let Some((places, side)) = scene.trace {
            seen.trace(places, livery(scene.description, p, side).text);
        }
        seen.markers(&scene.view.markers, scene.description);
        self.paint_units(ui, scene, &seen, &lying, counters, focused.as_ref());
        self.paint_preview(scene, &seen, counters, focused.as_ref());
        furniture(&painter, view, &camera, &chart, p);
        tools(ui, view, scene, p, asks);
        self.shake(ui, p);

        if response.clicked() {
            self.menu = None;
            if let Some(target) = hovered.clone() {
                self.click(target, response.interact_pointer_pos().unwrap_or(view.center()), ui.input(|i| i.time), scene.session, asks);
            }
        }
        if response.double_clicked()
            && let Some(at) = response.interact_pointer_pos()
            && scene.session.pointing_at(hovered.as_ref().unwrap_or(&Target::Amount(0))).next().is_none()
            && let Some(camera) = &mut self.camera
        {
            camera.zoom_at(at, view, 1.6);
        }
        self.cards(ui, view, scene, &chart, focused.as_ref());
        self.choose_from_menu(ui, scene, asks);
    }

    // At first the board is large enough to read, and shows where something can be chosen.
    fn first_look(&self, view: Rect, scene: &Scene<'_>) -> Camera {
        let frame = self.surface.chart.frame;
        let mut camera = Camera::fit(frame, view);
        if camera.zoom < 0.8 {
            camera.zoom = 1.0f32.min(Camera::cover(frame, view).zoom.max(0.8));
            let decision = scene.session.decision();
            let place = decision.and_then(|d| {
                d.choices.iter().find_map(|c| match &c.target {
                    Target::Unit(id) => scene.view.units.iter().find(|u| u.id == *id).map(|u| u.place.space.clone()),
                    Target::Space(id) => Some(id.clone()),
                    _ => None,
                })
            });
            let places: Vec<Pos2> =
                scene.view.units.iter().filter_map(|u| self.surface.chart.cell(&u.place.space)).map(|c| c.at).collect();
            let middle = if places.is_empty() { frame.center() } else { Rect::from_points(&places).center() };
            camera.centre = place.and_then(|id| self.surface.chart.cell(&id)).map_or(middle, |c| c.at.lerp(middle, 0.5));
        } else {
            camera.zoom = camera.zoom.min(1.3);
        }
        camera
    }

    fn move_about(&mut self, ui: &Ui, response: &egui::Response, camera: &mut Camera, view: Rect) {
        if response.dragged() {
            camera.centre -= response.drag_delta() / camera.zoom;
        }
        if let Some(at) = ui.input(|i| i.pointer.hover_pos()).filter(|at| ui.rect_contains_pointer(view) && view.contains(*at)) {
            let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta(), i.zoom_delta()));
            let factor = pinch * (scroll.y / 240.0).exp();
            if (factor - 1.0).abs() > 1e-4 {
                camera.zoom_at(at, view, factor);
            }
        }
        if ui.ctx().text_edit_focused() {
            return;
        }
        let free = ui.memory(|m| m.focused().is_none());
        ui.input(|i| {
            if i.key_pressed(Key::Plus) || i.key_pressed(Key::Equals) {
                camera.zoom_at(view.center(), view, 1.25);
            }
            if i.key_pressed(Key::Minus) {
                camera.zoom_at(view.center(), view, 0.8);
            }
            if i.key_pressed(Key::Num0) {
                *camera = Camera::fit(self.surface.chart.frame, view);
            }
            if free {
                let keys = [(Key::ArrowLeft, vec2(-1.0, 0.0)), (Key::ArrowRight, vec2(1.0, 0.0)), (Key::ArrowUp, vec2(0.0, -1.0)), (Key::ArrowDown, vec2(0.0, 1.0))];
                for (key, d) in keys {
                    if i.key_pressed(key) {
                        camera.centre += d * 80.0 / camera.zoom;
                    }
                }
            }
        });
    }

    // What is under a point: what can be chosen before what can't, pieces before the ground.
    fn under(&self, at: Pos2, scene: &Scene<'_>, chart: &Chart, lying: &[Lying], zoom: f32) -> Option<Target> {
        let legal = |t: &Target| scene.session.pointing_at(t).next().is_some();
        let unit = layout::at(lying, at).map(|l| Target::Unit(scene.view.units[l.unit].id.clone()));
        let space = chart.cell_at(at).map(|c| Target::Space(c.id.clone()));
        let edges = scene.session.choices().any(|c| matches!(c.target, Target::Edge(_)));
        let edge = edges.then(|| chart.side_at(at, 12.0 / zoom).map(|s| Target::Edge(s.id.clone()))).flatten();
        let found = [&unit, &edge, &space].into_iter().flatten().find(|t| legal(t)).cloned();
        found.or(unit).or(space)
    }

    fn spread_under(&mut self, at: Option<Pos2>, lying: &[Lying], view: &View, zoom: f32) {
        let Some(at) = at else { return };
        if let Some(l) = layout::at(lying, at) {
            let space = &view.units[l.unit].place.space;
            let many = view.units.iter().filter(|u| u.place.space == *space).count();
            if many > 2 && zoom > 0.5 {
                self.spread = Some(space.clone());
                return;
            }
        }
        if let Some(open) = &self.spread {
            let mut ground = Rect::NOTHING;
            for l in lying.iter().filter(|l| view.units[l.unit].place.space == *open) {
                ground = ground.union(l.rect());
            }
            if !ground.expand(14.0).contains(at) {
                self.spread = None;
            }
        }
    }

    // Every target that can be chosen is a control of its own for the keyboard and for screen readers.
    fn targets(&mut self, ui: &mut Ui, scene: &Scene<'_>, seen: &Seen<'_>, lying: &[Lying], asks: &mut Vec<Ask>) -> Option<Target> {
        let mut focused = None;
        if scene.session.moment.is_some() {
            return None;
        }
        for target in targets(scene.session) {
            let Some((rect, name)) = self.rect_of(&target, scene, seen, lying) else { continue };
            let id = target_id(&target);
            let response = ui.interact(rect, id, Sense::click());
            let label = scene.session.pointing_at(&target).next().and_then(|c| scene.session.details(&c.id)).map_or(name.clone(), |d| {
                if d.label.contains(&name) { d.label.clone() } else { format!("{name}: {}", d.label) }
            });
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
            if self.want_focus == Some(id) {
                response.request_focus();
                self.want_focus = None;
            }
            if response.has_focus() {
                focused = Some(target.clone());
            }
            if response.clicked() {
                // By pointer, what lies on top is meant; by key or by screen reader, this very one.
                let by_pointer = ui.input(|i| i.pointer.any_released());
                let meant = if by_pointer { self.hovered.clone().unwrap_or(target) } else { target };
                let at = response.interact_pointer_pos().unwrap_or(rect.center());
                self.menu = None;
                self.click(meant, at, ui.input(|i| i.time), scene.session, asks);
                if by_pointer {
                    response.surrender_focus();
                }
            }
        }
        focused
    }

    fn rect_of(&self, target: &Target, scene: &Scene<'_>, seen: &Seen<'_>, lying: &[Lying]) -> Option<(Rect, String)> {
        match target {
            Target::Unit(id) => {
                let l = lying.iter().find(|l| scene.view.units[l.unit].id == *id)?;
                let rect = seen.camera.rect(l.rect(), seen.view);
                let unit = &scene.view.units[l.unit];
                let name = unit.face.as_ref().map_or("unknown unit", |f| f.name.as_str());
                Some((rect, format!("{name} at {}", unit.place.space)))
            }
            Target::Space(id) => {
                let cell = seen.chart.cell(id)?;
                let size = Vec2::splat(50.0 * seen.camera.zoom.max(0.4));
                let name = if cell.title.is_empty() { cell.id.clone() } else { format!("{} {}", cell.id, cell.title) };
                Some((Rect::from_center_size(seen.at(cell.at), size), name))
            }
            Target::Edge(id) => {
                let side = seen.chart.side(id)?;
                let [a, b] = side.line.map(|q| seen.at(q));
                Some((Rect::from_two_pos(a, b).expand(6.0), format!("side {id}")))
            }
            _ => None,
        }
    }

    fn click(&mut self, target: Target, at: Pos2, now: f64, session: &Session, asks: &mut Vec<Ask>) {
        let choices: Vec<String> = session.pointing_at(&target).map(|c| c.id.clone()).collect();
        self.looked_at = Some(target.clone());
        match choices.len() {
            0 => {
                self.refused_at = session.decision().is_some().then_some((at, now));
                asks.push(Ask::Explain(target));
            }
            1 => asks.push(Ask::Choose(choices[0].clone())),
            _ => self.menu = Some(Menu { at, choices }),
        }
    }

    fn paint_lit(&self, scene: &Scene<'_>, seen: &Seen<'_>, focused: Option<&Target>) {
        if scene.session.moment.is_some() {
            return;
        }
        let occupied: std::collections::HashSet<&str> = scene.view.units.iter().map(|u| u.place.space.as_str()).collect();
        let mut late = Vec::new();
        seen.ink(|ink| {
            for choice in scene.session.choices() {
                match &choice.target {
                    Target::Space(id) => {
                        if let Some(cell) = seen.chart.cell(id) {
                            if self.hovered.as_ref() == Some(&choice.target) || focused == Some(&choice.target) {
                                late.push(cell);
                            } else {
                                ink.group(|ink| seen.lit(ink, cell, false, false, !occupied.contains(id.as_str())));
                            }
                        }
                    }
                    Target::Edge(id) => {
                        if let Some(side) = seen.chart.side(id) {
                            seen.lit_edge(ink, side.line, self.hovered.as_ref() == Some(&choice.target));
                        }
                    }
                    _ => {}
                }
            }
            for cell in late {
                seen.lit(ink, cell, true, false, false);
            }
            if let Some(Target::Space(id)) = focused
                && let Some(cell) = seen.chart.cell(id)
            {
                seen.focus(ink, cell);
            }
            if let Some(Target::Space(id)) = scene.session.decision().and_then(|d| d.focus.as_ref())
                && let Some(cell) = seen.chart.cell(id)
            {
                seen.lit(ink, cell, false, true, false);
            }
        });
    }

    fn paint_units(&mut self, ui: &Ui, scene: &Scene<'_>, seen: &Seen<'_>, lying: &[Lying], counters: &mut Counters, focused: Option<&Target>) {
        let now = ui.input(|i| i.time);
        self.moving.retain(|m| now < m.begun + m.lasts && !scene.still);
        if !self.moving.is_empty() {
            ui.ctx().request_repaint();
        }
        let present = scene.session.moment.is_none();
        let focus_unit = scene.session.decision().and_then(|d| d.focus.as_ref());
        let mut legal: HashMap<&str, bool> = HashMap::new();
        if present {
            for choice in scene.session.choices() {
                if let Target::Unit(id) = &choice.target {
                    legal.insert(id, true);
                }
            }
        }
        let clip = seen.painter.clip_rect().expand(60.0);
        for l in lying {
            let unit = &scene.view.units[l.unit];
            let mut at = seen.at(l.at);
            if let Some(m) = self.moving.iter().find(|m| m.unit == unit.id) {
                let t = ((now - m.begun) / m.lasts).clamp(0.0, 1.0) as f32;
                let eased = 1.0 - (1.0 - t) * (1.0 - t);
                let whole = crate::draw::curve::length(&m.path);
                at = seen.at(crate::draw::curve::along(&m.path, whole * eased).0);
            }
            if !clip.contains(at) {
                continue;
            }
            let is = |t: Option<&Target>| matches!(t, Some(Target::Unit(id)) if *id == unit.id);
            let state = State {
                legal: legal.contains_key(unit.id.as_str()),
                chosen: present && is(focus_unit),
                hovered: is(self.hovered.as_ref()) && legal.contains_key(unit.id.as_str()),
                focused: is(focused),
                ghost: false,
            };
            let livery = livery(scene.description, scene.p, unit.side.as_deref());
            let lift = if state.hovered { vec2(0.0, -2.0) } else { Vec2::ZERO };
            let counter = Counter { unit, livery, size: l.size * seen.camera.zoom, state };
            counters.paint(seen.painter, at + lift, &counter, scene.p);
        }
    }

    // The hovered choice drawn as if it had been taken.
    fn paint_preview(&self, scene: &Scene<'_>, seen: &Seen<'_>, counters: &mut Counters, focused: Option<&Target>) {
        let Some(target) = self.hovered.as_ref().filter(|t| scene.session.pointing_at(t).next().is_some()).or(focused) else { return };
        let Some(details) = scene.session.pointing_at(target).next().and_then(|c| scene.session.details(&c.id)) else { return };
        if details.path.len() < 2 {
            return;
        }
        seen.path(&details.path);
        let Some(Target::Unit(id)) = scene.session.decision().and_then(|d| d.focus.as_ref()) else { return };
        let Some(unit) = scene.view.units.iter().find(|u| u.id == *id) else { return };
        let Some(end) = details.path.last() else { return };
        let Some(cell) = seen.chart.cell(&end.space) else { return };
        let mut ghost = unit.clone();
        ghost.place.facing = end.facing.or(unit.place.facing);
        let livery = livery(scene.description, scene.p, unit.side.as_deref());
        let state = State { ghost: true, ..State::default() };
        let counter = Counter { unit: &ghost, livery, size: 43.0 * seen.camera.zoom, state };
        counters.paint(seen.painter, seen.at(cell.at + vec2(0.0, 2.0)), &counter, scene.p);
    }

    fn telling(&self, target: &Target, scene: &Scene<'_>, chart: &Chart) -> Option<Telling> {
        let space = match target {
            Target::Space(id) => id.clone(),
            Target::Unit(id) => scene.view.units.iter().find(|u| u.id == *id)?.place.space.clone(),
            _ => return None,
        };
        let cell = chart.cell(&space)?;
        let mut telling = Telling { title: format!("{}  {}", cell.id, cell.title), aside: cell.features.join(", "), ..Telling::default() };
        if let Target::Unit(id) = target {
            let unit = scene.view.units.iter().find(|u| u.id == *id)?;
            telling.title = unit.face.as_ref().map_or("Unknown unit".into(), |f| f.name.clone());
            telling.aside = format!("{} {}", cell.id, cell.title).trim().to_owned();
        }
        if let Some((of, lines, refused)) = &self.answer
            && of == target
        {
            telling.refused = *refused;
            return Some(telling.with_lines(lines));
        }
        let choices: Vec<_> = scene.session.pointing_at(target).collect();
        if let Some(details) = choices.first().and_then(|c| scene.session.details(&c.id)) {
            telling = telling.with_details(details);
            if choices.len() > 1 {
                telling.enter = format!("{} ways", choices.len());
            }
            return Some(telling);
        }
        if choices.is_empty() && matches!(target, Target::Space(_)) {
            let here: Vec<String> = scene
                .view
                .units
                .iter()
                .filter(|u| u.place.space == space)
                .map(|u| u.face.as_ref().map_or("an unknown unit".to_owned(), |f| f.name.clone()))
                .collect();
            if here.is_empty() && cell.title.is_empty() {
                return None;
            }
            if !here.is_empty() {
                telling.lines.push((here.join(", "), None));
            }
        }
        Some(telling)
    }

    // The card lies in the corner that has the fewest choices under it.
    fn cards(&self, ui: &Ui, view: Rect, scene: &Scene<'_>, chart: &Chart, focused: Option<&Target>) {
        let answered = self.answer.as_ref().map(|(t, ..)| t);
        let Some(target) = self.hovered.as_ref().or(focused).or(answered) else { return };
        let Some(telling) = self.telling(target, scene, chart) else { return };
        let Some(camera) = self.camera else { return };
        let size = vec2(card::WIDTH, card::height(ui.painter(), &telling));
        let room = view.shrink2(vec2(16.0, 16.0));
        let corners = [
            pos2(room.right() - size.x, room.bottom() - size.y - 46.0),
            pos2(room.left(), room.bottom() - size.y - 46.0),
            pos2(room.right() - size.x, room.top()),
        ];
        let pointer = ui.input(|i| i.pointer.hover_pos());
        let crowd = |at: &Pos2| {
            let rect = Rect::from_min_size(*at, size).expand(20.0);
            let under = scene.session.choices().filter(|c| match &c.target {
                Target::Space(id) => chart.cell(id).is_some_and(|c| rect.contains(camera.screen(c.at, view))),
                _ => false,
            });
            under.count() + if pointer.is_some_and(|q| rect.contains(q)) { 1000 } else { 0 }
        };
        let best = corners.iter().min_by_key(|c| crowd(c)).copied().unwrap_or(corners[0]);
        card::paint(ui.painter(), best, &telling, scene.p);
    }

    fn choose_from_menu(&mut self, ui: &mut Ui, scene: &Scene<'_>, asks: &mut Vec<Ask>) {
        let Some(menu) = &self.menu else { return };
        let p = scene.p;
        let width = 280.0;
        let height = menu.choices.len() as f32 * 34.0 + 12.0;
        let limit = ui.max_rect().shrink(8.0);
        let at = pos2(menu.at.x.min(limit.right() - width), menu.at.y.min(limit.bottom() - height));
        let rect = Rect::from_min_size(at, vec2(width, height));
        super::control::card(ui.painter(), rect, p);
        let mut done = ui.input(|i| i.key_pressed(Key::Escape));
        for (i, id) in menu.choices.iter().enumerate() {
            let row = Rect::from_min_size(at + vec2(6.0, 6.0 + i as f32 * 34.0), vec2(width - 12.0, 32.0));
            let response = ui.interact(row, Id::unique(("menu choice", id)), Sense::click());
            let details = scene.session.details(id);
            let words = details.map_or_else(|| id.clone(), |d| d.label.clone());
            response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, true, &words));
            if response.hovered() || response.has_focus() {
                ui.painter().rect_filled(row, 0.0, p.chosen_tint);
            }
            let cost = details.map(|d| d.cost.clone()).unwrap_or_default();
            Letters::new(&words, Face::BodyMedium.at(15.0), p.ink).paint(ui.painter(), row.min + vec2(8.0, 21.0));
            Letters::new(&cost, Face::BodyBold.at(13.0), p.accent_text).right().paint(ui.painter(), pos2(row.right() - 8.0, row.top() + 21.0));
            if response.clicked() {
                asks.push(Ask::Choose(id.clone()));
                done = true;
            }
        }
        if done {
            self.menu = None;
        }
    }

    // One shake of a ring where something was refused.
    fn shake(&mut self, ui: &Ui, p: &Palette) {
        let Some((at, begun)) = self.refused_at else { return };
        let t = (ui.input(|i| i.time) - begun) as f32;
        if t > 0.4 {
            self.refused_at = None;
            return;
        }
        let by = (t * 40.0).sin() * 5.0 * (1.0 - t / 0.4);
        ui.painter().circle_stroke(at + vec2(by, 0.0), 14.0, (3.0, fade(p.danger, 1.0 - t / 0.5)));
        ui.ctx().request_repaint();
    }
}

/// Every target of a choice that lies on the board, each once.
fn targets(session: &Session) -> Vec<Target> {
    let mut seen = std::collections::HashSet::new();
    session
        .choices()
        .map(|c| &c.target)
        .filter(|t| matches!(t, Target::Unit(_) | Target::Space(_) | Target::Edge(_)))
        .filter(|t| seen.insert((*t).clone()))
        .take(600)
        .cloned()
        .collect()
}

fn target_id(target: &Target) -> Id {
    Id::unique(("target", target))
}

// The keys of the board, at its bottom right.
fn tools(ui: &mut Ui, view: Rect, scene: &Scene<'_>, p: &Palette, asks: &mut Vec<Ask>) {
    let painter = ui.painter().clone();
    let body = Face::Body.at(13.0);
    let words = |s: &str| Letters::new(s, body.clone(), p.ink).width(&painter);
    let overlays: Vec<(String, String, bool, String)> = scene
        .description
        .overlays
        .iter()
        .take(4)
        .map(|o| {
            let short: String = o.title.split_whitespace().last().unwrap_or("").to_lowercase();
            (o.key.to_uppercase(), short, scene.session.overlays.contains_key(&o.id), o.id.clone())
        })
        .collect();
    let fixed = 128.0 + words("fit") + words("go to");
    let width = fixed + overlays.iter().map(|o| words(&o.1) + 40.0).sum::<f32>() + if overlays.is_empty() { 0.0 } else { 12.0 };
    let rect = Rect::from_min_size(view.right_bottom() - vec2(width + 16.0, 46.0), vec2(width, 32.0));
    painter.rect(rect, 2.0, fade(p.sheet, 0.97), (1.0, p.ink2), egui::StrokeKind::Middle);
    let mut x = rect.left() + 8.0;
    let y = rect.top() + 7.0;
    for (key, text) in [("+", ""), ("−", ""), ("0", "fit"), ("G", "go to")] {
        x += key_cap(&painter, pos2(x, y), key, false, false, p) + 5.0;
        if !text.is_empty() {
            x += Letters::new(text, body.clone(), p.ink).paint(&painter, pos2(x, y + 14.0)) + 9.0;
        }
    }
    if !overlays.is_empty() {
        painter.vline(x, rect.top() + 6.0..=rect.bottom() - 6.0, (1.0, p.rule));
        x += 9.0;
    }
    for (key, text, on, id) in overlays {
        let start = x;
        x += key_cap(&painter, pos2(x, y), &key, false, false, p) + 5.0;
        let face = if on { Face::BodyBold } else { Face::Body };
        x += Letters::new(&text, face.at(13.0), p.ink).paint(&painter, pos2(x, y + 14.0));
        let area = Rect::from_min_max(pos2(start - 3.0, rect.top()), pos2(x + 3.0, rect.bottom()));
        let response = ui.interact(area, Id::unique(("overlay", &id)), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, &text));
        if on {
            painter.rect_filled(Rect::from_min_max(pos2(start, rect.bottom() - 5.0), pos2(x, rect.bottom() - 2.8)), 0.0, p.focus);
        }
        if response.clicked() {
            asks.push(Ask::Overlay(id));
        }
        x += 11.0;
    }
}
