//! Why a unit doesn't go to a box of the battle board, takes no hit or doesn't fire; and what hexsides take in a battle.

use muster_contract::OverlayShape;

use crate::rules::battle::{BLUE, GRAY, attack, battle, turn_over};
use crate::rules::fire::woods;
use crate::rules::position::*;
use crate::rules::retreat::two_battles;
use crate::rules::told::{hexside, space, unit, why};

/// The label of a hexside in the overlay of limits into a hex.
fn limits(play: &Play, hex: &str, edge: &str) -> String {
    let items = play.game.overlay(Some(US), "limits", Some(&space(hex)));
    let item = items.into_iter().find(|item| item.shape == OverlayShape::Edge(edge.to_owned()));
    item.unwrap().label
}

#[test]
fn s6_2_s6_9_why_a_unit_or_an_entrenchment_does_not_go_to_a_box() {
    let mut play = attack(&[&BLUE[..], &GRAY[..]].concat(), "us-a us-b us-c");
    assert_eq!(why(&play, CS, &space("cs-left")), "Choose first which unit takes position. (6.2)");
    play.take(CS, "pick cs-a");
    assert_eq!(why(&play, CS, &space("us-left")), "Units deploy in their own line. (6.2)");
    let empty = "Those who are left are needed in the positions that are still empty. (6.2)";
    assert_eq!(why(&play, CS, &space("cs-reserve")), empty);
    play.all(CS, "post cs-left, pick cs-b");
    assert_eq!(why(&play, CS, &space("cs-left")), empty);
    play.all(CS, "post cs-right, pick cs-g, post cs-center");
    assert_eq!(play.next_decision(), (CS, "entrench".to_owned()));
    assert_eq!(why(&play, CS, &space("us-left")), "Entrenchments are dug in one's own line. (6.9)");
    assert_eq!(why(&play, CS, &space("cs-reserve")), "In reserve nobody digs in. (6.9)");
}

#[test]
fn s6_9_nobody_digs_in_twice_or_where_nobody_stands() {
    let units = [&BLUE[..], &GRAY[..]].concat();
    let mut play = Play::with(&units, &[("year", 1863)]);
    play.open(US, "activate us-l");
    crate::rules::battle::attack_on(&mut play, "us-a us-b us-c");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    play.take(CS, "entrench cs-left");
    assert_eq!(why(&play, CS, &space("cs-left")), "It is entrenched. (6.9)");
}

#[test]
fn s6_65_in_a_fortress_there_are_no_flanks() {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0404",
        "us-a infantry 3 @0404",
        "us-b infantry 3 @0404",
        "us-c infantry 3 @0404",
        "cs-a infantry 3 @0405",
        "cs-b infantry 3 @0405",
        "cs-c infantry 3 @0405",
    ];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-a, to 0405, pick us-b, to 0405, pick us-c, to 0405, end-moves, end-moves");
    play.take(CS, "pick cs-a");
    let reason = "In a fortress everybody is in the centre or in reserve. (6.65)";
    assert_eq!(why(&play, CS, &space("cs-left")), reason);
    play.all(CS, "post cs-center, end-deploy");
    play.all(US, "pick us-a, post us-center, end-deploy, end-retreat, pick us-b");
    assert_eq!(why(&play, US, &space("us-left")), reason);
}

/// The first night, when both have fought on.
fn night() -> Play {
    let mut play = battle(&["us-d infantry 3 @0303", "cs-l leader 4 c1 f1 s1 4 @0404"]);
    play.all(US, "end-combat, bring us-d");
    while play.next_decision().1 != "night" {
        let (seat, kind) = play.next_decision();
        if kind == "combat" {
            turn_over(&mut play, seat);
        } else {
            play.take(seat, &format!("end-{kind}"));
        }
    }
    play
}

#[test]
fn s6_81_s6_5_why_a_unit_does_not_go_to_a_box_by_night() {
    let mut play = night();
    play.take(US, "fight-on us-l");
    play.take(CS, "fight-on cs-l");
    while play.next_decision().1 == "reinforce" {
        let seat = play.next_decision().0;
        play.take(seat, "end-reinforce");
    }
    assert_eq!(play.next_decision(), (US, "deploy-battle".to_owned()));
    assert_eq!(why(&play, US, &space("us-left")), "Choose first which unit moves. (6.5)");
    assert_eq!(why(&play, US, &space("cs-left")), "By night units stay in their own line. (6.81)");
    play.take(US, "pick us-a");
    assert_eq!(why(&play, US, &space("us-left")), "It stands there. (6.5)");
    let sideways = "Nobody moves sideways: from a position it goes into reserve. (6.5)";
    assert_eq!(why(&play, US, &space("us-center")), sideways);
    play.all(US, "cancel, pick us-d");
    assert_eq!(why(&play, US, &space("us-reserve")), "It is in reserve. (6.5)");
}

