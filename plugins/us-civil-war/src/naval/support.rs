//! §18.1: what ships do for those who march, in the game without Naval Units: Naval Assist over enemy waters, Naval Support in battles.
//! Both need a card, Naval or Any, and are the Union's.

use muster_sdk::{May, ensure};

use super::transport::RAMP_UP;
use crate::movement::NO_MARCH;
use crate::state::{UsCivilWar, Works};
use crate::world::{Kind, Port, Side, Space, Water, Way};

impl UsCivilWar {
    /// §18.1, §S1.3: whether cards make ships help a side: the Union's, in the game without Naval Units, and not yet in 1861.
    pub(crate) fn may_help(&self, side: Side) -> May {
        ensure(!self.has_fleets(), "Naval Units help where they are (21.3), and no card does.", "18.1")?;
        ensure(side == Side::Us, "Ships help only the Union.", "18.1")?;
        let ready = !self.world.special_1861 || self.turn > RAMP_UP;
        ensure(ready, "Before 1862 ships help nobody who marches.", "S1.3")
    }

    /// §18.1, Naval Assist: whether the stack on its way can have it where it stands: it has SPs or a General, and before it lies water
    /// of the enemy's that ships help over.
    pub fn may_be_assisted(&self) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        self.may_help(march.side)?;
        ensure(march.goes_by_land(), "Only who marches needs it.", "18.1")?;
        ensure(!march.assisted, "Ships help it already.", "18.1")?;
        let ways = self.world.space(march.at).ways.iter();
        let barred = ways.filter(|way| self.is_assistable(march.at, way));
        let any = barred.clone().any(|way| self.is_hostile_water(march.side, march.at, way, false));
        ensure(any, "No enemy water that ships help over is before it.", "18.1")
    }

    /// §18.1: whether ships help over a way: on the Ohio, the Mississippi and what flows into them, not above the Muscle Shoals, and
    /// between a Coastal Fort and its port.
    pub fn is_assistable(&self, from: Space, way: &Way) -> bool {
        let river =
            || self.world.waters.of_edge(way.edge).is_some_and(|node| self.world.waters.is_inland(node));
        let strait = self.world.space(from).partner == Some(way.to);
        // Between Fort St. Philip/Jackson and the land lies the Mississippi (§H11).
        strait || way.side.river.is_navigable() && (river() || self.is_below_new_orleans(way))
    }

    fn is_below_new_orleans(&self, way: &Way) -> bool {
        let node = self.world.waters.of_edge(way.edge);
        let strait = node.is_some_and(|node| self.world.waters.nodes[node].water == Water::Strait);
        strait && way.side.river == crate::world::River::Great
    }

    /// §5.8.3, §11.5.3: whether the enemy controls the water that a way leads over, and no ships help.
    pub(crate) fn is_hostile_water(&self, side: Side, from: Space, way: &Way, assisted: bool) -> bool {
        let hostile = self.is_over_water(from, way) && self.water_of(from, way) == Some(side.other());
        hostile && !(assisted && self.is_assistable(from, way))
    }

    /// §18.1: whether ships help the stack that stands in a space over a way, as if the water were its own.
    pub(crate) fn is_helped_over(&self, side: Side, from: Space, way: &Way) -> bool {
        let helped = self
            .march
            .as_deref()
            .is_some_and(|march| march.side == side && march.at == from && march.assisted);
        helped && self.is_assistable(from, way)
    }

    /// §18.1: once a stack has crossed water that ships help over, they have done so.
    pub(crate) fn spend_assistance(&mut self) {
        let Some((march, to)) = self.entry().filter(|(march, _)| march.assisted) else { return };
        let way = self.world.way(march.at, to);
        let crossed =
            way.is_some_and(|way| self.is_over_water(march.at, way) && self.is_assistable(march.at, way));
        if let Some(march) = self.march.as_deref_mut() {
            march.assisted &= !crossed;
        }
    }

    /// §18.1, Naval Support: whether the stack on its way can have it in the battle where it enters: against a Fort, Coastal Fort, port or
    /// Island that lies where warships get to.
    pub fn may_be_supported(&self) -> May {
        let (march, at) = self.entry().ok_or(NO_MARCH)?;
        self.may_help(march.side)?;
        let info = self.world.space(at);
        let fort = matches!(self.spot(at).works, Works::Fort(side, _) if side != march.side);
        let coastal = matches!(info.kind, Kind::CoastalFort | Kind::Island);
        let target = fort || coastal || info.port != Port::None;
        ensure(target, "It is against a Fort, a Coastal Fort, a port or an Island.", "18.1")?;
        let waters = &self.world.waters;
        let faced = if fort { waters.shore(at) } else { waters.port(at) };
        let inland = faced.iter().any(|&node| waters.is_inland(node));
        let reached = inland || info.partner.is_some() || waters.is_open_coast(at);
        ensure(reached, "Warships don't get there.", "18.1")
    }
}
