//! §13: supply.

use std::sync::Arc;

use muster_sdk::Table;

use crate::rails::Rails;
use crate::state::UsCivilWar;
use crate::world::{Side, Space, Theater};

mod isolation;
mod lay;
mod paths;
mod sources;
mod sweep;
mod ties;
mod waters;

pub use isolation::{Group, Isolation};
pub(crate) use lay::{Lay, View};
pub(crate) use paths::{Paths, Ward};
pub use sweep::Along;
use sweep::{Depots, Sweep};
pub(crate) use ties::{NONE, Ties};

/// How well what is in a space is supplied (§13.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Out of Supply.
    Out,
    /// Limited Supply from a Fort alone (§13.3.3).
    Fortress,
    /// Limited Supply.
    Limited,
    /// Full Supply.
    Full,
}

/// Where a side is in which supply. Each answer holds for units of the side in that space, whether any are there or not.
#[derive(Debug)]
pub struct Supply {
    levels: Table<Space, Level>,
    /// By space: whether a line of any length leads to a Primary Supply Source (§13.6.1).
    linked: Table<Space, bool>,
    paths: Paths,
    depots: Depots,
}

impl Supply {
    /// How well what is in a space is supplied.
    #[inline]
    pub fn level(&self, space: Space) -> Level {
        self.levels[space]
    }

    /// Whether what is in a space is in Full Supply (§13.1.1).
    #[inline]
    pub fn is_full(&self, space: Space) -> bool {
        self.levels[space] == Level::Full
    }

    /// Whether it has a Line of Communication to a Supply Source (§13.5), and so Limited Supply at least; a Fort will do (§13.3.3).
    #[inline]
    pub fn has_loc(&self, space: Space) -> bool {
        self.levels[space] >= Level::Fortress
    }

    /// Whether it has one to a Primary Supply Source, and not to a Fort alone, which brings no reinforcements (§13.3.3, 14.3.5, 16.2).
    #[inline]
    pub fn reaches_primary(&self, space: Space) -> bool {
        self.levels[space] >= Level::Limited
    }

    /// Whether what is in a space is Isolated: without a line of any length to a Primary Supply Source (§13.6.1).
    #[inline]
    pub fn is_isolated(&self, space: Space) -> bool {
        !self.linked[space]
    }

    /// §13.3.1, 13.3.2: whether a space is a Primary Supply Source.
    #[inline]
    pub fn is_primary(&self, space: Space) -> bool {
        self.paths.primary[space]
    }

    /// §13.5.2: whether a space is a Depot that lines can go into.
    #[inline]
    pub fn is_depot(&self, space: Space) -> bool {
        self.depots.is_open(space)
    }

    /// §13.4, 13.5: the levels of a side, from the paths that it has.
    fn find(view: View, paths: Paths) -> Self {
        let depots = Depots::find(&view, &paths.ties, |line| {
            let rail = paths.held.get(usize::from(line));
            rail.copied().unwrap_or(true)
        });
        let full = paths.full(&view);
        let by_river = |space| view.ward(space).is_none() && paths.has_river_supply(&view, space);
        let full_level = |space| if full[space] || by_river(space) { Level::Full } else { Level::Out };
        let mut levels: Table<Space, Level> = view.all().map(full_level).collect();
        let mut sweep = Sweep::new(view, &paths.ties, &depots, Along::Outward);
        // §13.5.3: the last Depot of a line must be in Full Supply, or a Fort.
        for level in [Level::Limited, Level::Fortress] {
            for space in view.all().filter(|&space| depots.is_open(space)) {
                let ends = match level {
                    Level::Limited => levels[space] == Level::Full && (full[space] || view.stands(space)),
                    _ => view.has_fort(space),
                };
                if ends {
                    sweep.begin(space);
                }
            }
            sweep.run(|_| false);
            for (space, at) in levels.iter_mut() {
                if *at == Level::Out && sweep.has(space) {
                    *at = level;
                }
            }
        }
        for space in view.all() {
            if let Some(Ward::Of(port)) = view.ward(space) {
                let by_port = if view.holds(port) { levels[port] } else { Level::Out };
                levels[space] = by_port.max(Level::Fortress);
            }
        }
        let linked = view.stretched(&paths, &depots, |space| paths.primary[space]);
        Self { levels, linked, paths, depots }
    }
}

/// Supply of both sides and the railroads, which are found together (C86).
#[derive(Debug)]
pub(crate) struct Found {
    lay: Lay,
    supply: [Supply; 2],
    rails: Rails,
}

