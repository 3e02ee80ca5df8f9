//! How things lie for supply: who holds which space, where units stand and whose zones reach, found once for both sides.

use muster_sdk::Table;

use crate::naval::Naval;
use crate::state::{UsCivilWar, Works};
use crate::world::{Class, Kind, Port, Side, Space, SpaceInfo, Town, Way};

mod view;

pub(crate) use view::View;

/// What lies in each space and reaches into it, as bits.
#[derive(Debug)]
pub(crate) struct Lay(Table<Space, u32>);

// What can change, by side.
const HELD: u32 = 1;
const STANDS: u32 = 1 << 2;
const ZONE: u32 = 1 << 4;
const FORT: u32 = 1 << 6;
const DUG: u32 = 1 << 8;
/// A Resource Hex is worth 2 Build Points at least.
const RICH: u32 = 1 << 10;
/// It belongs to neutral Kentucky.
const SHUNNED: u32 = 1 << 11;
// What the board says.
const KEY: u32 = 1 << 12;
const SETTLED: u32 = 1 << 13;
const PORT: u32 = 1 << 14;
const COASTAL_FORT: u32 = 1 << 15;
const RAILHEAD: u32 = 1 << 16;
const SHORE: u32 = 1 << 17;
const EXIT: u32 = 1 << 18;
/// What works are there decides who has waters.
const GUARD: u32 = 1 << 19;
/// By side: an Objective Hex for the Union, a Resource Hex for the Confederacy: what Primary Supply Sources must lead to.
const GOAL: u32 = 1 << 20;
/// By side: what is a Primary Supply Source while it is held and leads to others (§13.3.1, 13.3.2).
const SEAT: u32 = 1 << 22;
const OCEAN_PORT: u32 = 1 << 24;

/// Of the Union or of the Confederacy: lines cross into it only if who controls the space has more besides (§5.8.5).
const FERRY: u32 = 1 << 25;
/// Who holds it decides who has waters.
const GATE: u32 = 1 << 26;

const ZONES: u32 = ZONE | ZONE << 1;
/// What makes it matter to supply who holds a space, besides keeping the other side out.
const NODES: u32 = KEY | SETTLED | PORT | COASTAL_FORT | RAILHEAD | EXIT | OCEAN_PORT | FERRY;
/// What can be a Primary Supply Source.
const SOURCES: u32 = KEY | SETTLED | EXIT;

impl Lay {
    pub(crate) fn of(game: &UsCivilWar, naval: &Naval) -> Self {
        let net = game.net();
        let shuns = game.border().contains(&None);
        let waters = &game.world.waters;
        let bits = |(space, info): (Space, &SpaceInfo)| {
            let facts = [
                (shuns && net.shuns(space), SHUNNED),
                (info.is_key(), KEY),
                (info.is_settled() || info.kind == Kind::OffMap, SETTLED),
                (info.port != Port::None, PORT),
                (info.kind == Kind::CoastalFort, COASTAL_FORT),
                (net.railhead(space).is_some(), RAILHEAD),
                (!waters.shore(space).is_empty(), SHORE),
                (info.north_exit, EXIT),
                (info.objective, GOAL << Side::Us as u32),
                (info.resource > 0, GOAL << Side::Cs as u32),
                (is_seat(info, Side::Us), SEAT << Side::Us as u32),
                (is_seat(info, Side::Cs), SEAT << Side::Cs as u32),
                (info.port == Port::Ocean, OCEAN_PORT),
                (net.links(space).iter().any(|link| link.guarded), FERRY),
            ];
            facts.iter().filter(|(holds, _)| *holds).fold(0, |bits, (_, bit)| bits | bit)
        };
        let mut lay = Self(game.world.spaces.iter().map(bits).collect());
        waters.guarded_by().for_each(|space| lay.0[space] |= GUARD);
        waters.decided_by().for_each(|space| lay.0[space] |= GATE);
        for space in game.world.spaces.all() {
            lay.0[space] = lay.found(game, space);
        }
        lay.lay_zones(game, naval);
        lay
    }

