//! Where scenarios are found: those that come with Muster, and a person's own.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use crate::heading::Heading;
use crate::origin::Origin;
use crate::patience::Patience;
use crate::problem::ScenarioProblem;
use crate::shared::{Place, SHARED, SharedName};
use crate::texts::{LONGEST_FILE, SCRIPT, Texts};

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
    /// What a script that can't be read says of the module that it is for.
    mentioned: Mentioned,
}

/// What the text of a script says of the module that it is for.
#[derive(Clone, Debug, Default)]
struct Mentioned {
    /// The module that it names where a heading does.
    module: Option<String>,
    /// Whatever else it has in quotes that can be the name of a module.
    quoted: BTreeSet<String>,
}

impl Mentioned {
    fn read(folder: &Path) -> Self {
        let text = muster_files::read_text(&folder.join(SCRIPT), LONGEST_FILE).unwrap_or_default();
        // Every second piece between quotes stands in them, as far as the quotes are whole.
        let plain = |word: &&str| {
            let letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            (1..=MODULE).contains(&word.len()) && word.bytes().all(letter)
        };
        let module = text.match_indices("module").find_map(|(at, key)| {
            let value = text[at + key.len()..].trim_start().strip_prefix(':')?.trim_start();
            let (word, _) = value.strip_prefix('"')?.split_once('"')?;
            Some(word.to_owned()).filter(|word| plain(&word.as_str()))
        });
        let quoted = text.split('"').filter(plain).take(WORDS).map(str::to_owned).collect();
        Self { module, quoted }
    }
}

