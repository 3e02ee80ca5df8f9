//! The texts of a scenario: every file that its set-up may read, gathered before it runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::problem::{At, ScenarioProblem, Wrong};
use crate::shared::{Place, SharedName, named_in};

/// The script that sets a scenario up.
pub const SCRIPT: &str = "scenario.rhai";
/// The files of a folder that belong to the scenario, by the ends of their names.
const ENDINGS: [&str; 2] = [".rhai", ".toml"];
/// How large one file may be, in bytes.
pub const LONGEST_FILE: u64 = 1024 * 1024;
/// How large all of them may be together, in bytes.
const MOST_BYTES: u64 = 4 * 1024 * 1024;
/// How many there may be.
const MOST_FILES: u64 = 64;

/// A scenario's script and data files by name. A script can read these and nothing else, so that a journal
/// that holds them can set the game up again where the folder is gone or was changed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Texts {
    /// The scenario's id: the name of its folder.
    pub id: String,
    /// The text of each file, by the name that the script has for it: its name in the folder, or
    /// `shared/MODULE/NAME.toml`.
    pub files: BTreeMap<String, String>,
    /// The names of all shared files, where the script names one that there isn't.
    #[serde(skip)]
    known: BTreeSet<String>,
}

/// What was read of a scenario so far.
struct Gathered {
    id: String,
    files: BTreeMap<String, String>,
    bytes: u64,
}

impl Gathered {
    /// Reads a file that must lie directly in this folder.
    fn take(&mut self, name: &str, path: &Path, home: &Path) -> Result<(), ScenarioProblem> {
        let at = || At::file(name);
        let failed = |why: std::io::Error| unreadable(at(), &why);
        let path = path.canonicalize().map_err(failed)?;
        if path.parent() != Some(home) {
            return Err(ScenarioProblem::new(at(), Wrong::Outside(name.to_owned()))
                .with_remedy("Put a copy of the file into the folder instead of a link."));
        }
        let about = std::fs::metadata(&path).map_err(failed)?;
        if !about.is_file() {
            return Ok(());
        }
        let too_large = |at, what: &str, size, unit, limit| {
            Err(ScenarioProblem::new(at, Wrong::TooLarge { what: what.to_owned(), size, unit, limit }))
        };
        if about.len() > LONGEST_FILE {
            return too_large(at(), "the file", about.len(), "bytes", LONGEST_FILE);
        }
        self.bytes += about.len();
        if self.bytes > MOST_BYTES {
            return too_large(at(), "the scenario", self.bytes, "bytes", MOST_BYTES);
        }
        let text =
            String::from_utf8(muster_files::read(&path, LONGEST_FILE).map_err(failed)?).map_err(|why| {
                let valid = why.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(&why.as_bytes()[..valid]).into_owned();
                let wrong = Wrong::Unreadable("it is not UTF-8 text".into());
                ScenarioProblem::new(At::byte(name, &text, valid), wrong).with_remedy("Save it as UTF-8.")
            })?;
        self.files.insert(name.to_owned(), text);
        if self.files.len() as u64 > MOST_FILES {
            return too_large(At::file(&self.id), "the folder", self.files.len() as u64, "files", MOST_FILES);
        }
        Ok(())
    }
}

fn unreadable(at: At, why: &std::io::Error) -> ScenarioProblem {
    ScenarioProblem::new(at, Wrong::Unreadable(why.to_string()))
}

impl Texts {
    /// Texts that lie in no folder.
    pub fn new<N: Into<String>, T: Into<String>>(
        id: impl Into<String>,
        files: impl IntoIterator<Item = (N, T)>,
    ) -> Texts {
        Texts {
            id: id.into(),
            files: files.into_iter().map(|(name, text)| (name.into(), text.into())).collect(),
            known: BTreeSet::new(),
        }
    }

    /// Reads the scripts and data files of a scenario's folder, those that lie directly in it, and the shared files
    /// beside it that its script names. A link that leads out of the folder is an error, and so is a file that is too large
    /// or no UTF-8.
    pub fn read(folder: &Path) -> Result<Texts, ScenarioProblem> {
        Texts::gather(folder, &[], None)
    }

