//! The weather of spring and autumn (5, the sidebar).

use crate::house_rules::WEATHER;
use crate::house_rules::play::Play;

#[test]
fn a_low_roll_makes_a_spring_turn_muddy_and_the_bid_still_binds() {
    let mut play = Play::in_quarter(WEATHER, 1, &[], &[2, 3]);
    play.take(0, "bid 1");
    play.take(1, "bid 0");
    assert!(play.is_muddy(), "2 is mud in spring");
    assert!(play.says("mud"));
    assert_eq!(play.clock(), "mud", "whoever looks up sees it");
    assert!(!play.ids(0).contains(&"pass".to_owned()), "whoever bid one activates one");
    play.take(0, "activate us-mcclellan");
    play.take(0, "end-moves");
    play.take(0, "end-moves");
    assert!(!play.is_muddy(), "the next turn has its own roll");
    assert_eq!(play.clock(), "");
}

#[test]
fn autumn_is_drier_and_summer_and_winter_are_not_rolled_for() {
    let muddy = |quarter: i32, face: u8| {
        let mut play = Play::in_quarter(WEATHER, quarter, &[], &[face]);
        play.take(0, "bid 1");
        play.take(1, "bid 0");
        play.is_muddy()
    };
    assert!(muddy(3, 1));
    assert!(!muddy(3, 2));
    assert!(!muddy(2, 1));
    assert!(muddy(4, 6));
}

#[test]
fn the_table_may_have_it_wetter() {
    let mut play = Play::in_quarter(WEATHER, 3, &[("autumn", 5)], &[5]);
    play.take(0, "bid 1");
    play.take(1, "bid 0");
    assert!(play.is_muddy());
}
