//! §3.2, §15: the Strategic Movement Phase.
//!
//! SPs of a stack go leg by leg, each leg by one of the four types and counted against its limit (§15.1, C93). Until they have arrived
//! they stand where they come from: who controls what, and what is supplied, is as it was before they left (§6.3). A place in which
//! a move could end is as good as any other stop, so of the places in which none could end only those are listed from which another
//! type leads on to where it leads from no such place.

use std::cell::OnceCell;

use muster_contract::EventKind;
use muster_sdk::{Decisions, May, Resolution, ensure};
use serde::{Deserialize, Serialize};

use crate::charts;
use crate::choice::Choice;
use crate::state::{Force, Step, UsCivilWar};
use crate::world::{Side, Space, Theater};

mod legs;

/// §3.2, §15.2: by side, SPs that move by rail.
const BY_RAIL: [u8; 2] = [12, 7];
/// §3.2, §15.3: Confederate SPs that move by river; the Union's ships carry what the turn allows (§S1.3).
const CONFEDERATES_BY_RIVER: u8 = 1;
/// §3.2, §15.5: SPs that move by road in each theater.
const BY_ROAD: u8 = 1;

/// §15.1: how SPs go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// §15.2
    Rail,
    /// §15.3
    River,
    /// §15.4
    Ocean,
    /// §15.5
    Road,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rail, Self::River, Self::Ocean, Self::Road];

    /// Its section.
    pub const fn section(self) -> &'static str {
        match self {
            Self::Rail => "15.2",
            Self::River => "15.3",
            Self::Ocean => "15.4",
            Self::Road => "15.5",
        }
    }

    /// "by rail".
    pub const fn label(self) -> &'static str {
        match self {
            Self::Rail => "by rail",
            Self::River => "by river",
            Self::Ocean => "over the ocean",
            Self::Road => "by road",
        }
    }
}

/// §3.2: SPs that a side can still move by each type in this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lift {
    /// 0 to 12.
    pub rail: u8,
    /// 0 to 3.
    pub river: u8,
    /// 0 to 3, the Union alone.
    pub ocean: u8,
    /// By theater, 0 or 1.
    pub road: [u8; 3],
}

impl Lift {
    /// §3.2, §S1.3: what a side has in a turn, with the special rules of 1861 or without.
    pub fn of(side: Side, turn: u8, special: bool) -> Self {
        let ships = charts::pace(turn, special).lift;
        let (river, ocean) = match side {
            Side::Us => (ships, ships),
            Side::Cs => (CONFEDERATES_BY_RIVER, 0),
        };
        Self { rail: BY_RAIL[side as usize], river, ocean, road: [BY_ROAD; 3] }
    }

    /// How many SPs can still go by a type, by road in a theater.
    pub fn room(&self, mode: Mode, theater: Option<Theater>) -> u8 {
        match mode {
            Mode::Rail => self.rail,
            Mode::River => self.river,
            Mode::Ocean => self.ocean,
            Mode::Road => theater.map_or(0, |theater| self.road[theater as usize]),
        }
    }

    /// What is left when so many have gone; none if not so many can.
    fn less(mut self, mode: Mode, theater: Option<Theater>, sps: u8) -> Option<Self> {
        let left = match mode {
            Mode::Rail => &mut self.rail,
            Mode::River => &mut self.river,
            Mode::Ocean => &mut self.ocean,
            Mode::Road => &mut self.road[theater? as usize],
        };
        *left = left.checked_sub(sps)?;
        Some(self)
    }

    /// Whether no more is left of any type than in another.
    pub(crate) fn is_within(&self, most: &Self) -> bool {
        let road = self.road.iter().zip(most.road).all(|(&left, most)| left <= most);
        road && self.rail <= most.rail && self.river <= most.river && self.ocean <= most.ocean
    }
}

/// §15.1: SPs on a Strategic Move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Convoy {
    /// Whose.
    pub side: Side,
    /// Where they come from, and stand until they have arrived.
    pub from: Space,
    /// Where they have got to.
    pub at: Space,
    /// How many, 1 to 12.
    pub sps: u8,
    /// How they came there; not at all before the first leg.
    pub last: Option<Mode>,
    /// What is left for the side besides.
    pub left: Lift,
}

