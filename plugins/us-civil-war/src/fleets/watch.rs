//! §21.4.2 to §21.4.4: what the other side's ships do about a stack that comes along the water: Interception, going between a Coastal Fort
//! and its port, Port Protection.

use muster_contract::EventKind;
use muster_sdk::{May, Resolution, Why, ensure};

use super::{Order, in_words};
use crate::state::{Activity, Berth, Flag, Ship, UsCivilWar, Vessel};
use crate::units::verb;
use crate::world::{NavalLeader, Node, Side};

/// §21.4.2: what two dice must show with all modifiers.
const INTERCEPTS_AT: i8 = 7;
/// §21.4.2
const LED: i8 = 1;
/// §21.4.2
const HEAVY: i8 = -1;

/// §21.4.2: ships of a berth that can intercept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavalInterception {
    /// Where they lie.
    pub from: Berth,
    /// §10.3.2: between a Coastal Fort and its port they need no dice.
    pub automatic: bool,
    /// What is added to the dice.
    pub modifier: i8,
}

impl NavalInterception {
    /// Whether it succeeds with this sum of two dice.
    pub const fn succeeds(&self, sum: i8) -> bool {
        self.automatic || sum + self.modifier >= INTERCEPTS_AT
    }

    /// How many of the 36 throws of two dice succeed.
    pub fn ways(&self) -> u64 {
        let sums = crate::battle::sums(2);
        let ways = sums.iter().enumerate().filter(|(sum, _)| self.succeeds(*sum as i8));
        ways.map(|(_, ways)| ways).sum()
    }
}

impl UsCivilWar {
    /// Whose ships may do something about the stack.
    fn watcher(&self) -> Side {
        self.phasing.other()
    }

