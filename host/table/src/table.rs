//! A table: one running game and everything that the host keeps around it.

use std::{
    collections::{BTreeSet, HashMap},
    path::PathBuf,
    sync::Arc,
};

use muster_contract::{
    Change, Decision, Event, Game, Line, Module, Outcome, Position, Refusal, Seat, Target, Trouble,
};

use crate::{
    dice::{Rolled, TableDice},
    drafts::{Draft, DraftError, Group, lists},
    history::{Deed, History, Snapshot, Step},
    journal::{
        Build, CONTRACT, FORMAT, Header, Journal, JournalError, ScenarioRecord, SeatDraft, Sitting, What,
        state_hash,
    },
    log::Record,
    messages::{
        Budget, DraftStanding, Holder, LogKind, Mark, Pause, RefusalCode, Refused, SeatStanding, Standing,
    },
};

/// What a table is started with besides the module and the position.
#[derive(Clone, Debug, Default)]
pub struct Setting {
    /// The dice's seed.
    pub seed: u64,
    /// Who sits where, one for each seat of the position's set-up.
    pub seats: Vec<Sitting>,
    /// The scenario, for the journal.
    pub scenario: ScenarioRecord,
    /// The module's build, for the journal.
    pub build: Build,
    /// Where to keep the journal; none keeps none.
    pub journal: Option<PathBuf>,
    /// Dice arranged beforehand.
    pub arranged: Vec<u8>,
    /// When it begins, as the program says it.
    pub created: String,
}

/// Why a table can't be started or continued.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The set-up breaks a rule.
    #[error("the scenario can't be set up: {}", .0.reason)]
    SetUp(Refusal),
    /// The module failed.
    #[error(transparent)]
    Trouble(#[from] Trouble),
    /// The journal can't be written or read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Not every seat has somebody on it.
    #[error("the scenario has {seats} seats, but {given} are taken; say who sits on each")]
    Seats {
        /// So many seats.
        seats: usize,
        /// So many given.
        given: usize,
    },
    /// An arranged die can't be rolled, or `begin` was refused.
    #[error("the game can't begin: {0}")]
    Begin(Refused),
    /// The journal is damaged, and the damage wasn't accepted.
    #[error(transparent)]
    Damaged(#[from] crate::journal::Damage),
    /// Played again, the journal doesn't come out as it was written.
    #[error(transparent)]
    Difference(#[from] crate::replay::Difference),
}

/// Something to tell the clients.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// Records are new, from this one on; others are in force again; steps may have been taken back to this one.
    Records {
        /// The first new record.
        from: u64,
        /// Records in force again.
        again: Vec<u64>,
        /// The last step in force, after an undo.
        back_to: Option<u64>,
    },
    /// A seat's draft changed.
    Draft {
        /// Whose.
        seat: Seat,
        /// Whether it was committed or its commit taken back, which everybody learns.
        open: bool,
    },
    /// The table is paused.
    Paused(Pause),
    /// The table goes on.
    Resumed,
    /// Something for a person to read.
    Notice {
        /// For this seat, or everybody.
        seat: Option<Seat>,
        /// In words.
        text: String,
    },
}

#[derive(Debug)]
pub(crate) struct SeatState {
    pub sitting: Sitting,
    pub revision: u64,
    /// What the choices of its last list pointed at, to explain why one is no longer there.
    pub recent: HashMap<String, Target>,
}

/// One running game with its seats, journal, drafts, undo and dice.
///
/// Everything here is synchronous; [`crate::handle::TableHandle`] puts it on a thread and its clients at a distance.
pub struct Table {
    pub(crate) module: Arc<dyn Module>,
    pub(crate) header: Header,
    pub(crate) build: Build,
    pub(crate) game: Option<Box<dyn Game>>,
    pub(crate) decisions: Vec<Decision>,
    pub(crate) sides: Vec<String>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) seats: Vec<SeatState>,
    pub(crate) revision: u64,
    pub(crate) dice: TableDice,
    pub(crate) history: History,
    pub(crate) records: Vec<Record>,
    pub(crate) group: Option<Group>,
    /// Drafts of a group whose forks are gone with a game that failed.
    pub(crate) parked: Vec<SeatDraft>,
    pub(crate) journal: Option<Journal>,
    pub(crate) pause: Option<Pause>,
    pub(crate) marks: Vec<Mark>,
    pub(crate) news: Vec<News>,
    /// A game at a past step, so that stepping forward through a replay costs one choice a step.
    pub(crate) replay: Option<(u64, Box<dyn Game>)>,
    pub(crate) pace: u64,
    pub(crate) budget: Budget,
    pub(crate) unsynced: u32,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("build", &self.build)
            .field("revision", &self.revision)
            .field("steps", &self.history.len())
            .finish_non_exhaustive()
    }
}

