//! Hostile input for everything in Muster that reads what strangers write: bundles, journals, lines of the protocol,
//! scenarios, board files, manifests and components.
//!
//! A [`Target`] is one such reader with its oracle: [`Target::check`] reads an input and says which property doesn't
//! hold. Whatever the input, no reader panics, hangs, takes memory without bound or writes outside its place, and what
//! it says is readable; each target asks for more than that. The oracles are plain functions of bytes, so that the
//! tests in `tests/` call them with inputs made on purpose as well.
//!
//! A [`Search`] alters inputs that are as they should be and checks what comes out. Every target alters its own format,
//! down to hashes and checks that are right again; an input of which its reader *says* something new is altered further.
//! Everything follows from the seed. With the feature `coverage`, libFuzzer leads the search by the branches that are
//! taken, over the same oracles and formats.
//!
//! `cargo xtask fuzz [TARGET] --seconds N --seed S` searches for long, with `--coverage` led by it; `tests/bursts.rs`
//! for some seconds. What a search finds it makes small and keeps in `corpus/TARGET/`, where the tests read it for ever
//! after.

#![deny(unsafe_code)]

pub mod bytes;
#[cfg(feature = "coverage")]
pub mod coverage;
mod finding;
pub mod json;
mod luck;
pub mod meter;
mod search;
mod shrink;
pub mod targets;
pub mod text;

use std::path::{Path, PathBuf};

pub use finding::{Finding, fine, one_at_a_time, try_out};
pub use luck::Luck;
pub use search::{Budget, Found, Search};
pub use shrink::shrunk;
pub use targets::TARGETS;

use std::time::Duration;

/// Something that reads what strangers write, and what has to be true of it.
pub trait Target {
    /// Inputs that are as they should be, for a search to begin from.
    fn whole(&mut self) -> Vec<Vec<u8>>;

    /// The input altered; parts of others may come into it.
    fn vary(&mut self, input: &[u8], others: &[Vec<u8>], luck: &mut Luck) -> Vec<u8>;

    /// Reads the input. Gives what the reader said of it, in its own words.
    ///
    /// # Errors
    ///
    /// Says which property doesn't hold. A panic says the same.
    fn check(&mut self, input: &[u8]) -> Result<String, String>;

    /// How much a check may take.
    fn allowance(&self) -> Allowance {
        Allowance::default()
    }
}

/// How much the check of one input may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// By the clock. Default: 30 seconds, since a test may share its processor with others.
    pub time: Duration,
    /// Of memory, in bytes. Default: 256 MiB.
    pub memory: usize,
}

impl Default for Allowance {
    fn default() -> Self {
        Self { time: Duration::from_secs(30), memory: 256 << 20 }
    }
}

/// How large the stack is on which checks run: that of a thread, the smallest that Muster reads anything on.
pub const STACK: usize = 2 << 20;

/// Runs something on a stack as small as a reader may have.
pub fn on_small_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        match thread.expect("there is room for a thread").join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// The folder of the inputs that were once findings of a target.
pub fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target)
}

/// The inputs in a target's corpus, with their files, by name.
pub fn kept(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let Ok(entries) = std::fs::read_dir(corpus(target)) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files.into_iter().filter_map(|file| Some((file.clone(), std::fs::read(file).ok()?))).collect()
}

/// Whether a person can read what a reader said: it says something, isn't endless, and no letter in it moves the
/// cursor of a terminal or turns what follows round.
///
/// # Errors
///
/// Says what can't be read.
pub fn readable(said: &str) -> Result<(), String> {
    const LONGEST: usize = 4_000;
    // Beside what moves the cursor, what turns the direction of writing round, and what nobody sees.
    let odd = |letter: &char| {
        (letter.is_control() && *letter != '\n')
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    if said.trim().is_empty() {
        Err("it says nothing".to_owned())
    } else if said.len() > LONGEST {
        let begins: String = said.chars().take(200).collect();
        Err(format!("it says {} bytes at once: {begins:?}…", said.len()))
    } else if let Some(letter) = said.chars().find(odd) {
        Err(format!("it says {letter:?} in {said:?}"))
    } else {
        Ok(())
    }
}
