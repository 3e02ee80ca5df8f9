//! §5.4, §7.3 and §8: strategic moves by rail, by sea and over pontoon bridges. Those by land are ordinary marches.

use muster_sdk::{May, Resolution, Why, ensure};

use crate::choice::Choice;
use crate::control::Track;
use crate::explain::Counted;
use crate::state::{Active, BobbyLee, Stage};
use crate::world::{Hex, Kind, Side, Unit, Way};

/// How many units may attack over a pontoon bridge (§5.41: as many as may retreat).
const PONTOON_ATTACK: u8 = 2;
/// How many units may invade a port (§8.4).
const MOST_INVADERS: usize = 2;

/// How a unit is carried, or crosses a river.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// §7.3
    Rail,
    /// §8.3, §8.4
    Sea,
    /// §5.41: over a pontoon bridge.
    Bridge,
}

impl BobbyLee {
    /// Rail, sea and pontoon moves of a unit. Those of a supreme leader who has commanded are free (§5.4).
    pub(crate) fn transports(&self, unit: Unit, at: Hex) -> impl Iterator<Item = Choice> {
        let by_rail = self.rail_reach(self.world.unit(unit).side, at).into_iter().skip(1);
        by_rail.map(|to| Choice::Transport(Means::Rail, to)).chain(self.ships_and_bridges(unit, at))
    }

    /// Whether there are any.
    pub(crate) fn can_be_carried(&self, unit: Unit, at: Hex) -> bool {
        let side = self.world.unit(unit).side;
        let by_rail = self.controls(side, at, Track::Rail) && self.rails_from(side, at).next().is_some();
        by_rail || self.ships_and_bridges(unit, at).next().is_some()
    }

    fn ships_and_bridges(&self, unit: Unit, at: Hex) -> impl Iterator<Item = Choice> {
        let (world, side) = (&*self.world, self.world.unit(unit).side);
        let sails = side == Side::Us && world.hex(at).port && self.is_friendly(side, at);
        let reached = sails.then(|| self.sea_reach(&[at], self.may_invade(unit).is_ok()));
        let lands = move |&to: &Hex| to != at && world.hex(to).port && self.may_land(unit, to).is_ok();
        let ports = reached.into_iter().flatten().filter(lands);
        let rivers = world.hex(at).ways.iter().filter(|way| way.hexside.bare_river);
        let bridges = rivers.filter(move |way| self.may_bridge(side, way).is_ok());
        let by_sea = ports.map(|to| Choice::Transport(Means::Sea, to));
        by_sea.chain(bridges.map(|way| Choice::Transport(Means::Bridge, way.to)))
    }

    /// Why a unit isn't carried to a hex that isn't adjacent: by rail or sea where it could be, or else at all.
    pub(crate) fn may_be_carried(&self, unit: Unit, from: Hex, to: Hex) -> May<Counted> {
        let side = self.world.unit(unit).side;
        let free = self.stage == Stage::LeaderMove && self.unit(unit).active == Active::SupremeDone;
        let carried = self.march.is_none() && (free || self.may_spend());
        let rides =
            [from, to].iter().all(|&hex| self.world.hex(hex).ways.iter().any(|way| way.hexside.railroad));
        let port = side == Side::Us && self.world.hex(to).port;
        if carried && port && self.world.hex(from).port {
            self.may_land(unit, to)?;
            ensure(false, "Ships don't pass the enemy port on the way.", "8.3")?;
        }
        if carried && rides {
            self.may_ride(side, from, to)?;
        }
        ensure(!carried || !port, "It isn't in a port: ships go from port to port.", "8.3")?;
        Ok(ensure(false, "It isn't adjacent: units move hex by hex.", "5.3")?)
    }

    /// §5.4: whether there are strategic moves to spend.
    fn may_spend(&self) -> bool {
        self.stage == Stage::Move && self.strategic > 0
    }

