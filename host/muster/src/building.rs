//! `muster build`: a module is built from its sources, by the cargo that is there. `muster dev` builds it so too.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use muster_workshop::{ModulePackage, Problem, Profile, TARGET, Workspace};

use crate::Failure;
use crate::places::Installation;

/// What to do where there is no cargo.
const GET_RUST: &str =
    "It comes with Rust (https://rustup.rs). If it is here, see that PATH leads to it, or name it in CARGO.";

/// Whether the source of a module lies in this folder; or what is to be named instead.
pub(crate) fn is_source(folder: &Path) -> Result<(), Failure> {
    let Some(file) = muster_workshop::lacks(folder) else { return Ok(()) };
    let remedy = match crate::places::is_in_checkout() {
        true => "Name the folder of a module's crate, as plugins/brigade.",
        false => "Name the folder of a module's crate. `muster new module NAME` begins one.",
    };
    Err(Failure::usage(format!("{} holds no {file}", folder.display()), remedy))
}

/// Builds the module whose crate lies in this folder, and gives the folder that it is in then. What cargo is to do to compile it is
/// done by `compile`.
pub(crate) fn built(
    folder: &Path,
    profile: Profile,
    compile: impl FnOnce(&mut Command) -> Result<(), Failure>,
) -> Result<PathBuf, Failure> {
    let workspace = Workspace::read(folder).map_err(failure)?;
    let module = workspace.module_in(folder).ok_or_else(|| {
        let what =
            format!("{} is no package of the workspace in {}", folder.display(), workspace.root.display());
        Failure::usage(what, "Name it in `members` of that workspace's Cargo.toml.")
    })?;
    has_crates(module)?;
    // Where the compiler can't be asked, cargo tells why.
    if muster_workshop::has_target(&workspace, TARGET).is_ok_and(|there| !there) {
        return Err(Failure::NotHere {
            what: format!(
                "the compiler has nothing to compile for {TARGET} with, which modules are compiled for"
            ),
            remedy: format!("Type `rustup target add {TARGET}` in {}.", workspace.root.display()),
        });
    }
    compile(&mut muster_workshop::compile(&workspace, profile, &[module]).map_err(failure)?)?;
    let core = muster_workshop::core_of(&workspace, profile, module);
    muster_workshop::assemble(&workspace, profile, module, &core).map_err(failure)
}

/// Whether the crates that a module names by their paths are there.
fn has_crates(module: &ModulePackage) -> Result<(), Failure> {
    let Some(gone) = module.elsewhere.iter().find(|folder| !folder.join("Cargo.toml").is_file()) else {
        return Ok(());
    };
    let place = match Installation::of_this_program().authors() {
        Some(authors) => format!("Those of this Muster are in {}.", authors.display()),
        None => "Name the folder that they are in now.".to_owned(),
    };
    Err(Failure::NotHere {
        what: format!(
            "there is no crate in {}, where {}'s Cargo.toml looks for it",
            gone.display(),
            module.name
        ),
        remedy: format!("Change the paths of Muster's crates there. {place}"),
    })
}

/// A problem of the workshop's in the words of whoever typed the command.
pub(crate) fn failure(problem: Problem) -> Failure {
    match problem {
        Problem::Missing { .. } => {
            Failure::NotHere { what: problem.to_string(), remedy: GET_RUST.to_owned() }
        }
        Problem::File { path, error } => Failure::File { path, why: error.to_string() },
        Problem::Place(what) => Failure::Usage { what, remedy: None },
        Problem::Answer { .. } => Failure::Stopped(problem.to_string()),
        Problem::Failed { .. } | Problem::Module { .. } => {
            Failure::Problems(vec![problem.to_string().into()])
        }
    }
}

pub(crate) fn build(folder: &Path, shipped: bool, out: &mut dyn Write) -> Result<(), Failure> {
    is_source(folder)?;
    let profile = if shipped { Profile::Shipped } else { Profile::Play };
    let made = built(folder, profile, |command| {
        let status = command.status().map_err(|error| {
            let program = command.get_program().to_string_lossy().into_owned();
            failure(Problem::Missing { program, error })
        })?;
        match status.success() {
            true => Ok(()),
            // It has said why.
            false => {
                Err(Failure::Problems(vec![format!("it wasn't built, as cargo ended with {status}").into()]))
            }
        }
    })?;
    writeln!(out, "{}", made.display())?;
    Ok(())
}