    /// What is found of a space now, zones left out.
    pub(crate) fn found(&self, game: &UsCivilWar, space: Space) -> u32 {
        let board = self.0[space] & !(SHUNNED - 1);
        let mut bits = board | game.controller(space).map_or(0, |side| HELD << side as u32);
        let spot = game.spot(space);
        let fort = if board & COASTAL_FORT != 0 || !spot.is_empty() { game.fort(space) } else { None };
        bits |= fort.map_or(0, |(side, _)| (FORT | STANDS) << side as u32);
        if let Works::Entrenchment(side) = spot.works {
            bits |= DUG << side as u32;
        }
        for side in Side::ALL {
            if game.has_units(side, space) {
                bits |= STANDS << side as u32;
            }
        }
        let rich = board & KEY != 0 && game.resource_value(space) >= 2;
        if rich { bits | RICH } else { bits }
    }

    /// What was found of it, zones left out.
    pub(crate) fn fixed(&self, space: Space) -> u32 {
        self.0[space] & !ZONES
    }

    /// Whether such a change of a space can give waters to another.
    pub(crate) fn moves_waters(&self, space: Space, now: u32) -> bool {
        let (before, differs) = (self.0[space], self.0[space] ^ now);
        before & GUARD != 0 && differs & ((FORT | DUG) * 3) != 0
            || before & GATE != 0 && differs & (HELD * 3) != 0
    }

    /// How things lie once these spaces have changed; where Naval Control has, all zones are laid anew.
    pub(crate) fn with(
        &self,
        game: &UsCivilWar,
        changed: &[(Space, u32)],
        afloat: bool,
        naval: &Naval,
    ) -> Self {
        let mut lay = Self(self.0.clone());
        for &(space, bits) in changed {
            lay.0[space] = bits;
        }
        if afloat {
            lay.0.rows_mut().for_each(|bits| *bits &= !ZONES);
            lay.lay_zones(game, naval);
            return lay;
        }
        for &(space, _) in changed {
            lay.lay_zone(game, naval, space);
            for way in &game.world.space(space).ways {
                lay.lay_zone(game, naval, way.to);
            }
        }
        lay
    }

    /// How far, for each side, these changes of how things lay before reach; `followed` says where lines ran that its sources depend on.
    pub(crate) fn reach(
        &self,
        before: &Self,
        game: &UsCivilWar,
        naval: &Naval,
        changed: impl Iterator<Item = Space>,
        followed: impl Fn(Side, Space) -> bool,
    ) -> [Reach; 2] {
        let mut reach = [Reach::Nothing; 2];
        let mut take_in = |space: Space| {
            if self.0[space] == before.0[space] {
                return;
            }
            for side in Side::ALL {
                let view = View { game, net: game.net(), naval, lay: self, side };
                let one = Change { side, before: before.0[space], now: self.0[space] };
                let found = one.reach(|| view.shore(space).next().is_some());
                let found = if found == Reach::Lines && followed(side, space) { Reach::Paths } else { found };
                reach[side as usize] = reach[side as usize].max(found);
            }
        };
        for space in changed {
            take_in(space);
            game.world.space(space).ways.iter().for_each(|way| take_in(way.to));
        }
        reach
    }

    /// Whether a side's zones are kept out of a space (§9.1 C, D).
    fn is_closed(&self, side: Side, space: Space) -> bool {
        let (there, foe) = (self.0[space], side.other() as u32);
        there & STANDS << foe != 0 || there & KEY != 0 && there & HELD << foe != 0
    }

    /// §9.1: the zones, outward from each unit and Fort; what [`UsCivilWar::is_in_zone`] says of one space.
    fn lay_zones(&mut self, game: &UsCivilWar, naval: &Naval) {
        for space in self.0.all() {
            if self.0[space] & (STANDS * 3) == 0 {
                continue;
            }
            for side in Side::ALL {
                if self.0[space] & STANDS << side as u32 == 0 {
                    continue;
                }
                for way in &game.world.space(space).ways {
                    if !self.is_closed(side, way.to) && game.zone_crosses_by(naval, side, way) {
                        self.0[way.to] |= ZONE << side as u32;
                    }
                }
            }
        }
    }

