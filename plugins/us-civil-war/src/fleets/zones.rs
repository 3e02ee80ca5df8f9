//! §21.4.1, §21.2.1, §20.1.5: the waters that ships control, and their Zones of Influence.

use muster_sdk::{May, ensure};

use crate::state::{Activity, Berth, Ship, UsCivilWar};
use crate::world::{Edge, Kind, Node, Side, Space, Water};

impl UsCivilWar {
    /// §21.2.1: the waters that a side's ships control: where they lie, and what is joined to it in their hex; no more of a hex than
    /// that where the other side has ships in it too.
    pub fn waters_held(&self, side: Side) -> Vec<Node> {
        let mut held: Vec<Node> = Vec::new();
        let afloat = |berth: &Berth| self.ships_in(side, *berth).any(|ship| !ship.sheltered);
        for berth in self.berths_of(side).into_iter().filter(afloat) {
            if self.is_contested(side, berth.space) {
                held.push(berth.water);
            } else {
                held.extend(self.world.waters.joined_here(berth.space, berth.water));
            }
        }
        held.retain(|&node| !self.world.waters.nodes[node].water.is_shared());
        held.sort_unstable();
        held.dedup();
        held
    }

    fn is_contested(&self, side: Side, space: Space) -> bool {
        self.ships_of(side.other()).any(|ship| ship.berth.space == space && !ship.sheltered)
    }

    /// §21.4.1: the waters in the zones of a side's ships: one stretch from each that isn't damaged. Those that it controls are no part of
    /// it.
    pub fn naval_zone(&self, side: Side) -> Vec<Node> {
        let held = self.waters_held(side);
        let mut zone: Vec<Node> = Vec::new();
        for ship in self.ships_of(side).filter(|ship| !ship.damaged && !ship.sheltered) {
            let beyond = self.reach_of_zone(ship);
            zone.extend(beyond.into_iter().filter(|&node| self.zone_enters(ship, node)));
        }
        zone.retain(|node| !held.contains(node));
        zone.sort_unstable();
        zone.dedup();
        zone
    }

    /// §21.4.1: whether a ship's zone has a stretch of water in it.
    pub(super) fn has_zone_at(&self, ship: &Ship, water: Node) -> bool {
        self.zone_enters(ship, water) && self.reach_of_zone(ship).contains(&water)
    }

    /// §21.4.1: the waters next to a ship: from a coast next to its hex, from a hexside next to that.
    fn reach_of_zone(&self, ship: &Ship) -> Vec<Node> {
        let waters = &self.world.waters;
        let Berth { space, water } = ship.berth;
        let from = match waters.edge_of(water) {
            Some(_) => vec![water],
            None => waters.joined_here(space, water),
        };
        from.into_iter().flat_map(|node| waters.links(node).iter().copied()).collect()
    }

    /// §21.4.1: whether a ship's zone enters a stretch of water: one that the ship could enter, no open sea and no Tidal River Path, and
    /// none with Forts, Batteries or ships of the enemy's that lie there.
    fn zone_enters(&self, ship: &Ship, node: Node) -> bool {
        let waters = &self.world.waters;
        let foe = ship.vessel.side().other();
        let open = !matches!(waters.nodes[node].water, Water::Sea | Water::Tidal);
        let met = || {
            let faces = waters.nodes[node].faces.iter().flatten().map(|face| face.space);
            let mut all = faces.chain(waters.banks(node));
            all.any(|space| self.is_armed(foe, Berth { space, water: node }))
        };
        open && waters.bears(ship.vessel, node) && !met()
    }

    /// Whether a side has a Fort, a Coastal Fort, a Naval Battery or ships that aren't on their way at a berth.
    fn is_armed(&self, side: Side, berth: Berth) -> bool {
        let rests = |ship: &Ship| ship.activity != Activity::Underway;
        let ships = self.ships_in(side, berth).any(rests);
        ships || self.faces(berth) && self.holds_by_works(side, berth.space)
    }

    /// §21.4.1: whether ships of a side are in a stretch of water, or have a zone there.
    pub(crate) fn is_watched(&self, by: Side, water: Node) -> bool {
        self.has_fleets() && self.naval().is_watched(by, water)
    }

    /// §21.3.3: the same of the water along a hexside. Ships at a Coastal Fort lie between it and the land (§21.2.5).
    pub(crate) fn is_under_ships(&self, by: Side, edge: Edge) -> bool {
        let at_fort = |ship: &Ship| {
            let fort = self.world.space(ship.berth.space).kind == Kind::CoastalFort && !ship.sheltered;
            fort && self.world.atlas.ends(edge).contains(&ship.berth.space)
        };
        self.has_fleets() && (self.naval().is_edge_watched(by, edge) || self.ships_of(by).any(at_fort))
    }

    /// §21.3.3, §21.4.1: whether land units of a side get over a hexside as far as enemy ships have to do with it.
    pub(crate) fn may_pass_ships(&self, side: Side, edge: Edge) -> May {
        ensure(!self.is_under_ships(side.other(), edge), "Enemy ships are on the river.", "21.3.3")
    }

    /// §21.4.1: whether the ships of a side that are on their way are in this stretch of water, so that no zone blocks it.
    pub(crate) fn is_cleared(&self, side: Side, node: Node) -> bool {
        self.ships_of(side).any(|ship| ship.activity == Activity::Underway && ship.berth.water == node)
    }
}
