//! Acting: a choice comes in, and is carried out, written down and told, or nothing has changed.

use muster_contract::{Change, Event, Game, Line, Refusal, Seat, Target, Trouble, printable};

use crate::{
    action::Action,
    dice::Rolled,
    journal::{MOST_ARRANGED, Unnumbered},
    messages::{RefusalCode, Refused},
};

use super::{
    Table,
    health::paused,
    live::{NextState, Unperformed, commit::Transition},
};

impl Table {
    /// Takes a choice of a seat, made on that revision of it. A refusal has changed nothing.
    pub fn act(
        &mut self,
        seat: Seat,
        revision: u64,
        choice: &str,
        target: Option<&Target>,
    ) -> Result<(), Refused> {
        self.may_act(seat, revision)?;
        self.is_asked(seat)?;
        if !self.decisions_of(seat).any(|decision| decision.choices.iter().any(|listed| listed.id == choice))
        {
            return Err(self.not_listed(seat, choice, target));
        }
        let label = self.label(seat, choice)?;
        if self.live.is_on_draft(seat, choice) {
            if !label.is_empty() {
                self.live.label_on_draft(seat, choice, label);
            }
            self.draft(seat, choice)
        } else {
            self.carry_out(Action::Choice { seat, choice: choice.to_owned() }, Vec::new(), label)
        }
    }

    /// Whether the seat may do anything on that revision.
    pub(super) fn may_act(&self, seat: Seat, revision: u64) -> Result<(), Refused> {
        self.health.require_running()?;
        self.live.require_current(seat, revision)
    }

    /// Whether the seat has a decision to make.
    fn is_asked(&self, seat: Seat) -> Result<(), Refused> {
        if self.live.outcome().is_some() {
            return Err(Refused::new(RefusalCode::Over, "the game is over"));
        }
        if self.decisions_of(seat).next().is_none() {
            return Err(Refused::new(RefusalCode::NotYourDecision, "the decision is another seat's"));
        }
        Ok(())
    }

    /// Whether there is anything that a bot could be asked about for the seat.
    pub(crate) fn may_be_advised(&self, seat: Seat) -> Result<(), Refused> {
        self.health.require_running()?;
        self.is_asked(seat)
    }

    fn not_listed(&mut self, seat: Seat, choice: &str, target: Option<&Target>) -> Refused {
        let known = target.cloned().or_else(|| self.live.recent_target(seat, choice));
        let lines = known.and_then(|target| self.explain(seat, &target).ok()).unwrap_or_default();
        if let Err(paused) = self.health.require_running() {
            return paused;
        }
        let choice = printable::name(choice);
        let reason = lines.first().map_or_else(
            || format!("“{choice}” is not among the choices now"),
            |line: &Line| format!("“{choice}” is not among the choices now: {}", line.text),
        );
        Refused { code: RefusalCode::NotListed, reason, lines }
    }

    /// Why the target can't be chosen, as the seat's own draft or the table has it.
    pub fn explain(&mut self, seat: Seat, target: &Target) -> Result<Vec<Line>, Refused> {
        self.ask(Some(seat), |game| game.explain(seat, target))
    }

    /// What a person would call the choice, for undo; bots take nothing back.
    fn label(&mut self, seat: Seat, choice: &str) -> Result<String, Refused> {
        if self.system.is_bot(seat) {
            return Ok(String::new());
        }
        let ids = [choice.to_owned()];
        let details = self.ask(Some(seat), |game| game.details(seat, &ids))?;
        Ok(details.into_iter().next().map(|details| details.label).unwrap_or_default())
    }

    /// Asks the game, or the draft of the seat if it has one.
    pub(crate) fn ask<T>(
        &mut self,
        eyes: Option<Seat>,
        call: impl FnOnce(&mut dyn Game) -> Result<T, Trouble>,
    ) -> Result<T, Refused> {
        let game = self.live.game_for(eyes).ok_or_else(paused)?;
        call(game).map_err(|trouble| self.pause_on(trouble))
    }

    /// Arranges the dice that come up next.
    pub fn arrange(&mut self, faces: &[u8]) -> Result<(), Refused> {
        faces.chunks(MOST_ARRANGED).try_for_each(|faces| {
            self.commit(Vec::new(), Transition::Arranged { faces: faces.to_vec() }, None)
        })
    }

    /// Changes the position, on behalf of a script; journalled, marked, and no undo passes it.
    pub fn edit(&mut self, by: &str, changes: Vec<Change>) -> Result<(), Refused> {
        self.health.require_running()?;
        self.carry_out(Action::Edit { by: by.to_owned(), changes }, Vec::new(), String::new())
    }

    /// Carries out an action, with the table's dice. Only when it is on disk does it count; whatever goes wrong before,
    /// the table stands as it stood.
    pub(super) fn carry_out(
        &mut self,
        action: Action,
        before: Vec<Unnumbered>,
        label: String,
    ) -> Result<(), Refused> {
        let (events, rolls) = self.perform(&action)?;
        let next = self.inspect_game(matches!(action, Action::Group { .. }))?;
        let snapshot = Some(next.snapshot());
        let step = Transition::Step { action, events: events.into(), rolls, label, snapshot };
        self.commit(before, step, Some(next))
    }

    /// Applies an action to the game and gives what happened and what was rolled. On an error the table is back where
    /// it was.
    pub(super) fn perform(&mut self, action: &Action) -> Result<(Vec<Event>, Vec<Rolled>), Refused> {
        self.live.perform(action, self.system.module().id()).map_err(|why| match why {
            Unperformed::NoGame => paused(),
            Unperformed::Trouble(trouble) => self.pause_on(trouble),
            Unperformed::Refused(refusal) => self.restore_good_state(refused_by_module(refusal)),
            Unperformed::Dice(problem) => {
                self.restore_good_state(Refused::new(RefusalCode::NoSuch, problem.to_string()))
            }
        })
    }

    /// Looks at the game after a change that doesn't count yet. The drafts of a group that is still deciding move on, unless
    /// it has just been `carried_out`.
    pub(super) fn inspect_game(&mut self, carried_out: bool) -> Result<NextState, Refused> {
        let next = self.live.inspect(self.system.module().as_ref(), carried_out).ok_or_else(paused)?;
        next.map_err(|trouble| self.pause_on(trouble))
    }
}

/// The answer where the module refuses.
pub(super) fn refused_by_module(refusal: Refusal) -> Refused {
    let Refusal { reason, citation } = refusal;
    let lines = vec![Line { text: reason.clone(), citation }];
    Refused { code: RefusalCode::Module, reason, lines }
}
