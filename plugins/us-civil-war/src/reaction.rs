//! §9: what the other side does while a stack enters a space: Interception and Avoid Battle.
//!
//! [`March::entering`](crate::state::March) is the space; the stack still stands in [`March::at`](crate::state::March), next to it or
//! across the water.

use muster_sdk::{May, Resolution, Why, ensure};
use serde::{Deserialize, Serialize};

use crate::battle::sums;
use crate::retreat::Withdrawal;
use crate::state::{Avoidance, Foreseen, Named, Post, Step, UsCivilWar};
use crate::world::{General, Hexside, Kind, Rail, Ridge, River, Side, Space, Way};

/// §9.2.1, §9.3.2: what two dice must show with all modifiers.
pub const REACTION_AT: i8 = 9;
/// §10.3.2: SPs that a Coastal Fort holds.
pub const FORT_HOLDS: u8 = 3;
/// §S1.3: the hex that J. Johnston comes to by rail, if Beauregard is attacked there.
const MANASSAS: &str = "1746";
const BEAUREGARD: &str = "cs-beauregard";
const J_JOHNSTON: &str = "cs-j-johnston";
/// §S1.3: SPs that come with him.
pub(crate) const RAIL_PARTY: u8 = 2;
/// Throws of two dice.
pub const THROWS: u64 = 36;

/// A stack that can intercept, or a space to which one can avoid battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reaction {
    /// The space: of the stack that intercepts, or where the other goes.
    pub space: Space,
    /// §10.3.2: between a Coastal Fort and its port it needs neither dice nor a General.
    pub automatic: bool,
    /// §9.4: what is added to the dice, rules of the table included as far as they are known.
    pub modifier: i8,
    /// Whether rules of the table may still change that.
    pub unsure: bool,
}

impl Reaction {
    /// §10.3.2: one that needs no dice.
    pub const fn free(space: Space) -> Self {
        Self { space, automatic: true, modifier: 0, unsure: false }
    }

    /// How many of the [`THROWS`] succeed.
    pub fn ways(&self) -> u64 {
        if self.automatic { THROWS } else { throws_of(REACTION_AT - self.modifier) }
    }

    /// Whether it succeeds with this sum of the dice.
    pub fn succeeds(&self, sum: i8) -> bool {
        self.automatic || sum + self.modifier >= REACTION_AT
    }
}

/// How many throws of two dice show this or more.
fn throws_of(least: i8) -> u64 {
    sums(2).iter().enumerate().filter(|(sum, _)| *sum as i8 >= least).map(|(_, ways)| ways).sum()
}

/// §9.4: what changes a reaction's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// The Commanding General's Defense Rating.
    Commander(General),
    /// §8.2: a Cavalry General is with the stack.
    Cavalry(General),
    /// The stack has retreated in this activation; to avoid battle only.
    Momentum,
    /// Over a Minor River without a bridge.
    MinorRiver,
    /// Over the bridge of a Navigable River.
    Bridge,
    /// Over a pass or a Railroad Gap.
    Pass,
    /// Over a Mountain hexside without one.
    Crest,
}

impl Help {
    /// What it is, for the window.
    pub fn label(&self, game: &UsCivilWar) -> String {
        match *self {
            Self::Commander(general) => format!("{} commands", game.world.general(general).label),
            Self::Cavalry(general) => format!("the cavalry of {}", game.world.general(general).label),
            Self::Momentum => "it has retreated already".to_owned(),
            Self::MinorRiver => "over a Minor River".to_owned(),
            Self::Bridge => "over a bridge".to_owned(),
            Self::Pass => "over a pass".to_owned(),
            Self::Crest => "over mountains".to_owned(),
        }
    }
}

impl UsCivilWar {
    /// §9.4: what a stack's leaders add to its reactions, wherever it goes.
    pub fn reaction_of_leaders(&self, side: Side, at: Space) -> Vec<(Help, i8)> {
        let commander = self.commander_in(side, at);
        let rated = commander.map(|general| (Help::Commander(general), self.rating(general).defense as i8));
        let rider = self.generals_in(side, at).find(|&general| self.rating(general).rides());
        let rides = rider.map(|general| (Help::Cavalry(general), 2));
        rated.into_iter().chain(rides).collect()
    }

