//! Where rules are found: those that come with Muster, those of modules, and a person's own.

use std::path::{Path, PathBuf};

use muster_contract::printable;

use super::{ENDING, MOST_BYTES, RuleHeading};
use crate::origin::Origin;
use crate::patience::Patience;
use crate::problem::{At, ScenarioProblem, Wrong};

/// A rule's file, with its heading.
#[derive(Clone, Debug)]
pub struct RuleEntry {
    /// The name of the file, without its ending.
    pub id: String,
    /// The file.
    pub path: PathBuf,
    /// Whose it is.
    pub origin: Origin,
    /// Its text and what the rule is, or why it can't be read.
    pub rule: Result<(String, RuleHeading), ScenarioProblem>,
}

impl RuleEntry {
    /// Which of several rules of a name is taken: the lowest.
    fn rank(&self) -> u8 {
        match self.origin {
            Origin::Own => 0,
            Origin::Shipped => 1,
            Origin::Module => 2,
        }
    }

    /// Whether it may lie where it lies: a module brings rules for itself alone.
    fn is_its_folders(&self) -> bool {
        let owner = self.path.parent().and_then(Path::parent).and_then(Path::file_name);
        let of = |module: &String| owner.is_some_and(|owner| owner == module.as_str());
        self.origin != Origin::Module
            || self.rule.as_ref().is_ok_and(|(_, heading)| heading.modules.iter().all(of))
    }
}

/// The folders in which rules lie, each rule a file.
#[derive(Clone, Debug, Default)]
pub struct RuleShelf {
    folders: Vec<(Origin, PathBuf)>,
}

impl RuleShelf {
    /// These folders. One that does not exist holds nothing.
    pub fn new(folders: impl IntoIterator<Item = (Origin, PathBuf)>) -> Self {
        Self { folders: folders.into_iter().collect() }
    }

    /// The folders.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        self.folders.iter().map(|(_, folder)| folder.as_path())
    }

    /// Every rule, shipped ones first, by their names. Of rules with the same name a person's own comes instead of a
    /// shipped one, and that instead of a module's. What came with a module is for that module alone, or not listed.
    pub fn list(&self) -> Vec<RuleEntry> {
        let mut entries = self.entries(|_| true);
        entries.dedup_by(|later, first| later.id == first.id);
        entries.sort_by(|a, b| (a.origin, &a.id).cmp(&(b.origin, &b.id)));
        entries
    }

    /// The rule of this name; no other is read.
    pub fn find(&self, name: &str) -> Option<RuleEntry> {
        self.named(name).into_iter().next()
    }

    /// The rules of this name: the one that is meant, and those that it stands before.
    pub fn named(&self, name: &str) -> Vec<RuleEntry> {
        self.entries(|id| id == name)
    }

    /// The rules whose names are wanted, of each name first the one that is meant.
    fn entries(&self, wanted: impl Fn(&str) -> bool) -> Vec<RuleEntry> {
        let mut entries: Vec<RuleEntry> = Vec::new();
        for (origin, folder) in &self.folders {
            let Ok(files) = std::fs::read_dir(folder) else { continue };
            let mut patience = Patience::with(*origin);
            for path in files.flatten().map(|entry| entry.path()) {
                let Some(id) = name_of(&path).filter(|id| wanted(id)) else { continue };
                let rule = patience.read(&file_of(&id), || {
                    check_name(&id)?;
                    let text = read(&path)?;
                    let heading = RuleHeading::from_text(&id, &text)?;
                    Ok((text, heading))
                });
                entries.push(RuleEntry { id, path, origin: *origin, rule });
            }
        }
        entries.retain(RuleEntry::is_its_folders);
        entries.sort_by(|a, b| (&a.id, a.rank()).cmp(&(&b.id, b.rank())));
        entries
    }
}

/// The name of the rule that a file holds; none if it is no rule's.
fn name_of(path: &Path) -> Option<String> {
    let id = path.file_name()?.to_str()?.strip_suffix(ENDING)?;
    (!id.is_empty() && path.is_file()).then(|| id.to_owned())
}

