//! §6.6: batteries, forests, and what is seen of losses.

use muster_contract::{EventKind, ReportBody};

use crate::rules::battle::{BLUE, GRAY, attack, attack_on, battle, deploy, turn_over};
use crate::rules::position::*;
use crate::rules::told::{unit, why};

/// How the last fire was rolled: its dice and what was said of it.
fn fired(play: &Play) -> (usize, String) {
    let rolled = play.events.iter().find_map(|event| match &event.kind {
        EventKind::Rolled(roll) => Some((roll.dice.len(), event.text.clone())),
        _ => None,
    });
    rolled.unwrap()
}

/// us-g stands opposite cs-g in the centre; us-a engages cs-right and stays there.
fn guns() -> Play {
    let units = [BLUE[0], BLUE[1], "us-g artillery 3 @0303", BLUE[3], GRAY[0], GRAY[1], GRAY[2]];
    let mut play = attack(&units, "us-a us-g us-c");
    play.all(
        CS,
        "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center, end-entrench",
    );
    play.all(US, "pick us-a, post us-left, pick us-g, post us-center, pick us-c, post us-right, end-retreat");
    play
}

#[test]
fn s6_62_guns_fire_on_a_battery_once_it_is_revealed() {
    let mut play = guns();
    assert!(!play.of(US, "us-g").iter().any(|id| id.starts_with("counter")), "it stands upright");
    turn_over(&mut play, US);
    play.roll(&[6, 6, 6]);
    play.all(CS, "pick cs-g, bombard");
    turn_over(&mut play, CS);
    play.roll(&[1, 1, 2]);
    play.all(US, "pick us-g, counter cs-g");
    assert_eq!(fired(&play).0, 3);
    assert_eq!(play.strength("cs-g"), 1, "F1");
}

#[test]
fn s6_62_surplus_hits_on_a_battery_are_lost() {
    let units = [
        BLUE[0],
        BLUE[1],
        "us-g artillery 4 @0303",
        BLUE[3],
        GRAY[0],
        GRAY[1],
        "cs-g artillery 2 @0403",
        "cs-d infantry 2 @0403",
    ];
    let mut play = attack(&units, "us-a us-g us-c");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    play.all(CS, "pick cs-d, post cs-center, end-entrench");
    play.all(US, "pick us-a, post us-left, pick us-g, post us-center, pick us-c, post us-right, end-retreat");
    turn_over(&mut play, US);
    play.roll(&[6, 6]);
    play.all(CS, "pick cs-g, bombard");
    turn_over(&mut play, CS);
    play.roll(&[1, 1, 1, 1]);
    play.all(US, "pick us-g, counter cs-g");
    // Its second hit drives it off; the other two go to nobody.
    assert_eq!((play.at("cs-g"), play.strength("cs-g")), ("cs-reserve".to_owned(), 1));
    assert_eq!(play.strength("cs-d"), 2);
}

#[test]
fn s6_62_whoever_engages_a_battery_in_its_line_may_single_it_out() {
    let units = [&BLUE[..], &GRAY[..], &["cs-d infantry 4 @0403"]].concat();
    let mut play = attack(&units, "us-a us-b us-c");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    play.all(CS, "pick cs-d, post cs-center, end-entrench");
    play.all(US, "pick us-a, post us-left, pick us-b, post us-center, pick us-c, post us-right, end-retreat");
    play.all(US, "pick us-b, engage cs-center");
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.roll(&[2, 2, 2]);
    play.all(US, "pick us-b, counter cs-g");
    assert_eq!(play.at("cs-g"), "off", "three hits at F2; at short range it can be eliminated");
    let losses = play.view(US).reports.into_iter().find(|report| report.id == "losses").unwrap().body;
    let ReportBody::Chart(chart) = losses else { panic!("it is a chart") };
    assert_eq!([0, 1].map(|side: usize| chart.series[side].values[0]), [0, 1], "and is counted");
    assert_eq!(play.strength("cs-d"), 4, "the strongest isn't asked for");
}

#[test]
fn s6_61_guns_that_move_to_engage_fire_at_f1() {
    let mut play = guns();
    play.all(US, "pick us-g, engage cs-center");
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.roll(&[2, 2, 2]);
    play.all(US, "pick us-g, fire");
    assert!(fired(&play).1.contains("F1"), "{}", fired(&play).1);
}

