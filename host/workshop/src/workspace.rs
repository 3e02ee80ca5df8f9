//! What cargo knows of a workspace that modules are in.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{
    Problem,
    programs::{answer, cargo},
};

/// The file that every module has beside its crate's manifest.
const MANIFEST: &str = "plugin.toml";

/// Which of the two files isn't there that lie in the folder of a module's source; none if it is one.
pub fn lacks(folder: &Path) -> Option<&'static str> {
    [MANIFEST, "Cargo.toml"].into_iter().find(|file| !folder.join(file).is_file())
}

/// A workspace's places and its modules.
#[derive(Clone)]
pub struct Workspace {
    /// Its folder.
    pub root: PathBuf,
    /// Where cargo builds.
    pub target: PathBuf,
    /// Its modules: the packages that have a `plugin.toml`.
    pub modules: Vec<ModulePackage>,
}

/// A package that is a module.
#[derive(Clone)]
pub struct ModulePackage {
    /// The package's name.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// Whether it is there for tests only, and never offered in the lobby.
    pub for_tests: bool,
    /// The folders of crates elsewhere on this machine that it names by their paths.
    pub elsewhere: Vec<PathBuf>,
}

impl Workspace {
    /// The one that this folder is in, as cargo tells it.
    ///
    /// # Errors
    ///
    /// If cargo can't be started, or finds no workspace there, or one that it doesn't understand.
    pub fn read(folder: &Path) -> Result<Self, Problem> {
        let metadata = |offline: &[&str]| {
            let mut command = cargo();
            command
                .current_dir(folder)
                .args(["metadata", "--no-deps", "--format-version", "1"])
                .args(offline);
            answer(&mut command, "cargo metadata")
        };
        // The very first run may have to fetch the index.
        let output = metadata(&["--offline"]).or_else(|why| match why {
            Problem::Missing { .. } => Err(why),
            _ => metadata(&[]),
        })?;
        let unclear =
            |detail: &str| Problem::Answer { program: "cargo metadata".into(), detail: detail.into() };
        let metadata: Value =
            serde_json::from_slice(&output.stdout).map_err(|error| unclear(&error.to_string()))?;
        let path = |key: &str| -> Result<PathBuf, Problem> {
            Ok(PathBuf::from(metadata[key].as_str().ok_or_else(|| unclear(key))?))
        };
        let root = path("workspace_root")?;
        let mut modules = Vec::new();
        for package in metadata["packages"].as_array().ok_or_else(|| unclear("packages"))? {
            let name = package["name"].as_str().ok_or_else(|| unclear("name"))?;
            let manifest = package["manifest_path"].as_str().ok_or_else(|| unclear("manifest_path"))?;
            let Some(folder) = Path::new(manifest).parent() else { continue };
            if folder.join(MANIFEST).is_file() {
                let named = package["dependencies"].as_array().into_iter().flatten();
                let named = named.filter_map(|one| one["path"].as_str().map(PathBuf::from));
                modules.push(ModulePackage {
                    name: name.to_owned(),
                    folder: folder.to_owned(),
                    for_tests: folder.starts_with(root.join("tests")),
                    elsewhere: named.filter(|folder| !folder.starts_with(&root)).collect(),
                });
            }
        }
        Ok(Self { target: path("target_directory")?, root, modules })
    }

    /// The names of the modules that are offered in the lobby.
    pub fn games(&self) -> Vec<&str> {
        let games = self.modules.iter().filter(|module| !module.for_tests);
        games.map(|module| module.name.as_str()).collect()
    }

    /// The module whose sources lie in this folder.
    pub fn module_in(&self, folder: &Path) -> Option<&ModulePackage> {
        let canonical = |path: &Path| path.canonicalize().ok();
        let wanted = canonical(folder)?;
        self.modules.iter().find(|module| canonical(&module.folder).as_ref() == Some(&wanted))
    }
}

