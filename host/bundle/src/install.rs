//! Installing a bundle, and removing what was installed.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use muster_engine::{MANIFEST, Manifest};
use muster_files::open_lock;

use crate::changes::{MARK, changes, files, holds, keep, mark_of, name_of};
use crate::{Bundle, Kept, Name};

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
    /// It was done, but what a person had changed could not be put aside.
    #[error("what was changed in the module could not be put aside, and lies in {}: {why}", path.display())]
    Unkept {
        /// Where it lies.
        path: PathBuf,
        /// Why it could not.
        why: String,
    },
    /// Another build of the module is there, and may not be replaced.
    #[error("a module `{}` is installed, version {}", .0.manifest.id, .0.manifest.version)]
    Taken(Box<Installed>),
    /// There is no such module among the installed ones.
    #[error("no module `{0}` is installed; `muster modules` lists what there is")]
    Unknown(String),
}

/// The module of this id in the folder of installed modules, if it came there in a bundle.
pub fn installed(id: &str, home: &Path) -> Option<Installed> {
    module_in(id, home).filter(|found| found.folder.join(MARK).is_file())
}

/// The module of this id in a folder of modules, however it came there.
pub fn module_in(id: &str, home: &Path) -> Option<Installed> {
    let folder = module_folder(id, home)?;
    let manifest = Manifest::read(&folder).ok().filter(|manifest| manifest.id == id)?;
    Some(Installed { folder, manifest })
}

/// Returns the folder in which the module of this id is installed. An id comes from a command line or a stranger's file: one that isn't the plain name
/// of a folder names nothing.
fn module_folder(id: &str, home: &Path) -> Option<PathBuf> {
    let plain = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    plain.then(|| home.join(id))
}

/// Refuses a folder of which it can't be known whether it holds a module that was installed.
fn known(folder: &Path, home: &Path) -> Result<(), InstallProblem> {
    muster_files::can_be_searched(home).map_err(|error| failed(home, &error))?;
    let manifest = folder.join(MANIFEST);
    match muster_files::can_be_searched(folder).and_then(|()| muster_files::open(&manifest)) {
        Ok(_) => Ok(()),
        // What is no folder holds no module.
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(()),
        Err(error) => Err(failed(&manifest, &error)),
    }
}

/// The beginnings of the names of folders beside the installed modules, in which one is made ready or taken apart. Whoever is
/// stopped in the middle leaves such a folder behind, for [`recover`].
const INSTALLING: &str = ".installing-";
const REMOVING: &str = ".removing-";
/// In such a folder, the module that is replaced or removed.
const OLD: &str = "old";
/// In such a folder, the module that is installed, until it has taken its place. Where the two change places at once, it is the
/// old one from then on.
const NEW: &str = "new";

/// In such a folder, a module of which everything is kept that was a person's.
const SPENT: &str = "spent";

/// Whether another build of a module may be replaced by the one that is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// Not before somebody who was told of both has said so.
    Ask,
    /// It may.
    Yes,
}

/// What was installed under a bundle's name before.
#[derive(Clone, Debug)]
pub struct Before {
    /// Its manifest.
    pub manifest: Manifest,
    /// Whether it is the bundle itself, file by file, so that nothing was replaced.
    pub same: bool,
    /// What a person had changed or added in it, if anything.
    pub kept: Option<Kept>,
}

/// What was removed.
#[derive(Clone, Debug)]
pub struct Removed {
    /// Its manifest.
    pub manifest: Manifest,
    /// What a person had changed or added in it, if anything.
    pub kept: Option<Kept>,
}

