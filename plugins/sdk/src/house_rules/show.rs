//! What rules show: a panel of each with its variables, and its cards.

use muster_contract::hooks::Datum;
use muster_contract::{CardView, Line, Panel, PanelRow, Seat, View};

use super::HouseRules;
use super::book::{Book, cite};
use super::offers::card_id;
use crate::Random;

impl HouseRules {
    /// Adds to a view what the rules have to show to the seat, or to the public.
    pub(crate) fn show(
        &self,
        book: &Book,
        seat: Option<Seat>,
        sides: &[&str],
        of_seats: &[String],
        view: &mut View,
    ) {
        let own = seat.and_then(|seat| of_seats.get(usize::from(seat)));
        for (rule, kept) in book.rules().iter().zip(&self.kept) {
            let mut rows = Vec::new();
            let titled = rule.variables.iter().filter(|variable| !variable.title.is_empty());
            for variable in titled {
                if let Some(fact) = kept.variables.iter().find(|fact| fact.name == variable.name) {
                    rows.push(PanelRow::new(&*variable.title).figure(written(&fact.value)));
                }
            }
            for (deck, described) in kept.decks.iter().zip(&rule.decks) {
                rows.push(
                    PanelRow::new(&*described.title).figure(format_args!("{} left", deck.left().len())),
                );
                let face = |card: usize| {
                    let card = &described.cards[card];
                    let text = format!("{}: {}", card.title, card.text);
                    Line { text, citation: Some(cite(rule).to_owned()) }
                };
                let first = view.cards.len();
                let mut add = |pile: &str, side: Option<&str>, card: usize, open: bool| {
                    let mut id = if open {
                        card_id(rule, &deck.name, &described.cards[card].id)
                    } else {
                        format!("{}:{}:?", rule.id, deck.name)
                    };
                    let alike = view.cards[first..].iter().filter(|other| other.id.starts_with(&id)).count();
                    if alike > 0 || !open {
                        id = format!("{id}#{}", alike + 1);
                    }
                    let (pile, side) = (pile.to_owned(), side.map(str::to_owned));
                    view.cards.push(CardView {
                        id,
                        pile,
                        side,
                        face: open.then(|| face(card)),
                        figure: String::new(),
                    });
                };
                for (at, side) in sides.iter().enumerate() {
                    let mine = own.is_some_and(|own| own == side);
                    for card in deck.hand(at) {
                        add("hand", Some(side), card, mine);
                    }
                }
                for card in deck.played() {
                    add("played", None, card, true);
                }
            }
            if !rows.is_empty() {
                let id = format!("house-rule:{}", rule.id);
                view.panels.push(Panel::new(id, &*rule.title, cite(rule), rows));
            }
        }
    }

    /// For samples: what the seat can't know is dealt again.
    pub(crate) fn sample(&mut self, seat: Seat, sides: &[&str], of_seats: &[String], random: &mut Random) {
        let own = of_seats.get(usize::from(seat));
        let own = own.and_then(|own| sides.iter().position(|side| side == own));
        for deck in self.kept.iter_mut().flat_map(|kept| &mut kept.decks) {
            deck.deal_again(own, random);
        }
    }
}

fn written(value: &Datum) -> String {
    match value {
        Datum::Number(number) => number.to_string(),
        Datum::Text(text) if text.is_empty() => "none".to_owned(),
        Datum::Text(text) => text.clone(),
        Datum::Flag(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Datum::Numbers(numbers) => numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(", "),
        Datum::Texts(texts) => texts.join(", "),
    }
}
