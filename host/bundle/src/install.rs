//! Installing a bundle, and removing what was installed.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use muster_engine::Manifest;

use crate::Bundle;

/// A module in the folder of installed modules.
#[derive(Clone, Debug)]
pub struct Installed {
    /// Its folder.
    pub folder: PathBuf,
    /// What it says of itself.
    pub manifest: Manifest,
}

/// Why something can't be installed or removed. What was there before is there still.
#[derive(Debug, thiserror::Error)]
pub enum InstallProblem {
    /// A file or folder can't be read or written.
    #[error("{}: {why}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// The module can't be played here, in the words of whoever looked.
    #[error("the module can't be played: {0}")]
    Refused(String),
    /// There is no such module among the installed ones.
    #[error("no module `{0}` is installed; `muster modules` lists what there is")]
    Unknown(String),
}

/// The module of this id in the folder of installed modules, if it is there.
pub fn installed(id: &str, home: &Path) -> Option<Installed> {
    // An id comes from a command line: one that isn't the plain name of a folder names nothing.
    let plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let folder = home.join(id);
    let manifest = Manifest::read(&folder).ok().filter(|manifest| plain && manifest.id == id)?;
    Some(Installed { folder, manifest })
}

/// Writes a bundle into a folder of its own under `home`, named by the module's id, in place of what was there. It is
/// written aside first and shown to `check`, which says whether the module can be played; only then it takes its place.
/// Gives what it replaced.
pub fn install(
    bundle: &Bundle,
    home: &Path,
    check: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<Option<Manifest>, InstallProblem> {
    fs::create_dir_all(home).map_err(|error| failed(home, &error))?;
    let aside = tempfile::Builder::new()
        .prefix(".installing-")
        .tempdir_in(home)
        .map_err(|error| failed(home, &error))?;
    let fresh = aside.path().join("new");
    for (name, content) in &bundle.files {
        let path = fresh.join(name.path());
        write(&path, content).map_err(|error| failed(&path, &error))?;
    }
    check(&fresh).map_err(InstallProblem::Refused)?;
    let place = home.join(&bundle.manifest.id);
    let before = installed(&bundle.manifest.id, home).map(|installed| installed.manifest);
    if before.is_none() && place.symlink_metadata().is_ok() {
        let why =
            "what lies there is no installed module, and is not replaced; move it away first".to_owned();
        return Err(InstallProblem::File { path: place, why });
    }
    if bundle.is_in(&place) {
        return Ok(before);
    }
    let old = aside.path().join("old");
    let replaces = place.exists();
    if replaces {
        fs::rename(&place, &old).map_err(|error| failed(&place, &error))?;
    }
    if let Err(error) = fs::rename(&fresh, &place) {
        if replaces {
            // As it was; if even that fails, both are told of by the first error.
            let _ = fs::rename(&old, &place);
        }
        return Err(failed(&place, &error));
    }
    Ok(before)
}

impl Bundle {
    /// Whether a folder holds this bundle's files as they are, so that installing it changes nothing.
    #[must_use]
    pub fn is_in(&self, folder: &Path) -> bool {
        self.files
            .iter()
            .all(|(name, content)| fs::read(folder.join(name.path())).is_ok_and(|there| there == *content))
    }
}

/// Removes an installed module with its scenarios. Tables that were played with it stay.
pub fn remove(id: &str, home: &Path) -> Result<Installed, InstallProblem> {
    let found = installed(id, home).ok_or_else(|| InstallProblem::Unknown(id.to_owned()))?;
    fs::remove_dir_all(&found.folder).map_err(|error| failed(&found.folder, &error))?;
    Ok(found)
}

fn failed(path: &Path, error: &std::io::Error) -> InstallProblem {
    InstallProblem::File { path: path.to_owned(), why: error.to_string() }
}

fn write(path: &Path, content: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = File::create_new(path)?;
    file.write_all(content)?;
    file.sync_data()
}
