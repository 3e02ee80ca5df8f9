//! §20: Naval Control (20.1), here and in `flow.rs`; where ships may go by it, `reach.rs`; Naval Transport (20.3), `transport.rs`;
//! Amphibious Assaults (20.5), `landings.rs`; what ships do for those who march (18.1), `support.rs`.
//!
//! What decides who has a stretch of water, the strongest first (§20.1.5): Naval Units, once there are any (§21.2); Forts and
//! Coastal Forts; control that flows from ports, the Union's before the Confederates' (C99), as far as nothing blocks it.

use muster_sdk::{Shared, Table};

use crate::state::{UsCivilWar, Works};
use crate::world::{Bar, Edge, Node, Side, Space, State, Water, WaterInfo, World};

mod flow;
mod landings;
mod reach;
mod support;
mod transport;

use flow::Flow;
pub(crate) use reach::{Landfalls, Shore};
pub(crate) use transport::OCEAN_SPS;

/// What is true of a stretch of water, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark(u16);

impl Mark {
    const OWNED: [Self; 2] = [Self(1), Self(1 << 1)];
    /// Control that originates from a port that is a source flows here (§20.1.3).
    const FLOWS: [Self; 2] = [Self(1 << 2), Self(1 << 3)];
    /// The side's control can't come in.
    const SHUT: [Self; 2] = [Self(1 << 4), Self(1 << 5)];
    /// Something of the other side's is here that blocks, even if it is trumped: no way on for the side (§13.4.3, §20.3.3).
    const STOPS: [Self; 2] = [Self(1 << 6), Self(1 << 7)];
    /// A Confederate Fort, Coastal Fort or gate is here, which ships from the sea can't pass (§13.3.1).
    const GUARDED: Self = Self(1 << 8);
    /// The sea is reached without passing such a thing.
    const AT_SEA: Self = Self(1 << 9);
    /// Ships of the side, or a zone of theirs, are here (§21.4.1).
    const WATCHED: [Self; 2] = [Self(1 << 10), Self(1 << 11)];
    /// Ships of the side lie here, or works of its bear on it.
    const ARMED: [Self; 2] = [Self(1 << 12), Self(1 << 13)];

    const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn set(&mut self, other: Self) {
        self.0 |= other.0;
    }

    fn set_if(&mut self, holds: bool, other: Self) {
        if holds {
            self.set(other);
        }
    }
}

/// In tables of bodies of water: in none.
const NO_BODY: u16 = u16::MAX;

/// Who has Naval Control of which waters.
#[derive(Debug)]
pub struct Naval {
    world: Shared<World>,
    marks: Table<Node, Mark>,
    /// By side: which body of water a node belongs to.
    bodies: [Table<Node, u16>; 2],
    /// By side: how many bodies there are.
    count: [u16; 2],
}

/// Whether nobody has more or less by the one than by the other.
impl PartialEq for Naval {
    fn eq(&self, other: &Self) -> bool {
        self.marks == other.marks && self.bodies == other.bodies && self.count == other.count
    }
}

impl Naval {
    /// Who has Naval Control of a navigable hexside, or of what lies between a Coastal Fort and the land; nobody of another.
    pub fn of_edge(&self, edge: Edge) -> Option<Side> {
        self.of(self.world.waters.of_edge(edge)?)
    }

    /// Who has Naval Control of the waters of a coastal hex, an island, a Coastal Fort, a box or a hex that a river runs through.
    pub fn of_space(&self, space: Space) -> Option<Side> {
        self.of(self.world.waters.of_space(space)?)
    }

