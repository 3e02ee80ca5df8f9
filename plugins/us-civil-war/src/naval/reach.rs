//! §20.3.3, §20.3.4: where ships with land units can go.

use super::{Mark, Naval};
use crate::state::UsCivilWar;
use crate::world::{Kind, Node, Side, Space, Water};

impl UsCivilWar {
    /// §20.3.3, §20.3.4: the waters that a side's River Transport can reach from a space, in the order in which it does, those at the
    /// space itself first. It goes only where the side has control that originates from a port which is a source; it passes nothing
    /// of the enemy's that blocks, even if that is trumped, and no island that isn't the side's; the open sea is closed to it, and
    /// to the Confederates the Chesapeake Bay (§20.4).
    pub fn reach(&self, side: Side, from: Space) -> Vec<Node> {
        let (waters, naval) = (&self.world.waters, self.naval());
        let narrows = self.narrows();
        let mut seen = waters.nodes.all_with(false);
        let mut reached = Vec::new();
        for &node in waters.shore(from) {
            if naval.sails(side, node) && !seen[node] {
                seen[node] = true;
                reached.push(node);
            }
        }
        let starts = reached.len();
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            let on = next < starts || naval.passes(side, node) && self.may_pass_island(side, node);
            next += 1;
            if !on {
                continue;
            }
            for &to in waters.links(node) {
                let down = side == Side::Us && narrows == Some([node, to]);
                if !seen[to] && naval.sails(side, to) && !down {
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
        let waters = &self.world.waters;
        let open = !matches!(waters.nodes[node].water, Water::Sea | Water::Port);
        let barred = side == Side::Cs && waters.is_northern(node);
        open && !barred && self.marks[node].has(Mark::FLOWS[side as usize])
    }
}
