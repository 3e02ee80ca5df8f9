//! What the games of a store share.

use std::sync::Arc;

use muster_contract::{Position, Refusal, Setup};

use crate::house_rules::Book;
use crate::{Game, Shared, refuse};

/// What never changes in a game, and is the same in all games of a store.
pub(crate) struct Fixed<W> {
    pub(crate) world: Shared<W>,
    pub(crate) setup: Arc<Setup>,
    pub(crate) book: Option<Arc<Book>>,
}

impl<W> Fixed<W> {
    /// That of a position.
    pub(crate) fn of<G: Game<World = W>>(position: Position) -> Result<Self, Refusal> {
        let book = Book::of(&position.in_force);
        let named = book.as_ref().map_or(0, |book| book.rules().len());
        let there = |(id, rule): (&String, &muster_contract::hooks::Rule)| *id == rule.id;
        if named != position.setup.rules.len()
            || !book.iter().all(|book| position.setup.rules.iter().zip(book.rules()).all(there))
        {
            return Err(refuse("the rules that are in force are not those that the set-up names", ""));
        }
        Ok(Self { world: Shared::new(G::read_world(&position)?), setup: Arc::new(position.setup), book })
    }
}
