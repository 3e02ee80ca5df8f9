//! Optional rules and house rules: scripts that the table has turned on.
//!
//! A module calls [`Resolution::hook`](crate::Resolution::hook) where rules may have a say; the SDK does the rest, inside
//! the game's own state: it keeps the rules' variables and decks, carries out what they answer, opens the decisions that
//! they offer, takes out choices that they forbid and adds theirs. Without rules none of this exists: a game keeps no
//! [`HouseRules`], and a hook costs one comparison.

mod answers;
mod book;
mod decks;
mod effects;
mod facts;
mod foresight;
mod offered;
mod offers;
mod running;
mod show;

pub(crate) use book::{Book, Hooks, kind};
pub use facts::{Answer, Facts, text_fact};
pub(crate) use offered::RuleChoice;
pub(crate) use running::Running;

use muster_contract::hooks::Fact;
use muster_contract::{Line, Refusal, Seat};
use serde::{Deserialize, Serialize};

use crate::refuse;
use decks::Dealt;
use offered::Offered;

/// What the rules in force keep of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct HouseRules {
    /// Rule by rule, in the order of the set-up.
    kept: Vec<Kept>,
    /// Decisions that sides have been asked for, the next first.
    offers: Vec<Offered>,
    /// What can't be chosen in the decisions that are open now.
    forbidden: Vec<Forbidden>,
    /// What else can.
    added: Vec<Added>,
    /// Whether the module's own game has begun; before it does rules may move seats.
    pub(crate) started: bool,
}

/// What one rule keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    variables: Vec<Fact>,
    decks: Vec<Dealt>,
}

/// Choices that a rule took out of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Forbidden {
    pub(crate) seat: Seat,
    pub(crate) kind: String,
    /// Their ids, `*` for any letters.
    pub(crate) choices: String,
    pub(crate) line: Line,
}

/// A choice that a rule added to a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Added {
    seat: Seat,
    kind: String,
    choice: RuleChoice,
    then: String,
    data: Vec<Fact>,
}

impl HouseRules {
    /// Before the first choice.
    pub(crate) fn new(book: &Book, sides: usize) -> Self {
        let kept = book.rules().iter().map(|rule| Kept {
            variables: rule
                .variables
                .iter()
                .map(|variable| Fact { name: variable.name.clone(), value: variable.initial.clone() })
                .collect(),
            decks: rule.decks.iter().map(|deck| Dealt::new(deck, sides)).collect(),
        });
        Self {
            kept: kept.collect(),
            offers: Vec::new(),
            forbidden: Vec::new(),
            added: Vec::new(),
            started: false,
        }
    }

    /// Goes on under these rules, whose texts may have changed since the state was saved: new variables begin with
    /// their first value, those that are gone are forgotten. Refused is what would leave something hanging.
    pub(crate) fn reconcile(&mut self, book: &Book, sides: usize) -> Result<(), Refusal> {
        let fresh = Self::new(book, sides);
        if fresh.kept.len() != self.kept.len() {
            return Err(refuse("the saved state was played with other rules", ""));
        }
        for ((kept, new), rule) in self.kept.iter_mut().zip(fresh.kept).zip(book.rules()) {
            let mut variables = new.variables;
            for variable in &mut variables {
                let Some(old) = kept.variables.iter().find(|old| old.name == variable.name) else { continue };
                if std::mem::discriminant(&old.value) != std::mem::discriminant(&variable.value) {
                    let name = &variable.name;
                    let why =
                        format!("the variable \"{name}\" of {} has another type than in the game", rule.id);
                    return Err(refuse(why, ""));
                }
                variable.value = old.value.clone();
            }
            for deck in new.decks {
                match kept.decks.iter().find(|old| old.name == deck.name) {
                    Some(old) if !old.has_cards_of(&deck) => {
                        let why = format!(
                            "the deck \"{}\" of {} has other cards than the one in play",
                            deck.name, rule.id
                        );
                        return Err(refuse(why, ""));
                    }
                    Some(old) if !old.is_whole(sides) => {
                        let why = format!("the deck \"{}\" of {} isn't whole", deck.name, rule.id);
                        return Err(refuse(why, ""));
                    }
                    Some(_) => {}
                    None => kept.decks.push(deck),
                }
            }
            kept.decks.retain(|deck| rule.decks.iter().any(|one| one.name == deck.name));
            kept.variables = variables;
        }
        let waiting = self.offers.iter().map(|offer| (offer.rule, &offer.then));
        let waiting = waiting.chain(self.added.iter().map(|added| (added.choice.rule, &added.then)));
        for (rule, function) in waiting {
            let Some(rule) = book.rules().get(rule as usize) else {
                return Err(refuse("the saved state was played with other rules", ""));
            };
            if !rule.functions.contains(function) {
                let why = format!("{} has no function \"{function}\", which a decision waits for", rule.id);
                return Err(refuse(why, ""));
            }
        }
        Ok(())
    }
}
