//! How things lie, asked for one side.

use muster_sdk::{Index as _, Table};

use super::{
    COASTAL_FORT, EXIT, FORT, GOAL, HELD, KEY, Lay, OCEAN_PORT, PORT, RAILHEAD, RICH, SEAT, SETTLED, SHORE,
    SOURCES, STANDS, ZONE, bars_line, bars_path, is_depot,
};
use crate::naval::Naval;
use crate::state::UsCivilWar;
use crate::world::{Link, Net, Side, Space};

/// How things lie as one side sees it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) game: &'a UsCivilWar,
    pub(crate) net: &'a Net,
    pub(crate) naval: &'a Naval,
    pub(super) lay: &'a Lay,
    pub(crate) side: Side,
}

impl<'a> View<'a> {
    pub(crate) fn new(game: &'a UsCivilWar, side: Side) -> Self {
        let kept = game.kept();
        Self { game, net: game.net(), naval: &kept.naval, lay: &kept.lay, side }
    }

    #[inline]
    fn has(&self, space: Space, bit: u32) -> bool {
        self.lay.0[space] & bit != 0
    }

    fn foe(&self) -> u32 {
        self.side.other() as u32
    }

    /// How many spaces there are.
    pub(crate) fn spaces(&self) -> usize {
        self.lay.0.len()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Space> + use<> {
        (0..self.lay.0.len()).map(Space::nth)
    }

    /// The spaces that have some of these bits.
    fn those(&self, bits: u32) -> impl Iterator<Item = Space> + use<'a> {
        self.lay.0.iter().filter(move |(_, has)| **has & bits != 0).map(|(space, _)| space)
    }

