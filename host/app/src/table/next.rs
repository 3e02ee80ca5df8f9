//! What the keyboard goes on to, and whether it or the pointer leads.

use super::TableScreen;
use crate::panel::field::{self, place_of};
use egui::{Key, Ui, Vec2};
use muster_contract::Target;

impl TableScreen {
    /// What the keyboard is on is what is looked at, until the pointer moves.
    pub(super) fn turn_to_keys(&mut self, ui: &Ui) {
        let on_something = ui.memory(|m| m.focused().is_some());
        let (pointed, stepped) = ui.input(|i| {
            let pointed = i.pointer.delta() != Vec2::ZERO || i.pointer.any_pressed();
            let arrows = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
            let arrow = arrows.into_iter().any(|key| i.key_pressed(key));
            (pointed, i.key_pressed(Key::Tab) || on_something && arrow)
        });
        self.keys_lead = !pointed && (self.keys_lead || stepped);
    }

    /// Goes on to the next thing that can be chosen: through the units, if there are any, and else through the places, the nearest
    /// to what is under way first.
    pub(super) fn next_target(&mut self) {
        let mut all = field::targets(&self.session);
        // Not what would only be given up, while there is anything else.
        if all.iter().any(|target| self.session.is_lit(target)) {
            all.retain(|target| self.session.is_lit(target));
        }
        let units: Vec<Target> = all.iter().filter(|t| matches!(t, Target::Unit(_))).cloned().collect();
        let places = units.is_empty();
        let mut targets = if places { all } else { units };
        if places {
            targets.sort_by(|a, b| self.away(a).total_cmp(&self.away(b)));
        }
        let nearest =
            || (0..targets.len()).min_by(|a, b| self.away(&targets[*a]).total_cmp(&self.away(&targets[*b])));
        let last = self.next.as_ref();
        let found = last.and_then(|(last, _)| targets.iter().position(|t| t == last));
        // After the one that was last: where a unit is gone, the one that took its place in the row.
        let at = match (found, last) {
            (Some(found), _) => found + 1,
            (None, Some((Target::Unit(_), at))) if !places => *at,
            _ => nearest().unwrap_or(0),
        };
        let Some(at) = at.checked_rem(targets.len()) else { return };
        let target = targets[at].clone();
        let view = self.session.shown();
        if let Some(field) = self.fields.iter_mut().find(|field| field.holds(&target, view)) {
            field.seek(&target, &self.session);
        }
        self.next = Some((target, at));
        self.keys_lead = true;
    }

    // How far a target is from what the decision is about, or else from where something was chosen last.
    fn away(&self, target: &Target) -> f32 {
        let view = self.session.shown();
        let focus = self.session.decision().and_then(|decision| decision.focus.as_ref());
        let from = focus.and_then(|focus| place_of(focus, view)).or_else(|| self.chosen_at.clone());
        let at = |space: &str| {
            let chart =
                self.fields.iter().map(field::Field::chart).find(|chart| chart.cell(space).is_some())?;
            Some((chart.id.clone(), chart.cell(space)?.at))
        };
        let ends = [from, place_of(target, view)].map(|space| space.and_then(|space| at(&space)));
        match ends {
            [Some((here, from)), Some((there, to))] if here == there => from.distance(to),
            [None, _] => 0.0,
            _ => f32::MAX,
        }
    }

    /// What an overlay is about that is about one thing: a unit that is pointed at or that the keyboard is on, or a place where one
    /// stands, before what the decision is about and what was clicked last.
    pub(super) fn overlay_focus(&self) -> Option<Target> {
        let field = self.fields.first()?;
        let pointed = if self.keys_lead { field.focused.clone() } else { field.hovered.clone() };
        let units = self.session.shown().map_or(&[][..], |view| &view.units);
        let taken = |target: &Target| match target {
            Target::Space(id) => units.iter().any(|unit| unit.place.space == *id),
            target => matches!(target, Target::Unit(_)),
        };
        let focus = || self.session.decision().and_then(|decision| decision.focus.clone());
        pointed.clone().filter(taken).or_else(focus).or_else(|| field.looked_at.clone()).or(pointed)
    }

    /// Who clicks a unit while an overlay is on that is about one sees that one's.
    pub(super) fn follow_overlays(&mut self) {
        let looked = self.fields.first().and_then(|field| field.looked_at.clone());
        if looked == self.overlays_of {
            return;
        }
        self.overlays_of.clone_from(&looked);
        if !matches!(looked, Some(Target::Unit(_))) {
            return;
        }
        for overlay in self.description.overlays.iter().filter(|overlay| overlay.needs_focus) {
            if self.session.overlays.contains_key(&overlay.id) {
                self.session.ask_overlay(&overlay.id, looked.clone());
            }
        }
    }
}
