//! What a board file can get wrong about its waters.

use muster_contract::Refusal;
use muster_sdk::{Index as _, require};

use super::build::Builder;
use super::{Node, Water};
use crate::world::{Kind, Port, Space};

impl Builder<'_> {
    /// Refuses ports without water, and rivers that end nowhere. Only on a map with a sea can that be told: a corner of the country need
    /// not show where its waters lead.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let whole = self.nodes.iter().any(|info| info.water == Water::Sea);
        for space in self.atlas.spaces().filter(|&space| self.spaces[space].port != Port::None) {
            self.check_rivers_of(space)?;
            let wet = self.ports.iter().any(|(of, _)| *of == space.place());
            require(wet || !whole, "20.2.1", || {
                format!("{} is a port, and no water is beside it", self.spaces[space].id)
            })?;
        }
        if whole { self.check_mouths() } else { Ok(()) }
    }

    /// §20.2.1: every river that a port names flows along its hex or through it.
    fn check_rivers_of(&self, space: Space) -> Result<(), Refusal> {
        let info = &self.spaces[space];
        if info.kind != Kind::Hex {
            return Ok(());
        }
        let through = self.atlas.text(space, self.names.river_name);
        let along = |river: &String| {
            let ways = self.atlas.edges_of(space);
            ways.iter().any(|way| self.of_edge[way.edge].is_some() && self.rivers(way.edge).contains(river))
        };
        let dry = info.waters.iter().find(|river| through != Some(river.as_str()) && !along(river));
        require(dry.is_none(), "20.2.1", || {
            format!(
                "{} is a port on the {}, which isn't navigable there",
                info.id,
                dry.map_or("", |name| name)
            )
        })
    }

    /// §20.1.2: every Navigable River leads to a sea, a bay or a lake, or off the map.
    fn check_mouths(&self) -> Result<(), Refusal> {
        let open = |water: Water| matches!(water, Water::Sea | Water::Bay | Water::Tidal | Water::Lake);
        let mut leads: Vec<bool> = self.nodes.iter().map(|info| open(info.water)).collect();
        for edge in self.atlas.edges() {
            if let Some(node) = self.of_edge[edge] {
                leads[node.place()] |= self.is_at_the_maps_edge(self.atlas.ends(edge));
            }
        }
        let mut reached: Vec<Node> = leads
            .iter()
            .enumerate()
            .filter(|(_, leads)| **leads)
            .map(|(place, _)| Node::nth(place))
            .collect();
        while let Some(node) = reached.pop() {
            for &(one, other) in self.links.iter().filter(|&&(one, other)| one == node || other == node) {
                let next = if one == node { other } else { one };
                // Nothing goes on through a port.
                let port = self.nodes[next.place()].water == Water::Port;
                if !port && !std::mem::replace(&mut leads[next.place()], true) {
                    reached.push(next);
                }
            }
        }
        // A river that is navigable in two stretches ends where the lower one does: the Tennessee, over its shoals.
        let mut names: Vec<(bool, String, String)> = Vec::new();
        for edge in self.atlas.edges() {
            let Some(node) = self.of_edge[edge] else { continue };
            let of = |river| (leads[node.place()], river, self.nodes[node.place()].name.clone());
            names.extend(self.rivers(edge).into_iter().map(of));
        }
        let goes_on = |river: &str| names.iter().any(|(leads, name, _)| *leads && name == river);
        let lost = names.iter().find(|(leads, river, _)| !leads && !goes_on(river));
        require(lost.is_none(), "20.1.2", || {
            let (_, river, at) = lost.cloned().unwrap_or_default();
            format!("the {river} at {at} ends nowhere: it leads to no sea, bay or lake, nor off the map")
        })
    }

    /// Whether a hexside has a corner at the map's edge, where fewer than two hexes of the board border both of its own.
    fn is_at_the_maps_edge(&self, [one, other]: [Space; 2]) -> bool {
        let others = self.around(other);
        self.around(one).iter().filter(|hex| others.contains(hex)).count() < 2
    }
}
