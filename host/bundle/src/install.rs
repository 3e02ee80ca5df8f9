//! Installing a bundle, and removing what was installed.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use muster_engine::Manifest;

use crate::{Bundle, Name};

/// A module in a folder of modules.
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

/// The file in a module's folder that says that it came in a bundle. What a person put there without one is his own, and is
/// neither replaced nor removed.
const MARK: &str = ".installed";

/// The module of this id in the folder of installed modules, if it came there in a bundle.
pub fn installed(id: &str, home: &Path) -> Option<Installed> {
    module_in(id, home).filter(|found| found.folder.join(MARK).is_file())
}

/// The module of this id in a folder of modules, however it came there.
pub fn module_in(id: &str, home: &Path) -> Option<Installed> {
    let folder = place(id, home)?;
    let manifest = Manifest::read(&folder).ok().filter(|manifest| manifest.id == id)?;
    Some(Installed { folder, manifest })
}

/// Where the module of this id is installed. An id comes from a command line or a stranger's file: one that isn't the plain name
/// of a folder names nothing.
fn place(id: &str, home: &Path) -> Option<PathBuf> {
    let plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    plain.then(|| home.join(id))
}

/// The beginnings of the names of folders beside the installed modules, in which one is made ready or taken apart. Whoever is
/// stopped in the middle leaves such a folder behind, for [`recover`].
const INSTALLING: &str = ".installing-";
const REMOVING: &str = ".removing-";
/// In such a folder, the module that is replaced or removed.
const OLD: &str = "old";

/// What was installed under a bundle's name before.
#[derive(Clone, Debug)]
pub struct Before {
    /// Its manifest.
    pub manifest: Manifest,
    /// Whether it is the bundle itself, file by file, so that nothing was replaced.
    pub same: bool,
}

/// Writes a bundle into a folder of its own under `home`, named by the module's id, in place of what was there. It is
/// written aside first and shown to `check`, which says whether the module can be played; only then it takes its place.
/// Gives what was there before.
pub fn install(
    bundle: &Bundle,
    home: &Path,
    check: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<Option<Before>, InstallProblem> {
    let held = Held::wait(home)?;
    held.tidy();
    let aside = aside(INSTALLING, home)?;
    let fresh = aside.path().join("new");
    for (name, content) in &bundle.files {
        let path = fresh.join(name.path());
        write(&path, content).map_err(|error| failed(&path, &error))?;
    }
    check(&fresh).map_err(InstallProblem::Refused)?;
    let said =
        format!("muster remove {} removes this folder, with all that lies in it.\n", bundle.manifest.id);
    write(&fresh.join(MARK), said.as_bytes()).map_err(|error| failed(&fresh, &error))?;
    let place = home.join(&bundle.manifest.id);
    let before = installed(&bundle.manifest.id, home)
        .map(|installed| Before { manifest: installed.manifest, same: bundle.is_in(&place) });
    if before.is_none() && place.symlink_metadata().is_ok() {
        let why = "what lies there came in no bundle, and is not replaced; move it away first".to_owned();
        return Err(InstallProblem::File { path: place, why });
    }
    if before.as_ref().is_some_and(|before| before.same) {
        return Ok(before);
    }
    let old = aside.path().join(OLD);
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
    /// Whether a folder holds this bundle's files as they are, and no other that a bundle could bring, so that installing it
    /// changes nothing.
    #[must_use]
    pub fn is_in(&self, folder: &Path) -> bool {
        let same = self
            .files
            .iter()
            .all(|(name, content)| fs::read(folder.join(name.path())).is_ok_and(|there| there == *content));
        let known =
            |path: &str| Name::parse(path).is_err() || self.files.keys().any(|name| name.as_str() == path);
        same && files(folder, "").iter().all(|path| known(path))
    }
}

/// The files in a folder and those in it, by their paths within it, with slashes. What can't be read isn't there.
fn files(folder: &Path, within: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = format!("{within}{}", entry.file_name().to_string_lossy());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            found.extend(files(&entry.path(), &format!("{path}/")));
        } else {
            found.push(path);
        }
    }
    found
}