/// Writes a bundle into a folder of its own under `home`, named by the module's id, in place of what was there. It is
/// written aside first and shown to `check`, which says whether the module can be played; only then it takes its place.
/// Gives what was there before; what a person had changed in that is kept. Another build of the module is replaced only where
/// `replace` says so, whenever it came there: what counts is what is there once no other program changes the folder.
pub fn install(
    bundle: &Bundle,
    home: &Path,
    replace: Replace,
    check: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<Option<Before>, InstallProblem> {
    let held = Held::wait(home)?;
    held.clear_leftovers();
    if replace == Replace::Ask
        && let Some(there) = installed(&bundle.manifest.id, home)
        && !bundle.is_in(&there.folder)
    {
        return Err(InstallProblem::Taken(Box::new(there)));
    }
    let aside = aside(INSTALLING, home)?;
    let fresh = aside.path().join(NEW);
    for (name, content) in &bundle.files {
        let path = fresh.join(name.path());
        write(&path, content).map_err(|error| failed(&path, &error))?;
    }
    check(&fresh).map_err(InstallProblem::Refused)?;
    let mark = mark_of(bundle).map_err(|error| failed(&fresh, &std::io::Error::other(error)))?;
    // Whole or not at all: by half a mark, whoever ends what was begun here would take all for a person's own.
    let (half, whole) = (aside.path().join(MARK), fresh.join(MARK));
    write(&half, mark.as_bytes())
        .and_then(|()| fs::rename(&half, &whole))
        .map_err(|error| failed(&whole, &error))?;
    let place = home.join(&bundle.manifest.id);
    let before = installed(&bundle.manifest.id, home).map(|installed| Before {
        manifest: installed.manifest,
        same: bundle.is_in(&place),
        kept: None,
    });
    let Some(before) = before else {
        known(&place, home)?;
        if place.symlink_metadata().is_ok() {
            let why = "what lies there came in no bundle, and is not replaced; move it away first".to_owned();
            return Err(InstallProblem::File { path: place, why });
        }
        fs::rename(&fresh, &place).map_err(|error| failed(&place, &error))?;
        sync(home);
        return Ok(None);
    };
    if before.same {
        return Ok(Some(before));
    }
    // What can't be looked at can't be kept: nothing is replaced then.
    changes(&place).map_err(|error| failed(&place, &error))?;
    let taken = aside.path().join(OLD);
    let old = match put_in_place(&fresh, &place, &taken) {
        Ok(old) => old,
        Err(problem) => {
            if taken.exists() {
                // It could not be put back; the next start does it.
                let _ = aside.keep();
            }
            return Err(problem);
        }
    };
    sync(home);
    let kept = keep_of(aside, &old, &bundle.manifest.id, home)?;
    Ok(Some(Before { kept, ..before }))
}

/// Puts a new folder in the place of an old one, at once where the system can do that, and returns where the old one is now.
fn put_in_place(fresh: &Path, place: &Path, old: &Path) -> Result<PathBuf, InstallProblem> {
    if exchange(fresh, place) {
        return Ok(fresh.to_owned());
    }
    fs::rename(place, old).map_err(|error| failed(place, &error))?;
    if let Err(error) = fs::rename(fresh, place) {
        // As it was.
        let _ = fs::rename(old, place);
        return Err(failed(place, &error));
    }
    Ok(old.to_owned())
}

/// Exchanges two folders at once, and returns whether the system could do that.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok()
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> bool {
    false
}

/// Keeps what was changed in a module that has been taken away, and deletes the rest with the folder that it was taken to. Where
/// that can't be kept, the folder stays, and the next start tries again.
fn keep_of(
    aside: tempfile::TempDir,
    module: &Path,
    id: &str,
    home: &Path,
) -> Result<Option<Kept>, InstallProblem> {
    match keep(module, id, home) {
        Ok(kept) => {
            let path = aside.path().to_owned();
            // From here on nothing in it is anybody's, however far deleting it comes.
            fs::rename(module, path.join(SPENT)).map_err(|error| failed(module, &error))?;
            aside.close().map_err(|error| failed(&path, &error))?;
            Ok(kept)
        }
        Err(error) => {
            let _ = aside.keep();
            Err(InstallProblem::Unkept { path: module.to_owned(), why: error.to_string() })
        }
    }
}

impl Bundle {
    /// Whether a folder holds this bundle's files as they are, and no other that a bundle could bring, so that installing it
    /// changes nothing.
    #[must_use]
    pub fn is_in(&self, folder: &Path) -> bool {
        let same = self.files.iter().all(|(name, content)| holds(&folder.join(name.path()), content));
        let known = |path: &Path| {
            let Some(path) = name_of(path) else { return true };
            Name::parse(&path).is_err() || self.files.keys().any(|name| name.as_str() == path)
        };
        same && files(folder).is_ok_and(|files| files.iter().all(|path| known(path)))
    }
}

/// Removes an installed module with its scenarios. Tables that were played with it stay, and so does what a person has changed or
/// added in it.
pub fn remove(id: &str, home: &Path) -> Result<Removed, InstallProblem> {
    let unknown = || InstallProblem::Unknown(id.to_owned());
    let folder = module_folder(id, home).ok_or_else(unknown)?;
    known(&folder, home)?;
    installed(id, home).ok_or_else(unknown)?;
    let held = Held::wait(home)?;
    held.clear_leftovers();
    // Another program may have removed it meanwhile.
    let Installed { folder, manifest } = installed(id, home).ok_or_else(unknown)?;
    // In one step first, so that no half of it is left where modules are looked for.
    // What can't be looked at can't be kept: nothing is begun then.
    changes(&folder).map_err(|error| failed(&folder, &error))?;
    let aside = aside(REMOVING, home)?;
    let old = aside.path().join(OLD);
    fs::rename(&folder, &old).map_err(|error| failed(&folder, &error))?;
    sync(home);
    let kept = keep_of(aside, &old, id, home)?;
    Ok(Removed { manifest, kept })
}

/// Ends what an [`install`] or [`remove`] that was stopped in the middle (killed, or the power failed) has begun: a module that
/// had been taken away to be replaced is put back. Does nothing while another program installs or removes here. Gives what a
/// person had changed in modules that go.
pub fn recover(home: &Path) -> Vec<Kept> {
    if leftover_folders(home).is_empty() {
        return Vec::new();
    }
    Held::try_now(home).map(|held| held.clear_leftovers()).unwrap_or_default()
}

/// How long another program that changes the folder is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// The folder of installed modules, held for one program that changes it, until this is dropped.
struct Held<'h> {
    home: &'h Path,
    /// Beside the folder, since what lies in it are modules.
    lock: File,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // Closing the file isn't enough: a process that is being started may hold a copy of it for a moment.
        let _ = self.lock.unlock();
    }
}

