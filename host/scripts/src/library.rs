//! Where scenarios are found: those that come with Muster, and a person's own.

use std::path::{Path, PathBuf};

use crate::problem::ScenarioProblem;
use crate::scenario::Heading;
use crate::texts::{SCRIPT, Texts};

/// Whose scenarios a folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// They come with Muster.
    Shipped,
    /// They came with a module that was installed.
    Module,
    /// A person put them there.
    Own,
}

/// A scenario's folder, with what it says of itself.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name of the folder.
    pub id: String,
    /// The folder.
    pub folder: PathBuf,
    /// Whose it is.
    pub origin: Origin,
    /// What the scenario is, or why it can't be read.
    pub heading: Result<Heading, ScenarioProblem>,
}

/// The folders in which scenarios lie, each scenario a folder of its own inside.
#[derive(Clone, Debug, Default)]
pub struct Library {
    shelves: Vec<(Origin, PathBuf)>,
}

impl Library {
    /// A library of these folders. One that does not exist holds nothing.
    pub fn new(shelves: impl IntoIterator<Item = (Origin, PathBuf)>) -> Library {
        Library { shelves: shelves.into_iter().collect() }
    }

    /// The library of this folder of shipped scenarios and of [`own_folder`].
    pub fn standard(shipped: &Path) -> Library {
        Library::new(
            [(Origin::Shipped, shipped.to_owned())]
                .into_iter()
                .chain(own_folder().map(|own| (Origin::Own, own))),
        )
    }

    /// Every scenario, shipped ones first, by the names of their folders. A scenario of a person's own that has
    /// the name of a shipped one stands beside it.
    pub fn list(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (origin, shelf) in &self.shelves {
            let Ok(folders) = std::fs::read_dir(shelf) else { continue };
            for folder in
                folders.flatten().map(|entry| entry.path()).filter(|path| path.join(SCRIPT).is_file())
            {
                let heading = Texts::read(&folder).and_then(|texts| Heading::from_texts(&texts));
                let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                entries.push(Entry { id, folder, origin: *origin, heading });
            }
        }
        entries.sort_by(|a, b| (a.origin, &a.id).cmp(&(b.origin, &b.id)));
        entries
    }

    /// The folder of the scenario that a person names: a path to it (or to its script), or the name of a folder
    /// in the library, a person's own before a shipped one.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let path = Path::new(name);
        if path.join(SCRIPT).is_file() {
            return Some(path.to_owned());
        }
        if path.file_name().is_some_and(|file| file == SCRIPT) && path.is_file() {
            return Some(
                path.parent()
                    .filter(|folder| !folder.as_os_str().is_empty())
                    .map_or_else(|| ".".into(), Path::to_owned),
            );
        }
        let plain = !name.is_empty() && !name.contains(['/', '\\']) && name != ".." && name != ".";
        let mut shelves: Vec<_> = self.shelves.iter().filter(|_| plain).collect();
        shelves.sort_by_key(|(origin, _)| std::cmp::Reverse(*origin));
        shelves.into_iter().map(|(_, shelf)| shelf.join(name)).find(|folder| folder.join(SCRIPT).is_file())
    }
}

/// Where a person's own scenarios lie on this platform; none where it has no place for them.
pub fn own_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "muster").map(|places| places.data_dir().join("scenarios"))
}
