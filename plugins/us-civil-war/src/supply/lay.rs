//! How things lie for supply: who holds which space, where units stand and whose zones reach, found once for both sides.

use muster_sdk::{Index as _, Table};

use crate::naval::Naval;
use crate::state::UsCivilWar;
use crate::world::{Kind, Link, Net, Port, Side, Space};

/// What lies in each space and reaches into it, as bits.
#[derive(Debug)]
pub(crate) struct Lay(Table<Space, u16>);

const HELD: u16 = 1;
const STANDS: u16 = 1 << 2;
const ZONE: u16 = 1 << 4;
const KEY: u16 = 1 << 6;
const SETTLED: u16 = 1 << 7;
const PORT: u16 = 1 << 8;
const SHUNNED: u16 = 1 << 9;

impl Lay {
    pub(crate) fn of(game: &UsCivilWar) -> Self {
        let net = game.net();
        let shuns = game.border().contains(&None);
        let bits = |(space, info): (Space, &crate::world::SpaceInfo)| {
            let mut bits = game.controller(space).map_or(0, |side| HELD << side as u16);
            for side in Side::ALL {
                if game.projects(side, space) {
                    bits |= STANDS << side as u16;
                }
            }
            let settled = info.is_settled() || info.kind == Kind::OffMap;
            let facts = [
                (info.is_key(), KEY),
                (settled, SETTLED),
                (info.port != Port::None, PORT),
                (shuns && net.shuns(space), SHUNNED),
            ];
            facts.iter().filter(|(holds, _)| *holds).fold(bits, |bits, (_, bit)| bits | bit)
        };
        let mut lay = Self(game.world.spaces.iter().map(bits).collect());
        lay.lay_zones(game);
        lay
    }

    /// §9.1: the zones, outward from each unit and Fort; what [`UsCivilWar::is_in_zone`] says of one space.
    fn lay_zones(&mut self, game: &UsCivilWar) {
        for space in self.0.all() {
            for side in Side::ALL {
                if self.0[space] & STANDS << side as u16 == 0 {
                    continue;
                }
                let foe = side.other() as u16;
                for way in &game.world.space(space).ways {
                    let there = self.0[way.to];
                    let closed = there & KEY != 0 && there & HELD << foe != 0;
                    if !closed && there & STANDS << foe == 0 && game.zone_crosses(side, way) {
                        self.0[way.to] |= ZONE << side as u16;
                    }
                }
            }
        }
    }
}

/// The same as one side sees it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) game: &'a UsCivilWar,
    pub(crate) net: &'a Net,
    pub(crate) naval: &'a Naval,
    lay: &'a Lay,
    pub(crate) side: Side,
}

impl<'a> View<'a> {
    pub(crate) fn new(game: &'a UsCivilWar, lay: &'a Lay, side: Side) -> Self {
        Self { game, net: game.net(), naval: game.naval(), lay, side }
    }

    fn has(&self, space: Space, bit: u16) -> bool {
        self.lay.0[space] & bit != 0
    }

    fn foe(&self) -> u16 {
        self.side.other() as u16
    }

    /// How many spaces there are.
    pub(crate) fn spaces(&self) -> usize {
        self.lay.0.len()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Space> + use<> {
        (0..self.lay.0.len()).map(Space::nth)
    }

    /// A table of the spaces, with this row for each.
    pub(crate) fn all_with<R: Clone>(&self, row: R) -> Table<Space, R> {
        self.lay.0.all_with(row)
    }

    /// Whether the side controls a space.
    pub(crate) fn holds(&self, space: Space) -> bool {
        self.has(space, HELD << self.side as u16)
    }

    /// Whether the enemy does.
    pub(crate) fn loses(&self, space: Space) -> bool {
        self.has(space, HELD << self.foe())
    }

    /// Whether the side has SPs, Militia or a Fort there.
    pub(crate) fn stands(&self, space: Space) -> bool {
        self.has(space, STANDS << self.side as u16)
    }

    /// §13.3.3: whether it has a Fort or a Coastal Fort there.
    pub(crate) fn has_fort(&self, space: Space) -> bool {
        self.game.fort(space).is_some_and(|(holder, _)| holder == self.side)
    }

    /// §2.1.4
    pub(crate) fn is_key(&self, space: Space) -> bool {
        self.has(space, KEY)
    }

    pub(crate) fn is_port(&self, space: Space) -> bool {
        self.has(space, PORT)
    }

    /// §13.4.2, 6.5.1, 17.1.3: whether neither a railroad nor the overland portion of a Supply Path goes into a space: one that the
    /// enemy controls or has a zone in, or of neutral Kentucky.
    pub(crate) fn bars_path(&self, space: Space) -> bool {
        let foe = self.foe();
        self.has(space, HELD << foe | ZONE << foe | SHUNNED)
    }

    /// §13.5.3, 17.1.3: whether no Line of Communication goes into a space: where the enemy has SPs, Militia or a Fort, into his zones,
    /// into Objective and Resource Hexes that he controls, and into neutral Kentucky.
    pub(crate) fn bars_line(&self, space: Space) -> bool {
        let foe = self.foe();
        let key = self.is_key(space) && self.loses(space);
        key || self.has(space, STANDS << foe | ZONE << foe | SHUNNED)
    }

    /// §13.5.2: whether a space is one of the side's Depots: it has SPs, Militia or a Fort there, or controls its town, city or port.
    /// So is Texas beyond the map's edge.
    pub(crate) fn is_depot(&self, space: Space) -> bool {
        self.stands(space) || self.has(space, SETTLED) && self.holds(space)
    }

    /// §13.5.4: MPs more to go into a town that the enemy controls.
    pub(crate) fn toll(&self, space: Space) -> u8 {
        u8::from(self.has(space, SETTLED) && self.loses(space))
    }

    /// §13.4.2, 13.5.3, 5.4.3: whether lines and railroads cross a hexside: no water that the enemy controls, and over a guarded ferry
    /// only for who holds both its ends and a Coastal Fort of either, and has Naval Control (§5.8.5, B8).
    pub(crate) fn crosses(&self, space: Space, link: &Link) -> bool {
        let Some(edge) = link.edge.filter(|_| link.wet || link.guarded) else { return true };
        let control = self.naval.of_edge(edge);
        if !link.guarded {
            return control != Some(self.side.other());
        }
        let kept = |end: Space| {
            let fort = self.game.world.space(end).partner;
            self.holds(end) && fort.is_none_or(|fort| self.holds(fort))
        };
        control == Some(self.side) && kept(space) && kept(link.to)
    }
}

impl UsCivilWar {
    /// The steps and railroads of this turn (§5.4.5).
    pub(crate) fn net(&self) -> &Net {
        &self.world.nets[usize::from(self.is_laid(crate::world::Rail::Later))]
    }
}
