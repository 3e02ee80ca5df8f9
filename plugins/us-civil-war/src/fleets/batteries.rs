//! §21.10.4: Naval Batteries: where they stand, what takes them, a card that repositions one; `haulage.rs` has rail and ship.

use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, ensure};

use super::Order;
use crate::charts::Card;
use crate::choice::Choice;
use crate::state::{Derived, FleetStep, Step, UsCivilWar, Works};
use crate::world::{Port, Side, Space};

/// Why a Naval Battery can't be in a place.
const NO_SITE: &str = "Naval Batteries stand in ports, Forts, Coastal Forts and Entrenchments.";

impl UsCivilWar {
    /// How many Naval Batteries are in a space.
    pub fn batteries_in(&self, at: Space) -> u8 {
        self.fleets.batteries.iter().filter(|&&space| space == at).count() as u8
    }

    /// A Naval Battery comes to a space.
    pub(crate) fn add_battery(&mut self, at: Space) {
        self.fleets.batteries.push(at);
        self.fleets.batteries.sort_unstable();
        self.derived = Derived::default();
    }

    pub(crate) fn remove_battery(&mut self, at: Space) {
        if let Some(place) = self.fleets.batteries.iter().position(|&space| space == at) {
            self.fleets.batteries.remove(place);
            self.derived = Derived::default();
        }
    }

    /// §21.10.2: whether a Naval Battery can stand in a space, whatever its supply.
    pub fn may_emplace(&self, at: Space) -> May {
        self.is_in_play(at)?;
        ensure(self.controls(Side::Cs, at), "You don't control it.", "21.10.2")?;
        let info = self.world.space(at);
        let works = matches!(self.spot(at).works, Works::Fort(Side::Cs, _) | Works::Entrenchment(Side::Cs));
        ensure(info.port != Port::None || works, NO_SITE, "21.10.2")
    }

    /// §21.10.4, §21.10.3: SPs of the Union's have come into a space: Naval Batteries by themselves are gone, and so is what can't leave
    /// its port, an Ironclad under construction.
    pub(crate) fn seize_yard(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        if !self.has_fleets() {
            return;
        }
        self.lose_sheltered(side.other(), at, resolution);
        if side == Side::Cs {
            return;
        }
        let batteries = self.batteries_in(at);
        if batteries > 0 {
            self.fleets.batteries.retain(|&space| space != at);
            self.derived = Derived::default();
            let (what, are) = if batteries == 1 { ("Battery", "is") } else { ("Batteries", "are") };
            self.tell_fleet(resolution, (EventKind::Lost, at, "21.10.4"), || {
                format!("The Naval {what} in {} {are} lost.", self.called(at))
            });
        }
        let lost = self.lose_ships(|ship| ship.berth.space == at && ship.is_on_the_stocks(), resolution);
        if lost > 0 {
            self.tell_fleet(resolution, (EventKind::Lost, at, "21.10.3"), || {
                let (what, are) = if lost == 1 { ("Ironclad", "is") } else { ("Ironclads", "are") };
                format!("The unfinished {what} in {} {are} burnt.", self.called(at))
            });
        }
    }

    /// §21.10.4: the batteries that a card could reposition.
    pub(super) fn list_resitings(&self, list: &mut Decisions<Choice>) {
        if self.phasing == Side::Us {
            return;
        }
        let mut sites = self.fleets.batteries.clone();
        sites.dedup();
        for from in sites {
            self.list_haulage(from, list);
            let mut cards = self.cards_for(Side::Cs, from).peekable();
            if cards.peek().is_some() {
                let goes = || self.resitings(from).next().is_some();
                cards.for_each(|card| list.push_when(Choice::Naval(Order::Resite(from, card)), goes));
            }
        }
    }

    /// §21.10.4: where a Naval Battery can be repositioned to: along a Line of Communication.
    fn resitings(&self, from: Space) -> impl Iterator<Item = Space> + '_ {
        let lines = self.lines_from(Side::Cs, from);
        let all = self.world.spaces.all();
        all.filter(move |&at| at != from && lines[at] && self.may_emplace(at).is_ok())
    }

    pub(super) fn resite(&mut self, from: Space, card: Card, resolution: &mut Resolution<'_>) {
        self.play_card(Side::Cs, card, resolution);
        self.frames.call(Step::Fleet(FleetStep::Resiting(from)));
    }

    pub(super) fn list_sites(&self, from: Space, list: &mut Decisions<Choice>) {
        list.extend(self.resitings(from).map(|at| Choice::Naval(Order::Emplace(at))));
    }

    pub(super) fn take_site(&mut self, from: Space, to: Space, resolution: &mut Resolution<'_>) {
        self.remove_battery(from);
        self.add_battery(to);
        resolution.say("21.10.4", || {
            format!("A Naval Battery goes from {} to {}.", self.called(from), self.called(to))
        });
        self.frames.end();
    }
}
