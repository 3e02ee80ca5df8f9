//! §15.3, §15.4, §20.3.3 to §20.3.5, §20.5.1, §20.5.5: where ships with land units can go, and where they can put them ashore.

use std::ops::ControlFlow::{self, Break, Continue};

use muster_sdk::Table;

use super::Mark;
use crate::state::{Berth, Means, UsCivilWar};
use crate::world::{Kind, Node, Port, Side, Space, Water};

/// Whether a search is to go on.
type Flow = ControlFlow<()>;

/// What can be done where ships come to a space.
#[derive(Clone, Copy, Default)]
struct Landing {
    /// They put in: the side controls the waters.
    open: bool,
    /// It can be stormed.
    stormed: bool,
    /// It can be stormed behind Gunboats or Cottonclads (§21.11).
    led: bool,
}

/// The spaces that ships can put land units ashore in, each list in the order of the board file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Landfalls {
    /// Those of waters that the side controls.
    pub(crate) open: Vec<Space>,
    /// Those that can be stormed: one stretch of water without own control may be entered on the way (§20.5.1).
    pub(crate) stormed: Vec<Space>,
    /// Those that can be stormed behind Gunboats or Cottonclads, past zones of enemy ships, and where enemy NSPs are (§21.11).
    pub(crate) led: Vec<Space>,
}

impl Landfalls {
    /// All of them, some more than once.
    pub(crate) fn all(&self) -> impl Iterator<Item = Space> {
        self.open.iter().chain(&self.stormed).chain(&self.led).copied()
    }

    /// Whether what must be stormed there can be.
    pub(crate) fn can_be_stormed(&self, to: Space) -> bool {
        [&self.stormed, &self.led].iter().any(|list| list.binary_search(&to).is_ok())
    }
}

/// §21.7.2: where ships put ashore whom they carry.
pub(crate) struct Shore {
    /// The space.
    pub(crate) space: Space,
    /// The water from which they land there.
    pub(crate) water: Node,
    /// Whether their side controls it, so that they put in there without an assault too.
    pub(crate) open: bool,
}

impl UsCivilWar {
    /// §20.3.3, §20.3.4: the waters that a side's River Transport can reach from a space, in the order in which it does, those at the
    /// space itself first. It goes only where the side has control that originates from a port which is a source; it passes nothing
    /// of the enemy's that blocks, even if that is trumped, and no island that isn't the side's; the open sea is closed to it, and
    /// to the Confederates the Chesapeake Bay (§20.4).
    pub fn reach(&self, side: Side, from: Space) -> Vec<Node> {
        let mut reached = Vec::new();
        let _ = self.course_by_river(side, false, self.world.waters.shore(from), |node, open| {
            reached.extend(open.then_some(node));
            Continue(())
        });
        reached
    }

    /// `led` by Naval Units, Gunboats or Cottonclads they go through zones of enemy ships, and up to these (§21.4.1).
    fn course_by_river(
        &self,
        side: Side,
        led: bool,
        starts: &[Node],
        visit: impl FnMut(Node, bool) -> Flow,
    ) -> Flow {
        let naval = if led { self.naval_led_by(side) } else { self.naval() };
        let way = |node: Node| self.is_river(side, node) && (led || !self.is_watched(side.other(), node));
        let passes = |node| naval.passes(side, node) && self.may_pass_island(side, node);
        self.course(side, starts, way, |node| naval.flows(side, node), passes, visit)
    }

    /// §20.3.5: the waters that Ocean Transport can reach: coasts, Tidal River Paths, the seas, and the Mississippi, on which no Ocean
    /// Port lies above New Orleans. `led` as by river.
    fn course_by_sea(&self, led: bool, starts: &[Node], visit: impl FnMut(Node, bool) -> Flow) -> Flow {
        let naval = if led { self.naval_led_by(Side::Us) } else { self.naval() };
        let way = |node: Node| self.is_ocean(node) && (led || !self.is_watched(Side::Cs, node));
        let passes = |node| naval.passes(Side::Us, node) && self.may_pass_island(Side::Us, node);
        self.course(Side::Us, starts, way, |node| naval.flows(Side::Us, node), passes, visit)
    }

    /// §15.3: the waters that Strategic River Movement reaches from some of them: all the way the side has Naval Control, of whatever
    /// origin. Tidal River Paths are both sides', the Chesapeake Bay's the Union's (§20.4); the open sea is no Navigable Waterway
    /// (§20.1.2).
    pub(crate) fn strategic_waters(&self, side: Side, starts: &[Node]) -> Table<Node, bool> {
        self.sailed(side, starts, |node| self.is_strategic_way(side, node), |_| true)
    }

