//! A native module behind a guard: where a component would trap, this one fails in the same way.

use std::panic::{AssertUnwindSafe, catch_unwind};

use muster_contract::{
    Change, ChoiceDetails, Decision, Description, Dice, Event, Game, Line, Module, OddsTable, Outcome,
    OverlayItem, PlayoutResult, Position, Refusal, Seat, Target, Trouble, View,
};

/// A module whose panics become troubles.
pub struct Guarded<M>(pub M);

struct GuardedGame {
    module: String,
    game: Box<dyn Game>,
}

fn guard<R>(module: &str, call: &str, run: impl FnOnce() -> Result<R, Trouble>) -> Result<R, Trouble> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        let words = words.or_else(|| panic.downcast_ref::<&str>().map(|&words| words.to_owned()));
        Err(Trouble {
            module: module.to_owned(),
            call: call.to_owned(),
            message: words.unwrap_or_else(|| "it panicked".to_owned()),
            backtrace: Vec::new(),
        })
    })
}

impl<M: Module> Guarded<M> {
    fn game(&self, game: Result<Box<dyn Game>, Refusal>) -> Result<Box<dyn Game>, Refusal> {
        Ok(Box::new(GuardedGame { module: self.id().to_owned(), game: game? }))
    }
}

impl<M: Module> Module for Guarded<M> {
    fn id(&self) -> &str {
        self.0.id()
    }

    fn describe(&self) -> &Description {
        self.0.describe()
    }

    fn create(&self, position: &Position) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        guard(self.id(), "create", || self.0.create(position)).map(|game| self.game(game))
    }

    fn load(
        &self,
        position: &Position,
        schema: u32,
        bytes: &[u8],
    ) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        guard(self.id(), "load", || self.0.load(position, schema, bytes)).map(|game| self.game(game))
    }
}

impl GuardedGame {
    fn guard<R>(
        &mut self,
        call: &str,
        run: impl FnOnce(&mut dyn Game) -> Result<R, Trouble>,
    ) -> Result<R, Trouble> {
        let Self { module, game } = self;
        guard(module, call, || run(game.as_mut()))
    }

    fn another(&self, game: Box<dyn Game>) -> Box<dyn Game> {
        Box::new(Self { module: self.module.clone(), game })
    }
}

impl Game for GuardedGame {
    fn decisions(&mut self) -> Result<Vec<Decision>, Trouble> {
        self.guard("decisions", |game| game.decisions())
    }

    fn choice_count(&mut self, seat: Seat) -> Result<u32, Trouble> {
        self.guard("choice-count", |game| game.choice_count(seat))
    }

    fn weights(&mut self, seat: Seat, policy: &str) -> Result<Vec<u32>, Trouble> {
        self.guard("weights", |game| game.weights(seat, policy))
    }

    fn apply_index(&mut self, seat: Option<Seat>, index: u32) -> Result<Option<u32>, Trouble> {
        self.guard("apply-index", |game| game.apply_index(seat, index))
    }

    fn apply(
        &mut self,
        seat: Seat,
        choice: &str,
        dice: &mut dyn Dice,
    ) -> Result<Result<Vec<Event>, Refusal>, Trouble> {
        self.guard("apply", |game| game.apply(seat, choice, dice))
    }

    fn details(&mut self, seat: Seat, choices: &[String]) -> Result<Vec<ChoiceDetails>, Trouble> {
        self.guard("details", |game| game.details(seat, choices))
    }

    fn explain(&mut self, seat: Seat, target: &Target) -> Result<Vec<Line>, Trouble> {
        self.guard("explain", |game| game.explain(seat, target))
    }

    fn view(&mut self, seat: Option<Seat>) -> Result<View, Trouble> {
        self.guard("view", |game| game.view(seat))
    }

    fn odds(&mut self, seat: Seat, choice: &str) -> Result<Vec<OddsTable>, Trouble> {
        self.guard("odds", |game| game.odds(seat, choice))
    }

    fn overlay(
        &mut self,
        seat: Option<Seat>,
        name: &str,
        focus: Option<&Target>,
    ) -> Result<Vec<OverlayItem>, Trouble> {
        self.guard("overlay", |game| game.overlay(seat, name, focus))
    }

    fn seats(&mut self) -> Result<Vec<String>, Trouble> {
        self.guard("seats", |game| game.seats())
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, Trouble> {
        self.guard("outcome", |game| game.outcome())
    }

    fn save(&mut self) -> Result<Vec<u8>, Trouble> {
        self.guard("save", |game| game.save())
    }

    fn load(&mut self, schema: u32, bytes: &[u8]) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        self.guard("load", |game| game.load(schema, bytes)).map(|game| game.map(|game| self.another(game)))
    }

    fn fork(&mut self, seed: u64) -> Result<Box<dyn Game>, Trouble> {
        self.guard("fork", |game| game.fork(seed)).map(|game| self.another(game))
    }

    fn sample(&mut self, seat: Seat, seed: u64) -> Result<Box<dyn Game>, Trouble> {
        self.guard("sample", |game| game.sample(seat, seed)).map(|game| self.another(game))
    }

    fn playout(&mut self, policy: &str, seed: u64, limit: u32) -> Result<PlayoutResult, Trouble> {
        self.guard("playout", |game| game.playout(policy, seed, limit))
    }

    fn edit(&mut self, changes: &[Change]) -> Result<Result<(), Refusal>, Trouble> {
        self.guard("edit", |game| game.edit(changes))
    }
}
