//! The keys of the table.

use super::TableScreen;
use crate::keys::{self, Action};
use crate::panel::field::Field;
use crate::panel::{Ask, DIGITS, Page, overlay_key};
use crate::settings::Settings;
use crate::theme::Theme;
use egui::{Event, Key, Modifiers, Ui};
use muster_contract::{ChoiceRole, Target};
use muster_table::messages::Reach;

impl TableScreen {
    pub(super) fn keys(&mut self, ui: &Ui, settings: &mut Settings, asks: &mut Vec<Ask>) {
        let typing = ui.ctx().text_edit_focused();
        let pressed = |action: Action| keys::pressed(ui, action);
        // They open whatever one is at; but a letter that somebody set for one of them is written where something is.
        let anywhere = |action: Action| pressed(action) && !(typing && keys::is_written(ui, action));
        if anywhere(Action::Help) {
            asks.push(Ask::Open(Page::Help));
        }
        if anywhere(Action::Theme) {
            settings.theme = match settings.theme {
                Theme::Light => Theme::Dark,
                Theme::Dark => Theme::Light,
            };
        }
        if anywhere(Action::Workbench) {
            asks.push(Ask::Workbench);
        }
        if anywhere(Action::Reports) {
            asks.push(Ask::Open(Page::Reports));
        }
        if ui.input(|i| i.key_pressed(Key::Escape)) {
            if self.pages.open.is_some() {
                asks.push(Ask::ClosePage);
            } else if typing {
                // It only leaves what is being written.
            } else if self.list_open {
                // It only shuts the list.
            } else if self.bar.confirming.is_some() {
                self.bar.confirming = None;
            } else if self.shows_outcome() {
                self.put_outcome_away();
            } else if self.session.moment.is_some() {
                asks.push(Ask::LookBack(None));
            } else if self.session.is_advised() {
                asks.push(Ask::NoAdvice);
            } else if let Some(cancel) = self.session.with_role(ChoiceRole::Cancel) {
                asks.push(Ask::Choose(cancel.id.clone()));
            } else {
                self.result_seen = self.session.outcome().is_some();
            }
        }
        if typing || self.pages.open.is_some() {
            return;
        }
        // While something is asked, the keys answer that and do nothing beneath it.
        if let Some(confirming) = &self.bar.confirming {
            if ui.input(|i| i.key_pressed(Key::Enter)) {
                asks.push(confirming.ask.clone());
            }
            return;
        }
        let shift = ui.input(|i| i.modifiers.shift);
        let plain = ui.input(|i| !i.modifiers.command && !i.modifiers.alt);
        if !plain {
            return;
        }
        let reach = if shift { Reach::Command } else { Reach::Choice };
        // While one looks back nothing is done.
        let present = self.session.moment.is_none();
        if pressed(Action::Undo) && present {
            let beyond = self.session.undo.choice.is_none() && self.session.undo.beyond.is_some();
            asks.push(Ask::Undo { reach, beyond });
        }
        if pressed(Action::Redo) && present {
            asks.push(Ask::Redo(reach));
        }
        if pressed(Action::Advice) && present {
            asks.push(Ask::Advice);
        }
        if pressed(Action::Next) {
            asks.push(Ask::NextUnit);
        }
        if pressed(Action::GoTo) {
            asks.push(Ask::Open(Page::GoTo));
        }
        if pressed(Action::Chronicle) {
            asks.push(Ask::Open(Page::Chronicle));
        }
        if pressed(Action::Trace) {
            self.show_trace = !self.show_trace;
        }
        if pressed(Action::Sheet) {
            asks.push(Ask::Sheet);
        }
        if pressed(Action::Drawer) {
            asks.push(Ask::Drawer);
        }
        if pressed(Action::SmallMap) {
            asks.push(Ask::SmallMap);
        }
        if pressed(Action::Find) {
            asks.push(Ask::Find);
        }
        if pressed(Action::Mark) {
            asks.push(Ask::Mark(self.log.on_keys));
        }
        if pressed(Action::Fold) {
            asks.push(Ask::Unfold);
        }
        if pressed(Action::Grid) {
            settings.grid = !settings.grid;
        }
        if pressed(Action::Finish)
            && let Some(finish) = self.session.with_role(ChoiceRole::Finish)
        {
            asks.push(Ask::Choose(finish.id.clone()));
        }
        if ui.input(|i| i.key_pressed(Key::Enter)) {
            self.enter(ui, asks);
        }
        if pressed(Action::List) {
            self.bar.listed = !self.bar.listed;
        }
        self.number_keys(ui, asks);
        self.facing_keys(ui, asks);
        self.replay_keys(ui, asks);
        for (i, overlay) in self.description.overlays.iter().enumerate() {
            let key = Key::from_name(&overlay_key(&self.description, i, &keys::now(ui.ctx())));
            if key.is_some_and(|key| ui.input(|i| i.key_pressed(key))) {
                asks.push(Ask::Overlay(overlay.id.clone()));
            }
        }
    }

