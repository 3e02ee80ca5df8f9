//! Which choice of a seat has an id.

use std::fmt;

use muster_contract::Seat;

use super::Hosted;
use crate::house_rules::RuleChoice;
use crate::{Decisions, Game};

/// A choice that was found in a seat's list.
pub(crate) enum Found<C> {
    /// One of the game's own.
    Game(C),
    /// An answer of an open offer, the one at this place.
    Offer(usize, RuleChoice),
    /// One that a rule added.
    Added(RuleChoice),
}

impl<G: Game> Hosted<G> {
    pub(super) fn find(&self, seat: Seat, id: &str) -> Option<Found<G::Choice>> {
        if let Some(choice) = self.rules_choice(seat, id) {
            return Some(choice);
        }
        self.find_own(seat, id).map(Found::Game)
    }

    /// Each of a seat's choices that could be legal ([`Decisions::push_when`]), and whether it is when it is sought alone by its id: for
    /// the module's own tests, which compare it with the list.
    pub fn possible(&self, seat: Seat) -> Vec<(String, bool)> {
        let mut list = Decisions::default();
        self.state.decide(list.unchecked());
        let possible = |&choice: &G::Choice| {
            let id = self.id_of(seat, choice);
            let legal = self.sought(seat, &id) == Some(choice);
            (id, legal)
        };
        list.of_seat(seat).map(possible).collect()
    }

    /// A choice of the game's own. Where the list isn't known yet, only what has that id is looked into.
    pub(super) fn find_own(&self, seat: Seat, id: &str) -> Option<G::Choice> {
        let whole = self.list.borrow().fresh || !self.begun || self.house_rules.is_some();
        match whole {
            true => self
                .with_list(|list| list.of_seat(seat).copied().find(|choice| self.has_id(seat, *choice, id))),
            false => self.sought(seat, id),
        }
    }

    fn sought(&self, seat: Seat, id: &str) -> Option<G::Choice> {
        Decisions::seek(seat, &|choice| self.has_id(seat, *choice, id), |list| self.state.decide(list))
    }

    fn has_id(&self, seat: Seat, choice: G::Choice, id: &str) -> bool {
        let (written, row) = self.row_of(seat, choice);
        let mut id = Expected(id);
        written.id(&row, &mut id).is_ok() && id.0.is_empty()
    }
}

/// What is still to be written of an id. Anything else is an error, so that a list is searched without making all its
/// ids.
struct Expected<'a>(&'a str);

impl fmt::Write for Expected<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(text).ok_or(fmt::Error)?;
        Ok(())
    }
}
