//! Packing a bundle.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::{
    BadName, Bundle, BundleProblem, FORMAT, LIST, Limits, List, Name, RULES, SCENARIOS, SCRIPTS, SHARED,
};

/// Why a bundle can't be packed.
#[derive(Debug, thiserror::Error)]
pub enum PackProblem {
    /// A file or folder can't be read.
    #[error("{}: {why}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// What was packed isn't a bundle that anybody could install.
    #[error("{}: {problem}", path.display())]
    Bundle {
        /// The module's folder.
        path: PathBuf,
        /// What is wrong.
        problem: BundleProblem,
    },
    /// Two scenarios have one name.
    #[error("two scenarios are called {0:?}; give one of the folders another name")]
    Twice(String),
    /// Two scenarios mean different files by one name.
    #[error("two scenarios mean different files by {0:?}; give one of them another name")]
    TwoShared(String),
    /// A shared file's name has no place in a bundle.
    #[error(transparent)]
    Name(#[from] BadName),
}

/// A file that several scenarios name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedFile {
    /// By what name, in the folder of scenarios: `shared/MODULE/NAME.toml`.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
}

/// Packs the module in this folder (its `plugin.toml`, component, `rules/*.md`, `scripts/*.rhai`, licences, notices, readme, and what lies in
/// `scenarios/`) with these scenarios' folders and shared files. Other files are left out. The same files give the same bytes. What is packed
/// has been read back with the default [`Limits`]. It is not asked here whether the component passes the engine's gate.
pub fn pack(
    module: &Path,
    scenarios: &[PathBuf],
    shared: &[SharedFile],
) -> Result<(Bundle, Vec<u8>), PackProblem> {
    let mut files = BTreeMap::new();
    collect_files(module, "", &mut files)?;
    for name in [RULES, SCRIPTS] {
        let folder = module.join(name);
        if !folder.is_symlink() {
            collect_files(&folder, &format!("{name}/"), &mut files)?;
        }
    }
    for folder in own_scenarios(module).iter().chain(scenarios) {
        let home = folder.canonicalize().map_err(|error| failed(folder, &error))?;
        let id = home.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let before = files.len();
        if files.keys().any(|name: &Name| name.scenario() == Some(&id)) {
            return Err(PackProblem::Twice(id));
        }
        collect_files(&home, &format!("{SCENARIOS}/{id}/"), &mut files)?;
        if files.len() == before {
            let why = match Name::parse(&format!("{SCENARIOS}/{id}/scenario.rhai")) {
                Err(why) if home.join("scenario.rhai").is_file() => {
                    format!("a scenario in a bundle can't have the name of this folder: {why}")
                }
                _ => "there is nothing of a scenario in it; a scenario's folder holds a scenario.rhai"
                    .to_owned(),
            };
            return Err(PackProblem::File { path: folder.clone(), why });
        }
    }
    for folder in folders_in(&module.join(SCENARIOS).join(SHARED)) {
        let of = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        collect_files(&folder, &format!("{SCENARIOS}/{SHARED}/{of}/"), &mut files)?;
    }
    for SharedFile { name, path } in shared {
        let in_bundle = Name::parse(&format!("{SCENARIOS}/{name}"))?;
        let content = read(path)?;
        if files.insert(in_bundle, content.clone()).is_some_and(|other| other != content) {
            return Err(PackProblem::TwoShared(name.clone()));
        }
    }
    let problem = |problem| PackProblem::Bundle { path: module.to_owned(), problem };
    let bytes = write(&files).map_err(|why| problem(BundleProblem::Damaged(why)))?;
    let bundle = Bundle::read(&bytes, &Limits::default()).map_err(problem)?;
    Ok((bundle, bytes))
}

/// The folders of the scenarios that lie in a module's own folder.
pub fn own_scenarios(module: &Path) -> Vec<PathBuf> {
    let mut folders = folders_in(&module.join(SCENARIOS));
    folders.retain(|folder| !folder.ends_with(SHARED));
    folders
}

/// The folders in a folder. A link is none: it leads to what may not be meant to be given away.
fn folders_in(folder: &Path) -> Vec<PathBuf> {
    if folder.is_symlink() {
        return Vec::new();
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|sort| sort.is_dir());
    let mut folders: Vec<PathBuf> = entries.filter(is_folder).map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

fn failed(path: &Path, error: &std::io::Error) -> PackProblem {
    PackProblem::File { path: path.to_owned(), why: error.to_string() }
}

/// Reads a file, if a bundle may hold one so long.
fn read(path: &Path) -> Result<Vec<u8>, PackProblem> {
    muster_files::read(path, Limits::default().file).map_err(|error| failed(path, &error))
}

/// Adds the plain files of a folder that have a place in a bundle to `files`, their names after the prefix.
fn collect_files(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<Name, Vec<u8>>,
) -> Result<(), PackProblem> {
    if !prefix.is_empty() && !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(|error| failed(folder, &error))? {
        let entry = entry.map_err(|error| failed(folder, &error))?;
        let path = entry.path();
        // Not the metadata of what a link leads to: a link stays out.
        let plain = entry.file_type().is_ok_and(|kind| kind.is_file());
        let Some(name) = entry.file_name().to_str().map(|name| format!("{prefix}{name}")) else { continue };
        if let (true, Ok(name)) = (plain, Name::parse(&name)) {
            files.insert(name, read(&path)?);
        }
    }
    Ok(())
}

fn write(files: &BTreeMap<Name, Vec<u8>>) -> Result<Vec<u8>, String> {
    let hash = |content: &Vec<u8>| blake3::hash(content).to_hex().to_string();
    let list = List {
        format: FORMAT,
        files: files.iter().map(|(name, content)| (name.to_string(), hash(content))).collect(),
    };
    let list = toml::to_string(&list).map_err(|error| error.to_string())?;
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // One date for all, so that the same files give the same bundle.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let all = std::iter::once((LIST, list.as_bytes()));
    let all = all.chain(files.iter().map(|(name, content)| (name.as_str(), content.as_slice())));
    for (name, content) in all {
        archive.start_file(name, options).map_err(|error| error.to_string())?;
        archive.write_all(content).map_err(|error| error.to_string())?;
    }
    archive.finish().map(Cursor::into_inner).map_err(|error| error.to_string())
}