    /// Who has Naval Control of a stretch of water; nobody alone of Tidal River Paths and of ports on rivers.
    pub fn of(&self, node: Node) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.marks[node].has(Mark::OWNED[side as usize]))
    }

    /// §21.3.3, §21.4.1: whether ships of a side are here, or have a zone.
    pub(crate) fn is_watched(&self, by: Side, node: Node) -> bool {
        self.marks[node].has(Mark::WATCHED[by as usize])
    }

    /// Whether a side may have guns that bear on it; where not, it has none (§21.6.3).
    pub(crate) fn is_armed(&self, side: Side, node: Node) -> bool {
        self.marks[node].has(Mark::ARMED[side as usize])
    }

    /// §21.3.3, §21.4.1: whether ships of a side are along a hexside, or have a zone.
    pub(crate) fn is_edge_watched(&self, by: Side, edge: Edge) -> bool {
        self.world.waters.of_edge(edge).is_some_and(|node| self.is_watched(by, node))
    }

    /// §20.1.3: whether a side has Naval Control here that originates from a port which is a source of it. Forts alone don't give it.
    pub fn flows(&self, side: Side, node: Node) -> bool {
        self.marks[node].has(Mark::FLOWS[side as usize])
    }

    /// §13.4.3, §20.3.3: whether a side's paths and ships can go on from here: it has such control, and nothing of the enemy's is
    /// here that blocks, not even if it is trumped.
    pub fn passes(&self, side: Side, node: Node) -> bool {
        self.flows(side, node) && !self.marks[node].has(Mark::STOPS[side as usize])
    }

    /// §20.3.3, §21.13.1: whether something of the enemy's is here that blocks, even if it is trumped.
    pub(crate) fn stops(&self, side: Side, node: Node) -> bool {
        self.marks[node].has(Mark::STOPS[side as usize])
    }

    /// §13.4.3: the body of water that a side's Supply Paths can use as one, numbered from 0; none where it hasn't control that
    /// originates from a source. Where a path may end but not pass, the body is that from which control comes.
    pub fn body(&self, side: Side, node: Node) -> Option<u16> {
        Some(self.bodies[side as usize][node]).filter(|&body| body != NO_BODY)
    }

    /// How many such bodies a side has.
    pub fn bodies(&self, side: Side) -> u16 {
        self.count[side as usize]
    }

    /// §13.3.1: whether a port has a way over water to the Atlantic or the Gulf that passes no Confederate Fort, Coastal Fort or gate
    /// (§M5), whoever controls the waters.
    pub fn opens_to_sea(&self, port: Space) -> bool {
        self.world.waters.port(port).iter().any(|&node| self.marks[node].has(Mark::AT_SEA))
    }

    /// §19.3.1: whether Union Naval Control reaches along the Mississippi from the north edge to the Gulf.
    pub fn is_mississippi_open(&self) -> bool {
        let river = &self.world.waters.mississippi;
        !river.is_empty() && river.iter().all(|&node| self.of(node) == Some(Side::Us))
    }
}

impl UsCivilWar {
    /// §20.1: Naval Control as it is now.
    pub fn naval(&self) -> &Naval {
        &self.kept().naval
    }

    /// §21.4.1: Naval Control as it is for ships of a side's on their way, Gunboats and Cottonclads among them: zones of the other side's
    /// do nothing to it where they come.
    pub fn naval_led_by(&self, side: Side) -> &Naval {
        if self.ships_of(side.other()).all(|ship| ship.damaged) {
            return self.naval();
        }
        let zones = Side::ALL.map(|other| other == side);
        self.kept().led[side as usize].get_or_init(|| self.find_naval_with(zones))
    }

    pub(crate) fn find_naval(&self) -> Naval {
        self.find_naval_with([true; 2])
    }

    /// The same where the zones of each side's ships count or not.
    fn find_naval_with(&self, zones: [bool; 2]) -> Naval {
        let waters = &self.world.waters;
        let mut marks: Table<Node, Mark> = waters.nodes.rows().map(|info| self.mark_of(info)).collect();
        self.mark_ships(&mut marks, zones);
        let mut flow = Flow::new(waters, &mut marks, self.narrows());
        for side in Side::ALL {
            flow.flood(side, self.sources(side));
        }
        flow.flood_from_sea();
        let bodies = Side::ALL.map(|side| flow.bodies(side));
        let count = [bodies[0].1, bodies[1].1];
        let bodies = bodies.map(|(bodies, _)| bodies);
        Naval { world: self.world.clone(), marks, bodies, count }
    }

    /// What lies on the shores of a stretch of water does to it.
    fn mark_of(&self, info: &WaterInfo) -> Mark {
        let mut forts = [false; 2];
        let mut works = [false; 2];
        for face in info.faces.iter().flatten() {
            let spot = self.spot(face.space);
            if let Some((side, _)) = self.fort(face.space) {
                forts[side as usize] = true;
            }
            forts[Side::Cs as usize] |= self.batteries_in(face.space) > 0;
            if info.water == Water::River {
                if let Works::Entrenchment(side) = spot.works {
                    works[side as usize] = true;
                }
                let southern = face.port && self.world.space(face.space).has_southern_port();
                works[Side::Cs as usize] |= southern && self.controls(Side::Cs, face.space);
            }
        }
        let mut mark = Mark::default();
        for side in Side::ALL {
            mark.set_if(forts[side as usize], Mark::ARMED[side as usize]);
        }
        if matches!(info.water, Water::Port) {
            // Nothing goes on through a port, so nothing needs to be blocked there.
            forts = [false; 2];
        }
        for side in Side::ALL {
            let (own, foe) = (side as usize, side.other() as usize);
            // §20.1.5: a Fort's control is stronger than what Entrenchments and ports block; two Forts cancel out.
            mark.set_if(forts[own] && !forts[foe], Mark::OWNED[own]);
            mark.set_if(forts[foe] || works[foe] && !forts[own], Mark::SHUT[own]);
            mark.set_if(forts[foe] || works[foe], Mark::STOPS[own]);
        }
        mark.set_if(forts[Side::Cs as usize], Mark::GUARDED);
        self.bar(info, &mut mark);
        mark
    }

