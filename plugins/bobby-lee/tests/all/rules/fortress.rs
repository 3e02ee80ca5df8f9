//! §6.65: battles for a fortress.

use crate::rules::battle::turn_over;
use crate::rules::position::*;

/// The Union's turn at Richmond: us-a stands in its centre, cs-a, with so many steps, in its own.
fn richmond(steps: u8) -> Play {
    let defender = format!("cs-a infantry {steps} @0405");
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0404",
        "us-a infantry 3 @0404",
        "us-b infantry 3 @0404",
        "us-c infantry 3 @0404",
        &defender,
        "cs-b infantry 3 @0405",
        "cs-c infantry 3 @0405",
    ];
    let mut play = Play::first(&units, US, "activate us-l");
    for unit in ["us-a", "us-b", "us-c"] {
        play.all(US, &format!("pick {unit}, to 0405"));
    }
    play.all(US, "end-moves, end-moves");
    play.take(CS, "pick cs-a");
    assert_eq!(play.ids(CS), ["post cs-center", "reserve", "cancel"], "only centre and reserve");
    play.all(CS, "post cs-center, end-deploy");
    assert_eq!(play.next_decision(), (US, "deploy-battle".to_owned()), "no entrenchments for the defender");
    play.all(US, "pick us-a, post us-center, end-deploy, end-retreat");
    play
}

#[test]
fn s6_65_two_hits_take_a_step_and_nobody_melees_against_the_walls() {
    let mut play = richmond(3);
    play.all(US, "pick us-a, engage cs-center");
    turn_over(&mut play, US);
    assert!(!play.of(CS, "cs-a").contains(&"melee".to_owned()), "nor from them");
    turn_over(&mut play, CS);
    assert!(!play.of(US, "us-a").contains(&"melee".to_owned()));
    play.roll(&[1, 6, 6]);
    play.all(US, "pick us-a, fire");
    assert_eq!(play.strength("cs-a"), 3, "half a hit");
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.roll(&[1, 6, 6]);
    play.all(US, "pick us-a, fire");
    assert_eq!(play.strength("cs-a"), 2, "the second hit completes it");
}

#[test]
fn s6_65_who_goes_out_to_attack_has_no_double_defense_until_he_is_back() {
    let mut play = richmond(3);
    turn_over(&mut play, US);
    play.all(CS, "pick cs-a, engage us-center, pick cs-b, post cs-center");
    turn_over(&mut play, CS);
    play.roll(&[1, 6, 6]);
    play.all(US, "pick us-a, fire");
    assert_eq!(play.strength("cs-a"), 2, "one hit, one step");
    turn_over(&mut play, US);
    assert!(play.of(CS, "cs-a").contains(&"melee".to_owned()), "out there one may");
    play.all(CS, "pick cs-a, post cs-center");
    assert_eq!(play.at("cs-a"), "cs-center");
}

#[test]
fn s6_65_half_a_hit_stays_with_who_goes_out_and_is_hit_there() {
    let mut play = richmond(3);
    play.all(US, "pick us-a, engage cs-center");
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.roll(&[1, 6, 6]);
    play.all(US, "pick us-a, fire");
    turn_over(&mut play, US);
    turn_over(&mut play, CS);
    play.all(US, "pick us-a, post us-center");
    turn_over(&mut play, US);
    play.all(CS, "pick cs-a, engage us-center, pick cs-b, post cs-center");
    turn_over(&mut play, CS);
    play.roll(&[1, 6, 6]);
    play.all(US, "pick us-a, fire");
    assert_eq!(play.strength("cs-a"), 2, "a whole hit out there");
    let marks = play.unit("cs-a").unwrap().face.unwrap().marks;
    assert!(marks.contains(&"half a hit".to_owned()), "{marks:?}");
}