#[test]
fn s2_21_the_limits_of_a_battle_are_doubled_by_night() {
    let play = battle(&[]);
    assert_eq!(limits(&play, "0403", "0303/0403"), "4/2");
    let said = "Battle of Manassas: in a battle turn 4 units retreat, 2 reinforce. (2.21)";
    assert!(hexside(&play, "0303", "0403").contains(&said.to_owned()));
    let play = night();
    assert_eq!(limits(&play, "0403", "0303/0403"), "8/4");
    assert_eq!(limits(&play, "0303", "0303/0403"), "4/2", "the other way there is no battle");
    let said = "Battle of Manassas: by night 8 units retreat, 4 reinforce. (6.81)";
    let lines = hexside(&play, "0303", "0403");
    assert!(lines.contains(&said.to_owned()), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("4 units attack, 2 reinforce")), "{lines:?}");
}

#[test]
fn s5_41_a_pontoon_bridge_has_its_limits() {
    let units = [
        "us-s supreme 4 f1 s1 4 @0402",
        "us-l leader 4 c1 f1 s1 4 @0304",
        "us-a infantry 3 @0302",
        "us-b infantry 3 @0302",
        "us-c infantry 3 @0304",
        "cs-a infantry 2 @0303",
        "cs-b infantry 2 @0303",
        "cs-c infantry 2 @0303",
    ];
    let mut play = Play::with(&units, &[("year", 1861)]);
    play.all(US, "bid 2").all(CS, "bid 0");
    play.all(US, "activate-supreme us-s, activate us-l");
    assert_eq!(limits(&play, "0303", "0302/0303"), "-");
    play.all(US, "pick us-a, pontoon 0303, pick us-b, pontoon 0303, pick us-c, to 0303");
    play.all(US, "end-moves, end-moves");
    assert_eq!(limits(&play, "0303", "0302/0303"), "2/1");
    let lines = hexside(&play, "0302", "0303");
    assert!(
        lines[0].contains("over the attacker's pontoon bridge 2 units retreat, 1 reinforce. (5.41)"),
        "{lines:?}"
    );
}

#[test]
fn s6_63_who_stands_elsewhere_is_told_where_the_hit_falls() {
    let mut play = battle(&["us-d infantry 2 @0303"]);
    play.all(US, "end-combat, bring us-d");
    while play.next_decision().1 != "combat" {
        let (seat, kind) = play.next_decision();
        play.take(seat, &format!("end-{kind}"));
    }
    turn_over(&mut play, CS);
    play.all(US, "pick us-d, post us-center");
    turn_over(&mut play, US);
    play.roll(&[1, 6, 6]);
    play.all(CS, "pick cs-g, bombard");
    assert_eq!(play.next_decision(), (US, "losses".to_owned()));
    assert_eq!(why(&play, US, &unit("us-a")), "The hit falls in another position. (6.63)");
    assert_eq!(why(&play, US, &unit("us-d")), "The strongest unit takes the hit. (6.63)");
}

#[test]
fn s6_5_a_flank_is_tried_once_in_a_battle_turn() {
    let mut play = battle(&["us-d infantry 3 @0303", "us-e infantry 3 @0303"]);
    play.all(US, "end-combat, bring us-d, bring us-e");
    while play.next_decision().1 != "combat" {
        let (seat, kind) = play.next_decision();
        play.take(seat, &format!("end-{kind}"));
    }
    turn_over(&mut play, CS);
    play.all(US, "pick us-a, engage cs-right");
    play.roll(&[3]);
    play.all(US, "pick us-d, outflank cs-right, pick us-e");
    let tried = "A unit has tried to outflank this flank in this battle turn. (6.5)";
    assert_eq!(why(&play, US, &space("cs-right")), tried);
}

#[test]
fn s6_66_engaged_guns_in_a_forest_are_silent_for_a_reason() {
    let mut play = woods();
    play.all(CS, "pick cs-g, engage us-center");
    turn_over(&mut play, CS);
    // The Union's guns have their first fire and miss; they have no other.
    play.roll(&[6, 6, 6]);
    play.all(US, "pick us-g, fire");
    turn_over(&mut play, US);
    play.take(CS, "pick cs-g");
    let moved = "Guns that move to engage fire at F1, and the forest takes that from them. (6.66)";
    assert_eq!(why(&play, CS, &unit("cs-g")), moved);
    play.take(CS, "cancel");
    turn_over(&mut play, CS);
    play.take(US, "pick us-g");
    let spent = "In a forest guns have but their first short-range fire. (6.66)";
    assert_eq!(why(&play, US, &unit("us-g")), spent);
}

