//! How the enemy may suppose a side's four blocks to stand.

use muster_sdk::Random;
use serde::{Deserialize, Serialize};

/// A set of ways in which four blocks may have changed places with each other: a bit for each of the 24. In the way
/// `p`, block `i` stands where in truth block `p[i]` stands; so the first, in which all stand where they do, is
/// always among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Possible(u32);

/// The way of this number; 0 changes nothing.
fn way(number: u32) -> [u8; 4] {
    let mut left = vec![0u8, 1, 2, 3];
    let mut take = |at: u32| left.remove(at as usize);
    [take(number / 6), take(number / 2 % 3), take(number % 2), take(0)]
}

fn number(way: [u8; 4]) -> u32 {
    let rank = |at: usize| (at + 1..4).filter(|&later| way[later] < way[at]).count() as u32;
    rank(0) * 6 + rank(1) * 2 + rank(2)
}

impl Possible {
    /// Every block is where it is.
    pub(crate) const CERTAIN: Self = Self(1);

    pub(crate) fn ways(self) -> impl Iterator<Item = [u8; 4]> {
        (0..24).filter(move |&number| self.0 >> number & 1 == 1).map(way)
    }

    fn collect(ways: impl Iterator<Item = [u8; 4]>) -> Self {
        Self(ways.fold(0, |bits, way| bits | 1 << number(way)))
    }

    /// The block was seen.
    pub(crate) fn reveal(&mut self, block: u8) {
        *self = Self::collect(self.ways().filter(|way| way[usize::from(block)] == block));
    }

    /// These blocks were mixed.
    pub(crate) fn mixed(&mut self, blocks: &[u8]) {
        let within = |mix: &[u8; 4]| (0..4u8).all(|at| mix[usize::from(at)] == at || blocks.contains(&at));
        let mixes: Vec<[u8; 4]> = (0..24).map(way).filter(within).collect();
        let mixed = self.ways().flat_map(|way| {
            mixes.iter().map(move |mix| way.map(|place| mix[usize::from(place)])).collect::<Vec<_>>()
        });
        *self = Self::collect(mixed);
    }

    /// Whether the way in which all stand where they do is among them, and no way that there isn't.
    pub(crate) fn has_the_truth(self) -> bool {
        self.0 & 1 == 1 && self.0 >> 24 == 0
    }

    /// One of the ways.
    pub(crate) fn draw(self, random: &mut Random) -> [u8; 4] {
        let at = random.below(self.0.count_ones()) as usize;
        self.ways().nth(at).expect("the truth is always possible")
    }

    /// The same set, once this way has become the truth.
    pub(crate) fn relative_to(self, truth: [u8; 4]) -> Self {
        let stands = |place: u8| truth.iter().position(|&at| at == place).unwrap_or(0) as u8;
        Self::collect(self.ways().map(|way| way.map(stands)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_numbered() {
        for at in 0..24 {
            assert_eq!(number(way(at)), at);
        }
        assert_eq!(way(0), [0, 1, 2, 3]);
    }

    #[test]
    fn what_was_seen_stays_known_through_a_mix_of_others() {
        let mut possible = Possible::CERTAIN;
        possible.mixed(&[0, 1, 2, 3]);
        assert_eq!(possible.ways().count(), 24);
        possible.reveal(2);
        assert_eq!(possible.ways().count(), 6);
        possible.mixed(&[2]);
        assert!(possible.ways().all(|way| way[2] == 2), "alone face down it is still known");
        possible.mixed(&[2, 3]);
        // 2 is one of the two that were mixed; the other of them is any of the rest.
        assert_eq!(possible.ways().count(), 12);
        assert!(possible.ways().all(|way| way[2] == 2 || way[2] == 3));
    }

    #[test]
    fn the_set_is_the_same_from_each_of_its_ways() {
        let mut possible = Possible::CERTAIN;
        possible.mixed(&[0, 1, 2, 3]);
        possible.reveal(2);
        possible.mixed(&[2, 3]);
        for truth in possible.ways() {
            let from_there = possible.relative_to(truth);
            assert_eq!(from_there.ways().count(), 12);
            assert!(from_there.ways().any(|way| way == [0, 1, 2, 3]));
        }
    }
}
