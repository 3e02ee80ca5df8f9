//! §4.2: command cards. Of each army three are worth nothing and three a command point.

use muster_contract::{Audience, Event, EventKind};
use muster_sdk::{Decisions, Random, Resolution};
use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::labels::quantity;
use crate::state::{BullRun, Stage};
use crate::world::Side;

/// Cards of each value in a deck.
const EACH: u8 = 3;
/// Cards in a full hand (§4.2.1).
const HAND: u8 = 3;
/// Command points without any card (§4.2).
const POINTS: u8 = 4;

/// So many cards of value 0, and of value 1.
pub type Pile = [u8; 2];

/// An army's command cards. A pile is a set: its order doesn't exist before a card is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    /// Not yet drawn.
    pub draw: Pile,
    /// In hand.
    pub hand: Pile,
    /// Played.
    pub discard: Pile,
}

pub(crate) fn size(pile: Pile) -> u8 {
    pile[0] + pile[1]
}

impl Deck {
    /// §4.2.1, before any card is drawn; without luck (optional) all of them are in hand.
    pub(crate) fn new(no_luck: bool) -> Self {
        let (draw, hand) = if no_luck { ([0; 2], [EACH; 2]) } else { ([EACH; 2], [0; 2]) };
        Self { draw, hand, discard: [0; 2] }
    }

    /// Whether all its cards are somewhere.
    pub(crate) fn is_whole(&self) -> bool {
        let piles = [self.draw, self.hand, self.discard];
        (0..2).all(|value| piles.iter().map(|pile| u32::from(pile[value])).sum::<u32>() == u32::from(EACH))
    }

    /// The hand and what can be drawn, dealt again to the opponent's eyes.
    pub(crate) fn dealt_again(&self, random: &mut Random) -> Self {
        let mut rest = [self.draw[0] + self.hand[0], self.draw[1] + self.hand[1]];
        let mut hand = [0; 2];
        for _ in 0..size(self.hand) {
            let value = usize::from(random.below(size(rest).into()) >= u32::from(rest[0]));
            rest[value] -= 1;
            hand[value] += 1;
        }
        Self { draw: rest, hand, discard: self.discard }
    }

    /// The pairs of cards that can be played, as how many of each value.
    pub(crate) fn plays(&self) -> impl Iterator<Item = Pile> + '_ {
        [[2, 0], [1, 1], [0, 2]].into_iter().filter(|pair| pair[0] <= self.hand[0] && pair[1] <= self.hand[1])
    }
}

impl BullRun {
    /// §4.2.1: the first hand is drawn.
    pub(crate) fn deal_hands(&mut self, resolution: &mut Resolution<'_>) {
        if self.world.no_luck {
            return;
        }
        for side in Side::ALL {
            self.draw_cards(side, HAND, "4.2.1", resolution);
        }
    }

    fn draw_cards(&mut self, side: Side, count: u8, citation: &str, resolution: &mut Resolution<'_>) {
        let mut drawn: Pile = [0; 2];
        for _ in 0..count.min(size(self.decks[side as usize].draw)) {
            let deck = &self.decks[side as usize];
            let at = resolution
                .draw(size(deck.draw).into(), || format!("the {} draws a command card", side.name()));
            let deck = &mut self.decks[side as usize];
            let value = usize::from(at >= u32::from(deck.draw[0]));
            deck.draw[value] -= 1;
            deck.hand[value] += 1;
            drawn[value] += 1;
        }
        let seat = self.seat_of(side);
        let count = size(drawn);
        resolution.announce(EventKind::Drawn(count.into()), citation, || {
            format!("The {} draws {}.", side.name(), quantity(count.into(), "command card"))
        });
        resolution.event(|| {
            let text = format!("You draw {}.", cards_label(drawn));
            Event::new(EventKind::Drawn(count.into()), Audience::Seats(vec![seat]), text, citation)
        });
    }

    /// §7.3: the pairs of cards that can be played.
    pub(crate) fn list_cards(&self, side: Side, list: &mut Decisions<Choice>) {
        list.extend(self.decks[side as usize].plays().map(Choice::Cards));
    }

    /// §7.3: two cards are played, and say how many command points there are for field commands.
    pub(crate) fn play_cards(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Cards(pair) = choice else { return };
        let deck = &mut self.decks[side as usize];
        for (value, count) in pair.into_iter().enumerate() {
            deck.hand[value] -= count;
            deck.discard[value] += count;
        }
        let points = self.hook_points(POINTS + pair[1], resolution);
        self.points = points;
        resolution.announce(EventKind::Revealed, "7.3", || {
            format!("The {} plays {}: {points} command points.", side.name(), cards_label(pair))
        });
        self.enter(Stage::Field, resolution);
    }

    /// §10.5, §4.2.2: the hand is filled up.
    pub(crate) fn refill_hand(&mut self, resolution: &mut Resolution<'_>) {
        let side = self.active;
        let deck = &mut self.decks[side as usize];
        if self.world.no_luck {
            if size(deck.hand) == 0 {
                (deck.hand, deck.discard) = (deck.discard, [0; 2]);
                resolution
                    .say("4.2", || format!("The {} takes its six cards into its hand again.", side.name()));
            }
            return;
        }
        let mut count = 2;
        if size(deck.draw) == 0 {
            // With an empty deck the hand is empty too: all six cards lie among those played.
            (deck.draw, deck.discard) = (deck.discard, [0; 2]);
            resolution.say("10.5", || format!("The {} shuffles its command cards.", side.name()));
            count = HAND;
        }
        self.draw_cards(side, count, "10.5", resolution);
    }
}

/// A card in a hand, by its army, its value and which of those it is, from 1.
pub(crate) fn held_card(side: Side, value: u8, number: u8) -> u8 {
    side as u8 | value << 1 | number << 2
}

/// The id of such a card.
pub(crate) fn card_id(card: u8) -> String {
    let first = format!("{}-card-{}", Side::ALL[usize::from(card & 1)].id(), card >> 1 & 1);
    if card >> 2 == 1 { first } else { format!("{first}-{}", card >> 2) }
}

/// The label of some cards ("a 0 and a 1").
pub(crate) fn cards_label(pile: Pile) -> String {
    let cards = [0, 1].map(|value| vec![format!("a {value}"); pile[value].into()]).concat();
    if cards.is_empty() { "nothing".to_owned() } else { cards.join(" and ") }
}