    /// §20.1.5, §21.2.1, §21.4.1: what ships do to waters, over all that lies on their shores. Who is on both banks cancels out.
    fn mark_ships(&self, marks: &mut Table<Node, Mark>, zones: [bool; 2]) {
        for ship in &self.fleets.ships {
            marks[ship.berth.water].set(Mark::ARMED[ship.vessel.side() as usize]);
        }
        let held = Side::ALL.map(|side| self.waters_held(side));
        for side in Side::ALL {
            let (own, foe) = (side as usize, side.other() as usize);
            for &node in &held[own] {
                let shared = held[foe].contains(&node);
                let mark = &mut marks[node];
                mark.0 &= !(Mark::OWNED[foe].0 | if shared { Mark::OWNED[own].0 } else { Mark::SHUT[own].0 });
                mark.set_if(!shared, Mark::OWNED[own]);
                mark.set(Mark(Mark::SHUT[foe].0 | Mark::STOPS[foe].0 | Mark::WATCHED[own].0));
                mark.set_if(side == Side::Cs, Mark::GUARDED);
            }
        }
        for side in Side::ALL.into_iter().filter(|&side| zones[side as usize]) {
            let (own, foe) = (side as usize, side.other() as usize);
            for node in self.naval_zone(side) {
                let mark = &mut marks[node];
                mark.set(Mark::WATCHED[own]);
                if !held[foe].contains(&node) && !self.is_cleared(side.other(), node) {
                    mark.set(Mark(Mark::SHUT[foe].0 | Mark::STOPS[foe].0));
                }
            }
        }
    }

    /// What is said of single waters.
    fn bar(&self, info: &WaterInfo, mark: &mut Mark) {
        let neutral = || self.state_of(State::Kentucky).is_none();
        let (us, cs) = (Side::Us as usize, Side::Cs as usize);
        match info.bar {
            Bar::None => {}
            Bar::Gate(space) => {
                // They are the Confederates' until the Union takes them.
                let holder = self.controller(space);
                let unions = holder == Some(Side::Us);
                mark.set_if(unions, Mark::SHUT[cs]);
                mark.set_if(!unions, Mark(Mark::SHUT[us].0 | Mark::GUARDED.0));
                if let Some(side) = holder.filter(|_| info.water == Water::Strait) {
                    mark.set(Mark::OWNED[side as usize]);
                }
            }
            Bar::Union => {
                mark.0 &= !(Mark::SHUT[us].0 | Mark::OWNED[cs].0);
                mark.set(Mark::OWNED[us]);
                mark.set(Mark::SHUT[cs]);
            }
            Bar::Kentucky | Bar::NewMadrid => {
                let closed = neutral() && (info.bar == Bar::Kentucky || self.world.special_1861);
                if closed {
                    // A Fort still guards the way to the sea.
                    mark.0 &= Mark::GUARDED.0;
                    mark.set(Mark(Mark::SHUT[us].0 | Mark::SHUT[cs].0));
                }
            }
        }
        mark.set_if(info.water == Water::Sea, Mark::SHUT[cs]);
    }

    /// §20.1.3: the ports at which a side's Naval Control originates now.
    fn sources(&self, side: Side) -> impl Iterator<Item = Space> + '_ {
        let waters = &self.world.waters;
        let holds = move |space: &Space| self.controls(side, *space) || self.is_unions(*space);
        let ports = waters.sources_of(side).iter().copied().filter(holds);
        let shoals = waters.shoals.filter(|both| both.iter().all(|&port| self.controls(side, port)));
        ports.chain(shoals.into_iter().flatten())
    }

    /// §20.2.2: the Chesapeake Bay box, which only the Union enters.
    fn is_unions(&self, space: Space) -> bool {
        self.world.space(space).is_chesapeake()
    }

    /// §S1.3: the place on the Mississippi that the Union doesn't pass downstream before 1862, in the game without Naval Units.
    fn narrows(&self) -> Option<[Node; 2]> {
        let early = self.world.special_1861 && self.turn < FIRST_OF_1862;
        self.world.waters.narrows.filter(|_| early && !self.has_fleets())
    }
}

/// §S1.3: the first turn of 1862.
const FIRST_OF_1862: u8 = 4;
