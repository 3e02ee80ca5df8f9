//! Acting: a choice comes in, and is carried out, written down and told, or nothing has changed.

use std::{collections::HashMap, sync::Arc};

use muster_contract::{Decision, Event, Game, Line, Module, Outcome, Refusal, Seat, Target, Trouble, shown};

use crate::{
    action::{Action, apply, entry_of, taken_back},
    dice::Rolled,
    drafts::{Draft, DraftError, Group, lists},
    event::{Hearer, TableEvent},
    history::{Snapshot, Step},
    journal::{EntryKind, JournalError, Unnumbered, state_hash},
    messages::{RefusalCode, Refused},
};

use super::{Table, health::paused};

/// What has to be known of a game before a change of it counts.
pub(super) struct Fresh {
    pub snapshot: Snapshot,
    decisions: Vec<Decision>,
    sides: Vec<String>,
    outcome: Option<Outcome>,
    group: Option<Group>,
    /// How many choices drafts lost at their ends, because they are no longer legal.
    pub lost: Vec<(Seat, u64)>,
}

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
        if self.outcome.is_some() {
            return Err(Refused::new(RefusalCode::Over, "the game is over"));
        }
        if self.decisions_of(seat).next().is_none() {
            return Err(Refused::new(RefusalCode::NotYourDecision, "the decision is another seat's"));
        }
        if !self.decisions_of(seat).any(|decision| decision.choices.iter().any(|listed| listed.id == choice))
        {
            return Err(self.not_listed(seat, choice, target));
        }
        let label = self.label(seat, choice)?;
        let drafted = self.group.as_mut().and_then(|group| group.drafts.get_mut(&seat));
        if let Some(draft) = drafted.filter(|draft| lists(&draft.decisions, choice)) {
            if !label.is_empty() {
                draft.labels.insert(choice.to_owned(), label);
            }
            self.draft(seat, choice)
        } else {
            self.take(Action::Choice { seat, choice: choice.to_owned() }, Vec::new(), label)
        }
    }

    /// Whether the seat may do anything on that revision.
    pub(super) fn may_act(&self, seat: Seat, revision: u64) -> Result<(), Refused> {
        self.health.require_running()?;
        self.is_current(seat, revision)
    }

    /// Whether that is the seat's present revision.
    pub(super) fn is_current(&self, seat: Seat, revision: u64) -> Result<(), Refused> {
        let Some(state) = self.seats.get(usize::from(seat)) else {
            return Err(Refused::new(RefusalCode::NotYourSeat, format!("there is no seat {seat}")));
        };
        if state.revision != revision {
            let reason = "the table has changed since; look at it again before choosing";
            return Err(Refused::new(RefusalCode::StaleRevision, reason));
        }
        Ok(())
    }

    fn not_listed(&mut self, seat: Seat, choice: &str, target: Option<&Target>) -> Refused {
        let known = target.cloned().or_else(|| self.seats[usize::from(seat)].recent.get(choice).cloned());
        let lines = known.and_then(|target| self.explain(seat, &target).ok()).unwrap_or_default();
        if let Err(paused) = self.health.require_running() {
            return paused;
        }
        let choice = shown::name(choice);
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
        let draft = eyes.zip(self.group.as_mut()).and_then(|(seat, group)| group.drafts.get_mut(&seat));
        let game = match draft {
            Some(draft) => draft.game.as_mut(),
            None => self.game.as_mut().ok_or_else(paused)?.as_mut(),
        };
        call(game).map_err(|trouble| self.fall(trouble))
    }

    /// Takes a choice on the seat's draft; after the last commit carries all drafts out.
    fn draft(&mut self, seat: Seat, choice: &str) -> Result<(), Refused> {
        let Some(group) = self.group.as_mut() else { return Err(paused()) };
        let before = group.drafts.get(&seat).map(|draft| draft.choices.clone()).unwrap_or_default();
        match group.choose(seat, choice, self.system.module().id()) {
            Ok(()) => {}
            Err(DraftError::Trouble(trouble)) => {
                let refused = self.fall(trouble);
                return Err(self.draft_back_to(seat, &before, refused));
            }
            Err(DraftError::Refused(refusal)) => {
                return Err(self.draft_back_to(seat, &before, refused_by_module(refusal)));
            }
        }
        let what = EntryKind::Draft { seat, choice: choice.to_owned() };
        let done = if group.complete() {
            let action = Action::Group { name: group.name.clone(), drafts: group.in_order() };
            self.take(action, vec![(what, None, Vec::new())], String::new())
        } else {
            self.write(vec![(what, None, Vec::new())]).map(|()| {
                self.health.forget_failures();
                if let Some(draft) = self.group.as_mut().and_then(|group| group.drafts.get_mut(&seat)) {
                    draft.undone.clear();
                }
                self.draft_changed(seat, false);
            })
        };
        done.map_err(|refused| self.draft_back_to(seat, &before, refused))
    }

    pub(super) fn draft_changed(&mut self, seat: Seat, was_committed: bool) {
        self.seats[usize::from(seat)].revision += 1;
        self.remember(seat);
        let draft = self.group.as_ref().and_then(|group| group.drafts.get(&seat));
        let committed = draft.is_some_and(Draft::committed);
        self.log.announce(TableEvent::Draft { seat, open: committed != was_committed });
    }

    /// Brings a draft back to what it was before something that failed.
    pub(super) fn draft_back_to(&mut self, seat: Seat, choices: &[String], refused: Refused) -> Refused {
        let Some(mut group) = self.group.take() else {
            if let Some(parked) = self.parked.iter_mut().find(|draft| draft.seat == seat) {
                parked.choices = choices.to_vec();
            }
            return refused;
        };
        let drawn = match self.game.as_mut() {
            Some(game) => group.redraw(game.as_mut(), seat, choices).map(|_| ()),
            None => Ok(()),
        };
        self.group = Some(group);
        match drawn {
            Ok(()) => refused,
            Err(trouble) => self.fall(trouble),
        }
    }

    /// Carries out an action, with the table's dice. Only when it is on disk does it count; whatever goes wrong before,
    /// the table stands as it stood.
    pub(super) fn take(
        &mut self,
        action: Action,
        mut entries: Vec<Unnumbered>,
        label: String,
    ) -> Result<(), Refused> {
        let (events, rolls) = self.perform(&action)?;
        let grouped = matches!(action, Action::Group { .. });
        let fresh = self.fresh_game(grouped)?;
        let hash = Some(state_hash(&fresh.snapshot.save));
        entries.push((entry_of(&action), hash, rolls.clone()));
        entries.extend(taken_back(&fresh.lost));
        if let Err(refused) = self.write(entries) {
            return Err(self.back_to_good(refused));
        }
        let events: Arc<[Event]> = events.into();
        let record = self.log.record(&action, events.clone());
        let (dice, acts) = (self.dice.state(), self.dice.take_acts());
        let step = Step { record, action, rolls, dice, events, label, acts };
        self.history.push(step, Some(fresh.snapshot.clone()));
        self.health.forget_failures();
        self.settle(fresh, TableEvent::Records { from: record, again: Vec::new(), back_to: None });
        Ok(())
    }

    /// Applies an action to the game and gives what happened and what was rolled. On an error the table is back where
    /// it was.
    pub(super) fn perform(&mut self, action: &Action) -> Result<(Vec<Event>, Vec<Rolled>), Refused> {
        let game = self.game.as_mut().ok_or_else(paused)?;
        let done = apply(game.as_mut(), action, &mut self.dice, self.system.module().id());
        match done {
            Err(trouble) => Err(self.fall(trouble)),
            Ok(Err(refusal)) => Err(self.back_to_good(refused_by_module(refusal))),
            Ok(Ok(mut events)) => {
                events.extend(self.dice.take_notes());
                match self.dice.take() {
                    Ok(rolls) => Ok((events, rolls)),
                    Err(problem) => {
                        Err(self.back_to_good(Refused::new(RefusalCode::NoSuch, problem.to_string())))
                    }
                }
            }
        }
    }

    /// Looks at the game after a change that doesn't count yet.
    pub(super) fn fresh_game(&mut self, grouped: bool) -> Result<Fresh, Refused> {
        let Some(mut game) = self.game.take() else { return Err(paused()) };
        let fresh = self.fresh(game.as_mut(), self.module().as_ref(), grouped);
        self.game = Some(game);
        fresh.map_err(|trouble| self.fall(trouble))
    }

    /// What has to be known of a game; drafts of a group that is still deciding move on to it, unless the group has
    /// just been carried out.
    pub(super) fn fresh(
        &self,
        game: &mut dyn Game,
        module: &dyn Module,
        grouped: bool,
    ) -> Result<Fresh, Trouble> {
        let snapshot = Snapshot::of(game, module)?;
        let outcome = game.outcome()?;
        let decisions = described(game.decisions()?, module)?;
        if outcome.is_none()
            && !decisions.iter().any(|decision| decision.waits && !decision.choices.is_empty())
        {
            return Err(Trouble {
                module: module.id().to_owned(),
                call: "decisions".into(),
                message: "the game has not ended, and waits for no decision that can be answered".into(),
                backtrace: Vec::new(),
            });
        }
        let sides = game.seats()?;
        let mut group = if outcome.is_none() { Group::open(game, &decisions)? } else { None };
        let mut lost = Vec::new();
        if let (false, Some(new), Some(old)) = (grouped, &mut group, &self.group)
            && new.name == old.name
            && new.drafts.keys().eq(old.drafts.keys())
        {
            for (seat, draft) in &old.drafts {
                if draft.choices.is_empty() {
                    continue;
                }
                match new.redraw(game, *seat, &draft.choices)? {
                    0 => {}
                    choices => lost.push((*seat, choices)),
                }
            }
        }
        Ok(Fresh { snapshot, decisions, sides, outcome, group, lost })
    }

    /// A change counts now.
    pub(super) fn settle(&mut self, fresh: Fresh, event: TableEvent) {
        let Fresh { snapshot: _, decisions, sides, outcome, group, lost } = fresh;
        for seat in 0..self.seats.len() {
            self.remember(Seat::try_from(seat).unwrap_or(Seat::MAX));
        }
        self.decisions = decisions;
        self.sides = sides;
        self.outcome = outcome;
        self.group = group;
        self.replay = None;
        self.revision += 1;
        for state in &mut self.seats {
            state.revision += 1;
        }
        self.log.announce(event);
        for (seat, _) in lost {
            let text = "the table has changed; part of your secret decision could not stand";
            self.tell(Hearer::Seat(seat), text);
        }
    }

    /// Remembers what a seat's choices point at, before the list changes.
    fn remember(&mut self, seat: Seat) {
        let choices = self.decisions_of(seat).flat_map(|decision| &decision.choices);
        let recent: HashMap<_, _> =
            choices.map(|choice| (choice.id.clone(), choice.target.clone())).collect();
        if !recent.is_empty() {
            self.seats[usize::from(seat)].recent = recent;
        }
    }

    /// Writes to the journal; what it can't write isn't acknowledged. Where only bots play, entries reach the disk in
    /// batches.
    pub(super) fn write(&mut self, entries: Vec<Unnumbered>) -> Result<(), Refused> {
        if entries.is_empty() {
            return Ok(());
        }
        let only_bots = self.system.only_bots();
        let Err(error) = self.writer.append(entries, only_bots) else { return Ok(()) };
        let remedy = error.remedy();
        let text = format!("this choice could not be written down, so it was not made: {error}. {remedy}");
        self.log.tell(Hearer::Host, text.clone());
        if matches!(error, JournalError::Lost { .. } | JournalError::Full { .. }) {
            self.pause_unwritten(&error);
        }
        Err(Refused::new(RefusalCode::Disk, text))
    }

    /// Brings what bots did to the disk.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.writer.sync()
    }
}

fn refused_by_module(refusal: Refusal) -> Refused {
    let Refusal { reason, citation } = refusal;
    let lines = vec![Line { text: reason.clone(), citation }];
    Refused { code: RefusalCode::Module, reason, lines }
}

/// These decisions, if the module describes the kind of each: what nobody can look up is no decision.
pub(super) fn described(decisions: Vec<Decision>, module: &dyn Module) -> Result<Vec<Decision>, Trouble> {
    let kinds = &module.describe().decisions;
    let unknown = decisions.iter().find(|decision| !kinds.iter().any(|kind| kind.id == decision.kind));
    match unknown {
        None => Ok(decisions),
        Some(Decision { kind, .. }) => Err(Trouble {
            module: module.id().to_owned(),
            call: "decisions".into(),
            message: format!("it asks for a decision of the kind “{kind}”, which it does not describe"),
            backtrace: Vec::new(),
        }),
    }
}
