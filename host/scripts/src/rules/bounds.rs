//! How long the texts of a rule may be. A game shows them among its own, and would be blamed for one that is too long.

use muster_contract::hooks::{Effect, RuleChoice};
use muster_contract::{Attribute, Change, Value};

use super::exchange;
use super::registered::Registered;
use crate::problem::{At, ScenarioProblem, Wrong};

/// How long a text may be that comes to be shown, in bytes: half of what a module may show, since it has words of its own.
pub(super) const LONGEST_TEXT: usize = 8 * 1024;

fn check_length(longest: usize, at: &At) -> Result<(), ScenarioProblem> {
    if longest <= LONGEST_TEXT {
        return Ok(());
    }
    let wrong = Wrong::Runaway(format!("it writes a text of {longest} bytes"));
    Err(ScenarioProblem::new(at.clone(), wrong).with_remedy(format!(
        "What is shown may have up to {LONGEST_TEXT} bytes; look for a text that grows in a loop."
    )))
}

/// Refuses a rule of whose heading, variables or decks a text is too long.
pub(super) fn check_registered(registered: &Registered, at: &At) -> Result<(), ScenarioProblem> {
    let heading = registered.heading.iter().flat_map(|one| [&one.title, &one.text, &one.citation]);
    let variables = || registered.variables.iter().map(|(variable, _)| variable);
    let cards = registered.decks.iter().flat_map(|deck| &deck.cards);
    let texts = heading
        .chain(variables().flat_map(|one| [&one.name, &one.title]))
        .chain(registered.decks.iter().flat_map(|deck| [&deck.name, &deck.title]))
        .map(String::len)
        .chain(cards.map(|card| card.id.len() + card.title.len() + card.text.len()))
        .chain(variables().map(|one| exchange::length(&one.initial)));
    check_length(texts.max().unwrap_or(0), at)
}

/// Refuses an effect with a text that is too long.
pub(super) fn check_effect(effect: &Effect, at: &At) -> Result<(), ScenarioProblem> {
    let of_choice = |choice: &RuleChoice| {
        [&choice.id, &choice.label, &choice.cost, &choice.text]
            .map(String::len)
            .into_iter()
            .max()
            .unwrap_or(0)
    };
    let longest = match effect {
        Effect::Set(fact) => exchange::length(&fact.value),
        Effect::Forbid(forbidden) => forbidden.choices.len().max(forbidden.line.text.len()),
        Effect::Add(addition) => of_choice(&addition.choice),
        Effect::Note(note) => note.text.len(),
        Effect::Roll(roll) => roll.reason.len(),
        Effect::Offer(offer) => {
            offer.options.iter().map(of_choice).max().unwrap_or(0).max(offer.prompt.len())
        }
        Effect::Edit(changes) => changes.iter().map(longest_text_of).max().unwrap_or(0),
        Effect::Modify(_) | Effect::Ask(_) | Effect::Seat(_) | Effect::Draw(_) | Effect::Custom(_) => 0,
    };
    check_length(longest, at)
}

/// Returns how long the longest text of a change is, in bytes.
fn longest_text_of(change: &Change) -> usize {
    let of = |attribute: &Attribute| match &attribute.value {
        Value::Text(text) => text.len(),
        Value::Number(_) | Value::Flag(_) => 0,
    };
    match change {
        Change::Set((unit, attribute)) => unit.len().max(of(attribute)),
        Change::Fact(attribute) => of(attribute),
        Change::Place((unit, place)) => unit.len().max(place.space.len()),
        Change::Remove(unit) => unit.len(),
        Change::Custom(custom) => custom.json.len(),
    }
}
