//! §13: supply.

use muster_sdk::Table;

use crate::rails::Rails;
use crate::state::UsCivilWar;
use crate::world::{Side, Space, Theater};

mod found;
mod glance;
mod isolation;
mod lay;
mod paths;
mod sources;
mod sweep;
mod ties;
mod waters;

pub(crate) use found::Found;
use found::Lines;
pub use isolation::{Group, Isolation};
pub(crate) use lay::{Lay, View};
use paths::Full;
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
#[derive(Clone, Copy)]
pub struct Supply<'a> {
    view: View<'a>,
    found: &'a Found,
}

impl<'a> Supply<'a> {
    /// What carries the side's Supply Paths.
    pub(crate) fn paths(self) -> &'a Paths {
        self.found.paths(&self.view)
    }

    fn lines(self) -> &'a Lines {
        &self.found.lines[self.view.side as usize]
    }

    /// The side's Depots, on the railroads that it controls.
    pub(crate) fn depots(self) -> &'a Depots {
        self.lines().depots.get_or_init(|| {
            let paths = self.paths();
            Depots::find(&self.view, &paths.ties, |line| {
                let rail = paths.held.get(usize::from(line));
                rail.copied().unwrap_or(true)
            })
        })
    }

    fn levels(self) -> &'a Table<Space, Level> {
        self.lines().levels.get_or_init(|| self.find_levels())
    }

    /// How well what is in a space is supplied.
    #[inline]
    pub fn level(self, space: Space) -> Level {
        self.levels()[space]
    }

    /// Whether what is in a space is in Full Supply (§13.1.1).
    #[inline]
    pub fn is_full(self, space: Space) -> bool {
        self.full().all[space]
    }

    /// Whether it has a Line of Communication to a Supply Source (§13.5), and so Limited Supply at least; a Fort will do (§13.3.3).
    #[inline]
    pub fn has_loc(self, space: Space) -> bool {
        self.is_clearly_full(space) || self.is_full(space) || self.level(space) >= Level::Fortress
    }

    /// Whether it has one to a Primary Supply Source, and not to a Fort alone, which brings no reinforcements (§13.3.3, 14.3.5, 16.2).
    #[inline]
    pub fn reaches_primary(self, space: Space) -> bool {
        self.is_clearly_full(space) || self.is_full(space) || self.level(space) >= Level::Limited
    }

    /// The same of an own space, whether units are there or not: River Supply is for units and Forts alone (§13.3.4).
    pub fn is_place_full(self, space: Space) -> bool {
        self.is_clearly_full(space)
            || self.full().by_land[space]
            || self.view.stands(space) && self.is_full(space)
    }

    /// Whether what is in a space is Isolated: without a line of any length to a Primary Supply Source (§13.6.1). Who is in Full Supply
    /// isn't, whatever he is: a General by himself is no Depot, and has River Supply.
    pub fn is_isolated(self, space: Space) -> bool {
        !self.is_clearly_linked(space) && self.is_cut_off(space)
    }

    /// Whether it is seen at a glance that it isn't, while that isn't found yet of all spaces.
    pub(crate) fn is_clearly_linked(self, space: Space) -> bool {
        let paths = self.found.paths[self.view.side as usize].get();
        let is_primary = |at: Space| match paths {
            Some(paths) => paths.primary[at],
            None => self.view.is_surely_primary(at),
        };
        let lines = self.lines();
        lines.linked.get().is_none() && self.view.is_surely_linked(space, is_primary, &lines.glanced)
    }

    /// The same by what is found of all spaces at once.
    pub fn is_cut_off(self, space: Space) -> bool {
        let paths = || self.paths();
        let linked = || {
            let linked = &self.lines().linked;
            linked.get_or_init(|| self.view.stretched(paths(), self.depots(), |at| paths().primary[at]))
        };
        !self.is_full(space) && !linked()[space]
    }

    /// Whether what is in a space is seen at a glance to be in Full Supply by land, while that isn't found yet of all spaces.
    pub(crate) fn is_clearly_full(self, space: Space) -> bool {
        let laid = self.found.paths[self.view.side as usize].get().is_some_and(|paths| paths.is_laid());
        !laid && self.view.is_surely_full(space)
    }

    /// §13.3.1, 13.3.2: whether a space is a Primary Supply Source.
    #[inline]
    pub fn is_primary(self, space: Space) -> bool {
        self.paths().primary[space]
    }

    /// §13.5.2: whether a space is a Depot that lines can go into.
    #[inline]
    pub fn is_depot(self, space: Space) -> bool {
        self.depots().is_open(space)
    }

    fn full(self) -> &'a Full {
        self.paths().full(&self.view)
    }

    /// §13.4, 13.5: the levels of a side, from the paths that it has.
    fn find_levels(self) -> Table<Space, Level> {
        let (view, paths, depots, Full { by_land, all }) =
            (self.view, self.paths(), self.depots(), self.full());
        let level = |&full: &bool| if full { Level::Full } else { Level::Out };
        let mut levels: Table<Space, Level> = all.rows().map(level).collect();
        let mut sweep = Sweep::new(view, &paths.ties, depots, Along::Outward);
        // §13.5.3: the last Depot of a line must be in Full Supply, or a Fort.
        for level in [Level::Limited, Level::Fortress] {
            for space in view.places().filter(|&space| depots.is_open(space)) {
                let ends = match level {
                    Level::Limited => {
                        let by_river = all[space] && view.stands(space) && view.ward(space).is_none();
                        by_land[space] || by_river
                    }
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
        for &space in &view.game.world.places.forts {
            if let Some(Ward::Of(port)) = view.ward(space) {
                let by_port = if view.holds(port) { levels[port] } else { Level::Out };
                levels[space] = by_port.max(Level::Fortress);
            }
        }
        levels
    }
}

impl UsCivilWar {
    /// §13: a side's supply as it is now.
    pub fn supply(&self, side: Side) -> Supply<'_> {
        Supply { view: View::new(self, side), found: &self.kept().found }
    }

    /// §6.5: railroad control as it is now.
    pub fn rails(&self) -> &Rails {
        self.kept()
            .found
            .rails
            .get_or_init(|| Rails::of_paths(self, Side::ALL.map(|side| self.supply(side).paths())))
    }

    /// §15.5: the spaces of a theater to which Lines of Communication lead from some, or from which they lead to one of those, the last
    /// 4 MPs among them; no line leaves the theater. The Union's exits over the north edge are joined, in the East to the
    /// Chesapeake Bay too.
    pub fn roads(&self, side: Side, theater: Theater, ends: &[Space], along: Along) -> Table<Space, bool> {
        let sweep = self.sweep_roads(side, theater, ends, along, |_| false);
        self.world.spaces.all().map(|space| sweep.has(space)).collect()
    }

    /// Whether the same leads from a space to one of the Depots that `fits`, which is found without those beyond it.
    pub(crate) fn leads_by_road(
        &self,
        side: Side,
        theater: Theater,
        from: Space,
        fits: impl Fn(Space) -> bool,
    ) -> bool {
        let (mut seen, mut found) = (0, false);
        self.sweep_roads(side, theater, &[from], Along::Inward, |reached| {
            // It is asked of all again once the exits are taken in.
            found |= reached[seen.min(reached.len())..].iter().any(|&space| fits(space));
            seen = reached.len();
            found
        });
        found
    }

    /// Searches along roads until `enough` says so of the Depots reached.
    fn sweep_roads(
        &self,
        side: Side,
        theater: Theater,
        ends: &[Space],
        along: Along,
        mut enough: impl FnMut(&[Space]) -> bool,
    ) -> Sweep<'_> {
        let supply = self.supply(side);
        let view = supply.view;
        let there = |at: &Space| self.world.space(*at).theater == Some(theater);
        let (ties, depots) = supply.lines().roads[theater as usize].get_or_init(|| {
            let paths = supply.paths();
            let ties = Ties::find(&view, |at| !there(&at) || !paths.runs(at));
            let depots = Depots::find(&view, &ties, |_| true);
            (ties, depots)
        });
        let mut sweep = Sweep::new(view, ties, depots, along).within(theater);
        ends.iter().for_each(|&end| sweep.begin(end));
        if sweep.run(&mut enough) {
            return sweep;
        }
        let places = &self.world.places;
        let open = |at: &Space| there(at) && view.is_north_exit(*at) && !view.bars_line(*at);
        let bay = |at: &Space| side == Side::Us && there(at) && self.world.space(*at).is_chesapeake();
        let exits = places.north_exits.iter().copied().filter(open);
        let exits: Vec<Space> = exits.chain(places.ports.iter().copied().filter(bay)).collect();
        if exits.iter().any(|&exit| sweep.has(exit)) {
            exits.iter().for_each(|&exit| sweep.begin(exit));
            sweep.run(enough);
        }
        sweep
    }

    /// §13.5.3: the spaces to which there is a Line of Communication from a space, those 4 MPs from the last Depot among them.
    pub fn lines_from(&self, side: Side, from: Space) -> Table<Space, bool> {
        let supply = self.supply(side);
        let (view, paths, depots) = (supply.view, supply.paths(), supply.depots());
        let mut sweep = Sweep::new(view, &paths.ties, depots, Along::Inward);
        sweep.begin(from);
        sweep.run(|_| false);
        view.all().map(|space| sweep.has(space)).collect()
    }

    /// §17.2.5, 19.1.2: whether there is a Line of Communication from a space to an SP of the side.
    pub fn reaches_sp(&self, side: Side, from: Space) -> bool {
        let supply = self.supply(side);
        let (view, paths, depots) = (supply.view, supply.paths(), supply.depots());
        let mut sweep = Sweep::new(view, &paths.ties, depots, Along::Inward);
        sweep.begin(from);
        sweep.run(|reached| reached.iter().any(|&space| self.sps(side, space) > 0))
    }

    /// §13.5.3: by space the number of the network that its Depot belongs to. A Depot that several networks lead to has the first of
    /// them, in the order of the board file.
    pub fn networks(&self, side: Side) -> Table<Space, Option<u16>> {
        let supply = self.supply(side);
        let (view, paths, depots) = (supply.view, supply.paths(), supply.depots());
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
