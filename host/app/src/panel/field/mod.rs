//! The board on the table: looking about on it, and choosing what is lit.

mod aim;
mod boxes;
mod drag;
mod fire;
mod gauge;
mod legend;
mod menu;
mod overlays;
mod paint;
mod pointing;
mod seek;
mod small_map;
mod stack;
mod tell;

use super::names::Names;
use super::states::Seen;
use super::{Ask, livery};
use crate::board::chart::Chart;
use crate::board::surface::{Camera, Surface, furniture};
use crate::keys::{self, Action};
use crate::measure::texts;
use crate::piece::counter::Counters;
use crate::piece::layout::{Laid, Opened};
use crate::session::Session;
use crate::theme::Palette;
use egui::{Id, Key, PointerButton, Pos2, Rect, Sense, Ui, pos2, vec2};
use muster_contract::{Description, EventKind, Line, OddsTable, Place, Section, SpaceNote, Target, View};
use std::collections::HashSet;
use std::sync::Arc;

use aim::target_id;
pub use aim::targets;
use drag::Held;
use fire::Fought;
use gauge::Gauge;
pub use gauge::overlay_of;
use menu::Menu;
pub use seek::{Look, place_of};

/// How tall the strip under the board is, with the compass, the scale and the keys.
const STRIP: f32 = 40.0;

/// Between two movements that are shown once more, in seconds.
const PAUSE: f64 = 0.25;

/// A unit on its way.
struct Motion {
    unit: String,
    path: Vec<Pos2>,
    begun: f64,
    lasts: f64,
}

/// A board on the table.
pub struct Field {
    surface: Surface,
    camera: Option<Camera>,
    // Where it looked first, before a decision said where.
    looked_first: Option<Camera>,
    /// What the pointer is on.
    pub hovered: Option<Target>,
    /// What the keyboard is on.
    pub focused: Option<Target>,
    /// Whether the keyboard was used after the pointer: then nothing is under the pointer.
    pub keys_lead: bool,
    /// What was pointed at for the inspector.
    pub looked_at: Option<Target>,
    /// The answer to "why not", shown until something else is pointed at.
    pub answer: Option<(Target, Vec<Line>, bool)>,
    spread: Option<Opened>,
    // What was under the pointer when its button went down.
    pressed_on: Option<Target>,
    laid: Laid,
    names: Names,
    menu: Option<Menu>,
    // Whether a control on the board was clicked with the right button.
    wants_menu: bool,
    // The piece in the hand, and the line that is measured.
    held: Option<Held>,
    // The piece that was pulled though it may not move.
    stuck: Option<Target>,
    // The questions whose answers do more than take a piece up.
    settles: HashSet<String>,
    gauge: Option<Gauge>,
    fought: Fought,
    moving: Vec<Motion>,
    want_focus: Option<Id>,
    refused_at: Option<(Pos2, f64)>,
    // Whether all overlays are listed.
    overlays_listed: bool,
    // Whether the meaning of bars and signs is folded up, once somebody has said so.
    legend_folded: Option<bool>,
    // Whether it lies on a sheet of its own: then all of it is shown, and it is neither moved nor zoomed.
    on_sheet: bool,
    /// What lies over it: nothing there is its.
    pub covered: Option<Rect>,
    small_map: small_map::SmallMap,
    // Where it is told what bars and overlays mean.
    legends: [Rect; 2],
    /// How far from its left edge and its right one what folds the columns reaches over it.
    pub handles: [f32; 2],
    /// The cards that lay over it in the last frame.
    pub cards_over: Vec<Rect>,
    // Where it was seen last, and where it stood before something was laid over it.
    seen_in: Rect,
    moved_for_room: Option<(Camera, Camera)>,
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
    /// What is written in its boxes.
    pub notes: &'a [SpaceNote],
    /// The rules summary.
    pub rules: &'a [Section],
    /// The choice whose chances are looked at, and these.
    pub odds_of: Option<&'a str>,
    /// The chances.
    pub odds: &'a [OddsTable],
}

