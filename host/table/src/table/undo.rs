//! Undo and redo: entries of the journal like any other, never deletions.
//!
//! What bars undo follows from what the undoing seat knows: the latest roll, draw or revelation that it saw, and the
//! latest decision of another seat. A seat's own draft it takes back freely until the last commit.

use muster_contract::{Seat, Trouble};

use crate::{
    action::Action,
    drafts::Draft,
    event::Recipient,
    history::{NOTHING_CHOSEN, Step, apply_again},
    journal::SeatDraft,
    messages::{Holder, Reach, RefusalCode, Refused, TakeBack, UndoOffer},
};

use super::{Table, live::commit::Transition};

impl Table {
    /// What undo and redo would do for the seat.
    pub fn undo_offer(&mut self, seat: Seat) -> UndoOffer {
        self.name_steps(seat);
        let mut offer = UndoOffer { revision: self.revision_of(seat), ..UndoOffer::default() };
        let draft = self.live.draft_of(seat);
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
            Ok(steps) => offer.choice = Some(self.take_back_of_last(seat, steps)),
            Err(why) => offer.why_not = Some(why),
        }
        offer.command =
            self.may_undo(seat, Reach::Command).ok().map(|steps| self.take_back_of_last(seat, steps));
        if offer.choice.is_none() && self.may_go_beyond().is_ok() {
            offer.beyond =
                self.history().beyond(seat, Reach::Choice).map(|steps| self.take_back_of_last(seat, steps));
        }
        // A draft that an undo has opened stands before what was taken back; once something is chosen on it, that is gone.
        if draft.is_none_or(Draft::is_untouched) {
            let again = |steps: u64| {
                take_back_of(seat, self.history().undone().iter().rev().take(steps as usize).collect())
            };
            offer.redo = self.may_redo(seat, Reach::Choice).ok().map(again);
            offer.redo_command = self.may_redo(seat, Reach::Command).ok().map(again);
        }
        offer
    }

    /// Gives the steps that the offer may speak of their names, if the table was continued from a journal, which has
    /// only ids. A module that fails at this has failed in a game of its own; then the ids have to do.
    fn name_steps(&mut self, seat: Seat) {
        let reach = |of: Result<u64, String>| of.unwrap_or_default();
        let back = reach(self.history().may_undo(seat, Reach::Command))
            .max(self.history().beyond(seat, Reach::Choice).unwrap_or_default());
        let again = reach(self.history().may_redo(seat, Reach::Command));
        let nameless = |step: &&Step| step.label.is_empty() && step.action.seat() == Some(seat);
        let (steps, undone) = (self.history().steps(), self.history().undone());
        let first = steps.len() - back as usize;
        let of_undone = undone.iter().rev().take(again as usize);
        if !steps[first..].iter().chain(of_undone.clone()).any(|step| nameless(&step)) {
            return;
        }
        let named = || -> Result<Vec<String>, Trouble> {
            let module = self.system.module().as_ref();
            let mut game = self.history().state_at(first as u64, module)?;
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
            self.live.name_steps(first, names);
        }
    }

    fn take_back_of_last(&self, seat: Seat, steps: u64) -> TakeBack {
        let first = self.history().steps().len() - steps as usize;
        take_back_of(seat, self.history().steps()[first..].iter().collect())
    }

    /// Whether every seat sits at this screen or is a bot.
    #[must_use]
    pub fn all_here(&self) -> bool {
        !self.system.holders().any(|(_, holder)| holder == Holder::Elsewhere)
    }

    /// Whether anything may be taken back past what bars it.
    fn may_go_beyond(&self) -> Result<(), &'static str> {
        if self.header().strict_undo {
            Err("this table was opened with strict undo, so nothing can be taken back past what bars undo")
        } else if !self.all_here() {
            Err("somebody plays from elsewhere, so nothing can be taken back past what bars undo")
        } else {
            Ok(())
        }
    }

    fn may_undo(&self, seat: Seat, reach: Reach) -> Result<u64, String> {
        // Everything may be looked at after the end; who could have looked has no way back that isn't marked.
        if self.live.outcome().is_some() {
            return Err("the game is over".into());
        }
        // That another seat has committed is a decision of its that this seat knows of; how far an open draft has
        // come it doesn't know.
        if self.live.another_has_committed(seat) {
            let chosen = self.history().has_chosen(seat);
            Err(if chosen { "another seat has decided since" } else { NOTHING_CHOSEN }.into())
        } else {
            self.history().may_undo(seat, reach)
        }
    }

    /// How many steps the seat may do again. Where that closes a group that an undo has opened, what another seat has
    /// committed there since stands, as it does against undo.
    fn may_redo(&self, seat: Seat, reach: Reach) -> Result<u64, Refused> {
        let steps = self.history().may_redo(seat, reach);
        let steps = steps.map_err(|why| Refused::new(RefusalCode::NothingToUndo, why))?;
        if self.redo_closes_drafts() && self.live.another_has_committed(seat) {
            let reason = "it can't be done again: another seat has decided since";
            return Err(Refused::new(RefusalCode::Barred, reason));
        }
        Ok(steps)
    }

    fn redo_closes_drafts(&self) -> bool {
        self.history().undone().last().is_some_and(|step| matches!(step.action, Action::Group { .. }))
    }

    /// Takes back the seat's latest choice or command; with `beyond` whatever bars it, where all sit here.
    ///
    /// It is the one thing that can be done at a table that is paused: back before the trouble, it goes on.
    pub fn undo(&mut self, seat: Seat, revision: u64, reach: Reach, beyond: bool) -> Result<(), Refused> {
        self.live.require_current(seat, revision)?;
        if self.live.drafts_are_out_of_reach() {
            // Drafts that can't be looked at can't be taken back, and nothing may be taken back past them.
            self.health.require_running()?;
        }
        if let Some(draft) = self.live.draft_of(seat).filter(|draft| !draft.choices.is_empty()) {
            let count = if reach == Reach::Choice { 1 } else { draft.choices.len() };
            return self.undo_draft(seat, count);
        }
        let allowed = self.may_undo(seat, reach);
        let (steps, beyond) = match allowed {
            Ok(steps) => (steps, false),
            Err(_) if beyond => {
                self.may_go_beyond().map_err(|why| Refused::new(RefusalCode::Barred, why))?;
                let nothing =
                    || Refused::new(RefusalCode::NothingToUndo, "this seat has decided nothing yet");
                (self.history().beyond(seat, reach).ok_or_else(nothing)?, true)
            }
            Err(why) => {
                return Err(Refused::new(RefusalCode::Barred, format!("it can't be taken back: {why}")));
            }
        };
        self.go_back(seat, steps, beyond)
    }

    fn go_back(&mut self, seat: Seat, steps: u64, beyond: bool) -> Result<(), Refused> {
        let module = self.system.module().as_ref();
        let went = self
            .live
            .history()
            .go_back_to(self.history().len() - steps, module)
            .and_then(|mut game| Ok((self.live.inspect_other(game.as_mut(), module)?, game)));
        let (next, game) = match went {
            Ok(went) => went,
            Err(trouble) => return Err(self.pause_on(trouble)),
        };
        let snapshot = next.snapshot();
        let aside = next.dropped().cloned();
        let undo = Transition::Undo { seat, steps, beyond, game, snapshot, aside };
        self.commit(Vec::new(), undo, Some(next))?;
        self.resume_from_pause();
        Ok(())
    }

    /// Does again what the seat took back.
    pub fn redo(&mut self, seat: Seat, revision: u64, reach: Reach) -> Result<(), Refused> {
        self.may_act(seat, revision)?;
        if let Some(draft) = self.live.draft_of(seat).filter(|draft| !draft.is_untouched()) {
            let undone = draft.undone.clone();
            return self.redo_draft(seat, &undone, reach);
        }
        let steps = self.may_redo(seat, reach)?;
        let closed = if self.redo_closes_drafts() { self.live.drafts_in_order() } else { Vec::new() };
        let undone = self.history().undone();
        let undone: Vec<Step> = undone.iter().rev().take(steps as usize).cloned().collect();
        let mut reached = Vec::new();
        let mut last = None;
        for step in &undone {
            self.live.expect_rolls(&step.rolls);
            self.perform(&step.action)?;
            let dice = self.live.dice().state();
            let mut next = self.inspect_game(matches!(step.action, Action::Group { .. }))?;
            if let Some(aside) = &step.aside
                && let Err(trouble) = self.live.take_up(&mut next, aside)
            {
                return Err(self.pause_on(trouble));
            }
            reached.push((dice, next.snapshot()));
            last = Some(next);
        }
        let Some(next) = last else { return Ok(()) };
        self.commit(Vec::new(), Transition::Redo { seat, reached }, Some(next))?;
        for SeatDraft { seat, .. } in closed.iter().filter(|draft| !draft.choices.is_empty()) {
            let text = "the secret decision that was taken back is done again; what you had chosen for it since is gone";
            self.notify(Recipient::Seat(*seat), text);
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