/// What has to be known of a game before a change of it counts.
pub(crate) struct Fresh {
    pub snapshot: Snapshot,
    decisions: Vec<Decision>,
    sides: Vec<String>,
    outcome: Option<Outcome>,
    group: Option<Group>,
    /// Seats whose drafts lost choices, because they are no longer legal.
    shortened: Vec<Seat>,
}

/// A line of the journal before it is numbered.
pub(crate) type Unwritten = (What, Option<String>, Vec<Rolled>);

impl Table {
    /// Starts a table: creates the game, begins its journal, and applies `begin`.
    pub fn start(module: Arc<dyn Module>, position: Position, setting: Setting) -> Result<Self, StartError> {
        let Setting { seed, seats, scenario, build, journal, arranged, created } = setting;
        let header = Header {
            muster: "journal".into(),
            format: FORMAT,
            contract: CONTRACT.into(),
            created,
            build: build.clone(),
            scenario,
            seed,
            seats,
            position,
        };
        let mut table = Self::set_up(module, header, build)?;
        if let Some(path) = journal {
            table.journal = Some(Journal::create(&path, &table.header)?);
        }
        let begun = match arranged.is_empty() {
            true => Ok(()),
            false => table.arrange(&arranged),
        }
        .and_then(|()| table.take(Deed::Begin, Vec::new(), String::new()));
        if let Err(refused) = begun {
            if let Some(journal) = table.journal.take() {
                // A table that never began leaves nothing behind.
                let _ = std::fs::remove_file(journal.path());
            }
            return Err(match table.pause.take() {
                Some(Pause { module, call, message, backtrace }) => {
                    Trouble { module, call, message, backtrace }.into()
                }
                None => StartError::Begin(refused),
            });
        }
        Ok(table)
    }

    /// The game before `begin`, with no journal.
    pub(crate) fn set_up(module: Arc<dyn Module>, header: Header, build: Build) -> Result<Self, StartError> {
        let seats = header.position.setup.seats.len();
        if seats != header.seats.len() {
            return Err(StartError::Seats { seats, given: header.seats.len() });
        }
        let mut game = module.create(&header.position)?.map_err(StartError::SetUp)?;
        let snapshot = Snapshot { schema: module.describe().state_schema, save: game.save()?.into() };
        let dice = TableDice::new(header.seed);
        let seats = header.seats.iter().cloned();
        let seats = seats.map(|sitting| SeatState { sitting, revision: 1, recent: HashMap::new() }).collect();
        Ok(Self {
            sides: header.position.setup.seats.clone(),
            history: History::new(dice.state(), snapshot),
            module,
            header,
            build,
            game: Some(game),
            decisions: Vec::new(),
            outcome: None,
            seats,
            revision: 1,
            dice,
            records: Vec::new(),
            group: None,
            parked: Vec::new(),
            journal: None,
            pause: None,
            marks: Vec::new(),
            news: Vec::new(),
            replay: None,
            pace: 0,
            budget: Budget::default(),
            unsynced: 0,
        })
    }

    /// What has happened since the last time it was asked.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// The module that plays.
    #[must_use]
    pub fn module(&self) -> &Arc<dyn Module> {
        &self.module
    }

    /// The first line of the journal, whether one is kept or not.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many entries the journal has; 0 where none is kept.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.journal.as_ref().map_or(0, Journal::entries)
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// The trouble that the table is paused by.
    #[must_use]
    pub fn paused(&self) -> Option<&Pause> {
        self.pause.as_ref()
    }

    /// A seat's revision, to be named when it acts.
    #[must_use]
    pub fn revision_of(&self, seat: Seat) -> u64 {
        self.seats.get(usize::from(seat)).map_or(0, |seat| seat.revision)
    }