impl Field {
    /// A field of a board.
    pub fn new(chart: Arc<Chart>) -> Self {
        Self {
            small_map: small_map::SmallMap::new(chart.clone()),
            legends: [Rect::NOTHING; 2],
            handles: [0.0; 2],
            cards_over: Vec::new(),
            surface: Surface::new(chart),
            camera: None,
            looked_first: None,
            hovered: None,
            focused: None,
            keys_lead: false,
            looked_at: None,
            answer: None,
            spread: None,
            pressed_on: None,
            laid: Laid::default(),
            names: Names::default(),
            menu: None,
            wants_menu: false,
            held: None,
            stuck: None,
            settles: HashSet::new(),
            gauge: None,
            fought: Fought::default(),
            moving: Vec::new(),
            want_focus: None,
            refused_at: None,
            overlays_listed: false,
            legend_folded: None,
            on_sheet: false,
            covered: None,
            seen_in: Rect::NOTHING,
            moved_for_room: None,
        }
    }

    /// A field that lies on a sheet over the main board.
    pub fn on_sheet(chart: Arc<Chart>) -> Self {
        let mut field = Self::new(chart);
        field.on_sheet = true;
        field.surface.edged = false;
        field
    }

    /// Its board.
    pub fn chart(&self) -> Arc<Chart> {
        self.surface.chart.clone()
    }

    /// Whether a target lies on this board.
    pub fn holds(&self, target: &Target, view: Option<&View>) -> bool {
        let chart = &self.surface.chart;
        match target {
            Target::Space(id) => chart.cell(id).is_some(),
            Target::Edge(id) => chart.side(id).is_some(),
            Target::Unit(id) => {
                let unit = view.and_then(|v| v.units.iter().find(|u| u.id == *id));
                unit.is_some_and(|u| chart.cell(&u.place.space).is_some())
            }
            _ => false,
        }
    }

    /// Whether its board is still being drawn.
    pub fn is_drawing(&self) -> bool {
        self.surface.is_drawing() || self.small_map.is_drawing()
    }

    /// Whether its board has been drawn once.
    pub fn is_drawn(&self) -> bool {
        self.surface.is_drawn()
    }

    /// Whether the hex grid is drawn.
    pub fn set_grid(&mut self, grid: bool) {
        self.surface.grid = grid;
    }

    /// Starts the movement of units along the ways that they went.
    pub fn set_moving(&mut self, events: &[muster_contract::Event], now: f64) {
        for event in events {
            let EventKind::Moved(places) = &event.kind else { continue };
            let path: Vec<Pos2> =
                places.iter().filter_map(|q| self.surface.chart.cell(&q.space)).map(|c| c.at).collect();
            if path.len() > 1 {
                let lasts = (0.12 * (path.len() - 1) as f64).min(0.6);
                for unit in &event.units {
                    self.moving.retain(|m| m.unit != *unit);
                    // What was carried there by hand has been on its way.
                    if self.was_carried(unit) {
                        continue;
                    }
                    self.moving.push(Motion { unit: unit.clone(), path: path.clone(), begun: now, lasts });
                }
            }
        }
    }

