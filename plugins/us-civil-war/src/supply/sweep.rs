//! How Lines of Communication run (§13.5.3): from Depot to Depot, 4 MPs by land or as far as a railroad or water goes.

use muster_sdk::{Index as _, Table};

use super::lay::View;
use super::ties::Ties;
use crate::world::{Space, Theater};

/// MPs between two Depots (§13.5.3).
const RANGE: u8 = 4;
/// Out of range.
const FAR: u8 = u8::MAX;

/// The Depots on each line.
#[derive(Debug)]
pub(crate) struct Depots {
    first: Vec<u16>,
    listed: Vec<Space>,
    /// By space: whether it is a Depot that lines can go into.
    open: Vec<bool>,
    /// By space where the lines that it is on begin and end among `lines`.
    lines_of: Table<Space, (u16, u16)>,
    lines: Vec<u16>,
}

impl Depots {
    /// Those of a side. A Depot is on its railroad, if `runs` says that the side has that, on the waters of its port, and with SPs or
    /// a Fort on those along it (§13.5.3).
    pub(crate) fn find(view: &View, ties: &Ties, runs: impl Fn(u16) -> bool) -> Self {
        let mut found = Self::none(view, ties);
        let mut depots = Vec::new();
        for space in view.places() {
            if !view.is_depot(space) || view.bars_line(space) {
                continue;
            }
            found.open[space.place()] = true;
            let start = found.lines.len();
            found.lines.extend(ties.railroad(view, space).filter(|&line| runs(line)));
            found.lines.extend(ties.at_port(view, space));
            if view.stands(space) {
                found.lines.extend(ties.along_shore(view, space));
            }
            for &line in &found.lines[start..] {
                found.first[usize::from(line) + 2] += 1;
            }
            found.lines_of[space] = (start as u16, found.lines.len() as u16);
            depots.push(space);
        }
        for line in 2..found.first.len() {
            found.first[line] += found.first[line - 1];
        }
        found.listed = vec![Space::nth(0); found.lines.len()];
        for space in depots {
            let (start, end) = found.span(space);
            for place in start..end {
                let next = &mut found.first[usize::from(found.lines[place]) + 1];
                found.listed[usize::from(*next)] = space;
                *next += 1;
            }
        }
        found
    }

    /// None at all: lines of 4 MPs alone.
    pub(crate) fn none(view: &View, ties: &Ties) -> Self {
        Self {
            first: vec![0; usize::from(ties.lines) + 2],
            listed: Vec::new(),
            open: vec![false; view.spaces()],
            lines_of: view.all_with((0, 0)),
            lines: Vec::new(),
        }
    }

    fn span(&self, space: Space) -> (usize, usize) {
        let (start, end) = self.lines_of[space];
        (start.into(), end.into())
    }

    /// Whether a space is a Depot that lines can go into.
    pub(crate) fn is_open(&self, space: Space) -> bool {
        self.open[space.place()]
    }

    /// The lines that a Depot is on.
    pub(crate) fn lines(&self, space: Space) -> &[u16] {
        let (start, end) = self.span(space);
        &self.lines[start..end]
    }

    /// By line: the first of those that it is joined with by Depots.
    pub(crate) fn joined(&self) -> Vec<u16> {
        let mut first: Vec<u16> = (0..self.first.len() as u16).collect();
        fn root(first: &mut [u16], line: u16) -> u16 {
            let mut at = line;
            while first[usize::from(at)] != at {
                let up = first[usize::from(first[usize::from(at)])];
                first[usize::from(at)] = up;
                at = up;
            }
            at
        }
        for &(start, end) in self.lines_of.rows().filter(|(start, end)| start < end) {
            let lines = &self.lines[usize::from(start)..usize::from(end)];
            for &line in &lines[1..] {
                let (one, other) = (root(&mut first, lines[0]), root(&mut first, line));
                first[usize::from(one.max(other))] = one.min(other);
            }
        }
        for line in 0..first.len() as u16 {
            first[usize::from(line)] = root(&mut first, line);
        }
        first
    }

    /// The Depots on a line.
    pub(crate) fn on(&self, line: u16) -> &[Space] {
        let line = usize::from(line);
        &self.listed[self.first[line].into()..self.first[line + 1].into()]
    }
}

