//! Makes a finding's input small.

use std::time::{Duration, Instant};

/// The smallest input found within the time for which `still` says that it makes the same finding.
pub fn shrunk(input: &[u8], time: Duration, mut still: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let until = Instant::now() + time;
    let mut best = input.to_vec();
    let mut step = best.len().div_ceil(2);
    while step > 0 && Instant::now() < until {
        let mut at = 0;
        let before = best.len();
        while at < best.len() && Instant::now() < until {
            let mut less = best.clone();
            less.drain(at..(at + step).min(best.len()));
            if still(&less) {
                best = less;
            } else {
                at += step;
            }
        }
        // What is left may let more go with steps of the same size.
        if best.len() == before {
            step /= 2;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let input = b"some long text with an x in it and a y at the end";
        let both = |less: &[u8]| less.contains(&b'x') && less.contains(&b'y');
        let mut small = shrunk(input, Duration::from_secs(5), |less| both(less) && less.len() >= 2);
        small.dedup();
        assert_eq!(small.len(), 2 + usize::from(small.len() > 2), "{small:?}");
        assert!(both(&small));
    }
}
