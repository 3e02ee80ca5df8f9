//! §21.2.7: the supply of ships: Low on Coal, and Surrender.

use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, ensure};

use super::Order;
use crate::charts::{self, Card, SURRENDER_AT};
use crate::choice::{Choice, Pay};
use crate::state::{Activity, Berth, Ship, UsCivilWar};
use crate::supply::Level;
use crate::units::verb;
use crate::world::{Side, Space};

/// §21.2.7: one ship, and several.
const SURRENDERS: [&str; 2] = ["surrenders", "surrender"];

impl UsCivilWar {
    /// The ports of a side's that ships in a berth have supply from: that of their space, and those that a Supply Path along waterways
    /// leads to (§13.4.3).
    fn coaling_ports(&self, side: Side, berth: Berth) -> Vec<Space> {
        let (naval, waters) = (self.naval(), &self.world.waters);
        let body = naval.body(side, berth.water);
        let joined = |port: Space| {
            let quays = waters.port(port).iter().copied().chain(waters.harbour(port));
            body.is_some() && quays.into_iter().any(|quay| naval.body(side, quay) == body)
        };
        let own = |&port: &Space| self.controls(side, port) && (port == berth.space || joined(port));
        self.world.places.ports.iter().copied().filter(own).collect()
    }

    /// §21.2.7: how well ships in a berth are supplied: as the best of the ports that they reach. Supply by a Fort is Limited Supply
    /// (§13.3.3).
    pub fn coal(&self, side: Side, berth: Berth) -> Level {
        let supply = self.supply(side);
        let of_port = |port: Space| match supply.level(port) {
            Level::Full if !supply.is_place_full(port) => Level::Limited,
            level => level,
        };
        self.coaling_ports(side, berth).into_iter().map(of_port).max().unwrap_or(Level::Out)
    }

    /// §21.2.7, §13.6.1: whether ships in a berth needn't check for Surrender: they reach a port that isn't Isolated, or is a Source of
    /// Provisions.
    fn has_stores(&self, side: Side, berth: Berth) -> bool {
        let ports = self.coaling_ports(side, berth);
        let linked = ports.iter().any(|&port| !self.supply(side).is_isolated(port));
        linked
            || !ports.is_empty() && {
                let provided = self.provisions(side);
                ports.iter().any(|&port| provided[port])
            }
    }

    /// §21.2.7: ships that were Low on Coal have ended a move: they are lost unless they are in Full or Limited Supply.
    pub(super) fn burn_coal(
        &mut self,
        berth: Berth,
        moved: impl Fn(&Ship) -> bool,
        resolution: &mut Resolution<'_>,
    ) {
        let empty = |ship: &Ship| ship.low_on_coal && ship.berth == berth && moved(ship);
        let Some(side) = self.fleets.ships.iter().find(|ship| empty(ship)).map(|ship| ship.vessel.side())
        else {
            return;
        };
        if self.coal(side, berth) > Level::Out {
            return;
        }
        let fate = ["has no coal left and is lost", "have no coal left and are lost"];
        self.lose_those(empty, ("21.2.7", fate), resolution);
    }

    /// §21.2.7, C75: the phasing player's ships, stack by stack, after all that is on land: who was Low on Coal and has no stores checks
    /// for Surrender, who isn't in Full Supply is Low on Coal.
    pub(crate) fn check_coal(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        if !self.has_fleets() {
            return;
        }
        for berth in self.berths_of(side) {
            let full = self.coal(side, berth) == Level::Full;
            let stored = full || self.has_stores(side, berth);
            let low = self.ships_in(side, berth).any(|ship| ship.low_on_coal);
            if low && !stored {
                self.check_stack(side, berth, resolution);
            }
            self.mark_coal(side, berth, [full, stored], resolution);
        }
    }

    /// §21.2.7: markers are placed and removed; Surrender Points go with stores.
    fn mark_coal(
        &mut self,
        side: Side,
        berth: Berth,
        [full, stored]: [bool; 2],
        resolution: &mut Resolution<'_>,
    ) {
        let changes = self.ships_in(side, berth).any(|ship| ship.low_on_coal == full);
        let points = stored && self.ships_in(side, berth).any(|ship| ship.surrender > 0);
        if !changes && !points {
            return;
        }
        let own = |ship: &Ship| ship.vessel.side() == side && ship.berth == berth;
        self.alter_ships(|ship| {
            if own(ship) {
                ship.low_on_coal = !full;
                ship.surrender = if stored { 0 } else { ship.surrender };
            }
        });
        if changes {
            let what = if full { "have coal again" } else { "are Low on Coal" };
            self.tell_fleet(resolution, (EventKind::Text, berth.space, "21.2.7"), || {
                format!("The {} ships in {} {what}.", side.name(), self.berth_name(berth))
            });
        }
    }

