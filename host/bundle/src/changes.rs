//! What a person changed or added in the folder of an installed module. The mark in it tells, and it is kept when the module
//! goes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use muster_files::{open_unlinked, read_opened};

use crate::Bundle;

/// The file in a module's folder that says that it came in a bundle, and which files with which hashes. What a person put there
/// without one is his own, and is neither replaced nor removed.
pub(crate) const MARK: &str = ".installed";

/// How long a mark can be, in bytes: enough for the longest names of as many files as a bundle may hold.
const LONGEST: u64 = 1 << 20;

#[derive(Debug, Default, serde::Deserialize, serde::Serialize)]
struct Mark {
    files: BTreeMap<String, String>,
}

/// Files that were a person's own, in a folder of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// That folder.
    pub folder: PathBuf,
    /// The files, by their paths in it and before in the module.
    pub files: Vec<PathBuf>,
}

/// The mark of a bundle's folder.
pub(crate) fn mark_of(bundle: &Bundle) -> Result<String, toml::ser::Error> {
    let hashed = |content: &[u8]| blake3::hash(content).to_hex().to_string();
    let files = bundle.files.iter().map(|(name, content)| (name.to_string(), hashed(content))).collect();
    let text = toml::to_string(&Mark { files })?;
    let id = &bundle.manifest.id;
    Ok(format!(
        "# muster remove {id} removes this folder. By these hashes it knows what was changed in it, and keeps that.\n{text}"
    ))
}

/// The files in an installed module's folder that aren't as its bundle brought them, by their paths within it. Where the mark
/// can't be read, nobody knows which these are, and all of them are. Fails where a folder can't be listed: what is in it can't
/// be known.
pub fn changes(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mark = read_mark(&folder.join(MARK)).unwrap_or_default();
    let as_it_was = |path: &Path| {
        let hash = name_of(path).and_then(|name| mark.files.get(&name));
        hash.is_some_and(|hash| hash_of(&folder.join(path)).is_ok_and(|now| now == *hash))
    };
    let mut changed: Vec<PathBuf> =
        files(folder)?.into_iter().filter(|path| *path != Path::new(MARK) && !as_it_was(path)).collect();
    changed.sort();
    Ok(changed)
}

/// A path within a folder as bundles name it, if they could.
pub(crate) fn name_of(path: &Path) -> Option<String> {
    path.iter().map(|part| part.to_str()).collect::<Option<Vec<_>>>().map(|parts| parts.join("/"))
}

/// Whether a plain file has this content.
pub(crate) fn holds(path: &Path, content: &[u8]) -> bool {
    let there = open_unlinked(path).and_then(|file| read_opened(file, content.len() as u64));
    there.is_ok_and(|there| there == content)
}

fn read_mark(path: &Path) -> io::Result<Mark> {
    let bytes = read_opened(open_unlinked(path)?, LONGEST)?;
    toml::from_slice(&bytes).map_err(io::Error::other)
}

fn hash_of(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(open_unlinked(path)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// What lies in a folder and in those in it and isn't itself a folder, by its path within it. Links aren't followed.
pub(crate) fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut within = vec![PathBuf::new()];
    while let Some(path) = within.pop() {
        for entry in fs::read_dir(folder.join(&path))? {
            let entry = entry?;
            let path = path.join(entry.file_name());
            if entry.file_type()?.is_dir() { &mut within } else { &mut found }.push(path);
        }
    }
    Ok(found)
}

/// Moves what was changed or added in a module's folder to one of its own, beside the folder of installed modules. Nothing is
/// kept of a link: what it leads to stays where it is.
pub(crate) fn keep(module: &Path, id: &str, home: &Path) -> io::Result<Option<Kept>> {
    if !module.symlink_metadata()?.is_dir() {
        return Ok(None);
    }
    let files = changes(module)?;
    if files.is_empty() {
        return Ok(None);
    }
    let folder = new_folder(&home.with_extension("kept"), id)?;
    for path in &files {
        let to = folder.join(path);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::rename(module.join(path), &to)?;
    }
    Ok(Some(Kept { folder, files }))
}

/// Makes a folder under a name that nothing has yet: `ID`, or where that is taken `ID-2` and so on.
fn new_folder(within: &Path, id: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(within)?;
    let mut number = 1u32;
    loop {
        let name = if number == 1 { id.to_owned() } else { format!("{id}-{number}") };
        let folder = within.join(name);
        match fs::create_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|()| folder),
        }
    }
}
