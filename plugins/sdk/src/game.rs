//! What a module's author writes: a chapter of the game in each trait, implemented in the file that the chapter is about.
//!
//! All of them are implemented for the type that holds the state; [`ChoiceOf`] for that of the choices. What has a default
//! everywhere still needs its `impl`, which may be empty: a game says so that it keeps no secrets.

use muster_contract::hooks::{Action, Datum, Fact};
use muster_contract::{
    Change, ChoiceDetails, Description, Line, OddsTable, Outcome, OverlayItem, Position, Refusal, Seat,
    Target, View,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::choice::Written;
use crate::{ChoiceRow, Count, Decisions, Names, OpenDecision, Random, Resolution, Shared, refuse};

/// The rules: what there is, what may be chosen and what comes of it. The type that implements this holds everything of a
/// game that can change.
///
/// It must be small to clone (search forks it all the time) and its serialised form must be the same on every machine:
/// no floating-point numbers, no `usize`, no maps without an order. What can't change after set-up belongs to
/// [`Names::World`], which all forks share: a game has it in a field that isn't serialised.
pub trait Rules: Names + Clone + Serialize + DeserializeOwned + Send + 'static {
    /// A choice in the module's own terms.
    type Choice: ChoiceOf<Self>;

    /// See `rules.describe`.
    fn describe() -> Description;

    /// The ids of the sides, in the order of the description; a constant list, for playouts.
    fn sides() -> &'static [&'static str];

    /// Reads and checks boards, roster, options and facts. The refusal is for the scenario's writer.
    fn read_world(position: &Position) -> Result<Self::World, Refusal>;

    /// The position before the first choice.
    fn start(world: Shared<Self::World>, position: &Position) -> Result<Self, Refusal>;

    /// The world of a game that was read without one, from a save.
    fn set_world(&mut self, world: Shared<Self::World>);

    /// The first choice was taken: rolls that belong to the set-up, up to the first real decision.
    fn begin(&mut self, resolution: &mut Resolution<'_>);

    /// Lists every open decision with all its legal choices, in a stable order. Nothing is listed once the game
    /// has ended. [`crate::StepRow::decide`] does this for the step that the game is in.
    fn decide(&self, list: &mut Decisions<Self::Choice>);

    /// Carries out a choice that [`Rules::decide`] listed, up to the next decision ([`crate::StepRow::apply`]).
    fn apply(&mut self, seat: Seat, choice: Self::Choice, resolution: &mut Resolution<'_>);

    /// For each seat, the side that it plays now.
    fn sides_of_seats(&self) -> Vec<String>;

    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
}

/// What a choice is to the table. Equal choices have equal ids and the other way round.
pub trait ChoiceOf<G: Names>: Copy + PartialEq + Send + 'static {
    /// Its row: id, target, role, label and note, as this seat names things.
    fn row(self, game: &G, seat: Seat) -> ChoiceRow<'_, G>;

    /// What it points at, where that is no [`crate::Thing`] of its row.
    fn custom_target(self, _game: &G, _seat: Seat) -> Option<Target> {
        None
    }
}

/// Saves of a game.
pub trait Saves: Rules {
    /// The version of the state that this build writes.
    const STATE_SCHEMA: u32;

    /// How many things there are of each kind that the state names by a typed index, or has a [`crate::Table`] for. The SDK
    /// refuses a save that names others.
    fn counts(world: &Self::World) -> Vec<Count>;

    /// A state of an older schema, brought up to date. Unless overridden it is refused.
    fn migrate(_world: &Self::World, schema: u32, _bytes: &[u8]) -> Result<Self, Refusal> {
        Err(refuse(
            format!(
                "the state was saved in schema {schema}; this build reads only {}, and has no migration",
                Self::STATE_SCHEMA
            ),
            "",
        ))
    }

    /// Whether a state that was read from a save can be one of this world, beyond that everything is there which it
    /// [counts](Saves::counts): that numbers are in their ranges, and that what its stage needs is. A save is a stranger's file; the refusal is for whoever opens it, and says
    /// what doesn't fit ([`crate::within`]).
    fn validate(&self) -> Result<(), Refusal> {
        Ok(())
    }
}

/// The words over a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// What is asked.
    pub question: String,
    /// The rule that asks it.
    pub citation: String,
    /// Where it stands in the sequence of play, from the outside in.
    pub frame: Vec<String>,
    /// What it is about.
    pub focus: Option<Target>,
    /// What has been picked for it so far, where it is made of several choices.
    pub picked: Vec<Target>,
}