#[test]
fn s6_63_the_owner_is_asked_where_only_he_sees_who_is_strongest() {
    let mut play = battle(&["us-d infantry 2 @0303"]);
    play.take(US, "end-combat");
    play.take(US, "bring us-d");
    turn_over_from_reinforcement(&mut play);
    turn_over(&mut play, CS);
    play.all(US, "pick us-d, post us-center");
    turn_over(&mut play, US);
    play.roll(&[1, 6, 6]);
    play.all(CS, "pick cs-g, bombard");
    assert_eq!(play.next_decision(), (US, "losses".to_owned()));
    assert_eq!(play.ids(US), ["hit us-b"], "three steps against two");
    play.take(US, "hit us-b");
    assert_eq!((play.strength("us-b"), play.next_decision()), (2, (CS, "combat".to_owned())), "it goes on");
}

fn turn_over_from_reinforcement(play: &mut Play) {
    while play.next_decision().1 != "combat" {
        let (seat, kind) = play.next_decision();
        play.take(seat, &format!("end-{kind}"));
    }
}

/// The Confederacy attacks the Union in the woods of 0204, from the road.
pub fn woods() -> Play {
    let units = [
        "cs-l leader 4 c1 f1 s1 4 @0205",
        "cs-a infantry 3 @0205",
        "cs-b infantry 3 @0205",
        "cs-g artillery 3 @0205",
        "us-a infantry 3 @0204",
        "us-b infantry 3 @0204",
        "us-g artillery 3 @0204",
    ];
    let mut play = Play::first(&units, CS, "activate cs-l");
    for unit in ["cs-a", "cs-b", "cs-g"] {
        play.all(CS, &format!("pick {unit}, to 0204"));
    }
    play.all(CS, "end-moves, end-moves");
    play.all(
        US,
        "pick us-a, post us-left, pick us-b, post us-right, pick us-g, post us-center, end-entrench",
    );
    play.all(CS, "pick cs-a, post cs-right, pick cs-b, post cs-left, pick cs-g, post cs-center, end-retreat");
    play
}

#[test]
fn s6_66_in_a_forest_infantry_in_its_own_line_has_one_more_and_guns_one_less() {
    let mut play = woods();
    assert!(!play.of(CS, "cs-g").contains(&"bombard".to_owned()), "no long range in a forest");
    play.all(CS, "pick cs-a, engage us-left, pick cs-b, engage us-right, pick cs-g, engage us-center");
    turn_over(&mut play, CS);
    play.roll(&[3, 6, 6]);
    play.all(US, "pick us-a, fire");
    assert!(fired(&play).1.contains("F3"), "{}", fired(&play).1);
    assert_eq!(play.strength("cs-a"), 2);
    play.roll(&[4, 5, 5]);
    play.all(US, "pick us-b, melee");
    assert!(fired(&play).1.contains("F4"), "melee and forest add up: {}", fired(&play).1);
    play.roll(&[3, 2, 6]);
    play.all(US, "pick us-g, fire");
    assert!(fired(&play).1.contains("F2"), "{}", fired(&play).1);
    assert_eq!(play.strength("cs-g"), 2);
    turn_over(&mut play, US);
    play.roll(&[3, 2]);
    play.all(CS, "pick cs-a, fire");
    assert!(fired(&play).1.contains("F2"), "not in the enemy's line: {}", fired(&play).1);
    assert!(
        !play.lists(CS, "pick cs-g") || !play.of(CS, "cs-g").contains(&"fire".to_owned()),
        "F1 less one is F0"
    );
}

#[test]
fn s6_1_infantry_that_defends_a_forest_in_a_skirmish_fires_at_f2() {
    let units = ["cs-l leader 4 c1 f1 s1 4 @0205", "cs-a infantry 3 @0205", "us-a infantry 3 @0204"];
    let mut play = Play::first(&units, CS, "activate cs-l");
    play.all(CS, "pick cs-a, to 0204, end-moves");
    play.roll(&[2, 6, 6, 2, 2, 2]);
    play.take(CS, "end-moves");
    assert_eq!((play.strength("cs-a"), play.strength("us-a")), (2, 3));
}

