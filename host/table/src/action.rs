//! What was done at a table: applied to a game, and as the journal has it.

use muster_contract::{Change, Event, Game, Refusal, Seat, Trouble};

use crate::{
    dice::TableDice,
    journal::{EntryKind, SeatDraft, Unnumbered},
};

/// What a step did.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The host applied `begin`.
    Begin,
    /// A seat chose.
    Choice {
        /// Who.
        seat: Seat,
        /// What.
        choice: String,
    },
    /// The drafts of a secret group were carried out.
    Group {
        /// Its name.
        name: String,
        /// In order.
        drafts: Vec<SeatDraft>,
    },
    /// The position was edited.
    Edit {
        /// By what.
        by: String,
        /// How.
        changes: Vec<Change>,
    },
}

impl Action {
    /// The one seat that chose, if one did.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Choice { seat, .. } => Some(*seat),
            Self::Begin | Self::Group { .. } | Self::Edit { .. } => None,
        }
    }

    /// The seat's own choices in it.
    #[must_use]
    pub fn choices_of(&self, eyes: Seat) -> Vec<String> {
        match self {
            Self::Choice { seat, choice } if *seat == eyes => vec![choice.clone()],
            Self::Group { drafts, .. } => drafts
                .iter()
                .filter(|draft| draft.seat == eyes)
                .flat_map(|draft| draft.choices.iter().cloned())
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// Applies an action, drafts in their order. A group that the module refuses in part is its failure, since it listed
/// every choice of it.
pub(crate) fn apply(
    game: &mut dyn Game,
    action: &Action,
    dice: &mut TableDice,
    module: &str,
) -> Result<Result<Vec<Event>, Refusal>, Trouble> {
    match action {
        Action::Begin => game.apply(0, "begin", dice),
        Action::Choice { seat, choice } => game.apply(*seat, choice, dice),
        Action::Edit { changes, .. } => Ok(game.edit(changes)?.map(|()| Vec::new())),
        Action::Group { name, drafts } => {
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

/// Returns the journal's entries for choices that drafts lost: without them the next ones would seem to follow those.
pub(crate) fn draft_back_entries(lost: &[(Seat, u64)]) -> Vec<Unnumbered> {
    lost.iter().map(|&(seat, choices)| (EntryKind::DraftBack { seat, choices }, None, Vec::new())).collect()
}

/// Returns the journal's entry for an action.
pub(crate) fn entry_of(action: &Action) -> EntryKind {
    match action.clone() {
        Action::Begin => EntryKind::Begin,
        Action::Choice { seat, choice } => EntryKind::Choice { seat, choice },
        Action::Group { name, drafts } => EntryKind::Group { name, drafts },
        Action::Edit { by, changes } => EntryKind::Edit { by, changes },
    }
}
