//! What cargo knows of the workspace, and running programs.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

use muster_workshop::Problem;
pub(crate) use muster_workshop::{ModulePackage, Workspace, at, cargo, remapped, remapped_c, write_whole};

use crate::Failure;

/// The workspace that the command is given in.
pub(crate) fn here() -> Result<Workspace, Failure> {
    let folder = std::env::current_dir().map_err(at(Path::new(".")))?;
    Ok(Workspace::read(&folder)?)
}

/// What `cargo metadata` has answered.
pub(crate) fn metadata_of(output: &Output) -> Result<Value, Problem> {
    serde_json::from_slice(&output.stdout).map_err(|error| unclear(&error.to_string()))
}

/// That what `cargo metadata` has answered isn't understood.
pub(crate) fn unclear(detail: &str) -> Problem {
    Problem::Answer { program: "cargo metadata".into(), detail: detail.into() }
}

/// Muster's own folder, which these commands were built from. It is the workspace's root, unless they are used in a
/// workspace that `new-module` made elsewhere.
pub(crate) fn checkout() -> Result<PathBuf, Problem> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    root.canonicalize().map_err(at(root))
}

/// The machine that the compiler runs on, as it names it.
pub(crate) fn rustc_host() -> Result<String, Failure> {
    let output = answer(Command::new("rustc").arg("-vV"), "rustc")?;
    let said = String::from_utf8_lossy(&output.stdout);
    let host = said.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned);
    let unnamed = || Problem::Answer { program: "rustc".into(), detail: "it names no host".into() };
    Ok(host.ok_or_else(unnamed)?)
}

/// The files of the source in these places, by their names from its top.
pub(crate) fn tracked(root: &Path, places: &[&str]) -> Result<Vec<String>, Failure> {
    let mut git = Command::new("git");
    git.current_dir(root).args(["ls-files", "-z"]).args(places);
    let listed = answer(&mut git, "git ls-files")?;
    let names = String::from_utf8_lossy(&listed.stdout).into_owned();
    Ok(names.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

/// Adds a target of the compiler if it is missing.
pub(crate) fn ensure_target(workspace: &Workspace, target: &str) -> Result<(), Failure> {
    if muster_workshop::has_target(workspace, target)? {
        return Ok(());
    }
    println!("adding the compiler's target {target}");
    let mut rustup = Command::new("rustup");
    rustup.current_dir(&workspace.root).args(["target", "add", target]);
    run(&mut rustup, &format!("`rustup target add {target}`"))
}

/// Runs a program to its end; its output goes where ours goes.
pub(crate) fn run(command: &mut Command, name: &str) -> Result<(), Failure> {
    let status = command.status().map_err(|error| missing(command.get_program(), error))?;
    if status.success() { Ok(()) } else { Err(Failure::Failed(name.to_owned())) }
}

/// Runs a program for its answer.
pub(crate) fn answer(command: &mut Command, name: &str) -> Result<Output, Failure> {
    let output = command.output().map_err(|error| missing(command.get_program(), error))?;
    if output.status.success() { Ok(output) } else { Err(Failure::Failed(name.to_owned())) }
}

/// Runs a program for its answer; what it has to say beside it is shown.
pub(crate) fn answer_with_stderr(command: &mut Command, name: &str) -> Result<Output, Failure> {
    answer(command.stderr(std::process::Stdio::inherit()), name)
}

fn missing(program: &OsStr, error: std::io::Error) -> Problem {
    Problem::Missing { program: program.to_string_lossy().into_owned(), error }
}
