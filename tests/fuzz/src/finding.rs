//! One check of one input: what it said, or what is wrong.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use crate::meter::most_bytes;
use crate::{TARGETS, Target, on_small_stack};

/// Something that isn't as it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Finding {
    /// Something panicked, on this thread or another.
    #[error("it panicked: {0}")]
    Panic(String),
    /// A property doesn't hold.
    #[error("{0}")]
    Broken(String),
    /// It took too long.
    #[error("it took {0:?}")]
    Slow(Duration),
    /// It took too much memory.
    #[error("it took {} MiB of memory", .0 >> 20)]
    Fat(usize),
    /// The whole program ended.
    #[error("it ended the program: {0}")]
    Ended(String),
}

impl Finding {
    /// What tells it from other findings, whatever the input.
    pub fn kind(&self) -> String {
        match self {
            Self::Slow(_) => "slow".to_owned(),
            Self::Fat(_) => "fat".to_owned(),
            Self::Panic(said) | Self::Broken(said) | Self::Ended(said) => kind_of(said),
        }
    }
}

/// A sentence without what differs from input to input: quotations and numbers.
pub(crate) fn kind_of(said: &str) -> String {
    const LONGEST: usize = 160;
    let mut kind = String::new();
    let mut quoted = None;
    for letter in said.chars() {
        match (quoted, letter) {
            (Some(end), letter) if letter == end => quoted = None,
            (Some(_), _) => {}
            (None, '"' | '`') => quoted = Some(letter),
            (None, '“') => quoted = Some('”'),
            (None, letter) if letter.is_numeric() || letter == '-' => {}
            (None, letter) => kind.push(letter),
        }
        if kind.len() > LONGEST {
            break;
        }
    }
    kind
}

static WATCHING: AtomicBool = AtomicBool::new(false);
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn panics() -> MutexGuard<'static, Vec<String>> {
    PANICS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Panics during a check are written down, wherever they happen, instead of printed.
fn watch_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if WATCHING.load(SeqCst) {
                let place = panic.location().map(ToString::to_string).unwrap_or_default();
                let words = panic.payload_as_str().unwrap_or("without a message");
                panics().push(format!("{words} ({place})"));
            } else {
                before(panic);
            }
        }));
    });
}

/// Checks an input. One check at a time is watched in a program: they share the panics and the memory of all threads.
///
/// # Errors
///
/// The finding, if the input makes one.
pub fn try_out(target: &mut dyn Target, input: &[u8]) -> Result<String, Finding> {
    watch_panics();
    let allowance = target.allowance();
    panics().clear();
    WATCHING.store(true, SeqCst);
    let began = Instant::now();
    let (said, memory) = most_bytes(|| catch_unwind(AssertUnwindSafe(|| target.check(input))));
    let time = began.elapsed();
    WATCHING.store(false, SeqCst);
    if let Some(panic) = panics().first() {
        return Err(Finding::Panic(panic.clone()));
    }
    let said =
        said.unwrap_or_else(|_| Err("it panicked without a word".to_owned())).map_err(Finding::Broken)?;
    if time > allowance.time {
        Err(Finding::Slow(time))
    } else if memory > allowance.memory {
        Err(Finding::Fat(memory))
    } else {
        Ok(said)
    }
}

/// Checks one input of a target on a small stack, in a test; gives what its reader said.
///
/// # Panics
///
/// If the input makes a finding.
#[track_caller]
pub fn fine(target: &str, input: &[u8]) -> String {
    let _one = one_at_a_time();
    let named = TARGETS.iter().find(|named| named.name == target).expect("there is such a target");
    match on_small_stack(|| try_out((named.open)().as_mut(), input)) {
        Ok(said) => said,
        Err(finding) => panic!("{target}: {finding}"),
    }
}

/// Checks share the panics and the memory of their program: a test holds this while it makes any.
pub fn one_at_a_time() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_differ_by_what_they_mean() {
        assert_eq!(kind_of("f:12: there is no \"0309\""), kind_of("f:7: there is no \"x\""));
        assert_ne!(kind_of("there is no hex"), kind_of("there is no unit"));
    }
}
