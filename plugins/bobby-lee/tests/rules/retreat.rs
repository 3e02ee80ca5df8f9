//! §6.31 and §8.41: which ways lead out of a battle.

use crate::position::*;

/// A division sails from Washington to Aquia Landing, which is vacant, while three attack Manassas next to it from another
/// hex. Then it marches to their help over the hexside between, and they come to retreat.
fn landed_and_marched(from: &str) -> Play {
    let mut units = vec!["us-s supreme 4 f1 s1 4 @0402".to_owned(), "us-a infantry 3 @0402".to_owned()];
    units.push(format!("us-l leader 4 c1 f1 s1 4 @{from}"));
    units.extend(["us-b", "us-c", "us-d"].map(|unit| format!("{unit} infantry 3 @{from}")));
    units.extend(["cs-a", "cs-b", "cs-c"].map(|unit| format!("{unit} infantry 3 @0403")));
    let units: Vec<&str> = units.iter().map(String::as_str).collect();
    let mut play = Play::with(&units, &[("year", 1861)]);
    play.take(US, "bid 2");
    play.take(CS, "bid 0");
    play.all(US, "activate-supreme us-s, activate us-l, pick us-a, sail 0503");
    for unit in ["us-b", "us-c", "us-d"] {
        play.all(US, &format!("pick {unit}, to 0403"));
    }
    play.all(US, "end-moves, end-moves");
    play.all(CS, "pick cs-a, post cs-left, pick cs-b, post cs-center, pick cs-c, post cs-right");
    play.all(US, "pick us-b, post us-left, pick us-c, post us-center, pick us-d, post us-right");
    play.all(US, "end-retreat, end-combat, bring us-a, end-reinforce");
    play.all(CS, "end-retreat, end-combat");
    assert_eq!((play.at("us-a"), play.asked()), ("us-reserve".to_owned(), (US, "retreat".to_owned())));
    play
}

#[test]
fn s8_41_who_landed_and_then_marched_to_a_battle_next_door_retreats_by_land() {
    let mut play = landed_and_marched("0402");
    assert_eq!(play.of(US, "us-a"), ["retreat 0402", "retreat 0503"], "each way once");
    play.all(US, "pick us-a, retreat 0402");
    assert_eq!(
        (play.at("us-a"), play.strength("us-a")),
        ("0402".to_owned(), 3),
        "over the bridge, for nothing"
    );
}

#[test]
fn s8_41_no_ship_fetches_an_invader_from_a_battle_inland() {
    let mut play = landed_and_marched("0303");
    assert_eq!(play.of(US, "us-a"), ["retreat 0303", "retreat 0503"], "nobody came over the bridge");
}
