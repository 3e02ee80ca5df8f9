//! How long the scripts of one folder may take together to say what they are.

use std::time::{Duration, Instant};

use crate::origin::Origin;
use crate::problem::{At, ScenarioProblem, Wrong};

/// What a script takes that does nothing beforehand is much less than this.
const QUICK: Duration = Duration::from_millis(25);
/// So long may those of a folder take together that take no longer than that. Thousands of them add up, too.
const QUICK_TOGETHER: Duration = Duration::from_secs(2);
/// So long may all others of a folder take together, and what quick ones take beyond theirs.
const TOGETHER: Duration = Duration::from_secs(1);

/// What is left for the scripts of a folder. A folder may hold thousands of them, and whoever lists it waits.
pub(crate) struct Patience {
    quick: Duration,
    left: Duration,
}

impl Patience {
    /// What comes with Muster is waited for on the slowest machine: nobody can have made it slow but the machine.
    pub(crate) fn with(origin: Origin) -> Self {
        let left = if origin == Origin::Shipped { Duration::MAX } else { TOGETHER };
        Self { quick: QUICK_TOGETHER, left }
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
        self.count(since.elapsed());
        found
    }

    fn count(&mut self, took: Duration) {
        let free = if took > QUICK { Duration::ZERO } else { took.min(self.quick) };
        self.quick -= free;
        self.left = self.left.saturating_sub(took - free);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_scripts_are_waited_for_once() {
        let mut patience = Patience::with(Origin::Own);
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

    #[test]
    fn what_comes_with_muster_is_waited_for_on_a_slow_machine() {
        let read_by = |origin| {
            let mut patience = Patience::with(origin);
            (0..30).for_each(|_| patience.count(TOGETHER));
            patience.read("a", || Ok(1)).is_ok()
        };
        assert_eq!([Origin::Shipped, Origin::Module, Origin::Own].map(read_by), [true, false, false]);
    }

    #[test]
    fn many_quick_scripts_are_not_waited_for_without_end() {
        let mut patience = Patience::with(Origin::Own);
        let few = (QUICK_TOGETHER.as_millis() / QUICK.as_millis()) as u32;
        for _ in 0..few {
            patience.count(QUICK);
        }
        assert!(patience.read("a", || Ok(1)).is_ok(), "an honest folder is far from it");
        for _ in 0..few {
            patience.count(QUICK);
        }
        assert_eq!(*patience.read("a", || Ok(1)).unwrap_err().wrong, Wrong::TooSlowTogether);
    }
}
