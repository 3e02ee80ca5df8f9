//! §6.81 and what changes from day to day: redeployment, entrenchments, guns that are ready again.

use muster_contract::{EventKind, Seat};

use crate::rules::battle::{BLUE, GRAY, attack_on, battle, deploy, entrench, turn_over};
use crate::rules::position::*;

const BEAUREGARD: &str = "cs-l leader 4 c1 f1 s1 4 @0404";

/// The day goes by without anybody doing anything, and both fight on; nobody comes.
fn another_day(play: &mut Play) {
    while play.next_decision().1 != "night" {
        let (seat, _) = play.next_decision();
        turn_over(play, seat);
    }
    play.take(US, "fight-on us-l");
    play.take(CS, "fight-on cs-l");
    while play.next_decision().1 == "reinforce" {
        let seat = play.next_decision().0;
        play.take(seat, "end-reinforce");
    }
}

/// The F of the last fire.
fn firepower(play: &Play) -> String {
    let said = play.events.iter().find_map(|event| match &event.kind {
        EventKind::Rolled(_) => Some(event.text.clone()),
        _ => None,
    });
    said.unwrap()
}

#[test]
fn s1_22_both_redeploy_before_another_day_the_attacker_first_and_each_unit_once() {
    let mut play = battle(&["us-d infantry 3 @0303", BEAUREGARD]);
    play.all(US, "end-combat, bring us-d");
    while play.next_decision().1 != "combat" {
        let (seat, kind) = play.next_decision();
        play.take(seat, &format!("end-{kind}"));
    }
    another_day(&mut play);
    assert_eq!(play.next_decision(), (US, "deploy-battle".to_owned()));
    assert_eq!(play.of(US, "us-d"), ["post us-left", "post us-center", "post us-right"]);
    assert_eq!(play.of(US, "us-a"), ["reserve"], "from a position only back, and by night nobody engages");
    play.all(US, "pick us-d, post us-center, pick us-b, reserve");
    assert!(!play.lists(US, "pick us-d") && !play.lists(US, "pick us-b"), "once each");
    play.take(US, "end-deploy");
    assert_eq!((play.at("us-d"), play.at("us-b")), ("us-center".to_owned(), "us-reserve".to_owned()));
    assert_eq!(play.next_decision(), (CS, "deploy-battle".to_owned()));
    play.take(CS, "end-deploy");
    assert_eq!(play.next_decision().1, "entrench");
}

#[test]
fn s6_7_who_comes_in_the_night_moves_up_only_in_the_morning() {
    let mut play = battle(&["us-d infantry 3 @0303", BEAUREGARD]);
    while play.next_decision().1 != "night" {
        let (seat, _) = play.next_decision();
        turn_over(&mut play, seat);
    }
    play.all(US, "fight-on us-l");
    play.all(CS, "fight-on cs-l");
    play.all(US, "bring us-d, end-reinforce");
    play.take(CS, "end-reinforce");
    assert_eq!(play.next_decision(), (US, "deploy-battle".to_owned()));
    assert!(!play.lists(US, "pick us-d"));
    let mut end = |kind: &str| {
        while play.next_decision().1 == kind {
            let end = play.ids(play.next_decision().0).into_iter().find(|id| id.starts_with("end-")).unwrap();
            let seat = play.next_decision().0;
            play.take(seat, &end);
        }
    };
    end("deploy-battle");
    end("entrench");
    end("retreat");
    assert!(play.lists(US, "pick us-d"), "it is dawn");
}

