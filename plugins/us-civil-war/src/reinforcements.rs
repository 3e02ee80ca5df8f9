//! §3.1, §14: the Reinforcement Phase: new Strength Points, the Union's Fort, cards, and what comes back from the Displaced Boxes.
//!
//! The segments follow one another: each `begin_` function goes through what needs no choice and stops at the first decision; the
//! `take_` function of that decision goes on from there. Where nothing can be chosen nobody is asked.

use muster_sdk::{Decisions, May, Resolution, ensure};

use crate::charts::{self, Season};
use crate::choice::Choice;
use crate::state::{Force, Intake, Raised, Step, UsCivilWar};
use crate::world::{Kind, Side, Space, State, Theater};

mod industry;
mod returns;

pub use crate::state::Budget;
pub(crate) use industry::GROWTH;

/// §14.2.1: the areas of the Union's new SPs, St. Louis apart.
pub(crate) const UNION_AREAS: [&str; 3] = ["the East and on Chesapeake Bay", "Ohio and Indiana", "Illinois"];
/// §14.2.1: how many come to each.
const UNION_SPS: [u8; 3] = [6, 3, 3];
/// The theaters in which these areas lie.
const UNION_THEATERS: [Theater; 3] = [Theater::East, Theater::West, Theater::West];
/// §14.2.1, §14.6: the only place of the Union's SPs beyond the Mississippi, and how many come there.
pub(crate) const ST_LOUIS: &str = "1712";
const ST_LOUIS_SPS: u8 = 2;
/// §14.3.5: the most new Confederate SPs in a state.
const MOST_IN_A_STATE: u8 = 2;
/// §17.1.3: the turn with which neutral Kentucky becomes the Union's.
const KENTUCKY_JOINS: u8 = 4;

impl UsCivilWar {
    /// §3.1: the phase begins.
    pub(crate) fn begin_reinforcements(&mut self, resolution: &mut Resolution<'_>) {
        let (side, what, raised) = (Side::Us, Intake::New, Raised::default());
        self.enter(Step::Intake { side, what, left: [0; 3], raised }, resolution);
        if self.turn >= KENTUCKY_JOINS && self.state_of(State::Kentucky).is_none() {
            self.join_side(State::Kentucky, Side::Us, resolution);
        }
        self.begin_union_sps(resolution);
    }

    /// §14.1.2: whether it is winter.
    pub fn is_winter(&self) -> bool {
        charts::turn(self.turn).season == Season::Winter
    }

    /// §3.1 A, §14.2.1: the Union's new SPs; none in winter. Those of St. Louis have no choice.
    fn begin_union_sps(&mut self, resolution: &mut Resolution<'_>) {
        let (side, what, raised) = (Side::Us, Intake::New, Raised::default());
        let left = if self.is_winter() { [0; 3] } else { self.in_play(UNION_THEATERS, UNION_SPS) };
        self.enter(Step::Intake { side, what, left, raised }, resolution);
        if self.is_winter() {
            resolution.say("14.1.2", || "In winter the Union has no new SPs.".to_owned());
        } else if let Some(st_louis) = self.st_louis() {
            self.raise(side, st_louis, ST_LOUIS_SPS, resolution);
            self.say_raised(side, st_louis, ST_LOUIS_SPS, "14.2.1", resolution);
        } else if self.world.plays_in(Theater::TransMississippi) {
            resolution.say("14.2.1", || "St. Louis takes in no SPs: they are lost.".to_owned());
        }
        self.settle_intake(resolution);
    }

    /// SPs of some theaters without those of theaters that a scenario leaves out of play, which don't come.
    fn in_play(&self, theaters: [Theater; 3], sps: [u8; 3]) -> [u8; 3] {
        let mut left = sps;
        for (sps, theater) in left.iter_mut().zip(theaters) {
            if !self.world.plays_in(theater) {
                *sps = 0;
            }
        }
        left
    }

    /// §14.2.1, §14.6: St. Louis, if it is the Union's and in Full Supply.
    fn st_louis(&self) -> Option<Space> {
        let at = self.world.find(ST_LOUIS)?;
        let supplied = || self.supply(Side::Us).is_place_full(at);
        (self.world.is_in_play(at) && self.controls(Side::Us, at) && supplied()).then_some(at)
    }

    /// Strength Points join those in a space, fresh.
    fn raise(&mut self, side: Side, at: Space, sps: u8, resolution: &mut Resolution<'_>) {
        self.occupy(side, at, resolution);
        self.put_down(at, Force { side, sps, moved: 0, demoralized: false, foraging: false });
    }

