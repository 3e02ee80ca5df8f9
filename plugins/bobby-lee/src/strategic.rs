//! §5.4, §7.3 and §8: strategic moves by rail, by sea and over pontoon bridges. Those by land are ordinary marches.

use muster_sdk::{Happenings, Table};

use crate::choice::Choice;
use crate::control::Track;
use crate::state::BobbyLee;
use crate::world::{Hex, Kind, Side, Unit, Way};

/// How many units may attack over a pontoon bridge (§5.41: as many as may retreat).
const PONTOON_ATTACK: u8 = 2;
/// How many units may invade a port (§8.4).
const MOST_INVADERS: usize = 2;

impl BobbyLee {
    /// Rail, sea and pontoon moves of a unit. `free` are those of a supreme leader who has commanded (§5.4).
    pub(crate) fn transports(&self, unit: Unit, at: Hex, free: bool, mut push: impl FnMut(Choice)) {
        let info = self.world.unit(unit);
        self.rail_reach(info.side, at).into_iter().skip(1).for_each(|to| push(Choice::Rail(to)));
        self.ships_and_bridges(unit, at, free, push);
    }

    /// Whether there are any.
    pub(crate) fn can_be_carried(&self, unit: Unit, at: Hex, free: bool) -> bool {
        let side = self.world.unit(unit).side;
        let mut any = self.controls(side, at, Track::Rail) && self.rails_from(side, at).next().is_some();
        if !any {
            self.ships_and_bridges(unit, at, free, |_| any = true);
        }
        any
    }

    fn ships_and_bridges(&self, unit: Unit, at: Hex, free: bool, mut push: impl FnMut(Choice)) {
        let info = self.world.unit(unit);
        if info.side == Side::Us && self.world.hex(at).port && self.is_friendly(Side::Us, at) {
            let invades = !free && info.kind == Kind::Infantry && self.strategic > 1;
            for to in self.sea_reach(&[at], invades) {
                let port = to != at && self.world.hex(to).port;
                if port
                    && (self.is_friendly(Side::Us, to) && !self.is_in(Side::Cs, to) || self.may_invade(to))
                {
                    push(Choice::Sail(to));
                }
            }
        }
        if !free && !self.mud {
            for way in &self.world.hex(at).ways {
                if self.pontoon_price(info.side, way).is_some_and(|price| price <= self.strategic) {
                    push(Choice::Bridge(way.to));
                }
            }
        }
    }

    /// The next hexes along controlled railroads.
    fn rails_from(&self, side: Side, at: Hex) -> impl Iterator<Item = Hex> {
        let rails = self.world.hex(at).ways.iter().filter(|way| way.hexside.railroad).map(|way| way.to);
        rails.filter(move |&to| self.controls(side, to, Track::Rail))
    }

    /// §7.3: the hexes of controlled railroads that can be reached along them, the first its start.
    fn rail_reach(&self, side: Side, from: Hex) -> Vec<Hex> {
        if !self.controls(side, from, Track::Rail) {
            return Vec::new();
        }
        let mut reached = vec![from];
        let mut seen: Table<Hex, bool> = self.world.hexes.all().map(|_| false).collect();
        seen[from] = true;
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for to in self.rails_from(side, at) {
                if !std::mem::replace(&mut seen[to], true) {
                    reached.push(to);
                }
            }
        }
        reached
    }

    /// §8.4: an enemy port is invaded by two units at most, and not where others attack by land. Who has marched into a port
    /// that is vacant has attacked nobody.
    fn may_invade(&self, port: Hex) -> bool {
        !self.is_attacked_by_land(port) && self.invaders(port) < MOST_INVADERS
    }

    /// How many units have come to a port by sea in this player turn (§8.4).
    fn invaders(&self, port: Hex) -> usize {
        self.in_hex(Side::Us, port).filter(|&unit| self.unit(unit).sailed.is_some()).count()
    }

    /// Whether the enemy stands in a port, and Union units that didn't come by sea.
    pub(crate) fn is_attacked_by_land(&self, port: Hex) -> bool {
        self.is_in(Side::Cs, port) && self.in_hex(Side::Us, port).any(|unit| self.unit(unit).sailed.is_none())
    }

    /// §5.41: whether a port of the river along this hexside is hostile, downstream of its head of navigation.
    pub(crate) fn is_closed(&self, side: Side, way: &Way) -> bool {
        let river = way.hexside.navigable;
        let mut ports = self.world.places.ports.iter().filter(|&&port| self.world.hex(port).river == river);
        river.is_some() && ports.any(|&port| !self.is_friendly(side, port))
    }

    /// §5.41: what a pontoon bridge over this hexside costs, if there can be one.
    pub(crate) fn pontoon_price(&self, side: Side, way: &Way) -> Option<u8> {
        if !way.hexside.bare_river {
            return None;
        }
        if self.is_closed(side, way) {
            return None;
        }
        if !self.is_in(side.other(), way.to) {
            return Some(if self.is_friendly(side, way.to) { 1 } else { 2 });
        }
        let mut came = 0;
        for unit in self.in_hex(side, way.to) {
            let state = self.unit(unit);
            if state.sailed.is_some() {
                return None;
            }
            came += u8::from(state.came == Some(way.edge));
        }
        (came < PONTOON_ATTACK).then_some(2)
    }

    pub(crate) fn transport(&mut self, choice: Choice, to: Hex, happenings: &mut Happenings<'_>) {
        let Some(unit) = self.picked.take() else { return };
        let Some(from) = self.hex_of(unit) else { return };
        let side = self.world.unit(unit).side;
        let free = self.stage == crate::state::Stage::LeaderMove;
        let attack = self.is_in(side.other(), to);
        let (price, section) = match choice {
            Choice::Sail(_) if self.is_friendly(side, to) && !attack => (1, "8.3"),
            Choice::Sail(_) => {
                self.unit_mut(unit).sailed = Some(from);
                (2, "8.4")
            }
            Choice::Bridge(_) => {
                let way = self.world.hex(from).ways.iter().find(|way| way.to == to).copied();
                if let Some(way) = way.filter(|_| attack) {
                    self.unit_mut(unit).came = Some(way.edge);
                }
                let price = way.and_then(|way| self.pontoon_price(side, &way));
                (price.unwrap_or(2), "5.41")
            }
            _ => (1, "7.3"),
        };
        if !free {
            self.strategic = self.strategic.saturating_sub(price);
        }
        self.unit_mut(unit).moved = true;
        self.move_unit(unit, to, section, happenings);
    }
}
