//! §21.2.4, §21.2.5: what ships of war ask of the waters: which way a river flows, where Oceangoing NSPs float, and what lies on which
//! side of New Orleans.

use muster_sdk::{Index as _, Table};

use super::build::Builder;
use super::named;
use super::{Node, Water, Waters};
use crate::world::{Edge, Space};

/// Where a stretch of water lies on the way between the Gulf and the upper Mississippi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Reach {
    /// Not above New Orleans: the sea, its coasts and the rivers that it is reached by.
    Outer,
    /// The Mississippi from New Orleans to the Coastal Fort at its mouth, that Fort among them.
    Delta,
    /// The Mississippi above New Orleans, and all that is reached by it.
    Upper,
}

/// The same of all waters.
#[derive(Clone, Debug)]
pub(in crate::world) struct Courses {
    /// How far above the sea it lies, in stretches; below 0 down what leaves a river.
    heights: Table<Node, i16>,
    /// Whether it is a river, or a lake on one.
    flows: Table<Node, bool>,
    deep: Table<Node, bool>,
    reaches: Table<Node, Reach>,
    /// New Orleans, and the Coastal Fort at the mouth of the Mississippi.
    halts: Table<Node, bool>,
    /// The arms of the Mississippi below that Fort, which are no way for ships.
    arms: Table<Node, bool>,
    edges: Table<Node, Option<Edge>>,
    /// The names of the rivers along it.
    rivers: Table<Node, Vec<String>>,
}

impl Waters {
    /// §21.2.5: whether a way from one stretch of water to the next leads up a river, towards its source. To the other side of a corner
    /// at which two rivers meet it does.
    pub fn is_up(&self, from: Node, to: Node) -> bool {
        let Courses { heights, flows, .. } = &self.courses;
        flows[to] && (!flows[from] || heights[from] <= heights[to])
    }

    /// §21.2.5: whether Oceangoing NSPs may be there: the seas and their coasts, Tidal River Paths that are drawn whole, Coastal Forts and
    /// what they guard, the Mississippi up to Vicksburg.
    pub fn is_deep(&self, node: Node) -> bool {
        self.courses.deep[node]
    }

    /// On which side of New Orleans it lies.
    pub fn reach_of(&self, node: Node) -> Reach {
        self.courses.reaches[node]
    }

    /// §21.2.5: whether it is New Orleans, or the Coastal Fort below it.
    pub fn is_halt(&self, node: Node) -> bool {
        self.courses.halts[node]
    }

    /// §20.3.5, §H11: whether it is an arm of the Mississippi below its Coastal Fort, which is no way for ships.
    pub fn is_arm(&self, node: Node) -> bool {
        self.courses.arms[node]
    }

    /// §21.13.3: whether two stretches of water belong to one river, or one of them to none.
    pub fn is_one_river(&self, one: Node, other: Node) -> bool {
        let (one, other) = (&self.courses.rivers[one], &self.courses.rivers[other]);
        one.is_empty() || other.is_empty() || one.iter().any(|river| other.contains(river))
    }

    /// The hexside that a stretch of water lies along.
    pub fn edge_of(&self, node: Node) -> Option<Edge> {
        self.courses.edges[node]
    }
}

