//! Begins a module from Outpost, a small complete game which is compiled and tested in Muster's source like any other.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Name, Problem,
    problem::at,
    programs::{answer, cargo},
    template::{File, Template},
};

/// Why the name can't be had, if it can't, in a workspace with the packages of this source.
///
/// # Errors
///
/// If the list of its packages can't be read.
pub fn taken(source: &Path, template: &Template, name: &Name) -> Result<Option<String>, Problem> {
    let lock = source.join("Cargo.lock");
    let locked = fs::read_to_string(&lock).map_err(at(&lock))?;
    let package = format!("name = \"{}\"", name.kebab());
    Ok(if locked.lines().any(|line| line == package) {
        Some(
            "there is a package of that name among Muster's own and those that it is made of; take another"
                .to_owned(),
        )
    } else if template.has_word(&name.camel()) {
        Some(format!(
            "its game would be the type {}, and the game that it begins from has something of that name; take another",
            name.camel()
        ))
    } else {
        None
    })
}

/// Makes a new folder with these files, and gives it with its whole path. `outside` is a folder of Muster's own, in which it can't be,
/// and what to do instead.
///
/// # Errors
///
/// If there is something already, if it would be in that folder, or if a file can't be written.
pub fn begin(folder: &Path, outside: (&Path, &str), files: &[File]) -> Result<PathBuf, Problem> {
    let wrong = |why: &str| Problem::Place(format!("{}: {why}", folder.display()));
    if folder.is_file() || fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(wrong("there is something already; name a folder that isn't there yet"));
    }
    fs::create_dir_all(folder).map_err(at(folder))?;
    let folder = folder.canonicalize().map_err(at(folder))?;
    let (own, instead) = outside;
    if folder.starts_with(own.canonicalize().as_deref().unwrap_or(own)) {
        // It was empty, and may have been made just now.
        let _ = fs::remove_dir(&folder);
        return Err(wrong(&format!("this is in Muster's own folder. {instead}")));
    }
    write(&folder, files)?;
    Ok(folder)
}

/// Writes files into a folder.
///
/// # Errors
///
/// If one can't be written.
pub fn write(folder: &Path, files: &[File]) -> Result<(), Problem> {
    for (path, text) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(at(parent))?;
        fs::write(&path, text).map_err(at(&path))?;
    }
    Ok(())
}

/// Lets cargo take the new package into the lock file, with the versions that are there, and put its sources into form: the names
/// that were put in stand in other places of the alphabet and make lines longer or shorter.
///
/// # Errors
///
/// If cargo can't be started or fails.
pub fn settled(folder: &Path, name: &Name) -> Result<(), Problem> {
    let metadata = |offline: &[&str]| {
        let mut command = cargo();
        command.current_dir(folder).args(["metadata", "--quiet", "--format-version", "1"]).args(offline);
        answer(&mut command, "cargo metadata")
    };
    // The very first run may have to fetch the index.
    metadata(&["--offline"]).or_else(|why| match why {
        Problem::Missing { .. } => Err(why),
        _ => metadata(&[]),
    })?;
    let mut format = cargo();
    format.current_dir(folder).args(["fmt", "--package", name.kebab()]);
    answer(&mut format, "`cargo fmt`").map(drop)
}
