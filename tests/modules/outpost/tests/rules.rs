//! The rules, each test named after its paragraph: a position, what is chosen, and what must come of it.
#![allow(missing_docs, clippy::unwrap_used, reason = "tests, whose names say it")]

use std::ops::{Deref, DerefMut};

use muster_conformance::scenario;
use muster_contract::{Attribute, Change, Event, OddsRows, Seat, Target, Value};
use muster_sdk::play::{self, Arranged};
use muster_sdk::{Native, place};
use outpost::{Outpost, Side};

const BLUE: Seat = 0;
const GRAY: Seat = 1;

/// A game that has begun. Dice fall on their highest face unless they are arranged: then blocks that are mixed stay where they
/// are, and of the cards the last is drawn, which is no volley.
struct Play(play::Play<Outpost>);

impl Deref for Play {
    type Target = play::Play<Outpost>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Play {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Play {
    fn new(options: &[(&str, Value)], dice: &[(&'static str, &[u8])]) -> Self {
        let module = Native::<Outpost>::new("outpost");
        let mut position = scenario(&module, env!("CARGO_MANIFEST_DIR"), "outpost-first-light");
        for (name, value) in options {
            let given = Attribute { name: (*name).to_owned(), value: value.clone() };
            position.setup.facts.retain(|fact| fact.name != *name);
            match value {
                Value::Number(_) => position.setup.facts.push(given),
                _ => position.setup.options.push(given),
            }
        }
        let mut arranged = Arranged::else_highest();
        for (reason, faces) in dice {
            arranged.arrange(reason, faces);
        }
        Self(play::Play::begin(&position, arranged))
    }

    /// A game with only these blocks, where they are wanted; it is Gray's turn.
    fn with(blocks: &[(&str, &str)], dice: &[(&'static str, &[u8])]) -> Self {
        let mut play = Self::new(&[], dice);
        let all: Vec<String> = play.game.world().units.rows().map(|unit| unit.id.clone()).collect();
        let wanted = |id: &String| blocks.iter().any(|(block, _)| block == id);
        for unit in all.iter().filter(|id| !wanted(id)) {
            play.remove(unit);
        }
        for (unit, space) in blocks {
            play.edit(Change::Place(((*unit).to_owned(), place(space))));
        }
        play
    }

    /// A unit marches.
    #[track_caller]
    fn march(&mut self, seat: Seat, unit: &str, to: &str) -> Vec<Event> {
        self.take(seat, &format!("order {unit}")).take(seat, &format!("to {to}")).events.clone()
    }

    /// Where a block is that the seat can identify.
    fn place_of(&self, seat: Seat, unit: &str) -> Option<String> {
        let units = self.view(seat).units;
        units.into_iter().find(|seen| seen.id == unit).map(|seen| seen.place.space)
    }

    fn points(&self, side: Side) -> String {
        self.view(BLUE).panels[1].rows[side as usize].figure.clone()
    }
}

fn flag(name: &str) -> (&str, Value) {
    (name, Value::Flag(true))
}

#[test]
fn a1_one_block_fits_a_space() {
    let mut play = Play::with(&[("gray-ames", "0406"), ("gray-crane", "0506"), ("blue-carter", "0502")], &[]);
    play.take(GRAY, "order gray-ames");
    assert!(play.lists(GRAY, "to 0505") && !play.lists(GRAY, "to 0506"));
    let why = play.explain(GRAY, &Target::Space("0506".to_owned()));
    assert_eq!(why.last().unwrap().citation.as_deref(), Some("A1"));
    assert!(play.lists(GRAY, "to gray-camp"), "any number fit the camp");
}

#[test]
fn a2_the_kinds_march_and_fight_differently() {
    let play = Play::new(&[], &[]);
    let units = play.view(BLUE).units.into_iter().filter_map(|unit| unit.face);
    let mut seen: Vec<_> = units.map(|face| (face.symbol, face.strength)).collect();
    seen.sort();
    let infantry = |strength| ("infantry".to_owned(), Some(strength));
    let others = [("cavalry".to_owned(), Some(2)), ("train".to_owned(), None)];
    assert_eq!(seen, [&others[..1], &[infantry(2), infantry(2), infantry(3)], &others[1..]].concat());
}

#[test]
fn a3_blocks_stand_mixed_with_their_faces_to_their_owner() {
    let play = Play::new(&[], &[("where blue's blocks stand", &[1])]);
    assert_eq!(play.place_of(BLUE, "blue-sutler").as_deref(), Some("0502"), "mixed: the depot was Carter's");
    let view = play.view(GRAY);
    let seen = |face: bool| view.units.iter().filter(|unit| unit.face.is_some() == face).count();
    assert_eq!((seen(true), seen(false)), (6, 5), "six of its own, five of the enemy's");
    assert!(play.game.view(None).units.iter().all(|unit| unit.face.is_none() && unit.id.starts_with('?')));
    let play = Play::new(&[flag("open-blocks")], &[]);
    assert!(play.view(GRAY).units.iter().all(|unit| unit.face.is_some()));
}

#[test]
fn a4_a_card_is_drawn_for_its_owners_eyes() {
    let play = Play::new(&[], &[("Blue draws a card", &[1, 6])]);
    let hand = |seat| {
        let cards = play.view(seat).cards.into_iter().filter(|card| card.side.as_deref() == Some("blue"));
        cards.map(|card| (card.id, card.face.is_some())).collect::<Vec<_>>()
    };
    assert_eq!(hand(BLUE), [("volley-1".to_owned(), true), ("spyglass-7".to_owned(), true)]);
    assert_eq!(hand(GRAY), [("blue-card-1".to_owned(), false), ("blue-card-2".to_owned(), false)]);
}

#[test]
fn b1_gray_gives_its_orders_first_in_each_of_the_turns() {
    let mut play = Play::new(&[("turns", Value::Number(2))], &[]);
    for turn in 1..=2 {
        assert_eq!(play.view(BLUE).turn.number, turn);
        play.take(GRAY, "end-orders");
        play.take(BLUE, "end-orders");
    }
    assert!(play.game.outcome().is_some() && play.game.decisions().is_empty());
}

#[test]
fn c1_three_orders_each_to_another_block() {
    let mut play = Play::new(&[], &[("Gray draws a card", &[1, 1, 1])]);
    play.march(GRAY, "gray-ames", "0505");
    assert!(!play.lists(GRAY, "order gray-ames"));
    play.take(GRAY, "order gray-boone");
    play.take(GRAY, "cancel");
    play.march(GRAY, "gray-boone", "0305");
    play.march(GRAY, "gray-crane", "0307");
    assert_eq!(
        play.next_decision(),
        (GRAY, "order".to_owned()),
        "Blue may not learn that it holds only volleys"
    );
    assert_eq!(play.ids(GRAY), ["end-orders"]);
}

#[test]
fn c2_woods_and_the_creek_cost_a_point_more_and_a_road_none() {
    let blocks =
        [("gray-ames", "0705"), ("gray-boone", "0505"), ("gray-drake", "0305"), ("blue-carter", "0901")];
    let mut play = Play::with(&blocks, &[]);
    play.take(GRAY, "order gray-ames");
    assert!(play.lists(GRAY, "to 0706"), "woods for two");
    assert!(play.lists(GRAY, "to 0604"), "over the creek for two");
    play.take(GRAY, "cancel");
    play.take(GRAY, "order gray-boone");
    assert!(!play.lists(GRAY, "to 0404"), "over the creek into woods would be three");
    assert!(play.lists(GRAY, "to 0503"), "over the bridge for two");
    play.take(GRAY, "cancel");
    play.take(GRAY, "order gray-drake");
    assert!(play.lists(GRAY, "to 0304") && play.lists(GRAY, "to 0502"), "by road to the depot for four");
}

#[test]
fn c3_who_rides_shows_its_face() {
    let mut play = Play::with(&[("gray-drake", "0305"), ("blue-carter", "0901")], &[]);
    play.march(GRAY, "gray-drake", "0403");
    assert_eq!(play.place_of(BLUE, "gray-drake"), None, "two points tell nothing");
    play.take(GRAY, "end-orders");
    play.take(BLUE, "end-orders");
    play.march(GRAY, "gray-drake", "0307");
    assert_eq!(play.place_of(BLUE, "gray-drake").as_deref(), Some("0307"));
}

#[test]
fn c4_cards_for_orders() {
    // Of the ten cards left Gray draws the eighth, a spyglass; then the last, which are double-quicks.
    let mut play = Play::new(&[], &[("Gray draws a card", &[8])]);
    play.take(GRAY, "play double-quick-10");
    assert_eq!(play.view(GRAY).panels[0].rows[0].left, 4);
    play.take(GRAY, "play spyglass-8");
    let looks = play.ids(GRAY);
    assert_eq!((looks.len(), play.next_decision()), (5, (GRAY, "look".to_owned())));
    play.take(GRAY, &looks[0]);
    let seen = |seat: Option<Seat>| {
        let units = play.game.view(seat).units;
        units.iter().filter(|unit| unit.id.starts_with("blue") && unit.face.is_some()).count()
    };
    assert_eq!((seen(Some(GRAY)), seen(Some(BLUE)), seen(None)), (1, 5, 0));
}

#[test]
fn d1_blocks_that_meet_are_turned_face_up() {
    let mut play = Play::with(&[("gray-ames", "0404"), ("blue-doyle", "0403")], &[]);
    assert_eq!(play.place_of(GRAY, "blue-doyle"), None);
    play.march(GRAY, "gray-ames", "0403");
    assert_eq!(play.place_of(GRAY, "blue-doyle").as_deref(), Some("0403"));
    assert_eq!(play.place_of(BLUE, "gray-ames").as_deref(), Some("0403"));
}

#[test]
fn d2_wagons_that_are_met_are_lost_and_attack_nobody() {
    let blocks =
        [("gray-ames", "0505"), ("gray-miller", "0404"), ("blue-sutler", "0403"), ("blue-carter", "0901")];
    let mut play = Play::with(&blocks, &[]);
    play.take(GRAY, "order gray-miller");
    assert!(!play.lists(GRAY, "to 0403"));
    play.take(GRAY, "cancel");
    play.edit(Change::Place(("gray-ames".to_owned(), place("0303"))));
    play.march(GRAY, "gray-ames", "0403");
    assert_eq!(play.place_of(BLUE, "blue-sutler"), None);
    assert_eq!(play.place_of(BLUE, "gray-ames").as_deref(), Some("0403"));
}

#[test]
fn d3_whoever_holds_cards_is_asked_and_a_volley_brings_two_dice() {
    let dice: [(&str, &[u8]); 2] = [("Blue draws a card", &[1, 1]), ("fires", &[1, 1, 1, 5, 1, 1, 1])];
    let mut play = Play::with(&[("gray-ames", "0404"), ("blue-doyle", "0403")], &dice);
    play.march(GRAY, "gray-ames", "0403");
    assert_eq!(play.next_decision(), (GRAY, "volley".to_owned()));
    assert_eq!(play.ids(GRAY), ["hold-fire"], "it has no volley, which the question doesn't tell");
    play.take(GRAY, "hold-fire");
    assert_eq!(play.next_decision(), (BLUE, "volley".to_owned()));
    let fired = play.take(BLUE, "play volley-1").events.clone();
    let dice = |who: &str| {
        let rolls = fired.iter().filter_map(|event| match &event.kind {
            muster_contract::EventKind::Rolled(roll) if roll.reason.contains(who) => Some(roll.dice.len()),
            _ => None,
        });
        rolls.sum::<usize>()
    };
    assert_eq!((dice("Ames"), dice("Doyle")), (3, 4));
}

/// Ames's three dice against Doyle's two, at this place, fall like this; where both are then, and their losses.
#[track_caller]
fn fight(at: &str, from: &str, faces: &'static [u8]) -> [Option<(String, u8)>; 2] {
    let mut play =
        Play::with(&[("gray-ames", from), ("blue-doyle", at), ("blue-carter", "0901")], &[("fires", faces)]);
    play.march(GRAY, "gray-ames", at);
    play.take(GRAY, "hold-fire");
    play.take(BLUE, "hold-fire");
    ["gray-ames", "blue-doyle"].map(|id| {
        let unit = play.view(BLUE).units.into_iter().find(|unit| unit.id == id)?;
        let strength = if id == "gray-ames" { 3 } else { 2 };
        Some((unit.place.space, strength - unit.face?.strength?))
    })
}

fn there(space: &str, losses: u8) -> Option<(String, u8)> {
    Some((space.to_owned(), losses))
}

#[test]
fn d4_five_and_six_hit_and_in_cover_only_six() {
    assert_eq!(fight("0303", "0202", &[5, 4, 4, 6, 4]), [there("0202", 1), there("0303", 1)]);
    assert_eq!(fight("0304", "0303", &[5, 6, 5, 4, 4]), [there("0304", 0), there("blue-camp", 1)], "a post");
    assert_eq!(fight("0404", "0403", &[5, 5, 5, 4, 5]), [there("0403", 1), there("0404", 0)], "woods");
}

#[test]
fn d5_whoever_is_hit_more_often_goes_back() {
    assert_eq!(fight("0303", "0202", &[5, 4, 4, 4, 4]), [there("0303", 0), there("blue-camp", 1)]);
    assert_eq!(fight("0303", "0202", &[4, 4, 4, 4, 4]), [there("0202", 0), there("0303", 0)], "equal hits");
    assert_eq!(fight("0303", "0202", &[5, 5, 4, 5, 5]), [there("0303", 2), None], "the place is free");
    assert_eq!(fight("0303", "0202", &[5, 5, 5, 5, 5]), [there("0303", 2), None]);
}

#[test]
fn v1_posts_and_lost_blocks_count() {
    let mut play = Play::new(&[], &[]);
    assert_eq!((play.points(Side::Blue), play.points(Side::Gray)), ("7".to_owned(), "0".to_owned()));
    play.edit(Change::Remove("blue-doyle".to_owned()));
    play.edit(Change::Place(("gray-boone".to_owned(), place("0305"))));
    play.march(GRAY, "gray-boone", "0304");
    assert_eq!((play.points(Side::Blue), play.points(Side::Gray)), ("5".to_owned(), "3".to_owned()));
}

#[test]
fn v2_the_more_points_the_clearer_the_victory() {
    let ends = |posts: &[&str]| {
        let mut play = Play::new(&[("turns", Value::Number(1))], &[]);
        for (unit, post) in ["gray-ames", "gray-boone", "gray-crane"].into_iter().zip(posts) {
            let there = play.view(BLUE).units.into_iter().find(|unit| unit.place.space == *post).unwrap();
            play.edit(Change::Place((there.id, place("blue-camp"))));
            play.edit(Change::Place((unit.to_owned(), place(post))));
        }
        play.take(GRAY, "end-orders");
        play.take(BLUE, "end-orders");
        let outcome = play.game.outcome().unwrap();
        (outcome.winner.unwrap_or_default(), outcome.degree)
    };
    let won = |side: &str, degree: &str| (side.to_owned(), degree.to_owned());
    assert_eq!(ends(&[]), won("blue", "decisive"), "7 to 0");
    assert_eq!(ends(&["0304"]), won("blue", "clear"), "5 to 2");
    assert_eq!(ends(&["0502"]), won("blue", "narrow"), "4 to 3");
    assert_eq!(ends(&["0502", "0304"]), won("gray", "clear"), "2 to 5");
}

#[test]
fn v3_a_side_with_nobody_left_to_fight_is_beaten() {
    let blocks =
        [("gray-ames", "0404"), ("gray-miller", "0506"), ("blue-doyle", "0403"), ("blue-sutler", "0901")];
    let mut play = Play::with(&blocks, &[("fires", &[6, 6, 1, 1, 1])]);
    play.march(GRAY, "gray-ames", "0403");
    play.take(GRAY, "hold-fire");
    play.take(BLUE, "hold-fire");
    let outcome = play.game.outcome().unwrap();
    assert_eq!((outcome.winner.as_deref(), outcome.degree.as_str()), (Some("gray"), "decisive"));
    assert_eq!(outcome.reasons[0].citation.as_deref(), Some("V3"));
}

#[test]
fn odds_reckon_with_every_block_that_may_be_there() {
    let chances = |blocks: &[(&str, &str)]| {
        let mut play = Play::with(blocks, &[]);
        play.take(GRAY, "order gray-ames");
        play.game.odds(GRAY, "to 0403").remove(0).rows
    };
    let men = [("gray-ames", "0404"), ("blue-doyle", "0403")];
    let with_wagons = [men[0], men[1], ("blue-sutler", "0901")];
    let (certain, either) = (chances(&men), chances(&with_wagons));
    // Alone it can only be Doyle, and only the dice decide; else it may be wagons, and they are always taken.
    let certain = certain.exact().expect("nothing is unknown");
    assert!(certain[0].of * 3 > certain[0].out_of, "{certain:?}");
    let OddsRows::Range(either) = either else { panic!("a block that stands face down decides: {either:?}") };
    let share = |of: u64, out_of: u64| of * 1000 / out_of;
    for (row, sure) in either.iter().zip(certain) {
        let wagons = if row.label == "it takes the place" { 1000 } else { 0 };
        let doyle = share(sure.of, sure.out_of);
        let ends = [doyle.min(wagons), doyle.max(wagons)];
        assert_eq!([row.least, row.most].map(|of| share(of, row.out_of)), ends, "{}", row.label);
    }
    assert_eq!(either.len(), 3);
}