#[test]
fn s6_3_units_that_retreat_while_engaged_lose_a_step() {
    let mut play = battle(&[]);
    play.all(US, "pick us-a, engage cs-right");
    turn_over(&mut play, US);
    play.take(CS, "end-combat");
    assert_eq!(play.next_decision(), (US, "retreat".to_owned()));
    play.all(US, "pick us-a, retreat 0303, pick us-b, retreat 0303");
    assert_eq!((play.strength("us-a"), play.strength("us-b")), (2, 3), "us-b wasn't engaged");
}

#[test]
fn s6_32_a_hexside_takes_as_many_in_retreat_as_in_attack() {
    // Over the bridge of 0402/0403 three retreat in a battle turn; a fourth has come to reinforce.
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0402",
        "us-a infantry 2 @0402",
        "us-b infantry 2 @0402",
        "us-c infantry 2 @0402",
        "us-d infantry 2 @0402",
        GRAY[0],
        GRAY[1],
        GRAY[2],
    ];
    let mut play = Play::first(&units, US, "activate us-l");
    attack_on(&mut play, "us-a us-b us-c");
    deploy(&mut play);
    play.all(US, "end-combat, bring us-d, end-reinforce");
    while play.next_decision() != (US, "retreat".to_owned()) {
        let (_, kind) = play.next_decision();
        play.take(CS, &format!("end-{kind}"));
    }
    for unit in ["us-a", "us-b", "us-c"] {
        play.all(US, &format!("pick {unit}, retreat 0402"));
    }
    assert_eq!(play.next_decision(), (US, "combat".to_owned()), "us-d stays, alone");
    assert_eq!(play.at("us-d"), "us-reserve");
}

#[test]
fn s6_35_who_has_retreated_reinforces_nothing_this_turn() {
    let units = [
        BLUE[0],
        BLUE[1],
        BLUE[2],
        BLUE[3],
        "us-x infantry 2 @0303",
        GRAY[0],
        GRAY[1],
        GRAY[2],
        "cs-x infantry 1 @0304",
    ];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-x, to 0304");
    play.roll(&[6, 6, 6]);
    attack_on(&mut play, "us-a us-b us-c");
    // The skirmish comes first; one against one, the attacker retreats.
    play.all(US, "pick us-x, retreat 0303");
    deploy(&mut play);
    play.take(US, "end-combat");
    assert_eq!(play.next_decision(), (US, "reinforce".to_owned()));
    assert!(play.lists(US, "bring us-l") && !play.lists(US, "bring us-x"));
}

#[test]
fn s6_62_why_a_revealed_battery_is_not_fired_on() {
    let units = [
        BLUE[0],
        BLUE[1],
        "us-g artillery 3 @0303",
        BLUE[3],
        "us-h artillery 3 @0303",
        GRAY[0],
        GRAY[1],
        GRAY[2],
    ];
    let mut play = Play::with(&units, &[("year", 1861)]);
    play.open(US, "activate us-l");
    attack_on(&mut play, "us-a us-g us-c us-h");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    play.all(US, "pick us-a, post us-left, pick us-g, post us-center, pick us-c, post us-right");
    play.all(US, "pick us-h, post us-right, end-retreat, pick us-a, engage cs-right");
    let battery = unit("cs-g");
    turn_over(&mut play, US);
    play.roll(&[6, 6, 6]);
    play.all(CS, "pick cs-g, bombard");
    turn_over(&mut play, CS);
    assert_eq!(why(&play, US, &unit("cs-b")), "Only revealed artillery is picked out to fire at. (6.62)");
    assert_eq!(why(&play, US, &battery), "Choose first which unit fires at it. (6.62)");
    for (picked, reason) in [
        ("us-c", "It fires only at those with whom it is engaged. (6.6)"),
        ("us-h", "Guns fire only at the position opposite, where it isn't. (6.62)"),
        ("us-a", "The unit that was picked fires only at those with whom it is engaged. (6.62)"),
    ] {
        play.take(US, &format!("pick {picked}"));
        assert_eq!(why(&play, US, &battery), reason, "{picked}");
        play.take(US, "cancel");
    }
    turn_over(&mut play, US);
    play.all(CS, "pick cs-g, engage us-center");
    turn_over(&mut play, CS);
    play.take(US, "pick us-g");
    let strongest = "Guns that came to engage are picked out by nobody: the strongest takes the hit. (6.62)";
    assert_eq!(why(&play, US, &battery), strongest);
}

