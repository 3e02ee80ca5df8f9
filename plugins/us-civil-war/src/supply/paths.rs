//! §13.4, 6.5.1: Supply Paths and railroad control, which depend on each other.

use std::sync::OnceLock;

use muster_sdk::Table;

use super::lay::View;
use super::sources::Primaries;
use super::ties::Ties;
use crate::world::{Port, Side, Space};

/// What carries Supply Paths of a side.
#[derive(Debug)]
pub(crate) struct Paths {
    pub(crate) ties: Ties,
    /// By space: whether it is a Primary Supply Source.
    pub(crate) primary: Table<Space, bool>,
    /// By railroad: whether the side controls it (§6.5.1).
    pub(crate) held: Vec<bool>,
    /// By line: whether it leads to a Primary Supply Source.
    pub(crate) fed: Vec<bool>,
    /// Where Lines of Communication were followed, or stopped, to say what is a Primary Supply Source.
    followed: Option<Table<Space, bool>>,
    full: OnceLock<Full>,
}

/// §13.1.1: where a side is in Full Supply.
#[derive(Debug)]
pub(super) struct Full {
    /// By space: by land.
    pub(super) by_land: Table<Space, bool>,
    /// By space: River Supply among it, which isn't for empty places.
    pub(super) all: Table<Space, bool>,
}

impl Paths {
    /// C86: from nothing, what leads to a Primary Supply Source is found, then what that puts in Full Supply, then the railroads that
    /// these control, until nothing is added. What is cut off from every source so never feeds itself.
    pub(crate) fn find(view: &View, ties: Ties, primaries: Primaries) -> Self {
        let mut paths = Self {
            held: vec![false; ties.rails.into()],
            fed: vec![false; ties.lines.into()],
            primary: primaries.sources,
            followed: primaries.followed,
            full: OnceLock::new(),
            ties,
        };
        let harbours = Harbours::find(view, &paths.ties);
        let sources: Vec<Space> = view.bases().filter(|&at| paths.primary[at]).collect();
        let anchors: Vec<(Space, u16)> = view.anchorages().filter_map(|at| paths.anchor(view, at)).collect();
        loop {
            paths.feed(view, &sources, &harbours);
            let mut more = false;
            for &(at, rail) in &anchors {
                let rail = usize::from(rail);
                if !paths.held[rail] && (view.is_north_exit(at) || paths.is_full(view, at)) {
                    paths.held[rail] = true;
                    more = true;
                }
            }
            if !more {
                return paths;
            }
        }
    }

    /// §6.5.2: those of the Confederacy; where both sides would control a railroad the Union does.
    pub(super) fn beside(view: &View, us: &Self) -> Self {
        let primaries = view.primaries(&Ties::find(view, |_| false));
        Self::find(view, Ties::find(view, |space| us.runs(space)), primaries)
    }

    /// Whether a space is among those that the primary sources depend on by more than the lines that join Depots.
    pub(super) fn followed(&self, space: Space) -> bool {
        self.followed.as_ref().is_some_and(|followed| followed[space])
    }

    /// Whether the same railroads are controlled as by others of the side.
    pub(super) fn runs_like(&self, others: &Self) -> bool {
        self.ties.rail.all().all(|space| self.runs(space) == others.runs(space))
    }

    /// §6.5.1: an Objective or Resource Hex or a port of the side on a railroad, and the railroad; or a northern exit, beyond which
    /// there are more of them.
    fn anchor(&self, view: &View, at: Space) -> Option<(Space, u16)> {
        let anchors = view.holds(at) && (view.is_key(at) || view.is_port(at)) || view.is_north_exit(at);
        let rail = self.ties.railroad(view, at).filter(|_| anchors)?;
        Some((at, rail))
    }

    /// The number of the railroad of a space that the side controls there.
    pub(crate) fn railroad(&self, view: &View, space: Space) -> Option<u16> {
        self.ties.railroad(view, space).filter(|&rail| self.held[usize::from(rail)])
    }

    /// §13.4.3, 13.4.4: the lines that lead to a Primary Supply Source: those with one on them, and those that a port joins to such
    /// a line.
    fn feed(&mut self, view: &View, sources: &[Space], harbours: &Harbours) {
        for &at in sources {
            if let Some(rail) = self.railroad(view, at) {
                self.fed[usize::from(rail)] = true;
            }
        }
        loop {
            let mut more = false;
            for (port, rail, waters) in harbours.iter() {
                let rail = rail.filter(|&rail| self.held[usize::from(rail)]);
                let joined = || rail.into_iter().chain(waters.iter().copied()).map(usize::from);
                if self.primary[port] || joined().any(|line| self.fed[line]) {
                    for line in joined() {
                        more |= !std::mem::replace(&mut self.fed[line], true);
                    }
                }
            }
            if !more {
                return;
            }
        }
    }

    /// §13.4.2: whether the overland portion of a Supply Path can end in a space: a Primary Supply Source, a railroad or a port that
    /// leads to one.
    fn gives(&self, view: &View, at: Space) -> bool {
        let fed = |line: u16| self.fed[usize::from(line)];
        self.primary[at]
            || view.net.has_rail(at) && self.railroad(view, at).is_some_and(fed)
            || self.ties.at_port(view, at).any(fed)
    }

