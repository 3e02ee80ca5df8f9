//! §21: the advanced naval game, with Naval Units of both sides, if the table plays it.
//!
//! ```text
//! fleets/power.rs         21.6.3, 21.6.4  NSPs, and what faces which waters
//! fleets/zones.rs         21.4.1, 21.3.3  what ships control, and their zones
//! fleets/sorties.rs       21.1, 21.2.4    activations, and what is dropped off on the way
//! fleets/courses.rs       21.2.5, 21.2.3  where ships can go and where they can stay
//! fleets/passage.rs       21.2.4, 21.6.1  the way, stretch by stretch
//! fleets/watch.rs         21.4.2 to 21.4.4  Interception, Port Protection
//! fleets/guns.rs          21.13           Running the Guns
//! fleets/engagement.rs    21.6            Naval Battles
//! fleets/salvos.rs        21.6.6          who is hit
//! fleets/chances.rs       what lies on a way, and its exact chances
//! fleets/retreats.rs      21.6.8, 21.6.9  Naval Retreats, and the end of an Action Phase
//! fleets/redeployment.rs  21.2.6
//! fleets/coal.rs          21.2.7
//! fleets/ironclads.rs     21.5            Oceangoing Ironclads
//! fleets/leaders.rs       21.2.8
//! fleets/support.rs       21.3.1, 21.3.2  what ships add to battles on land
//! fleets/yards.rs         21.8 to 21.10   shipyards, repair, what comes into the game
//! fleets/batteries.rs     21.10.4         Naval Batteries; haulage.rs: by rail and ship
//! fleets/carriage.rs      21.7            ships carry land units
//! fleets/gunboats.rs      21.11           landings behind Gunboats and Cottonclads
//! fleets/orders.rs        what can be chosen of it; counters.rs, questions.rs  what is seen and told
//! ```
//!
//! Ships lie in berths: on a stretch of water, at one of its banks. A fort, a battery or a ship has to do with whatever comes along the
//! waters that it faces: who comes to its own bank meets it in battle, who passes on the other bank runs its guns (§21.6.1, §21.13).

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::Resolution;

use crate::state::{Activity, Berth, FleetStep, Ship, Step, UsCivilWar, Vessel};
use crate::units::verb;
use crate::world::{NavalLeader, Side, Space};

mod batteries;
mod carriage;
mod chances;
mod coal;
mod counters;
mod courses;
mod engagement;
mod gunboats;
mod guns;
mod haulage;
mod ironclads;
mod leaders;
mod orders;
mod passage;
mod power;
mod questions;
mod redeployment;
mod retreats;
mod salvos;
mod saved;
mod sorties;
mod support;
mod watch;
mod yards;
mod zones;

pub(crate) use courses::{Courses, Crew};
pub use engagement::{NavalLine, NavalModifier, NavalSheet};
pub use ironclads::ironclad_strength;
pub use orders::Order;
pub(crate) use power::BATTERY;
pub use watch::NavalInterception;

impl UsCivilWar {
    /// Whether the naval game is played.
    pub(crate) fn has_fleets(&self) -> bool {
        self.world.admiralty.is_some()
    }

    /// The step of the naval game that it is in, if it is in one.
    pub(crate) fn fleet_step(&self) -> Option<FleetStep> {
        match self.frames.step() {
            Step::Fleet(step) => Some(step),
            _ => None,
        }
    }

    /// A side's ships, in order.
    pub fn ships_of(&self, side: Side) -> impl Iterator<Item = &Ship> {
        self.fleets.ships.iter().filter(move |ship| ship.vessel.side() == side)
    }

    /// A side's ships in a berth.
    pub fn ships_in(&self, side: Side, berth: Berth) -> impl Iterator<Item = &Ship> {
        let ships = &self.fleets.ships;
        let those = ships[ships.partition_point(|ship| ship.berth < berth)..].iter();
        those.take_while(move |ship| ship.berth == berth).filter(move |ship| ship.vessel.side() == side)
    }

    /// The berths where a side has ships, in order.
    pub fn berths_of(&self, side: Side) -> Vec<Berth> {
        let mut berths: Vec<Berth> = self.ships_of(side).map(|ship| ship.berth).collect();
        berths.dedup();
        berths
    }

    /// NSPs of a kind in play.
    pub(crate) fn count_of(&self, vessel: Vessel) -> u8 {
        self.fleets.ships.iter().filter(|ship| ship.vessel == vessel).count() as u8
    }