/// Refuses a name that no rule can have. Rules are named by small letters, digits and hyphens: a table's journal and its commands have the names.
pub fn check_name(id: &str) -> Result<(), ScenarioProblem> {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if id.chars().all(plain) {
        return Ok(());
    }
    let spelt: String =
        id.to_lowercase().chars().map(|letter| if plain(letter) { letter } else { '-' }).collect();
    let remedy = match spelt.trim_matches('-') {
        "" => format!("Give the file a name of those, as house-rule{ENDING}."),
        spelt => format!("Name the file {}{ENDING}.", printable::name(spelt)),
    };
    let wrong = Wrong::Unreadable("a rule's name has small letters, digits and hyphens only".into());
    Err(ScenarioProblem::new(At::file(file_of(id)), wrong).with_remedy(remedy))
}

/// The name of a rule's file as messages show it.
fn file_of(id: &str) -> String {
    format!("{}{ENDING}", printable::name(id))
}

/// Reads a rule's text.
pub fn read(path: &Path) -> Result<String, ScenarioProblem> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let at = || At::file(name.clone());
    let failed = |why: std::io::Error| ScenarioProblem::new(at(), Wrong::Unreadable(why.to_string()));
    let limit = MOST_BYTES as u64;
    let file = muster_files::open(path).map_err(failed)?;
    let size = file.metadata().map_err(failed)?.len();
    if size > limit {
        let wrong = Wrong::TooLarge { what: "the rule".into(), size, unit: "bytes", limit };
        return Err(ScenarioProblem::new(at(), wrong));
    }
    String::from_utf8(muster_files::read_opened(file, limit).map_err(failed)?).map_err(|_| {
        let wrong = Wrong::Unreadable("it is not UTF-8 text".into());
        ScenarioProblem::new(at(), wrong).with_remedy("Save it as UTF-8.")
    })
}

/// Where a person's own rules lie on this platform; none where it has no place for them.
pub fn own_rules() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "muster").map(|places| places.data_dir().join("rules"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_s_own_rule_is_meant_and_the_shipped_one_stands_behind_it() {
        let (shipped, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for folder in [&shipped, &own] {
            std::fs::write(folder.path().join("mud.rhai"), "").unwrap();
        }
        std::fs::write(shipped.path().join("fog.rhai"), "").unwrap();
        let shelf = RuleShelf::new([
            (Origin::Shipped, shipped.path().to_owned()),
            (Origin::Own, own.path().to_owned()),
        ]);
        let origins = |name: &str| shelf.named(name).iter().map(|entry| entry.origin).collect::<Vec<_>>();
        assert_eq!(origins("mud"), [Origin::Own, Origin::Shipped]);
        assert_eq!(origins("fog"), [Origin::Shipped]);
        assert_eq!(shelf.find("mud").unwrap().origin, Origin::Own);
        let listed: Vec<String> = shelf.list().into_iter().map(|entry| entry.id).collect();
        assert_eq!(listed, ["fog", "mud"], "each name once");
    }

    #[test]
    fn a_rule_with_another_name_says_how_to_name_it() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["mud.rhai", "Mudd.rhai", ".rhai", "mud.txt", "a b.rhai"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let shelf = RuleShelf::new([(Origin::Own, folder.path().to_owned())]);
        let message = |name: &str| shelf.find(name).unwrap().rule.unwrap_err().to_string();
        let names: Vec<_> = shelf.list().into_iter().map(|entry| entry.id).collect();
        assert_eq!(names, ["Mudd", "a b", "mud"]);
        assert!(message("mud").starts_with("mud.rhai:1:1"), "{}", message("mud"));
        assert!(message("Mudd").ends_with("Name the file mudd.rhai."), "{}", message("Mudd"));
        assert!(message("a b").ends_with("Name the file a-b.rhai."), "{}", message("a b"));
    }
}
