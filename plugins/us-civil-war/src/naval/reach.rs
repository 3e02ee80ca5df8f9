//! §15.3, §15.4, §20.3.3, §20.3.4: where ships with land units can go.

use super::{Mark, Naval};
use crate::state::UsCivilWar;
use crate::world::{Kind, Node, Side, Space, Water};

impl UsCivilWar {
    /// §20.3.3, §20.3.4: the waters that a side's River Transport can reach from a space, in the order in which it does, those at the
    /// space itself first. It goes only where the side has control that originates from a port which is a source; it passes nothing
    /// of the enemy's that blocks, even if that is trumped, and no island that isn't the side's; the open sea is closed to it, and
    /// to the Confederates the Chesapeake Bay (§20.4).
    pub fn reach(&self, side: Side, from: Space) -> Vec<Node> {
        let naval = self.naval();
        let on = |node| naval.passes(side, node) && self.may_pass_island(side, node);
        self.sail(side, self.world.waters.shore(from), |node| naval.sails(side, node), on)
    }

    /// §15.3: the waters that Strategic River Movement reaches from some of them: all the way the side has Naval Control, of whatever
    /// origin. Tidal River Paths are both sides', the Chesapeake Bay's the Union's (§20.4); the open sea is no Navigable Waterway
    /// (§20.1.2).
    pub(crate) fn strategic_waters(&self, side: Side, starts: &[Node]) -> Vec<Node> {
        let naval = self.naval();
        self.sail(side, starts, |node| naval.is_way(side, node), |_| true)
    }

    /// §15.4: the waters that Union Strategic Ocean Movement reaches from those of an ocean port, past no Confederate Fort, Coastal
    /// Fort or gate, whoever controls them.
    pub(crate) fn ocean_waters(&self, starts: &[Node]) -> Vec<Node> {
        let marks = &self.naval().marks;
        self.sail(Side::Us, starts, |_| true, |node| !marks[node].has(Mark::GUARDED))
    }

    /// The waters that ships of a side reach from some of them, those first: `may` says where they can be, `on` from where they go on.
    fn sail(
        &self,
        side: Side,
        starts: &[Node],
        may: impl Fn(Node) -> bool,
        on: impl Fn(Node) -> bool,
    ) -> Vec<Node> {
        let waters = &self.world.waters;
        let narrows = self.narrows();
        let mut seen = waters.nodes.all_with(false);
        let mut reached = Vec::new();
        for &node in starts {
            if may(node) && !seen[node] {
                seen[node] = true;
                reached.push(node);
            }
        }
        let starts = reached.len();
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            let goes_on = next < starts || on(node);
            next += 1;
            if !goes_on {
                continue;
            }
            for &to in waters.links(node) {
                let down = side == Side::Us && narrows == Some([node, to]);
                if !seen[to] && may(to) && !down {
                    seen[to] = true;
                    reached.push(to);
                }
            }
        }
        reached
    }

    fn may_pass_island(&self, side: Side, node: Node) -> bool {
        let island =
            self.world.waters.nodes[node].space.filter(|&space| self.world.space(space).kind == Kind::Island);
        island.is_none_or(|space| self.controls(side, space))
    }
}

impl Naval {
    /// Whether ships with a side's land units can be here.
    fn sails(&self, side: Side, node: Node) -> bool {
        self.is_open(side, node) && self.flows(side, node)
    }

    /// §15.3: whether a side has Naval Control of a Navigable Waterway, or shares it.
    pub(crate) fn is_way(&self, side: Side, node: Node) -> bool {
        let shared = self.world.waters.nodes[node].water.is_shared() && self.flows(side, node);
        self.is_open(side, node) && (shared || self.of(node) == Some(side))
    }

    /// Whether land units of a side could go here by ship, but for the open sea.
    fn is_open(&self, side: Side, node: Node) -> bool {
        let waters = &self.world.waters;
        let barred = side == Side::Cs && waters.is_northern(node);
        !barred && !matches!(waters.nodes[node].water, Water::Sea | Water::Port)
    }
}
