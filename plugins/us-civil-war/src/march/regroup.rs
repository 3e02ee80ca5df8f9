//! §5.9: a General on his way calls in those who stand next to him.

use muster_sdk::{Decisions, May, Resolution, Why, ensure};

use crate::choice::Choice;
use crate::movement::{NO_MARCH, NO_WAY};
use crate::stacks::Detachment;
use crate::state::{March, Means, Post, Step, UsCivilWar};
use crate::units::{counted, verb};
use crate::world::{General, Side, Space};

/// §5.9: SPs that one order to regroup brings.
const REGROUPED: u8 = 6;

impl UsCivilWar {
    /// §5.9: whether friends in a space next to the stack can be called in.
    pub fn may_regroup(&self, from: Space) -> May {
        let march = self.march.as_deref().ok_or(NO_MARCH)?;
        let able = march.commander.is_some_and(|general| self.officers[general].stars > 1);
        ensure(able, "It takes a General of two or more stars.", "5.9")?;
        ensure(march.means == Means::Land, "Only who marches calls others in.", "5.9")?;
        let able = march.moves >= self.regroup_cost(from);
        ensure(able, "An order to regroup costs 1 Movement Point, 2 if foragers come.", "5.9")?;
        let way = self.world.way(from, march.at).ok_or(NO_WAY)?;
        self.may_cross(march.side, from, way)?;
        let near = self.step_cost(march.side, from, way, march.assisted) <= 1;
        ensure(near, "It must be within 1 Movement Point.", "5.9")?;
        ensure(self.fresh(march.side, from) > 0, "No SP that hasn't moved is there.", "5.9")?;
        let room = march.sps < self.command_limit(march.commander);
        ensure(room, "He has as many SPs as he can take: he drops some off first.", "7.3")?;
        let room = march.sps < self.room(march.side, march.at);
        ensure(room, "A Coastal Fort holds three SPs.", "10.3.2")?;
        let shaken = march.forced && self.is_shaken(march.side, from);
        ensure(!shaken, "Demoralized SPs join no forced march.", "18.1")?;
        let some = self.all_to_regroup(march, from).sps > 0;
        ensure(some, "An SP must stay with the Generals who stay.", "7.5.3")
    }

    /// §5.9, §13.2.1: MPs of an order to regroup from a space.
    pub(crate) fn regroup_cost(&self, from: Space) -> u8 {
        let side = self.march.as_deref().map(|march| march.side);
        1 + u8::from(side.is_some_and(|side| self.forages(side, from)))
    }

    /// §5.9: all who can come from a space, as many SPs as can and every general.
    fn all_to_regroup(&self, march: &March, from: Space) -> Detachment {
        let all = self.generals_in(march.side, from);
        let generals: Vec<General> = all.filter(|&one| self.may_come_along(march, one).is_ok()).collect();
        Detachment { from, sps: self.most_to_regroup(march, from, generals.len()), generals }
    }

    /// §5.9, §5.1.2: whether a general can be called in: he is of no higher rank and hasn't moved.
    pub(crate) fn may_come_along(&self, march: &March, general: General) -> May {
        ensure(!self.officers[general].moved, "He has moved in this Action Phase.", "5.1.2")?;
        self.may_follow(march.commander, general)
    }

    /// §5.9, §7.3, §7.5.3: the most SPs that can come with so many generals: they haven't moved, and one stays with generals who stay.
    fn most_to_regroup(&self, march: &March, from: Space, generals: usize) -> u8 {
        let stays = u8::from(self.generals_in(march.side, from).count() > generals);
        let limit = self.command_limit(march.commander).min(self.room(march.side, march.at));
        let room = limit.saturating_sub(march.sps);
        let there = self.sps(march.side, from).saturating_sub(stays);
        self.fresh(march.side, from).min(there).min(REGROUPED).min(room)
    }

    /// The order is given; who comes is the owner's choice, if there is one.
    pub(super) fn call_in(&mut self, from: Space, resolution: &mut Resolution<'_>) {
        let Some(march) = self.march.as_deref() else { return };
        let party = self.all_to_regroup(march, from);
        if party.sps == 1 && party.generals.is_empty() {
            return self.regroup(&party, resolution);
        }
        self.party = Some(party);
        self.frames.call(Step::Regroup);
    }

    pub(crate) fn list_regrouping(&self, _side: Side, list: &mut Decisions<Choice>) {
        let (Some(march), Some(party)) = (self.march.as_deref(), &self.party) else { return };
        let most = self.most_to_regroup(march, party.from, party.generals.len());
        list.extend((1..=most).filter(|&sps| sps != party.sps).map(Choice::Send));
        for general in self.generals_in(march.side, party.from) {
            list.push_if(self.with_or_without(march, party, general).is_ok(), Choice::SendGeneral(general));
        }
        list.push(Choice::SendOff);
    }

    /// Those who come, with or without a general, and as many of the SPs as then can.
    ///
    /// # Errors
    ///
    /// Why they can't.
    pub(crate) fn with_or_without(
        &self,
        march: &March,
        party: &Detachment,
        general: General,
    ) -> Result<Detachment, Why> {
        let mut other = party.clone();
        match other.generals.iter().position(|&one| one == general) {
            Some(place) => drop(other.generals.remove(place)),
            None => {
                self.may_come_along(march, general)?;
                other.generals.push(general);
                other.generals.sort_unstable();
            }
        }
        other.sps = other.sps.min(self.most_to_regroup(march, party.from, other.generals.len()));
        ensure(other.sps > 0, "The last SP stays with the Generals who stay.", "7.5.3").map(|()| other)
    }

    pub(crate) fn take_regrouping(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Some(mut party) = self.party.take() else { return };
        match choice {
            Choice::Send(sps) => party.sps = sps,
            Choice::SendGeneral(general) => {
                let march = self.march.as_deref();
                let other = march.and_then(|march| self.with_or_without(march, &party, general).ok());
                party = other.unwrap_or(party);
            }
            _ => {
                self.frames.end();
                return self.regroup(&party, resolution);
            }
        }
        self.party = Some(party);
    }

    /// §5.9: they come; what they leave stays their side's until the march is done (§6.3).
    fn regroup(&mut self, party: &Detachment, resolution: &mut Resolution<'_>) {
        let Some(march) = self.march.as_deref() else { return };
        let (side, at, alone) = (march.side, march.at, march.sps == 0);
        let gains = !self.controls(side, at) && self.is_toward_richmond(at);
        let marked = self.is_marked(side, at);
        let from = party.from;
        let held = self.controls(side, from);
        let cost = self.regroup_cost(from);
        self.keep_command(side, from);
        let points = self.lift_points(side, from, party.sps);
        let Some(force) = self.take_off(side, from, party.sps) else { return };
        for &general in &party.generals {
            self.officers[general].post = Post::March;
        }
        if let Some(march) = self.march.as_deref_mut() {
            march.gain(force.sps, points);
            march.moves -= cost;
            march.demoralized |= force.demoralized;
            if held && !march.leaving.contains(&from) {
                march.leaving.push(from);
            }
        }
        self.note_left(side, from);
        let (sps, from) = (counted(force.sps), self.called(from));
        let come = verb(force.sps == 1, "regroups", "regroup");
        resolution.say("5.9", || format!("{sps} from {from} {come} in {}.", self.called(at)));
        // Generals by themselves have taken nothing of what they found there: SPs do (§7.6).
        if alone {
            self.seize(side, at, resolution);
            self.presses_on(gains);
            self.take_over(marked, resolution);
        }
    }
}
