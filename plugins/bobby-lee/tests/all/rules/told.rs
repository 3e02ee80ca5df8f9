//! Why something can't be chosen: the true reason, with its section.

use muster_contract::{Seat, Target};

use crate::rules::battle::{attack_on, turn_over};
use crate::rules::fire::woods;
use crate::rules::position::*;

#[track_caller]
pub fn why(play: &Play, seat: Seat, target: &Target) -> String {
    let last = play.explain(seat, target).pop().unwrap();
    format!("{} ({})", last.text, last.citation.unwrap_or_default())
}

pub fn unit(id: &str) -> Target {
    Target::Unit(id.to_owned())
}

pub fn space(id: &str) -> Target {
    Target::Space(id.to_owned())
}

fn button(id: &str) -> Target {
    Target::Button(id.to_owned())
}

/// The hexside between two hexes.
pub fn hexside(play: &Play, from: &str, to: &str) -> Vec<String> {
    let world = play.game.world();
    let (from, to) = (world.find(from).unwrap(), world.find(to).unwrap());
    let way = world.hex(from).ways.iter().find(|way| way.to == to).unwrap();
    let id = world.atlas.edge_name(way.edge).to_owned();
    let lines = play.explain(US, &Target::Edge(id));
    lines.into_iter().map(|line| format!("{} ({})", line.text, line.citation.unwrap_or_default())).collect()
}

#[test]
fn s5_41_a_bare_river_is_crossed_on_pontoons_and_a_mountain_by_nobody() {
    let units = ["us-s supreme 4 f1 s1 4 @0402", "us-a infantry 2 @0302", "cs-z infantry 3 @0405"];
    let mut play = Play::first(&units, US, "activate-supreme us-s");
    let river = &hexside(&play, "0302", "0303")[0];
    assert!(river.contains("pontoon") && river.ends_with("(5.41)"), "{river}");
    assert!(hexside(&play, "0204", "0304")[0].starts_with("Nobody crosses here."));
    // It can be bridged now, so that nothing is wrong with it; three more moves and one is left for two.
    play.take(US, "pick us-a");
    assert!(play.lists(US, "pontoon 0303"));
    let mut play = Play::with(&units, &[("quarter", 4)]);
    play.open(US, "activate-supreme us-s");
    play.take(US, "pick us-a");
    let why = why(&play, US, &space("0303"));
    assert_eq!(why, "A river without a crossing: in mud there are no pontoon bridges. (5.41)");
}

#[test]
fn s5_41_a_pontoon_bridge_is_refused_for_want_of_moves_or_for_a_hostile_port() {
    let units = ["us-s supreme 4 f1 s1 2 @0402", "us-a infantry 2 @0302", "us-b infantry 2 @0302"];
    let more = ["us-c cavalry 2 @0402", "cs-z infantry 3 @0405"];
    let mut play = Play::first(&[&units[..], &more].concat(), US, "activate-supreme us-s");
    play.take(US, "pick us-c");
    let reason = why(&play, US, &space("0503"));
    assert!(reason.contains("a port of the river is the enemy's. (5.41)"), "{reason}");
    play.all(US, "cancel, pick us-c, rail 0401, pick us-a");
    assert!(why(&play, US, &space("0303")).contains("takes 2 strategic moves, 1 left. (5.41)"));
}

/// us-a, us-g and us-c attack cs-a, cs-g and cs-b at Manassas; us-x waits at Washington, cs-x at Winchester.
fn field(facts: &[(&str, i32)]) -> Play {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0303",
        "us-a infantry 3 @0303",
        "us-g artillery 3 @0303",
        "us-c infantry 3 @0303",
        "us-d infantry 3 @0303",
        "cs-a infantry 3 @0403",
        "cs-b infantry 3 @0403",
        "cs-g artillery 3 @0403",
        "cs-x infantry 3 @0503",
        "us-y infantry 3 @0302",
    ];
    let mut play = Play::with(&units, facts);
    play.open(US, "activate us-l");
    attack_on(&mut play, "us-a us-g us-c us-d");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    play.all(US, "pick us-a, post us-left, pick us-g, post us-center, pick us-c, post us-right");
    play.all(US, "pick us-d, post us-center, end-retreat");
    play
}

