//! §5.19-5.25: a round between two ships, as numbers.

use crate::arithmetic::{Chance, nearest};

/// A kind of ship (§1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ship {
    /// `I`.
    Ironclad,
    /// `W`.
    Wooden,
}

impl Ship {
    /// §5.19: the hits that it takes, fresh in each battle.
    pub const fn hits(self) -> u8 {
        match self {
            Self::Ironclad => 20,
            Self::Wooden => 10,
        }
    }
}

/// §5.21: the chance of each shot to cost the defender's ship a hit; otherwise it costs the attacker's one.
pub const fn shot(attacker: Ship, defender: Ship) -> Chance {
    Chance::tenths(match (attacker, defender) {
        (Ship::Ironclad, Ship::Wooden) => 6,
        (Ship::Wooden, Ship::Ironclad) => 4,
        _ => 5,
    })
}

/// §5.21: shots until one of two ships has none of its hits left; `hit` says of each shot whether it cost the defender one.
/// What is left of the attacker's and of the defender's; one of them is 0.
pub fn exchange(mut left: [u8; 2], mut hit: impl FnMut() -> bool) -> [u8; 2] {
    while left[0] > 0 && left[1] > 0 {
        left[usize::from(hit())] -= 1;
    }
    left
}

/// §5.22: the chance in hundred-thousandths that the attacker's ship wins the round, with these hits left to the attacker and to
/// the defender.
///
/// It is the sum over the hits `k` that he may take before his last telling shot, of C(d-1+k, k) p^d (1-p)^k, exactly.
pub fn round(attacker: Ship, defender: Ship, left: [u8; 2]) -> u32 {
    let chance = shot(attacker, defender);
    let common = if chance.of == 5 { 5 } else { 2 };
    let [p, whole] = [chance.of, chance.out_of].map(|part| u128::from(part / common));
    let [a, d] = left.map(u32::from);
    if d == 0 {
        return 100_000;
    }
    if a == 0 {
        return 0;
    }
    let mut ways: u128 = 1;
    let mut sum: u128 = 0;
    for k in 0..a {
        sum += ways * p.pow(d) * (whole - p).pow(k) * whole.pow(a - 1 - k);
        ways = ways * u128::from(d + k) / u128::from(k + 1);
    }
    // Both have at most 20 hits, so that the whole is at most 5^39; a ten-millionth is more than fine enough.
    let all = whole.pow(d + a - 1);
    nearest((sum * 10_000_000 / all) as i64, 100) as u32
}