/// A module's name isn't longer, in bytes.
const MODULE: usize = 64;
/// How many words of a script that can't be read are looked at.
const WORDS: usize = 4_000;

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
        let mut entries: Vec<Entry> = self.list_by_folder().flatten().collect();
        entries.sort_by(|a, b| (a.origin, &a.id).cmp(&(b.origin, &b.id)));
        entries
    }

    /// As [`list`](Self::list), one folder of scenarios after the other, in no order: a folder may hold many, and reading what they
    /// are takes its time.
    pub fn list_by_folder(&self) -> impl Iterator<Item = Vec<Entry>> {
        self.shelves.iter().map(|(origin, shelf)| self.entries_of(*origin, shelf, &|_| true))
    }

    /// The scenarios in folders whose names are wanted; no script of another is run.
    fn entries(&self, wanted: impl Fn(&str) -> bool) -> Vec<Entry> {
        self.shelves.iter().flat_map(|(origin, shelf)| self.entries_of(*origin, shelf, &wanted)).collect()
    }

    fn entries_of(&self, origin: Origin, shelf: &Path, wanted: &dyn Fn(&str) -> bool) -> Vec<Entry> {
        let mut entries = Vec::new();
        let Ok(folders) = std::fs::read_dir(shelf) else { return entries };
        let mut patience = Patience::with(origin);
        for folder in folders.flatten().map(|entry| entry.path()) {
            let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let script = folder.join(SCRIPT);
            // What can't be looked at may be one.
            if wanted(&id) && (script.is_file() || script.try_exists().is_err()) {
                let heading = patience
                    .read(SCRIPT, || self.texts(&folder).and_then(|texts| Heading::from_texts(&texts)));
                let mentioned = match &heading {
                    Ok(_) => Mentioned::default(),
                    Err(_) => Mentioned::read(&folder),
                };
                entries.push(Entry { id, folder, origin, heading, mentioned });
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
    /// none for this one. One with a mistake is taken like any other, so that whoever wrote it hears of the mistake, unless its
    /// text says that it is for another module.
    pub fn find_for(&self, module: &str, name: &str) -> Option<Found> {
        let mut entries = self.entries(|id| id == name);
        entries.sort_by_key(Entry::rank);
        let fitting = entries.iter().filter(|entry| entry.may_be_for(module));
        let mut fitting = fitting.map(|entry| (entry.folder.clone(), entry.heading.clone().err()));
        match fitting.next() {
            Some((folder, mistake)) => {
                Some(Found { folder, mistake, behind: fitting.map(|(folder, _)| folder).collect() })
            }
            None => at_path(name)
                .or_else(|| self.named(name).into_iter().map(|entry| entry.folder).next())
                .map(|folder| Found { folder, mistake: None, behind: Vec::new() }),
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
        // A module's that can't be read stands before no other game's.
        entries.retain(|entry| entry.origin != Origin::Module || entry.heading.is_ok());
        entries.sort_by_key(Entry::rank);
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
    /// Why it can't be read, if it can't.
    pub mistake: Option<ScenarioProblem>,
    /// The folders of other scenarios of this name for the same module, which are not taken because this one is.
    pub behind: Vec<PathBuf>,
}

impl Entry {
    /// Which of several scenarios of a name is taken: the lowest.
    pub fn rank(&self) -> impl Ord + use<> {
        std::cmp::Reverse(self.origin)
    }

    /// Whether it is for this module, as far as can be known: a script that can't be read is for the module that it names where a
    /// heading does, and may be for any if it names none there.
    pub fn may_be_for(&self, module: &str) -> bool {
        match (&self.heading, &self.mentioned.module) {
            (Ok(heading), _) => heading.module == module,
            (Err(_), _) if self.origin == Origin::Module => self.lies_with(module),
            (Err(_), Some(named)) => named == module,
            (Err(_), None) => true,
        }
    }

    /// Whether its script can't be read and has this module's name in quotes.
    pub fn quotes(&self, module: &str) -> bool {
        self.mentioned.quoted.contains(module)
    }

    /// Whether it may lie where it lies: a module brings scenarios for itself alone, since a stranger's would else stand
    /// before those of other games.
    fn is_its_shelfs(&self) -> bool {
        let fits = self.heading.as_ref().is_ok_and(|heading| self.lies_with(&heading.module));
        self.origin != Origin::Module || fits || self.heading.is_err()
    }

    /// Whether it lies in the folder of this module.
    fn lies_with(&self, module: &str) -> bool {
        let owner = self.folder.parent().and_then(Path::parent).and_then(Path::file_name);
        owner.is_some_and(|owner| owner == module)
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
    fn a_mistake_in_one_s_own_is_not_passed_over() {
        let top = tempfile::tempdir().unwrap();
        let place = |name: &str| top.path().join(name);
        let (shipped, own, of_toy) = (place("shipped"), place("own"), place("modules/toy/scenarios"));
        let first = lay(&shipped, "first-fight", "brigade");
        let mine = lay(&own, "first-fight", "brigade");
        let shelves = [(Origin::Shipped, shipped), (Origin::Module, of_toy.clone()), (Origin::Own, own)];
        let library = Library::new(shelves);
        let found = |module: &str| library.find_for(module, "first-fight").unwrap();
        let wrong =
            ["scenario(#{ module : \"brigade\" title: \"x\" });", "modul: \"brigade\"", "", "\u{fffd}"];
        for text in wrong {
            std::fs::write(mine.join(SCRIPT), text).unwrap();
            let found = found("brigade");
            assert_eq!((&found.folder, found.behind), (&mine, vec![first.clone()]), "{text}");
            let wrong = found.mistake.expect("it can't be read");
            assert_eq!(wrong.at.file, SCRIPT, "{text}: {wrong}");
        }
        // It says that it is for another game.
        std::fs::write(mine.join(SCRIPT), "scenario(#{ module: \"toy\" title: \"x\" });").unwrap();
        assert_eq!((found("brigade").folder, found("brigade").mistake), (first.clone(), None));
        assert_eq!(found("toy").folder, mine);
        // A module's own is listed with its mistake, and stands before no other game's.
        std::fs::remove_dir_all(&mine).unwrap();
        let of_toy = lay(&of_toy, "first-fight", "toy");
        std::fs::write(of_toy.join(SCRIPT), "scenario(#{ module: \"brigade\" title: \"x\" });").unwrap();
        let listed = library.list().into_iter().filter(|entry| entry.heading.is_err());
        let listed: Vec<_> =
            listed.map(|entry| (entry.may_be_for("toy"), entry.may_be_for("brigade"))).collect();
        assert_eq!(listed, [(true, false)]);
        assert_eq!((found("brigade").folder, library.find("first-fight")), (first.clone(), Some(first)));
        assert_eq!(found("toy").folder, of_toy);
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
        assert_eq!(
            found("brigade", "first-fight"),
            Some(Found { folder: first.clone(), mistake: None, behind: vec![] })
        );
        assert_eq!(found("toy", "duel"), Some(Found { folder: toy, mistake: None, behind: vec![] }));
        // A person's own comes first, and the other is reported.
        let mine = lay(&own, "first-fight", "brigade");
        assert_eq!(
            found("brigade", "first-fight"),
            Some(Found { folder: mine, mistake: None, behind: vec![first.clone()] })
        );
        // One for another game doesn't.
        lay(&own, "first-fight", "toy");
        assert_eq!(
            found("brigade", "first-fight"),
            Some(Found { folder: first, mistake: None, behind: vec![] })
        );
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
