//! The map in few numbers: how many SPs of each side are near a space, what taking a space is worth, and how far that draws a stack.

use std::sync::{Arc, OnceLock};

use muster_sdk::{Index as _, Table};

use super::pull::Pull;
use super::site::Sites;
use crate::charts::{self, RUNNER_PORTS, RunnerPort};
use crate::naval::Naval;
use crate::state::{UsCivilWar, Works};
use crate::world::{Kind, Link, Port, Side, Space, State, World};

/// What of its strength a stack is worth to spaces so many hexes away, in quarters.
const SHARES: [u16; 4] = [4, 4, 3, 1];
/// What a stack of so many SPs is: one that goes where the enemy is strong.
pub(super) const STRONG: u8 = 7;

/// By space: the spaces around it, with the share of strength that it lends them.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    first: Vec<u32>,
    spaces: Vec<(Space, u16)>,
    /// The same of towns, cities and ports within two hexes.
    first_town: Vec<u32>,
    towns: Vec<Space>,
    /// §14.4.2: the Blockade Runner Ports, and what guards them.
    runners: Vec<Runner>,
    /// By space: of a port or a fort among them the place in that list and 1; 0 of others.
    runs: Table<Space, u8>,
    /// The steps that a guarded ferry makes (§5.8.5), once each.
    pub(super) ferries: Vec<(Space, Link)>,
}

/// §14.4.2: a Blockade Runner Port.
#[derive(Clone, Copy, Debug)]
struct Runner {
    port: Space,
    fort: Option<Space>,
    modifier: u8,
}

impl Runner {
    fn of(world: &World, runner: &RunnerPort) -> Option<Self> {
        let fort = runner.fort.map(|id| world.find(id));
        Some(Self { port: world.find(runner.port)?, fort: fort.flatten(), modifier: runner.modifier })
    }
}

impl Around {
    pub(crate) fn of_world(world: &World) -> Self {
        let net = &world.nets[0];
        let runners: Vec<Runner> =
            RUNNER_PORTS.iter().filter_map(|runner| Runner::of(world, runner)).collect();
        let mut runs = world.spaces.all_with(0);
        for (place, runner) in runners.iter().enumerate() {
            for at in std::iter::once(runner.port).chain(runner.fort) {
                runs[at] = place as u8 + 1;
            }
        }
        let from = |at: Space| net.links(at).iter().map(move |&link| (at, link));
        let ferries = world.spaces.all().flat_map(from).filter(|(at, link)| link.guarded && *at < link.to);
        let ferries = ferries.collect();
        let mut around = Self {
            first: vec![0],
            spaces: Vec::new(),
            first_town: vec![0],
            towns: Vec::new(),
            runners,
            runs,
            ferries,
        };
        let mut seen = world.spaces.all_with(false);
        for start in world.spaces.all() {
            let from = around.spaces.len();
            around.spaces.push((start, SHARES[0]));
            seen[start] = true;
            let mut next = from;
            for &share in &SHARES[1..] {
                let end = around.spaces.len();
                for at in next..end {
                    for link in net.links(around.spaces[at].0) {
                        if !std::mem::replace(&mut seen[link.to], true) {
                            around.spaces.push((link.to, share));
                        }
                    }
                }
                next = end;
            }
            for &(space, _) in &around.spaces[from..] {
                seen[space] = false;
            }
            let near = around.spaces[from..].iter().filter(|(_, share)| *share >= SHARES[2]);
            let towns = near.map(|&(to, _)| to).filter(|&to| world.space(to).is_settled());
            around.towns.extend(towns);
            around.first_town.push(around.towns.len() as u32);
            around.first.push(around.spaces.len() as u32);
        }
        around
    }

    fn of(&self, space: Space) -> &[(Space, u16)] {
        let at = space.place();
        &self.spaces[self.first[at] as usize..self.first[at + 1] as usize]
    }

    fn towns(&self, space: Space) -> &[Space] {
        let at = space.place();
        &self.towns[self.first_town[at] as usize..self.first_town[at + 1] as usize]
    }
}

