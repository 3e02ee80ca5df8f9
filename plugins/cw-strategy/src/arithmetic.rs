//! §0.2-0.4: whole numbers, and chance, without floating point.
//!
//! Every step of a sum is a fraction of whole numbers, so that a half is really a half and the same sum gives the same
//! number on every machine. Chances are fractions too, and are rolled for with the table's dice.

use muster_sdk::Resolution;

/// §0.2: the whole number nearest to `numerator / denominator`; of two that are equally near, the even one.
///
/// The denominator is positive.
pub const fn nearest(numerator: i64, denominator: i64) -> i64 {
    let (small, by) = (numerator as u32, denominator as u32);
    // Components divide 32 bits faster than 64.
    let (below, rest) = if small as i64 == numerator && by as i64 == denominator {
        ((small / by) as i64, (small % by) as i64)
    } else {
        (numerator.div_euclid(denominator), numerator.rem_euclid(denominator))
    };
    let twice = 2 * rest;
    if twice > denominator || (twice == denominator && below % 2 != 0) { below + 1 } else { below }
}

/// §0.2: the whole number nearest to `whole + factor / denominator * √under`, a half to the even neighbour.
///
/// The denominator is positive. The root is never taken but of whole numbers: the least half above the sum is looked for.
pub fn nearest_with_root(whole: i64, factor: i64, denominator: i64, under: u64) -> i64 {
    // The part with the root is √square / (2 * denominator), less its sign.
    let square = 4 * u128::from(factor.unsigned_abs()).pow(2) * u128::from(under);
    let root = square.isqrt();
    let denominator = denominator.unsigned_abs();
    let (halves, over) = (root / u128::from(denominator), root % u128::from(denominator));
    let exact = over == 0 && root * root == square;
    // So many halves lie at or below it: an odd number of them is a half, and more than a half if anything is left over.
    let part = i64::try_from(halves.div_ceil(2)).unwrap_or(i64::MAX / 2);
    let sum = whole + if factor < 0 { -part } else { part };
    let tie = exact && halves % 2 == 1;
    if tie && sum % 2 != 0 { sum + if factor < 0 { 1 } else { -1 } } else { sum }
}

/// §0.3: the chance of something, `of` out of `out_of`.
///
/// `out_of` is 1 to 65,025, which is what two dice can tell apart; `of` isn't more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The numerator.
    pub of: u32,
    /// The denominator.
    pub out_of: u32,
}

impl Chance {
    /// What doesn't happen.
    pub const NEVER: Self = Self::tenths(0);
    /// What does.
    pub const SURE: Self = Self::tenths(10);

    /// So many out of so many, at most all of them.
    pub const fn new(of: u32, out_of: u32) -> Self {
        Self { of: if of < out_of { of } else { out_of }, out_of }
    }

    /// So many tenths.
    pub const fn tenths(of: u32) -> Self {
        Self::new(of, 10)
    }

    /// So many hundredths.
    pub const fn hundredths(of: u32) -> Self {
        Self::new(of, 100)
    }

    /// So many thousandths.
    pub const fn thousandths(of: u32) -> Self {
        Self::new(of, 1000)
    }

    /// The chance that it doesn't happen.
    pub const fn other(self) -> Self {
        Self { of: self.out_of - self.of, out_of: self.out_of }
    }

    /// To the nearest ten-thousandth, as tables of chances are written.
    pub const fn ten_thousandths(self) -> u32 {
        nearest(self.of as i64 * 10_000, self.out_of as i64) as u32
    }

    /// Whether it happens now. What is certain either way isn't rolled for.
    pub fn happens(self, resolution: &mut Resolution<'_>, reason: impl Fn() -> String) -> bool {
        match self.of {
            0 => false,
            of if of >= self.out_of => true,
            of => resolution.draw(self.out_of, reason) < of,
        }
    }
}

/// Into so many parts a fresh `u` is told apart where a sum takes it in.
pub const PARTS: i64 = 500;

/// §0.3: a fresh `u` in [`PARTS`], the middle of one of 250 equal steps: an odd number from 1 to 499.
pub fn uniform(resolution: &mut Resolution<'_>, reason: impl Fn() -> String) -> i64 {
    i64::from(2 * resolution.draw(250, reason) + 1)
}

/// `R(from + span * u)`: whole numbers from `from` to `from + span`, the first and the last half as likely as the others.
pub fn spread(resolution: &mut Resolution<'_>, from: i64, span: u32, reason: impl Fn() -> String) -> i64 {
    from + i64::from(resolution.draw(2 * span, reason).div_ceil(2))
}

/// The sum of twelve fresh `u` in [`PARTS`], for a normal deviate (§10.17). Its mean is 6.
pub fn twelve(resolution: &mut Resolution<'_>, reason: impl FnOnce() -> String) -> i64 {
    resolution.roll(12, 250, reason).into_iter().map(|face| 2 * i64::from(face) - 1).sum()
}
