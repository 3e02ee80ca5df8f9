//! §21.2.5, §21.2.3: where ships can go, and where they can stay.

use muster_sdk::{May, Table, Why, ensure};

use crate::state::{Berth, Sortie, UsCivilWar, Vessel};
use crate::world::{Bar, Kind, Node, Reach, Side, Space, State, Water};

/// §21.10.3: ports that an Ironclad can pass on its way up a river.
const PORTS_PASSED: u8 = 1;

/// Who sails together.
pub(super) struct Crew {
    pub(super) side: Side,
    /// The kinds of ship; none if Naval Leaders sail by themselves (§21.2.8).
    pub(super) vessels: Vec<Vessel>,
}

impl Crew {
    fn is_alone(&self) -> bool {
        self.vessels.is_empty()
    }

    fn has_ironclads(&self) -> bool {
        self.vessels.contains(&Vessel::Ironclad)
    }
}

/// The waters that ships can reach, and how.
pub(super) struct Courses {
    /// By stretch: where they come from to it.
    before: Table<Node, Option<Node>>,
    /// By stretch: ports that they have passed upriver on the way to it.
    passed: Table<Node, u8>,
    /// In the order in which they are reached, each once.
    pub(super) reached: Vec<Node>,
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

    pub(super) fn passed(&self, node: Node) -> u8 {
        self.passed[node]
    }
}

impl UsCivilWar {
    /// §21.2.4, §21.2.5: the waters that the stack can reach from where it is without a Naval Battle and without Running the Guns; with
    /// `heedless` whatever guns there are on the way.
    pub(super) fn courses(&self, crew: &Crew, sortie: &Sortie, heedless: bool) -> Courses {
        self.courses_where(crew, sortie, heedless, |_| true)
    }

    /// The same over waters that fit.
    pub(super) fn courses_where(
        &self,
        crew: &Crew,
        sortie: &Sortie,
        heedless: bool,
        fits: impl Fn(Node) -> bool,
    ) -> Courses {
        let waters = &self.world.waters;
        let start = sortie.at.water;
        let mut courses = Courses {
            before: waters.nodes.all_with(None),
            passed: waters.nodes.all_with(u8::MAX),
            reached: vec![start],
        };
        courses.passed[start] = sortie.passed;
        let own: Vec<Space> = self.ports_on(sortie.origin.water).collect();
        let mut left = std::collections::VecDeque::from([start]);
        while let Some(node) = left.pop_front() {
            for &to in waters.links(node) {
                let passed = courses.passed[node] + self.ports_left(crew, &own, node, to);
                let better = passed < courses.passed[to];
                if !better
                    || !fits(to)
                    || self.may_float(crew, sortie.bound, to).is_err()
                    || passed > PORTS_PASSED
                {
                    continue;
                }
                if !heedless && self.may_pass(crew, to).is_err() {
                    continue;
                }
                if courses.passed[to] == u8::MAX {
                    courses.reached.push(to);
                }
                courses.before[to] = Some(node);
                courses.passed[to] = passed;
                left.push_back(to);
            }
        }
        courses
    }

