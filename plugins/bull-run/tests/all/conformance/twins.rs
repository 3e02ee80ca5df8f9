//! What a player hears of his opponent's turn depends on nothing hidden, not even the order of what he hears.
//!
//! A game goes on side by side with samples of it, in which other units are behind the same tokens. The same is chosen in
//! both, token by token; until a face is shown, the opponent must hear the same and be asked the same.

use std::collections::BTreeSet;

use bull_run::{BullRun, Side, Unit};
use muster_contract::{Audience, Event, Seat};
use muster_sdk::{Hosted, Random};

use crate::rules::position::{Arranged, CS, Play, US, board};

/// The events that the seat hears.
fn heard(events: &[Event], seat: Seat) -> Vec<Event> {
    let hears = |event: &&Event| match &event.audience {
        Audience::Everyone => true,
        Audience::Seats(seats) => seats.contains(&seat),
    };
    events.iter().filter(hears).cloned().collect()
}

/// A choice's id in the twin: units that the seat can't identify are those behind the same tokens there.
fn translated(id: &str, game: &Hosted<BullRun>, twin: &Hosted<BullRun>, seat: Seat) -> String {
    let (state, world) = (game.state(), game.world());
    let word = |word: &str| {
        let mut enemies = Side::ALL.into_iter().flat_map(|side| world.of_side(side));
        let unit =
            enemies.find(|&unit| world.unit(unit).id == word && !state.unit(unit).known.has(Some(seat)));
        let token = unit.and_then(|unit| state.tokens.of(Some(seat)).of(unit));
        let there = token.and_then(|token| twin.state().tokens.of(Some(seat)).unit(token));
        there.map_or_else(|| word.to_owned(), |unit| world.unit(unit).id.clone())
    };
    id.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The opponent's units that the seat can identify.
fn known(game: &Hosted<BullRun>, seat: Seat) -> BTreeSet<Unit> {
    let own = game.state().side_of(seat);
    let units = game.world().of_side(own.other());
    units.filter(|&unit| game.state().unit(unit).known.has(Some(seat))).collect()
}

#[test]
fn the_order_of_events_tells_nothing_of_hidden_units() {
    let position = crate::conformance::named("in-contact");
    let (mut compared, mut stood_down) = (0, 0);
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut game =
            Hosted::<BullRun>::create(&position).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        game.apply(US, "begin", &mut Arranged::default()).unwrap();
        let mut twin: Option<(Hosted<BullRun>, Seat)> = None;
        for step in 0..1500 {
            let decisions = game.decisions();
            let Some(decision) = decisions.first() else { break };
            let (seat, other) = (decision.seat, 1 - decision.seat);
            if twin.is_none() && game.state().order.units.is_empty() {
                twin = Some((game.sample(other, random.seed()), other));
            }
            let choice = &decision.choices[random.below(decision.choices.len() as u32) as usize].id;
            let mut pair = twin.take().filter(|(_, hears)| *hears == other);
            let before = known(&game, other);
            let like = pair.as_ref().map(|(twin, _)| translated(choice, &game, twin, other));
            let events = game.apply(seat, choice, &mut Arranged::default()).unwrap();
            if let (Some((beside, hears)), Some(like)) = (&mut pair, like) {
                let Ok(other_events) = beside.apply(seat, &like, &mut Arranged::default()) else { continue };
                // From the moment that a face is shown they differ rightly.
                if known(&game, other) != before || known(beside, other) != before {
                    continue;
                }
                assert_eq!(
                    heard(&events, *hears),
                    heard(&other_events, *hears),
                    "game {seed}, step {step}: {choice} and {like}"
                );
                let asked = |game: &Hosted<BullRun>| {
                    game.decisions().first().map(|decision| (decision.seat, decision.kind.clone()))
                };
                assert_eq!(asked(&game), asked(beside), "game {seed}, step {step}: {choice} and {like}");
                compared += 1;
                stood_down += events.iter().filter(|event| event.citation.as_deref() == Some("10.2")).count();
            }
            twin = pair;
        }
    }
    assert!(compared > 500 && stood_down > 0, "{compared} compared, {stood_down} of them stood down");
}

#[test]
fn standing_down_tells_nothing_of_hidden_units() {
    let board = board("1 3 4 5", &["1-4", "3-4", "4-5", "3-5"]);
    let units = [
        "us-a infantry 3 @1 1/4",
        "us-b infantry 1 @1 1/4",
        "us-c artillery 1 @3 3/4",
        "us-d cavalry 2 @5",
        "cs-a infantry 1 @4",
    ];
    let mut play = Play::new(&board, &units);
    let twins: Vec<Hosted<BullRun>> = (0..12).map(|seed| play.game.sample(CS, seed)).collect();
    let mut told = BTreeSet::new();
    let mut stand_down = |game: &mut Hosted<BullRun>| {
        // The enemy is taken off the map.
        let off = muster_contract::Change::Remove("cs-a".to_owned());
        game.edit(&[off]).unwrap_or_else(|refusal| panic!("{}", refusal.reason));
        game.apply(US, "end-field", &mut Arranged::default()).unwrap();
        let events = game.apply(US, "end-staff", &mut Arranged::default()).unwrap();
        told.insert(format!("{:?}", heard(&events, CS)));
    };
    stand_down(&mut play.game);
    twins.into_iter().for_each(|mut twin| stand_down(&mut twin));
    assert_eq!(told.len(), 1, "{told:#?}");
}
