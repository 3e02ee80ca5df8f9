//! §9.0 to §9.4: the supply turn, supply lines, attrition and forage.

use std::sync::Arc;

use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, Table, ensure};

use crate::choice::Choice;
use crate::control::Track;
use crate::state::{BobbyLee, Stage};
use crate::world::{Hex, Kind, Side, Unit};

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
    pub(crate) fn supply(&self, side: Side) -> Arc<Supplied> {
        Arc::clone(self.lines[side as usize].get_or_init(|| Arc::new(self.trace(side))))
    }

    fn trace(&self, side: Side) -> Supplied {
        let mut ports = Vec::new();
        if side == Side::Us {
            let major = |&hex: &Hex| self.world.hex(hex).major_port && self.is_friendly(side, hex);
            let majors: Vec<Hex> = self.world.places.ports.iter().copied().filter(major).collect();
            ports = self.sea_reach(&majors, false);
            ports.retain(|&port| self.world.hex(port).port);
        }
        let mut on_line = self.world.hexes.all_with(false);
        let mut reached: Vec<Hex> = ports.clone();
        // §9.11: friendly rail entry hexes in home territory.
        let sources = self.world.places.sources[side as usize].iter().copied();
        reached.extend(sources.filter(|&hex| self.is_friendly(side, hex)));
        for &hex in &reached {
            on_line[hex] = true;
        }
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for way in &self.world.hex(at).ways {
                let along = |track: Track| track.is_along(way) && self.controls(side, way.to, track);
                if !on_line[way.to] && (along(Track::Rail) || along(Track::Road)) {
                    on_line[way.to] = true;
                    reached.push(way.to);
                }
            }
        }
        let mut hexes = on_line.clone();
        for at in reached {
            for way in &self.world.hex(at).ways {
                hexes[way.to] |= way.hexside.passable;
            }
        }
        if side == Side::Cs {
            // §9.2: no Confederate supply goes over the Potomac.
            for &hex in &self.world.places.north {
                hexes[hex] = false;
            }
        }
        Supplied { hexes, ports }
    }

    /// §9.0: the quarter is over.
    pub(crate) fn begin_supply(&mut self, resolution: &mut Resolution<'_>) {
        self.mud = self.is_winter();
        self.picked = None;
        resolution.say("9", || "The quarter is over: the supply turn.".to_owned());
        self.hook_supply(resolution);
        // Both sides' lines are found before any unit starves: one that does has still cut the line.
        self.find_supply(Side::Us);
        self.find_supply(Side::Cs);
        self.ask_leaders(Side::Us, resolution);
    }

    /// §9.0: who is supplied is settled; the others turn to their leaders first (§9.31).
    fn find_supply(&mut self, side: Side) {
        let supplied = self.supply(side);
        for (unit, hex) in self.placed(side).collect::<Vec<_>>() {
            self.unit_mut(unit).settled = supplied.has(hex);
        }
    }

    /// §9.31: asked even if no leader can supply them, since the question would show where leaders stand. Leaders of both sides
    /// supply before any unit starves: their command ranges, like the lines, are found while all units are there.
    fn ask_leaders(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        if self.hungry(side).next().is_some() {
            return self.enter(Stage::LeaderSupply(side), resolution);
        }
        self.leaders_supplied(side, resolution);
    }

    /// The leaders of one side supply nobody more; the Confederacy is last.
    fn leaders_supplied(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        match side {
            Side::Us => self.ask_leaders(Side::Cs, resolution),
            Side::Cs => self.forage(Side::Us, resolution),
        }
    }

    /// Units that are neither supplied nor looked after yet.
    fn hungry(&self, side: Side) -> impl Iterator<Item = (Unit, Hex)> {
        self.placed(side).filter(|&(unit, _)| !self.unit(unit).settled)
    }

    fn feeds(&self, leader: Unit) -> Vec<Unit> {
        let info = self.world.unit(leader);
        let range =
            self.hex_of(leader).map(|at| self.range_of(info.side, at, info.command)).unwrap_or_default();
        self.hungry(info.side).filter(|(_, hex)| range.contains(hex)).map(|(unit, _)| unit).collect()
    }

    /// §9.31: leaders of two steps or more supply those who have none within their range.
    pub(crate) fn may_feed(&self, leader: Unit) -> May {
        let leads = self.world.unit(leader).kind == Kind::Leader;
        ensure(leads, "Only army leaders supply others.", "9.31")?;
        ensure(self.unit(leader).strength > 1, "At one step he can supply nobody.", "9.31")?;
        let hungry = !self.feeds(leader).is_empty();
        ensure(hungry, "Nobody in his command is without supply.", "9.31")
    }

    pub(crate) fn list_leader_supply(&self, side: Side, list: &mut Decisions<Choice>) {
        let able = self.on_map(side).filter(|&unit| self.may_feed(unit).is_ok());
        list.extend(able.map(Choice::Feed));
        list.push(Choice::Done);
    }

    pub(crate) fn take_leader_supply(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::Feed(leader) = choice {
            let fed = self.feeds(leader);
            self.reveal(&[leader], "9.31", resolution);
            self.log_unit(resolution, leader, EventKind::Command, "9.31", |name| {
                format!("{name} supplies the units in its command.")
            });
            self.lose_step(leader, "9.31", resolution);
            self.conceal(&[leader], resolution);
            for unit in fed {
                self.unit_mut(unit).settled = true;
            }
            return self.ask_leaders(side, resolution);
        }
        self.leaders_supplied(side, resolution);
    }

    /// How many units in a hex must still lose a step, and whether that is all of them (§9.4).
    fn starving(&self, side: Side, hex: Hex) -> (usize, usize) {
        let hungry = self.in_hex(side, hex).filter(|&unit| !self.unit(unit).settled).count();
        let info = self.world.hex(hex);
        let forage = if info.home == side { usize::from(info.forage(self.mud)) } else { 0 };
        (hungry.saturating_sub(forage), hungry)
    }

    /// §9.3, §9.4: units without supply or forage lose a step. The owner chooses where only some do.
    fn forage(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        loop {
            let (mut choose, mut changed) = (false, false);
            for unit in self.in_open_order(self.hungry(side).map(|(unit, _)| unit)) {
                let Some(hex) = self.hex_of(unit) else { continue };
                match self.starving(side, hex) {
                    (0, _) => self.unit_mut(unit).settled = true,
                    (starving, all) if starving == all => {
                        self.starve(unit, resolution);
                        changed = true;
                    }
                    _ => choose = true,
                }
            }
            if choose {
                return self.enter(Stage::Forage(side), resolution);
            }
            if !changed {
                break;
            }
        }
        self.supply_checked(side, resolution);
    }

    fn starve(&mut self, unit: Unit, resolution: &mut Resolution<'_>) {
        self.unit_mut(unit).settled = true;
        self.lose_step(unit, "9.3", resolution);
    }

    pub(crate) fn list_forage(&self, side: Side, list: &mut Decisions<Choice>) {
        let hungry = self.hungry(side).filter(|&(_, hex)| self.starving(side, hex).0 > 0);
        list.extend(hungry.map(|(unit, _)| Choice::Starve(unit)));
    }

    /// One of the units that the land can't feed loses its step.
    pub(crate) fn take_forage(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::Starve(unit) = choice
            && let Some(hex) = self.hex_of(unit)
        {
            let (left, _) = self.starving(side, hex);
            self.starve(unit, resolution);
            // The others in the hex forage.
            for fed in self.in_hex(side, hex).filter(|_| left <= 1).collect::<Vec<_>>() {
                self.unit_mut(fed).settled = true;
            }
        }
        self.forage(side, resolution);
    }

    /// After the attrition of one side; the Confederacy is last (§9.0), then §4.31 and §4.32.
    fn supply_checked(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        if side == Side::Us {
            return self.forage(Side::Cs, resolution);
        }
        if self.check_step(resolution) {
            return;
        }
        self.control_towns(resolution);
        if self.check_step(resolution) {
            return;
        }
        self.score(Side::Cs, 1, "4.32", "Time", resolution);
        if self.check_step(resolution) {
            return;
        }
        self.begin_replacements(resolution);
    }
}