    /// Shows the movements of units once more, one after the other.
    pub fn move_again(&mut self, events: &[muster_contract::Event], now: f64) {
        self.moving.clear();
        let mut all = Vec::new();
        let mut begun = now;
        for event in events {
            self.set_moving(std::slice::from_ref(event), begun);
            let moving = std::mem::take(&mut self.moving);
            begun = moving.iter().map(|motion| motion.begun + motion.lasts + PAUSE).fold(begun, f64::max);
            all.extend(moving);
        }
        self.moving = all;
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

    /// Paints the board into all of the ui and takes what is done on it.
    pub fn ui(&mut self, ui: &mut Ui, scene: &Scene<'_>, counters: &mut Counters, asks: &mut Vec<Ask>) {
        let whole = ui.max_rect();
        let p = scene.p;
        ui.painter().rect_filled(whole, 0.0, if self.on_sheet { p.sheet } else { p.desk });
        let foot = if self.on_sheet { 0.0 } else { STRIP };
        let strip = Rect::from_min_max(pos2(whole.left(), whole.bottom() - foot), whole.max);
        let view = Rect::from_min_max(whole.min, strip.right_top());
        let chart = self.surface.chart.clone();
        let response = ui.interact(view, Id::unique(("board", &chart.id)), Sense::click_and_drag());
        self.take_up(ui, &response, view, scene, asks);
        let camera = if self.on_sheet {
            Camera::fit(chart.frame, view)
        } else {
            // What it looked at before anything was asked wasn't chosen by anybody.
            let waits = scene.session.decision().is_none();
            let kept = self.camera.filter(|camera| waits || self.looked_first != Some(*camera));
            let first = kept.is_none() && waits;
            let mut camera = kept.unwrap_or_else(|| self.first_look(view, scene));
            // Where a step is shown event by event the arrows go from one to the next.
            let before = camera;
            self.move_about(ui, &response, &mut camera, view, scene.session.told.is_none());
            // A list stays with what it is about.
            if camera != before {
                self.menu = None;
            }
            // What lies under a sheet may be beyond the map's edge.
            if self.covered.is_none() {
                camera.keep_in(chart.frame, view);
            }
            if first {
                self.looked_first = Some(camera);
            }
            camera
        };
        (self.camera, self.seen_in) = (Some(camera), view);
        let pointer = self.pointer(ui, view);
        let at = pointer.map(|at| camera.chart(at, view));
        let over = self.carry(ui, at, scene, &chart, asks);

        let painter = ui.painter().with_clip_rect(view);
        // A sheet has the tone of a sheet between its boxes.
        let ground = if self.on_sheet { Palette { paper: p.sheet, ..*p } } else { *p };
        self.surface.paint(&painter, view, &camera, &ground);
        let edge = if self.on_sheet { 0.0 } else { 8.0 };
        let inner = painter.with_clip_rect(camera.rect(chart.frame, view).shrink(edge).intersect(view));
        texts::mapped(ui.ctx(), view);
        let seen = Seen { painter: &inner, chart: &chart, view, camera, p };
        seen.boxes(scene.description);
        seen.cities(&scene.view.markers, scene.description);
        for items in scene.session.overlays.values().filter_map(|overlay| overlay.items.as_ref()) {
            seen.overlay(items, scene.description);
        }
        let mut laid = std::mem::take(&mut self.laid);
        laid.update(
            scene.session.sight,
            &chart,
            &scene.view.units,
            scene.description.pieces,
            self.spread.as_ref(),
        );
        let hovered = match self.stuck(ui) {
            Some(piece) => Some(piece),
            None if self.holds_piece() => over,
            None => at.and_then(|at| self.under(at, scene, &chart, &laid.pieces, camera.zoom)),
        };
        self.press(ui, hovered.as_ref());
        if hovered != self.hovered {
            self.hovered = hovered.clone();
            if self.answer.as_ref().is_some_and(|(t, ..)| Some(t) != hovered.as_ref()) && hovered.is_some() {
                self.answer = None;
            }
        }
        let focused = self.targets(ui, scene, &seen, &laid, asks);
        self.focused.clone_from(&focused);
        self.spread_under(at, &laid.pieces, scene, camera.zoom);
        self.paint_lit(scene, &seen, &mut counters.sprites, focused.as_ref());
        seen.box_words(scene.description, scene.notes);
        if let Some((places, side)) = scene.trace {
            seen.trace(places, livery(scene.description, p, side).text);
        }
        seen.arrows(&scene.view.arrows, scene.description);
        seen.city_names(&mut self.names);
        seen.markers(&scene.view.markers, scene.description);
        self.find_fought(scene.session);
        self.paint_fought(scene, &seen);
        // What lies under them is looked at.
        if !self.hides_pieces(ui) {
            self.paint_units(ui, scene, &seen, &laid.pieces, counters, focused.as_ref());
        }
        self.laid = laid;
        self.paint_fires(scene, &seen);
        self.paint_preview(scene, &seen, counters, focused.as_ref());
        self.paint_held(scene, &seen, counters);
        if !self.on_sheet {
            ui.painter().rect_filled(strip, 0.0, p.sheet2);
            ui.painter().hline(strip.x_range(), strip.top(), (1.0, p.rule));
            let end = furniture(&ui.painter().with_clip_rect(strip), strip, &camera, &chart, p);
            if tell::tools(ui, strip, end, scene, p, asks) {
                self.overlays_listed = !self.overlays_listed;
            }
        }
        self.shake(ui, p);

        let measured = self.measure(ui, &response, at, focused.as_ref(), scene, asks);
        self.paint_gauge(ui, &seen, scene);
        self.menu_wanted(ui, &response, (scene, &seen), hovered.as_ref().or(focused.as_ref()));
        if response.clicked() && !measured {
            self.menu = None;
            if let Some(target) = self.pressed_on.clone().or(hovered.clone()) {
                self.click(
                    target,
                    response.interact_pointer_pos().unwrap_or(view.center()),
                    ui.input(|i| i.time),
                    scene.session,
                    asks,
                );
            }
        }
        if response.double_clicked()
            && let Some(at) = response.interact_pointer_pos()
            && scene.session.pointing_at(hovered.as_ref().unwrap_or(&Target::Amount(0))).next().is_none()
            && let Some(camera) = &mut self.camera
        {
            camera.zoom_at(at, view, 1.6);
        }
        let mut by_hand = self.legend_folded;
        let lit = |rect: Rect| self.choices_under(rect, scene.session) > 0;
        let bars = legend::paint(ui, view, &chart, &mut by_hand, lit, p);
        self.legend_folded = by_hand;
        if !self.on_sheet {
            self.legends = [bars, overlays::legend(ui, view, bars, scene, asks)];
            let laid = std::mem::take(&mut self.laid);
            self.paint_small_map(ui, view, &laid.pieces, scene, asks);
            self.laid = laid;
            self.overlay_list(ui, view, scene, asks);
        }
        self.cards(ui, view, scene, &chart, focused.as_ref());
        self.choose_from_menu(ui, view, scene, asks);
    }

    fn move_about(
        &mut self,
        ui: &Ui,
        response: &egui::Response,
        camera: &mut Camera,
        view: Rect,
        arrows: bool,
    ) {
        let right = response.dragged_by(PointerButton::Secondary);
        if response.dragged() && !right && !self.holds_piece() && self.stuck.is_none() {
            camera.centre -= response.drag_delta() / camera.zoom;
        }
        // Over a card the wheel is the card's.
        let over_card = |at: &Pos2| self.cards_over.iter().any(|card| card.contains(*at));
        if let Some(at) = self.pointer(ui, view).filter(|at| !over_card(at)) {
            let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta(), i.zoom_delta()));
            let factor = pinch * (scroll.y / 240.0).exp();
            if (factor - 1.0).abs() > 1e-4 {
                camera.zoom_at(at, view, factor);
            }
        }
        if ui.ctx().text_edit_focused() {
            return;
        }
        if keys::pressed(ui, Action::ZoomIn) {
            camera.zoom_at(view.center(), view, 1.25);
        }
        if keys::pressed(ui, Action::ZoomOut) {
            camera.zoom_at(view.center(), view, 0.8);
        }
        if keys::pressed(ui, Action::Fit) {
            *camera = Camera::fit(self.surface.chart.frame, view);
        }
        let free = arrows && ui.memory(|m| m.focused().is_none());
        ui.input(|i| {
            if free {
                let keys = [
                    (Key::ArrowLeft, vec2(-1.0, 0.0)),
                    (Key::ArrowRight, vec2(1.0, 0.0)),
                    (Key::ArrowUp, vec2(0.0, -1.0)),
                    (Key::ArrowDown, vec2(0.0, 1.0)),
                ];
                for (key, d) in keys {
                    if i.key_pressed(key) {
                        camera.centre += d * 80.0 / camera.zoom;
                    }
                }
            }
        });
    }
}