#[test]
fn s6_61_engaged_guns_neither_bombard_nor_fire_on_a_battery_opposite() {
    let units = [BLUE[0], BLUE[1], "us-g artillery 3 @0303", BLUE[3], GRAY[0], GRAY[1], GRAY[2]];
    let mut play = attack(&[&units[..], &["cs-d infantry 3 @0403"]].concat(), "us-a us-g us-c");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    play.all(CS, "pick cs-d, post cs-center, end-entrench");
    play.all(US, "pick us-a, post us-left, pick us-g, post us-center, pick us-c, post us-right, end-retreat");
    assert!(play.of(US, "us-g").contains(&"bombard".to_owned()));
    assert!(!play.of(US, "us-a").contains(&"bombard".to_owned()), "infantry never does");
    turn_over(&mut play, US);
    play.roll(&[6, 6, 6]);
    play.all(CS, "pick cs-g, bombard, pick cs-d, engage us-center");
    turn_over(&mut play, CS);
    let us_g = play.of(US, "us-g");
    assert!(us_g.contains(&"fire".to_owned()), "at those who engage it");
    assert!(!us_g.contains(&"bombard".to_owned()) && !us_g.contains(&"counter cs-g".to_owned()), "{us_g:?}");
}

#[test]
fn s6_62_guns_fire_on_no_battery_but_that_opposite() {
    let units = [BLUE[0], BLUE[1], "us-g artillery 3 @0303", BLUE[3], GRAY[0], GRAY[1], GRAY[2]];
    let mut play = attack(&units, "us-a us-g us-c");
    play.all(
        CS,
        "pick cs-a, post cs-center, pick cs-b, post cs-right, pick cs-g, post cs-left, end-entrench",
    );
    play.all(US, "pick us-a, post us-left, pick us-g, post us-center, pick us-c, post us-right, end-retreat");
    turn_over(&mut play, US);
    play.roll(&[6, 6, 6]);
    play.all(CS, "pick cs-g, bombard");
    turn_over(&mut play, CS);
    let us_g = play.of(US, "us-g");
    assert!(us_g.contains(&"bombard".to_owned()) && !us_g.contains(&"counter cs-g".to_owned()), "{us_g:?}");
}

#[test]
fn s6_64_nobody_melees_who_is_not_engaged() {
    let mut play = battle(&[]);
    let us_a = play.of(US, "us-a");
    assert!(us_a.contains(&"engage".to_owned()) || us_a.contains(&"engage cs-right".to_owned()), "{us_a:?}");
    assert!(!us_a.contains(&"melee".to_owned()) && !us_a.contains(&"fire".to_owned()), "{us_a:?}");
}

/// Which dice of the last roll are shown as having done what was hoped for.
fn shown(play: &Play) -> Vec<bool> {
    let rolled = play.events.iter().find_map(|event| match &event.kind {
        EventKind::Rolled(roll) => Some(roll.dice.iter().map(|die| die.counts).collect()),
        _ => None,
    });
    rolled.unwrap()
}

#[test]
fn s6_6_dice_are_shown_as_hits_up_to_the_firepower() {
    let mut play = battle(&[]);
    turn_over(&mut play, US);
    play.roll(&[1, 2, 6]);
    play.all(CS, "pick cs-g, bombard");
    assert_eq!(shown(&play), [true, false, false], "F1");
}

#[test]
fn s6_4_s6_5_dice_for_morale_and_to_outflank_are_shown_as_good_from_a_four() {
    let attacked = |steps: u8| {
        let us_a = format!("us-a infantry {steps} @0303");
        let units = [BLUE[0], &us_a, BLUE[2], BLUE[3], "us-d infantry 3 @0303"];
        let mut play = Play::with(&[&units[..], &GRAY[..]].concat(), &[("year", 1861)]);
        play.open(US, "activate us-l");
        attack_on(&mut play, "us-a us-b us-c us-d");
        deploy(&mut play);
        play.all(US, "pick us-a, engage cs-right");
        play
    };
    for face in [3, 4, 5] {
        let mut play = attacked(3);
        play.roll(&[face]);
        play.all(US, "pick us-d, outflank cs-right");
        assert_eq!(shown(&play), [face > 3], "{face} to outflank");
        let mut play = attacked(1);
        turn_over(&mut play, US);
        play.roll(&[face]);
        turn_over(&mut play, CS);
        assert_eq!(shown(&play), [face > 3], "{face} for the morale of the last step");
    }
}
