//! §10 from the text: every step a fraction, rounded where the text rounds.

use cw_strategy::combat::{Battle, Centre, Force, Terms, attacker_wins};

use crate::oracles::{Lots, rounded};

/// An army: size, rating, experience, supply.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    pub size: i64,
    pub rating: i64,
    pub experience: i64,
    pub supply: i64,
    pub bonus: i64,
}

/// What is the same for all battles of a game.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub realism: bool,
    pub ceiling: i64,
    pub attack: i64,
    pub defence: i64,
    /// Fivehundredths that are taken from the sum of twelve draws.
    pub centre: i64,
}

/// §10.1 to §10.7.
pub fn attack(a: Side, d: Side, rules: Rules) -> i64 {
    let top = rules.ceiling;
    // Sizes are compared as products: a / d > 0.2 is 5a > d.
    let mut x = top.min(rounded(a.size, 100));
    if a.size * 5 > d.size {
        x = top.min(rounded(10 * x + 3 * a.rating + 3 * a.experience, 10));
    }
    if a.experience >= 9 {
        x = top.min(x + 1);
    }
    if a.size < 15 {
        x = rounded(x, 2);
    }
    if a.size * 2 <= d.size {
        x = 1.max(x - 2);
    }
    if a.size > d.size * 3 {
        x = top.min(x + 2);
    }
    if a.size > d.size * 10 {
        x = top;
    }
    if a.size * 5 <= d.size {
        x = 1;
    }
    if a.supply == 0 {
        x = rounded(x, 2);
    }
    top.min(1.max(x) + a.bonus)
}

/// §10.8 to §10.13.
pub fn defence(a: Side, d: Side, fort: i64, ready: bool, rules: Rules) -> i64 {
    let top = rules.ceiling;
    let mut y = if rules.realism {
        20.min(rounded(20 * d.size + 2000, 1000))
    } else {
        rounded(13 * d.size + 1000, 1000)
    };
    if d.size * 5 > a.size {
        y = top.min(rounded(10 * y + 3 * d.rating + 3 * d.experience, 10));
    }
    if d.experience >= 9 {
        y = top.min(y + 1);
    }
    if d.size < 15 {
        y = rounded(y, 2);
    }
    if d.size > 10 * a.size {
        y = top;
    } else if 2 * d.size > 3 * a.size {
        y += 2;
    } else if 2 * d.size < a.size {
        y = rounded(8 * y, 10);
    }
    y = y.clamp(1, top);
    if d.supply == 0 {
        y = rounded(y, 2);
    }
    y = top.min(1.max(y) + d.bonus);
    if ready {
        y *= 1 + fort;
    }
    top.min(y)
}

/// §10.15: the attacker's chance, a part and the whole.
pub fn chance(x: i64, y: i64) -> (i64, i64) {
    if x == y {
        return (1, 2);
    }
    let (most, least) = (x.max(y), x.min(y));
    let stronger = (2 * most + 1) * (2 * (most - least) + 1);
    let whole = stronger + 2 * least + 1;
    (if x > y { stronger } else { whole - stronger }, whole)
}

/// R(mean + z / 500 * root of variance).
fn loss(mean: i64, z: i64, variance: i64) -> i64 {
    let root = (variance as f64).sqrt();
    if root.fract() == 0.0 {
        return rounded(500 * mean + z * root as i64, 500);
    }
    // The root is irrational: there is no half.
    (mean as f64 + z as f64 / 500.0 * root).round() as i64
}

