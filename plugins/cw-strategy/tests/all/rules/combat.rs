//! §0.2, §10: sums and combat, and the worked examples of §16.

use cw_strategy::arithmetic::{Chance, PARTS, nearest, nearest_with_root};
use cw_strategy::combat::{Battle, Centre, Force, Step, Terms, attacker_wins, hint, is_crushed};

/// The original's values, without realism.
const PLAIN: Terms =
    Terms { realism: false, ceiling: 20, attack_factor: 11, defence_factor: 9, centre: Centre::FiveAndAHalf };
const REAL: Terms = Terms { realism: true, ..PLAIN };

/// An army of so many hundreds, with its leader's rating, its experience and its supply.
const fn army(size: u32, rating: u8, experience: u8, supply: u8) -> Force {
    Force { size, rating, experience, supply }
}

/// A defender who stands ready in a city without a fort.
const fn battle(attacker: Force, defender: Force, terms: Terms) -> Battle {
    Battle { attacker, defender, fort: 0, ready: true, bonus: [0, 0], terms }
}

fn strengths(battle: Battle) -> (u8, u8) {
    (battle.attack(&mut |_| ()), battle.defence(&mut |_| ()))
}

/// The attacker's strength against the defender's, and his chance in tenths of a percent.
#[track_caller]
fn check(battle: Battle, x: u8, y: u8, permille: u32) {
    assert_eq!(strengths(battle), (x, y));
    assert_eq!(nearest(attacker_wins(x, y).ten_thousandths().into(), 10), i64::from(permille));
}

/// Twelve `u` that give the average deviate of the original, +0.5.
const AVERAGE: [i64; 2] = [6 * PARTS; 2];
/// A rating, an experience and a supply that change nothing.
const PLAIN_ARMY: [u8; 3] = [0, 0, 5];

fn plain(size: u32) -> Force {
    let [rating, experience, supply] = PLAIN_ARMY;
    army(size, rating, experience, supply)
}

const MCDOWELL: Force = army(400, 4, 1, 8);
const JOHNSTON: Force = army(300, 8, 1, 7);

// §0.2

#[test]
fn s0_2_halves_go_to_the_even_neighbour() {
    let halves: Vec<i64> = [-5, -3, -1, 1, 3, 5, 7].map(|twice| nearest(twice, 2)).into();
    assert_eq!(halves, [-2, -2, 0, 0, 2, 2, 4]);
    // Just beside the half there is only one nearest.
    assert_eq!(
        [nearest(2499, 1000), nearest(2501, 1000), nearest(3499, 1000), nearest(3501, 1000)],
        [2, 3, 3, 4]
    );
    // 1.005 * 100 is a half exactly, which it isn't in binary.
    assert_eq!(nearest(1005 * 100, 1000), 100);
}

#[test]
fn s0_2_a_sum_with_a_root_is_rounded_once() {
    // 36 + 0.5 * √33 = 38.87; 45 + 0.5 * √38 = 48.08.
    assert_eq!(nearest_with_root(36, 250, 500, 33), 39);
    assert_eq!(nearest_with_root(45, 250, 500, 38), 48);
    // 0.5 * √25 = 2.5: a half to the even neighbour of the whole sum, whichever way it goes.
    assert_eq!([nearest_with_root(10, 1, 2, 25), nearest_with_root(11, 1, 2, 25)], [12, 14]);
    assert_eq!([nearest_with_root(10, -1, 2, 25), nearest_with_root(11, -1, 2, 25)], [8, 8]);
    // √6 / 2 = 1.22 and √10 / 2 = 1.58 lie on either side of the half; so do √24 and √26 of two and a half.
    assert_eq!([nearest_with_root(0, 1, 2, 6), nearest_with_root(0, 1, 2, 10)], [1, 2]);
    assert_eq!([nearest_with_root(0, 1, 2, 24), nearest_with_root(0, 1, 2, 26)], [2, 3]);
    assert_eq!([nearest_with_root(0, -1, 2, 24), nearest_with_root(0, -1, 2, 26)], [-2, -3]);
    assert_eq!(nearest_with_root(7, 1750, 500, 0), 7);
}

