//! §9.3.4, C76: in which order reactions are said.

use us_civil_war::Side::Cs;

use crate::battlefield;
use crate::position::{Arranged, CS, Play, US};

/// §9.3.4: whether to intercept is said after an Avoid Battle too, but not by whoever has just gone.
#[test]
fn s9_3_4_when_a_stack_has_got_away_others_may_intercept() {
    let lines = [
        "us 6 @0503",
        "us-grant 3* 3/2 @0503",
        "cs 2 @0504",
        "cs-jackson 2* 4/3 @0504",
        "cs 4 @0505",
        "cs-lee 3* 2/4 @0505",
    ];
    let enter = || {
        let dice = Arranged::else_on(5).with("Initiative", &[6, 3]);
        let mut play = Play::from(&battlefield::position(&lines), dice);
        play.all(US, "activate us-grant, to 0504");
        play
    };
    let mut play = enter();
    play.all(CS, "avoid-battle, avoid-to 0404");
    assert_eq!(play.ids(CS), ["intercept 0505", "no-reaction"], "Jackson doesn't come back");
    play.all(CS, "intercept 0505, roll-interceptions, send-off");
    assert_eq!((play.sps(Cs, "0404"), play.sps(Cs, "0504"), play.sps(Cs, "0505")), (2, 4, 0));
    assert_eq!(play.next_decision(), (US, "battle".to_owned()), "Lee doesn't avoid it (9.3.4)");
    // The other way round nobody avoids the battle.
    let mut play = enter();
    play.all(CS, "intercept 0505, roll-interceptions, send-off");
    assert_eq!(play.next_decision(), (US, "battle".to_owned()));
    // Together they are one stack that has gone.
    let mut play = enter();
    play.all(CS, "avoid-battle, avoid-to 0505");
    assert_eq!(play.next_decision(), (US, "march".to_owned()));
}