/// §10.17 to §10.19: what attacker and defender lose, from the sums of twelve draws in fivehundredths.
pub fn losses(a: Side, d: Side, fort: i64, won: bool, twelve: [i64; 2], rules: Rules) -> [i64; 2] {
    let crowd = |size: i64| {
        if size > 800 {
            8
        } else if size > 300 {
            9
        } else {
            10
        }
    };
    let raw = |enemy: i64, q: i64, z: i64| {
        let mean = rounded(enemy * q, 10_000);
        loss(mean, z - rules.centre, rounded(mean * (10_000 - q), 10_000))
    };
    let qd = 0.max(rules.defence - 3 * fort) * if won { 13 } else { 10 } * crowd(d.size);
    let qa = (rules.attack + 2 * fort) * if won { 10 } else { 15 } * crowd(a.size);
    let kd = raw(a.size, qd, twelve[1]);
    let ka = raw(d.size, qa, twelve[0]);
    let ka = 1.max(rounded(8 * ka + 2 * kd, 10));
    let kd = 1.max(rounded(8 * kd + 2 * ka, 10));
    let ka = ka.min(9 * kd);
    let kd = kd.min(5 * ka);
    [ka.min(a.size - 1), kd.min(d.size - 1)]
}

#[test]
fn battles_agree_with_the_second_model() {
    let full = std::env::var("MUSTER_FULL").is_ok_and(|full| full == "1");
    let mut lots = Lots(7);
    for case in 0..if full { 2_000_000 } else { 60_000 } {
        // Small armies, and sizes at the limits of ratios, more often than large ones.
        let base = [15, 60, 320, 820, 1500][lots.below(5)];
        let size = 1 + lots.below(base) as i64;
        let other = match lots.below(8) {
            0 => size * 5,
            1 => size * 3,
            2 => size * 10,
            3 => size * 2 + lots.below(3) as i64 - 1,
            4 => size * 3 / 2 + lots.below(2) as i64,
            _ => 1 + lots.below(base) as i64,
        }
        .clamp(1, 5000);
        let sizes = if lots.below(2) == 0 { [size, other] } else { [other, size] };
        let [a, d] = sizes.map(|size| Side {
            size,
            rating: lots.below(11) as i64,
            experience: lots.below(11) as i64,
            supply: lots.below(4) as i64,
            bonus: [0, 0, 2, 4][lots.below(4)],
        });
        let six = lots.below(2) == 0;
        let rules = Rules {
            realism: lots.below(2) == 0,
            ceiling: [20, 25, 8][lots.below(3)],
            attack: [11, 13][lots.below(2)],
            defence: [9, 11, 5][lots.below(3)],
            centre: if six { 3000 } else { 2750 },
        };
        let (fort, ready) = (lots.below(3) as i64, lots.below(2) == 0);
        let force = |army: Side| Force {
            size: army.size as u32,
            rating: army.rating as u8,
            experience: army.experience as u8,
            supply: army.supply as u8,
        };
        let battle = Battle {
            attacker: force(a),
            defender: force(d),
            fort: fort as u8,
            ready,
            bonus: [a.bonus as u8, d.bonus as u8],
            terms: Terms {
                realism: rules.realism,
                ceiling: rules.ceiling as u8,
                attack_factor: rules.attack as u8,
                defence_factor: rules.defence as u8,
                centre: if six { Centre::Six } else { Centre::FiveAndAHalf },
            },
        };
        let strengths = [battle.attack(&mut |_| ()), battle.defence(&mut |_| ())].map(i64::from);
        let wanted = [attack(a, d, rules), defence(a, d, fort, ready, rules)];
        assert_eq!(strengths, wanted, "{case}: {battle:?}");
        let game = attacker_wins(strengths[0] as u8, strengths[1] as u8);
        let (of, out_of) = chance(wanted[0], wanted[1]);
        assert_eq!(i64::from(game.of) * out_of, i64::from(game.out_of) * of, "{case}: {wanted:?}");
        let draws = [0, 1].map(|_| (0..12).map(|_| 2 * lots.below(250) as i64 + 1).sum::<i64>());
        let won = lots.below(2) == 0;
        let lost = battle.losses(won, draws).map(i64::from);
        assert_eq!(lost, losses(a, d, fort, won, draws, rules), "{case}: {won} {draws:?} {battle:?}");
    }
}
