//! Chance as weights: what §15 decides by lot is written down as how likely each of the choices is.

use crate::arithmetic::Chance;

/// The weight of what is certain.
pub const CERTAIN: u32 = 1 << 30;

/// A fraction: so many out of so many.
pub type Share = (u128, u128);

/// What may be done next, each with its weight, and what hasn't been given away yet.
#[derive(Debug)]
pub struct Lots<A> {
    given: Vec<(A, u32)>,
    left: u32,
}

impl<A> Default for Lots<A> {
    fn default() -> Self {
        Self { given: Vec::new(), left: CERTAIN }
    }
}

impl<A: Copy + PartialEq> Lots<A> {
    /// Whether all is given away: what comes later in the sequence isn't reached.
    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    /// These happen with these chances, of what is left; the rest goes on to what comes next. The shares are all of the same
    /// number, and together no more than it.
    pub fn give(&mut self, acts: impl IntoIterator<Item = (A, Share)>) {
        let (whole, before, mut taken) = (u128::from(self.left), self.given.len(), (0, 1));
        for (act, (of, out_of)) in acts {
            let part = u32::try_from(whole * of / out_of.max(1)).unwrap_or(u32::MAX).min(self.left);
            self.left -= part;
            taken = (taken.0 + of, out_of);
            if part > 0 {
                self.given.push((act, part));
            }
        }
        // What the divisions leave over belongs to the last, if one of them happens for certain.
        if taken.0 >= taken.1
            && let Some((_, last)) = self.given[before..].last_mut()
        {
            *last += std::mem::take(&mut self.left);
        }
    }

    /// This one happens for certain, if the sequence comes so far.
    pub fn sure(&mut self, act: A) {
        self.give([(act, (1, 1))]);
    }

    /// One of these with a chance, each as likely as the others.
    pub fn any(&mut self, acts: &[A], chance: Chance) {
        let share = (u128::from(chance.of), u128::from(chance.out_of) * acts.len() as u128);
        self.give(acts.iter().map(|&act| (act, share)));
    }

    /// This one happens with a chance.
    pub fn chance(&mut self, act: A, chance: Chance) {
        self.any(&[act], chance);
    }

    /// With a chance, what has been given away in another.
    pub fn embed(&mut self, other: &Self, chance: Chance) {
        let whole = u128::from(CERTAIN) * u128::from(chance.out_of);
        self.give(
            other.given.iter().map(|&(act, part)| (act, (u128::from(part) * u128::from(chance.of), whole))),
        );
    }

    /// What happens and how likely.
    pub fn weight_of(&self, act: A) -> u32 {
        self.given.iter().filter(|(other, _)| *other == act).map(|&(_, weight)| weight).sum()
    }
}

/// A score with chance in it, as a whole number: how likely each value is, from the least on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    least: i64,
    likely: Vec<u64>,
}

impl Score {
    /// No chance in it.
    pub fn of(value: i64) -> Self {
        Self { least: value, likely: vec![1] }
    }

    /// Adds a whole number.
    pub fn add(&mut self, value: i64) {
        self.least += value;
    }

    /// Adds `R(halves / 2 + span * u)` to a whole number: a `u` that has not been drawn yet.
    pub fn add_spread(&mut self, halves: i64, span: u64) {
        // On whole numbers the ends are half as likely as what lies between them; halfway between two none is an end.
        let (first, spread) = if halves % 2 == 0 {
            let mut spread = vec![2; span as usize + 1];
            spread[0] = 1;
            spread[span as usize] = 1;
            (halves / 2, spread)
        } else {
            (halves.div_euclid(2) + 1, vec![1; span as usize])
        };
        let mut likely = vec![0; self.likely.len() + spread.len() - 1];
        for (at, mine) in self.likely.iter().enumerate() {
            for (further, other) in spread.iter().enumerate() {
                likely[at + further] += mine * other;
            }
        }
        *self = Self { least: self.least + first, likely };
    }

    fn whole(&self) -> u128 {
        self.likely.iter().map(|&weight| u128::from(weight)).sum()
    }

    /// How likely it is to be below a value; of its whole.
    fn below(&self, value: i64) -> u128 {
        let upto = usize::try_from(value - self.least).unwrap_or(0).min(self.likely.len());
        self.likely[..upto].iter().map(|&weight| u128::from(weight)).sum()
    }
}

/// The chance of each score to be the best, above a limit; of two that are as good the first is taken.
pub fn best_of(scores: &[Score], above: i64) -> Vec<Share> {
    let out_of = scores.iter().map(Score::whole).product();
    let chance = |at: usize| {
        let score = &scores[at];
        let values = (score.least..).zip(&score.likely).filter(|(value, _)| *value > above);
        values
            .map(|(value, &likely)| {
                let others = scores.iter().enumerate().filter(|(other, _)| *other != at);
                let beaten =
                    others.map(|(other, score)| score.below(if other < at { value } else { value + 1 }));
                u128::from(likely) * beaten.product::<u128>()
            })
            .sum()
    };
    (0..scores.len()).map(|at| (chance(at), out_of)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::nearest;

    #[test]
    fn what_is_taken_of_none_goes_on() {
        let mut lots = Lots::default();
        lots.chance('a', Chance::tenths(3));
        lots.any(&['b', 'c'], Chance::tenths(5));
        assert!(!lots.is_over());
        lots.sure('d');
        lots.sure('e');
        let permille = |act| nearest(1000 * i64::from(lots.weight_of(act)), CERTAIN.into());
        assert_eq!(['a', 'b', 'c', 'd', 'e'].map(permille), [300, 175, 175, 350, 0]);
        assert_eq!("abcd".chars().map(|act| lots.weight_of(act)).sum::<u32>(), CERTAIN);
    }

    #[test]
    fn a_spread_is_rounded_as_a_fresh_u_is() {
        let mut even = Score::of(5);
        even.add_spread(0, 3);
        assert_eq!(even, Score { least: 5, likely: vec![1, 2, 2, 1] });
        let mut odd = Score::of(5);
        odd.add_spread(-3, 3);
        assert_eq!(odd, Score { least: 4, likely: vec![1, 1, 1] }, "3.5 to 6.5 are 4, 5 and 6");
    }

    #[test]
    fn the_best_is_counted_exactly_and_the_first_of_equals_wins() {
        assert_eq!(best_of(&[Score::of(3), Score::of(3), Score::of(2)], 0), [(1, 1), (0, 1), (0, 1)]);
        assert_eq!(best_of(&[Score::of(3), Score::of(4)], 4), [(0, 1), (0, 1)], "it must be above");
        let mut die = Score::of(0);
        die.add_spread(1, 6);
        assert_eq!(die, Score { least: 1, likely: vec![1; 6] });
        // Two dice: the first wins 21 of 36, the second 15.
        assert_eq!(best_of(&[die.clone(), die.clone()], 0), [(21, 36), (15, 36)]);
        // Above 4: 5 and 6; neither in 16 of 36.
        let both: u128 = best_of(&[die.clone(), die], 4).iter().map(|(of, _)| of).sum();
        assert_eq!(both, 20);
    }
}