    /// As [`read`](Self::read); a shared file that isn't beside the folder is looked for in these places, in their order. The
    /// script may have another text than its file.
    pub(crate) fn gather(
        folder: &Path,
        places: &[Place],
        script: Option<String>,
    ) -> Result<Texts, ScenarioProblem> {
        let home = folder.canonicalize().map_err(|why| {
            unreadable(At::file(folder.display().to_string()), &why)
                .with_remedy("A scenario is a folder with a scenario.rhai in it.")
        })?;
        let id = home
            .file_name()
            .map_or_else(|| "scenario".to_owned(), |name| name.to_string_lossy().into_owned());
        let mut gathered = Gathered { id: id.clone(), files: BTreeMap::new(), bytes: 0 };
        let entries = std::fs::read_dir(&home);
        let whole = || At::file(folder.display().to_string());
        for entry in entries.map_err(|why| unreadable(whole(), &why))? {
            let entry = entry.map_err(|why| unreadable(whole(), &why))?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if name.starts_with('.') || !ENDINGS.iter().any(|ending| name.ends_with(ending)) {
                continue;
            }
            gathered.take(&name, &entry.path(), &home)?;
        }
        let places = Place::around(&home, places);
        gathered.files.extend(script.map(|text| (SCRIPT.to_owned(), text)));
        let script = gathered.files.get(SCRIPT).cloned().unwrap_or_default();
        let mut known = BTreeSet::new();
        for written in named_in(&script) {
            let Some(name) = SharedName::parse(written) else { continue };
            let found = places.iter().find_map(|place| Some((place, place.find(name)?)));
            match found {
                Some((place, path)) => {
                    let at = At::file(written);
                    let home = place.folder.canonicalize().map_err(|why| unreadable(at, &why))?;
                    gathered.take(written, &path, &home.join(name.module))?;
                }
                None if known.is_empty() => known = places.iter().flat_map(|place| place.names()).collect(),
                None => {}
            }
        }
        let texts = Texts { id, files: gathered.files, known };
        texts.script()?;
        Ok(texts)
    }

    /// The text of the script.
    pub fn script(&self) -> Result<&str, ScenarioProblem> {
        self.files.get(SCRIPT).map(String::as_str).ok_or_else(|| {
            ScenarioProblem::new(
                At::file(&self.id),
                Wrong::Missing { what: "the scenario".into(), name: SCRIPT.into() },
            )
            .with_remedy("A scenario is a folder with a scenario.rhai in it.")
        })
    }

    /// The text of the file that a script names.
    pub(crate) fn named(&self, name: &str, at: &At) -> Result<&str, ScenarioProblem> {
        if let Some(text) = self.files.get(name) {
            return Ok(text);
        }
        if SharedName::parse(name).is_some() {
            return Err(self.missing_shared_file(name, at));
        }
        let problem = if name.contains(['/', '\\']) || name.contains("..") {
            ScenarioProblem::new(at.clone(), Wrong::Outside(name.to_owned()))
                .with_remedy("Name a file of the scenario's folder, without a path, or a shared one: \"shared/MODULE/NAME.toml\".")
        } else {
            let wrong = Wrong::Unknown {
                what: "file",
                name: name.to_owned(),
                context: " in the scenario's folder".into(),
            };
            let problem = ScenarioProblem::new(at.clone(), wrong);
            let known = self.files.keys().map(String::as_str).filter(|name| *name != SCRIPT);
            match crate::problem::meant(name, known) {
                Some(remedy) => problem.with_remedy(remedy),
                None => problem.with_remedy("Put the file beside scenario.rhai."),
            }
        };
        Err(problem)
    }

    fn missing_shared_file(&self, name: &str, at: &At) -> ScenarioProblem {
        let known = || self.files.keys().chain(&self.known).map(String::as_str);
        let shared = || known().filter(|name| SharedName::parse(name).is_some());
        let wrong = Wrong::Unknown { what: "file", name: name.to_owned(), context: String::new() };
        let remedy = crate::problem::meant(name, shared()).unwrap_or_else(|| {
            "A shared file lies in the folder shared/MODULE beside the scenarios; its name must stand in the script as a whole.".to_owned()
        });
        ScenarioProblem::new(at.clone(), wrong).with_remedy(remedy)
    }
}
