//! What is pointed at on the board, by the pointer and by the keyboard.

use super::aim::{name_of, rect_of, target_id, targets};
use super::{Field, Scene};
use crate::board::chart::Chart;
use crate::panel::Ask;
use crate::panel::states::Seen;
use crate::piece::layout::{self, Laid, Lying};
use egui::{Key, Pos2, Response, Sense, Ui, Vec2, WidgetInfo, accesskit::Role};
use muster_contract::Target;

impl Field {
    // What is under a point: what can be chosen before what can't, pieces before the ground.
    pub(super) fn under(
        &self,
        at: Pos2,
        scene: &Scene<'_>,
        chart: &Chart,
        lying: &[Lying],
        zoom: f32,
    ) -> Option<Target> {
        let legal = |t: &Target| scene.session.pointing_at(t).next().is_some();
        let unit = layout::at(lying, at).map(|l| Target::Unit(scene.view.units[l.unit].id.clone()));
        let space = chart.cell_at(at).map(|c| Target::Space(c.id.clone()));
        let edges = scene.session.choices().any(|c| matches!(c.target, Target::Edge(_)));
        // A large hex board has thousands of sides, and they are looked through in every frame.
        let reach = if edges { 12.0 / zoom } else { 2.0 };
        let side = (edges || chart.hex.is_none()).then(|| chart.side_at(at, reach)).flatten();
        // A bar can be looked at like a place; a hexside is pointed at only where one may be chosen.
        let edge = side.filter(|s| edges || s.bar.is_some()).map(|s| Target::Edge(s.id.clone()));
        let found = [&unit, &edge, &space].into_iter().flatten().find(|t| legal(t)).cloned();
        let barred = side.is_some_and(|s| s.bar.is_some());
        found.or(unit).or(edge.filter(|_| barred)).or(space)
    }

    // Every target that can be chosen is a control of its own for the keyboard and for screen readers.
    pub(super) fn targets(
        &mut self,
        ui: &mut Ui,
        scene: &Scene<'_>,
        seen: &Seen<'_>,
        laid: &Laid,
        asks: &mut Vec<Ask>,
    ) -> Option<Target> {
        let mut focused = None;
        if scene.session.moment.is_some() {
            return None;
        }
        for target in targets(scene.session) {
            let Some(rect) = rect_of(&target, seen, laid) else { continue };
            let id = target_id(&target);
            let response = ui.interact(rect, id, Sense::click());
            response.widget_info(|| {
                let name = name_of(&target, scene, seen, laid);
                let choice = scene.session.pointing_at(&target).next();
                let label = match choice.and_then(|c| scene.session.details(&c.id)) {
                    Some(d) if d.label.contains(&name) => d.label.clone(),
                    Some(d) => format!("{name}: {}", d.label),
                    None => name,
                };
                WidgetInfo::labeled(Role::Button, true, label)
            });
            if self.want_focus == Some(id) {
                response.request_focus();
                self.want_focus = None;
            }
            if response.has_focus() {
                // Who has gone on to point at another chooses that, by Enter too.
                let moved = ui.input(|i| i.pointer.delta() != Vec2::ZERO);
                match self.hovered.as_ref().is_some_and(|hovered| *hovered != target) && moved {
                    true => response.surrender_focus(),
                    false => focused = Some(target.clone()),
                }
            }
            if response.secondary_clicked() {
                self.wants_menu = true;
            }
            if response.clicked() {
                // By pointer, what lies on top is meant; by key or by screen reader, this very one.
                let by_pointer = ui.input(|i| i.pointer.any_released());
                let pointed = self.pressed_on.clone().or(self.hovered.clone()).filter(|_| by_pointer);
                let meant = pointed.unwrap_or(target);
                let at = response.interact_pointer_pos().unwrap_or(rect.center());
                self.menu = None;
                self.click(meant, at, ui.input(|i| i.time), scene.session, asks);
                if by_pointer {
                    response.surrender_focus();
                } else {
                    self.menu_by_keys();
                }
            }
        }
        focused
    }

    /// Opens the menu of what is pointed at, by a right click or by the keys for it.
    pub(super) fn menu_wanted(
        &mut self,
        ui: &Ui,
        response: &Response,
        (scene, seen): (&Scene<'_>, &Seen<'_>),
        on: Option<&Target>,
    ) {
        let by_pointer = std::mem::take(&mut self.wants_menu) || response.secondary_clicked();
        let typing = ui.ctx().text_edit_focused();
        let by_keys = !typing
            && !by_pointer
            && ui.input(|i| i.key_pressed(Key::Menu) || i.modifiers.shift && i.key_pressed(Key::F10));
        // A right press puts back what is in the hand.
        let busy = ui.input(|i| i.pointer.primary_down()) || scene.session.moment.is_some();
        if !by_pointer && !by_keys || busy {
            return;
        }
        let looked = self.looked_at.as_ref().filter(|_| by_keys);
        let pressed = self.pressed_on.as_ref().filter(|_| by_pointer);
        let Some(target) = pressed.or(on).or(looked).cloned() else { return };
        let title = name_of(&target, scene, seen, &self.laid);
        let pointer = ui.input(|i| i.pointer.interact_pos()).filter(|_| by_pointer);
        let place = rect_of(&target, seen, &self.laid).map(|rect| rect.center());
        let Some(at) = pointer.or(place).filter(|at| seen.view.contains(*at)) else { return };
        self.open_menu(target, at, title, scene);
        if by_keys {
            self.menu_by_keys();
        }
    }
}
