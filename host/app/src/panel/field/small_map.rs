//! A small map of the whole board in a corner, while not all of it is in sight: pieces as dots, the view as a frame that can be dragged.

use super::{Field, Scene};
use crate::board::HEX;
use crate::board::chart::Chart;
use crate::board::surface::{Camera, Surface};
use crate::draw::letter::{Face, Letters};
use crate::keys::{Action, cap_of};
use crate::panel::{Ask, livery};
use crate::piece::layout::Lying;
use crate::theme::{Palette, fade};
use egui::{
    Color32, CursorIcon, Id, Mesh, Painter, Pos2, Rect, Sense, Shape, Ui, Vec2, WidgetInfo, accesskit::Role,
    vec2,
};
use std::sync::Arc;

/// How large it is at most, and what part of the view it takes at most.
const LARGEST: Vec2 = vec2(230.0, 170.0);
const PART: Vec2 = vec2(0.27, 0.36);
/// One that would be less wide or tall says nothing.
const LEAST: f32 = 54.0;
/// Between it and the board's edge.
const EDGE: f32 = 14.0;
/// How large its sign is, folded up or in its corner.
const SIGN: f32 = 22.0;
/// So much of a board may be out of sight before it is shown, as a share of its width and height.
const SLACK: f32 = 0.04;
/// Between it and the legends that it is lifted over.
const LIFTED: f32 = 4.0;
/// Half the side of a dot.
const DOT: f32 = 2.2;

/// The small map's state.
pub(super) struct SmallMap {
    /// Whether somebody wants it, and it isn't folded up.
    pub(super) wanted: bool,
    surface: Surface,
    // Which of the spots it lies in.
    spot: usize,
    // Where it lies while somebody moves the view by it.
    held: Option<Rect>,
    /// Where it lies, if it does.
    pub(super) rect: Option<Rect>,
    dots: Option<(Dotted, Arc<Mesh>)>,
}

/// What the dots were painted for.
#[derive(PartialEq)]
struct Dotted {
    sight: u64,
    rect: Rect,
    palette: Palette,
}

impl SmallMap {
    pub(super) fn new(chart: Arc<Chart>) -> Self {
        let mut surface = Surface::new(chart);
        (surface.grid, surface.signs, surface.edged) = (false, false, false);
        Self { wanted: true, surface, spot: 0, held: None, rect: None, dots: None }
    }

    /// Whether it is being drawn.
    pub(super) fn is_drawing(&self) -> bool {
        self.surface.is_drawing()
    }

    // How large it is in a view; none where there is no room for it.
    fn size(&self, view: Rect) -> Option<Vec2> {
        let frame = self.surface.chart.frame.size();
        let most = LARGEST.min(view.size() * PART);
        let size = frame * (most.x / frame.x).min(most.y / frame.y);
        (size.x.min(size.y) >= LEAST).then(|| size.round())
    }

    fn dots(&mut self, rect: Rect, lying: &[Lying], scene: &Scene<'_>) -> Arc<Mesh> {
        let now = Dotted { sight: scene.session.sight, rect, palette: *scene.p };
        if let Some((_, mesh)) = self.dots.as_ref().filter(|(of, _)| *of == now) {
            return mesh.clone();
        }
        let camera = Camera::whole(self.surface.chart.frame, rect);
        let mut mesh = Mesh::default();
        let mut square = |at: Pos2, half: f32, colour: Color32| {
            mesh.add_colored_rect(Rect::from_center_size(at, Vec2::splat(2.0 * half)), colour);
        };
        // First what is around them, so that those that lie together are one.
        for lies in lying {
            let side = scene.view.units[lies.unit].side.as_deref();
            let livery = livery(scene.description, scene.p, side);
            square(camera.screen(lies.at, rect), DOT + 0.8, livery.edge);
        }
        for lies in lying {
            let side = scene.view.units[lies.unit].side.as_deref();
            let livery = livery(scene.description, scene.p, side);
            square(camera.screen(lies.at, rect), DOT, livery.body);
        }
        let mesh = Arc::new(mesh);
        self.dots = Some((now, mesh.clone()));
        mesh
    }
}

