//! §5: ships. What a sheet orders is carried out when both are open, in the order of §18.2.5: sailings and raids, then
//! bombardments by fleets that stayed, then invasions.

use std::cmp::Ordering;

use muster_contract::{Audience, Event, EventKind, Place};
use muster_sdk::{Decisions, May, Resolution, ensure, place};

use crate::arithmetic::{Chance, PARTS, nearest, uniform};
use crate::choice::{Choice, army_id, fleet_id};
use crate::labels::{counted, men};
use crate::naval_battle::Ship;
use crate::state::{Berth, CwStrategy, Fleet, Naval, Power, armies_in};
use crate::world::{City, MOST_SHIPS, Side, World};

/// §5.1
pub(crate) const fn price(ship: Ship) -> i32 {
    match ship {
        Ship::Wooden => 100,
        Ship::Ironclad => 200,
    }
}

/// §5.12: hundreds of men of an invasion.
const INVASION: u16 = 35;
/// §5.10: points for a fleet that forts have sunk.
const FLEET_LOST_TO_FORTS: i32 = 5;

impl Fleet {
    /// How many ships it has.
    pub const fn ships(&self) -> u8 {
        self.ironclads + self.wooden
    }

    /// The ship that fights, and is lost, first (§1.7, §5.19).
    pub const fn rightmost(&self) -> Ship {
        if self.wooden > 0 { Ship::Wooden } else { Ship::Ironclad }
    }

    /// The port in which it lies; none while it raids.
    pub fn port(&self) -> Option<City> {
        match self.at {
            Berth::Port(port) => Some(port),
            Berth::Raiding => None,
        }
    }

    /// Whether it lies in this port.
    pub fn is_in(&self, city: City) -> bool {
        self.at == Berth::Port(city)
    }

    /// The row of letters.
    pub fn row(&self) -> String {
        "I".repeat(self.ironclads.into()) + &"W".repeat(self.wooden.into())
    }

    /// §1.7: a ship joins, ironclads at the left.
    const fn join(&mut self, ship: Ship) {
        match ship {
            Ship::Ironclad => self.ironclads += 1,
            Ship::Wooden => self.wooden += 1,
        }
    }
}

impl Naval {
    /// Where the fleet goes, if it does.
    pub(crate) const fn goes_to(self) -> Option<Berth> {
        match self {
            Self::Sail(port) => Some(Berth::Port(port)),
            Self::Raid => Some(Berth::Raiding),
            Self::Bombard | Self::Invade => None,
        }
    }
}

/// How many ships a power has.
pub(crate) fn ships(power: &Power) -> u8 {
    power.fleet.map_or(0, |fleet| fleet.ships())
}

impl CwStrategy {
    /// §5.2: whether ironclads are built already.
    pub fn ironclads(&self) -> bool {
        !self.realism || (self.year, self.month) >= (1862, 3)
    }

    /// §5.5: whether a side's fleet has no action yet.
    pub(crate) fn may_act(&self, side: Side) -> May {
        ensure(self.power(side).sheet.naval.is_none(), "The fleet has its one action.", "5.5")
    }

    /// §5.1-5.4: whether a side may build a ship in a port now.
    pub(crate) fn may_build(&self, side: Side, port: City, ship: Ship) -> May {
        let power = self.power(side);
        let room = power.fleet.is_none_or(|fleet| fleet.ships() < MOST_SHIPS);
        ensure(room, "The fleet has ten ships.", "5.1")?;
        let dear = match ship {
            Ship::Wooden => "A ship costs 100, which you don't have.",
            Ship::Ironclad => "An ironclad costs 200, which you don't have.",
        };
        ensure(power.cash >= price(ship), dear, "5.1")?;
        ensure(ship == Ship::Wooden || self.ironclads(), "There are no ironclads yet.", "5.1")?;
        ensure(self.owns(side, port), "Ships are built in ports of your own only.", "5.1")?;
        let Some(fleet) = power.fleet else {
            // While sheets are written one knows where the enemy's fleet was when the turn opened.
            let taken = self.opened[side.other() as usize].fleet.is_some_and(|fleet| fleet.is_in(port));
            return ensure(!taken, "The enemy's fleet lies there, so that you can't found one.", "5.1");
        };
        ensure(fleet.is_in(port), "Ships are built where the fleet lies.", "5.1")
    }

