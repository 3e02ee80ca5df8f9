//! The host's side of the imports, and the data that a store carries for them.

use std::{collections::HashSet, sync::Arc};

use muster_contract::{Awaited, InForce, Log, Position, RuleAct, RuleAnswer};
use wasmtime::{Error, Result, bail};

use crate::{
    bindings::muster::game::{
        dice, hooks, journal, log,
        map::Board,
        phases,
        types::{self, Audience, Line, TurnStatus},
        units::Unit,
    },
    convert::Convert,
    interrupt::{Interrupted, Watch},
    limits::Limits,
    meter::Meter,
    scoped_dice,
};

/// The notes for nobody in which the SDK's panic hook sends its message before it traps.
const PANIC: &str = "panic: ";

/// How much of a panic's message is kept.
const PANIC_LENGTH: usize = 4_000;

/// What a store carries.
pub(crate) struct Host {
    /// The boards and the roster that the game was created from, as the boundary has them.
    boards: Arc<Vec<Board>>,
    roster: Arc<Vec<Unit>>,
    /// The optional and house rules in force.
    in_force: InForce,
    /// Whether the call that runs may call them, and how often it did.
    pub(crate) applies: bool,
    pub(crate) rule_calls: u32,
    /// How often it asked for rules or called one since the instance was made.
    pub(crate) hook_calls: u64,
    most_rule_calls: u32,
    /// What ends the call that runs early.
    watch: Option<Arc<Watch>>,
    /// The same for a rule that it calls.
    awaited: Awaited,
    pub(crate) meter: Meter,
    /// The message of the module's panic before it trapped.
    pub(crate) panic: Option<String>,
    /// Whether the table's game is in `apply`: the one time when dice, journal and phases do anything.
    pub(crate) at_table: bool,
    /// Where the lines for whoever writes the module go.
    log: Option<Log>,
    /// Whether they go there in the call that runs, and which it is.
    pub(crate) logs: bool,
    pub(crate) call: &'static str,
}

impl Host {
    pub(crate) fn new(position: Option<&Position>, limits: &Limits, log: Option<Log>) -> Self {
        let (boards, roster) = match position {
            Some(position) => (position.boards.clone().convert(), position.roster.clone().convert()),
            None => (Vec::new(), Vec::new()),
        };
        Self {
            boards: Arc::new(boards),
            roster: Arc::new(roster),
            in_force: position.map(|position| position.in_force.clone()).unwrap_or_default(),
            applies: false,
            rule_calls: 0,
            hook_calls: 0,
            most_rule_calls: limits.rule_calls,
            watch: None,
            awaited: Awaited::ALWAYS,
            meter: Meter::new(limits),
            panic: None,
            at_table: false,
            log,
            logs: false,
            call: "",
        }
    }

    /// Has this end its calls early.
    pub(crate) fn watched_by(&mut self, watch: &Arc<Watch>) {
        self.watch = Some(Arc::clone(watch));
        let watch = Arc::clone(watch);
        self.awaited = Awaited::new(move || watch.check().is_ok());
    }

    /// Refuses to go on when the call that runs is to end.
    fn check_watch(&self) -> Result<(), Interrupted> {
        self.watch.as_ref().map_or(Ok(()), |watch| watch.check())
    }

    /// The boards that the game was created from.
    pub(crate) fn boards(&self) -> &Arc<Vec<Board>> {
        &self.boards
    }

    /// The roster that it was created from.
    pub(crate) fn roster(&self) -> &Arc<Vec<Unit>> {
        &self.roster
    }

    /// The rules in force.
    pub(crate) fn in_force(&self) -> &InForce {
        &self.in_force
    }

    /// The names of the spaces of all boards.
    pub(crate) fn spaces(&self) -> HashSet<String> {
        self.boards.iter().flat_map(|board| &board.spaces).map(|space| space.id.clone()).collect()
    }
}

impl types::Host for Host {}

