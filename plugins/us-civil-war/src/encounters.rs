//! C76: what happens where a stack enters a space, in order: Interceptions and Avoid Battle (§9), backing up (§8.2), Automatic
//! Displacement or battle (§11), retreat (§11.6).

use muster_sdk::{Decisions, Resolution};

use crate::battle::{Encounter, Fought, Plan, Verdict};
use crate::choice::Choice;
use crate::retreat::Path;
use crate::stacks::Detachment;
use crate::standing::Reply;
use crate::state::{Avoidance, Named, Pushing, Reacting, Step, UsCivilWar};
use crate::world::{General, Side, Space};

impl UsCivilWar {
    /// The stack has named the space that it enters: the other side may react, if it can.
    pub(crate) fn meet(&mut self, resolution: &mut Resolution<'_>) {
        self.frames.call(Step::React(Reacting::default()));
        self.react_or_go_on(resolution);
    }

    /// Whether the other side can still react; else it goes on.
    pub(crate) fn react_or_go_on(&mut self, resolution: &mut Resolution<'_>) {
        let Step::React(now) = self.frames.step() else { return };
        let nobody = now.rolled || self.interceptors().is_empty() && self.maneuvers().is_empty();
        if nobody && !self.could_avoid() {
            return self.after_reactions(now, resolution);
        }
        match self.standing_reply(now) {
            Reply::Ask => {}
            Reply::Decline => {
                self.tell_declined(resolution);
                self.after_reactions(now, resolution);
            }
            Reply::Intercept(named) => {
                named.into_iter().for_each(|named| self.name(Some(named)));
                self.roll_interceptions(now, resolution);
            }
            Reply::Avoid => self.try_to_avoid(now, resolution),
        }
    }

    /// §9.3.4: whether the other side can still avoid battle.
    pub(crate) fn could_avoid(&self) -> bool {
        let Step::React(now) = self.frames.step() else { return false };
        now.can_avoid() && self.may_avoid().is_ok()
    }

    pub(crate) fn list_reactions(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::React(now) = self.frames.step() else { return };
        let named = self.march.as_deref().map_or(&[][..], |march| &march.named);
        if !now.rolled {
            let free = |from: Space| self.is_unnamed(from);
            let others = self.interceptors().into_iter().filter(|reaction| free(reaction.space));
            list.extend(others.map(|reaction| Choice::Intercept(reaction.space)));
            let others = self.maneuvers().into_iter().filter(|(named, _)| free(named.from));
            list.extend(others.map(|(named, _)| Choice::Maneuver(named)));
            list.push_if(!named.is_empty(), Choice::RollInterceptions);
        }
        // All of them are named before any is rolled (§9.2.2); until then nothing else is done.
        if named.is_empty() {
            list.push_if(self.could_avoid(), Choice::AvoidBattle);
            list.push(Choice::NoReaction);
            self.list_standing(side, list);
        }
    }

    pub(crate) fn take_reaction(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::React(now) = self.frames.step() else { return };
        match choice {
            Choice::Intercept(from) => {
                let to = self.entry().map(|(_, to)| to);
                self.name(to.map(|to| Named { from, to }));
            }
            Choice::Maneuver(named) => self.name(Some(named)),
            Choice::RollInterceptions => self.roll_interceptions(now, resolution),
            Choice::AvoidBattle => self.try_to_avoid(now, resolution),
            _ => self.after_reactions(now, resolution),
        }
    }

    /// §9.3.2: the dice come first, then its owner says where it goes.
    fn try_to_avoid(&mut self, now: Reacting, resolution: &mut Resolution<'_>) {
        let sum = self.roll_avoidance(resolution);
        self.frames.next(Step::React(Reacting { avoided: Avoidance::Failed, ..now }));
        if self.avoidances_with(sum).is_empty() {
            self.react_or_go_on(resolution);
        } else {
            self.frames.call(Step::Avoid(sum));
        }
    }

    /// §9.2.2, §22.6: whether a stack hasn't been named: it may try one thing for each space that is entered.
    pub(crate) fn is_unnamed(&self, from: Space) -> bool {
        self.march.as_deref().is_none_or(|march| march.named.iter().all(|named| named.from != from))
    }

    fn name(&mut self, named: Option<Named>) {
        if let Some(march) = self.march.as_deref_mut() {
            march.named.extend(named);
        }
    }

