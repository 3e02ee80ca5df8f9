//! A4: the hand. Hands, deck and what was played are sets of bits; which card comes next is rolled when it is drawn.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::{Random, Resolution};

use crate::{Outpost, Side};

/// What a card does (A4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// D3: two dice more in a combat.
    Volley,
    /// C4: a look at an enemy block.
    Spyglass,
    /// C4: an order more.
    DoubleQuick,
}

impl Card {
    /// How many cards there are, numbered from 0.
    pub const COUNT: u8 = 12;
    /// All of them.
    pub(crate) const DECK: u16 = (1 << Self::COUNT) - 1;

    /// What the card of this number does.
    pub fn of(number: u8) -> Self {
        match number {
            0..5 => Self::Volley,
            5..8 => Self::Spyglass,
            _ => Self::DoubleQuick,
        }
    }

    /// The id of the card of this number ("volley-2").
    pub fn id(number: u8) -> String {
        let word = match Self::of(number) {
            Self::Volley => "volley",
            Self::Spyglass => "spyglass",
            Self::DoubleQuick => "double-quick",
        };
        format!("{word}-{}", number + 1)
    }

    /// What stands on it.
    pub fn text(self) -> &'static str {
        match self {
            Self::Volley => "Volley: two dice more in a combat.",
            Self::Spyglass => "Spyglass: look at an enemy block while you give orders.",
            Self::DoubleQuick => "Double-quick: one order more this turn.",
        }
    }

    /// The rule.
    pub fn citation(self) -> &'static str {
        if self == Self::Volley { "D3" } else { "C4" }
    }
}

/// The numbers of the cards in a set.
pub(crate) fn list(set: u16) -> impl Iterator<Item = u8> {
    (0..Card::COUNT).filter(move |card| set >> card & 1 == 1)
}

impl Outpost {
    /// The side's hand.
    pub(crate) fn hand(&self, side: Side) -> impl Iterator<Item = u8> + use<> {
        list(self.hands[side as usize])
    }

    /// A4: a card is drawn, if there are any.
    pub(crate) fn draw_card(&mut self, side: Side, resolution: &mut Resolution<'_>) {
        let left: Vec<u8> = list(self.deck).collect();
        if left.is_empty() {
            return;
        }
        let at = resolution.draw(left.len() as u32, || format!("{} draws a card", side.name()));
        let card = left[at as usize];
        self.deck &= !(1 << card);
        self.hands[side as usize] |= 1 << card;
        // Everybody sees that a card was drawn, and only its owner which.
        resolution.event(|| {
            Event::new(
                EventKind::Drawn(1),
                Audience::Everyone,
                format!("{} draws a card.", side.name()),
                "A4",
            )
        });
        let owner = Audience::Seats(vec![self.seat_of(side)]);
        resolution.event(|| {
            Event::new(EventKind::Revealed, owner, format!("You drew: {}", Card::of(card).text()), "A4")
        });
    }

    /// A4: a card is shown and put away.
    pub(crate) fn play_card(&mut self, side: Side, card: u8, resolution: &mut Resolution<'_>) {
        self.hands[side as usize] &= !(1 << card);
        self.played |= 1 << card;
        resolution.event(|| {
            let text = format!("{} plays a card. {}", side.name(), Card::of(card).text());
            Event::new(EventKind::Revealed, Audience::Everyone, text, "A4")
        });
    }

    /// For samples: the enemy's hand, dealt again from all that the seat doesn't see.
    pub(crate) fn deal_cards_again(&mut self, enemy: Side, random: &mut Random) {
        let held = self.hands[enemy as usize].count_ones() as usize;
        let mut unseen: Vec<u8> = list(self.hands[enemy as usize] | self.deck).collect();
        random.shuffle(&mut unseen);
        let set = |cards: &[u8]| cards.iter().fold(0, |set, card| set | 1 << card);
        self.hands[enemy as usize] = set(&unseen[..held]);
        self.deck = set(&unseen[held..]);
    }
}
