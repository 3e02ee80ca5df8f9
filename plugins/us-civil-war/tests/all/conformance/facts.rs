//! What is hidden from whom, said a second time (§2.3, C74): which Special Action Cards the enemy holds. How many, everybody sees.

use std::collections::{BTreeMap, BTreeSet};

use muster_conformance::{HiddenFacts, Loader};
use muster_contract::{Position, Seat};
use us_civil_war::Side;
use us_civil_war::UsCivilWar;
use us_civil_war::charts::{Card, DECKS};

#[derive(Default)]
pub struct Hidden(Loader<UsCivilWar>);

impl HiddenFacts for Hidden {
    fn values(&self, position: &Position, saved: &[u8], seat: Seat) -> BTreeMap<String, String> {
        let game = self.0.load(position, saved);
        let enemy = game.state().side_of(seat).other();
        let held =
            Card::ALL.map(|card| (card.id().to_owned(), game.state().holds_card(enemy, card).to_string()));
        held.into_iter().collect()
    }

    /// Any cards of the whole deck, as many as the enemy holds.
    fn possible(
        &self,
        position: &Position,
        saves: &[Vec<u8>],
        seat: Seat,
    ) -> BTreeMap<String, BTreeSet<String>> {
        let Some(saved) = saves.last() else { return BTreeMap::new() };
        let game = self.0.load(position, saved);
        let enemy = game.state().side_of(seat).other();
        let hand = game.state().hand(enemy);
        let all = |deck: &us_civil_war::charts::Deck| if enemy == Side::Us { deck.us } else { deck.cs };
        let whole: u8 = DECKS.iter().map(all).sum();
        let range = |deck: &us_civil_war::charts::Deck| {
            let of = all(deck);
            let least = hand.saturating_sub(whole - of);
            (deck.card.id().to_owned(), (least..=hand.min(of)).map(|count| count.to_string()).collect())
        };
        DECKS.iter().map(range).collect()
    }
}
