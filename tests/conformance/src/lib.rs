//! The checks that every module passes, whether it is a component or compiled natively.
//!
//! A [`Check`] looks at a [`Subject`] (a module and a position, nothing else: no check knows a game) and comes back
//! with nothing, or with a [`Finding`] that names the check and the evidence. A new module stands under all of them
//! with one line in a test file:
//!
//! ```text
//! muster_conformance::suite!(brigade, Native::<Brigade>::new("brigade"), brigade::position(), NothingHidden);
//! ```
//!
//! What only the module's author can say is which of its facts are hidden from whom ([`HiddenFacts`]), independently of
//! the module's own samples.
//!
//! By default the checks run at a scale that takes seconds; `MUSTER_FULL=1` runs them at the full one.

#![forbid(unsafe_code)]

mod at_random;
pub mod checks;
mod citations;
mod dice;
mod guarded;
mod hidden;
mod named;
mod observation;
pub mod playthrough;
mod reasons;
mod scenario;
pub mod series;
mod suite;
mod tables;
mod twins;
mod walk;

pub use citations::citations;
pub use dice::TestDice;
pub use guarded::Guarded;
pub use hidden::{HiddenFacts, Loader, NothingHidden};
pub use named::samples_name_the_same;
pub use observation::Observation;
pub use reasons::refusals_have_reasons;
pub use scenario::{file_of, rule_text, scenario, under_rules};
pub use tables::tables_tell_no_secrets;
pub use twins::agree;
pub use walk::{Taken, Walk};

use muster_contract::{Module, Position, Refusal, Trouble};

/// What a check looks at.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The module.
    pub module: &'a dyn Module,
    /// The position that games begin from.
    pub position: &'a Position,
    /// What is hidden in it from whom.
    pub hidden: &'a dyn HiddenFacts,
    /// How thoroughly to look.
    pub scale: Scale,
}

impl<'a> Subject<'a> {
    /// The ids of the policies that bots can follow by weights: "regular" and the module's own.
    pub(crate) fn policies(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let own = self.module.describe().policies.iter().map(|policy| policy.id.as_str());
        std::iter::once("regular").chain(own)
    }
}

/// How thoroughly to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Whole games.
    pub games: u64,
    /// Choices after which a game counts as endless.
    pub longest: usize,
    /// Positions that are compared with their samples.
    pub positions: usize,
    /// Samples of each of them and each seat.
    pub samples: u64,
    /// Positions in which every hidden fact has to take every value.
    pub covered: usize,
    /// Samples of each of those.
    pub coverage: u64,
}

impl Scale {
    /// Seconds.
    pub const QUICK: Self =
        Self { games: 12, longest: 20_000, positions: 400, samples: 2, covered: 12, coverage: 1_500 };
    /// Minutes.
    pub const FULL: Self =
        Self { games: 200, longest: 20_000, positions: 10_000, samples: 2, covered: 50, coverage: 2_000 };

    /// What somebody waits for who has just built a module, or got one.
    pub const GLANCE: Self =
        Self { games: 1, longest: 2_000, positions: 80, samples: 1, covered: 0, coverage: 0 };

    /// Of the positions of whole games that a check walks through, one in so many is looked at closely: every one, unless the
    /// scale asks for fewer positions than the quick one.
    pub fn one_in(self) -> u32 {
        (Self::QUICK.positions / self.positions.max(1)).max(1) as u32
    }

    /// The full scale if `MUSTER_FULL` is set to 1, else the quick one.
    pub fn from_environment() -> Self {
        if std::env::var("MUSTER_FULL").is_ok_and(|full| full == "1") { Self::FULL } else { Self::QUICK }
    }
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{check}: {evidence}")]
pub struct Finding {
    /// The check.
    pub check: &'static str,
    /// What it saw, where.
    pub evidence: Evidence,
}

/// What a check saw, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Evidence {
    /// The module did something that it shouldn't.
    #[error("{0}")]
    Saw(String),
    /// The module failed.
    #[error(transparent)]
    Trouble(#[from] Trouble),
    /// The module refused what it may not refuse.
    #[error("refused: {0}")]
    Refused(String),
}

impl From<Refusal> for Evidence {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.reason)
    }
}

/// Evidence in words.
pub(crate) fn saw(words: impl Into<String>) -> Evidence {
    Evidence::Saw(words.into())
}

/// One check: its name and what it does.
#[derive(Clone, Copy)]
pub struct Check {
    /// Its name.
    pub name: &'static str,
    look: fn(&Subject<'_>) -> Result<(), Evidence>,
}

impl Check {
    /// Looks at the subject.
    pub fn run(&self, subject: &Subject<'_>) -> Result<(), Finding> {
        (self.look)(subject).map_err(|evidence| Finding { check: self.name, evidence })
    }
}

/// Every check, in the order in which they are worth running.
pub const CHECKS: &[Check] = &[
    Check { name: "play-ends", look: checks::play::play_ends },
    Check { name: "playouts-end", look: checks::play::playouts_end },
    Check { name: "decisions-are-well-formed", look: checks::texts::decisions_are_well_formed },
    Check { name: "odds-add-up", look: checks::texts::odds_add_up },
    Check { name: "explanations-follow-the-list", look: checks::texts::explanations_follow_the_list },
    Check { name: "listed-choices-apply", look: checks::legality::listed_choices_apply },
    Check {
        name: "unlisted-choices-change-nothing",
        look: checks::legality::unlisted_choices_change_nothing,
    },
    Check { name: "asking-changes-nothing", look: checks::asking::asking_changes_nothing },
    Check { name: "saves-hold-everything", look: checks::record::saves_hold_everything },
    Check { name: "damaged-saves-are-refused", look: checks::record::damaged_saves_are_refused },
    Check { name: "replay-agrees", look: checks::record::replay_agrees },
    Check { name: "forks-stand-alone", look: checks::record::forks_stand_alone },
    Check { name: "nothing-leaks", look: checks::secrecy::nothing_leaks },
    Check { name: "secret-choices-stay-secret", look: checks::secrecy::secret_choices_stay_secret },
    Check { name: "order-says-nothing", look: checks::order::order_says_nothing },
    Check { name: "samples-cover", look: checks::coverage::samples_cover },
    Check { name: "luck-bars-undo", look: checks::undo::luck_bars_undo },
    Check { name: "drafts-are-secret", look: checks::drafts::drafts_are_secret },
    Check { name: "events-name-what-is-seen", look: checks::events::events_name_what_is_seen },
];

/// The checks that need to know nothing of a game and no game's end: whether a module is honest about its rules.
pub const HONESTY: [&str; 4] = [
    "decisions-are-well-formed",
    "listed-choices-apply",
    "unlisted-choices-change-nothing",
    "asking-changes-nothing",
];

/// The check of this name.
///
/// # Panics
///
/// If there is none.
pub fn check(name: &str) -> Check {
    let found = CHECKS.iter().copied().find(|check| check.name == name);
    found.unwrap_or_else(|| panic!("there is no check called {name}"))
}