    /// By node: whether it is reached where there is a way, whoever controls it.
    fn sailed(
        &self,
        side: Side,
        starts: &[Node],
        way: impl Fn(Node) -> bool,
        passes: impl Fn(Node) -> bool,
    ) -> Table<Node, bool> {
        let mut sailed = self.world.waters.nodes.all_with(false);
        let _ = self.course(
            side,
            starts,
            way,
            |_| true,
            passes,
            |node, _| {
                sailed[node] = true;
                Continue(())
            },
        );
        sailed
    }

    /// §15.3: whether a side has Naval Control of a Navigable Waterway, or shares it.
    pub(crate) fn is_strategic_way(&self, side: Side, node: Node) -> bool {
        let naval = self.naval();
        let shared = self.world.waters.nodes[node].water.is_shared() && naval.flows(side, node);
        let open = self.is_river(side, node) && !self.is_watched(side.other(), node);
        open && (shared || naval.of(node) == Some(side))
    }

    /// §15.4: the waters that Union Strategic Ocean Movement reaches from those of an ocean port, past no Confederate Fort, Coastal
    /// Fort or gate, whoever controls them.
    pub(crate) fn ocean_waters(&self, starts: &[Node]) -> Table<Node, bool> {
        let marks = &self.naval().marks;
        self.sailed(Side::Us, starts, |_| true, |node| !marks[node].has(Mark::GUARDED))
    }

    /// §20.5.5: the waters that a Confederate landing can reach: its control reaches over the Union's up to what blocks it, the Union's
    /// ports and Entrenchments on rivers of Type 1 and its Forts and Naval Units everywhere. With Naval Units of its own, or Cottonclads, it
    /// goes through their zones (§21.11).
    fn course_by_raid(&self, starts: &[Node], visit: impl FnMut(Node, bool) -> Flow) -> Flow {
        let (waters, naval) = (&self.world.waters, self.naval_led_by(Side::Cs));
        let ports = self
            .sources(Side::Cs)
            .flat_map(|port| waters.port(port).iter().copied().chain(waters.harbour(port)));
        let open =
            |node: Node| !naval.marks[node].has(Mark::SHUT[Side::Cs as usize]) && !self.port_bars_raid(node);
        let controlled = self.flooded(ports, open);
        let way = |node: Node| self.is_river(Side::Cs, node);
        let blocked = |node: Node| {
            naval.marks[node].has(Mark::STOPS[Side::Cs as usize]) || self.has_port_on(Side::Us, node)
        };
        self.course(
            Side::Cs,
            starts,
            way,
            |node| controlled[node],
            |node| !blocked(node) && self.may_pass_island(Side::Cs, node),
            visit,
        )
    }

    /// §20.5.5: whether a Union port blocks a raid on a river of Type 1, where no Confederate Fort trumps it (§20.1.5).
    fn port_bars_raid(&self, node: Node) -> bool {
        let faces = self.world.waters.nodes[node].faces.iter().flatten();
        let guarded =
            faces.into_iter().any(|face| self.fort(face.space).is_some_and(|(side, _)| side == Side::Cs));
        !guarded && self.has_port_on(Side::Us, node)
    }

    fn has_port_on(&self, side: Side, node: Node) -> bool {
        let info = &self.world.waters.nodes[node];
        let mut faces = info.faces.iter().flatten();
        info.water == Water::River && faces.any(|face| face.port && self.controls(side, face.space))
    }

    /// Whether ships on River Transport can be here at all.
    fn is_river(&self, side: Side, node: Node) -> bool {
        let waters = &self.world.waters;
        let open = !matches!(waters.nodes[node].water, Water::Sea | Water::Port | Water::Strait);
        open && !(side == Side::Cs && waters.is_northern(node))
    }

    /// Whether ships on Ocean Transport can.
    fn is_ocean(&self, node: Node) -> bool {
        let water = self.world.waters.nodes[node].water;
        matches!(water, Water::Coast | Water::Fort | Water::Tidal | Water::Sea | Water::GreatRiver)
    }

