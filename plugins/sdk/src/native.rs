//! A module run natively: rules tested at full speed, and the conformance suite's other half.

use std::marker::PhantomData;

use muster_contract as contract;
use muster_contract::{
    Change, ChoiceDetails, Decision, Description, Dice, Event, Line, Module, OddsTable, Outcome, OverlayItem,
    PlayoutResult, Position, Refusal, Seat, Target, Trouble, View,
};

use crate::{Game, Hosted};

/// A module compiled into this program. It answers exactly as its component does; only it isn't sandboxed.
pub struct Native<G> {
    id: String,
    description: Description,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Native<G> {
    /// The module under this id.
    pub fn new(id: &str) -> Self {
        Self { id: id.to_owned(), description: Hosted::<G>::describe(), game: PhantomData }
    }
}

impl<G: Game> Module for Native<G> {
    fn id(&self) -> &str {
        &self.id
    }

    fn describe(&self) -> &Description {
        &self.description
    }

    fn create(&self, position: &Position) -> Result<Result<Box<dyn contract::Game>, Refusal>, Trouble> {
        Ok(Hosted::<G>::create(position).map(boxed))
    }

    fn load(
        &self,
        position: &Position,
        schema: u32,
        bytes: &[u8],
    ) -> Result<Result<Box<dyn contract::Game>, Refusal>, Trouble> {
        Ok(Hosted::<G>::load(position.clone(), schema, bytes).map(boxed))
    }
}

/// The answer of a call in which rules may have been at work.
fn unless_failed<G: Game, T>(game: &mut Hosted<G>, answer: T) -> Result<T, Trouble> {
    match game.take_failure() {
        Some(failure) => Err(failure.into()),
        None => Ok(answer),
    }
}

fn boxed<G: Game>(game: Hosted<G>) -> Box<dyn contract::Game> {
    Box::new(game)
}

/// For `apply-index` on the table's own game, which only forks should be asked: there are no dice to roll.
struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _count: u8, _sides: u8, reason: &str) -> Vec<u8> {
        panic!("the table's dice were asked outside apply, for: {reason}")
    }
}

impl<G: Game> contract::Game for Hosted<G> {
    fn decisions(&mut self) -> Result<Vec<Decision>, Trouble> {
        Ok(Hosted::decisions(self))
    }

    fn choice_count(&mut self, seat: Seat) -> Result<u32, Trouble> {
        Ok(Hosted::choice_count(self, seat))
    }

    fn weights(&mut self, seat: Seat, policy: &str) -> Result<Vec<u32>, Trouble> {
        Ok(Hosted::weights(self, seat, policy))
    }

    fn apply_index(&mut self, seat: Option<Seat>, index: u32) -> Result<Option<u32>, Trouble> {
        let taken = Hosted::apply_index(self, seat, index, &mut NoDice);
        unless_failed(self, taken)
    }

    fn apply(
        &mut self,
        seat: Seat,
        choice: &str,
        dice: &mut dyn Dice,
    ) -> Result<Result<Vec<Event>, Refusal>, Trouble> {
        let answer = Hosted::apply(self, seat, choice, dice);
        unless_failed(self, answer)
    }

    fn details(&mut self, seat: Seat, choices: &[String]) -> Result<Vec<ChoiceDetails>, Trouble> {
        Ok(Hosted::details(self, seat, choices))
    }

    fn explain(&mut self, seat: Seat, target: &Target) -> Result<Vec<Line>, Trouble> {
        Ok(Hosted::explain(self, seat, target))
    }

    fn view(&mut self, seat: Option<Seat>) -> Result<View, Trouble> {
        Ok(Hosted::view(self, seat))
    }

    fn odds(&mut self, seat: Seat, choice: &str) -> Result<Vec<OddsTable>, Trouble> {
        Ok(Hosted::odds(self, seat, choice))
    }

    fn overlay(
        &mut self,
        seat: Option<Seat>,
        name: &str,
        focus: Option<&Target>,
    ) -> Result<Vec<OverlayItem>, Trouble> {
        Ok(Hosted::overlay(self, seat, name, focus))
    }

    fn seats(&mut self) -> Result<Vec<String>, Trouble> {
        Ok(Hosted::seats(self))
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, Trouble> {
        Ok(Hosted::outcome(self))
    }

    fn save(&mut self) -> Result<Vec<u8>, Trouble> {
        Ok(Hosted::save(self))
    }

    fn load(
        &mut self,
        schema: u32,
        bytes: &[u8],
    ) -> Result<Result<Box<dyn contract::Game>, Refusal>, Trouble> {
        Ok(self.load_another(schema, bytes).map(boxed))
    }

    fn fork(&mut self, seed: u64) -> Result<Box<dyn contract::Game>, Trouble> {
        Ok(boxed(Hosted::fork(self, seed)))
    }

    fn sample(&mut self, seat: Seat, seed: u64) -> Result<Box<dyn contract::Game>, Trouble> {
        Ok(boxed(Hosted::sample(self, seat, seed)))
    }

    fn playout(&mut self, policy: &str, seed: u64, limit: u32) -> Result<PlayoutResult, Trouble> {
        let answer = Hosted::playout(self, policy, seed, limit);
        unless_failed(self, answer)
    }

    fn edit(&mut self, changes: &[Change]) -> Result<Result<(), Refusal>, Trouble> {
        Ok(Hosted::edit(self, changes))
    }
}
