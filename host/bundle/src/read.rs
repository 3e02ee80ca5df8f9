//! Reading a bundle: all of it, or nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};
use std::path::Path;

use muster_contract::printable;
use muster_engine::{MANIFEST, Manifest};
use zip::ZipArchive;

use crate::{BundleProblem, FORMAT, LIST, Limits, List, Name, RULES, sections};

/// A bundle in which everything is as its list says.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// What the module says of itself.
    pub manifest: Manifest,
    /// The files, without the list.
    pub files: BTreeMap<Name, Vec<u8>>,
}

impl Bundle {
    /// Reads and checks the bundle in this file.
    pub fn open(file: &Path, limits: &Limits) -> Result<Self, BundleProblem> {
        let unreadable = |error: std::io::Error| BundleProblem::Unreadable(error.to_string());
        let opened = muster_files::open(file).map_err(unreadable)?;
        let bytes = read_within(opened, limits.packed, "the bundle")?.map_err(unreadable)?;
        Self::read(&bytes, limits)
    }

    /// Reads and checks a bundle.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Self, BundleProblem> {
        let damaged =
            |error: zip::result::ZipError| BundleProblem::Damaged(printable::sentence(&error.to_string()));
        if bytes.len() as u64 > limits.packed {
            return Err(too_large("the bundle", limits.packed, "bytes"));
        }
        // Reading the archive's directory takes memory for every header in it, so they are counted before.
        if bytes.len() / HEADER > limits.files && headers(bytes) > limits.files {
            return Err(too_large("the number of its files", limits.files as u64, "files"));
        }
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
        if archive.len() > limits.files {
            return Err(too_large("the number of its files", limits.files as u64, "files"));
        }
        let mut list = None;
        let (mut files, mut spelled, mut left) = (BTreeMap::new(), Spelled::default(), limits.all);
        for index in 0..archive.len() {
            let file = archive.by_index(index).map_err(damaged)?;
            let name = file.name().map_err(damaged)?.into_owned();
            // The list is for this one alone; every other has to have a name of its own kind.
            let checked = if index == 0 && name == LIST { None } else { Some(Name::parse(&name)?) };
            if file.is_dir() || file.is_symlink() || file.encrypted() || !file.is_file() {
                return Err(BundleProblem::NoFile(printable::name(&name)));
            }
            if !spelled.takes(&name) {
                return Err(BundleProblem::Twice(printable::name(&name)));
            }
            // What the archive says of a file's size is a stranger's word; what comes out of it is counted.
            let most = limits.file.min(left).min(if checked.is_none() { LONGEST_LIST } else { u64::MAX });
            let content =
                read_within(file, most, &name)?.map_err(|error| BundleProblem::Damaged(error.to_string()))?;
            left -= content.len() as u64;
            match checked {
                None => list = Some(content),
                Some(name) => {
                    files.insert(name, content);
                }
            }
        }
        let list = list.ok_or_else(|| BundleProblem::List("isn't its first file".to_owned()))?;
        check_list(&parse_list(list)?, &files)?;
        let manifest = manifest_of(&files)?;
        let rules = files.iter().filter(|(name, _)| name.as_str().split('/').next() == Some(RULES));
        sections(rules.map(|(_, text)| String::from_utf8_lossy(text)), limits)?;
        Ok(Self { manifest, files })
    }

    /// Returns a hash of all that is in it, in hexadecimal digits: two bundles have the same one if they hold the same.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut all = blake3::Hasher::new();
        for (name, content) in &self.files {
            let name = name.as_str().as_bytes();
            all.update(&(name.len() as u64).to_le_bytes())
                .update(name)
                .update(blake3::hash(content).as_bytes());
        }
        all.finalize().to_hex().to_string()
    }

    /// The ids of its scenarios.
    pub fn scenarios(&self) -> BTreeSet<&str> {
        self.files.keys().filter_map(Name::scenario).collect()
    }
}

