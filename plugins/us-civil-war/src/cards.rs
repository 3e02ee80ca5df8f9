//! §18: Special Action Cards. Hands are hidden, how many cards are in them is not (C74).

use muster_contract::{Audience, Event, EventKind, Seat};
use muster_sdk::{Decisions, Random, Resolution, Secrets, capital};

use crate::charts::{Card, DECKS, HAND};
use crate::choice::Choice;
use crate::standing::Standing;
use crate::state::{Step, UsCivilWar};
use crate::world::{Side, Space};

impl UsCivilWar {
    /// How many cards a side holds.
    pub fn hand(&self, side: Side) -> u8 {
        self.hands[side as usize].iter().sum()
    }

    /// How many of a kind it holds.
    pub fn holds_card(&self, side: Side, card: Card) -> u8 {
        self.hands[side as usize][card as usize]
    }

    /// §18.1: the kinds of card that it holds and that can be used for what starts in a space.
    pub(crate) fn cards_for(&self, side: Side, space: Space) -> impl Iterator<Item = Card> + '_ {
        let theater = self.world.space(space).theater;
        let serves = move |card: &Card| theater.is_some_and(|theater| card.serves(theater));
        Card::ALL.into_iter().filter(serves).filter(move |&card| self.holds_card(side, card) > 0)
    }

    /// §18.1: what is left of a side's deck, by kind: what is used goes back at once. Cards that serve only in theaters out of play aren't
    /// in it.
    fn deck(&self, side: Side) -> [u8; 5] {
        DECKS.map(|deck| {
            let all = if side == Side::Us { deck.us } else { deck.cs };
            let serves = |theater| deck.card.serves(theater);
            let plays = deck.card.is_naval() || self.world.theaters_in_play().any(serves);
            if plays { all - self.holds_card(side, deck.card) } else { 0 }
        })
    }

    /// §18.2: a side draws cards, as many as its deck has.
    pub(crate) fn draw_cards(&mut self, side: Side, cards: u8, resolution: &mut Resolution<'_>) {
        for _ in 0..cards {
            let deck = self.deck(side);
            let left: u8 = deck.iter().sum();
            if left == 0 {
                return;
            }
            let drawn = resolution.draw(left.into(), || format!("{} draws a card", side.power()));
            let card = nth_card(&deck, drawn as u8);
            self.hands[side as usize][card as usize] += 1;
            let (seat, kind) = (self.seat_of(side), card.called());
            resolution.event(|| {
                let text = format!("You draw {kind}.");
                Event::new(EventKind::Text, Audience::Seats(vec![seat]), text, "18.2")
            });
        }
        let words = if cards == 1 { "a card".to_owned() } else { format!("{cards} cards") };
        // What has been drawn isn't taken back.
        resolution.announce(EventKind::Drawn(cards.into()), "18.2", || {
            format!("{} draws {words}.", capital(side.power()))
        });
    }

    /// §18.1: a card is played, and goes back into its deck.
    pub(crate) fn play_card(&mut self, side: Side, card: Card, resolution: &mut Resolution<'_>) {
        self.hands[side as usize][card as usize] -= 1;
        resolution.say("18.1", || format!("{} plays {}.", capital(side.power()), card.called()));
    }

    /// §18.2: who has more cards than he may keep discards; `then` is what goes on afterwards.
    pub(crate) fn must_discard(&self) -> Option<Side> {
        [self.first, self.first.other()].into_iter().find(|&side| self.hand(side) > HAND)
    }

    /// The cards that can be discarded.
    pub(crate) fn list_discards(&self, side: Side, list: &mut Decisions<Choice>) {
        list.extend(
            Card::ALL.into_iter().filter(|&card| self.holds_card(side, card) > 0).map(Choice::Discard),
        );
    }

    /// §18.2: down to five.
    pub(crate) fn take_discard(&mut self, side: Side, choice: Choice, resolution: &mut Resolution<'_>) {
        let Choice::Discard(card) = choice else { return };
        self.hands[side as usize][card as usize] -= 1;
        let (seat, kind) = (self.seat_of(side), card.called());
        resolution.event(|| {
            let text = format!("You discard {kind}.");
            Event::new(EventKind::Text, Audience::Seats(vec![seat]), text, "18.2")
        });
        resolution.say("18.2", || format!("{} discards a card.", capital(side.power())));
        match self.must_discard() {
            Some(side) => self.frames.next(Step::Discard(side)),
            None => {
                self.frames.end();
                self.go_on(resolution);
            }
        }
    }
}

/// The card that lies at this place of a deck, counted kind by kind.
fn nth_card(deck: &[u8; 5], mut place: u8) -> Card {
    for (card, &count) in Card::ALL.into_iter().zip(deck) {
        if place < count {
            return card;
        }
        place -= count;
    }
    Card::Any
}

impl Secrets for UsCivilWar {
    /// The other side's hand is dealt again out of its whole deck: nothing tells which cards it has drawn. Nor does anything tell what it
    /// has said of its reactions: it is thought to be asked.
    fn sample(&mut self, seat: Seat, random: &mut Random) {
        let enemy = self.side_of(seat).other();
        self.standing[enemy as usize] = Standing::default();
        let cards = self.hand(enemy);
        self.hands[enemy as usize] = [0; 5];
        for _ in 0..cards {
            let deck = self.deck(enemy);
            let drawn = random.below(deck.iter().map(|&count| u32::from(count)).sum());
            self.hands[enemy as usize][nth_card(&deck, drawn as u8) as usize] += 1;
        }
    }
}
