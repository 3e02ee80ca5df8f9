//! Where scenarios are found: those that come with Muster, and a person's own.

use std::path::{Component, Path, PathBuf};

use crate::heading::Heading;
use crate::patience::Patience;
use crate::problem::ScenarioProblem;
use crate::shared::{Place, SHARED, SharedName};
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

/// A scenario's folder, with its heading.
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
    /// the name of a shipped one stands beside it. What came with a module is for that module, or not listed.
    pub fn list(&self) -> Vec<Entry> {
        let mut entries = self.entries(|_| true);
        entries.sort_by(|a, b| (a.origin, &a.id).cmp(&(b.origin, &b.id)));
        entries
    }

    /// A folder in which scenarios may lie and that can't be read now, with why: then not all are listed. One that does not exist
    /// holds nothing.
    pub fn unreadable(&self) -> Option<(&Path, std::io::Error)> {
        self.shelves.iter().find_map(|(_, shelf)| match std::fs::read_dir(shelf) {
            Err(why) if why.kind() != std::io::ErrorKind::NotFound => Some((shelf.as_path(), why)),
            _ => None,
        })
    }

    /// The scenarios in folders whose names are wanted; no script of another is run.
    fn entries(&self, wanted: impl Fn(&str) -> bool) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (origin, shelf) in &self.shelves {
            let Ok(folders) = std::fs::read_dir(shelf) else { continue };
            let mut patience = Patience::new();
            for folder in folders.flatten().map(|entry| entry.path()) {
                let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if wanted(&id) && folder.join(SCRIPT).is_file() {
                    let heading = patience
                        .read(SCRIPT, || self.texts(&folder).and_then(|texts| Heading::from_texts(&texts)));
                    entries.push(Entry { id, folder, origin: *origin, heading });
                }
            }
        }
        entries.retain(Entry::is_its_shelfs);
        entries
    }

    /// The folder of the scenario that a person names: a path to it (or to its script), or the name of a folder
    /// in the library, a person's own before a shipped one.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        at_path(name).or_else(|| self.named(name).into_iter().map(|entry| entry.folder).next())
    }

    /// As [`find`](Self::find), for this module: a scenario of the name that is for another module is taken only if there is
    /// none for this one.
    pub fn find_for(&self, module: &str, name: &str) -> Option<Found> {
        let entries = self.named(name);
        let fits = |entry: &&Entry| entry.heading.as_ref().is_ok_and(|heading| heading.module == module);
        let mut fitting = entries.iter().filter(fits).map(|entry| entry.folder.clone());
        match fitting.next() {
            Some(folder) => Some(Found { folder, behind: fitting.collect() }),
            None => at_path(name)
                .or_else(|| entries.first().map(|entry| entry.folder.clone()))
                .map(|folder| Found { folder, behind: Vec::new() }),
        }
    }

    /// As [`find_for`](Self::find_for), for the name in a journal. That may be a stranger's, so it leads to no other folder than
    /// one of that very name, in the library or where the program was started.
    pub fn find_recorded(&self, module: &str, name: &str) -> Option<Found> {
        let mut parts = Path::new(name).components();
        let plain = matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None));
        plain.then(|| self.find_for(module, name)).flatten()
    }

    /// The scenarios in folders of this name, a person's own before a module's, and that before a shipped one.
    pub fn named(&self, name: &str) -> Vec<Entry> {
        let mut entries = self.entries(|id| id == name);
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.origin));
        entries
    }
}

impl Library {
    /// The texts of the scenario in this folder. A shared file that its script names lies beside the folder, or
    /// else comes with Muster or with the module that it is for.
    pub fn texts(&self, folder: &Path) -> Result<Texts, ScenarioProblem> {
        Texts::gather(folder, &self.places(), None)
    }

    /// As [`texts`](Self::texts), with this text for the script instead of what its file says.
    pub fn texts_with(&self, folder: &Path, script: String) -> Result<Texts, ScenarioProblem> {
        Texts::gather(folder, &self.places(), Some(script))
    }

    /// Where the file lies that a scenario in this folder calls by this name.
    pub fn file(&self, folder: &Path, name: &str) -> PathBuf {
        let shared = SharedName::parse(name).and_then(|name| {
            let home = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
            Place::around(&home, &self.places()).iter().find_map(|place| place.find(name))
        });
        shared.unwrap_or_else(|| folder.join(name))
    }

