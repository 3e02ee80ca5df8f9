//! §22.3: reinforcing a hex under attack.

use crate::position::{Arranged, CS, Play, US, set_up};
use crate::{REINFORCING, battlefield, under};

/// Whether 7 with two dice is enough for Hood in 0505, who adds nothing himself, where Grant enters 0504. The last line says who leads
/// in 0505.
fn comes(text: &str, there: &[&str], dice: [u8; 2]) -> bool {
    let mut lines = vec!["us 6 @0503", "us-grant 3* 3/2 @0503", "cs 3 @0505", "cs-hood 2* 2/0 @0505"];
    lines.extend(there);
    let position = under(battlefield::position(&lines), text);
    let arranged = Arranged::else_on(1).with("Initiative", &[6, 3]).with("the Interception from", &dice);
    let mut play = Play::from(&position, arranged);
    play.all(US, "activate us-grant, to 0504");
    play.all(CS, "intercept 0505, roll-interceptions");
    play.next_decision().1 == "send"
}

#[test]
fn s22_3_who_reinforces_friends_adds_2() {
    let cs = |line: &str| comes(REINFORCING, &[line], [4, 3]);
    assert!(cs("cs 1 @0504"), "an SP without a General is a force");
    assert!(cs("cs fort 1 @0504"), "a Fort by itself");
    assert!(!cs("cs 3 @0404"), "nobody is in the space that is entered");
    assert!(!cs("cs entrenchment @0504"), "which is no Fort, nor a force");
    assert!(!comes(REINFORCING, &["cs 1 @0504"], [3, 3]), "6 and 2 are too few");
}

#[test]
fn s22_3_militia_are_a_force() {
    assert!(comes(REINFORCING, &["0504 town resource", "cs militia VA @0504"], [4, 3]));
}

#[test]
fn s22_3_cavalry_adds_its_2_alone() {
    let stuart = ["cs 1 @0504", "cs-stuart 1* 1/1 @0505 cavalry"];
    assert!(!comes(REINFORCING, &stuart, [3, 3]), "6 and the 2 of the cavalry");
    assert!(comes(REINFORCING, &stuart, [4, 3]));
}

/// §S1.3: no modifier but his Defense Rating, 2, counts for J. Johnston by rail.
#[test]
fn s1_3_j_johnston_by_rail_is_not_helped() {
    let comes = |dice: [u8; 2]| {
        let position = under(set_up("us-civil-war-1861"), REINFORCING);
        let dice = Arranged::else_on(3).with("Initiative", &[6, 3]).with("the Interception", &dice);
        let mut play = Play::from(&position, dice);
        play.all(US, "no-forward, activate us-mcdowell, to 1747").take(CS, "no-reaction");
        play.take(US, "to 1746").all(CS, "intercept 1744, roll-interceptions");
        play.next_decision().1 == "send"
    };
    assert!(!comes([3, 3]) && comes([3, 4]));
}

#[test]
fn without_it_he_is_alone() {
    let nothing = "rule(#{ title: \"Nothing\", modules: [\"us-civil-war\"], text: \"Nothing.\" });";
    assert!(!comes(nothing, &["cs 1 @0504"], [4, 3]));
    assert!(comes(nothing, &["cs 1 @0504"], [5, 4]));
}
