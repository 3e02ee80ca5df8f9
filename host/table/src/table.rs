//! A table: one running game and everything that the host keeps around it.
//!
//! Its parts have private fields and a file each: the `System` that plays, what is `Live`, the journal that is kept, the
//! `Health` and the `TableLog`. Every change of the game counts by `Table::commit` alone (`live/commit.rs`); the other files here
//! say what is done at a table: acting, drafting, undo, swap, reload, and so on.

use std::collections::BTreeSet;
use std::sync::Arc;

use muster_contract::{
    Decision, Log, Module, Outcome, Position, Refusal, RuleText, Rulebook, Seat, Unit, Usage,
};

use crate::{
    action::Action,
    event::{Recipient, TableEvent},
    history::{History, Snapshot},
    journal::{Build, CONTRACT, FORMAT, Header, Journal},
    messages::{Budget, DraftStanding, Holder, LogItem, Mark, Pause, Peer, SeatStanding, Standing},
    policies::with_policy_options,
    rules::{self, NoRulebook},
    start::{StartError, TableConfig},
};

mod acting;
mod drafting;
mod health;
mod live;
mod log;
mod past;
mod recovery;
mod reload;
pub(crate) mod rerun;
mod resume;
pub(crate) mod revise;
mod saving;
pub(crate) mod swap;
mod system;
mod undo;
mod writer;
mod writing;

use health::Health;
use live::Live;
use log::TableLog;
use system::System;
use writer::JournalWriter;

/// One running game with its seats, journal, drafts, undo and dice.
///
/// Everything here is synchronous; [`crate::handle::TableHandle`] puts it on a thread and its clients at a distance.
pub struct Table {
    system: System,
    live: Live,
    writer: JournalWriter,
    health: Health,
    log: TableLog,
    /// The pause between bots' choices in thousandths of a second.
    pace: u64,
    /// How much a bot thinks a choice over.
    budget: Budget,
}

/// The first id that a second unit of a roster has too. Scripts can't write that, journals can.
fn first_twice(roster: &[Unit]) -> Option<&str> {
    let mut known = BTreeSet::new();
    roster.iter().map(|unit| unit.id.as_str()).find(|id| !known.insert(*id))
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("build", self.build())
            .field("revision", &self.revision())
            .field("steps", &self.history().len())
            .finish_non_exhaustive()
    }
}

impl Table {
    /// Starts a table: creates the game, begins its journal, and applies `begin`.
    pub fn start(
        module: Arc<dyn Module>,
        position: Position,
        config: TableConfig,
    ) -> Result<Self, StartError> {
        Self::start_marked(module, position, config, Vec::new())
    }