// The places where it may lie, as shares of the room: the corners, and the middles of the edges.
const SPOTS: [Vec2; 7] = [
    vec2(0.0, 1.0),
    vec2(1.0, 1.0),
    vec2(1.0, 0.0),
    vec2(0.0, 0.0),
    vec2(0.5, 1.0),
    vec2(0.0, 0.5),
    vec2(1.0, 0.5),
];
// How large it is at first, and where there is less room.
const SIZES: [f32; 3] = [1.0, 0.78, 0.6];

// Where it lies, and how large: where it lay before, if anything is free there, or in the first spot that is and where nobody looks,
// as large as it can. Over legends it is lifted.
fn found(
    room: Rect,
    size: Vec2,
    before: usize,
    legends: [Rect; 2],
    free: impl Fn(Rect) -> bool,
    looked_at: impl Fn(Rect) -> bool,
) -> Option<(usize, Rect)> {
    let at = |spot: usize, share: f32| {
        let size = (size * share).round();
        let rect = Rect::from_min_size(room.min + (room.size() - size) * SPOTS[spot], size);
        let over = legends.iter().filter(|legend| legend.intersects(rect));
        let top = over.map(|legend| legend.top() - LIFTED).fold(rect.bottom(), f32::min);
        rect.translate(vec2(0.0, top - rect.bottom()))
    };
    let fits = |rect: &Rect| {
        room.contains_rect(*rect) && (rect.size().min_elem() >= LEAST || size.x <= SIGN) && free(*rect)
    };
    let here = SIZES.iter().map(|share| at(before, *share)).find(|rect| fits(rect));
    let anywhere = || {
        SIZES.iter().find_map(|share| {
            let mut spots = (0..SPOTS.len()).map(|spot| (spot, at(spot, *share)));
            spots.find(|(_, rect)| fits(rect) && !looked_at(*rect))
        })
    };
    here.map(|rect| (before, rect)).or_else(anywhere)
}

// Whether not all of a board is in sight.
fn is_larger(frame: Rect, view: Rect, camera: &Camera) -> bool {
    let seen = Rect::from_min_max(camera.chart(view.min, view), camera.chart(view.max, view));
    !seen.contains_rect(frame.shrink2(frame.size() * SLACK))
}

impl Field {
    /// Whether a small map is wanted.
    pub fn set_small_map(&mut self, wanted: bool) {
        self.small_map.wanted = wanted;
    }

    /// Whether a rectangle of the window would cover the small map.
    pub fn covers_small_map(&self, rect: Rect) -> bool {
        self.small_map.rect.is_some_and(|map| map.intersects(rect))
    }

    /// Paints the small map where it covers nothing that can be chosen, if not all of the board is in sight.
    pub(super) fn paint_small_map(
        &mut self,
        ui: &Ui,
        view: Rect,
        lying: &[Lying],
        scene: &Scene<'_>,
        asks: &mut Vec<Ask>,
    ) {
        self.small_map.rect = None;
        let Some(mut camera) = self.camera.filter(|_| !self.on_sheet && self.covered.is_none()) else {
            return;
        };
        let frame = self.surface.chart.frame;
        if !is_larger(frame, view, &camera) {
            return;
        }
        // While somebody moves the view by it, it stays under the pointer.
        let held = self.small_map.held.take().filter(|_| ui.input(|i| i.pointer.any_down()));
        let pointer = ui.input(|i| i.pointer.hover_pos());
        let placed = |field: &mut Self| field.place_small_map(view, pointer, &camera, scene);
        let Some(rect) = held.or_else(|| placed(self)) else { return };
        self.small_map.rect = Some(rect);
        let fold = Rect::from_min_size(rect.right_top() - vec2(SIGN, 0.0), Vec2::splat(SIGN));
        if self.small_map.wanted {
            let seen = Rect::from_min_max(camera.chart(view.min, view), camera.chart(view.max, view));
            let mesh = self.small_map.dots(rect, lying, scene);
            self.small_map.paint(ui.painter(), rect, seen, mesh, scene.p);
            if let Some(at) = pressed(ui, rect) {
                camera.centre = Camera::whole(frame, rect).chart(at, rect);
                camera.keep_in(frame, view);
                self.camera = Some(camera);
                self.menu = None;
                self.small_map.held = Some(rect);
                ui.ctx().request_repaint();
            }
        }
        if sign(ui, fold, self.small_map.wanted, scene.p) {
            asks.push(Ask::SmallMap);
        }
    }

