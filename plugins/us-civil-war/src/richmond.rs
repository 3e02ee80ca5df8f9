//! §4.1.4: On to Richmond!

use muster_contract::EventKind;
use muster_sdk::{Decisions, Resolution};

use crate::choice::{Choice, Pay};
use crate::state::{Means, Step, UsCivilWar};
use crate::units::Piece;
use crate::world::{Side, Space, State, Way};

/// The hex of Richmond.
const RICHMOND: &str = "2245";
/// The difference of the dice from which the Union must go there.
const PRESSING: u8 = 4;
/// The states in whose hexes it is satisfied.
const THERE: [State; 3] = [State::Virginia, State::Maryland, State::Pennsylvania];

impl UsCivilWar {
    /// Whether the Union is obliged in the phase that begins: the difference is 4 or 5, and Richmond is Confederate
    /// and in play.
    pub(crate) fn is_pressed(&self, side: Side) -> bool {
        let there = |at| self.world.is_in_play(at) && self.controls(Side::Cs, at);
        let richmond = self.world.find(RICHMOND).is_some_and(there);
        side == Side::Us && self.difference >= PRESSING && richmond
    }

    /// C4: whether an attack on a hex, or its capture, satisfies the obligation: it lies in Virginia, Maryland or Pennsylvania and is a
    /// Resource Hex, or has a Confederate SP or Fort.
    pub fn is_toward_richmond(&self, at: Space) -> bool {
        let info = self.world.space(at);
        let there = info.states.iter().any(|state| THERE.contains(&state));
        let fort = self.fort(at).is_some_and(|(holder, _)| holder == Side::Cs);
        there && (info.resource > 0 || self.sps(Side::Cs, at) > 0 || fort)
    }

    /// The stack on its way attacks in the space that it enters, or the defender leaves it: if points were paid, the obligation is met.
    pub(crate) fn presses_on(&mut self, counts: bool) {
        let paid = self.march.as_deref().is_some_and(|march| march.paid > 0 && march.goes_by_land());
        if counts && paid && self.phasing == Side::Us {
            self.pressed = false;
        }
    }

    /// Whether a point may still be spent on what can't meet the obligation: it isn't the last, or nothing is owed.
    pub(crate) fn has_spare_point(&self) -> bool {
        !self.pressed || self.points.left() > 1
    }

    /// C4: whether an activation that is paid for so could meet the obligation: a hex toward Richmond lies within its Movement Allowance,
    /// which is one less for foragers (§13.2.1). For one point a Cautious General goes near no enemy (§7.7).
    pub(crate) fn could_press_on(&self, piece: Piece, pay: Pay) -> bool {
        let Some(at) = self.space_of(piece) else { return false };
        let march = self.march_of(Side::Us, at, piece.general(), (Means::Land, pay));
        // A stack that sets out can always go a hex (§5.1.1).
        let rest = |from: Space, way: &Way, left: u8| {
            self.may_cross(Side::Us, from, way).ok()?;
            if !march.bold && self.is_exposed(Side::Us, way.to) {
                return None;
            }
            left.checked_sub(self.step_cost(Side::Us, from, way, false)).or((from == at).then_some(0))
        };
        self.comes_to(at, march.allowance, rest, |space| {
            self.is_toward_richmond(space) && !self.controls(Side::Us, space)
        })
    }

    /// §4.1.4: the phase ends and it hasn't been met: an SP in Full Supply is lost, and what is left of the points. Gives whether the
    /// Union has to say which.
    pub(crate) fn must_sacrifice(&mut self, resolution: &mut Resolution<'_>) -> bool {
        if !std::mem::take(&mut self.pressed) {
            return false;
        }
        self.points = Default::default();
        let any = self.sacrifices().next().is_some();
        if any {
            resolution.say("4.1.4", || "Nobody has gone on to Richmond: an SP is lost.".to_owned());
            self.frames.next(Step::Sacrifice);
        }
        any
    }

    /// §4.1.4, §7.6: where the SP can be taken: not the last one from a General while there are others.
    fn sacrifices(&self) -> impl Iterator<Item = Space> {
        let supply = self.supply(Side::Us);
        let own = self.laid().filter(|(_, spot)| spot.sps(Side::Us) > 0).map(|(space, _)| space);
        let all: Vec<Space> = own.filter(|&space| supply.is_full(space)).collect();
        let spare =
            |&&at: &&Space| self.sps(Side::Us, at) > 1 || self.generals_in(Side::Us, at).next().is_none();
        let others: Vec<Space> = all.iter().filter(spare).copied().collect();
        if others.is_empty() { all } else { others }.into_iter()
    }

    pub(crate) fn list_sacrifices(&self, _side: Side, list: &mut Decisions<Choice>) {
        list.extend(self.sacrifices().map(Choice::Sacrifice));
    }

    pub(crate) fn take_sacrifice(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Sacrifice(at) = choice else { return };
        self.eliminate(side, at, 1);
        self.announce_at(resolution, EventKind::Lost, at, "4.1.4", || {
            format!("An SP in {} is removed: nobody has gone on to Richmond.", self.called(at))
        });
        self.begin_supply_segment(resolution);
    }
}