    /// The folders that are there in which files may lie that a scenario in this folder shares with others of its module.
    pub fn shared_folders(&self, folder: &Path, module: &str) -> Vec<PathBuf> {
        let home = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let places = self.places();
        let around = Place::around(&home, &places);
        around.iter().filter_map(|place| place.of(module)).filter(|folder| folder.is_dir()).collect()
    }

    /// The folders in which shared files are looked for that aren't beside a scenario.
    fn places(&self) -> Vec<Place> {
        let place = |(origin, shelf): &(Origin, PathBuf)| {
            let owner =
                shelf.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
            let folder = shelf.join(SHARED);
            match origin {
                Origin::Shipped => Some(Place { folder, only: None }),
                Origin::Module => Some(Place { folder, only: Some(owner?) }),
                // They are for the scenarios beside them.
                Origin::Own => None,
            }
        };
        self.shelves.iter().filter_map(place).collect()
    }
}

/// The folder of the scenario that a path leads to, or to its script.
fn at_path(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if path.join(SCRIPT).is_file() {
        return Some(path.to_owned());
    }
    let is_script = path.file_name().is_some_and(|file| file == SCRIPT) && path.is_file();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    is_script.then(|| folder.map_or_else(|| ".".into(), Path::to_owned))
}

/// A scenario that was found by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its folder.
    pub folder: PathBuf,
    /// The folders of other scenarios of this name for the same module, which are not taken because this one is.
    pub behind: Vec<PathBuf>,
}

impl Entry {
    /// Whether it may lie where it lies: a module brings scenarios for itself alone, since a stranger's would else stand
    /// before those of other games.
    fn is_its_shelfs(&self) -> bool {
        let owner = self.folder.parent().and_then(Path::parent).and_then(Path::file_name);
        let of = |module: &str| owner.is_some_and(|owner| owner == module);
        self.origin != Origin::Module || self.heading.as_ref().is_ok_and(|heading| of(&heading.module))
    }
}

/// Where a person's own scenarios lie on this platform; none where it has no place for them.
pub fn own_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "muster").map(|places| places.data_dir().join("scenarios"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lay(shelf: &Path, name: &str, module: &str) -> PathBuf {
        let folder = shelf.join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let text = format!("scenario(#{{ module: \"{module}\", title: \"{name}\" }});\n");
        std::fs::write(folder.join(SCRIPT), text).unwrap();
        folder
    }

    #[test]
    fn what_came_with_a_module_stands_before_no_other_game() {
        let top = tempfile::tempdir().unwrap();
        let place = |name: &str| top.path().join(name);
        let (shipped, own) = (place("shipped"), place("own"));
        let of_toy = place("modules/toy/scenarios");
        let first = lay(&shipped, "first-fight", "brigade");
        lay(&of_toy, "first-fight", "brigade");
        lay(&of_toy, "broken", "nowhere");
        let toy = lay(&of_toy, "duel", "toy");
        let shelves = [(Origin::Shipped, shipped), (Origin::Module, of_toy), (Origin::Own, own.clone())];
        let library = Library::new(shelves);
        let names: Vec<String> = library.list().into_iter().map(|entry| entry.id).collect();
        assert_eq!(names, ["first-fight", "duel"], "a module brings scenarios for itself alone");
        let found = |module: &str, name: &str| library.find_for(module, name);
        assert_eq!(found("brigade", "first-fight"), Some(Found { folder: first.clone(), behind: vec![] }));
        assert_eq!(found("toy", "duel"), Some(Found { folder: toy, behind: vec![] }));
        // A person's own comes first, and the other is reported.
        let mine = lay(&own, "first-fight", "brigade");
        assert_eq!(
            found("brigade", "first-fight"),
            Some(Found { folder: mine, behind: vec![first.clone()] })
        );
        // One for another game doesn't.
        lay(&own, "first-fight", "toy");
        assert_eq!(found("brigade", "first-fight"), Some(Found { folder: first, behind: vec![] }));
        assert_eq!(found("brigade", "first"), None);
        // A journal names no folder elsewhere.
        let elsewhere = lay(top.path(), "elsewhere", "brigade");
        let elsewhere = elsewhere.to_str().unwrap();
        assert!(found("brigade", elsewhere).is_some());
        for name in [elsewhere, "", ".", "..", "../first-fight", "first-fight/..", "/"] {
            assert_eq!(library.find_recorded("brigade", name), None, "{name}");
        }
        assert_eq!(library.find_recorded("brigade", "first-fight"), found("brigade", "first-fight"));
    }
}