/// What cargo is told so that what it builds for this machine is the same wherever the source and its dependencies lie.
///
/// # Errors
///
/// If it isn't known where cargo keeps its sources.
pub fn remapped(workspace: &Workspace, target: &str) -> Result<[String; 2], Problem> {
    let flags = folders_and_names(workspace)?.into_iter().map(|(folder, name)| {
        toml::Value::String(format!("--remap-path-prefix={}={name}", folder.display()))
    });
    Ok(["--config".to_owned(), format!("target.{target}.rustflags={}", toml::Value::Array(flags.collect()))])
}

/// The same in the environment, for what is written in C: its compiler is told by the crate `cc`.
///
/// # Errors
///
/// As [`remapped`].
pub fn remapped_c(workspace: &Workspace) -> Result<[(&'static str, String); 2], Problem> {
    let flags = folders_and_names(workspace)?
        .into_iter()
        .map(|(folder, name)| quoted(&format!("-ffile-prefix-map={}={name}", folder.display())));
    let before = std::env::var("CFLAGS").into_iter();
    let flags: Vec<String> = before.chain(flags).collect();
    // As a shell would read them; a folder's name can have blanks.
    Ok([("CFLAGS", flags.join(" ")), ("CC_SHELL_ESCAPED_FLAGS", "1".to_owned())])
}

/// As a shell has to have it, if it isn't plain.
fn quoted(word: &str) -> String {
    let plain = |one: char| one.is_ascii_alphanumeric() || "/._-=+".contains(one);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// The folders that are taken out of what is built, and what stands for each.
fn folders_and_names(workspace: &Workspace) -> Result<Vec<(PathBuf, String)>, Problem> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let home = home
        .ok_or_else(|| Problem::Place("where cargo keeps its sources isn't known: set CARGO_HOME".into()))?;
    let mut folders = vec![(home, "/cargo".to_owned()), (workspace.root.clone(), "/muster".to_owned())];
    for folder in workspace.modules.iter().flat_map(|module| &module.elsewhere) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        folders.push((folder.clone(), format!("/crates/{name}")));
    }
    // The last that fits is taken, and any may lie in another.
    folders.sort_by_key(|(folder, _)| folder.as_os_str().len());
    folders.dedup();
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_blanks_are_taken_out_of_what_is_built_and_the_longest_is_looked_for_last() {
        let root = PathBuf::from(format!("/{}/a \"tree\" with blanks", "deep/".repeat(40)));
        let workspace = Workspace { target: root.join("target"), root, modules: Vec::new() };
        let [option, value] = remapped(&workspace, "x86_64-unknown-linux-gnu").unwrap();
        assert_eq!(option, "--config");
        let read: toml::Table = toml::from_str(&value).unwrap();
        let flags = read["target"]["x86_64-unknown-linux-gnu"]["rustflags"].as_array().unwrap();
        let flags: Vec<&str> = flags.iter().filter_map(toml::Value::as_str).collect();
        assert!(flags[0].starts_with("--remap-path-prefix=/") && flags[0].ends_with("=/cargo"), "{flags:?}");
        assert!(flags[1].ends_with("/a \"tree\" with blanks=/muster"), "{flags:?}");
        let [(_, flags), _] = remapped_c(&workspace).unwrap();
        assert!(flags.ends_with("/a \"tree\" with blanks=/muster'"), "{flags}");
        assert_eq!((quoted("-a=/b_c"), quoted("it's")), ("-a=/b_c".to_owned(), r"'it'\''s'".to_owned()));
    }

    #[test]
    fn crates_elsewhere_are_taken_out_too() {
        let module = ModulePackage {
            name: "raid".into(),
            folder: "/home/me/raid".into(),
            for_tests: false,
            elsewhere: vec!["/usr/share/muster/authors/plugins/sdk".into()],
        };
        let workspace =
            Workspace { root: "/home/me/raid".into(), target: "/t".into(), modules: vec![module] };
        let [_, value] = remapped(&workspace, "t").unwrap();
        assert!(value.contains("=/usr/share/muster/authors/plugins/sdk=/crates/sdk"), "{value}");
    }
}
