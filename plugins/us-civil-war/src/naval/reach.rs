//! §15.3, §15.4, §20.3.3 to §20.3.5, §20.5.1, §20.5.5: where ships with land units can go, and where they can put them ashore.

use muster_sdk::Table;

use super::Mark;
use crate::state::{Means, UsCivilWar};
use crate::world::{Kind, Node, Port, Side, Space, Water};

/// Waters that ships reach, and those next to them where they have no control.
#[derive(Clone, Debug, Default)]
struct Course {
    /// In the order in which they are reached, those of the start first.
    reached: Vec<Node>,
    /// Beyond what can be passed.
    beyond: Vec<Node>,
}

/// The spaces that ships can put land units ashore in, each list in the order of the board file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Landfalls {
    /// Those of waters that the side controls.
    pub(crate) open: Vec<Space>,
    /// Those that can be stormed: one stretch of water without own control may be entered on the way (§20.5.1).
    pub(crate) stormed: Vec<Space>,
}

impl UsCivilWar {
    /// §20.3.3, §20.3.4: the waters that a side's River Transport can reach from a space, in the order in which it does, those at the
    /// space itself first. It goes only where the side has control that originates from a port which is a source; it passes nothing
    /// of the enemy's that blocks, even if that is trumped, and no island that isn't the side's; the open sea is closed to it, and
    /// to the Confederates the Chesapeake Bay (§20.4).
    pub fn reach(&self, side: Side, from: Space) -> Vec<Node> {
        self.course_by_river(side, self.world.waters.shore(from)).reached
    }

    fn course_by_river(&self, side: Side, starts: &[Node]) -> Course {
        let naval = self.naval();
        let way = |node: Node| self.is_river_way(side, node);
        let passes = |node| naval.passes(side, node) && self.may_pass_island(side, node);
        self.course(side, starts, way, |node| naval.flows(side, node), passes)
    }

    /// §20.3.5: the waters that Ocean Transport can reach: coasts, Tidal River Paths, the seas, and the Mississippi, on which no Ocean
    /// Port lies above New Orleans.
    fn course_by_sea(&self, starts: &[Node]) -> Course {
        let naval = self.naval();
        let way = |node: Node| self.is_ocean_way(node);
        let passes = |node| naval.passes(Side::Us, node) && self.may_pass_island(Side::Us, node);
        self.course(Side::Us, starts, way, |node| naval.flows(Side::Us, node), passes)
    }

    /// §15.3: the waters that Strategic River Movement reaches from some of them: all the way the side has Naval Control, of whatever
    /// origin. Tidal River Paths are both sides', the Chesapeake Bay's the Union's (§20.4); the open sea is no Navigable Waterway
    /// (§20.1.2).
    pub(crate) fn strategic_waters(&self, side: Side, starts: &[Node]) -> Vec<Node> {
        self.course(side, starts, |node| self.is_strategic_way(side, node), |_| true, |_| true).reached
    }

    /// §15.3: whether a side has Naval Control of a Navigable Waterway, or shares it.
    pub(crate) fn is_strategic_way(&self, side: Side, node: Node) -> bool {
        let naval = self.naval();
        let shared = self.world.waters.nodes[node].water.is_shared() && naval.flows(side, node);
        self.is_river_way(side, node) && (shared || naval.of(node) == Some(side))
    }

    /// §15.4: the waters that Union Strategic Ocean Movement reaches from those of an ocean port, past no Confederate Fort, Coastal
    /// Fort or gate, whoever controls them.
    pub(crate) fn ocean_waters(&self, starts: &[Node]) -> Vec<Node> {
        let marks = &self.naval().marks;
        self.course(Side::Us, starts, |_| true, |_| true, |node| !marks[node].has(Mark::GUARDED)).reached
    }

    /// §20.5.5: the waters that a Confederate landing can reach: its control reaches over the Union's up to what blocks it, the Union's
    /// ports and Entrenchments on rivers of Type 1 and its Forts everywhere.
    fn by_raid(&self, starts: &[Node]) -> Course {
        let (waters, naval) = (&self.world.waters, self.naval());
        let ports = self
            .sources(Side::Cs)
            .flat_map(|port| waters.port(port).iter().copied().chain(waters.harbour(port)));
        let open =
            |node: Node| !naval.marks[node].has(Mark::SHUT[Side::Cs as usize]) && !self.port_bars_raid(node);
        let controlled = self.flooded(ports, open);
        let way = |node: Node| self.is_river_way(Side::Cs, node);
        let blocked = |node: Node| {
            naval.marks[node].has(Mark::STOPS[Side::Cs as usize]) || self.has_port_on(Side::Us, node)
        };
        self.course(
            Side::Cs,
            starts,
            way,
            |node| controlled[node],
            |node| !blocked(node) && self.may_pass_island(Side::Cs, node),
        )
    }

    /// §20.5.5: whether a Union port blocks a raid on a river of Type 1, where no Confederate Fort trumps it (§20.1.5).
    fn port_bars_raid(&self, node: Node) -> bool {
        let faces = self.world.waters.nodes[node].faces.iter().flatten();
        let guarded =
            faces.into_iter().any(|face| self.fort(face.space).is_some_and(|(side, _)| side == Side::Cs));
        !guarded && self.has_port_on(Side::Us, node)
    }

    fn has_port_on(&self, side: Side, node: Node) -> bool {
        let info = &self.world.waters.nodes[node];
        let mut faces = info.faces.iter().flatten();
        info.water == Water::River && faces.any(|face| face.port && self.controls(side, face.space))
    }

    /// Whether ships on River Transport can be here at all.
    fn is_river_way(&self, side: Side, node: Node) -> bool {
        let waters = &self.world.waters;
        let open = !matches!(waters.nodes[node].water, Water::Sea | Water::Port | Water::Strait);
        open && !(side == Side::Cs && waters.is_northern(node))
    }

