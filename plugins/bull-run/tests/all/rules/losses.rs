//! §8.2 step 6: who is hit in an assault, and who says so.

use crate::rules::assault::assault;
use crate::rules::explained::says;
use crate::rules::position::*;

/// It is this player who says which of these units are hit, and the other is told so.
#[track_caller]
fn hits(play: &mut Play, seat: u8, units: &[&str], hit: &str) {
    assert_eq!(play.next_decision(), (seat, "apply-losses".to_owned()));
    let listed: Vec<String> = units.iter().map(|unit| format!("hit {unit}")).collect();
    assert_eq!(play.ids(seat), listed);
    let (other, name) = if seat == US { (CS, "Union") } else { (US, "Confederate") };
    says(play, other, "36", &format!("The {name} player decides now"), "8");
    play.take(seat, &format!("hit {hit}"));
}

#[test]
fn s8_2_after_an_assault_that_succeeds_the_defender_hits_the_winners_leaders_and_his_others() {
    // 3 + 3 - 1 - 2 - 2: 1. Two losses for two leading units of 2.
    let mut units = vec![
        "us-a infantry 3 @36 36/37",
        "us-b infantry 3 @36 36/37",
        "cs-a infantry 2 @37 36/37",
        "cs-b infantry 2 @37 36/37",
        "cs-r infantry 3 @37",
    ];
    let mut play = assault("wide", &units, "us-a us-b");
    play.take(CS, "lead cs-a cs-b");
    hits(&mut play, CS, &["us-a", "us-b"], "us-b");
    hits(&mut play, US, &["cs-a", "cs-b"], "cs-a");
    hits(&mut play, US, &["cs-a", "cs-b"], "cs-b");
    assert_eq!((play.strength("cs-a"), play.strength("cs-b"), play.strength("us-b")), (1, 1, 2));
    // 3 + 3 - 1 - 2: 3. Four losses, of which the leading unit has two.
    units.push("cs-c infantry 2 @37 36/37");
    let mut play = assault("wide", &units, "us-a us-b");
    play.take(CS, "lead cs-a");
    play.take(CS, "support none");
    hits(&mut play, CS, &["us-a", "us-b"], "us-b");
    hits(&mut play, CS, &["cs-b", "cs-c"], "cs-b");
    hits(&mut play, CS, &["cs-b", "cs-c"], "cs-c");
    assert_eq!((play.is_disrupted("cs-a"), play.strength("cs-b"), play.strength("cs-c")), (true, 1, 1));
}

#[test]
fn s8_2_after_an_assault_that_fails_the_attacker_hits_the_winners_leaders_and_his_others() {
    // 2 + 3 - 1 - 3 - 2: -1. Two losses for two leading units of five together.
    let units = [
        "us-a infantry 2 @36 36/37",
        "us-b infantry 3 @36 36/37",
        "cs-a infantry 3 @37 36/37",
        "cs-b infantry 2 @37 36/37",
    ];
    let mut play = assault("wide", &units, "us-a us-b");
    play.take(CS, "lead cs-a cs-b");
    hits(&mut play, US, &["cs-a", "cs-b"], "cs-a");
    hits(&mut play, CS, &["us-a", "us-b"], "us-b");
    hits(&mut play, CS, &["us-a", "us-b"], "us-b");
    assert_eq!((play.strength("us-a"), play.strength("us-b"), play.strength("cs-a")), (2, 1, 2));
    // 2 - 1 - 3: -2. Three losses, of which the leading unit has two.
    let units = [
        "us-a infantry 2 @36 36/37",
        "us-c infantry 1 @36 36/37",
        "us-d infantry 1 @36 36/37",
        "cs-a infantry 3 @37 36/37",
    ];
    let mut play = assault("", &units, "us-a");
    play.take(CS, "lead cs-a");
    hits(&mut play, US, &["us-c", "us-d"], "us-d");
    assert_eq!(
        (play.is_disrupted("us-a"), play.strength("us-c"), play.is_disrupted("us-d")),
        (true, 1, true)
    );
}

/// An assault that two units of such strength lead against two of 3, who win it and then have taken their loss.
fn lost(strengths: [u8; 2]) -> Play {
    let [one, two] = strengths;
    let leaders = [format!("us-a infantry {one} @36 36/37"), format!("us-b infantry {two} @36 36/37")];
    let units = [&leaders[0], &leaders[1], "cs-a infantry 3 @37 36/37", "cs-b infantry 3 @37 36/37"];
    let mut play = assault("wide", &units, "us-a us-b");
    play.take(CS, "lead cs-a cs-b");
    hits(&mut play, US, &["cs-a", "cs-b"], "cs-a");
    play
}

#[test]
fn s8_2_once_one_leading_unit_is_lost_the_other_takes_the_rest_unasked() {
    // 2 + 3 - 1 - 6: -2. Three losses, of five points.
    let mut play = lost([2, 3]);
    hits(&mut play, CS, &["us-a", "us-b"], "us-a");
    hits(&mut play, CS, &["us-a", "us-b"], "us-a");
    assert_eq!(play.next_decision(), (US, "field-command".to_owned()));
    assert_eq!((play.is_disrupted("us-a"), play.strength("us-b")), (true, 2));
}

#[test]
fn s8_2_losses_that_take_both_leading_units_are_nobodys_choice() {
    // 2 + 2 - 1 - 6: -3. Four losses, of four points.
    let play = lost([2, 2]);
    assert_eq!(play.next_decision(), (US, "field-command".to_owned()));
    assert!(play.is_disrupted("us-a") && play.is_disrupted("us-b"));
    assert_eq!(play.morale(), [16, 19]);
}
