//! What the keyboard goes on to, and whether it or the pointer leads.

use super::TableScreen;
use crate::panel::field::{self, place_of};
use egui::{Key, Ui, Vec2};
use muster_contract::{Choice, ChoiceRole, Decision, Target};
use std::collections::HashSet;

/// What the key for the next one went to last.
pub(super) struct Next {
    target: Target,
    // Where in the row that was.
    at: usize,
    // The unit that this round began with, as they are listed.
    began: usize,
    // How often the question had been asked anew by then.
    asked: u64,
}

fn is_unit(target: &Target) -> bool {
    matches!(target, Target::Unit(_))
}

/// So many answers on the board are few: more are found by looking about.
const FEW: usize = 8;

// The answers of a question that lie on the board, but for what gives it up.
fn on_board(decision: &Decision) -> Vec<Target> {
    let act = |choice: &&Choice| choice.role == ChoiceRole::Act;
    let targets = decision.choices.iter().filter(act).map(|choice| &choice.target);
    let on_board = |target: &&Target| matches!(target, Target::Unit(_) | Target::Space(_) | Target::Edge(_));
    targets.filter(on_board).cloned().collect()
}

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

    /// Shows what a bot would choose, where that lies on a board.
    pub(super) fn show_advice(&mut self, target: &Target) {
        let view = self.session.shown();
        if let Some(field) = self.fields.iter_mut().find(|field| field.holds(target, view)) {
            field.seek(target, &self.session);
            self.keys_lead = true;
        }
    }

    /// Goes on to the next thing that can be chosen: through the units and then through the places, the nearest to what is under
    /// way first, and at last through what can be done at any time.
    pub(super) fn next_target(&mut self) {
        let [mut units, places, at_any_time] = self.next_targets();
        let last = self.next.take();
        let here = |target: &Target| [&units, &places, &at_any_time].iter().any(|row| row.contains(target));
        let gone = last.as_ref().is_some_and(|last| !here(&last.target));
        // Where a unit is gone, the one that took its place in the row is next; where a place is, the round begins anew.
        let round = last.as_ref().filter(|last| !gone || is_unit(&last.target) && !units.is_empty());
        let began = round.map_or_else(|| self.nearest(&units), |last| last.began);
        if let Some(began) = began.checked_rem(units.len()) {
            units.rotate_left(began);
        }
        // Who has done what it can comes last of them.
        units.sort_by_key(|unit| self.is_spent(unit));
        let able = units.iter().filter(|unit| !self.is_spent(unit)).count();
        // Who moves on from place to place goes on with places.
        let on_its_way = gone && self.session.decision().is_some_and(|decision| decision.focus.is_some());
        let first = if on_its_way { units.len() } else { 0 };
        let of_units = units.len();
        let row = [units, places, at_any_time].concat();
        let at = match round {
            None => first,
            Some(last) if gone => last.at % of_units,
            Some(last) => row.iter().position(|target| *target == last.target).map_or(0, |at| at + 1),
        };
        // Once something was chosen, those units come next that haven't done what they can.
        let asked = self.session.asked_anew;
        let changed = last.as_ref().is_some_and(|last| last.asked != asked) && !on_its_way;
        let other = |at: &usize| last.as_ref().is_none_or(|last| row[*at] != last.target);
        let at = (0..able).find(other).filter(|_| changed && at >= able).unwrap_or(at);
        let Some(at) = at.checked_rem(row.len()) else { return };
        let target = row[at].clone();
        let view = self.session.shown();
        if let Some(field) = self.fields.iter_mut().find(|field| field.holds(&target, view)) {
            field.seek(&target, &self.session);
        }
        self.next = Some(Next { target, at, began, asked });
        self.keys_lead = true;
    }

    // The units and the places that are asked about, and whatever can be chosen at any time.
    fn next_targets(&self) -> [Vec<Target>; 3] {
        let asked: HashSet<&Target> = self.session.asked().map(|choice| &choice.target).collect();
        let (asked, at_any_time): (Vec<_>, Vec<_>) =
            field::targets(&self.session).into_iter().partition(|target| asked.contains(target));
        let [units, places] = self.units_and_places(asked);
        [units, places, self.units_and_places(at_any_time).concat()]
    }

    fn units_and_places(&self, mut targets: Vec<Target>) -> [Vec<Target>; 2] {
        // Not what would only be given up, while there is anything else.
        if targets.iter().any(|target| self.session.is_lit(target)) {
            targets.retain(|target| self.session.is_lit(target));
        }
        let (units, mut places): (Vec<_>, Vec<_>) = targets.into_iter().partition(is_unit);
        places.sort_by(|a, b| self.away(a).total_cmp(&self.away(b)));
        [units, places]
    }

    fn is_spent(&self, target: &Target) -> bool {
        let Target::Unit(id) = target else { return false };
        let unit = self.session.shown().and_then(|view| view.units.iter().find(|unit| unit.id == *id));
        unit.and_then(|unit| unit.face.as_ref()).is_some_and(|face| face.spent)
    }

    fn nearest(&self, units: &[Target]) -> usize {
        let away = |at: &usize| self.away(&units[*at]);
        (0..units.len()).min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(0)
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

    /// A question that is about a place brings it into view: what it is asked about may have happened where nobody looks. One that
    /// is about none, with few answers on the board, shows one of them where none is in sight.
    pub(super) fn follow_question(&mut self) {
        let present = self.session.moment.is_none();
        let decision = self.session.decision().filter(|_| present);
        let focus = decision.and_then(|decision| decision.focus.clone());
        let answers: Vec<Target> = decision.filter(|_| focus.is_none()).map(on_board).unwrap_or_default();
        let about = focus.clone().or_else(|| answers.first().cloned());
        if about == self.asked_about {
            return;
        }
        // Who has a piece in the hand looks where it goes.
        if self.fields.iter().any(field::Field::carries_piece) {
            self.asked_about = about;
            return;
        }
        let view = self.session.shown();
        if let Some(place) = focus.as_ref().and_then(|focus| place_of(focus, view)) {
            self.fields.iter_mut().for_each(|field| field.show_place(&place, false));
        } else if (1..=FEW).contains(&answers.len()) {
            self.fields.iter_mut().for_each(|field| field.show_one(&answers, view));
        }
        self.asked_about = about;
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
