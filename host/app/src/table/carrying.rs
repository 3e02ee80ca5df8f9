//! A step that is shown event by event: where it comes from, and what of it is seen.

use super::TableScreen;
use crate::panel::Ask;
use crate::panel::carrying::{Carrying, worth_showing};
use crate::settings::Settings;
use crate::theme::Palette;
use egui::{Rect, Ui};
use muster_contract::Seat;
use muster_table::messages::{LogItem, LogKind};

impl TableScreen {
    /// Orders were carried out together: whoever looks sees them one after the other, and the others at this screen when the
    /// curtain is lifted for them.
    pub(super) fn watch(&mut self, item: &LogItem) {
        let together = matches!(item.kind, LogKind::Group { .. }) && worth_showing(item);
        let Some(step) = item.step.filter(|_| together) else { return };
        for seat in self.session.eyes.iter().filter(|seat| Some(**seat) != self.session.seat) {
            self.unwatched.insert(*seat, step);
        }
        // What is being watched isn't interrupted.
        if self.carrying.is_none() && self.to_carry.is_none() {
            self.carry_out_step(step);
        }
    }

    /// Shows a seat what was carried out while it was behind the curtain.
    pub(super) fn catch_up(&mut self, seat: Seat) {
        if let Some(step) = self.unwatched.remove(&seat) {
            self.carry_out_step(step);
        }
    }

    /// Begins to show a step event by event.
    pub(super) fn carry_out_step(&mut self, step: u64) {
        (self.carrying, self.to_carry) = (None, Some(step));
        self.session.look_back(Some(step.saturating_sub(1)));
        self.session.told = Some((step, 0));
    }

    // The position before a step has come: the step is shown event by event from there.
    pub(super) fn begin_carrying(&mut self) {
        let Some(step) = self.to_carry else { return };
        let Some(before) = self.session.moment.as_ref().filter(|m| m.step + 1 == step) else { return };
        let item = self.session.log.values().find(|item| item.step == Some(step) && !item.undone);
        // The log may come after the position.
        let Some(item) = item else { return };
        self.carrying = Carrying::begin(before.clone(), item.clone());
        self.to_carry = None;
        if self.carrying.is_none() {
            self.session.look_back(None);
        }
        self.show_carrying();
    }

    fn show_carrying(&mut self) {
        let Some(carrying) = &self.carrying else { return };
        if let Some(space) = carrying.place() {
            self.fields.iter_mut().for_each(|field| field.show_place(space, false));
        }
        let mut moment = carrying.moment();
        let told = carrying.told();
        // Points and money are told by no event: once all has been shown they stand as they do after the step.
        let latest = self.session.standing.as_ref().is_some_and(|standing| standing.steps == told.0);
        let after = self.session.view.as_ref().filter(|_| latest && carrying.is_done());
        self.session.told_after = after.is_some();
        if let Some(after) = after {
            moment.view.panels.clone_from(&after.panels);
            moment.view.tracks.clone_from(&after.tracks);
            moment.view.status.clone_from(&after.status);
            moment.view.turn.clone_from(&after.turn);
        }
        self.session.told = Some(told);
        self.session.look_at(moment);
    }

    /// Lays the card of the step that is shown event by event over the board.
    pub(super) fn carry_on(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        settings: &Settings,
        p: &Palette,
        asks: &mut Vec<Ask>,
    ) {
        let place = self.carrying.as_ref().and_then(Carrying::place).map(str::to_owned);
        let place = place.and_then(|space| self.fields.first()?.screen(&space));
        if let Some(carrying) = &mut self.carrying
            && self.pages.open.is_none()
            && carrying.ui(ui, rect, place, &self.session, &self.description, settings.pace, p, asks)
        {
            self.show_carrying();
        }
    }
}
