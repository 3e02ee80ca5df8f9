//! A module as a workspace of its own: the template's files, and what Muster's workspace gives to its members.
//!
//! Nothing of Muster is published, so the new workspace names its crates by their paths. It gets the profiles, the lock file and the
//! settings of cargo that components are built with in Muster's own, so that they come out alike.

use std::{
    fs,
    path::{Path, PathBuf},
};

use toml::{Table, Value};

use crate::{
    Name, Problem, TARGET,
    problem::at,
    template::{File, OLD, Template},
};

/// Files that are taken as they are.
const COPIED: [&str; 3] = ["Cargo.lock", "rustfmt.toml", "clippy.toml"];
/// Which compiler is used.
const TOOLCHAIN: &str = "rust-toolchain.toml";

/// What it is and how it is used, for whoever opens the folder and has Muster's source; and for whoever has the program alone.
const PAGES: [&str; 2] = [include_str!("../pages/checkout.md"), include_str!("../pages/program.md")];

/// Where a new workspace finds Muster's crates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Crates {
    /// In this checkout, whose commands it uses as well.
    Checkout(PathBuf),
    /// In this folder, which has them where the source has them.
    In(PathBuf),
    /// Where cargo finds what is published.
    Published,
}

impl Crates {
    fn folder(&self) -> Option<&Path> {
        match self {
            Self::Checkout(folder) | Self::In(folder) => Some(folder),
            Self::Published => None,
        }
    }

    /// Whether a folder has them.
    pub fn are_in(folder: &Path) -> bool {
        folder.join("plugins/sdk/Cargo.toml").is_file()
    }

    /// What the manifest says of them, and of the profiles.
    fn remark(&self) -> String {
        let (place, builds) = match self {
            Self::Checkout(_) => (
                "Muster's crates are in the checkout that made it: where that moves, change the paths\n\
                 # here and in .cargo/config.toml.",
                "cargo xtask",
            ),
            Self::In(_) => (
                "Muster's crates came with the program: where they move, change the paths here.",
                "muster build",
            ),
            Self::Published => (
                "Muster's crates aren't published yet: until they are, give each a `path` into Muster's source.",
                "muster build",
            ),
        };
        format!(
            "\n# A workspace of its own. {place} The profile `module` is what `{builds}`\n# builds components with.\n"
        )
    }

    /// What stands in their place in a text.
    fn place(&self) -> String {
        match self.folder() {
            Some(folder) => folder.display().to_string(),
            None => "no place that is known yet".to_owned(),
        }
    }
}

/// What a workspace of its own is made from.
pub struct Outside<'a> {
    /// Muster's source, or what of it comes with the program.
    pub source: &'a Path,
    /// The game that it begins from.
    pub template: &'a Template,
    /// Where it finds Muster's crates.
    pub crates: &'a Crates,
    /// Where its author finds the guide.
    pub guide: &'a str,
}