#[test]
fn s6_65_defenders_hold_on_a_three_and_half_hits_heal_at_night() {
    for (face, at) in [(3, "cs-center"), (2, "cs-reserve")] {
        let mut play = richmond(1);
        play.all(US, "pick us-a, engage cs-center");
        play.roll(&[6]);
        turn_over(&mut play, US);
        play.all(CS, "pick cs-b, post cs-center, pick cs-c, post cs-center");
        turn_over(&mut play, CS);
        play.roll(&[face]);
        turn_over(&mut play, US);
        assert_eq!(play.at("cs-a"), at, "{face}");
    }
    let mut play = richmond(3);
    play.all(US, "pick us-a, engage cs-center");
    for _ in 0..3 {
        turn_over(&mut play, US);
        turn_over(&mut play, CS);
    }
    play.roll(&[1, 6, 6]);
    play.all(US, "pick us-a, fire");
    let halved =
        |play: &Play| play.unit("cs-a").unwrap().face.unwrap().marks.contains(&"half a hit".to_owned());
    assert!(halved(&play));
    turn_over(&mut play, US);
    play.take(CS, "end-combat");
    while play.next_decision().1 != "night" {
        let (seat, kind) = play.next_decision();
        play.take(seat, &format!("end-{kind}"));
    }
    assert!(!halved(&play));
}

#[test]
fn s6_65_attackers_in_their_own_line_have_no_walls_to_hold_them() {
    for (face, asked) in [(3, "retreat"), (4, "combat")] {
        let mut play = richmond(3);
        turn_over(&mut play, US);
        play.all(CS, "pick cs-a, engage us-center, pick cs-b, post cs-center");
        turn_over(&mut play, CS);
        turn_over(&mut play, US);
        play.roll(&[1, 1, 6]);
        play.all(CS, "pick cs-a, fire");
        assert_eq!(play.strength("us-a"), 1);
        play.roll(&[face]);
        turn_over(&mut play, CS);
        assert_eq!(play.next_decision(), (US, asked.to_owned()), "rolls {face}; it was alone in the centre");
    }
}

#[test]
fn s6_1_who_has_wiped_out_the_garrison_in_a_skirmish_holds_the_fortress() {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0404",
        "us-a infantry 3 @0404",
        "cs-a infantry 1 @0405",
        "cs-b infantry 1 @0406",
    ];
    let mut play = Play::first(&units, US, "activate us-l");
    play.all(US, "pick us-a, to 0405, end-moves");
    play.roll(&[6, 1, 1, 6]);
    play.take(US, "end-moves");
    assert_eq!((play.at("cs-a"), play.at("us-a")), ("off".to_owned(), "0405".to_owned()));
    assert_ne!(play.next_decision().1, "retreat", "nobody is left to retreat from");
}

#[test]
fn s6_9_before_a_fortress_only_the_attacker_digs_in() {
    let units = [
        "us-l leader 4 c1 f1 s1 4 @0404",
        "us-a infantry 3 @0404",
        "us-b infantry 3 @0404",
        "us-c infantry 3 @0404",
        "cs-l leader 4 c1 f1 s1 4 @0405",
        "cs-a infantry 3 @0405",
        "cs-b infantry 3 @0405",
    ];
    let mut play = Play::with(&units, &[("year", 1864)]);
    play.open(US, "activate us-l");
    for unit in ["us-a", "us-b", "us-c"] {
        play.all(US, &format!("pick {unit}, to 0405"));
    }
    play.all(US, "end-moves, end-moves");
    play.all(CS, "pick cs-a, post cs-center, end-deploy");
    play.all(
        US,
        "pick us-a, post us-center, pick us-b, post us-center, pick us-c, post us-center, end-retreat",
    );
    while play.next_decision().1 != "night" {
        let (seat, _) = play.next_decision();
        turn_over(&mut play, seat);
    }
    play.take(US, "fight-on us-l");
    play.take(CS, "fight-on cs-l");
    while play.next_decision().1 != "entrench" {
        let (seat, kind) = play.next_decision();
        let end = if kind == "deploy-battle" { "end-deploy".to_owned() } else { format!("end-{kind}") };
        play.take(seat, &end);
    }
    assert_eq!(
        (play.next_decision().0, play.ids(US)),
        (US, vec!["entrench us-center".to_owned(), "end-entrench".to_owned()])
    );
    play.take(US, "entrench us-center");
    assert_eq!(play.next_decision(), (US, "retreat".to_owned()), "the garrison has its walls");
}
