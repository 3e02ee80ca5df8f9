//! Undo and redo: entries of the journal like any other, never deletions.
//!
//! What bars undo follows from what the undoing seat knows: the latest roll, draw or revelation that it saw, and the
//! latest decision of another seat. A seat's own draft it takes back freely until the last commit.

use crate::{
    action::{Action, taken_back},
    event::TableEvent,
    history::{Step, apply_again},
    journal::{EntryKind, state_hash},
    messages::{Holder, LogKind, Mark, Reach, RefusalCode, Refused, TakeBack, UndoOffer},
};

use super::{Table, health::paused};

use muster_contract::{Seat, Trouble};

impl Table {
    /// What undo and redo would do for the seat.
    pub fn undo_offer(&mut self, seat: Seat) -> UndoOffer {
        self.name_steps(seat);
        let mut offer = UndoOffer { revision: self.revision_of(seat), ..UndoOffer::default() };
        let draft = self.group.as_ref().and_then(|group| group.drafts.get(&seat));
        if let Some(draft) = draft {
            let take_back = |choices: &[String]| {
                let named = |choice: &String| draft.labels.get(choice).unwrap_or(choice).clone();
                let names: Vec<String> = choices.iter().map(named).collect();
                (!names.is_empty()).then(|| TakeBack { choices: names.len() as u64, text: names.join(", ") })
            };
            offer.redo = take_back(draft.undone.last().map_or(&[], std::slice::from_ref));
            offer.redo_command = take_back(&draft.undone);
            if !draft.choices.is_empty() {
                offer.choice = take_back(draft.choices.last().map_or(&[], std::slice::from_ref));
                offer.command = take_back(&draft.choices);
                return offer;
            }
        }
        match self.may_undo(seat, Reach::Choice) {
            Ok(steps) => offer.choice = Some(self.back(seat, steps)),
            Err(why) => offer.why_not = Some(why),
        }
        offer.command = self.may_undo(seat, Reach::Command).ok().map(|steps| self.back(seat, steps));
        if offer.choice.is_none() && self.all_here() {
            offer.beyond = self.history.beyond(seat, Reach::Choice).map(|steps| self.back(seat, steps));
        }
        if draft.is_none() {
            let again = |steps: u64| {
                take_back_of(seat, self.history.undone().iter().rev().take(steps as usize).collect())
            };
            offer.redo = self.history.may_redo(seat, Reach::Choice).ok().map(again);
            offer.redo_command = self.history.may_redo(seat, Reach::Command).ok().map(again);
        }
        offer
    }

    /// Gives the steps that the offer may speak of their names, if the table was continued from a journal, which has
    /// only ids. A module that fails at this has failed in a game of its own; then the ids have to do.
    fn name_steps(&mut self, seat: Seat) {
        let reach = |of: Result<u64, String>| of.unwrap_or_default();
        let back = reach(self.history.may_undo(seat, Reach::Command))
            .max(self.history.beyond(seat, Reach::Choice).unwrap_or_default());
        let again = reach(self.history.may_redo(seat, Reach::Command));
        let nameless = |step: &&Step| step.label.is_empty() && step.action.seat() == Some(seat);
        let (steps, undone) = (self.history.steps(), self.history.undone());
        let first = steps.len() - back as usize;
        let of_undone = undone.iter().rev().take(again as usize);
        if !steps[first..].iter().chain(of_undone.clone()).any(|step| nameless(&step)) {
            return;
        }
        let named = || -> Result<Vec<String>, Trouble> {
            let module = self.system.module().as_ref();
            let mut game = self.history.state_at(first as u64, module)?;
            let mut names = Vec::new();
            for step in steps[first..].iter().chain(of_undone) {
                let mut name = step.label.clone();
                if nameless(&step)
                    && let Action::Choice { choice, .. } = &step.action
                {
                    let details = game.details(seat, std::slice::from_ref(choice))?;
                    name = details.into_iter().next().map(|details| details.label).unwrap_or_default();
                    if name.is_empty() {
                        name.clone_from(choice);
                    }
                }
                names.push(name);
                apply_again(game.as_mut(), step, module)?;
            }
            Ok(names)
        };
        if let Ok(names) = named() {
            self.history.name(first, names);
        }
    }

    fn back(&self, seat: Seat, steps: u64) -> TakeBack {
        let first = self.history.steps().len() - steps as usize;
        take_back_of(seat, self.history.steps()[first..].iter().collect())
    }

