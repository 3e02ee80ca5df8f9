//! §5: the set-up.

use muster_contract::{Audience, Event};

use crate::rules::position::*;

fn armies() -> Vec<String> {
    let kinds = [
        "infantry 3",
        "infantry 3",
        "infantry 2",
        "infantry 2",
        "infantry 2",
        "infantry 1",
        "cavalry 2",
        "cavalry 1",
        "artillery 1",
        "artillery 1",
    ];
    let army = |side: &str| {
        kinds.iter().enumerate().map(|(at, kind)| format!("{side}-{at} {kind}")).collect::<Vec<_>>()
    };
    [army("us"), army("cs")].concat()
}

fn field() -> String {
    board(
        "1:6:us-setup 2:6:us-setup 3:6:us-setup 7:6:cs-setup 8:6:cs-setup 9:6:cs-setup 10:2:cs-setup",
        &["1-2", "2-3", "1-7", "2-8", "3-9", "9-10"],
    )
}

pub fn begin() -> Play {
    let units = armies();
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    Play::begin(&position(&field(), &units, &[]), &[])
}

#[track_caller]
fn cubes(play: &mut Play, seat: u8, locales: &[&str]) {
    locales.iter().for_each(|locale| {
        play.take(seat, &format!("cube {locale}"));
    });
}

const CS_CUBES: [&str; 10] = ["7", "7", "7", "8", "8", "9", "9", "9", "10", "10"];
const US_CUBES: [&str; 10] = ["1", "1", "1", "1", "2", "2", "2", "2", "3", "3"];

/// Both have placed their cubes.
pub fn cubed() -> Play {
    let mut play = begin();
    cubes(&mut play, CS, &CS_CUBES);
    cubes(&mut play, US, &US_CUBES);
    play
}

#[track_caller]
fn place(play: &mut Play, seat: u8, units: &[(&str, &str)]) {
    for (unit, locale) in units {
        play.take(seat, &format!("take {unit}"));
        play.take(seat, &format!("put {locale}"));
    }
}

#[test]
fn s5_3_the_confederate_places_up_to_three_cubes_in_each_setup_locale_and_at_least_one() {
    let mut play = begin();
    assert_eq!(play.next_decision(), (CS, "place-cube".to_owned()));
    cubes(&mut play, CS, &["7", "7", "7"]);
    assert!(!play.lists(CS, "cube 7"), "three at most");
    assert!(play.explain(CS, "7").contains("No more than 3"));
    cubes(&mut play, CS, &["8", "8", "8", "9", "9"]);
    assert_eq!(play.ids(CS), ["cube 9", "cube 10"]);
    cubes(&mut play, CS, &["9"]);
    assert_eq!(play.ids(CS), ["cube 10"], "the last is needed in the locale that has none");
}

#[test]
fn s5_3_the_union_places_up_to_four_and_may_leave_locales_empty() {
    let mut play = begin();
    cubes(&mut play, CS, &CS_CUBES);
    assert_eq!(play.next_decision(), (US, "place-cube".to_owned()));
    cubes(&mut play, US, &["1", "1", "1", "1"]);
    assert_eq!(play.ids(US), ["cube 2", "cube 3"]);
    cubes(&mut play, US, &["2", "2", "2", "2", "3", "3"]);
    assert_eq!(play.next_decision(), (CS, "place-unit".to_owned()));
}

#[test]
fn s5_4_four_units_of_the_owners_choice_replace_cubes() {
    let mut play = cubed();
    place(&mut play, CS, &[("cs-0", "7"), ("cs-1", "7"), ("cs-8", "9")]);
    play.take(CS, "take cs-6");
    assert!(play.lists(CS, "cancel"));
    play.take(CS, "put 10");
    assert_eq!((play.at("cs-0"), play.next_decision()), ("7".to_owned(), (US, "place-unit".to_owned())));
    let cubes: Vec<String> = play
        .view(US)
        .markers
        .into_iter()
        .filter(|marker| marker.kind == "cube" && marker.side.as_deref() == Some("cs"))
        .map(|marker| format!("{} {}", marker.place.space, marker.label))
        .collect();
    assert_eq!(cubes, ["7 1", "8 2", "9 2", "10 1"]);
    assert!(!play.knows(Some(US), "cs-0"), "face down");
}

/// The texts that a seat hears of the last choice, and the units that it is told of.
fn heard(play: &Play, seat: u8) -> Vec<(String, Vec<String>)> {
    let hears = |event: &&Event| match &event.audience {
        Audience::Everyone => true,
        Audience::Seats(seats) => seats.contains(&seat),
    };
    play.events.iter().filter(hears).map(|event| (event.text.to_lowercase(), event.units.clone())).collect()
}