    /// What ships reach over links from waters, where there is a way for them, the nearest first; at the start nothing is passed yet.
    /// `visit` is told of each stretch of water once, and whether the side has control there; where it has none, nothing goes on.
    fn course(
        &self,
        side: Side,
        starts: &[Node],
        way: impl Fn(Node) -> bool,
        controls: impl Fn(Node) -> bool,
        passes: impl Fn(Node) -> bool,
        mut visit: impl FnMut(Node, bool) -> Flow,
    ) -> Flow {
        let waters = &self.world.waters;
        let narrows = self.narrows();
        let mut seen = waters.nodes.all_with(false);
        let mut reached: Vec<Node> = Vec::new();
        for &node in starts {
            if way(node) && controls(node) && !std::mem::replace(&mut seen[node], true) {
                reached.push(node);
                visit(node, true)?;
            }
        }
        let here = reached.len();
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            let on = next < here || passes(node);
            next += 1;
            if !on {
                continue;
            }
            for &to in waters.links(node) {
                let down = side == Side::Us && narrows == Some([node, to]);
                if down || !way(to) || std::mem::replace(&mut seen[to], true) {
                    continue;
                }
                let open = controls(to);
                if open {
                    reached.push(to);
                }
                visit(to, open)?;
            }
        }
        Continue(())
    }

    fn may_pass_island(&self, side: Side, node: Node) -> bool {
        let island =
            self.world.waters.nodes[node].space.filter(|&space| self.world.space(space).kind == Kind::Island);
        island.is_none_or(|space| self.controls(side, space))
    }

    /// By node: what is joined to some waters by waters that are open.
    fn flooded(&self, starts: impl Iterator<Item = Node>, open: impl Fn(Node) -> bool) -> Table<Node, bool> {
        let waters = &self.world.waters;
        let mut seen = waters.nodes.all_with(false);
        let mut left: Vec<Node> = starts.collect();
        while let Some(node) = left.pop() {
            if open(node)
                && !std::mem::replace(&mut seen[node], true)
                && waters.nodes[node].water != Water::Port
            {
                left.extend(waters.links(node));
            }
        }
        seen
    }

    // -------- Where units go ashore

    /// §20.2.1, §20.3.4: whether a space serves Naval Transport as a port: a port, a Coastal Fort or an Island (§M2, §M5).
    pub(crate) fn is_haven(&self, space: Space) -> bool {
        let info = self.world.space(space);
        info.port != Port::None || info.kind == Kind::Island
    }

    /// §20.3.5: the same for Ocean Transport.
    fn is_ocean_haven(&self, space: Space) -> bool {
        let info = self.world.space(space);
        info.port == Port::Ocean || info.kind == Kind::Island
    }

    /// The waters on which a space serves as a port.
    pub(crate) fn quays(&self, space: Space) -> impl Iterator<Item = Node> + '_ {
        let waters = &self.world.waters;
        let island = self.world.space(space).kind == Kind::Island;
        let around = waters.of_space(space).filter(|_| island);
        waters.port(space).iter().copied().chain(around)
    }

    /// §20.3.4, §20.3.5, §20.5.1: where a side's Naval Transport can put ashore what it takes from a space. `raids` if it may be a
    /// Confederate landing (§20.5.5).
    pub(crate) fn landfalls(&self, side: Side, from: Space, means: Means, raids: bool) -> Landfalls {
        let mut all = self.world.spaces.all_with(Landing::default());
        let _ = self.each_landfall(side, from, means, raids, |space, _, landing| {
            let known = &mut all[space];
            known.open |= landing.open;
            known.stormed |= landing.stormed;
            known.led |= landing.led;
            Continue(())
        });
        let mut found = Landfalls::default();
        for (space, landing) in all.iter() {
            found.open.extend(landing.open.then_some(space));
            found.stormed.extend(landing.stormed.then_some(space));
            found.led.extend(landing.led.then_some(space));
        }
        found
    }

    /// Whether there is such a place that `fits`, to be stormed if `storms`, by a Confederate landing if it also `raids`: the nearest is found
    /// without those beyond it.
    pub(super) fn has_landfall(
        &self,
        side: Side,
        from: Space,
        means: Means,
        [storms, raids]: [bool; 2],
        fits: impl Fn(Space) -> bool,
    ) -> bool {
        let raids = storms && raids && self.may_raid(side);
        let found = self.each_landfall(side, from, means, raids, |space, _, landing| {
            let stormed = storms && (landing.stormed || landing.led);
            let could = landing.open || stormed;
            let may = || if self.must_storm(side, space) { stormed } else { landing.open };
            if could && may() && fits(space) { Break(()) } else { Continue(()) }
        });
        found.is_break()
    }

    /// §21.11: the waters from which a stack lands in a space behind Gunboats or Cottonclads.
    pub(crate) fn waters_before(&self, side: Side, from: Space, means: Means, to: Space) -> Vec<Node> {
        let mut waters = Vec::new();
        let _ = self.each_landfall(side, from, means, true, |space, water, landing| {
            waters.extend((space == to && landing.led).then_some(water));
            Continue(())
        });
        waters
    }

    /// §21.7.2: where ships of a side's put ashore whom they carry from a port: where Naval Transport goes that no zone stops, and for the
    /// Confederates also where their landings go (§20.5.5).
    pub(crate) fn shores_of_cargo(&self, side: Side, from: Space, means: Means) -> Vec<Shore> {
        let (waters, quays) = (&self.world.waters, self.own_quays(side, from));
        let mut shores = Vec::new();
        if means == Means::Ocean {
            if side == Side::Us && self.is_ocean_haven(from) {
                let _ = self.course_by_sea(true, &quays, |water, open| {
                    let ends = waters.banks(water).filter(|&space| self.is_ocean_end(water, space));
                    shores.extend(ends.map(|space| Shore { space, water, open }));
                    Continue(())
                });
            }
            return shores;
        }
        let mut add = |water: Node, open: bool| {
            shores.extend(waters.banks(water).map(|space| Shore { space, water, open }));
            Continue(())
        };
        let _ = self.course_by_river(side, true, &quays, &mut add);
        if side == Side::Cs {
            let _ = self.course_by_raid(&quays, |water, _| add(water, false));
        }
        shores
    }

    /// The waters on which a space serves a side as a port.
    fn own_quays(&self, side: Side, from: Space) -> Vec<Node> {
        if self.controls(side, from) { self.quays(from).collect() } else { Vec::new() }
    }

    /// Tells `found` of them and from which water, some more than once.
    fn each_landfall(
        &self,
        side: Side,
        from: Space,
        means: Means,
        raids: bool,
        mut found: impl FnMut(Space, Node, Landing) -> Flow,
    ) -> Flow {
        let waters = &self.world.waters;
        let quays = self.own_quays(side, from);
        // §21.11: where enemy ships are, or have a zone, the Union's Gunboats lead.
        let led = side == Side::Us && self.ships_of(side.other()).next().is_some();
        let behind = Landing { led: true, ..Landing::default() };
        if means == Means::Ocean {
            if side == Side::Cs || !self.is_ocean_haven(from) {
                return Continue(());
            }
            let ends = |node| waters.banks(node).filter(move |&space| self.is_ocean_end(node, space));
            self.course_by_sea(false, &quays, |node, open| {
                ends(node).try_for_each(|space| found(space, node, self.landing_at(side, space, node, open)))
            })?;
            if led {
                self.course_by_sea(true, &quays, |node, _| {
                    ends(node).try_for_each(|space| found(space, node, behind))
                })?;
            }
            return Continue(());
        }
        self.course_by_river(side, false, &quays, |node, open| {
            let mut banks = waters.banks(node);
            banks.try_for_each(|space| found(space, node, self.landing_at(side, space, node, open)))
        })?;
        if led {
            self.course_by_river(side, true, &quays, |node, _| {
                waters.banks(node).try_for_each(|space| found(space, node, behind))
            })?;
        }
        // Who doesn't start in a port ends in one (§20.3.4).
        self.course_by_river(side, false, waters.shore(from), |node, open| {
            let is_end = |&space: &Space| {
                let quay = || self.quays(space).any(|quay| quay == node);
                open && self.is_haven(space) && self.controls(side, space) && quay()
            };
            let landing = Landing { open: true, ..Landing::default() };
            let mut ends = waters.banks(node).filter(is_end);
            ends.try_for_each(|space| found(space, node, landing))
        })?;
        if side == Side::Us || !raids {
            return Continue(());
        }
        let raid = if self.has_fleets() { behind } else { Landing { stormed: true, ..Landing::default() } };
        self.course_by_raid(&quays, |node, _| {
            waters.banks(node).try_for_each(|space| found(space, node, raid))
        })
    }

    /// What transports alone can do where they come to a space: against enemy NSPs Gunboats lead (§21.7.1, §21.11). Without Naval Units the
    /// Confederates' landings are all raids (§20.5.6).
    fn landing_at(&self, side: Side, space: Space, water: Node, open: bool) -> Landing {
        let guarded = self.is_guarded(side, Berth { space, water });
        let storms = side == Side::Us || self.has_fleets();
        Landing { open, stormed: storms && !guarded, led: guarded && side == Side::Us }
    }

    fn is_ocean_end(&self, node: Node, space: Space) -> bool {
        self.is_ocean_haven(space) && self.quays(space).any(|quay| quay == node)
    }
}
