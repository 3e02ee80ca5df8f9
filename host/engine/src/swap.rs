//! Hot swap: a new build of a module takes over a running game.

use muster_contract::{Game, Module, Position, Refusal, Trouble};

/// Why the new module didn't take over. The old game is as it was, unless it was the old one that failed.
#[derive(Debug, thiserror::Error)]
pub enum NoSwap {
    /// The old game didn't give its state.
    #[error("the running game couldn't be handed over: {0}")]
    Old(#[source] Trouble),
    /// The new module failed.
    #[error("the new build failed, so the old one goes on: {0}")]
    New(#[source] Trouble),
    /// The new module doesn't accept the state.
    #[error("the new build doesn't accept the running game, so the old one goes on: {}", .0.reason)]
    Refused(Refusal),
    /// The new module took the state and makes something else of it.
    #[error("the new build doesn't keep what the running game has: {0}; so the old one goes on")]
    Changed(&'static str),
}

/// Hands a game over to a new module: loads what the old one saved, and makes sure that the new one answers for it.
///
/// `schema` is the old module's state schema. The new game is asked for everything that a table asks at once, so
/// that a build which can't answer never gets to the table.
pub fn swap(
    old: &mut dyn Game,
    schema: u32,
    new: &dyn Module,
    position: &Position,
) -> Result<Box<dyn Game>, NoSwap> {
    let state = old.save().map_err(NoSwap::Old)?;
    let seats = old.seats().map_err(NoSwap::Old)?;
    let ended = old.outcome().map_err(NoSwap::Old)?.is_some();
    let mut game = new.load(position, schema, &state).map_err(NoSwap::New)?.map_err(NoSwap::Refused)?;
    if game.seats().map_err(NoSwap::New)? != seats {
        return Err(NoSwap::Changed("who plays which side"));
    }
    if game.outcome().map_err(NoSwap::New)?.is_some() != ended {
        return Err(NoSwap::Changed("whether the game is over"));
    }
    if game.decisions().map_err(NoSwap::New)?.is_empty() && !ended {
        return Err(NoSwap::Changed("whose decision it is"));
    }
    game.view(None).map_err(NoSwap::New)?;
    for seat in (0..).take(seats.len()) {
        game.view(Some(seat)).map_err(NoSwap::New)?;
    }
    game.save().map_err(NoSwap::New)?;
    Ok(game)
}
