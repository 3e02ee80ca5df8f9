//! The lesson: one theater, two turns, and a note for every kind of decision that comes up.

use std::collections::BTreeSet;

use muster_sdk::play;
use us_civil_war::Side;
use us_civil_war::charts::Card;
use us_civil_war::state::{Intake, Post, Step, UsCivilWar};
use us_civil_war::world::Theater;

use crate::rules::playouts::{Numbers, lively};
use crate::rules::position::*;

const TEXT: &str = include_str!("../../../../../scenarios/us-civil-war-lesson/scenario.rhai");

/// Everything stands in the West, and stays there.
fn is_in_the_west(game: &UsCivilWar) -> bool {
    let west = |at| game.world.space(at).theater == Some(Theater::West);
    let units = game.laid().filter(|(_, spot)| spot.force.is_some() || spot.militia.is_some());
    let general = |general| match game.officers[general].post {
        Post::Map(at) => west(at),
        _ => true,
    };
    units.map(|(space, _)| space).all(west) && game.world.generals.all().all(general)
}

/// No Action Point, card or new SP comes for a theater out of play.
fn deals_for_the_west_alone(game: &UsCivilWar) -> bool {
    let others = [Theater::East, Theater::TransMississippi];
    let card = |card| Side::ALL.into_iter().any(|side| game.holds_card(side, card) > 0);
    let waiting = match game.frames.step() {
        Step::Intake { side: Side::Us, what: Intake::New, left: [east, ..], .. } => east > 0,
        Step::Intake { side: Side::Cs, what: Intake::New, left, .. } => {
            others.iter().any(|&theater| left[theater as usize] > 0)
        }
        _ => false,
    };
    others.iter().all(|&theater| game.points.theaters[theater as usize] == 0)
        && !card(Card::East)
        && !card(Card::TransMississippi)
        && !waiting
}

/// §4.1: the Union has the first Action Phase, whichever die is the higher, and nothing has moved before its first decision; afterwards the
/// dice say.
#[test]
fn the_lesson_begins_with_the_union() {
    let mut second = BTreeSet::new();
    for seed in 0..12 {
        let mut play: play::Play<UsCivilWar, Numbers> =
            play::Play::begin(&set_up("us-civil-war-lesson"), Numbers(seed));
        let [us, cs] = play.game.state().initiative;
        assert!(us > cs, "game {seed}: {us} and {cs}");
        assert_eq!(play.game.state().difference, us - cs);
        for (number, seat) in [US, CS].into_iter().enumerate() {
            assert_eq!(play.next_decision(), (seat, "action".to_owned()), "game {seed}, decision {number}");
            play.take(seat, "end-actions");
        }
        second.insert(play.game.state().first.id());
    }
    assert_eq!(second.len(), 2, "either side goes first in the second Action Phase");
}

/// Every decision that games of chance come to has its note, with a section of the rulebook, and nobody leaves the theater.
#[test]
fn the_lesson_explains_each_decision() {
    let kind = |line: &str| line.trim().strip_prefix("decision: \"")?.split('"').next().map(str::to_owned);
    let explained: BTreeSet<String> = TEXT.lines().filter_map(kind).collect();
    assert_eq!(TEXT.matches("cite: \"").count(), TEXT.matches("note(#{").count());
    let mut asked = BTreeSet::new();
    for seed in 0..12 {
        let mut numbers = Numbers(seed);
        let mut play: play::Play<UsCivilWar, Numbers> =
            play::Play::begin(&set_up("us-civil-war-lesson"), Numbers(seed + 100));
        for _ in 0..3_000 {
            if play.outcome().is_some() {
                break;
            }
            let (seat, kind) = play.next_decision();
            asked.insert(kind.to_owned());
            let ids = play.ids(seat);
            let id = if seed % 2 == 0 { lively(&ids, &mut numbers) } else { &ids[numbers.below(ids.len())] };
            let id = id.clone();
            play.take(seat, &id);
            assert!(is_in_the_west(play.game.state()), "game {seed}: {id}");
            assert!(deals_for_the_west_alone(play.game.state()), "game {seed}: {id}");
        }
        assert!(play.outcome().is_some(), "game {seed} doesn't end");
    }
    let unexplained: Vec<&String> = asked.difference(&explained).collect();
    assert!(unexplained.is_empty(), "{unexplained:?}");
    assert!(asked.len() > 15, "{asked:?}");
}