    /// Whether ships on Ocean Transport can.
    fn is_ocean_way(&self, node: Node) -> bool {
        let water = self.world.waters.nodes[node].water;
        matches!(water, Water::Coast | Water::Fort | Water::Tidal | Water::Sea | Water::GreatRiver)
    }

    /// What ships reach over links from waters, where there is a way for them, and control; at the start nothing is passed yet.
    fn course(
        &self,
        side: Side,
        starts: &[Node],
        way: impl Fn(Node) -> bool,
        controls: impl Fn(Node) -> bool,
        passes: impl Fn(Node) -> bool,
    ) -> Course {
        let waters = &self.world.waters;
        let narrows = self.narrows();
        let mut seen = waters.nodes.all_with(false);
        let mut course = Course::default();
        for &node in starts {
            if way(node) && controls(node) && !std::mem::replace(&mut seen[node], true) {
                course.reached.push(node);
            }
        }
        let here = course.reached.len();
        let mut next = 0;
        while let Some(&node) = course.reached.get(next) {
            let on = next < here || passes(node);
            next += 1;
            if !on {
                continue;
            }
            for &to in waters.links(node) {
                let down = side == Side::Us && narrows == Some([node, to]);
                if down || !way(to) || std::mem::replace(&mut seen[to], true) {
                    continue;
                }
                if controls(to) { course.reached.push(to) } else { course.beyond.push(to) }
            }
        }
        course
    }

    fn may_pass_island(&self, side: Side, node: Node) -> bool {
        let island =
            self.world.waters.nodes[node].space.filter(|&space| self.world.space(space).kind == Kind::Island);
        island.is_none_or(|space| self.controls(side, space))
    }

    /// By node: what is joined to some waters by waters that are open.
    fn flooded(&self, starts: impl Iterator<Item = Node>, open: impl Fn(Node) -> bool) -> Table<Node, bool> {
        let waters = &self.world.waters;
        let mut seen = waters.nodes.all_with(false);
        let mut left: Vec<Node> = starts.collect();
        while let Some(node) = left.pop() {
            if open(node)
                && !std::mem::replace(&mut seen[node], true)
                && waters.nodes[node].water != Water::Port
            {
                left.extend(waters.links(node));
            }
        }
        seen
    }

    // -------- Where units go ashore

    /// §20.2.1, §20.3.4: whether a space serves Naval Transport as a port: a port, a Coastal Fort or an Island (§M2, §M5).
    pub(crate) fn is_haven(&self, space: Space) -> bool {
        let info = self.world.space(space);
        info.port != Port::None || info.kind == Kind::Island
    }

    /// §20.3.5: the same for Ocean Transport.
    fn is_ocean_haven(&self, space: Space) -> bool {
        let info = self.world.space(space);
        info.port == Port::Ocean || info.kind == Kind::Island
    }

    /// The waters on which a space serves as a port.
    fn quays(&self, space: Space) -> impl Iterator<Item = Node> + '_ {
        let waters = &self.world.waters;
        let island = self.world.space(space).kind == Kind::Island;
        let around = waters.of_space(space).filter(|_| island);
        waters.port(space).iter().copied().chain(around)
    }

    /// §20.3.4, §20.3.5, §20.5.1: where a side's Naval Transport can put ashore what it takes from a space. `raids` if it may be a
    /// Confederate landing (§20.5.5).
    pub(crate) fn landfalls(&self, side: Side, from: Space, means: Means, raids: bool) -> Landfalls {
        let quays: Vec<Node> =
            if self.controls(side, from) { self.quays(from).collect() } else { Vec::new() };
        let mut found = Landfalls::default();
        if means == Means::Ocean {
            if side == Side::Us && self.is_ocean_haven(from) {
                let course = self.course_by_sea(&quays);
                found.open = self.banks_of(&course.reached, |node, space| self.is_ocean_end(node, space));
                found.stormed = self.storms(course, |node, space| self.is_ocean_end(node, space));
            }
            return found;
        }
        let course = self.course_by_river(side, &quays);
        found.open = self.banks_of(&course.reached, |_, _| true);
        if side == Side::Us {
            found.stormed = self.storms(course, |_, _| true);
        } else if raids {
            found.stormed = self.storms(self.by_raid(&quays), |_, _| true);
        }
        // Who doesn't start in a port ends in one (§20.3.4).
        let shore = self.course_by_river(side, self.world.waters.shore(from));
        let ends = |node: Node, space: Space| {
            self.is_haven(space) && self.controls(side, space) && self.quays(space).any(|quay| quay == node)
        };
        found.open.extend(self.banks_of(&shore.reached, ends));
        found.open.sort_unstable();
        found.open.dedup();
        found
    }

    fn is_ocean_end(&self, node: Node, space: Space) -> bool {
        self.is_ocean_haven(space) && self.quays(space).any(|quay| quay == node)
    }

    /// §20.5.1: what can be stormed along a course and one stretch of water beyond it.
    fn storms(&self, course: Course, fits: impl Fn(Node, Space) -> bool) -> Vec<Space> {
        let Course { mut reached, beyond } = course;
        reached.extend(beyond);
        self.banks_of(&reached, fits)
    }

    fn banks_of(&self, nodes: &[Node], fits: impl Fn(Node, Space) -> bool) -> Vec<Space> {
        let waters = &self.world.waters;
        let mut banks: Vec<Space> = nodes
            .iter()
            .flat_map(|&node| waters.banks(node).map(move |space| (node, space)))
            .filter(|&(node, space)| fits(node, space))
            .map(|(_, space)| space)
            .collect();
        banks.sort_unstable();
        banks.dedup();
        banks
    }
}