    /// §9.4: what a hexside takes away. A bridge is a railroad or a road over the river (§5.8.2); over a Navigable River without one
    /// nobody reacts.
    pub fn reaction_over(&self, hexside: &Hexside) -> Vec<(Help, i8)> {
        let mut list = Vec::new();
        let bridged = self.is_laid(hexside.rail) || hexside.road;
        if hexside.river == River::Minor && !bridged {
            list.push((Help::MinorRiver, -1));
        }
        if hexside.river.is_navigable() || hexside.bay {
            list.push((Help::Bridge, -1));
        }
        match hexside.ridge {
            Ridge::Pass => list.push((Help::Pass, -1)),
            // A gap is one by its railroad.
            Ridge::Gap if hexside.rail == Rail::Built || bridged => list.push((Help::Pass, -1)),
            Ridge::Gap | Ridge::Crest => list.push((Help::Crest, -2)),
            Ridge::None | Ridge::Impassable => {}
        }
        list
    }

    pub(crate) fn sum(list: &[(Help, i8)]) -> i8 {
        list.iter().map(|(_, value)| value).sum()
    }

    /// §10.3.2, C77: whether a stack of a side reacts between two spaces without dice or General: a Coastal Fort and its port, joined
    /// by land, both the side's.
    pub fn reacts_freely(&self, side: Side, from: Space, to: Space) -> bool {
        let info = self.world.space(from);
        let joined = info.partner == Some(to) && self.world.way(from, to).is_some();
        joined && self.controls(side, from) && self.controls(side, to)
    }

    /// §10.3.2, C23: SPs that still find room in a space.
    pub fn room(&self, side: Side, at: Space) -> u8 {
        if self.world.space(at).kind == Kind::CoastalFort {
            FORT_HOLDS.saturating_sub(self.sps(side, at))
        } else {
            u8::MAX
        }
    }

    // -------- §9.2 Interception

