//! Decisions that rules offer, and choices that they add.

use std::collections::BTreeSet;

use muster_contract::hooks::{self, Datum, Fact, Rule};
use muster_contract::{
    Audience, Choice, ChoiceDetails, ChoiceRole, Decision, EventKind, Line, Seat, SecretGroup, Target,
};
use serde::{Deserialize, Serialize};

use super::effects::{Running, cite, say, told};
use super::{Book, House, KIND};
use crate::{Game, Happenings};

/// A choice that a rule made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RuleChoice {
    pub(crate) rule: u32,
    pub(crate) id: String,
    label: String,
    target: Target,
    cost: String,
    text: String,
    pub(crate) weight: u32,
    /// The card of an offer's hand that it plays.
    card: Option<u16>,
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
    fn name<'a>(&'a self, book: &Book) -> &'a str {
        &self.id[book.rule(self.rule).id.len() + 1..]
    }
}

/// A decision that a rule asks a side for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Offered {
    pub(crate) rule: u32,
    side: String,
    prompt: String,
    choices: Vec<RuleChoice>,
    hand: Option<String>,
    together: Option<String>,
    pub(crate) then: String,
    data: Vec<Fact>,
    /// What was answered, while others of its group have not.
    answer: Option<String>,
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

/// An offer that is open now.
pub(crate) struct OpenOffer {
    /// Its place among the offers.
    pub(crate) at: usize,
    pub(crate) seat: Seat,
    pub(crate) choices: Vec<RuleChoice>,
}

impl House {
    /// Whether something was offered that isn't answered.
    pub(crate) fn has_offers(&self) -> bool {
        !self.offers.is_empty()
    }

    /// Forgets what is open: the game is over.
    pub(crate) fn close(&mut self) {
        self.offers.clear();
        self.clear_about_decisions();
    }

    /// Forgets what was forbidden and added: other decisions are about to open.
    pub(crate) fn clear_about_decisions(&mut self) {
        self.forbidden.clear();
        self.added.clear();
    }

    /// The offers that are open now: the first, and those that are decided together with it.
    pub(crate) fn open_offers(&self, book: &Book, sides: &[&str], of_seats: &[String]) -> Vec<OpenOffer> {
        let Some(first) = self.offers.first() else { return Vec::new() };
        let joins = |at: usize, offer: &Offered| {
            at == 0
                || offer.together.is_some() && (offer.rule, &offer.together) == (first.rule, &first.together)
        };
        let open = self.offers.iter().enumerate().filter(|(at, offer)| joins(*at, offer));
        open.filter(|(_, offer)| offer.answer.is_none())
            .filter_map(|(at, offer)| {
                let seat = of_seats.iter().position(|side| *side == offer.side)?;
                let choices = self.answers(book, sides, offer);
                Some(OpenOffer { at, seat: Seat::try_from(seat).ok()?, choices })
            })
            .collect()
    }

    /// What can be answered: the cards of the hand, and the rule's own answers.
    fn answers(&self, book: &Book, sides: &[&str], offer: &Offered) -> Vec<RuleChoice> {
        let mut choices = Vec::new();
        if let Some(name) = &offer.hand {
            let rule = book.rule(offer.rule);
            let side = sides.iter().position(|side| *side == offer.side).unwrap_or(usize::MAX);
            let decks = self.kept[offer.rule as usize].decks.iter().zip(&rule.decks);
            for (deck, described) in decks.filter(|(deck, _)| deck.name == *name) {
                let mut hand = deck.hand(side);
                hand.dedup();
                choices.extend(hand.into_iter().map(|card| {
                    let about = &described.cards[card];
                    let choice = hooks::RuleChoice {
                        id: about.id.clone(),
                        label: about.title.clone(),
                        target: Some(Target::Card(card_id(rule, &deck.name, &about.id))),
                        cost: String::new(),
                        text: about.text.clone(),
                        weight: 2,
                    };
                    let card = u16::try_from(card).ok();
                    RuleChoice { card, ..RuleChoice::new(offer.rule, rule, choice) }
                }));
            }
        }
        choices.extend(offer.choices.iter().cloned());
        choices
    }

    /// An open offer as a decision.
    pub(crate) fn decision(&self, book: &Book, open: &OpenOffer, frame: String) -> Decision {
        let offer = &self.offers[open.at];
        let rule = book.rule(offer.rule);
        Decision {
            seat: open.seat,
            side: offer.side.clone(),
            kind: KIND.to_owned(),
            prompt: offer.prompt.clone(),
            citation: cite(rule).to_owned(),
            frame: vec![frame, rule.title.clone()],
            focus: None,
            picked: Vec::new(),
            waits: true,
            secret: offer
                .together
                .as_ref()
                .map(|name| SecretGroup { name: format!("{}:{name}", rule.id), order: Vec::new() }),
            choices: open.choices.iter().map(RuleChoice::listed).collect(),
        }
    }

    /// The first offer that somebody else has to answer, in words.
    pub(crate) fn waiting(&self, book: &Book) -> Option<Line> {
        let offer = self.offers.first()?;
        let rule = book.rule(offer.rule);
        let text = format!("{} has to be answered first: {}", rule.title, offer.prompt);
        Some(Line { text, citation: Some(cite(rule).to_owned()) })
    }

    /// The choices that rules added to a decision.
    pub(crate) fn added<'a>(&'a self, seat: Seat, kind: &'a str) -> impl Iterator<Item = &'a RuleChoice> {
        let here = self.added.iter().filter(move |added| added.seat == seat && added.kind == kind);
        here.map(|added| &added.choice)
    }

