//! How long the scripts of one folder may take together to say what they are.

use std::time::{Duration, Instant};

use crate::problem::{At, ScenarioProblem, Wrong};

/// What a script takes that does nothing beforehand is much less than this.
const QUICK: Duration = Duration::from_millis(25);
/// So long may all others of a folder take together.
const TOGETHER: Duration = Duration::from_secs(1);

/// What is left for the scripts of a folder. A folder may hold thousands of them, and whoever lists it waits.
pub(crate) struct Patience {
    left: Duration,
}

impl Patience {
    pub(crate) fn new() -> Self {
        Self { left: TOGETHER }
    }

    /// Reads what the script in this file is, unless those before it have taken too long.
    pub(crate) fn read<T>(
        &mut self,
        file: &str,
        read: impl FnOnce() -> Result<T, ScenarioProblem>,
    ) -> Result<T, ScenarioProblem> {
        if self.left.is_zero() {
            let remedy = "Let the scripts of its folder compute less before they say what they are, or take some away.";
            return Err(ScenarioProblem::new(At::file(file), Wrong::TooSlowTogether).with_remedy(remedy));
        }
        let since = Instant::now();
        let found = read();
        let took = since.elapsed();
        if took > QUICK {
            self.left = self.left.saturating_sub(took);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_scripts_are_waited_for_once_and_quick_ones_always() {
        let mut patience = Patience::new();
        for _ in 0..100 {
            assert_eq!(patience.read("a", || Ok(1)).unwrap(), 1);
        }
        let slow = || {
            std::thread::sleep(TOGETHER / 2 + QUICK);
            Ok(1)
        };
        assert!(patience.read("a", slow).is_ok() && patience.read("a", slow).is_ok());
        assert_eq!(*patience.read("a", || Ok(1)).unwrap_err().wrong, Wrong::TooSlowTogether);
    }
}
