//! The texts of a scenario: every file that its set-up may read, gathered before it runs.

use std::collections::BTreeMap;
use std::path::Path;

use crate::problem::{At, ScenarioProblem, Wrong};

/// The script that sets a scenario up.
pub const SCRIPT: &str = "scenario.rhai";
/// The files of a folder that belong to the scenario, by the ends of their names.
const ENDINGS: [&str; 2] = [".rhai", ".toml"];
/// How large one file may be, in bytes.
const MOST_BYTES_A_FILE: u64 = 1024 * 1024;
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
    /// The text of each file, by its name in the folder.
    pub files: BTreeMap<String, String>,
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
        }
    }

    /// Reads the scripts and data files of a scenario's folder: those that lie directly in it. A link that leads
    /// out of the folder is an error, and so is a file that is too large or no UTF-8.
    pub fn read(folder: &Path) -> Result<Texts, ScenarioProblem> {
        let unreadable = |path: &Path, why: String| {
            ScenarioProblem::new(At::file(path.display().to_string()), Wrong::Unreadable(why))
        };
        let home = folder.canonicalize().map_err(|why| {
            unreadable(folder, why.to_string())
                .with_remedy("A scenario is a folder with a scenario.rhai in it.")
        })?;
        let id = home
            .file_name()
            .map_or_else(|| "scenario".to_owned(), |name| name.to_string_lossy().into_owned());
        let mut files = BTreeMap::new();
        let mut bytes = 0;
        for entry in std::fs::read_dir(&home).map_err(|why| unreadable(folder, why.to_string()))? {
            let entry = entry.map_err(|why| unreadable(folder, why.to_string()))?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if name.starts_with('.') || !ENDINGS.iter().any(|ending| name.ends_with(ending)) {
                continue;
            }
            let at = || At::file(&name);
            let failed = |why: std::io::Error| ScenarioProblem::new(at(), Wrong::Unreadable(why.to_string()));
            let path = entry.path().canonicalize().map_err(failed)?;
            if path.parent() != Some(&home) {
                return Err(ScenarioProblem::new(at(), Wrong::Outside(name.clone()))
                    .with_remedy("Put a copy of the file into the scenario's folder instead of a link."));
            }
            let about = std::fs::metadata(&path).map_err(failed)?;
            if !about.is_file() {
                continue;
            }
            let too_large = |what: &str, size, unit, limit| {
                ScenarioProblem::new(at(), Wrong::TooLarge { what: what.to_owned(), size, unit, limit })
            };
            if about.len() > MOST_BYTES_A_FILE {
                return Err(too_large("the file", about.len(), "bytes", MOST_BYTES_A_FILE));
            }
            bytes += about.len();
            if bytes > MOST_BYTES {
                return Err(too_large("the scenario", bytes, "bytes", MOST_BYTES));
            }
            let text = String::from_utf8(std::fs::read(&path).map_err(failed)?).map_err(|why| {
                let valid = why.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(&why.as_bytes()[..valid]).into_owned();
                ScenarioProblem::new(
                    At::byte(&name, &text, valid),
                    Wrong::Unreadable("it is not UTF-8 text".into()),
                )
                .with_remedy("Save it as UTF-8.")
            })?;
            files.insert(name, text);
            if files.len() as u64 > MOST_FILES {
                let size = files.len() as u64;
                return Err(ScenarioProblem::new(
                    At::file(id),
                    Wrong::TooLarge { what: "the folder".into(), size, unit: "files", limit: MOST_FILES },
                ));
            }
        }
        let texts = Texts { id, files };
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
        let problem = if name.contains(['/', '\\']) || name.contains("..") {
            ScenarioProblem::new(at.clone(), Wrong::Outside(name.to_owned()))
                .with_remedy("Name a file of the scenario's folder, without a path.")
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
}