    /// §9.2.1: whether the stack in a space may try to intercept where the other side's enters.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn may_intercept(&self, from: Space) -> Result<Reaction, Why> {
        let (march, to) = self.entry().ok_or(Why { text: "Nobody enters a space.", citation: "9.2.1" })?;
        let side = march.side.other();
        self.may_react(from, to)?;
        let general = self.commander_in(side, from);
        let (sps, friends) = (self.sps(side, from), self.has_units(side, to));
        if self.reacts_freely(side, from, to) {
            let alone = general.is_some() && friends;
            ensure(sps > 0 || alone, "Nobody is there to go.", "10.3.2")?;
            ensure(self.room(side, to) > 0 || alone, "A Coastal Fort holds three SPs.", "10.3.2")?;
            return Ok(Reaction::free(from));
        }
        ensure(general.is_some(), "Only a stack with a General intercepts.", "9.2.1")?;
        ensure(sps > 0 || friends, "Generals by themselves only join SPs that are attacked.", "7.6")?;
        if self.comes_by_rail(from, to).is_some() {
            self.may_part(side, from, friends)?;
            let modifier = Self::sum(&self.helps(from, to));
            return Ok(Reaction { space: from, automatic: false, modifier, unsure: false });
        }
        self.way_into(side, from, to)?;
        self.may_part(side, from, friends)?;
        Ok(self.weighed(Named { from, to }))
    }

    /// §9.4: a stack's Interception or Maneuver with what changes its dice, rules of the table too.
    pub(crate) fn weighed(&self, named: Named) -> Reaction {
        let modifier = Self::sum(&self.helps(named.from, named.to));
        // Without such rules there is nothing to foresee, whatever a save made under others says.
        let known = match self.foreseen(named) {
            _ if self.world.reaction_rules.is_empty() => Some(0),
            Some(by) => by,
            None => None,
        };
        let (modifier, unsure) = (modifier + known.unwrap_or(0), known.is_none());
        Reaction { space: named.from, automatic: false, modifier, unsure }
    }

    /// What rules of the table make of its modifier, if they have been asked.
    pub(crate) fn foreseen(&self, named: Named) -> Option<Option<i8>> {
        let all = self.march.as_deref().map_or(&[][..], |march| &march.foreseen);
        all.iter().find(|one| one.named == named).map(|one| one.by)
    }

    /// Rules of the table are asked about all reactions that can be tried now, before their owner decides.
    pub(crate) fn foresee_reactions(&mut self, resolution: &Resolution<'_>) {
        self.forget_foreseen();
        let Some((_, to)) = self.entry().filter(|_| !self.world.reaction_rules.is_empty()) else { return };
        let others = self.interceptors().into_iter().map(|one| (Named { from: one.space, to }, one));
        let all = others.chain(self.maneuvers()).filter(|(_, reaction)| reaction.unsure);
        let foreseen = all.map(|(named, reaction)| {
            let ruled = self.foresee_interception(reaction, named.to, resolution);
            Foreseen { named, by: ruled.map(|ruled| ruled.modifier - reaction.modifier) }
        });
        let foreseen = foreseen.collect();
        if let Some(march) = self.march.as_deref_mut() {
            march.foreseen = foreseen;
        }
    }

    /// What they said holds no more.
    pub(crate) fn forget_foreseen(&mut self) {
        if let Some(march) = self.march.as_deref_mut() {
            march.foreseen.clear();
        }
    }

    /// §9.4: what changes the dice of a stack that reacts to the enemy by going to a space: of J. Johnston, if he comes by rail, his
    /// Defense Rating alone (§S1.3).
    pub(crate) fn helps(&self, from: Space, to: Space) -> Vec<(Help, i8)> {
        let Some((march, _)) = self.entry() else { return Vec::new() };
        if let Some(johnston) = self.comes_by_rail(from, to) {
            return vec![(Help::Commander(johnston), self.rating(johnston).defense as i8)];
        }
        let mut list = self.reaction_of_leaders(march.side.other(), from);
        list.extend(self.world.way(from, to).map(|way| self.reaction_over(&way.side)).unwrap_or_default());
        list
    }

    /// §S1.3: J. Johnston, if he is who would intercept by rail from one space into another.
    pub(crate) fn comes_by_rail(&self, from: Space, to: Space) -> Option<General> {
        let entered = self.entry().is_some_and(|(_, entered)| entered == to);
        self.rail_interceptor().filter(|&(space, _)| entered && space == from).map(|(_, johnston)| johnston)
    }

    /// §9.3.4: whether a stack can still react to a space that is entered: it isn't there, and hasn't come from there avoiding battle.
    pub(crate) fn may_react(&self, from: Space, to: Space) -> May {
        self.enters_in_force("9.2.1")?;
        ensure(from != to, "It is in the space that is entered.", "9.2.1")?;
        let gone = self.avoidance() == Avoidance::Gone(from);
        ensure(!gone, "Who has just avoided battle doesn't come back.", "9.3.4")
    }

    /// §2.2.2, §9.2.1, §9.3.1: whether SPs are about to enter: generals by themselves are no force.
    fn enters_in_force(&self, citation: &'static str) -> May {
        let force = self.march.as_deref().is_some_and(|march| march.sps > 0);
        ensure(force, "Generals by themselves are no force, to which nobody reacts.", citation)
    }

    /// §9.2.1, C77: the way over which the zone of a stack reaches into the space next to it that is entered.
    pub(crate) fn way_into(&self, side: Side, from: Space, to: Space) -> Result<&Way, Why> {
        let way = self.world.way(from, to);
        let way =
            way.ok_or(Why { text: "It isn't next to the space that is entered.", citation: "9.2.1" })?;
        let crossed = self.zone_crosses(side, way);
        ensure(crossed, "Its Zone of Influence doesn't reach over that hexside.", "9.2.1")?;
        self.may_pass_ships(side, way.edge)?;
        let reached = self.zone_reaches(side, from, to);
        ensure(reached, "Its Zone of Influence doesn't reach into that space.", "9.2.1")?;
        Ok(way)
    }

    /// §S1.3: where J. Johnston stands if he may intercept by rail, and who he is: on the first turn of 1861, when the Union enters
    /// Manassas Junction, Beauregard is there with SPs and hasn't tried to avoid battle, and a railroad that the Confederacy controls
    /// leads there over one hex between.
    pub fn rail_interceptor(&self) -> Option<(Space, General)> {
        let (march, to) = self.entry()?;
        let early = self.world.special_1861 && self.turn == 1 && march.side == Side::Us;
        if !early || self.world.space(to).id != MANASSAS || self.sps(Side::Cs, to) == 0 {
            return None;
        }
        let at = |id: &str| {
            let general = self.world.general_named(id)?;
            let Post::Map(at) = self.officers[general].post else { return None };
            Some((at, general))
        };
        let attacked = at(BEAUREGARD).is_some_and(|(at, _)| at == to);
        let untried = self.avoidance() == Avoidance::Untried;
        let (from, johnston) = at(J_JOHNSTON).filter(|_| attacked && untried)?;
        let by_rail = |one: Space, other: Space| {
            self.world.way(one, other).is_some_and(|way| self.goes_by_rail(Side::Cs, one, way))
        };
        let far = from != to && self.world.way(from, to).is_none();
        let led = self.world.space(from).ways.iter().any(|way| by_rail(from, way.to) && by_rail(way.to, to));
        (far && led).then_some((from, johnston))
    }

    /// §9.3.4: what has become of avoiding battle in the space that is entered.
    fn avoidance(&self) -> Avoidance {
        let now = self.frames.path().iter().rev().find_map(|step| match step {
            Step::React(now) => Some(now.avoided),
            _ => None,
        });
        now.unwrap_or(Avoidance::Untried)
    }

    /// §9.2.2: all stacks that may try, in the order of the ways around the space; who comes by rail last (§S1.3).
    pub fn interceptors(&self) -> Vec<Reaction> {
        let Some((_, to)) = self.entry() else { return Vec::new() };
        let around = self.world.space(to).ways.iter().map(|way| way.to);
        let by_rail = self.rail_interceptor().map(|(from, _)| from);
        around.chain(by_rail).filter_map(|from| self.may_intercept(from).ok()).collect()
    }

    /// §9.2.1, §22.6: whether a stack may try the reaction that it was named for.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn may_try(&self, named: Named) -> Result<Reaction, Why> {
        if self.intercepts(named) { self.may_intercept(named.from) } else { self.may_maneuver(named) }
    }

    /// Whether a stack that was named intercepts, and doesn't maneuver.
    pub(crate) fn intercepts(&self, named: Named) -> bool {
        self.entry().is_some_and(|(_, entered)| named.to == entered)
    }

    /// §9.2.1: the dice of an Interception that was named. Gives whether it succeeds.
    pub fn try_interception(&mut self, reaction: Reaction, resolution: &mut Resolution<'_>) -> bool {
        let reaction = match self.entry() {
            Some((_, to)) if !reaction.automatic && self.comes_by_rail(reaction.space, to).is_none() => {
                self.hook_interception(reaction, to, resolution)
            }
            _ => reaction,
        };
        let what = || format!("Interception from {}", self.called(reaction.space));
        Self::try_reaction(reaction, what, "9.2.1", resolution)
    }

    /// The dice of a reaction, and whether it succeeds.
    pub(crate) fn try_reaction(
        reaction: Reaction,
        what: impl Fn() -> String,
        section: &'static str,
        resolution: &mut Resolution<'_>,
    ) -> bool {
        let sum = Self::roll_reaction(reaction, &what, section, resolution);
        let succeeds = reaction.succeeds(sum);
        if !reaction.automatic {
            let word = if succeeds { "succeeds" } else { "fails" };
            resolution.say(section, || format!("{} {word} with {}.", what(), sum + reaction.modifier));
        }
        succeeds
    }

    /// §9.2.1: the sum of two dice for a reaction; 0 where it needs none.
    pub(crate) fn roll_reaction(
        reaction: Reaction,
        what: impl Fn() -> String,
        section: &str,
        resolution: &mut Resolution<'_>,
    ) -> i8 {
        if reaction.automatic {
            return 0;
        }
        let reason = || format!("{}, {:+}", what(), reaction.modifier);
        let faces = resolution.roll_openly(2, 6, section, |_| true, reason);
        faces.iter().map(|&face| face as i8).sum()
    }

    // -------- §9.3 Avoid Battle

    /// §9.3.1: whether the stack in the space that is entered may try to avoid battle: it has a General, or is in a Coastal Fort or
    /// its port and both are its side's. An Interception into the space forbids it (§9.3.4), which whoever asks must know.
    pub fn may_avoid(&self) -> May {
        let (march, at) = self.entry().ok_or(Why { text: "Nobody enters a space.", citation: "9.3.1" })?;
        let side = march.side.other();
        self.enters_in_force("9.3.1")?;
        let general = self.commander_in(side, at).is_some();
        let free = self.sps(side, at) > 0
            && self.world.space(at).partner.is_some_and(|other| self.reacts_freely(side, at, other));
        ensure(general || free, "Only a stack with a General avoids battle.", "9.3.1")?;
        let open = self.avoidances().next().is_some();
        ensure(open, "No space next to it is open.", "9.3.2")
    }

    /// §9.3.2: the stack that may avoid battle.
    fn avoider(&self) -> Option<(Withdrawal, Space)> {
        let (march, at) = self.entry()?;
        let side = march.side.other();
        let foe = self.world.way(march.at, at).map(|_| march.at);
        Some((Withdrawal { side, sps: self.sps(side, at), foe, beaten: false }, at))
    }

    /// §9.3.2, §9.4: what going over a way takes, if it may go there.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn may_avoid_over(&self, way: &Way) -> Result<Reaction, Why> {
        let (who, at) = self.avoider().ok_or(Why { text: "Nobody enters a space.", citation: "9.3.1" })?;
        let general = self.commander_in(who.side, at).is_some();
        if self.reacts_freely(who.side, at, way.to) && (who.sps > 0 || general) {
            let room = who.sps == 0 || self.room(who.side, way.to) > 0;
            ensure(room, "A Coastal Fort holds three SPs.", "10.3.2")?;
            self.may_go_among(&who, way.to)?;
            return Ok(Reaction::free(way.to));
        }
        ensure(general, "Only a stack with a General avoids battle.", "9.3.1")?;
        self.may_step_back(&who, at, way)?;
        let modifier = self.avoids_with().iter().map(|(_, value)| value).sum::<i8>()
            + Self::sum(&self.reaction_over(&way.side));
        Ok(Reaction { space: way.to, automatic: false, modifier, unsure: false })
    }

    /// §9.4: what the stack adds to its dice to avoid battle, wherever it goes.
    pub fn avoids_with(&self) -> Vec<(Help, i8)> {
        let Some((march, at)) = self.entry() else { return Vec::new() };
        let mut list = self.reaction_of_leaders(march.side.other(), at);
        if march.retreated.contains(&at) {
            list.push((Help::Momentum, 2));
        }
        list
    }

    /// §9.3.2: the spaces that it may go to, each with what its dice need.
    pub fn avoidances(&self) -> impl Iterator<Item = Reaction> {
        let at = self.entry().map(|(_, at)| at);
        let ways = at.map(|at| &self.world.space(at).ways[..]).unwrap_or_default();
        ways.iter().filter_map(|way| self.may_avoid_over(way).ok())
    }

    /// §9.3.2: how many of the [`THROWS`] let it go somewhere.
    pub fn avoiding_ways(&self) -> u64 {
        self.avoidances().map(|reaction| reaction.ways()).max().unwrap_or(0)
    }

    /// §9.3.2, §9.4: the dice to avoid battle, thrown before the space is chosen. Gives their sum; none are thrown where it can only go to
    /// a space for which it needs none (§10.3.2).
    pub fn roll_avoidance(&self, resolution: &mut Resolution<'_>) -> i8 {
        let best = self.avoidances().filter(|reaction| !reaction.automatic).max_by_key(Reaction::ways);
        let Some(best) = best else { return 0 };
        let Some((_, at)) = self.entry() else { return 0 };
        let what = || format!("Avoid Battle at {}", self.called(at));
        Self::roll_reaction(best, what, "9.3.2", resolution)
    }

    /// §9.4: where it can go with this throw. Its owner may still stay, as if it had failed.
    pub fn avoidances_with(&self, sum: i8) -> Vec<Reaction> {
        self.avoidances().filter(|reaction| reaction.succeeds(sum)).collect()
    }

    /// §9.3.2, C79, C23: the stack goes, all of it; into a Coastal Fort as many SPs as find room, and its generals if nobody stays
    /// behind. Militia are displaced, a Fort stays where it is. Whoever was in the way has been pushed aside before.
    pub fn avoid(&mut self, to: Space, resolution: &mut Resolution<'_>) {
        let Some((who, at)) = self.avoider() else { return };
        let mut stack = self.whole_stack(who.side, at);
        let room = self.room(who.side, to);
        if stack.sps > room {
            stack.sps = room;
            stack.generals.clear();
        } else {
            self.displace_militia(who.side, at, "9.3.2", resolution);
        }
        self.shift(who.side, &stack, to, "9.3.2", resolution);
        self.invade(who.side, to, resolution);
        self.carry_momentum(who.side, at, to);
    }

    /// §9.4: whoever had Momentum in a space is no longer there: those who come have none of it.
    pub(crate) fn forget_momentum(&mut self, side: Side, at: Space) {
        let stands = self.sps(side, at) > 0 || self.generals_in(side, at).next().is_some();
        if let Some(march) = self.march.as_deref_mut().filter(|march| march.side != side && !stands) {
            march.retreated.retain(|&space| space != at);
        }
    }

    /// §9.4: some of a side's stack have gone to another space. Momentum goes with those who have it, and stays with those of them who stay.
    pub(crate) fn carry_momentum(&mut self, side: Side, from: Space, to: Space) {
        let stays = self.sps(side, from) > 0 || self.generals_in(side, from).next().is_some();
        let Some(march) = self.march.as_deref_mut() else { return };
        if march.retreated.contains(&from) {
            march.retreated.retain(|&space| space != to && (stays || space != from));
            march.retreated.push(to);
        }
    }
}