    /// Why a choice can't be taken in a decision, if a rule forbids it.
    pub(crate) fn forbids(&self, seat: Seat, kind: &str, id: &str) -> Option<&Line> {
        let here = self.forbidden.iter().filter(|one| one.seat == seat && one.kind == kind);
        here.filter(|one| fits(&one.choices, id)).map(|one| &one.line).next()
    }

    /// Whether anything is forbidden in a decision.
    pub(crate) fn forbids_any(&self, seat: Seat, kind: &str) -> bool {
        self.forbidden.iter().any(|one| one.seat == seat && one.kind == kind)
    }
}

impl Running<'_> {
    /// A seat takes an answer of an open offer.
    pub(crate) fn answer<G: Game>(
        &mut self,
        happenings: &mut Happenings<'_>,
        game: &mut G,
        (at, seat): (usize, Seat),
        choice: &RuleChoice,
    ) {
        let book = self.book();
        let rule = book.rule(choice.rule);
        let offer = &mut self.house.offers[at];
        let name = choice.name(book).to_owned();
        if let (Some(card), Some(hand)) = (choice.card, offer.hand.clone()) {
            let side = G::sides().iter().position(|side| *side == offer.side).unwrap_or(usize::MAX);
            let decks = &mut self.house.kept[choice.rule as usize].decks;
            if let Some(deck) = decks.iter_mut().find(|deck| deck.name == hand) {
                deck.play(side, usize::from(card));
            }
        }
        let offer = &mut self.house.offers[at];
        let Some(together) = offer.together.clone() else {
            let offer = self.house.offers.remove(at);
            let kind = if choice.card.is_some() { EventKind::Revealed } else { EventKind::Text };
            say(happenings, rule, Audience::Everyone, kind, || {
                answered::<G>(rule, &offer.side, &choice.label)
            });
            let told = told(
                offer.data,
                [
                    ("seat", Datum::Number(seat.into())),
                    ("side", Datum::Text(offer.side)),
                    ("choice", Datum::Text(name)),
                ],
            );
            return self.go_on(happenings, game, choice.rule, &offer.then, told);
        };
        offer.answer = Some(name);
        let of_group =
            |offer: &Offered| offer.rule == choice.rule && offer.together.as_ref() == Some(&together);
        if self.house.offers.iter().any(|offer| of_group(offer) && offer.answer.is_none()) {
            return;
        }
        let group: Vec<Offered> = self.house.offers.extract_if(.., |offer| of_group(offer)).collect();
        let (mut sides, mut choices) = (Vec::new(), Vec::new());
        for offer in &group {
            let answer = offer.answer.clone().unwrap_or_default();
            let id = format!("{}:{answer}", rule.id);
            let label = offer.choices.iter().find(|one| one.id == id).map_or(&answer, |one| &one.label);
            say(happenings, rule, Audience::Everyone, EventKind::Revealed, || {
                answered::<G>(rule, &offer.side, label)
            });
            sides.push(offer.side.clone());
            choices.push(answer);
        }
        if let Some(first) = group.into_iter().next() {
            let news = [("sides", Datum::Texts(sides)), ("choices", Datum::Texts(choices))];
            self.go_on(happenings, game, choice.rule, &first.then, told(first.data, news));
        }
    }

    /// A seat takes a choice that a rule added.
    pub(crate) fn take_added<G: Game>(
        &mut self,
        happenings: &mut Happenings<'_>,
        game: &mut G,
        seat: Seat,
        choice: &RuleChoice,
    ) {
        let book = self.book();
        let rule = book.rule(choice.rule);
        let mut added = std::mem::take(&mut self.house.added);
        let Some(at) = added.iter().position(|one| one.seat == seat && one.choice.id == choice.id) else {
            return;
        };
        let added = added.swap_remove(at);
        let side = game.sides_of_seats().get(usize::from(seat)).cloned().unwrap_or_default();
        say(happenings, rule, Audience::Everyone, EventKind::Command, || {
            answered::<G>(rule, &side, &choice.label)
        });
        let news = [
            ("seat", Datum::Number(seat.into())),
            ("side", Datum::Text(side)),
            ("choice", Datum::Text(choice.name(book).to_owned())),
        ];
        self.go_on(happenings, game, choice.rule, &added.then, told(added.data, news));
    }
}

fn answered<G: Game>(rule: &Rule, side: &str, label: &str) -> String {
    let sides = G::describe().sides;
    let name = sides.iter().find(|one| one.id == side).map_or(side, |one| &one.name);
    format!("{}, {name}: {label}.", rule.title)
}

/// The id of a card of a rule's deck, for one who can read it.
pub(crate) fn card_id(rule: &Rule, deck: &str, card: &str) -> String {
    format!("{}:{deck}:{card}", rule.id)
}

/// Whether an id fits a pattern, in which `*` stands for any letters.
fn fits(pattern: &str, id: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = id.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.len() >= last.len() && rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_stands_for_any_letters() {
        assert!(fits("move *", "move a1 0302") && fits("*", "") && fits("move a1 0302", "move a1 0302"));
        assert!(fits("move * 0302", "move a1 b 0302") && fits("*a*b*", "xaxbx"));
        assert!(!fits("move", "move a1") && !fits("move *", "remove a1") && !fits("a*a", "a"));
        assert!(!fits("", "a") && fits("", ""));
    }
}