/// Which way lines are followed: costs and what may be entered depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Along {
    /// Towards the Supply Source: as a unit traces its line.
    Inward,
    /// From the source: all spaces whose lines lead to it.
    Outward,
}

/// A search along Lines of Communication.
pub(crate) struct Sweep<'a> {
    view: View<'a>,
    depots: &'a Depots,
    along: Along,
    /// The theater that it stays in.
    within: Option<Theater>,
    /// By space: MPs to the nearest Depot of the network, or [`FAR`].
    least: Table<Space, u8>,
    used: Vec<bool>,
    /// By MPs spent: spaces to go on from.
    waiting: [Vec<Space>; RANGE as usize],
    /// The Depots reached, in the order in which they were.
    pub(crate) reached: Vec<Space>,
}

impl<'a> Sweep<'a> {
    pub(crate) fn new(view: View<'a>, ties: &Ties, depots: &'a Depots, along: Along) -> Self {
        Self {
            view,
            depots,
            along,
            within: None,
            least: view.all_with(FAR),
            used: vec![false; ties.lines.into()],
            waiting: Default::default(),
            reached: Vec::new(),
        }
    }

    /// The same in one theater: no line leaves it.
    pub(crate) fn within(self, theater: Theater) -> Self {
        Self { within: Some(theater), ..self }
    }

    fn stays(&self, space: Space) -> bool {
        self.within.is_none_or(|theater| self.view.game.world.space(space).theater == Some(theater))
    }

    /// Whether a space is within 4 MPs of the network.
    pub(crate) fn has(&self, space: Space) -> bool {
        self.least[space] <= RANGE
    }

    /// Marks the spaces that it has come to, and those next to them, which it looked at.
    pub(super) fn mark(&self, marks: &mut Table<Space, bool>) {
        for (space, _) in self.least.iter().filter(|(_, least)| **least <= RANGE) {
            marks[space] = true;
            self.view.net.links(space).iter().for_each(|link| marks[link.to] = true);
        }
    }

    /// Forgets what was found.
    pub(crate) fn clear(&mut self) {
        self.least.rows_mut().for_each(|least| *least = FAR);
        self.used.fill(false);
        self.waiting.iter_mut().for_each(Vec::clear);
        self.reached.clear();
    }

    /// Takes a space into the network to search from it, whatever it is.
    pub(crate) fn begin(&mut self, space: Space) {
        if self.least[space] > 0 && self.stays(space) {
            self.least[space] = 0;
            self.waiting[0].push(space);
            self.join(space);
        }
    }

    /// Takes in the Depots on the lines of a Depot.
    fn join(&mut self, depot: Space) {
        self.reached.push(depot);
        for &line in self.depots.lines(depot) {
            if !std::mem::replace(&mut self.used[usize::from(line)], true) {
                for &other in self.depots.on(line) {
                    self.begin(other);
                }
            }
        }
    }

    /// Searches until `enough` says so of the Depots reached, or everything is found; whether it did.
    pub(crate) fn run(&mut self, mut enough: impl FnMut(&[Space]) -> bool) -> bool {
        loop {
            if enough(&self.reached) {
                return true;
            }
            let Some((spent, at)) = self.next() else { return false };
            if self.least[at] == spent {
                self.spread(at, spent);
            }
        }
    }

    fn next(&mut self) -> Option<(u8, Space)> {
        let nearest = self.waiting.iter_mut().enumerate().find(|(_, spaces)| !spaces.is_empty());
        nearest.and_then(|(spent, spaces)| spaces.pop().map(|at| (spent as u8, at)))
    }

    fn spread(&mut self, at: Space, spent: u8) {
        let view = self.view;
        if self.along == Along::Outward && view.bars_line(at) {
            return;
        }
        let toll = view.toll(at);
        for link in view.net.links(at) {
            let to = link.to;
            let cost = match self.along {
                Along::Inward if view.bars_line(to) => continue,
                Along::Inward => link.there + view.toll(to),
                Along::Outward => link.back + toll,
            };
            let spent = spent + cost;
            if spent > RANGE || spent >= self.least[to] || !view.crosses(at, link) || !self.stays(to) {
                continue;
            }
            if self.depots.is_open(to) {
                self.begin(to);
            } else {
                self.least[to] = spent;
                if spent < RANGE {
                    self.waiting[usize::from(spent)].push(to);
                }
            }
        }
    }
}