impl Found {
    fn of(game: &UsCivilWar) -> Self {
        let lay = Lay::of(game);
        let union = View::new(game, &lay, Side::Us);
        let ties = Ties::find(&union, |_| false);
        let primary = union.primaries(&ties);
        let us = Paths::find(&union, ties, primary);
        // §6.5.2: where both would control a railroad the Union does.
        let south = View::new(game, &lay, Side::Cs);
        let primary = south.primaries(&Ties::find(&south, |_| false));
        let ties = Ties::find(&south, |space| us.runs(space));
        let cs = Paths::find(&south, ties, primary);
        let rails = Rails::of_paths(game, [&us, &cs]);
        let supply = [Supply::find(union, us), Supply::find(south, cs)];
        Self { lay, supply, rails }
    }
}

impl UsCivilWar {
    fn found(&self) -> &Found {
        self.derived.found.get_or_init(|| Arc::new(Found::of(self)))
    }

    /// §13: a side's supply as it is now.
    pub fn supply(&self, side: Side) -> &Supply {
        &self.found().supply[side as usize]
    }

    /// §6.5: railroad control as it is now.
    pub fn rails(&self) -> &Rails {
        &self.found().rails
    }

    pub(crate) fn view(&self, side: Side) -> View<'_> {
        View::new(self, &self.found().lay, side)
    }

    /// §15.5: the spaces of a theater to which Lines of Communication lead from some, or from which they lead to one of those, the last
    /// 4 MPs among them; no line leaves the theater. The Union's exits over the north edge are joined, in the East to the
    /// Chesapeake Bay too.
    pub fn roads(&self, side: Side, theater: Theater, ends: &[Space], along: Along) -> Table<Space, bool> {
        let view = self.view(side);
        let paths = &self.supply(side).paths;
        let there = |at: &Space| self.world.space(*at).theater == Some(theater);
        let ties = Ties::find(&view, |at| !there(&at) || !paths.runs(at));
        let depots = Depots::find(&view, &ties, |_| true);
        let mut sweep = Sweep::new(view, &ties, &depots, along).within(theater);
        ends.iter().for_each(|&end| sweep.begin(end));
        sweep.run(|_| false);
        let places = &self.world.places;
        let open = |at: &Space| there(at) && view.is_north_exit(*at) && !view.bars_line(*at);
        let bay = |at: &Space| side == Side::Us && there(at) && self.world.space(*at).is_chesapeake();
        let exits = places.north_exits.iter().copied().filter(open);
        let exits: Vec<Space> = exits.chain(places.ports.iter().copied().filter(bay)).collect();
        if exits.iter().any(|&exit| sweep.has(exit)) {
            exits.iter().for_each(|&exit| sweep.begin(exit));
            sweep.run(|_| false);
        }
        view.all().map(|space| sweep.has(space)).collect()
    }

    /// §13.5.3: the spaces to which there is a Line of Communication from a space, those 4 MPs from the last Depot among them.
    pub fn lines_from(&self, side: Side, from: Space) -> Table<Space, bool> {
        let view = self.view(side);
        let Supply { paths, depots, .. } = self.supply(side);
        let mut sweep = Sweep::new(view, &paths.ties, depots, Along::Inward);
        sweep.begin(from);
        sweep.run(|_| false);
        view.all().map(|space| sweep.has(space)).collect()
    }

    /// §17.2.5, 19.1.2: whether there is a Line of Communication from a space to an SP of the side.
    pub fn reaches_sp(&self, side: Side, from: Space) -> bool {
        let view = self.view(side);
        let Supply { paths, depots, .. } = self.supply(side);
        let mut sweep = Sweep::new(view, &paths.ties, depots, Along::Inward);
        sweep.begin(from);
        sweep.run(|reached| reached.iter().any(|&space| self.sps(side, space) > 0))
    }

    /// §13.5.3: by space the number of the network that its Depot belongs to. A Depot that several networks lead to has the first of
    /// them, in the order of the board file.
    pub fn networks(&self, side: Side) -> Table<Space, Option<u16>> {
        let view = self.view(side);
        let Supply { paths, depots, .. } = self.supply(side);
        let mut numbers = view.all_with(None);
        let mut next = 0;
        let mut sweep = Sweep::new(view, &paths.ties, depots, Along::Outward);
        for start in view.all().filter(|&space| depots.is_open(space)) {
            if numbers[start].is_some() {
                continue;
            }
            sweep.clear();
            sweep.begin(start);
            sweep.run(|_| false);
            for &depot in &sweep.reached {
                numbers[depot].get_or_insert(next);
            }
            next += 1;
        }
        numbers
    }
}
