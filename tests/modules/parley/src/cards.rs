//! P7: cards. Hands, deck and discards are sets of bits; an order is never stored.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::Resolution;

use crate::{Parley, names};

/// A card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    pub(crate) id: &'static str,
    pub(crate) text: &'static str,
}

/// Two dice more in defence.
pub(crate) const AMBUSH: u8 = 0;
/// A step more.
pub(crate) const FORCED_MARCH: u8 = 1;
/// A look at an enemy block.
pub(crate) const SPYGLASS: u8 = 2;
/// A point at the end of a turn.
pub(crate) const LETTER: u8 = 3;

/// All of them by number.
pub(crate) const CARDS: [Card; 6] = [
    Card { id: "ambush", text: "Ambush: two dice more in defence." },
    Card { id: "forced-march", text: "Forced march: a step more." },
    Card { id: "spyglass", text: "Spyglass: look at an enemy block." },
    Card { id: "letter", text: "Letter: a point at the end of a turn." },
    Card { id: "rumour-of-gold", text: "Idle rumour: there is gold in the hills." },
    Card { id: "rumour-of-wolves", text: "Idle rumour: there are wolves in the wood." },
];

/// The whole deck.
pub(crate) const DECK: u8 = 0b11_1111;

/// The numbers of the cards in a set.
pub(crate) fn list(set: u8) -> impl Iterator<Item = u8> {
    (0..6).filter(move |card| set >> card & 1 == 1)
}

impl Parley {
    pub(crate) fn holds(&self, side: u8, card: u8) -> bool {
        self.hands[usize::from(side)] >> card & 1 == 1
    }

    /// P7: a card is drawn by a roll among those left.
    pub(crate) fn draw_card(&mut self, side: u8, resolution: &mut Resolution<'_>) {
        let left: Vec<u8> = list(self.deck).collect();
        if left.is_empty() {
            return;
        }
        let at = resolution.draw(left.len() as u32, || format!("{} draws a card", names::side(side)));
        let card = left[at as usize];
        self.deck &= !(1 << card);
        self.hands[usize::from(side)] |= 1 << card;
        let seat = self.seat_of(side);
        resolution.event(|| {
            Event::new(
                EventKind::Drawn(1),
                Audience::Everyone,
                format!("{} draws a card.", names::side(side)),
                "P7",
            )
        });
        resolution.event(|| {
            Event::new(
                EventKind::Revealed,
                Audience::Seats(vec![seat]),
                format!("You drew: {}", CARDS[usize::from(card)].text),
                "P7",
            )
        });
    }

    /// Shows a card and puts it away.
    pub(crate) fn play_card(&mut self, side: u8, card: u8, resolution: &mut Resolution<'_>) {
        self.hands[usize::from(side)] &= !(1 << card);
        self.discard |= 1 << card;
        let text = CARDS[usize::from(card)].text;
        resolution.event(|| {
            Event::new(
                EventKind::Revealed,
                Audience::Everyone,
                format!("{} plays a card. {text}", names::side(side)),
                "P7",
            )
        });
    }
}
