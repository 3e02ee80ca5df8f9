//! How strongly what is to be had, or lacks defenders, draws the stacks of a side over the map: from where it is outward, the less the
//! farther.

use std::sync::Arc;

use muster_sdk::Table;

use super::survey::{Outlook, STRONG};
use crate::naval::Naval;
use crate::supply::View;
use crate::world::{Side, Space};

/// What a MP on the way to something is worth.
const MILE: u16 = 5;
/// How many pulls are kept: of weak and of strong stacks of both sides.
const PULLS: usize = 4;

/// How strongly something draws the stacks of a side.
#[derive(Debug)]
pub(crate) struct Pull {
    side: Side,
    strong: bool,
    grounds: Grounds,
    /// What draws them, by place in the list of Objective and Resource Hexes; 0 of what doesn't.
    draws: Vec<u16>,
    /// By space.
    strength: Table<Space, u16>,
}

/// What lets stacks over the map.
#[derive(Clone, Debug)]
struct Grounds {
    /// The Naval Control that lets them over rivers.
    naval: Arc<Naval>,
    /// The turn's railroads.
    turn: u8,
    /// The guarded ferries that serve them, as bits.
    ferries: u64,
}

impl Grounds {
    fn are_like(&self, others: &Self) -> bool {
        Arc::ptr_eq(&self.naval, &others.naval) && (self.turn, self.ferries) == (others.turn, others.ferries)
    }
}

impl<'a> Outlook<'a> {
    /// How strongly something draws a strong stack that stands in a space.
    pub(super) fn drawn(&self, at: Space) -> u16 {
        self.pull(STRONG)[at]
    }

    /// By space how strongly something draws a stack of so many SPs.
    pub(super) fn pull(&self, sps: u8) -> &'a Table<Space, u16> {
        let strong = sps >= STRONG;
        let pull =
            self.survey.pull[self.side as usize][usize::from(strong)].get_or_init(|| self.find_pull(strong));
        &pull.strength
    }

    /// One that was found before serves if it is of the same things, and once what has changed is taken in if they are others.
    fn find_pull(&self, strong: bool) -> Arc<Pull> {
        let view = View::new(self.game, self.side);
        let (draws, grounds) = (self.draws(strong), self.grounds(&view));
        let mut kept = self.game.derived.pulls.borrow_mut();
        let like = |pull: &Arc<Pull>| (pull.side, pull.strong) == (self.side, strong);
        let before = kept.iter().position(like).map(|at| kept.remove(at));
        let found = match before {
            Some(pull) if pull.grounds.are_like(&grounds) && pull.draws == draws => pull,
            before => {
                let before = before.filter(|pull| pull.grounds.are_like(&grounds));
                let strength = self.spread(view, &draws, before.as_deref());
                Arc::new(Pull { side: self.side, strong, grounds, draws, strength })
            }
        };
        kept.truncate(PULLS - 1);
        kept.insert(0, Arc::clone(&found));
        found
    }

    fn grounds(&self, view: &View) -> Grounds {
        let ferries = self.game.world.around().ferries.iter().enumerate();
        let serves = ferries.filter(|(_, (at, link))| view.crosses(*at, link));
        Grounds {
            naval: Arc::clone(&self.game.kept().naval),
            turn: self.game.turn,
            ferries: serves.fold(0, |bits, (nth, _)| bits | 1 << (nth % 64)),
        }
    }

    /// What draws stacks: what can be taken, the less the more enemies are near, and what lacks defenders.
    fn draws(&self, strong: bool) -> Vec<u16> {
        let fear = if strong { 2 } else { 5 };
        let draw = |at: Space| {
            if !self.game.world.is_in_play(at) {
                return 0;
            }
            let site = self.site(at);
            let draw = if site.is_kept() {
                let lacks = site.need();
                if lacks > 0 { site.stake() / 2 + 3 * lacks } else { 0 }
            } else {
                site.prize() + 25 - fear * self.foes(at)
            };
            draw.max(0) as u16
        };
        self.game.world.places.key().map(draw).collect()
    }

    /// The strength by space: from nothing, or from what it was before some of the draws changed.
    fn spread(&self, view: View, draws: &[u16], before: Option<&Pull>) -> Table<Space, u16> {
        let sources = self.game.world.places.key().zip(draws.iter().copied()).collect();
        let strength = before.map_or_else(|| view.all_with(0), |pull| pull.strength.clone());
        let mut spread = Spread { view, sources, strength };
        if let Some(pull) = before {
            let freed = spread.withdraw(&pull.draws);
            let lent: Vec<(Space, u16)> = freed.iter().map(|&(at, _)| (at, spread.lent(at))).collect();
            spread.sources.extend(lent);
        }
        spread.run();
        spread.strength
    }
}

/// What spreads from places that draw.
struct Spread<'a> {
    view: View<'a>,
    sources: Vec<(Space, u16)>,
    strength: Table<Space, u16>,
}

impl Spread<'_> {
    /// Takes away whatever may have come of draws that are less now: all that is as strong as they would have made it. Gives where that
    /// was, and how strong.
    fn withdraw(&mut self, before: &[u16]) -> Vec<(Space, u16)> {
        let mut freed = Vec::new();
        for (&(at, now), &then) in self.sources.iter().zip(before) {
            if now < then && self.strength[at] == then {
                self.strength[at] = 0;
                freed.push((at, then));
            }
        }
        let mut next = 0;
        while let Some(&(at, had)) = freed.get(next) {
            next += 1;
            for link in self.view.net.links(at) {
                let less = had.saturating_sub(MILE * u16::from(link.back));
                if less > 0 && self.strength[link.to] == less && self.view.crosses(at, link) {
                    self.strength[link.to] = 0;
                    freed.push((link.to, less));
                }
            }
        }
        freed
    }

    /// How strong a space is by those next to it.
    fn lent(&self, at: Space) -> u16 {
        let links = self.view.net.links(at).iter().filter(|link| self.view.crosses(at, link));
        let lent = links.map(|link| self.strength[link.to].saturating_sub(MILE * u16::from(link.there)));
        lent.max().unwrap_or(0)
    }

    /// From each source that is stronger than its space outward, the strongest first.
    fn run(&mut self) {
        let most = self.sources.iter().map(|&(_, draw)| usize::from(draw)).max().unwrap_or(0);
        // By value a chain of spaces to go on from, each with the place of the next.
        let mut heads: Vec<Option<u32>> = vec![None; most + 1];
        let mut chains: Vec<(Space, Option<u32>)> = Vec::new();
        for &(at, draw) in &self.sources {
            if draw > self.strength[at] {
                self.strength[at] = draw;
                chains.push((at, heads[usize::from(draw)].replace(chains.len() as u32)));
            }
        }
        for value in (1..=most as u16).rev() {
            let mut head = heads[usize::from(value)];
            while let Some(place) = head {
                let (at, next) = chains[place as usize];
                head = next;
                if self.strength[at] != value {
                    continue;
                }
                for link in self.view.net.links(at) {
                    let less = value.saturating_sub(MILE * u16::from(link.back));
                    if less > self.strength[link.to] && self.view.crosses(at, link) {
                        self.strength[link.to] = less;
                        chains.push((link.to, heads[usize::from(less)].replace(chains.len() as u32)));
                    }
                }
            }
        }
    }
}