#[test]
fn s0_2_agrees_with_floating_point_where_that_is_exact_enough() {
    for factor in -300..=300_i32 {
        for under in 0..400_u32 {
            let sum = 20.0 + f64::from(factor) / 100.0 * f64::from(under).sqrt();
            if (sum * 2.0 - (sum * 2.0).round()).abs() > 1e-9 {
                let here = nearest_with_root(20, factor.into(), 100, under.into());
                assert_eq!(here, sum.round() as i64, "{factor} {under}");
            }
        }
    }
}

// §10.1-10.7

#[test]
fn s10_1_men_count_by_the_ten_thousand() {
    for (size, x) in [(49, 1), (50, 1), (51, 1), (149, 1), (150, 2), (151, 2), (250, 2), (251, 3), (350, 4)] {
        assert_eq!(battle(plain(size), plain(size), PLAIN).attack(&mut |_| ()), x, "{size}");
    }
}

#[test]
fn s10_2_the_leader_counts_above_a_fifth_of_the_defender() {
    let against = |a, d| strengths(battle(army(a, 10, 0, 5), plain(d), PLAIN)).0;
    // 1 + 3, less 2 for being outnumbered; at a fifth exactly only 1 is left.
    assert_eq!([against(101, 500), against(100, 500), against(99, 500)], [2, 1, 1]);
    // 1 + 0.3 * 5 = 2.5 is 2.
    assert_eq!(strengths(battle(army(100, 5, 0, 5), plain(100), PLAIN)).0, 2);
    // 2 + 0.3 * 5 = 3.5 is 4.
    assert_eq!(strengths(battle(army(200, 5, 0, 5), plain(200), PLAIN)).0, 4);
}

#[test]
fn s10_3_veterans_count_from_experience_9() {
    let x = |experience| strengths(battle(army(100, 0, experience, 5), plain(100), PLAIN)).0;
    // 1 + 2.4, 1 + 2.7 and one more, 1 + 3 and one more.
    assert_eq!([x(8), x(9), x(10)], [3, 5, 5]);
}

#[test]
fn s10_4_an_attacker_below_1500_men_is_halved() {
    let x = |size| strengths(battle(army(size, 10, 7, 5), plain(10), PLAIN)).0;
    // 0 + 5.1 = 5, half of it 2.5: 2.
    assert_eq!([x(14), x(15)], [2, 5]);
}

#[test]
fn s10_5_the_attackers_ratio_counts_at_its_limits() {
    let x = |a, d| strengths(battle(army(a, 10, 10, 5), plain(d), PLAIN)).0;
    // 1 + 6 + 1 = 8.
    assert_eq!([x(100, 199), x(100, 200), x(100, 201)], [8, 6, 6], "at half and below 2 less");
    assert_eq!([x(100, 499), x(100, 500), x(100, 501)], [6, 1, 1], "at a fifth and below 1");
    let x = |a, d| strengths(battle(plain(a), plain(d), PLAIN)).0;
    assert_eq!([x(299, 100), x(300, 100), x(301, 100)], [3, 3, 5], "above three times 2 more");
    assert_eq!([x(1000, 100), x(1001, 100)], [12, 20], "above ten times the ceiling");
    assert_eq!(x(100, 250), 1, "never less than 1");
}

#[test]
fn s10_6_without_supply_an_attacker_is_halved_and_has_1_at_least() {
    let x = |size, supply| strengths(battle(army(size, 0, 0, supply), plain(size), PLAIN)).0;
    assert_eq!([x(500, 1), x(500, 0), x(700, 0), x(100, 0)], [5, 2, 4, 1]);
    // It halves even who is ten times as strong.
    assert_eq!(strengths(battle(army(1001, 0, 0, 0), plain(100), PLAIN)).0, 10);
}