#[test]
fn s5_4_what_the_opponent_hears_of_a_unit_that_is_placed_is_only_where_it_stands() {
    let mut play = cubed();
    play.take(CS, "take cs-0");
    assert_eq!(heard(&play, US), [], "nothing while it is in the hand");
    assert_eq!(heard(&play, CS).len(), 1);
    play.take(CS, "cancel");
    assert_eq!(heard(&play, US), [], "nor if it is laid back");
    // Whatever is placed, he hears the same of it.
    let put = |unit: &str| {
        let mut play = cubed();
        play.take(CS, &format!("take {unit}"));
        play.take(CS, "put 7");
        (heard(&play, US), heard(&play, CS))
    };
    let (told, own) = put("cs-0");
    let [(text, units)] = &told[..] else { panic!("one event: {told:?}") };
    assert!(text.contains("placed in 7") && !text.contains("infantry") && !text.contains("cs-0"), "{text}");
    assert!(units.iter().all(|unit| unit.starts_with('?')), "{units:?}");
    assert!(own[0].0.contains("infantry") && own[0].1 == ["cs-0"], "{own:?}");
    let token =
        |heard: &[(String, Vec<String>)]| heard[0].0.replace(|letter: char| letter.is_ascii_digit(), "");
    for unit in ["cs-3", "cs-7", "cs-9"] {
        assert_eq!(token(&put(unit).0), token(&told), "{unit}");
    }
}

#[test]
fn s5_6_to_8_nobody_hears_which_unit_was_drawn_blindly() {
    let mut play = chosen();
    play.take(US, "draw 7");
    for seat in [US, CS] {
        let told = heard(&play, seat);
        assert!(told.iter().any(|(text, _)| text.contains("placed in 7")), "{told:?}");
        for (text, units) in told {
            assert!(
                !["infantry", "cavalry", "artillery", "cs-"].iter().any(|word| text.contains(word)),
                "{text}"
            );
            assert!(units.iter().all(|unit| unit.starts_with('?')), "{units:?}");
        }
    }
}

/// Steps 3 to 5 are done.
pub fn chosen() -> Play {
    let mut play = cubed();
    place(&mut play, CS, &[("cs-0", "7"), ("cs-1", "8"), ("cs-2", "9"), ("cs-3", "10")]);
    place(&mut play, US, &[("us-0", "1"), ("us-1", "2"), ("us-2", "3"), ("us-3", "1")]);
    play
}

#[test]
fn s5_6_to_8_each_places_four_of_the_others_units_and_nobody_knows_which() {
    let mut play = chosen();
    assert_eq!(play.next_decision(), (US, "place-blindly".to_owned()));
    assert!(
        !play.knows(Some(US), "us-4") && !play.knows(Some(CS), "cs-4"),
        "face blind: not even their owner"
    );
    assert!(play.knows(Some(US), "us-0"), "who was placed is not");
    assert_eq!(play.ids(US), ["draw 7", "draw 8", "draw 9", "draw 10"], "the Confederate's cubes");
    for locale in ["7", "7", "8", "9"] {
        play.take(US, &format!("draw {locale}"));
    }
    assert_eq!(play.next_decision(), (CS, "place-blindly".to_owned()));
    let in_7 = play.view(CS).units.into_iter().filter(|unit| unit.place.space == "7");
    assert_eq!(in_7.filter(|unit| unit.face.is_none()).count(), 2, "two that he can't identify");
}

#[test]
fn s5_9_to_12_owners_look_again_place_the_rest_and_draw_their_hands() {
    let mut play = chosen();
    for locale in ["7", "7", "8", "9"] {
        play.take(US, &format!("draw {locale}"));
    }
    for locale in ["1", "2", "2", "3"] {
        play.take(CS, &format!("draw {locale}"));
    }
    assert_eq!(play.next_decision(), (CS, "place-unit".to_owned()));
    let known = play
        .view(CS)
        .units
        .into_iter()
        .filter(|unit| unit.side.as_deref() == Some("cs") && unit.face.is_some());
    assert_eq!(known.count(), 8, "all of them on the map: four chosen, four drawn");
    for seat in [CS, US] {
        while play.next_decision() == (seat, "place-unit".to_owned()) {
            let id = play.ids(seat)[0].clone();
            play.take(seat, &id);
        }
    }
    assert_eq!(play.next_decision(), (US, "play-cards".to_owned()));
    let places = |side: &str| {
        let units = play.view(US).units.into_iter().filter(|unit| unit.side.as_deref() == Some(side));
        let mut places: Vec<u8> = units.map(|unit| unit.place.space.parse().unwrap()).collect();
        places.sort_unstable();
        places
    };
    assert_eq!(places("cs"), [7, 7, 7, 8, 8, 9, 9, 9, 10, 10]);
    assert_eq!(places("us"), [1, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
    assert!(play.view(US).markers.iter().all(|marker| marker.kind != "cube"));
}

#[test]
fn s5_a_scenario_that_places_the_units_has_no_set_up() {
    let play = Play::begin(&position(&field(), &["us-a infantry 1 @1", "cs-a infantry 1 @9"], &[]), &[]);
    assert_eq!(play.next_decision().1, "play-cards");
}

#[test]
fn seats_change_sides_before_the_set_up() {
    // As a rule does with the bids for an army before the set-up: the kit calls this when a rule moves seats.
    use muster_sdk::{Rules, Scripts};
    let position = position(&field(), &["us-a infantry 1 @1", "cs-a infantry 1 @9"], &[]);
    let world = bull_run::BullRun::read_world(&position).unwrap();
    let mut game = bull_run::BullRun::start(muster_sdk::Shared::new(world), &position).unwrap();
    game.reseat(&["cs".to_owned(), "us".to_owned()]).unwrap();
    assert_eq!(game.sides_of_seats(), ["cs", "us"]);
    assert_eq!(game.seat_of(bull_run::Side::Us), 1);
    assert!(game.reseat(&["cs".to_owned(), "cs".to_owned()]).is_err());
}
