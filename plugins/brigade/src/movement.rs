//! D. Movement: how far, where one must stop, and what one must face.

use std::cmp::Reverse;

use muster_board::SpaceId;

use crate::state::{Brigade, Form, March, Way};
use crate::units::{Field, STACK};
use crate::world::{Kind, Step, Unit, World};

/// A hex that a single unit can get to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The hex.
    pub hex: SpaceId,
    /// How many hexes it has moved then.
    pub moved: u8,
    /// How it came there.
    pub way: Way,
    /// Whether it must stop there.
    pub stopped: bool,
    /// The place in the list that it came from.
    pub from: u8,
    /// Whether it is the first in the list for this hex.
    pub first: bool,
}

/// How a unit can have come to a hex: each [`Way`], able to go on or not.
const ARRIVALS: usize = 6;

/// For each of these, those that leave the unit at least as free: on as good a way, and not stopped if it isn't.
const AS_FREE: [u8; ARRIVALS] = [0b010101, 0b111111, 0b010100, 0b111100, 0b010000, 0b110000];

/// Why a line or column can't take a step (C6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// It isn't beside the lead.
    Far,
    /// The ground or the enemy keeps one of them from going.
    Ground,
    /// It would bring one of them beside the enemy who may not go there (D4, O2).
    Enemy,
    /// It is beyond the allowance, or its double (D1, D2).
    Spent,
    /// There is no room for all (A1).
    Full,
}

/// Where the units of a line or column come to stand after a step, whether they must stop there, and how they have gone then.
pub(crate) type StepTogether = Result<(Vec<SpaceId>, bool, Way), Hindrance>;

/// What a unit that moves has to mind.
#[derive(Clone, Copy)]
struct Mover {
    foe: usize,
    /// Whether it may enter a hex with nothing but an enemy's train and generals.
    overruns: bool,
    /// Whether it may not move adjacent to the enemy (D4, O2).
    keeps_away: bool,
}

impl Mover {
    fn new(state: &Brigade, unit: Unit) -> Self {
        let info = state.world.info(unit);
        Self {
            foe: info.side.other() as usize,
            overruns: info.kind.overruns(),
            keeps_away: state.keeps_away(unit),
        }
    }

    /// \[D4\] \[O2\] Whether it may take a step at all, others of its side aside.
    fn may_take(self, field: &Field, step: &Step) -> bool {
        !self.is_barred(field, step) && !self.must_avoid(field, step.to)
    }

    /// Whether the ground or those who stand there keep it from taking a step.
    fn is_barred(self, field: &Field, step: &Step) -> bool {
        if step.barred {
            return true;
        }
        let there = field.at(step.to);
        there.fighters[self.foe] > 0 || !self.overruns && there.others[self.foe] > 0
    }

    /// \[D4\] \[O2\] Whether a hex is too near the enemy for it.
    fn must_avoid(self, field: &Field, hex: SpaceId) -> bool {
        self.keeps_away && field.at(hex).beside[self.foe] > 0
    }

    /// \[D3\] Whether it must stop after a step: on difficult ground or beyond an obstacle, unless a road leads over it, in
    /// an enemy fire zone, or upon an enemy's train.
    fn must_stop(self, field: &Field, step: &Step) -> bool {
        let there = field.at(step.to);
        step.stops || there.zone[self.foe] > 0 || there.others[self.foe] > 0
    }

    /// \[D2\] How it has gone after a further step.
    fn way_after(self, field: &Field, way: Way, step: &Step) -> Way {
        if !step.road {
            Way::OffRoad
        } else if field.at(step.to).beside[self.foe] > 0 {
            way.min(Way::ByRoad)
        } else {
            way
        }
    }
}

/// \[D1\] \[D2\] Whether one may have moved so far: within the allowance, or the double of it by road past no enemy.
fn is_within(allowed: u8, moved: u8, way: Way) -> bool {
    moved <= if way == Way::Double { allowed * 2 } else { allowed }
}

/// \[D1\] How many hexes a kind of unit may move.
pub fn allowance(kind: Kind) -> u8 {
    match kind {
        Kind::Infantry | Kind::Artillery => 2,
        Kind::Cavalry | Kind::General => 4,
        Kind::Train => 1,
    }
}

impl Brigade {
    /// \[D1\] The allowance of units that move together: that of the slowest.
    pub fn allowance_of(&self, march: &March) -> u8 {
        march.units.iter().map(|&unit| allowance(self.world.info(unit).kind)).min().unwrap_or(0)
    }

    /// \[D4\] \[O2\] Whether a unit may not move adjacent to the enemy.
    pub(crate) fn keeps_away(&self, unit: Unit) -> bool {
        matches!(self.world.info(unit).kind, Kind::Artillery | Kind::Train) || self.night()
    }

    /// Whether there is no hex next to a unit that it could move into; a fighting unit could still turn.
    pub(crate) fn is_shut_in(&self, field: &Field, unit: Unit) -> bool {
        let mover = Mover::new(self, unit);
        !self.world.steps(self.hex_of(unit)).any(|step| mover.may_take(field, step))
    }

