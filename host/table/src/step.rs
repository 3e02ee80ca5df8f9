//! What was done at a table, one step at a time, and what bars taking it back.

use std::sync::Arc;

use muster_contract::{Audience, Event, EventKind, RuleAct, Seat, hooks::EDITED};

use crate::{
    action::Action,
    dice::{DiceState, Rolled},
    drafts::PutAside,
};

/// Something that changed the game's state and is in force, or was.
#[derive(Clone, Debug)]
pub struct Step {
    /// The record of the log that is about it.
    pub record: u64,
    /// What it did.
    pub action: Action,
    /// What was rolled.
    pub rolls: Vec<Rolled>,
    /// Where the dice stood after it.
    pub dice: DiceState,
    /// What happened.
    pub events: Arc<[Event]>,
    /// What the seat that chose would call it.
    pub label: String,
    /// What house rules did in it, as far as that is still kept.
    pub acts: Vec<RuleAct>,
    /// The drafts of the group that taking it back closed.
    pub aside: Option<PutAside>,
}

/// Whether the seat may know of the event; without a seat, whether everybody may.
#[must_use]
pub fn is_visible(event: &Event, seat: Option<Seat>) -> bool {
    match &event.audience {
        Audience::Everyone => true,
        Audience::Seats(seats) => seat.is_some_and(|seat| seats.contains(&seat)),
    }
}

impl Step {
    /// Whether a command begins here, as far as the seat knows.
    #[must_use]
    pub fn begins_command(&self, seat: Seat) -> bool {
        self.events
            .iter()
            .any(|event| matches!(event.kind, EventKind::Command) && is_visible(event, Some(seat)))
    }

    /// Why the seat may not take this step back, judged by nothing that it doesn't know.
    #[must_use]
    pub fn bar(&self, seat: Seat) -> Option<String> {
        match &self.action {
            Action::Begin => return Some("the game begins here".into()),
            Action::Group { .. } => return Some("the secret decisions have been carried out".into()),
            Action::Edit { by, .. } => return Some(format!("the position was changed by {by}")),
            Action::Choice { seat: other, .. } if *other != seat => {
                return Some("another seat has decided since".into());
            }
            Action::Choice { .. } => {}
        }
        self.events.iter().filter(|event| is_visible(event, Some(seat))).find_map(|event| match &event.kind {
            EventKind::Custom(custom) if custom.name == EDITED => Some(event.text.clone()),
            EventKind::Rolled(roll) => Some(format!("dice have been rolled since: {}", roll.reason)),
            EventKind::Drawn(_) => Some(format!("something has been drawn since: {}", event.text)),
            EventKind::Revealed => Some(format!("something has been revealed since: {}", event.text)),
            _ => None,
        })
    }
}
