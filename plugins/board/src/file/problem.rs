//! What is wrong with a board file, line by line.

use std::fmt;

/// The most mistakes that are reported at once.
pub const MOST_MISTAKES: usize = 20;

/// One mistake in a board file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1; none for a board that was not read from a text.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What to write instead.
    pub instead: String,
}

/// Why a board file can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FileProblem {
    /// The file's name.
    pub file: String,
    /// What is wrong with it, in the order of its lines; never empty.
    pub mistakes: Vec<Mistake>,
    /// Whether there are more mistakes than these.
    pub more: bool,
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mistake) in self.mistakes.iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            write!(f, "{end}{}", self.file)?;
            if let Some(line) = mistake.line {
                write!(f, ":{line}")?;
            }
            write!(f, ": {}. {}", mistake.what, mistake.instead)?;
        }
        if self.more { write!(f, "\n{}: and more", self.file) } else { Ok(()) }
    }
}