/// The words of decisions and choices.
pub trait Labels: Rules {
    /// The words over a decision.
    fn prompt(&self, open: &OpenDecision) -> Prompt;

    /// Adds to what a person is told of a choice: its cost, its path, what depends on the position. Id, label and note of the
    /// choice's row are there already.
    fn details(&self, _seat: Seat, _choice: Self::Choice, _details: &mut ChoiceDetails) {}
}

/// All that a person is told of a choice, its id among it: by its row, and by [`Labels::details`].
pub fn details_of<G: Game>(game: &G, seat: Seat, choice: G::Choice) -> ChoiceDetails {
    let (written, row) = (Written { game, seat }, choice.row(game, seat));
    let mut details = ChoiceDetails { id: written.id_of(&row), ..written.details(&row) };
    game.details(seat, choice, &mut details);
    details
}

/// What a seat sees.
pub trait Views: Rules {
    /// What the seat, or the public, may know.
    fn view(&self, seat: Option<Seat>) -> View;
}

/// Reasons.
pub trait Explanations: Rules {
    /// Why the target can't be chosen now, or what it is. The reasons are those of the functions that the list asks
    /// ([`crate::May`]). `choosable` says whether some choice points at it.
    fn explain(&self, seat: Seat, target: &Target, choosable: bool) -> Vec<Line>;
}

/// Chances.
pub trait Odds: Rules {
    /// The chances of a choice; this is asked of a sample.
    fn odds(&self, _seat: Seat, _choice: Self::Choice) -> Vec<OddsTable> {
        Vec::new()
    }
}

/// What can be laid over the board.
pub trait Overlays: Rules {
    /// An overlay of the description.
    fn overlay(&self, _seat: Option<Seat>, _name: &str, _focus: Option<&Target>) -> Vec<OverlayItem> {
        Vec::new()
    }
}

/// What not every seat may know.
pub trait Secrets: Rules {
    /// Deals everything again that the seat can't know, consistent with all that it does know.
    fn sample(&mut self, _seat: Seat, _random: &mut Random) {}

    /// The order in which the drafts of a secret group are carried out.
    fn secret_order(&self, _group: &str) -> Vec<Seat> {
        (0..self.sides_of_seats().len() as Seat).collect()
    }
}

/// What bots think.
pub trait Policies: Rules {
    /// Weights for the choices of one decision, one pushed for each: what a policy thinks of them, 0 for "never".
    /// "regular" is what a sensible player would think at first sight; the others are those of the description. They may
    /// follow only from what the seat knows.
    fn weigh(&self, _open: &OpenDecision, _policy: &str, choices: &[Self::Choice], weights: &mut Vec<u32>) {
        weights.extend(choices.iter().map(|_| 1));
    }

    /// Each side's prospects in ten-thousandths, in the order of the description; they add up to 10,000.
    fn estimate(&self) -> Vec<u32>;
}

/// What house rules may ask and do beyond what they may in every game.
pub trait Scripts: Rules {
    /// Answers a question about the position, one of the description's `queries`.
    fn query(&self, name: &str, _facts: &[Fact]) -> Result<Datum, Refusal> {
        Err(refuse(format!("there is no question \"{name}\""), ""))
    }

    /// Carries out what a rule wants done in the module's own terms, one of the description's `changes`. It calls no hook.
    fn custom(&mut self, action: &Action, _resolution: &mut Resolution<'_>) -> Result<(), Refusal> {
        Err(refuse(format!("there is no effect \"{}\"", action.name), ""))
    }

    /// Seat by seat, the side that each plays from now on; called before [`Rules::begin`] when a rule moves seats. Unless
    /// overridden it is refused.
    fn reseat(&mut self, _sides: &[String]) -> Result<(), Refusal> {
        Err(refuse("in this game seats don't change their sides", ""))
    }
}

/// Corrections of a position by hand, by a scenario or by a house rule.
pub trait Edits: Rules {
    /// Makes one change to the position, or says what rule it breaks. The SDK undoes all changes if one is refused.
    fn edit(&mut self, change: &Change) -> Result<(), Refusal>;
}

/// A game system: all of its chapters. It is implemented for whatever has them.
pub trait Game:
    Names + Rules + Saves + Labels + Views + Explanations + Odds + Overlays + Secrets + Policies + Scripts + Edits
{
}

impl<G> Game for G where
    G: Names
        + Rules
        + Saves
        + Labels
        + Views
        + Explanations
        + Odds
        + Overlays
        + Secrets
        + Policies
        + Scripts
        + Edits
{
}
