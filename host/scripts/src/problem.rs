//! What is wrong with a scenario, where, and what to write instead.

use std::fmt;

use muster_board::file::nearest;
use muster_contract::printable;

/// A place in one of a scenario's files.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct At {
    /// The file's name within the scenario's folder.
    pub file: String,
    /// The line, from 1, if it is known.
    pub line: Option<usize>,
    /// The column, from 1, if it is known.
    pub column: Option<usize>,
}

impl At {
    /// The file as a whole.
    pub fn file(file: impl Into<String>) -> At {
        At { file: file.into(), line: None, column: None }
    }

    /// The line and column of a byte of the file's text.
    pub fn byte(file: impl Into<String>, text: &str, byte: usize) -> At {
        let before = &text.as_bytes()[..byte.min(text.len())];
        let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
        let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |newline| newline + 1);
        At { file: file.into(), line: Some(line), column: Some(before.len() - start + 1) }
    }
}

/// Where the lines of a text begin, for whoever wants the places of many bytes.
pub(crate) struct Lines<'t> {
    file: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(crate) fn of(file: &'t str, text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        Self { file, starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect() }
    }

    /// The line and column of a byte of the text.
    pub(crate) fn at(&self, byte: usize) -> At {
        let line = self.starts.partition_point(|&start| start <= byte);
        let column = byte - self.starts[line - 1] + 1;
        At { file: self.file.to_owned(), line: Some(line), column: Some(column) }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
            if let Some(column) = self.column {
                write!(f, ":{column}")?;
            }
        }
        Ok(())
    }
}

/// What can be wrong with a scenario. The message of each says what is wrong; what to do about it stands in
/// [`ScenarioProblem::remedy`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// A file can't be read.
    #[error("the file can't be read: {0}")]
    Unreadable(String),
    /// Scripts beside this one took so long that it wasn't run.
    #[error("it was not looked at, since the scripts beside it take too long to say what they are")]
    TooSlowTogether,
    /// The folder leads out of itself, or a name in a script does.
    #[error("{0:?} is not a file of the scenario's own folder")]
    Outside(String),
    /// A file, or the folder, is larger than a scenario may be.
    #[error("{what} is too large: {size} {unit}, where {limit} are allowed")]
    TooLarge {
        /// What is.
        what: String,
        /// How large it is.
        size: u64,
        /// What is counted.
        unit: &'static str,
        /// How large it may be.
        limit: u64,
    },
    /// A script or a data file breaks the grammar of its language.
    #[error("{0}")]
    Grammar(String),
    /// A script used up an allowance: steps, call depth, or the size of a value.
    #[error("the script was stopped: {0}")]
    Runaway(String),
    /// A script failed while it ran.
    #[error("the script failed: {0}")]
    Failed(String),
    /// A script called a function that there isn't, or with something else than it takes.
    #[error("there is no {0}")]
    NoFunction(String),
    /// A name that stands for nothing: a module, board, hex, unit, kind, side, attribute, option or fact.
    #[error("there is no {what} {name:?}{context}")]
    Unknown {
        /// What it should name.
        what: &'static str,
        /// The name.
        name: String,
        /// Where it was looked for, as " on the board" or empty.
        context: String,
    },
    /// Something that must be given isn't.
    #[error("{what} has no {name:?}")]
    Missing {
        /// What lacks it.
        what: String,
        /// What it lacks.
        name: String,
    },
    /// A value of the wrong type.
    #[error("{what} is {found}, where {wanted} is wanted")]
    Type {
        /// What it is the value of.
        what: String,
        /// What was found.
        found: String,
        /// What is wanted.
        wanted: &'static str,
    },
    /// A value of the right type that isn't allowed.
    #[error("{what} is {found}, where {allowed} is wanted")]
    Range {
        /// What it is the value of.
        what: String,
        /// What was found.
        found: String,
        /// What may be there.
        allowed: String,
    },
    /// Something is given twice.
    #[error("{what} {name:?} is there twice")]
    Twice {
        /// What.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// Anything else about a board file, in the words of its reader.
    #[error("{0}")]
    Board(String),
    /// What can be played as it is, and is probably not meant so.
    #[error("{0}")]
    Doubtful(String),
    /// The module refused the position, in its own words.
    #[error("the module {module} refuses the set-up: {reason}")]
    Refused {
        /// The module.
        module: String,
        /// Why, with the rule.
        reason: String,
    },
}

/// One thing that is wrong with a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioProblem {
    /// Where it is.
    pub at: At,
    /// What it is; boxed, so that the good answers beside it stay small.
    pub wrong: Box<Wrong>,
    /// What to write or do instead, if that can be said; a whole sentence.
    pub remedy: Option<String>,
}

impl ScenarioProblem {
    /// A problem without a remedy.
    pub fn new(at: At, wrong: Wrong) -> Self {
        Self { at, wrong: Box::new(wrong), remedy: None }
    }

    /// A problem and what to do about it, if that can be said.
    pub(crate) fn meant(at: At, wrong: Wrong, remedy: Option<String>) -> Self {
        Self { at, wrong: Box::new(wrong), remedy }
    }

    /// The same problem with what to do about it.
    #[must_use]
    pub fn with_remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }
}

impl fmt::Display for ScenarioProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Names in it come from the scenario.
        write!(
            f,
            "{}: {}",
            printable::sentence(&self.at.to_string()),
            printable::sentence(&self.wrong.to_string())
        )?;
        match &self.remedy {
            Some(remedy) => write!(f, ". {}", printable::sentence(remedy)),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ScenarioProblem {}

/// How many problems are reported at once.
pub(crate) const MOST_PROBLEMS: usize = 20;

/// How many of the names that there are a message lists.
const MOST_LISTED: usize = 24;

/// What someone who wrote `name` probably meant, for the end of a message: `Did you mean "0309"?`, or else the
/// names that there are, if they are few.
pub(crate) fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(name, &known) {
        Some(candidate) => Some(format!("Did you mean {candidate:?}?")),
        None if known.is_empty() || known.len() > MOST_LISTED => None,
        None => {
            let names: Vec<String> = known.iter().map(|name| format!("{name:?}")).collect();
            Some(format!("There is {}.", names.join(", ")))
        }
    }
}

/// Whether one of two names is probably the other, mistyped.
pub(crate) fn is_near(name: &str, other: &str) -> bool {
    meant(name, [other]).is_some_and(|meant| meant.starts_with("Did"))
}

/// "a, b or c".
pub(crate) fn either(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_lines_and_columns() {
        let text = "one\ntwo\nthree";
        assert_eq!(At::byte("f", text, 0).to_string(), "f:1:1");
        assert_eq!(At::byte("f", text, 5).to_string(), "f:2:2");
        assert_eq!(At::byte("f", text, 99).to_string(), "f:3:6");
        let lines = Lines::of("f", text);
        for byte in 0..=text.len() {
            assert_eq!(lines.at(byte), At::byte("f", text, byte), "{byte}");
        }
    }

    #[test]
    fn the_nearest_name_is_proposed_or_all_of_a_few() {
        assert_eq!(
            meant("infantrie", ["cavalry", "infantry"]).as_deref(),
            Some("Did you mean \"infantry\"?")
        );
        assert_eq!(
            meant("Heavy_Casualties", ["heavy-casualties"]).as_deref(),
            Some("Did you mean \"heavy-casualties\"?")
        );
        assert_eq!(meant("zouaves", ["a", "b"]).as_deref(), Some("There is \"a\", \"b\"."));
        assert_eq!(meant("x", []), None);
    }
}