impl Outside<'_> {
    /// Every file of the workspace.
    ///
    /// # Errors
    ///
    /// If something of the source can't be read.
    pub fn files(&self, name: &Name) -> Result<Vec<File>, Problem> {
        let mut files = self.template.module(name);
        files.extend(self.template.scenarios(name));
        let workspace = self.workspace(&self.table("Cargo.toml")?, name);
        for (_, text) in files.iter_mut().filter(|(path, _)| path == Path::new("Cargo.toml")) {
            text.push_str(&self.crates.remark());
            text.push_str(&workspace.to_string());
        }
        files.push((".cargo/config.toml".into(), self.config(self.table(".cargo/config.toml")?).to_string()));
        files.push((".gitignore".into(), "target/\n".to_owned()));
        let page = PAGES[usize::from(!matches!(self.crates, Crates::Checkout(_)))];
        let page = page.replace("{title}", &name.title()).replace("{name}", name.kebab());
        let page = page.replace("{muster}", &self.crates.place()).replace("{guide}", self.guide);
        files.push(("README.md".into(), page));
        for file in COPIED {
            files.push((file.into(), self.read(file)?));
        }
        // So that rustup fetches what modules are compiled for with the rest.
        let mut toolchain = self.table(TOOLCHAIN)?;
        if let Some(chosen) = toolchain.get_mut("toolchain").and_then(Value::as_table_mut) {
            chosen.insert("targets".into(), Value::from(vec![TARGET]));
        }
        files.push((TOOLCHAIN.into(), toolchain.to_string()));
        Ok(files)
    }

    fn read(&self, file: &str) -> Result<String, Problem> {
        let path = self.source.join(file);
        fs::read_to_string(&path).map_err(at(&path))
    }

    fn table(&self, file: &str) -> Result<Table, Problem> {
        let wrong =
            |error: toml::de::Error| Problem::Answer { program: file.into(), detail: error.to_string() };
        toml::from_str(&self.read(file)?).map_err(wrong)
    }

    /// The workspace's part of the manifest: what the module's own part takes from it, and the profiles.
    fn workspace(&self, ours: &Table, name: &Name) -> Table {
        let taken: Table = toml::from_str(self.template.manifest()).unwrap_or_default();
        let wanted = |package: &str| {
            ["dependencies", "dev-dependencies"]
                .iter()
                .any(|kind| taken.get(*kind).is_some_and(|all| all.get(package).is_some()))
        };
        let part = |path: &[&str]| -> Table {
            let found = path.iter().try_fold(ours, |table, &key| table.get(key)?.as_table());
            found.cloned().unwrap_or_default()
        };
        let version = ours.get("workspace").and_then(|all| all.get("package")?.get("version")).cloned();
        let mut dependencies: Table =
            part(&["workspace", "dependencies"]).into_iter().filter(|(package, _)| wanted(package)).collect();
        for (_, dependency) in dependencies.iter_mut() {
            let Some(table) = dependency.as_table_mut() else { continue };
            let Some(path) = table.remove("path") else { continue };
            match self.crates.folder() {
                Some(folder) => {
                    let path = folder.join(path.as_str().unwrap_or_default());
                    table.insert("path".into(), path_value(&path));
                }
                None => table.extend(version.clone().map(|version| ("version".to_owned(), version))),
            }
        }
        let mut workspace = part(&["workspace"]);
        workspace.retain(|key, _| ["resolver", "package", "lints"].contains(&key));
        workspace.insert("dependencies".into(), Value::Table(dependencies));
        let mut profiles = part(&["profile"]);
        // It is the program's.
        profiles.remove("dist");
        if let Some(packages) =
            profiles.get_mut("dev").and_then(|dev| dev.get_mut("package")).and_then(Value::as_table_mut)
        {
            // Cargo warns of profiles for packages that a workspace doesn't have.
            packages.retain(|package, _| package == OLD || wanted(package));
            if let Some(own) = packages.remove(OLD) {
                packages.insert(name.kebab().to_owned(), own);
            }
        }
        [("workspace", workspace), ("profile", profiles)]
            .into_iter()
            .map(|(key, table)| (key.to_owned(), Value::Table(table)))
            .collect()
    }

    /// Cargo's settings. Those of a checkout have the project's own commands, which are that checkout's.
    fn config(&self, mut ours: Table) -> Table {
        let Crates::Checkout(root) = self.crates else {
            ours.remove("alias");
            return ours;
        };
        let alias = ["xtask", "muster"].map(|package| {
            let words = ["run", "--quiet", "--manifest-path", "", "--package", package, "--"];
            let words = words.map(|word| match word {
                "" => path_value(&root.join("Cargo.toml")),
                word => Value::String(word.to_owned()),
            });
            (package.to_owned(), Value::Array(words.to_vec()))
        });
        ours.insert("alias".into(), Value::Table(Table::from_iter(alias)));
        // `cargo muster` looks for modules and scenarios here, and not in that checkout.
        let places = [("MUSTER_MODULES", "target/modules"), ("MUSTER_SCENARIOS", "scenarios")].map(
            |(name, folder)| {
                let place = [("value", Value::from(folder)), ("relative", Value::from(true))];
                let place = place.map(|(key, value)| (key.to_owned(), value));
                (name.to_owned(), Value::Table(Table::from_iter(place)))
            },
        );
        ours.insert("env".into(), Value::Table(Table::from_iter(places)));
        ours
    }
}

fn path_value(path: &Path) -> Value {
    Value::String(path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(crates: &Crates) -> Vec<File> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let template = Template::read(&source).unwrap();
        let outside = Outside { source: &source, template: &template, crates, guide: "docs/modules.md" };
        outside.files(&Name::parse("night-raid").unwrap()).unwrap()
    }

    fn text<'f>(files: &'f [File], path: &str) -> &'f str {
        let found = files.iter().find(|(file, _)| file == Path::new(path));
        found.map(|(_, text)| text.as_str()).unwrap_or_else(|| panic!("{path}"))
    }

    #[test]
    fn crates_are_found_by_their_paths_or_by_their_version() {
        let dependency = |crates: &Crates| {
            let manifest: Table = toml::from_str(text(&made(crates), "Cargo.toml")).unwrap();
            manifest["workspace"]["dependencies"]["muster-sdk"].clone()
        };
        let found = dependency(&Crates::In("/usr/share/muster/authors".into()));
        assert_eq!(found["path"].as_str(), Some("/usr/share/muster/authors/plugins/sdk"));
        let found = dependency(&Crates::Published);
        assert_eq!((found.get("path"), found["version"].as_str()), (None, Some(env!("CARGO_PKG_VERSION"))));
    }

    #[test]
    fn whoever_has_the_program_alone_is_told_of_no_command_of_the_source() {
        for crates in [Crates::In("/usr/share/muster/authors".into()), Crates::Published] {
            // Which packages there are in Muster's own workspace is no matter.
            for (path, text) in made(&crates).into_iter().filter(|(path, _)| path != Path::new("Cargo.lock"))
            {
                assert!(!text.contains("xtask") && !text.contains("cargo muster"), "{}", path.display());
            }
        }
        let files = made(&Crates::Checkout("/src/muster".into()));
        assert!(text(&files, "README.md").contains("cargo xtask play"));
        assert!(text(&files, ".cargo/config.toml").contains("/src/muster/Cargo.toml"));
    }
}
