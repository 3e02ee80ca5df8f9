//! §21.6.3, §21.6.4, §21.2.1: what has NSPs, and which waters it faces.

use crate::state::{Berth, UsCivilWar, Works};
use crate::world::{Kind, Node, Port, Side, Space};

/// §10.3.2, §21.6.3
const COASTAL_FORT: u8 = 4;
/// §21.6.3
const FORT: u8 = 2;
/// §21.10.4
pub(crate) const BATTERY: u8 = 2;

impl UsCivilWar {
    /// §21.6.3, §21.6.4: NSPs of a side's in a space that face a stretch of water: works, Naval Batteries, and ships that lie at it. None if
    /// there is nothing of the kind, 0 where what is there counts as 0 NSPs. Ships in Port Protection don't count (§21.4.4).
    pub fn nsps(&self, side: Side, berth: Berth) -> Option<u8> {
        match (self.nsps_of_ships(side, berth), self.nsps_of_shore(side, berth)) {
            (None, other) | (other, None) => other,
            (Some(ships), Some(works)) => Some(ships + works),
        }
    }

    /// The same of ships alone.
    fn nsps_of_ships(&self, side: Side, berth: Berth) -> Option<u8> {
        let ships = self.ships_in(side, berth).filter(|ship| !ship.sheltered);
        ships.map(|ship| ship.nsps()).reduce(|one, other| one + other)
    }

    /// The same of what stands ashore.
    fn nsps_of_shore(&self, side: Side, berth: Berth) -> Option<u8> {
        self.faces(berth).then(|| self.nsps_of_works(side, berth)).flatten()
    }

    /// §21.6.6: whether a Fort, a Coastal Fort or a Naval Battery there takes the first hit.
    pub(super) fn is_shielded(&self, side: Side, berth: Berth) -> bool {
        self.nsps_of_shore(side, berth).is_some_and(|nsps| nsps > 0)
    }

    /// §21.13.1, §21.13.2: the spaces whose guns fire on ships of the other side that come from a stretch of water to the next, and their
    /// NSPs: ships that lie there, and works that don't bear on the same river where they come from.
    pub(super) fn gunners(&self, side: Side, from: Node, to: Node) -> Vec<(Space, u8)> {
        let waters = &self.world.waters;
        let faces = |node: Node| waters.nodes[node].faces.iter().flatten().map(|face| face.space);
        let mut spaces: Vec<Space> = faces(to).chain(waters.banks(to)).collect();
        spaces.sort_unstable();
        spaces.dedup();
        let passed = |space: Space| {
            from == to || waters.is_one_river(from, to) && faces(from).any(|known| known == space)
        };
        let fire = |space: Space| {
            let berth = Berth { space, water: to };
            let ships = self.nsps_of_ships(side, berth).filter(|_| from != to).unwrap_or(0);
            let works = self.nsps_of_shore(side, berth).filter(|_| !passed(space)).unwrap_or(0);
            Some((space, ships + works)).filter(|&(_, nsps)| nsps > 0)
        };
        spaces.into_iter().filter_map(fire).collect()
    }

    /// Whether what stands in a space has to do with who sails along a stretch of water (§H26, §M6).
    pub(super) fn faces(&self, berth: Berth) -> bool {
        let mut faces = self.world.waters.nodes[berth.water].faces.iter().flatten();
        faces.any(|face| face.space == berth.space)
    }

    fn nsps_of_works(&self, side: Side, berth: Berth) -> Option<u8> {
        let at = berth.space;
        let coastal = self.world.space(at).kind == Kind::CoastalFort;
        let fort = match self.fort(at) {
            Some((holder, _)) if holder == side => Some(if coastal { COASTAL_FORT } else { FORT }),
            _ => None,
        };
        let batteries = if side == Side::Cs { self.batteries_in(at) } else { 0 };
        let guns = fort.unwrap_or(0) + BATTERY * batteries;
        if guns > 0 {
            return Some(guns);
        }
        let dug = self.spot(at).works == Works::Entrenchment(side);
        (dug || side == Side::Us && self.is_naval_base(berth)).then_some(0)
    }

    /// §21.2.1, §21.6.4: whether a Union Control marker defends the waters of its Ocean Port, which is a Primary Supply Source.
    fn is_naval_base(&self, berth: Berth) -> bool {
        let info = self.world.space(berth.space);
        let quay = || self.world.waters.port(berth.space).contains(&berth.water);
        let port = || info.port == Port::Ocean && quay() && self.supply(Side::Us).is_primary(berth.space);
        self.spot(berth.space).marker == Some(Side::Us) && (info.kind == Kind::Island || port())
    }

    /// §21.13: whether a side's guns bear on a stretch of water, from whichever bank.
    pub fn guns_over(&self, side: Side, water: Node) -> Option<Space> {
        let mut all =
            self.naval().is_armed(side, water).then(|| self.nsps_along(side, water)).into_iter().flatten();
        all.find(|&(_, nsps)| nsps > 0).map(|(space, _)| space)
    }

    /// §21.2.1: whatever of a side's has to do with a stretch of water, from whichever bank, by its space, with its NSPs, which may be 0.
    pub(super) fn nsps_along(&self, side: Side, water: Node) -> impl Iterator<Item = (Space, u8)> + '_ {
        let waters = &self.world.waters;
        let faces = waters.nodes[water].faces.iter().flatten().map(|face| face.space);
        let banks = faces.chain(waters.banks(water));
        banks.filter_map(move |space| Some((space, self.nsps(side, Berth { space, water })?)))
    }

    /// §21.2.3: whether a side's Forts, Coastal Forts, Naval Batteries or ships keep ships of the other from staying in a space.
    pub(crate) fn holds_by_guns(&self, side: Side, space: Space) -> bool {
        self.holds_by_works(side, space) || self.ships_of(side).any(|ship| ship.berth.space == space)
    }

    /// Whether a side has a Fort, a Coastal Fort or a Naval Battery in a space.
    pub(super) fn holds_by_works(&self, side: Side, space: Space) -> bool {
        let fort = self.fort(space).is_some_and(|(holder, _)| holder == side);
        fort || side == Side::Cs && self.batteries_in(space) > 0
    }
}
