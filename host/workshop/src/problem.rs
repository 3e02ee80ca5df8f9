//! What can go wrong with a module's sources.

use std::path::{Path, PathBuf};

/// Why something wasn't begun or built.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A program that is leant on can't be started.
    #[error("{program} can't be started: {error}")]
    Missing {
        /// The program.
        program: String,
        /// Why not.
        error: std::io::Error,
    },
    /// A program failed.
    #[error("{program} failed{}", after_colon(.said))]
    Failed {
        /// The program.
        program: String,
        /// What it said.
        said: String,
    },
    /// A program answered something that isn't understood.
    #[error("{program} gave an answer that isn't understood: {detail}")]
    Answer {
        /// The program.
        program: String,
        /// What is wrong with the answer.
        detail: String,
    },
    /// A file can't be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// A module can't be begun or built.
    #[error("module {name}: {detail}")]
    Module {
        /// The module.
        name: String,
        /// Why not.
        detail: String,
    },
    /// Something can't be made there.
    #[error("{0}")]
    Place(String),
}

fn after_colon(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(": {said}") }
}

/// Turns an error about a file into a problem that names it.
pub fn at(path: &Path) -> impl FnOnce(std::io::Error) -> Problem {
    let path = path.to_owned();
    move |error| Problem::File { path, error }
}
