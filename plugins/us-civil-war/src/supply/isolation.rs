//! §13.6.1, 13.6.2, 13.6.5: who is Isolated, in which groups, and who of them has provisions.

use muster_sdk::Table;

use super::lay::View;
use super::paths::{Paths, Ward};
use super::sweep::{Along, Depots, Sweep};
use crate::state::UsCivilWar;
use crate::world::{Kind, Side, Space};

/// What surrenders together (§13.6.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The spaces of its units and Forts, in the order of the board file.
    pub spaces: Vec<Space>,
    /// Its Strength Points.
    pub sps: u16,
    /// Surrender Points that it has, 0 to 2: where groups have joined, those of the larger one (§13.6.5).
    pub points: u8,
    /// §13.6.1: a Source of Provisions spares it the check.
    pub provided: bool,
    /// §13.6.5: it loses its Surrender Points, since no enemy is near it.
    pub relieved: bool,
}

/// Who of a side is Isolated.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// The groups, by their first space in the order of the board file.
    pub groups: Vec<Group>,
}

impl Isolation {
    /// The group of what is in a space.
    pub fn group_of(&self, space: Space) -> Option<&Group> {
        self.groups.iter().find(|group| group.spaces.contains(&space))
    }
}

impl UsCivilWar {
    /// §13.6.1: by space, whether lines of any length lead from it to a Source of Provisions of a side's.
    pub(crate) fn provisions(&self, side: Side) -> Table<Space, bool> {
        let supply = self.supply(side);
        let (view, paths, depots) = (supply.view, supply.paths(), supply.depots());
        view.stretched(paths, depots, |space| view.has_provisions(space))
    }

    /// §13.6: who of a side is Isolated now.
    pub fn isolation(&self, side: Side) -> Isolation {
        let supply = self.supply(side);
        let view = supply.view;
        let mut alone: Vec<Space> = view.all().filter(|&space| view.stands(space)).collect();
        alone.extend(self.posted(side).map(|(_, at)| at));
        alone.sort_unstable();
        alone.dedup();
        alone.retain(|&space| supply.is_cut_off(space));
        if alone.is_empty() {
            return Isolation { groups: Vec::new() };
        }
        let (paths, depots) = (supply.paths(), supply.depots());
        let provided = view.stretched(paths, depots, |space| view.has_provisions(space));
        let groups = view.groups(paths, &alone);
        Isolation { groups: groups.into_iter().map(|spaces| view.group(spaces, &provided)).collect() }
    }
}

impl View<'_> {
    /// §13.6.1: the spaces that lines of any length join to one of `ends`, whatever Depots are on the way. Water is entered and left by
    /// ports, Forts and SPs. A Confederate Coastal Fort whose port is lost has no line.
    pub(super) fn stretched(
        &self,
        paths: &Paths,
        depots: &Depots,
        ends: impl Fn(Space) -> bool,
    ) -> Table<Space, bool> {
        let mut found: Table<Space, bool> = self.all().map(&ends).collect();
        let mut reached: Vec<Space> = self.all().filter(|&space| found[space]).collect();
        let mut used = vec![false; paths.ties.lines.into()];
        while let Some(at) = reached.pop() {
            if self.bars_line(at) {
                continue;
            }
            for link in self.net.links(at) {
                if !found[link.to] && self.crosses(at, link) {
                    found[link.to] = true;
                    reached.push(link.to);
                }
            }
            for &line in depots.lines(at) {
                if !std::mem::replace(&mut used[usize::from(line)], true) {
                    for &depot in depots.on(line) {
                        if !std::mem::replace(&mut found[depot], true) {
                            reached.push(depot);
                        }
                    }
                }
            }
        }
        for &space in &self.game.world.places.forts {
            match self.ward(space) {
                Some(Ward::Own) => found[space] = true,
                Some(Ward::Of(port)) if !self.holds(port) => found[space] = false,
                _ => {}
            }
        }
        found
    }

    /// §13.6.1: whether a space is a Source of Provisions: no Island or Coastal Fort, not the enemy's, and next to none of his SPs.
    fn has_provisions(&self, space: Space) -> bool {
        let info = self.game.world.space(space);
        let barren = matches!(info.kind, Kind::Island | Kind::CoastalFort);
        let foe = self.side.other();
        let watched = || info.ways.iter().any(|way| self.game.has_units(foe, way.to));
        (info.is_land() || info.kind == Kind::OffMap) && !barren && !self.loses(space) && !watched()
    }

    /// §13.6.2: the groups among units that are alone: those join that can trace 4 MPs to each other.
    fn groups(&self, paths: &Paths, alone: &[Space]) -> Vec<Vec<Space>> {
        let none = Depots::none(self, &paths.ties);
        let mut sweep = Sweep::new(*self, &paths.ties, &none, Along::Inward);
        let mut reaches = |from: Space| -> Vec<bool> {
            sweep.clear();
            sweep.begin(from);
            sweep.run(|_| false);
            alone.iter().map(|&to| sweep.has(to)).collect()
        };
        let reaches: Vec<Vec<bool>> = alone.iter().map(|&from| reaches(from)).collect();
        let mut taken = vec![false; alone.len()];
        let mut groups = Vec::new();
        for first in 0..alone.len() {
            if taken[first] {
                continue;
            }
            taken[first] = true;
            let mut members = vec![first];
            let mut next = 0;
            while let Some(&one) = members.get(next) {
                next += 1;
                for other in 0..alone.len() {
                    if !taken[other] && reaches[one][other] && reaches[other][one] {
                        taken[other] = true;
                        members.push(other);
                    }
                }
            }
            members.sort_unstable();
            groups.push(members.into_iter().map(|member| alone[member]).collect());
        }
        groups
    }

    fn group(&self, spaces: Vec<Space>, provided: &Table<Space, bool>) -> Group {
        let foe = self.side.other();
        let enemy = |space: Space| {
            self.game.has_units(foe, space) || self.game.fort(space).is_some_and(|(holder, _)| holder == foe)
        };
        let near = |&space: &Space| self.game.world.space(space).ways.iter().any(|way| enemy(way.to));
        let kind = |space: Space| self.game.world.space(space).kind;
        let confined = spaces.len() == 1 && matches!(kind(spaces[0]), Kind::Island | Kind::CoastalFort);
        let mut parts = [None; 3];
        for &space in &spaces {
            let points = self.game.spot(space).surrender[self.side as usize].min(2);
            *parts[usize::from(points)].get_or_insert(0) += u16::from(self.game.sps(self.side, space));
        }
        let larger = (0..3).filter(|&points| parts[points].is_some()).max_by_key(|&points| parts[points]);
        let sps = spaces.iter().map(|&space| u16::from(self.game.sps(self.side, space))).sum();
        Group {
            points: larger.unwrap_or(0) as u8,
            provided: spaces.iter().any(|&space| provided[space]),
            relieved: !confined && !spaces.iter().any(near),
            sps,
            spaces,
        }
    }
}