impl dice::Host for Host {
    fn roll(&mut self, count: u8, sides: u8, reason: String) -> Result<Vec<u8>> {
        if !self.at_table {
            bail!("it asked for the table's dice outside apply, for: {reason}");
        }
        if count == 0 || sides == 0 {
            bail!("it asked for {count} dice of {sides} sides, for: {reason}");
        }
        self.meter.roll(count, &reason)?;
        let faces = scoped_dice::borrow(|dice| dice.roll(count, sides, &reason))
            .ok_or_else(|| Error::msg("the table lent no dice to this call"))?;
        debug_assert!(
            faces.len() == usize::from(count) && faces.iter().all(|face| (1..=sides).contains(face))
        );
        Ok(faces)
    }
}

impl journal::Host for Host {
    fn note(&mut self, audience: Audience, line: Line) -> Result<()> {
        if matches!(&audience, Audience::Seats(seats) if seats.is_empty())
            && let Some(message) = line.text.strip_prefix(PANIC)
        {
            self.panic = Some(message.chars().take(PANIC_LENGTH).collect());
            return Ok(());
        }
        if self.at_table {
            let seats = match &audience {
                Audience::Everyone => 0,
                Audience::Seats(seats) => seats.len(),
            };
            self.meter.note(seats, [&line.text].into_iter().chain(&line.citation))?;
            scoped_dice::borrow(|table| table.note(audience.convert(), line.convert()));
            return Ok(());
        }
        let seats = if let Audience::Seats(seats) = &audience { seats.len() } else { 0 };
        Ok(self.meter.ignored(seats + line.text.len() + line.citation.map_or(0, |text| text.len()))?)
    }
}

impl phases::Host for Host {
    fn enter(&mut self, status: TurnStatus) -> Result<()> {
        if self.at_table {
            let TurnStatus { title, clock, phase, active, .. } = &status;
            self.meter.note(0, [title, clock, phase].into_iter().chain(active))?;
            scoped_dice::borrow(|table| table.enter(status.convert()));
            return Ok(());
        }
        let TurnStatus { title, clock, phase, active, .. } = &status;
        let texts = [title, clock, phase].into_iter().chain(active);
        Ok(self.meter.ignored(texts.map(String::len).sum())?)
    }
}

impl log::Host for Host {
    fn write(&mut self, text: String) -> Result<()> {
        if !self.logs {
            return Ok(self.meter.ignored(text.len())?);
        }
        self.meter.log(&text)?;
        let text = self.in_force.placed(text);
        if let Some(log) = &self.log {
            log.write(self.call, text);
        }
        Ok(())
    }
}

impl hooks::Host for Host {
    fn rules(&mut self) -> Result<Vec<hooks::Rule>> {
        self.hook_calls += 1;
        let rules = self.in_force.rules().map(|rules| rules.rules().to_vec()).unwrap_or_default();
        Ok(rules.convert())
    }

    fn call(
        &mut self,
        rule: u32,
        hook: String,
        function: String,
        facts: Vec<hooks::Fact>,
        variables: Vec<hooks::Fact>,
    ) -> Result<Vec<hooks::Effect>> {
        if !self.applies {
            bail!("it called a rule outside apply, for: {hook}");
        }
        (self.rule_calls, self.hook_calls) = (self.rule_calls + 1, self.hook_calls + 1);
        if self.rule_calls > self.most_rule_calls {
            bail!("it called rules more than {} times at once", self.most_rule_calls);
        }
        // Rules take none of the module's steps, by which it is interrupted otherwise.
        self.check_watch()?;
        let Some(rules) = self.in_force.rules() else { bail!("it called a rule where none is in force") };
        let (facts, variables) = (facts.convert(), variables.convert());
        let RuleAnswer { effects, printed } = {
            let answer = rules.call(rule, &hook, &function, &facts, &variables, &self.awaited);
            // That a rule was stopped isn't the rule's failure.
            self.check_watch()?;
            answer?
        };
        if self.at_table {
            let id = rules.rules().get(rule as usize).map(|rule| rule.id.clone()).unwrap_or_default();
            let effects = effects.clone();
            let act = RuleAct { rule: id, hook, function, facts, variables, effects, printed };
            scoped_dice::borrow(|table| table.ruled(act));
        }
        Ok(effects.convert())
    }
}