    /// §7.1, §7.3: whether a unit may go along railroads from a hex to another.
    fn may_ride(&self, side: Side, from: Hex, to: Hex) -> May {
        ensure(!self.is_in(side.other(), to), "Nobody attacks by rail.", "7.3")?;
        ensure(self.controls(side, to, Track::Rail), "Its side doesn't control the railroad there.", "7.1")?;
        let begins = self.controls(side, from, Track::Rail);
        ensure(begins, "A rail move begins on a railroad that its side controls.", "7.3")?;
        let reached = self.rail_reach(side, from).contains(&to);
        ensure(reached, "Its side doesn't control the railroad all the way.", "7.3")
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
        let mut found = self.world.hexes.all_with(false);
        found[from] = true;
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for to in self.rails_from(side, at) {
                if !std::mem::replace(&mut found[to], true) {
                    reached.push(to);
                }
            }
        }
        reached
    }

    /// §8.4: whether a unit may invade enemy ports.
    fn may_invade(&self, unit: Unit) -> May<Counted> {
        let infantry = self.world.unit(unit).kind == Kind::Infantry;
        ensure(infantry, "Only infantry invades an enemy port.", "8.4")?;
        let able = self.stage == Stage::Move && self.strategic > 1;
        let text = "An invasion takes two strategic moves, {} left.";
        Counted::ensure(able, text, "8.4", [self.strategic, 0])
    }

    /// §8.3, §8.4: whether a unit may come to a port by sea. An enemy port is invaded by two units at most, and not where others
    /// attack by land. A march into a vacant port is no attack.
    fn may_land(&self, unit: Unit, port: Hex) -> May<Counted> {
        if self.is_friendly(Side::Us, port) && !self.is_in(Side::Cs, port) {
            return Ok(());
        }
        self.may_invade(unit)?;
        let by_land = self.is_attacked_by_land(port);
        ensure(!by_land, "It is attacked by land: an invasion isn't combined with that.", "8.4")?;
        Ok(ensure(self.invaders(port) < MOST_INVADERS, "As many have invaded it as may.", "8.4")?)
    }

    /// How many units have come to a port by sea in this player turn (§8.4).
    fn invaders(&self, port: Hex) -> usize {
        self.in_hex(Side::Us, port).filter(|&unit| self.unit(unit).sailed.is_some()).count()
    }

    /// Whether the enemy stands in a port, and Union units that didn't come by sea.
    fn is_attacked_by_land(&self, port: Hex) -> bool {
        self.is_in(Side::Cs, port) && self.in_hex(Side::Us, port).any(|unit| self.unit(unit).sailed.is_none())
    }

    /// §5.41: whether a port of the river along this hexside is hostile, downstream of its head of navigation.
    fn is_closed(&self, side: Side, way: &Way) -> bool {
        let river = way.hexside.navigable;
        let mut ports = self.world.places.ports.iter().filter(|&&port| self.world.hex(port).river == river);
        river.is_some() && ports.any(|&port| !self.is_friendly(side, port))
    }

    /// §5.41: whether a unit may go over a river without a crossing.
    pub(crate) fn may_bridge(&self, side: Side, way: &Way) -> May<Counted> {
        ensure(!self.mud, "A river without a crossing: in mud there are no pontoon bridges.", "5.41")?;
        let text = "A river without a crossing: a pontoon bridge is a move of its own, from the bank.";
        ensure(self.march.is_none(), text, "5.41")?;
        let text = "A river without a crossing: only a strategic move goes over it, on pontoons.";
        ensure(self.may_spend(), text, "5.41")?;
        let (price, left) = (self.pontoon_price(side, way)?, self.strategic);
        let text = "A river without a crossing: a pontoon bridge there takes {} strategic moves, {} left.";
        Counted::ensure(price <= left, text, "5.41", [price, left])
    }

    /// §5.41: what a pontoon bridge over such a hexside costs, if there can be one.
    fn pontoon_price(&self, side: Side, way: &Way) -> Result<u8, Why> {
        let text = "A river without a crossing: no pontoon bridge while a port of the river is the enemy's.";
        ensure(!self.is_closed(side, way), text, "5.41")?;
        if !self.is_in(side.other(), way.to) {
            return Ok(if self.is_friendly(side, way.to) { 1 } else { 2 });
        }
        let text = "A river without a crossing: as many have come over pontoons as may, or by sea.";
        ensure(self.may_attack(side, way, PONTOON_ATTACK).is_ok(), text, "5.41")?;
        Ok(2)
    }

    pub(crate) fn transport(&mut self, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Choice::Transport(means, to), Some(unit)) = (choice, self.picked.take()) else { return };
        let side = self.world.unit(unit).side;
        let attack = self.is_in(side.other(), to);
        let (price, section) = match means {
            Means::Rail => (1, "7.3"),
            Means::Sea if self.is_friendly(side, to) && !attack => (1, "8.3"),
            Means::Sea => {
                self.unit_mut(unit).sailed = self.hex_of(unit);
                (2, "8.4")
            }
            Means::Bridge => {
                let way = self.way_of(unit, to).copied();
                if let Some(way) = way.filter(|_| attack) {
                    self.unit_mut(unit).came = Some(way.edge);
                }
                let price = way.and_then(|way| self.pontoon_price(side, &way).ok());
                (price.unwrap_or(2), "5.41")
            }
        };
        if self.stage == Stage::Move {
            self.strategic = self.strategic.saturating_sub(price);
        }
        self.unit_mut(unit).moved = true;
        self.move_unit(unit, to, section, resolution);
    }
}
