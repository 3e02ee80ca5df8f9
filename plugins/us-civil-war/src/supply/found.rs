//! What has been found of supply, and which of it still holds once some spaces have changed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use muster_sdk::{Index as _, Table};

use super::Level;
use super::lay::{Reach, View};
use super::paths::Paths;
use super::sweep::Depots;
use super::ties::Ties;
use crate::rails::Rails;
use crate::world::{Side, Space};

/// What has been found of both sides' supply and the railroads, which are found together (C86): each part when it is first asked for.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(super) paths: [OnceLock<Arc<Paths>>; 2],
    /// Paths of the Confederacy's beside those of the Union's that they were found with: they hold as long as the Union runs the same
    /// railroads.
    beside: Option<[Arc<Paths>; 2]>,
    pub(super) lines: [Arc<Lines>; 2],
    pub(crate) rails: Arc<OnceLock<Rails>>,
}

/// What depends on all that Lines of Communication do.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) depots: OnceLock<Depots>,
    pub(super) levels: OnceLock<Table<Space, Level>>,
    pub(super) linked: OnceLock<Table<Space, bool>>,
    /// Until that is found: from where a glance has found a line to a Primary Supply Source.
    pub(super) glanced: Glanced,
    /// By theater.
    pub(super) roads: [OnceLock<(Ties, Depots)>; 3],
}

/// Spaces of which a glance has told something, a bit each.
#[derive(Debug, Default)]
pub(super) struct Glanced(OnceLock<Box<[AtomicU64]>>);

impl Glanced {
    pub(super) fn has(&self, space: Space) -> bool {
        let bits = self.0.get().map_or(0, |words| words[space.place() / 64].load(Ordering::Relaxed));
        bits >> (space.place() % 64) & 1 == 1
    }

    /// It has told it of this one of so many.
    pub(super) fn add(&self, space: Space, spaces: usize) {
        let words = self.0.get_or_init(|| (0..spaces.div_ceil(64)).map(|_| AtomicU64::new(0)).collect());
        words[space.place() / 64].fetch_or(1 << (space.place() % 64), Ordering::Relaxed);
    }
}

impl Found {
    /// What of it still holds where a change reaches so far for each side.
    pub(crate) fn after(&self, reach: [Reach; 2]) -> Self {
        let holds = reach.map(|reach| reach < Reach::Paths);
        let [us, cs] = Side::ALL.map(|side| self.paths[side as usize].get().filter(|_| holds[side as usize]));
        let both = self.paths[Side::Us as usize].get().zip(cs).map(|(us, cs)| [us, cs].map(Arc::clone));
        let earlier = || self.beside.clone().filter(|_| holds[Side::Cs as usize]);
        // The Confederacy has the railroads that the Union leaves (§6.5.2).
        let kept = [us, cs.filter(|_| us.is_some())];
        let lines = |side: Side| match kept[side as usize] {
            Some(_) if reach[side as usize] == Reach::Nothing => Arc::clone(&self.lines[side as usize]),
            _ => Arc::default(),
        };
        Self {
            paths: kept.map(|paths| paths.map_or_else(OnceLock::new, |paths| Arc::clone(paths).into())),
            beside: both.or_else(earlier),
            lines: Side::ALL.map(lines),
            rails: if kept[Side::Cs as usize].is_some() { Arc::clone(&self.rails) } else { Arc::default() },
        }
    }

    /// Whether Lines of Communication were followed through a space, or would have been, to say what the side's sources are.
    pub(crate) fn followed(&self, side: Side, space: Space) -> bool {
        let beside = self.beside.iter().map(|[_, cs]| cs).filter(|_| side == Side::Cs);
        self.paths[side as usize].get().into_iter().chain(beside).any(|paths| paths.followed(space))
    }

    /// A side's paths.
    pub(super) fn paths(&self, view: &View) -> &Paths {
        self.paths[view.side as usize].get_or_init(|| match view.side {
            Side::Us => {
                let free = Ties::find(view, |_| false);
                let primaries = view.primaries(&free);
                Arc::new(Paths::find(view, free, primaries))
            }
            Side::Cs => {
                let us = view.game.supply(Side::Us).paths();
                let same = self.beside.as_ref().filter(|[before, _]| us.runs_like(before));
                same.map_or_else(|| Arc::new(Paths::beside(view, us)), |[_, paths]| Arc::clone(paths))
            }
        })
    }
}
