//! §3.4, §18.2: what is told of a turn while it is carried out, and in which order.

use std::collections::BTreeMap;

use cw_strategy::CwStrategy;
use muster_contract::{
    Attribute, Audience, Change, Dice, Event, EventKind, Seat, UnitChange, UnitLooks, Value, View,
};
use muster_sdk::Hosted;

use crate::rules::position::{CS, No, Play, US, Yes, position};

/// What the events that name a unit are, in a word each.
fn words(events: &[Event], units: &[&str]) -> Vec<String> {
    let about = events.iter().filter(|event| event.units.iter().any(|unit| units.contains(&unit.as_str())));
    let about = about.filter(|event| event.kind != EventKind::Revealed);
    let word = |event: &Event| match &event.kind {
        EventKind::Moved(way) => format!("moved to {}", way.last().unwrap().space),
        EventKind::Reckoned(_) => "reckoned".to_owned(),
        EventKind::UnitChanged(change) => format!("{} {}", event.units[0], change_in_words(change)),
        EventKind::Lost => "lost".to_owned(),
        other => format!("{other:?}"),
    };
    about.map(word).collect()
}

/// What is other of a unit: its size, or that it is gone.
fn change_in_words(change: &UnitChange) -> String {
    match change {
        UnitChange::Gone => "gone".to_owned(),
        UnitChange::Looks(UnitLooks { label: _, attributes }) => match &attributes[0].value {
            Value::Number(size) => size.to_string(),
            Value::Text(row) => row.clone(),
            Value::Flag(_) => panic!("a size is no yes or no"),
        },
    }
}

/// The march, the reckoning for each side, the figures, the result, and then what follows from it.
#[test]
fn s10_a_battle_is_told_in_its_order() {
    let fought = |luck| {
        let mut play = Play::new(&["cs-1 @manassas 300 1 7"]);
        play.take(US, "move us-1 manassas").luck("the battle of", &[luck]).seal();
        play.0.events
    };
    let size = |id: &str, size: u32| format!("{id} {size}");
    // As the sheets are opened, every army's size is told.
    let opened = [size("us-1", 400), size("cs-1", 300)];
    let before = ["moved to manassas", "reckoned", "reckoned"].map(str::to_owned);
    let won = [size("us-1", 364), size("cs-1", 253), "lost".to_owned(), "moved to richmond".to_owned()];
    assert_eq!(words(&fought(Yes), &["us-1", "cs-1"]), [&opened[..], &before, &won].concat());
    let beaten = [size("us-1", 354), size("cs-1", 260), "lost".to_owned(), "moved to washington".to_owned()];
    let events = fought(No);
    assert_eq!(words(&events, &["us-1", "cs-1"]), [&opened[..], &before, &beaten].concat());
    let result = events.iter().find(|event| event.text.starts_with("Battle of")).unwrap();
    assert_eq!(result.text, "Battle of Manassas: J. E. Johnston (4,000 lost) beats McDowell (4,600 lost).");
    let taken = fought(Yes).into_iter().rev().find(|event| matches!(event.kind, EventKind::Taken(_)));
    assert!(taken.unwrap().text.contains("Manassas"), "after all that");
}

#[test]
fn s9_9_a_forts_level_is_told_when_it_changes() {
    let mut play = Play::new(&["manassas cs 2", "cs-1 @manassas 300 1 7"]);
    play.edit("cash-us 300").take(US, "fortify washington").take(US, "move us-3 front-royal");
    play.take(US, "cancel us-3").luck("the battle of", &[Yes]).seal();
    let forts = |events: &[Event]| -> Vec<String> {
        let changes = events.iter().filter_map(|event| match &event.kind {
            EventKind::MarkerChanged(change) => {
                let (place, label) = (event.place.as_ref().unwrap(), change.label.as_deref());
                Some(format!("{} {} {}", place.space, change.kind, label.unwrap_or("gone")))
            }
            _ => None,
        });
        changes.collect()
    };
    assert_eq!(forts(&play.events), ["washington fort-works 2"]);
    play.take(US, "move us-1 manassas").luck("the battle of", &[Yes]).seal();
    assert_eq!(forts(&play.events), ["manassas fort-works 1"]);
}

/// Under fog a reader is told how large an army is only where he sees it (house rule D).
#[test]
fn fog_covers_what_is_told_of_sizes() {
    let mut play = Play::with(&[], &[("the Union can recruit", &[No, No, Yes]), ("can recruit", &[Yes; 9])]);
    play.edit("fog true").edit("cash-us 900");
    // Cincinnati is next to nothing of the South's, Washington is next to Manassas.
    play.take(US, "recruit cincinnati").seal();
    let told = |seat: Option<Seat>| -> Vec<String> {
        let hears = |audience: &Audience| match audience {
            Audience::Everyone => true,
            Audience::Seats(seats) => seat.is_some_and(|seat| seats.contains(&seat)),
        };
        let heard = play.events.iter().filter(|event| hears(&event.audience));
        heard.filter(|event| event.text.contains("McClellan")).map(|event| event.text.clone()).collect()
    };
    assert_eq!(told(Some(CS)), ["McClellan's army in Cincinnati grows."]);
    assert_eq!(told(None), ["McClellan's army in Cincinnati grows."]);
    assert!(
        told(Some(US))
            .contains(&"McClellan's army in Cincinnati grows from 28,000 to 33,000 men.".to_owned())
    );
    let sized = |seat: Seat, unit: &str| {
        play.events.iter().any(|event| {
            matches!(event.kind, EventKind::UnitChanged(_))
                && event.units == [unit]
                && (event.audience == Audience::Everyone || event.audience == Audience::Seats(vec![seat]))
        })
    };
    assert!(sized(US, "us-2") && !sized(CS, "us-2"));
}

