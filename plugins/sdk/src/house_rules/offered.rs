//! A choice that a rule made, and a decision that it offers.

use std::collections::BTreeSet;

use muster_contract::hooks::{self, Fact, Rule};
use muster_contract::{Choice, ChoiceDetails, ChoiceRole, Line, Target};
use serde::{Deserialize, Serialize};

use super::book::{Book, cite};

/// A choice that a rule made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RuleChoice {
    pub(crate) rule: u32,
    pub(crate) id: String,
    pub(super) label: String,
    pub(super) target: Target,
    pub(super) cost: String,
    pub(super) text: String,
    pub(crate) weight: u32,
    /// The card of an offer's hand that it plays.
    pub(super) card: Option<u16>,
}

impl RuleChoice {
    pub(crate) fn new(number: u32, rule: &Rule, choice: hooks::RuleChoice) -> Self {
        let hooks::RuleChoice { id, label, target, cost, text, weight } = choice;
        let id = format!("{}:{id}", rule.id);
        let target = target.unwrap_or_else(|| Target::Button(id.clone()));
        Self { rule: number, id, label, target, cost, text, weight, card: None }
    }

    pub(crate) fn listed(&self) -> Choice {
        Choice { id: self.id.clone(), target: self.target.clone(), role: ChoiceRole::Act }
    }

    pub(crate) fn details(&self, book: &Book) -> ChoiceDetails {
        let citation = Some(cite(book.rule(self.rule)).to_owned());
        let text = Line { text: self.text.clone(), citation };
        ChoiceDetails {
            id: self.id.clone(),
            label: self.label.clone(),
            cost: self.cost.clone(),
            consequences: if self.text.is_empty() { Vec::new() } else { vec![text] },
            path: Vec::new(),
            warning: None,
        }
    }

    /// Its name within the rule.
    pub(super) fn name<'a>(&'a self, book: &Book) -> &'a str {
        &self.id[book.rule(self.rule).id.len() + 1..]
    }
}

/// A decision that a rule asks a side for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Offered {
    pub(crate) rule: u32,
    pub(super) side: String,
    pub(super) prompt: String,
    pub(super) choices: Vec<RuleChoice>,
    pub(super) hand: Option<String>,
    pub(super) together: Option<String>,
    pub(crate) then: String,
    pub(super) data: Vec<Fact>,
    /// What was answered, while others of its group have not.
    pub(super) answer: Option<String>,
}

impl Offered {
    pub(crate) fn new(number: u32, rule: &Rule, offer: hooks::Offer) -> Result<Self, String> {
        let hooks::Offer { side, prompt, options, hand, together, then, data } = offer;
        let choices: Vec<_> =
            options.into_iter().map(|option| RuleChoice::new(number, rule, option)).collect();
        if choices.is_empty() {
            return Err("a decision without an answer can't be offered".to_owned());
        }
        let offered = Self { rule: number, side, prompt, choices, hand, together, then, data, answer: None };
        let mut known = BTreeSet::new();
        let twice = offered.answers(rule).find(|id| !known.insert(id.clone()));
        match twice {
            Some(id) => Err(format!("two answers are called \"{id}\"")),
            None => Ok(offered),
        }
    }

    /// The ids of all answers that it can ever have: the rule's own, and the cards that the side may come to hold.
    fn answers<'a>(&'a self, rule: &'a Rule) -> impl Iterator<Item = String> + 'a {
        let decks = rule.decks.iter().filter(|deck| Some(&deck.name) == self.hand.as_ref());
        let cards = decks.flat_map(|deck| &deck.cards).map(|card| format!("{}:{}", rule.id, card.id));
        self.choices.iter().map(|choice| choice.id.clone()).chain(cards)
    }

    /// Why it can't be open at once with another offer, if it can't: a side would have two answers of one name.
    pub(crate) fn check_beside(&self, other: &Self, rule: &Rule) -> Result<(), String> {
        let at_once = self.together.is_some() && (self.rule, &self.together) == (other.rule, &other.together);
        if !at_once || self.side != other.side {
            return Ok(());
        }
        let theirs: BTreeSet<String> = other.answers(rule).collect();
        match self.answers(rule).find(|id| theirs.contains(id)) {
            Some(id) => Err(format!("answers of two decisions that are open together are called \"{id}\"")),
            None => Ok(()),
        }
    }
}