    /// §13.3.4: River Supply.
    pub(crate) fn has_river_supply(&self, view: &View, at: Space) -> bool {
        self.ties.along_shore(view, at).any(|line| self.fed[usize::from(line)])
    }

    /// §13.1.1, 13.4: whether a place is in Full Supply: one that only River Supply reaches if the side has units there, for which alone
    /// that is (§13.3.4, M2).
    fn is_full(&self, view: &View, at: Space) -> bool {
        match view.ward(at) {
            Some(Ward::Own) => true,
            Some(Ward::Of(port)) => view.holds(port) && self.reaches(view, port),
            None => self.reaches(view, at),
        }
    }

    fn reaches(&self, view: &View, at: Space) -> bool {
        let beside = |link: &crate::world::Link| {
            !view.bars_path(link.to) && self.gives(view, link.to) && view.crosses(at, link)
        };
        self.gives(view, at)
            || view.stands(at) && self.has_river_supply(view, at)
            || view
                .net
                .links(at)
                .iter()
                .any(|link| view.ward(link.to).is_none_or(Ward::is_own) && beside(link))
    }

    /// Whether it has been found where the side is in Full Supply.
    pub(super) fn is_laid(&self) -> bool {
        self.full.get().is_some()
    }

    /// Where the side is in Full Supply.
    pub(super) fn full(&self, view: &View) -> &Full {
        self.full.get_or_init(|| {
            let by_land = self.full_by_land(view);
            let mut all = by_land.clone();
            for space in view.shores() {
                all[space] =
                    by_land[space] || view.ward(space).is_none() && self.has_river_supply(view, space);
            }
            for &fort in &view.game.world.places.forts {
                if let Some(Ward::Of(port)) = view.ward(fort) {
                    all[fort] = view.holds(port) && all[port];
                }
            }
            Full { by_land, all }
        })
    }

    /// What [`is_full`](Self::is_full) says of all spaces, outward from what gives supply; River Supply is left out.
    fn full_by_land(&self, view: &View) -> Table<Space, bool> {
        let mut full = view.all_with(false);
        let mut wards = Vec::new();
        // What gives supply is a source, a port or on a railroad.
        for at in view.bases().chain(view.net.railways().iter().copied()) {
            match view.ward(at) {
                Some(Ward::Of(port)) => wards.push((at, port)),
                Some(Ward::Own) => {
                    full[at] = true;
                    self.spread(view, at, &mut full);
                }
                None => self.spread(view, at, &mut full),
            }
        }
        for (fort, port) in wards {
            let by_river = || view.stands(port) && self.has_river_supply(view, port);
            full[fort] = view.holds(port) && (full[port] || by_river());
        }
        full
    }

    /// Puts a space and those one hex from it in Full Supply, if it gives that.
    fn spread(&self, view: &View, at: Space, full: &mut Table<Space, bool>) {
        if !self.gives(view, at) {
            return;
        }
        full[at] = true;
        if !view.bars_path(at) {
            for link in view.net.links(at) {
                full[link.to] = full[link.to] || view.crosses(at, link);
            }
        }
    }
}

/// The ports of a side by which lines can be joined, with the railroad and the waters that are on each.
struct Harbours {
    ports: Vec<(Space, Option<u16>, u16)>,
    waters: Vec<u16>,
}

impl Harbours {
    fn find(view: &View, ties: &Ties) -> Self {
        let mut found = Self { ports: Vec::new(), waters: Vec::new() };
        for &port in &view.game.world.places.ports {
            if view.holds(port) && !view.bars_path(port) {
                found.waters.extend(ties.at_port(view, port));
                found.ports.push((port, ties.railroad(view, port), found.waters.len() as u16));
            }
        }
        found
    }

    fn iter(&self) -> impl Iterator<Item = (Space, Option<u16>, &[u16])> {
        let mut start = 0;
        self.ports.iter().map(move |&(port, rail, end)| {
            let from = std::mem::replace(&mut start, usize::from(end));
            (port, rail, &self.waters[from..usize::from(end)])
        })
    }
}

/// §10.3.2: a Coastal Fort that has its supply otherwise than other spaces.
#[derive(Clone, Copy)]
pub(crate) enum Ward {
    /// Always in Full Supply.
    Own,
    /// As its port.
    Of(Space),
}

impl Ward {
    fn is_own(self) -> bool {
        matches!(self, Self::Own)
    }
}

impl View<'_> {
    /// §10.3.2: a Coastal Fort of the Union's is always in Full Supply, a Confederate one is as its port is, but Fort Morgan and Fort
    /// St. Philip/Jackson, which aren't tied to one port alone.
    pub(crate) fn ward(&self, space: Space) -> Option<Ward> {
        if !self.is_coastal_fort(space) || !self.holds(space) {
            return None;
        }
        let info = self.game.world.space(space);
        debug_assert_eq!(info.port, Port::Ocean, "10.3.2: Coastal Forts are ocean ports");
        match self.side {
            Side::Us => Some(Ward::Own),
            Side::Cs => info.partner.filter(|_| info.ways.len() == 1).map(Ward::Of),
        }
    }
}
