//! §21.6.6: hits are shared out among ships by whoever has fired.

use muster_contract::EventKind;
use muster_sdk::{Decisions, Resolution};

use super::Order;
use super::watch::kinds;
use crate::choice::Choice;
use crate::state::{Activity, FleetStep, Salvo, Ship, Step, UsCivilWar, Vessel};

/// §21.6.6: the least face of the die that spares an Ironclad the worse.
const IRON: u8 = 4;

/// What happens to a ship.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blow {
    Sunk,
    Damaged,
    /// §21.13.4
    Failed,
}

impl Salvo {
    /// What comes next of it: first numbers sink, then asterisks damage, then diamonds send back (C58).
    fn next(&mut self) -> Option<Blow> {
        let left = [
            (&mut self.sunk, Blow::Sunk),
            (&mut self.damaged, Blow::Damaged),
            (&mut self.failed, Blow::Failed),
        ];
        let (count, blow) = left.into_iter().find(|(count, _)| **count > 0)?;
        *count -= 1;
        Some(blow)
    }

    fn is_failing(&self) -> bool {
        self.sunk == 0 && self.damaged == 0
    }
}

impl UsCivilWar {
    /// The ships that a salvo can hit: those on their way, or those that they fight and that aren't in Port Protection (§21.4.4).
    fn is_target(&self, salvo: &Salvo, ship: &Ship) -> bool {
        let fails = salvo.is_failing() && ship.damaged;
        let there = match self.place_of_battle() {
            Some(at) if salvo.by == self.phasing => ship.berth == at && !ship.sheltered,
            _ => ship.activity == Activity::Underway,
        };
        ship.vessel.side() != salvo.by && there && !fails
    }

    /// The kinds of ship among which whoever has fired chooses.
    fn targets(&self, salvo: &Salvo) -> Vec<(Vessel, bool)> {
        kinds(self.fleets.ships.iter().filter(|ship| self.is_target(salvo, ship)))
    }

    /// §21.6.6: hits are shared out; whoever has fired is asked where they can be shared out in more than one way.
    pub(super) fn share_out(&mut self, mut salvo: Salvo, resolution: &mut Resolution<'_>) {
        while !salvo.is_spent() {
            match self.targets(&salvo)[..] {
                [] => return,
                [kind] => self.strike(&mut salvo, kind, resolution),
                _ => return self.frames.call(Step::Fleet(FleetStep::Allot(salvo))),
            }
        }
    }

    pub(super) fn list_targets(&self, salvo: &Salvo, list: &mut Decisions<Choice>) {
        list.extend(
            self.targets(salvo)
                .into_iter()
                .map(|(vessel, damaged)| Choice::Naval(Order::Hit(vessel, damaged))),
        );
    }

    pub(super) fn take_target(
        &mut self,
        mut salvo: Salvo,
        kind: (Vessel, bool),
        resolution: &mut Resolution<'_>,
    ) {
        self.frames.end();
        self.strike(&mut salvo, kind, resolution);
        self.share_out(salvo, resolution);
        self.sail_on(resolution);
    }

    /// The next of a salvo's blows falls on a ship of a kind; the worst off is hit first.
    fn strike(
        &mut self,
        salvo: &mut Salvo,
        (vessel, damaged): (Vessel, bool),
        resolution: &mut Resolution<'_>,
    ) {
        let fits =
            |ship: &Ship| ship.vessel == vessel && ship.damaged == damaged && self.is_target(salvo, ship);
        let all = self.fleets.ships.iter().enumerate().filter(|(_, ship)| fits(ship));
        let place = all
            .max_by_key(|(_, ship)| (ship.low_on_coal, ship.demoralized, ship.surrender))
            .map(|(place, _)| place);
        let (Some(place), Some(blow)) = (place, salvo.next()) else { return };
        if blow == Blow::Failed {
            return self.turn_back(place, false, resolution);
        }
        let blow = match self.is_spared_by_iron(place, resolution) {
            true if blow == Blow::Sunk => Blow::Damaged,
            true => return,
            false => blow,
        };
        self.suffer(place, blow == Blow::Sunk, salvo.passed, resolution);
    }

    /// §21.6.6: the die of an Ironclad that is hit: from 4 on it fares one level better.
    pub(super) fn is_spared_by_iron(&self, place: usize, resolution: &mut Resolution<'_>) -> bool {
        let ship = self.fleets.ships[place];
        if ship.vessel != Vessel::Ironclad {
            return false;
        }
        let reason = || format!("The armor of the Ironclad in {}", self.berth_name(ship.berth));
        let face = resolution.roll_openly(1, 6, "21.6.6", |_| true, reason)[0];
        face >= IRON
    }

    /// §21.6.6: a ship is sunk, or damaged; who was damaged before sinks. Who passes guns and is damaged goes back (§21.13.1).
    fn suffer(&mut self, place: usize, sinks: bool, passing: bool, resolution: &mut Resolution<'_>) {
        let ship = self.fleets.ships[place];
        let (words, at) = (super::in_words([ship].iter()), ship.berth.space);
        if sinks || ship.damaged {
            self.tell_fleet(resolution, (EventKind::Lost, at, "21.6.6"), || format!("{words} is sunk."));
            return self.sink(place, resolution);
        }
        self.tell_fleet(resolution, (EventKind::Text, at, "21.6.6"), || format!("{words} is damaged."));
        self.fleets.ships[place].damaged = true;
        if passing {
            return self.turn_back(place, true, resolution);
        }
        if ship.vessel == Vessel::Ironclad && ship.activity != Activity::Underway {
            self.fleets.ships[place].activity = Activity::Hurt;
        }
        self.settle_ships();
    }
}
