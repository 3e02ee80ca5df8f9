//! §3.3, §16: the Leader Management Phase.
//!
//! A side carries out the events of the Turn Record Track in any order (C94); the list has them in the track's own. An event that takes
//! a general away waits for those that need to know where he stands: whoever replaces him, and whoever may be transferred to him.

use muster_sdk::{Decisions, Resolution};

use crate::choice::Choice;
use crate::state::{Step, UsCivilWar};
use crate::world::{General, Kind, Side, Space, Theater};

mod careers;

/// §16.6: generals that a side may transfer for nothing.
pub(crate) const FREE_TRANSFERS: u8 = 2;
/// §16.2: the stars with which a general isn't put on an Island or into a Coastal Fort.
const ARMY_STARS: u8 = 3;

impl UsCivilWar {
    /// §3.3: the Union's, then the Confederacy's.
    pub(crate) fn begin_leader_management(&mut self, resolution: &mut Resolution<'_>) {
        for officer in self.officers.rows_mut() {
            officer.moved = false;
        }
        self.rest_fleets();
        self.begin_management(Side::Us, resolution);
    }

    fn begin_management(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        self.enter(Step::Manage { side, done: 0, transfers: 0 }, resolution);
        self.settle_management(resolution);
    }

    /// §16.6: those whom a side may still transfer for nothing: with one or two stars, not of the cavalry, each once, and with a
    /// space to go to.
    fn transferable(&self, side: Side) -> impl Iterator<Item = General> + '_ {
        self.posted(side).map(|(general, _)| general).filter(|&general| self.may_transfer(general).is_ok())
    }

    /// §7.8: where a general can be transferred to.
    fn transfer_places(&self, side: Side, general: General) -> impl Iterator<Item = Space> + '_ {
        let places = self.laid().map(|(at, _)| at);
        places.filter(move |&at| self.may_transfer_to(side, general, at).is_ok())
    }

    pub(crate) fn list_management(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::Manage { done, transfers, .. } = self.frames.step() else { return };
        list.extend(self.open_events(side, done).map(|(_, event)| Choice::Manage(event.general)));
        self.list_naval_events(side, list);
        if transfers < FREE_TRANSFERS {
            for (general, _) in self.posted(side).filter(|&(general, _)| self.could_transfer(general).is_ok())
            {
                list.push_when(Choice::Reassign(general), || self.may_transfer(general).is_ok());
            }
        }
        let due = self.must_manage(side, done) || self.has_naval_events(side);
        list.push_if(!due, Choice::EndManagement);
    }

    pub(crate) fn take_management(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Manage(general) => self.manage(side, general, resolution),
            Choice::Reassign(general) => self.frames.call(Step::Reassign(general)),
            Choice::Naval(order) => self.take_order(side, order, resolution),
            _ => self.end_management(side, resolution),
        }
    }

    /// Goes on where nobody is left for whom anything can be done.
    pub(crate) fn settle_management(&mut self, resolution: &mut Resolution<'_>) {
        let Step::Manage { side, done, transfers } = self.frames.step() else { return };
        let events = self.open_events(side, done).next().is_some() || self.has_naval_events(side);
        let free = transfers < FREE_TRANSFERS && self.transferable(side).next().is_some();
        if !events && !free {
            self.end_management(side, resolution);
        }
    }

    fn end_management(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        match side {
            Side::Us => self.begin_management(Side::Cs, resolution),
            Side::Cs => self.begin_action_phase(resolution),
        }
    }

    pub(crate) fn list_reassign(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::Reassign(general) = self.frames.step() else { return };
        list.extend(self.transfer_places(side, general).map(Choice::Post));
    }

    /// §16.6: one of the two; he doesn't go twice.
    pub(crate) fn take_reassign(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Choice::Post(at), Step::Reassign(general)) = (choice, self.frames.step()) else { return };
        self.officers[general].moved = true;
        self.post(general, at, "16.6", resolution);
        self.frames.end();
        if let Step::Manage { transfers, .. } = self.frames.step_mut() {
            *transfers += 1;
        }
        self.settle_management(resolution);
    }

    /// §16.2: where a general can arrive in a theater.
    pub(super) fn arrival_places(
        &self,
        general: General,
        theater: Theater,
    ) -> impl Iterator<Item = Space> + '_ {
        let side = self.world.general(general).side;
        let army = self.officers[general].stars >= ARMY_STARS;
        let narrow = |at: &Space| matches!(self.world.space(*at).kind, Kind::Island | Kind::CoastalFort);
        self.places_in(side, theater).filter(move |at| !(army && narrow(at)))
    }

    pub(crate) fn list_arrivals(&self, _side: Side, list: &mut Decisions<Choice>) {
        let Step::Arrival(general, theater) = self.frames.step() else { return };
        list.extend(self.arrival_places(general, theater).map(Choice::Post));
    }

    pub(crate) fn take_arrival(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Choice::Post(at), Step::Arrival(general, _)) = (choice, self.frames.step()) else { return };
        self.post(general, at, "16.2", resolution);
        self.frames.end();
        self.ask_for_transfer(general, resolution);
    }

    pub(crate) fn list_free_transfers(&self, _side: Side, list: &mut Decisions<Choice>) {
        let Step::FreeTransfer(general) = self.frames.step() else { return };
        list.extend(self.free_transfer_places(general).into_iter().map(Choice::Post));
        list.push(Choice::StayPut);
    }

    /// §16.6: used at once or never.
    pub(crate) fn take_free_transfer(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::FreeTransfer(general) = self.frames.step() else { return };
        self.frames.end();
        if let Choice::Post(at) = choice {
            self.post(general, at, "16.6", resolution);
            self.relieve_partners(side, general, resolution);
        }
        self.settle_management(resolution);
    }
}
