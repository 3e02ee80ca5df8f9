//! §9.2.3, §22.6: who of a stack goes whose Interception or Maneuver has succeeded.

use muster_sdk::{Decisions, May, Resolution, Why, ensure};

use crate::choice::Choice;
use crate::reaction::RAIL_PARTY;
use crate::stacks::Detachment;
use crate::state::{Named, Reacting, Step, UsCivilWar};
use crate::world::{General, Side, Space};

impl UsCivilWar {
    /// §9.2.3: the next stack whose reaction has succeeded says who goes. Once somebody has intercepted the other side can't avoid
    /// battle any more (§9.3.4); after maneuvers alone it can.
    pub(crate) fn next_party(&mut self, resolution: &mut Resolution<'_>) {
        loop {
            let Some(march) = self.march.as_deref_mut() else { return };
            if march.named.is_empty() {
                march.arrived.clear();
                return self.react_or_go_on(resolution);
            }
            let named = march.named.remove(0);
            let (side, from) = (march.side.other(), named.from);
            let mut party = self.stood(side, from);
            let leader = self.commander_among(party.generals.iter().copied());
            party
                .generals
                .retain(|&general| Some(general) == leader || self.may_follow(leader, general).is_ok());
            let all = self.generals_in(side, from).count() == party.generals.len();
            party.sps = self.most_to_send(named, leader, all);
            // Others may have filled a Coastal Fort before, or have left the space that they kept an enemy's zone out of.
            match self.may_send(&party, named.to) {
                Ok(()) => {
                    self.party = Some(party);
                    return self.frames.call(Step::Send(named.to));
                }
                Err(why) => {
                    let from = self.called(from);
                    resolution.say(why.citation, || format!("Nobody can go from {from} any more."));
                }
            }
        }
    }

    pub(crate) fn list_sending(&self, side: Side, list: &mut Decisions<Choice>) {
        let (Some(party), Step::Send(to)) = (&self.party, self.frames.step()) else { return };
        let sends = |party: &Detachment| self.may_send(party, to).is_ok();
        let stood = self.stood(side, party.from);
        for sps in 0..=stood.sps {
            let other = Detachment { sps, ..party.clone() };
            list.push_if(sps != party.sps && sends(&other), Choice::Send(sps));
        }
        for general in stood.generals {
            list.push_if(self.fitted(side, party, to, general).is_ok(), Choice::SendGeneral(general));
        }
        list.push(Choice::SendOff);
    }

    /// §9.2.2, §22.6: those in a space who stood there when the reactions were named: whoever has maneuvered there since goes no farther,
    /// and leads none of the others.
    pub fn stood(&self, side: Side, from: Space) -> Detachment {
        let mut stack = self.whole_stack(side, from);
        let arrived = self.march.iter().flat_map(|march| &march.arrived);
        for party in arrived.filter(|party| party.from == from) {
            stack.sps = stack.sps.saturating_sub(party.sps);
            stack.generals.retain(|general| !party.generals.contains(general));
        }
        stack
    }

    /// §9.2.3: the party with or without a general, and with as many SPs as it then can have.
    ///
    /// # Errors
    ///
    /// Why it can't be.
    pub(crate) fn fitted(
        &self,
        side: Side,
        party: &Detachment,
        to: Space,
        general: General,
    ) -> Result<Detachment, Why> {
        let mut other = party.clone();
        match other.generals.iter().position(|&one| one == general) {
            Some(place) => drop(other.generals.remove(place)),
            None => {
                other.generals.push(general);
                other.generals.sort_unstable();
            }
        }
        let leader = self.commander_among(other.generals.iter().copied());
        let all = self.generals_in(side, party.from).count() == other.generals.len();
        let named = Named { from: party.from, to };
        other.sps = other.sps.min(self.most_to_send(named, leader, all));
        self.may_send(&other, to).map(|()| other)
    }

    pub(crate) fn take_sending(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::Send(to) = self.frames.step() else { return };
        let Some(mut party) = self.party.take() else { return };
        match choice {
            Choice::Send(sps) => party.sps = sps,
            Choice::SendGeneral(general) => {
                if let Ok(other) = self.fitted(side, &party, to, general) {
                    party = other;
                }
            }
            _ => {
                self.frames.end();
                return self.send_off(&party, to, resolution);
            }
        }
        self.party = Some(party);
    }

