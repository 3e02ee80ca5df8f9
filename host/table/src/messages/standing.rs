//! How a table stands, as everybody may know.

use std::path::PathBuf;

use muster_contract::{Outcome, Seat, Trouble};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bot::BotKind;

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// A person at this machine.
    Human,
    /// A bot.
    Bot(BotKind),
    /// A person elsewhere, or a program that connects with this seat's eyes.
    Elsewhere,
}

impl Holder {
    /// The bot that sits there, if one does.
    #[must_use]
    pub fn bot(self) -> Option<BotKind> {
        match self {
            Self::Bot(kind) => Some(kind),
            _ => None,
        }
    }
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatStanding {
    /// Its number.
    pub seat: Seat,
    /// Whoever sits there.
    pub name: String,
    /// Human, bot or elsewhere.
    pub holder: Holder,
    /// The side that it plays now.
    pub side: String,
    /// Whether the game waits for it.
    pub waited_for: bool,
    /// Its draft, if it is in a secret group that is deciding.
    pub draft: Option<DraftStanding>,
    /// Its revision; only for the client's own eyes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u64>,
}

/// What everybody may know of a seat's draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DraftStanding {
    /// It is being worked on.
    Open,
    /// It is complete; it can be taken back until the last seat has committed.
    Committed,
}

/// A departure from plain play that the table remembers and everybody may see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "mark", rename_all = "kebab-case")]
pub enum Mark {
    /// Undo went past what bars it.
    BeyondUndo {
        /// How many steps were taken back so in all.
        steps: u64,
    },
    /// Dice were arranged beforehand.
    ArrangedDice {
        /// How many.
        dice: u64,
    },
    /// The position was edited.
    Edited {
        /// By what.
        by: String,
    },
    /// Another build of the module took over.
    Swapped {
        /// Its version.
        version: String,
    },
    /// The game was played on from another table's, from an earlier step or with dice of its own, or begun again with the
    /// dice of another.
    PlayedOn,
}

/// How the table stands: what everybody may know, and the client's own revisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// The module's id.
    pub module: String,
    /// Its version.
    pub version: String,
    /// The scenario's title.
    pub scenario: String,
    /// The table's revision: grows with every open change, never with a draft.
    pub revision: u64,
    /// How many steps are in force, `begin` included.
    pub steps: u64,
    /// The seats.
    pub seats: Vec<SeatStanding>,
    /// The name of the secret group that is deciding, if one is.
    pub group: Option<String>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// The trouble that the table is paused by, if it is.
    pub paused: Option<Pause>,
    /// Departures from plain play.
    pub marks: Vec<Mark>,
    /// Where the journal is; none for a table that isn't kept, and for all but its host. What is no text in the path is written as
    /// U+FFFD.
    #[serde(serialize_with = "super::path::as_text")]
    #[schemars(with = "Option<PathBuf>")]
    pub journal: Option<PathBuf>,
    /// The optional and house rules that are on, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The version of the module that played before another build took over; it can take over again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Whether the scenario's files were changed after the first choice, so that another game can be begun from them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revised: bool,
    /// Whether nothing is ever taken back past what bars undo, whoever sits here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict_undo: bool,
    /// The pause between bots' choices in thousandths of a second.
    pub pace: u64,
}

/// Trouble that the table is paused by. It stands on the last good state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pause {
    /// The module that failed, or the house rule; empty if none did. Which rule it was can tell what was chosen in secret, and is
    /// told to whom the message is.
    pub module: String,
    /// The call in which it failed, or the function of a house rule; likewise, and only for the table's host, as the message.
    pub call: String,
    /// What happened. Only for the table's host, and only where nobody else plays but bots: a module that fails may
    /// say what not everybody may know.
    pub message: String,
    /// The guest's backtrace, innermost first; likewise.
    pub backtrace: Vec<String>,
    /// Whether the module has failed so often in a row that this build of it isn't tried again.
    pub disabled: bool,
    /// Whether it is the journal that can't be written any more, and no module failed: saved elsewhere, the game goes on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unwritten: bool,
    /// What can be done, in words.
    pub remedy: String,
}

/// After so many failures in a row, with no choice carried out between them, a build isn't tried again at its table.
pub const ENOUGH_FAILURES: u32 = 3;

/// A house rule of which the name isn't told.
const A_RULE: &str = "a house rule";

/// What one who isn't the table's host can do about a pause.
const FOR_GUEST: &str = "The table stands on its last good state. Take back, if the last choice was yours, or wait for the table's host.";

impl Pause {
    /// The pause after trouble that is the last of so many in a row.
    #[must_use]
    pub fn after(trouble: Trouble, failures: u32) -> Self {
        let Trouble { module, call, message, backtrace } = trouble;
        let disabled = failures >= ENOUGH_FAILURES;
        let remedy = if disabled {
            "It has failed three times in a row, so it is not tried again. Take back to before the trouble, play on from \
             an earlier step, or put another version of the module in its place."
        } else {
            "The table stands on its last good state. Try again, take back, or save what was mended: a house rule's file, or another build of the module."
        };
        Self { module, call, message, backtrace, disabled, unwritten: false, remedy: remedy.to_owned() }
    }

    /// The trouble that it comes from.
    #[must_use]
    pub fn trouble(self) -> Trouble {
        let Self { module, call, message, backtrace, .. } = self;
        Trouble { module, call, message, backtrace }
    }

    /// What failed, in words.
    #[must_use]
    pub fn what(&self) -> String {
        let Self { module, call, .. } = self;
        match (self.unwritten, self.is_of_rule(), call.as_str()) {
            (true, ..) => "nothing more can be written down".to_owned(),
            (_, true, "") => format!("{module} failed"),
            (_, true, call) => format!("{module} failed in “{call}”"),
            (_, false, "") => format!("the module “{module}” failed"),
            (_, false, call) => format!("the module “{module}” failed while it was asked for “{call}”"),
        }
    }

    /// What of it anybody may know: not which rule failed, which may have been chosen in secret, nor in what or how.
    #[must_use]
    pub(crate) fn untold(&self) -> Self {
        let module = if self.is_of_rule() { A_RULE.to_owned() } else { self.module.clone() };
        let (call, message, backtrace) = Default::default();
        Self { module, call, message, backtrace, remedy: self.remedy.clone(), ..*self }
    }

    /// The same for one who is not the table's host, who alone can do what leads out of it.
    #[must_use]
    pub(crate) fn for_guest(&self) -> Self {
        Self { remedy: FOR_GUEST.to_owned(), ..self.untold() }
    }

    fn is_of_rule(&self) -> bool {
        self.module == A_RULE || self.clone().trouble().is_of_rule()
    }
}

/// What undo and redo would do for a seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UndoOffer {
    /// The seat's revision, to be named in `undo` and `redo`.
    pub revision: u64,
    /// Taking back one choice.
    pub choice: Option<TakeBack>,
    /// Taking back the whole command or draft.
    pub command: Option<TakeBack>,
    /// Why nothing can be taken back, if nothing can.
    pub why_not: Option<String>,
    /// Taking back more than the rules of the table allow; only where everybody agrees by sitting here.
    pub beyond: Option<TakeBack>,
    /// Doing one choice again.
    pub redo: Option<TakeBack>,
    /// Doing the whole command again.
    pub redo_command: Option<TakeBack>,
}

/// Something that would be taken back or done again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakeBack {
    /// How many choices.
    pub choices: u64,
    /// In words, as the seat knows them ("Peabody to 0302").
    pub text: String,
}
