//! A module with somebody's fingers in it: what the kit makes impossible, done from outside.

use std::sync::{Arc, Mutex};

use muster_contract::{
    Change, ChoiceDetails, Decision, Description, Dice, Event, Game, Line, Module, OddsTable, Outcome,
    OverlayItem, PlayoutResult, Position, Refusal, Seat, Target, Trouble, View,
};

/// What is done to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tampering {
    /// A choice that isn't listed is taken for the first one that is.
    AcceptsUnlisted,
    /// It is refused, but something happens all the same.
    RefusesButActs,
    /// Forks are the game itself.
    ForksShare,
    /// A choice that is listed is refused.
    RefusesListed,
    /// A view has one sentence more than the one before it.
    ViewsChange,
    /// Asking for the chances of a choice takes it.
    AskingActs,
    /// The first unit of a view isn't shown.
    LosesAUnit,
    /// The last choice of the first decision isn't listed.
    DropsAChoice,
    /// A saved state can't be loaded.
    TrapsOnLoad,
}

/// The module.
pub struct Tampered<M> {
    /// What it was.
    pub module: M,
    /// What is done to it.
    pub tampering: Tampering,
}

#[derive(Clone)]
struct TamperedGame {
    game: Arc<Mutex<Box<dyn Game>>>,
    tampering: Tampering,
    views: usize,
}

impl TamperedGame {
    fn new(game: Box<dyn Game>, tampering: Tampering) -> Self {
        Self { game: Arc::new(Mutex::new(game)), tampering, views: 0 }
    }
}

impl<M: Module> Tampered<M> {
    fn game(&self, game: Result<Box<dyn Game>, Refusal>) -> Result<Box<dyn Game>, Refusal> {
        Ok(Box::new(TamperedGame::new(game?, self.tampering)))
    }
}

impl<M: Module> Module for Tampered<M> {
    fn id(&self) -> &str {
        self.module.id()
    }

    fn describe(&self) -> &Description {
        self.module.describe()
    }

    fn create(&self, position: &Position) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        Ok(self.game(self.module.create(position)?))
    }

    fn load(
        &self,
        position: &Position,
        schema: u32,
        bytes: &[u8],
    ) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        if self.tampering == Tampering::TrapsOnLoad {
            let (module, call) = (self.id().to_owned(), "load".to_owned());
            let message = "it can't read what it wrote".to_owned();
            return Err(Trouble { module, call, message, backtrace: Vec::new() });
        }
        Ok(self.game(self.module.load(position, schema, bytes)?))
    }
}

impl TamperedGame {
    fn game<R>(&self, run: impl FnOnce(&mut dyn Game) -> R) -> R {
        run(self.game.lock().expect("no test panics with the lock").as_mut())
    }

    fn beside(&self, game: Box<dyn Game>) -> Box<dyn Game> {
        Box::new(Self::new(game, self.tampering))
    }
}

impl Game for TamperedGame {
    fn apply(
        &mut self,
        seat: Seat,
        choice: &str,
        dice: &mut dyn Dice,
    ) -> Result<Result<Vec<Event>, Refusal>, Trouble> {
        let tampering = self.tampering;
        self.game(|game| {
            if tampering == Tampering::RefusesListed && ["end-marches", "end-moves"].contains(&choice) {
                return Ok(Err(Refusal { reason: "not today".to_owned(), citation: None }));
            }
            let refused = match game.apply(seat, choice, dice)? {
                Err(refused) => refused,
                applied => return Ok(applied),
            };
            let first = game.decisions()?.into_iter().find(|decision| decision.seat == seat);
            let first = first.and_then(|decision| Some(decision.choices.first()?.id.clone()));
            match (first, tampering) {
                (Some(first), Tampering::AcceptsUnlisted) => game.apply(seat, &first, dice),
                (Some(first), Tampering::RefusesButActs) => {
                    game.apply(seat, &first, dice)?.ok();
                    Ok(Err(refused))
                }
                _ => Ok(Err(refused)),
            }
        })
    }