    /// §21.2.7, §13.6.3: a stack of ships checks for Surrender; no Naval Leader helps. What is Low on Coal for the first time is of the
    /// stack and doesn't check.
    fn check_stack(&mut self, side: Side, berth: Berth, resolution: &mut Resolution<'_>) {
        let checks = |ship: &Ship| ship.vessel.side() == side && ship.berth == berth && ship.low_on_coal;
        let before = self.fleets.ships.iter().filter(|ship| checks(ship)).map(|ship| ship.surrender).max();
        let reason = || format!("Surrender of the ships in {}", self.berth_name(berth));
        let face = resolution.roll_openly(1, 6, "13.6.4", |_| true, reason)[0];
        let points = before.unwrap_or(0) + charts::surrender(face as i8);
        if points >= SURRENDER_AT {
            return self.lose_those(checks, ("21.2.7", SURRENDERS), resolution);
        }
        self.alter_ships(|ship| {
            if checks(ship) {
                ship.surrender = points;
            }
        });
        self.tell_fleet(resolution, (EventKind::Text, berth.space, "13.6.3"), || {
            let what = verb(points == 1, "Surrender Point", "Surrender Points");
            format!("The ships in {} have {points} {what}.", self.berth_name(berth))
        });
    }

    /// §21.2.7, §13.6.3: a space whose land units surrender: ships there that would have to check go with them.
    pub(crate) fn surrender_ships(&mut self, side: Side, at: Space, resolution: &mut Resolution<'_>) {
        let low = |ship: &&Ship| ship.vessel.side() == side && ship.berth.space == at && ship.low_on_coal;
        let mut berths: Vec<Berth> = self.fleets.ships.iter().filter(low).map(|ship| ship.berth).collect();
        berths.dedup();
        for berth in berths {
            if self.coal(side, berth) < Level::Full && !self.has_stores(side, berth) {
                let lost =
                    |ship: &Ship| ship.vessel.side() == side && ship.berth == berth && ship.low_on_coal;
                self.lose_those(lost, ("21.2.7", SURRENDERS), resolution);
            }
        }
    }

    /// §12.5, §21.2.7, §21.14: whether Demoralized ships of a berth can Rally: in supply and with coal.
    fn may_recover(&self, side: Side, berth: Berth) -> May {
        let mut shaken = self.ships_in(side, berth).filter(|ship| ship.demoralized).peekable();
        ensure(shaken.peek().is_some(), "No Demoralized ships of yours are there.", "21.14")?;
        let fired = shaken.any(|ship| !ship.low_on_coal);
        ensure(fired, "Whoever is Low on Coal doesn't Rally.", "21.2.7")?;
        ensure(self.coal(side, berth) > Level::Out, "They reach no port of yours in supply.", "12.5.2")
    }

    /// §19.2: they Rally at the turn's end.
    pub(crate) fn rally_ships(&mut self, resolution: &mut Resolution<'_>) {
        for side in Side::ALL {
            for berth in self.berths_of(side) {
                if self.may_recover(side, berth).is_ok() {
                    self.recover(side, berth, "19.2", resolution);
                }
            }
        }
    }

    fn recover(&mut self, side: Side, berth: Berth, section: &str, resolution: &mut Resolution<'_>) {
        let own = |ship: &Ship| ship.vessel.side() == side && ship.berth == berth && !ship.low_on_coal;
        self.alter_ships(|ship| ship.demoralized &= !own(ship));
        self.tell_fleet(resolution, (EventKind::Text, berth.space, section), || {
            format!("The {} ships in {} Rally.", side.name(), self.berth_name(berth))
        });
    }

    /// §12.5.2: whether a stack of ships can Rally in an Action Phase: as at the turn's end, and it hasn't moved.
    pub fn may_rally_ships(&self, side: Side, berth: Berth) -> May {
        self.may_recover(side, berth)?;
        let mut shaken = self.ships_in(side, berth).filter(|ship| ship.demoralized);
        let fresh = shaken.all(|ship| ship.activity == Activity::Fresh);
        ensure(fresh, "A stack Rallies or moves in an Action Phase, not both.", "12.5.2")
    }

    /// §12.5.2, §18.1: what a stack of ships that Rallies is paid with: an Action Point or a card, Naval too.
    pub(super) fn list_rallies(&self, side: Side, list: &mut Decisions<Choice>) {
        for berth in self.berths_of(side) {
            if self.ships_in(side, berth).any(|ship| ship.demoralized) {
                let naval = self.naval_cards(side).filter(|&card| card == Card::Naval).map(Pay::Card);
                for pay in self.payments(berth.space).chain(naval) {
                    let may = || self.may_rally_ships(side, berth).is_ok();
                    list.push_when(Choice::Naval(Order::Rally(berth, pay)), may);
                }
            }
        }
    }

    /// §12.5.2: it can't move in this phase.
    pub(super) fn rally_berth(
        &mut self,
        side: Side,
        berth: Berth,
        pay: Pay,
        resolution: &mut Resolution<'_>,
    ) {
        self.pay(berth.space, pay, resolution);
        self.recover(side, berth, "12.5.2", resolution);
        self.alter_ships(|ship| {
            if ship.vessel.side() == side && ship.berth == berth {
                ship.activity = Activity::Moved;
            }
        });
    }
}