    /// The ports that are on a stretch of water.
    fn ports_on(&self, node: Node) -> impl Iterator<Item = Space> + '_ {
        self.world.waters.nodes[node].faces.iter().flatten().filter(|face| face.port).map(|face| face.space)
    }

    /// §21.10.3: whether Ironclads pass a port on a way up a river, 0 or 1; where they set out none is passed.
    fn ports_left(&self, crew: &Crew, own: &[Space], node: Node, to: Node) -> u8 {
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

    /// §21.13, §21.6.1: whether the ships can pass along a stretch of water: on a bank without enemies, and under no guns.
    fn may_pass(&self, crew: &Crew, water: Node) -> May {
        let (side, foe) = (crew.side, crew.side.other());
        let waters = &self.world.waters;
        let inlet = waters.nodes[water].space.filter(|&space| self.is_inlet(space));
        ensure(
            inlet.is_none_or(|space| self.controls(side, space)),
            "Nobody sails past Hatteras Inlet or Roanoke Island but who controls it.",
            "21.13.1",
        )?;
        ensure(self.guns_over(foe, water).is_none(), "Enemy guns bear on the way.", "21.13.1")?;
        let mut banks = waters.banks(water).peekable();
        let clear = |space: Space| self.nsps(foe, Berth { space, water }).is_none();
        let open = banks.peek().is_none() || banks.any(clear);
        ensure(open, "There would be a Naval Battle.", "21.6.1")?;
        if crew.is_alone() {
            let watched = self.is_watched(foe, water);
            ensure(!watched, "Naval Leaders by themselves enter no enemy zone.", "21.2.8")?;
        }
        Ok(())
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

    /// §21.2.4: whether the stack on its way may sail to a berth: the one place that says what bars its way. Where that is a Naval Battle
    /// (§21.6) or Running the Guns (§21.13) it isn't legal yet.
    pub fn may_sail(&self, berth: Berth) -> May {
        let (sortie, crew) = self.sortie_and_crew().ok_or(NO_SORTIE)?;
        ensure(sortie.steams, "It has come as far as it goes.", "21.2.4")?;
        ensure(berth != sortie.at, "It is there.", "21.2.4")?;
        self.may_weigh_anchor(sortie.at)?;
        let courses = self.courses(&crew, &sortie, false);
        self.may_end_at(&crew, berth)?;
        self.may_carry_to(berth)?;
        if courses.reached.contains(&berth.water) {
            return Ok(());
        }
        self.may_float(&crew, sortie.bound, berth.water)?;
        let heedless = self.courses(&crew, &sortie, true);
        let leads = heedless.reached.contains(&berth.water);
        ensure(leads, "No water leads there for such ships.", "21.2.5")?;
        for node in heedless.way_to(berth.water).into_iter().skip(1) {
            self.may_pass(&crew, node)?;
        }
        ensure(false, "No water leads there for such ships.", "21.2.5")
    }

    /// §21.2.3, §21.6.1, §21.2.8: whether they can end in a berth that they reach.
    pub(super) fn may_end_at(&self, crew: &Crew, berth: Berth) -> May {
        self.may_anchor(crew.side, berth)?;
        let battle = self.nsps(crew.side.other(), berth).is_some();
        ensure(!battle, "There would be a Naval Battle.", "21.6.1")?;
        let joins = !crew.is_alone() || self.ships_in(Side::Us, berth).next().is_some();
        ensure(joins, "Naval Leaders end their way with NSPs.", "21.2.8")
    }

    /// §21.2.3, C102: the berths that the stack can sail to: one for each water of a hex, each hexside where an enemy is near.
    pub(super) fn sailable(&self) -> Vec<Berth> {
        let Some((sortie, crew)) = self.sortie_and_crew() else { return Vec::new() };
        if !sortie.steams || self.may_weigh_anchor(sortie.at).is_err() {
            return Vec::new();
        }
        let courses = self.courses(&crew, &sortie, false);
        let (waters, hold) = (&self.world.waters, self.cargo_hold());
        let mut seen: Vec<Vec<Node>> = vec![Vec::new(); self.world.spaces.len()];
        let mut berths = Vec::new();
        for &water in &courses.reached {
            if matches!(waters.nodes[water].water, Water::Sea | Water::Tidal | Water::Bay) {
                continue;
            }
            for space in waters.banks(water) {
                let berth = Berth { space, water };
                let known = &mut seen[muster_sdk::Index::place(space)];
                if known.contains(&water) && !self.is_near(crew.side.other(), space) {
                    continue;
                }
                if berth == sortie.at || self.may_end_at(&crew, berth).is_err() {
                    continue;
                }
                if hold.as_ref().is_some_and(|hold| self.may_put_ashore(hold, berth).is_err()) {
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
    fn is_near(&self, side: Side, space: Space) -> bool {
        let ways = self.world.space(space).ways.iter().map(|way| way.to);
        ways.chain([space]).any(|at| self.holds_by_guns(side, at))
    }
}

/// A reason of its own, for what isn't listed.
pub(super) const NO_SORTIE: Why = Why { text: "No ships are on their way.", citation: "21.2.4" };
