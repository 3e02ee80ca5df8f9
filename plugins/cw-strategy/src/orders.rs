//! §3.2, §6, §18.2: what may stand on a sheet, and what writing it does at once.
//!
//! Everything but marches, trains and naval actions takes effect on the side's own armies as it is written, without luck; the
//! enemy learns of it when both sheets are opened.

use muster_contract::{Audience, ChoiceDetails, Event, EventKind};
use muster_sdk::{ChoiceOf as _, Decisions, Resolution, details_of};

use crate::choice::Choice;
use crate::state::{Begun, CwStrategy, Turn, armies_of};
use crate::world::{City, Side, Slot};

impl CwStrategy {
    /// The orders of a sheet.
    pub(crate) fn list_sheet(&self, side: Side, list: &mut Decisions<Choice>) {
        self.list_recruits(side, list);
        self.list_ships(side, list);
        self.list_commands(side, list);
        list.push(Choice::Seal);
    }

    /// What is taken back, or holds if something happens.
    pub(crate) fn list_standing(&self, side: Side, list: &mut Decisions<Choice>) {
        let successor = self.successors(side).next().is_some();
        // Those on a train too: they defend where it ends (§7.5).
        for (slot, army) in armies_of(self.power(side)) {
            self.list_march_changes(side, slot, army, list);
            list.push_if(army.turn == Turn::Ready && successor, Choice::Begin(Begun::Relief(slot)));
            self.list_retreats(side, slot, army, list);
        }
        let moves = self.can_move_capital(side) && self.new_capitals(side).next().is_some();
        list.push_if(moves, Choice::Begin(Begun::Capital));
        self.list_break_off(side, list);
    }

    /// What the order that is begun may name.
    pub(crate) fn list_second_part(&self, side: Side, list: &mut Decisions<Choice>) {
        match self.power(side).sheet.begun {
            Some(Begun::Train(slot)) => list.extend(self.destinations(side, slot).map(Choice::To)),
            Some(Begun::Retreat(slot)) => {
                let army = self.army(side, slot).into_iter();
                list.extend(army.flat_map(|army| self.nameable(side, army)).map(Choice::To));
            }
            Some(Begun::Capital) => list.extend(self.new_capitals(side).map(Choice::To)),
            Some(Begun::Relief(_)) => list.extend(self.successors(side).map(Choice::Appoint)),
            None => {}
        }
        list.push(Choice::Back);
    }

    /// Records how far a side's sheet has come with an order (§15.2), and logs the order for its seat alone.
    pub(crate) fn note_order(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let sheet = &mut self.power_mut(side).sheet;
        sheet.written = sheet.written.max(choice.stage(sheet.written));
        resolution.event(|| {
            let (seat, cash) = (self.seat_of(side), self.power(side).cash);
            let text = format!("{}; {cash} left.", details_of(self, seat, choice).label);
            Event::new(EventKind::Text, Audience::Seats(vec![seat]), text, choice.row(self, seat).citation())
        });
    }

    pub(crate) fn turn_army(&mut self, side: Side, slot: Slot, turn: Turn) {
        self.with_army(side, slot, |army| (army.turn, army.raze) = (turn, false));
    }

    /// The city that was asked for.
    pub(crate) fn finish_order(&mut self, side: Side, city: City) {
        match self.power_mut(side).sheet.begun.take() {
            Some(Begun::Train(slot)) => self.turn_army(side, slot, Turn::Train(city)),
            Some(Begun::Retreat(slot)) => self.with_army(side, slot, |army| army.retreat.name(city)),
            Some(Begun::Capital) => self.move_capital(side, city),
            Some(Begun::Relief(_)) | None => {}
        }
    }

    /// §18.2: a side's sheet is done; when both are, they are opened.
    pub(crate) fn seal(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        self.power_mut(side).sheet.sealed = true;
        if self.powers.iter().all(|power| power.sheet.sealed) {
            self.resolve(resolution);
        }
    }

    /// Which armies have no order yet.
    pub(crate) fn detail_seal(&self, side: Side, details: &mut ChoiceDetails) {
        let idle = armies_of(self.power(side)).filter(|(_, army)| army.turn == Turn::Ready);
        let idle = self.names_of(side, idle.map(|(slot, _)| slot));
        details.warning = (!idle.is_empty()).then(|| format!("Without an order: {idle}. Seal the sheet?"));
    }
}
