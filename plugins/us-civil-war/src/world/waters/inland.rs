//! What naval cards and landings ask of the waters (§18.1, §20.3.4): which rivers are the great ones and those that flow into them, which
//! coasts are open to the sea, and where ships put units ashore.

use muster_sdk::{Index as _, Table};

use super::build::Builder;
use super::{Node, Water, named};
use crate::world::Space;
use crate::world::map::listed;

impl Builder<'_> {
    /// §20.3.4: the spaces on both sides of a hexside, and the space that a coast is of.
    pub(super) fn banks(&self) -> Table<Node, [Option<Space>; 2]> {
        let mut banks: Table<Node, [Option<Space>; 2]> = self.nodes.iter().map(|_| [None; 2]).collect();
        for space in self.atlas.spaces() {
            let shore = self.shores.iter().filter(|(of, _)| *of == space.place()).map(|&(_, node)| node);
            for node in shore.filter(|&node| !self.is_behind_vicksburg(node, space)) {
                if let Some(bank) = banks[node].iter_mut().find(|bank| bank.is_none()) {
                    *bank = Some(space);
                }
            }
        }
        banks
    }

    fn is_behind_vicksburg(&self, node: Node, space: Space) -> bool {
        let of = |way: &muster_board::Way| self.of_edge[way.edge] == Some(node);
        self.atlas
            .edges_of(space)
            .iter()
            .find(|way| of(way))
            .is_some_and(|way| self.is_yazoo(way.edge, space))
    }

    /// §18.1: what is joined to the Mississippi as a river, without those that leave it.
    pub(super) fn inland(&self) -> Table<Node, bool> {
        let mut away: Table<Node, bool> = self.nodes.iter().map(|_| false).collect();
        for edge in self.atlas.edges().filter(|&edge| self.is_hexside(edge) && self.leaves(edge)) {
            if let Some(node) = self.of_edge[edge] {
                away[node] = true;
            }
        }
        self.spread(self.river(named::MISSISSIPPI), |node| {
            matches!(self.nodes[node.place()].water, Water::River | Water::GreatRiver) && !away[node]
        })
    }

    /// §20.3.5: the Mississippi and the Coastal Forts that open onto it.
    pub(super) fn delta(&self) -> Table<Node, bool> {
        let mut delta: Table<Node, bool> = self.nodes.iter().map(|_| false).collect();
        for node in self.river(named::MISSISSIPPI) {
            delta[node] = true;
            let joined = self.links.iter().filter(|&&(one, other)| one == node || other == node);
            for &(one, other) in joined {
                let fort = if one == node { other } else { one };
                delta[fort] |= self.nodes[fort.place()].water == Water::Fort;
            }
        }
        delta
    }

    /// §18.1: the spaces whose coasts the sea reaches along coasts, past Coastal Forts and islands, over bays and solid Tidal River Paths.
    pub(super) fn open_coasts(&self) -> Table<Space, bool> {
        let open = self.at_sea(|_| false);
        let mut coasts = self.spaces.all_with(false);
        for (node, _) in open.iter().filter(|(_, open)| **open) {
            if let Some(space) = self.nodes[node.place()].space {
                coasts[space] = true;
            }
        }
        coasts
    }

    /// What the sea reaches along coasts, past Coastal Forts and islands, over bays and Tidal River Paths that are drawn whole, but for
    /// what is shut.
    pub(super) fn at_sea(&self, shut: impl Fn(Node) -> bool) -> Table<Node, bool> {
        let mut dotted: Table<Node, bool> = self.nodes.iter().map(|_| false).collect();
        for space in self.atlas.spaces() {
            for name in self.atlas.text(space, self.names.tidal_dotted).map(listed).unwrap_or_default() {
                if let Some(node) = self.named(&name) {
                    dotted[node] = true;
                }
            }
        }
        let seas =
            (0..self.nodes.len()).map(Node::nth).filter(|node| self.nodes[node.place()].water == Water::Sea);
        self.spread(seas.collect(), |node| {
            let coastal = matches!(
                self.nodes[node.place()].water,
                Water::Coast | Water::Fort | Water::Bay | Water::Tidal | Water::Sea
            );
            coastal && !dotted[node] && !shut(node)
        })
    }

    /// What is joined to some waters by waters that fit.
    pub(super) fn spread(&self, starts: Vec<Node>, fits: impl Fn(Node) -> bool) -> Table<Node, bool> {
        let mut joined: Vec<Vec<Node>> = vec![Vec::new(); self.nodes.len()];
        for &(one, other) in &self.links {
            joined[one.place()].push(other);
            joined[other.place()].push(one);
        }
        let mut spread: Table<Node, bool> = self.nodes.iter().map(|_| false).collect();
        let mut left = starts;
        while let Some(node) = left.pop() {
            if fits(node) && !std::mem::replace(&mut spread[node], true) {
                left.extend(&joined[node.place()]);
            }
        }
        spread
    }
}