    /// The space bar goes on past the others' moves. Whatever the keyboard is on doesn't get it: who skips those moves when a
    /// question comes answers nothing unseen.
    pub(super) fn space(&self, ui: &Ui, asks: &mut Vec<Ask>) {
        if ui.ctx().text_edit_focused() || self.pages.open.is_some() || self.carrying.is_some() {
            return;
        }
        let is_space = |event: &Event| matches!(event, Event::Key { key: Key::Space, pressed: true, .. });
        let pressed = ui.input_mut(|i| {
            let before = i.events.len();
            i.events.retain(|event| !is_space(event));
            i.events.len() < before && !i.modifiers.command && !i.modifiers.alt
        });
        if pressed && self.session.decision().is_none() && self.bar.confirming.is_none() {
            asks.push(Ask::Skip);
        }
    }

    /// While a bot's advice stands, Enter does that, whatever of the board the pointer or the keyboard is on; on a button it presses
    /// the button. What is on the board doesn't get it then.
    pub(super) fn take_advice(&self, ui: &Ui, asks: &mut Vec<Ask>) {
        let Some(advised) = self.session.advised().filter(|_| self.session.going_on.is_none()) else {
            return;
        };
        let listed = self.fields.iter().any(Field::lists_choices);
        let beneath = self.pages.open.is_some() || self.bar.confirming.is_some() || listed;
        let elsewhere = beneath || self.session.moment.is_some() || ui.ctx().text_edit_focused();
        let on_board = self.fields.iter().any(|field| field.focused.is_some());
        if elsewhere || !on_board && ui.memory(|m| m.focused().is_some()) {
            return;
        }
        if ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter)) {
            asks.push(Ask::Choose(advised.id.clone()));
        }
    }

    /// Enter takes what the pointer is on while the keyboard is on nothing else, and the main button wherever the pointer is.
    fn enter(&self, ui: &Ui, asks: &mut Vec<Ask>) {
        // Before a list Enter takes what is lit in that, and while one looks back it chooses nothing.
        if self.bar.turned.is_some()
            || self.session.moment.is_some()
            || self.fields.iter().any(Field::lists_choices)
            || ui.memory(|m| m.focused().is_some())
        {
            return;
        }
        // What a bot advises is taken before anything else, and while it thinks nothing is.
        if self.session.is_advised() {
            return;
        }
        let hovered = self.fields.iter().rev().find_map(|f| f.hovered.as_ref());
        let pointed = hovered.and_then(|target| only(self.session.pointing_at(target)));
        let main = || only(self.session.asked()).or_else(|| self.session.main_choice());
        if let Some(choice) = pointed.or_else(main) {
            asks.push(Ask::Choose(choice.id.clone()));
        }
    }

    /// A digit does what stands on its button.
    fn number_keys(&self, ui: &Ui, asks: &mut Vec<Ask>) {
        // Before a list of what can be done at a place, the numbers of the buttons beneath it mean nothing.
        if self.fields.iter().any(Field::lists_choices) {
            return;
        }
        for (digit, key) in (1..).zip(DIGITS) {
            if ui.input(|i| i.key_pressed(key))
                && let Some(id) = self.bar.numbers.taken_by(digit)
            {
                asks.push(Ask::Choose(id.to_owned()));
            }
        }
    }

    fn facing_keys(&mut self, ui: &Ui, asks: &mut Vec<Ask>) {
        let mut facings: Vec<(u8, String)> = self
            .session
            .asked()
            .filter_map(|c| match c.target {
                Target::Facing(f) => Some((f, c.id.clone())),
                _ => None,
            })
            .collect();
        if facings.is_empty() {
            self.bar.turned = None;
            return;
        }
        facings.sort();
        let now = self.bar.turned.and_then(|t| facings.iter().position(|(f, _)| *f == t));
        let n = facings.len();
        let turn = |by: usize| facings[now.map_or(0, |i| (i + by) % n)].0;
        if keys::pressed(ui, Action::TurnRight) {
            self.bar.turned = Some(turn(1));
        }
        if keys::pressed(ui, Action::TurnLeft) {
            self.bar.turned = Some(turn(n - 1));
        }
        if ui.input(|i| i.key_pressed(Key::Enter))
            && ui.memory(|m| m.focused().is_none())
            && let Some(i) = now
        {
            asks.push(Ask::Choose(facings[i].1.clone()));
        }
    }

    fn replay_keys(&self, ui: &Ui, asks: &mut Vec<Ask>) {
        let Some(steps) = self.session.standing.as_ref().map(|s| s.steps) else { return };
        let now = self.session.moment.as_ref().map_or(steps, |m| m.step);
        if keys::pressed(ui, Action::StepBack) {
            asks.push(Ask::LookBack(Some(now.saturating_sub(1))));
        }
        if keys::pressed(ui, Action::StepOn) {
            asks.push(Ask::LookBack((now + 1 < steps).then_some(now + 1)));
        }
    }
}

/// What there is only one of.
fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next();
    first.filter(|_| all.next().is_none())
}
