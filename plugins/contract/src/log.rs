//! What modules write for those who write them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

/// So many lines are kept, and so many bytes of them.
const LINES: usize = 500;
const BYTES: usize = 256 << 10;

/// A line that a module wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Logged {
    /// Which line of this log it is, from 1.
    pub number: u64,
    /// The call of the contract in which it was written.
    pub call: String,
    /// The line.
    pub text: String,
}

/// Where a module's lines go: the last are kept, and each is told to whoever listens, at once, also where the call that
/// writes it never ends. Clones are the same log.
#[derive(Clone, Default)]
pub struct Log(Option<Arc<Inner>>);

struct Inner {
    kept: Mutex<Kept>,
    listener: Box<dyn Fn(&Logged) + Send + Sync>,
}

#[derive(Default)]
struct Kept {
    lines: VecDeque<Logged>,
    bytes: usize,
    written: u64,
}

impl Log {
    /// A log that is kept.
    #[must_use]
    pub fn new() -> Self {
        Self::with_listener(|_| {})
    }

    /// A log that is kept, and of which each line is told as it is written.
    pub fn with_listener(listener: impl Fn(&Logged) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(Inner { kept: Mutex::default(), listener: Box::new(listener) })))
    }

    /// A log that nobody keeps or hears.
    #[must_use]
    pub fn mute() -> Self {
        Self(None)
    }

    /// Writes a line.
    pub fn write(&self, call: &str, text: String) {
        let Some(Inner { kept, listener }) = self.0.as_deref() else { return };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.written += 1;
        let line = Logged { number: kept.written, call: call.to_owned(), text };
        listener(&line);
        kept.bytes += line.text.len();
        kept.lines.push_back(line);
        while kept.lines.len() > LINES || kept.bytes > BYTES {
            let Some(first) = kept.lines.pop_front() else { break };
            kept.bytes -= first.text.len();
        }
    }

    /// The last lines, the latest last.
    #[must_use]
    pub fn lines(&self) -> Vec<Logged> {
        let Some(inner) = &self.0 else { return Vec::new() };
        inner.kept.lock().unwrap_or_else(PoisonError::into_inner).lines.iter().cloned().collect()
    }
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Log").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_all_are_told() {
        let told = Arc::new(Mutex::new(0));
        let count = Arc::clone(&told);
        let log = Log::with_listener(move |line| {
            let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
            *count += 1;
            assert_eq!(line.number, *count);
        });
        for number in 0..2_000 {
            log.clone().write("view", number.to_string());
        }
        let lines = log.lines();
        assert_eq!((lines.len(), lines[0].number), (LINES, 1_501));
        assert_eq!(lines.last().map(|line| (line.call.as_str(), line.text.as_str())), Some(("view", "1999")));
        assert_eq!(*told.lock().unwrap_or_else(PoisonError::into_inner), 2_000);
        (0..40).for_each(|_| log.write("apply", "x".repeat(16 << 10)));
        assert_eq!(log.lines().len(), BYTES >> 14);
        let mute = Log::mute();
        mute.write("view", "nobody hears".to_owned());
        assert_eq!(mute.lines(), []);
    }
}