    /// How the table stands, with the revisions of these eyes.
    #[must_use]
    pub fn standing(&self, eyes: &BTreeSet<Seat>) -> Standing {
        let seats = self.seats.iter().zip(0..).map(|(state, seat): (&SeatState, Seat)| SeatStanding {
            seat,
            name: state.sitting.name.clone(),
            holder: state.sitting.holder,
            side: self.sides.get(usize::from(seat)).cloned().unwrap_or_default(),
            waited_for: self.waits_for(seat),
            draft: self.group.as_ref().and_then(|group| group.drafts.get(&seat)).map(|draft| {
                if draft.committed() { DraftStanding::Committed } else { DraftStanding::Open }
            }),
            revision: eyes.contains(&seat).then_some(state.revision),
        });
        Standing {
            module: self.build.module.clone(),
            version: self.build.version.clone(),
            scenario: self.header.scenario.title.clone(),
            revision: self.revision,
            steps: self.history.len(),
            seats: seats.collect(),
            group: self.group.as_ref().map(|group| group.name.clone()),
            outcome: self.outcome.clone(),
            paused: self.pause.clone(),
            marks: self.marks.clone(),
            journal: self.journal.as_ref().map(|journal| journal.path().to_owned()),
            pace: self.pace,
        }
    }

    /// What a seat may choose now: its draft's decisions while it has one, and what needs no secret.
    pub fn decisions_of(&self, seat: Seat) -> impl Iterator<Item = &Decision> {
        let secret = self.group.is_some();
        let draft = self.group.as_ref().and_then(|group| group.drafts.get(&seat));
        let drafted = draft.into_iter().flat_map(|draft| &draft.decisions);
        // A second group, or one seat's secret, waits until the first group has been carried out.
        let open = move |decision: &&Decision| decision.seat == seat && !(secret && decision.secret.is_some());
        drafted.chain(self.decisions.iter().filter(open))
    }

