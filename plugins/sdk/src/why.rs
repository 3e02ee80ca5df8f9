//! Whether something may be done, and why not: one function for the list, which asks yes or no, and for the explanation, which wants the
//! rule.

use muster_contract::{Line, Refusal};

use crate::{line, refuse};

/// Why something may not be done. It is cheap to copy, so a list can ask for it thousands of times and throw it away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Why {
    /// The sentence that a person reads.
    pub text: &'static str,
    /// The rule behind it.
    pub citation: &'static str,
}

/// Whether something may be done, or why not. A game whose reasons name units or numbers has a type of its own for them, `May<W>`.
///
/// ```
/// use muster_contract::Line;
/// use muster_sdk::{May, ensure};
///
/// struct Battery { moved: bool, range: u32 }
///
/// impl Battery {
///     /// E1: guns that didn't move bombard what is within their range.
///     fn may_bombard(&self, distance: u32) -> May {
///         ensure(!self.moved, "Only guns that did not move bombard.", "E1")?;
///         ensure(distance <= self.range, "No enemy is within its range.", "E1")
///     }
/// }
///
/// let battery = Battery { moved: false, range: 3 };
/// // The list:
/// assert!(battery.may_bombard(2).is_ok());
/// // The explanation:
/// let why = battery.may_bombard(4).unwrap_err();
/// assert_eq!(Line::from(why).text, "No enemy is within its range.");
/// ```
pub type May<W = Why> = Result<(), W>;

/// `Ok` if the condition holds, else the reason. One condition a line, with `?` after all but the last.
///
/// # Errors
///
/// The sentence and its rule, if it doesn't hold.
#[inline(always)]
pub const fn ensure(holds: bool, text: &'static str, citation: &'static str) -> May {
    if holds { Ok(()) } else { Err(Why { text, citation }) }
}

/// `Ok` if the condition holds, else a refusal, whose words are made only then: for scenarios and corrections. Where a `match` has
/// found what is wrong already, [`refuse`] makes the refusal.
///
/// ```
/// use muster_sdk::require;
///
/// let fits = |count: u8| require(count <= 6, "4.3.1", || format!("{count} units are there; 6 fit"));
/// assert_eq!(fits(6), Ok(()));
/// assert_eq!(fits(7).unwrap_err().reason, "7 units are there; 6 fit");
/// ```
///
/// # Errors
///
/// The words and the rule, if it doesn't hold.
pub fn require(holds: bool, citation: &str, text: impl FnOnce() -> String) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(refuse(text(), citation)) }
}

impl From<Why> for Line {
    fn from(why: Why) -> Self {
        line(why.text, why.citation)
    }
}

impl From<Why> for Refusal {
    fn from(why: Why) -> Self {
        refuse(why.text, why.citation)
    }
}
