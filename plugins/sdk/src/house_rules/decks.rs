//! Rules' decks of cards: who holds what, what is left, and dealing again what a seat can't know.

use muster_contract::hooks::{Card, Deck};
use serde::{Deserialize, Serialize};

use crate::Random;

/// A deck as it is dealt. Cards are counted, never put into an order: a draw is rolled when it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dealt {
    pub(crate) name: String,
    /// The cards' names, and how many there are of each.
    cards: Vec<(String, u8)>,
    /// By side and card.
    hands: Vec<Vec<u8>>,
    /// By card.
    played: Vec<u8>,
}

impl Dealt {
    pub(crate) fn new(deck: &Deck, sides: usize) -> Self {
        let cards: Vec<_> = deck.cards.iter().map(|Card { id, count, .. }| (id.clone(), *count)).collect();
        let none = vec![0; cards.len()];
        Self { name: deck.name.clone(), hands: vec![none.clone(); sides], played: none, cards }
    }

    /// Whether the other deck consists of the same cards.
    pub(crate) fn has_cards_of(&self, other: &Self) -> bool {
        self.cards == other.cards
    }

    /// Whether no card is in more places than there are of it; what was read from a save may be anything.
    pub(crate) fn is_whole(&self, sides: usize) -> bool {
        let kinds = self.cards.len();
        self.hands.len() == sides
            && self.hands.iter().chain([&self.played]).all(|pile| pile.len() == kinds)
            && (0..kinds).all(|card| {
                let somewhere = self.hands.iter().chain([&self.played]).map(|pile| u32::from(pile[card]));
                somewhere.sum::<u32>() <= self.cards[card].1.into()
            })
    }

    /// How many of a card are still in the deck.
    fn left_of(&self, card: usize) -> u8 {
        let held: u8 = self.hands.iter().map(|hand| hand[card]).sum();
        self.cards[card].1 - held - self.played[card]
    }

    /// The cards still in the deck, in the order of its list.
    pub(crate) fn left(&self) -> Vec<usize> {
        many(&(0..self.cards.len()).map(|card| self.left_of(card)).collect::<Vec<_>>())
    }

    /// The cards that a side holds, in the order of the deck's list.
    pub(crate) fn hand(&self, side: usize) -> Vec<usize> {
        self.hands.get(side).map(|hand| many(hand)).unwrap_or_default()
    }

    /// The cards that were played.
    pub(crate) fn played(&self) -> Vec<usize> {
        many(&self.played)
    }

    /// A card of the deck goes to a side's hand.
    pub(crate) fn give(&mut self, card: usize, side: usize) {
        self.hands[side][card] += 1;
    }

    /// A side plays a card of its hand; false if it doesn't hold it.
    pub(crate) fn play(&mut self, side: usize, card: usize) -> bool {
        let Some(held @ 1..) = self.hands.get_mut(side).and_then(|hand| hand.get_mut(card)) else {
            return false;
        };
        *held -= 1;
        self.played[card] += 1;
        true
    }

    /// For samples: what one who sees only the hand of `side` can't know is dealt again.
    pub(crate) fn deal_again(&mut self, side: Option<usize>, random: &mut Random) {
        let unseen: Vec<usize> = (0..self.hands.len()).filter(|&hand| Some(hand) != side).collect();
        let mut cards = self.left();
        for &hand in &unseen {
            cards.extend(self.hand(hand));
        }
        random.shuffle(&mut cards);
        for &hand in &unseen {
            let held = self.hand(hand).len();
            self.hands[hand].fill(0);
            for card in cards.drain(..held) {
                self.hands[hand][card] += 1;
            }
        }
    }
}

/// So many of each.
fn many(counts: &[u8]) -> Vec<usize> {
    counts.iter().enumerate().flat_map(|(card, &count)| std::iter::repeat_n(card, count.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck() -> Dealt {
        let card = |id: &str, count| Card { id: id.into(), title: id.into(), text: String::new(), count };
        Dealt::new(
            &Deck { name: "d".into(), title: "D".into(), cards: vec![card("rain", 2), card("sun", 1)] },
            2,
        )
    }

    #[test]
    fn a_card_is_in_one_place() {
        let mut deck = deck();
        deck.give(0, 1);
        assert_eq!((deck.left(), deck.hand(1)), (vec![0, 1], vec![0]));
        assert!(deck.play(1, 0) && !deck.play(1, 0) && !deck.play(0, 1));
        assert_eq!((deck.left(), deck.hand(1), deck.played()), (vec![0, 1], vec![], vec![0]));
        assert!(deck.is_whole(2) && !deck.is_whole(3));
        deck.give(0, 1);
        deck.give(0, 1);
        assert!(!deck.is_whole(2), "there are two of it, and three are held or played");
    }

    #[test]
    fn what_a_seat_sees_stays_and_the_rest_takes_every_value() {
        let mut deck = deck();
        deck.give(0, 0);
        deck.give(0, 1);
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..50 {
            let mut sample = deck.clone();
            sample.deal_again(Some(0), &mut Random::new(seed));
            assert_eq!(sample.hand(0), [0]);
            seen.insert((sample.hand(1), sample.left()));
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [(vec![0], vec![1]), (vec![1], vec![0])]);
    }
}