#[test]
fn s10_7_balance_is_added_last_and_under_the_ceiling() {
    let x = |size, supply, bonus| {
        let battle = battle(army(size, 0, 0, supply), plain(size), PLAIN);
        strengths(Battle { bonus: [bonus, 0], ..battle }).0
    };
    assert_eq!([x(500, 5, 0), x(500, 5, 4), x(500, 0, 4), x(1900, 5, 4)], [5, 9, 6, 20]);
}

// §10.8-10.13

#[test]
fn s10_8_the_ground_counts_for_the_defender() {
    let y = |size, terms| strengths(battle(plain(size), plain(size), terms)).1;
    assert_eq!([y(100, PLAIN), y(115, PLAIN), y(116, PLAIN), y(500, PLAIN)], [2, 2, 3, 8], "7.5 is 8");
    assert_eq!([y(100, REAL), y(125, REAL), y(126, REAL), y(175, REAL), y(900, REAL)], [4, 4, 5, 6, 20]);
    // Under realism the ground is at most 20, though the ceiling is higher.
    assert_eq!(y(2000, Terms { ceiling: 25, ..REAL }), 20);
    assert_eq!(y(2000, Terms { ceiling: 25, ..PLAIN }), 25);
}

#[test]
fn s10_9_leader_and_veterans_count_for_the_defender_above_a_fifth() {
    let y = |a, d| strengths(battle(plain(a), army(d, 10, 8, 5), PLAIN)).1;
    // 2 + 5.4 = 7, of which four fifths are 6; at a fifth 2, of which they are 2.
    assert_eq!([y(499, 100), y(500, 100), y(501, 100)], [6, 2, 2]);
    let y = |experience| strengths(battle(plain(100), army(100, 0, experience, 5), PLAIN)).1;
    assert_eq!([y(8), y(9), y(10)], [4, 6, 6]);
    // Veterans count even where the leader doesn't: 2 and 1, of which four fifths are 2.
    assert_eq!(strengths(battle(plain(500), army(100, 10, 9, 5), PLAIN)).1, 2);
}

#[test]
fn s10_10_a_defender_below_1500_men_is_halved() {
    let y = |size| strengths(battle(plain(15), army(size, 10, 3, 5), PLAIN)).1;
    // 1 + 3.9 = 5, half of it 2.5: 2.
    assert_eq!([y(14), y(15)], [2, 5]);
}

#[test]
fn s10_11_the_first_ratio_that_applies_counts() {
    let y = |a, d| strengths(battle(plain(a), plain(d), PLAIN)).1;
    // 1 + 1.95 is 3, and 1.963 too.
    assert_eq!([y(100, 150), y(100, 151)], [3, 5], "above one and a half 2 more");
    assert_eq!([y(10, 100), y(10, 101)], [4, 20], "above ten times the ceiling");
    assert_eq!([y(200, 100), y(201, 100), y(2000, 100)], [2, 2, 2], "four fifths of 2 are 1.6");
    assert_eq!(
        [y(800, 400), y(801, 400), y(2500, 400)],
        [6, 5, 5],
        "four fifths of 6 below one half, and below a fifth too"
    );
    assert_eq!(strengths(battle(plain(1500), plain(1600), PLAIN)).1, 20, "at most the ceiling");
    assert_eq!(strengths(battle(plain(100), plain(1), PLAIN)).1, 1, "at least 1");
}

#[test]
fn s10_12_without_supply_a_defender_is_halved_before_the_balance() {
    let y = |supply, bonus| {
        let battle = battle(plain(300), army(300, 0, 0, supply), PLAIN);
        strengths(Battle { bonus: [0, bonus], ..battle }).1
    };
    assert_eq!([y(1, 0), y(0, 0), y(0, 4), y(1, 2)], [5, 2, 6, 7]);
    assert_eq!(strengths(battle(plain(1), army(1, 0, 0, 0), PLAIN)).1, 1);
}

