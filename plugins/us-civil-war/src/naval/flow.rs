//! How control spreads along the waters.

use muster_sdk::Table;

use super::{Mark, NO_BODY};
use crate::world::{Node, Side, Space, Water, Waters};

/// Waters over which something spreads.
pub(super) struct Flow<'a> {
    waters: &'a Waters,
    marks: &'a mut Table<Node, Mark>,
    /// A link that the Union doesn't go down (§S1.3).
    narrows: Option<[Node; 2]>,
    /// By side: the nodes that its control flows to, the nearest to a source first.
    reached: [Vec<Node>; 2],
}

impl<'a> Flow<'a> {
    pub(super) fn new(
        waters: &'a Waters,
        marks: &'a mut Table<Node, Mark>,
        narrows: Option<[Node; 2]>,
    ) -> Self {
        let room = || Vec::with_capacity(waters.nodes.len());
        Self { waters, marks, narrows, reached: [room(), room()] }
    }

    /// §20.1.3, §20.1.4: a side's control, from the waters that its ports open onto until it is blocked, or meets the enemy's that
    /// was there before.
    pub(super) fn flood(&mut self, side: Side, sources: impl Iterator<Item = Space>) {
        for port in sources {
            for &node in self.waters.port(port) {
                self.enter(side, node);
            }
            if let Some(node) = self.waters.harbour(port) {
                self.enter(side, node);
            }
        }
        let mut next = 0;
        while let Some(&node) = self.reached[side as usize].get(next) {
            next += 1;
            if self.waters.nodes[node].water == Water::Port {
                continue;
            }
            for &to in self.waters.links(node) {
                if !(side == Side::Us && self.narrows == Some([node, to])) {
                    self.enter(side, to);
                }
            }
        }
    }

    fn enter(&mut self, side: Side, node: Node) {
        let (own, foe) = (side as usize, side.other() as usize);
        let shared = self.waters.nodes[node].water.is_shared();
        let mark = &mut self.marks[node];
        let held = mark.has(Mark::OWNED[foe]) && !shared;
        if held || mark.has(Mark::SHUT[own]) || mark.has(Mark::FLOWS[own]) {
            return;
        }
        mark.set(Mark::FLOWS[own]);
        mark.set_if(!shared, Mark::OWNED[own]);
        self.reached[own].push(node);
    }

    /// §13.3.1: what the sea reaches without passing a Confederate Fort, Coastal Fort or gate.
    pub(super) fn flood_from_sea(&mut self) {
        let mut reached = self.waters.seas.clone();
        for &sea in &reached {
            self.marks[sea].set(Mark::AT_SEA);
        }
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            next += 1;
            let guarded = self.marks[node].has(Mark::GUARDED);
            if guarded || self.waters.nodes[node].water == Water::Port {
                continue;
            }
            for &to in self.waters.links(node) {
                if !self.marks[to].has(Mark::AT_SEA) {
                    self.marks[to].set(Mark::AT_SEA);
                    reached.push(to);
                }
            }
        }
    }

    /// §13.4.3: the bodies of water that a side's paths can use as one, numbered from 0 in the order in which control reached them.
    pub(super) fn bodies(&self, side: Side) -> (Table<Node, u16>, u16) {
        let own = side as usize;
        let mut body = self.waters.nodes.all_with(NO_BODY);
        let mut count = 0;
        let mut spread = Vec::with_capacity(self.reached[own].len());
        let passes = |node: Node| {
            let mark = self.marks[node];
            mark.has(Mark::FLOWS[own])
                && !mark.has(Mark::STOPS[own])
                && self.waters.nodes[node].water != Water::Port
        };
        for &start in self.reached[own].iter().filter(|&&node| passes(node)) {
            if body[start] != NO_BODY {
                continue;
            }
            body[start] = count;
            spread.clear();
            spread.push(start);
            while let Some(node) = spread.pop() {
                for &to in self.waters.links(node) {
                    let narrow = side == Side::Us && self.is_narrow(node, to);
                    if body[to] == NO_BODY && passes(to) && !narrow {
                        body[to] = count;
                        spread.push(to);
                    }
                }
            }
            count += 1;
        }
        // A path may end where something blocks.
        for &node in self.reached[own].iter().filter(|&&node| !passes(node)) {
            if self.waters.nodes[node].water == Water::Port {
                continue;
            }
            let from = self.waters.links(node).iter().filter(|&&to| passes(to)).map(|&to| body[to]).min();
            body[node] = from.unwrap_or_else(|| {
                count += 1;
                count - 1
            });
        }
        (body, count)
    }

    fn is_narrow(&self, one: Node, other: Node) -> bool {
        self.narrows.is_some_and(|both| both == [one, other] || both == [other, one])
    }
}
