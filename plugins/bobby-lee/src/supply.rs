//! §9.0 to §9.4: the supply turn, supply lines, attrition and forage.

use std::sync::Arc;

use muster_contract::EventKind;
use muster_sdk::{Decisions, Happenings, Table};

use crate::choice::Choice;
use crate::control::Track;
use crate::state::{BobbyLee, Stage};
use crate::world::{Hex, Side, Unit, World};

/// Where a side's supply reaches.
#[derive(Debug)]
pub(crate) struct Supplied {
    /// By hex: whether it is on or next to a supply line.
    pub(crate) hexes: Table<Hex, bool>,
    /// Ports on a sea supply line.
    pub(crate) ports: Vec<Hex>,
}

impl Supplied {
    pub(crate) fn has(&self, hex: Hex) -> bool {
        self.hexes[hex]
    }
}

impl BobbyLee {
    /// §9.1, §9.2: a side's supply lines as they are now.
    pub(crate) fn supply(&self, world: &World, side: Side) -> Arc<Supplied> {
        Arc::clone(self.lines[side as usize].get_or_init(|| Arc::new(self.trace(world, side))))
    }

    fn trace(&self, world: &World, side: Side) -> Supplied {
        let mut ports = Vec::new();
        if side == Side::Us {
            let major = |&hex: &Hex| world.hex(hex).major_port && self.is_friendly(world, side, hex);
            let majors: Vec<Hex> = world.places.ports.iter().copied().filter(major).collect();
            ports = self.sea_reach(world, &majors, false);
            ports.retain(|&port| world.hex(port).port);
        }
        let mut on_line: Table<Hex, bool> = world.hexes.all().map(|_| false).collect();
        let mut reached: Vec<Hex> = ports.clone();
        // §9.11: friendly rail entry hexes in home territory.
        let sources = world.places.sources[side as usize].iter().copied();
        reached.extend(sources.filter(|&hex| self.is_friendly(world, side, hex)));
        for &hex in &reached {
            on_line[hex] = true;
        }
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for way in &world.hex(at).ways {
                let along = |track: Track| track.is_along(way) && self.controls(world, side, way.to, track);
                if !on_line[way.to] && (along(Track::Rail) || along(Track::Road)) {
                    on_line[way.to] = true;
                    reached.push(way.to);
                }
            }
        }
        let mut hexes = on_line.clone();
        for at in reached {
            for way in &world.hex(at).ways {
                hexes[way.to] |= way.hexside.passable;
            }
        }
        if side == Side::Cs {
            // §9.2: no Confederate supply goes over the Potomac.
            for &hex in &world.places.north {
                hexes[hex] = false;
            }
        }
        Supplied { hexes, ports }
    }

    /// §9.0: the quarter is over.
    pub(crate) fn begin_supply(&mut self, world: &World, happenings: &mut Happenings<'_>) {
        self.mud = self.is_winter();
        self.picked = None;
        happenings.say("9", || "The quarter is over: the supply turn.".to_owned());
        self.hook_supply(world, happenings);
        // Both sides' lines are looked at before anybody starves: a raider who does has cut the line all the same.
        self.find_supply(world, Side::Us);
        self.find_supply(world, Side::Cs);
        self.ask_leaders(world, Side::Us, happenings);
    }

    /// §9.0: who is supplied is settled; the others turn to their leaders first (§9.31).
    fn find_supply(&mut self, world: &World, side: Side) {
        let supplied = self.supply(world, side);
        let units: Vec<Unit> = self.on_map(world, side).collect();
        for unit in units {
            let fed = self.hex_of(unit).is_some_and(|hex| supplied.has(hex));
            self.unit_mut(unit).settled = fed;
        }
    }

    /// §9.31: asked even if no leader can supply them, or the question would tell where leaders stand. Leaders of both sides
    /// supply before anybody starves: how far their commands reach is found while all units stand, as the lines are.
    fn ask_leaders(&mut self, world: &World, side: Side, happenings: &mut Happenings<'_>) {
        if self.hungry(world, side).next().is_some() {
            return self.enter(Stage::LeaderSupply(side), happenings);
        }
        self.leaders_asked(world, side, happenings);
    }

    /// The leaders of one side supply nobody more; the Confederacy is last.
    fn leaders_asked(&mut self, world: &World, side: Side, happenings: &mut Happenings<'_>) {
        match side {
            Side::Us => self.ask_leaders(world, Side::Cs, happenings),
            Side::Cs => self.forage(world, Side::Us, happenings),
        }
    }

    /// Units that are neither supplied nor looked after yet.
    fn hungry<'a>(&'a self, world: &'a World, side: Side) -> impl Iterator<Item = Unit> + 'a {
        self.on_map(world, side).filter(|&unit| !self.unit(unit).settled)
    }

    fn feeds(&self, world: &World, leader: Unit) -> Vec<Unit> {
        let info = world.unit(leader);
        let Some(at) = self.hex_of(leader) else { return Vec::new() };
        let range = self.range_of(world, info.side, at, info.command);
        self.hungry(world, info.side)
            .filter(|&unit| self.hex_of(unit).is_some_and(|hex| range.contains(&hex)))
            .collect()
    }

    /// §9.31: leaders of two steps or more with unsupplied units in range.
    fn suppliers<'a>(&'a self, world: &'a World, side: Side) -> impl Iterator<Item = Unit> + 'a {
        self.on_map(world, side).filter(|&unit| {
            world.unit(unit).kind == crate::world::Kind::Leader
                && self.unit(unit).strength > 1
                && !self.feeds(world, unit).is_empty()
        })
    }

    pub(crate) fn list_leader_supply(&self, world: &World, side: Side, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(side), "leader-supply");
        self.suppliers(world, side).for_each(|leader| list.push(Choice::Feed(leader)));
        list.push(Choice::EndFeeding);
    }

    pub(crate) fn take_leader_supply(
        &mut self,
        world: &World,
        side: Side,
        choice: Choice,
        happenings: &mut Happenings<'_>,
    ) {
        if let Choice::Feed(leader) = choice {
            let fed = self.feeds(world, leader);
            self.reveal(world, &[leader], "9.31", happenings);
            self.tell(world, happenings, &[leader], &EventKind::Command, "9.31", |name| {
                format!("{name} supplies the units in its command.")
            });
            self.lose_step(world, leader, "9.31", happenings);
            self.conceal(world, &[leader], happenings);
            for unit in fed {
                self.unit_mut(unit).settled = true;
            }
            return self.ask_leaders(world, side, happenings);
        }
        self.leaders_asked(world, side, happenings);
    }

    /// How many units in a hex must still lose a step, and whether that is all of them (§9.4).
    fn starving(&self, world: &World, side: Side, hex: Hex) -> (usize, usize) {
        let hungry = self.in_hex(world, side, hex).filter(|&unit| !self.unit(unit).settled).count();
        let info = world.hex(hex);
        let forage = if info.home == side { usize::from(info.forage(self.mud)) } else { 0 };
        (hungry.saturating_sub(forage), hungry)
    }

    /// §9.3, §9.4: whoever nobody supplies and the land doesn't feed loses a step. The owner chooses where only some do.
    fn forage(&mut self, world: &World, side: Side, happenings: &mut Happenings<'_>) {
        loop {
            let hungry: Vec<Unit> = self.hungry(world, side).collect();
            let mut choose = false;
            let mut changed = false;
            for unit in hungry {
                let Some(hex) = self.hex_of(unit) else { continue };
                match self.starving(world, side, hex) {
                    (0, _) => self.unit_mut(unit).settled = true,
                    (starving, all) if starving == all => {
                        self.starve(world, unit, happenings);
                        changed = true;
                    }
                    _ => choose = true,
                }
            }
            if choose {
                return self.enter(Stage::Forage(side), happenings);
            }
            if !changed {
                break;
            }
        }
        self.supply_checked(world, side, happenings);
    }

    fn starve(&mut self, world: &World, unit: Unit, happenings: &mut Happenings<'_>) {
        self.unit_mut(unit).settled = true;
        self.lose_step(world, unit, "9.3", happenings);
    }

    pub(crate) fn list_forage(&self, world: &World, side: Side, list: &mut Decisions<Choice>) {
        list.open(self.seat_of(side), "forage");
        for unit in self.hungry(world, side) {
            if self.hex_of(unit).is_some_and(|hex| self.starving(world, side, hex).0 > 0) {
                list.push(Choice::Starve(unit));
            }
        }
    }

    /// One of the units that the land can't feed loses its step.
    pub(crate) fn take_forage(
        &mut self,
        world: &World,
        side: Side,
        unit: Unit,
        happenings: &mut Happenings<'_>,
    ) {
        let hex = self.hex_of(unit);
        let left = hex.map_or(0, |hex| self.starving(world, side, hex).0);
        self.starve(world, unit, happenings);
        if let (Some(hex), true) = (hex, left <= 1) {
            // The others in the hex live off the land.
            let fed: Vec<Unit> = self.in_hex(world, side, hex).collect();
            for unit in fed {
                self.unit_mut(unit).settled = true;
            }
        }
        self.forage(world, side, happenings);
    }

    /// After the attrition of one side; the Confederacy is last (§9.0), then §4.31 and §4.32.
    fn supply_checked(&mut self, world: &World, side: Side, happenings: &mut Happenings<'_>) {
        if side == Side::Us {
            return self.forage(world, Side::Cs, happenings);
        }
        if self.check_step(world, happenings) {
            return;
        }
        self.control_towns(world, happenings);
        if self.check_step(world, happenings) {
            return;
        }
        self.score(Side::Cs, 1, "4.32", "Time", happenings);
        if self.check_step(world, happenings) {
            return;
        }
        self.begin_replacements(world, happenings);
    }
}