#[test]
fn s10_13_a_fort_multiplies_a_defender_who_stands_ready() {
    let y = |size, fort, ready| {
        let battle = battle(plain(size), plain(size), PLAIN);
        strengths(Battle { fort, ready, ..battle }).1
    };
    assert_eq!([y(300, 0, true), y(300, 1, true), y(300, 2, true)], [5, 10, 15]);
    assert_eq!([y(300, 1, false), y(300, 2, false)], [5, 5]);
    assert_eq!([y(500, 2, true), y(500, 1, true)], [20, 16], "8 three times is more than the ceiling");
    // The balance is multiplied too.
    let bonus = Battle { fort: 1, bonus: [0, 2], ..battle(plain(300), plain(300), PLAIN) };
    assert_eq!(strengths(bonus).1, 14);
}

#[test]
fn s10_the_ceiling_is_the_scenarios() {
    let huge = Battle { fort: 2, ..battle(army(1500, 10, 10, 9), army(1500, 10, 10, 9), REAL) };
    assert_eq!(strengths(huge), (20, 20));
    assert_eq!(strengths(Battle { terms: Terms { ceiling: 25, ..REAL }, ..huge }), (22, 25));
}

#[test]
fn s10_every_step_is_told_with_its_paragraph() {
    let mut told = Vec::new();
    let fort = Battle { fort: 1, ..battle(army(250, 8, 4, 0), army(180, 7, 2, 5), PLAIN) };
    let mut tell = |Step { paragraph, value, .. }| told.push((paragraph, value));
    fort.attack(&mut tell);
    fort.defence(&mut tell);
    assert_eq!(told, [("10.1", 2), ("10.2", 6), ("10.6", 3), ("10.8", 3), ("10.9", 6), ("10.13", 12)]);
}

// §10.14-10.16

/// §10.14, counted out: `u` in so many equal steps, each once, with the rounding of §0.2.
fn drawn(x: u8, y: u8, steps: i64) -> (i64, i64) {
    let most = i64::from(x.max(y)) + 1;
    let under = |strength: u8| {
        (0..steps).filter(|step| nearest(most * (2 * step + 1), 2 * steps) <= i64::from(strength)).count()
            as i64
    };
    let (p, q) = (under(x), under(y));
    (p * (steps - q), q * (steps - p))
}

#[test]
fn s10_15_is_the_chance_of_the_draws_of_10_14() {
    for x in 1..=25_u8 {
        for y in 1..=25_u8 {
            // So many steps that every limit falls between two of them.
            let steps = 2 * (i64::from(x.max(y)) + 1);
            let (attacker, defender) = drawn(x, y, steps);
            let chance = attacker_wins(x, y);
            let (of, other) = (i64::from(chance.of), i64::from(chance.other().of));
            assert_eq!(of * defender, other * attacker, "{x} against {y}");
        }
    }
}

#[test]
fn s10_15_superiority_counts_heavily() {
    assert_eq!(attacker_wins(8, 6).ten_thousandths(), 8673);
    assert_eq!(attacker_wins(10, 5).ten_thousandths(), 9545);
    assert_eq!(attacker_wins(6, 8), Chance::new(13, 98));
    assert_eq!(attacker_wins(7, 7), Chance::new(1, 2));
    assert_eq!(attacker_wins(8, 6).other(), attacker_wins(6, 8));
}

#[test]
fn s10_16_the_hint_is_far_too_timid() {
    assert_eq!(hint(6, 8), Chance::new(6, 14));
    assert_eq!(hint(6, 8).ten_thousandths() / 100, 42);
}

// §10.17-10.20

