//! Stacks fan out under the pointer, and a click takes what was seen under it.

use super::{Field, Scene};
use crate::piece::layout::{self, Lying, Opened};
use egui::{Pos2, Rect, Ui, Vec2};
use muster_contract::Target;

impl Field {
    // A stack may have fanned out since the pointer came to rest: what was seen under it then is meant.
    pub(super) fn press(&mut self, ui: &Ui, hovered: Option<&Target>) {
        let (pressed, down, rests) = ui.input(|i| {
            let pointer = &i.pointer;
            (
                pointer.any_pressed(),
                pointer.any_down() || pointer.any_released(),
                pointer.delta() == Vec2::ZERO,
            )
        });
        if pressed {
            self.pressed_on = if rests { self.hovered.clone() } else { hovered.cloned() };
        } else if !down {
            self.pressed_on = None;
        }
    }

    pub(super) fn spread_under(&mut self, at: Option<Pos2>, lying: &[Lying], scene: &Scene<'_>, zoom: f32) {
        // Nothing moves while it is being clicked.
        let Some(at) = at.filter(|_| self.pressed_on.is_none()) else { return };
        let view = scene.view;
        // While a place is to be chosen, no stack lies down over it.
        let any = |wanted: fn(&Target) -> bool| scene.session.choices().any(|c| wanted(&c.target));
        if any(|t| matches!(t, Target::Space(_))) && !any(|t| matches!(t, Target::Unit(_))) {
            self.spread = None;
            return;
        }
        if let Some(l) = layout::at(lying, at) {
            let space = &view.units[l.unit].place.space;
            let many = view.units.iter().filter(|u| u.place.space == *space).count();
            if many > 2 && zoom > 0.5 {
                // It lies open around whoever the pointer came upon.
                if self.spread.as_ref().is_none_or(|open| open.space != *space) {
                    let around = view.units[l.unit].id.clone();
                    self.spread = Some(Opened { space: space.clone(), around });
                }
                return;
            }
        }
        if let Some(open) = &self.spread {
            let mut ground = Rect::NOTHING;
            for l in lying.iter().filter(|l| view.units[l.unit].place.space == open.space) {
                ground = ground.union(l.rect());
            }
            if !ground.expand(14.0).contains(at) {
                self.spread = None;
            }
        }
    }
}