    /// The Naval Leaders who are with ships in a berth.
    pub fn leaders_in(&self, berth: Berth) -> impl Iterator<Item = NavalLeader> + '_ {
        let here = move |leader: &NavalLeader| self.leader_at(*leader) == Some(berth);
        self.fleets.leaders.all().filter(here)
    }

    /// Changes ships, each at most once; who has which waters is found anew where that hangs on what has changed.
    pub(crate) fn alter_ships(&mut self, mut change: impl FnMut(&mut Ship)) {
        let mut differ = false;
        for ship in &mut self.fleets.ships {
            let before = ship.presence();
            change(ship);
            differ |= ship.presence() != before;
        }
        self.fleets.ships.sort_unstable();
        if differ {
            self.derived.touch_ships();
        }
    }

    /// Ships have been changed, have come or gone: they are put in order, and who has which waters is found anew.
    pub(crate) fn settle_ships(&mut self) {
        self.fleets.ships.sort_unstable();
        self.derived.touch_ships();
    }

    /// A ship comes into the game.
    pub(crate) fn add_ship(&mut self, ship: Ship) {
        self.fleets.ships.push(ship);
        self.settle_ships();
    }

    /// §21.6.6, §21.2.7: ships are gone: NSPs of the Union's go to the Naval Pool. Naval Leaders who have lost theirs are displaced.
    pub(crate) fn lose_ships(&mut self, lost: impl Fn(&Ship) -> bool, resolution: &mut Resolution<'_>) -> u8 {
        let mut count = 0;
        for ship in self.fleets.ships.iter().filter(|ship| lost(ship)) {
            count += 1;
            if let Some(place) = pool_of(ship.vessel) {
                self.fleets.pool[place] += 1;
            }
        }
        if count > 0 {
            self.fleets.ships.retain(|ship| !lost(ship));
            self.derived.touch_ships();
            self.displace_stranded_leaders(resolution);
        }
        count
    }

    /// Ships are gone, and everybody is told what has become of them: of one, and of several.
    pub(crate) fn lose_those(
        &mut self,
        lost: impl Fn(&Ship) -> bool,
        (section, [one, several]): (&str, [&'static str; 2]),
        resolution: &mut Resolution<'_>,
    ) {
        let Some(at) = self.fleets.ships.iter().find(|ship| lost(ship)).map(|ship| ship.berth.space) else {
            return;
        };
        let words = in_words(self.fleets.ships.iter().filter(|ship| lost(ship)));
        let fate = verb(self.fleets.ships.iter().filter(|ship| lost(ship)).count() == 1, one, several);
        self.tell_fleet(resolution, (EventKind::Lost, at, section), || {
            format!("{words} in {} {fate}.", self.called(at))
        });
        self.lose_ships(lost, resolution);
    }

    /// §4.2: a player's Action Phase begins: nothing has moved, and he has his free naval action (§21.1).
    pub(crate) fn begin_naval_phase(&mut self) {
        self.fleets.free = self.has_fleets();
        self.rest_fleets();
        self.fleets.wakes.clear();
        self.fleets.ironclads_used = false;
        self.alter_ships(|ship| ship.sheltered = false);
    }

    /// Nothing is thought to have moved.
    pub(crate) fn rest_fleets(&mut self) {
        self.alter_ships(|ship| ship.activity = Activity::Fresh);
        self.fleets.leaders.rows_mut().for_each(|leader| leader.activity = Activity::Fresh);
    }

    /// What a berth is called: its space.
    pub(crate) fn berth_name(&self, berth: Berth) -> &str {
        self.called(berth.space)
    }

    /// Tells of something that happens to ships.
    pub(crate) fn tell_fleet(
        &self,
        resolution: &mut Resolution<'_>,
        (kind, at, section): (EventKind, Space, &str),
        text: impl FnOnce() -> String,
    ) {
        resolution.event(|| Event::new(kind, Audience::Everyone, text(), section).at(self.place_of(at)));
    }
}

/// §21.9.2: the place in the Naval Pool of what comes back from there.
pub(crate) const fn pool_of(vessel: Vessel) -> Option<usize> {
    match vessel {
        Vessel::Oceangoing => Some(0),
        Vessel::River => Some(1),
        Vessel::Ironclad | Vessel::Flotilla => None,
    }
}

/// Ships as people write them: "3 River NSPs and 1 damaged River NSP".
pub(crate) fn in_words<'a>(ships: impl Iterator<Item = &'a Ship>) -> String {
    let mut counts: Vec<((Vessel, bool), u8)> = Vec::new();
    for ship in ships {
        let kind = (ship.vessel, ship.damaged);
        match counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((kind, 1)),
        }
    }
    let words: Vec<String> = counts
        .into_iter()
        .map(|((vessel, damaged), count)| {
            let how = match (vessel, damaged) {
                (Vessel::Ironclad, true) => "unfinished ",
                (_, true) => "damaged ",
                _ => "",
            };
            format!("{count} {how}{}", vessel.name(count == 1))
        })
        .collect();
    words.join(" and ")
}