impl UsCivilWar {
    /// §3.2: the Union's segment, then the Confederacy's.
    pub(crate) fn begin_strategic_movement(&mut self, resolution: &mut Resolution<'_>) {
        self.begin_segment(Side::Us, resolution);
    }

    fn begin_segment(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let left = Lift::of(side, self.turn, self.world.special_1861);
        self.fleets.redeployed = [false; 2];
        self.enter(Step::Strategic(side, left), resolution);
        self.settle_segment(resolution);
    }

    /// Goes on where nothing is left that could move.
    pub(crate) fn settle_segment(&mut self, resolution: &mut Resolution<'_>) {
        let Step::Strategic(side, _) = self.frames.step() else { return };
        if !self.spared().any(|one| self.moves(&one)) && !self.can_redeploy(side) {
            self.end_segment(resolution);
        }
    }

    fn end_segment(&mut self, resolution: &mut Resolution<'_>) {
        match self.frames.step() {
            Step::Strategic(Side::Us, _) => self.begin_segment(Side::Cs, resolution),
            _ => self.begin_leader_management(resolution),
        }
    }

    /// §15.6: SPs that can leave a space by Strategic Movement: not the last one from a general.
    pub fn strategic_sps(&self, side: Side, from: Space) -> u8 {
        let kept = u8::from(self.generals_in(side, from).next().is_some());
        self.sps(side, from).saturating_sub(kept)
    }