#[test]
fn s10_17_the_deviate_is_centred_in_one_place() {
    let middle = 6 * PARTS;
    assert_eq!(Centre::FiveAndAHalf.deviate(middle), PARTS / 2);
    assert_eq!(Centre::Six.deviate(middle), 0);
    assert_eq!([Centre::Six.deviate(0), Centre::Six.deviate(12 * PARTS)], [-6 * PARTS, 6 * PARTS]);
    let six = Terms { centre: Centre::Six, ..PLAIN };
    // §16.1 without the half: 36 and 45.
    assert_eq!(battle(MCDOWELL, JOHNSTON, six).raw_losses(false, AVERAGE), [45, 36]);
    assert_eq!(battle(MCDOWELL, JOHNSTON, PLAIN).raw_losses(false, AVERAGE), [48, 39]);
}

/// The raw losses with a deviate of 0, which are the means.
fn means(a: u32, d: u32, fort: u8, attacker_won: bool) -> [i64; 2] {
    let terms = Terms { centre: Centre::Six, ..PLAIN };
    Battle { fort, ..battle(plain(a), plain(d), terms) }.raw_losses(attacker_won, AVERAGE)
}

#[test]
fn s10_18_the_loser_loses_more() {
    // A ninth hundredth, times 1.3; eleven, times 1.5.
    assert_eq!(means(200, 200, 0, true), [22, 23]);
    assert_eq!(means(200, 200, 0, false), [33, 18]);
}

#[test]
fn s10_18_large_armies_lose_less() {
    // The loss grows with the enemy, and its share shrinks above 300 and above 800.
    assert_eq!([300, 301, 800, 801].map(|a| means(a, 1000, 0, true)[0]), [110, 99, 99, 88]);
    assert_eq!([300, 301, 800, 801].map(|d| means(1000, d, 0, false)[1]), [90, 81, 81, 72]);
}

#[test]
fn s10_18_a_fort_counts_in_losses_even_when_it_did_not_in_strength() {
    assert_eq!([0, 1, 2].map(|fort| means(200, 200, fort, true)), [[22, 23], [26, 16], [30, 8]]);
    let moved = Battle { fort: 2, ready: false, ..battle(plain(200), plain(200), PLAIN) };
    assert_eq!(moved.raw_losses(true, AVERAGE), Battle { ready: true, ..moved }.raw_losses(true, AVERAGE));
    // The share is never below 0.
    let few = Terms { defence_factor: 5, centre: Centre::Six, ..PLAIN };
    assert_eq!(Battle { fort: 2, ..battle(plain(200), plain(200), few) }.raw_losses(true, AVERAGE)[1], 0);
}

#[test]
fn s10_19_losses_are_mixed_and_bounded() {
    // Far below the mean both raw losses are below 0; each loses 1 all the same.
    let small = battle(plain(20), plain(20), PLAIN);
    let least = [0, 0];
    assert!(small.raw_losses(true, least).iter().all(|&loss| loss < 0));
    assert_eq!(small.losses(true, least), [1, 1]);
    // 0 and 14: R(2.8) and R(11.8), but who has two hundreds keeps one.
    assert_eq!(battle(plain(100), plain(2), PLAIN).raw_losses(true, AVERAGE), [0, 14]);
    assert_eq!(battle(plain(100), plain(2), PLAIN).losses(true, AVERAGE), [3, 1]);
    // 3 and 14: R(2.4 + 2.8) and R(11.2 + 1).
    assert_eq!(battle(plain(100), plain(20), PLAIN).losses(true, AVERAGE), [5, 12]);
    // Who is one hundred strong can't lose it; the other loses R(0 + 0.2 * 14) all the same.
    assert_eq!(battle(plain(1), plain(100), PLAIN).losses(false, AVERAGE), [0, 3]);
}