    /// The same of one space.
    fn lay_zone(&mut self, game: &UsCivilWar, naval: &Naval, space: Space) {
        self.0[space] &= !ZONES;
        for side in Side::ALL {
            let reaches = |way: &Way| {
                self.0[way.to] & STANDS << side as u32 != 0 && game.zone_crosses_by(naval, side, way)
            };
            if !self.is_closed(side, space) && game.world.space(space).ways.iter().any(reaches) {
                self.0[space] |= ZONE << side as u32;
            }
        }
    }
}

/// How far a change of a space reaches in what was found of a side's supply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// It says nothing of the side's supply.
    Nothing,
    /// Lines of Communication may run otherwise.
    Lines,
    /// So may Supply Paths, or be had from other sources.
    Paths,
}

/// A space as it lay and lies for a side.
#[derive(Clone, Copy)]
struct Change {
    side: Side,
    before: u32,
    now: u32,
}

impl Change {
    /// Whether one of these bits is another than before.
    fn differs(self, bits: u32) -> bool {
        (self.before ^ self.now) & bits != 0
    }

    /// Whether something that is said of how a space lies is.
    fn alters(self, says: impl Fn(u32) -> bool) -> bool {
        says(self.before) != says(self.now)
    }

    /// How far it reaches; `watered` says whether waters of the side touch the space.
    fn reach(self, watered: impl Fn() -> bool) -> Reach {
        let (side, foe) = (self.side as u32, self.side.other() as u32);
        let seen = ZONE << foe | FORT << side | RICH | SHUNNED;
        if !self.differs(seen) && !self.differs((HELD | STANDS) * 3) {
            return Reach::Nothing;
        }
        let fixed = |bits: u32| self.now & bits != 0;
        let depot = |bits: u32| is_depot(bits, self.side);
        // Whether who holds the place matters, and who may go through it: Supply Paths lead from a railroad, a port or a source, and one
        // hex from there.
        let held = fixed(NODES) && self.differs(HELD << side)
            || fixed(KEY | SETTLED | EXIT) && self.differs(HELD << foe);
        let barred =
            fixed(NODES) && self.alters(|bits| bars_path(bits, self.side)) || self.differs(RICH | SHUNNED);
        // Depots join the lines that they are on.
        let counts = self.alters(depot) && fixed(GOAL << side | PORT);
        let stands = self.differs(STANDS << side) && (counts || watered());
        let shut = self.alters(|bits| bars_line(bits, self.side)) && (depot(self.before) || depot(self.now));
        if held || barred || stands || shut { Reach::Paths } else { Reach::Lines }
    }
}

/// §13.4.2: see [`View::bars_path`].
#[inline]
const fn bars_path(bits: u32, side: Side) -> bool {
    let foe = side.other() as u32;
    bits & (HELD << foe | ZONE << foe | SHUNNED) != 0
}

/// §13.5.3: see [`View::bars_line`].
#[inline]
const fn bars_line(bits: u32, side: Side) -> bool {
    let foe = side.other() as u32;
    let key = bits & KEY != 0 && bits & HELD << foe != 0;
    key || bits & (STANDS << foe | ZONE << foe | SHUNNED) != 0
}

/// §13.5.2: see [`View::is_depot`].
#[inline]
const fn is_depot(bits: u32, side: Side) -> bool {
    let side = side as u32;
    bits & STANDS << side != 0 || bits & SETTLED != 0 && bits & HELD << side != 0
}

/// Whether a space can be a Primary Supply Source by what the board says: of the Union a city or capital in a Northern or Border State but
/// West Virginia, of the Confederacy a capital of a Southern State and Texas beyond the map's edge (§13.3.1, 13.3.2).
fn is_seat(info: &SpaceInfo, side: Side) -> bool {
    match side {
        Side::Us => {
            let seat = info.town == Town::City || info.capital;
            seat && info.objective && matches!(info.class(), Some(Class::Northern | Class::Border))
        }
        Side::Cs => info.capital && info.class() == Some(Class::Southern) || info.kind == Kind::OffMap,
    }
}
