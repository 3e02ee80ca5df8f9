//! What has to be known of a game before a change of it counts.

use muster_contract::{Decision, Game, Module, Outcome, Seat, Trouble};

use crate::{
    action::draft_back_entries,
    drafts::{Group, PutAside},
    history::Snapshot,
    journal::{EntryKind, SeatDraft, Unnumbered, state_hash},
};

/// A game as it was looked at after a change that doesn't count yet.
pub struct NextState {
    snapshot: Snapshot,
    pub(super) decisions: Vec<Decision>,
    pub(super) sides: Vec<String>,
    pub(super) outcome: Option<Outcome>,
    pub(super) group: Option<Group>,
    /// How many choices drafts lost at their ends, because they are no longer legal.
    pub(super) lost: Vec<(Seat, u64)>,
    /// The drafts of a group that is deciding no longer.
    pub(super) dropped: Option<PutAside>,
    /// What drafts that had been put aside chose again.
    pub(super) taken_up: Vec<SeatDraft>,
}

impl NextState {
    /// Looks at a game. The `drafts` of a group that is still deciding move on to it.
    pub fn of(game: &mut dyn Game, module: &dyn Module, drafts: Option<&Group>) -> Result<Self, Trouble> {
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
        let (mut lost, mut dropped) = (Vec::new(), None);
        if let Some(old) = drafts {
            let same = |new: &&mut Group| new.name == old.name && new.drafts.keys().eq(old.drafts.keys());
            match group.as_mut().filter(same) {
                Some(new) => lost = new.draw_up_all(game, &old.asides())?,
                None => dropped = Some(old.put_aside()),
            }
        }
        Ok(Self { snapshot, decisions, sides, outcome, group, lost, dropped, taken_up: Vec::new() })
    }

    /// Draws drafts that were put aside up again on this very game.
    pub fn take_up(&mut self, game: &mut dyn Game, aside: &PutAside) -> Result<(), Trouble> {
        if let Some(group) = &mut self.group {
            self.taken_up = group.take_up(game, aside)?;
        }
        Ok(())
    }

    /// The drafts of a group that the change closes.
    pub fn dropped(&self) -> Option<&PutAside> {
        self.dropped.as_ref()
    }

    /// The game's state.
    pub fn snapshot(&self) -> Snapshot {
        self.snapshot.clone()
    }

    /// The hash of the game's state, as the journal has it.
    pub fn hash(&self) -> String {
        state_hash(&self.snapshot.save)
    }

    /// Returns the journal's entries for choices that drafts lost, or chose again.
    pub fn draft_entries(&self) -> Vec<Unnumbered> {
        let mut entries = draft_back_entries(&self.lost);
        for SeatDraft { seat, choices } in &self.taken_up {
            let chosen =
                choices.iter().map(|choice| EntryKind::Draft { seat: *seat, choice: choice.clone() });
            entries.extend(chosen.map(|kind| (kind, None, Vec::new())));
        }
        entries
    }
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