    /// §5.5: what a side's fleet may do, and the ships that may be built before.
    pub(crate) fn list_ships(&self, side: Side, list: &mut Decisions<Choice>) {
        if self.may_act(side).is_err() {
            return;
        }
        let build = |port: City| {
            for ship in [Ship::Wooden, Ship::Ironclad] {
                list.push_if(self.may_build(side, port, ship).is_ok(), Choice::Build(port, ship));
            }
        };
        let Some(fleet) = self.power(side).fleet else { return self.world.ports().for_each(build) };
        fleet.port().into_iter().for_each(build);
        list.push_if(self.bombarding(side).is_some(), Choice::Fleet(Naval::Bombard));
        list.push_if(self.landing(side).is_some(), Choice::Fleet(Naval::Invade));
        list.push_if(self.may_raid(side).is_ok(), Choice::Fleet(Naval::Raid));
        let ports = self.world.ports().filter(|&port| !fleet.is_in(port));
        list.extend(ports.map(|port| Choice::Fleet(Naval::Sail(port))));
    }

    /// §5.8: the fleet that can bombard the enemy's port in which it lies.
    pub(crate) fn bombarding(&self, side: Side) -> Option<(Fleet, City)> {
        self.in_port(side).filter(|&(_, port)| self.owns(side.other(), port))
    }

    /// §5.12: whether a fleet may land an army in the port in which it lies.
    pub(crate) fn may_land(&self, side: Side, fleet: Fleet, port: City) -> May {
        ensure(fleet.ships() >= 2, "The fleet is there; a landing needs two ships.", "5.12")?;
        let lands = side == Side::Us || !self.realism;
        ensure(lands, "The fleet is there; under realism the Confederacy lands nobody.", "5.12")?;
        ensure(self.owner(port).is_none(), "Armies land in neutral ports only.", "5.12")?;
        let room = self.power(side).next_command().is_some();
        ensure(room, "The fleet is there; no slot is free for an army that lands.", "5.12")
    }

    /// §5.12: the fleet that can land an army, and where.
    pub(crate) fn landing(&self, side: Side) -> Option<(Fleet, City)> {
        self.in_port(side).filter(|&(fleet, port)| self.may_land(side, fleet, port).is_ok())
    }

    /// §5.13: whether a side's fleet may go raiding.
    pub(crate) fn may_raid(&self, side: Side) -> May {
        self.may_act(side)?;
        let at = self.power(side).fleet.map(|fleet| fleet.at);
        ensure(at.is_some(), "You have no fleet.", "5.13")?;
        ensure(at != Some(Berth::Raiding), "Your fleet is there.", "5.13")
    }

    /// A side's fleet that lies in a port.
    fn in_port(&self, side: Side) -> Option<(Fleet, City)> {
        let fleet = self.power(side).fleet?;
        fleet.port().map(|port| (fleet, port))
    }

    /// §5.1, §5.4
    pub(crate) fn build(&mut self, side: Side, port: City, ship: Ship) {
        let power = self.power_mut(side);
        power.cash -= price(ship);
        power.fleet.get_or_insert(Fleet { at: Berth::Port(port), ironclads: 0, wooden: 0 }).join(ship);
    }

    /// §1.7, §5.23: the rightmost ship is lost. What is left, if anything.
    pub(crate) fn lose_ship(&mut self, side: Side, resolution: &mut Resolution<'_>) -> Option<Fleet> {
        let power = self.power_mut(side);
        let fleet = power.fleet.as_mut()?;
        match fleet.rightmost() {
            Ship::Wooden => fleet.wooden -= 1,
            Ship::Ironclad => fleet.ironclads -= 1,
        }
        if fleet.ships() == 0 {
            power.fleet = None;
        }
        self.show_fleet(side, resolution);
        self.power(side).fleet
    }

