//! Files that several scenarios name: boards and rosters in a folder `shared` beside the scenarios' own folders.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folder of shared files, beside the folders of scenarios, and what their names begin with in scripts.
pub const SHARED: &str = "shared";

/// The name by which scripts call a shared file: `shared/MODULE/NAME.toml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SharedName<'n> {
    /// The module whose scenarios share it.
    pub(crate) module: &'n str,
    /// Its file.
    pub(crate) file: &'n str,
}

impl<'n> SharedName<'n> {
    /// Reads a name; none if it is not a shared file's. Its parts are letters, digits, `-` and `_`, so that it
    /// leads nowhere else.
    pub(crate) fn parse(name: &'n str) -> Option<Self> {
        let (module, file) = name.strip_prefix(SHARED)?.strip_prefix('/')?.split_once('/')?;
        let plain = |part: &str| {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
            !part.is_empty() && part.len() <= 64 && part.bytes().all(is_plain)
        };
        (plain(module) && file.strip_suffix(".toml").is_some_and(plain)).then_some(Self { module, file })
    }
}

/// The names of shared files that stand written out in a script, whatever the script does with them.
pub(crate) fn named_in(script: &str) -> BTreeSet<&str> {
    let quoted = |quote: char| script.split(quote).skip(1);
    quoted('"').chain(quoted('`')).filter(|text| SharedName::parse(text).is_some()).collect()
}

/// A folder with shared files.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The folder.
    pub(crate) folder: PathBuf,
    /// The only module whose files are taken from it; any, if none is named.
    pub(crate) only: Option<String>,
}

impl Place {
    /// Where the shared files of the scenario in a folder are looked for, in their order: beside the folder itself, not
    /// beside a link to it, then in these other places.
    pub(crate) fn around<'p>(home: &Path, others: &'p [Place]) -> Vec<Cow<'p, Place>> {
        let beside = home.parent().map(|shelf| Place { folder: shelf.join(SHARED), only: None });
        beside.map(Cow::Owned).into_iter().chain(others.iter().map(Cow::Borrowed)).collect()
    }

    /// Where a module's files lie; none where they may not.
    pub(crate) fn of(&self, module: &str) -> Option<PathBuf> {
        self.only.as_ref().is_none_or(|only| only == module).then(|| self.folder.join(module))
    }

    /// Where the file of this name lies, if it lies here.
    pub(crate) fn find(&self, name: SharedName<'_>) -> Option<PathBuf> {
        Some(self.of(name.module)?.join(name.file)).filter(|path| path.is_file())
    }

    /// The names of all files that lie here.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let inside = |folder: &Path| {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect::<Vec<_>>()
        };
        let mut names = BTreeSet::new();
        for module in inside(&self.folder) {
            for file in inside(&self.folder.join(&module)) {
                let name = format!("{SHARED}/{module}/{file}");
                if SharedName::parse(&name).is_some_and(|name| self.find(name).is_some()) {
                    names.insert(name);
                }
            }
        }
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_leads_nowhere_else() {
        let parsed = SharedName::parse("shared/bobby-lee/virginia.toml");
        assert_eq!(parsed, Some(SharedName { module: "bobby-lee", file: "virginia.toml" }));
        for name in [
            "shared",
            "shared/",
            "shared/virginia.toml",
            "shared//virginia.toml",
            "shared/../virginia.toml",
            "shared/bobby-lee/.toml",
            "shared/bobby-lee/../x.toml",
            "shared/bobby-lee/deep/x.toml",
            "shared/bobby-lee/..\\x.toml",
            "shared/bobby-lee/x.rhai",
            "shared/bobby-lee/x.toml\0",
            "Shared/bobby-lee/x.toml",
            "/shared/bobby-lee/x.toml",
        ] {
            assert_eq!(SharedName::parse(name), None, "{name:?}");
        }
    }

    #[test]
    fn names_are_found_as_they_are_written() {
        let script = r#"board("shared/a/one.toml"); roster(`shared/b/two.toml`); // not shared/c/three.toml
            let name = "shared/a/" + "four.toml";"#;
        let names: Vec<&str> = named_in(script).into_iter().collect();
        assert_eq!(names, ["shared/a/one.toml", "shared/b/two.toml"]);
    }
}