/// Dice and choices from a number.
struct Chancy(u64);

impl Chancy {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

impl Dice for Chancy {
    fn roll(&mut self, count: u8, sides: u8, _: &str) -> Vec<u8> {
        (0..count).map(|_| self.below(u64::from(sides)) as u8 + 1).collect()
    }
}

/// Every unit's place and size, and every fort.
fn board(view: &View) -> BTreeMap<String, String> {
    let size = |attributes: &[Attribute]| {
        let given = attributes.iter().find(|given| given.name == "size").map(|given| given.value.clone());
        match given {
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Text(text)) => text,
            other => panic!("{other:?}"),
        }
    };
    let units = view.units.iter().map(|unit| {
        let attributes = &unit.face.as_ref().unwrap().attributes;
        (unit.id.clone(), format!("{} {}", unit.place.space, size(attributes)))
    });
    let forts = view.markers.iter().filter(|marker| marker.kind == "fort-works");
    let forts = forts.map(|marker| (format!("fort {}", marker.place.space), marker.label.clone()));
    units.chain(forts).collect()
}

/// What the events make of a board, as somebody does who plays them one after the other.
fn carried_out(
    mut board: BTreeMap<String, String>,
    events: &[Event],
    seat: Option<Seat>,
) -> BTreeMap<String, String> {
    for event in events {
        let heard = match &event.audience {
            Audience::Everyone => true,
            Audience::Seats(seats) => seat.is_some_and(|seat| seats.contains(&seat)),
        };
        if !heard {
            continue;
        }
        match &event.kind {
            EventKind::Moved(way) => {
                let Some(was) = board.get_mut(&event.units[0]) else { continue };
                let size = was.split(' ').nth(1).unwrap().to_owned();
                *was = format!("{} {size}", way.last().unwrap().space);
            }
            EventKind::UnitChanged(change) => {
                let unit = &event.units[0];
                if *change == UnitChange::Gone {
                    board.remove(unit);
                } else if let Some(was) = board.get_mut(unit) {
                    let at = was.split(' ').next().unwrap().to_owned();
                    *was = format!("{at} {}", change_in_words(change));
                }
            }
            EventKind::MarkerChanged(change) => {
                let fort = format!("fort {}", event.place.as_ref().unwrap().space);
                match &change.label {
                    None => board.remove(&fort),
                    Some(level) => board.insert(fort, level.clone()),
                };
            }
            _ => {}
        }
    }
    board
}

/// Whoever plays the events of a turn one after the other has the board of its end, but for what is new on it.
#[test]
fn s18_2_10_the_events_of_a_turn_lead_to_its_end() {
    let (mut battles, mut turns) = (0, 0);
    for (seed, fog) in [(1, false), (2, false), (3, true), (4, false), (5, true), (6, false)] {
        let mut game =
            Hosted::<CwStrategy>::create(&position(&["events=true", "balance=1", "vary=true"])).unwrap();
        let mut luck = Chancy(seed);
        game.apply(US, "begin", &mut luck).unwrap();
        if fog {
            let fact = Attribute { name: "fog".to_owned(), value: Value::Flag(true) };
            game.edit(&[Change::Fact(fact)]).unwrap();
        }
        let mut before: Vec<_> = Vec::new();
        let mut seat = US;
        for _ in 0..20_000 {
            if game.outcome().is_some() {
                break;
            }
            if game.choice_count(seat) == 0 {
                seat = 1 - seat;
            }
            let readers = [Some(US), Some(CS), None];
            before.resize_with(3, BTreeMap::new);
            let weights = game.weights(seat, "regular");
            let all: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
            let mut lot = luck.below(all.max(1));
            let at = weights.iter().position(|&weight| {
                let here = lot < u64::from(weight);
                lot = lot.saturating_sub(u64::from(weight));
                here
            });
            let ids: Vec<String> = game
                .decisions()
                .into_iter()
                .filter(|decision| decision.seat == seat)
                .flat_map(|decision| decision.choices)
                .map(|choice| choice.id)
                .collect();
            let id = &ids[at.unwrap_or(0)];
            for (reader, board_before) in readers.iter().zip(&mut before) {
                *board_before = board(&game.view(*reader));
            }
            let turn = game.state().turn;
            let events = game.apply(seat, id, &mut luck).unwrap();
            if game.state().turn == turn {
                continue;
            }
            turns += 1;
            battles += game.state().history.iter().filter(|fought| fought.turn == turn).count();
            for (reader, board_before) in readers.iter().zip(&before) {
                let mut after = board(&game.view(*reader));
                // A new army, in a slot that one has left too, isn't on the board before.
                let left = |unit: &String| {
                    let gone = |event: &Event| match &event.kind {
                        EventKind::UnitChanged(change) => *change == UnitChange::Gone,
                        _ => false,
                    };
                    events.iter().any(|event| gone(event) && event.units.contains(unit))
                };
                after.retain(|unit, _| {
                    unit.starts_with("fort") || board_before.contains_key(unit) && !left(unit)
                });
                let played = carried_out(board_before.clone(), &events, *reader);
                if fog {
                    // What comes into sight or goes out of it isn't told; whatever is told is right.
                    let known = |boards: &BTreeMap<String, String>| -> Vec<String> {
                        boards.keys().cloned().collect()
                    };
                    assert_eq!(known(&played), known(&after), "seed {seed}, turn {turn}, {reader:?}");
                } else {
                    assert_eq!(played, after, "seed {seed}, turn {turn}, {reader:?}");
                }
            }
        }
    }
    assert!(turns > 20 && battles > 20, "{turns} turns, {battles} battles");
}