    /// Whether the game waits for the seat.
    #[must_use]
    pub fn waits_for(&self, seat: Seat) -> bool {
        self.outcome.is_none() && self.decisions_of(seat).any(|decision| decision.waits)
    }

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
        if !self.decisions_of(seat).any(|decision| decision.choices.iter().any(|listed| listed.id == choice)) {
            return Err(self.not_listed(seat, choice, target));
        }
        let drafted = self.group.as_ref().and_then(|group| group.drafts.get(&seat));
        if drafted.is_some_and(|draft| lists(&draft.decisions, choice)) {
            self.draft(seat, choice)
        } else {
            let label = self.label(seat, choice)?;
            self.take(Deed::Choice { seat, choice: choice.to_owned() }, Vec::new(), label)
        }
    }

    /// Whether the seat may do anything on that revision.
    pub(crate) fn may_act(&self, seat: Seat, revision: u64) -> Result<(), Refused> {
        if self.pause.is_some() {
            return Err(paused());
        }
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
        if self.pause.is_some() {
            return paused();
        }
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
        if matches!(self.seats[usize::from(seat)].sitting.holder, Holder::Bot(_)) {
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
        match group.choose(seat, choice, self.module.id()) {
            Ok(()) => {}
            Err(DraftError::Trouble(trouble)) => {
                let refused = self.fall(trouble);
                return Err(self.draft_back_to(seat, &before, refused));
            }
            Err(DraftError::Refused(refusal)) => {
                return Err(self.draft_back_to(seat, &before, refused_by_module(refusal)));
            }
        }
        let what = What::Draft { seat, choice: choice.to_owned() };
        let done = if group.complete() {
            let deed = Deed::Group { name: group.name.clone(), drafts: group.in_order() };
            self.take(deed, vec![(what, None, Vec::new())], String::new())
        } else {
            self.write(vec![(what, None, Vec::new())]).map(|()| {
                if let Some(draft) = self.group.as_mut().and_then(|group| group.drafts.get_mut(&seat)) {
                    draft.undone.clear();
                }
                self.draft_changed(seat, false);
            })
        };
        done.map_err(|refused| self.draft_back_to(seat, &before, refused))
    }

    pub(crate) fn draft_changed(&mut self, seat: Seat, was_committed: bool) {
        self.seats[usize::from(seat)].revision += 1;
        self.remember(seat);
        let draft = self.group.as_ref().and_then(|group| group.drafts.get(&seat));
        let committed = draft.is_some_and(Draft::committed);
        self.news.push(News::Draft { seat, open: committed != was_committed });
    }

    /// Brings a draft back to what it was before something that failed.
    pub(crate) fn draft_back_to(&mut self, seat: Seat, choices: &[String], refused: Refused) -> Refused {
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

    /// Carries out a deed, with the table's dice. Only when it is on disk does it count; whatever goes wrong before,
    /// the table stands as it stood.
    pub(crate) fn take(
        &mut self,
        deed: Deed,
        mut entries: Vec<Unwritten>,
        label: String,
    ) -> Result<(), Refused> {
        let (events, rolls) = self.perform(&deed)?;
        let grouped = matches!(deed, Deed::Group { .. });
        let fresh = self.fresh_game(grouped)?;
        let hash = Some(state_hash(&fresh.snapshot.save));
        entries.push((what(&deed), hash, rolls.clone()));
        if let Err(refused) = self.write(entries) {
            return Err(self.back_to_good(refused));
        }
        let record = self.records.len() as u64 + 1;
        let events: Arc<[Event]> = events.into();
        self.records.push(Record::of(record, &deed, events.clone()));
        if let Deed::Edit { by, .. } = &deed {
            self.marks.push(Mark::Edited { by: by.clone() });
        }
        let step = Step { record, deed, rolls, dice: self.dice.state(), events, label };
        self.history.push(step, Some(fresh.snapshot.clone()));
        self.settle(fresh, News::Records { from: record, again: Vec::new(), back_to: None });
        Ok(())
    }

    /// Applies a deed to the game and gives what happened and what was rolled. On an error the table is back where
    /// it was.
    pub(crate) fn perform(&mut self, deed: &Deed) -> Result<(Vec<Event>, Vec<Rolled>), Refused> {
        let game = self.game.as_mut().ok_or_else(paused)?;
        let done = apply(game.as_mut(), deed, &mut self.dice, self.module.id());
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
    pub(crate) fn fresh_game(&mut self, grouped: bool) -> Result<Fresh, Refused> {
        let Some(mut game) = self.game.take() else { return Err(paused()) };
        let fresh = self.fresh(game.as_mut(), grouped);
        self.game = Some(game);
        fresh.map_err(|trouble| self.fall(trouble))
    }

    /// What has to be known of a game; drafts of a group that is still deciding move on to it, unless the group has
    /// just been carried out.
    pub(crate) fn fresh(&self, game: &mut dyn Game, grouped: bool) -> Result<Fresh, Trouble> {
        let schema = self.module.describe().state_schema;
        let save: Arc<[u8]> = game.save()?.into();
        let outcome = game.outcome()?;
        let decisions = game.decisions()?;
        if outcome.is_none() && !decisions.iter().any(|decision| decision.waits && !decision.choices.is_empty())
        {
            return Err(Trouble {
                module: self.module.id().to_owned(),
                call: "decisions".into(),
                message: "the game has not ended, and waits for no decision that can be answered".into(),
                backtrace: Vec::new(),
            });
        }
        let sides = game.seats()?;
        let mut group = if outcome.is_none() { Group::open(game, &decisions)? } else { None };
        let mut shortened = Vec::new();
        if let (false, Some(new), Some(old)) = (grouped, &mut group, &self.group)
            && new.name == old.name
            && new.drafts.keys().eq(old.drafts.keys())
        {
            for (seat, draft) in &old.drafts {
                if !draft.choices.is_empty() && !new.redraw(game, *seat, &draft.choices)? {
                    shortened.push(*seat);
                }
            }
        }
        Ok(Fresh { snapshot: Snapshot { schema, save }, decisions, sides, outcome, group, shortened })
    }

    /// A change counts now.
    pub(crate) fn settle(&mut self, fresh: Fresh, news: News) {
        let Fresh { snapshot: _, decisions, sides, outcome, group, shortened } = fresh;
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
        self.news.push(news);
        for seat in shortened {
            let text = "the table has changed; part of your secret decision could not stand".to_owned();
            self.news.push(News::Notice { seat: Some(seat), text });
        }
    }

    /// Remembers what a seat's choices point at, before the list changes.
    fn remember(&mut self, seat: Seat) {
        let choices = self.decisions_of(seat).flat_map(|decision| &decision.choices);
        let recent: HashMap<_, _> = choices.map(|choice| (choice.id.clone(), choice.target.clone())).collect();
        if !recent.is_empty() {
            self.seats[usize::from(seat)].recent = recent;
        }
    }

    /// Writes to the journal; what it can't write isn't acknowledged. Where only bots play, entries reach the disk in
    /// batches.
    pub(crate) fn write(&mut self, entries: Vec<Unwritten>) -> Result<(), Refused> {
        let only_bots = self.seats.iter().all(|seat| matches!(seat.sitting.holder, Holder::Bot(_)));
        let Some(journal) = &mut self.journal else { return Ok(()) };
        self.unsynced += 1;
        let sync = !only_bots || self.unsynced >= 64;
        match journal.append(entries, sync) {
            Ok(()) => {
                if sync {
                    self.unsynced = 0;
                }
                Ok(())
            }
            Err(error) => {
                let text = format!("this choice could not be written down, so it was not made: {error}");
                self.news.push(News::Notice { seat: None, text: text.clone() });
                Err(Refused::new(RefusalCode::Disk, text))
            }
        }
    }

    /// Brings what bots did to the disk.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.unsynced = 0;
        self.journal.as_mut().map_or(Ok(()), Journal::sync)
    }

    /// Goes back to the last good state after a refusal that may have left traces. Drafts are forks of that very
    /// state and stay.
    pub(crate) fn back_to_good(&mut self, refused: Refused) -> Refused {
        self.dice.restore(self.history.dice_at(self.history.len()));
        self.game = None;
        match self.load_good() {
            Ok(game) => {
                self.game = Some(game);
                refused
            }
            Err(trouble) => self.fall(trouble),
        }
    }

    fn load_good(&self) -> Result<Box<dyn Game>, Trouble> {
        self.history.state_at(self.history.len(), self.module.as_ref(), &self.header.position)
    }

    /// The module failed: its game and the forks of it are thrown away, and the table pauses on the last good state,
    /// dice included.
    pub(crate) fn fall(&mut self, trouble: Trouble) -> Refused {
        self.park();
        self.game = None;
        self.replay = None;
        let pause = Pause::from(trouble);
        // A table that can be looked at while it is paused is better than one that can't; but if even that fails the
        // first trouble is the one to tell.
        let _ = self.revive();
        self.news.push(News::Paused(pause.clone()));
        let reason = format!("{} failed in {}: {}", pause.module, pause.call, pause.message);
        self.pause = Some(pause);
        Refused::new(RefusalCode::Paused, reason)
    }

    fn park(&mut self) {
        if let Some(group) = self.group.take() {
            self.parked = group.in_order();
        }
    }

    /// Loads the last good state and draws the drafts up again.
    fn revive(&mut self) -> Result<(), Trouble> {
        self.dice.restore(self.history.dice_at(self.history.len()));
        let mut game = self.load_good()?;
        self.decisions = game.decisions()?;
        let mut group = Group::open(game.as_mut(), &self.decisions)?;
        if let Some(group) = &mut group {
            for draft in &self.parked {
                if group.drafts.contains_key(&draft.seat) {
                    group.redraw(game.as_mut(), draft.seat, &draft.choices)?;
                }
            }
        }
        self.group = group;
        self.game = Some(game);
        self.parked.clear();
        Ok(())
    }

    /// Goes on after trouble, if the module can again.
    pub fn retry(&mut self) -> Result<(), Refused> {
        if self.pause.is_none() {
            return Ok(());
        }
        self.park();
        self.game = None;
        if let Err(trouble) = self.revive() {
            return Err(self.fall(trouble));
        }
        self.pause = None;
        self.news.push(News::Resumed);
        Ok(())
    }

    /// Arranges the dice that come up next.
    pub fn arrange(&mut self, faces: &[u8]) -> Result<(), Refused> {
        self.write(vec![(What::Arranged { faces: faces.to_vec() }, None, Vec::new())])?;
        self.dice.arrange(faces);
        self.dice_noted(Mark::ArrangedDice { dice: self.dice.arranged() });
        Ok(())
    }

    pub(crate) fn dice_noted(&mut self, mark: Mark) {
        self.marks.retain(|other| std::mem::discriminant(other) != std::mem::discriminant(&mark));
        self.marks.push(mark);
        let record = self.records.len() as u64 + 1;
        self.records.push(Record::bare(record, LogKind::Dice, None));
        self.news.push(News::Records { from: record, again: Vec::new(), back_to: None });
    }

    /// Changes the position, on behalf of a script; journalled, marked, and no undo passes it.
    pub fn edit(&mut self, by: &str, changes: Vec<Change>) -> Result<(), Refused> {
        if self.pause.is_some() {
            return Err(paused());
        }
        self.take(Deed::Edit { by: by.to_owned(), changes }, Vec::new(), String::new())
    }

    /// Another build of the module takes over, with the old one's last state. If it can't, or nothing waits for an
    /// answer under it, the old one goes on.
    pub fn swap(&mut self, module: Arc<dyn Module>, build: Build) -> Result<(), Refused> {
        let refuse = |reason: String| Refused::new(RefusalCode::Module, reason);
        let position = &self.header.position;
        let good = self.history.last().ok_or_else(paused)?.clone();
        let mut game =
            good.load(module.as_ref(), position).map_err(|trouble| refuse(trouble.to_string()))?;
        let old = std::mem::replace(&mut self.module, module);
        let group = self.group.as_ref().map(Group::in_order).unwrap_or_else(|| self.parked.clone());
        let fresh = match self.fresh(game.as_mut(), false) {
            Ok(fresh) => fresh,
            Err(trouble) => {
                self.module = old;
                return Err(refuse(trouble.to_string()));
            }
        };
        let hash = Some(state_hash(&fresh.snapshot.save));
        if let Err(refused) = self.write(vec![(What::Swap { build: build.clone() }, hash, Vec::new())]) {
            self.module = old;
            return Err(refused);
        }
        self.swapped(build);
        self.game = Some(game);
        self.history.replace_last(fresh.snapshot.clone());
        let record = self.records.len() as u64;
        let parked = self.pause.is_some();
        self.settle(fresh, News::Records { from: record, again: Vec::new(), back_to: None });
        if parked {
            self.parked = group;
            self.retry()?;
        }
        Ok(())
    }

    pub(crate) fn swapped(&mut self, build: Build) {
        let version = build.version.clone();
        self.marks.push(Mark::Swapped { version: version.clone() });
        let record = self.records.len() as u64 + 1;
        self.records.push(Record::bare(record, LogKind::Swap { version }, None));
        self.build = build;
    }
}

pub(crate) fn paused() -> Refused {
    Refused::new(RefusalCode::Paused, "the table is paused by trouble; retry, or go on with another version")
}

fn refused_by_module(refusal: Refusal) -> Refused {
    let Refusal { reason, citation } = refusal;
    let lines = vec![Line { text: reason.clone(), citation }];
    Refused { code: RefusalCode::Module, reason, lines }
}

/// Applies a deed, drafts in their order. A group that the module refuses in part is its failure, since it listed
/// every choice of it.
pub(crate) fn apply(
    game: &mut dyn Game,
    deed: &Deed,
    dice: &mut TableDice,
    module: &str,
) -> Result<Result<Vec<Event>, Refusal>, Trouble> {
    match deed {
        Deed::Begin => game.apply(0, "begin", dice),
        Deed::Choice { seat, choice } => game.apply(*seat, choice, dice),
        Deed::Edit { changes, .. } => Ok(game.edit(changes)?.map(|()| Vec::new())),
        Deed::Group { name, drafts } => {
            let mut events = Vec::new();
            for draft in drafts {
                for choice in &draft.choices {
                    match game.apply(draft.seat, choice, dice)? {
                        Ok(more) => events.extend(more),
                        Err(refusal) => {
                            return Err(Trouble {
                                module: module.to_owned(),
                                call: "apply".into(),
                                message: format!(
                                    "the drafts of “{name}” can't be carried out together: seat {}, “{choice}”: {}",
                                    draft.seat, refusal.reason
                                ),
                                backtrace: Vec::new(),
                            });
                        }
                    }
                }
            }
            Ok(Ok(events))
        }
    }
}

/// What the journal calls a deed.
pub(crate) fn what(deed: &Deed) -> What {
    match deed.clone() {
        Deed::Begin => What::Begin,
        Deed::Choice { seat, choice } => What::Choice { seat, choice },
        Deed::Group { name, drafts } => What::Group { name, drafts },
        Deed::Edit { by, changes } => What::Edit { by, changes },
    }
}