    fn say_raised(&self, side: Side, at: Space, sps: u8, section: &str, resolution: &mut Resolution<'_>) {
        let verb = if sps == 1 { "comes" } else { "come" };
        resolution
            .say(section, || format!("{} {verb} to {}.", self.described(side, sps, &[]), self.called(at)));
    }

    /// §14.3.5, §17.1.2: the state for which new Confederate SPs and Arsenals of a hex count: West Virginia's hexes are Virginia's as
    /// long as they are Confederate.
    pub(crate) fn state_for_raising(&self, at: Space) -> Option<State> {
        match self.world.space(at).states.only() {
            Some(State::WestVirginia) => Some(State::Virginia),
            state => state,
        }
    }

    /// §14.2.2, §14.3.5, §14.6, §20.2.2: the area of a space to which SPs can come now if its supply lets them; none if they can't.
    fn intake_area(&self, side: Side, what: Intake, raised: Raised, at: Space) -> Option<usize> {
        self.is_in_play(at).ok()?;
        let info = self.world.space(at);
        let theater = info.theater?;
        let fits = |may: bool| may.then_some(theater as usize);
        match (side, what) {
            (Side::Us, Intake::New) if info.kind == Kind::PortBox => {
                fits(theater == Theater::East && self.controls(side, at))
            }
            (Side::Us, Intake::New) => {
                self.could_come(side, at, "14.2.2").ok()?;
                match (theater, info.states.only()?) {
                    (Theater::East, _) => Some(0),
                    (_, State::Ohio | State::Indiana) => Some(1),
                    (_, State::Illinois) => Some(2),
                    _ => None,
                }
            }
            (Side::Us, Intake::Displaced) if theater == Theater::TransMississippi => {
                fits(self.world.find(ST_LOUIS) == Some(at) && self.controls(side, at))
            }
            (Side::Us, Intake::Displaced) => fits(self.could_come(side, at, "14.6").is_ok()),
            (Side::Cs, Intake::New) => {
                let state = self.state_for_raising(at)?;
                fits(raised.of(state) < MOST_IN_A_STATE && self.could_come(side, at, "14.3.5").is_ok())
            }
            (Side::Cs, Intake::Displaced) => fits(self.could_come(side, at, "14.6").is_ok()),
        }
    }

    /// What [`may_come`](Self::may_come) asks but for supply.
    pub(crate) fn could_come(&self, side: Side, at: Space, section: &'static str) -> May {
        self.is_in_play(at)?;
        ensure(self.controls(side, at), "You don't control it.", section)?;
        let info = self.world.space(at);
        match side {
            Side::Us => {
                let northern =
                    info.objective && info.states.only().is_some_and(|state| state.home() == Some(side));
                ensure(northern, "It is no Objective Hex of a Northern State.", section)
            }
            Side::Cs => {
                let resource = info.resource > 0 && info.kind == Kind::Hex;
                ensure(resource, "It is no Resource Hex.", section)
            }
        }
    }

    /// Whether the supply of such a space lets them.
    fn takes_in(&self, side: Side, what: Intake, at: Space) -> bool {
        let supply = self.supply(side);
        match (side, what) {
            (Side::Us, Intake::New) if self.world.space(at).kind == Kind::PortBox => true,
            (Side::Cs, Intake::New) => supply.reaches_primary(at),
            _ => supply.is_place_full(at),
        }
    }