    /// An SP of each space that can spare one.
    fn spared(&self) -> impl Iterator<Item = Convoy> + '_ {
        self.laid().filter_map(|(space, _)| self.one_from(space))
    }

    /// Whether one can go anywhere.
    fn moves(&self, one: &Convoy) -> bool {
        Mode::ALL.iter().any(|&mode| self.goes_on(one, mode))
    }

    /// An SP that leaves a space in this segment, if one can.
    pub(crate) fn one_from(&self, from: Space) -> Option<Convoy> {
        let Step::Strategic(side, left) = self.frames.step() else { return None };
        let one = Convoy { side, from, at: from, sps: 1, last: None, left };
        (self.strategic_sps(side, from) > 0).then_some(one)
    }

    /// SPs of a space that can go together by some type.
    fn most_to_dispatch(&self, one: &Convoy) -> u8 {
        let modes: Vec<Mode> = Mode::ALL.into_iter().filter(|&mode| self.goes_on(one, mode)).collect();
        self.most_to_leave(one, &modes)
    }

    /// The same by these types, if they lead anywhere.
    fn most_to_leave(&self, one: &Convoy, modes: &[Mode]) -> u8 {
        let theater = self.world.space(one.from).theater;
        let room = modes.iter().map(|&mode| one.left.room(mode, theater)).max().unwrap_or(0);
        self.strategic_sps(one.side, one.from).min(room)
    }

    pub(crate) fn list_strategic(&self, side: Side, list: &mut Decisions<Choice>) {
        for one in self.spared() {
            list.push_when(Choice::Dispatch(one.from), || self.moves(&one));
        }
        self.list_redeployments(side, list);
        list.push(Choice::EndStrategic);
    }

    pub(crate) fn take_strategic(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        match choice {
            Choice::Dispatch(from) => {
                if let Some(one) = self.one_from(from) {
                    let sps = self.hook_dispatch(one.side, from, self.most_to_dispatch(&one), resolution);
                    self.frames.call(Step::Convoy(Convoy { sps, ..one }));
                }
            }
            Choice::Naval(order) => self.take_order(side, order, resolution),
            _ => self.end_segment(resolution),
        }
    }

    /// §15.6: whether SPs of a side can end a Strategic Move in a space: an Objective or Resource Hex, a Fort, a port, an Island or a
    /// town of the side's, or where a general of its is. A Coastal Fort holds three (§10.3.2).
    pub fn may_end_strategic_move(&self, side: Side, at: Space, sps: u8) -> May {
        self.is_in_play(at)?;
        let info = self.world.space(at);
        // What is a town, a port, an island or a Coastal Fort can have a marker; so can Objective and Resource Hexes (§6.2.3).
        let place = info.takes_marker() || self.fort(at).is_some_and(|(holder, _)| holder == side);
        let fits = place && self.controls(side, at) || self.generals_in(side, at).next().is_some();
        ensure(fits, "A move ends with a General, or in a town, port, Fort or Resource of yours.", "15.6")?;
        ensure(sps <= self.room(side, at), "A Coastal Fort holds three SPs.", "10.3.2")
    }

    /// The spaces in which an SP could end one, in no order.
    pub(crate) fn strategic_ends(&self, side: Side) -> impl Iterator<Item = Space> + '_ {
        let town = |at: &Space| self.world.space(*at).takes_marker();
        let mut others: Vec<Space> = self.laid().map(|(at, _)| at).collect();
        others.extend(self.posted(side).map(|(_, at)| at));
        others.retain(|at| !town(at));
        others.sort_unstable();
        others.dedup();
        let all = self.world.places.markable.iter().copied().chain(others);
        all.filter(move |&at| self.may_end_strategic_move(side, at, 1).is_ok())
    }

    pub(crate) fn list_convoy(&self, _side: Side, list: &mut Decisions<Choice>) {
        let Step::Convoy(convoy) = self.frames.step() else { return };
        for mode in Mode::ALL {
            if list.is_answered() {
                return;
            }
            list.extend(self.legs(&convoy, mode).map(|to| Choice::Leg(mode, to)));
        }
        if convoy.last.is_none() {
            let most = OnceCell::new();
            let most = || *most.get_or_init(|| self.most_to_dispatch(&Convoy { sps: 1, ..convoy }));
            for sps in (1..=self.most_to_leave(&convoy, &Mode::ALL)).filter(|&sps| sps != convoy.sps) {
                list.push_when(Choice::Send(sps), || sps <= most());
            }
        } else {
            let ends = self.may_end_strategic_move(convoy.side, convoy.at, convoy.sps);
            list.push_if(ends.is_ok(), Choice::Arrive);
        }
        list.push(Choice::TurnBack);
    }

    pub(crate) fn take_convoy(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::Convoy(convoy) = self.frames.step() else { return };
        match choice {
            Choice::Send(sps) => self.frames.next(Step::Convoy(Convoy { sps, ..convoy })),
            Choice::Leg(mode, to) => self.take_leg(convoy, mode, to, resolution),
            Choice::Arrive => self.end_strategic_move(convoy, resolution),
            // They haven't left, and nothing is counted.
            _ => self.frames.end(),
        }
    }

    /// §15.1: a leg; where none can follow the move is over.
    fn take_leg(&mut self, convoy: Convoy, mode: Mode, to: Space, resolution: &mut Resolution<'_>) {
        let theater = self.world.space(convoy.at).theater;
        let Some(left) = convoy.left.less(mode, theater, convoy.sps) else { return };
        let gone = Convoy { at: to, last: Some(mode), left, ..convoy };
        resolution.say(mode.section(), || {
            let (who, from) = (self.sps_go(convoy.side, convoy.sps), self.called(convoy.at));
            format!("{who} {} from {from} to {}.", mode.label(), self.called(to))
        });
        self.frames.next(Step::Convoy(gone));
        let ends = self.may_end_strategic_move(gone.side, to, gone.sps).is_ok();
        if ends && !Mode::ALL.iter().any(|&mode| self.goes_on(&gone, mode)) {
            self.end_strategic_move(gone, resolution);
        }
    }

    /// §15.6, §12.2, §13.6.5: the SPs come to where they have got to, and what they were stays with them but for a Foraging marker
    /// (C85).
    fn end_strategic_move(&mut self, convoy: Convoy, resolution: &mut Resolution<'_>) {
        let Convoy { side, from, at, sps, left, .. } = convoy;
        let path = vec![self.place_of(from), self.place_of(at)];
        self.announce_at(resolution, EventKind::Moved(path), at, "15.1", || {
            let who = self.described(side, sps, &[]);
            format!("{who} from {} {} in {}.", self.called(from), arrive(sps), self.called(at))
        });
        self.occupy(side, at, resolution);
        self.carry_points(side, from, at, sps);
        if let Some(force) = self.take_off(side, from, sps) {
            self.tell_of_shaken(at, force, resolution);
            self.put_down(at, Force { moved: 0, foraging: false, ..force });
            self.clear_marker(side, at, resolution);
        }
        self.frames.end();
        self.frames.next(Step::Strategic(side, left));
        self.settle_segment(resolution);
    }
}

const fn arrive(sps: u8) -> &'static str {
    if sps == 1 { "arrives" } else { "arrive" }
}