    /// §18.2.5: what both sheets order their fleets to do.
    pub(crate) fn naval_actions(&mut self, resolution: &mut Resolution<'_>) {
        self.sail(resolution);
        let naval = Side::ALL.map(|side| (side, self.power(side).sheet.naval));
        for (side, _) in naval.into_iter().filter(|(_, naval)| *naval == Some(Naval::Bombard)) {
            self.bombard(side, resolution);
        }
        for (side, _) in naval.into_iter().filter(|(_, naval)| *naval == Some(Naval::Invade)) {
            self.invade(side, resolution);
        }
    }

    /// §5.6, §5.13: both fleets go at once; then they meet, if they do (§5.7, §18.2.6).
    fn sail(&mut self, resolution: &mut Resolution<'_>) {
        let mut sailed = [false; 2];
        for side in Side::ALL {
            let power = self.power_mut(side);
            let to = power.sheet.naval.and_then(Naval::goes_to);
            let Some((fleet, to)) = power.fleet.as_mut().zip(to) else { continue };
            let from = std::mem::replace(&mut fleet.at, to);
            sailed[side as usize] = true;
            self.log_fleet(side, [from, to], resolution);
        }
        let [Some(us), Some(cs)] = [self.power(Side::Us).fleet, self.power(Side::Cs).fleet] else { return };
        if us.at != cs.at {
            return;
        }
        let attacker = match (sailed, us.ships().cmp(&cs.ships())) {
            ([false, false], _) => return,
            ([true, false], _) | ([true, true], Ordering::Less) => Side::Us,
            ([false, true], _) | ([true, true], Ordering::Greater) => Side::Cs,
            ([true, true], Ordering::Equal) => {
                Side::ALL[resolution.draw(2, || "which fleet attacks".to_owned()) as usize]
            }
        };
        self.naval_battle(attacker, resolution);
    }

    /// Logs a fleet's way for everyone.
    fn log_fleet(&self, side: Side, way: [Berth; 2], resolution: &mut Resolution<'_>) {
        let Some(fleet) = self.power(side).fleet else { return };
        resolution.event(|| {
            let (to, citation) = match way[1] {
                Berth::Port(port) => (format!("sails to {}", self.world.name(port)), "5.6"),
                Berth::Raiding => ("goes raiding".to_owned(), "5.13"),
            };
            let text = format!("The {} squadron ({}) {to}.", side.name(), fleet.row());
            sailed(&self.world, side, way, text, citation)
        });
    }

    /// §5.8-5.11, by a fleet that lies in the enemy's port still.
    fn bombard(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let Some((fleet, port)) = self.bombarding(side) else {
            return self.lapse(side, "The bombardment", resolution);
        };
        let ships = i64::from(fleet.ships());
        let enemy = side.other();
        let why = || format!("the bombardment of {}", self.world.name(port));
        if let Some(slot) = self.lead(enemy, port).map(|(slot, _)| slot) {
            let u = uniform(resolution, why);
            if let Some(army) = self.army_mut(enemy, slot) {
                // 0.005 ships + 0.02 u.
                let per = 5 * ships * PARTS + 20 * u;
                let lost = nearest(i64::from(army.size) * per, 1000 * PARTS).max(1);
                let lost = lost.min(i64::from(army.size) - 1) as u16;
                army.size -= lost;
                let eaten = nearest(ships + 2, 2).min(i64::from(army.supply)) as u8;
                army.supply -= eaten;
                self.show_size(enemy, slot, resolution);
                resolution.say("5.9", || {
                    let (name, port, lost) = (side.name(), self.world.name(port), men(lost));
                    format!("The {name} squadron bombards {port}: the army there loses {lost}, and {eaten} of its supply.")
                });
            }
            return;
        }
        if self.fort(port) > 0 {
            return self.bombard_fort(side, port, resolution);
        }
        let chance = Chance::hundredths((25 + 7 * fleet.ships() as u32).min(100));
        if !chance.happens(resolution, why) || self.power(enemy).capital == Some(port) {
            return resolution.say("5.11", || format!("{} holds out.", self.world.name(port)));
        }
        let worth = self.world.city(port).worth;
        resolution.say("5.11", || {
            format!("{} yields to the {} squadron: {worth} points.", self.world.name(port), side.name())
        });
        self.score(side, worth);
        self.give(port, None, "5.11", resolution);
    }