#[test]
fn s10_19_neither_loss_outgrows_the_other() {
    let twelve = |z: i64| 11 * PARTS / 2 + z * PARTS / 10;
    // The defender's raw loss is 0 and the attacker's large: it is at most nine times the defender's.
    let one_sided = battle(plain(10), plain(600), PLAIN);
    let [raw_a, raw_d] = one_sided.raw_losses(false, [twelve(0), twelve(-10)]);
    assert_eq!([raw_a, raw_d], [99, 0]);
    // 79, then R(0 + 0.2 * 79) = 16, which is more than a ninth; who has 10 keeps 1.
    assert_eq!(one_sided.losses(false, [twelve(0), twelve(-10)]), [9, 16]);
    for a in (1..1200).step_by(37) {
        for d in (1..1200).step_by(41) {
            for (won, z) in [(true, 30), (false, 30), (true, -30), (false, -30)] {
                let [ka, kd] = battle(plain(a), plain(d), PLAIN).losses(won, [twelve(z), twelve(-z)]);
                assert!(ka < a && kd < d, "{a} {d}: {ka} {kd}");
                assert!(ka <= 9 * kd || kd == d - 1, "{a} {d}: {ka} {kd}");
                assert!(kd <= 5 * ka || ka == a - 1, "{a} {d}: {ka} {kd}");
            }
        }
    }
}

#[test]
fn s10_20_fewer_than_two_hundred_men_are_crushed() {
    assert_eq!([0, 1, 2, 3].map(is_crushed), [true, true, false, false]);
}

// §16

#[test]
fn s16_1_mcdowell_attacks_johnston() {
    let battle = battle(MCDOWELL, JOHNSTON, PLAIN);
    check(battle, 6, 8, 133);
    assert_eq!(attacker_wins(6, 8).other(), Chance::new(85, 98));
    assert_eq!(battle.raw_losses(false, AVERAGE), [48, 39]);
    assert_eq!(battle.losses(false, AVERAGE), [46, 40]);
    assert_eq!((MCDOWELL.size - 46, JOHNSTON.size - 40), (354, 260));
    assert_eq!(battle.raw_losses(true, AVERAGE), [33, 50]);
    assert_eq!(battle.losses(true, AVERAGE), [36, 47]);
}

#[test]
fn s16_2_the_same_under_realism() {
    let battle = battle(MCDOWELL, JOHNSTON, REAL);
    check(battle, 6, 11, 49);
    assert_eq!(attacker_wins(6, 11).other(), Chance::new(253, 266));
    assert_eq!(attacker_wins(6, 11).other().ten_thousandths(), 9511);
    assert_eq!(battle.losses(false, AVERAGE), [46, 40]);
    assert_eq!(battle.losses(true, AVERAGE), [36, 47]);
}

#[test]
fn s16_6_an_attacker_without_supply() {
    let defender = army(180, 7, 2, 5);
    check(battle(army(250, 8, 4, 0), defender, PLAIN), 3, 6, 71);
    let chance = attacker_wins(3, 6);
    assert_eq!(chance.of * 14, chance.out_of);
    check(battle(army(250, 8, 4, 1), defender, PLAIN), 6, 6, 500);
}

#[test]
fn s16_8_a_computer_side_with_the_balance() {
    let without = battle(army(120, 8, 2, 5), army(150, 5, 1, 5), REAL);
    check(Battle { bonus: [4, 0], ..without }, 8, 7, 773);
    assert_eq!(attacker_wins(8, 7), Chance::new(51, 66));
    check(without, 4, 7, 79);
    let chance = attacker_wins(4, 7);
    assert_eq!(chance.of * 38, chance.out_of * 3);
}

#[test]
fn s16_11_equal_armies_under_realism() {
    let hundred = army(100, 5, 1, 5);
    check(battle(hundred, hundred, REAL), 3, 6, 71);
    check(battle(army(250, 5, 1, 5), hundred, REAL), 4, 5, 214);
    let chance = attacker_wins(4, 5);
    assert_eq!(chance.of * 14, chance.out_of * 3);
}