    /// Whether every seat sits at this screen or is a bot.
    #[must_use]
    pub fn all_here(&self) -> bool {
        !self.system.holders().any(|(_, holder)| holder == Holder::Elsewhere)
    }

    fn may_undo(&self, seat: Seat, reach: Reach) -> Result<u64, String> {
        // Everything may be looked at after the end; who could have looked has no way back that isn't marked.
        if self.outcome.is_some() {
            return Err("the game is over".into());
        }
        // That another seat has committed is a decision of its that this seat knows of; how far an open draft has
        // come it doesn't know.
        let committed = self.group.as_ref().is_some_and(|group| {
            group.drafts.iter().any(|(other, draft)| *other != seat && draft.committed())
        });
        if committed {
            Err("another seat has decided since".into())
        } else {
            self.history.may_undo(seat, reach)
        }
    }

    /// Takes back the seat's latest choice or command; with `beyond` whatever bars it, where all sit here.
    ///
    /// It is the one thing that can be done at a table that is paused: back before the trouble, it goes on.
    pub fn undo(&mut self, seat: Seat, revision: u64, reach: Reach, beyond: bool) -> Result<(), Refused> {
        self.is_current(seat, revision)?;
        if self.game.is_none() && !self.parked.is_empty() {
            // Drafts that can't be looked at can't be taken back, and nothing may be taken back past them.
            self.health.require_running()?;
        }
        let drafted = self.group.as_ref().and_then(|group| group.drafts.get(&seat));
        if let Some(draft) = drafted.filter(|draft| !draft.choices.is_empty()) {
            let count = if reach == Reach::Choice { 1 } else { draft.choices.len() };
            return self.undo_draft(seat, count);
        }
        let allowed = self.may_undo(seat, reach);
        let (steps, beyond) = match allowed {
            Ok(steps) => (steps, false),
            Err(_) if beyond && self.all_here() => {
                let nothing =
                    || Refused::new(RefusalCode::NothingToUndo, "this seat has decided nothing yet");
                (self.history.beyond(seat, reach).ok_or_else(nothing)?, true)
            }
            Err(_) if beyond => {
                let reason =
                    "somebody plays from elsewhere, so nothing can be taken back past what bars undo";
                return Err(Refused::new(RefusalCode::Barred, reason));
            }
            Err(why) => {
                return Err(Refused::new(RefusalCode::Barred, format!("it can't be taken back: {why}")));
            }
        };
        self.go_back(seat, steps, beyond)
    }

    fn go_back(&mut self, seat: Seat, steps: u64, beyond: bool) -> Result<(), Refused> {
        let target = self.history.len() - steps;
        let went = self
            .history
            .go_back_to(target, self.system.module().as_ref())
            .and_then(|mut game| Ok((self.fresh(game.as_mut(), self.module().as_ref(), false)?, game)));
        let (fresh, game) = match went {
            Ok(went) => went,
            Err(trouble) => return Err(self.fall(trouble)),
        };
        let hash = Some(state_hash(&fresh.snapshot.save));
        let mut entries = vec![(EntryKind::Undo { seat, steps, beyond }, hash, Vec::new())];
        entries.extend(taken_back(&fresh.lost));
        self.write(entries)?;
        self.game = Some(game);
        self.went_back(seat, steps, beyond, fresh.snapshot.clone());
        let record = self.log.last();
        self.settle(fresh, TableEvent::Records { from: record, again: Vec::new(), back_to: Some(target) });
        self.resume_from_pause();
        Ok(())
    }

    /// The books of an undo: dice, steps, records and marks.
    pub(super) fn went_back(
        &mut self,
        seat: Seat,
        steps: u64,
        beyond: bool,
        snapshot: crate::history::Snapshot,
    ) {
        let target = self.history.len() - steps;
        self.dice.restore(self.history.dice_at(target));
        for step in &self.history.steps()[target as usize..] {
            self.log.set_undone(step.record, true);
        }
        self.history.cut(steps, seat, snapshot);
        self.log.note(LogKind::Undo { steps, beyond }, Some(seat));
        if beyond {
            self.log.mark(Mark::BeyondUndo { steps });
        }
    }

