//! §21.2.5, §21.2.3: where ships can go, and where they can stay.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use muster_sdk::{May, Table, Why, ensure};

use crate::state::{Berth, Sortie, UsCivilWar, Vessel};
use crate::world::{Bar, Kind, Node, Reach, Side, Space, State, Water};

/// §21.10.3: ports that an Ironclad can pass on its way up a river.
const PORTS_PASSED: u8 = 1;

/// Who sails together.
pub(crate) struct Crew {
    pub(crate) side: Side,
    /// The kinds of ship; none if Naval Leaders sail by themselves (§21.2.8).
    pub(crate) vessels: Vec<Vessel>,
}

impl Crew {
    fn is_alone(&self) -> bool {
        self.vessels.is_empty()
    }

    fn has_ironclads(&self) -> bool {
        self.vessels.contains(&Vessel::Ironclad)
    }
}

/// What a way costs a stack: the fewer guns that fire on it the better, then the fewer zones, then the shorter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Toll {
    /// §21.13: how often it runs guns.
    guns: u8,
    /// §21.4.2: stretches in enemy zones.
    watched: u8,
    steps: u16,
}

/// The waters that ships can reach, and how.
pub(crate) struct Courses {
    /// By stretch: where they come from to it.
    before: Table<Node, Option<Node>>,
    /// By stretch: what the way to it costs, and ports that they have passed upriver on it; none where no way leads.
    tolls: Table<Node, Option<(Toll, u8)>>,
    /// In the order in which they are reached, each once.
    pub(crate) reached: Vec<Node>,
}

impl Courses {
    /// The way to a stretch of water that is reached, from the start.
    pub(super) fn way_to(&self, node: Node) -> Vec<Node> {
        let mut way = vec![node];
        let mut at = node;
        while let Some(before) = self.before[at] {
            way.push(before);
            at = before;
        }
        way.reverse();
        way
    }

    /// §21.13: how often the way to a stretch that is reached runs guns.
    pub(crate) fn guns_to(&self, node: Node) -> u8 {
        self.tolls[node].map_or(0, |(toll, _)| toll.guns)
    }
}

impl UsCivilWar {
    /// §21.2.4, §21.2.5: the waters that the stack can reach from where it is, past the fewest guns (§21.13). Naval Leaders by themselves
    /// pass none, and enter no enemy zone (§21.2.8).
    pub(crate) fn courses(&self, crew: &Crew, sortie: &Sortie) -> Courses {
        self.courses_until(crew, sortie, |_| false)
    }

    /// The same no farther than to the first stretch of water that is sought.
    pub(super) fn courses_until(&self, crew: &Crew, sortie: &Sortie, ends: impl Fn(Node) -> bool) -> Courses {
        let foe = crew.side.other();
        let open =
            |node| !crew.is_alone() || self.guns_over(foe, node).is_none() && !self.is_watched(foe, node);
        let laden = crew.side == self.phasing;
        let passes = |node| {
            let carries = || !laden || self.may_carry_past(node).is_ok();
            self.may_go_past(crew, node).is_ok() && carries()
        };
        self.courses_where((crew, sortie), open, passes, ends)
    }

    /// The same over waters that fit, and on from those that can be passed.
    pub(super) fn courses_where(
        &self,
        (crew, sortie): (&Crew, &Sortie),
        fits: impl Fn(Node) -> bool,
        passes: impl Fn(Node) -> bool,
        ends: impl Fn(Node) -> bool,
    ) -> Courses {
        let waters = &self.world.waters;
        let (start, foe) = (self.water_under(sortie), crew.side.other());
        let mut courses = Courses {
            before: waters.nodes.all_with(None),
            tolls: waters.nodes.all_with(None),
            reached: Vec::new(),
        };
        let begun = (Toll::default(), sortie.passed);
        courses.tolls[start] = Some(begun);
        let own: Vec<Space> = self.ports_on(sortie.origin.water).collect();
        let naval = self.naval();
        let mut left = BinaryHeap::from([Reverse((begun, start))]);
        while let Some(Reverse((so_far, node))) = left.pop() {
            if courses.tolls[node] != Some(so_far) {
                continue;
            }
            courses.reached.push(node);
            if ends(node) {
                break;
            }
            if node != start && !passes(node) {
                continue;
            }
            let (toll, passed) = so_far;
            for &to in waters.links(node) {
                let passed = passed + self.ports_left(crew, &own, node, to);
                if passed > PORTS_PASSED || !fits(to) || self.may_float(crew, sortie.bound, to).is_err() {
                    continue;
                }
                let fire = if naval.is_armed(foe, to) { self.gunners(foe, node, to).len() as u8 } else { 0 };
                let guns = toll.guns + fire;
                let watched = toll.watched + u8::from(self.is_watched(foe, to));
                let next = (Toll { guns, watched, steps: toll.steps + 1 }, passed);
                if courses.tolls[to].is_none_or(|known| next < known) {
                    courses.tolls[to] = Some(next);
                    courses.before[to] = Some(node);
                    left.push(Reverse((next, to)));
                }
            }
        }
        courses
    }

