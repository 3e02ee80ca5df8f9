//! Where the field looks: at first, at a place that is sought, at the next thing that can be chosen, and beside what
//! lies over it.

use super::{Field, Scene, target_id};
use crate::board::surface::Camera;
use crate::session::Session;
use egui::{Pos2, Rect, Ui};
use muster_contract::{Target, View};

/// Where somebody looks on a board.
#[derive(Default)]
pub struct Look {
    camera: Option<Camera>,
    looked_first: Option<Camera>,
    legend_folded: Option<bool>,
}

impl Field {
    /// Where it looks now, as it was before it made room.
    pub fn look(&self) -> Look {
        let before = self.moved_for_room.filter(|(_, moved)| self.camera == Some(*moved));
        Look {
            camera: before.map(|(before, _)| before).or(self.camera),
            looked_first: self.looked_first,
            legend_folded: self.legend_folded,
        }
    }

    /// Looks there from now on.
    pub fn look_so(&mut self, look: Look) {
        (self.camera, self.looked_first) = (look.camera, look.looked_first);
        (self.legend_folded, self.moved_for_room) = (look.legend_folded, None);
    }

    // At first the board is large enough to read, and shows where something can be chosen.
    pub(super) fn first_look(&self, view: Rect, scene: &Scene<'_>) -> Camera {
        let frame = self.surface.chart.frame;
        let mut camera = Camera::fit(frame, view);
        // A map of cities says most when all of it is seen.
        let least = if self.surface.chart.cells.iter().any(|c| c.worth.is_some()) { 0.5 } else { 0.8 };
        if camera.zoom < least {
            camera.zoom = 1.0f32.min(Camera::cover(frame, view).zoom.max(0.95));
            let decision = scene.session.decision();
            let place =
                decision.and_then(|d| d.choices.iter().find_map(|c| self.spot(&c.target, Some(scene.view))));
            let places: Vec<Pos2> = scene
                .view
                .units
                .iter()
                .filter_map(|u| self.surface.chart.cell(&u.place.space))
                .map(|c| c.at)
                .collect();
            let middle = if places.is_empty() { frame.center() } else { Rect::from_points(&places).center() };
            camera.centre = middle;
            if let Some(at) = place {
                camera.look_from(at, middle, view);
            }
        } else {
            camera.zoom = camera.zoom.min(1.3);
        }
        camera
    }

    /// Where a target lies on its board's chart, if it lies on this one.
    fn spot(&self, target: &Target, view: Option<&View>) -> Option<Pos2> {
        let chart = &self.surface.chart;
        if let Target::Edge(id) = target {
            let [a, b] = chart.side(id)?.cells.map(|cell| chart.cells[cell].at);
            return Some(a.lerp(b, 0.5));
        }
        chart.cell(&place_of(target, view)?).map(|cell| cell.at)
    }

    /// Brings a place to the middle if it can't be seen.
    pub fn show_place(&mut self, space: &str, always: bool) {
        if let Some(at) = self.surface.chart.cell(space).map(|cell| cell.at)
            && (self.show(at, always) || always)
        {
            self.looked_at = Some(Target::Space(space.to_owned()));
        }
    }

    // Brings a point of the chart to the middle if it can't be seen, or always where not all of the board is seen; gives whether it did.
    fn show(&mut self, at: Pos2, always: bool) -> bool {
        let hidden = always && !self.sees_all() || !self.sees(at);
        let Some(camera) = self.camera.as_mut().filter(|_| hidden) else { return false };
        camera.centre = at;
        self.menu = None;
        true
    }

    fn sees_all(&self) -> bool {
        let all = |camera: Camera| camera.rect(self.surface.chart.frame, self.seen_in);
        self.camera.is_some_and(|camera| self.seen_in.expand(1.0).contains_rect(all(camera)))
    }

    fn sees(&self, at: Pos2) -> bool {
        let seen = self.seen_in.shrink(24.0);
        self.camera.is_some_and(|camera| seen.contains(camera.screen(at, self.seen_in)))
    }

    /// Brings one of these targets to the middle, if some of them lie on this board and none can be seen.
    pub fn show_one(&mut self, targets: &[Target], view: Option<&View>) {
        let spots: Vec<Pos2> = targets.iter().filter_map(|target| self.spot(target, view)).collect();
        if let Some(at) = spots.first().filter(|_| !spots.iter().any(|at| self.sees(*at))) {
            self.show(*at, true);
        }
    }

    /// Puts the keyboard on a target and shows where it is.
    pub fn seek(&mut self, target: &Target, session: &Session) {
        if let Some(place) = place_of(target, session.shown()) {
            self.show_place(&place, false);
        } else if let Some(at) = self.spot(target, session.shown()) {
            self.show(at, false);
        }
        self.want_focus = Some(target_id(target));
        self.looked_at = Some(target.clone());
        // What was asked of another is answered.
        (self.menu, self.answer) = (None, None);
    }

    /// Forgets what is under the pointer and the keyboard, for it isn't shown now.
    pub fn shut(&mut self) {
        self.hovered = None;
        self.focused = None;
        (self.menu, self.held, self.gauge) = (None, None, None);
    }

    /// Where a space is on the screen.
    pub fn screen(&self, space: &str) -> Option<Pos2> {
        let (camera, cell) = (self.camera?, self.surface.chart.cell(space)?);
        Some(camera.screen(cell.at, self.seen_in))
    }

    /// How large a point of the chart is on the screen.
    pub fn zoom(&self) -> f32 {
        self.camera.map_or(1.0, |camera| camera.zoom)
    }

    /// Moves a space to where it can be seen while only part of the board is free.
    pub fn make_room(&mut self, space: &str, free: Rect) {
        let (Some(camera), Some(cell)) = (self.camera, self.surface.chart.cell(space)) else { return };
        if self.moved_for_room.is_some() || free.shrink(24.0).contains(camera.screen(cell.at, self.seen_in)) {
            return;
        }
        let mut moved = camera;
        moved.centre = cell.at - (free.center() - self.seen_in.center()) / camera.zoom;
        self.camera = Some(moved);
        self.moved_for_room = Some((camera, moved));
    }

    /// Looks again where it looked before it made room, unless it was moved since.
    pub fn give_back(&mut self) {
        if let Some((before, moved)) = self.moved_for_room.take()
            && self.camera == Some(moved)
        {
            self.camera = Some(before);
        }
    }

    /// Where the pointer is, if it is on this board and nothing lies over it there, and it was used after the keyboard.
    pub(super) fn pointer(&self, ui: &Ui, view: Rect) -> Option<Pos2> {
        let free = |at: &Pos2| {
            !self.keys_lead
                && ui.rect_contains_pointer(view)
                && view.contains(*at)
                && !self.covered.is_some_and(|over| over.contains(*at))
                && !self.small_map.rect.is_some_and(|map| map.contains(*at))
                && !self.menu.as_ref().is_some_and(|menu| menu.rect.contains(*at))
        };
        ui.input(|i| i.pointer.hover_pos()).filter(free)
    }
}

/// The space of a target: where it stands, or itself.
pub fn place_of(target: &Target, view: Option<&View>) -> Option<String> {
    match target {
        Target::Unit(id) => {
            view.and_then(|v| v.units.iter().find(|u| u.id == *id)).map(|u| u.place.space.clone())
        }
        Target::Space(id) => Some(id.clone()),
        _ => None,
    }
}