#[test]
fn s6_61_a_gun_is_silent_for_a_reason() {
    let mut play = field(&[("year", 1861)]);
    play.take(US, "pick us-g");
    assert!(play.lists(US, "bombard"));
    assert_eq!(why(&play, US, &button("fire")), "It isn't engaged. (6.6)");
    assert_eq!(why(&play, US, &button("melee")), "Only infantry goes into a melee. (6.64)");
    assert_eq!(why(&play, US, &unit("us-g")), "It has been picked. (6.6)");
    assert_eq!(why(&play, US, &unit("us-a")), "Another unit has been picked. (6.6)");
    play.all(US, "cancel, pick us-d, engage cs-center, pick us-g");
    let reason = "Friends are engaged in the position opposite: guns don't fire into it. (6.61)";
    assert_eq!(why(&play, US, &button("bombard")), reason);
    assert_eq!(why(&play, US, &unit("us-g")), reason);
    play.take(US, "cancel");
    let lines = play.explain(US, &unit("us-g"));
    assert!(lines.iter().any(|line| reason.starts_with(&line.text)), "before it is picked too: {lines:?}");
}

#[test]
fn s6_6_in_reserve_and_opposite_an_empty_position_guns_are_silent() {
    let mut play = field(&[("year", 1861)]);
    play.all(US, "pick us-g, reserve");
    turn_over(&mut play, US);
    play.all(CS, "pick cs-g, reserve");
    turn_over(&mut play, CS);
    play.take(US, "pick us-g");
    assert_eq!(why(&play, US, &button("bombard")), "From the reserve nobody fires. (6.6)");
    assert!(why(&play, US, &space("cs-center")).starts_with("From the reserve only infantry and cavalry"));
    play.take(US, "post us-center");
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.take(US, "pick us-g");
    assert_eq!(why(&play, US, &button("bombard")), "Nobody stands in the position opposite. (6.61)");
    assert_eq!(why(&play, US, &space("cs-reserve")), "Nobody goes into the enemy's reserve. (6.5)");
    assert_eq!(why(&play, US, &space("cs-left")), "Nobody moves or fires sideways. (6.5)");
}

#[test]
fn s6_66_in_a_forest_guns_are_silent_at_long_range() {
    let mut play = woods();
    play.take(CS, "pick cs-g");
    assert_eq!(why(&play, CS, &unit("cs-g")), "In a forest guns don't fire at long range. (6.66)");
    play.take(CS, "engage us-center");
    turn_over(&mut play, CS);
    turn_over(&mut play, US);
    play.take(CS, "pick cs-g");
    assert!(why(&play, CS, &button("fire")).ends_with("(6.66)"));
}

#[test]
fn s6_9_a_last_step_is_silent_before_entrenchments() {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0303",
        "us-a infantry 3 @0303",
        "us-g artillery 1 @0303",
        "us-c infantry 3 @0303",
        "cs-a infantry 3 @0403",
        "cs-b infantry 3 @0403",
        "cs-g artillery 3 @0403",
    ];
    let mut play = Play::first(&units, US, "activate us-l");
    attack_on(&mut play, "us-a us-g us-c");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    play.take(CS, "entrench cs-center");
    play.all(US, "pick us-a, post us-left, pick us-g, post us-center, pick us-c, post us-right, end-retreat");
    play.take(US, "pick us-g");
    assert_eq!(why(&play, US, &unit("us-g")), "At one step it can't fire on entrenchments. (6.9)");
}

#[test]
fn s6_71_nobody_reinforces_over_a_river_without_a_crossing() {
    let map = Play::map(
        "[[side]]\nbetween = \"0402/0503\"",
        "[[side]]\nbetween = \"0304/0403\"\nfeatures = [\"mountain\"]\n\n[[side]]\nbetween = \"0402/0503\"",
    );
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0303",
        "us-a infantry 3 @0303",
        "us-b infantry 3 @0303",
        "us-c infantry 3 @0303",
        "us-y infantry 3 @0302",
        "us-z infantry 3 @0304",
        "us-w infantry 3 @0402",
        "us-v infantry 3 @0402",
        "us-u infantry 3 @0402",
        "cs-a infantry 3 @0403",
        "cs-b infantry 3 @0403",
        "cs-g artillery 3 @0403",
    ];
    let mut play = Play::on(&map, &units, &[("year", 1861)]);
    play.open(US, "activate us-l");
    attack_on(&mut play, "us-a us-b us-c");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    play.all(US, "pick us-a, post us-left, pick us-b, post us-center, pick us-c, post us-right");
    play.all(US, "end-retreat, end-combat");
    assert_eq!(play.next_decision(), (US, "reinforce".to_owned()));
    assert!(why(&play, US, &unit("us-y")).ends_with("by a pontoon bridge that he attacked over. (5.41)"));
    assert_eq!(why(&play, US, &unit("us-z")), "The hexside can't be crossed. (6.71)");
    play.all(US, "bring us-w, bring us-v");
    let full = "No more can come over its hexside in this battle turn. (6.71)";
    assert_eq!(why(&play, US, &unit("us-u")), full, "two over the bridge");
}