impl<'h> Held<'h> {
    /// Waits a while for any other program that holds it: one that installs compiles the module meanwhile.
    fn wait(home: &'h Path) -> Result<Self, InstallProblem> {
        Self::wait_for(home, PATIENCE)
    }

    fn wait_for(home: &'h Path, patience: Duration) -> Result<Self, InstallProblem> {
        fs::create_dir_all(home).map_err(|error| failed(home, &error))?;
        let path = home.with_extension("lock");
        let lock = open_lock(&path).map_err(|error| failed(&path, &error))?;
        if muster_files::lock(&lock, patience).map_err(|error| failed(&path, &error))? {
            return Ok(Self { home, lock });
        }
        let why = "another program installs or removes modules; try again when it is done".to_owned();
        Err(InstallProblem::File { path, why })
    }

    fn try_now(home: &'h Path) -> Option<Self> {
        let lock = open_lock(&home.with_extension("lock")).ok()?;
        lock.try_lock().ok()?;
        Some(Self { home, lock })
    }

    /// Puts back what was taken away to be replaced and was not, keeps what a person had changed in it otherwise, and deletes
    /// what else was left behind. What can't be is left.
    fn clear_leftovers(&self) -> Vec<Kept> {
        let mut all = Vec::new();
        for folder in leftover_folders(self.home) {
            let old = folder.join(OLD);
            let removing = name(&folder).starts_with(REMOVING);
            if !removing && old.symlink_metadata().is_ok() {
                let Some(place) = Manifest::read(&old).ok().and_then(|old| module_folder(&old.id, self.home))
                else {
                    continue;
                };
                if place.symlink_metadata().is_err() {
                    if fs::rename(&old, &place).is_err() {
                        continue;
                    }
                    tracing::warn!(place = %place.display(), "a module is put back: installing another was interrupted");
                }
            }
            // Whatever is there of a module that was installed once: an old one was, and a new one that has its mark.
            let new = folder.join(NEW);
            let modules =
                [old.symlink_metadata().is_ok().then_some(old), new.join(MARK).is_file().then_some(new)];
            let modules = modules.into_iter().flatten();
            let kept = modules.map(|module| {
                let id = Manifest::read(&module).ok().map(|manifest| manifest.id);
                let id = id.filter(|id| module_folder(id, self.home).is_some());
                keep(&module, id.as_deref().unwrap_or("module"), self.home)
            });
            let kept: Vec<_> = kept.collect();
            let all_kept = kept.iter().all(Result::is_ok);
            all.extend(kept.into_iter().flatten().flatten());
            if all_kept {
                // From here on nothing in it is anybody's, however far deleting it comes.
                for module in [OLD, NEW] {
                    let _ = fs::rename(folder.join(module), folder.join(format!("{SPENT}-{module}")));
                }
                let _ = fs::remove_dir_all(&folder);
            }
        }
        all
    }
}

