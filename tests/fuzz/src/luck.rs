//! Chance that can be repeated: everything that a search does follows from its seed.

/// Numbers that look like chance and follow from a seed.
#[derive(Clone, Debug)]
pub struct Luck(u64);

impl Luck {
    /// The numbers of this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below this one; 0 if it is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.any() % end.max(1) as u64) as usize
    }

    /// Whether something happens that happens once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these, if there are any.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }

    /// A length from 1 on: mostly small, now and then up to the longest.
    pub fn length(&mut self, longest: usize) -> usize {
        let bits = 1 + self.below(longest.max(1).ilog2() as usize + 1);
        1 + self.below(longest.clamp(1, 1 << bits.min(40)))
    }

    /// A part of something so long: from where, to where.
    pub fn part(&mut self, of: usize) -> std::ops::Range<usize> {
        let from = self.below(of + 1);
        let length = self.length(of.max(1)).min(of - from);
        from..from + length
    }
}