/// Removes an installed module with its scenarios. Tables that were played with it stay.
pub fn remove(id: &str, home: &Path) -> Result<Installed, InstallProblem> {
    let unknown = || InstallProblem::Unknown(id.to_owned());
    installed(id, home).ok_or_else(unknown)?;
    let held = Held::wait(home)?;
    held.tidy();
    // Another program may have removed it meanwhile.
    let found = installed(id, home).ok_or_else(unknown)?;
    // In one step first, so that no half of it is left where modules are looked for.
    let aside = aside(REMOVING, home)?;
    fs::rename(&found.folder, aside.path().join(OLD)).map_err(|error| failed(&found.folder, &error))?;
    aside.close().map_err(|error| failed(&found.folder, &error))?;
    Ok(found)
}

/// Ends what an [`install`] or [`remove`] that was stopped in the middle (killed, or the power failed) has begun: a module that
/// had been taken away to be replaced is put back. Does nothing while another program installs or removes here.
pub fn recover(home: &Path) {
    if left(home).is_empty() {
        return;
    }
    if let Some(held) = Held::try_now(home) {
        held.tidy();
    }
}

/// How long another program that changes the folder is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// The folder of installed modules, held for one program that changes it, until this is dropped.
struct Held<'h> {
    home: &'h Path,
    /// Beside the folder, since what lies in it are modules.
    _lock: File,
}

impl<'h> Held<'h> {
    /// Waits a while for any other program that holds it: one that installs compiles the module meanwhile.
    fn wait(home: &'h Path) -> Result<Self, InstallProblem> {
        Self::wait_for(home, PATIENCE)
    }

    fn wait_for(home: &'h Path, patience: Duration) -> Result<Self, InstallProblem> {
        fs::create_dir_all(home).map_err(|error| failed(home, &error))?;
        let path = home.with_extension("lock");
        let lock = opened(&path).map_err(|error| failed(&path, &error))?;
        let since = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(Self { home, _lock: lock }),
                Err(TryLockError::Error(error)) => return Err(failed(&path, &error)),
                Err(TryLockError::WouldBlock) if since.elapsed() > patience => {
                    let why = "another program installs or removes modules; try again when it is done";
                    return Err(InstallProblem::File { path, why: why.to_owned() });
                }
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    fn try_now(home: &'h Path) -> Option<Self> {
        let lock = opened(&home.with_extension("lock")).ok()?;
        lock.try_lock().ok()?;
        Some(Self { home, _lock: lock })
    }

    /// Puts back what was taken away to be replaced and was not, and deletes what else was left behind. What can't be is left.
    fn tidy(&self) {
        for folder in left(self.home) {
            let old = folder.join(OLD);
            let removing = name(&folder).starts_with(REMOVING);
            if !removing && old.symlink_metadata().is_ok() {
                let Some(place) = Manifest::read(&old).ok().and_then(|old| place(&old.id, self.home)) else {
                    continue;
                };
                if place.symlink_metadata().is_err() {
                    if fs::rename(&old, &place).is_err() {
                        continue;
                    }
                    tracing::warn!(place = %place.display(), "a module is put back: installing another was interrupted");
                }
            }
            let _ = fs::remove_dir_all(&folder);
        }
    }
}

fn opened(path: &Path) -> std::io::Result<File> {
    File::options().create(true).truncate(false).write(true).open(path)
}

fn aside(prefix: &str, home: &Path) -> Result<tempfile::TempDir, InstallProblem> {
    tempfile::Builder::new().prefix(prefix).tempdir_in(home).map_err(|error| failed(home, &error))
}

/// The folders that were left behind.
fn left(home: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(home).into_iter().flatten().flatten().map(|entry| entry.path());
    let ours = |path: &PathBuf| [INSTALLING, REMOVING].iter().any(|prefix| name(path).starts_with(prefix));
    folders.filter(ours).collect()
}

fn name(path: &Path) -> std::borrow::Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_for_ever() {
        let data = tempfile::tempdir().expect("a folder");
        let home = data.path().join("modules");
        let held = Held::wait(&home).expect("nobody else is here");
        let Err(why) = Held::wait_for(&home, Duration::from_millis(50)) else { panic!("two hold it") };
        assert!(why.to_string().contains("another program installs or removes modules"), "{why}");
        drop(held);
        assert!(Held::wait_for(&home, Duration::ZERO).is_ok());
    }
}