    /// §21.4.2: whether ships in a berth can try to intercept the stack where it has come to: with one that isn't damaged and has a zone
    /// there.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn may_intercept_at_sea(&self, from: Berth) -> Result<NavalInterception, Why> {
        let at = self.place_of_battle().ok_or(super::courses::NO_SORTIE)?;
        let side = self.watcher();
        let water = self.fleets.sortie.map_or(at.water, |sortie| self.water_under(&sortie));
        ensure(water == at.water, "There is no bank to meet them at.", "21.4.2")?;
        let mut there = self.ships_in(side, from).filter(|ship| !ship.sheltered).peekable();
        ensure(there.peek().is_some(), "No Naval Unit of yours is there.", "21.4.2")?;
        ensure(from != at, "They are there already.", "21.4.2")?;
        let mut sound = there.filter(|ship| !ship.damaged).peekable();
        ensure(sound.peek().is_some(), "Damaged ships by themselves don't intercept.", "21.4.2")?;
        let able: Vec<&Ship> = sound.filter(|ship| self.world.waters.bears(ship.vessel, water)).collect();
        ensure(!able.is_empty(), "Such ships can't go there.", "21.2.5")?;
        if self.reacts_freely(side, from.space, at.space) {
            return Ok(NavalInterception { from, automatic: true, modifier: 0 });
        }
        let zone = able.into_iter().any(|ship| self.has_zone_at(ship, water));
        ensure(zone, "They have no zone there.", "21.4.1")?;
        Ok(NavalInterception { from, automatic: false, modifier: self.modifier_of_watch(from) })
    }

    /// §21.4.2: what changes the dice of those who have been named in a berth, or could be.
    pub(super) fn modifier_of_watch(&self, from: Berth) -> i8 {
        let side = self.watcher();
        let named = self.ships_in(side, from).any(|ship| ship.activity == Activity::Named);
        let mut all = self.ships_in(side, from).filter(|ship| !named || ship.activity == Activity::Named);
        let heavy = all.any(|ship| ship.vessel == Vessel::Ironclad && !ship.is_on_the_stocks());
        let led = side == Side::Us && self.leaders_in(from).next().is_some();
        (if heavy { HEAVY } else { 0 }) + (if led { LED } else { 0 })
    }

    /// The stacks that can still be named.
    fn interceptions(&self) -> Vec<NavalInterception> {
        let fresh = |berth: &Berth| {
            self.ships_in(self.watcher(), *berth).all(|ship| ship.activity != Activity::Named)
        };
        let berths = self.berths_of(self.watcher()).into_iter().filter(fresh);
        berths.filter_map(|berth| self.may_intercept_at_sea(berth).ok()).collect()
    }

    /// Where ships are about to be fought: by the stack that has come there, or by Gunboats or Cottonclads, which are Naval Units while they
    /// lead a landing (§21.2.1).
    fn place_attacked(&self) -> Option<Berth> {
        match self.fleets.sortie {
            Some(sortie) => self.meets_enemies().then_some(sortie.at),
            None => self.covered().filter(|&at| self.nsps(self.watcher(), at).is_some()),
        }
    }

    /// §21.4.4: whether ships that are about to be fought can stay in port.
    fn may_shelter(&self) -> May {
        let why = Why { text: "Nobody attacks them.", citation: "21.4.4" };
        self.may_seek_port(self.watcher(), self.place_attacked().ok_or(why)?.space)
    }

    /// §21.4.3, §10.3.2: where ships that are about to be fought go between a Coastal Fort and its port.
    fn refuge(&self) -> Option<Berth> {
        let at = self.place_attacked()?;
        let side = self.watcher();
        let partner = self.world.space(at.space).partner?;
        if !self.reacts_freely(side, at.space, partner) {
            return None;
        }
        let sails = |ship: &Ship| !ship.is_on_the_stocks() && !ship.sheltered;
        let vessel = self.ships_in(side, at).find(|ship| sails(ship))?.vessel;
        self.world.berths(vessel, partner).into_iter().find(|&berth| self.may_anchor(side, berth).is_ok())
    }

    /// Whether the other side has something to decide about the stretch of water that the stack has come to.
    pub(super) fn can_watch(&self) -> bool {
        let comes = self.ships_underway().next().is_some() || self.covered().is_some();
        if self.ships_of(self.watcher()).next().is_none() || !comes {
            return false;
        }
        self.watch_orders().len() > 1
    }

    /// What the other side's ships can do.
    pub(super) fn watch_orders(&self) -> Vec<Order> {
        let Some(at) = self.place_of_battle() else { return Vec::new() };
        let side = self.watcher();
        let mut orders: Vec<Order> =
            self.interceptions().into_iter().map(|one| Order::Intercept(one.from)).collect();
        let named = |ship: &&Ship| ship.activity == Activity::Named;
        for berth in self.berths_of(side) {
            let sound = self.ships_in(side, berth).filter(named).filter(|ship| !ship.damaged).count();
            for (vessel, damaged) in kinds(self.ships_in(side, berth).filter(named)) {
                if sound > usize::from(!damaged) {
                    orders.push(Order::Hold(vessel, damaged, berth));
                }
            }
        }
        if self.may_shelter().is_ok() {
            let open = kinds(self.ships_in(side, at).filter(|ship| !ship.sheltered));
            orders.extend(open.into_iter().map(|(vessel, damaged)| Order::Shelter(vessel, damaged)));
        }
        orders.extend(self.refuge().map(|_| Order::Slip));
        orders.push(Order::Await);
        orders
    }

    pub(super) fn take_watch(&mut self, order: Order, resolution: &mut Resolution<'_>) {
        let Some(at) = self.place_of_battle() else { return };
        match order {
            Order::Intercept(berth) => self.name_for_interception(berth, at.water),
            Order::Hold(vessel, damaged, berth) => self.change_one(
                |ship| {
                    let kind = ship.vessel == vessel && ship.damaged == damaged;
                    kind && ship.berth == berth && ship.activity == Activity::Named
                },
                |ship| ship.activity = Activity::Fresh,
            ),
            Order::Shelter(vessel, damaged) => self.shelter((vessel, damaged), at, resolution),
            Order::Slip => self.slip(resolution),
            _ => {}
        }
        if order == Order::Await || !self.can_watch() {
            self.intercept_all(resolution);
            self.frames.end();
            self.sail_on(resolution);
        }
    }

    /// §21.4.2: the ships of a berth are to intercept: those that can lie where the stack has come to.
    fn name_for_interception(&mut self, berth: Berth, water: Node) {
        let (side, world) = (self.watcher(), self.world.clone());
        self.alter_ships(|ship| {
            let there = ship.berth == berth && ship.vessel.side() == side && !ship.sheltered;
            if there && !ship.is_on_the_stocks() && world.waters.bears(ship.vessel, water) {
                ship.activity = Activity::Named;
            }
        });
    }

    /// Changes one of the ships that fit.
    fn change_one(&mut self, fits: impl Fn(&Ship) -> bool, change: impl Fn(&mut Ship)) {
        let mut found = false;
        self.alter_ships(|ship| {
            if !found && fits(ship) {
                found = true;
                change(ship);
            }
        });
    }

    /// §21.4.4: one of the ships of a kind that are about to be fought stays in port.
    fn shelter(&mut self, kind: (Vessel, bool), at: Berth, resolution: &mut Resolution<'_>) {
        let side = self.watcher();
        let stays = |ship: &Ship| {
            let of_kind = (ship.vessel, ship.damaged) == kind && ship.vessel.side() == side;
            of_kind && ship.berth == at && !ship.sheltered
        };
        self.tell_fleet(resolution, (EventKind::Text, at.space, "21.4.4"), || {
            let ship = in_words(self.ships_in(side, at).filter(|ship| stays(ship)).take(1));
            format!("{ship} stays in port at {}.", self.berth_name(at))
        });
        self.change_one(stays, |ship| ship.sheltered = true);
    }

    /// §21.4.3: ships that are about to be fought go between a Coastal Fort and its port.
    fn slip(&mut self, resolution: &mut Resolution<'_>) {
        let (Some(at), Some(to)) = (self.place_attacked(), self.refuge()) else { return };
        let side = self.watcher();
        let goes = |ship: &Ship| {
            let there = ship.vessel.side() == side && ship.berth == at;
            there && !ship.sheltered && !ship.is_on_the_stocks()
        };
        let words = in_words(self.ships_in(side, at).filter(|ship| goes(ship)));
        let slip = verb(self.ships_in(side, at).filter(|ship| goes(ship)).count() == 1, "slips", "slip");
        self.tell_fleet(resolution, (EventKind::Text, to.space, "21.4.3"), || {
            format!("{words} {slip} away to {}.", self.berth_name(to))
        });
        self.alter_ships(|ship| {
            if goes(ship) {
                ship.berth = to;
            }
        });
        self.take_leaders_along(at, to, resolution);
    }

    /// §21.2.8: Naval Leaders go with ships that leave nobody behind, or lead those who intercept.
    fn take_leaders_along(&mut self, from: Berth, to: Berth, resolution: &mut Resolution<'_>) {
        let leaders: Vec<NavalLeader> = self.leaders_in(from).collect();
        if self.watcher() == Side::Us {
            for leader in leaders {
                self.fleets.leaders[leader].flag = Flag::At(to);
            }
            self.displace_stranded_leaders(resolution);
        }
    }

    /// §21.4.2: those who were named roll, stack by stack; whoever succeeds is put where the stack has come to, and a Naval Battle follows.
    fn intercept_all(&mut self, resolution: &mut Resolution<'_>) {
        let Some(at) = self.place_of_battle() else { return };
        let side = self.watcher();
        for from in self.berths_of(side) {
            if self.ships_in(side, from).all(|ship| ship.activity != Activity::Named) {
                continue;
            }
            let automatic = self.reacts_freely(side, from.space, at.space);
            let try_it = NavalInterception { from, automatic, modifier: self.modifier_of_watch(from) };
            let comes = automatic || {
                let name = self.berth_name(from);
                let reason = || format!("Interception by the ships in {name}, {:+}", try_it.modifier);
                let faces = resolution.roll_openly(2, 6, "21.4.2", |_| true, reason);
                try_it.succeeds(faces.iter().map(|&face| face as i8).sum())
            };
            self.tell_fleet(resolution, (EventKind::Text, at.space, "21.4.2"), || {
                let what = if comes { "intercept" } else { "don't find them" };
                format!("The ships in {} {what}.", self.berth_name(from))
            });
            let named = |ship: &Ship| ship.activity == Activity::Named && ship.berth == from;
            self.alter_ships(|ship| {
                if named(ship) {
                    ship.activity = Activity::Fresh;
                    ship.berth = if comes { at } else { ship.berth };
                }
            });
            if comes {
                self.take_leaders_along(from, at, resolution);
                self.fleets.ahead.clear();
                if let Some(sortie) = &mut self.fleets.sortie {
                    sortie.goal = None;
                }
            }
        }
    }
}

/// The kinds of some ships.
pub(super) fn kinds<'a>(ships: impl Iterator<Item = &'a Ship>) -> Vec<(Vessel, bool)> {
    let mut kinds: Vec<(Vessel, bool)> = ships.map(|ship| (ship.vessel, ship.damaged)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}
