//! The memory that a check takes, so that an input which makes much of little is found out.

use muster_scripts::memory;

/// What all threads of this program may have together. Past it an allocation fails, which ends the program before
/// the machine suffers.
const MOST: usize = 3 << 30;

/// Runs something, and gives how many bytes it had at most beyond those that there were before. Other threads count
/// as well.
pub fn most_bytes<T>(run: impl FnOnce() -> T) -> (T, usize) {
    memory::bound(MOST);
    memory::most_bytes(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_and_given_back_counts() {
        let (_, most) = most_bytes(|| drop(std::hint::black_box(vec![1_u8; 5 << 20])));
        // Another test's thread may give something back meanwhile.
        assert!(most >= (5 << 20) - (64 << 10), "{most}");
    }
}
