//! What comes with Muster in the hands of somebody who begins a module with it, and has Rust but no source.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::check::OWN;
use muster_workshop::Problem;

use crate::{Failure, workspace::at};

/// What whoever runs cargo here has set, or rustup for him.
const OF_CARGO: [&str; 5] = ["CARGO", "CARGO_TARGET_DIR", "CARGO_MANIFEST_DIR", "RUSTC", "RUSTUP_TOOLCHAIN"];

/// Somebody with a program and a folder of his own.
pub(super) struct Newcomer<'a> {
    pub(super) program: &'a Path,
    pub(super) home: &'a Path,
}

impl Newcomer<'_> {
    /// Begins a module, builds it, lets it be checked, plays with it, runs its tests and packs it. `authors` is what came for that, in
    /// which nothing may be written.
    pub(super) fn begins_a_module(&self, authors: &Path) -> Result<(), Failure> {
        let (before, folder) = (files_in(authors)?, self.home.join("night-raid"));
        let muster = |folder: &Path, typed: &str, words: &str| self.types(self.program, folder, typed, words);
        muster(self.home, "new module night-raid", "cd night-raid")?;
        muster(&folder, "build", "target/modules/night-raid")?;
        muster(&folder, "check target/modules/night-raid", "it kept to its own rules")?;
        muster(&folder, "modules", "night-raid")?;
        muster(&folder, "sim night-raid night-raid-first-light --games 2 --bots random,random", "2 games")?;
        self.types(Path::new("cargo"), &folder, "test --quiet", "test result: ok")?;
        muster(&folder, "build --shipped", "target/modules-shipped/night-raid")?;
        let packs = "pack target/modules-shipped/night-raid --scenario scenarios/night-raid-first-light";
        muster(&folder, packs, "night-raid-0.1.0.muster")?;
        let core = fs::read(folder.join("target/modules-shipped/night-raid/night-raid.wasm"))
            .map_err(at(&folder))?;
        let place = self.home.display().to_string();
        if core.windows(place.len()).any(|part| part == place.as_bytes()) {
            return Err(Failure::Failed(format!("{place} stands in what is given away: building it")));
        }
        if files_in(authors)? != before {
            return Err(Failure::Failed(format!(
                "{}: something was written there: building",
                authors.display()
            )));
        }
        Ok(())
    }

    /// Types a command in a folder; it must succeed, and say this.
    fn types(&self, program: &Path, folder: &Path, typed: &str, words: &str) -> Result<(), Failure> {
        let mut command = Command::new(program);
        command.current_dir(folder).args(typed.split(' '));
        OWN.iter().chain(&OF_CARGO).for_each(|name| {
            command.env_remove(name);
        });
        for (name, place) in
            [("XDG_DATA_HOME", "data"), ("XDG_STATE_HOME", "state"), ("XDG_CACHE_HOME", "cache")]
        {
            command.env(name, self.home.join(place));
        }
        let missing = |error| Problem::Missing { program: program.display().to_string(), error };
        let output = command.output().map_err(missing)?;
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        if output.status.success() && said.contains(words) {
            return Ok(());
        }
        eprintln!("{said}");
        Err(Failure::Failed(format!("{} {typed}, which was to say {words:?},", program.display())))
    }
}

/// Every file in a folder.
pub(super) fn files_in(folder: &Path) -> Result<BTreeSet<PathBuf>, Failure> {
    let (mut folders, mut files) = (vec![folder.to_owned()], BTreeSet::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(at(&folder))?.flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => drop(files.insert(path)),
            }
        }
    }
    Ok(files)
}