/// What policies ask of a position again and again.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    /// By space and side: the SPs that are counted.
    counted: Table<Space, [u8; 2]>,
    /// By side and space: quarters of SPs that are near it.
    near: [Table<Space, u16>; 2],
    sites: [OnceLock<Sites>; 2],
    /// The Naval Control by which sites were judged.
    naval: Arc<Naval>,
    /// Spaces that a stack on its way held then (§6.3).
    leaving: Vec<Space>,
    /// By side, of weak and of strong stacks.
    pub(super) pull: [[OnceLock<Arc<Pull>>; 2]; 2],
}

impl Survey {
    pub(crate) fn of(game: &UsCivilWar) -> Self {
        let spaces = &game.world.spaces;
        let mut survey = Self {
            counted: spaces.all_with([0; 2]),
            near: [spaces.all_with(0), spaces.all_with(0)],
            sites: Default::default(),
            naval: Arc::clone(&game.kept().naval),
            leaving: game.leaving(),
            pull: Default::default(),
        };
        game.laid().for_each(|(space, _)| survey.count(game, space));
        survey
    }

    /// The same once these spaces may have been changed: what there is to know of a space hangs on what lies at most as far from it as
    /// strength is counted, on Naval Control, and for blockade runners on a port and its fort.
    pub(crate) fn after(mut self, game: &UsCivilWar, touched: &[Space]) -> Self {
        let (naval, around) = (&game.kept().naval, game.world.around());
        if !Arc::ptr_eq(naval, &self.naval) {
            (self.naval, self.sites) = (Arc::clone(naval), Default::default());
        }
        self.pull = Default::default();
        let left = std::mem::replace(&mut self.leaving, game.leaving());
        for space in touched.iter().chain(&left).chain(&self.leaving.clone()).copied() {
            self.count(game, space);
            let runner = around.runs[space].checked_sub(1).map(|place| around.runners[usize::from(place)]);
            let trade = runner.into_iter().flat_map(|runner| [Some(runner.port), runner.fort]).flatten();
            for sites in self.sites.iter_mut().filter_map(OnceLock::get_mut) {
                around.of(space).iter().for_each(|&(to, _)| sites.forget(to));
                trade.clone().for_each(|at| sites.forget(at));
            }
        }
        self
    }

    /// Counts the SPs that are in a space now.
    fn count(&mut self, game: &UsCivilWar, space: Space) {
        for side in Side::ALL {
            let before = &mut self.counted[space][side as usize];
            let (sps, less) = (game.sps(side, space), std::mem::replace(before, game.sps(side, space)));
            if sps != less {
                for &(to, share) in game.world.around().of(space) {
                    let near = &mut self.near[side as usize][to];
                    *near = *near + u16::from(sps) * share - u16::from(less) * share;
                }
            }
        }
    }
}