impl Builder<'_> {
    /// §18.1: whether all rivers of a hexside leave the Mississippi and flow into nothing but the sea.
    pub(super) fn leaves(&self, edge: Edge) -> bool {
        let rivers = self.rivers(edge);
        !rivers.is_empty() && rivers.iter().all(|river| named::DISTRIBUTARIES.contains(&river.as_str()))
    }

    pub(super) fn courses(&self) -> Courses {
        let joined = self.joined();
        let mut edges = self.all_with(None);
        let mut rivers = self.all_with(Vec::new());
        let mut away = self.all_with(false);
        let mut arms = self.all_with(false);
        for edge in self.atlas.edges() {
            let Some(node) = self.of_edge[edge] else { continue };
            edges[node] = Some(edge);
            rivers[node] = self.rivers(edge);
            away[node] = self.is_hexside(edge) && self.leaves(edge);
            arms[node] = self.has(edge, self.edges.delta);
        }
        let flows: Table<Node, bool> = self
            .nodes
            .iter()
            .map(|info| matches!(info.water, Water::River | Water::GreatRiver | Water::Lake))
            .collect();
        let heights = self.heights(&joined, &flows, &away);
        let mississippi = |node: &Node| self.nodes[node.place()].water == Water::GreatRiver && !arms[*node];
        let river: Vec<Node> = self.river(named::MISSISSIPPI).into_iter().filter(mississippi).collect();
        let up_to = |hex: &str| {
            let along = self.atlas.space(hex).map(|space| self.along(space, &river)).unwrap_or_default();
            along.into_iter().map(|node| heights[node]).max()
        };
        let (new_orleans, vicksburg) = (up_to(named::NEW_ORLEANS), up_to(named::VICKSBURG));
        let mut deep = self.at_sea(|node| arms[node]);
        let mut reaches = self.all_with(Reach::Outer);
        let mut halts = self.all_with(false);
        for &node in &river {
            let below = |top: Option<i16>| top.is_some_and(|top| heights[node] <= top);
            deep[node] |= below(vicksburg);
            reaches[node] = if below(new_orleans) { Reach::Delta } else { Reach::Upper };
        }
        for (node, mouth) in self.delta().iter().filter(|(node, delta)| **delta && !arms[*node]) {
            if *mouth && self.nodes[node.place()].water == Water::Fort {
                reaches[node] = Reach::Delta;
                halts[node] = true;
            }
        }
        for node in self.atlas.space(named::NEW_ORLEANS).map(|at| self.along(at, &river)).unwrap_or_default()
        {
            halts[node] = true;
        }
        self.spread_upward(&joined, &mut reaches);
        Courses { heights, flows, deep, reaches, halts, arms, edges, rivers }
    }

    fn all_with<R: Clone>(&self, row: R) -> Table<Node, R> {
        Table::new(vec![row; self.nodes.len()])
    }

    fn joined(&self) -> Vec<Vec<Node>> {
        let mut joined = vec![Vec::new(); self.nodes.len()];
        for &(one, other) in &self.links {
            joined[one.place()].push(other);
            joined[other.place()].push(one);
        }
        joined
    }

    /// Those of some waters that lie along a space.
    fn along(&self, space: Space, waters: &[Node]) -> Vec<Node> {
        let ways = self.atlas.edges_of(space).iter();
        ways.filter_map(|way| self.of_edge[way.edge]).filter(|node| waters.contains(node)).collect()
    }

    /// How far above the sea each stretch of a river lies. What leaves the Mississippi goes down from there, and the Tennessee above its
    /// shoals begins at them.
    fn heights(
        &self,
        joined: &[Vec<Node>],
        flows: &Table<Node, bool>,
        away: &Table<Node, bool>,
    ) -> Table<Node, i16> {
        let mut heights: Table<Node, Option<i16>> = self.all_with(None);
        let all = || (0..self.nodes.len()).map(Node::nth);
        let open = |node: Node| {
            matches!(
                self.nodes[node.place()].water,
                Water::Sea | Water::Bay | Water::Tidal | Water::Coast | Water::Fort
            )
        };
        let mut rise = |starts: Vec<(Node, i16)>, by: i16, fits: &dyn Fn(Node) -> bool| {
            let mut left = std::collections::VecDeque::from(starts);
            while let Some((node, height)) = left.pop_front() {
                if heights[node].is_some() {
                    continue;
                }
                heights[node] = Some(height);
                left.extend(joined[node.place()].iter().filter(|&&to| fits(to)).map(|&to| (to, height + by)));
            }
            heights.clone()
        };
        let risen = rise(all().filter(|&node| open(node)).map(|node| (node, 0)).collect(), 1, &|node| {
            flows[node] && !away[node] && self.nodes[node.place()].water != Water::Lake
        });
        // What leaves the Mississippi, river by river, begins where it leaves what lies highest; the lakes on it come last.
        let head = |heights: &Table<Node, Option<i16>>, node: Node| {
            let above = joined[node.place()].iter().filter(|&&from| flows[from]);
            let above = above.filter_map(|&from| heights[from]).max()?;
            heights[node].is_none().then_some((node, above - 1))
        };
        let mut fallen = risen;
        for river in named::DISTRIBUTARIES.map(|name| self.river(name)) {
            let start =
                river.iter().filter_map(|&node| head(&fallen, node)).max_by_key(|&(_, height)| height);
            fallen = rise(start.into_iter().collect(), -1, &|node| flows[node] && river.contains(&node));
        }
        let lakes = all().filter(|&node| flows[node]).filter_map(|node| head(&fallen, node)).collect();
        let fallen = rise(lakes, -1, &|node| flows[node]);
        let shoals = self.atlas.edge(named::ABOVE_SHOALS).and_then(|edge| self.of_edge[edge]);
        let shoals = shoals.filter(|&node| fallen[node].is_none());
        let done = rise(shoals.map(|node| (node, 1)).into_iter().collect(), 1, &|node| flows[node]);
        done.rows().map(|height| height.unwrap_or(0)).collect()
    }

    /// What is reached from the upper Mississippi without passing the delta lies above New Orleans too.
    fn spread_upward(&self, joined: &[Vec<Node>], reaches: &mut Table<Node, Reach>) {
        let mut left: Vec<Node> =
            reaches.iter().filter(|(_, reach)| **reach == Reach::Upper).map(|(node, _)| node).collect();
        while let Some(node) = left.pop() {
            for &to in &joined[node.place()] {
                if reaches[to] == Reach::Outer {
                    reaches[to] = Reach::Upper;
                    left.push(to);
                }
            }
        }
    }
}
