//! What a game is written down as: its set-up, what rules keep of it, and the module's own state.

use std::fmt;
use std::sync::Arc;

use muster_contract::{Position, Refusal, Setup};
use serde::{Deserialize, Serialize};

use super::Hosted;
use crate::fixed::Fixed;
use crate::house_rules::HouseRules;
use crate::walk::{Found, walk};
use crate::{Count, Game, refuse};

/// What `save` writes before the module's own state.
#[derive(Serialize, Deserialize)]
struct Frame {
    setup: Setup,
    begun: bool,
}

/// Refuses a number in a saved state that counts past what there is: `what` is the thing that has it, `of` what it numbers
/// ("spaces"), `count` how many there are.
pub fn within(
    what: impl fmt::Display,
    number: impl Into<u32>,
    of: &str,
    count: usize,
) -> Result<(), Refusal> {
    let number = number.into();
    if usize::try_from(number).is_ok_and(|number| number < count) {
        return Ok(());
    }
    Err(corrupt_save(format_args!("{what} names number {number} of {count} {of}")))
}

/// The refusal of a saved state that can't be one of this set-up.
pub fn corrupt_save(why: impl fmt::Display) -> Refusal {
    refuse(format!("the saved state doesn't fit its set-up: {why}"), "")
}

impl<G: Game> Hosted<G> {
    /// See `rules.game.load`. Boards and roster come from the position; the rest was saved.
    pub fn load(position: Position, schema: u32, bytes: &[u8]) -> Result<Self, Refusal> {
        Self::load_on(None, |setup| Ok(Position { setup, ..position }), schema, bytes)
    }

    /// See `rules.game.load`: another state of a game with the same set-up. Boards, roster and rules in force are those of
    /// this game and are not read again, which takes long where they are large.
    pub fn load_another(&self, schema: u32, bytes: &[u8]) -> Result<Self, Refusal> {
        let elsewhere = |_| Err(refuse("the saved state is of a game with another set-up", ""));
        Self::load_on(Some(&self.fixed()), elsewhere, schema, bytes)
    }

    /// See `rules.game.load`. Boards and roster are those of the known world if the set-up is the same, else of the
    /// position that is made of the saved set-up; the rest was saved.
    pub(crate) fn load_on(
        known: Option<&Fixed<G::World>>,
        position: impl FnOnce(Setup) -> Result<Position, Refusal>,
        schema: u32,
        bytes: &[u8],
    ) -> Result<Self, Refusal> {
        let broken = |what: &str| refuse(format!("the saved state can't be read: {what}"), "");
        let (frame, rest) =
            postcard::take_from_bytes::<Frame>(bytes).map_err(|_| broken("its head is damaged"))?;
        let fixed = match known.filter(|fixed| *fixed.setup == frame.setup) {
            Some(fixed) => Fixed {
                world: fixed.world.clone(),
                setup: Arc::clone(&fixed.setup),
                book: fixed.book.clone(),
            },
            None => Fixed::of::<G>(position(frame.setup)?)?,
        };
        let (house_rules, rest) = match &fixed.book {
            None => (None, rest),
            Some(book) => {
                let (mut house_rules, rest) = postcard::take_from_bytes::<HouseRules>(rest)
                    .map_err(|_| broken("what the rules keep is damaged"))?;
                house_rules.reconcile(book, G::sides().len())?;
                (Some(house_rules), rest)
            }
        };
        let mut state = if schema == G::STATE_SCHEMA {
            let (state, rest) =
                postcard::take_from_bytes::<G>(rest).map_err(|_| broken("its body is damaged"))?;
            if !rest.is_empty() {
                return Err(broken("there is more in it than a state"));
            }
            state
        } else {
            G::migrate(&fixed.world, schema, rest)?
        };
        check(&state, &G::counts(&fixed.world))?;
        state.set_world(fixed.world.clone());
        state.validate()?;
        Ok(Self::on(fixed, state, house_rules, frame.begun))
    }

    /// See `rules.game.save`.
    pub fn save(&self) -> Vec<u8> {
        let frame = Frame { setup: (*self.setup).clone(), begun: self.begun };
        let mut bytes = postcard::to_allocvec(&frame).expect("a set-up can be written");
        if let Some(house_rules) = &self.house_rules {
            bytes.extend(postcard::to_allocvec(house_rules).expect("what the rules keep can be written"));
        }
        bytes.extend(postcard::to_allocvec(&self.state).expect("a state can be written"));
        bytes
    }
}

/// Refuses a state in which an index numbers what isn't there, or a table has too few or too many rows.
fn check<S: Serialize>(state: &S, counts: &[Count]) -> Result<(), Refusal> {
    let mut wrong = None;
    walk(state, |path, seen| {
        let found = counts.iter().find_map(|Count { name, things, count }| match seen {
            Found::Number(of, number) if of == *name && number as usize >= *count => {
                Some(corrupt_save(format_args!("\"{path}\" is number {number} of {count} {things}")))
            }
            Found::Table(of, rows) if of == *things && rows != *count => {
                Some(corrupt_save(format_args!("\"{path}\" is for {rows} {things}; there are {count}")))
            }
            _ => None,
        });
        if wrong.is_none() {
            wrong = found;
        }
    });
    wrong.map_or(Ok(()), Err)
}
