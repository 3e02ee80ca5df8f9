//! What can be reached over edges, at what cost, and how.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::atlas::{Atlas, EdgeId, SpaceId, Way};

/// A space that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The space.
    pub space: SpaceId,
    /// The least that it costs to get there.
    pub cost: u32,
    /// Over which edge and from which space one comes to it; none for where the search started.
    pub from: Option<(EdgeId, SpaceId)>,
}

/// Everything that can be reached within a limit; made by [`Atlas::reach`]. To search many times without
/// allocating, keep one and use [`Reach::search`].
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Per space where it stands in `found`, plus one; 0 if it wasn't reached.
    places: Vec<u16>,
    found: Vec<Reached>,
    heap: BinaryHeap<Reverse<(u32, u16, SpaceId)>>,
}

impl Reach {
    /// Begins a new search from all these spaces at once. See [`Atlas::reach`].
    pub fn search(
        &mut self,
        atlas: &Atlas,
        from: &[SpaceId],
        limit: u32,
        mut cost: impl FnMut(SpaceId, EdgeId, SpaceId) -> Option<u32>,
    ) {
        self.places.clear();
        self.places.resize(atlas.space_count(), 0);
        self.found.clear();
        self.heap.clear();
        for &space in from {
            self.offer(Reached { space, cost: 0, from: None });
        }
        while let Some(Reverse((spent, _, space))) = self.heap.pop() {
            if self.cost(space) != Some(spent) {
                continue;
            }
            for &Way { edge, to } in atlas.edges_of(space) {
                let Some(total) = cost(space, edge, to).and_then(|cost| spent.checked_add(cost)) else {
                    continue;
                };
                if total <= limit {
                    self.offer(Reached { space: to, cost: total, from: Some((edge, space)) });
                }
            }
        }
        self.found.sort_by_key(|reached| (reached.cost, reached.space));
        for (index, reached) in self.found.iter().enumerate() {
            self.places[usize::from(reached.space.0)] = index as u16 + 1;
        }
    }

    /// Notes a way to a space if it is cheaper than what is known. Of ways that cost the same the first found stays.
    fn offer(&mut self, reached: Reached) {
        let place = &mut self.places[usize::from(reached.space.0)];
        if *place == 0 {
            self.found.push(reached);
            *place = self.found.len() as u16;
        } else {
            let known = &mut self.found[usize::from(*place) - 1];
            if known.cost <= reached.cost {
                return;
            }
            *known = reached;
        }
        self.heap.push(Reverse((reached.cost, *place, reached.space)));
    }

    fn get(&self, space: SpaceId) -> Option<&Reached> {
        let place = *self.places.get(usize::from(space.0))?;
        self.found.get(usize::from(place).checked_sub(1)?)
    }

    /// All that can be reached, the start included, the cheapest first and by number where costs are equal.
    pub fn all(&self) -> &[Reached] {
        &self.found
    }

    /// What it costs to get to a space; none if it can't be reached.
    pub fn cost(&self, space: SpaceId) -> Option<u32> {
        self.get(space).map(|reached| reached.cost)
    }

    /// Whether a space can be reached.
    pub fn contains(&self, space: SpaceId) -> bool {
        self.get(space).is_some()
    }

    /// The way to a space.
    pub fn path(&self, to: SpaceId) -> Option<Path> {
        let mut reached = self.get(to)?;
        let mut path = Path { cost: reached.cost, spaces: vec![to], edges: Vec::new() };
        while let Some((edge, from)) = reached.from {
            path.edges.push(edge);
            path.spaces.push(from);
            reached = self.get(from)?;
        }
        path.spaces.reverse();
        path.edges.reverse();
        Some(path)
    }
}

/// A way from one space to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// What it costs.
    pub cost: u32,
    /// Its spaces, both ends included.
    pub spaces: Vec<SpaceId>,
    /// Its edges, one fewer than spaces.
    pub edges: Vec<EdgeId>,
}

/// Ways over edges, on boards of any kind.
impl Atlas {
    /// Everything that can be reached from a space at no more than `limit`.
    ///
    /// `cost` tells what it costs to go from a space over an edge to the space beyond, or none if that is
    /// forbidden. It is asked for each way out of every space reached, so a rule by which a unit must stop
    /// somewhere says: none if the space that it would leave is such a one and not the start. The order of search, and
    /// so which of several equally cheap ways is found, depends on the board alone.
    pub fn reach(
        &self,
        from: SpaceId,
        limit: u32,
        cost: impl FnMut(SpaceId, EdgeId, SpaceId) -> Option<u32>,
    ) -> Reach {
        let mut reach = Reach::default();
        reach.search(self, &[from], limit, cost);
        reach
    }

    /// The cheapest way from one space to another at no more than `limit`; `cost` as for [`reach`](Atlas::reach).
    pub fn path(
        &self,
        from: SpaceId,
        to: SpaceId,
        limit: u32,
        cost: impl FnMut(SpaceId, EdgeId, SpaceId) -> Option<u32>,
    ) -> Option<Path> {
        self.reach(from, limit, cost).path(to)
    }

    /// Every space that is connected to one, itself included, over steps that are `open`; sorted.
    pub fn connected(
        &self,
        from: SpaceId,
        mut open: impl FnMut(SpaceId, EdgeId, SpaceId) -> bool,
    ) -> Vec<SpaceId> {
        let reach = self.reach(from, 0, |a, edge, b| open(a, edge, b).then_some(0));
        reach.all().iter().map(|reached| reached.space).collect()
    }
}