    // Where it lies: where it would cover what can be chosen wherever that is, it isn't shown.
    fn place_small_map(
        &mut self,
        view: Rect,
        pointer: Option<Pos2>,
        camera: &Camera,
        scene: &Scene<'_>,
    ) -> Option<Rect> {
        let size = if self.small_map.wanted { self.small_map.size(view)? } else { Vec2::splat(SIGN) };
        // What folds the columns stands in the upper corners.
        let room = view.shrink(EDGE);
        let room = room.with_min_y(room.top() + 40.0);
        // A step that is shown event by event is told of in the middle of the lower edge.
        let told = Rect::from_center_size(view.center_bottom(), vec2(700.0, 120.0));
        let told = if scene.session.told.is_some() { told } else { Rect::NOTHING };
        // Of a hex whose middle is free some is covered all the same.
        let near = 4.0 + HEX * camera.zoom * 0.15;
        let free = |rect: Rect| {
            let card = self.cards_over.iter().any(|card| card.intersects(rect));
            let furniture = card || rect.intersects(told);
            !furniture && self.choices_under(rect.expand(near), scene.session) == 0
        };
        let focus = scene.session.decision().and_then(|decision| decision.focus.as_ref());
        let looked_at = |rect: Rect| {
            let about = [self.hovered.as_ref(), self.focused.as_ref(), self.looked_at.as_ref(), focus];
            let near = rect.expand(near);
            pointer.is_some_and(|at| near.contains(at))
                || about.into_iter().flatten().any(|target| self.lies_under(near, target))
        };
        let (spot, rect) = found(room, size, self.small_map.spot, self.legends, free, looked_at)?;
        self.small_map.spot = spot;
        Some(rect)
    }
}

impl SmallMap {
    fn paint(&mut self, painter: &Painter, rect: Rect, seen: Rect, dots: Arc<Mesh>, p: &Palette) {
        painter.rect_filled(rect.translate(vec2(2.0, 3.0)), 0.0, fade(Color32::from_rgb(20, 16, 12), 0.24));
        painter.rect_filled(rect, 0.0, p.paper);
        let camera = Camera::whole(self.surface.chart.frame, rect);
        let inner = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
        self.surface.paint_ground(&inner, rect, &camera, p);
        // The ground steps back behind what is on it.
        inner.rect_filled(rect, 0.0, fade(p.sheet, 0.38));
        inner.add(Shape::mesh(dots));
        let view = camera.rect(seen, rect).intersect(rect.shrink(1.5));
        inner.rect_stroke(view, 0.0, (3.4, fade(p.paper, 0.9)), egui::StrokeKind::Middle);
        inner.rect_stroke(view, 0.0, (1.8, p.accent_ink), egui::StrokeKind::Middle);
        painter.rect_stroke(rect, 0.0, (1.2, p.ink), egui::StrokeKind::Middle);
    }
}

// The point of the small map that is pressed, or that the pointer was dragged to from one.
fn pressed(ui: &Ui, rect: Rect) -> Option<Pos2> {
    // It is no stop for the keyboard: arrows move the board.
    let response = ui.interact(rect, Id::unique("small map"), Sense::CLICK | Sense::DRAG);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Small map of the whole board"));
    let at = response
        .interact_pointer_pos()
        .filter(|_| response.is_pointer_button_down_on() || response.clicked());
    response.on_hover_cursor(CursorIcon::Crosshair);
    at
}

