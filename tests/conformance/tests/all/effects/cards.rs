//! Decks: drawing, holding, playing.

use std::collections::BTreeSet;

use muster_contract::{Audience, EventKind};

use super::play::Play;

const DECK: &str = r#"deck("luck", "Luck", [#{ id: "rain", title: "Rain", text: "It rains.", count: 2 }, #{ id: "sun", title: "Sun" }]);
    on("orders", "deal");
    fn deal(facts) {
        draw("luck", "us");
        draw("luck", "cs");
        offer("us", #{ prompt: "Play?", hand: "luck", choices: ["keep"], then: "played" });
    }
    fn played(facts) { note(`Played ${facts.choice}.`); }"#;

fn dealt() -> Play {
    let mut play = Play::brigade(DECK, &[("us draws", 1), ("cs draws", 2)]);
    let events = play.take(0, "roll");
    let read = |audience: &Audience| {
        let read = events.iter().filter(|event| {
            event.kind == EventKind::Revealed
                && event.audience == *audience
                && event.text.starts_with("You drew")
        });
        read.map(|event| event.text.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(read(&Audience::Seats(vec![0])), ["You drew Rain. It rains."]);
    assert_eq!(read(&Audience::Seats(vec![1])), ["You drew Sun. "]);
    assert_eq!(read(&Audience::Everyone), Vec::<&str>::new());
    play
}

#[test]
fn a_drawn_card_is_read_by_its_side_alone() {
    let mut play = dealt();
    for (eyes, read) in [(Some(0), vec!["us"]), (Some(1), vec!["cs"]), (None, vec![])] {
        let cards = play.view(eyes).cards;
        assert_eq!(cards.len(), 2, "everybody sees who holds how many");
        let open: Vec<String> =
            cards.into_iter().filter(|card| card.face.is_some()).filter_map(|card| card.side).collect();
        assert_eq!(open, read, "as {eyes:?} sees it");
    }
    assert_eq!(play.shown("Luck").as_deref(), Some("1 left"));
}

#[test]
fn a_hand_is_offered_to_its_holder_and_a_played_card_is_shown() {
    let mut play = dealt();
    assert_eq!(play.ids(0), ["test:rain", "test:keep"]);
    let events = play.take(0, "test:rain");
    assert!(events.iter().any(|event| event.text == "Played rain." && event.audience == Audience::Everyone));
    assert!(
        events.iter().any(|event| event.kind == EventKind::Revealed && event.audience == Audience::Everyone)
    );
    let cards = play.view(None).cards;
    assert!(cards.iter().any(|card| card.pile == "played" && card.face.is_some()));
    assert_eq!(cards.iter().filter(|card| card.pile == "hand").count(), 1);
}

#[test]
fn samples_deal_again_what_a_seat_cannot_know() {
    let mut play = dealt();
    let mut held = BTreeSet::new();
    for seed in 0..60 {
        let mut sample = play.game.sample(0, seed).unwrap();
        let hand = |cards: Vec<muster_contract::CardView>, side: &str| {
            let own = cards.into_iter().find(|card| card.side.as_deref() == Some(side));
            own.and_then(|card| card.face).map(|face| face.text)
        };
        assert_eq!(hand(sample.view(Some(0)).unwrap().cards, "us").as_deref(), Some("Rain: It rains."));
        assert_eq!(sample.view(Some(0)).unwrap(), play.view(Some(0)));
        held.extend(hand(sample.view(Some(1)).unwrap().cards, "cs"));
    }
    assert_eq!(held.into_iter().collect::<Vec<_>>(), ["Rain: It rains.", "Sun: "]);
}

/// Chance cards, each of them a shower: what is played on one side lasts while the other has its own.
#[test]
fn a_shower_on_one_side_goes_on_when_the_other_gets_one() {
    let mut play = Play::shipped("chance-cards", &[("draws", 7)]);
    let showers = |play: &mut Play| {
        ["Union", "Confederates"].map(|side| play.shown(&format!("Shower on the {side}")).unwrap())
    };
    play.take(0, "roll");
    play.take(1, "chance-cards:keep");
    play.take(0, "end-moves");
    play.take(1, "roll");
    play.take(0, "chance-cards:rain");
    assert_eq!(showers(&mut play), ["no", "yes"]);
    play.take(1, "end-moves");
    play.take(0, "roll");
    play.take(1, "chance-cards:rain");
    assert_eq!(showers(&mut play), ["yes", "yes"], "the Confederates are not active yet");
    play.take(0, "end-moves");
    assert_eq!(showers(&mut play), ["yes", "no"]);
}