    fn load(&mut self, schema: u32, bytes: &[u8]) -> Result<Result<Box<dyn Game>, Refusal>, Trouble> {
        let game = self.game(|game| game.load(schema, bytes))?;
        Ok(game.map(|game| self.beside(game)))
    }

    fn fork(&mut self, seed: u64) -> Result<Box<dyn Game>, Trouble> {
        if self.tampering == Tampering::ForksShare {
            return Ok(Box::new(self.clone()));
        }
        let fork = self.game(|game| game.fork(seed))?;
        Ok(self.beside(fork))
    }

    fn sample(&mut self, seat: Seat, seed: u64) -> Result<Box<dyn Game>, Trouble> {
        let sample = self.game(|game| game.sample(seat, seed))?;
        Ok(self.beside(sample))
    }

    fn decisions(&mut self) -> Result<Vec<Decision>, Trouble> {
        let mut decisions = self.game(|game| game.decisions())?;
        if self.tampering == Tampering::DropsAChoice
            && let Some(first) = decisions.first_mut().filter(|first| first.choices.len() > 1)
        {
            first.choices.pop();
        }
        Ok(decisions)
    }

    fn choice_count(&mut self, seat: Seat) -> Result<u32, Trouble> {
        self.game(|game| game.choice_count(seat))
    }

    fn weights(&mut self, seat: Seat, policy: &str) -> Result<Vec<u32>, Trouble> {
        self.game(|game| game.weights(seat, policy))
    }

    fn apply_index(&mut self, seat: Option<Seat>, index: u32) -> Result<Option<u32>, Trouble> {
        self.game(|game| game.apply_index(seat, index))
    }

    fn details(&mut self, seat: Seat, choices: &[String]) -> Result<Vec<ChoiceDetails>, Trouble> {
        self.game(|game| game.details(seat, choices))
    }

    fn explain(&mut self, seat: Seat, target: &Target) -> Result<Vec<Line>, Trouble> {
        self.game(|game| game.explain(seat, target))
    }

    fn view(&mut self, seat: Option<Seat>) -> Result<View, Trouble> {
        let mut view = self.game(|game| game.view(seat))?;
        if self.tampering == Tampering::ViewsChange {
            self.views += 1;
            let line = Line { text: "A cloud drifts by.".to_owned(), citation: None };
            view.status.extend(std::iter::repeat_n(line, self.views));
        }
        if self.tampering == Tampering::LosesAUnit && !view.units.is_empty() {
            view.units.remove(0);
        }
        Ok(view)
    }

    fn odds(&mut self, seat: Seat, choice: &str) -> Result<Vec<OddsTable>, Trouble> {
        let odds = self.game(|game| game.odds(seat, choice))?;
        if self.tampering == Tampering::AskingActs {
            self.game(|game| game.apply(seat, choice, &mut muster_conformance::TestDice::new(0)))?.ok();
        }
        Ok(odds)
    }

    fn overlay(
        &mut self,
        seat: Option<Seat>,
        name: &str,
        focus: Option<&Target>,
    ) -> Result<Vec<OverlayItem>, Trouble> {
        self.game(|game| game.overlay(seat, name, focus))
    }

    fn seats(&mut self) -> Result<Vec<String>, Trouble> {
        self.game(|game| game.seats())
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, Trouble> {
        self.game(|game| game.outcome())
    }

    fn save(&mut self) -> Result<Vec<u8>, Trouble> {
        self.game(|game| game.save())
    }

    fn playout(&mut self, policy: &str, seed: u64, limit: u32) -> Result<PlayoutResult, Trouble> {
        self.game(|game| game.playout(policy, seed, limit))
    }

    fn edit(&mut self, changes: &[Change]) -> Result<Result<(), Refusal>, Trouble> {
        self.game(|game| game.edit(changes))
    }
}
