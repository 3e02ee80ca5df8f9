//! The modules that come with Muster as bundles: taken out of them once, and found again.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use muster_bundle::{Bundle, Limits};

use crate::{Places, remark};

/// What is unpacked stays there while this is held: another program, of another version, takes nothing away meanwhile.
pub(crate) struct InUse(#[expect(dead_code, reason = "its lock is what counts")] Option<File>);

/// The file in the folder of unpacked bundles that every program that runs has a lock on.
const LOCK: &str = "in-use";

impl Places {
    /// Takes the modules out of the bundles in the folders of modules, and adds their folders. A bundle that can't be used is told
    /// of, and left. What earlier versions have unpacked goes, unless one of them is running.
    pub(crate) fn unpack_bundles(&mut self) -> InUse {
        let home = match &self.cache {
            Some(cache) => cache.with_file_name("bundles"),
            None => self.data.join("bundles"),
        };
        let (mut sources, mut wanted) = (Vec::new(), BTreeSet::new());
        for folder in std::mem::take(&mut self.modules) {
            let bundles = bundles_in(&folder);
            if bundles.is_empty() {
                sources.push(Ok(folder));
                continue;
            }
            // A bundle as it lies there would be taken for a module that can't be read.
            sources.extend(entries_of(&folder).into_iter().filter(|entry| entry.is_dir()).map(Ok));
            for file in bundles {
                let bundle = Bundle::open(&file, &Limits::default()).map_err(|why| why.to_string());
                wanted.extend(bundle.as_ref().ok().map(place_of));
                sources.push(Err((file, bundle)));
            }
        }
        let in_use = InUse(if wanted.is_empty() { None } else { swept(&home, &wanted) });
        for source in sources {
            let (file, bundle) = match source {
                Ok(folder) => {
                    self.modules.push(folder);
                    continue;
                }
                Err(bundle) => bundle,
            };
            match bundle.and_then(|bundle| unpacked(&bundle, &home)) {
                Ok(module) => self.modules.push(module),
                Err(why) => {
                    tracing::warn!("a bundle that came with Muster can't be used");
                    remark(&format_args!("{}: {why}", file.display()));
                }
            }
        }
        in_use
    }
}

/// What the folder with the module of this bundle is called: after the hash of all that is in it.
fn place_of(bundle: &Bundle) -> String {
    format!("{}-{}", bundle.manifest.id, &bundle.hash()[..16])
}

/// Takes away what isn't wanted any more, if no other program runs that may want it. Gives the lock that tells others that this one
/// runs; where there can be none, nothing is taken away.
fn swept(home: &Path, wanted: &BTreeSet<String>) -> Option<File> {
    muster_files::private_folder(home).ok()?;
    let lock = File::options().create(true).read(true).append(true).open(home.join(LOCK)).ok()?;
    if lock.try_lock().is_ok() {
        for entry in entries_of(home) {
            let name = entry.file_name().unwrap_or_default().to_string_lossy();
            if entry.is_dir() && !wanted.contains(&*name) {
                // What can't be taken away is only in the way.
                let gone = std::fs::remove_dir_all(&entry).is_ok();
                tracing::info!(%name, gone, "what an earlier version has unpacked isn't wanted any more");
            }
        }
        lock.unlock().ok()?;
    }
    // Whoever has it to himself now gives it back soon.
    lock.lock_shared().ok()?;
    Some(lock)
}

/// What lies in a folder, in the order of the names.
fn entries_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    entries
}

/// The bundles in a folder.
fn bundles_in(folder: &Path) -> Vec<PathBuf> {
    let mut bundles = entries_of(folder);
    bundles.retain(|path| {
        path.extension().is_some_and(|ending| ending == muster_bundle::ENDING) && path.is_file()
    });
    bundles
}

/// The folder with the module of this bundle; made if it isn't there.
fn unpacked(bundle: &Bundle, home: &Path) -> Result<PathBuf, String> {
    let in_home = |why: std::io::Error| format!("{}: {why}", home.display());
    let place = home.join(place_of(bundle));
    // Whoever could write there could as well write into the folder of installed modules.
    if bundle.is_in(&place) {
        return Ok(place);
    }
    muster_files::private_folder(home).map_err(in_home)?;
    let draft = tempfile::tempdir_in(home).map_err(in_home)?;
    for (name, content) in &bundle.files {
        let path = draft.path().join(name.path());
        let written = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        written.and_then(|()| std::fs::write(&path, content)).map_err(in_home)?;
    }
    let draft = draft.keep();
    if std::fs::rename(&draft, &place).is_err() {
        // Another Muster was quicker, or something else is there, which is put out of the way.
        if !bundle.is_in(&place) {
            let aside = tempfile::tempdir_in(home).map_err(in_home)?;
            std::fs::rename(&place, aside.path().join("old")).map_err(in_home)?;
            std::fs::rename(&draft, &place).map_err(in_home)?;
        } else {
            std::fs::remove_dir_all(&draft).map_err(in_home)?;
        }
    }
    Ok(place)
}
