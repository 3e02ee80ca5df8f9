//! What can be said of one space by a search outward from it that ends at the first source, so that supply needn't be laid over the map.
//! Each function says that something is so, or doesn't know.

use super::found::Glanced;
use super::lay::View;
use super::paths::Ward;
use crate::world::{Link, Side, Space};

/// By side: how many others that count a base must lead to (§13.3.1, 13.3.2).
const OTHERS: [usize; 2] = [1, 2];

impl View<'_> {
    /// §13.3.1, 13.3.2: whether a space is a Primary Supply Source by itself, or since others that it must lead to are on its railroad.
    pub(super) fn is_surely_primary(&self, space: Space) -> bool {
        if !self.can_be_source(space) {
            return false;
        }
        if self.side == Side::Us && self.holds_ocean_port(space) && self.opens_to_sea(space) {
            return true;
        }
        let is_depot = |at: Space| self.is_depot(at) && !self.bars_line(at);
        let mut others = OTHERS[self.side as usize];
        self.is_north_exit(space)
            || self.is_base(space)
                && is_depot(space)
                && self.railroad_has([space].into_iter(), |at| {
                    others -= usize::from(at != space && self.counts(at) && is_depot(at));
                    others == 0
                })
    }

    /// §13.4.2: whether a space is in Full Supply by land: as a source, or for the Union by a railroad that leaves the map northward. Which
    /// railroads the Confederacy has hangs on the Union's.
    pub(super) fn is_surely_full(&self, space: Space) -> bool {
        if self.ward(space).is_some() {
            return false;
        }
        let beside = |link: &&Link| {
            self.ward(link.to).is_none() && !self.bars_path(link.to) && self.crosses(space, link)
        };
        self.is_surely_primary(space)
            || self.side == Side::Us && {
                let links = self.net.links(space).iter().filter(beside).map(|link| link.to);
                self.railroad_has([space].into_iter().chain(links), |at| self.is_north_exit(at))
            }
    }

    /// §13.6.1: whether a line of any length leads from a space over land to a Primary Supply Source. From wherever the line goes one leads
    /// there too, which the next that is asked needn't look for again.
    pub(super) fn is_surely_linked(
        &self,
        space: Space,
        is_primary: impl Fn(Space) -> bool,
        glanced: &Glanced,
    ) -> bool {
        match self.ward(space) {
            Some(Ward::Own) => return true,
            Some(Ward::Of(port)) if !self.holds(port) => return false,
            _ if glanced.has(space) => return true,
            _ => {}
        }
        let mut seen = self.all_with(false);
        // Each with the place of the one that it was reached from.
        let mut reached = vec![(space, 0)];
        seen[space] = true;
        let mut next = 0;
        while let Some(&(at, _)) = reached.get(next) {
            if glanced.has(at) || is_primary(at) {
                while !glanced.has(reached[next].0) {
                    glanced.add(reached[next].0, self.spaces());
                    next = reached[next].1;
                }
                return true;
            }
            for link in self.net.links(at) {
                if !seen[link.to] && !self.bars_line(link.to) && self.crosses(at, link) {
                    seen[link.to] = true;
                    reached.push((link.to, next));
                }
            }
            next += 1;
        }
        false
    }

    /// Whether a railroad that goes through one of these spaces, and through nothing that the enemy bars, comes to one that `fits`.
    fn railroad_has(&self, from: impl Iterator<Item = Space>, mut fits: impl FnMut(Space) -> bool) -> bool {
        let open = |at: Space| self.net.has_rail(at) && !self.bars_path(at);
        let mut seen = self.all_with(false);
        let mut reached: Vec<Space> = from.filter(|&at| open(at)).collect();
        reached.iter().for_each(|&at| seen[at] = true);
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            if fits(at) {
                return true;
            }
            for link in self.net.rail_links(at) {
                if !seen[link.to] && open(link.to) && self.crosses(at, link) {
                    seen[link.to] = true;
                    reached.push(link.to);
                }
            }
        }
        false
    }
}