    /// §5.10
    fn bombard_fort(&mut self, side: Side, port: City, resolution: &mut Resolution<'_>) {
        loop {
            let ships = u32::from(ships(self.power(side)));
            let chance = Chance::hundredths((70 + 3 * ships).saturating_sub(3 * u32::from(self.fort(port))));
            if chance.happens(resolution, || format!("the fort of {}", self.world.name(port))) {
                self.cities[port].fort -= 1;
                self.show_fort(port, resolution);
                return resolution.say("5.10", || {
                    format!("The {} squadron silences works at {}.", side.name(), self.world.name(port))
                });
            }
            let left = self.lose_ship(side, resolution);
            resolution.say("5.10", || {
                format!("The fort of {} sinks a {} ship.", self.world.name(port), side.name())
            });
            if left.is_none() {
                self.score(side.other(), FLEET_LOST_TO_FORTS);
                return resolution.say("5.10", || {
                    format!("That was the last: {FLEET_LOST_TO_FORTS} points for {}.", side.other().who())
                });
            }
        }
    }

    /// §5.12
    fn invade(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let landing = self.landing(side).filter(|&(_, port)| !self.is_in(side.other(), port));
        let landed = landing.filter(|&(_, port)| self.raise_army(side, port, INVASION));
        let Some((_, port)) = landed else { return self.lapse(side, "The invasion", resolution) };
        self.roll_next_nameless(side, resolution);
        self.roll_supplies(side, resolution);
        self.lose_ship(side, resolution);
        resolution.event(|| {
            let text =
                format!("{} {} men go ashore at {}.", counted(INVASION), side.name(), self.world.name(port));
            let units = armies_in(self.power(side), port).map(|(slot, _)| army_id(side, slot)).collect();
            let at = self.world.place(port);
            Event::new(EventKind::Revealed, Audience::Everyone, text, "5.12").at(at).of(units)
        });
        self.capture(side, port, false, resolution);
    }

    fn lapse(&self, side: Side, what: &str, resolution: &mut Resolution<'_>) {
        resolution.say("18.2", || format!("{what} that {} ordered has become impossible.", side.who()));
    }

    /// §5.27: the raid roll of both fleets.
    pub(crate) fn raid(&mut self, resolution: &mut Resolution<'_>) {
        for side in Side::ALL {
            let enemy = side.other();
            while let Some(fleet) = self.power(side).fleet.filter(|fleet| fleet.at == Berth::Raiding) {
                let ships = i64::from(fleet.ships());
                let why = || format!("the raid of the {} squadron", side.name());
                if Chance::hundredths(80 + 2 * u32::from(fleet.ships())).happens(resolution, why) {
                    let income = i64::from(self.power(enemy).income);
                    let damage = raid_damage(ships, income, uniform(resolution, why));
                    self.power_mut(enemy).raided = damage;
                    self.power_mut(enemy).grudge |= damage > 0;
                    let (name, date) = (side.name(), self.date());
                    let text = || format!("The {name} squadron takes {damage} on the high seas ({date}).");
                    resolution.say("5.27", text);
                    break;
                }
                self.lose_ship(side, resolution);
                resolution
                    .say("5.27", || format!("The {} squadron loses a ship on the high seas.", side.name()));
            }
        }
    }
}

/// A fleet's way in the log; between places that the board doesn't have it is a sentence alone.
pub(crate) fn sailed(world: &World, side: Side, way: [Berth; 2], text: String, citation: &str) -> Event {
    let places: Vec<Place> = way.iter().filter_map(|&at| world.berth(at)).map(place).collect();
    let to = world.berth(way[1]).map(place);
    let kind = if places.len() == 2 { EventKind::Moved(places) } else { EventKind::Text };
    Event::new(kind, Audience::Everyone, text, citation).at(to).of(vec![fleet_id(side)])
}

/// §5.27: what a raid of so many ships takes of an income, with `u` in [`PARTS`].
pub fn raid_damage(ships: i64, income: i64, u: i64) -> i32 {
    if income <= 0 {
        return 0;
    }
    let damage = nearest(5 * ships * (PARTS + u) * income, 100 * PARTS).max(1);
    damage.min(nearest(3 * income, 10)) as i32
}