    /// The spaces to which SPs of the step can come if their supply lets them.
    fn intake_places(
        &self,
        (side, what, left, raised): (Side, Intake, [u8; 3], Raised),
    ) -> impl Iterator<Item = Space> + '_ {
        let places = &self.world.places;
        let boxes = places.ports.iter().filter(|&&at| self.world.space(at).kind == Kind::PortBox);
        let (objectives, resources) = match side {
            Side::Us => (&places.objectives[..], &[][..]),
            Side::Cs => (&[][..], &places.resources[..]),
        };
        let all = objectives.iter().chain(boxes.filter(move |_| side == Side::Us)).chain(resources).copied();
        all.filter(move |&at| self.intake_area(side, what, raised, at).is_some_and(|area| left[area] > 0))
    }

    /// Those that do as is seen at a glance, since they are in Full Supply: most.
    pub(crate) fn clear_places(
        &self,
        (side, what, left, raised): (Side, Intake, [u8; 3], Raised),
    ) -> impl Iterator<Item = Space> + '_ {
        let supply = self.supply(side);
        self.intake_places((side, what, left, raised)).filter(move |&at| supply.is_clearly_full(at))
    }

    pub(crate) fn list_intake(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::Intake { what, left, raised, .. } = self.frames.step() else { return };
        for at in self.intake_places((side, what, left, raised)) {
            list.push_when(Choice::Place(at), || self.takes_in(side, what, at));
        }
    }

    /// One SP comes. Of the displaced, as many are lost as come back (§14.6).
    pub(crate) fn take_intake(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Choice::Place(to), Step::Intake { what, mut left, mut raised, .. }) =
            (choice, self.frames.step())
        else {
            return;
        };
        let Some(area) = self.intake_area(side, what, raised, to) else { return };
        left[area] -= 1;
        let section = self.step_row().section;
        self.raise(side, to, 1, resolution);
        self.say_raised(side, to, 1, section, resolution);
        match what {
            Intake::Displaced => self.pay_for_return(side, area),
            Intake::New => {
                let state = self.state_for_raising(to).filter(|_| side == Side::Cs);
                raised = state.map_or(raised, |state| raised.with(state));
            }
        }
        self.frames.next(Step::Intake { side, what, left, raised });
        self.settle_intake(resolution);
    }

    /// Goes on once no SP is left that can be placed. New SPs without a place are lost (§14.2.2, §14.3.5), displaced ones stay in the
    /// box (§14.6).
    fn settle_intake(&mut self, resolution: &mut Resolution<'_>) {
        let Step::Intake { side, what, left, raised } = self.frames.step() else { return };
        let step = (side, what, left, raised);
        if self.clear_places(step).next().is_some()
            || self.intake_places(step).any(|at| self.takes_in(side, what, at))
        {
            return;
        }
        let (lost, section) = (left.iter().sum::<u8>(), self.step_row().section);
        if lost > 0 {
            let fate = match (what, lost) {
                (Intake::New, 1) => "it is lost",
                (Intake::New, _) => "they are lost",
                (Intake::Displaced, 1) => "it stays in the Displaced Box",
                (Intake::Displaced, _) => "they stay in the Displaced Box",
            };
            resolution.say(section, || {
                format!("There is no place for {}: {fate}.", self.described(side, lost, &[]))
            });
        }
        match (side, what) {
            (Side::Us, Intake::New) => self.begin_free_fort(resolution),
            (Side::Cs, Intake::New) => self.begin_cards(Side::Cs, resolution),
            (_, Intake::Displaced) => self.begin_militia(side, resolution),
        }
    }

    /// §10.2.6
    fn begin_free_fort(&mut self, resolution: &mut Resolution<'_>) {
        if !self.fort_places().any(|at| self.may_begin_fort(Side::Us, at).is_ok()) {
            return self.begin_cards(Side::Us, resolution);
        }
        self.enter(Step::FreeFort, resolution);
    }

    /// §10.2.6: where the Union can begin a Fort or an upgrade.
    pub(crate) fn list_free_forts(&self, _side: Side, list: &mut Decisions<Choice>) {
        for at in self.fort_places().filter(|&at| self.could_begin_fort(Side::Us, at).is_ok()) {
            list.push_when(Choice::FreeFort(at), || self.may_begin_fort(Side::Us, at).is_ok());
        }
        list.push(Choice::NoFort);
    }

    /// §10.2.6: it is complete at the end of the Union's first Action Phase.
    pub(crate) fn take_free_fort(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        if let Choice::FreeFort(at) = choice {
            self.begin_fort(side, at, 1, resolution);
        }
        self.begin_cards(Side::Us, resolution);
    }

    /// §18.2, §S1.3: a side draws the cards of the turn, and discards.
    fn begin_cards(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        self.enter(Step::Draw(side), resolution);
        let cards = charts::pace(self.turn, self.world.special_1861).cards;
        if cards > 0 {
            self.draw_cards(side, cards, resolution);
        }
        match self.must_discard() {
            Some(side) => self.frames.call(Step::Discard(side)),
            None => self.cards_drawn(side, resolution),
        }
    }

    /// A side has its cards, and the phase goes on.
    pub(crate) fn cards_drawn(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        match side {
            Side::Us => self.begin_union_ships(resolution),
            Side::Cs => self.begin_confederate_ships(resolution),
        }
    }
}