/// How the names so far are spelled, and those of their folders: some file systems don't tell small letters from capital ones.
#[derive(Default)]
struct Spelled {
    files: BTreeSet<String>,
    folders: BTreeMap<String, String>,
}

impl Spelled {
    /// Whether no file has this name yet, and none of its folders is spelled otherwise.
    fn takes(&mut self, name: &str) -> bool {
        let folders = name.match_indices('/').map(|(end, _)| &name[..end]);
        let alike = folders.into_iter().all(|folder| {
            let known = self.folders.entry(folder.to_ascii_lowercase()).or_insert_with(|| folder.to_owned());
            known == folder
        });
        alike && self.files.insert(name.to_ascii_lowercase())
    }
}

/// How long the list of the files may be, in bytes: enough for the longest names of as many files as there may be.
const LONGEST_LIST: u64 = 1 << 20;

/// How long the shortest header of a file in an archive's directory is, in bytes.
const HEADER: usize = 46;

/// How many headers of files there may be in an archive's directory. That what is packed looks like one is rarer than
/// it could matter.
fn headers(bytes: &[u8]) -> usize {
    bytes.windows(4).filter(|start| start == b"PK\x01\x02").count()
}

fn too_large(what: &str, limit: u64, unit: &'static str) -> BundleProblem {
    BundleProblem::TooLarge { what: printable::name(what), limit, unit }
}

/// All of it, unless there is more than `most`.
fn read_within(
    from: impl Read,
    most: u64,
    what: &str,
) -> Result<Result<Vec<u8>, std::io::Error>, BundleProblem> {
    let mut bytes = Vec::new();
    let read = from.take(most.saturating_add(1)).read_to_end(&mut bytes);
    if bytes.len() as u64 > most {
        return Err(too_large(what, most, "bytes"));
    }
    Ok(read.map(|_| bytes))
}

fn parse_list(list: Vec<u8>) -> Result<List, BundleProblem> {
    let text = String::from_utf8(list).map_err(|_| BundleProblem::List("isn't UTF-8 text".to_owned()))?;
    let list: List = toml::from_str(&text).map_err(|error| {
        BundleProblem::List(format!("can't be read: {}", printable::sentence(error.message())))
    })?;
    if list.format == FORMAT { Ok(list) } else { Err(BundleProblem::Format(list.format)) }
}

/// Refuses files whose names or contents differ from those of the list.
fn check_list(list: &List, files: &BTreeMap<Name, Vec<u8>>) -> Result<(), BundleProblem> {
    let is_there = |name: &str| files.keys().any(|file| file.as_str() == name);
    if let Some(missing) = list.files.keys().find(|name| !is_there(name)) {
        return Err(BundleProblem::Unlisted(printable::name(missing)));
    }
    for (name, content) in files {
        let hash = list.files.get(name.as_str()).ok_or_else(|| BundleProblem::Unlisted(name.to_string()))?;
        if *hash != blake3::hash(content).to_hex().as_str() {
            return Err(BundleProblem::Changed(name.to_string()));
        }
    }
    Ok(())
}

/// The manifest, whose component must be the only one.
pub(crate) fn manifest_of(files: &BTreeMap<Name, Vec<u8>>) -> Result<Manifest, BundleProblem> {
    let text = files.iter().find(|(name, _)| name.as_str() == MANIFEST).map(|(_, content)| content);
    let text = text.ok_or_else(|| BundleProblem::Unlisted(MANIFEST.to_owned()))?;
    let manifest = Manifest::parse(Path::new(MANIFEST), &String::from_utf8_lossy(text))?;
    let mut components = files.keys().filter(|name| name.as_str().ends_with(".wasm"));
    match (components.next(), components.next()) {
        (Some(one), None) if one.as_str() == manifest.component => Ok(manifest),
        _ => Err(BundleProblem::Component(printable::name(&manifest.component))),
    }
}
