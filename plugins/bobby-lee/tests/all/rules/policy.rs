//! What a player thinks of his choices at first sight (`src/policy`), where the rules give him reason to.

use muster_contract::Seat;

use crate::rules::position::*;

/// How much more a choice weighs than another, as a share of both.
#[track_caller]
fn prefers(play: &mut Play, seat: Seat, one: &str, other: &str) -> bool {
    let ids = play.ids(seat);
    let weights = play.game.weights(seat, "regular");
    let of = |wanted: &str| {
        let at = ids.iter().position(|id| id == wanted);
        weights[at.unwrap_or_else(|| panic!("{wanted} is not among {ids:?}"))]
    };
    of(one) > of(other)
}

/// Three divisions of so many steps attack three of three steps; the Union's first retreat is asked for.
fn attacked_with(steps: u8) -> Play {
    let ours = ["us-a", "us-b", "us-c"].map(|unit| format!("{unit} infantry {steps} @0303"));
    let mut units = vec!["us-l leader 4 c1 f1 s1 4 @0303"];
    units.extend(ours.iter().map(String::as_str));
    units.extend(["cs-a infantry 3 @0403", "cs-b infantry 3 @0403", "cs-c infantry 3 @0403"]);
    let mut play = Play::with(&units, &[("year", 1861)]);
    play.open(US, "activate us-l");
    play.all(US, "pick us-a, to 0403, pick us-b, to 0403, pick us-c, to 0403, end-moves, end-moves");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-center, pick cs-c, post cs-right");
    play.all(US, "pick us-a, post us-left, pick us-b, post us-center, pick us-c, post us-right");
    play
}

#[test]
fn s6_3_who_is_beaten_before_he_begins_goes_and_who_is_not_stays() {
    // What stands upright counts as two steps.
    assert!(prefers(&mut attacked_with(1), US, "pick us-a", "end-retreat"), "three steps against six");
    assert!(prefers(&mut attacked_with(3), US, "end-retreat", "pick us-a"), "nine against six");
}

#[test]
fn s4_5_only_who_is_far_outnumbered_pays_a_point_for_a_draft() {
    for (blocks, called) in [(1, false), (12, true)] {
        let ours: Vec<String> = (0..blocks).map(|number| format!("us-i{number} infantry 2 @0402")).collect();
        let mut units: Vec<&str> = ours.iter().map(String::as_str).collect();
        units.extend([
            "us-l leader 3 c1 f1 s1 3 @0402",
            "cs-a infantry 3 @0405",
            "cs-p infantry",
            "cs-q infantry",
        ]);
        let mut play = Play::quarter(&units, &[("year", 1861)]);
        play.take(US, "end-replacements");
        play.take(CS, "end-replacements");
        assert_eq!(play.next_decision(), (CS, "draft".to_owned()));
        assert_eq!(prefers(&mut play, CS, "draft", "no-draft"), called, "{blocks} blocks");
    }
}
