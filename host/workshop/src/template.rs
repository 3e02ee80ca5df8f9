//! The game that a new module begins from: `tests/modules/outpost` and its scenarios, with another name put in.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{Name, Problem, problem::at};

/// A file to be made: its path in the folder that it belongs to, and its text.
pub type File = (PathBuf, String);

/// The template's name: as a package, an id and a crate. In its files the word means nothing else.
pub(crate) const OLD: &str = "outpost";
/// As a type and a title.
const OLD_CAPITAL: &str = "Outpost";
/// Where its code is.
const MODULE: &str = "tests/modules/outpost";
/// Where its scenarios are, whose names begin with its own.
const SCENARIOS: &str = "tests/scenarios";
/// What `plugin.toml` says of its authors, and what it says instead.
const AUTHORS: [&str; 2] = ["The Muster contributors", "Your name"];

/// The template's files.
#[derive(Debug)]
pub struct Template {
    module: Vec<File>,
    scenarios: Vec<File>,
}

impl Template {
    /// Whether there is one in this folder.
    pub fn is_in(source: &Path) -> bool {
        source.join(MODULE).is_dir()
    }

    /// Reads the one in this source of Muster's, or in what of it comes with the program.
    ///
    /// # Errors
    ///
    /// If it isn't there, or can't be read.
    pub fn read(root: &Path) -> Result<Self, Problem> {
        let (mut module, mut scenarios) = (Vec::new(), Vec::new());
        collect(&root.join(MODULE), Path::new(""), &mut module)?;
        collect(&root.join(SCENARIOS), Path::new(""), &mut scenarios)?;
        scenarios.retain(|(path, _)| path.to_string_lossy().starts_with(OLD));
        Ok(Self { module, scenarios })
    }

    /// Whether its code has this word, which the new game's type can't be called then.
    pub fn has_word(&self, word: &str) -> bool {
        let code = self.module.iter().filter(|(path, _)| is_code(path));
        code.flat_map(|(_, text)| text.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
            .any(|found| found == word)
    }

    /// The module's files, by their paths in its folder.
    pub fn module(&self, name: &Name) -> Vec<File> {
        self.module.iter().map(|file| renamed(file, name)).collect()
    }

    /// Its scenarios' files, by their paths in the folder around `scenarios`.
    pub fn scenarios(&self, name: &Name) -> Vec<File> {
        let files = self.scenarios.iter().map(|file| renamed(file, name));
        files.map(|(path, text)| (Path::new("scenarios").join(path), text)).collect()
    }

    /// The text of its manifest as it stands.
    pub(crate) fn manifest(&self) -> &str {
        let found = self.module.iter().find(|(path, _)| path == Path::new("Cargo.toml"));
        found.map_or("", |(_, text)| text)
    }
}

fn is_code(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rs")
}

fn collect(folder: &Path, within: &Path, files: &mut Vec<File>) -> Result<(), Problem> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect())
        .map_err(at(folder))?;
    entries.sort();
    for path in entries {
        let name = within.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            collect(&path, &name, files)?;
        } else {
            files.push((name, fs::read_to_string(&path).map_err(at(&path))?));
        }
    }
    Ok(())
}

/// A file of the template under the new name.
fn renamed((path, text): &File, name: &Name) -> File {
    let path = PathBuf::from(path.to_string_lossy().replace(OLD, name.kebab()));
    let lines = text.lines().map(|line| {
        let code = is_code(&path) && !line.trim_start().starts_with("//");
        // In code the word is a crate before `::`, and the capital a type unless it stands between quotes.
        let line = if code {
            line.replace(&format!("{OLD}::"), &format!("{}::", name.snake()))
        } else {
            line.to_owned()
        };
        let quoted = line.replace(&format!("\"{OLD_CAPITAL}\""), &format!("\"{}\"", name.title()));
        let capital = if code { name.camel() } else { name.title() };
        let line = quoted.replace(OLD_CAPITAL, &capital).replace(OLD, name.kebab());
        if path == Path::new("plugin.toml") { line.replace(AUTHORS[0], AUTHORS[1]) } else { line }
    });
    let text = lines.map(|line| line + "\n").collect();
    (path, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkout() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    #[track_caller]
    fn check(path: &str, before: &str, after: &str) {
        let name = Name::parse("night-raid").unwrap();
        let (_, text) = renamed(&(path.into(), before.to_owned()), &name);
        assert_eq!(text, format!("{after}\n"));
    }

    #[test]
    fn the_name_is_put_in_as_what_it_is() {
        check("tests/a.rs", "use outpost::{Outpost, Side};", "use night_raid::{NightRaid, Side};");
        check(
            "tests/a.rs",
            "Native::<Outpost>::new(\"outpost\")",
            "Native::<NightRaid>::new(\"night-raid\")",
        );
        check("tests/a.rs", "x(\"outpost-first-light\")", "x(\"night-raid-first-light\")");
        check("src/describe.rs", "title: \"Outpost\".to_owned(),", "title: \"Night raid\".to_owned(),");
        check("src/lib.rs", "//! Outpost: two", "//! Night raid: two");
        check("plugin.toml", "component = \"outpost.wasm\"", "component = \"night-raid.wasm\"");
        check("plugin.toml", "authors = [\"The Muster contributors\"]", "authors = [\"Your name\"]");
        check("RULES.md", "# Outpost: where", "# Night raid: where");
        let name = Name::parse("night-raid").unwrap();
        let (path, text) =
            renamed(&("tests/playthroughs/outpost-1.txt".into(), "# outpost, seed 7\n".into()), &name);
        assert_eq!(
            (path, text.as_str()),
            ("tests/playthroughs/night-raid-1.txt".into(), "# night-raid, seed 7\n")
        );
    }

    #[test]
    fn nothing_of_the_old_name_is_left() {
        let template = Template::read(&checkout()).unwrap();
        let name = Name::parse("night-raid").unwrap();
        let files = [template.module(&name), template.scenarios(&name)].concat();
        assert!(files.len() > 20, "{}", files.len());
        for (path, text) in files {
            let all = format!("{} {text}", path.display()).to_lowercase();
            assert!(!all.contains(OLD), "{}", path.display());
        }
    }
}
