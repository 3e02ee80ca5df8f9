//! A scenario whose files were changed while it is on the table: before the first choice the table is set up again, later (and
//! while seats decide in secret) a new game is offered.

use std::{path::Path, sync::Arc};

use muster_contract::{Position, Seat};

use crate::{
    action::Action,
    event::{Recipient, TableEvent},
    journal::{Header, ScenarioRecord, SeatDraft},
    messages::{RefusalCode, Refused},
    policies::with_policy_options,
    start::{StartError, TableConfig},
};

use super::{Table, health::paused, live::commit::Transition};

/// What a change of the scenario leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revision {
    /// Nothing that the position follows from is other than it was.
    Same,
    /// Nobody had chosen yet, nor decides in secret, and the table was set up again.
    SetUp,
    /// The game goes on as it was; a new one can be begun from the changed files.
    Offered,
}

/// How far a game could be played again from a changed scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// How many choices were made again.
    pub choices: u64,
    /// How many there had been.
    pub of: u64,
    /// Why the next one couldn't be, if one couldn't.
    pub stopped: Option<Stopped>,
    /// What of the secret decisions that were open couldn't be: for the seat alone whose it is.
    pub undrafted: Vec<Undrafted>,
}

/// A secret decision that was open, and doesn't stand as it was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undrafted {
    /// Whose it is.
    pub seat: Seat,
    /// How many of its choices were made again.
    pub choices: u64,
    /// How many there had been.
    pub of: u64,
    /// Why the next one couldn't be.
    pub why: String,
}

/// A choice that couldn't be made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Whose it was; none for an edit by a script.
    pub seat: Option<Seat>,
    /// Why not, in words for whoever chose: what it was may be nobody else's to know.
    pub why: String,
}

impl Replayed {
    /// Returns how far it came, in a sentence for everybody.
    #[must_use]
    pub fn summary(&self) -> String {
        let Self { choices, of, stopped, .. } = self;
        match stopped {
            // Of what was chosen in secret meanwhile nothing is said.
            None if *of == 0 => "the game begins under the changed scenario".to_owned(),
            None if *of == 1 => "the one decision stands under the changed scenario".to_owned(),
            None => format!("all {of} decisions stand under the changed scenario"),
            Some(_) => format!("{choices} of {of} decisions stand under the changed scenario"),
        }
    }
}

impl Table {
    /// The scenario's files have changed, and set up this position now. Before the first choice the table is set up again
    /// with it; later, and while seats decide in secret, it keeps the position for whoever wants to
    /// [begin again](Self::begin_again) with it.
    /// On an error the table stands as it stood.
    pub fn revise_scenario(
        &mut self,
        scenario: ScenarioRecord,
        position: Position,
    ) -> Result<Revision, Refused> {
        let position = Position { in_force: self.header().position.in_force.clone(), ..position };
        let rules = self.header().position.setup.rules.clone();
        let position = Position { setup: muster_contract::Setup { rules, ..position.setup }, ..position };
        let bots = self.holders().map(|(_, holder)| holder.bot());
        let position = with_policy_options(position, self.module().describe(), bots);
        if position == self.header().position && scenario.texts == self.header().scenario.texts {
            self.system.set_revised(None);
            return Ok(Revision::Same);
        }
        if position.setup.seats.len() != self.seat_count() {
            let (now, then) = (position.setup.seats.len(), self.seat_count());
            let reason = format!("the changed scenario has {now} seats, and {then} sit at this table");
            return Err(Refused::new(RefusalCode::Module, reason));
        }
        // Whether a seat has chosen anything in secret yet is nobody else's to know, so that nothing may follow from it.
        let secret = self.live.group_name().is_some();
        if self.history().len() > 1
            || !self.history().undone().is_empty()
            || secret
            || self.health.is_paused()
        {
            self.system.set_revised(Some((scenario, position)));
            self.log.announce(TableEvent::Standing);
            tracing::info!("a scenario was changed: a table offers to begin again");
            return Ok(Revision::Offered);
        }
        self.set_up_again(scenario, position)?;
        Ok(Revision::SetUp)
    }

    fn set_up_again(&mut self, scenario: ScenarioRecord, position: Position) -> Result<(), Refused> {
        // Beside the journal, which it replaces when everything has gone well.
        let aside = self.writer.aside();
        let mut table = self
            .start_over(scenario, position, aside.as_deref(), false)
            .map_err(|why| start_refusal(&why))?;
        let replaced = table.writer.replace(&self.writer);
        replaced.map_err(|why| Refused::new(RefusalCode::Disk, why.to_string()))?;
        table.live.continue_revisions(&self.live);
        table.system.inherit_before(&mut self.system);
        (table.pace, table.budget) = (self.pace, self.budget);
        table.log.announce_after(self.log.take_events(), TableEvent::SetUp);
        *self = table;
        tracing::info!("a scenario was changed: a table is set up anew");
        Ok(())
    }