    /// §9.2.3, §22.6: a party goes.
    fn send_off(&mut self, party: &Detachment, to: Space, resolution: &mut Resolution<'_>) {
        let Step::React(now) = self.frames.step() else { return };
        if self.intercepts(Named { from: party.from, to }) {
            self.intercept(party, resolution);
            self.frames.next(Step::React(Reacting { met: true, ..now }));
        } else {
            self.maneuver(party, to, resolution);
        }
        self.next_party(resolution);
    }

    /// §9.2.3, §22.6: whether this part of a stack may go there, once its reaction has succeeded: a General with SPs and subordinates
    /// as his rank allows, and an SP with the Generals who stay. Between a Coastal Fort and its port no General is needed.
    pub fn may_send(&self, party: &Detachment, to: Space) -> May {
        let reaction = self.may_try(Named { from: party.from, to })?;
        let (march, _) = self.entry().ok_or(Why { text: "Nobody enters a space.", citation: "9.2.1" })?;
        let side = march.side.other();
        let stood = self.stood(side, party.from);
        let here = party.generals.iter().all(|general| stood.generals.contains(general));
        ensure(here, "He isn't in that stack.", "9.2.3")?;
        ensure(party.sps <= stood.sps, "There are not so many SPs.", "9.2.3")?;
        let anybody = party.sps > 0 || !party.generals.is_empty();
        ensure(anybody, "Somebody must go.", "9.2.3")?;
        ensure(party.sps > 0 || self.has_units(side, to), "Without SPs he only joins SPs.", "7.5.3")?;
        self.may_leave(side, party.from, party.sps, party.generals.len())?;
        ensure(party.sps <= self.room(side, to), "A Coastal Fort holds three SPs.", "10.3.2")?;
        if reaction.automatic {
            return Ok(());
        }
        if let Some(johnston) = self.comes_by_rail(party.from, to) {
            ensure(party.generals.contains(&johnston), "J. Johnston leads it.", "S1.3")?;
            ensure(party.sps <= RAIL_PARTY, "By rail two SPs come with him.", "S1.3")?;
        }
        let leader = self.commander_among(party.generals.iter().copied());
        ensure(leader.is_some(), "A General must lead it.", "9.2.3")?;
        let able = party.sps <= self.command_limit(leader);
        ensure(able, "His rank doesn't allow so many SPs.", "9.2.3")?;
        let mut others = party.generals.iter().filter(|&&general| Some(general) != leader);
        others.try_for_each(|&general| self.may_follow(leader, general))
    }

    /// §9.2.3, §7.5.3: whether some of a stack with a General could go at all, to where friends are or not: with its last SP, or without one,
    /// only as a whole, unless friends are there and that SP stays.
    pub(crate) fn may_part(&self, side: Side, from: Space, friends: bool) -> May {
        let sps = self.sps(side, from);
        if sps > 1 || sps > 0 && friends {
            return Ok(());
        }
        let leader = self.commander_in(side, from);
        let mut others = self.generals_in(side, from).filter(|&general| Some(general) != leader);
        let whole = others.all(|general| self.may_follow(leader, general).is_ok());
        ensure(
            whole,
            "Not all its Generals follow its commander, and no SP could stay with the others.",
            "7.5.3",
        )
    }

    /// §9.2.3, §22.6: the most SPs that a general can react with, generals staying or not.
    pub fn most_to_send(&self, Named { from, to }: Named, leader: Option<General>, all_go: bool) -> u8 {
        let Some(side) = self.march.as_deref().map(|march| march.side.other()) else { return 0 };
        let by_rail = self.comes_by_rail(from, to).is_some();
        let limit = match (self.reacts_freely(side, from, to), by_rail) {
            (true, _) => u8::MAX,
            (false, true) => RAIL_PARTY,
            (false, false) => self.command_limit(leader),
        };
        let kept = if all_go { 0 } else { 1 };
        let most = self.stood(side, from).sps.min(self.sps(side, from).saturating_sub(kept));
        most.min(limit).min(self.room(side, to))
    }

    /// §9.2.3: a party that has intercepted comes into the space before the other side's stack does.
    pub fn intercept(&mut self, party: &Detachment, resolution: &mut Resolution<'_>) {
        let Some((march, to)) = self.entry() else { return };
        let side = march.side.other();
        self.keep_command(side, party.from);
        // Who is bound to enter Kentucky is its invader, not those who meet him there (C76).
        self.invade(side.other(), to, resolution);
        self.shift(side, party, to, "9.2.1", resolution);
        self.carry_momentum(side, party.from, to);
        self.note_left(side, party.from);
    }
}
