//! C76: what happens where a stack enters a space, in order: Interceptions and Avoid Battle (§9), backing up (§8.2), Automatic
//! Displacement or battle (§11), which `battle/course.rs` goes on with.

use muster_contract::EventKind;
use muster_sdk::{Decisions, Resolution};

use crate::battle::{Encounter, Plan};
use crate::choice::Choice;
use crate::standing::Reply;
use crate::state::{Avoidance, Named, Pushing, Reacting, Step, UsCivilWar};
use crate::world::{Side, Space};

impl UsCivilWar {
    /// The stack has named the space that it enters: the other side may react, if it can.
    pub(crate) fn meet(&mut self, resolution: &mut Resolution<'_>) {
        self.frames.call(Step::React(Reacting::default()));
        self.react_or_go_on(resolution);
    }

    /// Whether the other side can still react; else it goes on.
    pub(crate) fn react_or_go_on(&mut self, resolution: &mut Resolution<'_>) {
        let Step::React(now) = self.frames.step() else { return };
        if !now.rolled {
            self.foresee_reactions(resolution);
        }
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
            _ => {
                self.tell_unopposed(resolution);
                self.after_reactions(now, resolution);
            }
        }
    }

    /// §9.3.2: the dice come first, then its owner says where it goes.
    fn try_to_avoid(&mut self, now: Reacting, resolution: &mut Resolution<'_>) {
        let sum = self.roll_avoidance(resolution);
        self.frames.next(Step::React(Reacting { avoided: Avoidance::Failed, ..now }));
        if self.avoidances_with(sum).is_empty() {
            if let Some((_, at)) = self.entry() {
                self.announce_at(resolution, EventKind::Text, at, "9.3.3", || {
                    format!("The stack in {} doesn't get away.", self.called(at))
                });
            }
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
        // From here on rules of the table have their say with the dice.
        self.forget_foreseen();
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
    pub(crate) fn push(&mut self, at: Space, resolution: &mut Resolution<'_>) {
        let side = self.phasing;
        if self.pushes(side, at, self.pusher(at)).is_empty() {
            self.push_aside(side, at, None, resolution);
            return self.go_on_pushing(resolution);
        }
        self.frames.call(Step::Push(at));
    }

    /// §9.3.2, §11.6.5: where those stand, before they enter a space, who push whoever is there: of a retreat in the hex before it.
    pub(crate) fn pusher(&self, at: Space) -> Option<Space> {
        match self.pushing {
            Some(Pushing::Avoider(_)) => self.march.as_deref().and_then(|march| march.entering),
            Some(Pushing::Beaten(_, path)) if path.second == Some(at) => Some(path.first),
            Some(Pushing::Beaten(fought, _)) => Some(fought.at),
            None => None,
        }
    }

    pub(crate) fn list_pushes(&self, side: Side, list: &mut Decisions<Choice>) {
        let Step::Push(at) = self.frames.step() else { return };
        list.extend(self.pushes(side, at, self.pusher(at)).into_iter().map(Choice::PushTo));
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
        self.forget_foreseen();
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
                // Where somebody has avoided battle the landing was an assault (§20.5.3).
                let gone =
                    matches!(self.frames.step(), Step::React(Reacting { avoided: Avoidance::Gone(_), .. }));
                let stays = self.stays_ashore() || gone && self.is_voyage();
                self.frames.end();
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
}