#[test]
fn s6_9_the_attacker_digs_in_on_a_later_night_too() {
    let units = [&BLUE[..], &GRAY[..], &[BEAUREGARD]].concat();
    let mut play = Play::with(&units, &[("year", 1864)]);
    play.open(US, "activate us-l");
    attack_on(&mut play, "us-a us-b us-c");
    deploy(&mut play);
    another_day(&mut play);
    play.all(US, "end-deploy");
    play.all(CS, "end-deploy");
    play.all(US, "entrench us-left, end-entrench");
    assert_eq!(entrench(&mut play, CS), 3);
    play.take(US, "end-retreat");
    another_day(&mut play);
    play.all(US, "end-deploy");
    play.all(CS, "end-deploy");
    assert_eq!(play.ids(US), ["entrench us-center", "entrench us-right", "end-entrench"], "two are left");
    play.take(US, "entrench us-right");
    assert!(play.lists(US, "entrench us-center"));
    play.take(US, "end-entrench");
    assert_eq!(
        play.next_decision(),
        (US, "retreat".to_owned()),
        "the Confederate has none left, and it is dawn"
    );
}

/// us-g stands opposite cs-g in the centre, us-a and us-c on the flanks; us-d waits in reserve.
fn guns() -> Play {
    let units = [BLUE[0], BLUE[1], "us-g artillery 3 @0303", BLUE[3], GRAY[0], GRAY[1], GRAY[2]];
    let more = ["us-d infantry 3 @0303"];
    let mut play = Play::with(&[&units[..], &more].concat(), &[("year", 1861)]);
    play.open(US, "activate us-l");
    attack_on(&mut play, "us-a us-g us-c us-d");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-right, pick cs-g, post cs-center");
    play.all(US, "pick us-a, post us-left, pick us-g, post us-center, pick us-c, post us-right");
    play.all(US, "pick us-d, reserve, end-retreat");
    play
}

fn next(play: &mut Play, seat: Seat, ids: &str) {
    if !ids.is_empty() {
        play.all(seat, ids);
    }
    turn_over(play, seat);
}

#[test]
fn s6_61_guns_that_moved_to_engage_and_came_back_have_their_first_fire() {
    let mut play = guns();
    next(&mut play, US, "pick us-g, engage cs-center");
    next(&mut play, CS, "");
    // It comes back without having fired, and is engaged in its own line.
    next(&mut play, US, "pick us-g, post us-center");
    next(&mut play, CS, "pick cs-g, engage us-center");
    play.all(US, "pick us-g, fire");
    assert!(firepower(&play).contains("F3"), "{}", firepower(&play));
}

#[test]
fn s6_61_guns_that_fired_where_they_engaged_have_had_their_first_fire() {
    let mut play = guns();
    next(&mut play, US, "pick us-g, engage cs-center");
    next(&mut play, CS, "");
    play.roll(&[6, 6, 6]);
    next(&mut play, US, "pick us-g, fire");
    next(&mut play, CS, "");
    next(&mut play, US, "pick us-g, post us-center");
    next(&mut play, CS, "pick cs-g, engage us-center");
    play.all(US, "pick us-g, fire");
    assert!(firepower(&play).contains("F1"), "{}", firepower(&play));
}

#[test]
fn s6_61_guns_that_moved_up_against_a_foe_who_left_are_ready_for_the_next() {
    let mut play = guns();
    // us-g goes back, us-d takes its place; cs-g engages there, and us-g moves up against it: F1.
    next(&mut play, US, "pick us-g, reserve, pick us-d, post us-center");
    next(&mut play, CS, "pick cs-g, engage us-center");
    next(&mut play, US, "pick us-g, post us-center");
    // cs-g goes; cs-a can't come from the left, but cs-g comes again.
    next(&mut play, CS, "pick cs-g, post cs-center");
    next(&mut play, US, "");
    next(&mut play, CS, "pick cs-g, engage us-center");
    play.all(US, "pick us-g, fire");
    assert!(firepower(&play).contains("F3"), "{}", firepower(&play));
}

#[test]
fn s6_61_guns_that_have_moved_up_against_a_foe_fire_at_f1() {
    let mut play = guns();
    next(&mut play, US, "pick us-g, reserve, pick us-d, post us-center");
    next(&mut play, CS, "pick cs-g, engage us-center");
    next(&mut play, US, "pick us-g, post us-center");
    next(&mut play, CS, "");
    play.all(US, "pick us-g, fire");
    assert!(firepower(&play).contains("F1"), "{}", firepower(&play));
}

