//! What is open of what rules offered, added and forbade.

use muster_contract::hooks::{self, Rule};
use muster_contract::{Decision, Line, Seat, SecretGroup, Target};

use super::HouseRules;
use super::book::{Book, KIND, cite};
use super::offered::{Offered, RuleChoice};

/// An offer that is open now.
pub(crate) struct OpenOffer {
    /// Its place among the offers.
    pub(crate) at: usize,
    pub(crate) seat: Seat,
    pub(crate) choices: Vec<RuleChoice>,
}

impl HouseRules {
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
        here.filter(|one| matches_pattern(&one.choices, id)).map(|one| &one.line).next()
    }

    /// Whether anything is forbidden in a decision.
    pub(crate) fn forbids_any(&self, seat: Seat, kind: &str) -> bool {
        self.forbidden.iter().any(|one| one.seat == seat && one.kind == kind)
    }
}

/// The id of a card of a rule's deck, for one who can read it.
pub(crate) fn card_id(rule: &Rule, deck: &str, card: &str) -> String {
    format!("{}:{deck}:{card}", rule.id)
}

/// Whether an id matches a pattern, in which `*` stands for any letters.
fn matches_pattern(pattern: &str, id: &str) -> bool {
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
    use super::matches_pattern;

    #[test]
    fn a_star_stands_for_any_letters() {
        assert!(
            matches_pattern("move *", "move a1 0302")
                && matches_pattern("*", "")
                && matches_pattern("move a1 0302", "move a1 0302")
        );
        assert!(matches_pattern("move * 0302", "move a1 b 0302") && matches_pattern("*a*b*", "xaxbx"));
        assert!(
            !matches_pattern("move", "move a1")
                && !matches_pattern("move *", "remove a1")
                && !matches_pattern("a*a", "a")
        );
        assert!(!matches_pattern("", "a") && matches_pattern("", ""));
    }
}
