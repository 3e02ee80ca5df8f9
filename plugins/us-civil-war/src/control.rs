//! §6: who controls states and hexes; §9.1: Zones of Influence.

use crate::naval::Naval;
use crate::state::{Force, March, UsCivilWar, Works};
use crate::world::{Class, Kind, Rail, Side, Space, State, Way};

impl UsCivilWar {
    /// §6.1.1: who controls a state; nobody neutral Kentucky.
    pub fn state_of(&self, state: State) -> Option<Side> {
        match state.border() {
            Some(place) => self.border()[place],
            None => state.home(),
        }
    }

    /// Whether all states that a space lies in are a side's, so that it needs no marker there (§6.1.2). Spaces in no state, islands and
    /// boxes, are nobody's but for the Chesapeake Bay, which is the Union's (§20.2.2).
    pub fn is_home(&self, side: Side, space: Space) -> bool {
        let info = self.world.space(space);
        if info.states.is_empty() {
            return side == Side::Us && info.is_chesapeake();
        }
        info.states.iter().all(|state| self.state_of(state) == Some(side))
    }

    /// Whether a space lies in a Northern State.
    pub fn is_northern(&self, space: Space) -> bool {
        self.world.space(space).class() == Some(Class::Northern)
    }

    /// Whether it lies in a Border State.
    pub fn is_border(&self, space: Space) -> bool {
        self.world.space(space).class() == Some(Class::Border)
    }

    /// §6.3: who controls a space. A side does that has a Control marker, completed works, Militia or an SP there; what can have a
    /// marker and has none is controlled by whoever has its state (§6.1.2), everything else by nobody.
    pub fn controller(&self, space: Space) -> Option<Side> {
        let spot = self.spot(space);
        if let Some(Force { side, .. }) = spot.force {
            return Some(side);
        }
        if let Works::Entrenchment(side) | Works::Fort(side, _) = spot.works {
            return Some(side);
        }
        if let Some(militia) = spot.militia {
            return Some(self.world.militia[militia].side);
        }
        // §6.3: a force holds where it stands on its way, and what it has left doesn't fall back before it is done.
        let holds = |march: &&March| march.at == space && march.sps > 0 || march.leaving.contains(&space);
        if let Some(march) = self.march.as_deref().filter(holds) {
            return Some(march.side);
        }
        spot.marker.or_else(|| self.at_home(space))
    }

    /// Who controls a space in which nothing lies.
    pub(crate) fn at_home(&self, space: Space) -> Option<Side> {
        let info = self.world.space(space);
        if let Some(side) = info.garrison {
            return Some(side);
        }
        match info.kind {
            // C103: theirs for ever.
            Kind::OffMap => return Some(Side::Cs),
            // §20.2.2: the Chesapeake Bay, which only the Union enters.
            Kind::PortBox if info.states.is_empty() => return Some(Side::Us),
            _ => {}
        }
        let state = info.states.only().filter(|_| info.takes_marker())?;
        self.state_of(state)
    }

    /// §6.3: whether a side controls a space.
    pub fn controls(&self, side: Side, space: Space) -> bool {
        self.controller(space) == Some(side)
    }

    /// §17.2.4: whether the Union's own garrison of 0 SPs stands in a space: an Objective Hex of a Northern State that is the
    /// Union's, from which Confederates haven't driven it.
    pub fn has_garrison(&self, space: Space) -> bool {
        self.keeps_garrison(space) && !self.spot(space).fled && self.controls(Side::Us, space)
    }

    /// §17.2.4: whether a garrison belongs to a space.
    pub(crate) fn keeps_garrison(&self, space: Space) -> bool {
        self.world.space(space).objective && self.is_northern(space)
    }

    /// §9.1: whether something in a space has a Zone of Influence for a side: a Fort, Militia or an SP. Entrenchments and garrisons
    /// have none.
    pub fn projects(&self, side: Side, space: Space) -> bool {
        self.has_units(side, space) || self.fort(space).is_some_and(|(holder, _)| holder == side)
    }

    /// §9.1 A, B: whether a side's zone reaches over a hexside, in either direction: over no Navigable River without a bridge, over a
    /// bridge only where the enemy hasn't Naval Control (§5.4.3, 9.4), likewise over the bay before Galveston (§M1), and over nothing that can't be crossed. It reaches neither into
    /// Coastal Forts and boxes nor out of them (§10.3.2, C104).
    pub fn zone_crosses(&self, side: Side, way: &Way) -> bool {
        self.zone_crosses_by(self.naval(), side, way)
    }

    /// The same by this Naval Control.
    pub(crate) fn zone_crosses_by(&self, naval: &Naval, side: Side, way: &Way) -> bool {
        let between = &way.side;
        let bridged = between.bridge || between.bay;
        let bridge =
            || bridged && self.is_laid(between.rail) && naval.of_edge(way.edge) != Some(side.other());
        let wet = (between.river.is_navigable() || between.bay) && !bridge();
        !wet && !between.is_barred() && self.world.atlas.edge_facing(way.edge, way.to).is_some()
    }

    /// §5.4.5: whether a railroad is there by now.
    pub fn is_laid(&self, rail: Rail) -> bool {
        match rail {
            Rail::None => false,
            Rail::Built => true,
            Rail::Later => self.turn >= NEW_RAILROADS,
        }
    }

    /// §9.1: whether a space lies in the Zone of Influence of a side's units other than those in `but`. A zone doesn't reach into
    /// Objective and Resource Hexes that the other side controls, nor where it has SPs, Militia or a Fort (C, D).
    pub fn is_in_zone_but(&self, side: Side, space: Space, but: Option<Space>) -> bool {
        let foe = side.other();
        let closed = self.world.space(space).is_key() && self.controls(foe, space);
        if closed || self.projects(foe, space) {
            return false;
        }
        let ways = &self.world.space(space).ways;
        ways.iter()
            .any(|way| Some(way.to) != but && self.projects(side, way.to) && self.zone_crosses(side, way))
    }

    /// The same of all its units.
    pub fn is_in_zone(&self, side: Side, space: Space) -> bool {
        self.is_in_zone_but(side, space, None)
    }
}

/// §5.4.5: the turn from which the new railroads are there.
const NEW_RAILROADS: u8 = 14;