    /// A table of the same module, rules, seats, dice and marks from another position. Where this one was played on with another
    /// seed, so is that: how dice fall by the first is known.
    fn start_over(
        &self,
        scenario: ScenarioRecord,
        position: Position,
        journal: Option<&Path>,
        went_on: bool,
    ) -> Result<Self, StartError> {
        let Header { seed, seats, created, strict_undo, .. } = self.header().clone();
        let config = TableConfig {
            seed,
            seats,
            scenario,
            build: self.build().clone(),
            journal: journal.map(Path::to_owned),
            arranged: self.live.dice().arranged_faces().to_vec(),
            created,
            rules: self.rules().to_vec(),
            strict_undo,
            rulebook: Some(Arc::clone(self.system.rulebook())),
        };
        let mut table =
            Self::start_marked(Arc::clone(self.module()), position, config, self.log.marks_of_next(went_on))?;
        if let Some(seed) = self.live.dice().another_seed() {
            let reseeded = Transition::Reseeded { seed };
            if let Err(refused) = table.commit(Vec::new(), reseeded, None) {
                table.writer.discard();
                return Err(StartError::Begin(refused));
            }
        }
        Ok(table)
    }

    /// Sends everybody how far the choices stand under the changed scenario, whoever made the first that doesn't, why, and each
    /// seat what of its open secret decision doesn't.
    pub(crate) fn notify_of_replay(&mut self, replayed: &Replayed) {
        self.notify(Recipient::Everybody, replayed.summary());
        if let Some(Stopped { seat, why }) = &replayed.stopped {
            self.notify(
                seat.map_or(Recipient::Everybody, Recipient::Seat),
                format!("the next doesn't: {why}"),
            );
        }
        for Undrafted { seat, choices, of, why } in &replayed.undrafted {
            let text = format!("{choices} of {of} choices of your secret decision stand: {why}");
            self.notify(Recipient::Seat(*seat), text);
        }
    }

    /// Writes the journal of a new game from the changed scenario, with this table's rules, seats and dice; if asked
    /// to, with its choices made again as far as they are legal. This table goes on as it is.
    pub fn begin_again(&mut self, path: &Path, replay: bool) -> Result<Replayed, Refused> {
        let nothing =
            || Refused::new(RefusalCode::NoSuch, "the scenario's files say nothing new that can be played");
        let (scenario, position) = self.system.revised().cloned().ok_or_else(nothing)?;
        if self.live.game().is_none() {
            return Err(paused());
        }
        let mut table =
            self.start_over(scenario, position, Some(path), true).map_err(|why| start_refusal(&why))?;
        let of = self.history().len() - 1;
        let mut replayed = Replayed { choices: 0, of, stopped: None, undrafted: Vec::new() };
        if !replay {
            return Ok(replayed);
        }
        for step in self.history().steps().iter().skip(1) {
            if let Err(why) = repeat_action(&mut table, &step.action) {
                replayed.stopped = Some(why);
                break;
            }
            replayed.choices += 1;
        }
        replayed.undrafted = self.draft_again(&mut table, replayed.stopped.is_none());
        Ok(replayed)
    }

    /// Chooses at another table what stands on the open drafts of this one, as far as it is legal there; nothing of it if that
    /// table hasn't `arrived` at these decisions. Gives the drafts that don't stand whole.
    fn draft_again(&self, table: &mut Self, arrived: bool) -> Vec<Undrafted> {
        let asked = |table: &Self| arrived && table.live.group_name() == self.live.group_name();
        let mut undrafted = Vec::new();
        for SeatDraft { seat, choices } in self.live.drafts_in_order() {
            let mut made = 0;
            let not = choices.iter().try_for_each(|choice| {
                if !asked(table) {
                    return Err("the game has not come to it again".to_owned());
                }
                table.act(seat, table.revision_of(seat), choice, None).map_err(|refused| refused.reason)?;
                made += 1;
                Ok(())
            });
            if let Err(why) = not {
                undrafted.push(Undrafted { seat, choices: made, of: choices.len() as u64, why });
            }
        }
        undrafted
    }
}

/// Does again at another table what was done at this one.
fn repeat_action(table: &mut Table, action: &Action) -> Result<(), Stopped> {
    let mut act = |seat, choice: &str| {
        let revision = table.revision_of(seat);
        let acted = table.act(seat, revision, choice, None);
        acted.map_err(|refused| Stopped { seat: Some(seat), why: refused.reason })
    };
    match action {
        Action::Begin => Ok(()),
        Action::Choice { seat, choice } => act(*seat, choice),
        Action::Group { drafts, .. } => drafts
            .iter()
            .try_for_each(|draft| draft.choices.iter().try_for_each(|choice| act(draft.seat, choice))),
        Action::Edit { by, changes } => {
            table.edit(by, changes.clone()).map_err(|refused| Stopped { seat: None, why: refused.reason })
        }
    }
}

/// The answer where a table can't be started.
fn start_refusal(why: &StartError) -> Refused {
    let code = if matches!(why, StartError::Journal(_)) { RefusalCode::Disk } else { RefusalCode::Module };
    Refused::new(code, why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_far_a_replay_came_is_summed_up() {
        let replayed = |choices, of, stopped| Replayed { choices, of, stopped, undrafted: Vec::new() };
        assert_eq!(replayed(0, 0, None).summary(), "the game begins under the changed scenario");
        let all = replayed(3, 3, None);
        assert_eq!(all.summary(), "all 3 decisions stand under the changed scenario");
        let stopped =
            Some(Stopped { seat: Some(0), why: "“move a” is not among the choices now".into() });
        let some = replayed(1, 3, stopped);
        assert_eq!(
            some.summary(),
            "1 of 3 decisions stand under the changed scenario",
            "what it was stays secret"
        );
    }
}
