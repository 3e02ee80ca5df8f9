//! The modules that come with Muster as bundles: taken out of them once, and found again.

use std::path::{Path, PathBuf};

use muster_bundle::{Bundle, Limits};

use crate::{Places, remark};

impl Places {
    /// Takes the modules out of the bundles in the folders of modules, and adds their folders. A bundle that can't be used is told
    /// of, and left.
    pub(crate) fn unpack_bundles(&mut self) {
        let home = match &self.cache {
            Some(cache) => cache.with_file_name("bundles"),
            None => self.data.join("bundles"),
        };
        let folders = std::mem::take(&mut self.modules);
        for folder in folders {
            let bundles = bundles_in(&folder);
            if bundles.is_empty() {
                self.modules.push(folder);
                continue;
            }
            // A bundle as it lies there would be taken for a module that can't be read.
            self.modules.extend(entries_of(&folder).into_iter().filter(|entry| entry.is_dir()));
            for bundle in bundles {
                match unpacked(&bundle, &home) {
                    Ok(module) => self.modules.push(module),
                    Err(why) => {
                        tracing::warn!("a bundle that came with Muster can't be used");
                        remark(&format_args!("{}: {why}", bundle.display()));
                    }
                }
            }
        }
    }
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

/// The folder with the module of this bundle, under the hash of all that is in it; made if it isn't there.
fn unpacked(file: &Path, home: &Path) -> Result<PathBuf, String> {
    let bundle = Bundle::open(file, &Limits::default()).map_err(|why| why.to_string())?;
    let in_home = |why: std::io::Error| format!("{}: {why}", home.display());
    let place = home.join(format!("{}-{}", bundle.manifest.id, &bundle.hash()[..16]));
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