    /// The stretch of water that a stack has come to: on its way that needn't have a shore.
    pub(super) fn water_under(&self, sortie: &Sortie) -> Node {
        self.fleets.wake.last().copied().filter(|_| sortie.sailed).unwrap_or(sortie.at.water)
    }

    /// The ports that are on a stretch of water.
    pub(super) fn ports_on(&self, node: Node) -> impl Iterator<Item = Space> + '_ {
        self.world.waters.nodes[node].faces.iter().flatten().filter(|face| face.port).map(|face| face.space)
    }

    /// §21.10.3: whether Ironclads pass a port on a way up a river, 0 or 1; where they set out none is passed.
    pub(super) fn ports_left(&self, crew: &Crew, own: &[Space], node: Node, to: Node) -> u8 {
        if !crew.has_ironclads() || !self.world.waters.is_up(node, to) {
            return 0;
        }
        let beyond: Vec<Space> = self.ports_on(to).collect();
        let left = |port: Space| !own.contains(&port) && !beyond.contains(&port);
        u8::from(self.ports_on(node).any(left))
    }

    /// §21.2.5: whether these ships can be on a stretch of water, whoever guards it.
    fn may_float(&self, crew: &Crew, bound: Option<Reach>, node: Node) -> May {
        let waters = &self.world.waters;
        let mut vessels = crew.vessels.iter();
        let bears = if crew.is_alone() {
            [Vessel::Oceangoing, Vessel::River].iter().any(|&vessel| waters.bears(vessel, node))
        } else {
            vessels.all(|&vessel| waters.bears(vessel, node))
        };
        ensure(bears, "Such ships can't go there.", "21.2.5")?;
        let reach = waters.reach_of(node);
        let stops =
            crew.side == Side::Us && reach != Reach::Delta && bound.is_some_and(|bound| bound != reach);
        ensure(!stops, "At New Orleans, or at the forts below it, ships stop.", "21.2.5")?;
        let neutral = waters.nodes[node].bar == Bar::NewMadrid
            && self.world.special_1861
            && self.state_of(State::Kentucky).is_none();
        ensure(!neutral, "New Madrid is closed while Kentucky is neutral.", "S1.3")
    }

    /// §21.13.1, §21.2.4: whether the ships can sail on from a stretch of water that they come to: not past the islands' gates, and not past
    /// enemies on every bank, whom they would have to fight.
    pub(super) fn may_go_past(&self, crew: &Crew, water: Node) -> May {
        let (side, foe) = (crew.side, crew.side.other());
        let waters = &self.world.waters;
        let inlet = waters.nodes[water].space.filter(|&space| self.is_inlet(space));
        ensure(
            inlet.is_none_or(|space| self.controls(side, space)),
            "Nobody sails past Hatteras Inlet or Roanoke Island but who controls it.",
            "21.13.1",
        )?;
        let open = self.is_passage(water)
            || self.clear_bank(foe, water).is_some()
            || waters.banks(water).next().is_none();
        ensure(open, "A Naval Battle stops them on the way.", "21.2.4")
    }

    /// §21.2.3: whether ships pass a Coastal Fort there along the hexside between it and the land.
    pub(super) fn is_passage(&self, water: Node) -> bool {
        self.world.waters.nodes[water].water == Water::Fort
    }

    /// A bank of a stretch of water at which no NSPs of a side's are.
    pub(super) fn clear_bank(&self, side: Side, water: Node) -> Option<Space> {
        self.world.waters.banks(water).find(|&space| self.nsps(side, Berth { space, water }).is_none())
    }

    /// §20.1.4, §21.2.3: Hatteras Inlet or Roanoke Island, the gates among the islands.
    pub(super) fn is_inlet(&self, space: Space) -> bool {
        let gate = |node| matches!(self.world.waters.nodes[node].bar, Bar::Gate(at) if at == space);
        self.world.space(space).kind == Kind::Island && self.world.waters.of_space(space).is_some_and(gate)
    }

    /// §21.2.3, §5.7, §20.2.2: whether ships of a side can end a player's Action Phase in a berth.
    pub fn may_anchor(&self, side: Side, berth: Berth) -> May {
        let foe = side.other();
        let haven = crate::world::fleets::is_haven_of(&self.world, side, berth.space);
        ensure(haven, "Ships can't stay there.", "5.7")?;
        let inlet = self.is_inlet(berth.space) && !self.controls(side, berth.space);
        ensure(!inlet, "Only who controls Hatteras Inlet or Roanoke Island stays there.", "21.2.3")?;
        let met = self.holds_by_guns(foe, berth.space) || self.guns_over(foe, berth.water).is_some();
        ensure(!met, "Enemy Forts, Batteries or ships are there.", "21.2.3")?;
        let facing = self.ships_of(foe).any(|ship| ship.berth.water == berth.water);
        ensure(!facing, "Enemy ships are there.", "21.2.3")
    }

    /// §21.2.4: whether the stack on its way may sail to a berth: the one place that says what bars its way.
    pub fn may_sail(&self, berth: Berth) -> May {
        let (sortie, crew) = self.sortie_and_crew().ok_or(NO_SORTIE)?;
        let text = "It sails on only once it has left something behind, or won with twice as many NSPs.";
        ensure(sortie.steams, text, "21.2.4")?;
        ensure(berth != sortie.at, "It is there.", "21.2.4")?;
        self.may_weigh_anchor(sortie.at)?;
        self.may_end_at(&crew, berth)?;
        self.may_carry_to(berth)?;
        if self.courses(&crew, &sortie).reached.contains(&berth.water) {
            return Ok(());
        }
        self.may_float(&crew, sortie.bound, berth.water)?;
        let heedless = self.courses_where((&crew, &sortie), |_| true, |_| true, |node| node == berth.water);
        if heedless.reached.contains(&berth.water) {
            for node in heedless.way_to(berth.water).into_iter().skip(1) {
                self.may_enter_alone(&crew, node)?;
                self.may_go_past(&crew, node)?;
            }
        }
        ensure(false, "No water leads there for such ships.", "21.2.5")
    }

    /// §21.2.8: whether Naval Leaders by themselves come to a stretch of water.
    fn may_enter_alone(&self, crew: &Crew, node: Node) -> May {
        let foe = crew.side.other();
        let guns = crew.is_alone() && self.guns_over(foe, node).is_some();
        ensure(!guns, "Naval Leaders by themselves run no guns.", "21.2.8")?;
        let watched = crew.is_alone() && self.is_watched(foe, node);
        ensure(!watched, "Naval Leaders by themselves enter no enemy zone.", "21.2.8")
    }

    /// §5.7, §21.2.8: whether they can end their way in a berth that they reach, be it for a Naval Battle or until the end of the Action
    /// Phase alone (§21.2.3).
    pub(crate) fn may_end_at(&self, crew: &Crew, berth: Berth) -> May {
        let haven = crate::world::fleets::is_haven_of(&self.world, crew.side, berth.space);
        ensure(haven, "Ships can't stay there.", "5.7")?;
        if !crew.is_alone() {
            return Ok(());
        }
        self.may_anchor(crew.side, berth)?;
        let joins = self.ships_in(Side::Us, berth).next().is_some();
        ensure(joins, "Naval Leaders end their way with NSPs.", "21.2.8")
    }

    /// §21.2.3, C102: the berths that the stack can sail to: one for each water of a hex, each hexside where an enemy is near.
    pub(super) fn sailable(&self) -> Vec<Berth> {
        let Some((sortie, crew)) = self.sortie_and_crew() else { return Vec::new() };
        if !sortie.steams || self.may_weigh_anchor(sortie.at).is_err() {
            return Vec::new();
        }
        let courses = self.courses(&crew, &sortie);
        let hold = self.cargo_hold();
        let lands = |berth| hold.as_ref().is_none_or(|hold| self.may_put_ashore(hold, berth).is_ok());
        let ends = |berth: Berth| berth != sortie.at && self.may_end_at(&crew, berth).is_ok() && lands(berth);
        self.berths_along(crew.side, &courses.reached, ends)
    }

    /// §21.2.3, C102: the berths that fit on some waters: one for each water of a hex, each hexside where an enemy of the side's is near.
    pub(crate) fn berths_along(
        &self,
        side: Side,
        reached: &[Node],
        fits: impl Fn(Berth) -> bool,
    ) -> Vec<Berth> {
        let waters = &self.world.waters;
        let mut seen: Vec<Vec<Node>> = vec![Vec::new(); self.world.spaces.len()];
        let mut berths = Vec::new();
        for &water in reached {
            if matches!(waters.nodes[water].water, Water::Sea | Water::Tidal | Water::Bay) {
                continue;
            }
            for space in waters.banks(water) {
                let berth = Berth { space, water };
                let known = &mut seen[muster_sdk::Index::place(space)];
                if known.contains(&water) && !self.is_near(side.other(), space) || !fits(berth) {
                    continue;
                }
                known.extend(waters.joined_here(space, water));
                berths.push(berth);
            }
        }
        berths.sort_unstable();
        berths
    }

    /// §21.2.3: whether a side has NSPs in or next to a space, so that the hexside matters.
    pub(super) fn is_near(&self, side: Side, space: Space) -> bool {
        let ways = self.world.space(space).ways.iter().map(|way| way.to);
        ways.chain([space]).any(|at| self.holds_by_guns(side, at))
    }
}

/// A reason of its own, for what isn't listed.
pub(super) const NO_SORTIE: Why = Why { text: "No ships are on their way.", citation: "21.2.4" };