#[test]
fn s6_5_moves_in_battle_are_told_by_their_names() {
    let mut play = battle(&[]);
    let told = |play: &Play| {
        let said = play.events.iter().filter(|event| event.citation.as_deref() == Some("6.5"));
        said.map(|event| event.text.clone()).collect::<Vec<_>>().join(" ")
    };
    play.all(US, "pick us-a, engage cs-right");
    assert!(told(&play).contains("engages."), "{}", told(&play));
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.all(US, "pick us-a, post us-left");
    assert!(told(&play).contains("disengages."), "{}", told(&play));
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.all(US, "pick us-b, reserve");
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.all(US, "pick us-b, post us-center");
    assert!(told(&play).contains("moves up."), "{}", told(&play));
}

#[test]
fn s6_1_a_battle_waits_for_the_skirmishes_and_says_so() {
    let more =
        ["us-x infantry 3 @0303", "us-y infantry 3 @0303", "cs-x infantry 1 @0304", "cs-y infantry 1 @0204"];
    let mut play = Play::first(&[&BLUE[..], &GRAY[..], &more].concat(), US, "activate us-l");
    play.all(US, "pick us-x, to 0304, pick us-y, to 0204");
    crate::rules::battle::attack_on(&mut play, "us-a us-b us-c");
    assert_eq!(play.ids(US), ["fight 0204", "fight 0304"]);
    assert_eq!(why(&play, US, &space("0403")), "Skirmishes are fought before any battle. (6.1)");
}

#[test]
fn s6_5_who_is_engaged_is_told_where_he_stands_and_where_he_can_go() {
    let mut play = battle(&[]);
    play.all(US, "pick us-a, engage cs-right");
    turn_over(&mut play, US);
    play.take(CS, "pick cs-b");
    let engaged = "Engaged in its own line, it goes only into reserve. (6.5)";
    assert_eq!(why(&play, CS, &space("us-left")), engaged);
    assert_eq!(why(&play, CS, &space("cs-right")), "It stands there. (6.5)");
    play.take(CS, "cancel");
    turn_over(&mut play, CS);
    play.take(US, "pick us-a");
    assert_eq!(why(&play, US, &space("cs-right")), "It stands there. (6.5)");
}

#[test]
fn s6_2_who_has_left_another_battle_has_no_place_in_the_next() {
    let mut play = two_battles(&[]);
    play.take(US, "fight 0403");
    crate::rules::battle::deploy(&mut play);
    turn_over(&mut play, US);
    play.all(CS, "pick cs-b, engage us-left");
    turn_over(&mut play, CS);
    // It leaves the left to the enemy: a rout, in its own turn.
    play.all(US, "pick us-a, reserve");
    while play.next_decision() == (US, "retreat".to_owned()) {
        let first = play.ids(US)[0].clone();
        play.take(US, &first);
    }
    play.take(CS, "end-regroup");
    play.all(CS, "pick cs-x, post cs-left, pick cs-y, post cs-center, pick cs-z, post cs-right");
    assert_eq!(play.next_decision(), (US, "deploy-battle".to_owned()));
    assert_eq!(why(&play, US, &unit("us-a")), "It isn't in this battle. (6)");
}

#[test]
fn s5_3_s6_3_the_unit_that_was_picked_is_told_so() {
    let units = ["us-l leader 4 c1 f1 s1 4 @0303", "us-a infantry 3 @0303", "cs-z infantry 3 @0405"];
    let mut play = Play::first(&units, US, "activate us-l");
    play.take(US, "pick us-a");
    assert_eq!(why(&play, US, &unit("us-a")), "It has been picked. (5.3)");
    let mut play = battle(&[]);
    play.all(US, "end-combat, end-reinforce");
    assert_eq!(play.next_decision(), (CS, "retreat".to_owned()));
    play.take(CS, "pick cs-a");
    assert_eq!(why(&play, CS, &unit("cs-a")), "It has been picked. (6.3)");
    assert_eq!(why(&play, CS, &unit("cs-b")), "Another unit has been picked. (6.3)");
}

#[test]
fn s6_5_who_has_just_outflanked_goes_nowhere_and_no_leader_outflanks() {
    let mut play = battle(&["us-d infantry 3 @0303"]);
    play.all(US, "end-combat, bring us-d, bring us-l");
    while play.next_decision().1 != "combat" {
        let (seat, kind) = play.next_decision();
        play.take(seat, &format!("end-{kind}"));
    }
    turn_over(&mut play, CS);
    play.all(US, "pick us-a, engage cs-right");
    play.roll(&[4]);
    play.all(US, "pick us-d, outflank cs-right");
    let reason = "It goes one step at a time, and can't go there now. (6.5)";
    assert_eq!(why(&play, US, &space("us-left")), reason);
    play.all(US, "hold, pick us-l");
    let reason =
        "From the reserve only infantry and cavalry go there, to outflank a flank that is engaged. (6.5)";
    assert_eq!(why(&play, US, &space("cs-right")), reason);
}