/// A position as one side looks at it.
#[derive(Clone, Copy)]
pub(super) struct Outlook<'a> {
    pub(super) game: &'a UsCivilWar,
    pub(super) side: Side,
    pub(super) foe: Side,
    pub(super) survey: &'a Survey,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(game: &'a UsCivilWar, side: Side) -> Self {
        Self { game, side, foe: side.other(), survey: game.survey() }
    }

    /// By space how many of the SPs of a stack are counted as near it where it stands.
    pub(super) fn counted(&self, at: Space, sps: u8) -> Table<Space, u8> {
        let mut counted = self.game.world.spaces.all_with(0);
        for &(to, share) in self.game.world.around().of(at) {
            counted[to] = (u16::from(sps) * share / 4) as u8;
        }
        counted
    }

    /// SPs of the enemy that are near a space.
    pub(super) fn foes(&self, at: Space) -> i32 {
        i32::from(self.survey.near[self.foe as usize][at] / 4)
    }

    /// Own SPs near it; those of a stack on its way left out.
    pub(super) fn friends(&self, at: Space) -> i32 {
        i32::from(self.survey.near[self.side as usize][at] / 4)
    }

    /// Whether the side keeps a space when its units leave it.
    pub(super) fn keeps(&self, at: Space) -> bool {
        let spot = self.game.spot(at);
        match spot.works {
            Works::Entrenchment(side) | Works::Fort(side, _) => side == self.side,
            Works::None => spot.marker.or_else(|| self.game.at_home(at)) == Some(self.side),
        }
    }

    /// What it is worth to take a space that the side doesn't keep: by the VPs, Build Points and ports in it.
    pub(super) fn prize(&self, at: Space) -> i32 {
        let info = self.game.world.space(at);
        let resource = i32::from(info.resource);
        let coast = if info.kind == Kind::CoastalFort { 10 } else { 0 };
        let walls = if self.game.fort(at).is_some_and(|(side, _)| side == self.foe) { 8 } else { 0 };
        let ground = match self.side {
            Side::Us if resource > 0 => 30 + 18 * resource + 6 * i32::from(self.game.spot(at).arsenals),
            // §19.3.2: each turn it costs 2 VPs.
            Side::Us if info.objective && self.game.is_northern(at) => 90,
            Side::Us if info.objective => 40,
            Side::Cs if resource > 0 => 25 + 14 * resource,
            Side::Cs if info.objective && self.game.is_northern(at) => 45,
            Side::Cs if info.objective => 30,
            _ if info.takes_marker() => 6 + coast,
            _ => 0,
        };
        ground + walls + self.trade(at)
    }

    /// §14.4.2, §S2.2: what a Blockade Runner Port is worth that is open, or that the Confederacy would open by taking it back; so is the
    /// Fort before it.
    fn trade(&self, at: Space) -> i32 {
        let around = self.game.world.around();
        let Some(place) = around.runs[at].checked_sub(1) else { return 0 };
        let runner = around.runners[usize::from(place)];
        let confederate =
            |space: Space| self.game.controls(Side::Cs, space) || self.side == Side::Cs && space == at;
        let open = confederate(runner.port) && runner.fort.is_none_or(confederate);
        let each = match self.side {
            Side::Us => 14,
            Side::Cs => 8,
        };
        if open { each * i32::from(runner.modifier) } else { 0 }
    }

    /// What it is worth to have a space that one keeps.
    pub(super) fn stake(&self, at: Space) -> i32 {
        let info = self.game.world.space(at);
        let resource = i32::from(info.resource) + i32::from(self.game.spot(at).arsenals);
        let held = match self.side {
            Side::Us if self.is_capital(at) => 90,
            Side::Us if info.objective && self.game.is_northern(at) => 50,
            Side::Us if info.objective => 34,
            Side::Us if resource > 0 => 20 + 10 * resource,
            Side::Us if self.runs(at) => 16,
            Side::Cs if resource > 0 => 15 + 12 * resource,
            Side::Cs if info.objective => 20,
            _ => 0,
        };
        match self.side {
            Side::Us => held,
            Side::Cs => held + self.trade(at) / 2,
        }
    }

    /// Whether it is Washington, for the Union.
    pub(super) fn is_capital(&self, at: Space) -> bool {
        let info = self.game.world.space(at);
        self.side == Side::Us && info.capital && info.states.has(State::Columbia)
    }

    /// SPs that a space of one's own that is worth it needs besides those who stand there.
    pub(super) fn lack(&self, at: Space) -> i32 {
        self.lack_with(at, i32::from(self.game.sps(self.side, at)))
    }

    /// The same if so many stood there.
    pub(super) fn lack_with(&self, at: Space, there: i32) -> i32 {
        let fort = self.game.fort(at).filter(|&(side, _)| side == self.side);
        let walls = fort.map_or(0, |(_, level)| i32::from(level));
        let near = self.foes(at) * 2 / 3 - walls;
        (near.max(0) + self.watch(at) - there).max(0)
    }

    /// SPs that are always kept in a space: Washington's, and those of towns where enemies are near or could come by sea, or whose people
    /// are theirs.
    pub(super) fn watch(&self, at: Space) -> i32 {
        let info = self.game.world.space(at);
        let landed = info.resource >= 2 && info.port != Port::None && info.coastal;
        match self.side {
            _ if self.is_capital(at) => 4,
            Side::Us => {
                let southern = (info.resource > 0 || self.runs(at)) && info.kind != Kind::CoastalFort;
                let border = info.objective && !self.game.is_northern(at);
                i32::from(southern || border || self.foes(at) > 0)
            }
            Side::Cs if info.resource >= 4 => 2,
            Side::Cs => i32::from(landed || self.foes(at) > 0),
        }
    }

    /// Whether blockade runners go there, or past it.
    fn runs(&self, at: Space) -> bool {
        self.game.world.around().runs[at] > 0
    }

    /// Whether own towns are near, or ships: the lines of all would have to be found for each march, and that says nearly the same.
    pub(super) fn is_near_town(&self, at: Space) -> bool {
        let afloat = || {
            let ocean = self.game.world.space(at).port == Port::Ocean;
            self.side == Side::Us && (ocean || self.game.naval().of_space(at) == Some(Side::Us))
        };
        self.game.world.around().towns(at).iter().any(|&to| self.keeps(to)) || afloat()
    }

    pub(super) fn sites(&self) -> &'a Sites {
        self.survey.sites[self.side as usize].get_or_init(|| Sites::new(self.game.spaces()))
    }

    /// What so many SPs of a stack that stands in a space are worth there: as if they had been taken off and came back.
    pub(super) fn value_of_staying(&self, at: Space, sps: u8) -> i32 {
        let (site, sps_here) = (self.site(at), i32::from(sps));
        let others = i32::from(self.game.sps(self.side, at)) - sps_here;
        let stake = site.stake();
        let need = match () {
            () if !site.is_kept() || stake == 0 => 0,
            // An army that goes out to meet the enemy still covers what is behind it, and leaves a watch.
            () if sps >= STRONG => self.lack_with(at, others).min(2),
            () => self.lack_with(at, others),
        };
        let draws = if need > 0 { stake / 2 + 3 * need } else { 0 };
        let drawn = i32::from(self.pull(sps)[at]);
        let draws = if sps >= STRONG { drawn } else { draws.max(drawn) };
        let more = need.min(sps_here) - site.need().min(sps_here);
        let company = self.company(at, others) - self.company(at, others + sps_here);
        // Whoever is the last leaves a town to whoever walks in.
        let lost = if sps == 1 && others == 0 && self.foes(at) > 0 { stake / 2 } else { 0 };
        self.value(at, sps, sps_here) + draws - drawn + more * stake.min(40) / 6 + company + lost
    }

    /// What so many SPs are worth in a space where they stand; `counted` of them are among those near it already.
    pub(super) fn value(&self, at: Space, sps: u8, counted: i32) -> i32 {
        let (site, sps_here) = (self.site(at), i32::from(sps));
        let drawn = i32::from(self.pull(sps)[at]);
        let taken = if sps > 0 && !site.is_kept() { site.prize() } else { 0 };
        let held = site.need().min(sps_here) * site.stake().min(40) / 6;
        let company = self.company(at, self.game.sps(self.side, at).into());
        // §13.2.2: who is out of supply starves the more the worse the season is.
        let hunger = match charts::turn(self.game.turn).season.attrition() {
            _ if site.is_fed() => 0,
            season => 12 + sps_here * (1 + i32::from(season)),
        };
        drawn + taken + held + company - self.danger(at, sps_here, counted) - hunger
    }

    /// What it is worth to stand with so many others.
    fn company(&self, at: Space, others: i32) -> i32 {
        let others = others.clamp(0, 10);
        if self.foes(at) > 0 { others * 3 / 4 } else { others / 3 }
    }

    /// What so many SPs risk there: the enemy is near with more.
    fn danger(&self, at: Space, sps: i32, counted: i32) -> i32 {
        let (foes, own) = (self.foes(at), self.friends(at) + sps - counted);
        let over = (foes - own * 5 / 4).clamp(0, 8);
        let covered = self.game.spot(at).fortified() == Some(self.side);
        let bold = self.side == Side::Us;
        over * sps.clamp(1, 6) / (1 + i32::from(covered) + i32::from(bold))
    }
}