// What folds it up, or lays it out; gives whether that was pressed.
fn sign(ui: &Ui, rect: Rect, out: bool, p: &Palette) -> bool {
    let response = ui.interact(rect, Id::unique("fold the small map"), Sense::CLICK);
    let words = if out { "Fold the small map up" } else { "A small map of the whole board" };
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, out, words));
    let painter = ui.painter();
    let ground = if response.hovered() { p.sheet3 } else { p.sheet };
    painter.rect(rect, 0.0, ground, (1.0, p.ink2), egui::StrokeKind::Inside);
    if out {
        Letters::new("−", Face::BodyBold.at(15.0), p.ink2)
            .middle()
            .paint(painter, rect.center() + vec2(0.0, 5.0));
    } else {
        let map = rect.shrink(5.0);
        painter.rect_stroke(map, 0.0, (1.2, p.ink2), egui::StrokeKind::Middle);
        painter.rect_stroke(map.shrink2(vec2(3.0, 3.5)), 0.0, (1.2, p.accent_ink), egui::StrokeKind::Middle);
    }
    let words = format!("{words} ({})", cap_of(ui, Action::SmallMap));
    response.on_hover_text(words).on_hover_cursor(CursorIcon::PointingHand).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_board_that_is_all_in_sight_needs_no_small_map() {
        let frame = Rect::from_min_size(Pos2::ZERO, vec2(2000.0, 1000.0));
        let view = Rect::from_min_size(pos2(100.0, 50.0), vec2(1000.0, 700.0));
        let mut camera = Camera::fit(frame, view);
        assert!(!is_larger(frame, view, &camera));
        camera.zoom *= 1.25;
        assert!(is_larger(frame, view, &camera));
    }

    #[test]
    fn it_dodges_what_can_be_chosen_and_is_smaller_before_it_goes() {
        let room = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 300.0));
        let size = vec2(200.0, 120.0);
        let lit = |spots: &[Pos2]| {
            let spots = spots.to_vec();
            move |rect: Rect| !spots.iter().any(|at| rect.contains(*at))
        };
        let place = |before: usize, spots: &[Pos2]| {
            let found = found(room, size, before, [Rect::NOTHING; 2], lit(spots), |_| false);
            found.map(|(spot, rect)| (spot, rect.size()))
        };
        assert_eq!(place(0, &[]), Some((0, size)));
        assert_eq!(place(1, &[]), Some((1, size)), "it stays where it is");
        // It would rather be smaller than jump.
        assert_eq!(place(0, &[pos2(190.0, 290.0)]), Some((0, vec2(156.0, 94.0))));
        assert_eq!(place(0, &[pos2(50.0, 280.0)]), Some((1, size)));
        // It goes nowhere where somebody looks, and it is lifted over a legend rather than that it goes elsewhere.
        let seen = |rect: Rect| rect.contains(pos2(790.0, 290.0));
        let spots = [pos2(50.0, 280.0)];
        let moved = found(room, size, 0, [Rect::NOTHING; 2], lit(&spots), seen);
        assert_eq!(moved.map(|(spot, _)| spot), Some(2));
        let legends = Rect::from_min_max(pos2(0.0, 250.0), pos2(100.0, 300.0));
        let lifted = found(room, size, 0, [legends, Rect::NOTHING], lit(&[]), |_| false);
        assert_eq!(lifted.map(|(spot, rect)| (spot, rect.bottom())), Some((0, 250.0 - LIFTED)));
        // Wherever one looks something can be chosen.
        let grid: Vec<Pos2> =
            (0..40).flat_map(|x| (0..15).map(move |y| pos2(x as f32 * 20.0, y as f32 * 20.0))).collect();
        assert_eq!(place(0, &grid), None);
    }
}