#[test]
fn s6_5_who_disengages_goes_one_step_back() {
    let mut play = battle(&[]);
    play.all(US, "pick us-a, engage cs-right, pick us-b, engage cs-center");
    turn_over(&mut play, US);
    let moves = |play: &mut Play, seat: Seat, unit: &str| -> Vec<String> {
        let ids = play.of(seat, unit);
        ids.into_iter()
            .filter(|id| id.starts_with("post") || ["reserve", "engage"].contains(&&**id))
            .collect()
    };
    assert_eq!(moves(&mut play, CS, "cs-b"), ["reserve"], "from an engaged position of one's own");
    turn_over(&mut play, CS);
    assert_eq!(moves(&mut play, US, "us-a"), ["post us-left"], "from the enemy's right to one's own left");
    play.all(US, "pick us-a, post us-left");
    assert_eq!((play.at("us-a"), play.strength("us-a")), ("us-left".to_owned(), 3), "for nothing");
    assert_eq!(play.next_decision(), (US, "combat".to_owned()), "nobody is routed");
}

#[test]
fn s6_4_who_fails_in_the_enemys_line_disengages_to_his_own() {
    let units = [BLUE[0], "us-a infantry 1 @0303", BLUE[2], BLUE[3], GRAY[0], GRAY[1], GRAY[2]];
    let mut play = Play::with(&units, &[("year", 1861)]);
    play.open(US, "activate us-l");
    attack_on(&mut play, "us-a us-b us-c");
    deploy(&mut play);
    play.all(US, "pick us-a, engage cs-right");
    turn_over(&mut play, US);
    play.roll(&[3]);
    turn_over(&mut play, CS);
    assert_eq!(play.at("us-a"), "us-left");
    assert!(!play.lists(US, "pick us-a"), "and does nothing else");
}

#[test]
fn s6_81_a_leader_who_fights_on_from_next_door_stands_upright_again_and_one_in_the_battle_stays_seen() {
    let mut play = battle(&[BEAUREGARD]);
    play.all(US, "end-combat, bring us-l");
    while play.next_decision().1 != "combat" {
        let (seat, kind) = play.next_decision();
        play.take(seat, &format!("end-{kind}"));
    }
    while play.next_decision().1 != "night" {
        let (seat, _) = play.next_decision();
        turn_over(&mut play, seat);
    }
    let seen = |play: &Play, seat: Seat, id: &str| play.view(seat).units.iter().any(|unit| unit.id == id);
    play.take(US, "fight-on us-l");
    assert!(seen(&play, CS, "us-l"), "he is revealed");
    play.take(CS, "fight-on cs-l");
    while play.next_decision().1 == "reinforce" {
        let seat = play.next_decision().0;
        play.take(seat, "end-reinforce");
    }
    assert!(seen(&play, CS, "us-l"), "in the battle he stays face up until he moves");
    assert!(!seen(&play, US, "cs-l"), "the one at 0404 is among the blocks of his hex again");
    assert_eq!((play.strength("us-l"), play.strength("cs-l")), (2, 3));
}

#[test]
fn s6_81_no_leader_out_of_reach_keeps_a_battle_going() {
    for (leader, reaches) in
        [("cs-l leader 4 c1 f1 s1 4 @0405", false), ("cs-l leader 4 c2 f1 s1 4 @0405", true)]
    {
        let mut play = battle(&[leader]);
        while play.next_decision().1 != "night" {
            let (seat, _) = play.next_decision();
            turn_over(&mut play, seat);
        }
        play.take(US, "fight-on us-l");
        assert_eq!(play.lists(CS, "fight-on cs-l"), reaches, "{leader}: he stands two hexes from Manassas");
    }
}