    /// §9.2.2: each stack that was named rolls; those that succeed say who goes.
    fn roll_interceptions(&mut self, now: Reacting, resolution: &mut Resolution<'_>) {
        let named =
            self.march.as_deref_mut().map(|march| std::mem::take(&mut march.named)).unwrap_or_default();
        let by_rail = self.rail_interceptor();
        let railed = by_rail.is_some_and(|(from, _)| named.iter().any(|named| named.from == from));
        let mut succeeded = Vec::new();
        for named in named {
            let Ok(reaction) = self.may_try(named) else { continue };
            let succeeds = if self.intercepts(named) {
                self.try_interception(reaction, resolution)
            } else {
                self.try_maneuver(named, reaction, resolution)
            };
            if succeeds {
                succeeded.push(named);
            }
        }
        self.frames.next(Step::React(Reacting { rolled: true, railed, ..now }));
        if let Some(march) = self.march.as_deref_mut() {
            march.named = succeeded;
        }
        self.next_party(resolution);
    }

    /// §9.2.3: the next stack whose reaction has succeeded says who goes. Once somebody has intercepted the other side can't avoid
    /// battle any more (§9.3.4); after maneuvers alone it can.
    fn next_party(&mut self, resolution: &mut Resolution<'_>) {
        loop {
            let Some(march) = self.march.as_deref_mut() else { return };
            if march.named.is_empty() {
                return self.react_or_go_on(resolution);
            }
            let named = march.named.remove(0);
            let (side, from) = (march.side.other(), named.from);
            let mut party = self.whole_stack(side, from);
            let leader = self.commander_in(side, from);
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
        for sps in 0..=self.sps(side, party.from) {
            let other = Detachment { sps, ..party.clone() };
            list.push_if(sps != party.sps && sends(&other), Choice::Send(sps));
        }
        for general in self.generals_in(side, party.from) {
            list.push_if(self.fitted(side, party, to, general).is_some(), Choice::SendGeneral(general));
        }
        list.push(Choice::SendOff);
    }

    /// §9.2.3: the party with or without a general, and with as many SPs as it then can have; none if it can't be.
    fn fitted(&self, side: Side, party: &Detachment, to: Space, general: General) -> Option<Detachment> {
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
        self.may_send(&other, to).is_ok().then_some(other)
    }

    pub(crate) fn take_sending(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::Send(to) = self.frames.step() else { return };
        let Some(mut party) = self.party.take() else { return };
        match choice {
            Choice::Send(sps) => party.sps = sps,
            Choice::SendGeneral(general) => {
                if let Some(other) = self.fitted(side, &party, to, general) {
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

    pub(crate) fn list_avoidances(&self, _side: Side, list: &mut Decisions<Choice>) {
        let Step::Avoid(sum) = self.frames.step() else { return };
        list.extend(self.avoidances_with(sum).iter().map(|reaction| Choice::AvoidTo(reaction.space)));
        list.push(Choice::Stay);
    }

    pub(crate) fn take_avoidance(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        self.frames.end();
        let Choice::AvoidTo(to) = choice else { return self.react_or_go_on(resolution) };
        if self.has_units(side.other(), to) {
            self.pushing = Some(Pushing::Avoider(to));
            return self.push(to, resolution);
        }
        self.finish_avoiding(to, resolution);
    }

    /// §9.3.2: the stack is gone; what is left of its side in the space, a Fort perhaps, faces the enemy. Others may still react, if
    /// they haven't yet (§9.3.4).
    fn finish_avoiding(&mut self, to: Space, resolution: &mut Resolution<'_>) {
        let toward = self.entry().is_some_and(|(_, at)| self.is_toward_richmond(at));
        self.presses_on(toward);
        self.avoid(to, resolution);
        if let Step::React(now) = self.frames.step_mut() {
            now.avoided = Avoidance::Gone(to);
        }
        self.react_or_go_on(resolution);
    }

    /// §9.3.2, §11.6.5: the owner of a small force in the way says where it goes; if it can go nowhere it is displaced.
    fn push(&mut self, at: Space, resolution: &mut Resolution<'_>) {
        let side = self.phasing;
        if self.pushes(side, at, self.pusher()).is_empty() {
            self.push_aside(side, at, None, resolution);
            return self.go_on_pushing(resolution);
        }
        self.frames.call(Step::Push(at));
    }

    /// Where those come from who push.
    fn pusher(&self) -> Option<Space> {
        match self.pushing {
            Some(Pushing::Avoider(_)) => self.march.as_deref().and_then(|march| march.entering),
            Some(Pushing::Beaten(fought, _)) => Some(fought.at),
            None => None,
        }
    }

    pub(crate) fn list_pushes(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::Push(at) = self.frames.step() else { return };
        list.extend(self.pushes(side, at, self.pusher()).into_iter().map(Choice::PushTo));
    }

    pub(crate) fn take_push(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Step::Push(at), Choice::PushTo(to)) = (self.frames.step(), choice) else { return };
        self.frames.end();
        self.push_aside(side, at, Some(to), resolution);
        self.go_on_pushing(resolution);
    }

    fn go_on_pushing(&mut self, resolution: &mut Resolution<'_>) {
        match self.pushing.take() {
            Some(Pushing::Avoider(to)) => self.finish_avoiding(to, resolution),
            Some(Pushing::Beaten(fought, path)) => self.walk_back(fought, path, resolution),
            None => {}
        }
    }

    /// C76 4: a cavalry stack that was intercepted may back up.
    fn after_reactions(&mut self, now: Reacting, resolution: &mut Resolution<'_>) {
        let caught = now.avoided == Avoidance::Failed;
        if now.met && self.may_back_up().is_ok() {
            return self.frames.next(Step::BackUp { caught });
        }
        self.clash(caught, resolution);
    }

    pub(crate) fn list_back_up(&self, _side: Side, list: &mut Decisions<Choice>) {
        list.extend([Choice::BackUp, Choice::Stand]);
    }

    pub(crate) fn take_back_up(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::BackUp { caught } = self.frames.step() else { return };
        match choice {
            Choice::BackUp => {
                self.back_up(resolution);
                self.end_march();
            }
            _ => self.clash(caught, resolution),
        }
    }

    /// The reaction and the march that it interrupted are over.
    pub(crate) fn end_march(&mut self) {
        self.frames.end();
        if self.frames.step() == Step::March {
            self.frames.end();
        }
    }

    /// C76 5: nobody is there, the enemy gives way, or there is a battle.
    fn clash(&mut self, caught: bool, resolution: &mut Resolution<'_>) {
        let encounter = self.encounter();
        let toward = self.entry().is_some_and(|(_, at)| self.is_toward_richmond(at));
        self.presses_on(toward && encounter != Encounter::Open);
        match encounter {
            Encounter::Open => {
                self.frames.end();
                let stays = self.stays_ashore();
                self.arrive(resolution);
                if stays {
                    self.halt(resolution);
                }
            }
            Encounter::Overrun => {
                self.frames.end();
                let held = self.entry().is_some_and(|(march, to)| self.is_marked(march.side, to));
                self.note_leaving();
                self.overrun(resolution);
                self.take_over(held, resolution);
            }
            Encounter::Battle => {
                let plan = Plan { crossing: self.crossing_limit(), caught, ..Plan::default() };
                self.frames.next(Step::Plan(plan));
            }
        }
    }

    /// §6.3: what the stack leaves stays its own until it is done.
    pub(crate) fn note_leaving(&mut self) {
        let Some((side, from)) = self.march.as_deref().map(|march| (march.side, march.at)) else { return };
        if !self.controls(side, from) {
            return;
        }
        if let Some(march) = self.march.as_deref_mut().filter(|march| !march.leaving.contains(&from)) {
            march.leaving.push(from);
        }
    }

    pub(crate) fn list_plan(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::Plan(plan) = self.frames.step() else { return };
        let Some((_, at)) = self.entry() else { return };
        if let Some(limit) = self.crossing_limit() {
            list.extend((1..=limit).filter(|&sps| plan.crossing != Some(sps)).map(Choice::Cross));
        }
        if !plan.card {
            list.extend(self.cards_for(side, at).map(Choice::BattleCard));
        }
        if !plan.support[side as usize] && self.may_be_supported().is_ok() {
            list.extend(self.naval_cards(side).map(Choice::Support));
        }
        list.push(Choice::Attack);
    }

    pub(crate) fn take_plan(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::Plan(mut plan) = self.frames.step() else { return };
        match choice {
            Choice::Cross(sps) => plan.crossing = Some(sps),
            Choice::BattleCard(card) => {
                self.play_card(side, card, resolution);
                plan.card = true;
            }
            Choice::Support(card) => {
                self.play_card(side, card, resolution);
                plan.support[side as usize] = true;
            }
            _ => {
                let Some(fought) = self.fight(plan, resolution) else { return self.end_march() };
                return self.after_battle(fought, resolution);
            }
        }
        self.frames.next(Step::Plan(plan));
    }

    /// §11.2.4: generals of a side that has lost all its SPs and not the battle stay or leave by their owner's choice; then the beaten
    /// give way.
    fn after_battle(&mut self, fought: Fought, resolution: &mut Resolution<'_>) {
        match self.may_displace_victors(&fought) {
            Some(side) => self.frames.next(Step::Victors(side, fought)),
            None => self.give_way(fought, resolution),
        }
    }

    pub(crate) fn list_victors(&self, _side: Side, list: &mut Decisions<Choice>) {
        list.extend([Choice::Displace(true), Choice::Displace(false)]);
    }

    pub(crate) fn take_victors(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Step::Victors(_, fought) = self.frames.step() else { return };
        if choice == Choice::Displace(true) {
            self.displace_victors(&fought, side, resolution);
        }
        // After a tie both sides can be asked, the attacker first.
        let next = self.spent_victors(&fought).find(|&other| side == fought.attacker && other != side);
        match next {
            Some(other) => self.frames.next(Step::Victors(other, fought)),
            None => self.give_way(fought, resolution),
        }
    }

    /// §11.2.1 step 5, §11.2.2: the attacker goes back, or the defender retreats and the attacker moves in.
    fn give_way(&mut self, fought: Fought, resolution: &mut Resolution<'_>) {
        if fought.verdict != Verdict::Won && self.is_voyage() {
            return self.reembark(fought, resolution);
        }
        if fought.verdict != Verdict::Won {
            self.repulse(&fought, fought.from, resolution);
            self.end_march();
            return self.ask_spent(&fought, fought.from);
        }
        if !self.rout(&fought, resolution) {
            return self.follow_up(fought, resolution);
        }
        let side = fought.attacker.other();
        let paths = self.retreats(&fought);
        match paths[..] {
            [] => {
                self.surrender(side, fought.at, resolution);
                self.follow_up(fought, resolution);
            }
            [path] => self.begin_retreat(fought, path, resolution),
            _ => {
                self.derived.retreats = Some(paths);
                self.frames.next(Step::Retreat(fought));
            }
        }
    }

    pub(crate) fn list_retreats(&self, _side: Side, list: &mut Decisions<Choice>) {
        let Step::Retreat(fought) = self.frames.step() else { return };
        match &self.derived.retreats {
            Some(paths) => list.extend(paths.iter().copied().map(Choice::Retreat)),
            None => list.extend(self.retreats(&fought).into_iter().map(Choice::Retreat)),
        }
    }

    pub(crate) fn take_retreat(&mut self, _side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let (Step::Retreat(fought), Choice::Retreat(path)) = (self.frames.step(), choice) else { return };
        self.derived.retreats = None;
        self.begin_retreat(fought, path, resolution);
    }

    fn begin_retreat(&mut self, fought: Fought, path: Path, resolution: &mut Resolution<'_>) {
        let blocked = path.spaces().find(|&space| self.has_units(fought.attacker, space));
        match blocked {
            Some(space) => {
                self.pushing = Some(Pushing::Beaten(fought, path));
                self.push(space, resolution);
            }
            None => self.walk_back(fought, path, resolution),
        }
    }

    /// §11.6.1: the way is free, or another force stands in its second hex.
    fn walk_back(&mut self, fought: Fought, path: Path, resolution: &mut Resolution<'_>) {
        if path.spaces().any(|space| self.has_units(fought.attacker, space)) {
            return self.begin_retreat(fought, path, resolution);
        }
        self.retreat(&fought, path, resolution);
        self.follow_up(fought, resolution);
    }

    /// §5.11, §11.5.4: the victor moves in, and goes on if he was twice as strong.
    fn follow_up(&mut self, fought: Fought, resolution: &mut Resolution<'_>) {
        self.note_leaving();
        let goes_on = self.may_go_on(&fought).is_ok();
        let held = self.is_marked(fought.attacker, fought.at);
        self.advance(&fought, resolution);
        self.take_over(held, resolution);
        self.frames.end();
        if self.march.is_none() {
            return self.frames.end();
        }
        if !goes_on {
            self.halt(resolution);
        }
    }
}
