//! A module and a game as the host sees them, however they are run.

use std::sync::Arc;

use crate::{
    Allowance, Audience, Board, Change, ChoiceDetails, Decision, Description, Event, InForce, Line, Log,
    OddsTable, Outcome, OverlayItem, PlayoutResult, Refusal, RuleAct, Seat, Setup, Target, TurnStatus, Unit,
    Usage, View,
};

/// Everything that a game is created from: what a module reads from its imports, and its set-up.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Position {
    /// The boards, the main one first.
    pub boards: Vec<Board>,
    /// The roster.
    pub roster: Vec<Unit>,
    /// Options, facts, seats and the names of the rules that are on.
    pub setup: Setup,
    /// Those rules themselves. They are no part of what is written down: whoever reads a position puts them in again.
    #[serde(skip)]
    pub in_force: InForce,
}

/// A module failed: it trapped, used up its allowance, or answered nonsense. The game that it failed in is gone;
/// whoever held it goes back to the last good state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} failed in {call}: {message}", self.who())]
pub struct Trouble {
    /// The module's id.
    pub module: String,
    /// The call of the contract in which it failed.
    pub call: String,
    /// What happened, in words; the module's own panic message if there is one.
    pub message: String,
    /// The guest's backtrace, innermost first, if there is one.
    pub backtrace: Vec<String>,
}

/// What the table lends a game for one `apply`: its dice, with their journal (or a test's arranged ones), and its
/// ear for notes and phases.
pub trait Dice {
    /// Rolls `count` dice of `sides` sides and gives the faces from 1.
    fn roll(&mut self, count: u8, sides: u8, reason: &str) -> Vec<u8>;
    /// A note for the log, see `journal.note`.
    fn note(&mut self, _audience: Audience, _line: Line) {}
    /// The game entered a turn and phase, see `phases.enter`.
    fn enter(&mut self, _status: TurnStatus) {}
    /// A house rule was called. Games whose rules aren't called through a host don't tell.
    fn ruled(&mut self, _act: RuleAct) {}
}

/// A loaded module. What its calls may fail with is always a [`Trouble`]; what a scenario or a person did wrong
/// comes back as a [`Refusal`].
pub trait Module: Send + Sync {
    /// The module's id.
    fn id(&self) -> &str;
    /// See `rules.describe`.
    fn describe(&self) -> &Description;
    /// See `rules.game.create`.
    fn create(&self, position: &Position) -> Result<Result<Box<dyn Game>, Refusal>, Trouble>;
    /// See `rules.game.load`. The boards and the roster are those of the position that the game was created from.
    fn load(
        &self,
        position: &Position,
        schema: u32,
        bytes: &[u8],
    ) -> Result<Result<Box<dyn Game>, Refusal>, Trouble>;
    /// Interrupts the calls that run now in its games, from any other thread; each fails with a [`Trouble`]. What can't
    /// be interrupted, as a module compiled natively can't, goes on.
    fn interrupt(&self) {}
    /// The same module, whose games write into this log what they tell those who write them; none where nothing is told.
    fn logging(&self, _log: &Log) -> Option<Arc<dyn Module>> {
        None
    }
    /// The log that its games write into.
    fn log(&self) -> Option<&Log> {
        None
    }
    /// What its games may take, in words; nothing where nothing is limited.
    fn allowances(&self) -> Vec<Allowance> {
        Vec::new()
    }
}

/// A game in progress, or a fork of one. Each method is the call of the same name in `wit/0.1/rules.wit`, whose
/// text says what it does.
pub trait Game: Send {
    /// Every open decision.
    fn decisions(&mut self) -> Result<Vec<Decision>, Trouble>;
    /// How many choices the seat has.
    fn choice_count(&mut self, seat: Seat) -> Result<u32, Trouble>;
    /// The weights that a policy has for them.
    fn weights(&mut self, seat: Seat, policy: &str) -> Result<Vec<u32>, Trouble>;
    /// Takes a choice of the seat, or of all seats in turn, by number; on forks. How many choices all seats then have; nothing if
    /// there is no choice of that number.
    fn apply_index(&mut self, seat: Option<Seat>, index: u32) -> Result<Option<u32>, Trouble>;
    /// Takes a choice with the table's dice. On a fork `dice` is not asked: it has its own.
    fn apply(
        &mut self,
        seat: Seat,
        choice: &str,
        dice: &mut dyn Dice,
    ) -> Result<Result<Vec<Event>, Refusal>, Trouble>;
    /// Details of these choices.
    fn details(&mut self, seat: Seat, choices: &[String]) -> Result<Vec<ChoiceDetails>, Trouble>;
    /// Why the target can't be chosen, or what it is.
    fn explain(&mut self, seat: Seat, target: &Target) -> Result<Vec<Line>, Trouble>;
    /// What the seat, or the public, may know.
    fn view(&mut self, seat: Option<Seat>) -> Result<View, Trouble>;
    /// The chances of a choice; asked of samples.
    fn odds(&mut self, seat: Seat, choice: &str) -> Result<Vec<OddsTable>, Trouble>;
    /// An overlay.
    fn overlay(
        &mut self,
        seat: Option<Seat>,
        name: &str,
        focus: Option<&Target>,
    ) -> Result<Vec<OverlayItem>, Trouble>;
    /// Which side each seat plays.
    fn seats(&mut self) -> Result<Vec<String>, Trouble>;
    /// How it ended, if it has.
    fn outcome(&mut self) -> Result<Option<Outcome>, Trouble>;
    /// The whole state.
    fn save(&mut self) -> Result<Vec<u8>, Trouble>;
    /// Another game of the same boards, roster and set-up as `save` left it, in the same store: see
    /// `rules.game.load`. It spares what a first game takes time to make of the boards.
    fn load(&mut self, schema: u32, bytes: &[u8]) -> Result<Result<Box<dyn Game>, Refusal>, Trouble>;
    /// A copy for search.
    fn fork(&mut self, seed: u64) -> Result<Box<dyn Game>, Trouble>;
    /// A copy with everything dealt again that the seat can't know.
    fn sample(&mut self, seat: Seat, seed: u64) -> Result<Box<dyn Game>, Trouble>;
    /// Plays on; the game is used up and may only be dropped.
    fn playout(&mut self, policy: &str, seed: u64, limit: u32) -> Result<PlayoutResult, Trouble>;
    /// Changes the position.
    fn edit(&mut self, changes: &[Change]) -> Result<Result<(), Refusal>, Trouble>;
    /// What it has taken, where that is counted.
    fn usage(&self) -> Option<Usage> {
        None
    }
}