    /// The same for a game that follows from another table's: with the departures from plain play of that one.
    pub(crate) fn start_marked(
        module: Arc<dyn Module>,
        position: Position,
        config: TableConfig,
        marks: Vec<Mark>,
    ) -> Result<Self, StartError> {
        let TableConfig {
            seed,
            seats,
            scenario,
            build,
            journal,
            arranged,
            created,
            rules,
            strict_undo,
            rulebook,
        } = config;
        let rulebook = rulebook.unwrap_or_else(|| Arc::new(NoRulebook));
        let bots = seats.iter().map(|assignment| assignment.holder.bot());
        let position = with_policy_options(position, module.describe(), bots);
        let position =
            rules::under(&position, module.as_ref(), rulebook.as_ref(), &rules).map_err(StartError::Rules)?;
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
            rules,
            strict_undo,
            marks,
        };
        let mut table = Self::set_up(module, header, build, rulebook)?;
        if let Some(path) = journal {
            table.writer.create(&path, table.system.header())?;
        }
        let begun = match arranged.is_empty() {
            true => Ok(()),
            false => table.arrange(&arranged),
        }
        .and_then(|()| table.carry_out(Action::Begin, Vec::new(), String::new()));
        if let Err(refused) = begun {
            // A table that never began leaves nothing behind.
            table.writer.discard();
            return Err(match table.health.take_pause() {
                Some(pause) => pause.trouble().into(),
                None => StartError::Begin(refused),
            });
        }
        table.note("a table is opened");
        Ok(table)
    }

    /// Notes in the program's log that this table begins or goes on: what it is a table of, and nothing of the game.
    fn note(&self, what: &'static str) {
        let (Build { module, version, .. }, header) = (self.build(), self.header());
        let journal = self.writer.journal().map(|journal| journal.path().display());
        let (scenario, rules, steps) = (&header.scenario.name, self.rules().len(), self.history().len());
        tracing::info!(
            module,
            version,
            scenario,
            rules,
            journal = journal.map(tracing::field::display),
            steps,
            "{what}"
        );
    }

    /// The game before `begin`, with no journal.
    pub(crate) fn set_up(
        module: Arc<dyn Module>,
        header: Header,
        build: Build,
        rulebook: Arc<dyn Rulebook>,
    ) -> Result<Self, StartError> {
        let seats = header.position.setup.seats.len();
        if seats != header.seats.len() {
            return Err(StartError::Seats { seats, given: header.seats.len() });
        }
        if seats > usize::from(Seat::MAX) {
            let reason = format!("it has {seats} seats, and at a table there is room for {}", Seat::MAX);
            return Err(StartError::SetUp(Refusal { reason, citation: None }));
        }
        if let Some(unit) = first_twice(&header.position.roster) {
            let reason = format!("the unit {unit:?} is there twice");
            return Err(StartError::SetUp(Refusal { reason, citation: None }));
        }
        // Its games log what they do for those who write it, each table to itself.
        let logging = if module.log().is_none() { module.logging(&Log::new()) } else { None };
        let module = logging.unwrap_or(module);
        let mut game = module.create(&header.position)?.map_err(StartError::SetUp)?;
        let snapshot = Snapshot::of(game.as_mut(), module.as_ref())?;
        let live = Live::new(game, snapshot, header.seed, &header.position, &header.rules);
        let log = TableLog::marked(header.marks.clone());
        Ok(Self {
            system: System::new(module, build, rulebook, header),
            live,
            writer: JournalWriter::default(),
            health: Health::default(),
            log,
            pace: 0,
            budget: Budget::default(),
        })
    }

    /// Returns what has happened since the last call.
    pub fn take_events(&mut self) -> Vec<TableEvent> {
        self.log.take_events()
    }

    /// The module that plays.
    #[must_use]
    pub fn module(&self) -> &Arc<dyn Module> {
        self.system.module()
    }

    /// Which build of it.
    #[must_use]
    pub fn build(&self) -> &Build {
        self.system.build()
    }

    /// The first line of the journal, whether one is kept or not.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.system.header()
    }

    /// The texts of the rules that the table plays with.
    #[must_use]
    pub fn rules(&self) -> &[RuleText] {
        self.history().rules()
    }

    /// What a game of this table is loaded with now.
    #[must_use]
    pub fn position(&self) -> &Arc<Position> {
        self.history().position()
    }

    /// How many entries the journal has; 0 where none is kept.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.writer.journal().map_or(0, Journal::entries)
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.live.outcome()
    }

    /// The trouble that the table is paused by.
    #[must_use]
    pub fn paused(&self) -> Option<&Pause> {
        self.health.pause()
    }

    /// A seat's revision, to be named when it acts.
    #[must_use]
    pub fn revision_of(&self, seat: Seat) -> u64 {
        self.live.revision_of(seat).unwrap_or(0)
    }

    /// The records from one on, as these eyes may know them.
    #[must_use]
    pub fn log(&self, eyes: &[Seat], from: u64) -> Vec<LogItem> {
        self.log.items(self.history().steps(), eyes, from)
    }

    /// One record.
    #[must_use]
    pub fn log_item(&self, eyes: &[Seat], record: u64) -> Option<LogItem> {
        self.log.item(self.history().steps(), eyes, record)
    }

    /// What happened since the seat's last decision that is in force.
    #[must_use]
    pub fn since_own(&self, seat: Seat) -> Vec<LogItem> {
        let last = self.history().steps().iter().rfind(|step| !step.action.choices_of(seat).is_empty());
        self.log(&[seat], last.map_or(0, |step| step.record + 1))
    }

    /// How the table stands, as this peer may know it.
    #[must_use]
    pub fn standing(&self, peer: &Peer) -> Standing {
        let assignments = (0..).zip(&self.header().seats);
        let seats = assignments.map(|(seat, assignment): (Seat, _)| SeatStanding {
            seat,
            name: assignment.name.clone(),
            holder: assignment.holder,
            side: self.sides().get(usize::from(seat)).cloned().unwrap_or_default(),
            waited_for: self.waits_for(seat),
            draft: self.live.draft_of(seat).map(|draft| match draft.committed() {
                true => DraftStanding::Committed,
                false => DraftStanding::Open,
            }),
            revision: peer.sees(seat).then(|| self.revision_of(seat)),
        });
        Standing {
            module: self.build().module.clone(),
            version: self.build().version.clone(),
            scenario: self.header().scenario.title.clone(),
            rules: self.rules().iter().map(|rule| rule.id.clone()).collect(),
            before: self.build_before().map(|build| build.version.clone()),
            revised: self.system.revised().is_some(),
            revision: self.revision(),
            steps: self.history().len(),
            seats: seats.collect(),
            group: self.live.group_name().map(str::to_owned),
            outcome: self.outcome().cloned(),
            paused: self.health.pause().map(|pause| self.pause_for(peer, pause)),
            marks: self.log.marks().to_vec(),
            journal: self
                .writer
                .journal()
                .filter(|_| peer.is_host())
                .map(|journal| journal.path().to_owned()),
            strict_undo: self.header().strict_undo,
            pace: self.pace,
        }
    }

    /// Whether this peer may know what a module or a rule says beside the game: it is the host's, and nobody else plays
    /// but bots. What a call takes, and how it fails, can tell what stands in a hidden order.
    #[must_use]
    pub fn knows_all(&self, peer: &Peer) -> bool {
        let mut seats = self.system.holders();
        peer.is_host() && seats.all(|(seat, holder)| matches!(holder, Holder::Bot(_)) || peer.sees(seat))
    }

    /// How many seats there are.
    pub(crate) fn seat_count(&self) -> usize {
        self.header().seats.len()
    }

    /// The seats in order, each with who sits on it.
    pub(crate) fn holders(&self) -> impl Iterator<Item = (Seat, Holder)> {
        self.system.holders()
    }

    /// Seat by seat the sides that they play now.
    pub(crate) fn sides(&self) -> &[String] {
        self.live.sides()
    }

    /// The table's revision.
    pub(crate) fn revision(&self) -> u64 {
        self.live.revision()
    }

    /// The steps in force and those taken back.
    pub(crate) fn history(&self) -> &History {
        self.live.history()
    }

    /// The number of the last record; 0 before the first.
    pub(crate) fn last_record(&self) -> u64 {
        self.log.last()
    }

    /// What the game's instance has taken, if anybody counts it.
    pub(crate) fn usage(&self) -> Option<Usage> {
        self.live.usage()
    }

    /// The pause between bots' choices in thousandths of a second.
    pub(crate) fn pace(&self) -> u64 {
        self.pace
    }

    pub(crate) fn set_pace(&mut self, pace: u64) {
        self.pace = pace;
    }

    /// How much a bot thinks a choice over.
    pub(crate) fn budget(&self) -> Budget {
        self.budget
    }

    pub(crate) fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Whether something in the journal may not be on the disk yet.
    pub(crate) fn has_unsynced_entries(&self) -> bool {
        self.writer.has_unsynced()
    }

    /// The trouble that the table is paused by, as this peer may know it.
    pub(crate) fn pause_for(&self, peer: &Peer, pause: &Pause) -> Pause {
        match (peer.is_host(), self.knows_all(peer)) {
            (false, _) => pause.for_guest(),
            (true, false) => pause.untold(),
            (true, true) => pause.clone(),
        }
    }

    /// What a seat may choose now: its draft's decisions while it has one, and what needs no secret.
    pub fn decisions_of(&self, seat: Seat) -> impl Iterator<Item = &Decision> {
        self.live.decisions_of(seat)
    }

    /// Whether the game waits for the seat.
    #[must_use]
    pub fn waits_for(&self, seat: Seat) -> bool {
        self.live.waits_for(seat)
    }

    /// Whether the seat works on a draft that it hasn't committed.
    pub(crate) fn drafts(&self, seat: Seat) -> bool {
        self.live.is_drafting(seat)
    }

    /// Sends somebody a notice to read.
    pub fn notify(&mut self, to: Recipient, text: impl Into<String>) {
        self.log.notify(to, text);
    }
}