    /// Every hex that a single unit can get to from where it is; the first entry is where it is.
    pub fn reach(&self, field: &Field, march: &March) -> Vec<Stop> {
        let (world, unit) = (&*self.world, march.units[0]);
        let mover = Mover::new(self, unit);
        let allowed = self.allowance_of(march);
        let at = self.hex_of(unit);
        let arrival = |way: Way, stopped: bool| way as usize * 2 + usize::from(stopped);
        // Hex by hex, a bit for each way in which it was reached.
        let mut reached = world.steps.all_with(0u8);
        let mut stops = Vec::with_capacity(24);
        let (moved, way, stopped) = (march.moved, march.way, march.stopped);
        stops.push(Stop { hex: at, moved, way, stopped, from: 0, first: true });
        reached[at] = 1 << arrival(way, stopped);
        let mut next = 0;
        while next < stops.len() && stops.len() < 240 {
            let (here, from) = (stops[next], next as u8);
            next += 1;
            let moved = here.moved + 1;
            // No step makes a way better: most hexes are the farthest on theirs.
            if here.stopped || !is_within(allowed, moved, here.way) {
                continue;
            }
            for step in world.steps(here.hex).filter(|step| mover.may_take(field, step)) {
                let way = mover.way_after(field, here.way, step);
                if !is_within(allowed, moved, way) {
                    continue;
                }
                let (hex, stopped) = (step.to, mover.must_stop(field, step));
                let (seen, arrival) = (&mut reached[hex], arrival(way, stopped));
                if *seen & AS_FREE[arrival] == 0 {
                    stops.push(Stop { hex, moved, way, stopped, from, first: *seen == 0 });
                    *seen |= 1 << arrival;
                }
            }
        }
        stops
    }

    /// \[A1\] Whether the units of a march may end in a hex: no more than two units.
    pub(crate) fn may_end(world: &World, field: &Field, unit: Unit, hex: SpaceId) -> bool {
        let info = world.info(unit);
        !info.kind.fights() || field.has_room(hex, info.side)
    }

    /// The way on which a single unit gets to a hex: the one that leaves it freest, then the shortest.
    pub(crate) fn way_to(stops: &[Stop], hex: SpaceId) -> Option<Stop> {
        let there = stops.iter().skip(1).filter(|stop| stop.hex == hex);
        there.min_by_key(|stop| (stop.stopped, Reverse(stop.way), stop.moved)).copied()
    }

    /// \[C6\] What comes of it if the lead of a line or column goes to this neighbouring hex. A line goes in one
    /// direction, a column follows its head.
    pub(crate) fn step_together(&self, field: &Field, march: &March, to: SpaceId) -> StepTogether {
        let lead = self.hex_of(march.units[0]);
        let direction = self.world.side_towards(lead, to).ok_or(Hindrance::Far)?;
        let side = self.world.side_of(march.units[0]);
        let (mut places, mut stopped, mut way) = (Vec::with_capacity(march.units.len()), false, march.way);
        for &unit in &march.units {
            let at = self.hex_of(unit);
            let place = march.trail.iter().position(|&hex| hex == at).filter(|_| march.form == Form::Column);
            let direction = match place {
                Some(place) if place > 0 => self.world.side_towards(at, march.trail[place - 1]),
                _ => Some(direction),
            };
            let step = direction.and_then(|direction| self.world.steps[at][direction].as_ref());
            let step = step.ok_or(Hindrance::Ground)?;
            if self.world.is_general(unit) {
                // He rides with a unit of his hex, wherever that may go.
                places.push(step.to);
                continue;
            }
            let mover = Mover::new(self, unit);
            if mover.is_barred(field, step) {
                return Err(Hindrance::Ground);
            }
            if mover.must_avoid(field, step.to) {
                return Err(Hindrance::Enemy);
            }
            way = mover.way_after(field, way, step);
            stopped |= mover.must_stop(field, step);
            places.push(step.to);
        }
        // [D2] A line doesn't double.
        let best = if march.form == Form::Column { way } else { way.min(Way::ByRoad) };
        if !is_within(self.allowance_of(march), march.moved + 1, best) {
            return Err(Hindrance::Spent);
        }
        let fighters = || march.units.iter().zip(&places).filter(|&(&unit, _)| self.world.fights(unit));
        let fits = places.iter().all(|&hex| {
            let coming = fighters().filter(|&(_, &to)| to == hex).count();
            let going = fighters().filter(|&(&unit, _)| self.hex_of(unit) == hex).count();
            let there = usize::from(field.at(hex).fighters[side as usize]);
            coming + there - going <= usize::from(STACK)
        });
        if fits { Ok((places, stopped, way)) } else { Err(Hindrance::Full) }
    }

    /// \[D1\] Whether a unit may face a corner in a hex after moving so far: all, but after moving beside enemies only those with one in front.
    pub fn may_face(world: &World, field: &Field, unit: Unit, at: SpaceId, moved: u8, facing: u8) -> bool {
        let info = world.info(unit);
        if moved == 0 || !info.kind.fights() || !field.beside_enemy(at, info.side) {
            return true;
        }
        world.front(at, facing).iter().any(|&hex| field.enemy_in(hex, info.side))
    }
}
