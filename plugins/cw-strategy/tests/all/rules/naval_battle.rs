//! §5.19-5.25: ships against ships.

use cw_strategy::arithmetic::Chance;
use cw_strategy::naval_battle::{Ship, exchange, round, shot};

use Ship::{Ironclad, Wooden};

#[test]
fn s5_19_a_wooden_ship_takes_ten_hits_and_an_ironclad_twenty() {
    assert_eq!((Wooden.hits(), Ironclad.hits()), (10, 20));
}

#[test]
fn s5_21_a_shot_favours_the_ironclad() {
    assert_eq!([shot(Wooden, Wooden), shot(Ironclad, Ironclad)], [Chance::tenths(5); 2]);
    assert_eq!(shot(Ironclad, Wooden), Chance::tenths(6));
    assert_eq!(shot(Wooden, Ironclad), Chance::tenths(4));
}

#[test]
fn s5_21_ships_exchange_shots_until_one_is_gone() {
    let mut hits = [true, false, true, true].into_iter();
    // The attacker's shots tell three times, which the other ship's hits are; his own ship keeps one of two.
    assert_eq!(exchange([2, 3], || hits.next().unwrap()), [1, 0]);
    assert_eq!(hits.next(), None);
    assert_eq!(exchange([10, 10], || false), [0, 10]);
    assert_eq!(exchange([0, 10], || panic!("nobody is left to shoot")), [0, 10]);
}

#[test]
fn s5_22_the_chances_of_a_round() {
    assert_eq!([round(Wooden, Wooden, [10, 10]), round(Ironclad, Ironclad, [20, 20])], [50_000; 2]);
    assert_eq!(round(Ironclad, Wooden, [20, 10]), 99_848);
    assert_eq!(round(Wooden, Ironclad, [10, 20]), 152);
}

#[test]
fn s5_22_damage_of_the_winner_counts_in_the_next_round() {
    assert_eq!(round(Wooden, Wooden, [1, 1]), 50_000);
    // One hit left against two: the first two shots must both tell.
    assert_eq!([round(Wooden, Wooden, [1, 2]), round(Wooden, Wooden, [2, 1])], [25_000, 75_000]);
    assert_eq!(round(Ironclad, Wooden, [1, 2]), 36_000);
    assert_eq!([round(Wooden, Ironclad, [0, 5]), round(Wooden, Ironclad, [5, 0])], [0, 100_000]);
    // What the attacker wins the defender doesn't.
    for a in 1..=20 {
        for d in 1..=10 {
            let both = round(Ironclad, Wooden, [a, d]) + round(Wooden, Ironclad, [d, a]);
            assert!((99_999..=100_001).contains(&both), "{a} {d}: {both}");
        }
    }
}

#[test]
fn s16_14_an_ironclad_attacks_a_wooden_ship() {
    assert_eq!(round(Ironclad, Wooden, [Ironclad.hits(), Wooden.hits()]), 99_848);
}