/// Makes names in a folder last, where folders can be synced.
fn sync(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

fn aside(prefix: &str, home: &Path) -> Result<tempfile::TempDir, InstallProblem> {
    tempfile::Builder::new().prefix(prefix).tempdir_in(home).map_err(|error| failed(home, &error))
}

/// Returns the folders that were left behind.
fn leftover_folders(home: &Path) -> Vec<PathBuf> {
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
    use std::time::Instant;

    use super::*;

    /// Where the lock should be there is a pipe, a folder, a link to a device.
    #[cfg(unix)]
    #[test]
    fn what_is_no_lock_is_not_waited_for() {
        let data = tempfile::tempdir().expect("a folder");
        let (home, lock) = (data.path().join("modules"), data.path().join("modules.lock"));
        fs::create_dir_all(home.join(".installing-x")).expect("a leftover");
        let lay: [fn(&Path); 3] = [
            |lock| {
                let made = std::process::Command::new("mkfifo").arg(lock).status();
                assert!(made.expect("mkfifo").success());
            },
            |lock| std::os::unix::fs::symlink("/dev/full", lock).expect("a link"),
            |lock| fs::create_dir(lock).expect("a folder"),
        ];
        for lay in lay {
            lay(&lock);
            let since = Instant::now();
            let Err(why) = Held::wait(&home) else { panic!("it is held") };
            let message = why.to_string();
            assert!(message.contains("modules.lock: it is no plain file"), "{message}");
            assert!(recover(&home).is_empty() && since.elapsed() < Duration::from_secs(2));
            let _ = fs::remove_file(&lock);
        }
    }

    /// Two programs install two builds of a module that wasn't there when they began.
    #[test]
    fn what_another_program_installed_meanwhile_is_not_replaced_unasked() {
        let data = tempfile::tempdir().expect("a folder");
        let home = data.path().join("modules");
        let bundle = |version: &str| {
            let text = format!(
                "id = \"toy\"\nversion = \"{version}\"\napi = \"0.1\"\ntitle = \"A toy\"\nauthors = [\"A\"]\n\
                 licence = \"MIT\"\ncomponent = \"toy.wasm\"\n"
            );
            let folder = data.path().join(version);
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join("plugin.toml"), text).expect("a file");
            fs::write(folder.join("toy.wasm"), "\0asm").expect("a file");
            crate::pack(&folder, &[], &[]).expect("a bundle").0
        };
        let (first, second) = (bundle("0.1.0"), bundle("0.2.0"));
        let held = Held::wait(&home).expect("nobody else is here");
        std::thread::scope(|all| {
            let waiting = all.spawn(|| install(&second, &home, Replace::Ask, |_| Ok(())));
            std::thread::sleep(Duration::from_millis(50));
            for (name, content) in &first.files {
                write(&home.join("toy").join(name.path()), content).expect("a file");
            }
            let mark = mark_of(&first).expect("a mark");
            write(&home.join("toy").join(MARK), mark.as_bytes()).expect("a file");
            drop(held);
            let refused = waiting.join().expect("no panic").expect_err("another is there");
            assert!(
                matches!(&refused, InstallProblem::Taken(there) if there.manifest.version.to_string() == "0.1.0")
            );
        });
        assert!(
            install(&first, &home, Replace::Ask, |_| Ok(()))
                .expect("it is there")
                .is_some_and(|one| one.same)
        );
        let before = install(&second, &home, Replace::Yes, |_| Ok(())).expect("it may be replaced");
        assert!(before.is_some_and(|one| one.manifest.version.to_string() == "0.1.0"));
    }

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