    fn undo_draft(&mut self, seat: Seat, count: usize) -> Result<(), Refused> {
        self.write(vec![(EntryKind::DraftBack { seat, choices: count as u64 }, None, Vec::new())])?;
        let (Some(group), Some(game)) = (self.group.as_mut(), self.game.as_mut()) else {
            return Err(paused());
        };
        let Some(draft) = group.drafts.get_mut(&seat) else { return Err(paused()) };
        let was_committed = draft.committed();
        let kept = draft.choices[..draft.choices.len() - count].to_vec();
        draft.undone.extend(draft.choices.drain(kept.len()..).rev());
        match group.redraw(game.as_mut(), seat, &kept) {
            Ok(_) => {
                self.draft_changed(seat, was_committed);
                self.resume_from_pause();
                Ok(())
            }
            // The draft's choices are cut already, so that it is drawn up again as it should be.
            Err(trouble) => Err(self.fall(trouble)),
        }
    }

    /// Does again what the seat took back.
    pub fn redo(&mut self, seat: Seat, revision: u64, reach: Reach) -> Result<(), Refused> {
        self.may_act(seat, revision)?;
        if let Some(draft) = self.group.as_ref().and_then(|group| group.drafts.get(&seat)) {
            let count = if reach == Reach::Choice { 1 } else { draft.undone.len() };
            let again: Vec<String> = draft.undone.iter().rev().take(count).cloned().collect();
            return self.redo_draft(seat, again);
        }
        let nothing = |why: String| Refused::new(RefusalCode::NothingToUndo, why);
        let steps = self.history.may_redo(seat, reach).map_err(nothing)?;
        let undone = self.history.undone();
        let actions: Vec<Step> = undone.iter().rev().take(steps as usize).cloned().collect();
        let mut reached = Vec::new();
        for step in &actions {
            self.dice.expect(&step.rolls);
            self.perform(&step.action)?;
            let dice = self.dice.state();
            let fresh = self.fresh_game(matches!(step.action, Action::Group { .. }))?;
            reached.push((dice, fresh));
        }
        let Some((_, last)) = reached.last() else { return Ok(()) };
        let hash = Some(state_hash(&last.snapshot.save));
        let mut entries = vec![(EntryKind::Redo { seat, steps }, hash, Vec::new())];
        entries.extend(taken_back(&last.lost));
        if let Err(refused) = self.write(entries) {
            return Err(self.back_to_good(refused));
        }
        let mut latest = None;
        for (dice, fresh) in reached {
            self.history.push_again(dice, Some(fresh.snapshot.clone()));
            latest = Some(fresh);
        }
        self.health.forget_failures();
        let again: Vec<u64> = actions.iter().map(|step| step.record).collect();
        let record = self.redone(seat, &again);
        if let Some(fresh) = latest {
            self.settle(fresh, TableEvent::Records { from: record, again, back_to: None });
        }
        Ok(())
    }

    /// The log of a redo.
    pub(super) fn redone(&mut self, seat: Seat, again: &[u64]) -> u64 {
        for record in again {
            self.log.set_undone(*record, false);
        }
        self.log.note(LogKind::Redo { steps: again.len() as u64 }, Some(seat))
    }

    /// Chooses again on the draft, one by one; redoing the last choice commits like choosing it.
    fn redo_draft(&mut self, seat: Seat, again: Vec<String>) -> Result<(), Refused> {
        if again.is_empty() {
            return Err(Refused::new(RefusalCode::NothingToUndo, "nothing was taken back"));
        }
        let left = self.group.as_ref().and_then(|group| group.drafts.get(&seat)).map(|draft| {
            let count = draft.undone.len() - again.len();
            draft.undone[..count].to_vec()
        });
        for choice in again {
            self.act(seat, self.revision_of(seat), &choice, None)?;
        }
        if let Some(draft) = self.group.as_mut().and_then(|group| group.drafts.get_mut(&seat)) {
            draft.undone = left.unwrap_or_default();
        }
        Ok(())
    }
}

fn take_back_of(seat: Seat, steps: Vec<&Step>) -> TakeBack {
    let names = steps.iter().map(|step| {
        let own = step.action.choices_of(seat);
        match (step.label.is_empty(), own.first()) {
            (_, None) => "others' decisions".to_owned(),
            (false, Some(_)) => step.label.clone(),
            (true, Some(_)) if matches!(step.action, Action::Group { .. }) => {
                "the secret decisions".to_owned()
            }
            (true, Some(choice)) => choice.clone(),
        }
    });
    let mut names: Vec<String> = names.collect();
    names.dedup();
    TakeBack { choices: steps.len() as u64, text: names.join(", ") }
}
