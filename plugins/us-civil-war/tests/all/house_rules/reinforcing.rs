//! §22.3: reinforcing a hex under attack.

use muster_contract::{Seat, Target};
use muster_sdk::Saves as _;
use us_civil_war::UsCivilWar;

use crate::house_rules::{REINFORCING, under};
use crate::rules::battlefield;
use crate::rules::position::{Arranged, CS, Play, US, set_up};

/// Whether 7 with two dice is enough for Hood in 0505, who adds nothing himself, where Grant enters 0504. The last line says who leads
/// in 0505.
fn comes(text: &str, there: &[&str], dice: [u8; 2]) -> bool {
    let mut lines = vec!["us 6 @0503", "us-grant 3* 3/2 @0503", "cs 3 @0505", "cs-hood 2* 2/0 @0505"];
    lines.extend(there);
    let position = under(battlefield::position(&lines), text);
    let arranged = Arranged::else_on(1).with("Initiative", &[6, 3]).with("Interception from", &dice);
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

/// Hood, who adds nothing himself, could reinforce 0504, which Grant enters, under a rule with this text; more lines besides.
fn helping(text: &str, more: &[&str]) -> Play {
    let lines = ["us 6 @0503", "us-grant 3* 3/2 @0503", "cs 1 @0504", "cs 3 @0505", "cs-hood 2* 2/1 @0505"];
    let position = under(battlefield::position(&[&lines[..], more].concat()), text);
    let mut play = Play::from(&position, Arranged::else_on(1).with("Initiative", &[6, 3]));
    play.take(US, "activate us-grant");
    play
}

fn told(play: &Play, seat: Seat, id: &str) -> Vec<String> {
    play.details(seat, id).consequences.into_iter().map(|line| line.text).collect()
}

/// What the rule adds is in the chances that are told, and standing answers weigh it: 6 or more of two dice come in 26 of 36 throws.
#[test]
fn s22_3_chances_and_standing_answers_have_what_it_adds() {
    let mut play = helping(REINFORCING, &[]);
    let before = told(&play, US, "to 0504");
    assert!(before.contains(&"cs-hood could intercept from 0505: about 42 %.".to_owned()), "{before:?}");
    assert!(before.iter().any(|line| line.ends_with("Reinforcing a hex under attack.")), "{before:?}");
    play.take(US, "to 0504");
    let lines =
        ["9 or more of two dice, +3: 72 %.", "+1: cs-hood commands.", "+2: Reinforcing a hex under attack."];
    assert_eq!(told(&play, CS, "intercept 0505"), lines);
    let panel = play.view(CS).panels.into_iter().find(|panel| panel.id == "react").unwrap();
    assert!(panel.rows.iter().any(|row| row.figure == "72 %"), "{:?}", panel.rows);
    let drawn = play.game.overlay(Some(CS), "reactions", Some(&Target::Space("0505".to_owned())));
    assert!(drawn.iter().any(|item| item.label == "72 %"), "{drawn:?}");
    let odds = play.game.odds(CS, "intercept 0505");
    assert!(odds[0].note.starts_with("9 or more of two dice, +3"), "{}", odds[0].note);
    let saved = play.game.save();
    play.game.load_another(UsCivilWar::STATE_SCHEMA, &saved).expect("a save can be loaded");
    assert_eq!(told(&play, CS, "intercept 0505"), lines);
    play.take(CS, "always-intercept");
    assert!(play.says("Interception from 0505, +3"), "{}", play.told());
    assert!(play.state().march.as_ref().is_none_or(|march| march.foreseen.is_empty()));
}

/// Where nobody is any more there is nothing to reinforce: it is asked anew.
#[test]
fn s22_3_chances_change_with_the_position() {
    let mut play = helping(REINFORCING, &["cs-hill 2* 1/4 @0504"]);
    play.take(US, "to 0504");
    assert!(told(&play, CS, "intercept 0505")[0].ends_with("72 %."));
    let dice = Arranged::else_on(6).with("Initiative", &[6, 3]);
    let lines = ["us 6 @0503", "us-grant 3* 3/2 @0503", "cs 1 @0504", "cs-hill 2* 1/4 @0504"];
    let hood = ["cs 3 @0505", "cs-hood 2* 2/1 @0505"];
    let position = under(battlefield::position(&[&lines[..], &hood].concat()), REINFORCING);
    let mut play = Play::from(&position, dice);
    play.all(US, "activate us-grant, to 0504").all(CS, "avoid-battle, avoid-to 0404");
    assert_eq!(told(&play, CS, "intercept 0505")[0], "9 or more of two dice, +1: 42 %.");
}

/// What a rule makes of dice of its own isn't known before: then its owner is asked, whatever he has said.
#[test]
fn a_rule_that_rolls_is_not_foreseen() {
    let rolls = "rule(#{ title: \"Luck\", modules: [\"us-civil-war\"], text: \"Luck.\" });\n\
                 on(\"interception\", \"luck\");\n\
                 fn luck(facts) { roll(1, 6, \"luck\", \"had\"); }\n\
                 fn had(facts) { modify(\"modifier\", 9); }";
    let mut play = helping(rolls, &["cs-lee 3* 2/4 @0505"]);
    play.take(US, "to 0504").take(CS, "always-intercept");
    assert_eq!(play.next_decision(), (CS, "react".to_owned()));
    let lines = told(&play, CS, "intercept 0505");
    assert_eq!(lines[0], "9 or more of two dice, +4: about 83 %.");
    assert_eq!(lines.last().unwrap(), "Rules of the table may change that: Luck.");
    let asks = "rule(#{ title: \"Salt\", modules: [\"us-civil-war\"], text: \"Salt.\" });\n\
                on(\"interception\", \"look\");\n\
                fn look(facts) { ask(\"sps-in\", #{ side: \"cs\", space: \"0505\" }, \"seen\"); }\n\
                fn seen(facts) { modify(\"modifier\", facts.answer); }";
    let mut play = helping(asks, &[]);
    play.take(US, "to 0504");
    assert_eq!(told(&play, CS, "intercept 0505")[0], "9 or more of two dice, +4: 83 %.", "three SPs");
}

/// §S1.3: no modifier but his Defense Rating, 2, counts for J. Johnston by rail.
#[test]
fn s1_3_j_johnston_by_rail_is_not_helped() {
    let comes = |dice: [u8; 2]| {
        let position = under(set_up("us-civil-war-1861"), REINFORCING);
        let dice = Arranged::else_on(3).with("Initiative", &[6, 3]).with("Interception", &dice);
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
