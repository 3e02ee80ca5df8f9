//! The programs of Rust that are run.

use std::process::{Command, Output};

use crate::Problem;

/// The cargo that runs us, or else the one that is found.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The compiler that cargo runs.
pub fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Runs a program for its answer.
///
/// # Errors
///
/// If it can't be started, or fails: with what it said.
pub fn answer(command: &mut Command, name: &str) -> Result<Output, Problem> {
    let output = command.output().map_err(|error| Problem::Missing {
        program: command.get_program().to_string_lossy().into_owned(),
        error,
    })?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(Problem::Failed { program: name.to_owned(), said })
}
