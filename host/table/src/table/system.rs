//! The game system that plays at a table, and what the table was started from.

use std::sync::Arc;

use muster_contract::{Game, Module, Position, RuleText, Rulebook, Seat, Trouble};

use crate::{
    history::Snapshot,
    journal::{Build, Header, ScenarioRecord},
    messages::Holder,
    rules,
};

/// What is fixed for the table's life, but that another build of the module can take over.
pub(super) struct System {
    module: Arc<dyn Module>,
    build: Build,
    /// The build that played before the last swap.
    before: Option<(Arc<dyn Module>, Build)>,
    rulebook: Arc<dyn Rulebook>,
    header: Header,
    /// What the scenario's files say now, if they were changed after the first choice.
    revised: Option<(ScenarioRecord, Position)>,
}

impl System {
    /// A module that plays what a header says.
    pub fn new(module: Arc<dyn Module>, build: Build, rulebook: Arc<dyn Rulebook>, header: Header) -> Self {
        Self { module, build, before: None, rulebook, header, revised: None }
    }

    /// The module that plays.
    pub fn module(&self) -> &Arc<dyn Module> {
        &self.module
    }

    /// Which build of it.
    pub fn build(&self) -> &Build {
        &self.build
    }

    /// The first line of the journal, whether one is kept or not.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What makes rules of texts.
    pub fn rulebook(&self) -> &Arc<dyn Rulebook> {
        &self.rulebook
    }

    /// The seats in order, each with who sits on it.
    pub fn holders(&self) -> impl Iterator<Item = (Seat, Holder)> {
        (0..).zip(&self.header.seats).map(|(seat, assignment)| (seat, assignment.holder))
    }

    /// Whether a bot sits on the seat.
    pub fn is_bot(&self, seat: Seat) -> bool {
        self.header.seats.get(usize::from(seat)).is_some_and(|it| matches!(it.holder, Holder::Bot(_)))
    }

    /// Whether only bots play.
    pub fn only_bots(&self) -> bool {
        self.holders().all(|(_, holder)| matches!(holder, Holder::Bot(_)))
    }

    /// The position with these rules in force, as a module has it.
    pub fn position_under(
        &self,
        position: &Position,
        module: &dyn Module,
        texts: &[RuleText],
    ) -> Result<Position, String> {
        rules::under(position, module, self.rulebook.as_ref(), texts)
    }

    /// The state of a game of this module.
    pub fn snapshot(&self, game: &mut dyn Game) -> Result<Snapshot, Trouble> {
        Snapshot::of(game, self.module.as_ref())
    }

    /// Another build takes over; it can be taken back.
    pub fn take_over(&mut self, module: Arc<dyn Module>, build: Build) {
        let module = std::mem::replace(&mut self.module, module);
        self.before = Some((module, std::mem::replace(&mut self.build, build)));
    }

    /// From here on that build is said to have played, though the module is the same.
    pub fn set_build(&mut self, build: Build) {
        self.build = build;
    }

    /// The build that played before the last swap.
    pub fn before(&self) -> Option<&(Arc<dyn Module>, Build)> {
        self.before.as_ref()
    }

    /// The build before the last swap is that of another table, which this one replaces.
    pub fn inherit_before(&mut self, other: &mut Self) {
        self.before = other.before.take();
    }

    /// What the scenario's files say now, if they were changed after the first choice.
    pub fn revised(&self) -> Option<&(ScenarioRecord, Position)> {
        self.revised.as_ref()
    }

    /// Keeps what the scenario's files say now; none where they say what they said.
    pub fn set_revised(&mut self, revised: Option<(ScenarioRecord, Position)>) {
        self.revised = revised;
    }
}
