//! A module as a workspace of its own: the template's files, and what this workspace gives to its members.
//!
//! Nothing of Muster is published, so the new workspace names its crates by their paths in this checkout. It gets the
//! profiles, the lock file and the settings of cargo that components are built with here, so that they come out alike.

use std::{fs, path::Path};

use toml::{Table, Value};

use super::{
    File,
    name::Name,
    template::{OLD, Template},
};
use crate::{Failure, workspace::at};

/// Files that are taken as they are.
const COPIED: [&str; 4] = ["Cargo.lock", "rust-toolchain.toml", "rustfmt.toml", "clippy.toml"];

/// What it is and how it is used, for whoever opens the folder.
const README: &str = include_str!("../../outside/README.md");

/// Every file of the workspace.
pub(super) fn files(root: &Path, template: &Template, name: &Name) -> Result<Vec<File>, Failure> {
    let read = |file: &str| {
        let path = root.join(file);
        fs::read_to_string(&path).map_err(at(&path))
    };
    let table = |file: &str| -> Result<Table, Failure> {
        let wrong =
            |error: toml::de::Error| Failure::Answer { program: file.into(), detail: error.to_string() };
        toml::from_str(&read(file)?).map_err(wrong)
    };
    let mut files = template.module(name);
    files.extend(template.scenarios(name));
    let workspace = workspace(root, &table("Cargo.toml")?, template.manifest(), name);
    for (_, text) in files.iter_mut().filter(|(path, _)| path == Path::new("Cargo.toml")) {
        text.push_str(
            "\n# A workspace of its own. Muster's crates are in the checkout that made it: where that moves, change the paths\n\
             # here and in .cargo/config.toml. The profile `module` is what `cargo xtask` builds components with.\n",
        );
        text.push_str(&workspace.to_string());
    }
    files.push((".cargo/config.toml".into(), config(root, table(".cargo/config.toml")?).to_string()));
    files.push((".gitignore".into(), "target/\n".to_owned()));
    let readme = README.replace("{title}", &name.title()).replace("{name}", name.kebab());
    files.push(("README.md".into(), readme.replace("{muster}", &root.display().to_string())));
    for file in COPIED {
        files.push((file.into(), read(file)?));
    }
    Ok(files)
}

/// The workspace's part of the manifest: what the module's own part takes from it, and the profiles.
fn workspace(root: &Path, ours: &Table, module: &str, name: &Name) -> Table {
    let taken: Table = toml::from_str(module).unwrap_or_default();
    let wanted = |package: &str| {
        ["dependencies", "dev-dependencies"]
            .iter()
            .any(|kind| taken.get(*kind).is_some_and(|all| all.get(package).is_some()))
    };
    let part = |path: &[&str]| -> Table {
        let found = path.iter().try_fold(ours, |table, &key| table.get(key)?.as_table());
        found.cloned().unwrap_or_default()
    };
    let mut dependencies: Table =
        part(&["workspace", "dependencies"]).into_iter().filter(|(package, _)| wanted(package)).collect();
    for (_, dependency) in dependencies.iter_mut() {
        if let Some(path) = dependency.get_mut("path") {
            *path = path_value(&root.join(path.as_str().unwrap_or_default()));
        }
    }
    let mut workspace = part(&["workspace"]);
    workspace.retain(|key, _| ["resolver", "package", "lints"].contains(&key));
    workspace.insert("dependencies".into(), Value::Table(dependencies));
    let mut profiles = part(&["profile"]);
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

/// Cargo's settings, in which the project's own commands are this checkout's.
fn config(root: &Path, mut ours: Table) -> Table {
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
    let places =
        [("MUSTER_MODULES", "target/modules"), ("MUSTER_SCENARIOS", "scenarios")].map(|(name, folder)| {
            let place = [("value", Value::from(folder)), ("relative", Value::from(true))];
            let place = place.map(|(key, value)| (key.to_owned(), value));
            (name.to_owned(), Value::Table(Table::from_iter(place)))
        });
    ours.insert("env".into(), Value::Table(Table::from_iter(places)));
    ours
}

fn path_value(path: &Path) -> Value {
    Value::String(path.display().to_string())
}
