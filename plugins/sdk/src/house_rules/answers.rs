//! Answers to what rules offered and added.

use muster_contract::hooks::{Datum, Rule};
use muster_contract::{Audience, EventKind, Seat};

use super::effects::{Secrecy, say, with_news};
use super::offered::{Offered, RuleChoice};
use super::running::Running;
use crate::{Decisions, Game, Resolution};

impl Running<'_> {
    /// A seat takes an answer of an open offer.
    pub(crate) fn answer<G: Game>(
        &mut self,
        resolution: &mut Resolution<'_>,
        game: &mut G,
        (at, seat): (usize, Seat),
        choice: &RuleChoice,
    ) {
        let book = self.book();
        let rule = book.rule(choice.rule);
        let offer = &mut self.house_rules.offers[at];
        let name = choice.name(book).to_owned();
        if let (Some(card), Some(hand)) = (choice.card, offer.hand.clone()) {
            let side = G::sides().iter().position(|side| *side == offer.side).unwrap_or(usize::MAX);
            let decks = &mut self.house_rules.kept[choice.rule as usize].decks;
            if let Some(deck) = decks.iter_mut().find(|deck| deck.name == hand) {
                deck.play(side, usize::from(card));
            }
        }
        let offer = &mut self.house_rules.offers[at];
        let Some(together) = offer.together.clone() else {
            let offer = self.house_rules.offers.remove(at);
            let kind = if choice.card.is_some() { EventKind::Revealed } else { EventKind::Text };
            say(resolution, rule, Audience::Everyone, kind, || {
                answered::<G>(rule, &offer.side, &choice.label)
            });
            let told = with_news(
                offer.data,
                [
                    ("seat", Datum::Number(seat.into())),
                    ("side", Datum::Text(offer.side)),
                    ("choice", Datum::Text(name)),
                ],
            );
            return self.go_on(resolution, game, (choice.rule, &offer.then), told, Secrecy::Nothing);
        };
        offer.answer = Some(name);
        let of_group =
            |offer: &Offered| offer.rule == choice.rule && offer.together.as_ref() == Some(&together);
        if self.house_rules.offers.iter().any(|offer| of_group(offer) && offer.answer.is_none()) {
            return;
        }
        let group: Vec<Offered> = self.house_rules.offers.extract_if(.., |offer| of_group(offer)).collect();
        let (mut sides, mut choices) = (Vec::new(), Vec::new());
        for offer in &group {
            let answer = offer.answer.clone().unwrap_or_default();
            let id = format!("{}:{answer}", rule.id);
            let label = offer.choices.iter().find(|one| one.id == id).map_or(&answer, |one| &one.label);
            say(resolution, rule, Audience::Everyone, EventKind::Revealed, || {
                answered::<G>(rule, &offer.side, label)
            });
            sides.push(offer.side.clone());
            choices.push(answer);
        }
        if let Some(first) = group.into_iter().next() {
            let news = [("sides", Datum::Texts(sides)), ("choices", Datum::Texts(choices))];
            self.go_on(
                resolution,
                game,
                (choice.rule, &first.then),
                with_news(first.data, news),
                Secrecy::Nothing,
            );
        }
    }

    /// A seat takes a choice that a rule added.
    pub(crate) fn take_added<G: Game>(
        &mut self,
        resolution: &mut Resolution<'_>,
        game: &mut G,
        seat: Seat,
        choice: &RuleChoice,
    ) {
        let book = self.book();
        let rule = book.rule(choice.rule);
        let mut added = std::mem::take(&mut self.house_rules.added);
        let Some(at) = added.iter().position(|one| one.seat == seat && one.choice.id == choice.id) else {
            return;
        };
        let added = added.swap_remove(at);
        let mut list = Decisions::default();
        game.decide(&mut list);
        let in_secret = list
            .iter()
            .any(|(open, _)| (open.seat, open.kind) == (seat, added.kind.as_str()) && open.secret.is_some());
        let secrecy = if in_secret { Secrecy::Choice } else { Secrecy::Nothing };
        let side = game.sides_of_seats().get(usize::from(seat)).cloned().unwrap_or_default();
        say(resolution, rule, Audience::Everyone, EventKind::Command, || {
            answered::<G>(rule, &side, &choice.label)
        });
        let news = [
            ("seat", Datum::Number(seat.into())),
            ("side", Datum::Text(side)),
            ("choice", Datum::Text(choice.name(book).to_owned())),
        ];
        self.go_on(resolution, game, (choice.rule, &added.then), with_news(added.data, news), secrecy);
    }
}

fn answered<G: Game>(rule: &Rule, side: &str, label: &str) -> String {
    let sides = G::describe().sides;
    let name = sides.iter().find(|one| one.id == side).map_or(side, |one| &one.name);
    format!("{}, {name}: {label}.", rule.title)
}
