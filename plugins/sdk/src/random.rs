//! Chance inside forks and samples.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A stream of chance that follows from its seed alone, the same on every machine. Forks roll with it, samples deal
/// with it and playouts choose with it; the table's game never does.
#[derive(Clone, Debug)]
pub struct Random(Pcg32);

impl Random {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// A number from 0 to `bound - 1`, each as likely as any other. A bound of 0 counts as 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        // Lemire's method: one multiplication, and a division only in the rare case that needs it.
        let bound = bound.max(1);
        let mut product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.0.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// Another seed, for a stream that branches off.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Puts the items into an order drawn at random.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// The place of one of the weights, drawn in proportion to them; any place if all are 0. `None` of no weights.
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
        if weights.is_empty() {
            return None;
        }
        if total == 0 {
            return Some(self.below(weights.len() as u32) as usize);
        }
        let bound = u32::try_from(total).unwrap_or(u32::MAX);
        let mut left = u64::from(self.below(bound));
        for (at, &weight) in weights.iter().enumerate() {
            if left < u64::from(weight) {
                return Some(at);
            }
            left -= u64::from(weight);
        }
        Some(weights.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_stream() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            (0..20).map(|_| random.below(6)).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn every_number_below_the_bound_comes_up() {
        let mut random = Random::new(1);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[random.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (800..1200).contains(&count)), "{seen:?}");
    }

    #[test]
    fn weights_decide_how_often() {
        let mut random = Random::new(1);
        let mut seen = [0; 3];
        for _ in 0..4000 {
            seen[random.weighted(&[1, 0, 3]).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((800..1200).contains(&seen[0]), "{seen:?}");
        assert_eq!(random.weighted(&[]), None);
        assert!(random.weighted(&[0, 0]).is_some());
    }
}