    /// The spaces where units or Forts of the side stand, towns, cities and ports: all that can be Depots.
    pub(crate) fn places(&self) -> impl Iterator<Item = Space> + use<'a> {
        self.those(SETTLED | STANDS << self.side as u32)
    }

    /// Objective and Resource Hexes, ports, and where railroads leave the map.
    pub(crate) fn anchorages(&self) -> impl Iterator<Item = Space> + use<'a> {
        self.those(KEY | PORT | EXIT)
    }

    /// The spaces that can be Primary Supply Sources (§13.3.1, 13.3.2).
    pub(crate) fn bases(&self) -> impl Iterator<Item = Space> + use<'a> {
        self.those(SOURCES)
    }

    /// Whether a space is one of those.
    pub(crate) fn can_be_source(&self, space: Space) -> bool {
        self.has(space, SOURCES)
    }

    /// The spaces that waters touch.
    pub(crate) fn shores(&self) -> impl Iterator<Item = Space> + use<'a> {
        self.those(SHORE)
    }

    /// A table of the spaces, with this row for each.
    pub(crate) fn all_with<R: Clone>(&self, row: R) -> Table<Space, R> {
        self.lay.0.all_with(row)
    }

    /// Whether the side controls a space.
    #[inline]
    pub(crate) fn holds(&self, space: Space) -> bool {
        self.has(space, HELD << self.side as u32)
    }

    /// Whether the enemy does.
    #[inline]
    pub(crate) fn loses(&self, space: Space) -> bool {
        self.has(space, HELD << self.foe())
    }

    /// Whether the side has SPs, Militia or a Fort there.
    #[inline]
    pub(crate) fn stands(&self, space: Space) -> bool {
        self.has(space, STANDS << self.side as u32)
    }

    /// Whether the enemy has SPs, Militia or a Fort there.
    pub(crate) fn meets(&self, space: Space) -> bool {
        self.has(space, STANDS << self.foe())
    }

    /// §9.1: whether a space is in an enemy zone.
    pub(crate) fn is_watched(&self, space: Space) -> bool {
        self.has(space, ZONE << self.foe())
    }

    /// §13.3.3: whether it has a Fort or a Coastal Fort there.
    pub(crate) fn has_fort(&self, space: Space) -> bool {
        self.has(space, FORT << self.side as u32)
    }

    /// §2.1.4
    #[inline]
    pub(crate) fn is_key(&self, space: Space) -> bool {
        self.has(space, KEY)
    }

    #[inline]
    pub(crate) fn is_port(&self, space: Space) -> bool {
        self.has(space, PORT)
    }

    /// §10.3
    pub(crate) fn is_coastal_fort(&self, space: Space) -> bool {
        self.has(space, COASTAL_FORT)
    }

    /// Whether a railroad runs through a space, or the goods of its port come to one next to it (§H29).
    pub(crate) fn has_railhead(&self, space: Space) -> bool {
        self.has(space, RAILHEAD)
    }

    /// Whether waters touch a space.
    pub(crate) fn has_shore(&self, space: Space) -> bool {
        self.has(space, SHORE)
    }

    /// §13.3.1, 13.3.2: whether a space is a Primary Supply Source if it has a line to others: a seat of its own that the side holds, or
    /// a Resource Hex of the Confederacy that is worth 2 Build Points at least.
    pub(crate) fn is_base(&self, space: Space) -> bool {
        let rich = self.side == Side::Cs && self.has(space, GOAL << Side::Cs as u32) && self.has(space, RICH);
        self.holds(space) && (rich || self.has(space, SEAT << self.side as u32))
    }

    /// Whether a space counts as one that a base must lead to: an Objective Hex of the Union that it controls, a Resource Hex of the
    /// Confederacy.
    pub(crate) fn counts(&self, space: Space) -> bool {
        self.has(space, GOAL << self.side as u32) && self.holds(space)
    }

    /// §13.3.1: an ocean port, or a Coastal Fort, that the side controls.
    pub(crate) fn holds_ocean_port(&self, space: Space) -> bool {
        self.has(space, OCEAN_PORT) && self.holds(space)
    }

    /// §13.3.1: a railroad leaves the map northward from here.
    pub(crate) fn is_north_exit(&self, space: Space) -> bool {
        self.side == Side::Us && self.has(space, EXIT) && !self.loses(space)
    }

    /// §13.4.2, 6.5.1, 17.1.3: whether neither a railroad nor the overland portion of a Supply Path goes into a space: one that the
    /// enemy controls or has a zone in, or of neutral Kentucky.
    #[inline]
    pub(crate) fn bars_path(&self, space: Space) -> bool {
        bars_path(self.lay.0[space], self.side)
    }

    /// §13.5.3, 17.1.3: whether no Line of Communication goes into a space: where the enemy has SPs, Militia or a Fort, into his zones,
    /// into Objective and Resource Hexes that he controls, and into neutral Kentucky.
    #[inline]
    pub(crate) fn bars_line(&self, space: Space) -> bool {
        bars_line(self.lay.0[space], self.side)
    }

    /// §13.5.2: whether a space is one of the side's Depots: it has SPs, Militia or a Fort there, or controls its town, city or port.
    /// So is Texas beyond the map's edge.
    #[inline]
    pub(crate) fn is_depot(&self, space: Space) -> bool {
        is_depot(self.lay.0[space], self.side)
    }

    /// §13.5.4: MPs more to go into a town that the enemy controls.
    #[inline]
    pub(crate) fn toll(&self, space: Space) -> u8 {
        u8::from(self.has(space, SETTLED) && self.loses(space))
    }

    /// §13.4.2, 13.5.3, 5.4.3: whether lines and railroads cross a hexside: no water that the enemy controls, and over a guarded ferry
    /// only for who holds both its ends and a Coastal Fort of either, and has Naval Control (§5.8.5, B8).
    #[inline]
    pub(crate) fn crosses(&self, space: Space, link: &Link) -> bool {
        !(link.wet || link.guarded) || self.ferries(space, link)
    }

    fn ferries(&self, space: Space, link: &Link) -> bool {
        let Some(edge) = link.edge else { return true };
        let control = self.naval.of_edge(edge);
        if self.naval.is_edge_watched(self.side.other(), edge) {
            return false;
        }
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
